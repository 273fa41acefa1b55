package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"runtime"

	"github.com/mattn/go-sqlite3"
)

// Backup copies a database that other programs may be writing, as it is at one
// moment, to a single file for the owner's eyes only. The file is there whole or
// not at all. One that exists is replaced only with overwrite; otherwise the
// error is fs.ErrExist. The database is read, not migrated, so that it can be
// saved before a new version of the program touches it.
func Backup(ctx context.Context, path, file string, overwrite bool) error {
	source, _, err := openToRead(ctx, path)
	if err != nil {
		return fmt.Errorf("database %s: %w", path, err)
	}
	return errors.Join(backup(ctx, source, file, overwrite), source.Close())
}

// Backup is the function of the same name for a store that is open: opening the
// file once more from here and closing it would drop SQLite's locks, which POSIX
// keeps by process, not by file handle.
func (s *Store) Backup(ctx context.Context, file string, overwrite bool) error {
	return backup(ctx, s.readers, file, overwrite)
}

func backup(ctx context.Context, source *sql.DB, file string, overwrite bool) error {
	if err := tryBackup(ctx, source, file, overwrite); err != nil {
		return fmt.Errorf("backup %s: %w", file, err)
	}
	return nil
}

func tryBackup(ctx context.Context, source *sql.DB, file string, overwrite bool) error {
	file, err := filepath.Abs(file)
	if err != nil {
		return err
	}
	if err := mayWrite(ctx, source, file, overwrite); err != nil {
		return err
	}
	temp, err := emptyBeside(file)
	if err != nil {
		return err
	}
	defer discard(temp)
	if err := copyPages(ctx, source, temp); err != nil {
		return err
	}
	if err := seal(ctx, temp); err != nil {
		return err
	}
	return putInPlace(temp, file)
}

// openToRead opens a file of segnapunti, of this schema or an older one, and
// tells which. Nothing in it can be changed, not even its journal mode.
func openToRead(ctx context.Context, path string) (*sql.DB, int, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, 0, err
	}
	if err := present(path); err != nil {
		return nil, 0, err
	}
	source, err := openPlain(path, "_query_only", "on")
	if err != nil {
		return nil, 0, err
	}
	var version int
	err = inTransaction(ctx, source, func(tx *sql.Tx) (err error) {
		version, err = schemaVersion(ctx, tx)
		return err
	})
	if err == nil && version == 0 {
		err = errors.New("is empty")
	}
	if err != nil {
		return nil, 0, errors.Join(explain(err), source.Close())
	}
	return source, version, nil
}

// openPlain opens a file that must be there, in whatever journal mode it is.
func openPlain(path, key, value string) (*sql.DB, error) {
	return sql.Open("sqlite3", fileURI(path, url.Values{
		"mode": {"rw"}, "_busy_timeout": {"2000"}, "_synchronous": {"FULL"}, "_stmt_cache_size": {"64"}, key: {value},
	}))
}

// present refuses what is no file that could be read.
func present(path string) error {
	there, err := regular(os.Stat(path))
	if err == nil && !there {
		return errors.New("there is no such file")
	}
	return err
}

// mayWrite refuses a place where something is that the copy would destroy: the
// living database above all.
func mayWrite(ctx context.Context, source *sql.DB, file string, overwrite bool) error {
	var living string
	row := source.QueryRowContext(ctx, `SELECT file FROM pragma_database_list WHERE name = 'main'`)
	if err := row.Scan(&living); err != nil {
		return err
	}
	if isPartOf(file, living) {
		return errors.New("is the database itself")
	}
	there, err := regular(os.Lstat(file))
	if err == nil && there && !overwrite {
		return fs.ErrExist
	}
	return err
}

// isPartOf tells whether a file is a database or one of its helpers. It compares
// without opening: closing again would drop SQLite's locks.
func isPartOf(file, database string) bool {
	a, errA := os.Stat(file)
	b, errB := os.Stat(database)
	if errA == nil && errB == nil && os.SameFile(a, b) {
		return true
	}
	for _, suffix := range helperFiles {
		if file == database+suffix {
			return true
		}
	}
	return false
}

// helperFiles are what SQLite puts beside a database, by the end of their names.
var helperFiles = []string{"-wal", "-shm", "-journal"}

// emptyBeside makes an empty file on the disk where the real one shall be, since
// a rename reaches no further.
func emptyBeside(file string) (string, error) {
	temp, err := os.CreateTemp(filepath.Dir(file), ".segnapunti-*.part") // mode 0600
	if err != nil {
		return "", err
	}
	return temp.Name(), temp.Close()
}

// discard removes a temporary file, which is gone already when all went well.
func discard(temp string) {
	os.Remove(temp)
	for _, suffix := range helperFiles {
		os.Remove(temp + suffix)
	}
}

// copyPages copies a database to an empty file through SQLite's backup API. A
// transaction holds the moment that is copied, so that writers neither wait nor
// make the copy start anew.
func copyPages(ctx context.Context, source *sql.DB, file string) error {
	target, err := openPlain(file, "_journal_mode", "MEMORY") // of no use to anyone when it is cut short
	if err != nil {
		return err
	}
	defer target.Close()
	into, err := target.Conn(ctx)
	if err != nil {
		return err
	}
	defer into.Close()
	from, err := source.Conn(ctx)
	if err != nil {
		return err
	}
	defer from.Close()
	tx, err := from.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() // it only reads
	if err := tx.QueryRowContext(ctx, `SELECT count(*) FROM sqlite_schema`).Scan(new(int)); err != nil {
		return err
	}
	return into.Raw(func(to any) error {
		return from.Raw(func(from any) error {
			return stepThrough(ctx, to.(*sqlite3.SQLiteConn), from.(*sqlite3.SQLiteConn))
		})
	})
}

// pagesAtOnce are copied before anyone asks whether the copy is still wanted.
const pagesAtOnce = 256

func stepThrough(ctx context.Context, to, from *sqlite3.SQLiteConn) error {
	copying, err := to.Backup("main", from, "main")
	if err != nil {
		return err
	}
	for done := false; !done && err == nil; {
		if err = ctx.Err(); err == nil {
			done, err = copying.Step(pagesAtOnce)
		}
	}
	if finishErr := copying.Finish(); err == nil { // it says again what a step said
		err = finishErr
	}
	return err
}

// seal makes a copy stand for itself: no write-ahead log, so that it can be read
// from a disk that can't be written; looked through; on the disk.
func seal(ctx context.Context, file string) error {
	pool, err := openPlain(file, "_foreign_keys", "on")
	if err != nil {
		return err
	}
	var journal, verdict string
	err = pool.QueryRowContext(ctx, `PRAGMA journal_mode = DELETE`).Scan(&journal)
	if err == nil {
		err = pool.QueryRowContext(ctx, `PRAGMA quick_check(1)`).Scan(&verdict)
	}
	if err := errors.Join(err, pool.Close()); err != nil {
		return explain(err)
	}
	if journal != "delete" || verdict != "ok" {
		return fmt.Errorf("the copy is not sound, as the database may not be: journal %s, %s", journal, verdict)
	}
	return syncPath(file, os.O_RDWR)
}

// putInPlace gives a finished file its name. After a power cut the name leads to
// what it led to before, or to all of the new file.
func putInPlace(temp, file string) error {
	if err := os.Rename(temp, file); err != nil {
		return err
	}
	return syncFolderOf(file)
}

func syncPath(path string, flag int) error {
	file, err := os.OpenFile(path, flag, 0)
	if err != nil {
		return err
	}
	return errors.Join(file.Sync(), file.Close())
}

// syncFolderOf makes a new name last. Windows has no such thing to do.
func syncFolderOf(file string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	return syncPath(filepath.Dir(file), os.O_RDONLY)
}
