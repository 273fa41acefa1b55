package scoring_test

import (
	"testing"

	"segnapunti/scoring"
)

// Patterns and points that no built-in card combines, for house rules.
func TestPatterns(t *testing.T) {
	all, matching := scoring.Points{Sum: scoring.SumAll}, scoring.Points{Sum: scoring.SumMatching}
	lenient := map[string]bool{"lenient": true}
	for _, c := range []struct {
		name     string
		faces    int
		pattern  scoring.Pattern
		points   scoring.Points
		switches map[string]bool
		dice     string
		want     int
		matches  bool
	}{
		{"a face always fits", 6, scoring.Pattern{Face: 2}, matching, nil, "11345", 0, true},
		{"all dice for a face", 6, scoring.Pattern{Face: 2}, all, nil, "12345", 15, true},
		{"two of a kind, the best", 6, scoring.Pattern{OfAKind: 2}, matching, nil, "116633", 12, true},
		{"one of a kind", 6, scoring.Pattern{OfAKind: 1}, matching, nil, "12345", 5, true},
		{"ten faces", 10, scoring.Pattern{OfAKind: 2}, matching, nil, "9:9:10:10:1", 20, true},
		{"plus", 6, scoring.Pattern{OfAKind: 3}, scoring.Points{Sum: scoring.SumMatching, Plus: 20}, nil, "33312", 29, true},
		{"plus on all", 6, scoring.Pattern{OfAKind: 3}, scoring.Points{Sum: scoring.SumAll, Plus: 20}, nil, "33312", 32, true},
		{"plus on fixed", 6, scoring.Pattern{OfAKind: 3}, scoring.Points{Fixed: 5, Plus: 20}, nil, "33312", 25, true},
		{"no plus without a fit", 6, scoring.Pattern{OfAKind: 3}, scoring.Points{Sum: scoring.SumAll, Plus: 20}, nil, "33112", 0, false},
		{"best run", 6, scoring.Pattern{Run: 4}, matching, nil, "123456", 18, true},
		{"run in the middle", 6, scoring.Pattern{Run: 3}, matching, nil, "12456", 15, true},
		{"the higher of two runs", 10, scoring.Pattern{Run: 2}, matching, nil, "1:2:5:6:9", 11, true},
		{"run from", 6, scoring.Pattern{Run: 3, From: 2}, matching, nil, "123456", 9, true},
		{"run from 1", 6, scoring.Pattern{Run: 3, From: 1}, matching, nil, "12346", 6, true},
		{"no run from there", 6, scoring.Pattern{Run: 3, From: 2}, matching, nil, "12356", 0, false},
		{"a longer run holds it", 6, scoring.Pattern{Run: 3, From: 3}, matching, nil, "23456", 12, true},
		{"run up to ten", 10, scoring.Pattern{Run: 3}, matching, nil, "8:9:10:1:1", 27, true},
		{"run never wraps", 10, scoring.Pattern{Run: 3}, matching, nil, "9:10:1:5:5", 0, false},
		{"groups take the best", 6, scoring.Pattern{Groups: []int{2, 1}}, matching, nil, "556631", 17, true},
		{"small group first", 6, scoring.Pattern{Groups: []int{2, 3}}, matching, nil, "33355", 19, true},
		{"groups of other faces", 6, scoring.Pattern{Groups: []int{2, 2}}, matching, nil, "33335", 0, false},
		{"one face, with the switch", 6, scoring.Pattern{Groups: []int{2, 2}, OneFace: "lenient"}, matching, lenient, "33335", 12, true},
		{"one face, switched off", 6, scoring.Pattern{Groups: []int{2, 2}, OneFace: "lenient"}, matching, map[string]bool{"lenient": false}, "33335", 0, false},
		{"exactly", 6, scoring.Pattern{Exactly: [][]int{{1, 1, 2, 2, 3}}}, matching, nil, "32121", 9, true},
		{"not quite", 6, scoring.Pattern{Exactly: [][]int{{1, 1, 2, 2, 3}}}, matching, nil, "12223", 0, false},
		{"second of two", 6, scoring.Pattern{Exactly: [][]int{{1, 1, 2, 2, 3}, {6, 6, 6, 6, 1}}}, matching, nil, "66166", 25, true},
		{"anything", 6, scoring.Pattern{Any: true}, matching, nil, "12446", 17, true},
	} {
		r := dieByDie(t, c.dice)
		rs, err := scoring.New(scoring.Definition{
			ID: "one-box", Version: 1, Dice: len(r.Dice), Faces: c.faces, Rolls: 3, Switches: c.switches,
			Boxes: []scoring.Box{{ID: "it", Section: scoring.Lower, Pattern: c.pattern, Points: c.points}},
		})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		card := rs.EmptyCard()
		if got := choose(t, &card, r, "it"); got.Points != c.want || got.Matches != c.matches {
			t.Errorf("%s: %s is %d, %v; want %d, %v", c.name, c.dice, got.Points, got.Matches, c.want, c.matches)
		}
	}
}

// Points for a served roll go with dice that fit, whatever they are worth later.
func TestServedPoints(t *testing.T) {
	rs, err := scoring.New(scoring.Definition{
		ID: "served", Version: 1, Dice: 5, Faces: 6, Rolls: 3,
		Boxes: []scoring.Box{
			{ID: "sum", Section: scoring.Lower, Pattern: scoring.Pattern{OfAKind: 3}, Points: scoring.Points{Sum: scoring.SumAll, Served: 7}},
			{ID: "plain", Section: scoring.Lower, Pattern: scoring.Pattern{OfAKind: 3}, Points: scoring.Points{Fixed: 9}},
		},
	})
	fatal(t, err)
	card := rs.EmptyCard()
	for dice, want := range map[string][2]int{
		"66612/1": {7, 9}, "66612/2": {21, 9}, "66612/3": {21, 9}, "66612": {21, 9}, "66112/1": {0, 0},
	} {
		got := [2]int{choose(t, &card, roll(t, dice), "sum").Points, choose(t, &card, roll(t, dice), "plain").Points}
		if got != want {
			t.Errorf("%s: %v, want %v", dice, got, want)
		}
	}
	if rs.MaxTotal() != 39 { // 66666 on a later roll, and 9
		t.Errorf("highest total %d", rs.MaxTotal())
	}
}
