package handlers

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/labstack/echo/v4"

	"segnapunti/lang"
	"segnapunti/scoring"
)

// query reads the parameters of a request strictly, and collects what is wrong.
type query struct {
	c      echo.Context
	names  []string
	faults []fault
}

// query allows the parameters named, and lang, which every operation has.
func (s *server) query(c echo.Context, names ...string) *query {
	q := &query{c: c, names: append(names, "lang")}
	values := c.QueryParams()
	for name, given := range values {
		if !slices.Contains(q.names, name) {
			q.wrong(unknownParameter, name, map[string]any{"parameter": name, "allowed": q.names})
		} else if len(given) > 1 {
			q.wrong(badParameter, name, map[string]any{"parameter": name, "got": given, "allowed": "1"})
		}
	}
	if tag := c.QueryParam("lang"); tag != "" {
		if _, ok := lang.Find(tag); !ok {
			q.bad("lang", languageIDs())
		}
	}
	return q
}

func (q *query) wrong(code scoring.Code, name string, args map[string]any) {
	q.faults = append(q.faults, fault{Fault: scoring.Fault{Code: code, Args: args}, parameter: name})
}

func (q *query) bad(name string, allowed any) {
	q.wrong(badParameter, name, map[string]any{"parameter": name, "got": q.c.QueryParam(name), "allowed": allowed})
}

// err is everything that was wrong, or nil. The faults stand in the order of
// their names: a map of parameters has none.
func (q *query) err() error {
	if len(q.faults) == 0 {
		return nil
	}
	slices.SortStableFunc(q.faults, func(a, b fault) int { return strings.Compare(a.parameter, b.parameter) })
	return &problem{faults: q.faults}
}

func (q *query) text(name string, most int) string {
	value := q.c.QueryParam(name)
	if len([]rune(value)) > most {
		q.wrong(tooLong, name, map[string]any{"max": most, "got": len([]rune(value))})
	}
	return value
}

func (q *query) number(name string, least, most, otherwise int) int {
	text := q.c.QueryParam(name)
	if text == "" {
		return otherwise
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < least || n > most {
		q.bad(name, strconv.Itoa(least)+"-"+strconv.Itoa(most))
		return otherwise
	}
	return n
}

func (q *query) word(name string, allowed ...string) string {
	word := q.c.QueryParam(name)
	if word != "" && !slices.Contains(allowed, word) {
		q.bad(name, allowed)
	}
	return word
}

func (q *query) date(name string) string {
	text := q.c.QueryParam(name)
	if text != "" && !isDate(text) {
		q.bad(name, time.DateOnly)
	}
	return text
}

func isDate(text string) bool {
	day, err := time.Parse(time.DateOnly, text)
	return err == nil && day.Year() >= 1900 && day.Year() <= 9998
}

// options reads house options, a JSON object in a parameter.
func (q *query) options() map[string]any {
	text := q.text("options", 2000)
	if text == "" {
		return nil
	}
	var values map[string]any
	if err := json.Unmarshal([]byte(text), &values); err != nil || values == nil {
		q.bad("options", `{"option": value}`)
	}
	return values
}
