package db

import (
	"context"
	"database/sql"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"hash/fnv"

	"segnapunti/scoring"
)

// RecordFilter says which results are ranked. Rules is compared whole: rule set,
// version and options, since points by other rules are no comparison.
type RecordFilter struct {
	Rules        *scoring.RuleSet
	PlayerID     string // this player's results only, ranked among themselves
	Since, Until string // dates 2006-01-02, both included; empty: no bound
	Limit        int    // DefaultLimit when 0, at most MaxLimit
	Cursor       string // where the page before ended, as it said
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
	Mark string `json:"mark"` // tells people of one name apart; mostly empty
}

// Records lists the best results, highest first; of equal ones the one that was
// there first comes first. It walks the index from where the page begins, so that
// a page costs the same however many games there are. Dates are looked at on that
// walk: a span that lets one result in a thousand through costs a thousand steps
// for each.
func (s *Store) Records(ctx context.Context, f RecordFilter) (items []Record, next string, err error) {
	return s.rank(ctx, &f, "games", f.bestGames)
}

// BestPlayers lists each player's best result, highest first. One seek in the
// index for each player known finds it.
func (s *Store) BestPlayers(ctx context.Context, f RecordFilter) (items []Record, next string, err error) {
	return s.rank(ctx, &f, "players", f.bestPlayers)
}

// rank runs the queries of a list one after the other until a page is full, and
// goes on with the ranks of the page before.
func (s *Store) rank(ctx context.Context, f *RecordFilter, list string, queries func(*standing) []statement) (items []Record, next string, err error) {
	at, err := f.readCursor(list)
	if err != nil {
		return nil, "", err
	}
	limit := pageLimit(f.Limit)
	var rows []recordRow
	err = s.read(ctx, func(tx *sql.Tx) error {
		for _, q := range queries(at) {
			more, err := readAll(ctx, tx, scanRecord, q.sql, append(q.args, limit+1-len(rows))...)
			if err != nil {
				return err
			}
			rows = append(rows, more...)
		}
		return nil
	})
	if err != nil {
		return nil, "", err
	}
	items, end := ranked(rows[:min(limit, len(rows))], at)
	if len(rows) > limit {
		next = f.cursor(list, end)
	}
	return items, next, nil
}

// standing is where a page ended: the last row, its rank and how many rows there are
// up to it. The cursor carries the numbers, since counting them would take longer
// with each page; a game that is stored while somebody leafs moves no rank of the
// pages that they have not seen yet.
type standing struct {
	rank, count int
	recordRow
}

// recordRow is a record before it is ranked, with what settles the order of equals.
type recordRow struct {
	Record
	created string
	seat    int
}

func ranked(rows []recordRow, at *standing) (items []Record, end standing) {
	items = make([]Record, len(rows))
	if at != nil {
		end = *at
	}
	for i, row := range rows {
		if end.count++; end.count == 1 || row.Score != end.Score {
			end.rank = end.count
		}
		end.recordRow = row
		items[i] = row.Record
		items[i].Rank = end.rank
	}
	return items, end
}

// statement is SQL with the values of its marks, but for the last, the limit.
type statement struct {
	sql  string
	args []any
}

const (
	recordColumns = `r.score, r.person_id, p.name, p.mark, r.game_id, r.played_on, r.created_at, r.seat`
	// recordOrder is that of the indexes of results.
	recordOrder = ` ORDER BY r.score DESC, r.played_on, r.created_at, r.game_id, r.seat LIMIT ?`
)

func scanRecord(rows *sql.Rows) (r recordRow, err error) {
	err = rows.Scan(&r.Score, &r.Player.ID, &r.Player.Name, &r.Player.Mark, &r.GameID, &r.PlayedOn, &r.created, &r.seat)
	return r, err
}

// bestGames asks for the rows after a place: those of equal score, then those of
// a lower one. As one condition they could not be sought in the index.
func (f *RecordFilter) bestGames(at *standing) (all []statement) {
	ask := func(condition string, args ...any) {
		c := f.where("r")
		if condition != "" {
			c.add(condition, args...)
		}
		all = append(all, statement{
			`SELECT ` + recordColumns + ` FROM results r JOIN players p ON p.id = r.person_id ` + c.sql() + recordOrder, c.args,
		})
	}
	if at == nil {
		ask("")
		return all
	}
	ask(`r.score = ? AND (r.played_on, r.created_at, r.game_id, r.seat) > (?, ?, ?, ?)`,
		at.Score, at.PlayedOn, at.created, at.GameID, at.seat)
	ask(`r.score < ?`, at.Score)
	return all
}

// bestPlayers asks, for each player, for the first of their rows in the index.
func (f *RecordFilter) bestPlayers(at *standing) []statement {
	everybody := *f
	everybody.PlayerID = ""
	best := everybody.where("b")
	best.add(`b.person_id = p.id`)
	var c conditions
	c.add(`(r.game_id, r.seat) = (SELECT b.game_id, b.seat FROM results b `+best.sql()+`
		ORDER BY b.score DESC, b.played_on, b.created_at, b.game_id, b.seat LIMIT 1)`, best.args...)
	if f.PlayerID != "" {
		c.add(`p.id = (SELECT person_id FROM players WHERE id = ?)`, f.PlayerID)
	}
	if at != nil {
		c.add(`(r.score < ? OR r.score = ? AND (r.played_on, r.created_at, r.game_id, r.seat) > (?, ?, ?, ?))`,
			at.Score, at.Score, at.PlayedOn, at.created, at.GameID, at.seat)
	}
	return []statement{{
		`SELECT ` + recordColumns + ` FROM players p, results r ` + c.sql() + recordOrder, c.args,
	}}
}

// where is the condition on a row of results.
func (f *RecordFilter) where(alias string) (c conditions) {
	rules := keyOf(f.Rules)
	column := func(text string) string { return alias + "." + text }
	c.add(column(`ruleset_id = ?`), rules.id)
	c.add(column(`ruleset_version = ?`), rules.version)
	c.add(column(`options = ?`), rules.options)
	if f.PlayerID != "" {
		c.add(column(`person_id = (SELECT person_id FROM players WHERE id = ?)`), f.PlayerID)
	}
	if f.Since != "" {
		c.add(column(`played_on >= ?`), f.Since)
	}
	if f.Until != "" {
		c.add(column(`played_on <= ?`), f.Until)
	}
	return c
}

// cursor names a place of one list. Its last word tells whether it comes with the
// filter that it was made for: ranks of another list would be wrong.
func (f *RecordFilter) cursor(list string, at standing) string {
	text := fmt.Sprintf("%d %d %d %s %s %s %d", at.rank, at.count, at.Score, at.PlayedOn, at.created, at.GameID, at.seat)
	sum := fnv.New64a()
	fmt.Fprintf(sum, "%s %v %q %s %s %s", list, keyOf(f.Rules), f.PlayerID, f.Since, f.Until, text)
	return base64.RawURLEncoding.EncodeToString([]byte(text + " " + hex.EncodeToString(sum.Sum(nil))))
}

// readCursor takes what cursor makes and nothing else; nil for the first page.
func (f *RecordFilter) readCursor(list string) (*standing, error) {
	if f.Cursor == "" {
		return nil, nil
	}
	text, err := base64.RawURLEncoding.DecodeString(f.Cursor)
	if err != nil {
		return nil, ErrBadCursor
	}
	var at standing
	_, err = fmt.Sscan(string(text), &at.rank, &at.count, &at.Score, &at.PlayedOn, &at.created, &at.GameID, &at.seat)
	if err != nil || f.cursor(list, at) != f.Cursor {
		return nil, ErrBadCursor
	}
	return &at, nil
}
