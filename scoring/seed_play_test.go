package scoring_test

import (
	"fmt"
	"slices"
	"testing"

	"segnapunti/scoring"
)

// seedPlay are the rows about turns, rolls, players and winning.
var seedPlay = map[string]func(*testing.T){
	"S0-3":  players(wiki, 1, 2, 5),
	"S0-6":  turnsEach(wiki, 13),
	"S0-7":  upToThreeRolls(wiki),
	"S0-8":  allDice(wiki),
	"S0-9":  stopAnyTime(wiki),
	"S0-10": oneUnusedBox(wiki),
	"S0-12": mostPointsWin(wiki),
	"S0-29": oneUnusedBox(wiki),

	"S1-2":  players(box, 1, 2, 9),
	"S1-4":  boxes(box, 6, 7),
	"S1-5":  oneWinnerOrShared(box),
	"S1-6":  upToThreeRolls(box),
	"S1-7":  boxes(box, 6, 7),
	"S1-8":  oneUnusedBox(box),
	"S1-9":  mostPointsWin(box),
	"S1-10": starter(box, []string{"3", "6", "2"}, 1),
	"S1-11": stopAnyTime(box),
	"S1-12": allDice(box),
	"S1-13": stopAnyTime(box),
	"S1-14": upToThreeRolls(box),
	"S1-27": alwaysABox(box),
	"S1-30": alwaysABox(box),
	"S1-43": mostPointsWin(box),
	"S1-44": oneWinnerOrShared(box),

	"S2-3":  turnsEach(full, 13),
	"S2-7":  allDice(full),
	"S2-11": nextInTurn(full),
	"S2-12": upToThreeRolls(full),
	"S2-13": allDice(full),
	"S2-14": stopAnyTime(full),
	"S2-15": oneUnusedBox(full),
	"S2-17": turnsEach(full, 13),
	"S2-19": mostPointsWin(full),
	"S2-20": oneWinnerOrShared(full),
	"S2-23": boxes(full, 6, 7),
	"S2-31": alwaysABox(full),
	"S2-39": func(t *testing.T) {
		if got := rules(t, full).MaxTotal(); got != 1575 {
			t.Errorf("highest total %d, want 1575", got)
		}
	},
	"S2-45": boxes("yatzy", 6, 9),
	"S2-53": func(t *testing.T) {
		if got := rules(t, "triple-yahtzee").Multipliers(); !slices.Equal(got, []int{1, 2, 3}) {
			t.Errorf("multipliers %v", got)
		}
		turnsEach("triple-yahtzee", 39)(t)
	},

	"S3-1":  turnsEach(full, 13),
	"S3-2":  players(full, 1, 2, 7),
	"S3-6":  nextInTurn(full),
	"S3-8":  mostPointsWin(full),
	"S3-10": starter(full, []string{"11111", "66655", "66656"}, 2),
	"S3-11": upToThreeRolls(full),
	"S3-12": stopAnyTime(full),
	"S3-13": stopAnyTime(full),
	"S3-14": stopAnyTime(full),
	"S3-15": nextInTurn(full),
	"S3-16": oneUnusedBox(full),
	"S3-19": oneBoxPerTurn(full),
	"S3-35": func(t *testing.T) { // twelve bonuses on one card
		total{
			"", full, "yahtzee:66666 ones:11111 twos:22222 threes:33333 fours:44444 fives:55555 sixes:66666 three_of_a_kind:66666 " +
				"four_of_a_kind:66666 full_house:66666 small_straight:66666 large_straight:66666 chance:66666",
			"upper 105+35 earned, lower 235, extra 1200, total 1575",
		}.check(t)
	},
	"S3-39": turnsEach(full, 13),
	"S3-42": mostPointsWin(full),
	"S3-43": players(full, 1),

	"S4-2":  players(four, 4, 1, 5), // four, but no limit
	"S4-3":  allDice(four),
	"S4-4":  mostPointsWin(four),
	"S4-5":  turnsEach(four, 13),
	"S4-6":  stopAnyTime(four),
	"S4-7":  upToThreeRolls(four),
	"S4-18": oneUnusedBox(four),
	"S4-21": mostPointsWin(four),
	"S4-22": func(t *testing.T) {
		rs := rules(t, four)
		if rs.UpperBonus() != nil || rs.Joker() != nil {
			t.Errorf("bonus %v, joker %v", rs.UpperBonus(), rs.Joker())
		}
		hand{"", four, "yatzy=50 sixes=30", "66666", "chance=30 full_house=0 ones=0"}.check(t)
	},
}

// autoGame plays a game to its end: each seat rolls its own dice every turn and
// writes them in its first legal box.
func autoGame(t testing.TB, rs *scoring.RuleSet, dice ...string) scoring.Game {
	t.Helper()
	game := rs.NewGame(len(dice))
	for seat := game.NextSeat(); seat > 0; seat = game.NextSeat() {
		r := roll(t, dice[seat-1])
		choices, err := game.Card(seat).Choices(r)
		fatal(t, err)
		i := slices.IndexFunc(choices, func(c scoring.Choice) bool { return c.Legal })
		if i < 0 {
			t.Fatalf("no legal box for %v", r.Dice)
		}
		game, err = game.Play(scoring.Turn{Seat: seat, Entry: scoring.Entry{
			Category: choices[i].Category, Column: choices[i].Column, Dice: r.Dice,
		}})
		fatal(t, err)
	}
	return game
}

// players: a game of so many seats runs to its end, alone too.
func players(rs string, counts ...int) func(*testing.T) {
	return func(t *testing.T) {
		for _, n := range counts {
			game := autoGame(t, ruleSet(t, rs), slices.Repeat([]string{"12466"}, n)...)
			if !game.Over() || game.Seats() != n || len(game.Winners()) != n {
				t.Errorf("%d players: over %v, seats %d, winners %v", n, game.Over(), game.Seats(), game.Winners())
			}
		}
	}
}

// turnsEach: the game ends after so many turns each, though most boxes hold 0.
func turnsEach(rs string, want int) func(*testing.T) {
	return func(t *testing.T) {
		game := autoGame(t, ruleSet(t, rs), "11246", "11246")
		if got := len(game.Turns()); got != 2*want {
			t.Errorf("%d turns, want twice %d", got, want)
		}
		_, err := game.Play(scoring.Turn{Seat: 1, Entry: entry(t, "chance:11246")})
		if got := told(t, err); got != "game_over" {
			t.Errorf("a further turn: %q", got)
		}
	}
}

// boxes: the card has so many boxes above and below.
func boxes(rs string, upper, lower int) func(*testing.T) {
	return func(t *testing.T) {
		got := map[scoring.Section]int{}
		for _, b := range ruleSet(t, rs).Boxes() {
			got[b.Section]++
		}
		if got[scoring.Upper] != upper || got[scoring.Lower] != lower {
			t.Errorf("boxes %v, want %d and %d", got, upper, lower)
		}
	}
}

// upToThreeRolls: one, two or three rolls, and no fourth; the last one is what is
// written.
func upToThreeRolls(rs string) func(*testing.T) {
	return func(t *testing.T) {
		card := ruleSet(t, rs).EmptyCard()
		for rolls, want := range map[int]string{-1: "bad_rolls /rolls", 1: "", 2: "", 3: "", 4: "bad_rolls /rolls"} {
			_, written, err := card.Play(scoring.Entry{Category: "sixes", Dice: []int{6, 1, 6, 2, 3}, Rolls: rolls})
			if got := told(t, err); got != want {
				t.Errorf("%d rolls: %q, want %q", rolls, got, want)
			}
			if err == nil && (*written.Points != 12 || !slices.Equal(written.Dice, []int{6, 1, 6, 2, 3}) || written.Rolls != rolls) {
				t.Errorf("%d rolls: %+v", rolls, written)
			}
		}
	}
}

// allDice: a roll is exactly five dice of six faces.
func allDice(rs string) func(*testing.T) {
	return func(t *testing.T) {
		card := ruleSet(t, rs).EmptyCard()
		for dice, want := range map[string]string{
			"1234": "bad_dice /dice", "123456": "bad_dice /dice", "12345": "", "12340": "bad_dice /dice/4", "72345": "bad_dice /dice/0",
		} {
			_, err := card.Choices(roll(t, dice))
			if got := told(t, err); got != want {
				t.Errorf("%s: %q, want %q", dice, got, want)
			}
		}
	}
}

// stopAnyTime: the number of rolls and which dice were kept, shown by their order,
// change nothing.
func stopAnyTime(rs string) func(*testing.T) {
	return func(t *testing.T) {
		card := ruleSet(t, rs).EmptyCard()
		want, err := card.Choices(roll(t, "33344/3"))
		fatal(t, err)
		for _, dice := range []string{"33344/1", "33344/2", "43433/3", "34343/2"} {
			got, err := card.Choices(roll(t, dice))
			fatal(t, err)
			if !slices.Equal(got, want) {
				t.Errorf("%s: %v, want %v", dice, got, want)
			}
		}
	}
}

// oneUnusedBox: each turn fills one box, which is then used up; a score must be
// written, with dice or points.
func oneUnusedBox(rs string) func(*testing.T) {
	return func(t *testing.T) {
		card := ruleSet(t, rs).EmptyCard()
		for i, word := range []string{"chance:12345", "ones:66666", "twos:22345"} {
			next, _, err := card.Play(entry(t, word))
			fatal(t, err)
			if got := next.Totals().BoxesFilled; got != i+1 {
				t.Errorf("after %s %d boxes are filled", word, got)
			}
			if _, _, err := next.Play(entry(t, word)); told(t, err) != "box_filled /category" {
				t.Errorf("%s again: %v", word, err)
			}
			card = next
		}
		if _, _, err := card.Play(scoring.Entry{Category: "threes"}); told(t, err) != "dice_or_points" {
			t.Errorf("nothing written: %v", err)
		}
	}
}

// alwaysABox: after every roll some box may be filled, at last only with a zero.
func alwaysABox(rs string) func(*testing.T) {
	return func(t *testing.T) {
		for _, dice := range []string{"12466", "66666"} {
			game := autoGame(t, ruleSet(t, rs), dice) // fails where no box is legal
			last := game.Turns()[len(game.Turns())-1]
			if len(game.Turns()) != 13 || *last.Points != map[string]int{"12466": 19, "66666": 30}[dice] {
				t.Errorf("%s: %d turns, the last for %d", dice, len(game.Turns()), *last.Points)
			}
		}
	}
}

// mostPointsWin: the highest total wins, after the last turn and not before.
func mostPointsWin(rs string) func(*testing.T) {
	return func(t *testing.T) {
		game := autoGame(t, ruleSet(t, rs), "12466", "44466", "12346")
		totals := []int{game.Card(1).GrandTotal(), game.Card(2).GrandTotal(), game.Card(3).GrandTotal()}
		if totals[1] <= totals[0] || totals[1] <= totals[2] {
			t.Fatalf("totals %v: the second should be the highest", totals)
		}
		if got := game.Winners(); !slices.Equal(got, []int{2}) {
			t.Errorf("totals %v, winners %v", totals, got)
		}
		before := replay(t, game.Rules(), 3, game.Handed()[:len(game.Turns())-1])
		if before.Over() || before.Winners() != nil {
			t.Errorf("before the last turn: over %v, winners %v", before.Over(), before.Winners())
		}
	}
}

// oneWinnerOrShared: a game gives a match one winner, or none when the best are
// equal and may play an extra round (A.18: a drawn game counts for nobody).
func oneWinnerOrShared(rs string) func(*testing.T) {
	return func(t *testing.T) {
		for _, c := range []struct {
			dice    []string
			winners []int
			places  []int
		}{
			{[]string{"66655", "12466"}, []int{1}, []int{1, 2}},
			{[]string{"66655", "66655", "12466"}, []int{1, 2}, []int{1, 1, 3}},
			{[]string{"12466", "66655", "12466", "66655"}, []int{2, 4}, []int{3, 1, 3, 1}},
		} {
			game := autoGame(t, ruleSet(t, rs), c.dice...)
			if !slices.Equal(game.Winners(), c.winners) || !slices.Equal(game.Places(), c.places) {
				t.Errorf("%v: winners %v, places %v", c.dice, game.Winners(), game.Places())
			}
		}
	}
}

// starter: the best roll begins.
func starter(rs string, dice []string, want int) func(*testing.T) {
	return func(t *testing.T) {
		var rolls [][]int
		for _, text := range dice {
			rolls = append(rolls, roll(t, text).Dice)
		}
		_, got, again, err := ruleSet(t, rs).StartingOrder(rolls)
		if err != nil || got != want || again != nil {
			t.Errorf("%v: %d begins, again %v, %v; want %d", dice, got, again, err, want)
		}
		nextInTurn(rs)(t)
	}
}

// nextInTurn: one turn each, in the order of the seats, round by round.
func nextInTurn(rs string) func(*testing.T) {
	return func(t *testing.T) {
		game := autoGame(t, ruleSet(t, rs), "12466", "12346", "66655")
		for i, turn := range game.Turns() {
			if turn.N != i+1 || turn.Seat != i%3+1 {
				t.Fatalf("turn %d: number %d, seat %d", i+1, turn.N, turn.Seat)
			}
		}
	}
}

// oneBoxPerTurn: a roll isn't split over several boxes, nor written twice (F12).
func oneBoxPerTurn(rs string) func(*testing.T) {
	return func(t *testing.T) {
		game, err := ruleSet(t, rs).NewGame(2).Play(scoring.Turn{Seat: 1, Entry: entry(t, "threes:33324")})
		fatal(t, err)
		if got := game.Card(1).GrandTotal(); got != 9 {
			t.Errorf("%d points, want 9", got)
		}
		_, err = game.Play(scoring.Turn{Seat: 1, Entry: entry(t, "twos:33324")})
		if got := told(t, err); got != "not_your_turn /seat" {
			t.Errorf("a second box in one turn: %q", got)
		}
		split := entry(t, "threes:33324")
		split.Points = new(int)
		*split.Points = 15
		_, err = ruleSet(t, rs).NewCard(scoring.Sheet{Entries: []scoring.Entry{split}})
		if got := told(t, err); got != "points_mismatch /entries/0/points" {
			t.Errorf("9 + 2 + 4: %q", got)
		}
	}
}

// replay folds turns that were handed in.
func replay(t testing.TB, rs *scoring.RuleSet, seats int, turns []scoring.Turn) scoring.Game {
	t.Helper()
	game, n, err := rs.Replay(seats, turns)
	if err != nil {
		t.Fatal(fmt.Errorf("turn %d: %w", n, err))
	}
	return game
}
