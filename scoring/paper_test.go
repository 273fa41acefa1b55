package scoring_test

import (
	"encoding/csv"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"segnapunti/scoring"
)

// The notation of these tests, meant to be read like a score sheet:
//
//	rules  "kniffel extra_after_zero=false"     a rule set and its options
//	dice   "44466"  "22222/1"                   a roll; /1 tells that it was the first
//	card   "yahtzee=50 fours:44412 chance@2=9"  points, dice, the second column
//	       "extra=2"  "extra@3=1"               extra Yahtzees, those of column 3
//	worth  "40"  "40+100"  "!box_filled"        points, extra points, why not

// fatal ends the test when a text of the table itself is wrong.
func fatal(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// ruleSet reads the notation of rules.
func ruleSet(t testing.TB, text string) *scoring.RuleSet {
	t.Helper()
	words := strings.Fields(text)
	options := map[string]any{}
	for _, word := range words[1:] {
		name, value, _ := strings.Cut(word, "=")
		options[name] = value
		if n, err := strconv.Atoi(value); err == nil {
			options[name] = n
		} else if yes, err := strconv.ParseBool(value); err == nil {
			options[name] = yes
		}
	}
	return rules(t, words[0], options)
}

// roll reads the notation of dice.
func roll(t testing.TB, text string) scoring.Roll {
	t.Helper()
	faces, used, found := strings.Cut(text, "/")
	r := scoring.Roll{}
	for _, face := range strings.ReplaceAll(faces, "-", "") {
		r.Dice = append(r.Dice, int(face-'0'))
	}
	if found {
		var err error
		r.Rolls, err = strconv.Atoi(used)
		fatal(t, err)
	}
	return r
}

// dieByDie reads dice of more than nine faces, "9:10:1", or the plain notation.
func dieByDie(t testing.TB, text string) (r scoring.Roll) {
	t.Helper()
	if !strings.Contains(text, ":") {
		return roll(t, text)
	}
	for die := range strings.SplitSeq(text, ":") {
		face, err := strconv.Atoi(die)
		fatal(t, err)
		r.Dice = append(r.Dice, face)
	}
	return r
}

// place reads "chance@2"; column 0 is what an entry without a column has.
func place(t testing.TB, text string) (category string, column int) {
	t.Helper()
	category, number, found := strings.Cut(text, "@")
	if found {
		var err error
		column, err = strconv.Atoi(number)
		fatal(t, err)
	}
	return category, column
}

// entry reads one box of the notation of cards.
func entry(t testing.TB, text string) (e scoring.Entry) {
	t.Helper()
	if box, dice, ok := strings.Cut(text, ":"); ok {
		r := roll(t, dice)
		e.Category, e.Column = place(t, box)
		e.Dice, e.Rolls = r.Dice, r.Rolls
		return e
	}
	box, points, _ := strings.Cut(text, "=")
	n, err := strconv.Atoi(points)
	fatal(t, err)
	e.Category, e.Column = place(t, box)
	e.Points = &n
	return e
}

// sheet reads the notation of cards.
func sheet(t testing.TB, text string) (s scoring.Sheet) {
	t.Helper()
	for _, word := range strings.Fields(text) {
		e := entry(t, word)
		if e.Category != "extra" {
			s.Entries = append(s.Entries, e)
			continue
		}
		s.ExtraYahtzees += *e.Points
		if e.Column > 0 {
			s.ExtraByColumn = append(s.ExtraByColumn, make([]int, max(0, e.Column-len(s.ExtraByColumn)))...)
			s.ExtraByColumn[e.Column-1] = *e.Points
		}
	}
	return s
}

// onPaper hands a card in.
func onPaper(t testing.TB, rs *scoring.RuleSet, text string) *scoring.Card {
	t.Helper()
	card, err := rs.NewCard(sheet(t, text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return &card
}

// played writes a card box by box, in the order of the text.
func played(t testing.TB, rs *scoring.RuleSet, text string) *scoring.Card {
	t.Helper()
	card := rs.EmptyCard()
	for _, word := range strings.Fields(text) {
		var err error
		if card, _, err = card.Play(entry(t, word)); err != nil {
			t.Fatalf("%s: %v", word, err)
		}
	}
	return &card
}

// choose finds the answer for one box.
func choose(t testing.TB, card *scoring.Card, r scoring.Roll, box string) scoring.Choice {
	t.Helper()
	category, column := place(t, box)
	choices, err := card.Choices(r)
	fatal(t, err)
	for _, choice := range choices {
		if choice.Category == category && choice.Column == max(column, 1) {
			return choice
		}
	}
	t.Fatalf("no choice %s", box)
	return scoring.Choice{}
}

// worth writes a choice in the notation.
func worth(c scoring.Choice) string {
	switch {
	case !c.Legal:
		return "!" + string(*c.Reason)
	case c.ExtraPoints > 0:
		return fmt.Sprintf("%d+%d", c.Points, c.ExtraPoints)
	default:
		return strconv.Itoa(c.Points)
	}
}

// hand is a roll on a card and what some boxes are worth. A want that begins with
// "only" lists every legal box.
type hand struct{ row, rules, card, dice, want string }

func (h hand) check(t *testing.T) {
	t.Helper()
	card := onPaper(t, ruleSet(t, h.rules), h.card)
	r := roll(t, h.dice)
	wanted, only := strings.CutPrefix(h.want, "only ")
	named := map[string]bool{}
	for _, word := range strings.Fields(wanted) {
		box, want, _ := strings.Cut(word, "=")
		choice := choose(t, card, r, box)
		named[fmt.Sprintf("%s@%d", choice.Category, choice.Column)] = true
		if got := worth(choice); got != want {
			t.Errorf("%s, card %q: %s in %s is %s, want %s", h.rules, h.card, h.dice, box, got, want)
		}
	}
	if !only {
		return
	}
	choices, err := card.Choices(r)
	fatal(t, err)
	for _, choice := range choices {
		if box := fmt.Sprintf("%s@%d", choice.Category, choice.Column); choice.Legal && !named[box] {
			t.Errorf("%s, card %q: %s in %s is legal", h.rules, h.card, h.dice, box)
		}
	}
}

// added writes a card's totals: "upper 63+35 earned, lower 10, extra 0, total 108",
// columns parted by " | ".
func added(card *scoring.Card) string {
	var columns []string
	for _, c := range card.Totals().Columns {
		columns = append(columns, fmt.Sprintf("upper %d+%d %s, lower %d, extra %d, total %d",
			c.Upper.Points, c.Upper.Bonus, c.Upper.BonusStatus, c.Lower.Points, c.ExtraPoints, c.Total))
	}
	return strings.Join(columns, " | ")
}

// total is a card and what it adds up to.
type total struct{ row, rules, card, want string }

func (c total) check(t *testing.T) {
	t.Helper()
	if got := added(onPaper(t, ruleSet(t, c.rules), c.card)); got != c.want {
		t.Errorf("%s, card %q:\n  %s, want\n  %s", c.rules, c.card, got, c.want)
	}
}

// refused is a card that cannot exist, and the faults as in told.
type refused struct{ row, rules, card, want string }

func (c refused) check(t *testing.T) {
	t.Helper()
	card, err := ruleSet(t, c.rules).NewCard(sheet(t, c.card))
	if got := told(t, err); got != c.want {
		t.Errorf("%s, card %q: %q, want %q", c.rules, c.card, got, c.want)
	}
	if len(card.Written()) > 0 || card.GrandTotal() != 0 {
		t.Errorf("%s, card %q: refused, but not empty", c.rules, c.card)
	}
}

// told writes faults as "code pointer, code pointer".
func told(t testing.TB, err error) string {
	t.Helper()
	if err == nil {
		return ""
	}
	var faults scoring.Faults
	if !errors.As(err, &faults) {
		t.Fatalf("not Faults: %v", err)
	}
	var words []string
	for _, f := range faults {
		words = append(words, strings.TrimSpace(string(f.Code)+" "+f.Pointer))
	}
	return strings.Join(words, ", ")
}

// rowChecks are the checks of each row of a document.
type rowChecks map[string][]func(*testing.T)

func (rows rowChecks) add(id string, check func(*testing.T)) { rows[id] = append(rows[id], check) }

// run makes each wanted row a subtest, and misses none on either side.
func (rows rowChecks) run(t *testing.T, wanted []string) {
	t.Helper()
	for _, id := range wanted {
		if len(rows[id]) == 0 {
			t.Errorf("row %s has no test", id)
		}
		t.Run(id, func(t *testing.T) {
			for _, check := range rows[id] {
				check(t)
			}
		})
	}
	for id := range rows {
		if !slices.Contains(wanted, id) {
			t.Errorf("there is no row %s", id)
		}
	}
}

// table reads a file of rules.md's tables: fields parted by tabs, a head first.
func table(t testing.TB, name string) (head []string, rows [][]string) {
	t.Helper()
	file, err := os.Open(filepath.Join("..", "testdata", name))
	fatal(t, err)
	defer file.Close()
	reader := csv.NewReader(file)
	reader.Comma, reader.LazyQuotes = '\t', true
	rows, err = reader.ReadAll()
	fatal(t, err)
	return rows[0], rows[1:]
}
