package lang_test

import (
	"testing"

	"segnapunti/lang"
)

// The names were typed by hand from rules.md C.1 and its traps.
func TestBox(t *testing.T) {
	tests := []struct{ lang, ruleset, box, want string }{
		{"en", "yahtzee", "ones", "Aces"},
		{"en", "yahtzee", "three_of_a_kind", "3 of a Kind"},
		{"en", "yatzy", "two_pairs", "Two Pairs"},
		{"en", "yacht", "little_straight", "Little Straight"},
		{"it", "yahtzee", "ones", "Assi"},
		{"it", "yahtzee-it", "small_straight", "Scala minima"},
		{"it", "yahtzee-it", "large_straight", "Scala massima"},
		{"it", "yahtzee-it", "three_of_a_kind", "3 di un tipo"},
		{"it", "yahtzee-basic", "small_straight", "Scala con 4"},
		{"it", "yahtzee-basic", "large_straight", "Scala con 5"},
		{"it", "yahtzee-basic", "four_of_a_kind", "4 dadi uguali"},
		{"it", "yahtzee-basic", "sixes", "Dadi con 6"},
		{"it", "yatzy", "small_straight", "Scala piccola"},
		{"it", "yatzy", "two_pairs", "Doppia coppia"},
		{"it", "yatzy-13", "three_of_a_kind", "Tris"},
		{"it", "yatzy-13", "four_of_a_kind", "Poker"},
		{"it", "yatzy-13", "large_straight", "Grande scala"},
		{"it", "yatzy-13", "small_straight", "Piccola scala"},
		{"it", "generala", "double_generala", "Doppia Generala"},
		{"eu", "yahtzee", "full_house", "Full"},
		{"eu", "yahtzee", "small_straight", "Eskailera txikia"},
		{"eu", "yahtzee", "four_of_a_kind", "Pokerra"},
		{"eu", "maxi-yatzy", "five_of_a_kind", "Errepokerra"},
		{"eu", "yahtzee", "chance", "Ausaz"},
		{"es", "yahtzee", "ones", "Unos"},
		{"es", "generala", "four_of_a_kind", "Póker"},
		{"es", "generala", "double_generala", "Generala doble"},
		{"es", "yahtzee", "large_straight", "Escalera mayor"},
		{"de", "yahtzee", "yahtzee", "Yahtzee"},
		{"de", "kniffel", "yahtzee", "Kniffel"},
		{"de", "kniffel", "small_straight", "Kleine Straße"},
		{"de", "kniffel", "three_of_a_kind", "Dreierpasch"},
		{"fr", "yahtzee", "ones", "As"},
		{"fr", "yahtzee", "four_of_a_kind", "Carré"},
		{"fr", "kniffel", "yahtzee", "Kniffel"},
		{"pt", "yahtzee", "ones", "1s"},
		{"pt", "yahtzee", "chance", "Sorte"},
		{"nl", "yahtzee", "three_of_a_kind", "Three of a kind"},
		{"nl", "yatzy", "one_pair", "Één paar"},
		{"sv", "yatzy", "full_house", "Kåk"},
		{"sv", "maxi-yatzy", "full_house", "Kåk"},
		{"sv", "maxi-yatzy", "villa", "Hus"},
		{"sv", "maxi-yatzy", "tower", "Torn"},
		{"sv", "maxi-yatzy", "maxi_yatzy", "Maxiyatzy"},
		{"sv", "yatzy", "chance", "Chans"},
		{"da", "yatzy", "full_house", "Hus"},
		{"da", "maxi-yatzy", "villa", "Villa"},
		{"da", "yatzy", "three_of_a_kind", "3 ens"},
		{"nb", "yatzy", "full_house", "Hus"},
		{"nb", "maxi-yatzy", "full_house", "Hytte"},
		{"nb", "maxi-yatzy", "villa", "Hus"},
		{"nb", "yatzy", "chance", "Sjanse"},
		{"fi", "yatzy", "one_pair", "Pari"},
		{"fi", "yatzy", "full_house", "Täyskäsi"},
		{"fi", "yatzy", "large_straight", "Suuri suora"},
		{"fi", "yatzy", "chance", "Sattuma"},
		{"it", "my-house", "chance", "Chance"},
	}
	for _, test := range tests {
		got, ok := find(t, test.lang).Box(test.ruleset, test.box)
		if got != test.want || !ok {
			t.Errorf("%s %s %s: got %q, %v, want %q", test.lang, test.ruleset, test.box, got, ok, test.want)
		}
	}
}

func TestBoxUnknown(t *testing.T) {
	for _, ruleset := range []string{"yahtzee", "my-house", ""} {
		if name, ok := find(t, "it").Box(ruleset, "no_such_box"); name != "" || ok {
			t.Errorf("%q: got %q, %v", ruleset, name, ok)
		}
	}
}

var (
	faces   = []string{"ones", "twos", "threes", "fours", "fives", "sixes"}
	yahtzee = append(faces[:6:6],
		"three_of_a_kind", "four_of_a_kind", "full_house", "small_straight", "large_straight", "yahtzee", "chance")
	generala = append(faces[:6:6], "straight", "full_house", "four_of_a_kind", "generala", "double_generala")
)

// cards holds the boxes of each built-in rule set, from rules.md A.
var cards = map[string][]string{
	"yahtzee": yahtzee, "yahtzee-it": yahtzee, "yahtzee-basic": yahtzee, "yahtzee-upper-first": yahtzee,
	"yahtzee-free-choice": yahtzee, "yahtzee-1956": yahtzee, "kniffel": yahtzee, "triple-yahtzee": yahtzee,
	"generala": generala, "generala-50-40": generala,
	"yatzy": append(faces[:6:6], "one_pair", "two_pairs", "three_of_a_kind", "four_of_a_kind",
		"small_straight", "large_straight", "full_house", "chance", "yatzy"),
	"yatzy-13": append(faces[:6:6], "three_of_a_kind", "four_of_a_kind", "full_house",
		"large_straight", "small_straight", "yatzy", "chance"),
	"maxi-yatzy": append(faces[:6:6], "one_pair", "two_pairs", "three_pairs", "three_of_a_kind", "four_of_a_kind",
		"five_of_a_kind", "small_straight", "large_straight", "full_straight", "full_house", "villa", "tower",
		"chance", "maxi_yatzy"),
	"yacht": append(faces[:6:6], "full_house", "four_of_a_kind", "little_straight", "big_straight", "choice", "yacht"),
}

func TestNoCardHasTwoBoxesOfOneName(t *testing.T) {
	for _, l := range lang.All() {
		for ruleset, boxes := range cards {
			seen := map[string]string{}
			for _, box := range boxes {
				name, ok := l.Box(ruleset, box)
				if !ok {
					t.Errorf("%s %s: no name for %s", l.ID(), ruleset, box)
				}
				if other, twice := seen[name]; twice {
					t.Errorf("%s %s: %s and %s are both %q", l.ID(), ruleset, other, box, name)
				}
				seen[name] = box
			}
		}
	}
}

func TestRuleSetNames(t *testing.T) {
	for _, l := range lang.All() {
		seen := map[string]bool{}
		for ruleset := range cards {
			name, ok := l.RuleSet(ruleset)
			if !ok || seen[name] {
				t.Errorf("%s %s: name %q missing or used twice", l.ID(), ruleset, name)
			}
			seen[name] = true
		}
	}
}
