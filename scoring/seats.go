package scoring

// Seating says of a player what turns don't: that they left, or that their result was
// copied from paper. The zero value is a player who plays.
type Seating struct {
	LeftAfter *int   // turns the game had when the player left: they are skipped from then on
	Card      *Sheet // a finished card from paper
	Total     *int   // only the final score is known
}

// paper tells that the seat's result was copied.
func (s *Seating) paper() bool { return s.Card != nil || s.Total != nil }

// NewGameOf starts a game whose players may have left, or holds one copied from
// paper: then every seat has a card or a total and no turn can follow. Faults point
// at /<seat>, 0 being the first: MixedPaper, CardIncomplete, ImpossibleTotal and
// those of NewCard below /<seat>/card.
func (rs *RuleSet) NewGameOf(seats []Seating) (Game, error) {
	g := rs.NewGame(len(seats))
	g.seats = seats
	var faults Faults
	for i := range seats {
		faults = append(faults, g.copyPaper(i).Under(at("", i))...)
	}
	if len(faults) > 0 {
		return Game{}, faults
	}
	return g, nil
}

// copyPaper takes over what a seat brings from paper.
func (g *Game) copyPaper(i int) Faults {
	seat := &g.seats[i]
	if seat.paper() != g.seats[0].paper() || seat.Card != nil && seat.Total != nil {
		return Faults{{MixedPaper, "", map[string]any{}}}
	}
	if seat.Total != nil && (*seat.Total < 0 || *seat.Total > g.rules.MaxTotal()) {
		return Faults{{ImpossibleTotal, "/total", map[string]any{"got": *seat.Total, "max": g.rules.MaxTotal()}}}
	}
	if seat.Card == nil {
		return nil
	}
	card, err := g.rules.NewCard(*seat.Card)
	if faults, ok := err.(Faults); ok {
		return faults.Under("/card")
	}
	if !card.Complete() {
		return Faults{{CardIncomplete, "/card", map[string]any{"open": card.left}}}
	}
	g.cards[i] = card
	return nil
}

// Paper tells that the game was copied from paper: it has no turns and is over.
func (g *Game) Paper() bool { return len(g.seats) > 0 && g.seats[0].paper() }

// KnownTotal tells whether only the seat's final score is known.
func (g *Game) KnownTotal(seat int) bool { return g.seats != nil && g.seats[seat-1].Total != nil }

// Left tells whether a player has left before the card was complete.
func (g *Game) Left(seat int) bool {
	if g.seats == nil || g.cards[seat-1].Complete() {
		return false
	}
	after := g.seats[seat-1].LeftAfter
	return after != nil && len(g.turns) >= *after
}

// Total is the final or present score of a seat.
func (g *Game) Total(seat int) int {
	if g.KnownTotal(seat) {
		return *g.seats[seat-1].Total
	}
	return g.cards[seat-1].GrandTotal()
}
