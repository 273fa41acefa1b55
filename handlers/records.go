package handlers

import (
	"net/http"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/labstack/echo/v4"

	"segnapunti/db"
)

type recordsAnswer struct {
	RuleSet jsontext.Value `json:"ruleset"`
	page[db.Record]
}

// bestGames lists the highest scores of one rule set under one set of options.
func (s *server) bestGames(c echo.Context) error {
	q := s.query(c, "ruleset", "options", "player", "since", "until", "limit")
	options := q.options()
	filter := db.RecordFilter{
		PlayerID: q.text("player", 100), Since: q.date("since"), Until: q.date("until"), Limit: q.number("limit", 1, 200, 50),
	}
	id := q.text("ruleset", 100)
	if err := q.err(); err != nil {
		return err
	}
	if id == "" {
		id = defaultRuleSet
	}
	rules, err := s.findNamed(id, options)
	if err != nil {
		return err
	}
	if s.Store == nil {
		return errNoStore
	}
	filter.Rules = rules
	records, err := s.Store.Records(c.Request().Context(), filter)
	if err != nil {
		return err
	}
	return s.send(c, http.StatusOK, recordsAnswer{s.usedRules(rules, s.language(c)), page[db.Record]{Items: records}})
}
