package pdf

import (
	"strings"
	"unicode"

	"segnapunti/lang"
	"segnapunti/scoring"
)

// maxTitle is the most letters of a title that the user wrote (scorecards 4.10).
const maxTitle = 60

// titleGap stands between the words "Score card" and the rule set's name.
const titleGap = " – "

// padTitle is the title as printed: the user's own, or a neutral one, because
// the games' names are trade marks (rules.md C, trademarks).
func padTitle(rules *scoring.RuleSet, o PadOptions) (string, error) {
	title := printable(o.Title)
	if n := len([]rune(title)); n > maxTitle {
		return "", &OptionError{"title", n, "0-60"}
	}
	if title == "" {
		name := o.Language.RuleSetName(rules.ID(), rules.Names())
		title = printable(o.Language.Term("score_sheet") + titleGap + name)
	}
	return title, nil
}

// printable makes any text safe to draw: normalized, without what has no shape
// of its own, and with "?" for each letter that the font doesn't have, which
// fpdf would draw as an empty box, or panic above U+FFFF (scorecards 3.2).
func printable(s string) string {
	s = lang.CleanName(strings.ToValidUTF8(s, string(substitute)))
	s = strings.Map(func(r rune) rune {
		switch {
		case covered(r):
			return r
		case unicode.In(r, unicode.Cf, unicode.Mn, unicode.Me):
			return -1
		default:
			return substitute
		}
	}, s)
	return strings.TrimSpace(s)
}

const substitute = '?'

// covered tells whether both faces have a glyph for the rune.
func covered(r rune) bool {
	return faces()[regular].has(r) && faces()[bold].has(r)
}
