package handlers

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// Bad input is a clear 4xx, whatever it is sent to.
func TestBadBodies(t *testing.T) {
	c := newClient(t)
	const dice = `{"ruleset":"yahtzee","dice":`
	for _, row := range []struct {
		name, body string
		status     int
		code       string
		faults     []string
	}{
		{"4 dice", dice + `[1,2,3,4]}`, 422, "bad_dice", []string{"/dice bad_dice"}},
		{"6 dice", dice + `[1,2,3,4,5,6]}`, 422, "bad_dice", []string{"/dice bad_dice"}},
		{"no dice", dice + `[]}`, 422, "bad_dice", []string{"/dice bad_dice"}},
		{"die 0", dice + `[0,2,3,4,5]}`, 422, "bad_dice", []string{"/dice/0 bad_dice"}},
		{"die 7", dice + `[1,2,3,4,7]}`, 422, "bad_dice", []string{"/dice/4 bad_dice"}},
		{"two bad dice", dice + `[0,2,3,4,7]}`, 422, "bad_dice", []string{"/dice/0 bad_dice", "/dice/4 bad_dice"}},
		{"die 2.5", dice + `[1,2.5,3,4,5]}`, 400, "wrong_type", []string{"/dice/1 wrong_type"}},
		{"die \"3\"", dice + `[1,2,"3",4,5]}`, 400, "wrong_type", []string{"/dice/2 wrong_type"}},
		{"die null", dice + `[1,2,null,4,5]}`, 400, "null_value", []string{"/dice/2 null_value"}},
		{"dice null", dice + `null}`, 400, "null_value", []string{"/dice null_value"}},
		{"die 1e99", dice + `[1,2,1e99,4,5]}`, 400, "wrong_type", []string{"/dice/2 wrong_type"}},
		{"null", `null`, 400, "null_value", nil},
		{"a list", `[]`, 400, "wrong_type", nil},
		{"empty", ` `, 400, "empty_body", nil},
		{"trailing text", dice + `[1,2,3,4,5]} x`, 400, "trailing_data", nil},
		{"two values", dice + `[1,2,3,4,5]}{}`, 400, "trailing_data", nil},
		{"cut off", dice + `[1,2`, 400, "invalid_json", nil},
		{"unknown field", dice + `[1,2,3,4,5],"dies":1}`, 400, "unknown_field", []string{"/dies unknown_field"}},
		{"field twice", dice + `[1,2,3,4,5],"dice":[1,2,3,4,5]}`, 400, "duplicate_field", []string{"/dice duplicate_field"}},
		{"missing fields", `{}`, 400, "missing_field", []string{"/dice missing_field", "/ruleset missing_field"}},
		{"many at once", `{"ruleset":5,"dice":["a",null],"x":1}`, 400, "", []string{"/dice/0 wrong_type", "/dice/1 null_value", "/ruleset wrong_type", "/x unknown_field"}},
		{"unknown rule set", `{"ruleset":"chess","dice":[1]}`, 404, "unknown_ruleset", []string{"/ruleset unknown_ruleset"}},
		{"unknown in the rule set", `{"ruleset":{"id":"yahtzee","option":{}},"dice":[1,2,3,4,5]}`, 400, "unknown_field", []string{"/ruleset/option unknown_field"}},
		{"unknown option", `{"ruleset":{"id":"yacht","options":{"joker":"forced"}},"dice":[1,2,3,4,5]}`, 422, "unknown_option", []string{"/ruleset/options/joker unknown_option"}},
		{"bad option", `{"ruleset":{"id":"yahtzee","options":{"upper_bonus_at":1.5}},"dice":[1,2,3,4,5]}`, 0, "", nil},
		{"unknown box", dice + `[1,2,3,4,5],"category":"poker"}`, 422, "unknown_category", []string{"/category unknown_category"}},
		{"column 2", dice + `[1,2,3,4,5],"column":2}`, 422, "unknown_column", []string{"/column unknown_column"}},
		{"4 rolls", dice + `[1,2,3,4,5],"rolls":4}`, 422, "bad_rolls", []string{"/rolls bad_rolls"}},
		{
			"all of it", dice + `[1,2,3,4,9],"rolls":4,"category":"poker","card":{"entries":[{"category":"fours","points":18}]}}`, 422, "impossible_points",
			[]string{"/card/entries/0/points impossible_points", "/category unknown_category", "/dice/4 bad_dice", "/rolls bad_rolls"},
		},
	} {
		t.Run(row.name, func(t *testing.T) {
			got := c.post("/v1/score", row.body)
			if row.status == 0 {
				if got.StatusCode < 400 || got.StatusCode > 499 {
					t.Errorf("%d %s", got.StatusCode, got.body)
				}
				return
			}
			if row.code == "" {
				row.code = strings.Fields(row.faults[0])[1]
			}
			got.wantProblem(t, row.status, row.code, row.faults...)
		})
	}
}

func TestBadCards(t *testing.T) {
	c := newClient(t)
	for _, row := range []struct {
		name, entries string
		status        int
		faults        []string
	}{
		{"18 in fours", `{"category":"fours","points":18}`, 422, []string{"/card/entries/0/points impossible_points"}},
		{"-7", `{"category":"fours","points":-7}`, 422, []string{"/card/entries/0/points impossible_points"}},
		{"9999", `{"category":"chance","points":9999}`, 422, []string{"/card/entries/0/points impossible_points"}},
		{"a filled box", `{"category":"fours","points":16},{"category":"fours","points":16}`, 409, []string{"/card/entries/1/category box_filled"}},
		{"an illegal joker", `{"category":"yahtzee","points":50},{"category":"chance","dice":[4,4,4,4,4]}`, 422, []string{"/card/entries/1/category joker_must_use_upper"}},
		{"neither dice nor points", `{"category":"fours"}`, 422, []string{"/card/entries/0 dice_or_points"}},
		{"points of other dice", `{"category":"fours","dice":[4,4,4,1,2],"points":16}`, 422, []string{"/card/entries/0/points points_mismatch"}},
		{
			"everything at once", `{"category":"fours","points":18},{"category":"poker","points":1},{"category":"ones","dice":[1,1]}`, 422,
			[]string{"/card/entries/0/points impossible_points", "/card/entries/1/category unknown_category", "/card/entries/2/dice bad_dice"},
		},
	} {
		t.Run(row.name, func(t *testing.T) {
			got := c.post("/v1/total", `{"ruleset":"yahtzee","card":{"entries":[`+row.entries+`]}}`)
			got.wantProblem(t, row.status, strings.Fields(row.faults[0])[1], row.faults...)
		})
	}
	c.post("/v1/total", `{"ruleset":"yahtzee","card":{"entries":[{"category":"yahtzee","points":0}],"extra_yahtzees":1}}`).
		wantProblem(t, 422, "bad_extra_yahtzees", "/card/extra_yahtzees bad_extra_yahtzees")
}

func TestBadTransport(t *testing.T) {
	c := newClient(t)
	body := `{"ruleset":"yahtzee","dice":[1,2,3,4,5]}`
	c.post("/v1/score", body, "Content-Type", "text/plain").wantProblem(t, 415, "unsupported_media_type")
	c.post("/v1/score", body, "Content-Type", "application/json; charset=latin1").wantProblem(t, 415, "unsupported_media_type")
	c.post("/v1/score", body, "Content-Type", "application/json; charset=UTF-8").want(t, 200, nil)
	c.post("/v1/score", `{"ruleset":"`+strings.Repeat("x", 2<<20)+`"}`).wantProblem(t, 413, "body_too_large")
	c.post("/v1/score", "{\"ruleset\":\"\xff\"}").wantProblem(t, 400, "invalid_utf8")
	c.post("/v1/score?dice=1", body).wantProblem(t, 400, "unknown_parameter", "dice unknown_parameter")
	c.post("/v1/score?lang=xx", body).wantProblem(t, 400, "bad_parameter", "lang bad_parameter")
	c.post("/v1/score", strings.Repeat("[", 200_000)).wantProblem(t, 400, "invalid_json")
	c.get("/v1/records?x%80=1").wantProblem(t, 400, "unknown_parameter", "x\ufffd unknown_parameter")
	c.get("/v1/rulesets/%ff").wantProblem(t, 404, "unknown_ruleset", "ruleset unknown_ruleset")
	c.get("/v1/games/%ff").wantProblem(t, 404, "unknown_game")
	c.get("/v1/records?limit=0&since=yesterday&x=1").
		wantProblem(t, 400, "bad_parameter", "limit bad_parameter", "since bad_parameter", "x unknown_parameter")
}

func TestBadGamesStoreNothing(t *testing.T) {
	c := newClient(t)
	forty := strings.Repeat(`"a",`, 39) + `"b"`
	for _, row := range []struct {
		name, body string
		status     int
		code       string
		faults     []string
	}{
		{"40 players", `{"ruleset":"yahtzee","players":[` + forty + `]}`, 422, "too_many_players", []string{"/players too_many_players"}},
		{"no players", `{"ruleset":"yahtzee","players":[]}`, 422, "no_players", []string{"/players no_players"}},
		{"empty name", `{"ruleset":"yahtzee","players":["Anna"," \t"]}`, 422, "bad_name", []string{"/players/1 bad_name"}},
		{"long name", `{"ruleset":"yahtzee","players":["` + strings.Repeat("ä", 5000) + `"]}`, 422, "bad_name", []string{"/players/0 bad_name"}},
		{"one person twice", `{"ruleset":"yahtzee","players":["Anna","anna "]}`, 422, "duplicate_name", []string{"/players/1 duplicate_name"}},
		{"a number for a name", `{"ruleset":"yahtzee","players":[7]}`, 400, "wrong_type", []string{"/players/0 wrong_type"}},
		{"long title", `{"ruleset":"yahtzee","players":["A"],"title":"` + strings.Repeat("x", 121) + `"}`, 422, "bad_title", []string{"/title bad_title"}},
		{"no such day", `{"ruleset":"yahtzee","players":["A"],"played_on":"2026-02-30"}`, 422, "bad_date", []string{"/played_on bad_date"}},
		{"both", `{"ruleset":"yahtzee","players":["A","A"],"played_on":"x"}`, 422, "duplicate_name", []string{"/players/1 duplicate_name", "/played_on bad_date"}},
		{"unknown rule set", `{"ruleset":"chess","players":["A"]}`, 404, "unknown_ruleset", []string{"/ruleset unknown_ruleset"}},
	} {
		t.Run(row.name, func(t *testing.T) {
			c.post("/v1/games", row.body).wantProblem(t, row.status, row.code, row.faults...)
		})
	}
	for _, key := range []string{"", "with space", "ünseen", strings.Repeat("k", 129)} {
		c.post("/v1/games", `{"ruleset":"yahtzee","players":["A"]}`, "Idempotency-Key", key).
			wantProblem(t, 400, "bad_header", "Idempotency-Key bad_header")
	}
	if n := c.countGames(); n != 0 {
		t.Errorf("%d games were stored", n)
	}
}

func (c *client) countGames() int {
	c.t.Helper()
	var list struct{ Items []any }
	c.get("/v1/games").want(c.t, http.StatusOK, &list)
	return len(list.Items)
}

// Every language has its own words for a problem, and no placeholder is left.
func TestProblemsInEveryLanguage(t *testing.T) {
	c := newClient(t)
	titles := map[string]string{}
	for _, tag := range languageIDs() {
		got := c.post("/v1/total?lang="+tag, `{"ruleset":"yahtzee","card":{"entries":[{"category":"fours","points":18}]}}`)
		p := got.wantProblem(t, 422, "impossible_points")
		if other, taken := titles[p.Title+p.Detail]; taken {
			t.Errorf("%s says the same as %s: %s", tag, other, p.Detail)
		}
		titles[p.Title+p.Detail] = tag
		if l := got.Header.Get("Content-Language"); l != tag {
			t.Errorf("Content-Language %s, want %s", l, tag)
		}
	}
}

// FuzzDecode: no body makes the decoder panic or answer 500.
func FuzzDecode(f *testing.F) {
	for _, seed := range []string{
		`{"ruleset":"yahtzee","dice":[1,2,3,4,5]}`, `{"ruleset":{"id":"yatzy","options":{"order":"top_down"}},"card":{"entries":[]}}`,
		`{"seat":1,"category":"ones","dice":[1,1,1,1,1],"rolls":1}`, `null`, `{"dice":[null,1e400,-0,"\u0000"]}`, `{"players":["\ud83d\ude00"]}`,
		`{"ruleset":{"id":null}}`, `{"card":{"entries":[{"category":"fours","points":9223372036854775808}]}}`, "\xff", `{"ruleset":{"options":5}}`,
	} {
		f.Add(seed)
	}
	c := newClient(f)
	f.Fuzz(func(t *testing.T, body string) {
		c := &client{t, c.handler, c.store, c.path}
		for _, path := range []string{"/v1/score", "/v1/total", "/v1/starting-order", "/v1/games", "/v1/games/x/turns", "/v1/games/x/tiebreak", "/v1/matches", "/v1/matches/x/games"} {
			if got := c.post(path, body, "Content-Type", "application/json"); got.StatusCode >= 500 {
				t.Errorf("%s: %d %s", path, got.StatusCode, got.body)
			}
		}
	})
}

// No query makes a read answer 500.
func FuzzQuery(f *testing.F) {
	for _, seed := range []string{"lang=it", "options={}", "options=null", "limit=-1", "cursor=AAAA", "paper=a4&columns=99", "title=%00", "since=0000-00-00", ";", "%zz", "la%80=1", "lang=%ff", "options=%ff", "cursor=%c3"} {
		f.Add(seed)
	}
	c := newClient(f)
	f.Fuzz(func(t *testing.T, query string) {
		if strings.ContainsFunc(query, func(r rune) bool { return r <= ' ' || r == 0x7f || r == '#' }) {
			return
		}
		c := &client{t, c.handler, c.store, c.path}
		for _, path := range []string{"/v1/rulesets", "/v1/rulesets/yatzy", "/v1/games", "/v1/matches", "/v1/records", "/v1/records/players", "/v1/statistics", "/v1/scorecards/yacht.pdf"} {
			if got := c.get(fmt.Sprintf("%s?%s", path, query)); got.StatusCode >= 500 {
				t.Errorf("%s: %d %s", path, got.StatusCode, got.body)
			}
		}
	})
}
