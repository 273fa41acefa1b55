package scoring_test

import (
	"errors"
	"reflect"
	"slices"
	"testing"

	"segnapunti/scoring"
)

// Every fault of a sheet is told at once, with its place. After the first fault the
// card isn't known any more: what depends on it (joker, order, saved rolls, the
// points of dice) is not judged, and what doesn't still is.
func TestFaultsOfASheet(t *testing.T) {
	for _, c := range []refused{
		{"", full, "zeros=0 ones@2=1 fours=17 chance:1239", "unknown_category /entries/0/category, unknown_column /entries/1/column, impossible_points /entries/2/points, bad_dice /entries/3/dice, bad_dice /entries/3/dice/3"},
		{"", full, "zeros@3:777/9", "unknown_category /entries/0/category, unknown_column /entries/0/column, bad_dice /entries/0/dice, bad_dice /entries/0/dice/0, bad_dice /entries/0/dice/1, bad_dice /entries/0/dice/2, bad_rolls /entries/0/rolls"},
		{"", full, "ones@-1=1 ones@2=1", "unknown_column /entries/0/column, unknown_column /entries/1/column"},
		{"", full, "fours=17 yahtzee=50 chance:33333", "impossible_points /entries/0/points"},
		{"", full, "fours=17 ones=1 ones:12345", "impossible_points /entries/0/points, box_filled /entries/2/category"},
		{"", full, "fours=17 ones=1 ones=1", "impossible_points /entries/0/points, box_filled /entries/2/category"},
		{"", full, "fours=17 ones=7", "impossible_points /entries/0/points, impossible_points /entries/1/points"},
		{"", full, "fours=17 chance=20 extra=5", "impossible_points /entries/0/points"}, // extras need a sound card
		{"", "yatzy order=top_down", "ones=9 chance:12345", "impossible_points /entries/0/points"},
		{"", "maxi-yatzy", "ones=9 twos:112345/7", "impossible_points /entries/0/points"},
		{"", "maxi-yatzy", "ones:112345/1 twos:112345/5 threes:112345/4", "bad_rolls /entries/2/rolls"},
		{"", full, "ones=9 twos:11234/4", "impossible_points /entries/0/points, bad_rolls /entries/1/rolls"},
		{"", generala, "double_generala=100 generala=7", "impossible_points /entries/1/points"},
		{"", generala, "double_generala=100 ones=1 chance=1", "unknown_category /entries/2/category"},
	} {
		c.check(t)
	}
	both := scoring.Entry{Category: "ones"}
	_, err := rules(t, full).NewCard(scoring.Sheet{Entries: []scoring.Entry{both, {Category: "x"}}})
	if got := told(t, err); got != "dice_or_points /entries/0, unknown_category /entries/1/category, dice_or_points /entries/1" {
		t.Errorf("neither dice nor points: %s", got)
	}
}

// An entry with dice and points is taken when they agree.
func TestDiceAndPoints(t *testing.T) {
	rs := rules(t, full)
	for points, want := range map[int]string{9: "", 8: "points_mismatch /points", 12: "points_mismatch /points"} {
		card := rs.EmptyCard()
		e := entry(t, "threes:33312")
		e.Points = &points
		next, _, err := card.Play(e)
		if got := told(t, err); got != want {
			t.Errorf("%d: %q, want %q", points, got, want)
		}
		if got := next.GrandTotal(); want == "" && got != 9 || want != "" && got != 0 {
			t.Errorf("%d: total %d", points, got)
		}
	}
	eight := 8
	e := entry(t, "threes:33312")
	e.Points = &eight
	card := rs.EmptyCard()
	_, _, err := card.Play(e)
	checkFault(t, err, scoring.Fault{Code: scoring.PointsMismatch, Pointer: "/points", Args: map[string]any{"box": "threes", "got": 8, "want": 9}})
	_, err = rs.NewCard(scoring.Sheet{Entries: []scoring.Entry{entry(t, "fours=17"), e}})
	if got := told(t, err); got != "impossible_points /entries/0/points" {
		t.Errorf("after a fault: %s", got)
	}
}

// What the faults of an entry tell.
func TestFaultArguments(t *testing.T) {
	thirteen := []string{
		"ones", "twos", "threes", "fours", "fives", "sixes", "three_of_a_kind", "four_of_a_kind", "full_house",
		"small_straight", "large_straight", "yahtzee", "chance",
	}
	for _, c := range []struct {
		play string
		want scoring.Fault
	}{
		{"poker=30", scoring.Fault{Code: scoring.UnknownCategory, Pointer: "/category", Args: map[string]any{"category": "poker", "allowed": thirteen}}},
		{"ones@2=1", scoring.Fault{Code: scoring.UnknownColumn, Pointer: "/column", Args: map[string]any{"column": 2, "columns": 1}}},
		{"fours=17", scoring.Fault{Code: scoring.ImpossiblePoints, Pointer: "/points", Args: map[string]any{"box": "fours", "got": 17, "allowed": []int{0, 4, 8, 12, 16, 20}}}},
		{"ones:12345/4", scoring.Fault{Code: scoring.BadRolls, Pointer: "/rolls", Args: map[string]any{"min": 1, "max": 3, "got": 4}}},
		{"ones:1234", scoring.Fault{Code: scoring.BadDice, Pointer: "/dice", Args: map[string]any{"want": 5, "faces": 6, "got": 4}}},
		{"ones:12347", scoring.Fault{Code: scoring.BadDice, Pointer: "/dice/4", Args: map[string]any{"want": 5, "faces": 6, "got": 7}}},
	} {
		card := rules(t, full).EmptyCard()
		_, _, err := card.Play(entry(t, c.play))
		checkFault(t, err, c.want)
	}
}

// Rolls saved for later turns (A.8): 3 a turn and those not used before.
func TestSavedRolls(t *testing.T) {
	for _, c := range []struct {
		rules, card string
		saved       int
	}{
		{"maxi-yatzy", "", 0},
		{"maxi-yatzy", "ones:112345/1", 2},
		{"maxi-yatzy", "ones:112345/1 twos:112345", 2}, // nobody says: all of a turn
		{"maxi-yatzy", "ones:112345/1 twos:112345/5", 0},
		{"maxi-yatzy", "ones:112345/2 twos:112345/2 threes:112345/1", 4},
		{"maxi-yatzy", "ones=2 twos=4", 0},
		{"maxi-yatzy saved_rolls=false", "ones:112345/1", 0},
		{full, "ones:12345/1", 0},
	} {
		rs := ruleSet(t, c.rules)
		card := onPaper(t, rs, c.card)
		dice := scoring.Roll{Dice: slices.Repeat([]int{1}, rs.Dice()), Rolls: 3 + c.saved}
		if _, err := card.Choices(dice); err != nil {
			t.Errorf("%s, %q: %d rolls: %v", c.rules, c.card, dice.Rolls, err)
		}
		dice.Rolls++
		if _, err := card.Choices(dice); told(t, err) != "bad_rolls /rolls" {
			t.Errorf("%s, %q: %d rolls: %v", c.rules, c.card, dice.Rolls, err)
		}
		totals := card.Totals()
		if card.SavedRolls() != c.saved || rs.SavesRolls() != (totals.SavedRolls != nil) || totals.SavedRolls != nil && *totals.SavedRolls != c.saved {
			t.Errorf("%s, %q: saved %d, in totals %v", c.rules, c.card, card.SavedRolls(), totals.SavedRolls)
		}
	}
}

// A card is a value: nothing that is done with it later, or with the points that
// were handed in, changes it.
func TestCardIsAValue(t *testing.T) {
	rs := rules(t, full)
	e, p := entry(t, "threes:33312"), entry(t, "ones=3")
	empty := rs.EmptyCard()
	card, _, err := empty.Play(e)
	fatal(t, err)
	card, _, err = card.Play(p)
	fatal(t, err)
	*p.Points = 0
	left, _, err := card.Play(entry(t, "yahtzee:66666"))
	fatal(t, err)
	right, _, err := card.Play(entry(t, "chance:12345"))
	fatal(t, err)
	if got := []int{empty.GrandTotal(), card.GrandTotal(), left.GrandTotal(), right.GrandTotal()}; !slices.Equal(got, []int{0, 12, 62, 27}) {
		t.Errorf("totals %v", got)
	}
	if !slices.Equal(card.Written()[0].Dice, []int{3, 3, 3, 1, 2}) || left.Written()[2].Category != "yahtzee" || right.Written()[2].Category != "chance" {
		t.Errorf("written %v, %v, %v", card.Written(), left.Written(), right.Written())
	}
	first, _, err := left.Play(entry(t, "sixes:66666"))
	fatal(t, err)
	second, _, err := left.Play(entry(t, "sixes:66666"))
	fatal(t, err)
	if left.ExtraYahtzees(1) != 0 || first.ExtraYahtzees(1) != 1 || second.ExtraYahtzees(1) != 1 {
		t.Errorf("extras %d, %d, %d", left.ExtraYahtzees(1), first.ExtraYahtzees(1), second.ExtraYahtzees(1))
	}
}

// Points tells an open box from a struck one (B52).
func TestPoints(t *testing.T) {
	card := onPaper(t, rules(t, triple), "ones@1=3 twos@2=0 chance@3=20")
	for _, c := range []struct {
		box    string
		column int
		points int
		ok     bool
	}{
		{"ones", 1, 3, true},
		{"ones", 2, 0, false},
		{"twos", 2, 0, true},
		{"chance", 3, 20, true},
		{"chance", 0, 0, false},
		{"chance", 4, 0, false},
		{"chance", -1, 0, false},
		{"poker", 1, 0, false},
	} {
		if points, ok := card.Points(c.box, c.column); points != c.points || ok != c.ok {
			t.Errorf("%s@%d: %d, %v", c.box, c.column, points, ok)
		}
	}
	if card.Rules().ID() != triple {
		t.Errorf("rules %s", card.Rules().ID())
	}
}

// Whatever can be asked of a card's sums: where the bonus stands, how full it is.
func TestTotals(t *testing.T) {
	for _, c := range []total{
		{"", full, "", "upper 0+0 open, lower 0, extra 0, total 0"},
		{"", full, "ones=0 twos=0 threes=0", "upper 0+0 open, lower 0, extra 0, total 0"},           // 75 can still come
		{"", full, "ones=0 twos=0 threes=0 fours=8", "upper 8+0 open, lower 0, extra 0, total 8"},   // 8 + 25 + 30 is 63
		{"", full, "ones=0 twos=0 threes=0 fours=4", "upper 4+0 missed, lower 0, extra 0, total 4"}, // 4 + 55 isn't
		{"", full + " upper_bonus_at=105", "", "upper 0+0 open, lower 0, extra 0, total 0"},
		{"", full + " upper_bonus_at=106", "", "upper 0+0 missed, lower 0, extra 0, total 0"},
		{"", full + " upper_bonus_at=105", "ones=4", "upper 4+0 missed, lower 0, extra 0, total 4"},
		{"", full + " upper_bonus_at=5 upper_bonus_points=7", "ones=5 chance=9", "upper 5+7 earned, lower 9, extra 0, total 21"},
		{"", "yacht", "ones=5 choice=9", "upper 5+0 none, lower 9, extra 0, total 14"},
	} {
		c.check(t)
	}
	totals := onPaper(t, rules(t, triple), "ones@1=3 twos@2=0").Totals()
	if totals.BoxesFilled != 2 || totals.BoxesTotal != 39 || totals.Complete || totals.ServedWin || totals.SavedRolls != nil {
		t.Errorf("%+v", totals)
	}
	want := scoring.ColumnTotals{
		Column: 2, Multiplier: 2, Upper: scoring.UpperTotals{BonusStatus: scoring.BonusOpen},
	}
	if totals.Columns[1] != want {
		t.Errorf("%+v, want %+v", totals.Columns[1], want)
	}
	// B.6: thirteen turns don't fill a card of three columns
	thirteen := onPaper(t, rules(t, triple), upperDone+lowerDone+"yahtzee=50")
	if thirteen.Complete() || len(thirteen.Written()) != 13 || thirteen.Totals().Columns[0].Total != 63+35+9+50 {
		t.Errorf("complete %v, %+v", thirteen.Complete(), thirteen.Totals())
	}
}

func TestFaults(t *testing.T) {
	faults := scoring.Faults{
		{Code: scoring.BoxFilled, Pointer: "/category", Args: map[string]any{"box": "ones"}},
		{Code: scoring.BadDice, Pointer: "/dice/0", Args: map[string]any{}},
	}
	if got, want := faults.Error(), `box_filled at "/category" map[box:ones]; bad_dice at "/dice/0" map[]`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if !faults.Has(scoring.BadDice) || !faults.Has(scoring.BoxFilled) || faults.Has(scoring.GameOver) {
		t.Error("Has is wrong")
	}
	moved := faults.Under("/entries/7")
	if got := told(t, moved); got != "box_filled /entries/7/category, bad_dice /entries/7/dice/0" {
		t.Errorf("moved: %s", got)
	}
	if got := told(t, faults); got != "box_filled /category, bad_dice /dice/0" || moved[0].Args["box"] != "ones" {
		t.Errorf("the old ones: %s", got)
	}
	if err := error(faults); !errors.As(err, new(scoring.Faults)) {
		t.Error("not an error")
	}
}

// The sheet of a card keeps what was handed in.
func TestSheet(t *testing.T) {
	for _, c := range []struct{ rules, card string }{
		{full, ""},
		{full, "yahtzee=50 chance=20 ones:11234/2 extra=1"},
		{triple, "ones@3=1 chance@2:12345"},
		{"maxi-yatzy", "ones:112345/1 twos:112345/5"},
		{generala, "ones=1 generala:22222/1"},
	} {
		card := onPaper(t, ruleSet(t, c.rules), c.card)
		checkSheet(t, card)
		want, got := sheet(t, c.card), card.Sheet()
		if len(got.Entries) != len(want.Entries) || got.ExtraYahtzees != want.ExtraYahtzees || got.ExtraByColumn != nil {
			t.Errorf("%q: %+v", c.card, got)
		}
		for i, e := range got.Entries {
			w := want.Entries[i]
			if e.Category != w.Category || e.Column != max(w.Column, 1) || !reflect.DeepEqual(e.Dice, w.Dice) || e.Points == nil {
				t.Errorf("%q: entry %+v, want %+v", c.card, e, w)
			}
		}
	}
}
