package handlers

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
	"testing"

	"segnapunti/db"
)

// inLimitedProcess marks the process that has its file size limited: the limit
// holds for all of a process, and a test must not set it for the others.
const inLimitedProcess = "SEGNAPUNTI_TEST_FULL_DISK"

// disk is one that can be filled and emptied.
type disk struct {
	folder     string
	fill, free func(t *testing.T, database string)
}

func init() {
	lost = append(lost, struct {
		id   string
		test func(*testing.T)
	}{"B88", aFullDisk})
}

// aFullDisk fills the disk in the middle of a game.
func aFullDisk(t *testing.T) {
	t.Run("small disk", func(t *testing.T) {
		folder := t.TempDir()
		if err := syscall.Mount("tmpfs", folder, "tmpfs", 0, "size=16m"); err != nil {
			t.Skipf("no small disk can be mounted, the limit below must do: %v", err)
		}
		t.Cleanup(func() { syscall.Unmount(folder, 0) })
		playOnAFullDisk(t, disk{folder, fillDisk, emptyDisk})
	})
	t.Run("limit", func(t *testing.T) {
		if os.Getenv(inLimitedProcess) != "" {
			signal.Ignore(syscall.SIGXFSZ)
			playOnAFullDisk(t, disk{t.TempDir(), limitFiles, unlimitFiles})
			return
		}
		child := exec.Command(os.Args[0], "-test.run=^TestWhatOthersLost$/^B88$/^limit$", "-test.count=1", "-test.v")
		child.Env = append(os.Environ(), inLimitedProcess+"=1")
		if out, err := child.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
	})
}

func ballast(database string) string { return filepath.Join(filepath.Dir(database), "holiday photos") }

func fillDisk(t *testing.T, database string) {
	file, err := os.Create(ballast(database))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for err == nil {
		_, err = file.Write(make([]byte, 4096))
	}
	if !errors.Is(err, syscall.ENOSPC) {
		t.Fatal(err)
	}
}

func emptyDisk(t *testing.T, database string) {
	if err := os.Remove(ballast(database)); err != nil {
		t.Fatal(err)
	}
}

// limitFiles forbids the log to grow.
func limitFiles(t *testing.T, database string) {
	log, err := os.Stat(database + "-wal")
	if err != nil {
		t.Fatal(err)
	}
	setLimit(t, uint64(log.Size()))
}

func unlimitFiles(t *testing.T, _ string) { setLimit(t, 0) }

// setLimit sets how large files may get; 0 is as large as they may.
func setLimit(t *testing.T, size uint64) {
	var limit syscall.Rlimit
	err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &limit)
	if limit.Cur = size; size == 0 {
		limit.Cur = limit.Max
	}
	if err = errors.Join(err, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit)); err != nil {
		t.Fatal(err)
	}
}

func playOnAFullDisk(t *testing.T, d disk) {
	path := filepath.Join(d.folder, "test.db")
	c := openClient(t, path)
	evening := newEvening(c)
	evening.play(20)
	d.fill(t, path)
	got := evening.play(2000) // what has been set aside may suffice for a while
	if got.wantProblem(t, http.StatusServiceUnavailable, "unavailable"); got.Header.Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
	evening.compare() // and what is stored can be read
	evening.play(1).wantProblem(t, http.StatusServiceUnavailable, "unavailable")

	d.free(t, path)
	if got := evening.play(50); got.StatusCode != http.StatusCreated {
		t.Fatalf("with space again: %d %s", got.StatusCode, got.body)
	}
	evening.compare()
	if err := c.store.Close(); err != nil {
		t.Error(err)
	}
	if report, err := db.Check(t.Context(), path); err != nil || len(report.Findings) > 0 || report.Games != len(evening.turns) {
		t.Errorf("%v %+v", err, report)
	}
	evening.client = openClient(t, path)
	evening.compare()
}

// evening is games played one after the other.
type evening struct {
	*client
	paths []string
	turns map[string]int // by game: how many were answered
}

func newEvening(c *client) *evening { return &evening{client: c, turns: map[string]int{}} }

var eveningBoxes = []string{"ones", "twos", "threes", "fours", "fives", "sixes", "full_house", "chance"}

// play writes so many turns, but ends with the first answer that is none of
// success. What was refused is sent again the next time.
func (e *evening) play(turns int) (got answer) {
	e.t.Helper()
	for turns > 0 {
		n := len(e.paths)
		if n == 0 || e.turns[e.paths[n-1]] == len(eveningBoxes) {
			got = e.post("/v1/games", `{"ruleset":"yahtzee","players":["Anna"]}`, "Idempotency-Key", fmt.Sprint("game-", n))
			if got.StatusCode != http.StatusCreated {
				return got
			}
			e.paths = append(e.paths, got.Header.Get("Location"))
			continue
		}
		path := e.paths[n-1]
		box := eveningBoxes[e.turns[path]]
		got = e.post(path+"/turns", `{"seat":1,"category":"`+box+`","dice":[1,2,3,4,6]}`, "Idempotency-Key", path+box)
		if got.StatusCode != http.StatusCreated {
			return got
		}
		e.turns[path]++
		turns--
	}
	return got
}

// compare finds each turn that was answered once.
func (e *evening) compare() {
	e.t.Helper()
	for path, turns := range e.turns {
		g := e.game(path)
		if len(g.Turns) != turns || g.Version != turns+1 {
			e.t.Errorf("%s: %d turns and version %d, %d turns were answered", path, len(g.Turns), g.Version, turns)
		}
		for i, turn := range g.Turns {
			if turn.Category != eveningBoxes[i] {
				e.t.Errorf("%s: turn %d is %+v", path, i+1, turn)
			}
		}
	}
}
