package db

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"slices"
	"testing"
	"time"

	"github.com/mattn/go-sqlite3"

	"segnapunti/scoring"
)

// PastGame is a game to be stored as if it had been played long ago.
type PastGame struct {
	GameSummary
	Play scoring.Game
}

// Bulk stores games with their history in one transaction, which is a thousand
// times faster than playing them. Seats name known players.
func (s *Store) Bulk(ctx context.Context, games []PastGame) error {
	return inTransaction(ctx, s.writer, func(tx *sql.Tx) error {
		for i := range games {
			g := &Game{GameSummary: games[i].GameSummary, Play: games[i].Play}
			g.settle()
			if err := bulkGame(ctx, tx, g); err != nil {
				return err
			}
		}
		return nil
	})
}

func bulkGame(ctx context.Context, tx *sql.Tx, g *Game) error {
	turns := g.Play.Turns()
	g.Version = 1
	if err := insertGame(ctx, tx, g); err != nil {
		return err
	}
	if err := insertSeats(ctx, tx, g, 0); err != nil {
		return err
	}
	if err := record(ctx, tx, g, Created, nil, nil); err != nil {
		return err
	}
	for i := range turns {
		g.Version++
		if err := insertTurn(ctx, tx, g.ID, &turns[i], g.CreatedAt); err != nil {
			return err
		}
		if err := record(ctx, tx, g, Played, nil, &turns[i]); err != nil {
			return err
		}
	}
	if _, err := tx.ExecContext(ctx, `UPDATE games SET version = ? WHERE id = ?`, g.Version, g.ID); err != nil {
		return err
	}
	return reindex(ctx, tx, g)
}

// Know stores players by their names and returns their ids.
func (s *Store) Know(ctx context.Context, people ...Player) (ids []string, err error) {
	err = inTransaction(ctx, s.writer, func(tx *sql.Tx) error {
		for _, p := range people {
			id, _, err := player(ctx, tx, p, time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC))
			if err != nil {
				return err
			}
			ids = append(ids, id)
		}
		return nil
	})
	return ids, err
}

// Rebuild writes the index of results anew.
func (s *Store) Rebuild(ctx context.Context) error {
	return inTransaction(ctx, s.writer, func(tx *sql.Tx) error { return s.rebuildResults(ctx, tx) })
}

// BucketWidth is that of the histogram of a maximum.
func BucketWidth(most int) int { return bucketWidth(most) }

// Spied is SQL with its values, as it was run.
type Spied struct {
	SQL  string
	Args []any
}

// Spy notes every query of the readers from now on.
func (s *Store) Spy(t testing.TB, path string) *[]Spied {
	t.Helper()
	spy := &spy{path: path}
	s.readers.Close()
	s.readers = sql.OpenDB(spy)
	return &spy.seen
}

type spy struct {
	path string
	seen []Spied
}

func (s *spy) Driver() driver.Driver { return &sqlite3.SQLiteDriver{} }

func (s *spy) Connect(context.Context) (driver.Conn, error) {
	conn, err := s.Driver().Open(dataSource(s.path, "_query_only", "on"))
	if err != nil {
		return nil, err
	}
	return &spiedConn{conn.(*sqlite3.SQLiteConn), s}, nil
}

type spiedConn struct {
	*sqlite3.SQLiteConn
	spy *spy
}

func (c *spiedConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	values := make([]any, len(args))
	for i, arg := range args {
		values[i] = arg.Value
	}
	c.spy.seen = append(slices.Clip(c.spy.seen), Spied{query, values})
	return c.SQLiteConn.QueryContext(ctx, query, args)
}
