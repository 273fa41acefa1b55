package db

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"runtime/debug"
)

// maxGroup bounds a commit: the first write in it must not wait for ever more.
const maxGroup = 64

// committer lets writes that wait at the same time share a commit, which costs a
// sync to disk however much it carries. The first to come leads the others. A write
// that finds nobody is committed at once; none is delayed for company.
type committer struct {
	writer *sql.DB
	lead   chan struct{} // holds a token while somebody leads
	writes chan *write   // unbuffered: who has handed a write over gets its outcome
}

// write is one request's part of a commit.
type write struct {
	ctx  context.Context
	f    func(*sql.Tx) error
	done chan error
}

// close waits for what is running; what comes later finds a closed database.
func (c *committer) close() error {
	c.lead <- struct{}{}
	defer func() { <-c.lead }()
	return c.writer.Close()
}

// do returns when what f did is on disk; or when it is undone, because f failed or
// panicked or its request ended. f may run on another goroutine, while its caller
// waits here. Its statements must not be cut short by a context: SQLite would undo
// the others' writes as well.
func (c *committer) do(ctx context.Context, f func(*sql.Tx) error) error {
	w := &write{ctx: ctx, f: f, done: make(chan error, 1)}
	select {
	case c.lead <- struct{}{}:
		c.group(w)
	case c.writes <- w:
	case <-ctx.Done():
		return ctx.Err()
	}
	return translate(ctx, <-w.done)
}

// group runs a write and all that wait behind it, each within a savepoint of one
// transaction, commits once and answers all.
func (c *committer) group(first *write) {
	defer func() { <-c.lead }()
	conn, err := c.writer.Conn(first.ctx)
	if err != nil {
		first.done <- err // its request ended, and that is not the others' fault
		return
	}
	defer conn.Close() // back to the pool
	tx, err := conn.BeginTx(context.Background(), nil)
	if err == nil {
		defer tx.Rollback() // nothing after a commit
	}
	var written []*write
	for w, n := first, 1; w != nil; n++ {
		fault := err
		if err == nil {
			fault, err = w.part(tx)
		}
		if fault == nil {
			written = append(written, w)
		} else {
			w.done <- fault
		}
		w = nil
		if n < maxGroup {
			select {
			case w = <-c.writes:
			default: // nobody waits
			}
		}
	}
	if err == nil && len(written) > 0 {
		err = tx.Commit()
	}
	for _, w := range written {
		w.done <- err
	}
}

// part runs a write. fault is its own; broken means that the transaction is gone,
// as it may be after a full disk, and with it what the others wrote.
func (w *write) part(tx *sql.Tx) (fault, broken error) {
	if _, broken = tx.Exec(`SAVEPOINT part`); broken != nil {
		return broken, broken
	}
	if fault = w.try(tx); fault == nil {
		_, broken = tx.Exec(`RELEASE part`)
		return broken, broken
	}
	if _, err := tx.Exec(`ROLLBACK TO part; RELEASE part`); err != nil {
		broken = &Unavailable{fmt.Errorf("another write broke the transaction: %v", fault)}
	}
	return fault, broken
}

// try makes a panic the fault of the write that it is in.
func (w *write) try(tx *sql.Tx) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("panic: %v\n%s", cause, debug.Stack())
		}
	}()
	if err := w.ctx.Err(); err != nil {
		return err
	}
	return cmp.Or(w.f(tx), w.ctx.Err())
}
