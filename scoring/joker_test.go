package scoring_test

import (
	"errors"
	"reflect"
	"testing"

	"segnapunti/scoring"
)

const (
	upperDone = "ones=3 twos=6 threes=9 fours=12 fives=15 sixes=18 "
	lowerDone = "three_of_a_kind=0 four_of_a_kind=0 full_house=0 small_straight=0 large_straight=0 chance=9 "
)

// Where the order of boxes and the joker rule want different boxes, the order wins;
// what the box pays and the extra points stay (F25, A.5).
func TestOrderAgainstJoker(t *testing.T) {
	for _, h := range []hand{
		{"bottom up, own box open", "yahtzee order=bottom_up", "chance=20 yahtzee=50", "44444", "only large_straight=0+100"},
		{"bottom up, own box filled", "yahtzee order=bottom_up", "chance=20 yahtzee=50 fours=12", "44444", "only large_straight=40+100"},
		{"bottom up, own box is next", "yahtzee order=bottom_up", lowerDone + "yahtzee=50 sixes=18 fives=15", "44444", "only fours=20+100"},
		{"bottom up, the own box binds no other", "yahtzee order=bottom_up", "chance=20 yahtzee=50", "44444", "fours=!order_next_box ones=!order_next_box chance=!box_filled"},
		{"top down, own box open", "yahtzee order=top_down", "yahtzee=50", "44444", "only ones=0+100"},
		{"top down, lower box open", "yahtzee order=top_down", "yahtzee=50 fours=12", "44444", "only ones=0+100"},
		{"upper first, own box open", "yahtzee-upper-first", "yahtzee=50", "44444", "only fours=20+100"},
		{"upper first, own box filled", "yahtzee-upper-first", "yahtzee=50 fours=12 fives=15", "44444", "only ones=0+100 twos=0+100 threes=0+100 sixes=0+100"},
		{"upper first, no conflict", "yahtzee-upper-first", upperDone + "yahtzee=50 chance=9 large_straight=0", "44444", "only three_of_a_kind=20+100 four_of_a_kind=20+100 full_house=25+100 small_straight=30+100"},
		{"ordinary", "yahtzee-it order=bottom_up", "chance=20 yahtzee=50", "44444", "only large_straight=0+100"},
		{"original", "yahtzee-1956 order=top_down", "yahtzee=50", "44444", "only ones=0+100"},
		{"original, below", "yahtzee-1956 order=bottom_up", "chance=20 yahtzee=50", "44444", "only large_straight=40+100"},
		{"kniffel", "kniffel order=bottom_up", "chance=20 yahtzee=50", "44444", "only large_straight=0"},
		{"kniffel, own box", "kniffel order=top_down", "ones=3 twos=6 threes=9 yahtzee=50", "44444", "only fours=20+50"},
		{"any order: the joker binds", "yahtzee", "chance=20 yahtzee=50", "44444", "only fours=20+100"},
	} {
		t.Run(h.row, h.check)
	}
}

// On a card with several columns every Yahtzee box must be filled before a repeat
// counts, hold points before it pays, and every own box before it is a joker (A.11).
func TestJokerOnColumns(t *testing.T) {
	const three = "yahtzee@1=50 yahtzee@2=50 yahtzee@3=50 "
	for _, h := range []hand{
		{"one Yahtzee box open", triple, "yahtzee@1=50 yahtzee@3=50", "66666", "sixes@1=30 sixes@3=30 yahtzee@2=50 large_straight@1=0"},
		{"all three", triple, three, "66666", "sixes@1=30+100 chance@2=30+200 large_straight@3=0+300 yahtzee@2=!box_filled"},
		{"one struck", triple, "yahtzee@1=50 yahtzee@2=0 yahtzee@3=50", "66666", "sixes@1=30 chance@2=30 chance@3=30"},
		{"one struck, joker all the same", triple, "yahtzee@1=50 yahtzee@2=50 yahtzee@3=0 sixes@1=18 sixes@2=18 sixes@3=18", "66666", "large_straight@3=40"},
		{"an own box open", triple, three + "sixes@1=18 sixes@2=18", "66666", "large_straight@1=0+100 full_house@3=0+300 sixes@3=30+300"},
		{"own boxes filled", triple, three + "sixes@1=18 sixes@2=18 sixes@3=18", "66666", "large_straight@1=40+100 full_house@3=25+300 ones@2=0+200"},
		{"forced", triple + " joker=forced", three + "sixes@1=18 sixes@3=18", "66666", "only sixes@2=30+200"},
		{"forced, own boxes filled", triple + " joker=forced", three + "sixes@1=18 sixes@2=18 sixes@3=18", "66666", "ones@1=!joker_must_use_lower chance@1=30+100"},
		{"forced, from the left", triple + " joker=forced column_order=left_to_right", three, "66666", "only sixes@1=30+100"},
	} {
		t.Run(h.row, h.check)
	}
}

// The joker rule none with extra points: an ordinary roll that earns more.
func TestExtraPointsWithoutJoker(t *testing.T) {
	for _, h := range []hand{
		{"", "yahtzee joker=none", "yahtzee=50", "44444", "fours=20+100 chance=20+100 full_house=0+100 ones=0+100"},
		{"", "yahtzee joker=none", "yahtzee=50 fours=12", "44444", "large_straight=0+100 ones=0+100 three_of_a_kind=20+100"},
		{"", "yahtzee joker=none", "yahtzee=0", "44444", "fours=20 chance=20"},
		{"", "yahtzee extra_yahtzee_points=250", "yahtzee=50", "44444", "only fours=20+250"},
		{"", "yahtzee extra_yahtzee_points=0", "yahtzee=50", "44444", "only fours=20"},
	} {
		h.check(t)
	}
}

// What Choices tells of a joker besides the points.
func TestJokerFlags(t *testing.T) {
	card := onPaper(t, rules(t, full), "yahtzee=50 fours=12")
	for box, want := range map[string]scoring.Choice{
		"full_house":      {Category: "full_house", Column: 1, Points: 25, Joker: true, ExtraPoints: 100, Legal: true},
		"three_of_a_kind": {Category: "three_of_a_kind", Column: 1, Points: 20, Matches: true, ExtraPoints: 100, Legal: true},
		"chance":          {Category: "chance", Column: 1, Points: 20, Matches: true, ExtraPoints: 100, Legal: true},
	} {
		if got := choose(t, card, roll(t, "44444"), box); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, want %+v", box, got, want)
		}
	}
	_, w, err := card.Play(entry(t, "full_house:44444"))
	if err != nil || !w.Joker || w.ExtraPoints != 100 || *w.Points != 25 || w.Column != 1 || w.Rolls != 3 {
		t.Errorf("written %+v, %v", w, err)
	}
}

func TestCardJoker(t *testing.T) {
	for _, c := range []struct {
		rules, card, dice string
		want              bool
	}{
		{full, "", "44444", false}, // the first one is no joker (B34)
		{full, "yahtzee=50", "44444", true},
		{full, "yahtzee=0", "44444", true}, // B35
		{full, "yahtzee=50", "44445", false},
		{full, "yahtzee=50", "4444", false},
		{full, "yahtzee=50", "44449", false},
		{wiki, "yahtzee=50", "44444", false},
		{yatzy, "yatzy=50", "44444", false},
		{triple, "yahtzee@1=50 yahtzee@2=50", "44444", false},
		{triple, "yahtzee@1=50 yahtzee@2=50 yahtzee@3=0", "44444", true},
	} {
		if got := onPaper(t, ruleSet(t, c.rules), c.card).Joker(roll(t, c.dice).Dice); got != c.want {
			t.Errorf("%s, card %q, %s: %v", c.rules, c.card, c.dice, got)
		}
	}
}

// Extra Yahtzees claimed on paper: those that the card can have earned (B38).
func TestPlausibleExtras(t *testing.T) {
	const columns = "yahtzee@1=50 yahtzee@2=50 yahtzee@3=50 "
	for _, c := range []struct {
		rules, card string
		most        int // in the claimed column
	}{
		{full, "yahtzee=50", 0},                    // no other box
		{full, "chance=20", 0},                     // no Yahtzee
		{full, "yahtzee=0 chance=20", 0},           // struck
		{full, "yahtzee=50 chance=20", 1},          // five fours
		{full, "yahtzee=50 chance=19", 0},          // no five equal dice
		{full, "yahtzee=50 chance=5 ones=5", 2},    // five ones, twice
		{full, "yahtzee=50 chance=30 sixes=30", 2}, // five sixes, twice
		{full, "yahtzee=50 threes=9", 0},           // three threes
		{full, "yahtzee=50 threes=15 fours=0", 2},  // a zero above
		{full, "yahtzee=50 full_house=25", 1},      // jokers
		{full, "yahtzee=50 large_straight=40 full_house=0 small_straight=30", 3},
		{full, "yahtzee=50 chance:44412 fives=15", 0}, // dice show what they are
		{full, "yahtzee:66666 sixes:66666 chance=20", 1},
		{full + " extra_yahtzee_points=0", "yahtzee=50 chance=20", 0},
		{yatzy, "yatzy=50 chance=20", 0},
		{full + " joker=none", "yahtzee=50 full_house=25 chance=20", 1},
		{full + " joker=none", "yahtzee=50 full_house=0", 1},
		{"kniffel", "yahtzee=50 chance=25 full_house=25 ones=0", 0}, // only in the own box
		{"kniffel", "yahtzee=50 fives=25 sixes=30 fours=16", 2},
		{"kniffel", "yahtzee=50 fives=0", 0},
		{"kniffel", "yahtzee=0 fives=25", 1},
		{"kniffel extra_after_zero=false", "yahtzee=0 fives=25", 0},
		{"yahtzee-1956", "yahtzee=50 sixes=30 fives=25 ones=0 chance=30", 2}, // above only a zero
		{"yahtzee-upper-first", "yahtzee=50 sixes=30 fives=25 chance=30", 1}, // none before the Yahtzee box
		{full + " order=top_down", "sixes=30 three_of_a_kind=30 yahtzee=50 chance=30", 1},
		{full + " order=bottom_up", "yahtzee=50 chance=30 full_house=25 sixes=30", 1},
		{full + " order=bottom_up", "yahtzee=50 full_house=0 small_straight=0", 2},
		{"yahtzee-1956 order=bottom_up", "yahtzee=50 full_house=25 sixes=30", 1},
		{triple, columns + "chance@1=30 chance@2=30", 1}, // those of its column
		{triple, "yahtzee@1=50 yahtzee@2=50 yahtzee@3=0 chance@1=30", 0},
		{triple, "yahtzee@1=50 yahtzee@2=50 chance@1=30", 0},
	} {
		rs := ruleSet(t, c.rules)
		s := sheet(t, c.card)
		none, err := rs.NewCard(s)
		fatal(t, err)
		for s.ExtraYahtzees = 1; s.ExtraYahtzees <= c.most; s.ExtraYahtzees++ {
			card, err := rs.NewCard(s)
			if err != nil || card.ExtraYahtzees(1) != none.ExtraYahtzees(1)+s.ExtraYahtzees {
				t.Errorf("%s, card %q, %d extra: %v", c.rules, c.card, s.ExtraYahtzees, err)
			}
		}
		_, err = rs.NewCard(s)
		checkFault(t, err, scoring.Fault{Code: scoring.BadExtraYahtzees, Pointer: "/extra_yahtzees", Args: map[string]any{"got": c.most + 1, "max": c.most}})
	}
}

// checkFault wants one fault, whole.
func checkFault(t *testing.T, err error, want scoring.Fault) {
	t.Helper()
	var faults scoring.Faults
	if !errors.As(err, &faults) || len(faults) != 1 || !reflect.DeepEqual(faults[0], want) {
		t.Errorf("%v, want %v", err, want)
	}
}

func TestExtrasByColumn(t *testing.T) {
	const columns = "yahtzee@1=50 yahtzee@2=50 yahtzee@3=50 chance@1=30 chance@2=30 chance@3=30 sixes@3=30 "
	for _, c := range []refused{
		{"", triple, columns + "extra@1=2", "bad_extra_yahtzees /extra_yahtzees_by_column/0"},
		{"", triple, columns + "extra@2=2 extra@3=3", "bad_extra_yahtzees /extra_yahtzees_by_column/1, bad_extra_yahtzees /extra_yahtzees_by_column/2"},
		{"", triple, columns + "extra@3=2 extra@4=1", "bad_extra_yahtzees /extra_yahtzees_by_column/3"},
		{"", triple, columns + "extra@3=-1", "bad_extra_yahtzees /extra_yahtzees_by_column/2"},
		{"", triple, columns + "extra=1 extra@1=1", "bad_extra_yahtzees /extra_yahtzees"}, // 2 in all, 1 in a column
		{"", full, "yahtzee=50 chance=30 extra@2=1", "bad_extra_yahtzees /extra_yahtzees_by_column/1"},
		{"", full, "yahtzee=50 chance=30 extra=-1", "bad_extra_yahtzees /extra_yahtzees"},
	} {
		c.check(t)
	}
	for text, want := range map[string]string{
		"extra@1=1 extra@2=1 extra@3=2": "upper 0+0 open, lower 80, extra 100, total 180 | upper 0+0 open, lower 80, extra 200, total 360 | upper 30+0 open, lower 80, extra 600, total 930",
		"extra=1":                       "upper 0+0 open, lower 80, extra 100, total 180 | upper 0+0 open, lower 80, extra 0, total 160 | upper 30+0 open, lower 80, extra 0, total 330",
	} {
		total{"", triple, columns + text, want}.check(t)
		card := onPaper(t, rules(t, triple), columns+text)
		checkSheet(t, card)
	}
	short := sheet(t, columns)
	short.ExtraYahtzees, short.ExtraByColumn = 2, []int{1}
	_, err := rules(t, triple).NewCard(short)
	checkFault(t, err, scoring.Fault{Code: scoring.BadExtraYahtzees, Pointer: "/extra_yahtzees", Args: map[string]any{"got": 2, "max": 1}})
}

// A column that the card doesn't have may claim nothing, and zero is nothing.
func TestNothingClaimedForAMissingColumn(t *testing.T) {
	s := sheet(t, "yahtzee=50 chance=30")
	s.ExtraByColumn = []int{0, 0}
	if _, err := rules(t, full).NewCard(s); err != nil {
		t.Error(err)
	}
}

// The own box of a face is the upper one for just this face (A.0): not another upper
// box, nor a lower one for the face.
func TestOwnBox(t *testing.T) {
	matching := scoring.Points{Sum: scoring.SumMatching}
	rs, err := scoring.New(scoring.Definition{
		ID: "own", Version: 1, Dice: 5, Faces: 6, Rolls: 3,
		Boxes: []scoring.Box{
			{ID: "pair", Section: scoring.Upper, Pattern: scoring.Pattern{OfAKind: 2}, Points: matching},
			{ID: "low_ones", Section: scoring.Lower, Pattern: scoring.Pattern{Face: 1}, Points: matching},
			{ID: "sixes", Section: scoring.Upper, Pattern: scoring.Pattern{Face: 6}, Points: matching},
			{ID: "low_sixes", Section: scoring.Lower, Pattern: scoring.Pattern{Face: 6}, Points: matching},
			{ID: "house", Section: scoring.Lower, Pattern: scoring.Pattern{Groups: []int{3, 2}}, Points: scoring.Points{Fixed: 25}, Joker: true},
			{ID: "five", Section: scoring.Lower, Pattern: scoring.Pattern{OfAKind: 5}, Points: scoring.Points{Fixed: 50}},
		},
		Joker: &scoring.Joker{Rule: scoring.JokerKniffel, Box: "five", ExtraPoints: 50},
	})
	fatal(t, err)
	card := onPaper(t, rs, "five=50")
	for box, want := range map[string]string{"sixes": "30+50", "pair": "!joker_must_use_upper", "low_sixes": "!joker_must_use_upper"} {
		if got := worth(choose(t, card, roll(t, "66666"), box)); got != want {
			t.Errorf("%s: %s, want %s", box, got, want)
		}
	}
	// a face without own box has its joker at once
	if got := worth(choose(t, card, roll(t, "11111"), "house")); got != "25" {
		t.Errorf("house: %s", got)
	}
	if got := rs.MaxTotal(); got != 50+30+50+12+30+5+25 {
		t.Errorf("highest total %d", got)
	}
}
