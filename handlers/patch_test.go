package handlers

import (
	"bytes"
	"fmt"
	"net/http"
	"testing"
)

func (c *client) patch(path, body string) answer {
	c.t.Helper()
	return c.ask(http.MethodPatch, path, body)
}

func TestPatchTitleDayAndNames(t *testing.T) {
	c := newClient(t)
	path := c.start("yacht", "Anna", "Ben")
	c.play(path, 1, "ones", 1, 1, 1, 2, 3)
	c.patch(path, `{"title":"Xmas","played_on":"2026-12-24","seats":[{"seat":1,"name":"Ben"},{"seat":2,"name":"Anna"}]}`).want(t, 200, nil)
	g := c.game(path)
	if g.Title != "Xmas" || g.PlayedOn != "2026-12-24" || g.Players[0].Name != "Ben" || g.Players[0].Totals.GrandTotal != 3 || g.Version != 3 {
		t.Errorf("%+v", g)
	}
	c.patch(path, `{"title":"`+string(make([]byte, 0))+`","played_on":"yesterday","seats":[{"seat":3},{"seat":1,"name":""}]}`).
		wantProblem(t, 422, "bad_date", "/played_on bad_date", "/seats/0/seat unknown_seat", "/seats/1/name bad_name")
	c.patch(path, `{"seats":[{"seat":1,"name":"Anna"}]}`).wantProblem(t, 422, "duplicate_name")
	c.patch(path, `{"seats":[{"name":"Anna"}],"x":1}`).wantProblem(t, 400, "missing_field", "/seats/0/seat missing_field", "/x unknown_field")
	var history struct {
		Items []struct {
			Kind  string
			Patch map[string]any
		}
	}
	c.get(path+"/history").want(t, 200, &history)
	if last := history.Items[len(history.Items)-1]; last.Kind != "patched" || last.Patch["title"] != "Xmas" {
		t.Errorf("%+v", history)
	}
}

func TestSeatOrder(t *testing.T) {
	c := newClient(t)
	path := c.start("yacht", "Anna", "Ben", "Cleo")
	c.patch(path, `{"seat_order":[3,1,2]}`).want(t, 200, nil)
	if g := c.game(path); g.Players[0].Name != "Cleo" || g.Players[2].Name != "Ben" {
		t.Errorf("%+v", g.Players)
	}
	for _, order := range []string{`[]`, `[1,2]`, `[1,1,2]`, `[0,1,2]`, `[1,2,3,4]`} {
		c.patch(path, `{"seat_order":`+order+`}`).wantProblem(t, 422, "bad_seat_order", "/seat_order bad_seat_order")
	}
	c.play(path, 1, "ones", 1, 1, 1, 2, 3)
	c.patch(path, `{"seat_order":[1,2,3]}`).wantProblem(t, 409, "game_started", "/seat_order game_started")
}

func TestLeaveAndComeBack(t *testing.T) {
	c := newClient(t)
	path := c.start("yacht", "Anna", "Ben", "Cleo")
	c.play(path, 1, "ones", 1, 1, 1, 2, 3)
	c.patch(path, `{"seats":[{"seat":2,"left":true}]}`).want(t, 200, nil)
	g := c.game(path)
	if *g.NextSeat != 3 || g.Players[1].Place != 3 {
		t.Errorf("next %d, place of who left %d", *g.NextSeat, g.Players[1].Place)
	}
	c.post(path+"/turns", `{"seat":2,"category":"ones","dice":[1,1,1,2,3],"out_of_turn":true}`).wantProblem(t, 409, "seat_left", "/seat seat_left")
	c.patch(path, `{"seats":[{"seat":1,"left":true},{"seat":3,"left":true}]}`).wantProblem(t, 409, "last_player", "/seats last_player")
	c.patch(path, `{"seats":[{"seat":2,"left":false}]}`).want(t, 200, nil)
	if g := c.game(path); *g.NextSeat != 2 {
		t.Errorf("next %d", *g.NextSeat)
	}
	again := openClient(t, c.path)
	if before, after := c.get(path).body, again.get(path).body; !bytes.Equal(before, after) {
		t.Errorf("another game after a restart:\n%s\n%s", before, after)
	}
}

// A game ends when all who stayed are done; who left has no record in it.
func TestGameEndsWithoutWhoLeft(t *testing.T) {
	c := newClient(t)
	path := c.start("yacht", "Anna", "Ben")
	c.patch(path, `{"seats":[{"seat":2,"left":true}]}`).want(t, 200, nil)
	for _, box := range []string{"ones", "twos", "threes", "fours", "fives", "sixes", "full_house", "four_of_a_kind", "little_straight", "big_straight", "choice", "yacht"} {
		c.post(path+"/turns", `{"seat":1,"category":"`+box+`","points":0}`).want(t, 201, nil)
	}
	g := c.game(path)
	if g.Status != "finished" || fmt.Sprint(g.WinnerSeats) != "[1]" {
		t.Errorf("%+v", g)
	}
	var records struct{ Items []any }
	c.get("/v1/records?ruleset=yacht").want(t, 200, &records)
	if len(records.Items) != 1 {
		t.Errorf("%d records", len(records.Items))
	}
}

func TestJoin(t *testing.T) {
	c := newClient(t)
	path := c.start("yacht", "Anna", "Ben")
	c.play(path, 1, "ones", 1, 1, 1, 2, 3)
	c.play(path, 2, "ones", 1, 1, 1, 2, 3)
	c.patch(path, `{"add":["Cleo"]}`).want(t, 200, nil)
	if g := c.game(path); len(g.Players) != 3 || *g.NextSeat != 3 {
		t.Errorf("%+v", g)
	}
	c.patch(path, `{"add":["anna"]}`).wantProblem(t, 422, "duplicate_name")
	c.patch(path, `{"add":["",{"name":"D","total":5}]}`).wantProblem(t, 422, "bad_name", "/add/0 bad_name", "/add mixed_paper")
	c.play(path, 3, "ones", 1, 1, 1, 2, 3)
	c.play(path, 1, "twos", 1, 1, 1, 2, 3)
	c.patch(path, `{"add":["Emil"]}`).wantProblem(t, 409, "too_late_to_join", "/add too_late_to_join")
}

func TestAbandon(t *testing.T) {
	c := newClient(t)
	path := c.start("yacht", "Anna", "Ben")
	c.patch(path, `{"status":"finished"}`).wantProblem(t, 422, "bad_status", "/status bad_status")
	c.patch(path, `{"status":"open"}`).wantProblem(t, 409, "not_abandoned", "/status not_abandoned")
	c.patch(path, `{"status":"abandoned"}`).want(t, 200, nil)
	g := c.game(path)
	if g.Status != "abandoned" || g.NextSeat != nil || len(g.WinnerSeats) != 0 {
		t.Errorf("%+v", g)
	}
	turn := `{"seat":1,"category":"ones","dice":[1,1,1,2,3]}`
	c.post(path+"/turns", turn).wantProblem(t, 409, "game_abandoned")
	c.patch(path, `{"add":["Cleo"]}`).wantProblem(t, 409, "game_abandoned")
	c.patch(path, `{"status":"open"}`).want(t, 200, nil)
	c.post(path+"/turns", turn).want(t, 201, nil)
}

// Games from paper: everybody brings a finished card or a total.
func TestPaperGames(t *testing.T) {
	c := newClient(t)
	games := vectorGames(t)
	card := map[string]any{"entries": games[0].Entries}
	var g gameBody
	c.post("/v1/games", toJSON(t, map[string]any{"ruleset": "yahtzee", "played_on": "1989-12-24", "players": []any{
		map[string]any{"name": "Oma", "card": card}, map[string]any{"name": "Opa", "total": 312},
	}})).want(t, 201, &g)
	games[0].check(t, g.Players[0].Totals)
	if g.Status != "finished" || fmt.Sprint(g.WinnerSeats) != "[2]" || g.Players[1].Card != nil {
		t.Errorf("%+v", g)
	}
	var records struct{ Items []struct{ Rank, Score int } }
	c.get("/v1/records?until=1989-12-31").want(t, 200, &records)
	if len(records.Items) != 2 || records.Items[0].Score != 312 {
		t.Errorf("%+v", records)
	}
	c.post("/v1/games/"+g.ID+"/turns", `{"seat":1,"category":"ones","dice":[1,1,1,2,3]}`).wantProblem(t, 409, "game_over")
	for _, row := range []struct{ players, fault string }{
		{`[{"name":"A","total":1},"B"]`, "/players/1 mixed_paper"},
		{`[{"name":"A","total":1576}]`, "/players/0/total impossible_total"},
		{`[{"name":"A","total":-1}]`, "/players/0/total impossible_total"},
		{`[{"name":"A","card":{"entries":[]}}]`, "/players/0/card card_incomplete"},
		{`[{"name":"A","card":{"entries":[{"category":"fours","points":18}]}}]`, "/players/0/card/entries/0/points impossible_points"},
	} {
		got := c.post("/v1/games", `{"ruleset":"yahtzee","players":`+row.players+`}`)
		var p problemBody
		got.want(t, 422, &p)
		if found := p.Errors[0].Pointer + " " + p.Errors[0].Code; found != row.fault {
			t.Errorf("%s: %s, want %s", row.players, found, row.fault)
		}
	}
}
