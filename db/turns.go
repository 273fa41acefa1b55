package db

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"segnapunti/scoring"
)

// AddTurn stores the last turn of next, which is read.Play with one turn more.
// It compares the game with what was read and writes in one step: of two turns
// made from one reading the second is refused with ErrConflict, whatever box or
// seat it is for (B78, B80, B81).
func (s *Store) AddTurn(
	ctx context.Context, read *Game, next scoring.Game, now time.Time, once *Once, render Render,
) (Answer, error) {
	now = instant(now)
	return s.write(ctx, now, once, render, func(ctx context.Context, tx *sql.Tx) (*Game, error) {
		turn, err := lastOf(next, len(read.Play.Turns())+1)
		if err != nil {
			return nil, err
		}
		written, err := advance(ctx, tx, read, next, now)
		if err != nil {
			return nil, err
		}
		written.Times = append(slices.Clip(read.Times), now)
		if err := insertTurn(ctx, tx, read.ID, turn, now); err != nil {
			return nil, err
		}
		return written, record(ctx, tx, written, Played, nil, turn)
	})
}

// CorrectTurn stores turn n of next, which is read.Play replayed with that turn
// replaced; all else must be the same. The turn keeps the time at which it was
// first written, the history has the time of the correction.
func (s *Store) CorrectTurn(
	ctx context.Context, read *Game, n int, next scoring.Game, now time.Time, render Render,
) (Answer, error) {
	now = instant(now)
	return s.write(ctx, now, nil, render, func(ctx context.Context, tx *sql.Tx) (*Game, error) {
		turns := read.Play.Turns()
		if _, err := lastOf(next, len(turns)); err != nil || n < 1 || n > len(turns) {
			return nil, errors.Join(fmt.Errorf("turn %d of %d cannot be corrected", n, len(turns)), err)
		}
		written, err := advance(ctx, tx, read, next, now)
		if err != nil {
			return nil, err
		}
		before, after := turns[n-1], next.Turns()[n-1]
		if err := replaceTurn(ctx, tx, read.ID, &after); err != nil {
			return nil, err
		}
		return written, record(ctx, tx, written, Corrected, &before, &after)
	})
}

// TakeBack removes the last turn; next is read.Play without it. The history
// keeps it.
func (s *Store) TakeBack(ctx context.Context, read *Game, next scoring.Game, now time.Time, render Render) (Answer, error) {
	now = instant(now)
	return s.write(ctx, now, nil, render, func(ctx context.Context, tx *sql.Tx) (*Game, error) {
		turns := read.Play.Turns()
		if len(turns) == 0 || len(next.Turns()) != len(turns)-1 {
			return nil, fmt.Errorf("cannot take back from %d turns to %d", len(turns), len(next.Turns()))
		}
		written, err := advance(ctx, tx, read, next, now)
		if err != nil {
			return nil, err
		}
		last := turns[len(turns)-1]
		written.Times = slices.Clip(read.Times[:last.N-1])
		if _, err := tx.ExecContext(ctx, `DELETE FROM turns WHERE game_id = ? AND n = ?`, read.ID, last.N); err != nil {
			return nil, err
		}
		return written, record(ctx, tx, written, TakenBack, &last, nil)
	})
}

// lastOf returns the last turn of a game that must have n of them.
func lastOf(game scoring.Game, n int) (*scoring.PlayedTurn, error) {
	turns := game.Turns()
	if len(turns) != n || n == 0 {
		return nil, fmt.Errorf("a game of %d turns where %d are expected", len(turns), n)
	}
	return &turns[n-1], nil
}

// advance gives the game its next version and status, if it still is as it was
// read, and returns it as written.
func advance(ctx context.Context, tx *sql.Tx, read *Game, next scoring.Game, now time.Time) (*Game, error) {
	written := *read
	written.Play, written.UpdatedAt = next, now
	written.Version++
	written.settle()
	result, err := tx.ExecContext(ctx, `
		UPDATE games SET version = ?, status = ?, updated_at = ?, finished_at = ? WHERE id = ? AND version = ?`,
		written.Version, written.Status, formatTime(now), formatOptional(written.FinishedAt), read.ID, read.Version)
	if err != nil {
		return nil, err
	}
	changed, err := result.RowsAffected()
	switch {
	case err != nil:
		return nil, err
	case changed != 1:
		return nil, notAsRead(ctx, tx, read.ID)
	}
	return &written, follow(ctx, tx, read, &written)
}

// follow brings along what hangs on a game: extra rounds, its match, its results.
func follow(ctx context.Context, tx *sql.Tx, read, written *Game) error {
	if err := keepTies(ctx, tx, read, written); err != nil {
		return err
	}
	if err := touchMatch(ctx, tx, written); err != nil {
		return err
	}
	if read.FinishedAt == nil && written.FinishedAt == nil {
		return nil // it had no results and has none
	}
	return reindex(ctx, tx, written)
}

// settle derives the status from the turns. An abandoned game stays abandoned:
// that was somebody's word, not the turns'.
func (g *Game) settle() {
	switch {
	case g.Status == StatusAbandoned:
	case !g.Play.Over():
		g.Status, g.FinishedAt = StatusOpen, nil
	case g.Status != StatusFinished:
		g.Status, g.FinishedAt = StatusFinished, new(g.UpdatedAt)
	}
}

// notAsRead says why no row had the version that was read.
func notAsRead(ctx context.Context, tx *sql.Tx, id string) error {
	var version int
	err := tx.QueryRowContext(ctx, `SELECT version FROM games WHERE id = ?`, id).Scan(&version)
	if err != nil {
		return orNotFound(err)
	}
	return ErrConflict
}

func insertTurn(ctx context.Context, tx *sql.Tx, gameID string, turn *scoring.PlayedTurn, now time.Time) error {
	row, err := rowOf(turn)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `
		INSERT INTO turns (seat, category, column_no, dice, rolls, points, out_of_turn, game_id, n, at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, append(row, gameID, turn.N, formatTime(now))...)
	if lostRace(err) {
		return ErrConflict // the version has seen to that; the keys are the last line
	}
	return err
}

func replaceTurn(ctx context.Context, tx *sql.Tx, gameID string, turn *scoring.PlayedTurn) error {
	row, err := rowOf(turn)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `
		UPDATE turns SET seat = ?, category = ?, column_no = ?, dice = ?, rolls = ?, points = ?, out_of_turn = ?
		WHERE game_id = ? AND n = ?`, append(row, gameID, turn.N)...)
	return err
}

// rowOf is what is stored of a turn: what was written, not what it earned.
func rowOf(turn *scoring.PlayedTurn) ([]any, error) {
	var dice, rolls, points any
	if turn.Rolls > 0 {
		rolls = turn.Rolls
	}
	if turn.Dice != nil {
		text, err := json.Marshal(turn.Dice)
		if err != nil {
			return nil, err
		}
		dice = string(text)
	} else {
		points = turn.Points
	}
	return []any{turn.Seat, turn.Category, turn.Column, dice, rolls, points, turn.OutOfTurn}, nil
}

// turnColumns are what scanTurn reads, of turns t.
const turnColumns = `t.seat, t.category, t.column_no, t.dice, t.rolls, t.points, t.out_of_turn, t.at`

// storedTurn is a turn as it was written.
type storedTurn struct {
	scoring.Turn
	at time.Time
}

func scanTurn(rows *sql.Rows) (t storedTurn, err error) {
	err = t.scan(rows)
	return t, err
}

// scan reads turnColumns, after the columns before them.
func (t *storedTurn) scan(rows *sql.Rows, before ...any) error {
	var dice sql.RawBytes
	var rolls sql.NullInt64
	var at scanTime
	err := rows.Scan(append(before,
		&t.Seat, &t.Category, &t.Column, &dice, &rolls, &t.Points, &t.OutOfTurn, &at)...)
	if err != nil {
		return err
	}
	t.Rolls, t.at = int(rolls.Int64), at.Time
	if dice != nil {
		if err := json.Unmarshal(dice, &t.Dice); err != nil {
			return fmt.Errorf("stored dice: %w", err)
		}
	}
	return nil
}
