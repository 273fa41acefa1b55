package scoring_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"segnapunti/scoring"
)

// coin is a card of one box, one die and two faces: as short as a game can be.
func coin(t *testing.T) *scoring.RuleSet {
	t.Helper()
	rs, err := scoring.New(scoring.Definition{ID: "coin", Version: 1, Dice: 2, Faces: 6, Rolls: 1, Boxes: []scoring.Box{
		{ID: "chance", Section: scoring.Lower, Pattern: scoring.Pattern{Any: true}, Points: scoring.Points{Sum: scoring.SumAll}},
	}})
	fatal(t, err)
	return rs
}

// finished is a game of coin with these totals.
func finished(t *testing.T, totals ...int) scoring.Game {
	t.Helper()
	var all []scoring.Turn
	for i, points := range totals {
		all = append(all, scoring.Turn{Seat: i + 1, Entry: scoring.Entry{Category: "chance", Points: &points}})
	}
	return replay(t, coin(t), len(totals), all)
}

// rounds reads "1:66 2:51, 1:11 2:12": rounds of seats and their dice.
func rounds(t *testing.T, text string) (all []scoring.TieRound) {
	t.Helper()
	for part := range strings.SplitSeq(text, ",") {
		round := scoring.TieRound{}
		for word := range strings.FieldsSeq(part) {
			var roll scoring.TieRoll
			var dice string
			_, err := fmt.Sscanf(word, "%d:%s", &roll.Seat, &dice)
			fatal(t, err)
			for _, die := range dice {
				roll.Dice = append(roll.Dice, int(die-'0'))
			}
			round = append(round, roll)
		}
		all = append(all, round)
	}
	return all
}

// S2-20: tied players play one more round; the highest sum wins (A.18).
func TestTiebreak(t *testing.T) {
	for _, c := range []struct {
		name            string
		totals          []int
		rounds          string
		places, winners []int
	}{
		{"two, decided at once", []int{10, 10}, "1:12 2:66", []int{2, 1}, []int{2}},
		{"the others stay where they are", []int{9, 10, 10, 8}, "2:65 3:64", []int{3, 1, 2, 4}, []int{2}},
		{"the order of the rolls is nothing", []int{10, 10}, "2:66 1:12", []int{2, 1}, []int{2}},
		{"still tied", []int{10, 10}, "1:34 2:52", []int{1, 1}, []int{1, 2}},
		{"a second round", []int{10, 10}, "1:34 2:52, 1:22 2:21", []int{1, 2}, []int{1}},
		{"three, all apart", []int{10, 10, 10}, "1:33 2:66 3:11", []int{2, 1, 3}, []int{2}},
		{"three, two of them again", []int{10, 10, 10}, "1:33 2:11 3:24", []int{1, 3, 1}, []int{1, 3}},
		{"three, then two", []int{10, 10, 10}, "1:33 2:11 3:24, 1:11 3:12", []int{2, 3, 1}, []int{3}},
		{"those behind share", []int{10, 10, 10}, "1:11 2:11 3:12", []int{2, 2, 1}, []int{3}},
		{"four rounds", []int{10, 10, 2}, "1:11 2:11, 1:22 2:13, 1:66 2:66, 1:65 2:66", []int{2, 1, 3}, []int{2}},
		{"ties behind the winners stay", []int{10, 7, 10, 7}, "1:11 3:12", []int{2, 3, 1, 3}, []int{3}},
	} {
		game := finished(t, c.totals...)
		next, err := game.TiebreakAgain(rounds(t, c.rounds))
		fatal(t, err)
		if got := next.Places(); !slices.Equal(got, c.places) || !slices.Equal(next.Winners(), c.winners) {
			t.Errorf("%s: places %v, want %v; winners %v, want %v", c.name, got, c.places, next.Winners(), c.winners)
		}
		if len(game.Tiebreaks()) != 0 || len(game.Winners()) < 2 || len(next.Tiebreaks()) != strings.Count(c.rounds, ",")+1 {
			t.Errorf("%s: the game changed, or its rounds are %v", c.name, next.Tiebreaks())
		}
	}
}

func TestRefusedTiebreaks(t *testing.T) {
	for _, c := range []struct {
		name         string
		totals       []int
		rounds, want string
	}{
		{"a winner", []int{10, 9}, "1:11 2:12", "not_tied"},
		{"alone", []int{10}, "1:11", "not_tied"},
		{"decided already", []int{10, 10}, "1:11 2:12, 1:11 2:12", "not_tied"},
		{"one is missing", []int{10, 10, 9}, "1:11", "players_mismatch"},
		{"nobody", []int{10, 10, 9}, "", "players_mismatch"},
		{"one too many", []int{10, 10, 9}, "1:11 2:12 3:66", "players_mismatch /2/seat"},
		{"no such seat", []int{10, 10, 9}, "1:11 2:12 0:66 4:66", "players_mismatch /2/seat, players_mismatch /3/seat"},
		{"one twice", []int{10, 10, 9}, "1:11 1:12", "players_mismatch /1/seat, players_mismatch"},
		{"out after the first round", []int{10, 10, 10}, "1:66 2:66 3:11, 1:11 2:12 3:66", "players_mismatch /2/seat"},
		{"bad dice", []int{10, 10}, "1:170 2:1", "bad_dice /0/dice, bad_dice /0/dice/1, bad_dice /0/dice/2, bad_dice /1/dice"},
		{"everything", []int{10, 10}, "1:17 3:1", "bad_dice /0/dice/1, players_mismatch /1/seat, bad_dice /1/dice, players_mismatch"},
	} {
		if _, err := finished(t, c.totals...).TiebreakAgain(rounds(t, c.rounds)); told(t, err) != c.want {
			t.Errorf("%s: %q, want %q", c.name, told(t, err), c.want)
		}
	}
	open := coin(t).NewGame(2) // equal, but not at the end
	if _, err := open.Tiebreak(rounds(t, "1:11 2:12")[0]); told(t, err) != "not_tied" {
		t.Errorf("an open game: %v", err)
	}
	served := replay(t, rules(t, generala), 2, turns(t, "1 sixes=30, 2 ones:11111/1"))
	if _, err := served.Tiebreak(rounds(t, "1:11111 2:11111")[0]); told(t, err) != "not_tied" {
		t.Errorf("a served win: %v", err)
	}
}

// Games from paper may tie as well.
func TestTiebreakOfPaper(t *testing.T) {
	game, err := rules(t, full).NewGameOf([]scoring.Seating{known(200), known(250), known(250)})
	fatal(t, err)
	game, err = game.Tiebreak(rounds(t, "3:11112 2:11111")[0])
	fatal(t, err)
	if !slices.Equal(game.Places(), []int{3, 2, 1}) || game.Tiebreaks()[0][0].Seat != 2 {
		t.Errorf("places %v, rounds %v", game.Places(), game.Tiebreaks())
	}
}

// Two rounds rolled after one game share nothing.
func TestTiebreakIsAValue(t *testing.T) {
	game := finished(t, 10, 10)
	game, err := game.Tiebreak(rounds(t, "1:11 2:11")[0])
	fatal(t, err)
	left, err := game.Tiebreak(rounds(t, "1:66 2:11")[0])
	fatal(t, err)
	right, err := game.Tiebreak(rounds(t, "1:11 2:66")[0])
	fatal(t, err)
	if !slices.Equal(left.Winners(), []int{1}) || !slices.Equal(right.Winners(), []int{2}) || len(game.Winners()) != 2 {
		t.Errorf("winners %v, %v and %v", left.Winners(), right.Winners(), game.Winners())
	}
}
