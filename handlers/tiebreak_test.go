package handlers

import (
	"fmt"
	"net/http"
	"slices"
	"testing"
)

// paperGame stores a finished game of yahtzee of which the totals are known.
func (c *client) paperGame(totals ...int) string {
	c.t.Helper()
	return c.post("/v1/games", toJSON(c.t, map[string]any{"ruleset": "yahtzee", "players": withTotals(totals)})).
		want(c.t, http.StatusCreated, nil).Header.Get("Location")
}

func withTotals(totals []int) (players []any) {
	for i, total := range totals {
		players = append(players, map[string]any{"name": []string{"Anna", "Ben", "Cleo"}[i], "total": total})
	}
	return players
}

type tiedGame struct {
	Version     int
	Status      string
	WinnerSeats []int  `json:"winner_seats"`
	WonBy       string `json:"won_by"`
	Players     []struct{ Place int }
	Tiebreaks   []struct {
		Round int
		Rolls []struct {
			Seat, Sum int
			Dice      []int
		}
	}
}

func (g tiedGame) String() string {
	places := ""
	for _, p := range g.Players {
		places += fmt.Sprint(p.Place)
	}
	return fmt.Sprint(places, " ", g.WinnerSeats, " ", g.WonBy, " ", len(g.Tiebreaks))
}

func (c *client) tied(path string) (g tiedGame) {
	c.t.Helper()
	c.get(path).want(c.t, http.StatusOK, &g)
	return g
}

func TestTiebreak(t *testing.T) {
	c := newClient(t)
	path := c.paperGame(250, 250, 250)
	if got := c.tied(path).String(); got != "111 [1 2 3] points 0" {
		t.Error(got)
	}
	first := `{"rolls":[{"seat":3,"dice":[6,6,6,1,1]},{"seat":1,"dice":[5,5,5,4,1]},{"seat":2,"dice":[1,1,1,1,1]}]}`
	var got struct {
		Tiebreak struct {
			Round int
			Rolls []struct{ Seat, Sum int }
		}
		Game tiedGame
	}
	c.post(path+"/tiebreak", first, "If-Match", `"7"`).wantProblem(t, 412, "version_mismatch")
	answer := c.post(path+"/tiebreak", first, "If-Match", `"1"`, "Idempotency-Key", "tie").want(t, 201, &got)
	if fmt.Sprint(got.Tiebreak) != "{1 [{1 20} {2 5} {3 20}]}" || got.Game.String() != "131 [1 3] tiebreak 1" || answer.Header.Get("ETag") != `"2"` {
		t.Errorf("%s", answer.body)
	}
	if again := c.post(path+"/tiebreak", first, "Idempotency-Key", "tie").want(t, 201, nil); string(again.body) != string(answer.body) {
		t.Errorf("a repeat: %s", again.body)
	}
	c.post(path+"/tiebreak", first).wantProblem(t, 422, "players_mismatch", "/rolls/2/seat players_mismatch")
	c.post(path+"/tiebreak", `{"rolls":[{"seat":1,"dice":[5,5,5,4,1]},{"seat":3,"dice":[5,5,5,4,2]}]}`).want(t, 201, nil)
	if got := c.tied(path); got.String() != "231 [3] tiebreak 2" || got.Status != "finished" || got.Version != 3 || got.Tiebreaks[1].Rolls[1].Sum != 21 {
		t.Errorf("%+v", got)
	}
	c.post(path+"/tiebreak", first).wantProblem(t, 409, "not_tied")
	again := openClient(t, c.path)
	if got := again.tied(path).String(); got != "231 [3] tiebreak 2" {
		t.Errorf("after a restart: %s", got)
	}
	var history struct{ Items []struct{ Kind string } }
	c.get(path+"/history").want(t, 200, &history)
	if kind := history.Items[2].Kind; len(history.Items) != 3 || kind != "tiebreak" {
		t.Errorf("%+v", history)
	}
}

// A tie that a correction moves away takes the extra round along.
func TestCorrectionTakesTheTiebreakOut(t *testing.T) {
	c := newClient(t)
	path := c.start("yacht", "Anna", "Ben")
	for _, box := range []string{"ones", "twos", "threes", "fours", "fives", "sixes", "full_house", "four_of_a_kind", "little_straight", "big_straight", "choice", "yacht"} {
		for seat := 1; seat <= 2; seat++ {
			c.post(path+"/turns", fmt.Sprintf(`{"seat":%d,"category":%q,"points":0}`, seat, box))
		}
	}
	c.ask(http.MethodPut, path+"/turns/21", `{"category":"choice","points":9}`).want(t, 200, nil)
	rolls := `{"rolls":[{"seat":1,"dice":[1,1,1,1,1]},{"seat":2,"dice":[1,1,1,1,2]}]}`
	c.post(path+"/tiebreak", rolls).wantProblem(t, 409, "not_tied")
	c.ask(http.MethodPut, path+"/turns/22", `{"category":"choice","points":9}`).want(t, 200, nil)
	c.post(path+"/tiebreak", rolls).want(t, 201, nil)
	c.ask(http.MethodPut, path+"/turns/22", `{"category":"choice","dice":[1,1,1,1,5]}`).want(t, 200, nil)
	if got := c.tied(path).String(); got != "21 [2] tiebreak 1" {
		t.Errorf("the same points: %s", got)
	}
	c.ask(http.MethodPut, path+"/turns/22", `{"category":"choice","points":8}`).want(t, 200, nil)
	if got := c.tied(path).String(); got != "12 [1] points 0" {
		t.Errorf("other points: %s", got)
	}
	var history struct {
		Items []struct {
			Kind    string
			Removed [][]struct{ Seat int } `json:"removed_tiebreaks"`
		}
	}
	c.get(path+"/history").want(t, 200, &history)
	if last := history.Items[len(history.Items)-1]; last.Kind != "corrected" || len(last.Removed) != 1 || last.Removed[0][1].Seat != 2 {
		t.Errorf("%+v", last)
	}
}

func TestBadTiebreaks(t *testing.T) {
	c := newClient(t)
	path := c.paperGame(250, 250, 9)
	before := c.get(path).body
	const good = `{"seat":1,"dice":[1,1,1,1,1]}`
	for _, row := range []struct {
		body   string
		status int
		code   string
		faults []string
	}{
		{`{}`, 400, "missing_field", []string{"/rolls missing_field"}},
		{`{"rolls":null}`, 400, "null_value", []string{"/rolls null_value"}},
		{`{"rolls":[{"seat":1}]}`, 400, "missing_field", []string{"/rolls/0/dice missing_field"}},
		{`{"rolls":[{"dice":[1,1,1,1,1]}]}`, 400, "missing_field", []string{"/rolls/0/seat missing_field"}},
		{`{"rolls":[{"seat":"1","dice":[1,1,1,1,"x"],"sum":5}]}`, 400, "wrong_type", []string{"/rolls/0/dice/4 wrong_type", "/rolls/0/seat wrong_type", "/rolls/0/sum unknown_field"}},
		{`{"rolls":[]}`, 422, "players_mismatch", []string{"/rolls players_mismatch"}},
		{`{"rolls":[` + good + `]}`, 422, "players_mismatch", []string{"/rolls players_mismatch"}},
		{`{"rolls":[` + good + `,{"seat":3,"dice":[1,1,1,1,2]}]}`, 422, "players_mismatch", []string{"/rolls/1/seat players_mismatch", "/rolls players_mismatch"}},
		{`{"rolls":[` + good + `,` + good + `]}`, 422, "players_mismatch", []string{"/rolls/1/seat players_mismatch", "/rolls players_mismatch"}},
		{`{"rolls":[` + good + `,{"seat":2,"dice":[1,1,1,7]}]}`, 422, "bad_dice", []string{"/rolls/1/dice bad_dice", "/rolls/1/dice/3 bad_dice"}},
		{`{"rolls":[{"seat":9,"dice":[0]}]}`, 422, "players_mismatch", []string{"/rolls/0/seat players_mismatch", "/rolls/0/dice bad_dice", "/rolls/0/dice/0 bad_dice", "/rolls players_mismatch"}},
	} {
		c.post(path+"/tiebreak", row.body).wantProblem(t, row.status, row.code, row.faults...)
	}
	if after := c.get(path).body; string(before) != string(after) {
		t.Errorf("a refused round changed the game: %s", after)
	}
	round := `{"rolls":[` + good + `,{"seat":2,"dice":[1,1,1,1,2]}]}`
	c.post("/v1/games/nothing/tiebreak", round).wantProblem(t, 404, "unknown_game")
	open := c.start("yahtzee", "Anna", "Ben")
	c.post(open+"/tiebreak", round).wantProblem(t, 409, "not_tied")
	c.ask(http.MethodPatch, open, `{"status":"abandoned"}`).want(t, 200, nil)
	c.post(open+"/tiebreak", round).wantProblem(t, 409, "game_abandoned")
	served := c.start("generala", "Anna", "Ben")
	c.post(served+"/turns", `{"seat":1,"category":"generala","dice":[2,2,2,2,2],"rolls":1}`).want(t, 201, nil)
	c.post(served+"/tiebreak", round).wantProblem(t, 409, "not_tied")
}

func TestTwentyPhonesOneTiebreak(t *testing.T) {
	c := newClient(t)
	path := c.paperGame(250, 250)
	round := `{"rolls":[{"seat":1,"dice":[1,1,1,1,1]},{"seat":2,"dice":[1,1,1,1,2]}]}`
	bodies := inParallel(func(i int) answer { return c.post(path+"/tiebreak", round, "Idempotency-Key", fmt.Sprint("key-", i)) })
	if len(bodies[201]) != 1 || len(bodies[409]) != 19 || len(c.tied(path).Tiebreaks) != 1 {
		t.Errorf("%d won and %d lost: %v", len(bodies[201]), len(bodies[409]), bodies)
	}
	path = c.paperGame(250, 250)
	bodies = inParallel(func(int) answer { return c.post(path+"/tiebreak", round, "Idempotency-Key", "one-key") })
	slices.Sort(bodies[201])
	if len(bodies[201]) != 20 || len(slices.Compact(bodies[201])) != 1 || len(c.tied(path).Tiebreaks) != 1 {
		t.Errorf("%v", bodies)
	}
}
