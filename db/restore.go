package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/mattn/go-sqlite3"
)

// Restored says what a restore did.
type Restored struct {
	Kept  string // where the file that was there is now; empty when there was none
	Games int    // in the backup
}

// Restore puts a backup in the place of a database file. The backup is copied,
// brought up to date and checked first; only when it is sound, and no other
// program has the old file open, do the two change places. The old file is kept
// beside it, with its write-ahead log folded in. Whatever fails, the old file
// stays, and the backup is only read.
func Restore(ctx context.Context, path, file string, now time.Time) (Restored, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return Restored{}, err
	}
	temp, games, err := soundCopy(ctx, path, file)
	if err != nil {
		return Restored{}, fmt.Errorf("backup %s: %w", file, err)
	}
	defer discard(temp)
	kept, err := changePlaces(ctx, path, temp, now)
	if err != nil {
		return Restored{}, fmt.Errorf("database %s: %w", path, err)
	}
	return Restored{kept, games}, nil
}

// soundCopy makes what a backup is restored from: a checked copy of today's
// schema beside the database.
func soundCopy(ctx context.Context, path, file string) (temp string, games int, err error) {
	if isPartOf(file, path) {
		return "", 0, errors.New("is the database itself")
	}
	source, _, err := openToRead(ctx, file)
	if err != nil {
		return "", 0, err
	}
	defer source.Close()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return "", 0, err
	}
	if temp, err = emptyBeside(path); err != nil {
		return "", 0, err
	}
	if err = copyPages(ctx, source, temp); err == nil {
		games, err = makeSound(ctx, temp)
	}
	if err != nil {
		discard(temp)
		return "", 0, explain(err)
	}
	return temp, games, nil
}

// makeSound migrates a copy and refuses one that is not all well.
func makeSound(ctx context.Context, temp string) (games int, err error) {
	report, err := migrateAndCheck(ctx, temp)
	if err != nil {
		return 0, err
	}
	if found := report.Findings; len(found) > 0 {
		lines := []string{fmt.Sprintf("is damaged, %d findings", len(found))}
		for _, finding := range found[:min(len(found), 10)] {
			lines = append(lines, finding.String())
		}
		return 0, errors.New(strings.Join(lines, "\n  "))
	}
	return report.Games, seal(ctx, temp)
}

// changePlaces keeps the old file under another name and gives its own to temp,
// while no other program can open it.
func changePlaces(ctx context.Context, path, temp string, now time.Time) (kept string, err error) {
	switch _, err := os.Stat(path); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return "", err
	default:
		kept = path + ".before-restore-" + now.UTC().Format("20060102T150405Z")
	}
	release, err := holdAlone(ctx, path, kept != "")
	if err != nil {
		return "", err
	}
	defer release()
	return kept, exchange(path, kept, temp)
}

var errInUse = errors.New("is in use by another program; stop the service first")

// holdAlone folds the write-ahead log into a database and locks all others out
// until release. Only with nobody else connected does SQLite let a file leave WAL
// mode, which makes it the test of whether the service runs. And a service that
// starts now finds a file in another mode and place when the lock is gone:
// SQLite refuses to write to it. A file too damaged for SQLite can't be locked;
// nobody else can use it either.
func holdAlone(ctx context.Context, path string, exists bool) (release func(), err error) {
	if !exists {
		return func() {}, nil
	}
	pool, err := openPlain(path, "_txlock", "exclusive")
	if err != nil {
		return nil, err
	}
	conn, err := pool.Conn(ctx)
	if err == nil {
		err = lockOut(ctx, conn)
	}
	if err == nil {
		return func() { conn.Close(); pool.Close() }, nil
	}
	if conn != nil {
		err = errors.Join(err, conn.Close())
	}
	if err = errors.Join(err, pool.Close()); isDamaged(err) {
		return func() {}, nil
	}
	return nil, busyIsInUse(err)
}

// lockOut leaves the connection in an exclusive transaction that writes nothing.
func lockOut(ctx context.Context, conn *sql.Conn) error {
	var application, tables int
	err := conn.QueryRowContext(ctx, `SELECT application_id, (SELECT count(*) FROM sqlite_schema) FROM pragma_application_id`).
		Scan(&application, &tables)
	if err != nil {
		return err
	}
	if application != applicationID && (application != 0 || tables > 0) {
		return errors.New("is the database of another program; it was left as it is")
	}
	var journal string
	if err := conn.QueryRowContext(ctx, `PRAGMA journal_mode = DELETE`).Scan(&journal); err != nil {
		return err
	}
	if journal != "delete" {
		return errInUse
	}
	_, err = conn.ExecContext(ctx, `BEGIN EXCLUSIVE`)
	return err
}

func isDamaged(err error) bool {
	var fault sqlite3.Error
	return errors.As(err, &fault) && (fault.Code == sqlite3.ErrCorrupt || fault.Code == sqlite3.ErrNotADB)
}

func busyIsInUse(err error) error {
	var fault sqlite3.Error
	if errors.As(err, &fault) && (fault.Code == sqlite3.ErrBusy || fault.Code == sqlite3.ErrLocked) {
		return errInUse
	}
	return explain(err)
}

// exchange moves the old file, and any log that a damaged one still has, to kept
// and the new one to path. A log that stayed behind would be read as the new
// file's. The old file has two names until the new one takes over the first, so
// that a power cut leaves one or the other there.
func exchange(path, kept, temp string) (err error) {
	var undo []func() error
	defer func() {
		for i := len(undo) - 1; err != nil && i >= 0; i-- {
			err = errors.Join(err, undo[i]())
		}
	}()
	if kept != "" {
		back, err := keepOld(path, kept)
		if err != nil {
			return err
		}
		undo = append(undo, back)
	} else {
		kept = temp // a log without its file is worth nothing
	}
	for _, suffix := range helperFiles {
		from, to := path+suffix, kept+suffix
		if err := os.Rename(from, to); err == nil {
			undo = append(undo, func() error { return os.Rename(to, from) })
		} else if !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	if err := os.Rename(temp, path); err != nil {
		return err
	}
	undo = nil
	return syncFolderOf(path)
}

// keepOld gives the old file a second name, or another where a disk knows no
// second names. It never replaces what is there.
func keepOld(path, kept string) (undo func() error, err error) {
	if _, err := os.Lstat(kept); err == nil {
		return nil, fmt.Errorf("%s: %w", kept, fs.ErrExist)
	}
	if os.Link(path, kept) == nil {
		return func() error { return os.Remove(kept) }, nil
	}
	return func() error { return os.Rename(kept, path) }, os.Rename(path, kept)
}
