package db

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"time"

	"segnapunti/scoring"
)

// Tiebroken is an extra round among the tied winners of a game.
const Tiebroken ChangeKind = "tiebreak"

// AddTiebreak stores the last extra round of next, which is read.Play with one round
// more. As of two turns, of two rounds made from one reading one is refused.
func (s *Store) AddTiebreak(
	ctx context.Context, read *Game, next scoring.Game, now time.Time, once *Once, render Render,
) (Answer, error) {
	now = instant(now)
	return s.write(ctx, now, once, render, func(ctx context.Context, tx *sql.Tx) (*Game, error) {
		rounds := next.Tiebreaks()
		if len(rounds) != len(read.Play.Tiebreaks())+1 {
			return nil, fmt.Errorf("a game of %d extra rounds cannot have %d", len(read.Play.Tiebreaks()), len(rounds))
		}
		written, err := advance(ctx, tx, read, next, now)
		if err != nil {
			return nil, err
		}
		if err := insertRound(ctx, tx, written, rounds[len(rounds)-1]); err != nil {
			return nil, err
		}
		return written, record(ctx, tx, written, Tiebroken, nil, nil)
	})
}

func insertRound(ctx context.Context, tx *sql.Tx, written *Game, round scoring.TieRound) error {
	for _, roll := range round {
		dice, err := json.Marshal(roll.Dice)
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `INSERT INTO tiebreaks (game_id, added, seat, dice) VALUES (?, ?, ?, ?)`,
			written.ID, written.Version, roll.Seat, string(dice))
		if err != nil {
			return err
		}
	}
	return nil
}

// keepTies carries the extra rounds of a game over to its next version. Where the
// change made another tie of it, or none, they no longer belong to the game: they are
// taken out all together, and the history still has them.
func keepTies(ctx context.Context, tx *sql.Tx, read, written *Game) error {
	rounds := read.Play.Tiebreaks()
	if len(rounds) == 0 || len(written.Play.Tiebreaks()) > 0 {
		return nil
	}
	if play, err := written.Play.TiebreakAgain(rounds); err == nil {
		written.Play = play
		return nil
	}
	_, err := tx.ExecContext(ctx, `UPDATE tiebreaks SET removed = ? WHERE game_id = ? AND removed IS NULL`, written.Version, written.ID)
	return err
}

// tieRow is one roll of an extra round.
type tieRow struct {
	scoring.TieRoll
	added   int  // version of the game that the round made
	removed *int // version of the change that took it out
}

func scanTie(rows *sql.Rows) (t tieRow, err error) {
	var dice sql.RawBytes
	if err := rows.Scan(&t.added, &t.removed, &t.Seat, &dice); err != nil {
		return t, err
	}
	if err := json.Unmarshal(dice, &t.Dice); err != nil {
		return t, fmt.Errorf("stored dice: %w", err)
	}
	return t, nil
}

// readTies reads all rolls of a game that ever counted, round by round.
func readTies(ctx context.Context, tx queries, gameID string) ([]tieRow, error) {
	return readAll(ctx, tx, scanTie, `
		SELECT added, removed, seat, dice FROM tiebreaks WHERE game_id = ? ORDER BY added, seat`, gameID)
}

// roundsOf makes rounds of the rolls that keep lets through.
func roundsOf(rolls []tieRow, keep func(*tieRow) bool) (rounds []scoring.TieRound) {
	last := 0
	for i := range rolls {
		roll := &rolls[i]
		if !keep(roll) {
			continue
		}
		if roll.added != last {
			rounds = append(rounds, nil)
			last = roll.added
		}
		rounds[len(rounds)-1] = append(rounds[len(rounds)-1], roll.TieRoll)
	}
	return rounds
}

// foldTies rolls the extra rounds of a stored game again.
func foldTies(ctx context.Context, tx queries, g *Game) error {
	if g.Status != StatusFinished {
		return nil // most games are read while they are played
	}
	rolls, err := readTies(ctx, tx, g.ID)
	if err != nil || len(rolls) == 0 {
		return err
	}
	rounds := roundsOf(rolls, func(t *tieRow) bool { return t.removed == nil })
	if g.Play, err = g.Play.TiebreakAgain(rounds); err != nil {
		return fmt.Errorf("stored game %s, tiebreak: %v", g.ID, err) // no fault of the request
	}
	return nil
}

// tellTies tells the changes of a game which extra round each brought or took out.
func tellTies(ctx context.Context, tx *sql.Tx, gameID string, changes []Change) error {
	rolls, err := readTies(ctx, tx, gameID)
	if err != nil || len(rolls) == 0 {
		return err
	}
	for i := range changes {
		c := &changes[i]
		if brought := roundsOf(rolls, func(t *tieRow) bool { return t.added == c.Version }); brought != nil {
			c.Tiebreak = brought[0]
		}
		c.RemovedTiebreaks = roundsOf(rolls, func(t *tieRow) bool { return t.removed != nil && *t.removed == c.Version })
	}
	return nil
}
