package handlers

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"segnapunti/db/bare"
	"segnapunti/scoring"
)

// BenchmarkDurableTurns is the whole way of a turn: over TCP, checked, scored,
// committed to disk, answered. One operation is a game of thirty turns by each
// client. "ratio" is its turns per second to those of bare go-sqlite3 that commits
// the same rows in one loop; the two take turns within the run, so that a busy
// machine slows both. The target is 0.8 with one client and above 1 with 32.
func BenchmarkDurableTurns(b *testing.B) {
	for _, clients := range []int{1, 8, 32} {
		b.Run(fmt.Sprintf("clients=%d", clients), func(b *testing.B) { benchmarkTurns(b, clients) })
	}
}

func benchmarkTurns(b *testing.B, clients int) {
	c := newClient(b)
	server := httptest.NewServer(c.handler)
	b.Cleanup(server.Close)
	table := newTable(b, server.URL, clients)
	file, err := bare.New(b.Context(), c.path, b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { file.Close() })
	var ours, theirs time.Duration
	for b.Loop() {
		b.StopTimer()
		games := table.newGames(c)
		b.StartTimer()
		start := time.Now()
		table.play(games)
		ours += time.Since(start)
		b.StopTimer()
		theirs += commitBare(b, file, clients*len(table.turns))
		b.StartTimer()
	}
	turns := float64(len(table.latencies))
	slices.Sort(table.latencies)
	p99 := table.latencies[len(table.latencies)*99/100]
	b.ReportMetric(turns/ours.Seconds(), "turns/s")
	b.ReportMetric(turns/theirs.Seconds(), "bare-turns/s")
	b.ReportMetric(float64(theirs)/float64(ours), "ratio")
	b.ReportMetric(float64(p99)/float64(time.Millisecond), "p99-ms")
}

// commitBare commits the rows of the turns just played.
func commitBare(b *testing.B, file *bare.File, want int) time.Duration {
	if n, err := file.Take(b.Context()); err != nil || n != want {
		b.Fatalf("%d turns to commit, not %d: %v", n, want, err)
	}
	start := time.Now()
	if err := file.Commit(context.Background()); err != nil {
		b.Fatal(err)
	}
	return time.Since(start)
}

// table is clients that each play a game of their own.
type table struct {
	b         *testing.B
	http      *http.Client
	url       string
	clients   int
	turns     []string // the bodies of a whole game
	mu        sync.Mutex
	latencies []time.Duration
}

func newTable(b *testing.B, url string, clients int) *table {
	transport := &http.Transport{MaxIdleConnsPerHost: clients}
	b.Cleanup(transport.CloseIdleConnections)
	t := &table{b: b, http: &http.Client{Transport: transport}, url: url, clients: clients}
	catalog, err := loadCatalog()
	if err != nil {
		b.Fatal(err)
	}
	rules, err := catalog.Find("yatzy", nil)
	if err != nil {
		b.Fatal(err)
	}
	for i, box := range rules.Boxes() {
		for seat := 1; seat <= 2; seat++ {
			t.turns = append(t.turns, turnBody(b, seat, &box, i))
		}
	}
	return t
}

func turnBody(b *testing.B, seat int, box *scoring.Box, i int) string {
	return toJSON(b, map[string]any{"seat": seat, "category": box.ID, "dice": []int{1, 2, 3, 4, i%6 + 1}, "rolls": 3})
}

// newGames makes a game for each client, without the network.
func (t *table) newGames(c *client) (paths []string) {
	for range t.clients {
		paths = append(paths, c.start("yatzy", "Anna", "Berta"))
	}
	return paths
}

// play lets all clients play their games at once.
func (t *table) play(games []string) {
	var wait sync.WaitGroup
	for _, game := range games {
		wait.Go(func() {
			took := make([]time.Duration, len(t.turns))
			for i, body := range t.turns {
				start := time.Now()
				t.post(game, body, i)
				took[i] = time.Since(start)
			}
			t.mu.Lock()
			defer t.mu.Unlock()
			t.latencies = append(t.latencies, took...)
		})
	}
	wait.Wait()
}

func (t *table) post(game, body string, i int) {
	r, err := http.NewRequest(http.MethodPost, t.url+game+"/turns", strings.NewReader(body))
	if err != nil {
		t.b.Error(err)
		return
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Idempotency-Key", fmt.Sprint(game, i))
	response, err := t.http.Do(r)
	if err != nil {
		t.b.Error(err)
		return
	}
	defer response.Body.Close()
	if text, err := io.ReadAll(response.Body); err != nil || response.StatusCode != http.StatusCreated {
		t.b.Errorf("%d %v %s", response.StatusCode, err, text)
	}
}
