package db

import (
	"cmp"
	"context"
	"database/sql"
	"slices"

	"segnapunti/scoring"
)

// RecordFilter says which results are ranked. Rules is compared whole: rule set,
// version and options, since points by other rules are no comparison.
type RecordFilter struct {
	Rules        *scoring.RuleSet
	PlayerID     string // this player's results only, ranked among themselves
	Since, Until string // dates 2006-01-02, both included; empty: no bound
	Limit        int    // 0: all
}

// Record is one player's result in one finished game. A player has as many as
// games (B93).
type Record struct {
	Rank     int       `json:"rank"` // equal scores share one and the next is skipped: 1, 1, 3 (B90)
	Score    int       `json:"score"`
	Player   PlayerRef `json:"player"`
	GameID   string    `json:"game_id"`
	PlayedOn string    `json:"played_on"`
}

// PlayerRef names a person, not a seat: by the name that all games share.
type PlayerRef struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// Records lists the best results, highest first; of equal ones the one that was
// there first comes first. Every finished game that the filter lets through is
// folded, so that a correction needs no second place to be written to: a
// fraction of a millisecond each, seconds for tens of thousands.
func (s *Store) Records(ctx context.Context, f RecordFilter) ([]Record, error) {
	var results []result
	err := s.read(ctx, func(tx *sql.Tx) (err error) {
		results, err = f.results(ctx, tx)
		return err
	})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(results, byScore)
	if f.Limit > 0 && len(results) > f.Limit {
		results = results[:f.Limit]
	}
	return ranked(results), nil
}

// result is a record before it is ranked, with what settles the order of equals.
type result struct {
	Record
	created string
	seat    int
}

func byScore(a, b result) int {
	return cmp.Or(
		cmp.Compare(b.Score, a.Score),
		cmp.Compare(a.PlayedOn, b.PlayedOn),
		cmp.Compare(a.created, b.created),
		cmp.Compare(a.GameID, b.GameID),
		cmp.Compare(a.seat, b.seat),
	)
}

func ranked(results []result) []Record {
	records := make([]Record, len(results))
	for i, r := range results {
		records[i] = r.Record
		records[i].Rank = i + 1
		if i > 0 && r.Score == records[i-1].Score {
			records[i].Rank = records[i-1].Rank
		}
	}
	return records
}

// where is the condition on games g that both queries share.
func (f *RecordFilter) where() conditions {
	var c conditions
	rules := keyOf(f.Rules)
	c.add(`g.ruleset_id = ? AND g.ruleset_version = ? AND g.options = ?`, rules.id, rules.version, rules.options)
	c.add(`g.status = ?`, StatusFinished)
	if f.Since != "" {
		c.add(`g.played_on >= ?`, f.Since)
	}
	if f.Until != "" {
		c.add(`g.played_on <= ?`, f.Until)
	}
	if f.PlayerID != "" {
		c.add(`EXISTS (SELECT 1 FROM seats x WHERE x.game_id = g.id AND x.player_id = ?)`, f.PlayerID)
	}
	return c
}

// seats asks who sat in the games, turns what they wrote. Both come in the same
// order, that of the index games_by_rules, so that no table is sorted.
func (f *RecordFilter) seats() (query string, args []any) {
	c := f.where()
	return `SELECT g.id, g.played_on, g.created_at, s.seat, s.player_id, p.name
		FROM games g JOIN seats s ON s.game_id = g.id JOIN players p ON p.id = s.player_id
		` + c.sql() + ` ORDER BY g.played_on, g.id, s.seat`, c.args
}

func (f *RecordFilter) turns() (query string, args []any) {
	c := f.where()
	return `SELECT t.game_id, ` + turnColumns + ` FROM games g JOIN turns t ON t.game_id = g.id
		` + c.sql() + ` ORDER BY g.played_on, g.id, t.n`, c.args
}

// results reads who sat in the games, then all their turns as one stream, and
// folds game by game.
func (f *RecordFilter) results(ctx context.Context, tx *sql.Tx) (all []result, err error) {
	query, args := f.seats()
	seats, err := readAll(ctx, tx, scanResult, query, args...)
	if err != nil {
		return nil, err
	}
	query, args = f.turns()
	rows, err := tx.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	stream := turnStream{rows: rows}
	for len(seats) > 0 {
		game := firstGame(seats)
		seats = seats[len(game):]
		if err := f.score(game, &stream); err != nil {
			return nil, err
		}
		for _, r := range game {
			if f.PlayerID == "" || f.PlayerID == r.Player.ID {
				all = append(all, r)
			}
		}
	}
	return all, rows.Err()
}

// firstGame is the seats at the front that belong to one game.
func firstGame(seats []result) []result {
	for i := range seats {
		if seats[i].GameID != seats[0].GameID {
			return seats[:i]
		}
	}
	return seats
}

func scanResult(rows *sql.Rows) (r result, err error) {
	err = rows.Scan(&r.GameID, &r.PlayedOn, &r.created, &r.seat, &r.Player.ID, &r.Player.Name)
	return r, err
}

// score folds one game and writes its totals into the results of its seats.
func (f *RecordFilter) score(seats []result, stream *turnStream) error {
	turns, err := stream.of(seats[0].GameID)
	if err != nil {
		return err
	}
	game, err := fold(seats[0].GameID, f.Rules, len(seats), turns)
	if err != nil {
		return err
	}
	for i := range seats {
		seats[i].Score = game.Card(seats[i].seat).GrandTotal()
	}
	return nil
}
