package handlers

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"segnapunti/db"
)

// manyGames is an export of so many games, made while it is read: of a few real
// games, each under many ids.
func manyGames(head string, games []string, n int) io.Reader {
	reader, writer := io.Pipe()
	go func() {
		out := bufio.NewWriterSize(writer, 64<<10)
		out.WriteString(head)
		for i := range n {
			if i > 0 {
				out.WriteString(",\n")
			}
			out.WriteString(strings.Replace(games[i%len(games)], "ID", db.NewID(), 1))
		}
		out.WriteString("]}\n")
		writer.CloseWithError(out.Flush())
	}()
	return reader
}

// realGames plays some games of four to their end, and returns their export apart:
// what stands before the games, and each game with ID for its id.
func realGames(t testing.TB, ruleset string, turns int) (head string, games []string) {
	c := houseClient(t)
	for n := range 8 {
		c.playOn(c.start(ruleset, "Anna", "Ben", "Cleo", "Dan"), turns, uint64(n))
	}
	head, rest, _ := strings.Cut(string(c.export()), "\"games\":[\n")
	for line := range strings.Lines(strings.TrimSuffix(rest, "]}\n")) {
		line = strings.TrimSuffix(strings.TrimSuffix(line, "\n"), ",")
		games = append(games, line[:len(`{"id":"`)]+"ID"+line[len(`{"id":"`)+26:])
	}
	return head + "\"games\":[\n", games
}

// peak runs f and returns the largest heap seen meanwhile, in bytes.
func peak(f func()) uint64 {
	defer debug.SetGCPercent(debug.SetGCPercent(20)) // little garbage, so that what is held shows
	runtime.GC()
	var most atomic.Uint64
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for tick := time.Tick(2 * time.Millisecond); ; {
			var now runtime.MemStats
			runtime.ReadMemStats(&now)
			most.Store(max(most.Load(), now.HeapAlloc))
			select {
			case <-stop:
				return
			case <-tick:
			}
		}
	}()
	f()
	close(stop)
	<-stopped
	return most.Load()
}

// transfer imports a file and exports it again, and returns what each took.
func transfer(t testing.TB, c *client, file io.Reader) (in, out uint64, inTime, outTime time.Duration, size int64) {
	began := time.Now()
	in = peak(func() {
		r := httptest.NewRequest(http.MethodPost, "/v1/import", file)
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		if c.handler.ServeHTTP(w, r); w.Code != http.StatusOK {
			t.Fatalf("%d %s", w.Code, w.Body)
		}
	})
	inTime = time.Since(began)
	began = time.Now()
	out = peak(func() {
		sink := &counter{header: http.Header{}}
		c.handler.ServeHTTP(sink, httptest.NewRequest(http.MethodGet, "/v1/export", nil))
		size = sink.n
	})
	return in, out, inTime, time.Since(began), size
}

// counter is an answer that is counted and thrown away.
type counter struct {
	header http.Header
	n      int64
}

func (c *counter) Header() http.Header { return c.header }
func (c *counter) WriteHeader(int)     {}
func (c *counter) Write(p []byte) (int, error) {
	c.n += int64(len(p))
	return len(p), nil
}

// Ten times as many games need no more memory. Held whole, the larger file alone
// would be more than the bound.
func TestTransfersNeedConstantMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("imports 5,500 games")
	}
	const bound = 4 << 20
	head, games := realGames(t, "coin", 4)
	in, out, _, _, _ := transfer(t, newClient(t), manyGames(head, games, 500))
	moreIn, moreOut, _, _, size := transfer(t, newClient(t), manyGames(head, games, 5_000))
	t.Logf("500 games: import %d MiB, export %d MiB; 5,000: %d and %d MiB; file of %d MiB", in>>20, out>>20, moreIn>>20, moreOut>>20, size>>20)
	if size < 2*bound || moreIn > in+bound || moreOut > out+bound {
		t.Error("memory grows with the file")
	}
}

// BenchmarkTransfer moves BENCH_GAMES games of four (1,000 unless said otherwise).
func BenchmarkTransfer(b *testing.B) {
	n := 1_000
	if text := os.Getenv("BENCH_GAMES"); text != "" {
		var err error
		if n, err = strconv.Atoi(text); err != nil {
			b.Fatal(err)
		}
	}
	head, games := realGames(b, "yahtzee", 52)
	for b.Loop() {
		in, out, inTime, outTime, size := transfer(b, newClient(b), manyGames(head, games, n))
		b.ReportMetric(float64(n)/inTime.Seconds(), "imported/s")
		b.ReportMetric(float64(n)/outTime.Seconds(), "exported/s")
		b.ReportMetric(float64(in>>10)/1024, "import-heap-MiB")
		b.ReportMetric(float64(out>>10)/1024, "export-heap-MiB")
		b.ReportMetric(float64(size>>10)/1024, "file-MiB")
		b.ReportMetric(residentPeak(), "process-MiB")
	}
}

// residentPeak is the most memory the process ever had, SQLite's too; 0 where the
// system doesn't say.
func residentPeak() (mib float64) {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	var kib float64
	if _, after, found := strings.Cut(string(status), "VmHWM:"); found {
		fmt.Sscan(after, &kib)
	}
	return kib / 1024
}
