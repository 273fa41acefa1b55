package db_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/mattn/go-sqlite3"

	"segnapunti/db"
)

// group is writes that wait while the one writing connection is held by somebody
// else, so that the first leads and the others share its commit.
type group struct {
	*drawer
	conn    *sql.Conn
	commits atomic.Int32
	wg      sync.WaitGroup
	waiting int
}

func newGroup(t *testing.T) *group {
	t.Helper()
	d := open(t, newPath(t))
	writer, _ := d.Pools()
	g := &group{drawer: d}
	_, err := writer.Exec(`CREATE TABLE notes (n INTEGER PRIMARY KEY, on_game TEXT REFERENCES games (id) DEFERRABLE INITIALLY DEFERRED)`)
	check(t, err)
	g.conn, err = writer.Conn(t.Context())
	check(t, err)
	check(t, g.conn.Raw(func(conn any) error {
		conn.(*sqlite3.SQLiteConn).RegisterCommitHook(func() int {
			g.commits.Add(1)
			return 0
		})
		return nil
	}))
	t.Cleanup(func() { g.conn.Close() })
	return g
}

// add starts a write and returns when it waits. want looks at its outcome.
func (g *group) add(ctx context.Context, f func(*sql.Tx) error, want func(error) bool) {
	g.t.Helper()
	g.waiting++
	n := g.waiting
	g.wg.Go(func() {
		if err := g.Commit(ctx, f); !want(err) {
			g.t.Errorf("write %d: %v", n, err)
		}
	})
	for waitingWrites() < g.waiting {
		runtime.Gosched()
	}
}

// waitingWrites counts the goroutines that wait to write or for the connection.
func waitingWrites() (n int) {
	text := make([]byte, 4<<20)
	for one := range strings.SplitSeq(string(text[:runtime.Stack(text, true)]), "\n\n") {
		if strings.Contains(one, "db.(*committer).do") && strings.Contains(one, "[select") {
			n++
		}
	}
	return n
}

// release lets them write and returns what is stored.
func (g *group) release() (notes int) {
	g.t.Helper()
	check(g.t, g.conn.Close())
	g.wg.Wait()
	return g.rows("notes")
}

func note(n int) func(*sql.Tx) error {
	return func(tx *sql.Tx) error {
		_, err := tx.Exec(`INSERT INTO notes (n) VALUES (?)`, n)
		return err
	}
}

func succeeds(err error) bool { return err == nil }

func is(target error) func(error) bool {
	return func(err error) bool { return errors.Is(err, target) }
}

func unavailable(err error) bool { return errors.As(err, new(*db.Unavailable)) }

func TestWaitingWritesShareACommit(t *testing.T) {
	g := newGroup(t)
	for n := range 20 {
		g.add(t.Context(), note(n), succeeds)
	}
	if notes := g.release(); notes != 20 || g.commits.Load() != 1 {
		t.Errorf("%d of 20 written with %d commits", notes, g.commits.Load())
	}
	check(t, g.Commit(t.Context(), note(20))) // alone, it needs nobody
	if g.commits.Load() != 2 {
		t.Error(g.commits.Load())
	}
}

func TestAGroupIsNotEndless(t *testing.T) {
	g := newGroup(t)
	for n := range db.MaxGroup + 6 {
		g.add(t.Context(), note(n), succeeds)
	}
	if notes := g.release(); notes != db.MaxGroup+6 || g.commits.Load() != 2 {
		t.Errorf("%d written with %d commits", notes, g.commits.Load())
	}
}

func TestAFailedWriteUndoesOnlyItself(t *testing.T) {
	broken := errors.New("broken")
	ended, end := context.WithCancel(t.Context())
	after := func(f func(*sql.Tx) error, then func() error) func(*sql.Tx) error {
		return func(tx *sql.Tx) error {
			if err := f(tx); err != nil {
				return err
			}
			return then()
		}
	}
	for first := range 2 { // also when the one that fails leads
		g := newGroup(t)
		if first == 0 {
			g.add(t.Context(), note(0), succeeds)
		}
		g.add(t.Context(), after(note(1), func() error { return broken }), is(broken))
		g.add(t.Context(), note(2), succeeds)
		g.add(t.Context(), after(note(3), func() error { panic("oh") }), func(err error) bool {
			return err != nil && strings.Contains(err.Error(), "panic: oh") && strings.Contains(err.Error(), "commit_test.go")
		})
		g.add(t.Context(), note(2), func(err error) bool { return err != nil && strings.Contains(err.Error(), "UNIQUE") })
		g.add(ended, after(note(4), func() error { end(); return nil }), is(context.Canceled))
		g.add(t.Context(), note(5), succeeds)
		if notes := g.release(); notes != 3-first || g.commits.Load() != 1 {
			t.Errorf("%d written with %d commits", notes, g.commits.Load())
		}
		ended, end = context.WithCancel(t.Context())
	}
	end()
}

func TestNothingIsWrittenForWhoLeft(t *testing.T) {
	g := newGroup(t)
	ctx, cancel := context.WithCancel(t.Context())
	g.add(ctx, note(0), is(context.Canceled)) // it leads
	g.add(t.Context(), note(1), succeeds)
	g.add(ctx, note(2), is(context.Canceled))
	cancel()
	if notes := g.release(); notes != 1 {
		t.Errorf("%d written", notes)
	}
}

func TestAFailedCommitFailsAll(t *testing.T) {
	g := newGroup(t)
	refused := func(err error) bool { return err != nil && strings.Contains(err.Error(), "FOREIGN KEY") }
	g.add(t.Context(), note(0), refused)
	g.add(t.Context(), func(tx *sql.Tx) error { // found out only by the commit
		_, err := tx.Exec(`INSERT INTO notes VALUES (1, 'no such game')`)
		return err
	}, refused)
	g.add(t.Context(), note(2), refused)
	if notes := g.release(); notes != 0 {
		t.Errorf("%d written", notes)
	}
	check(t, g.Commit(t.Context(), note(3)))
}

// TestABrokenTransactionFailsAll: SQLite itself undoes the whole transaction when,
// for instance, the disk is full in the middle of a statement.
func TestABrokenTransactionFailsAll(t *testing.T) {
	g := newGroup(t)
	full := sqlite3.Error{Code: sqlite3.ErrFull}
	g.add(t.Context(), note(0), unavailable)
	g.add(t.Context(), func(tx *sql.Tx) error {
		_, err := tx.Exec(`ROLLBACK`)
		return errors.Join(err, full)
	}, unavailable)
	g.add(t.Context(), note(2), unavailable)
	if notes := g.release(); notes != 0 {
		t.Errorf("%d written", notes)
	}
	check(t, g.Commit(t.Context(), note(3)))
}

func TestWritesAfterCloseAreRefused(t *testing.T) {
	g := newGroup(t)
	check(t, g.conn.Close())
	check(t, g.Close())
	if err := g.Commit(t.Context(), note(0)); err == nil || !strings.Contains(err.Error(), "closed") {
		t.Error(err)
	}
	check(t, g.Close()) // twice is once
}

// TestCloseWaitsForWrites: who was told that a turn is written finds it.
func TestCloseWaitsForWrites(t *testing.T) {
	d := open(t, newPath(t))
	g := d.newGame("mini", "Anna")
	var wg sync.WaitGroup
	var created atomic.Int32
	begun := make(chan struct{}, 100)
	for i := range 100 {
		wg.Go(func() {
			defer func() { begun <- struct{}{} }()
			_, err := d.CreateGame(t.Context(), g, now, &db.Once{Key: fmt.Sprint(i), Fingerprint: "f"}, show)
			switch {
			case err == nil:
				created.Add(1)
			case !strings.Contains(err.Error(), "closed"):
				t.Error(err)
			}
		})
	}
	<-begun
	check(t, d.Close())
	wg.Wait()
	if d = open(t, d.path); d.rows("games") != int(created.Load()) {
		t.Errorf("%d games, %d of them answered", d.rows("games"), created.Load())
	}
}
