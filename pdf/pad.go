// Package pdf draws score cards for printing: real text in an embedded font,
// exact millimetres, and the same bytes for the same options. A card is first
// laid out as a page of plain values (layout.go), which tests can measure, and
// then drawn; the PDF library is known to draw.go alone.
package pdf

import (
	"fmt"
	"slices"

	"segnapunti/lang"
	"segnapunti/scoring"
)

// Paper is a page format. Each has its own layout: a page made for A4 loses its
// bottom on Letter (scorecards 1.3).
type Paper string

// The papers that home printers hold.
const (
	A4     Paper = "a4"
	Letter Paper = "letter"
)

// Papers lists the formats in the order in which a choice should offer them.
func Papers() []Paper { return []Paper{A4, Letter} }

// MaxColumns is the most players or games side by side; 14 columns are 10 mm
// wide, about what a practised hand needs for three digits (scorecards 1.4).
const MaxColumns = 14

// PadOptions says how a blank card should look. Paper and Language are required.
type PadOptions struct {
	Paper    Paper
	Language *lang.Language
	Columns  int    // players or games side by side; 0 takes what suits the card
	Title    string // empty takes the neutral "Score card" with the rule set's name
}

// OptionError says which option can't be served. Handlers turn it into a
// sentence, so it keeps the values apart.
type OptionError struct {
	Option  string // "paper", "language", "columns", "title" or "ruleset"
	Got     any    // the value; its letters for a title, its rows or the label for a rule set
	Allowed any    // the values that are: []string, a range such as "1-14", or words
}

// Error names the option and what is allowed, for logs.
func (e *OptionError) Error() string {
	return fmt.Sprintf("%s: got %v, allowed: %v", e.Option, e.Got, e.Allowed)
}

// Pad draws one blank card on one page and returns the PDF file. Anything that
// can't be printed legibly is an *OptionError, never a page with text cut off
// (scorecards 4.10). It may be called from many goroutines.
func Pad(rules *scoring.RuleSet, o PadOptions) ([]byte, error) {
	p, err := padPage(rules, o)
	if err != nil {
		return nil, err
	}
	return p.render()
}

// padPage lays the card out without drawing it.
func padPage(rules *scoring.RuleSet, o PadOptions) (*page, error) {
	if !slices.Contains(Papers(), o.Paper) {
		return nil, &OptionError{"paper", string(o.Paper), Papers()}
	}
	if o.Language == nil {
		return nil, &OptionError{"language", "", languageIDs()}
	}
	if o.Columns < 0 || o.Columns > MaxColumns {
		return nil, &OptionError{"columns", o.Columns, fmt.Sprintf("1-%d", MaxColumns)}
	}
	title, err := padTitle(rules, o)
	if err != nil {
		return nil, err
	}
	c := newCard(rules, o.Language)
	return c.layOut(o, title)
}

func languageIDs() (ids []string) {
	for _, l := range lang.All() {
		ids = append(ids, l.ID())
	}
	return ids
}
