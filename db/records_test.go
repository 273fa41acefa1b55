package db_test

import (
	"encoding/base64"
	"errors"
	"fmt"
	"maps"
	"slices"
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
	records, _, err := d.Records(d.t.Context(), f)
	check(d.t, err)
	return short(records)
}

// players is the list of best players in short.
func (d *drawer) players(f db.RecordFilter) []string {
	d.t.Helper()
	if f.Rules == nil {
		f.Rules = d.rules("mini", nil)
	}
	records, _, err := d.BestPlayers(d.t.Context(), f)
	check(d.t, err)
	return short(records)
}

func short(records []db.Record) (lines []string) {
	for _, r := range records {
		lines = append(lines, fmt.Sprintf("%d. %d %s %s", r.Rank, r.Score, r.Player.Name, r.PlayedOn[5:]))
	}
	return lines
}

// clean sees to it that the index of results is what the turns say.
func (d *drawer) clean() {
	d.t.Helper()
	report, err := d.Check(d.t.Context())
	check(d.t, err)
	if len(report.Findings) > 0 {
		d.t.Error(report.Findings)
	}
}

func want(t *testing.T, got []string, lines ...string) {
	t.Helper()
	if diff := cmp.Diff(lines, got); diff != "" {
		t.Error(diff)
	}
}

// TestB90TiedPlayersShareAPlace: nobody vanishes, and the next place is skipped.
func TestB90TiedPlayersShareAPlace(t *testing.T) {
	d := open(t, newPath(t))
	d.match("2026-03-02", nil, []string{"P1", "P2", "P3"}, 20, 20, 15)
	lines := []string{"1. 20 P1 03-02", "1. 20 P2 03-02", "3. 15 P3 03-02"}
	want(t, d.list(db.RecordFilter{}), lines...)
	want(t, d.players(db.RecordFilter{}), lines...)
}

// TestB93BestGamesAreNotBestPlayers: one list has every game, the other everybody
// once.
func TestB93BestGamesAreNotBestPlayers(t *testing.T) {
	d := open(t, newPath(t))
	d.match("2026-03-01", nil, []string{"P1", "P2"}, 30, 28)
	d.match("2026-03-02", nil, []string{"P1"}, 29)
	want(t, d.list(db.RecordFilter{}), "1. 30 P1 03-01", "2. 29 P1 03-02", "3. 28 P2 03-01")
	want(t, d.players(db.RecordFilter{}), "1. 30 P1 03-01", "2. 28 P2 03-01")
}

func TestRecordsRankWithTies(t *testing.T) {
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
	want(t, d.players(db.RecordFilter{}), "1. 30 Zoe 03-03", "2. 29 Anna 03-01", "3. 20 Carl 03-01", "3. 20 Berta 03-02")
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
	want(t, d.players(db.RecordFilter{PlayerID: anna}), "1. 21 Anna 02-01")
	want(t, d.players(db.RecordFilter{Until: "2026-01-31"}), "1. 25 Berta 01-01", "2. 20 Anna 01-01")
	want(t, d.players(db.RecordFilter{PlayerID: anna, Since: "2026-02-02"}))
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
	want(t, d.players(db.RecordFilter{}), "1. 20 Anna 01-01")
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

// TestPagesMakeTheWholeList: leafing through gives each record once, in the order
// and with the ranks of a plain sort over everything.
func TestPagesMakeTheWholeList(t *testing.T) {
	d := open(t, newPath(t))
	p := newPast(d, 9)
	rules := d.rules("mini", nil) // few scores, many ties
	var games []db.PastGame
	for range 40 {
		games = append(games, p.game(rules, 1+p.IntN(4)))
	}
	check(t, d.Bulk(t.Context(), games))
	lists := map[string]func(db.RecordFilter) ([]db.Record, string, error){
		"games":   func(f db.RecordFilter) ([]db.Record, string, error) { return d.Records(t.Context(), f) },
		"players": func(f db.RecordFilter) ([]db.Record, string, error) { return d.BestPlayers(t.Context(), f) },
	}
	for name, list := range lists {
		for _, f := range []db.RecordFilter{{}, {PlayerID: p.people[0]}, {Since: "2020-03-01", Until: "2021-06-30"}} {
			f.Rules = rules
			f.Limit = db.MaxLimit
			whole, next, err := list(f)
			if check(t, err); next != "" || len(whole) == 0 {
				t.Fatal(name, len(whole), next)
			}
			if diff := cmp.Diff(plainList(games, f, name == "players"), rankedScores(whole)); diff != "" {
				t.Error(name, diff)
			}
			for _, f.Limit = range []int{1, 2, 7, len(whole) - 1, len(whole)} {
				if f.Limit < 1 {
					continue
				}
				var leafed []db.Record
				for f.Cursor = ""; ; {
					items, next, err := list(f)
					check(t, err)
					leafed = append(leafed, items...)
					if f.Cursor = next; next == "" || len(leafed) > len(whole) {
						break
					}
				}
				if diff := cmp.Diff(whole, leafed); diff != "" {
					t.Errorf("%s, pages of %d: %s", name, f.Limit, diff)
				}
			}
		}
	}
}

// plainList sorts all scores that a filter lets through and ranks them by counting.
func plainList(games []db.PastGame, f db.RecordFilter, once bool) (lines []string) {
	var scores []int
	best := map[string]int{}
	for _, g := range games {
		for i, seat := range g.Seats {
			if g.PlayedOn < f.Since || f.Until != "" && g.PlayedOn > f.Until || f.PlayerID != "" && f.PlayerID != seat.PlayerID {
				continue
			}
			score := g.Play.Card(i + 1).GrandTotal()
			scores = append(scores, score)
			if old, ok := best[seat.PlayerID]; !ok || score > old {
				best[seat.PlayerID] = score
			}
		}
	}
	if once {
		scores = slices.Collect(maps.Values(best))
	}
	slices.Sort(scores)
	slices.Reverse(scores)
	for _, score := range scores {
		lines = append(lines, fmt.Sprintf("%d. %d", 1+slices.Index(scores, score), score))
	}
	return lines
}

func rankedScores(records []db.Record) (lines []string) {
	for _, r := range records {
		lines = append(lines, fmt.Sprintf("%d. %d", r.Rank, r.Score))
	}
	return lines
}

// TestCursorsBelongToTheirList: a cursor of another list or filter, or one that
// somebody has changed, is refused.
func TestCursorsBelongToTheirList(t *testing.T) {
	d := open(t, newPath(t))
	d.match("2026-03-01", nil, []string{"Anna", "Berta", "Carl"}, 20, 20, 15)
	rules := d.rules("mini", nil)
	_, cursor, err := d.Records(t.Context(), db.RecordFilter{Rules: rules, Limit: 1})
	check(t, err)
	text, err := base64.RawURLEncoding.DecodeString(cursor)
	check(t, err)
	forged := base64.RawURLEncoding.EncodeToString([]byte(strings.Replace(string(text), "1", "9", 1)))
	for _, f := range []db.RecordFilter{
		{Since: "2026-01-01", Cursor: cursor},
		{PlayerID: "x", Cursor: cursor},
		{Cursor: forged},
		{Cursor: cursor + "A"},
		{Cursor: "!"},
		{Cursor: "AAAA"},
		{Rules: d.rules("yatzy", nil), Cursor: cursor},
	} {
		if f.Rules == nil {
			f.Rules = rules
		}
		if _, _, err := d.Records(t.Context(), f); !errors.Is(err, db.ErrBadCursor) {
			t.Errorf("%+v: %v", f, err)
		}
	}
	if _, _, err := d.BestPlayers(t.Context(), db.RecordFilter{Rules: rules, Cursor: cursor}); !errors.Is(err, db.ErrBadCursor) {
		t.Error(err)
	}
}

// TestAGameBetweenTwoPages neither hides a record nor shows one twice, and the
// ranks go on.
func TestAGameBetweenTwoPages(t *testing.T) {
	d := open(t, newPath(t))
	d.match("2026-03-01", nil, []string{"Anna", "Berta", "Carl"}, 20, 19, 15)
	f := db.RecordFilter{Rules: d.rules("mini", nil), Limit: 2}
	_, next, err := d.Records(t.Context(), f)
	check(t, err)
	d.match("2026-03-02", nil, []string{"Zoe", "Yves"}, 30, 10)
	f.Cursor = next
	items, _, err := d.Records(t.Context(), f)
	check(t, err)
	want(t, short(items), "3. 15 Carl 03-01", "4. 10 Yves 03-02")
}
