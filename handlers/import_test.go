package handlers

import (
	"bytes"
	_ "embed"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"time"
)

// exported is a file of format version 1. It must be readable for ever: never make
// it anew.
//
//go:embed testdata/export-1.json
var exported string

func TestFirstFormatIsReadForEver(t *testing.T) {
	c := newClient(t)
	got := c.importAll([]byte(exported))
	want := counts{"rulesets": {1, 0}, "players": {5, 0}, "matches": {1, 0}, "games": {2, 0}}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%v, want %v", got, want)
	}
	if again := string(c.export()); again != exported {
		t.Errorf("%s", again)
	}
	// Spaces, line ends and the order of fields mean nothing in JSON.
	loose := strings.Replace(strings.ReplaceAll(exported, ",", " ,\r\n "), `"id":"coin" ,`, `"joker" : {"rule":"none","box":"sum","extra_points":0},"id":"coin",`, 1)
	c.post("/v1/import", strings.Replace(loose, `"joker" : {"rule":"none","box":"sum","extra_points":0},`, "", 1)).want(t, 200, nil)
}

const anna, ben = "jiwzffrxd6nrytmwxhxot4czmy", "klb7umbavcacisdwd6t5f7uy34"

// badImports are files with one thing wrong.
var badImports = []struct {
	name, old, new string // replaced once
	status         int
	faults         []string
}{
	{"another file", `"segnapunti-export"`, `"scores"`, 422, []string{"/format unsupported_format"}},
	{"no object", exported, `[]`, 400, []string{" wrong_type"}},
	{"null", exported, `null`, 400, []string{" wrong_type"}},
	{"newer", `"format_version":1`, `"format_version":2`, 422, []string{"/format_version unsupported_format"}},
	{"older", `"format_version":1`, `"format_version":0`, 422, []string{"/format_version unsupported_format"}},
	{"version as text", `"format_version":1`, `"format_version":"1"`, 422, []string{"/format_version unsupported_format"}},
	{"no format", `"format":"segnapunti-export",`, ``, 422, []string{"/format_version contradiction"}},
	{"truncated in a game", `"mode":"best_of","games":3,"abandoned":false`, `"mode":"best_of`, 400, nil},
	{"truncated", "}\n", "", 400, nil},
	{"unknown field", `"format_version":1`, `"format_version":1,"by":"me"`, 400, []string{"/by unknown_field"}},
	{"field at the end", "]}\n", "],\"more\":1}\n", 400, []string{"/more unknown_field"}},
	{"trailing", "]}\n", "]}{}\n", 400, nil},
	{"rows in an object", `"players":[`, `"players":{"a":[`, 400, nil},
	{"unknown field of a turn", `"n":2,"seat":2`, `"n":2,"points_":1,"seat":2`, 400, []string{"/games/1/turns/1/points_ unknown_field"}},
	{"field twice", `"n":2,"seat":2`, `"n":2,"n":2,"seat":2`, 400, []string{"/games/1/turns/1/n duplicate_field"}},
	{"field missing", `"n":2,"seat":2`, `"n":2`, 400, []string{"/games/1/turns/1/seat missing_field"}},
	{"null for a list", `"turns":[],"tiebreaks":[]`, `"turns":null,"tiebreaks":[]`, 400, []string{"/games/0/turns null_value"}},
	{"text for a number", `"n":2,"seat":2`, `"n":2,"seat":"2"`, 400, []string{"/games/1/turns/1/seat wrong_type"}},
	{"not UTF-8", `"name":"Ben"`, "\"name\":\"B\xffn\"", 400, nil},
	{"die 9", `"dice":[1,1]`, `"dice":[1,9]`, 422, []string{"/games/1/turns/2/dice/1 bad_dice"}},
	{"three dice", `"dice":[1,1]`, `"dice":[1,1,1]`, 422, []string{"/games/1/turns/2/dice bad_dice"}},
	{"unknown box", `"seat":3,"category":"sum"`, `"seat":3,"category":"yahtzee"`, 422, []string{"/games/1/turns/2/category unknown_category"}},
	{"out of turn", `"n":2,"seat":2`, `"n":2,"seat":3`, 422, []string{"/games/1/turns/1/seat not_your_turn"}},
	{"unknown seat", `"n":2,"seat":2`, `"n":2,"seat":9`, 422, []string{"/games/1/turns/1/seat unknown_seat"}},
	{"dice and points", `"dice":[1,1],"rolls":1`, `"dice":[1,1],"rolls":1,"points":2`, 422, []string{"/games/1/turns/2 dice_or_points"}},
	{"a gap in the turns", `"turns":[{"n":1`, `"turns":[{"n":4`, 422, []string{"/games/1/turns/0/n contradiction"}},
	{"bad time", `"rolls":1,"at":"2026-12-01T19:40:27.766Z"`, `"rolls":1,"at":"2026-12-01T20:40:27.766+01:00"`, 422, []string{"/games/1/turns/0/at bad_time"}},
	{"no such day", `"played_on":"2026-12-01"`, `"played_on":"2026-02-30"`, 422, []string{"/games/0/played_on bad_date"}},
	{"bad id", `{"id":"eqn4z5aoxo355gon2m6vtui3uq"`, `{"id":"../../etc"`, 422, []string{"/games/0/id bad_id"}},
	{"game twice", `{"id":"eqn4z5aoxo355gon2m6vtui3uq"`, `{"id":"ozrfw2jcku64xpalagysng5klm"`, 422, []string{"/games/1/id duplicate_id"}},
	{"player twice", `{"id":"` + ben, `{"id":"` + anna, 422, []string{"/players/1/id duplicate_id"}},
	{"name twice", `"name":"Ben","created_at"`, `"name":"ADAM","created_at"`, 422, []string{"/players/3/name duplicate_name"}},
	{"name not clean", `"name":"Ben","created_at"`, `"name":" Ben","created_at"`, 422, []string{"/players/1/name contradiction"}},
	{"empty name", `"name":"Ben","created_at"`, `"name":"","created_at"`, 422, []string{"/players/1/name bad_name"}},
	{"player missing", `{"id":"` + ben + `","name":"Ben","created_at":"2026-12-01T19:40:27.544Z"},`, ``, 422, []string{
		"/matches/0/players/1/player_id unknown_reference", "/games/1/seats/1/player_id unknown_reference",
	}},
	{"one person twice", `"player_id":"` + ben, `"player_id":"b5ltsxzccmgero5sgxe3ark7ke`, 422, []string{"/matches/0/players/1/player_id duplicate_id"}},
	{"merged into nobody", `"merged_into":"` + anna, `"merged_into":"aaaaaaaaaaaaaaaaaaaaaaaaaa`, 422, []string{"/players/4/merged_into unknown_reference"}},
	{"merged in a circle", `"merged_into":"` + anna, `"merged_into":"b5ltsxzccmgero5sgxe3ark7ke`, 422, []string{"/players/4/merged_into unknown_reference"}},
	{"rule set missing", `"games":[` + "\n" + `{"id":"eqn4z5aoxo355gon2m6vtui3uq","version":1,"ruleset":{"id":"coin","version":3`, `"games":[` + "\n" + `{"id":"eqn4z5aoxo355gon2m6vtui3uq","version":1,"ruleset":{"id":"coin","version":4`, 422, []string{"/games/0/ruleset unknown_reference"}},
	{"rule set without dice", `"dice":2,"faces"`, `"dice":0,"faces"`, 422, []string{"/rulesets/0/dice bad_definition"}},
	{"unknown rule", `"dice":2,"faces"`, `"dice":2,"colour":"red","faces"`, 400, []string{"/rulesets/0/colour unknown_field"}},
	{"unknown option", `"ruleset":{"id":"coin","version":3,"options":{}}`, `"ruleset":{"id":"coin","version":3,"options":{"joker":"none"}}`, 422, []string{"/matches/0/ruleset/options/joker unknown_option"}},
	{"match missing", `{"id":"5tineiupbv2uxr3bjinzzc7qim","game":1}`, `{"id":"aaaaaaaaaaaaaaaaaaaaaaaaaa","game":1}`, 422, []string{"/games/1/match/id unknown_reference"}},
	{"best of two", `"mode":"best_of","games":3`, `"mode":"best_of","games":2`, 422, []string{"/matches/0/games contradiction"}},
	{"best of nothing", `"mode":"best_of"`, `"mode":"worst_of"`, 422, []string{"/matches/0/mode contradiction"}},
	{"match before its first version", `"version":15`, `"version":0`, 422, []string{"/matches/0/version contradiction"}},
	{"unknown change", `{"version":3,"kind":"played"`, `{"version":3,"kind":"peeked"`, 422, []string{"/games/1/history/2/kind contradiction"}},
	{"a patch that is none", `{"version":5,"kind":"tiebreak","at":"2026-12-01T19:40:27.809Z"`, `{"version":5,"kind":"tiebreak","at":"2026-12-01T19:40:27.809Z","patch":7`, 422, []string{"/games/1/history/4/patch contradiction"}},
	{"a past turn without points", `"rolls":1,"points":7,"joker"`, `"rolls":1,"joker"`, 422, []string{"/games/1/history/1/after dice_or_points"}},
	{"status that the turns deny", `"status":"finished"`, `"status":"open"`, 422, []string{"/games/0/status contradiction"}},
	{"unknown status", `"status":"finished"`, `"status":"lost"`, 422, []string{"/games/0/status contradiction"}},
	{"no end", `"finished_at":"2026-12-01T19:40:27.725Z",`, ``, 422, []string{"/games/0/finished_at contradiction"}},
	{"impossible card", `"category":"sum","points":7`, `"category":"sum","points":70`, 422, []string{"/games/0/seats/0/card/entries/0/points impossible_points"}},
	{"version that the history denies", `"version":7,`, `"version":8,`, 422, []string{"/games/1/version contradiction"}},
	{"history backwards", `{"version":3,"kind":"played"`, `{"version":2,"kind":"played"`, 422, []string{
		"/games/1/history/2/version contradiction", "/games/1/history/3/version contradiction",
	}},
	{"a tie of others", `"rolls":[{"seat":1,"dice":[1,2]},{"seat":2,"dice":[6,6]}]`, `"rolls":[{"seat":1,"dice":[1,2]},{"seat":3,"dice":[6,6]}]`, 422, []string{
		"/games/1/tiebreaks/1/rolls/1/seat players_mismatch", "/games/1/tiebreaks/1/rolls players_mismatch",
	}},
	{"several at once", `"dice":[3,4],"rolls":1,"at":"2026-12-01T19:40:27.766Z"`, `"dice":[3,7],"rolls":1,"at":"yesterday"`, 422, []string{
		"/games/1/turns/0/at bad_time", "/games/1/turns/0/dice/1 bad_dice",
	}},
}

func TestBadImports(t *testing.T) {
	c := newClient(t)
	for _, row := range badImports {
		t.Run(row.name, func(t *testing.T) {
			if !strings.Contains(exported, row.old) {
				t.Fatal("not in the file")
			}
			got := c.post("/v1/import", strings.Replace(exported, row.old, row.new, 1))
			if row.faults == nil {
				if got.StatusCode != row.status {
					t.Errorf("%d %s", got.StatusCode, got.body)
				}
				return
			}
			var p problemBody
			got.want(t, row.status, &p)
			var faults []string
			for _, e := range p.Errors {
				faults = append(faults, e.Pointer+" "+e.Code)
			}
			if len(p.Errors) == 0 {
				faults = []string{" " + p.Code}
			}
			if !slices.Equal(faults, row.faults) {
				t.Errorf("%q, want %q", faults, row.faults)
			}
		})
	}
	c.nothingStored()
}

// nothingStored checks that no refused import left anything, here or beside.
func (c *client) nothingStored() {
	c.t.Helper()
	if file := string(c.export()); strings.Count(file, "[]") != 4 {
		c.t.Errorf("stored: %s", file)
	}
	left, err := filepath.Glob(filepath.Join(filepath.Dir(c.path), ".segnapunti-import-*"))
	if err != nil || len(left) > 0 {
		c.t.Errorf("left behind: %v %v", left, err)
	}
}

func TestImportSaysAtMostAHundredFaults(t *testing.T) {
	c := newClient(t)
	row := `{"id":"x","name":"A","created_at":"never"}`
	file := `{"format":"segnapunti-export","format_version":1,"rulesets":[],"players":[` + strings.Repeat(row+",", 400) + row + `],"matches":[],"games":[]}`
	if p := c.post("/v1/import", file).wantProblem(t, 422, "bad_id"); len(p.Errors) != maxFaults {
		t.Errorf("%d faults", len(p.Errors))
	}
	c.post("/v1/import", exported, "Content-Type", "text/plain").wantProblem(t, 415, "unsupported_media_type")
	c.post("/v1/import", " ").wantProblem(t, 400, "empty_body")
	c.post("/v1/import", exported[:strings.Index(exported, `"players"`)]+`"players":[{"name":"`+strings.Repeat("x", maxRow+70<<10)).
		wantProblem(t, 413, "body_too_large", "/players/0 body_too_large")
	gone := httptest.NewRequest(http.MethodPost, "/v1/import", io.MultiReader(strings.NewReader(exported[:500]), iotest.ErrReader(io.ErrNoProgress)))
	gone.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	if c.handler.ServeHTTP(w, gone); w.Code != http.StatusBadRequest {
		t.Errorf("a client that went away: %d %s", w.Code, w.Body)
	}
	c.nothingStored()
}

// What is here already wins: games may not differ, people keep their names.
func TestImportMeetsWhatIsHere(t *testing.T) {
	c := newClient(t)
	own := c.game(c.start("yacht", "BEN", "Anna"))
	got := c.importAll([]byte(exported))
	if got["players"].Added != 4 || got["players"].Skipped != 1 {
		t.Errorf("%+v", got)
	}
	match := c.game("/v1/games/ozrfw2jcku64xpalagysng5klm")
	if match.Players[1].PlayerID != own.Players[0].PlayerID || match.Players[1].Name != "Ben" {
		t.Errorf("Ben is two people: %+v", match.Players)
	}
	if match.Players[0].PlayerID == own.Players[1].PlayerID {
		t.Error("Anna Große is not Anna")
	}
	before := c.export()
	c.importAll([]byte(exported)) // Ben is known under another id, and all else is the same
	change := func(old, new string) string { return strings.Replace(exported, old, new, 1) }
	for _, row := range []struct{ name, file, fault string }{
		{"a turn", change(`"dice":[3,4],"rolls":1,"at":"2026-12-01T19:40:27.766Z"`, `"dice":[4,3],"rolls":1,"at":"2026-12-01T19:40:27.766Z"`), "/games/1 import_conflict"},
		{"a title", change(`"title":"","played_on"`, `"title":"Xmas","played_on"`), "/games/0 import_conflict"},
		{"a match", change(`"version":15`, `"version":16`), "/matches/0 import_conflict"},
		{"a rule", change(`"sum":"all"`, `"sum":"all","plus":1`), "/rulesets/0 import_conflict"},
		{"another name for an id", change(`"name":"Adam","created_at"`, `"name":"Adamo","created_at"`), ""},
		{"another name for a rule set", change(`"names":{"en":"Coin"}`, `"names":{"en":"Money"}`), ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			if row.fault == "" {
				c.post("/v1/import", row.file).want(t, 200, nil)
			} else if p := c.post("/v1/import", row.file).wantProblem(t, 409, "import_conflict"); p.Errors[0].Pointer+" "+p.Errors[0].Code != row.fault {
				t.Errorf("%+v", p.Errors)
			}
			if !bytes.Equal(c.export(), before) {
				t.Error("something was stored")
			}
		})
	}
}

// Two people of the file never become one here, and nobody sits twice.
func TestImportKeepsPeopleApart(t *testing.T) {
	c := newClient(t)
	c.importAll([]byte(exported))
	c.patch("/v1/players/"+anna, `{"name":"Zita"}`).want(t, 200, nil)
	newcomer := strings.Replace(exported, `{"id":"`+ben+`","name":"Ben"`, `{"id":"aaaaaaaaaaaaaaaaaaaaaaaaaa","name":"Zita"`, 1)
	c.post("/v1/import", strings.ReplaceAll(newcomer, ben, "aaaaaaaaaaaaaaaaaaaaaaaaaa")).
		wantProblem(t, 409, "import_conflict", "/players/1 import_conflict", "/matches/0 import_conflict", "/games/1 import_conflict")

	d := newClient(t)
	ids := append(d.game(d.start("yacht", "Ben")).ids(), d.game(d.start("yacht", "Cleo")).ids()...)
	d.post("/v1/players/"+ids[0]+"/merge", `{"into":"`+ids[1]+`"}`).want(t, 200, nil)
	before := d.export()
	d.post("/v1/import", exported).wantProblem(t, 409, "import_conflict", "/games/1 import_conflict")
	if !bytes.Equal(d.export(), before) {
		t.Error("something was stored")
	}
}

// A repeat of the request is answered as the first one was; another file under the
// same key is refused.
func TestImportOnce(t *testing.T) {
	c := newClient(t)
	first := c.post("/v1/import", exported, "Idempotency-Key", "k").want(t, 200, nil)
	again := c.post("/v1/import", exported, "Idempotency-Key", "k").want(t, 200, nil)
	if !bytes.Equal(first.body, again.body) {
		t.Errorf("%s and %s", first.body, again.body)
	}
	c.post("/v1/import", exported+" ", "Idempotency-Key", "k").wantProblem(t, 422, "idempotency_key_reused")
	c.post("/v1/import", exported, "Idempotency-Key", "a b").wantProblem(t, 400, "bad_header")
}

// While a file comes in, a family plays on, and finds all of it afterwards.
func TestImportWhileOthersWrite(t *testing.T) {
	from := houseClient(t)
	from.fill()
	file := from.export()
	c := newClient(t)
	var all sync.WaitGroup
	stop := make(chan struct{})
	written := make([]int, 4)
	for n := range written {
		path := c.start("maxi-yatzy", fmt.Sprintf("Writer %d", n))
		all.Go(func() {
			for done := false; !done; written[n]++ {
				c.playOn(path, 1, uint64(written[n]))
				select {
				case <-stop:
					done = true
				default:
				}
			}
		})
	}
	added := c.importAll(file)
	close(stop)
	all.Wait()
	if added["games"].Added == 0 || c.importAll(file)["games"].Added != 0 {
		t.Errorf("%+v", added)
	}
	for n, want := range written {
		var list struct{ Items []gameBody }
		c.get("/v1/players?name="+fmt.Sprintf("Writer+%d", n)).want(t, 200, nil)
		c.get("/v1/games?limit=200").want(t, 200, &list)
		at := slices.IndexFunc(list.Items, func(g gameBody) bool { return g.Players[0].Name == fmt.Sprintf("Writer %d", n) })
		if got := c.game("/v1/games/" + list.Items[at].ID); len(got.Turns) != min(want, 20) {
			t.Errorf("writer %d: %d turns of %d", n, len(got.Turns), want)
		}
	}
}

// slowly reads a text with pauses, longer in all than the server's limits.
type slowly struct{ text string }

func (s *slowly) Read(p []byte) (n int, err error) {
	if s.text == "" {
		return 0, io.EOF
	}
	time.Sleep(20 * time.Millisecond)
	n = copy(p, s.text[:min(len(s.text), 200)])
	s.text = s.text[n:]
	return n, nil
}

// serve serves a client's service with short limits.
func (c *client) serve(limit time.Duration) *httptest.Server {
	server := httptest.NewUnstartedServer(c.handler)
	server.Config.ReadHeaderTimeout, server.Config.ReadTimeout, server.Config.WriteTimeout = time.Minute, limit, limit
	server.Start()
	c.t.Cleanup(server.Close)
	return server
}

// The limits of the server are for one piece of a transfer, not for the whole.
func TestTransfersMayTakeLong(t *testing.T) {
	c := newClient(t)
	response, err := http.Post(c.serve(100*time.Millisecond).URL+"/v1/import", "application/json", &slowly{exported})
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != 200 {
		t.Errorf("%d", response.StatusCode)
	}
	// A limit that is over before the first row.
	if response, err = http.Get(c.serve(time.Nanosecond).URL + "/v1/export"); err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if got, err := io.ReadAll(response.Body); err != nil || string(got) != exported {
		t.Errorf("%v: %d bytes of %d", err, len(got), len(exported))
	}
}
