package db_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"segnapunti/db"
)

// match plays a game of mini to its end.
func (d *drawer) match(playedOn string, options map[string]any, names []string, scores ...int) *db.Game {
	d.t.Helper()
	return d.playThrough(d.create(db.NewGame{
		Rules: d.rules("mini", options), Players: people(names...), PlayedOn: playedOn,
	}), scores...)
}

// list is the records in short.
func (d *drawer) list(f db.RecordFilter) (lines []string) {
	d.t.Helper()
	if f.Rules == nil {
		f.Rules = d.rules("mini", nil)
	}
	records, err := d.Records(d.t.Context(), f)
	check(d.t, err)
	for _, r := range records {
		lines = append(lines, fmt.Sprintf("%d. %d %s %s", r.Rank, r.Score, r.Player.Name, r.PlayedOn[5:]))
	}
	return lines
}

func want(t *testing.T, got []string, lines ...string) {
	t.Helper()
	if diff := cmp.Diff(lines, got); diff != "" {
		t.Error(diff)
	}
}

func TestRecordsRankWithTies(t *testing.T) { // B90, B93
	d := open(t, newPath(t))
	names := []string{"Anna", "Berta", "Carl"}
	d.match("2026-03-02", nil, names, 20, 20, 15)
	d.match("2026-03-01", nil, names, 29, 15, 20)
	d.match("2026-03-03", nil, []string{"Zoe"}, 30)
	want(t, d.list(db.RecordFilter{}),
		"1. 30 Zoe 03-03",
		"2. 29 Anna 03-01",
		"3. 20 Carl 03-01",
		"3. 20 Anna 03-02",
		"3. 20 Berta 03-02",
		"6. 15 Berta 03-01",
		"6. 15 Carl 03-02",
	)
}

func TestRecordFilters(t *testing.T) {
	d := open(t, newPath(t))
	names := []string{"Anna", "Berta"}
	game := d.match("2026-01-01", nil, names, 20, 25)
	d.match("2026-02-01", nil, names, 21, 20)
	d.match("2026-03-01", nil, []string{"Berta"}, 30)
	anna := game.Seats[0].PlayerID
	want(t, d.list(db.RecordFilter{PlayerID: anna}), "1. 21 Anna 02-01", "2. 20 Anna 01-01")
	want(t, d.list(db.RecordFilter{Since: "2026-02-01"}), "1. 30 Berta 03-01", "2. 21 Anna 02-01", "3. 20 Berta 02-01")
	want(t, d.list(db.RecordFilter{Until: "2026-02-01", Limit: 2}), "1. 25 Berta 01-01", "2. 21 Anna 02-01")
	want(t, d.list(db.RecordFilter{Since: "2026-02-01", Until: "2026-02-01"}), "1. 21 Anna 02-01", "2. 20 Berta 02-01")
	want(t, d.list(db.RecordFilter{PlayerID: "nobody"}))
	want(t, d.list(db.RecordFilter{Rules: d.rules("yahtzee", nil)}))
}

func TestRecordsNeverMixRules(t *testing.T) {
	d := open(t, newPath(t))
	names := []string{"Anna"}
	house := map[string]any{"upper_bonus_points": 50}
	d.match("2026-01-01", nil, names, 20)
	d.match("2026-01-02", house, names, 30)
	want(t, d.list(db.RecordFilter{}), "1. 20 Anna 01-01")
	want(t, d.list(db.RecordFilter{Rules: d.rules("mini", house)}), "1. 30 Anna 01-02")
	// An option set to its default is no option.
	want(t, d.list(db.RecordFilter{Rules: d.rules("mini", map[string]any{"upper_bonus_points": 10})}), "1. 20 Anna 01-01")
}

func TestUnfinishedGamesDoNotCount(t *testing.T) {
	d := open(t, newPath(t))
	game := d.create(d.newGame("mini", "Anna", "Berta"))
	game = d.play(d.play(game, paper(1, "ones", 5)), paper(2, "ones", 5))
	game = d.play(game, paper(1, "chance", 30))
	want(t, d.list(db.RecordFilter{}))
	game = d.play(game, paper(2, "chance", 5))
	want(t, d.list(db.RecordFilter{}), "1. 45 Anna 12-01", "2. 20 Berta 12-01")
	d.takeBack(game)
	want(t, d.list(db.RecordFilter{}))
	writer, _ := d.Pools()
	_, err := writer.Exec(`UPDATE games SET status = 'abandoned'`)
	check(t, err)
	want(t, d.list(db.RecordFilter{}))
}

func TestACorrectionMovesARecord(t *testing.T) { // B62
	d := open(t, newPath(t))
	game := d.match("2026-01-01", nil, []string{"Anna", "Berta"}, 20, 21)
	want(t, d.list(db.RecordFilter{}), "1. 21 Berta 01-01", "2. 20 Anna 01-01")
	d.correct(game, 3, roll(1, "chance", 6, 6, 6, 3, 1))
	want(t, d.list(db.RecordFilter{}), "1. 22 Anna 01-01", "2. 21 Berta 01-01")
}

func TestAnAbandonedGameStaysAbandoned(t *testing.T) {
	d := open(t, newPath(t))
	game := d.match("2026-01-01", nil, []string{"Anna"}, 20)
	writer, _ := d.Pools()
	_, err := writer.Exec(`UPDATE games SET status = 'abandoned', finished_at = NULL`)
	check(t, err)
	game = d.correct(d.game(game.ID), 1, paper(1, "ones", 1))
	if game.Status != db.StatusAbandoned {
		t.Error(game.Status)
	}
}

func TestRecordsOfAnEqualScoreComeInOneOrder(t *testing.T) {
	d := open(t, newPath(t))
	for i := range 8 {
		d.match("2026-01-01", nil, []string{fmt.Sprint("P", i), fmt.Sprint("Q", i)}, 20, 20)
	}
	first := d.list(db.RecordFilter{})
	d = d.reopen()
	want(t, d.list(db.RecordFilter{}), first...)
	for i := 0; i < len(first); i += 2 { // by game, then by seat
		if !strings.Contains(first[i], "P") || !strings.Contains(first[i+1], "Q") {
			t.Error(first[i], first[i+1])
		}
	}
}

// TestRecordsReadByIndex: no table is read whole, and none is sorted beyond the
// rows of one game.
func TestRecordsReadByIndex(t *testing.T) {
	d := open(t, newPath(t))
	_, readers := d.Pools()
	filter := db.RecordFilter{Rules: d.rules("mini", nil), Since: "2026-01-01", PlayerID: "x"}
	for _, q := range filter.Queries() {
		rows, err := readers.Query(`EXPLAIN QUERY PLAN `+q.SQL, q.Args...)
		check(t, err)
		defer rows.Close()
		for rows.Next() {
			var id, parent, unused int
			var detail string
			check(t, rows.Scan(&id, &parent, &unused, &detail))
			if strings.HasPrefix(detail, "SCAN") || strings.HasSuffix(detail, "TEMP B-TREE FOR ORDER BY") {
				t.Errorf("%s\n%s", q.SQL, detail)
			}
		}
		check(t, rows.Err())
	}
}

// TestAServedWinEndsTheGameForAll: the others' cards count as far as they got.
func TestAServedWinEndsTheGameForAll(t *testing.T) {
	d := open(t, newPath(t))
	g := d.newGame("generala", "Anna", "Berta")
	g.Rules = d.rules("generala", map[string]any{"served_wins": true})
	served := roll(2, "generala", 3, 3, 3, 3, 3)
	served.Rolls = 1
	game := d.play(d.play(d.create(g), paper(1, "four_of_a_kind", 40)), served)
	if game.Status != db.StatusFinished {
		t.Error(game.Status)
	}
	want(t, d.list(db.RecordFilter{Rules: g.Rules}),
		fmt.Sprintf("1. %d Berta 12-01", game.Play.Card(2).GrandTotal()), "2. 40 Anna 12-01")
}
