package db_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"segnapunti/db"
)

// benchSizes are the numbers of games that figures are compared at. BENCH_GAMES
// names others: BENCH_GAMES=1000,20000.
func benchSizes(b *testing.B) (sizes []int) {
	b.Helper()
	text := os.Getenv("BENCH_GAMES")
	if text == "" {
		text = "1000,100000"
	}
	for word := range strings.SplitSeq(text, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(word))
		check(b, err)
		sizes = append(sizes, n)
	}
	return sizes
}

// gamesEach is how many games each person has, whatever the size of the file: what
// is asked about one of them has an answer of the same length.
const gamesEach = 100

// bigFiles are made once in a run of the benchmarks and live as long as it does.
var bigFiles = struct {
	sync.Mutex
	folder string
	made   map[int]string
}{made: map[int]string{}}

// removeBigFiles is called at the end of the run.
func removeBigFiles() {
	if bigFiles.folder != "" {
		os.RemoveAll(bigFiles.folder)
	}
}

// bigDrawer opens a file of so many finished games of four.
func bigDrawer(b *testing.B, games int) *drawer {
	b.Helper()
	bigFiles.Lock()
	defer bigFiles.Unlock()
	if bigFiles.folder == "" {
		folder, err := os.MkdirTemp("", "segnapunti-bench-*")
		check(b, err)
		bigFiles.folder = folder
	}
	if path, ok := bigFiles.made[games]; ok {
		return open(b, path)
	}
	path := filepath.Join(bigFiles.folder, fmt.Sprint(games, ".db"))
	d := open(b, path)
	d.copyGames(b, games)
	bigFiles.made[games] = path
	return d.reopen()
}

// copyGames plays a few hundred random games of four and copies their rows, each
// time with other people and another day. History is left out.
func (d *drawer) copyGames(b *testing.B, games int) {
	b.Helper()
	p := newPast(d, max(4, games*4/gamesEach))
	var templates []db.PastGame
	for range min(400, games) {
		templates = append(templates, p.game(d.rules("yahtzee", nil), 4))
	}
	check(b, d.Bulk(b.Context(), templates))
	ids := make([]string, games-len(templates))
	for i := range ids {
		ids[i] = db.NewID()
	}
	slices.Sort(ids) // rows are added at the end of each table, not all over it
	for some := range slices.Chunk(ids, 2000) {
		d.copySome(b, p, templates, some)
	}
}

// copySome copies templates under so many ids in one transaction.
func (d *drawer) copySome(b *testing.B, p *past, templates []db.PastGame, ids []string) {
	b.Helper()
	writer, _ := d.Pools()
	tx, err := writer.Begin()
	check(b, err)
	for _, id := range ids {
		from := templates[p.IntN(len(templates))]
		day := fmt.Sprintf("20%02d-%02d-%02d", 10+p.IntN(16), 1+p.IntN(12), 1+p.IntN(28))
		first := p.IntN(len(p.people))
		copyRows(from.ID, id, day, func(seat int) string { return p.people[(first+seat)%len(p.people)] }, func(query string, args ...any) {
			_, err := tx.ExecContext(b.Context(), query, args...)
			check(b, err)
		})
	}
	check(b, tx.Commit())
}

// copyRows copies one game of four, with other people on its seats.
func copyRows(from, id, day string, who func(seat int) string, run func(query string, args ...any)) {
	run(`INSERT INTO games (id, ruleset_id, ruleset_version, options, title, played_on, status, version, created_at, updated_at, finished_at)
		SELECT ?, ruleset_id, ruleset_version, options, title, ?, status, version, created_at, updated_at, finished_at
		FROM games WHERE id = ?`, id, day, from)
	for seat := 1; seat <= 4; seat++ {
		run(`INSERT INTO seats (game_id, seat, player_id, name) VALUES (?, ?, ?, 'N')`, id, seat, who(seat))
		run(`INSERT INTO results (game_id, seat, person_id, ruleset_id, ruleset_version, options, played_on, created_at, players,
				winners, score, place, boxes, bonuses, bonuses_decided, extra_yahtzees)
			SELECT ?, seat, ?, ruleset_id, ruleset_version, options, ?, created_at, players,
				winners, score, place, boxes, bonuses, bonuses_decided, extra_yahtzees
			FROM results WHERE game_id = ? AND seat = ?`, id, who(seat), day, from, seat)
	}
	run(`INSERT INTO turns (game_id, n, seat, category, column_no, dice, rolls, points, out_of_turn, at)
		SELECT ?, n, seat, category, column_no, dice, rolls, points, out_of_turn, at FROM turns WHERE game_id = ?`, id, from)
}

// BenchmarkRecords asks for pages of 50 at both sizes: the first, one in the middle,
// one person's, a year's, and the best players.
func BenchmarkRecords(b *testing.B) {
	for _, games := range benchSizes(b) {
		d := bigDrawer(b, games)
		f := db.RecordFilter{Rules: d.rules("yahtzee", nil)}
		later := f
		for range 20 {
			_, next, err := d.Records(b.Context(), later)
			check(b, err)
			later.Cursor = next
		}
		someone, _, err := d.Players(b.Context(), db.PlayerFilter{Limit: 1})
		check(b, err)
		person, year := f, f
		person.PlayerID = someone[0].ID
		year.Since, year.Until = "2020-01-01", "2020-12-31"
		type list func(context.Context, db.RecordFilter) ([]db.Record, string, error)
		for _, c := range []struct {
			name string
			f    db.RecordFilter
			list list
		}{
			{"first", f, d.Records},
			{"page21", later, d.Records},
			{"person", person, d.Records},
			{"year", year, d.Records},
			{"players", f, d.BestPlayers},
			{"players-year", year, d.BestPlayers},
		} {
			b.Run(fmt.Sprintf("%s/games=%d", c.name, games), func(b *testing.B) {
				for b.Loop() {
					items, _, err := c.list(b.Context(), c.f)
					if check(b, err); len(items) < 10 {
						b.Fatal(len(items))
					}
				}
			})
		}
	}
}

// BenchmarkPlayerStatistics counts one person's games, of whom everybody has as many
// at both sizes, and everybody's.
func BenchmarkPlayerStatistics(b *testing.B) {
	for _, games := range benchSizes(b) {
		d := bigDrawer(b, games)
		rules := d.rules("yahtzee", nil)
		people, _, err := d.Players(b.Context(), db.PlayerFilter{Limit: 1})
		check(b, err)
		for name, who := range map[string]string{"person": people[0].ID, "everybody": ""} {
			b.Run(fmt.Sprintf("%s/games=%d", name, games), func(b *testing.B) {
				var results int
				for b.Loop() {
					s, err := d.Statistics(b.Context(), db.StatisticsFilter{Rules: rules, PlayerID: who})
					check(b, err)
					results = s.Results
				}
				b.ReportMetric(float64(results), "results")
			})
		}
	}
}
