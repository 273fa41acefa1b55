package handlers

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"segnapunti/pdf"
	"segnapunti/scoring"
)

// printPad answers a blank card as PDF.
func (s *server) printPad(c echo.Context) error {
	q := s.query(c, "options", "paper", "columns", "title")
	options := q.options()
	pad := pdf.PadOptions{
		Paper: pdf.Paper(cmp.Or(q.word("paper", papers()...), string(pdf.A4))), Language: s.language(c),
		Columns: q.number("columns", 1, pdf.MaxColumns, 0), Title: c.QueryParam("title"),
	}
	if err := q.err(); err != nil {
		return err
	}
	id, isPDF := strings.CutSuffix(c.Param("ruleset.pdf"), ".pdf")
	if !isPDF {
		return echo.ErrNotFound
	}
	rules, err := s.findNamed(id, options)
	if err != nil {
		return err
	}
	return s.sendPad(c, rules, pad)
}

func papers() (names []string) {
	for _, paper := range pdf.Papers() {
		names = append(names, string(paper))
	}
	return names
}

func (s *server) sendPad(c echo.Context, rules *scoring.RuleSet, options pdf.PadOptions) error {
	file, err := pdf.Pad(rules, options)
	var refused *pdf.OptionError
	if errors.As(err, &refused) {
		return wrongParameter(badParameter, refused.Option, map[string]any{
			"parameter": refused.Option, "got": refused.Got, "allowed": refused.Allowed,
		})
	}
	if err != nil {
		return err
	}
	header := c.Response().Header()
	hash := sha256.Sum256(file)
	header.Set("ETag", `"`+hex.EncodeToString(hash[:16])+`"`)
	header.Set("Content-Language", options.Language.ID())
	if matches(c.Request().Header.Get("If-None-Match"), header.Get("ETag")) {
		return c.NoContent(http.StatusNotModified)
	}
	header.Set(echo.HeaderContentDisposition, `inline; filename="`+rules.ID()+`.pdf"`)
	return c.Blob(http.StatusOK, "application/pdf", file)
}
