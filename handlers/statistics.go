package handlers

import (
	"net/http"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/labstack/echo/v4"

	"segnapunti/db"
	"segnapunti/lang"
)

// statisticsAnswer is figures with the rules that they are about.
type statisticsAnswer struct {
	RuleSet jsontext.Value `json:"ruleset"`
	*db.Statistics
}

// statistics counts the results of one rule set under one set of options, of one
// player or of all.
func (s *server) statistics(c echo.Context) error {
	q := s.query(c, "ruleset", "options", "player", "since", "until", "solo")
	filter := db.StatisticsFilter{PlayerID: q.text("player", 100), Since: q.date("since"), Until: q.date("until")}
	if solo := q.word("solo", "true", "false"); solo != "" {
		filter.Solo = new(solo == "true")
	}
	rules, err := s.comparedRules(q)
	if err != nil {
		return err
	}
	filter.Rules = rules
	figures, err := s.Store.Statistics(c.Request().Context(), filter)
	if err != nil {
		return err
	}
	return s.send(c, http.StatusOK, s.describeStatistics(figures, s.language(c)))
}

func (s *server) describeStatistics(figures *db.Statistics, l *lang.Language) statisticsAnswer {
	return statisticsAnswer{s.usedRules(figures.Rules, l), figures}
}

// playerStatistics are the figures of a player for each rule set and set of options
// that they have finished games by.
func (s *server) playerStatistics(c echo.Context, id string) ([]statisticsAnswer, error) {
	all, err := s.Store.PlayerStatistics(c.Request().Context(), id)
	answers := []statisticsAnswer{}
	for _, figures := range all {
		answers = append(answers, s.describeStatistics(figures, s.language(c)))
	}
	return answers, err
}
