package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/mattn/go-sqlite3"
)

// What a caller can do something about. All else is a fault of the program or
// of the file.
var (
	// ErrNotFound: no game has this id.
	ErrNotFound = errors.New("not found")
	// ErrConflict: another write changed the game since it was read. Nothing was
	// written; read again.
	ErrConflict = errors.New("the game was changed since it was read")
	// ErrKeyReused: the idempotency key was sent before, with another request.
	ErrKeyReused = errors.New("the idempotency key belongs to another request")
	// ErrBadCursor: the cursor is none that Games gave out.
	ErrBadCursor = errors.New("not a cursor of this list")
)

// Unavailable says that the file cannot be used at the moment: locked too long,
// disk full, read error, not writable. The same call may work later; nothing was
// written, but for a disk that failed in the very commit, which the idempotency
// key finds out.
type Unavailable struct{ Cause error }

// Error keeps SQLite's words, which are for the log.
func (u *Unavailable) Error() string { return "the database is unavailable: " + u.Cause.Error() }

// Unwrap gives SQLite's error, for its code.
func (u *Unavailable) Unwrap() error { return u.Cause }

// translate turns an error of SQLite into one of the above where one fits.
func translate(ctx context.Context, err error) error {
	var fault sqlite3.Error
	if !errors.As(err, &fault) || errors.As(err, new(*Unavailable)) {
		return err
	}
	switch fault.Code {
	case sqlite3.ErrInterrupt:
		if ctx.Err() != nil {
			return ctx.Err()
		}
	case sqlite3.ErrBusy, sqlite3.ErrLocked, sqlite3.ErrFull, sqlite3.ErrIoErr,
		sqlite3.ErrReadonly, sqlite3.ErrCantOpen, sqlite3.ErrProtocol, sqlite3.ErrNomem:
		return &Unavailable{err}
	case sqlite3.ErrCorrupt, sqlite3.ErrNotADB:
		return fmt.Errorf("the database is damaged, a backup is needed: %w", err)
	}
	return err
}

// lostRace tells that a unique key refused a row: another write was faster.
func lostRace(err error) bool {
	var fault sqlite3.Error
	return errors.As(err, &fault) &&
		(fault.ExtendedCode == sqlite3.ErrConstraintUnique || fault.ExtendedCode == sqlite3.ErrConstraintPrimaryKey)
}

// orNotFound names the error of a row that is not there.
func orNotFound(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return ErrNotFound
	}
	return err
}
