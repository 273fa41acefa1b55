package scoring

// Choice is one box and what it would mean to write the dice there.
type Choice struct {
	Category    string `json:"category"`
	Column      int    `json:"column"`
	Points      int    `json:"points"`       // the box's own, no multiplier
	Matches     bool   `json:"matches"`      // the dice fit the box's own pattern
	Joker       bool   `json:"joker"`        // the points are a joker's (A.0)
	ExtraPoints int    `json:"extra_points"` // earned on top by writing here
	ServedWin   bool   `json:"served_win"`   // writing here wins the game (A.10)
	Legal       bool   `json:"legal"`        // this box may be filled now
	Reason      *Code  `json:"reason"`       // why not; nil when legal
}

// Choices lists every box of the card, open or not, category by category in card
// order and each category's columns left to right, with what the roll is worth
// there and whether it may be written. An unfinished card always has a legal box.
// Faults: BadDice, BadRolls; CardComplete when nothing can be written any more.
func (c *Card) Choices(roll Roll) ([]Choice, error) {
	faults := c.rules.checkDice(roll.Dice)
	faults = append(faults, c.checkRolls(roll.Rolls)...)
	if len(faults) == 0 && c.Complete() {
		faults = Faults{{CardComplete, "/card", map[string]any{}}}
	}
	if len(faults) > 0 {
		return nil, faults
	}
	s := c.look(roll)
	columns := len(c.rules.def.Columns)
	choices := make([]Choice, 0, len(c.cells))
	for i := range c.cells {
		choices = append(choices, s.choice(i/columns, i%columns))
	}
	return choices, nil
}

// Joker tells whether the joker rule binds the roll: all dice equal on a card whose
// boxes for them are filled (A.0). Invalid dice are none.
func (c *Card) Joker(dice []int) bool {
	if len(c.rules.checkDice(dice)) > 0 {
		return false
	}
	s := c.look(Roll{Dice: dice})
	return s.repeat && s.rule != JokerNone
}

// situation is a card and a roll, looked at once for all boxes.
type situation struct {
	card   *Card
	row    []scored
	served bool

	repeat  bool // a further Yahtzee
	own     int  // with repeat: the upper box of its face, or -1
	jokers  bool // with repeat: joker boxes pay in full
	extra   int  // with repeat: extra points per unit of the column's multiplier
	rule    JokerRule
	ownOpen bool // its own box is open in some column
	lower   bool // some lower box is open
	free    bool // order leaves no box that the joker rule allows: order wins (F25)
	last    bool // only boxes whose need is unmet are left
}

// look finds out what the roll means for the card as a whole.
func (c *Card) look(roll Roll) situation {
	n := count(roll.Dice)
	s := situation{
		card: c, row: c.rules.table.row(n.rank()), rule: JokerNone,
		served: c.rules.rollsOr(roll.Rolls) == 1,
	}
	s.lookForRepeat(roll.Dice[0])
	s.free = s.repeat && c.rules.def.Order != OrderAny && !s.any(false)
	s.last = c.rules.hasNeeds && !s.any(true)
	return s
}

// any tells whether some box passes the rules checked so far.
func (s *situation) any(needs bool) bool {
	columns := len(s.card.rules.def.Columns)
	for i := range s.card.cells {
		box, column := i/columns, i%columns
		if s.refuses(box, column) == nil && !(needs && s.needsMore(box, column)) {
			return true
		}
	}
	return false
}

// choice says what writing the roll into one box would mean.
func (s *situation) choice(box, column int) Choice {
	rules := s.card.rules
	b := &rules.def.Boxes[box]
	v := s.row[box]
	choice := Choice{Category: b.ID, Column: column + 1, Points: int(v.armed), Matches: v.matches}
	if s.served {
		choice.Points = int(v.served)
	}
	s.payJoker(&choice, b)
	choice.ExtraPoints = s.extraFor(box, column)
	choice.Reason = s.refuses(box, column)
	if choice.Reason == nil && s.needsMore(box, column) {
		if s.last {
			choice.Points = 0
		} else {
			choice.Reason = because[NeedsBox]
		}
	}
	choice.Legal = choice.Reason == nil
	choice.ServedWin = choice.Legal && s.servedWin()
	return choice
}

// servedWin: all dice fit the winning box on the first roll. The roll wins, in
// whatever box it is written: a Generala box that is already filled doesn't save
// the others (A.10).
func (s *situation) servedWin() bool {
	rules := s.card.rules
	return s.served && rules.def.ServedWins && s.row[rules.servedBox].matches
}

// because holds a lasting copy of each reason, so that a choice allocates nothing.
var because = func() map[Code]*Code {
	reasons := map[Code]*Code{}
	for _, code := range []Code{BoxFilled, JokerUpper, JokerLower, OrderUpperFirst, OrderNextBox, ColumnOutOfOrder, NeedsBox} {
		reasons[code] = &code
	}
	return reasons
}()

// refuses says why a box may not be filled, needs apart: it is full, the joker
// rule forbids it, or it is not its turn.
func (s *situation) refuses(box, column int) *Code {
	if s.card.cell(box, column) != open {
		return because[BoxFilled]
	}
	if code := s.jokerFault(box); code != "" && !s.free {
		return because[code]
	}
	if code := s.card.orderFault(box, column); code != "" {
		return because[code]
	}
	return nil
}

// needsMore tells that fitting dice can't pay because another box must hold
// points first: a second Generala before the first (A.10).
func (s *situation) needsMore(box, column int) bool {
	return s.row[box].matches && !s.card.needsMet(box, column)
}

func (c *Card) needsMet(box, column int) bool {
	needs := c.rules.needs[box]
	return needs < 0 || c.cell(needs, column) > 0
}

// checkNeeds finds paper entries that could not have been written in any order.
func (c *Card) checkNeeds() (faults Faults) {
	for i := range c.written {
		w := &c.written[i]
		if box := c.rules.box(w.Category); *w.Points > 0 && !c.needsMet(box, w.Column-1) {
			faults = append(faults, c.refusal(NeedsBox, nil, box, w.Column-1).under(at("/entries", i)))
		}
	}
	return faults
}

func (f Fault) under(prefix string) Fault {
	f.Pointer = prefix + f.Pointer
	return f
}
