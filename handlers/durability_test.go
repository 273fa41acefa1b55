package handlers

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"segnapunti/db"
)

// lost are faults that users of other score keepers reported, by their number. A
// file of one system's tests may add to them.
var lost = []struct {
	id   string
	test func(*testing.T)
}{
	{"B78", twoActionsAtOnce},
	{"B80", TestTwentyRetriesOneTurn},
	{"B81", TestTwentyPhonesOneTurn},
	{"B84", TestTwentyRetriesOneGame},
	{"B85", afterSleep},
	{"B86", anotherBrowser},
}

func TestWhatOthersLost(t *testing.T) {
	for _, row := range lost {
		t.Run(row.id, row.test)
	}
}

// twoActionsAtOnce: of two turns that are one, the other is told.
func twoActionsAtOnce(t *testing.T) {
	c := newClient(t)
	path := c.start("yahtzee", "Anna", "Ben")
	boxes := []string{"ones", "chance"}
	bodies := inParallel(func(i int) answer {
		return c.post(path+"/turns", `{"seat":1,"category":"`+boxes[i%2]+`","dice":[1,1,1,1,2]}`)
	})
	if len(bodies[201]) != 1 || len(bodies[409]) != 19 {
		t.Errorf("%v", bodies)
	}
	g := c.game(path)
	if len(g.Turns) != 1 || g.NextSeat == nil || *g.NextSeat != 2 {
		t.Fatalf("%+v", g)
	}
	c.play(path, 2, "twos", 2, 2, 1, 1, 1) // somebody is to move
}

// afterSleep: the game is the same for a service that was started anew.
func afterSleep(t *testing.T) {
	c := newClient(t)
	path := c.start("yahtzee", "Anna", "Ben")
	c.play(path, 1, "ones", 1, 1, 1, 1, 2)
	before := c.get(path).want(t, 200, nil)
	c.store.Close()
	again := openClient(t, c.path)
	if after := again.get(path).want(t, 200, nil); !bytes.Equal(before.body, after.body) {
		t.Errorf("%s\n%s", before.body, after.body)
	}
	again.play(path, 2, "twos", 2, 2, 1, 1, 1)
}

// anotherBrowser: the link is all that is needed, nothing is kept in a browser.
func anotherBrowser(t *testing.T) {
	c := newClient(t)
	path := c.start("yahtzee", "Anna")
	for _, box := range []string{"ones", "twos", "threes", "fours", "fives"} {
		c.play(path, 1, box, 1, 2, 3, 4, 5)
	}
	got := c.get(path)
	if len(got.Cookies()) > 0 || got.Header.Get("ETag") != `"6"` || c.game(path).Players[0].Totals.GrandTotal != 15 {
		t.Errorf("%v %s", got.Header, got.body)
	}
	c.get(path, "If-None-Match", `"5"`).want(t, 200, nil) // what a browser kept is only a copy
}

// TestADamagedFile spoils one page after the other. Whatever can be read is, a
// fault is said to be one of the file, and the file stays as it is for whoever
// can repair it.
func TestADamagedFile(t *testing.T) {
	c := newClient(t)
	path := c.start("yahtzee", "Anna", "Ben")
	c.play(path, 1, "ones", 1, 1, 1, 1, 2)
	whole := c.get(path).body
	c.store.Close()
	sound, err := os.ReadFile(c.path)
	if err != nil {
		t.Fatal(err)
	}
	const page = 4096
	faults := 0
	for at := page; at < len(sound); at += page {
		damaged := bytes.Clone(sound)
		copy(damaged[at:at+page], bytes.Repeat([]byte{0xA5, 0x5A, 0x00, 0xFF}, page/4))
		if err := os.WriteFile(c.path, damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		if !readsDamaged(t, c.path, path, whole) {
			faults++
		}
		if after, err := os.ReadFile(c.path); err != nil || !bytes.Equal(damaged, after) {
			t.Errorf("page %d: the file was changed: %v", at/page+1, err)
		}
	}
	if faults < 5 {
		t.Errorf("%d of %d pages mattered", faults, len(sound)/page)
	}
}

// readsDamaged tells whether a game can be read whole, and checks how it is said
// when it can't.
func readsDamaged(t *testing.T, file, game string, whole []byte) bool {
	t.Helper()
	catalog, err := loadCatalog()
	if err != nil {
		t.Fatal(err)
	}
	store, err := db.Open(context.Background(), file, catalog)
	if err != nil {
		if !strings.Contains(err.Error(), file) || !strings.Contains(err.Error(), "damaged") {
			t.Errorf("the start is refused with %v", err)
		}
		return false
	}
	defer store.Close()
	var log bytes.Buffer
	handler, err := New(Config{Catalog: catalog, Store: store, Log: slog.New(slog.NewTextHandler(&log, nil)), Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, httptest.NewRequest(http.MethodGet, game, nil))
	switch {
	case w.Code == http.StatusOK && bytes.Equal(w.Body.Bytes(), whole):
		return true
	case w.Code != http.StatusInternalServerError || !strings.Contains(w.Body.String(), "request_id"):
		t.Errorf("%d %s", w.Code, w.Body)
	case !strings.Contains(log.String(), "damaged"):
		t.Errorf("the log says %s", fmt.Sprint(&log))
	}
	return false
}
