package handlers

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/labstack/echo/v4"

	"segnapunti/scoring"
)

// houseClient is a service whose catalog has a rule set that others lack.
func houseClient(t testing.TB) *client {
	t.Helper()
	d := scoring.Definition{
		ID: "coin", Version: 3, Dice: 2, Faces: 6, Rolls: 1, Names: map[string]string{"en": "Coin"},
		Boxes: []scoring.Box{{ID: "sum", Section: scoring.Lower, Pattern: scoring.Pattern{Any: true}, Points: scoring.Points{Sum: scoring.SumAll}}},
	}
	coin, err := scoring.New(d)
	if err != nil {
		t.Fatal(err)
	}
	built, err := loadCatalog()
	if err != nil {
		t.Fatal(err)
	}
	catalog, err := scoring.NewCatalog(append(built.All(), coin)...)
	if err != nil {
		t.Fatal(err)
	}
	return clientOf(t, filepath.Join(t.TempDir(), "house.db"), catalog)
}

// oddNames are names that a file may trip over.
var oddNames = []string{
	"=1+1", "+39 06", "-Anna", "@home", "a,b;\"c\"", "👨‍👩‍👧 famiglia", "דוד", "Zoe\u0308", "<b>&amp;", "' OR 1", "line\u2028end", "{seat}", "\\u0000",
}

// fill stores games of every rule set, and all that can happen to them.
func (c *client) fill() {
	c.t.Helper()
	c.playAll()
	c.correctAndPatch()
	c.paperGames()
	c.playMatch()
	c.mergeNames()
}

// playAll plays some turns by every rule set, with seeded dice.
func (c *client) playAll() {
	c.t.Helper()
	catalog, err := loadCatalog()
	if err != nil {
		c.t.Fatal(err)
	}
	for n, rules := range catalog.All() {
		path := c.start(rules.ID(), "Anna", oddNames[n%len(oddNames)])
		c.playOn(path, 3+n, uint64(n))
	}
	c.post("/v1/games", toJSON(c.t, map[string]any{
		"ruleset": map[string]any{"id": "yahtzee", "options": map[string]any{"joker": "free_choice", "upper_bonus_points": 50}},
		"players": oddNames, "title": "=SUM(A1:A9)", "played_on": "1975-12-24",
	})).want(c.t, 201, nil)
	served := c.start("generala", "Anna", "Ben")
	c.post(served+"/turns", `{"seat":1,"category":"generala","dice":[2,2,2,2,2],"rolls":1}`).want(c.t, 201, nil)
	c.post(c.start("yahtzee", "Ben", "Anna")+"/turns", `{"seat":2,"category":"chance","points":17,"out_of_turn":true}`).want(c.t, 201, nil)
}

// playOn writes so many turns, each in the first box that may be filled.
func (c *client) playOn(path string, turns int, seed uint64) {
	c.t.Helper()
	chance := rand.New(rand.NewPCG(seed, 1))
	id := strings.TrimPrefix(path, "/v1/games/")
	for range turns {
		game, err := c.store.Game(context.Background(), id)
		if err != nil {
			c.t.Fatal(err)
		}
		seat := game.Play.NextSeat()
		if seat == 0 {
			return
		}
		rules := game.Rules
		dice := make([]int, rules.Definition().Dice)
		for i := range dice {
			dice[i] = 1 + chance.IntN(rules.Definition().Faces)
		}
		choices, err := game.Play.Card(seat).Choices(scoring.Roll{Dice: dice, Rolls: rules.Definition().Rolls})
		if err != nil {
			c.t.Fatal(err)
		}
		for _, choice := range choices {
			if choice.Legal {
				c.post(path+"/turns", toJSON(c.t, map[string]any{
					"seat": seat, "category": choice.Category, "column": choice.Column, "dice": dice,
				})).want(c.t, 201, nil)
				break
			}
		}
	}
}

func (c *client) correctAndPatch() {
	c.t.Helper()
	path := c.start("yatzy", "Anna", "Ben", "Cleo")
	c.patch(path, `{"seat_order":[2,1,3]}`).want(c.t, 200, nil)
	c.playOn(path, 7, 9)
	c.ask("DELETE", path+"/turns/7", "").want(c.t, 200, nil)
	c.ask("PUT", path+"/turns/2", `{"category":"chance","dice":[6,6,6,6,5]}`).want(c.t, 200, nil)
	c.patch(path, `{"title":"Xmas \"24\"","seats":[{"seat":3,"left":true},{"seat":1,"name":"Bénédicte"}]}`).want(c.t, 200, nil)
	c.patch(path, `{"status":"abandoned"}`).want(c.t, 200, nil)
}

func (c *client) paperGames() {
	c.t.Helper()
	c.post("/v1/games", `{"ruleset":"yahtzee","players":[{"name":"Anna","total":312},{"name":"Adam","mark":"uncle","total":250}],"played_on":"1981-02-03"}`).
		want(c.t, 201, nil)
	entries := `{"category":"sum","points":7}`
	if got := c.post("/v1/games", `{"ruleset":"coin","players":[{"name":"Adam","card":{"entries":[`+entries+`]}}]}`); got.StatusCode != 404 {
		got.want(c.t, 201, nil)
	}
}

// playMatch plays two games of a match; the first is a tie, broken, corrected into
// another one and broken again.
func (c *client) playMatch() {
	c.t.Helper()
	var match struct{ ID string }
	got := c.post("/v1/matches", `{"ruleset":"coin","players":["Anna","Ben","Cleo"],"mode":"best_of","games":3,"title":"@final"}`)
	if got.StatusCode == 404 {
		return // without the house's rules
	}
	got.want(c.t, 201, &match)
	for range 2 {
		path := c.post("/v1/matches/"+match.ID+"/games", `{}`).want(c.t, 201, nil).Header.Get("Location")
		for seat := range 3 {
			c.play(path, seat+1, "sum", 3, 4)
		}
		c.post(path+"/tiebreak", `{"rolls":[{"seat":1,"dice":[6,6]},{"seat":2,"dice":[1,2]},{"seat":3,"dice":[3,3]}]}`).want(c.t, 201, nil)
		c.ask("PUT", path+"/turns/3", `{"category":"sum","dice":[1,1]}`).want(c.t, 200, nil)
		c.post(path+"/tiebreak", `{"rolls":[{"seat":2,"dice":[6,6]},{"seat":1,"dice":[1,2]}]}`).want(c.t, 201, nil)
	}
}

func (c *client) mergeNames() {
	c.t.Helper()
	ids := c.game(c.start("yacht", "Annie")).ids()
	anna := c.game(c.start("yacht", "Anna")).ids()
	c.post("/v1/players/"+ids[0]+"/merge", `{"into":"`+anna[0]+`"}`).want(c.t, 200, nil)
	c.patch("/v1/players/"+anna[0], `{"name":"Anna Große"}`).want(c.t, 200, nil)
}

func (c *client) export() []byte {
	c.t.Helper()
	return c.get("/v1/export").want(c.t, 200, nil).body
}

type counts map[string]struct{ Added, Skipped int }

func (c *client) importAll(file []byte) (added counts) {
	c.t.Helper()
	c.post("/v1/import", string(file)).want(c.t, 200, &added)
	return added
}

func TestExportImportExport(t *testing.T) {
	from := houseClient(t)
	from.fill()
	file := from.export()
	to := newClient(t) // which never heard of the house's rules
	added := to.importAll(file)
	if again := to.export(); !bytes.Equal(again, file) {
		t.Fatalf("another file: %s", cmp.Diff(strings.Split(string(file), "\n"), strings.Split(string(again), "\n")))
	}
	for kind, n := range added {
		if n.Added == 0 && kind != "rulesets" {
			t.Errorf("no %s: %+v", kind, added)
		}
	}
	games := func(c *client) string {
		return string(c.get("/v1/games?limit=200").body) + string(c.get("/v1/players?limit=200").body) + string(c.get("/v1/matches").body) +
			string(c.get("/v1/records?ruleset=yahtzee").body) + string(c.get("/v1/export.csv").body)
	}
	if diff := cmp.Diff(games(from), games(to)); diff != "" {
		t.Error(diff)
	}
	before := to.export()
	for kind, n := range to.importAll(file) {
		if n.Added != 0 || n.Skipped != added[kind].Added+added[kind].Skipped {
			t.Errorf("again: %s %+v", kind, n)
		}
	}
	if !bytes.Equal(before, to.export()) {
		t.Error("the same file twice changed something")
	}
}

func TestExportOfNothing(t *testing.T) {
	c := newClient(t)
	got := c.get("/v1/export")
	if want := `attachment; filename="segnapunti-` + time.Now().Format(time.DateOnly) + `.json"`; got.Header.Get("Content-Disposition") != want {
		t.Errorf("%s", got.Header.Get("Content-Disposition"))
	}
	if strings.Count(string(got.body), "[]") != 4 {
		t.Errorf("%s", got.body)
	}
	c.importAll(got.body)
	c.get("/v1/export?x=1").wantProblem(t, 400, "unknown_parameter")
}

func readTable(t testing.TB, body []byte) []map[string]string {
	t.Helper()
	rows, err := csv.NewReader(bytes.NewReader(body)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(rows[0], tableColumns) || bytes.Count(body, []byte("\r\n")) != len(rows) {
		t.Fatalf("head %v", rows[0])
	}
	var table []map[string]string
	for _, row := range rows[1:] {
		cells := map[string]string{}
		for i, cell := range row {
			if cell != "" && strings.ContainsRune("=+-@\t\r\n", rune(cell[0])) {
				t.Errorf("%q starts a formula", cell)
			}
			cells[rows[0][i]] = cell
		}
		table = append(table, cells)
	}
	return table
}

func TestTable(t *testing.T) {
	c := houseClient(t)
	c.fill()
	got := c.get("/v1/export.csv")
	if kind := got.Header.Get("Content-Type"); kind != "text/csv; charset=utf-8; header=present" {
		t.Error(kind)
	}
	table := readTable(t, got.body)
	find := func(column, value string) (found []map[string]string) {
		for _, row := range table {
			if row[column] == value {
				found = append(found, row)
			}
		}
		return found
	}
	if rows := find("title", "'=SUM(A1:A9)"); len(rows) != len(oddNames) || rows[0]["player"] != "'=1+1" || rows[0]["options"] != `{"joker":"free_choice","upper_bonus_points":50}` {
		t.Errorf("%v", rows)
	}
	paper := find("played_on", "1981-02-03")
	if len(paper) != 2 || paper[0]["total"] != "312" || paper[0]["upper_bonus"] != "" || paper[0]["won"] != "true" || paper[1]["place"] != "2" {
		t.Errorf("%v", paper)
	}
	for _, row := range find("status", "open") {
		if row["place"] != "" || row["won"] != "" || row["finished_at"] != "" {
			t.Errorf("%v", row)
		}
	}
	if rows := find("match_game", "2"); len(rows) != 3 || rows[1]["place"] != "1" || rows[0]["place"] != "2" || rows[0]["extra_points"] != "0" {
		t.Errorf("%v", rows)
	}
}

// FuzzTable: no name makes a formula of a cell, or breaks a row.
func FuzzTable(f *testing.F) {
	for _, name := range oddNames {
		f.Add(name, "title "+name)
	}
	c := newClient(f)
	f.Fuzz(func(t *testing.T, name, title string) {
		c := &client{t, c.handler, c.store, c.path}
		got := c.post("/v1/games", toJSON(t, map[string]any{"ruleset": "yacht", "players": []string{name}, "title": title}))
		if got.StatusCode >= 500 {
			t.Fatalf("%s", got.body)
		}
		readTable(t, c.get("/v1/export.csv").body)
	})
}

// An export that fails after its first byte must not look whole.
func TestBrokenExportIsCutOff(t *testing.T) {
	c := newClient(t)
	defer func() {
		if cause := recover(); fmt.Sprint(cause) != "net/http: abort Handler" {
			t.Errorf("%v", cause)
		}
	}()
	s, err := newServer(Config{Store: c.store, Log: slog.New(slog.DiscardHandler), Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	e := s.echo()
	s.fail(io.ErrClosedPipe, committed(e))
}

// committed is a request whose answer has begun.
func committed(e *echo.Echo) echo.Context {
	context := e.NewContext(httptest.NewRequest("GET", "/v1/export", nil), httptest.NewRecorder())
	context.Response().WriteHeader(200)
	return context
}
