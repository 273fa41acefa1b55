package scoring_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"segnapunti/scoring"
)

var letters = "ABCDEF"

// matchGames reads games: "A" is won by the first player, "AB" shared by two, "-" won
// by nobody, "?" open, "x" abandoned. After a colon stand the totals: "A:200/150".
func matchGames(t *testing.T, text string) (games []scoring.MatchGame) {
	t.Helper()
	for word := range strings.FieldsSeq(text) {
		result, totals, _ := strings.Cut(word, ":")
		game := scoring.MatchGame{Finished: result != "?" && result != "x", Abandoned: result == "x", Starter: len(games) % 3}
		for _, letter := range result {
			if i := strings.IndexRune(letters, letter); i >= 0 {
				game.Winners = append(game.Winners, i)
			}
		}
		for number := range strings.SplitSeq(totals, "/") {
			if number == "" {
				continue
			}
			var total int
			_, err := fmt.Sscan(number, &total)
			fatal(t, err)
			game.Totals = append(game.Totals, total)
		}
		games = append(games, game)
	}
	return games
}

// standing is a match in short: its wins, the games that counted, the winners.
func standing(s scoring.Standing) string {
	counted := ""
	for _, yes := range s.Counted {
		counted += map[bool]string{true: "+", false: "."}[yes]
	}
	winners := ""
	for _, i := range s.Winners {
		winners += letters[i : i+1]
	}
	return fmt.Sprintf("%v %s %s", s.Wins, counted, winners)
}

// S1-44: best of five, first to win three games.
func TestBestOf(t *testing.T) {
	for _, c := range []struct {
		name           string
		games, players int
		played, want   string
	}{
		{"nothing played", 5, 2, "", "[0 0]  "},
		{"two wins are not enough", 5, 2, "A A", "[2 0] ++ "},
		{"three in a row", 5, 2, "A A A", "[3 0] +++ A"},
		{"the full distance", 5, 2, "A B A B B", "[2 3] +++++ B"},
		{"two all", 5, 2, "A B A B", "[2 2] ++++ "},
		{"best of three", 3, 2, "B A B", "[1 2] +++ B"},
		{"best of seven", 7, 2, "A A A B B B A", "[4 3] +++++++ A"},
		{"best of nine", 9, 2, "A A A A B A", "[5 1] ++++++ A"},
		{"three players need seven games", 5, 3, "A B C A B C B", "[2 3 2] +++++++ B"}, // A.18
		{"five games, nobody has three", 5, 3, "A B C A B", "[2 2 1] +++++ "},
		{"four players, nine games", 5, 4, "A B C D A B C D D", "[2 2 2 3] +++++++++ D"},
		{"a drawn game is nobody's", 5, 2, "A AB A B A", "[3 1] +++++ A"},
		{"draws only", 5, 2, "AB AB AB AB AB AB", "[0 0] ++++++ "},
		{"draws make it longer", 3, 2, "AB A AB B AB A", "[2 1] ++++++ A"},
		{"all left", 3, 2, "A - A", "[2 0] +++ A"},
		{"one is being played", 5, 2, "A A ?", "[2 0] ++. "},
		{"abandoned ones count for nothing", 3, 2, "A x x B A", "[2 1] +..++ A"},
		{"corrected: it was decided before", 5, 2, "A A A B A", "[3 0] +++.. A"},
		{"alone", 3, 1, "A A", "[2] ++ A"},
	} {
		m := scoring.Match{Mode: scoring.BestOf, Games: c.games, Players: c.players}
		s := m.Standing(matchGames(t, c.played))
		if got := standing(s); got != c.want || s.Decided() != (s.Winners != nil) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// MB: so many games on one sheet, the highest sum of totals wins.
func TestSumOfGames(t *testing.T) {
	for _, c := range []struct {
		name         string
		games        int
		played, want string
		sums         []int
	}{
		{"nothing played", 3, "", "[0 0 0]  ", []int{0, 0, 0}},
		{"one short", 3, "A:200/150/100 A:210/150/100", "[2 0 0] ++ ", []int{410, 300, 200}},
		{"the sum beats the wins", 3, "A:151/150/1 A:151/150/1 B:100/300/1", "[2 1 0] +++ B", []int{402, 600, 3}},
		{"a tie is shared", 2, "A:200/150/0 B:150/200/0", "[1 1 0] ++ AB", []int{350, 350, 0}},
		{"all three tie", 1, "ABC:7/7/7", "[0 0 0] + ABC", []int{7, 7, 7}},
		{"zeros tie too", 1, "-:0/0/0", "[0 0 0] + ABC", []int{0, 0, 0}},
		{"a served win has no more points", 1, "C:200/150/50", "[0 0 1] + A", []int{200, 150, 50}},
		{"an abandoned one takes no place", 2, "A:200/150/0 x:300/0/0 B:10/90/0", "[1 1 0] +.+ B", []int{210, 240, 0}},
		{"an open one is not added yet", 2, "A:200/150/0 ?:300/0/0", "[1 0 0] +. ", []int{200, 150, 0}},
		{"one too many", 2, "A:5/4/3 A:5/4/3 B:1/99/1", "[2 0 0] ++. A", []int{10, 8, 6}},
	} {
		m := scoring.Match{Mode: scoring.SumOf, Games: c.games, Players: 3}
		s := m.Standing(matchGames(t, c.played))
		if got := standing(s); got != c.want || !slices.Equal(s.Sums, c.sums) {
			t.Errorf("%s: %q %v, want %q %v", c.name, got, s.Sums, c.want, c.sums)
		}
	}
}

func TestNextStarter(t *testing.T) {
	m := scoring.Match{Mode: scoring.BestOf, Games: 5, Players: 3}
	for _, c := range []struct {
		starters  []int
		abandoned []bool
		want      int
	}{
		{nil, nil, 0},
		{[]int{0}, []bool{false}, 1},
		{[]int{0, 1}, []bool{false, false}, 2},
		{[]int{0, 1, 2}, []bool{false, false, false}, 0},
		{[]int{0}, []bool{true}, 0}, // begun in vain: the same one again
		{[]int{0, 1}, []bool{false, true}, 1},
		{[]int{0, 1, 1}, []bool{false, true, false}, 2},
		{[]int{2}, []bool{false}, 0}, // they began with the third one after all
	} {
		var games []scoring.MatchGame
		for i, starter := range c.starters {
			games = append(games, scoring.MatchGame{Starter: starter, Abandoned: c.abandoned[i], Finished: true})
		}
		if got := m.NextStarter(games); got != c.want {
			t.Errorf("%v %v: player %d, want %d", c.starters, c.abandoned, got, c.want)
		}
	}
}

func TestCheckNext(t *testing.T) {
	for _, c := range []struct{ played, want string }{
		{"", ""},
		{"A B", ""},
		{"A x", ""},
		{"A ?", "match_game_open"},
		{"? A", "match_game_open"},
		{"A B A", "match_over"},
		{"A A ?", "match_over"}, // decided by a correction while the third was played
	} {
		m := scoring.Match{Mode: scoring.BestOf, Games: 3, Players: 2}
		if got := told(t, m.CheckNext(matchGames(t, c.played))); got != c.want {
			t.Errorf("%s: %q, want %q", c.played, got, c.want)
		}
	}
}

func TestMatchLengths(t *testing.T) {
	if got := scoring.BestOf.Lengths(); !slices.Equal(got, []int{3, 5, 7, 9}) {
		t.Errorf("best of %v", got)
	}
	if got := scoring.SumOf.Lengths(); got != nil {
		t.Errorf("sum of %v", got)
	}
}
