// Package bare is what the store's durable writes are measured against: the same
// rows, committed by bare go-sqlite3 in one loop, with nothing decoded, read,
// folded or checked. Only benchmarks import it; it is here because SQL has no
// other home.
package bare

import (
	"context"
	"database/sql"
	"errors"
	"net/url"
	"path/filepath"
	"strings"

	_ "github.com/mattn/go-sqlite3" // the driver
)

// File is a copy of a store's file that lags behind it: Take reads the turns
// that it has not got, Commit writes them.
type File struct {
	store string
	db    *sql.DB
	turns []transaction
}

// transaction is the statements of one turn with their values.
type transaction []statement

type statement struct {
	query string
	args  []any
}

// New copies the store at a path into a folder and opens the copy with the
// store's pragmas. No turn shall be in it yet.
func New(ctx context.Context, store, folder string) (*File, error) {
	path := filepath.Join(folder, "floor.db")
	source, err := sql.Open("sqlite3", store)
	if err != nil {
		return nil, err
	}
	_, err = source.ExecContext(ctx, `VACUUM INTO ?`, path)
	if err = errors.Join(err, source.Close()); err != nil {
		return nil, err
	}
	uri := url.URL{Scheme: "file", Path: filepath.ToSlash(path), RawQuery: "_busy_timeout=5000&_foreign_keys=on" +
		"&_journal_mode=WAL&_synchronous=FULL&_stmt_cache_size=64&_txlock=immediate"}
	db, err := sql.Open("sqlite3", uri.String())
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	return &File{store: store, db: db}, nil
}

// Close closes the copy.
func (f *File) Close() error { return f.db.Close() }

// copied are the tables whose rows a new game brings along, parents first.
var copied = []string{"players", "games", "seats"}

// Take copies the games that the store has and this file has not, and notes the
// rows of their turns. It returns how many turns Commit will write.
func (f *File) Take(ctx context.Context) (int, error) {
	if _, err := f.db.ExecContext(ctx, `ATTACH ? AS store`, f.store); err != nil {
		return 0, err
	}
	err := f.take(ctx)
	_, detached := f.db.ExecContext(ctx, `DETACH store`) // or else each commit would lock it
	return len(f.turns), errors.Join(err, detached)
}

func (f *File) take(ctx context.Context) error {
	for _, table := range copied {
		if _, err := f.db.ExecContext(ctx, `INSERT OR IGNORE INTO main.`+table+` SELECT * FROM store.`+table); err != nil {
			return err
		}
	}
	f.turns = nil
	for _, table := range []string{
		`turns WHERE (game_id, n) NOT IN (SELECT game_id, n FROM main.turns) ORDER BY n, game_id`,
		`changes WHERE n IS NOT NULL AND (game_id, n) NOT IN (SELECT game_id, n FROM main.changes) ORDER BY n, game_id`,
		`idempotency WHERE key NOT IN (SELECT key FROM main.idempotency) ORDER BY rowid`,
	} {
		if err := f.note(ctx, table); err != nil {
			return err
		}
	}
	for i, t := range f.turns {
		game, n, at := t[0].args[0], t[0].args[1], t[0].args[len(t[0].args)-1]
		f.turns[i] = append(t, statement{`UPDATE games SET version = ?, updated_at = ? WHERE id = ?`, []any{n, at, game}})
	}
	return nil
}

// note adds the i-th row of a table to the i-th turn.
func (f *File) note(ctx context.Context, table string) error {
	rows, err := f.db.QueryContext(ctx, `SELECT * FROM store.`+table)
	if err != nil {
		return err
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return err
	}
	name, _, _ := strings.Cut(table, " ")
	query := `INSERT INTO main.` + name + ` VALUES (?` + strings.Repeat(`, ?`, len(columns)-1) + `)`
	for i := 0; rows.Next(); i++ {
		values, into := make([]any, len(columns)), make([]any, len(columns))
		for c := range values {
			into[c] = &values[c]
		}
		if err := rows.Scan(into...); err != nil {
			return err
		}
		if i == len(f.turns) {
			f.turns = append(f.turns, nil)
		}
		f.turns[i] = append(f.turns[i], statement{query, values})
	}
	return rows.Err()
}

// Commit writes the turns that were taken, one transaction each.
func (f *File) Commit(ctx context.Context) error {
	for _, turn := range f.turns {
		tx, err := f.db.BeginTx(ctx, nil)
		if err != nil {
			return err
		}
		for _, s := range turn {
			if _, err := tx.ExecContext(ctx, s.query, s.args...); err != nil {
				return errors.Join(err, tx.Rollback())
			}
		}
		if err := tx.Commit(); err != nil {
			return err
		}
	}
	return nil
}
