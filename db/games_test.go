package db_test

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"segnapunti/db"
	"segnapunti/scoring"
)

func TestNewID(t *testing.T) {
	seen := map[string]bool{}
	for range 1000 {
		id := db.NewID()
		if !regexp.MustCompile(`^[a-z2-7]{26}$`).MatchString(id) || seen[id] {
			t.Fatal(id)
		}
		seen[id] = true
	}
}

func TestCreateAndRead(t *testing.T) {
	d := open(t, newPath(t))
	var shown *db.Game
	answer, err := d.CreateGame(t.Context(), d.newGame("yahtzee", "Anna", "Jürgen 🎲"), now, nil,
		func(game *db.Game) (db.Answer, error) {
			shown = game
			return show(game)
		})
	check(t, err)
	if answer.Status != 201 || string(answer.Body) != shown.ID+" 1 0" {
		t.Errorf("%+v", answer)
	}
	game := d.game(shown.ID)
	sameGame(t, shown, game)
	if game.Version != 1 || game.Status != db.StatusOpen || game.Title != "Advent" || game.PlayedOn != "2026-12-01" ||
		game.FinishedAt != nil || !game.CreatedAt.Equal(now.Truncate(time.Millisecond)) || game.Play.NextSeat() != 1 {
		t.Errorf("%+v", game.GameSummary)
	}
	if len(game.Seats) != 2 || game.Seats[1].Seat != 2 || game.Seats[1].Name != "Jürgen 🎲" {
		t.Errorf("%+v", game.Seats)
	}
	if _, err := d.Game(t.Context(), db.NewID()); !errors.Is(err, db.ErrNotFound) {
		t.Error(err)
	}
}

// sameGame compares a game as a write showed it with the same as read.
func sameGame(t *testing.T, shown, read *db.Game) {
	t.Helper()
	plain := func(g *db.Game) any {
		summary := g.GameSummary
		summary.Rules = nil
		return []any{summary, slices.Clone(g.Times), fold(g), g.Rules.ID(), g.Rules.Version(), g.Rules.Chosen()}
	}
	if diff := cmp.Diff(plain(shown), plain(read), cmp.Comparer(func(a, b []time.Time) bool { return slices.Equal(a, b) })); diff != "" {
		t.Errorf("shown and read differ:\n%s", diff)
	}
}

// fold is all that scoring says of a game.
func fold(g *db.Game) any {
	var totals []scoring.Totals
	for seat := range g.Play.Seats() {
		totals = append(totals, g.Play.Card(seat+1).Totals())
	}
	turns := append([]scoring.PlayedTurn{}, g.Play.Turns()...)
	return []any{totals, turns, g.Play.Places(), g.Play.NextSeat(), g.Play.Over()}
}

func TestOptionsAreKept(t *testing.T) {
	d := open(t, newPath(t))
	options := map[string]any{"upper_bonus_points": 50, "order": "top_down"}
	g := d.newGame("mini", "Anna")
	g.Rules = d.rules("mini", options)
	game := d.create(g)
	d = d.reopen()
	game = d.game(game.ID)
	if diff := cmp.Diff(options, game.Rules.Chosen()); diff != "" {
		t.Error(diff)
	}
	if game = d.play(game, roll(1, "ones", 1, 1, 1, 2, 3)); game.Play.Card(1).GrandTotal() != 53 {
		t.Error(game.Play.Card(1).GrandTotal())
	}
}

func TestAPersonIsFoundByTheKey(t *testing.T) {
	d := open(t, newPath(t))
	first := d.create(db.NewGame{
		Rules: d.rules("mini", nil), PlayedOn: "2026-12-01",
		Players: []db.Player{{Name: "Anna", Key: "anna"}, {Name: "Bob", Key: "bob"}},
	})
	second := d.create(db.NewGame{
		Rules: d.rules("mini", nil), PlayedOn: "2026-12-01",
		Players: []db.Player{{Name: "Carl", Key: "carl"}, {Name: "ANNA", Key: "anna"}},
	})
	if first.Seats[0].PlayerID != second.Seats[1].PlayerID || first.Seats[0].PlayerID == second.Seats[0].PlayerID {
		t.Error(first.Seats, second.Seats)
	}
	if second.Seats[1].Name != "ANNA" || d.rows("players") != 3 {
		t.Error(second.Seats, d.rows("players"))
	}
}

func TestNobodySitsTwice(t *testing.T) {
	d := open(t, newPath(t))
	if _, err := d.CreateGame(t.Context(), d.newGame("mini", "Anna", "Anna"), now, nil, show); err == nil {
		t.Error("Anna sits twice")
	}
	if d.rows("games")+d.rows("seats")+d.rows("players")+d.rows("changes") != 0 {
		t.Error("half a game was written")
	}
}

// fill stores many games, some in the same millisecond, and lists their ids as
// Games shall: newest first.
func fill(d *drawer, n int) (ids []string) {
	var games []*db.Game
	for i := range n {
		var id string
		at := now.Add(time.Duration(i/3) * time.Minute)
		_, err := d.CreateGame(d.t.Context(), d.newGame("mini", "Anna", fmt.Sprint("P", i%4)), at, nil, remember(&id))
		check(d.t, err)
		games = append(games, d.game(id))
	}
	slices.SortFunc(games, func(a, b *db.Game) int {
		if c := b.CreatedAt.Compare(a.CreatedAt); c != 0 {
			return c
		}
		return map[bool]int{true: -1, false: 1}[a.ID > b.ID]
	})
	for _, game := range games {
		ids = append(ids, game.ID)
	}
	return ids
}

// pages walks through a list.
func pages(d *drawer, f db.GameFilter) (ids []string, count int) {
	d.t.Helper()
	for {
		items, next, err := d.Games(d.t.Context(), f)
		check(d.t, err)
		count++
		for _, item := range items {
			ids = append(ids, item.ID)
		}
		if next == "" {
			return ids, count
		}
		f.Cursor = next
	}
}

func TestPagingIsComplete(t *testing.T) {
	d := open(t, newPath(t))
	want := fill(d, 20)
	for _, limit := range []int{1, 3, 7, 19, 20, 21, 0, 1000} {
		ids, count := pages(d, db.GameFilter{Limit: limit})
		if diff := cmp.Diff(want, ids); diff != "" {
			t.Errorf("limit %d: %s", limit, diff)
		}
		if limit > 0 && count != (20+limit-1)/limit {
			t.Errorf("limit %d: %d pages", limit, count)
		}
	}
}

func TestAGameStoredWhilePagingShiftsNothing(t *testing.T) {
	d := open(t, newPath(t))
	want := fill(d, 6)
	first, next, err := d.Games(t.Context(), db.GameFilter{Limit: 3})
	check(t, err)
	_, err = d.CreateGame(t.Context(), d.newGame("mini", "New"), now.Add(time.Hour), nil, show)
	check(t, err)
	second, end, err := d.Games(t.Context(), db.GameFilter{Limit: 3, Cursor: next})
	check(t, err)
	var ids []string
	for _, item := range append(first, second...) {
		ids = append(ids, item.ID)
	}
	if diff := cmp.Diff(want, ids); diff != "" || end != "" {
		t.Error(diff, end)
	}
}

func TestBadCursor(t *testing.T) {
	d := open(t, newPath(t))
	for _, cursor := range []string{
		"x", "!", "%%%", "MjAyNg", "MjAyNi0xMi0wMVQyMDoxNTozMC4xMjNaIGFhYQ", "MjAyNi0xMi0wMVQyMDoxNTozMC4xMjNa",
	} {
		if _, _, err := d.Games(t.Context(), db.GameFilter{Cursor: cursor}); !errors.Is(err, db.ErrBadCursor) {
			t.Errorf("%s: %v", cursor, err)
		}
	}
}

func TestListFilters(t *testing.T) {
	d := open(t, newPath(t))
	ids := fill(d, 12)
	other := d.create(d.newGame("yatzy", "Zoe"))
	done := d.playThrough(d.create(d.newGame("mini", "Zoe", "Yan")), 5, 6)
	p1 := d.game(ids[0]).Seats[1].PlayerID
	for name, c := range map[string]struct {
		filter db.GameFilter
		want   int
	}{
		"all":             {db.GameFilter{}, 14},
		"open":            {db.GameFilter{Status: db.StatusOpen}, 13},
		"finished":        {db.GameFilter{Status: db.StatusFinished}, 1},
		"abandoned":       {db.GameFilter{Status: db.StatusAbandoned}, 0},
		"rules":           {db.GameFilter{RuleSet: "yatzy"}, 1},
		"player":          {db.GameFilter{PlayerID: p1}, 3},
		"unknown player":  {db.GameFilter{PlayerID: "nobody"}, 0},
		"player and more": {db.GameFilter{PlayerID: other.Seats[0].PlayerID, RuleSet: "mini", Status: db.StatusFinished}, 1},
	} {
		got, _ := pages(d, db.GameFilter{Status: c.filter.Status, PlayerID: c.filter.PlayerID, RuleSet: c.filter.RuleSet, Limit: 2})
		if len(got) != c.want {
			t.Errorf("%s: %d games, want %d", name, len(got), c.want)
		}
	}
	items, _, err := d.Games(t.Context(), db.GameFilter{Status: db.StatusFinished})
	check(t, err)
	if diff := cmp.Diff(done.Seats, items[0].Seats); diff != "" || items[0].Rules.ID() != "mini" || items[0].Version != 5 {
		t.Error(diff, items)
	}
}
