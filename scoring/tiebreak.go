package scoring

import (
	"cmp"
	"slices"
)

// TieRoll is what one of the tied players has on the table after their extra turn.
type TieRoll struct {
	Seat int   `json:"seat"`
	Dice []int `json:"dice"`
}

// Sum is what the roll counts. S2-20 asks for one more round and has no scoring for
// it: the final dice are added up, the highest sum is ahead (A.18, F18).
func (r *TieRoll) Sum() (sum int) {
	for _, die := range r.Dice {
		sum += die
	}
	return sum
}

// TieRound is one extra round, by seat: everyone who was still tied for first place,
// once each.
type TieRound []TieRoll

// sum is 0 for a seat that did not roll, less than any roll.
func (round TieRound) sum(seat int) int {
	for i := range round {
		if round[i].Seat == seat {
			return round[i].Sum()
		}
	}
	return 0
}

// Tiebreaks lists the extra rounds rolled so far. Callers must not change it.
func (g *Game) Tiebreaks() []TieRound { return g.ties }

// Tiebreak adds an extra round among the winners of a game that is over and returns
// the new game; g stays as it was. Whoever is still tied after it may roll another.
// Faults: NotTied, PlayersMismatch and BadDice, with pointers into the round.
func (g Game) Tiebreak(round TieRound) (Game, error) {
	if faults := g.checkTie(round); len(faults) > 0 {
		return g, faults
	}
	round = slices.SortedFunc(slices.Values(round), func(a, b TieRoll) int { return cmp.Compare(a.Seat, b.Seat) })
	g.ties = append(slices.Clip(g.ties), round)
	return g, nil
}

// TiebreakAgain is Tiebreak for rounds that were rolled before, in their order. It
// refuses rounds of another tie than this game has, as when a turn was corrected.
func (g Game) TiebreakAgain(rounds []TieRound) (_ Game, err error) {
	for _, round := range rounds {
		if g, err = g.Tiebreak(round); err != nil {
			return g, err
		}
	}
	return g, nil
}

func (g *Game) checkTie(round TieRound) (faults Faults) {
	missing := slices.Clone(g.Winners())
	if len(missing) < 2 {
		return Faults{{NotTied, "", map[string]any{}}}
	}
	for i, roll := range round {
		tied := slices.Index(missing, roll.Seat)
		if tied < 0 {
			faults = append(faults, Fault{PlayersMismatch, at("", i) + "/seat", map[string]any{}})
		} else {
			missing = slices.Delete(missing, tied, tied+1)
		}
		faults = append(faults, g.rules.checkDice(roll.Dice).Under(at("", i))...)
	}
	if len(missing) > 0 {
		faults = append(faults, Fault{PlayersMismatch, "", map[string]any{}})
	}
	return faults
}

// tieOrder compares two seats of one total by the extra rounds: the first round in
// which they differ says who is ahead.
func (g *Game) tieOrder(a, b int) int {
	for _, round := range g.ties {
		if order := cmp.Compare(round.sum(a), round.sum(b)); order != 0 {
			return order
		}
	}
	return 0
}
