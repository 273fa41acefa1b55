package db_test

import (
	"bufio"
	"database/sql"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"segnapunti/db"
)

// TestAFullDiskFailsTheGroup: SQLite undoes the whole transaction when one write
// finds no room, so that all in it are told; repeated, those that fit are written
// (B88).
func TestAFullDiskFailsTheGroup(t *testing.T) {
	g := newGroup(t)
	var pages int
	check(t, g.conn.QueryRowContext(t.Context(), `PRAGMA page_count`).Scan(&pages))
	_, err := g.conn.ExecContext(t.Context(), fmt.Sprintf(`PRAGMA max_page_count = %d`, pages+2))
	check(t, err)
	large := func(tx *sql.Tx) error {
		_, err := tx.Exec(`INSERT INTO notes VALUES (100, ?)`, strings.Repeat("x", 100_000))
		return err
	}
	g.add(t.Context(), note(1), unavailable)
	g.add(t.Context(), large, unavailable)
	g.add(t.Context(), note(2), unavailable)
	if notes := g.release(); notes != 0 {
		t.Errorf("%d written", notes)
	}
	for n := range 3 {
		check(t, g.Commit(t.Context(), note(n)))
	}
}

// lockedFile is the environment variable that makes TestHoldTheLock another
// program that writes to this file.
const lockedFile = "SEGNAPUNTI_TEST_LOCKED_FILE"

// TestHoldTheLock is no test but the other program of TestLockedByAnotherProgram.
func TestHoldTheLock(t *testing.T) {
	path := os.Getenv(lockedFile)
	if path == "" {
		t.Skip("not the other program")
	}
	raw, err := sql.Open("sqlite3", "file:"+path+"?_txlock=exclusive")
	check(t, err)
	_, err = raw.Begin()
	check(t, err)
	fmt.Println("locked")
	bufio.NewReader(os.Stdin).ReadByte() // until it is killed
}

func TestLockedByAnotherProgram(t *testing.T) {
	t.Cleanup(db.SetBusyTimeout(100 * time.Millisecond))
	d := open(t, newPath(t))
	game := d.create(d.newGame("mini", "Anna"))
	other := exec.Command(os.Args[0], "-test.run=^TestHoldTheLock$")
	other.Env = append(os.Environ(), lockedFile+"="+d.path)
	_, err := other.StdinPipe()
	check(t, err)
	out, err := other.StdoutPipe()
	check(t, err)
	check(t, other.Start())
	t.Cleanup(func() { other.Process.Kill() })
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "locked\n" {
		t.Fatal(line, err)
	}

	next, err := game.Play.Play(paper(1, "ones", 0))
	check(t, err)
	if _, err = d.AddTurn(t.Context(), game, next, now, nil, show); !unavailable(err) || !strings.Contains(err.Error(), "locked") {
		t.Errorf("%T %v", err, err)
	}
	d.game(game.ID) // readers don't wait
	if _, err := db.Open(t.Context(), d.path, catalog(t)); err == nil || !strings.Contains(err.Error(), "in use by another program") {
		t.Error(err)
	}
	check(t, other.Process.Kill())
	other.Wait()
	d.play(game, paper(1, "ones", 0)) // the lock ends with who held it
}
