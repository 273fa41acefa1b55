package handlers

import (
	"context"
	"net/http"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/labstack/echo/v4"

	"segnapunti/db"
	"segnapunti/scoring"
)

type recordsAnswer struct {
	RuleSet jsontext.Value `json:"ruleset"`
	page[db.Record]
}

// bestGames lists the highest scores of one rule set under one set of options.
func (s *server) bestGames(c echo.Context) error {
	return s.listRecords(c, func(ctx context.Context, f db.RecordFilter) ([]db.Record, string, error) {
		return s.Store.Records(ctx, f)
	})
}

// bestPlayers lists each player's highest score likewise.
func (s *server) bestPlayers(c echo.Context) error {
	return s.listRecords(c, func(ctx context.Context, f db.RecordFilter) ([]db.Record, string, error) {
		return s.Store.BestPlayers(ctx, f)
	})
}

// listRecords reads the filter that both lists have and sends a page of one.
func (s *server) listRecords(c echo.Context, list func(context.Context, db.RecordFilter) ([]db.Record, string, error)) error {
	q := s.query(c, "ruleset", "options", "player", "since", "until", "limit", "cursor")
	filter := db.RecordFilter{
		PlayerID: q.text("player", 100), Since: q.date("since"), Until: q.date("until"),
		Limit: q.number("limit", 1, 200, 50), Cursor: q.text("cursor", 300),
	}
	rules, err := s.comparedRules(q)
	if err != nil {
		return err
	}
	filter.Rules = rules
	items, next, err := list(c.Request().Context(), filter)
	if err != nil {
		return err
	}
	return s.send(c, http.StatusOK, recordsAnswer{s.usedRules(rules, s.language(c)), pageOf(items, next)})
}

// comparedRules reads the one rule set and its options that a list of results is
// about. It goes last: with it the query is read, and what it asks for is stored.
func (s *server) comparedRules(q *query) (*scoring.RuleSet, error) {
	options, id := q.options(), q.text("ruleset", 100)
	if err := q.err(); err != nil {
		return nil, err
	}
	if id == "" {
		id = defaultRuleSet
	}
	rules, err := s.findNamed(id, options)
	if err == nil && s.Store == nil {
		err = errNoStore
	}
	return rules, err
}
