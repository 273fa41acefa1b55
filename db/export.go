package db

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"iter"

	"segnapunti/scoring"
)

// What Export deals out and Import takes in: rows as they are stored, without
// what follows from others (totals, places, keys of names). Times are text of one
// form, so that what is written again is the same to the letter.
type (
	// PlayerRow is a name under which somebody sat down.
	PlayerRow struct {
		ID         string  `json:"id"`
		Name       string  `json:"name"`
		Mark       string  `json:"mark,omitzero"`
		MergedInto *string `json:"merged_into,omitzero"` // id of the player that this one was found to be
		CreatedAt  string  `json:"created_at"`

		// Key and MarkKey are what spellings of name and mark have in common: the
		// caller of Import makes them.
		Key, MarkKey string `json:"-"`
	}

	// GameRow is a game with all that belongs to it.
	GameRow struct {
		ID         string      `json:"id"`
		Version    int         `json:"version"`
		RuleSet    RuleSetUsed `json:"ruleset"`
		Title      string      `json:"title"`
		PlayedOn   string      `json:"played_on"`
		Status     Status      `json:"status"`
		CreatedAt  string      `json:"created_at"`
		UpdatedAt  string      `json:"updated_at"`
		FinishedAt *string     `json:"finished_at,omitzero"`
		Match      *MatchGame  `json:"match,omitzero"`
		Seats      []SeatRow   `json:"seats"`
		Turns      []TurnRow   `json:"turns"`
		Tiebreaks  []TieRow    `json:"tiebreaks"`
		History    []ChangeRow `json:"history"`
	}

	// MatchGame says which game of which match of the same file a game is.
	MatchGame struct {
		ID   string `json:"id"`
		Game int    `json:"game"`
	}

	// MatchRow is what players agreed on; its games name it.
	MatchRow struct {
		ID        string            `json:"id"`
		Version   int               `json:"version"`
		RuleSet   RuleSetUsed       `json:"ruleset"`
		Title     string            `json:"title"`
		Mode      scoring.MatchMode `json:"mode"`
		Games     int               `json:"games"`
		Abandoned bool              `json:"abandoned"`
		CreatedAt string            `json:"created_at"`
		UpdatedAt string            `json:"updated_at"`
		Players   []MatchSeatRow    `json:"players"`
	}

	// MatchSeatRow is a player of a match, in order: the first begins the first game.
	MatchSeatRow struct {
		PlayerID string `json:"player_id"`
		Name     string `json:"name"`
	}

	// RuleSetUsed names a rule set of the same file; Options are those that are not
	// the default.
	RuleSetUsed struct {
		ID      string         `json:"id"`
		Version int            `json:"version"`
		Options map[string]any `json:"options"`
	}

	// SeatRow is a seat of a game, in order: the first one is seat 1.
	SeatRow struct {
		PlayerID  string         `json:"player_id"`
		Name      string         `json:"name"`
		LeftAfter *int           `json:"left_after,omitzero"`
		Card      *scoring.Sheet `json:"card,omitzero"`
		Total     *int           `json:"total,omitzero"`
	}

	// TurnRow is a turn as it was handed in, not what it earned.
	TurnRow struct {
		N int `json:"n"`
		scoring.Turn
		At string `json:"at"`
	}

	// TieRow is an extra round among tied winners: Added is the version of the game
	// that it made, Removed that of the change which made another tie of the game.
	TieRow struct {
		Added   int              `json:"added"`
		Removed *int             `json:"removed,omitzero"`
		Rolls   scoring.TieRound `json:"rolls"`
	}

	// ChangeRow is one entry of a game's history.
	ChangeRow struct {
		Version int                 `json:"version"`
		Kind    ChangeKind          `json:"kind"`
		At      string              `json:"at"`
		N       *int                `json:"n,omitzero"`
		Before  *scoring.PlayedTurn `json:"before,omitzero"`
		After   *scoring.PlayedTurn `json:"after,omitzero"`
		Patch   json.RawMessage     `json:"patch,omitzero"`
	}
)

// Reading is the whole database as it was at one moment. Its lists hold one row
// at a time, oldest first, so that a large file needs no more memory than a
// small one.
type Reading struct {
	ctx   context.Context
	tx    *sql.Tx
	store *Store
}

// Export reads everything in one transaction. Writers go on meanwhile; what they
// write is not part of it.
func (s *Store) Export(ctx context.Context, read func(*Reading) error) error {
	return s.read(ctx, func(tx *sql.Tx) error { return read(&Reading{ctx, tx, s}) })
}

// RuleSets lists the definitions that something was played by, as JSON.
func (r *Reading) RuleSets() iter.Seq2[json.RawMessage, error] {
	return each(r, scanDefinition, `SELECT r.definition FROM rulesets r WHERE `+usedRules+` ORDER BY r.id, r.version`)
}

// usedRules is the condition that something refers to a rule set r.
const usedRules = `(EXISTS (SELECT 1 FROM games g WHERE g.ruleset_id = r.id AND g.ruleset_version = r.version)
	OR EXISTS (SELECT 1 FROM matches m WHERE m.ruleset_id = r.id AND m.ruleset_version = r.version))`

// scanDefinition writes a definition anew: an older program may have had its fields in
// another order.
func scanDefinition(rows *sql.Rows) (json.RawMessage, error) {
	var text []byte
	if err := rows.Scan(&text); err != nil {
		return nil, err
	}
	definition, err := decodeDefinition(text)
	if err != nil {
		return nil, err
	}
	return json.Marshal(definition)
}

// Players lists all names, those merged into others too.
func (r *Reading) Players() iter.Seq2[PlayerRow, error] {
	return each(r, scanPlayerRow, `
		SELECT p.id, p.name, p.mark, p.merged_into, p.created_at FROM players p ORDER BY p.created_at, p.id`)
}

func scanPlayerRow(rows *sql.Rows) (p PlayerRow, err error) {
	err = rows.Scan(&p.ID, &p.Name, &p.Mark, &p.MergedInto, &p.CreatedAt)
	return p, err
}

// Matches lists all matches.
func (r *Reading) Matches() iter.Seq2[*MatchRow, error] {
	matches := each(r, scanMatchRow, `
		SELECT m.id, m.version, m.ruleset_id, m.ruleset_version, m.options, m.title, m.mode, m.games, m.abandoned,
			m.created_at, m.updated_at
		FROM matches m ORDER BY m.created_at, m.id`)
	return completed(matches, func(m *MatchRow) (err error) {
		m.Players, err = readAll(r.ctx, r.tx, scanMatchSeatRow, `
			SELECT player_id, name FROM match_players WHERE match_id = ? ORDER BY seat`, m.ID)
		return err
	})
}

func scanMatchRow(rows *sql.Rows) (*MatchRow, error) {
	var m MatchRow
	var options sql.RawBytes
	err := rows.Scan(&m.ID, &m.Version, &m.RuleSet.ID, &m.RuleSet.Version, &options, &m.Title, &m.Mode, &m.Games, &m.Abandoned,
		&m.CreatedAt, &m.UpdatedAt)
	if err == nil {
		err = json.Unmarshal(options, &m.RuleSet.Options)
	}
	return &m, err
}

func scanMatchSeatRow(rows *sql.Rows) (s MatchSeatRow, err error) {
	err = rows.Scan(&s.PlayerID, &s.Name)
	return s, err
}

// Games lists all games.
func (r *Reading) Games() iter.Seq2[*GameRow, error] {
	return completed(each(r, scanGameRow, `
		SELECT g.id, g.version, g.ruleset_id, g.ruleset_version, g.options, g.title, g.played_on, g.status,
			g.created_at, g.updated_at, g.finished_at, g.match_id, coalesce(g.match_game, 0)
		FROM games g ORDER BY g.created_at, g.id`), r.parts)
}

// completed adds to each row what more queries say of it.
func completed[T any](rows iter.Seq2[T, error], complete func(T) error) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for row, err := range rows {
			if err == nil {
				err = complete(row)
			}
			if !yield(row, err) || err != nil {
				return
			}
		}
	}
}

func scanGameRow(rows *sql.Rows) (*GameRow, error) {
	var g GameRow
	var options sql.RawBytes
	var match *string
	var number int
	err := rows.Scan(&g.ID, &g.Version, &g.RuleSet.ID, &g.RuleSet.Version, &options, &g.Title, &g.PlayedOn, &g.Status,
		&g.CreatedAt, &g.UpdatedAt, &g.FinishedAt, &match, &number)
	if err == nil {
		err = json.Unmarshal(options, &g.RuleSet.Options)
	}
	if match != nil {
		g.Match = &MatchGame{*match, number}
	}
	return &g, err
}

// parts reads what belongs to a game.
func (r *Reading) parts(g *GameRow) (err error) {
	g.Seats, err = readAll(r.ctx, r.tx, scanSeatRow, `
		SELECT s.player_id, s.name, s.left_after, s.card, s.total FROM seats s WHERE s.game_id = ? ORDER BY s.seat`, g.ID)
	if err != nil {
		return err
	}
	turns, err := readAll(r.ctx, r.tx, scanTurn, `SELECT `+turnColumns+` FROM turns t WHERE t.game_id = ? ORDER BY t.n`, g.ID)
	if err != nil {
		return err
	}
	for i, turn := range turns {
		g.Turns = append(g.Turns, TurnRow{i + 1, turn.Turn, formatTime(turn.at)})
	}
	rolls, err := readTies(r.ctx, r.tx, g.ID)
	if err != nil {
		return err
	}
	for _, roll := range rolls {
		if last := len(g.Tiebreaks) - 1; last < 0 || g.Tiebreaks[last].Added != roll.added {
			g.Tiebreaks = append(g.Tiebreaks, TieRow{Added: roll.added, Removed: roll.removed})
		}
		round := &g.Tiebreaks[len(g.Tiebreaks)-1]
		round.Rolls = append(round.Rolls, roll.TieRoll)
	}
	changes, err := readAll(r.ctx, r.tx, scanChange, `
		SELECT version, kind, at, n, before, after, patch FROM changes WHERE game_id = ? ORDER BY version`, g.ID)
	for _, c := range changes {
		g.History = append(g.History, ChangeRow{c.Version, c.Kind, formatTime(c.At), c.N, c.Before, c.After, c.Patch})
	}
	return err
}

func scanSeatRow(rows *sql.Rows) (s SeatRow, err error) {
	var card sql.RawBytes
	err = rows.Scan(&s.PlayerID, &s.Name, &s.LeftAfter, &card, &s.Total)
	if err == nil && card != nil {
		if err = json.Unmarshal(card, &s.Card); err != nil {
			err = fmt.Errorf("stored card: %w", err)
		}
	}
	return s, err
}

// Folded lists all games with what follows from their turns, for a table of
// results.
func (r *Reading) Folded() iter.Seq2[*Game, error] {
	ids := each(r, scanID, `SELECT g.id FROM games g ORDER BY g.created_at, g.id`)
	return func(yield func(*Game, error) bool) {
		for id, err := range ids {
			var game *Game
			if err == nil {
				game, err = r.store.readGame(r.ctx, r.tx, id)
			}
			if !yield(game, err) || err != nil {
				return
			}
		}
	}
}

// each reads a query row by row; while it does, others may run on the same
// transaction.
func each[T any](r *Reading, scan func(*sql.Rows) (T, error), query string, args ...any) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		rows, err := r.tx.QueryContext(r.ctx, query, args...)
		if err != nil {
			yield(none, err)
			return
		}
		defer rows.Close()
		for rows.Next() {
			row, err := scan(rows)
			if !yield(row, err) || err != nil {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(none, err)
		}
	}
}
