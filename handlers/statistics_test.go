package handlers

import (
	"fmt"
	"net/url"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// copyTotals stores a game of which only the totals are known and returns the players'
// ids.
func (c *client) copyTotals(ruleset any, day string, totals map[string]int) []string {
	c.t.Helper()
	var players []any
	for _, name := range []string{"Anna", "Ben", "Cleo", "Dan"} {
		if total, ok := totals[name]; ok {
			players = append(players, map[string]any{"name": name, "total": total})
		}
	}
	var g gameBody
	c.post("/v1/games", toJSON(c.t, map[string]any{"ruleset": ruleset, "players": players, "played_on": day})).want(c.t, 201, &g)
	return g.ids()
}

type recordList struct {
	Items []struct {
		Rank, Score int
		Player      struct{ ID, Name, Mark string }
	}
	Next *string
}

func (l *recordList) text() (text string) {
	for _, r := range l.Items {
		text += fmt.Sprint(r.Rank, " ", r.Score, " ", r.Player.Name, "; ")
	}
	return text
}

// B90, B93: equal scores share a rank, and best games are another list than best
// players; both in pages.
func TestRecordsInPages(t *testing.T) {
	c := newClient(t)
	c.copyTotals("yahtzee", "2026-01-01", map[string]int{"Anna": 300, "Ben": 280, "Cleo": 280})
	c.copyTotals("yahtzee", "2026-01-02", map[string]int{"Anna": 290, "Dan": 100})
	c.copyTotals(map[string]any{"id": "yahtzee", "options": map[string]any{"joker": "free_choice"}}, "2026-01-03", map[string]int{"Ben": 400})
	for path, want := range map[string]string{
		"/v1/records":         "1 300 Anna; 2 290 Anna; 3 280 Ben; 3 280 Cleo; 5 100 Dan; ",
		"/v1/records/players": "1 300 Anna; 2 280 Ben; 2 280 Cleo; 4 100 Dan; ",
	} {
		for _, limit := range []int{1, 2, 3, 50} {
			got, cursor := "", ""
			for {
				var list recordList
				c.get(fmt.Sprint(path, "?limit=", limit, "&cursor=", cursor)).want(t, 200, &list)
				if got += list.text(); list.Next == nil {
					break
				}
				cursor = *list.Next
			}
			if got != want {
				t.Errorf("%s in pages of %d: %s", path, limit, got)
			}
		}
	}
	var first recordList
	c.get("/v1/records?limit=1").want(t, 200, &first)
	for _, path := range []string{"/v1/records?ruleset=yatzy", "/v1/records?since=2026-01-01", "/v1/records/players?limit=1"} {
		u, err := url.Parse(path)
		if err != nil {
			t.Fatal(err)
		}
		q := u.Query()
		q.Set("cursor", *first.Next)
		c.get(u.Path+"?"+q.Encode()).wantProblem(t, 400, "bad_parameter", "cursor bad_parameter")
	}
}

type statisticsBody struct {
	Ruleset struct {
		ID      string
		Options map[string]any
	}
	Games, Results, Wins int
	ResultsWithCard      int `json:"results_with_card"`
	SoloGames            int `json:"solo_games"`
	SharedWins           int `json:"shared_wins"`
	Mean, Median         *float64
	Best, Worst          *int
	StandardDeviation    *float64 `json:"standard_deviation"`
	BonusRate            *float64 `json:"bonus_rate"`
	Boxes                []struct{ Category string }
	Histogram            []struct{ From, To, Count int }
	Last                 []struct{ Score, Place, Players int }
	ExtraYahtzees        *struct{ Total int } `json:"extra_yahtzees"`
}

func TestStatistics(t *testing.T) {
	c := newClient(t)
	anna := c.copyTotals("yahtzee", "2026-01-01", map[string]int{"Anna": 200, "Ben": 150})[0]
	c.copyTotals("yahtzee", "2026-01-02", map[string]int{"Anna": 210, "Ben": 210})
	c.copyTotals("yahtzee", "2026-01-03", map[string]int{"Anna": 310})
	c.copyTotals("kniffel", "2026-01-04", map[string]int{"Anna": 100, "Cleo": 90})
	c.start("yahtzee", "Anna") // an open game is none yet

	var s statisticsBody
	c.get("/v1/statistics?player="+anna).want(t, 200, &s)
	got := []any{s.Games, s.Results, s.Wins, s.SharedWins, s.SoloGames, s.ResultsWithCard, *s.Mean, *s.Median, *s.Best, *s.Worst, len(s.Boxes), len(s.Last)}
	if diff := cmp.Diff([]any{3, 3, 1, 1, 1, 0, 240.0, 210.0, 310, 200, 13, 3}, got); diff != "" {
		t.Error(diff)
	}
	if s.BonusRate != nil || s.ExtraYahtzees == nil || s.Last[0].Score != 310 || s.Histogram[0].From != 200 || s.Histogram[0].Count != 2 {
		t.Errorf("%+v", s)
	}
	var all statisticsBody
	c.get("/v1/statistics?since=2026-01-02&solo=false").want(t, 200, &all)
	if all.Games != 1 || all.Results != 2 || all.SharedWins != 2 || all.Wins != 0 {
		t.Errorf("%+v", all)
	}
	var none statisticsBody
	c.get("/v1/statistics?ruleset=yatzy&lang=it").want(t, 200, &none)
	if none.Games != 0 || none.Mean != nil || none.StandardDeviation != nil || len(none.Boxes) != 15 || none.ExtraYahtzees != nil {
		t.Errorf("%+v", none)
	}
	c.get("/v1/statistics?solo=perhaps&since=x&limit=3").
		wantProblem(t, 400, "unknown_parameter", "limit unknown_parameter", "since bad_parameter", "solo bad_parameter")
	c.get("/v1/statistics?ruleset=chess").wantProblem(t, 404, "unknown_ruleset")
	c.get(`/v1/statistics?options={"wind":1}`).wantProblem(t, 422, "unknown_option", "options unknown_option")
}

// A player's own page has their figures for each rule set and set of options.
func TestStatisticsOfAPlayer(t *testing.T) {
	c := newClient(t)
	anna := c.copyTotals("yahtzee", "2026-01-01", map[string]int{"Anna": 200, "Ben": 150})[0]
	c.copyTotals(map[string]any{"id": "yahtzee", "options": map[string]any{"joker": "free_choice"}}, "2026-01-03", map[string]int{"Anna": 300})
	c.copyTotals("kniffel", "2026-01-04", map[string]int{"Anna": 100})
	c.start("yatzy", "Anna")
	var p struct {
		Name       string
		Statistics []statisticsBody
	}
	c.get("/v1/players/"+anna).want(t, 200, &p)
	text := p.Name
	for _, s := range p.Statistics {
		text += fmt.Sprint("; ", s.Ruleset.ID, " ", s.Ruleset.Options["joker"], " ", *s.Best)
	}
	if text != "Anna; kniffel kniffel 100; yahtzee forced 200; yahtzee free_choice 300" {
		t.Error(text)
	}
	c.get("/v1/players/nobody").wantProblem(t, 404, "unknown_player")
}

func TestStatisticsNeedADatabase(t *testing.T) {
	c := newClient(t)
	c.handler = benchService(t)
	for _, path := range []string{"/v1/statistics", "/v1/records/players", "/v1/players/x"} {
		c.get(path).wantProblem(t, 503, "unavailable")
	}
}
