// Package db keeps real games in one SQLite file: who played, by which rules,
// and every turn as it was written. What turns are worth is never stored; a game
// is folded by package scoring each time it is read (docs/adr/0006). Writes go
// through one connection, one transaction each (docs/adr/0002).
package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"time"

	"segnapunti/scoring"
)

// Store is an open database file. It may be used from many goroutines.
type Store struct {
	// SQLite lets one connection write at a time: waiting for it in Go is fair
	// and ends with the request, waiting for it in SQLite is neither.
	writer  *sql.DB
	commits *committer
	// Readers never wait for the writer: in WAL each sees the file as it was
	// when its transaction began. They refuse to write.
	readers *sql.DB
	rules   ruleCache
}

// Open opens the file, creates it (with its folder, for the owner's eyes only)
// when there is none, brings its schema up to date and stores the catalog's rule
// sets. It refuses, and leaves as it is, what is not a database of segnapunti or
// was written by a newer one; and a rule set whose rules changed without its
// version, because stored games would be told apart from new ones by nothing.
func Open(ctx context.Context, path string, catalog *scoring.Catalog) (*Store, error) {
	s, err := open(ctx, path, catalog)
	if err != nil {
		return nil, fmt.Errorf("database %s: %w", path, explain(err))
	}
	return s, nil
}

func open(ctx context.Context, path string, catalog *scoring.Catalog) (*Store, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	if err := prepareFile(path); err != nil {
		return nil, err
	}
	s := &Store{}
	if s.writer, err = pool(path, 1, "_txlock", "immediate"); err != nil {
		return nil, err
	}
	if s.readers, err = pool(path, max(4, runtime.NumCPU()), "_query_only", "on"); err != nil {
		return nil, errors.Join(err, s.writer.Close())
	}
	s.commits = &committer{s.writer, make(chan struct{}, 1), make(chan *write)}
	err = migrate(ctx, s.writer)
	if err == nil {
		err = s.storeRules(ctx, catalog)
	}
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// pool opens so many connections at most, each with the pragmas of dataSource.
// They stay open: a pragma costs more than a query.
func pool(path string, size int, key, value string) (*sql.DB, error) {
	db, err := sql.Open("sqlite3", dataSource(path, key, value))
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(size)
	db.SetMaxIdleConns(size)
	return db, nil
}

// Close waits for what is running and folds the write-ahead log into the file,
// so that the one file is the whole database. The writer goes last: readers may
// not do that.
func (s *Store) Close() error {
	return errors.Join(s.readers.Close(), s.commits.close())
}

// Ping tells whether the file can be read now, for a readiness probe.
func (s *Store) Ping(ctx context.Context) error {
	return s.read(ctx, func(tx *sql.Tx) error {
		var n int
		return tx.QueryRowContext(ctx, `SELECT count(*) FROM rulesets`).Scan(&n)
	})
}

// read runs queries that all see the file at one moment.
func (s *Store) read(ctx context.Context, f func(*sql.Tx) error) error {
	return inTransaction(ctx, s.readers, f)
}

// queries is what reading needs of a transaction, of a connection or of a pool.
type queries interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// glance is read for the few rows that nearly every request begins with. It cannot
// be cut short: to watch a context costs more than the rows do, a goroutine for
// each statement.
func (s *Store) glance(ctx context.Context, f func(context.Context, queries) error) error {
	conn, err := s.readers.Conn(ctx)
	if err != nil {
		return translate(ctx, err)
	}
	defer conn.Close() // back to the pool
	short := context.WithoutCancel(ctx)
	if _, err := conn.ExecContext(short, `BEGIN`); err != nil {
		return translate(ctx, err)
	}
	defer conn.ExecContext(short, `ROLLBACK`) // nothing was written
	return translate(ctx, f(short, conn))
}

// inTransaction commits what f did, or undoes it when f fails or panics.
func inTransaction(ctx context.Context, pool *sql.DB, f func(*sql.Tx) error) error {
	tx, err := pool.BeginTx(ctx, nil)
	if err != nil {
		return translate(ctx, err)
	}
	defer tx.Rollback() // nothing after a commit
	if err := f(tx); err != nil {
		return translate(ctx, err)
	}
	return translate(ctx, tx.Commit())
}

// timeFormat is RFC 3339 of one width, so that text sorts as time does.
const timeFormat = "2006-01-02T15:04:05.000Z"

// instant is a time as the file keeps it, so that what a write answers is what
// the next read will.
func instant(t time.Time) time.Time { return t.UTC().Truncate(time.Millisecond) }

func formatTime(t time.Time) string { return t.UTC().Format(timeFormat) }

// formatOptional is nil for a time that isn't yet.
func formatOptional(t *time.Time) *string {
	if t == nil {
		return nil
	}
	return new(formatTime(*t))
}

// scanTime reads a time column; NULL leaves the zero time.
type scanTime struct{ time.Time }

// Scan takes the text of formatTime.
func (t *scanTime) Scan(value any) (err error) {
	switch text := value.(type) {
	case nil:
	case string:
		t.Time, err = time.Parse(timeFormat, text)
	default:
		err = fmt.Errorf("a time is stored as %T", value)
	}
	return err
}

// pointer is nil for a NULL column.
func (t scanTime) pointer() *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t.Time
}
