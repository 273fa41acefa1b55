package pdf

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"segnapunti/scoring"
)

func TestSameOptionsSameBytes(t *testing.T) {
	rules, o := ruleSet(t, "maxi-yatzy"), PadOptions{Paper: Letter, Language: language(t, "fi")}
	want, err := Pad(rules, o)
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for range 24 {
		all.Go(func() {
			got, err := Pad(rules, o)
			if err != nil || !bytes.Equal(got, want) {
				t.Errorf("another file, or an error: %v", err)
			}
		})
	}
	all.Wait()
	o.Title = "Another title"
	if other, _ := Pad(rules, o); bytes.Equal(other, want) {
		t.Error("another title makes the same file")
	}
}

func TestOptionErrors(t *testing.T) {
	en := language(t, "en")
	for name, c := range map[string]struct {
		rules  string
		o      PadOptions
		option string
	}{
		"no paper":                   {"yahtzee", PadOptions{Language: en}, "paper"},
		"unknown paper":              {"yahtzee", PadOptions{Paper: "b5", Language: en}, "paper"},
		"paper in capitals":          {"yahtzee", PadOptions{Paper: "A4", Language: en}, "paper"},
		"no language":                {"yahtzee", PadOptions{Paper: A4}, "language"},
		"negative columns":           {"yahtzee", PadOptions{Paper: A4, Language: en, Columns: -1}, "columns"},
		"too many columns":           {"yahtzee", PadOptions{Paper: A4, Language: en, Columns: 15}, "columns"},
		"too many triple columns":    {"triple-yahtzee", PadOptions{Paper: Letter, Language: en, Columns: 7}, "columns"},
		"title of 61 letters":        {"yahtzee", PadOptions{Paper: A4, Language: en, Title: strings.Repeat("é", 61)}, "title"},
		"title of 5,000 letters":     {"yahtzee", PadOptions{Paper: A4, Language: en, Title: strings.Repeat("a", 5000)}, "title"},
		"title of 5,000 emoji":       {"yahtzee", PadOptions{Paper: A4, Language: en, Title: strings.Repeat("🎲", 5000)}, "title"},
		"title of 5,000 bytes of \\": {"yahtzee", PadOptions{Paper: A4, Language: en, Title: strings.Repeat("\\(", 2500)}, "title"},
	} {
		file, err := Pad(ruleSet(t, c.rules), c.o)
		var option *OptionError
		if !errors.As(err, &option) || option.Option != c.option || file != nil {
			t.Errorf("%s: got %v", name, err)
			continue
		}
		if text := err.Error(); !strings.HasPrefix(text, c.option+": got ") || strings.Contains(text, "\n") {
			t.Errorf("%s: %q", name, text)
		}
	}
}

func TestTitles(t *testing.T) {
	for _, c := range []struct{ given, printed string }{
		{"", "Score card – Yahtzee"},
		{"Jürgen Größe", "Jürgen Größe"},       // B106
		{"Ju\u0308rgen Größe", "Jürgen Größe"}, // decomposed
		{" \t ", "Score card – Yahtzee"},
		{"Łódź, Ωμέγα, Жюри ≥ ½", "Łódź, Ωμέγα, Жюри ≥ ½"},
		{"Dice \U0001F3B2!", "Dice ?!"},
		{"Family \U0001F468\u200d\U0001F469\u200d\U0001F467", "Family ???"},
		{"骰子", "??"},
		{"first\U00010000\uFFFFlast", "first??last"},
		{"a\x00b\nc\u202Ed", "ab cd"},
		{"A\xff\xfeB", "A?B"},
		{"(back\\slash)", "(back\\slash)"},
		{strings.Repeat("W", 60), strings.Repeat("W", 60)},
		{strings.Repeat("—", 60), ""},
	} {
		o := PadOptions{Paper: A4, Language: language(t, "en"), Title: c.given}
		p, err := padPage(ruleSet(t, "yahtzee"), o)
		if err != nil {
			t.Errorf("%q: %v", c.given, err)
			continue
		}
		if c.printed != "" && p.texts[0].words != c.printed {
			t.Errorf("%q: printed %q, not %q", c.given, p.texts[0].words, c.printed)
		}
		for _, fault := range p.faults(true) {
			t.Errorf("%q: %s", c.given, fault)
		}
		if _, err := Pad(ruleSet(t, "yahtzee"), o); err != nil {
			t.Errorf("%q: %v", c.given, err)
		}
	}
}

// house makes a house rule set with so many boxes and columns, both sections and
// names of so many letters.
func house(t *testing.T, boxes, columns int, name string) *scoring.RuleSet {
	t.Helper()
	d := scoring.Definition{
		ID: "house", Version: 1, Dice: 5, Faces: 10, Rolls: 3, Names: map[string]string{"en": name},
		UpperBonus: &scoring.UpperBonus{At: 10, Points: 50},
	}
	for i := range columns {
		d.Columns = append(d.Columns, i+1)
	}
	for i := range boxes {
		b := scoring.Box{
			ID: fmt.Sprintf("box_%d", i), Names: map[string]string{"en": name}, Section: scoring.Lower,
			Pattern: scoring.Pattern{OfAKind: 2}, Points: scoring.Points{Sum: scoring.SumAll},
		}
		if i < boxes/3 {
			b.Section, b.Pattern = scoring.Upper, scoring.Pattern{Face: i%10 + 1}
		}
		d.Boxes = append(d.Boxes, b)
	}
	rules, err := scoring.New(d)
	if err != nil {
		t.Fatal(err)
	}
	return rules
}

func TestHouseRulesFitOrSaySo(t *testing.T) {
	printed := 0
	for _, name := range []string{"Box", "A house rule of ours", strings.Repeat("W", 80), strings.Repeat("two ", 19) + "four", "骰子 \U0001F3B2"} {
		for _, boxes := range []int{1, 3, 20, 40} {
			for _, columns := range []int{1, 3, 6} {
				for _, paper := range Papers() {
					for _, players := range []int{0, 3, 14} {
						o := PadOptions{Paper: paper, Language: language(t, "en"), Columns: players}
						p, err := padPage(house(t, boxes, columns, name), o)
						var option *OptionError
						if errors.As(err, &option) {
							continue
						}
						if err != nil {
							t.Fatal(err)
						}
						printed++
						for _, fault := range p.faults(true) {
							t.Errorf("%d boxes × %d columns × %d, %q on %s: %s", boxes, columns, players, name, paper, fault)
						}
					}
				}
			}
		}
	}
	if printed < 150 {
		t.Errorf("only %d pages", printed)
	}
	if _, err := Pad(house(t, 40, 6, "Box"), PadOptions{Paper: A4, Language: language(t, "en")}); err != nil {
		t.Errorf("40 boxes × 6 columns fit on A4, but: %v", err)
	}
}

// labels are the rows of a card, without hints.
func labels(t *testing.T, rules *scoring.RuleSet) string {
	t.Helper()
	var all []string
	for _, r := range newCard(rules, language(t, "en")).rows {
		all = append(all, r.label)
	}
	return strings.Join(all, ", ")
}

// Which totals a card has is typed by hand here, from rules.md A.
func TestEachCardHasItsOwnTotals(t *testing.T) {
	const faces = "Aces, Twos, Threes, Fours, Fives, Sixes, "
	const upper = "Upper Section, " + faces + "Total Score, Bonus, Total of Upper Section, Lower Section, "
	const kinds = "3 of a Kind, 4 of a Kind, Full House, "
	const yahtzee = kinds + "Small Straight, Large Straight, Yahtzee, Chance, Total of Lower Section, "
	for id, want := range map[string]string{
		"yahtzee":        upper + yahtzee + "Yahtzee Bonus, Grand Total",
		"yahtzee-basic":  upper + yahtzee + "Grand Total",
		"triple-yahtzee": upper + yahtzee + "Total, Total × Multiplier, Yahtzee Bonus, Grand Total",
		"kniffel":        upper + strings.Replace(yahtzee, "Yahtzee", "Kniffel", 1) + "Kniffel Bonus, Grand Total",
		"yatzy-13":       "Upper Section, " + faces + "Lower Section, " + kinds + "Large Straight, Small Straight, Yatzy, Chance, Total", // S4-21
		"generala":       "Upper Section, " + faces + "Lower Section, Straight, Full House, 4 of a Kind, Generala, Double Generala, Total",
	} {
		if got := labels(t, ruleSet(t, id)); got != want {
			t.Errorf("%s\n got %s\nwant %s", id, got, want)
		}
	}
	if got := labels(t, ruleSet(t, "maxi-yatzy")); !strings.HasPrefix(got, "Saved rolls, Upper Section, ") {
		t.Errorf("maxi-yatzy: %s", got)
	}
	if got := labels(t, house(t, 2, 1, "Box")); got != "Box, Box, Total" {
		t.Errorf("a card of one section: %s", got)
	}
}

func TestStraightsShowTheirDiceEvenWithoutHints(t *testing.T) {
	for _, columns := range []int{0, 14} {
		p, err := padPage(ruleSet(t, "yatzy-13"), PadOptions{Paper: Letter, Language: language(t, "it"), Columns: columns})
		if err != nil {
			t.Fatal(err)
		}
		var printed []string
		for i := range p.texts {
			printed = append(printed, p.texts[i].words)
		}
		all := strings.Join(printed, "\n")
		for _, dice := range []string{"Grande scala\n2-3-4-5-6", "Piccola scala\n1-2-3-4-5"} { // S4-14, S4-15
			if !strings.Contains(all, dice) {
				t.Errorf("%d columns: no %q", columns, dice)
			}
		}
	}
}
