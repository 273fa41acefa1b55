package db

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"time"

	"segnapunti/scoring"
)

// ChangeKind says what a change did to its game.
type ChangeKind string

// The changes that can happen to a game so far.
const (
	Created   ChangeKind = "created"
	Played    ChangeKind = "played"
	Corrected ChangeKind = "corrected"
	TakenBack ChangeKind = "taken_back"
)

// Change is one write of a game: when and what, for a table that does not
// believe its sheet (B76). Who is not known.
type Change struct {
	Version int        `json:"version"` // of the game after it
	Kind    ChangeKind `json:"kind"`
	At      time.Time  `json:"at"`
	N       *int       `json:"n,omitempty"` // the turn it is about
	// Before and After are the turn with what it earned at that time. A later
	// correction of another turn may have changed that; the game itself knows.
	Before *scoring.PlayedTurn `json:"before,omitempty"`
	After  *scoring.PlayedTurn `json:"after,omitempty"`
	// Patch is what was asked for besides turns, as it was sent.
	Patch json.RawMessage `json:"patch,omitempty"`
	// Tiebreak is the extra round that was rolled, RemovedTiebreaks are those that
	// the change took out because another tie, or none, is left.
	Tiebreak         scoring.TieRound   `json:"tiebreak,omitempty"`
	RemovedTiebreaks []scoring.TieRound `json:"removed_tiebreaks,omitempty"`
}

// History lists every change of a game, the first one first.
func (s *Store) History(ctx context.Context, gameID string) (changes []Change, err error) {
	err = s.read(ctx, func(tx *sql.Tx) error {
		changes, err = readAll(ctx, tx, scanChange, `
			SELECT version, kind, at, n, before, after, patch FROM changes WHERE game_id = ? ORDER BY version`, gameID)
		if err == nil && len(changes) == 0 {
			return ErrNotFound // a game has its creation
		}
		if err != nil {
			return err
		}
		return tellTies(ctx, tx, gameID, changes)
	})
	return changes, err
}

func scanChange(rows *sql.Rows) (c Change, err error) {
	var at scanTime
	var before, after, patch []byte
	if err := rows.Scan(&c.Version, &c.Kind, &at, &c.N, &before, &after, &patch); err != nil {
		return c, err
	}
	c.At, c.Patch = at.Time, patch
	if c.Before, err = decodeTurn(before); err != nil {
		return c, err
	}
	c.After, err = decodeTurn(after)
	return c, err
}

func decodeTurn(text []byte) (turn *scoring.PlayedTurn, err error) {
	if text == nil {
		return nil, nil
	}
	if err := json.Unmarshal(text, &turn); err != nil {
		return nil, fmt.Errorf("stored change: %w", err)
	}
	return turn, nil
}

// record writes a change of the game as written.
func record(ctx context.Context, tx *sql.Tx, written *Game, kind ChangeKind, before, after *scoring.PlayedTurn) error {
	var n *int
	var texts [2]*string
	for i, turn := range []*scoring.PlayedTurn{before, after} {
		if turn == nil {
			continue
		}
		n = &turn.N
		text, err := json.Marshal(turn)
		if err != nil {
			return err
		}
		texts[i] = new(string(text))
	}
	_, err := tx.ExecContext(ctx, `
		INSERT INTO changes (game_id, version, kind, at, n, before, after) VALUES (?, ?, ?, ?, ?, ?, ?)`,
		written.ID, written.Version, kind, formatTime(written.UpdatedAt), n, texts[0], texts[1])
	return err
}

// readAll reads every row of a query.
func readAll[T any](
	ctx context.Context, tx queries, scan func(*sql.Rows) (T, error), query string, args ...any,
) (all []T, err error) {
	rows, err := tx.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		row, err := scan(rows)
		if err != nil {
			return nil, err
		}
		all = append(all, row)
	}
	return all, rows.Err()
}
