package db

import (
	"context"
	"database/sql"
	"slices"
	"time"
)

// Patched is a change of a game that is none of its turns.
const Patched ChangeKind = "patched"

// GamePatch changes what is not nil or empty. The caller has seen to it that the
// game allows it.
type GamePatch struct {
	Title    *string
	PlayedOn *string
	Status   *Status        // StatusAbandoned, or StatusOpen to go on
	Order    []int          // the seats in their new order, before the first turn
	Rename   map[int]Player // by seat
	Left     map[int]bool   // by seat: true leaves, false comes back
	Add      []Player       // after the last seat
	Text     []byte         // the patch as asked for, JSON, for the history
}

// PatchGame changes a game, if it still is as it was read. Errors: ErrConflict,
// *SamePersonError.
func (s *Store) PatchGame(ctx context.Context, read *Game, p GamePatch, now time.Time, render Render) (Answer, error) {
	now = instant(now)
	return s.write(ctx, now, nil, render, func(ctx context.Context, tx *sql.Tx) (*Game, error) {
		patched := *read
		patched.Seats = slices.Clone(read.Seats)
		if err := p.apply(ctx, tx, &patched, now); err != nil {
			return nil, err
		}
		play, _, err := patched.Rules.ReplayOf(seatsOf(patched.Seats), read.Play.Handed())
		if err != nil {
			return nil, err
		}
		written, err := advance(ctx, tx, &patched, play, now)
		if err != nil {
			return nil, err
		}
		if err := p.store(ctx, tx, written); err != nil {
			return nil, err
		}
		return written, recordPatch(ctx, tx, written, p.Text)
	})
}

// apply makes the game as it will be, except what follows from its turns.
func (p *GamePatch) apply(ctx context.Context, tx *sql.Tx, g *Game, now time.Time) error {
	if p.Title != nil {
		g.Title = *p.Title
	}
	if p.PlayedOn != nil {
		g.PlayedOn = *p.PlayedOn
	}
	if p.Status != nil {
		g.Status = *p.Status
	}
	for seat, left := range p.Left {
		g.Seats[seat-1].LeftAfter = nil
		if left {
			g.Seats[seat-1].LeftAfter = new(len(g.Play.Turns()))
		}
	}
	if err := p.people(ctx, tx, g, now); err != nil {
		return err
	}
	if p.Order != nil {
		old := slices.Clone(g.Seats)
		for i, seat := range p.Order {
			g.Seats[i] = old[seat-1]
			g.Seats[i].Seat = i + 1
		}
	}
	return nil
}

// people changes who sits: other names on seats, and new players.
func (p *GamePatch) people(ctx context.Context, tx *sql.Tx, g *Game, now time.Time) error {
	for i := range g.Seats {
		name, ok := p.Rename[i+1]
		if !ok {
			continue
		}
		seat, err := newSeat(ctx, tx, i+1, name, now)
		if err != nil {
			return err
		}
		seat.Seating = g.Seats[i].Seating
		g.Seats[i] = seat
	}
	for _, player := range p.Add {
		seat, err := newSeat(ctx, tx, len(g.Seats)+1, player, now)
		if err != nil {
			return err
		}
		g.Seats = append(g.Seats, seat)
	}
	return nobodyTwice(g.Seats)
}

// store writes what advance doesn't. Seats are written anew where turns don't
// hold them; a table in mid-game keeps its seats and changes them one by one.
func (p *GamePatch) store(ctx context.Context, tx *sql.Tx, g *Game) error {
	_, err := tx.ExecContext(ctx, `UPDATE games SET title = ?, played_on = ? WHERE id = ?`, g.Title, g.PlayedOn, g.ID)
	if err != nil {
		return err
	}
	if len(g.Play.Turns()) == 0 {
		if _, err := tx.ExecContext(ctx, `DELETE FROM seats WHERE game_id = ?`, g.ID); err != nil {
			return err
		}
		return insertSeats(ctx, tx, g, 0)
	}
	old := len(g.Seats) - len(p.Add)
	for i := range g.Seats[:old] {
		seat := &g.Seats[i]
		_, err := tx.ExecContext(ctx, `UPDATE seats SET player_id = ?, name = ?, left_after = ? WHERE game_id = ? AND seat = ?`,
			seat.Player, seat.Name, seat.LeftAfter, g.ID, seat.Seat)
		if err != nil {
			return err
		}
	}
	return insertSeats(ctx, tx, g, old)
}

func insertSeats(ctx context.Context, tx *sql.Tx, g *Game, from int) error {
	for i := from; i < len(g.Seats); i++ {
		if err := insertSeat(ctx, tx, g.ID, &g.Seats[i]); err != nil {
			return err
		}
	}
	return nil
}

func recordPatch(ctx context.Context, tx *sql.Tx, written *Game, text []byte) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO changes (game_id, version, kind, at, patch) VALUES (?, ?, ?, ?, ?)`,
		written.ID, written.Version, Patched, formatTime(written.UpdatedAt), string(text))
	return err
}

// MayJoin tells whether nobody has played twice, so that a new player misses no
// turn.
func (g *Game) MayJoin() bool {
	for seat := range g.Seats {
		if len(g.Play.Card(seat+1).Written()) > 1 {
			return false
		}
	}
	return !g.Play.Paper() && !g.Play.Over()
}
