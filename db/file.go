package db

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/mattn/go-sqlite3"
)

// applicationID marks a file as ours; migration 1 writes it.
const applicationID = 0x53474E50 // "SGNP"

// busyTimeout is how long a write waits while another program writes.
var busyTimeout = 5 * time.Second

// dataSource is the connection string of a file. The pragmas stand in it because
// run as statements they would reach one connection of the pool.
func dataSource(path, key, value string) string {
	return fileURI(path, url.Values{
		"_busy_timeout":    {strconv.FormatInt(busyTimeout.Milliseconds(), 10)},
		"_foreign_keys":    {"on"},
		"_journal_mode":    {"WAL"},
		"_synchronous":     {"FULL"}, // what was answered survives a power cut
		"_stmt_cache_size": {"64"},
		key:                {value},
	})
}

// fileURI names a file for SQLite. Whatever the name is made of, the URI carries
// it: a bare path with a "?" would end there.
func fileURI(path string, query url.Values) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path // a drive letter
	}
	uri := url.URL{Scheme: "file", Path: path, RawQuery: query.Encode()}
	return uri.String()
}

// prepareFile creates the file, or looks at the one that is there before SQLite
// does, which would change a foreign file's journal mode just by opening it.
func prepareFile(path string) error {
	switch there, err := regular(os.Stat(path)); {
	case err != nil:
		return err
	case !there:
		return createFile(path)
	}
	return checkFile(path)
}

// regular tells whether a file is there, and refuses what is something else.
func regular(info os.FileInfo, err error) (there bool, _ error) {
	switch {
	case errors.Is(err, os.ErrNotExist):
		return false, nil
	case err != nil:
		return false, err
	case info.IsDir():
		return true, errors.New("is a folder; name a file in it")
	case !info.Mode().IsRegular():
		return true, errors.New("is not a regular file")
	}
	return true, nil
}

func createFile(path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fmt.Errorf("cannot create its folder: %w", err)
	}
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return fmt.Errorf("cannot be created: %w", err)
	}
	return file.Close()
}

// checkFile reads the header: https://www.sqlite.org/fileformat.html#the_database_header
func checkFile(path string) error {
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return fmt.Errorf("cannot be opened for writing: %w", err)
	}
	defer file.Close()
	header := make([]byte, 100)
	if n, err := io.ReadFull(file, header); n == 0 && errors.Is(err, io.EOF) {
		return nil // empty: created, but nothing written yet
	} else if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return err
	}
	if string(header[:16]) != "SQLite format 3\x00" {
		return errNotADatabase
	}
	field := func(offset int) int { return int(int32(binary.BigEndian.Uint32(header[offset:]))) }
	pages, version, application := field(28), field(60), field(68)
	return checkIdentity(application, version, pages <= 1)
}

var errNotADatabase = errors.New("is not a database; it was left as it is")

// checkIdentity refuses a file that belongs to another program or to a newer
// version of this one. An empty database belongs to nobody yet: the first start
// may have been cut short.
func checkIdentity(application, version int, empty bool) error {
	known := len(migrations)
	switch {
	case application == 0 && version == 0 && empty:
		return nil
	case application != applicationID:
		return errors.New("is the database of another program; it was left as it is")
	case version > known:
		return fmt.Errorf("was written by a newer segnapunti (schema %d, this one knows %d); update the program", version, known)
	}
	return nil
}

// explain says in the user's terms what SQLite's code means for opening a file.
func explain(err error) error {
	var fault sqlite3.Error
	if !errors.As(err, &fault) {
		return err
	}
	switch fault.Code {
	case sqlite3.ErrNotADB:
		return errNotADatabase
	case sqlite3.ErrCorrupt:
		return fmt.Errorf("is damaged: %w", fault)
	case sqlite3.ErrCantOpen, sqlite3.ErrReadonly, sqlite3.ErrPerm:
		return fmt.Errorf("cannot be written; the file and its folder must be writable: %w", fault)
	case sqlite3.ErrBusy, sqlite3.ErrLocked:
		return fmt.Errorf("is in use by another program: %w", fault)
	}
	return err
}
