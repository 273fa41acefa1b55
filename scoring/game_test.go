package scoring_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"segnapunti/scoring"
)

// turns reads "1 ones:11234, 2! chance=20": the seat, ! for out of turn, the box.
func turns(t testing.TB, text string) (all []scoring.Turn) {
	t.Helper()
	for part := range strings.SplitSeq(text, ", ") {
		seat, box, ok := strings.Cut(part, " ")
		if !ok {
			continue
		}
		number, out := strings.CutSuffix(seat, "!")
		turn := scoring.Turn{Entry: entry(t, box), OutOfTurn: out}
		_, err := fmt.Sscan(number, &turn.Seat)
		fatal(t, err)
		all = append(all, turn)
	}
	return all
}

func TestNextSeat(t *testing.T) {
	for _, c := range []struct {
		seats int
		turns string
		want  int
	}{
		{3, "", 1},
		{3, "1 ones=1", 2},
		{3, "1 ones=1, 2 ones=1", 3},
		{3, "1 ones=1, 2 ones=1, 3 ones=1", 1},
		{1, "1 ones=1", 1},
		{3, "2! ones=1", 1},                     // who has the fewest turns, the first of them
		{3, "2! ones=1, 1 ones=1", 3},           // 2 has had its turn
		{3, "2! ones=1, 1 ones=1, 3 ones=1", 1}, // all even again
		{3, "3! ones=1, 3! twos=2", 1},
		{2, "1 ones=1, 1! twos=2, 2 ones=1", 2}, // 2 catches up
		{2, "1! ones=1", 2},                     // out of turn, though it was its turn
	} {
		game := replay(t, rules(t, full), c.seats, turns(t, c.turns))
		if got := game.NextSeat(); got != c.want {
			t.Errorf("%d seats, %q: seat %d is next, want %d", c.seats, c.turns, got, c.want)
		}
	}
}

// A seat with a full card is passed over; the game ends when all are full.
func TestFullCardsArePassed(t *testing.T) {
	rs := rules(t, "generala-50-40")
	var ahead []string
	for _, b := range rs.Boxes() {
		ahead = append(ahead, "2! "+b.ID+"=0")
	}
	game := replay(t, rs, 2, turns(t, strings.Join(ahead, ", ")))
	for i, b := range rs.Boxes() {
		if game.NextSeat() != 1 || game.Over() || game.Winners() != nil {
			t.Fatalf("after %d turns: next %d, over %v", i, game.NextSeat(), game.Over())
		}
		var err error
		game, err = game.Play(scoring.Turn{Seat: 1, Entry: entry(t, b.ID+"=0")})
		fatal(t, err)
	}
	if game.NextSeat() != 0 || !game.Over() || !slices.Equal(game.Winners(), []int{1, 2}) {
		t.Errorf("next %d, over %v, winners %v", game.NextSeat(), game.Over(), game.Winners())
	}
}

func TestRefusedTurns(t *testing.T) {
	for _, c := range []struct{ before, turn, want string }{
		{"", "2 ones=1", "not_your_turn /seat"},
		{"", "2! ones=1", ""},
		{"", "0 ones=1", "unknown_seat /seat"},
		{"", "3 ones=1", "unknown_seat /seat"},
		{"", "-1! zero=1", "unknown_seat /seat"},
		{"1 ones=1", "1 ones=1", "not_your_turn /seat, box_filled /category"}, // both at once
		{"1 ones=1", "1! ones=1", "box_filled /category"},
		{"1 ones=1, 2 twos=2", "1 fours=17", "impossible_points /points"},
	} {
		game := replay(t, rules(t, full), 2, turns(t, c.before))
		next, err := game.Play(turns(t, c.turn)[0])
		if got := told(t, err); got != c.want {
			t.Errorf("%q, then %s: %q, want %q", c.before, c.turn, got, c.want)
		}
		if err != nil && asJSON(t, &next) != asJSON(t, &game) {
			t.Errorf("%q, then %s: refused, but the game changed", c.before, c.turn)
		}
	}
	game := rules(t, full).NewGame(2)
	_, err := game.Play(turns(t, "2 ones=1")[0])
	checkFault(t, err, scoring.Fault{Code: scoring.NotYourTurn, Pointer: "/seat", Args: map[string]any{"seat": 1}})
	_, err = game.Play(turns(t, "3 ones=1")[0])
	checkFault(t, err, scoring.Fault{Code: scoring.UnknownSeat, Pointer: "/seat", Args: map[string]any{"seat": 3, "seats": 2}})
}

// Replay tells which turn the rules don't allow, and how far it came.
func TestReplayStopsAtAFault(t *testing.T) {
	game, n, err := rules(t, full).Replay(2, turns(t, "1 ones=1, 2 ones=1, 1 ones=2, 2 twos=2"))
	if n != 3 || told(t, err) != "box_filled /category" || len(game.Turns()) != 2 {
		t.Errorf("turn %d: %v, %d turns played", n, err, len(game.Turns()))
	}
	if _, n, err = rules(t, full).Replay(2, turns(t, "1 ones=1")); n != 0 || err != nil {
		t.Errorf("turn %d: %v", n, err)
	}
}

// Handed gives back what was handed in: dice without their points, which may
// change when an earlier turn does.
func TestHanded(t *testing.T) {
	text := "2! yahtzee:44444, 1 chance=20, 1! sixes:66612/2, 2 fours:44444"
	game := replay(t, rules(t, full), 2, turns(t, text))
	handed := game.Handed()
	if len(handed) != 4 || handed[0].Points != nil || handed[1].Points == nil || !handed[0].OutOfTurn || handed[1].OutOfTurn ||
		handed[2].Seat != 1 || handed[2].Rolls != 2 || game.Turns()[0].Points == nil {
		t.Errorf("%+v", handed)
	}
	handed[0].Entry = entry(t, "yahtzee:44445") // corrected: no Yahtzee, so fours earn nothing more
	mended := replay(t, game.Rules(), 2, handed)
	if got := added(mended.Card(2)); got != "upper 20+0 open, lower 0, extra 0, total 20" {
		t.Error(got)
	}
	if got := added(game.Card(2)); got != "upper 20+0 open, lower 50, extra 100, total 170" {
		t.Errorf("before: %s", got)
	}
	for i, turn := range game.Turns() {
		if turn.N != i+1 || turn.OutOfTurn != (i == 0 || i == 2) {
			t.Errorf("turn %d: %+v", i+1, turn)
		}
	}
}

func TestPlaces(t *testing.T) {
	for _, c := range []struct {
		totals []int // in chance
		want   []int
	}{
		{[]int{20, 20, 15}, []int{1, 1, 3}}, // B90
		{[]int{15, 20, 25}, []int{3, 2, 1}},
		{[]int{10, 10, 10}, []int{1, 1, 1}},
		{[]int{10, 30, 20, 20, 5}, []int{4, 1, 2, 2, 5}},
		{[]int{0, 5}, []int{2, 1}},
	} {
		var all []scoring.Turn
		for i, points := range c.totals {
			all = append(all, scoring.Turn{Seat: i + 1, Entry: scoring.Entry{Category: "chance", Points: &points}})
		}
		game := replay(t, rules(t, full), len(c.totals), all)
		if got := game.Places(); !slices.Equal(got, c.want) || game.Winners() != nil {
			t.Errorf("%v: places %v, want %v; winners %v", c.totals, got, c.want, game.Winners())
		}
	}
}

// A served Generala ends the game for all and wins it, whatever the totals (A.10,
// B.6).
func TestServedWinEndsTheGame(t *testing.T) {
	game := replay(t, rules(t, generala), 3, turns(t, "1 sixes=30, 2 ones:11111/1"))
	if game.ServedWinner() != 2 || !game.Over() || game.NextSeat() != 0 {
		t.Errorf("winner %d, over %v, next %d", game.ServedWinner(), game.Over(), game.NextSeat())
	}
	if !slices.Equal(game.Winners(), []int{2}) || !slices.Equal(game.Places(), []int{2, 1, 3}) {
		t.Errorf("winners %v, places %v", game.Winners(), game.Places())
	}
	for _, turn := range []string{"3 ones=1", "1! ones=1", "2! twos=2"} {
		if _, err := game.Play(turns(t, turn)[0]); told(t, err) != "game_over" {
			t.Errorf("%s: %v", turn, err)
		}
	}
	again := replay(t, ruleSet(t, "generala served_wins=false"), 3, game.Handed())
	if again.ServedWinner() != 0 || again.Over() || again.NextSeat() != 3 || !slices.Equal(again.Places(), []int{1, 2, 3}) {
		t.Errorf("without the rule: winner %d, next %d, places %v", again.ServedWinner(), again.NextSeat(), again.Places())
	}
}

// Even the best possible total is second to a served Generala.
func TestServedWinBeatsTheMaximum(t *testing.T) {
	var all []string
	for word := range strings.FieldsSeq(generalaUpper + "generala:66666/2 double_generala:66666/2") {
		all = append(all, "1! "+word)
	}
	game := replay(t, rules(t, generala), 2, turns(t, strings.Join(append(all, "2 ones:11111/1"), ", ")))
	if game.Card(1).GrandTotal() != game.Rules().MaxTotal() || !slices.Equal(game.Places(), []int{2, 1}) || !slices.Equal(game.Winners(), []int{2}) {
		t.Errorf("totals %d and %d, places %v, winners %v", game.Card(1).GrandTotal(), game.Card(2).GrandTotal(), game.Places(), game.Winners())
	}
}

// Games that part ways share nothing that could change.
func TestGameIsAValue(t *testing.T) {
	rs := rules(t, full)
	game := replay(t, rs, 2, turns(t, "1 ones=1, 2 ones=2"))
	left, err := game.Play(turns(t, "1 twos=2")[0])
	fatal(t, err)
	right, err := game.Play(turns(t, "1 chance=30")[0])
	fatal(t, err)
	if got := []int{game.Card(1).GrandTotal(), left.Card(1).GrandTotal(), right.Card(1).GrandTotal()}; !slices.Equal(got, []int{1, 3, 31}) {
		t.Errorf("totals %v", got)
	}
	if left.Turns()[2].Category != "twos" || right.Turns()[2].Category != "chance" || len(game.Turns()) != 2 {
		t.Errorf("turns %v, %v, %v", game.Turns(), left.Turns(), right.Turns())
	}
	if game.Rules() != rs || left.Seats() != 2 {
		t.Error("rules or seats are lost")
	}
}

// Who begins (A.18).
func TestStartingOrder(t *testing.T) {
	for _, c := range []struct {
		rules, rolls string
		sums         []int
		starter      int
		again        []int
	}{
		{full, "12345 66666 11111", []int{15, 30, 5}, 1, nil},
		{full, "66666 12345", []int{30, 15}, 0, nil},
		{full, "12345 12346 55511 11111 64321", []int{15, 16, 17, 5, 16}, 2, nil},
		{full, "12345 54321 11111", []int{15, 15, 5}, -1, []int{0, 1}},
		{full, "11111 12345 11112 54321", []int{5, 15, 6, 15}, -1, []int{1, 3}},
		{full, "11111 11111", []int{5, 5}, -1, []int{0, 1}},
		{full, "12345", []int{15}, 0, nil},
		{box, "3 6 2", []int{3, 6, 2}, 1, nil},                            // S1: one die
		{generala, "12345 66666 11111", []int{15, 30, 5}, 2, nil},         // the lowest
		{generala, "11112 66666 11121", []int{6, 30, 6}, -1, []int{0, 2}}, //
		{generala, "66666 12345 54321 66665", []int{30, 15, 15, 29}, -1, []int{1, 2}},
		{"maxi-yatzy", "123456 111111", []int{21, 6}, 0, nil},
	} {
		var rolls [][]int
		for text := range strings.FieldsSeq(c.rolls) {
			rolls = append(rolls, roll(t, text).Dice)
		}
		sums, starter, again, err := ruleSet(t, c.rules).StartingOrder(rolls)
		if err != nil || !slices.Equal(sums, c.sums) || starter != c.starter || !slices.Equal(again, c.again) {
			t.Errorf("%s, %s: sums %v, starter %d, again %v, %v", c.rules, c.rolls, sums, starter, again, err)
		}
	}
	_, starter, _, err := rules(t, full).StartingOrder([][]int{{1, 2, 3}, {1, 2, 3, 4, 5}, {7, 1, 1, 1, 1}})
	if got := told(t, err); got != "bad_dice /0/dice, bad_dice /2/dice/0" || starter != -1 {
		t.Errorf("bad dice: %s, starter %d", got, starter)
	}
}

func TestStartRule(t *testing.T) {
	for id, want := range map[string]scoring.Start{
		full: {Dice: 5}, box: {Dice: 1}, "maxi-yatzy": {Dice: 6}, generala: {Dice: 5, Lowest: true}, "yacht": {Dice: 5},
	} {
		if got := rules(t, id).StartRule(); got != want {
			t.Errorf("%s: %+v, want %+v", id, got, want)
		}
	}
}
