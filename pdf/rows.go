package pdf

import (
	"strconv"
	"strings"

	"segnapunti/lang"
	"segnapunti/scoring"
)

// kind is what a row of the card is for.
type kind int

const (
	headingRow kind = iota // the name of a section, as a band
	boxRow                 // a box to write points in
	totalRow               // a sum on the way
	factorRow              // the column's sum times its multiplier
	extraRow               // ticks for extra Yahtzees
	savedRow               // tally of saved rolls, one cell a player
	grandRow               // the last sum, one cell a player
)

// row is one line of the card.
type row struct {
	kind  kind
	label string
	face  int      // 1-6: a drawn die stands beside the label
	hint  []string // how to score, in pieces
	// short is what must not be missing from the card when it has no room for
	// hints: thresholds, and the dice of straights with a name that misleads (F8).
	short []string
}

// isSum tells whether a row is printed as a sum: grey and bold.
func (r *row) isSum() bool {
	return r.kind == totalRow || r.kind == factorRow || r.kind == grandRow
}

// perPlayer tells whether a player has one cell in the row, not one a column.
func (r *row) perPlayer() bool { return r.kind == savedRow || r.kind == grandRow }

// card is what is printed, before anybody knows where.
type card struct {
	rules       *scoring.RuleSet
	words       *lang.Language
	multipliers []int
	rows        []row

	bonus        *scoring.UpperBonus // nil when the card pays none
	extra        int                 // points of an extra Yahtzee
	upper, lower int                 // boxes in each section
}

func newCard(rules *scoring.RuleSet, words *lang.Language) *card {
	c := &card{rules: rules, words: words, multipliers: rules.Multipliers()}
	for i := range rules.Boxes() {
		if rules.Boxes()[i].Section == scoring.Upper {
			c.upper++
		} else {
			c.lower++
		}
	}
	if bonus := rules.UpperBonus(); bonus != nil && bonus.Points > 0 && c.upper > 0 {
		c.bonus = bonus
	}
	if joker := rules.Joker(); joker != nil {
		c.extra = joker.ExtraPoints
	}
	c.addRows()
	return c
}

// addRows lists the rows in card order. A section is closed by its totals after
// its last box; headings stand where the section changes.
func (c *card) addRows() {
	if c.rules.SavesRolls() {
		c.add(savedRow, "saved_rolls") // under the names (scorecards 4.3)
	}
	upper, lower := c.upper, c.lower
	section := scoring.Section("")
	for i := range c.rules.Boxes() {
		b := &c.rules.Boxes()[i]
		if b.Section != section && c.upper > 0 && c.lower > 0 {
			c.add(headingRow, string(b.Section)+"_section")
		}
		section = b.Section
		c.addBox(b)
		if b.Section == scoring.Upper {
			if upper--; upper == 0 {
				c.addUpperTotals()
			}
		} else if lower--; lower == 0 {
			c.addLowerTotal()
		}
	}
	c.addLastTotals()
}

// add appends a row that is named by a term of package lang.
func (c *card) add(what kind, term string, hint ...string) *row {
	c.rows = append(c.rows, row{kind: what, label: printable(c.words.Term(term)), hint: hint, short: hint})
	return &c.rows[len(c.rows)-1]
}

func (c *card) addBox(b *scoring.Box) {
	r := row{kind: boxRow, label: c.boxName(b), hint: c.boxHint(b), short: c.boxDice(b)}
	if b.Pattern.Face <= 6 {
		r.face = b.Pattern.Face
	}
	c.rows = append(c.rows, r)
}

func (c *card) boxName(b *scoring.Box) string {
	return printable(c.words.BoxName(c.rules.ID(), b.ID, b.Names))
}

// boxHint says how a box is scored, a piece for each key (rules.md C.3).
func (c *card) boxHint(b *scoring.Box) (pieces []string) {
	keys, args := b.Hint()
	if b.Pattern.Face > 6 {
		keys = []string{"sum_matching"} // package lang names the faces 1 to 6
	}
	for _, key := range keys {
		pieces = append(pieces, c.hint(key, args))
	}
	if needed, ok := c.rules.Box(b.Needs); ok {
		pieces = append(pieces, c.hint("needs", map[string]any{"box": c.boxName(needed)}))
	}
	return pieces
}

// boxDice is the hint's dice alone: without them nobody knows which straight of
// Yatzy is meant (F8).
func (c *card) boxDice(b *scoring.Box) (pieces []string) {
	if keys, args := b.Hint(); keys[0] == "dice" {
		pieces = []string{c.hint("dice", args)}
	}
	return pieces
}

func (c *card) hint(key string, args map[string]any) string {
	return printable(c.words.Hint([]string{key}, args))
}

// addUpperTotals closes the upper section: sum, bonus and total, or nothing
// where no bonus makes the sums differ (S4-21: only the column is added).
func (c *card) addUpperTotals() {
	if c.bonus == nil {
		return
	}
	c.add(totalRow, "upper_sum")
	c.add(boxRow, "bonus", c.hint("bonus_at", map[string]any{"points": c.bonus.Points, "at": c.bonus.At}))
	if c.lower > 0 {
		c.add(totalRow, "upper_total")
	}
}

func (c *card) addLowerTotal() {
	if c.bonus != nil {
		c.add(totalRow, "lower_total")
	}
}

// addLastTotals adds what comes after both sections. Extra Yahtzees are an item
// of their own (A.0, S1-42), after the multiplied sum, for the multiplier has
// entered them already (A.11).
func (c *card) addLastTotals() {
	columns, factors := len(c.multipliers) > 1, c.multiplies()
	if columns || factors {
		c.add(totalRow, "total")
	}
	if factors {
		r := c.add(factorRow, "total")
		r.label += " × " + printable(c.words.Term("multiplier"))
	}
	if c.extra > 0 {
		c.add(extraRow, c.extraTerm(), c.hint("per_extra", map[string]any{"points": c.extraPoints()}))
	}
	if c.bonus == nil && c.extra == 0 && !columns && !factors {
		c.add(grandRow, "total")
		return
	}
	c.add(grandRow, "grand_total")
}

func (c *card) multiplies() bool {
	for _, factor := range c.multipliers {
		if factor != 1 {
			return true
		}
	}
	return false
}

// extraTerm names the row by the game: Yahtzee and Kniffel are two trade marks.
func (c *card) extraTerm() string {
	if c.rules.ID() == "kniffel" {
		return "kniffel_bonus"
	}
	return "yahtzee_bonus"
}

// extraPoints lists what a tick is worth in each column, "100 / 200 / 300".
func (c *card) extraPoints() string {
	points := make([]string, len(c.multipliers))
	for i, factor := range c.multipliers {
		points[i] = strconv.Itoa(factor * c.extra)
	}
	return strings.Join(points, " / ")
}
