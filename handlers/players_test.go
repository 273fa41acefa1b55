package handlers

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

type personBody struct {
	ID, Name, Mark string
	Games          int
	MergedInto     *string `json:"merged_into"`
	Merged         []string
}

func (c *client) person(id string) (p personBody) {
	c.t.Helper()
	c.get("/v1/players/"+id).want(c.t, 200, &p)
	return p
}

// ids returns the player ids of a game's seats.
func (g gameBody) ids() (ids []string) {
	for _, p := range g.Players {
		ids = append(ids, p.PlayerID)
	}
	return ids
}

// B95: one person is one player, however the name is typed.
func TestOnePersonManySpellings(t *testing.T) {
	c := newClient(t)
	first := c.game(c.start("yacht", "Zoë")).ids()[0]
	for _, spelling := range []string{"zoë", " ZOE\u0308 ", "Zoe\u0308"} {
		path := c.start("yacht", spelling)
		if g := c.game(path); g.ids()[0] != first {
			t.Errorf("%q is somebody else", spelling)
		}
	}
	if p := c.person(first); p.Name != "Zoë" || p.Games != 4 {
		t.Errorf("%+v", p)
	}
	var list struct{ Items []personBody }
	c.get("/v1/players?name=zo%C3%8B").want(t, 200, &list)
	if len(list.Items) != 1 {
		t.Errorf("%+v", list)
	}
}

// B97: two people of one name have a mark; names of any script stay as they are.
func TestNamesAreKept(t *testing.T) {
	c := newClient(t)
	var g gameBody
	c.post("/v1/games", `{"ruleset":"yacht","players":["Adam",{"name":"Adam","mark":"uncle"},"👨‍👩‍👧 famiglia","דוד","ཨོཾ"]}`).want(t, 201, &g)
	if g.Players[0].PlayerID == g.Players[1].PlayerID || g.Players[2].Name != "👨‍👩‍👧 famiglia" || g.Players[3].Name != "דוד" || g.Players[4].Name != "ཨོཾ" {
		t.Errorf("%+v", g.Players)
	}
	if p := c.person(g.Players[1].PlayerID); p.Name != "Adam" || p.Mark != "uncle" {
		t.Errorf("%+v", p)
	}
	c.post("/v1/games", `{"ruleset":"yacht","players":["Adam","adam"]}`).wantProblem(t, 422, "duplicate_name", "/players/1 duplicate_name")
	c.post("/v1/games", `{"ruleset":"yacht","players":[{"name":"A","mark":"`+strings.Repeat("m", 41)+`"}]}`).
		wantProblem(t, 422, "bad_name", "/players/0/mark bad_name")
	c.post("/v1/games", `{"ruleset":"yacht","players":[{"mark":"x"},5,{"name":"B","nick":"b"}]}`).
		wantProblem(t, 400, "missing_field", "/players/0/name missing_field", "/players/1 wrong_type", "/players/2/nick unknown_field")
}

func TestRename(t *testing.T) {
	c := newClient(t)
	path := c.start("yacht", "Ana", "Ben")
	ids := c.game(path).ids()
	var p personBody
	c.ask(http.MethodPatch, "/v1/players/"+ids[0], `{"name":"Anna"}`).want(t, 200, &p)
	if p.Name != "Anna" || c.game(path).Players[0].Name != "Ana" {
		t.Errorf("%+v; the game of that day keeps its spelling", p)
	}
	c.ask(http.MethodPatch, "/v1/players/"+ids[0], `{"name":"BEN"}`).wantProblem(t, 409, "name_taken")
	c.ask(http.MethodPatch, "/v1/players/"+ids[0], `{"name":"BEN","mark":"the other"}`).want(t, 200, nil)
	c.ask(http.MethodPatch, "/v1/players/"+ids[0], `{"name":" "}`).wantProblem(t, 422, "bad_name")
	c.ask(http.MethodPatch, "/v1/players/nobody", `{"name":"X"}`).wantProblem(t, 404, "unknown_player")
	c.get("/v1/players/nobody").wantProblem(t, 404, "unknown_player")
}

func TestMergeAndUndo(t *testing.T) {
	c := newClient(t)
	jon := c.game(c.start("yacht", "Jon")).ids()[0]
	john := c.game(c.start("yacht", "John")).ids()[0]
	johnny := c.game(c.start("yacht", "Johnny", "Ben")).ids()[0]
	merge := func(from, into string) answer {
		return c.post("/v1/players/"+from+"/merge", toJSON(t, map[string]any{"into": into}))
	}
	merge(jon, john).want(t, 200, nil)
	merge(jon, john).want(t, 200, nil) // again changes nothing
	merge(john, johnny).want(t, 200, nil)
	if p := c.person(johnny); p.Games != 3 || fmt.Sprint(p.Merged) != fmt.Sprint([]string{john}) {
		t.Errorf("%+v", p)
	}
	if g := c.game(c.start("yacht", "jon")); g.ids()[0] != johnny {
		t.Errorf("a merged name is not the person: %v", g.ids())
	}
	var list struct{ Items []any }
	c.get("/v1/games?player="+johnny).want(t, 200, &list)
	if len(list.Items) != 4 {
		t.Errorf("%d games of Johnny", len(list.Items))
	}
	c.post("/v1/games", `{"ruleset":"yacht","players":["Jon","Johnny"]}`).wantProblem(t, 422, "duplicate_name")
	merge(jon, johnny).wantProblem(t, 409, "already_merged")
	merge(johnny, jon).wantProblem(t, 422, "merge_self")
	merge(johnny, "nobody").wantProblem(t, 404, "unknown_player")
	merge(johnny, c.game(c.start("yacht", "Johnny", "Ben")).ids()[1]).wantProblem(t, 409, "same_game")

	c.ask(http.MethodDelete, "/v1/players/"+john+"/merge", "").want(t, 200, nil)
	if p := c.person(john); p.Games != 3 || p.MergedInto != nil { // Jon's two games are John's still
		t.Errorf("%+v", p)
	}
	c.ask(http.MethodDelete, "/v1/players/"+john+"/merge", "").wantProblem(t, 409, "not_merged")
}

func TestListPlayersInPages(t *testing.T) {
	c := newClient(t)
	c.start("yacht", "A", "B", "C", "D", "E")
	seen, cursor := 0, ""
	for {
		var list struct {
			Items []personBody
			Next  *string
		}
		c.get("/v1/players?limit=2&cursor="+cursor).want(t, 200, &list)
		seen += len(list.Items)
		if list.Next == nil {
			break
		}
		cursor = *list.Next
	}
	if seen != 5 {
		t.Errorf("%d players", seen)
	}
}
