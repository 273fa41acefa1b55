package scoring_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"segnapunti/scoring"
)

// Faults that users of other programs reported, each with its right value.
// testdata/fault-rows.tsv lists the rows of combinations (3.1), of bonuses and
// jokers (3.2) and of card state (3.3).

const (
	yatzy    = "yatzy"
	triple   = "triple-yahtzee"
	generala = "generala"
)

var faultHands = []hand{
	{"B01", full, "", "34466", "small_straight=0"},
	{"B02", full, "", "12346", "small_straight=30"},
	{"B03", full, "", "12334", "small_straight=30"},
	{"B04", full, "", "12356", "small_straight=0"},
	{"B05", full, "", "42331", "small_straight=30"},
	{"B05", full, "", "12356", "small_straight=0"}, // B04 again, together with it
	{"B06", full, "", "11123", "only ones=3 twos=2 threes=3 fours=0 fives=0 sixes=0 three_of_a_kind=8 four_of_a_kind=0 full_house=0 small_straight=0 large_straight=0 yahtzee=0 chance=8"},
	{"B07", full, "", "15232", "small_straight=0"},
	{"B07", full, "", "13466", "small_straight=0"},
	{"B09", "yacht", "", "65431", "big_straight=0"},
	{"B10", full, "", "12456", "small_straight=0"},
	{"B12", yatzy, "", "23453", "small_straight=0"},
	{"B12", full, "", "23453", "small_straight=30"},
	{"B14", full, "", "44644", "full_house=0"},
	{"B14", full, "", "14444", "full_house=0"},
	{"B15", full, "", "22222", "full_house=0"},
	{"B15", yatzy, "", "22222", "full_house=0"},
	{"B15", "yahtzee full_house_of_five=true", "", "22222", "full_house=25"}, // the house rule
	{"B15", "yatzy full_house_of_five=true", "", "22222", "full_house=10"},
	{"B17", full, "", "11344", "three_of_a_kind=0"},
	{"B19", yatzy, "", "66655", "full_house=28"},
	{"B19", yatzy, "", "11122", "full_house=7"},
	{"B20", yatzy, "", "44444", "yatzy=50"},
	{"B20", full, "", "44444", "yahtzee=50"},
	{"B21", full, "", "33356", "three_of_a_kind=20"},
	{"B21", yatzy, "", "33356", "three_of_a_kind=9"},
	{"B22", full, "", "55552", "four_of_a_kind=22"},
	{"B22", yatzy, "", "55552", "four_of_a_kind=20"},
	{"B23", "yacht", "", "33333", "four_of_a_kind=12"},
	{"B23", yatzy, "", "33333", "four_of_a_kind=12"},
	{"B23", full, "", "33333", "four_of_a_kind=15"},
	{"B24", full, "", "33333", "threes=15 yahtzee=50"},
	{"B24", full, "", "12335", "fours=0 threes=6"},
	{"B25", yatzy, "", "11166", "one_pair=12"},
	{"B25", yatzy, "", "53335", "one_pair=10"},
	{"B26", yatzy, "", "33555", "two_pairs=16"},
	{"B26", yatzy, "", "33335", "two_pairs=0"},

	{"B34", full, "", "44444", "large_straight=0"},
	{"B35", full, "yahtzee=0 ones=5", "11111", "full_house=25 small_straight=30 large_straight=40"},
	{"B36", full, "yahtzee=50", "11111", "only ones=5+100"},
	{"B36", full, "yahtzee=50", "11111", "chance=!joker_must_use_upper twos=!joker_must_use_upper yahtzee=!box_filled"},
	{"B38", full, "", "44444", "chance=20 yahtzee=50"},
	{"B38", full, "yahtzee=0", "44444", "fours=20"},
	{"B39", full, "yahtzee=0 fours=12", "44444", "chance=20"},
	{"B42", full, "yahtzee=50", "55555", "chance=!joker_must_use_upper"},
	{"B42", "yahtzee-free-choice", "yahtzee=50", "55555", "chance=25+100 full_house=0+100"},
	{"B43", full, "", "33333", "full_house=0"},
	{"B43", full, "yahtzee=50 threes=9", "33333", "full_house=25+100"},
	{"B45", triple, tripleSixes, "66666", "large_straight@3=40+300"},
	{"B46", triple, "", "11123", "ones@3=3"},
	{"B46", "triple-yahtzee column_order=left_to_right", "", "11123", "ones@3=!column_order ones@2=!column_order ones@1=3"},
	{"B47", "kniffel", "yahtzee=50", "55555", "only fives=25+50"},
	{"B47", "kniffel", "yahtzee=50 fives=15", "55555", "only three_of_a_kind=25 four_of_a_kind=25 full_house=25 small_straight=30 large_straight=40 chance=25"},
	{"B47", "kniffel", "yahtzee=50 fives=15 " + lowerZeros, "55555", "only ones=0 twos=0 threes=0 fours=0 sixes=0"},
	{"B47", "kniffel", "yahtzee=0", "55555", "only fives=25+50"}, // an entry, by the letter
	{"B47", "kniffel extra_after_zero=false", "yahtzee=0", "55555", "only fives=25"},
	{"B49", generala, "", "34561/1", "straight=25"},
	{"B49", generala, "", "34561/2", "straight=20"},
	{"B51", yatzy, "", "34561", "small_straight=0"},
	{"B51", full, "", "34561", "small_straight=30"},

	{"B52", full, "yahtzee=0 fours=12", "44444", "yahtzee=!box_filled chance=20"},
	{"B53", full, "full_house=0", "22333", "full_house=!box_filled"},
	{"B55", yatzy, "ones=3 twos=6 threes=9 fours=8 fives=10 sixes=12 one_pair=10 two_pairs=0 three_of_a_kind=0 four_of_a_kind=0 " +
		"small_straight=15 large_straight=0 full_house=0 chance=20", "12346", "only yatzy=0"},
	{"B56", full, "", "12346", "yahtzee=0"},
	{"B72", full, "yahtzee=50 sixes=18", "66666", "chance=30+100 three_of_a_kind=30+100 four_of_a_kind=30+100"},
	{"B73", full, "", "11111", "chance=5 ones=5 three_of_a_kind=5 four_of_a_kind=5"},
	{"B77", full, "", "66651", "three_of_a_kind=24 chance=24"},
}

const tripleSixes = "yahtzee@1=50 yahtzee@2=50 yahtzee@3=50 sixes@1=30 sixes@2=30 sixes@3=30"

var faultTotals = []total{
	{"B29", full, "ones=3 twos=6 threes=9 fours=12 fives=15 sixes:66612", "upper 63+35 earned, lower 0, extra 0, total 98"},
	{"B29", full, "ones=2 twos=6 threes=9 fours=12 fives=15 sixes:66612", "upper 62+0 missed, lower 0, extra 0, total 62"},
	{"B29", full, "ones=4 twos=6 threes=9 fours=12 fives=15 sixes:66612", "upper 64+35 earned, lower 0, extra 0, total 99"},
	{"B29", yatzy, "ones=3 twos=6 threes=9 fours=12 fives=15 sixes:66612", "upper 63+50 earned, lower 0, extra 0, total 113"},
	{"B30", full, "threes=9 fives=20 sixes=24 fours:44412", "upper 65+35 earned, lower 0, extra 0, total 100"},
	{"B31", full, "ones=3", "upper 3+0 open, lower 0, extra 0, total 3"},
	{"B31", full, "ones=3 twos=6 threes=9 fours=12 fives=15", "upper 45+0 open, lower 0, extra 0, total 45"},
	{"B31", full, "ones=3 twos=6 threes=9 fours=12 fives=15 sixes=18", "upper 63+35 earned, lower 0, extra 0, total 98"},
	{"B32", yatzy, "sixes=30 fives=20 fours=20", "upper 70+50 earned, lower 0, extra 0, total 120"},
	{"B32", yatzy, "ones=0 twos=0 threes=0 fours=0 fives=10 sixes=30", "upper 40+0 missed, lower 0, extra 0, total 40"},
	{"B45", triple, tripleSixes + " large_straight@3:66666", "upper 30+0 open, lower 50, extra 0, total 80 | upper 30+0 open, lower 50, extra 0, total 160 | upper 30+0 open, lower 90, extra 300, total 660"},
	{"B48", full, "yahtzee:44444 fours:44444 chance:44444", "upper 20+0 open, lower 70, extra 200, total 290"},
	{"B58", full, "yahtzee:44444", "upper 0+0 open, lower 50, extra 0, total 50"},
	{"B56", full, "yahtzee:12346", "upper 0+0 open, lower 0, extra 0, total 0"},
}

var faultRefusals = []refused{
	{"B38", full, "chance=20 extra=1", "bad_extra_yahtzees /extra_yahtzees"},
	{"B38", full, "yahtzee=0 chance=20 extra=1", "bad_extra_yahtzees /extra_yahtzees"},
	{"B52", full, "yahtzee=0 yahtzee:44444", "box_filled /entries/1/category"},
	{"B53", full, "full_house=0 full_house:22333", "box_filled /entries/1/category"},
	{"B56", full, "yahtzee:12346 yahtzee:44444", "box_filled /entries/1/category"},
	{"B75", full, "fours=-7", "impossible_points /entries/0/points"},
	{"B75", full, "fours=9999", "impossible_points /entries/0/points"},
	{"B75", full, "fours=17", "impossible_points /entries/0/points"},
	{"B75", full, "chance:01234", "bad_dice /entries/0/dice/0"},
	{"B75", full, "chance:12347", "bad_dice /entries/0/dice/4"},
	{"B75", full, "chance:1234", "bad_dice /entries/0/dice"},
	{"B75", full, "chance:123456", "bad_dice /entries/0/dice"},
}

// faultPlay are the rows about turns, corrections and games.
var faultPlay = map[string]func(*testing.T){
	"B16": func(t *testing.T) {
		rs := rules(t, full)
		for _, c := range []struct {
			dice, box string
			want      int
		}{{"53353", "full_house", 25}, {"33555", "full_house", 25}, {"35555", "four_of_a_kind", 23}} {
			eachOrder(roll(t, c.dice).Dice, func(dice []int) { checkRoll(t, rs, scoring.Roll{Dice: dice}, c.box, c.want) })
		}
	},
	"B49": func(t *testing.T) { // where only 1-5 and 2-6 count
		d := rules(t, generala).Definition()
		d.Boxes = slices.Clone(d.Boxes)
		i := slices.IndexFunc(d.Boxes, func(b scoring.Box) bool { return b.ID == "straight" })
		d.Boxes[i].Pattern.Exactly = [][]int{{1, 2, 3, 4, 5}, {2, 3, 4, 5, 6}}
		rs, err := scoring.New(d)
		fatal(t, err)
		checkRoll(t, rs, scoring.Roll{Dice: []int{3, 4, 5, 6, 1}, Rolls: 1}, "straight", 0)
		checkRoll(t, rs, scoring.Roll{Dice: []int{5, 4, 3, 2, 1}, Rolls: 1}, "straight", 25)
	},
	"B50": func(t *testing.T) { // a setting, and the request tells that it was served
		for rs, want := range map[string]bool{generala: true, "generala served_wins=false": false, "generala-50-40": false, "generala-50-40 served_wins=true": true} {
			card := ruleSet(t, rs).EmptyCard()
			if got := choose(t, &card, roll(t, "22222/1"), "generala"); got.ServedWin != want || got.Points != 50 {
				t.Errorf("%s, served: %+v", rs, got)
			}
			if got := choose(t, &card, roll(t, "22222/2"), "generala"); got.ServedWin {
				t.Errorf("%s, second roll: wins", rs)
			}
		}
	},
	"B32": func(t *testing.T) { // one sum for the total, the columns and the ranking
		game, _, err := rules(t, yatzy).Replay(2, []scoring.Turn{
			{Seat: 1, Entry: entry(t, "sixes=30")},
			{Seat: 2, Entry: entry(t, "sixes=30")},
			{Seat: 1, Entry: entry(t, "fives=20")},
			{Seat: 2, Entry: entry(t, "fives=10")},
			{Seat: 1, Entry: entry(t, "fours=20")},
			{Seat: 2, Entry: entry(t, "yatzy=50")},
		})
		fatal(t, err)
		want := []string{"upper 70+50 earned, lower 0, extra 0, total 120", "upper 40+0 open, lower 50, extra 0, total 90"}
		for i := range want {
			card := game.Card(i + 1)
			if got := added(card); got != want[i] || card.GrandTotal() != card.Totals().GrandTotal {
				t.Errorf("seat %d: %s, total %d; want %s", i+1, got, card.GrandTotal(), want[i])
			}
		}
		if got := game.Places(); !slices.Equal(got, []int{1, 2}) {
			t.Errorf("places %v", got)
		}
	},
	"B58": takenBack(full, "yahtzee:44444 fours:44444 chance:44444"),
	"B59": takenBack(full, "fives:55123 chance:12466 ones:11234 twos:22345 yahtzee:12466"),
	"B60": takenBack(full, "sixes:66661 fives:55551 threes:33312 fours:44412"),
	"B62": corrected,
	"B64": func(t *testing.T) {
		card := played(t, rules(t, full), "small_straight:12346")
		if _, err := card.Choices(scoring.Roll{}); told(t, err) != "bad_dice /dice" {
			t.Errorf("without new dice: %v", err)
		}
	},
	"B66": func(t *testing.T) {
		game, _, err := rules(t, full).Replay(2, []scoring.Turn{{Seat: 1, Entry: entry(t, "ones:11123")}})
		fatal(t, err)
		for seat, want := range map[int]string{1: "!box_filled", 2: "4"} {
			if got := worth(choose(t, game.Card(seat), roll(t, "11112"), "ones")); got != want {
				t.Errorf("ones of seat %d: %s, want %s", seat, got, want)
			}
		}
	},
	"B67": func(t *testing.T) {
		card := rules(t, full).EmptyCard()
		if _, _, err := card.Play(scoring.Entry{Category: "yahtzee"}); told(t, err) != "dice_or_points" {
			t.Errorf("no dice: %v", err)
		}
		if _, _, err := card.Play(scoring.Entry{Category: "yahtzee", Dice: []int{}}); told(t, err) != "bad_dice /dice" {
			t.Errorf("empty dice: %v", err)
		}
		if _, err := card.Choices(scoring.Roll{}); told(t, err) != "bad_dice /dice" {
			t.Errorf("choices without dice: %v", err)
		}
	},
	"B68": func(t *testing.T) {
		rs := rules(t, full)
		game, err := rs.NewGame(2).Play(scoring.Turn{Seat: 1, Entry: entry(t, "chance:12466")})
		fatal(t, err)
		again := replay(t, rs, 2, game.Handed())
		if again.NextSeat() != 2 || len(again.Turns()) != 1 {
			t.Errorf("reloaded: seat %d is next, %d turns", again.NextSeat(), len(again.Turns()))
		}
		fresh := rs.NewGame(2)
		if fresh.NextSeat() != 1 || len(fresh.Turns()) != 0 || fresh.Card(1).GrandTotal() != 0 {
			t.Errorf("a new game isn't empty")
		}
	},
	"B71": func(t *testing.T) {
		d := rules(t, full).Definition()
		d.Boxes = slices.Clone(d.Boxes)
		i := slices.IndexFunc(d.Boxes, func(b scoring.Box) bool { return b.ID == "yahtzee" })
		d.Boxes[i].Names = map[string]string{"en": "Da Bomb"}
		rs, err := scoring.New(d)
		fatal(t, err)
		checkRoll(t, rs, roll(t, "66666"), "yahtzee", 50)
		if named, ok := rs.Box("yahtzee"); !ok || named.Names["en"] != "Da Bomb" {
			t.Errorf("box %+v, %v", named, ok)
		}
	},
	"B75": func(t *testing.T) {
		var e scoring.Entry
		if err := json.Unmarshal([]byte(`{"category": "fours", "points": 2.5}`), &e); err == nil {
			t.Errorf("2.5 points: %v", e)
		}
		game := autoGame(t, rules(t, full), "12466")
		if _, err := game.Play(scoring.Turn{Seat: 1, Entry: entry(t, "fours=12")}); told(t, err) != "game_over" {
			t.Errorf("after the end: %v", err)
		}
		before := rules(t, full).EmptyCard()
		if _, _, err := before.Play(entry(t, "fours=17")); told(t, err) != "impossible_points /points" || len(before.Written()) > 0 {
			t.Errorf("17 in fours: %v, %v", err, before.Written())
		}
		three := entry(t, "fours:44412")
		three.Points = new(int)
		*three.Points = 16
		if _, _, err := before.Play(three); told(t, err) != "points_mismatch /points" {
			t.Errorf("16 for three fours: %v", err)
		}
	},
	"B76": corrected,
	"B77": func(t *testing.T) {
		card := rules(t, full).EmptyCard()
		var order []string
		choices, err := card.Choices(roll(t, "66651"))
		fatal(t, err)
		for _, c := range choices {
			order = append(order, c.Category)
		}
		if got := strings.Join(order[6:], " "); got != "three_of_a_kind four_of_a_kind full_house small_straight large_straight yahtzee chance" {
			t.Errorf("order %s", got)
		}
	},
}

// takenBack plays a card box by box and takes each turn back: totals, bonus, saved
// boxes and what is written are exactly those of before.
func takenBack(rs, text string) func(*testing.T) {
	return func(t *testing.T) {
		rs := ruleSet(t, rs)
		game := rs.NewGame(1)
		states := []scoring.Game{game}
		for _, word := range strings.Fields(text) {
			next, err := game.Play(scoring.Turn{Seat: 1, Entry: entry(t, word)})
			fatal(t, err)
			game = next
			states = append(states, game)
		}
		for n := len(states) - 2; n >= 0; n-- {
			back := replay(t, rs, 1, game.Handed()[:n])
			if got, want := asJSON(t, &back), asJSON(t, &states[n]); got != want {
				t.Errorf("after taking back to turn %d: %s, want %s", n, got, want)
			}
			if back.Card(1).ExtraYahtzees(1) != states[n].Card(1).ExtraYahtzees(1) {
				t.Errorf("turn %d: %d extra Yahtzees", n, back.Card(1).ExtraYahtzees(1))
			}
		}
	}
}

// asJSON is all that a game shows: turns, cards, totals, places, next seat.
func asJSON(t testing.TB, g *scoring.Game) string {
	t.Helper()
	shown := []any{g.Turns(), g.Places(), g.NextSeat(), g.Over(), g.Winners()}
	for seat := range g.Seats() {
		card := g.Card(seat + 1)
		shown = append(shown, card.Totals(), card.Sheet(), card.Complete(), card.SavedRolls())
	}
	text, err := json.Marshal(shown)
	fatal(t, err)
	return string(text)
}

// corrected changes an early turn of another player after the end: totals, bonus,
// places and winners follow, and changing it back restores them.
func corrected(t *testing.T) {
	rs := rules(t, full)
	game := autoGame(t, rs, "12466", "12466")
	turns := game.Handed()
	turns[3].Entry = entry(t, "twos:22222") // seat 2's second box held one two
	changed := replay(t, rs, 2, turns)
	if got := changed.Card(2).GrandTotal() - game.Card(2).GrandTotal(); got != 8 {
		t.Errorf("the total grew by %d, want 8", got)
	}
	if !slices.Equal(changed.Winners(), []int{2}) || !slices.Equal(changed.Places(), []int{2, 1}) {
		t.Errorf("winners %v, places %v", changed.Winners(), changed.Places())
	}
	if !slices.Equal(game.Winners(), []int{1, 2}) {
		t.Errorf("the old game changed: winners %v", game.Winners())
	}
	reverted := replay(t, rs, 2, game.Handed())
	if asJSON(t, &reverted) != asJSON(t, &game) {
		t.Error("changing it back doesn't restore the game")
	}
}

// eachOrder calls f with every order of some dice.
func eachOrder(dice []int, f func([]int)) {
	var place func(int)
	place = func(n int) {
		if n == len(dice) {
			f(slices.Clone(dice))
			return
		}
		for i := n; i < len(dice); i++ {
			dice[n], dice[i] = dice[i], dice[n]
			place(n + 1)
			dice[n], dice[i] = dice[i], dice[n]
		}
	}
	place(0)
}

func TestReportedFaults(t *testing.T) {
	rows := rowChecks{}
	for _, h := range faultHands {
		rows.add(h.row, h.check)
	}
	for _, c := range faultTotals {
		rows.add(c.row, c.check)
	}
	for _, c := range faultRefusals {
		rows.add(c.row, c.check)
	}
	for id, check := range faultPlay {
		rows.add(id, check)
	}
	_, lines := table(t, "fault-rows.tsv")
	var wanted []string
	for _, line := range lines {
		wanted = append(wanted, line[0])
	}
	rows.run(t, wanted)
}
