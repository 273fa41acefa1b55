package handlers

import (
	"github.com/labstack/echo/v4"

	"segnapunti/lang"
	"segnapunti/scoring"
)

// language is that of the answer: ?lang=, or what Accept-Language likes best.
func (s *server) language(c echo.Context) *lang.Language {
	if l, ok := lang.Find(c.QueryParam("lang")); ok {
		return l
	}
	return lang.Negotiate(c.Request().Header.Get("Accept-Language"))
}

func languageIDs() (ids []string) {
	for _, l := range lang.All() {
		ids = append(ids, l.ID())
	}
	return ids
}

// boxName is the name of a box, by its id when the card doesn't have it.
func boxName(l *lang.Language, rules *scoring.RuleSet, id string) string {
	if box, ok := rules.Box(id); ok {
		return l.BoxName(rules.ID(), id, box.Names)
	}
	return id
}
