package scoring_test

import (
	"fmt"
	"strings"
	"testing"

	"segnapunti/scoring"
)

// How a box is scored, in pieces for package lang (rules.md C.3): the keys, then
// the values that their sentences need.
func TestHints(t *testing.T) {
	for _, c := range []struct{ rules, box, want string }{
		{full, "threes", "face_3"},
		{full, "three_of_a_kind", "equal sum_all count=3"},
		{full, "full_house", "groups fixed groups=3 + 2 points=25"},
		{full, "small_straight", "run fixed length=4 points=30"},
		{full, "yahtzee", "equal fixed count=5 points=50"},
		{full, "chance", "sum_all"},
		{yatzy, "one_pair", "equal sum_matching count=2"},
		{yatzy, "two_pairs", "groups sum_matching groups=2 + 2"},
		{yatzy, "large_straight", "dice fixed dice=2-3-4-5-6 points=20"},
		{"maxi-yatzy", "small_straight", "dice fixed dice=1-2-3-4-5 points=15"},
		{"maxi-yatzy", "large_straight", "dice fixed dice=2-3-4-5-6 points=20"},
		{"maxi-yatzy", "full_straight", "run fixed length=6 points=21"},
		{generala, "straight", "dice served dice=1-2-3-4-5, 2-3-4-5-6, 1-3-4-5-6 points=20 served=25"},
		{generala, "four_of_a_kind", "equal served count=4 points=40 served=45"},
	} {
		b, ok := rules(t, c.rules).Box(c.box)
		if !ok {
			t.Fatalf("%s has no %s", c.rules, c.box)
		}
		if got := hint(b); got != c.want {
			t.Errorf("%s %s: %s, want %s", c.rules, c.box, got, c.want)
		}
	}
	for want, b := range map[string]scoring.Box{
		"equal plus count=5 plus=20":          {Pattern: scoring.Pattern{OfAKind: 5}, Points: scoring.Points{Sum: scoring.SumAll, Plus: 20}},
		"equal plus_matching count=4 plus=40": {Pattern: scoring.Pattern{OfAKind: 4}, Points: scoring.Points{Sum: scoring.SumMatching, Plus: 40}},
		"face_6":                              {Pattern: scoring.Pattern{Face: 6}, Points: scoring.Points{Sum: scoring.SumMatching}},
	} {
		if got := hint(&b); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// hint writes keys and the values that aren't empty, in a fixed order.
func hint(b *scoring.Box) string {
	keys, args := b.Hint()
	words := keys
	for _, name := range []string{"count", "groups", "length", "dice", "points", "served", "plus"} {
		value, ok := args[name]
		if ok && value != 0 {
			words = append(words, fmt.Sprintf("%s=%v", name, value))
		}
	}
	return strings.Join(words, " ")
}
