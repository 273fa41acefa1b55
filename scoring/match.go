package scoring

import "slices"

// MatchMode says what wins a match (F20).
type MatchMode string

// The two ways in which families count several games together.
const (
	BestOf MatchMode = "best_of" // S1-44: best of five, the first to win three games
	SumOf  MatchMode = "sum"     // MB: so many games on one sheet, the highest sum of totals
)

// MaxMatchGames bounds a sum: no sheet holds more, and a match is folded whole.
const MaxMatchGames = 50

// Lengths says how many games a match of this mode may have: one of the list where
// there is one, else 1 to MaxMatchGames. An even best-of has no majority.
func (m MatchMode) Lengths() []int {
	if m == BestOf {
		return []int{3, 5, 7, 9}
	}
	return nil
}

// Match is what the players agreed on. Everything else about a match follows from
// its games, so that correcting an old turn decides it again.
type Match struct {
	Mode    MatchMode
	Games   int // of which the majority wins, or that are added up
	Players int
}

// MatchGame is one game as its match sees it. Players are indices in the match's own
// order, because they sit in another order in each game.
type MatchGame struct {
	Finished  bool
	Abandoned bool
	Starter   int
	Totals    []int // by player
	Winners   []int // several when they share the win
}

// Standing is a match added up. Wins and Sums are those of the games that counted.
type Standing struct {
	Wins    []int  // by player; a shared win is nobody's
	Sums    []int  // by player
	Counted []bool // by game
	Winners []int  // players; several when a sum ties, none while undecided
}

// Decided tells that the match is over.
func (s *Standing) Decided() bool { return len(s.Winners) > 0 }

// Standing adds the games up in their order until the match is decided. What is
// open, abandoned, or was played on after the decision counts for nothing; a best-of
// with draws or more than two players goes on until someone has the majority (A.18).
func (m Match) Standing(games []MatchGame) Standing {
	s := Standing{Wins: make([]int, m.Players), Sums: make([]int, m.Players), Counted: make([]bool, len(games))}
	counted := 0
	for i, game := range games {
		if !game.Finished || game.Abandoned || s.Decided() {
			continue
		}
		s.Counted[i] = true
		counted++
		for player, total := range game.Totals {
			s.Sums[player] += total
		}
		if len(game.Winners) == 1 {
			s.Wins[game.Winners[0]]++
		}
		s.Winners = m.winners(&s, counted)
	}
	return s
}

func (m Match) winners(s *Standing, games int) []int {
	switch {
	case m.Mode == SumOf && games == m.Games:
		return leaders(s.Sums, false)
	case m.Mode == BestOf:
		if player := slices.Index(s.Wins, m.Games/2+1); player >= 0 {
			return []int{player}
		}
	}
	return nil
}

// NextStarter is the player who begins the next game: the first one of the first
// game, then whoever follows the starter of the last game that was not abandoned.
func (m Match) NextStarter(games []MatchGame) int {
	for _, game := range slices.Backward(games) {
		if !game.Abandoned {
			return (game.Starter + 1) % m.Players
		}
	}
	return 0
}

// CheckNext says why no further game can be started now: MatchOver, or MatchGameOpen
// while one is being played.
func (m Match) CheckNext(games []MatchGame) error {
	if s := m.Standing(games); s.Decided() {
		return Faults{{MatchOver, "", map[string]any{}}}
	}
	for _, game := range games {
		if !game.Finished && !game.Abandoned {
			return Faults{{MatchGameOpen, "", map[string]any{}}}
		}
	}
	return nil
}
