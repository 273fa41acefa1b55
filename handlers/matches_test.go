package handlers

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
)

type matchBody struct {
	ID, Status, Mode, Title string
	Version, Games          int
	Players                 []struct {
		PlayerID  string `json:"player_id"`
		Name      string
		Wins, Sum int
	}
	MatchGames []struct {
		MatchGame int    `json:"match_game"`
		GameID    string `json:"game_id"`
		Status    string
		Counts    bool
		Starter   string
		WinnerIDs []string `json:"winner_ids"`
		Totals    []struct {
			PlayerID string `json:"player_id"`
			Total    int
		}
	} `json:"match_games"`
	NextStarter *string  `json:"next_starter"`
	WinnerIDs   []string `json:"winner_ids"`
	DecidedBy   *string  `json:"decided_by"`
}

// name finds a player of the match.
func (m *matchBody) name(id string) string {
	for _, p := range m.Players {
		if p.PlayerID == id {
			return p.Name
		}
	}
	return "?" + id
}

// String is a match in short: "open Anna 1/250 Ben 0/200 next Ben".
func (m matchBody) String() string {
	text := m.Status
	for _, p := range m.Players {
		text += fmt.Sprintf(" %s %d/%d", p.Name, p.Wins, p.Sum)
	}
	if m.NextStarter != nil {
		text += " next " + m.name(*m.NextStarter)
	}
	if m.DecidedBy != nil {
		text += " " + *m.DecidedBy
	}
	for _, id := range m.WinnerIDs {
		text += " " + m.name(id)
	}
	return text
}

// agree makes a match of yahtzee and returns its path.
func (c *client) agree(mode string, games int, players ...string) string {
	c.t.Helper()
	body := toJSON(c.t, map[string]any{"ruleset": "yahtzee", "players": players, "mode": mode, "games": games, "title": "Cup"})
	return c.post("/v1/matches", body).want(c.t, http.StatusCreated, nil).Header.Get("Location")
}

func (c *client) matchAt(path string) (m matchBody) {
	c.t.Helper()
	c.get(path).want(c.t, http.StatusOK, &m)
	return m
}

// enter stores a game of the match from paper.
func (c *client) enter(path string, totals ...int) answer {
	c.t.Helper()
	return c.post("/v1/games", toJSON(c.t, map[string]any{
		"ruleset": "yahtzee", "players": withTotals(totals), "match_id": strings.TrimPrefix(path, "/v1/matches/"),
	}))
}

// S1-44: best of five, first to win three games.
func TestBestOfFive(t *testing.T) {
	c := newClient(t)
	path := c.agree("best_of", 5, "Anna", "Ben")
	if got := c.matchAt(path).String(); got != "open Anna 0/0 Ben 0/0 next Anna" {
		t.Error(got)
	}
	for _, step := range []struct {
		anna, ben int
		want      string
	}{
		{250, 200, "open Anna 1/250 Ben 0/200 next Ben"},
		{200, 200, "open Anna 1/450 Ben 0/400 next Ben"}, // drawn; on paper Anna sits first
		{100, 200, "open Anna 1/550 Ben 1/600 next Ben"},
		{250, 200, "open Anna 2/800 Ben 1/800 next Ben"},
		{250, 200, "finished Anna 3/1050 Ben 1/1000 wins Anna"},
	} {
		c.enter(path, step.anna, step.ben).want(t, 201, nil)
		if got := c.matchAt(path).String(); got != step.want {
			t.Errorf("%s, want %s", got, step.want)
		}
	}
	c.enter(path, 5, 6).wantProblem(t, 409, "match_over")
	c.post(path+"/games", "").wantProblem(t, 409, "match_over")
	m := c.matchAt(path)
	if g := m.MatchGames[2]; g.MatchGame != 3 || !g.Counts || m.name(g.WinnerIDs[0]) != "Ben" || g.Totals[1].Total != 200 || m.Version != 6 {
		t.Errorf("%+v", m)
	}

	tie := "/v1/games/" + m.MatchGames[1].GameID + "/tiebreak" // the draw is Ben's now, but the match had been decided
	c.post(tie, `{"rolls":[{"seat":1,"dice":[1,1,1,1,1]},{"seat":2,"dice":[1,1,1,1,2]}]}`).want(t, 201, nil)
	if got := c.matchAt(path).String(); got != "finished Anna 3/1050 Ben 2/1000 wins Anna" {
		t.Errorf("after the extra round: %s", got)
	}
}

func TestSumOfTwo(t *testing.T) {
	c := newClient(t)
	path := c.agree("sum", 2, "Anna", "Ben", "Cleo")
	c.enter(path, 250, 200, 300).want(t, 201, nil)
	c.enter(path, 100, 150, 20).want(t, 201, nil)
	if got := c.matchAt(path).String(); got != "finished Anna 0/350 Ben 1/350 Cleo 1/320 sum Anna Ben" {
		t.Error(got)
	}
}

// Games are played one after the other, each begun by the next player; who gives one
// up begins again; a correction opens the match again.
func TestGamesOfAMatch(t *testing.T) {
	c := newClient(t)
	got := c.post("/v1/matches", `{"ruleset":"generala","players":["Anna","Ben"],"mode":"best_of","games":3,"title":"Summer"}`).want(t, 201, nil)
	path := got.Header.Get("Location")
	if got.Header.Get("ETag") != `"1"` {
		t.Errorf("ETag %s", got.Header.Get("ETag"))
	}
	var g struct {
		Title     string
		MatchID   string `json:"match_id"`
		MatchGame int    `json:"match_game"`
		Players   []struct{ Name string }
	}
	next := func(body string) string {
		got := c.post(path+"/games", body).want(t, 201, &g)
		return got.Header.Get("Location")
	}
	served := func(game string, seat int) {
		if seat == 2 {
			c.play(game, 1, "sixes", 1, 2, 3, 4, 5)
		}
		c.post(game+"/turns", fmt.Sprintf(`{"seat":%d,"category":"generala","dice":[2,2,2,2,2],"rolls":1}`, seat)).want(t, 201, nil)
	}
	first := next("")
	if g.MatchGame != 1 || "/v1/matches/"+g.MatchID != path || g.Title != "Summer" || g.Players[0].Name != "Anna" {
		t.Errorf("%+v", g)
	}
	c.post(path+"/games", `{}`).wantProblem(t, 409, "match_game_open")
	served(first, 1) // A.10: it counts as a win
	given := next(`{"title":"Rain"}`)
	if g.MatchGame != 2 || g.Title != "Rain" || g.Players[0].Name != "Ben" {
		t.Errorf("%+v", g)
	}
	c.ask(http.MethodPatch, given, `{"status":"abandoned"}`).want(t, 200, nil)
	third := next(`{"played_on":"2026-12-24"}`)
	if g.MatchGame != 3 || g.Players[0].Name != "Ben" {
		t.Errorf("Ben begins again: %+v", g)
	}
	etag := c.get(path).Header.Get("ETag")
	served(third, 2) // Anna
	if got := c.matchAt(path).String(); got != "finished Anna 2/100 Ben 0/0 wins Anna" {
		t.Error(got)
	}
	c.get(path, "If-None-Match", etag).want(t, 200, nil)
	c.get(path, "If-None-Match", c.get(path).Header.Get("ETag")).want(t, 304, nil)
	c.ask(http.MethodDelete, third+"/turns/2", "").want(t, 200, nil)
	if got := c.matchAt(path).String(); got != "open Anna 1/50 Ben 0/0 next Anna" {
		t.Errorf("taken back: %s", got)
	}
	c.post(path+"/games", `{}`).wantProblem(t, 409, "match_game_open")
}

func TestBadMatches(t *testing.T) {
	c := newClient(t)
	const head = `{"ruleset":"yahtzee","players":["Anna","Ben"],`
	for _, row := range []struct {
		body   string
		status int
		code   string
		faults []string
	}{
		{`{}`, 400, "missing_field", []string{"/games missing_field", "/mode missing_field", "/players missing_field", "/ruleset missing_field"}},
		{head + `"mode":"best_of","games":5,"winner":1}`, 400, "unknown_field", []string{"/winner unknown_field"}},
		{head + `"mode":5,"games":"5"}`, 400, "wrong_type", []string{"/games wrong_type", "/mode wrong_type"}},
		{head + `"mode":"sum","games":null}`, 400, "null_value", []string{"/games null_value"}},
		{head + `"mode":"sum","games":2.5}`, 400, "wrong_type", []string{"/games wrong_type"}},
		{head + `"mode":"best_of","games":4}`, 422, "not_allowed", []string{"/games not_allowed"}},
		{head + `"mode":"best_of","games":1}`, 422, "not_allowed", []string{"/games not_allowed"}},
		{head + `"mode":"best_of","games":11}`, 422, "not_allowed", []string{"/games not_allowed"}},
		{head + `"mode":"sum","games":0}`, 422, "out_of_range", []string{"/games out_of_range"}},
		{head + `"mode":"sum","games":51}`, 422, "out_of_range", []string{"/games out_of_range"}},
		{head + `"mode":"league","games":5}`, 422, "not_allowed", []string{"/mode not_allowed"}},
		{`{"ruleset":"chess","players":["A"],"mode":"sum","games":3}`, 404, "unknown_ruleset", []string{"/ruleset unknown_ruleset"}},
		{`{"ruleset":"yahtzee","players":[],"mode":"sum","games":3}`, 422, "no_players", []string{"/players no_players"}},
		{`{"ruleset":"yahtzee","players":["A","a "],"mode":"sum","games":0}`, 422, "duplicate_name", []string{"/players/1 duplicate_name", "/games out_of_range"}},
		{`{"ruleset":"yahtzee","players":[{"name":"A","total":5}],"mode":"sum","games":3}`, 422, "mixed_paper", []string{"/players mixed_paper"}},
		{head + `"mode":"sum","games":3,"title":"` + strings.Repeat("x", 121) + `"}`, 422, "bad_title", []string{"/title bad_title"}},
	} {
		c.post("/v1/matches", row.body).wantProblem(t, row.status, row.code, row.faults...)
	}
	var list struct{ Items []matchBody }
	if c.get("/v1/matches").want(t, 200, &list); len(list.Items) != 0 {
		t.Errorf("%d matches were stored", len(list.Items))
	}
	c.get("/v1/matches/nothing").wantProblem(t, 404, "unknown_match")
	c.post("/v1/matches/nothing/games", `{}`).wantProblem(t, 404, "unknown_match")
	c.get("/v1/matches?cursor=x").wantProblem(t, 400, "bad_parameter", "cursor bad_parameter")
	c.get("/v1/matches?status=lost&ruleset=yahtzee").wantProblem(t, 400, "unknown_parameter", "ruleset unknown_parameter", "status bad_parameter")

	path := c.agree("sum", 3, "Anna", "Ben")
	id := strings.TrimPrefix(path, "/v1/matches/")
	c.post(path+"/games", `{"players":["Anna"]}`).wantProblem(t, 400, "unknown_field", "/players unknown_field")
	c.post(path+"/games", `{"played_on":"soon","title":"`+strings.Repeat("x", 121)+`"}`).
		wantProblem(t, 422, "bad_title", "/title bad_title", "/played_on bad_date")
	for _, row := range []struct {
		body   string
		status int
		faults []string
	}{
		{`{"ruleset":"yahtzee","players":["Anna","Ben"],"match_id":"nothing"}`, 404, []string{"/match_id unknown_match"}},
		{`{"ruleset":"yahtzee","players":["Anna","Ben"],"match_id":""}`, 404, []string{"/match_id unknown_match"}},
		{`{"ruleset":"yahtzee","players":["Anna"],"match_id":"` + id + `"}`, 422, []string{"/players players_mismatch"}},
		{`{"ruleset":"yahtzee","players":["Anna","Zoe"],"match_id":"` + id + `"}`, 422, []string{"/players players_mismatch"}},
		{`{"ruleset":"yatzy","players":["Anna","Zoe"],"match_id":"` + id + `"}`, 422, []string{"/ruleset ruleset_mismatch", "/players players_mismatch"}},
		{`{"ruleset":{"id":"yahtzee","options":{"joker":"none"}},"players":["Anna","Ben"],"match_id":"` + id + `"}`, 422, []string{"/ruleset ruleset_mismatch"}},
	} {
		c.post("/v1/games", row.body).wantProblem(t, row.status, strings.Fields(row.faults[0])[1], row.faults...)
	}
	if m := c.matchAt(path); len(m.MatchGames) != 0 || m.Version != 1 || c.countGames() != 0 {
		t.Errorf("%+v", m)
	}
	c.post("/v1/games", `{"ruleset":"yahtzee","players":[" ben","ANNA"],"match_id":"`+id+`"}`).want(t, 201, nil) // as a set
}

func TestTwentyPhonesOneMatchGame(t *testing.T) {
	c := newClient(t)
	path := c.agree("best_of", 3, "Anna", "Ben")
	bodies := inParallel(func(i int) answer { return c.post(path+"/games", `{}`, "Idempotency-Key", fmt.Sprint("key-", i)) })
	if len(bodies[201]) != 1 || len(bodies[409]) != 19 || len(c.matchAt(path).MatchGames) != 1 {
		t.Errorf("%d won and %d lost: %v", len(bodies[201]), len(bodies[409]), bodies)
	}
	for _, body := range bodies[409] {
		if !strings.Contains(body, `"match_game_open"`) {
			t.Errorf("lost by %s", body)
		}
	}
	path = c.agree("best_of", 3, "Anna", "Ben")
	bodies = inParallel(func(int) answer { return c.post(path+"/games", "", "Idempotency-Key", "one-key") })
	slices.Sort(bodies[201])
	if len(bodies[201]) != 20 || len(slices.Compact(bodies[201])) != 1 || len(c.matchAt(path).MatchGames) != 1 {
		t.Errorf("%v", bodies)
	}
	c.post(path+"/games", `{"title":"another"}`, "Idempotency-Key", "one-key").
		wantProblem(t, 422, "idempotency_key_reused", "Idempotency-Key idempotency_key_reused")
}

func TestListMatches(t *testing.T) {
	c := newClient(t)
	var paths []string
	for i := range 5 {
		path := c.agree("sum", 1, "Anna", []string{"Ben", "Cleo"}[i%2])
		if i < 2 {
			c.post("/v1/games", toJSON(t, map[string]any{"ruleset": "yahtzee", "match_id": strings.TrimPrefix(path, "/v1/matches/"), "players": []any{
				map[string]any{"name": "Anna", "total": 5}, map[string]any{"name": []string{"Ben", "Cleo"}[i%2], "total": 6},
			}})).want(t, 201, nil)
		}
		paths = append(paths, path)
	}
	walk := func(query string) (seen []string) {
		cursor := ""
		for {
			var list struct {
				Items []matchBody
				Next  *string
			}
			c.get("/v1/matches?limit=2&"+query+"&cursor="+cursor).want(t, 200, &list)
			for _, m := range list.Items {
				seen = append(seen, "/v1/matches/"+m.ID)
			}
			if list.Next == nil {
				slices.Reverse(seen) // newest first
				return seen
			}
			cursor = *list.Next
		}
	}
	if got := walk(""); len(got) != 5 {
		t.Errorf("%v, want %v", got, paths)
	}
	if got := walk("status=finished"); len(got) != 2 {
		t.Errorf("finished: %v", got)
	}
	ben := c.matchAt(paths[0]).Players[1].PlayerID
	if got := walk("status=open&player=" + ben); len(got) != 2 {
		t.Errorf("open ones of Ben: %v", got)
	}
}

// A match can be agreed on twice with one key only when it is the same one.
func TestTwentyRetriesOneMatch(t *testing.T) {
	c := newClient(t)
	body := `{"ruleset":"yahtzee","players":["Anna","Ben"],"mode":"best_of","games":5}`
	bodies := inParallel(func(int) answer { return c.post("/v1/matches", body, "Idempotency-Key", "one-match") })
	slices.Sort(bodies[201])
	if len(bodies[201]) != 20 || len(slices.Compact(bodies[201])) != 1 {
		t.Errorf("%v", bodies)
	}
	got := openClient(t, c.path).post("/v1/matches", body, "Idempotency-Key", "one-match").want(t, 201, nil)
	if string(got.body) != bodies[201][0] || !strings.HasPrefix(got.Header.Get("Location"), "/v1/matches/") {
		t.Errorf("after a restart: %s", got.body)
	}
}

func TestAbandonMatch(t *testing.T) {
	c := newClient(t)
	got := c.post("/v1/matches", `{"ruleset":"yacht","players":["Anna","Ben"],"mode":"best_of","games":3}`).want(t, 201, nil)
	path := got.Header.Get("Location")
	c.patch(path, `{"status":"open"}`).wantProblem(t, 409, "not_abandoned", "/status not_abandoned")
	c.patch(path, `{"status":"lost","title":"`+strings.Repeat("x", 121)+`"}`).
		wantProblem(t, 422, "bad_status", "/status bad_status", "/title bad_title")
	c.ask("PATCH", path, `{"status":"abandoned"}`, "If-Match", `"9"`).wantProblem(t, 412, "version_mismatch")
	var m struct{ Status, Title string }
	c.patch(path, `{"status":"abandoned","title":" Easter "}`).want(t, 200, &m)
	if m.Status != "abandoned" || m.Title != "Easter" {
		t.Errorf("%+v", m)
	}
	c.post(path+"/games", "").wantProblem(t, 409, "match_over")
	c.patch(path, `{"status":"open"}`).want(t, 200, &m)
	if m.Status != "open" {
		t.Errorf("%+v", m)
	}
	c.post(path+"/games", "").want(t, 201, nil)
	c.patch("/v1/matches/nothing", `{}`).wantProblem(t, 404, "unknown_match")
}
