package scoring_test

import (
	"slices"
	"strings"
	"testing"

	"segnapunti/scoring"
)

// The highest totals of rules.md D.2, played box by box, are what MaxTotal says.

const (
	fiveEach    = "ones:11111 twos:22222 threes:33333 fours:44444 fives:55555 sixes:66666 "
	sixEach     = "ones:111111 twos:222222 threes:333333 fours:444444 fives:555555 sixes:666666 "
	lowerJokers = "three_of_a_kind:66666 four_of_a_kind:66666 full_house:66666 small_straight:66666 large_straight:66666 chance:66666 "
	lowerPlain  = "three_of_a_kind:66666 four_of_a_kind:66666 full_house:66655 small_straight:12345 large_straight:12345 "
	pairsPlain  = "one_pair:66666 two_pairs:66655 three_of_a_kind:66666 four_of_a_kind:66666 small_straight:12345 large_straight:23456 " +
		"full_house:66655 chance:66666 yatzy:66666"
	maxiLower = "one_pair:666666 two_pairs:665544 three_pairs:665544 three_of_a_kind:666666 four_of_a_kind:666666 five_of_a_kind:666666 " +
		"small_straight:123456 large_straight:123456 full_straight:123456 full_house:666554 villa:666555 tower:666655 chance:666666 maxi_yatzy:666666"
	// a served five of a kind would win and end the game
	generalaUpper = "ones:11111/2 twos:22222/2 threes:33333/2 fours:44444/2 fives:55555/2 sixes:66666/2 straight:12345/1 full_house:66655/1 four_of_a_kind:66665/1 "
)

var bestGames = []struct {
	rules, play string
	want        int
}{
	{"yahtzee", "yahtzee:66666 " + fiveEach + lowerJokers, 1575},
	{"yahtzee-it", "yahtzee:66666 " + fiveEach + lowerJokers, 1575},
	{"yahtzee-free-choice", "yahtzee:66666 " + fiveEach + lowerJokers, 1575},
	{"yahtzee-1956", "yahtzee:66666 " + lowerJokers + fiveEach, 1435},
	{"kniffel", "yahtzee:66666 " + fiveEach + lowerJokers, 675},
	{"yahtzee-upper-first", fiveEach + "yahtzee:66666 " + lowerJokers, 975},
	{"yahtzee-basic", fiveEach + lowerPlain + "yahtzee:66666 chance:66666", 375},
	{"yahtzee-basic extra_yahtzee_points=100", "yahtzee:66666 " + fiveEach + lowerJokers, 1480},
	{"yahtzee order=top_down", fiveEach + lowerPlain + "yahtzee:66666 chance:66666", 475},
	{"yahtzee order=top_down extra_yahtzee_points=0", fiveEach + lowerPlain + "yahtzee:66666 chance:66666", 375},
	{"yatzy", fiveEach + pairsPlain, 374},
	{"yatzy full_house_of_five=true", fiveEach + strings.Replace(pairsPlain, "full_house:66655", "full_house:66666", 1), 376},
	{"yatzy two_pairs_of_four=true", fiveEach + strings.Replace(pairsPlain, "two_pairs:66655", "two_pairs:66666", 1), 376},
	{
		"yatzy full_house_of_five=true two_pairs_of_four=true",
		fiveEach + strings.NewReplacer("full_house:66655", "full_house:66666", "two_pairs:66655", "two_pairs:66666").Replace(pairsPlain), 378,
	},
	{"yatzy-13", fiveEach + "three_of_a_kind:66666 four_of_a_kind:66666 full_house:66655 large_straight:23456 small_straight:12345 yatzy:66666 chance:66666", 330},
	{"maxi-yatzy", sixEach + maxiLower, 649},
	{"maxi-yatzy upper_bonus_at=75 upper_bonus_points=50", sixEach + maxiLower, 599},
	{"yacht", fiveEach + "full_house:66655 four_of_a_kind:66666 little_straight:12345 big_straight:23456 choice:66666 yacht:66666", 297},
	{"generala", generalaUpper + "generala:66666/2 double_generala:66666/2", 360},
	{"generala double_generala=false served_wins=false", generalaUpper + "generala:66666/2", 260},
	{"generala-50-40", generalaUpper + "generala:66666/1", 260},
	{"generala-50-40 double_generala=true", generalaUpper + "generala:66666/1 double_generala:66666/2", 360},
	{"triple-yahtzee", inColumns("yahtzee:66666 " + fiveEach + lowerJokers), 9450},
	{"triple-yahtzee joker=none extra_yahtzee_points=0", inColumns(fiveEach + lowerPlain + "yahtzee:66666 chance:66666"), 2250}, // B.6
}

// inColumns writes every box in columns 1, 2 and 3.
func inColumns(text string) string {
	var words []string
	for _, word := range strings.Fields(text) {
		box, dice, _ := strings.Cut(word, ":")
		for _, column := range []string{"@1:", "@2:", "@3:"} {
			words = append(words, box+column+dice)
		}
	}
	return strings.Join(words, " ")
}

func TestMaximumIsReached(t *testing.T) {
	tried := map[string]bool{}
	for _, game := range bestGames {
		rs := ruleSet(t, game.rules)
		tried[rs.ID()] = true
		card := played(t, rs, game.play)
		if !card.Complete() || card.GrandTotal() != game.want || rs.MaxTotal() != game.want {
			t.Errorf("%s: complete %v, total %d, MaxTotal %d, want %d: %s",
				game.rules, card.Complete(), card.GrandTotal(), rs.MaxTotal(), game.want, added(card))
		}
	}
	for _, id := range catalog(t).IDs() {
		if !tried[id] {
			t.Errorf("no best game of %s", id)
		}
	}
}

// Where the order of boxes is fixed there are few games to try: of all with the
// rolls that can be best somewhere, the best is what MaxTotal says. Only for the
// joker of 1956, which must not be rolled again above, it is a little high from the
// bottom up: there it counts five equal dice in the upper boxes.
func TestMaximumOfFixedOrder(t *testing.T) {
	for _, id := range []string{
		"yahtzee joker=none", "yahtzee joker=forced", "yahtzee joker=forced extra_yahtzee_points=10 upper_bonus_at=90",
		"yahtzee joker=ordinary", "yahtzee joker=free_choice", "yahtzee joker=original_1956", "kniffel",
	} {
		for _, order := range []string{" order=top_down", " order=bottom_up"} {
			rs := ruleSet(t, id+order)
			got, want := rs.MaxTotal(), bestInOrder(t, rs)
			high := rs.Joker().Rule == scoring.JokerOriginal && rs.Order() == scoring.OrderBottomUp
			if got < want || got > want && !high {
				t.Errorf("%s: MaxTotal %d, the best game %d", id+order, got, want)
			}
		}
	}
}

// bestInOrder plays every game with some good rolls. Cards with the same upper sum
// and the same points in yahtzee go on alike, so only the better one is kept.
func bestInOrder(t *testing.T, rs *scoring.RuleSet) (best int) {
	t.Helper()
	type state struct{ upper, yahtzee int }
	rolls := strings.Fields("11111 22222 33333 44444 55555 66666 66655 23456")
	boxes := rs.Boxes()
	if rs.Order() == scoring.OrderBottomUp {
		boxes = slices.Clone(boxes)
		slices.Reverse(boxes)
	}
	cards := map[state]scoring.Card{{}: rs.EmptyCard()}
	for _, box := range boxes {
		next := map[state]scoring.Card{}
		for _, card := range cards {
			for _, dice := range rolls {
				after, _, err := card.Play(scoring.Entry{Category: box.ID, Dice: roll(t, dice).Dice})
				fatal(t, err)
				points, _ := after.Points("yahtzee", 1)
				key := state{after.Totals().Columns[0].Upper.Points, points}
				if old, ok := next[key]; !ok || after.GrandTotal() > old.GrandTotal() {
					next[key] = after
				}
			}
		}
		cards = next
	}
	for _, card := range cards {
		best = max(best, card.GrandTotal())
	}
	return best
}
