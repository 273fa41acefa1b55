package handlers

import (
	"bytes"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
)

type gameBody struct {
	ID, Status, Title string
	Version           int
	PlayedOn          string `json:"played_on"`
	NextSeat          *int   `json:"next_seat"`
	Players           []struct {
		Seat     int
		PlayerID string `json:"player_id"`
		Name     string
		Card     map[string]any
		Totals   totalsBody
		Place    int
	}
	Turns []struct {
		N, Seat, Points int
		Category        string
		ExtraPoints     int `json:"extra_points"`
	}
	WinnerSeats []int   `json:"winner_seats"`
	WonBy       *string `json:"won_by"`
}

// start makes a game and returns its path.
func (c *client) start(ruleset string, players ...string) string {
	c.t.Helper()
	got := c.post("/v1/games", toJSON(c.t, map[string]any{"ruleset": ruleset, "players": players})).want(c.t, http.StatusCreated, nil)
	return got.Header.Get("Location")
}

func (c *client) game(path string) (g gameBody) {
	c.t.Helper()
	c.get(path).want(c.t, http.StatusOK, &g)
	return g
}

// play writes a turn that must succeed.
func (c *client) play(path string, seat int, category string, dice ...int) {
	c.t.Helper()
	c.post(path+"/turns", toJSON(c.t, map[string]any{"seat": seat, "category": category, "dice": dice})).want(c.t, http.StatusCreated, nil)
}

func TestGameFromStartToEnd(t *testing.T) {
	c := newClient(t)
	got := c.post("/v1/games", `{"ruleset":"yahtzee","players":["Anna"," Jürgen  Größe "],"title":"Xmas","played_on":"2026-12-24"}`).want(t, 201, nil)
	path := got.Header.Get("Location")
	if got.Header.Get("ETag") != `"1"` {
		t.Errorf("ETag %s", got.Header.Get("ETag"))
	}
	games := vectorGames(t)
	first, second := games[0], games[1]
	for i := range first.Entries {
		c.play(path, 1, first.Entries[i].Category, first.Entries[i].Dice...)
		c.play(path, 2, second.Entries[i].Category, second.Entries[i].Dice...)
	}
	g := c.game(path)
	first.check(t, g.Players[0].Totals)
	second.check(t, g.Players[1].Totals)
	if g.Status != "finished" || g.NextSeat != nil || g.WonBy == nil || *g.WonBy != "points" || g.Version != 27 || g.Players[1].Name != "Jürgen Größe" {
		t.Errorf("%+v", g)
	}
	c.post(path+"/turns", `{"seat":1,"category":"ones","dice":[1,1,1,1,1]}`).wantProblem(t, 409, "game_over")

	again := openClient(t, c.path) // the totals are the same after a restart
	if after := again.get(path).want(t, 200, nil); !bytes.Equal(after.body, c.get(path).body) {
		t.Errorf("after a restart: %s", after.body)
	}
}

// A card of a stored game is a card that /v1/total takes.
func TestCardOfGameCanBeTotalled(t *testing.T) {
	c := newClient(t)
	path := c.start("maxi-yatzy", "Anna")
	c.post(path+"/turns", `{"seat":1,"category":"ones","dice":[1,1,1,1,2,3],"rolls":1}`).want(t, 201, nil)
	c.post(path+"/turns", `{"seat":1,"category":"twos","points":8}`).want(t, 201, nil)
	card := c.game(path).Players[0].Card
	var got totalsBody
	c.post("/v1/total", toJSON(t, map[string]any{"ruleset": "maxi-yatzy", "card": card})).want(t, 200, &got)
	if got.GrandTotal != 12 {
		t.Errorf("%+v", got)
	}
}

func TestTurnsThatAreRefused(t *testing.T) {
	c := newClient(t)
	path := c.start("yahtzee", "Anna", "Ben")
	c.play(path, 1, "yahtzee", 6, 6, 6, 6, 6)
	c.play(path, 2, "fours", 4, 4, 4, 1, 2)
	before := c.get(path).body
	for _, row := range []struct {
		body, code string
		status     int
	}{
		{`{"seat":2,"category":"ones","dice":[1,1,1,1,1]}`, "not_your_turn", 409},
		{`{"seat":3,"category":"ones","dice":[1,1,1,1,1]}`, "unknown_seat", 422},
		{`{"seat":1,"category":"yahtzee","dice":[1,1,1,1,1]}`, "box_filled", 409},
		{`{"seat":1,"category":"chance","dice":[1,1,1,1,1]}`, "joker_must_use_upper", 422},
		{`{"seat":1,"category":"fours","points":18}`, "impossible_points", 422},
		{`{"seat":1,"category":"fours","points":-7}`, "impossible_points", 422},
		{`{"seat":1,"category":"chance","points":9999}`, "impossible_points", 422},
		{`{"seat":1,"category":"poker","dice":[1,1,1,1,1]}`, "unknown_category", 422},
		{`{"seat":1,"category":"ones"}`, "dice_or_points", 422},
		{`{"seat":1,"category":"ones","dice":[1,1,1,1]}`, "bad_dice", 422},
		{`{"category":"ones","dice":[1,1,1,1,1]}`, "missing_field", 400},
		{`{"seat":2,"category":"poker","dice":[1,1,1,1]}`, "not_your_turn", 422},
	} {
		c.post(path+"/turns", row.body).wantProblem(t, row.status, row.code)
	}
	c.post("/v1/games/nothing/turns", `{"seat":1,"category":"ones","dice":[1,1,1,1,1]}`).wantProblem(t, 404, "unknown_game")
	if after := c.get(path).body; !bytes.Equal(before, after) {
		t.Errorf("a refused turn changed the game:\n%s\n%s", before, after)
	}
	c.post(path+"/turns", `{"seat":2,"category":"ones","dice":[1,1,1,1,2],"out_of_turn":true}`).want(t, 201, nil)
}

func TestCorrectAndTakeBack(t *testing.T) {
	c := newClient(t)
	path := c.start("yahtzee", "Anna")
	c.play(path, 1, "yahtzee", 6, 6, 6, 6, 6)
	empty := c.game(path).Players[0].Totals
	c.play(path, 1, "sixes", 6, 6, 6, 6, 6)
	if g := c.game(path); g.Players[0].Totals.GrandTotal != 180 || g.Turns[1].ExtraPoints != 100 {
		t.Fatalf("%+v", g)
	}
	got := c.ask(http.MethodPut, path+"/turns/1", `{"category":"yahtzee","dice":[6,6,6,6,5]}`, "If-Match", `"3"`).want(t, 200, nil)
	if etag := got.Header.Get("ETag"); etag != `"4"` {
		t.Errorf("ETag %s", etag)
	}
	if total := c.game(path).Players[0].Totals.GrandTotal; total != 30 { // no 50, so no 100 either (S1-36)
		t.Errorf("total %d after the correction", total)
	}
	c.ask(http.MethodPut, path+"/turns/1", `{"category":"sixes","dice":[6,6,6,6,5]}`).wantProblem(t, 409, "later_turn_illegal")
	c.ask(http.MethodPut, path+"/turns/1", `{"category":"chance","dice":[6,6,6,6,9]}`).wantProblem(t, 422, "bad_dice", "/dice/4 bad_dice")
	c.ask(http.MethodPut, path+"/turns/3", `{"category":"chance","dice":[6,6,6,6,5]}`).wantProblem(t, 404, "unknown_turn")
	c.ask(http.MethodPut, path+"/turns/x", `{"category":"chance","dice":[6,6,6,6,5]}`).wantProblem(t, 404, "unknown_turn")
	c.ask(http.MethodPut, path+"/turns/1", `{"category":"yahtzee","dice":[6,6,6,6,6]}`).want(t, 200, nil)

	c.ask(http.MethodDelete, path+"/turns/1", "").wantProblem(t, 409, "not_last_turn")
	c.ask(http.MethodDelete, path+"/turns/2", "").want(t, 200, nil)
	if after := c.game(path).Players[0].Totals; fmt.Sprint(after) != fmt.Sprint(empty) { // B58, B60
		t.Errorf("after taking back %+v, want %+v", after, empty)
	}
	var history struct{ Items []struct{ Kind string } }
	c.get(path+"/history").want(t, 200, &history)
	var kinds []string
	for _, change := range history.Items {
		kinds = append(kinds, change.Kind)
	}
	if fmt.Sprint(kinds) != "[created played played corrected corrected taken_back]" {
		t.Errorf("%v", kinds)
	}
}

func TestIfMatch(t *testing.T) {
	c := newClient(t)
	path := c.start("yacht", "Anna")
	turn := `{"seat":1,"category":"ones","dice":[1,1,1,1,1]}`
	c.post(path+"/turns", turn, "If-Match", `"2"`).wantProblem(t, 412, "version_mismatch")
	c.post(path+"/turns", turn, "If-Match", `W/"1"`).wantProblem(t, 412, "version_mismatch")
	c.post(path+"/turns", turn, "If-Match", `1`).wantProblem(t, 400, "bad_header", "If-Match bad_header")
	c.post(path+"/turns", turn, "If-Match", `"7", "1"`).want(t, 201, nil)
	c.ask(http.MethodDelete, path+"/turns/1", "", "If-Match", `*`).want(t, 200, nil)
	// A retry is answered as before, though the version that it names has passed.
	first := c.post(path+"/turns", turn, "If-Match", `"3"`, "Idempotency-Key", "retry").want(t, 201, nil)
	again := c.post(path+"/turns", turn, "If-Match", `"3"`, "Idempotency-Key", "retry").want(t, 201, nil)
	if !bytes.Equal(first.body, again.body) || again.Header.Get("ETag") != `"4"` {
		t.Errorf("%s %s", again.Header.Get("ETag"), again.body)
	}
	c.get(path, "If-None-Match", `"4"`).want(t, 304, nil)
	c.get(path, "If-None-Match", `"3"`).want(t, 200, nil)
}

// inParallel answers 20 requests at once and returns their bodies by status.
func inParallel(request func(i int) answer) map[int][]string {
	var wait sync.WaitGroup
	var lock sync.Mutex
	bodies := map[int][]string{}
	for i := range 20 {
		wait.Go(func() {
			got := request(i)
			lock.Lock()
			defer lock.Unlock()
			bodies[got.StatusCode] = append(bodies[got.StatusCode], string(got.body))
		})
	}
	wait.Wait()
	return bodies
}

func TestTwentyPhonesOneTurn(t *testing.T) {
	for _, players := range [][]string{{"Anna"}, {"Anna", "Ben"}} {
		c := newClient(t)
		path := c.start("yahtzee", players...)
		bodies := inParallel(func(i int) answer {
			return c.post(path+"/turns", `{"seat":1,"category":"ones","dice":[1,1,1,1,2]}`, "Idempotency-Key", fmt.Sprint("key-", i))
		})
		if len(bodies[201]) != 1 || len(bodies[409]) != 19 {
			t.Errorf("%d players: %d won and %d lost: %v", len(players), len(bodies[201]), len(bodies[409]), bodies)
		}
		if turns := c.game(path).Turns; len(turns) != 1 {
			t.Errorf("%d turns", len(turns))
		}
	}
}

func TestTwentyRetriesOneTurn(t *testing.T) {
	c := newClient(t)
	path := c.start("yahtzee", "Anna", "Ben")
	bodies := inParallel(func(int) answer {
		return c.post(path+"/turns", `{"seat":1,"category":"ones","dice":[1,1,1,1,2]}`, "Idempotency-Key", "one-key")
	})
	slices.Sort(bodies[201])
	if len(bodies[201]) != 20 || len(slices.Compact(bodies[201])) != 1 {
		t.Errorf("%v", bodies)
	}
	if turns := c.game(path).Turns; len(turns) != 1 {
		t.Errorf("%d turns", len(turns))
	}
	c.post(path+"/turns", `{"seat":2,"category":"ones","dice":[1,1,1,1,2]}`, "Idempotency-Key", "one-key").
		wantProblem(t, 422, "idempotency_key_reused", "Idempotency-Key idempotency_key_reused")
	again := openClient(t, c.path) // a retry after a restart
	got := again.post(path+"/turns", `{"seat":1,"category":"ones","dice":[1,1,1,1,2]}`, "Idempotency-Key", "one-key").want(t, 201, nil)
	if string(got.body) != bodies[201][0] || got.Header.Get("ETag") != `"2"` {
		t.Errorf("%s", got.body)
	}
}

func TestTwentyRetriesOneGame(t *testing.T) {
	c := newClient(t)
	bodies := inParallel(func(int) answer {
		return c.post("/v1/games", `{"ruleset":"yahtzee","players":["Anna"]}`, "Idempotency-Key", "one-game")
	})
	slices.Sort(bodies[201])
	if len(bodies[201]) != 20 || len(slices.Compact(bodies[201])) != 1 || c.countGames() != 1 {
		t.Errorf("%v", bodies)
	}
}

func TestServedGeneralaWins(t *testing.T) {
	c := newClient(t)
	path := c.start("generala", "Anna", "Ben", "Cleo")
	c.play(path, 1, "sixes", 6, 6, 6, 1, 2)
	c.post(path+"/turns", `{"seat":2,"category":"generala","dice":[2,2,2,2,2],"rolls":1}`).want(t, 201, nil)
	g := c.game(path)
	if g.Status != "finished" || g.WonBy == nil || *g.WonBy != "served_generala" || fmt.Sprint(g.WinnerSeats) != "[2]" || g.Players[1].Place != 1 || g.Players[0].Place != 2 {
		t.Errorf("%+v", g)
	}
}

func TestListGames(t *testing.T) {
	c := newClient(t)
	var paths []string
	for range 5 {
		paths = append(paths, c.start("yacht", "Anna", "Ben"))
	}
	c.start("yatzy", "Cleo")
	var seen []string
	cursor := ""
	for {
		var list struct {
			Items []struct{ ID string }
			Next  *string
		}
		c.get("/v1/games?ruleset=yacht&limit=2&cursor="+cursor).want(t, 200, &list)
		for _, item := range list.Items {
			seen = append(seen, "/v1/games/"+item.ID)
		}
		if list.Next == nil {
			break
		}
		cursor = *list.Next
	}
	slices.Reverse(seen) // newest first
	if strings.Join(seen, " ") != strings.Join(paths, " ") {
		t.Errorf("%v, want %v", seen, paths)
	}
	anna := c.game(paths[0]).Players[0].PlayerID
	var list struct{ Items []any }
	c.get("/v1/games?status=open&player="+anna).want(t, 200, &list)
	if len(list.Items) != 5 {
		t.Errorf("%d games of Anna", len(list.Items))
	}
	c.get("/v1/games?cursor=nonsense").wantProblem(t, 400, "bad_parameter", "cursor bad_parameter")
	c.get("/v1/games?status=lost").wantProblem(t, 400, "bad_parameter", "status bad_parameter")
}

func TestRecords(t *testing.T) {
	c := newClient(t)
	finish := func(ruleset any, day string, scores ...int) {
		names := []string{"Anna", "Ben", "Cleo"}[:len(scores)]
		var g gameBody
		c.post("/v1/games", toJSON(t, map[string]any{"ruleset": ruleset, "players": names, "played_on": day})).want(t, 201, &g)
		for _, box := range []string{"ones", "twos", "threes", "fours", "fives", "sixes", "full_house", "four_of_a_kind", "little_straight", "big_straight", "choice", "yacht"} {
			for seat, score := range scores {
				points := 0
				if box == "choice" {
					points = score
				}
				c.post("/v1/games/"+g.ID+"/turns", toJSON(t, map[string]any{"seat": seat + 1, "category": box, "points": points})).want(t, 201, nil)
			}
		}
	}
	finish("yacht", "2026-01-01", 20, 20, 15)
	finish("yacht", "2026-02-01", 25)
	finish(map[string]any{"id": "yacht", "options": map[string]any{"order": "top_down"}}, "2026-03-01", 30)
	c.start("yacht", "Anna") // an open game is no record

	type list struct {
		Items []struct {
			Rank, Score int
			Player      struct{ ID, Name string }
			PlayedOn    string `json:"played_on"`
		}
	}
	var all list
	c.get("/v1/records?ruleset=yacht").want(t, 200, &all)
	text := ""
	for _, r := range all.Items {
		text += fmt.Sprint(r.Rank, " ", r.Score, " ", r.Player.Name, "; ")
	}
	if text != "1 25 Anna; 2 20 Anna; 2 20 Ben; 4 15 Cleo; " { // B90, B93
		t.Errorf("%s", text)
	}
	var ordered list
	c.get(`/v1/records?ruleset=yacht&options={"order":"top_down"}`).want(t, 200, &ordered)
	if len(ordered.Items) != 1 || ordered.Items[0].Score != 30 {
		t.Errorf("%+v", ordered)
	}
	var bens list
	c.get("/v1/records?ruleset=yacht&until=2026-01-31&player="+all.Items[2].Player.ID).want(t, 200, &bens)
	if len(bens.Items) != 1 || bens.Items[0].Rank != 1 {
		t.Errorf("%+v", bens)
	}
	var none list
	c.get("/v1/records").want(t, 200, &none)
	if none.Items == nil || len(none.Items) != 0 {
		t.Errorf("%+v", none)
	}
	c.get("/v1/records?ruleset=chess").wantProblem(t, 404, "unknown_ruleset", "ruleset unknown_ruleset")
}

func TestNoDatabase(t *testing.T) {
	c := newClient(t)
	c.store.Close()
	c.get("/healthz").wantProblem(t, 503, "unavailable")

	c.handler = benchService(t) // a service without any
	for _, path := range []string{"/v1/games", "/v1/games/x", "/v1/games/x/history", "/v1/matches", "/v1/matches/x", "/v1/records"} {
		got := c.get(path)
		got.wantProblem(t, 503, "unavailable")
		if got.Header.Get("Retry-After") == "" {
			t.Errorf("%s: no Retry-After", path)
		}
	}
	c.post("/v1/games", `{"ruleset":"yahtzee","players":["Anna"]}`).wantProblem(t, 503, "unavailable")
	c.get("/healthz").want(t, 200, nil)
}
