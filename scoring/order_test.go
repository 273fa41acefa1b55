package scoring_test

import (
	"testing"

	"segnapunti/scoring"
)

// The orders of boxes (A.5) and of columns (A.11).
func TestOrders(t *testing.T) {
	for _, h := range []hand{
		{"top down, first", "yatzy order=top_down", "", "12345", "only ones=1"},
		{"top down, next", "yatzy order=top_down", "ones=1 twos=2", "12345", "only threes=3"},
		{"top down, hole on paper", "yatzy order=top_down", "ones=1 threes=3", "12345", "only twos=2"},
		{"top down, last", "yacht order=top_down", "ones=1 twos=2 threes=3 fours=4 fives=5 sixes=6 full_house=0 four_of_a_kind=0 little_straight=0 big_straight=0 choice=9", "12345", "only yacht=0"},
		{"bottom up, first", "yatzy order=bottom_up", "", "12345", "only yatzy=0"},
		{"bottom up, next", "yatzy order=bottom_up", "yatzy=0 chance=15", "12345", "only full_house=0"},
		{"upper first", "yatzy order=upper_first", "ones=1", "12345", "only twos=2 threes=3 fours=4 fives=5 sixes=0"},
		{"upper first, one left", "yatzy order=upper_first", "ones=1 twos=2 threes=3 fours=4 fives=5", "12345", "only sixes=0"},
		{"upper first, done", "yatzy-13 order=upper_first", upperDone + "yatzy=0 chance=15 full_house=0 three_of_a_kind=0", "12345", "only four_of_a_kind=0 large_straight=0 small_straight=40"},
		{"any", "yatzy-13", upperDone + "yatzy=0 chance=15 full_house=0", "12345", "only three_of_a_kind=0 four_of_a_kind=0 large_straight=0 small_straight=40"},
		{"a reason for each", "yatzy order=top_down", "ones=1", "12345", "ones=!box_filled twos=2 yatzy=!order_next_box"},
		{"upper first in each column", triple + " order=upper_first", "ones@2=1 twos@2=2 threes@2=3 fours@2=4 fives@2=5 sixes@2=6", "12345", "chance@1=!order_upper_first chance@2=15 chance@3=!order_upper_first"},
		{"top down in each column", triple + " order=top_down", "ones@2=1", "12345", "only ones@1=1 twos@2=2 ones@3=1"},
		{"bottom up in each column", triple + " order=bottom_up", "chance@3=9", "12345", "only chance@1=15 chance@2=15 yahtzee@3=0"},
		{"left to right", triple + " column_order=left_to_right", "chance@1=9 ones@1=1 ones@2=2", "12345", "chance@1=!box_filled chance@2=15 chance@3=!column_order ones@3=1 twos@1=2 twos@2=!column_order"},
		{"both orders", triple + " order=top_down column_order=left_to_right", "ones@1=1 twos@1=2", "12345", "only threes@1=3 ones@2=1"},
		{"both orders, why not", triple + " order=top_down column_order=left_to_right", "ones@2=1", "12345", "only ones@1=1"},
	} {
		t.Run(h.row, h.check)
	}
}

// What a fault about the order tells: the box that is next, the column, the place.
func TestOrderFaults(t *testing.T) {
	for _, c := range []struct {
		rules, card, play string
		want              scoring.Fault
	}{
		{"yatzy order=top_down", "ones=1", "chance:12345", fault(scoring.OrderNextBox, "twos", 1)},
		{"yatzy order=top_down", "ones=1", "chance=15", fault(scoring.OrderNextBox, "twos", 1)}, // points are bound too
		{"yatzy order=bottom_up", "", "chance:12345", fault(scoring.OrderNextBox, "yatzy", 1)},
		{"yatzy order=upper_first", "", "chance:12345", fault(scoring.OrderUpperFirst, "chance", 1)},
		{"yatzy order=upper_first", "", "chance=15", fault(scoring.OrderUpperFirst, "chance", 1)},
		{triple + " order=top_down", "ones@2=1", "chance@2:12345", fault(scoring.OrderNextBox, "twos", 2)},
		{triple + " column_order=left_to_right", "", "chance@3=15", columnFault("chance", 3)},
		{triple + " column_order=left_to_right", "", "chance@2:12345", columnFault("chance", 2)},
		{full, "yahtzee=50", "chance:44444", fault(scoring.JokerUpper, "fours", 1)},
		{full, "yahtzee=50 fours=8", "ones:44444", fault(scoring.JokerLower, "ones", 1)},
		{full, "fours=8", "fours:44444", fault(scoring.BoxFilled, "fours", 1)},
		{full, "fours=8", "fours=8", fault(scoring.BoxFilled, "fours", 1)},
		{triple, "fours@3=8", "fours@3=8", fault(scoring.BoxFilled, "fours", 3)},
		{generala, "", "double_generala:22222", fault(scoring.NeedsBox, "generala", 1)},
		{generala, "", "double_generala=100", fault(scoring.NeedsBox, "generala", 1)},
	} {
		_, _, err := onPaper(t, ruleSet(t, c.rules), c.card).Play(entry(t, c.play))
		checkFault(t, err, c.want)
	}
}

func fault(code scoring.Code, box string, column int) scoring.Fault {
	return scoring.Fault{Code: code, Pointer: "/category", Args: map[string]any{"box": box, "column": column}}
}

func columnFault(box string, column int) scoring.Fault {
	return scoring.Fault{Code: scoring.ColumnOutOfOrder, Pointer: "/column", Args: map[string]any{"box": box, "column": column}}
}

// Paper doesn't tell in what order it was written; dice on a sheet do.
func TestOrderOnPaper(t *testing.T) {
	rs := ruleSet(t, "yatzy order=top_down")
	onPaper(t, rs, "chance=15 ones=1 twos=2")
	for _, c := range []refused{
		{"", "yatzy order=top_down", "chance:12345", "order_next_box /entries/0/category"},
		{"", "yatzy order=top_down", "ones=1 threes:12345", "order_next_box /entries/1/category"},
		{"", triple + " column_order=left_to_right", "ones@1=1 ones@3:12345", "column_order /entries/1/column"},
		{"", full, "yahtzee=50 chance:44444", "joker_must_use_upper /entries/1/category"},
		{"", full, "yahtzee=50 fours=8 ones:44444", "joker_must_use_lower /entries/2/category"},
	} {
		c.check(t)
	}
	onPaper(t, ruleSet(t, triple+" column_order=left_to_right"), "ones@3=1")
}

// The double Generala pays only once the first holds points (A.10).
func TestNeeds(t *testing.T) {
	const rest = "ones=1 twos=2 threes=3 fours=4 fives=5 sixes=6 straight=20 full_house=30 four_of_a_kind=40 "
	for _, h := range []hand{
		{"first still open", generala, "", "22222", "generala=50 double_generala=!needs_generala"},
		{"first struck", generala, "generala=0", "22222", "generala=!box_filled double_generala=!needs_generala"},
		{"first scored", generala, "generala=50", "22222", "double_generala=100"},
		{"dice that don't fit strike it", generala, "", "22223", "double_generala=0"},
		{"only it is left, first struck", generala, rest + "generala=0", "22222", "only double_generala=0"},
		{"only it is left, first scored", generala, rest + "generala=50", "22222", "only double_generala=100"},
		{"both are left", generala, rest, "22222", "only generala=50"},
		{"top down, its turn", "generala order=top_down", rest + "generala=0", "22222", "only double_generala=0"},
		{"bottom up, it comes first", "generala order=bottom_up", "", "22222", "only double_generala=0"},
		{"other boxes need nothing", generala, "generala=0", "22222", "twos=10 four_of_a_kind=40"},
		{"without the double", "generala double_generala=false", rest, "22222", "only generala=50"},
	} {
		t.Run(h.row, h.check)
	}
	for _, c := range []refused{
		{"", generala, "double_generala=100", "needs_generala /entries/0/category"},
		{"", generala, "double_generala=100 ones=1 generala=0", "needs_generala /entries/0/category"},
		{"", generala, "generala=0 double_generala:22222", "needs_generala /entries/1/category"},
		{"", "generala double_generala=false", "double_generala=0", "unknown_category /entries/0/category"},
	} {
		c.check(t)
	}
	for _, text := range []string{"double_generala=100 generala=50", "double_generala=0", "double_generala=0 generala=0"} {
		onPaper(t, rules(t, generala), text) // paper doesn't tell the order
	}
	_, err := rules(t, generala).NewCard(sheet(t, "ones=1 double_generala=100"))
	checkFault(t, err, scoring.Fault{Code: scoring.NeedsBox, Pointer: "/entries/1/category", Args: map[string]any{"box": "generala", "column": 1}})
	card := rules(t, generala).EmptyCard()
	if _, _, err := card.Play(entry(t, "double_generala=0")); err != nil {
		t.Errorf("striking the double: %v", err)
	}
}

// The needed box may be any, in a card of any columns.
func TestNeedsTheFirstBox(t *testing.T) {
	five := scoring.Pattern{OfAKind: 5}
	rs, err := scoring.New(scoring.Definition{
		ID: "needs", Version: 1, Dice: 5, Faces: 6, Rolls: 3, Columns: []int{1, 2},
		Boxes: []scoring.Box{
			{ID: "five", Section: scoring.Lower, Pattern: five, Points: scoring.Points{Fixed: 50}},
			{ID: "again", Section: scoring.Lower, Pattern: five, Points: scoring.Points{Fixed: 100}, Needs: "five"},
		},
	})
	fatal(t, err)
	for _, c := range []struct{ card, box, want string }{
		{"", "again@1", "!needs_generala"},
		{"five@1=50", "again@1", "100"},
		{"five@1=50", "again@2", "!needs_generala"}, // in its own column
		{"five@1=0 five@2=0 again@1=0", "again@2", "0"},
		{"five@1=0 again@1=0 again@2=0", "five@2", "50"},
	} {
		if got := worth(choose(t, onPaper(t, rs, c.card), roll(t, "66666"), c.box)); got != c.want {
			t.Errorf("%q, %s: %s, want %s", c.card, c.box, got, c.want)
		}
	}
}

// A served Generala wins, in whatever box it is written, and ends the card (A.10).
func TestServedWin(t *testing.T) {
	card := rules(t, generala).EmptyCard()
	for box, want := range map[string]bool{"generala": true, "twos": true, "four_of_a_kind": true, "straight": true, "double_generala": false} {
		if got := choose(t, &card, roll(t, "22222/1"), box).ServedWin; got != want {
			t.Errorf("%s: %v", box, got)
		}
	}
	for _, dice := range []string{"22222/2", "22222/3", "22222", "22223/1"} {
		if choose(t, &card, roll(t, dice), "four_of_a_kind").ServedWin {
			t.Errorf("%s wins", dice)
		}
	}
	won, w, err := card.Play(entry(t, "generala:22222/1"))
	fatal(t, err)
	if !w.ServedWin || !won.Complete() || !won.Totals().ServedWin || !won.Totals().Complete || won.Totals().BoxesFilled != 1 {
		t.Errorf("written %+v, totals %+v", w, won.Totals())
	}
	if card.Totals().ServedWin || card.Complete() {
		t.Error("the old card won too")
	}
	if _, err := won.Choices(roll(t, "12345")); told(t, err) != "card_complete /card" {
		t.Errorf("choices after the win: %v", err)
	}
	if _, _, err := won.Play(entry(t, "ones:12345")); told(t, err) != "served_generala_ends /category" {
		t.Errorf("a box after the win: %v", err)
	}
	refused{"", generala, "generala:22222/1 ones=1 twos=2", "served_generala_ends /entries/1/category, served_generala_ends /entries/2/category"}.check(t)
}
