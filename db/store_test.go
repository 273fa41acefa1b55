package db_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"segnapunti/db"
)

func TestOpenCreatesFolderAndFileForTheOwnerOnly(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "drawer", "games.db")
	d := open(t, path)
	check(t, d.Ping(t.Context()))
	for name, want := range map[string]os.FileMode{path: 0o600, path + "-wal": 0o600, filepath.Dir(path): 0o700} {
		info, err := os.Stat(name)
		check(t, err)
		if info.Mode().Perm() != want {
			t.Errorf("%s has mode %o, want %o", name, info.Mode().Perm(), want)
		}
	}
}

func TestEveryConnectionHasThePragmas(t *testing.T) {
	d := open(t, newPath(t))
	writer, readers := d.Pools()
	for name, pool := range map[string]*sql.DB{"writer": writer, "reader": readers} {
		want := "wal 2 1 5000 0"
		if name == "reader" {
			want = "wal 2 1 5000 1"
		}
		for i := range pool.Stats().MaxOpenConnections {
			conn, err := pool.Conn(t.Context()) // held, so that the next is another
			check(t, err)
			defer conn.Close()
			var journal string
			var synchronous, foreignKeys, timeout, queryOnly int
			check(t, conn.QueryRowContext(t.Context(), `
				SELECT * FROM pragma_journal_mode, pragma_synchronous, pragma_foreign_keys, pragma_busy_timeout, pragma_query_only`).
				Scan(&journal, &synchronous, &foreignKeys, &timeout, &queryOnly))
			if got := fmt.Sprint(journal, " ", synchronous, foreignKeys, timeout, queryOnly); got != want {
				t.Errorf("%s %d: %s, want %s", name, i, got, want)
			}
		}
	}
}

func TestEveryTableIsStrict(t *testing.T) {
	d := open(t, newPath(t))
	_, readers := d.Pools()
	var lax, tables int
	check(t, readers.QueryRow(`SELECT count(*), sum(NOT strict) FROM pragma_table_list
		WHERE schema = 'main' AND name NOT LIKE 'sqlite_%'`).Scan(&tables, &lax))
	if tables != 11 || lax != 0 {
		t.Errorf("%d tables, %d not strict", tables, lax)
	}
}

func TestOddNames(t *testing.T) {
	for _, name := range []string{
		"Spiele der Familie.db", "what?.db", "what?mode=memory", "100%.db", "%41.db", "#1.db", "a&b=c;d.db", "日本 'quoted\".db", "x:y.db",
	} {
		t.Run(name, func(t *testing.T) {
			folder := filepath.Join(t.TempDir(), name+" folder")
			d := open(t, filepath.Join(folder, name))
			d.create(d.newGame("mini", "Anna"))
			check(t, d.Close())
			files, err := os.ReadDir(folder)
			check(t, err)
			if len(files) != 1 || files[0].Name() != name {
				t.Errorf("the folder holds %v", files)
			}
		})
	}
}

func TestRelativePathSurvivesAChangeOfFolder(t *testing.T) {
	folder := t.TempDir()
	t.Chdir(folder)
	d := open(t, "games.db")
	t.Chdir(t.TempDir())
	_, readers := d.Pools()
	readers.SetMaxIdleConns(0) // so that the next read opens the file anew
	if items, _, err := d.Games(t.Context(), db.GameFilter{}); err != nil || len(items) != 0 {
		t.Fatal(items, err)
	}
	if _, err := os.Stat(filepath.Join(folder, "games.db")); err != nil {
		t.Error(err)
	}
}

// refused opens what cannot be opened and wants every word in the error, and
// the file as it was.
func refused(t *testing.T, path string, words ...string) {
	t.Helper()
	before, _ := os.ReadFile(path)
	s, err := db.Open(t.Context(), path, catalog(t, mini()))
	if err == nil {
		s.Close()
		t.Fatal("opened")
	}
	for _, word := range append(words, path) {
		if !strings.Contains(err.Error(), word) {
			t.Errorf("%q does not say %q", err, word)
		}
	}
	after, _ := os.ReadFile(path)
	if string(before) != string(after) {
		t.Error("the file was changed")
	}
	for _, leftover := range []string{"-wal", "-shm", "-journal"} {
		if _, err := os.Stat(path + leftover); err == nil {
			t.Errorf("left %s behind", leftover)
		}
	}
}

func TestRefusesWhatIsNoDatabase(t *testing.T) {
	folder := t.TempDir()
	refused(t, folder, "is a folder")
	refused(t, os.DevNull, "is not a regular file")
	refused(t, filepath.Join(folder, "a\x00b"), "invalid")

	for name, text := range map[string]string{
		"letter":     strings.Repeat("Dear Anna, we played on Sunday and you won. ", 300),
		"short":      "x",
		"impostor":   "SQLite format 3\x00 I am not",
		"just magic": "SQLite format 3\x00" + strings.Repeat("\x00", 4080),
	} {
		t.Run(name, func(t *testing.T) {
			path := newPath(t)
			check(t, os.WriteFile(path, []byte(text), 0o600))
			refused(t, path)
		})
	}
	file := newPath(t)
	check(t, os.WriteFile(file, nil, 0o600))
	refused(t, filepath.Join(file, "games.db"), "not a directory")
}

// rawFile makes a database with SQL of its own.
func rawFile(t *testing.T, path, statements string) {
	t.Helper()
	raw, err := sql.Open("sqlite3", path)
	check(t, err)
	_, err = raw.Exec(statements)
	check(t, err)
	check(t, raw.Close())
}

func TestRefusesTheDatabaseOfAnotherProgram(t *testing.T) {
	for name, statements := range map[string]string{
		"plain":             `CREATE TABLE recipes (name TEXT)`,
		"with a version":    `CREATE TABLE recipes (name TEXT); PRAGMA user_version = 1`,
		"with an id":        `CREATE TABLE recipes (name TEXT); PRAGMA application_id = 7`,
		"small pages":       `PRAGMA page_size = 512; CREATE TABLE recipes (name TEXT)`,
		"with an id, empty": `PRAGMA application_id = 7`,
	} {
		t.Run(name, func(t *testing.T) {
			path := newPath(t)
			rawFile(t, path, statements)
			refused(t, path, "another program")
		})
	}
}

func TestRefusesAFileOfANewerVersion(t *testing.T) {
	d := open(t, newPath(t))
	check(t, d.Close())
	rawFile(t, d.path, fmt.Sprintf(`PRAGMA user_version = %d`, db.SchemaVersion()+1))
	refused(t, d.path, "newer segnapunti", "update the program")
}

func TestRefusesANewerVersionThatIsOnlyInTheLog(t *testing.T) {
	d := open(t, newPath(t))
	writer, _ := d.Pools()
	_, err := writer.Exec(fmt.Sprintf(`PRAGMA user_version = %d`, db.SchemaVersion()+1))
	check(t, err)
	_, err = db.Open(t.Context(), d.path, catalog(t)) // d keeps the log open
	if err == nil || !strings.Contains(err.Error(), "newer segnapunti") {
		t.Error(err)
	}
}

func TestRefusesADamagedFile(t *testing.T) {
	d := open(t, newPath(t))
	check(t, d.Close())
	text, err := os.ReadFile(d.path)
	check(t, err)
	for i := 100; i < len(text); i++ {
		text[i] = 0xA5
	}
	check(t, os.WriteFile(d.path, text, 0o600))
	_, err = db.Open(t.Context(), d.path, catalog(t))
	if err == nil || !strings.Contains(err.Error(), "is damaged") {
		t.Error(err)
	}
}

func TestAnInterruptedFirstStartIsTakenUp(t *testing.T) {
	path := newPath(t)
	rawFile(t, path, `PRAGMA journal_mode = WAL`)
	open(t, path)
}

func TestStartsAtOnceOnANewFile(t *testing.T) {
	path := newPath(t)
	var wg sync.WaitGroup
	for range 6 {
		wg.Go(func() {
			s, err := db.Open(context.Background(), path, catalog(t, mini()))
			if err != nil {
				t.Error(err)
				return
			}
			t.Cleanup(func() { s.Close() })
		})
	}
	wg.Wait()
}

func TestOpenWithACancelledContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := db.Open(ctx, newPath(t), catalog(t)); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestClosedStoreIsNotReady(t *testing.T) {
	d := open(t, newPath(t))
	check(t, d.Close())
	if err := d.Ping(t.Context()); err == nil {
		t.Error("still ready")
	}
}

// TestAFullDisk limits the number of pages, which to SQLite is a full disk (B88).
func TestAFullDisk(t *testing.T) {
	d := open(t, newPath(t))
	game := d.create(d.newGame("mini", "Anna"))
	writer, _ := d.Pools()
	var pages int
	check(t, writer.QueryRow(`PRAGMA page_count`).Scan(&pages))
	_, err := writer.Exec(fmt.Sprintf(`PRAGMA max_page_count = %d`, pages))
	check(t, err)

	var unavailable *db.Unavailable
	big := d.newGame("mini", "Berta")
	big.Title = strings.Repeat("x", 100_000)
	if _, err = d.CreateGame(t.Context(), big, now, nil, show); !errors.As(err, &unavailable) {
		t.Fatalf("%T %v", err, err)
	}
	if d.rows("games") != 1 || d.rows("players") != 1 {
		t.Error("half a game was written")
	}
	_, err = writer.Exec(`PRAGMA max_page_count = 1000000`)
	check(t, err)
	d.play(game, paper(1, "ones", 0))
	d.create(big)
}

// TestWaitingForTheWriterEndsWithTheRequest holds the one writing connection.
func TestWaitingForTheWriterEndsWithTheRequest(t *testing.T) {
	d := open(t, newPath(t))
	writer, _ := d.Pools()
	conn, err := writer.Conn(t.Context())
	check(t, err)
	defer conn.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err = d.CreateGame(ctx, d.newGame("mini", "Anna"), now, nil, show); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
}
