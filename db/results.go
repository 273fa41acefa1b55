package db

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"

	"segnapunti/scoring"
)

// result is one row of the index of finished games (docs/adr/0007): what the fold
// of a game says of one seat. It is compared whole, so that a check is one ==.
type result struct {
	gameID, personID    string
	seat                int
	rules               ruleKey
	playedOn, createdAt string
	players             int // seats of the game; 1 is a solo game
	winners             int // how many share the first place
	score, place        int
	boxes               sql.NullString // JSON; NULL when only the total is known
	bonuses, decided    int            // columns that earned the upper bonus, and that earned or missed it
	extraYahtzees       int
}

// resultsOf derives the rows of a game: none unless it is finished, and none for
// players who left before their card was complete.
func resultsOf(g *Game) (rows []result) {
	if g.Status != StatusFinished {
		return nil
	}
	places, winners := g.Play.Places(), len(g.Play.Winners())
	for i, seat := range g.Seats {
		if g.Play.Left(seat.Seat) {
			continue
		}
		r := result{
			gameID: g.ID, personID: seat.PlayerID, seat: seat.Seat, rules: keyOf(g.Rules),
			playedOn: g.PlayedOn, createdAt: formatTime(g.CreatedAt), players: len(g.Seats), winners: winners,
			score: g.Play.Total(seat.Seat), place: places[i],
		}
		if !g.Play.KnownTotal(seat.Seat) {
			r.readCard(g.Play.Card(seat.Seat))
		}
		rows = append(rows, r)
	}
	return rows
}

// openBox stands for a box that a served win left empty; a struck one holds 0.
const openBox = -1

// readCard takes from a card what statistics ask of it.
func (r *result) readCard(card *scoring.Card) {
	rules := card.Rules()
	var boxes []int
	for _, box := range rules.Boxes() {
		for column := range rules.Multipliers() {
			points, filled := card.Points(box.ID, column+1)
			if !filled {
				points = openBox
			}
			boxes = append(boxes, points)
		}
	}
	text, err := json.Marshal(boxes)
	if err != nil {
		panic(err) // numbers only
	}
	r.boxes = sql.NullString{String: string(text), Valid: true}
	for _, column := range card.Totals().Columns { // the one place that judges a bonus (B32)
		switch column.Upper.BonusStatus {
		case scoring.BonusEarned:
			r.bonuses++
			r.decided++
		case scoring.BonusMissed:
			r.decided++
		}
		r.extraYahtzees += column.ExtraYahtzees
	}
}

// reindex makes the rows of a game what its turns say. Whatever finishes, changes
// or reopens a game calls it in its own transaction; a game that is deleted takes
// its rows along.
func reindex(ctx context.Context, tx *sql.Tx, g *Game) error {
	if _, err := tx.ExecContext(ctx, `DELETE FROM results WHERE game_id = ?`, g.ID); err != nil {
		return err
	}
	for _, r := range resultsOf(g) {
		_, err := tx.ExecContext(ctx, `
			INSERT INTO results (`+resultColumns+`) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			r.gameID, r.seat, r.personID, r.rules.id, r.rules.version, r.rules.options, r.playedOn, r.createdAt,
			r.players, r.winners, r.score, r.place, r.boxes, r.bonuses, r.decided, r.extraYahtzees)
		if err != nil {
			return err
		}
	}
	return nil
}

// resultColumns are what reindex writes and scanResult reads.
const resultColumns = `game_id, seat, person_id, ruleset_id, ruleset_version, options, played_on, created_at,
	players, winners, score, place, boxes, bonuses, bonuses_decided, extra_yahtzees`

func scanResult(rows *sql.Rows) (r result, err error) {
	err = rows.Scan(&r.gameID, &r.seat, &r.personID, &r.rules.id, &r.rules.version, &r.rules.options, &r.playedOn, &r.createdAt,
		&r.players, &r.winners, &r.score, &r.place, &r.boxes, &r.bonuses, &r.decided, &r.extraYahtzees)
	return r, err
}

// moveResults gives the results of a player's games to the person that the player
// is now. Nothing is folded: a merge changes no score.
func moveResults(ctx context.Context, tx *sql.Tx, person string) error {
	_, err := tx.ExecContext(ctx, `
		UPDATE results SET person_id = ?1
		FROM seats s JOIN players p ON p.id = s.player_id
		WHERE p.person_id = ?1 AND s.game_id = results.game_id AND s.seat = results.seat AND results.person_id <> ?1`, person)
	return err
}

// resultFaults compares the rows of a game with what its fold says. Asked about
// every game, open ones too, it proves the index: rows without a game cannot be.
func resultFaults(ctx context.Context, tx *sql.Tx, g *Game) (what []string, err error) {
	stored, err := readAll(ctx, tx, scanResult, `SELECT `+resultColumns+` FROM results WHERE game_id = ? ORDER BY seat`, g.ID)
	if err != nil {
		return nil, err
	}
	derived := resultsOf(g)
	if len(stored) != len(derived) {
		return []string{fmt.Sprintf("has %d rows in the index of results, its turns make %d", len(stored), len(derived))}, nil
	}
	for i, r := range stored {
		if r != derived[i] {
			what = append(what, fmt.Sprintf("seat %d is in the index of results as %v, its turns say %v", r.seat, r, derived[i]))
		}
	}
	return what, nil
}

// rebuildResults writes the index anew from the entries of all games.
func (s *Store) rebuildResults(ctx context.Context, tx *sql.Tx) error {
	if _, err := tx.ExecContext(ctx, `DELETE FROM results`); err != nil {
		return err
	}
	for last := ""; ; {
		ids, err := readAll(ctx, tx, scanID, `
			SELECT id FROM games WHERE id > ? AND status = 'finished' ORDER BY id LIMIT 1000`, last)
		if err != nil || len(ids) == 0 {
			return err
		}
		for _, id := range ids {
			game, err := s.readGame(ctx, tx, id)
			if err == nil {
				err = reindex(ctx, tx, game)
			}
			if err != nil {
				return err
			}
		}
		last = ids[len(ids)-1]
	}
}

// pageLimit is the length of a page that was asked for.
func pageLimit(limit int) int { return min(cmp.Or(max(limit, 0), DefaultLimit), MaxLimit) }
