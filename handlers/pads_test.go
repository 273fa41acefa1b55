package handlers

import (
	"bytes"
	"testing"
)

func TestPads(t *testing.T) {
	c := newClient(t)
	for _, query := range []string{"", "?lang=it", "?paper=letter&columns=3&title=Famiglia%20R%C3%B6ssler", `?options={"order":"top_down"}`} {
		got := c.get("/v1/scorecards/yahtzee.pdf"+query).want(t, 200, nil)
		if !bytes.HasPrefix(got.body, []byte("%PDF-")) {
			t.Errorf("%s: %.20q", query, got.body)
		}
		c.get("/v1/scorecards/yahtzee.pdf"+query, "If-None-Match", got.Header.Get("ETag")).want(t, 304, nil)
	}
	c.get("/v1/scorecards/chess.pdf").wantProblem(t, 404, "unknown_ruleset", "ruleset unknown_ruleset")
	c.get("/v1/scorecards/yahtzee").wantProblem(t, 404, "not_found")
	c.get("/v1/scorecards/yahtzee.pdf?paper=a3&columns=15&lang=xx").
		wantProblem(t, 400, "bad_parameter", "columns bad_parameter", "lang bad_parameter", "paper bad_parameter")
}
