package scoring

import "slices"

// Turn is what one player writes: one box of one card.
type Turn struct {
	Seat int `json:"seat"` // 1 is the first
	Entry
	OutOfTurn bool `json:"out_of_turn,omitzero"` // written although another is next
}

// PlayedTurn is a turn with what it earned. N counts the game's turns from 1.
type PlayedTurn struct {
	N    int `json:"n"`
	Seat int `json:"seat"`
	Written
	OutOfTurn bool `json:"out_of_turn,omitzero"`
}

// Game is the cards of all seats and the turns in the order played. It is folded
// from turns and never stored; like Card it is a value.
type Game struct {
	rules *RuleSet
	seats []Seating // nil when nobody left and nothing comes from paper
	cards []Card
	turns []PlayedTurn
	ties  []TieRound // extra rounds among the winners
}

// NewGame starts a game of so many seats, 1 and up.
func (rs *RuleSet) NewGame(seats int) Game {
	g := Game{rules: rs, cards: make([]Card, seats)}
	for i := range g.cards {
		g.cards[i] = rs.EmptyCard()
	}
	return g
}

// Replay folds turns into a game. The error is Faults, of the first turn that the
// rules don't allow: n is its number. The game keeps the dice of the turns.
func (rs *RuleSet) Replay(seats int, turns []Turn) (g Game, n int, err error) {
	g = rs.NewGame(seats)
	n, err = g.replay(turns)
	return g, n, err
}

// ReplayOf is Replay of a game whose seats have something to say; n is 0 also when
// the seats themselves are at fault.
func (rs *RuleSet) ReplayOf(seats []Seating, turns []Turn) (g Game, n int, err error) {
	if g, err = rs.NewGameOf(seats); err == nil {
		n, err = g.replay(turns)
	}
	return g, n, err
}

// replay plays turns in this game, which must be nobody else's.
func (g *Game) replay(turns []Turn) (n int, err error) {
	g.turns = slices.Grow(g.turns, len(turns))
	for i := range turns {
		if faults := g.write(&turns[i]); len(faults) > 0 {
			return i + 1, faults
		}
	}
	return 0, nil
}

// Rules is the rule set that the game is played by.
func (g *Game) Rules() *RuleSet { return g.rules }

// Seats is the number of players.
func (g *Game) Seats() int { return len(g.cards) }

// Card returns the card of a seat, 1 being the first.
func (g *Game) Card(seat int) *Card { return &g.cards[seat-1] }

// Turns lists the turns played. Callers must not change it.
func (g *Game) Turns() []PlayedTurn { return g.turns }

// Handed returns the turns as they were handed in, to be replayed: a turn with dice
// comes without points, because those may change when an earlier turn does.
func (g *Game) Handed() []Turn {
	turns := make([]Turn, len(g.turns))
	for i, t := range g.turns {
		turns[i] = Turn{Seat: t.Seat, Entry: t.Entry, OutOfTurn: t.OutOfTurn}
		if t.Dice != nil {
			turns[i].Points = nil
		}
	}
	return turns
}

// Over tells that no turn is left: all cards are complete, or a served win ended
// the game for all (A.10).
func (g *Game) Over() bool {
	return g.ServedWinner() > 0 || g.NextSeat() == 0
}

// ServedWinner is the seat that won by a served roll, 0 while none has.
func (g *Game) ServedWinner() int {
	return 1 + slices.IndexFunc(g.cards, func(c Card) bool { return c.servedWin })
}

// NextSeat is the seat to play: the one with the fewest turns whose card is not
// complete and who has not left, the first of them; 0 when the game is over.
func (g *Game) NextSeat() (seat int) {
	if g.ServedWinner() > 0 || g.Paper() {
		return 0
	}
	for i := range g.cards {
		if !g.cards[i].Complete() && !g.Left(i+1) && (seat == 0 || len(g.cards[i].written) < len(g.cards[seat-1].written)) {
			seat = i + 1
		}
	}
	return seat
}

// Play writes a turn and returns the new game; g stays as it was. Faults:
// UnknownSeat, GameOver, NotYourTurn and those of Card.Play, with pointers into
// the turn.
func (g Game) Play(t Turn) (Game, error) {
	next := Game{rules: g.rules, seats: g.seats, cards: slices.Clone(g.cards), turns: slices.Clip(g.turns)}
	if t.Seat >= 1 && t.Seat <= len(g.cards) {
		next.cards[t.Seat-1] = next.cards[t.Seat-1].clone()
	}
	if faults := next.write(&t); len(faults) > 0 {
		return g, faults
	}
	return next, nil
}

// write plays a turn in this game, which must be nobody else's. After a refusal the
// game is to be thrown away: a turn refused for its seat alone stands on the card.
func (g *Game) write(t *Turn) Faults {
	faults := g.checkTurn(t)
	if faults.Has(UnknownSeat) || faults.Has(GameOver) {
		return faults
	}
	card := &g.cards[t.Seat-1]
	faults = append(faults, card.write(&t.Entry, inGame)...)
	if len(faults) > 0 {
		return faults
	}
	g.turns = append(g.turns, PlayedTurn{
		N: len(g.turns) + 1, Seat: t.Seat, Written: card.written[len(card.written)-1], OutOfTurn: t.OutOfTurn,
	})
	return nil
}

func (g *Game) checkTurn(t *Turn) Faults {
	if t.Seat < 1 || t.Seat > len(g.cards) {
		return Faults{{UnknownSeat, "/seat", map[string]any{"seat": t.Seat, "seats": len(g.cards)}}}
	}
	next := g.NextSeat()
	switch {
	case next == 0:
		return Faults{{GameOver, "", map[string]any{}}}
	case g.Left(t.Seat):
		return Faults{{SeatLeft, "/seat", map[string]any{"seat": t.Seat}}}
	case t.Seat != next && !t.OutOfTurn:
		return Faults{{NotYourTurn, "/seat", map[string]any{"seat": next}}}
	}
	return nil
}

// Places ranks the seats: highest total first, equal totals share a place and the
// next one is skipped, 1, 1, 3 (B90); a served win is first whatever the totals
// (A.10); who left comes after all who stayed; extra rounds part tied winners. The
// places of an unfinished game are those of the moment.
func (g *Game) Places() []int {
	served, beyond := g.ServedWinner(), g.rules.MaxTotal()+1
	totals := make([]int, len(g.cards))
	for i := range g.cards {
		totals[i] = g.Total(i + 1)
		switch {
		case i+1 == served:
			totals[i] = beyond
		case g.Left(i + 1):
			totals[i] -= beyond
		}
	}
	places := make([]int, len(totals))
	for i, total := range totals {
		places[i] = 1
		for j, other := range totals {
			if other > total || other == total && g.tieOrder(j+1, i+1) > 0 {
				places[i]++
			}
		}
	}
	return places
}

// Winners lists the seats in first place of a game that is over, none before.
func (g *Game) Winners() (seats []int) {
	if !g.Over() {
		return nil
	}
	for i, place := range g.Places() {
		if place == 1 && !g.Left(i+1) {
			seats = append(seats, i+1)
		}
	}
	return seats
}
