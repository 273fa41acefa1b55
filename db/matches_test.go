package db_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"segnapunti/db"
	"segnapunti/scoring"
)

// agree makes a match of mini.
func (d *drawer) agree(mode scoring.MatchMode, games int, names ...string) *db.Match {
	d.t.Helper()
	var id string
	_, err := d.CreateMatch(d.t.Context(), db.NewMatch{
		Rules: d.rules("mini", nil), Terms: scoring.Match{Mode: mode, Games: games}, Players: people(names...), Title: "Cup",
	}, now, nil, func(m *db.Match) (db.Answer, error) {
		id = m.ID
		return db.Answer{Status: 201, Body: []byte(m.ID)}, nil
	})
	check(d.t, err)
	return d.standingOf(id)
}

func (d *drawer) standingOf(id string) *db.Match {
	d.t.Helper()
	m, err := d.Match(d.t.Context(), id)
	check(d.t, err)
	return m
}

// next starts the next game of a match.
func (d *drawer) next(m *db.Match) *db.Game {
	d.t.Helper()
	return d.create(db.NewGame{MatchID: m.ID, PlayedOn: "2026-12-01"})
}

// win plays the next game of a match; these are the points by the match's own order.
func (d *drawer) win(m *db.Match, scores ...int) *db.Game {
	d.t.Helper()
	game := d.next(m)
	bySeat := make([]int, len(scores))
	for i, seat := range m.Seats {
		bySeat[slices.IndexFunc(game.Seats, func(s db.Seat) bool { return s.PlayerID == seat.PlayerID })] = scores[i]
	}
	return d.playThrough(game, bySeat...)
}

// stands is a match in short.
func stands(m *db.Match) string {
	winners := []string{}
	for _, i := range m.Standing.Winners {
		winners = append(winners, m.Seats[i].Name)
	}
	return fmt.Sprintf("%s %v %v %s", m.Status(), m.Standing.Wins, m.Standing.Sums, strings.Join(winners, "+"))
}

func (d *drawer) refuses(g db.NewGame, code scoring.Code) {
	d.t.Helper()
	games := d.rows("games")
	_, err := d.CreateGame(d.t.Context(), g, now, nil, show)
	var faults scoring.Faults
	if !errors.As(err, &faults) || !faults.Has(code) || d.rows("games") != games {
		d.t.Errorf("%v, want %s; %d games", err, code, d.rows("games"))
	}
}

// S1-44, three players: nobody has three wins after five games.
func TestBestOfFiveOfThree(t *testing.T) {
	d := open(t, newPath(t))
	m := d.agree(scoring.BestOf, 5, "Anna", "Ben", "Cleo")
	if got := stands(m); got != "open [0 0 0] [0 0 0] " || m.Version != 1 || m.NextStarter().Name != "Anna" {
		t.Errorf("%s, version %d", got, m.Version)
	}
	for i, scores := range [][]int{{9, 8, 7}, {7, 9, 8}, {7, 8, 9}, {9, 8, 7}, {7, 9, 8}, {7, 8, 9}} {
		game := d.win(m, scores...)
		if *game.MatchID != m.ID || *game.MatchGame != i+1 || game.Seats[0].Name != m.Seats[i%3].Name || game.Title != "Cup" {
			t.Errorf("game %d: %+v", i+1, game.GameSummary)
		}
	}
	d.win(m, 7, 9, 8)
	d = d.reopen()
	m = d.standingOf(m.ID)
	if got := stands(m); got != "finished [2 3 2] [53 59 56] Ben" || len(m.Games) != 7 || m.Version != 1+7*7 {
		t.Errorf("%s, %d games, version %d", got, len(m.Games), m.Version)
	}
	d.refuses(db.NewGame{MatchID: m.ID, PlayedOn: "2026-12-01"}, scoring.MatchOver)
}

// A correction decides a match again: back to open, and to somebody else's.
func TestCorrectionReopensAMatch(t *testing.T) {
	d := open(t, newPath(t))
	m := d.agree(scoring.BestOf, 3, "Anna", "Ben")
	d.win(m, 9, 8)
	second := d.win(m, 9, 8) // Ben began: seat 2 is Anna
	if got := stands(d.standingOf(m.ID)); got != "finished [2 0] [18 16] Anna" {
		t.Error(got)
	}
	second = d.correct(second, 4, paper(2, "chance", 8))
	if got := stands(d.standingOf(m.ID)); got != "open [1 0] [17 16] " {
		t.Errorf("a draw: %s", got)
	}
	d.tie(second, map[int]int{1: 6, 2: 1}) // the extra round gives it to Ben
	if got := stands(d.standingOf(m.ID)); got != "open [1 1] [17 16] " {
		t.Errorf("after the extra round: %s", got)
	}
	d.win(m, 5, 6)
	if got := stands(d.standingOf(m.ID)); got != "finished [1 2] [22 22] Ben" {
		t.Error(got)
	}
}

func TestSumWithATieAndAnAbandonedGame(t *testing.T) {
	d := open(t, newPath(t))
	m := d.agree(scoring.SumOf, 2, "Anna", "Ben")
	d.win(m, 9, 5)
	given := d.next(m)
	d.refuses(db.NewGame{MatchID: m.ID, PlayedOn: "2026-12-01"}, scoring.MatchGameOpen)
	abandoned := db.StatusAbandoned
	_, err := d.PatchGame(t.Context(), given, db.GamePatch{Status: &abandoned, Text: []byte("{}")}, now, show)
	check(t, err)
	if m = d.standingOf(m.ID); m.NextStarter().Name != "Ben" || given.Seats[0].Name != "Ben" {
		t.Errorf("%s began in vain, %s is next", given.Seats[0].Name, m.NextStarter().Name)
	}
	third := d.win(m, 5, 9)
	if got := stands(d.standingOf(m.ID)); got != "finished [1 1] [14 14] Anna+Ben" || *third.MatchGame != 3 {
		t.Errorf("%s, game %d", got, *third.MatchGame)
	}
}

// A game may name its match and who plays itself: in any order, from paper too.
func TestGameOfAMatch(t *testing.T) {
	d := open(t, newPath(t))
	m := d.agree(scoring.SumOf, 3, "Anna", "Ben")
	g := d.newGame("mini", "Ben", "Anna")
	g.MatchID = m.ID
	game := d.create(g)
	if *game.MatchGame != 1 || game.Seats[0].Name != "Ben" || game.Title != "Advent" {
		t.Errorf("%+v", game.GameSummary)
	}
	d.playThrough(game, 5, 6)
	if next := d.standingOf(m.ID).NextStarter(); next.Name != "Anna" { // after Ben, who began
		t.Errorf("%s is next", next.Name)
	}
	nine, seven := 9, 7
	g.Paper = []scoring.Seating{{Total: &nine}, {Total: &seven}}
	d.create(g)
	if got := stands(d.standingOf(m.ID)); got != "open [1 1] [13 14] " {
		t.Error(got)
	}
	g.Paper = nil
	for code, change := range map[scoring.Code]func(*db.NewGame){
		scoring.PlayersMismatch: func(g *db.NewGame) { g.Players = people("Anna", "Zoe") },
		scoring.RuleSetMismatch: func(g *db.NewGame) { g.Rules = d.rules("mini", map[string]any{"order": "top_down"}) },
	} {
		wrong := g
		change(&wrong)
		d.refuses(wrong, code)
	}
	g.Players = people("Ben")
	d.refuses(g, scoring.PlayersMismatch)
	if d.rows("players") != 2 {
		t.Error("a stranger was stored")
	}
	g.MatchID = "nothing"
	if _, err := d.CreateGame(t.Context(), g, now, nil, show); !errors.Is(err, db.ErrUnknownMatch) {
		t.Error(err)
	}
}

// Players of a match are people: renamed or merged they are the same ones, and a game
// that somebody else won is nobody's.
func TestPeopleOfAMatch(t *testing.T) {
	d := open(t, newPath(t))
	m := d.agree(scoring.BestOf, 3, "Anna", "Ben")
	_, err := d.RenamePlayer(t.Context(), m.Seats[0].PlayerID, db.Player{Name: "Annabel", Key: "annabel", Mark: "aunt", MarkKey: "aunt"})
	check(t, err)
	d.win(m, 9, 8)
	if got := stands(d.standingOf(m.ID)); got != "open [1 0] [9 8] " || d.rows("players") != 2 {
		t.Errorf("%s, %d players", got, d.rows("players"))
	}
	second := d.win(m, 9, 8)
	_, err = d.PatchGame(t.Context(), second, db.GamePatch{Rename: map[int]db.Player{2: {Name: "Zoe", Key: "zoe"}}, Text: []byte("{}")}, now, show)
	check(t, err)
	if got := stands(d.standingOf(m.ID)); got != "open [1 0] [9 16] " {
		t.Errorf("it was Zoe who won: %s", got)
	}
	zoe := d.game(second.ID).Seats[1].PlayerID
	_, err = d.MergePlayer(t.Context(), zoe, m.Seats[0].PlayerID)
	check(t, err)
	if got := stands(d.standingOf(m.ID)); got != "finished [2 0] [18 16] Anna" {
		t.Errorf("Zoe is Anna: %s", got)
	}
	other := d.agree(scoring.BestOf, 3, "Carl", "Dora") // nothing played yet
	if _, err := d.MergePlayer(t.Context(), other.Seats[0].PlayerID, other.Seats[1].PlayerID); !errors.Is(err, db.ErrSameGame) {
		t.Errorf("both players of a match are one: %v", err)
	}
}

func TestListMatches(t *testing.T) {
	d := open(t, newPath(t))
	var want []string
	for i := range 7 {
		m := d.agree(scoring.SumOf, 1, "Anna", fmt.Sprint("P", i%2))
		if i%3 == 0 {
			d.win(m, 5, 6)
		}
		want = append(want, m.ID)
	}
	list := func(f db.MatchFilter) (ids []string) {
		for {
			items, next, err := d.Matches(t.Context(), f)
			check(t, err)
			for _, m := range items {
				ids = append(ids, m.ID)
			}
			if f.Cursor = next; next == "" {
				return ids
			}
		}
	}
	all := list(db.MatchFilter{})
	for _, limit := range []int{1, 2, 3, 6, 7, 8} {
		if got := list(db.MatchFilter{Limit: limit}); !slices.Equal(got, all) || len(got) != 7 {
			t.Errorf("limit %d: %v, want %v", limit, got, all)
		}
		if got := list(db.MatchFilter{Limit: limit, Status: db.StatusFinished}); len(got) != 3 {
			t.Errorf("limit %d: %d finished", limit, len(got))
		}
	}
	p1 := d.standingOf(want[1]).Seats[1].PlayerID
	if got := list(db.MatchFilter{PlayerID: p1, Status: db.StatusOpen}); len(got) != 2 {
		t.Errorf("%d open matches of P1", len(got))
	}
	if got := list(db.MatchFilter{Status: db.StatusAbandoned}); got != nil {
		t.Error(got)
	}
	if _, _, err := d.Matches(t.Context(), db.MatchFilter{Cursor: "x"}); !errors.Is(err, db.ErrBadCursor) {
		t.Error(err)
	}
}

// A repeat of a request makes no second match.
func TestMatchOnce(t *testing.T) {
	d := open(t, newPath(t))
	once := &db.Once{Key: "k", Fingerprint: "f"}
	var bodies []string
	for range 2 {
		answer, err := d.CreateMatch(t.Context(), db.NewMatch{
			Rules: d.rules("mini", nil), Terms: scoring.Match{Mode: scoring.BestOf, Games: 3}, Players: people("Anna", "Ben"),
		}, now.Add(time.Minute), once, func(m *db.Match) (db.Answer, error) {
			return db.Answer{Status: 201, Body: []byte(m.ID)}, nil
		})
		check(t, err)
		bodies = append(bodies, string(answer.Body))
	}
	if bodies[0] != bodies[1] || d.rows("matches") != 1 {
		t.Errorf("%v, %d matches", bodies, d.rows("matches"))
	}
	_, err := d.CreateMatch(t.Context(), db.NewMatch{
		Rules: d.rules("mini", nil), Terms: scoring.Match{Mode: scoring.BestOf, Games: 3}, Players: people("Anna", "Anna"),
	}, now, nil, func(*db.Match) (db.Answer, error) { return db.Answer{}, nil })
	var twice *db.SamePersonError
	if !errors.As(err, &twice) || d.rows("matches") != 1 {
		t.Errorf("one person against herself: %v", err)
	}
}

// Reading a match and its games leads through indexes, however many there are.
func TestMatchesAreSought(t *testing.T) {
	d := open(t, newPath(t))
	for _, query := range []string{
		`SELECT id FROM games WHERE match_id = ? ORDER BY match_game`,
		`SELECT seat FROM match_players WHERE match_id = ? ORDER BY seat`,
		`SELECT added, removed, seat, dice FROM tiebreaks WHERE game_id = ? ORDER BY added, seat`,
		`SELECT m.id FROM matches m WHERE (m.created_at, m.id) < (?1, ?1) ORDER BY m.created_at DESC, m.id DESC LIMIT 3`,
	} {
		for _, step := range d.plan(query, []any{"x"}) {
			if !strings.HasPrefix(step, "SEARCH") {
				t.Errorf("%s: %s", query, step)
			}
		}
	}
}
