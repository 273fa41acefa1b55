package scoring

// lookForRepeat finds out whether all dice are equal while every box for them is
// filled, and what the joker rule makes of it. On a card with several columns
// every column's box must be filled, and all own boxes before jokers pay (A.11).
func (s *situation) lookForRepeat(face int) {
	rules := s.card.rules
	joker := rules.def.Joker
	if joker == nil || !s.row[rules.jokerBox].matches {
		return
	}
	allFilled, allScored := s.card.all(rules.jokerBox)
	if !allFilled {
		return // an open box: five equal dice are an ordinary roll (B34)
	}
	s.repeat, s.rule, s.own = true, joker.Rule, rules.own[face]
	if allScored || joker.ExtraAfterZero {
		s.extra = joker.ExtraPoints // S1-35, S1-36; F5
	}
	if s.own >= 0 {
		filled, _ := s.card.all(s.own)
		s.ownOpen = !filled
	}
	s.lower = s.card.lowerOpen()
	s.jokers = s.rule == JokerOriginal || s.rule != JokerNone && !s.ownOpen
}

// all tells whether a box is filled in every column, and holds points in each.
func (c *Card) all(box int) (filled, scored bool) {
	filled, scored = true, true
	for column := range c.rules.def.Columns {
		points := c.cell(box, column)
		filled = filled && points != open
		scored = scored && points > 0
	}
	return filled, scored
}

func (c *Card) lowerOpen() bool {
	columns := len(c.rules.def.Columns)
	for i, points := range c.cells {
		if points == open && c.rules.def.Boxes[i/columns].Section == Lower {
			return true
		}
	}
	return false
}

// jokerFault says why the joker rule keeps a repeat out of a box (A.0's table).
func (s *situation) jokerFault(box int) Code {
	if !s.repeat {
		return ""
	}
	upper := s.card.rules.def.Boxes[box].Section == Upper
	switch s.rule {
	case JokerForced, JokerKniffel:
		if s.ownOpen && box != s.own {
			return JokerUpper // HAS, S2-32, S3-37
		}
		if !s.ownOpen && upper && s.lower {
			return JokerLower // HAS, S2-33
		}
	case JokerOrdinary:
		if !s.ownOpen && upper && s.lower {
			return JokerLower // S1-39, the strict reading of A.1 (F2)
		}
	case JokerOriginal:
		if upper && s.lower {
			return JokerLower // A.3
		}
	}
	return ""
}

// payJoker gives full house and straights their points whatever the dice, and
// nothing above when a repeat may only score below (S1-39, S2-34, A.3).
func (s *situation) payJoker(choice *Choice, b *Box) {
	switch {
	case s.jokers && b.Joker:
		choice.Points, choice.Joker = b.Points.Fixed, true
	case s.repeat && s.rule == JokerOriginal && b.Section == Upper:
		choice.Points = 0
	}
}

// extraFor is what a repeat earns besides the box: in Kniffel only together with
// its own upper box (A.9), else everywhere, also above and with a zero (S1-40).
func (s *situation) extraFor(box, column int) int {
	if s.rule == JokerKniffel && box != s.own {
		return 0
	}
	return s.extra * s.card.rules.def.Columns[column]
}

// addPaperExtras takes the extra Yahtzees that a sheet claims for its entries
// with only points, and refuses what those can't have earned (B38).
func (c *Card) addPaperExtras(s Sheet) (faults Faults) {
	claims := s.ExtraByColumn
	pointer := "/extra_yahtzees_by_column"
	if claims == nil {
		claims, pointer = []int{s.ExtraYahtzees}, ""
	}
	sum := 0
	for column, claim := range claims {
		most, where := c.plausibleExtras(column), "/extra_yahtzees"
		if pointer != "" {
			where = at(pointer, column)
		}
		if claim < 0 || claim > most {
			faults = append(faults, Fault{BadExtraYahtzees, where, map[string]any{"got": claim, "max": most}})
			continue
		}
		sum += claim
		if claim > 0 {
			c.paper[column] += claim
			c.extras[column] += claim
		}
	}
	if sum != s.ExtraYahtzees && len(faults) == 0 {
		faults = append(faults, Fault{BadExtraYahtzees, "/extra_yahtzees", map[string]any{"got": s.ExtraYahtzees, "max": sum}})
	}
	return faults
}

// plausibleExtras counts the entries of a column with only points that may hide
// an extra Yahtzee; none in a column that isn't there.
func (c *Card) plausibleExtras(column int) (n int) {
	joker := c.rules.def.Joker
	if joker == nil || joker.ExtraPoints == 0 {
		return 0
	}
	filled, scored := c.all(c.rules.jokerBox)
	if !filled || !scored && !joker.ExtraAfterZero {
		return 0
	}
	for i := range c.written {
		w := &c.written[i]
		if w.Dice == nil && w.Column == column+1 && c.mayHideRepeat(w) {
			n++
		}
	}
	return n
}

// mayHideRepeat tells whether points can come of a repeat: of equal dice after the
// first that filled the joker box.
func (c *Card) mayHideRepeat(w *Written) bool {
	box := c.rules.box(w.Category)
	b := &c.rules.def.Boxes[box]
	if box == c.rules.jokerBox || !c.rules.repeatReaches(box) {
		return false
	}
	if c.rules.def.Joker.Rule == JokerOriginal && b.Section == Upper {
		return *w.Points == 0 // A.3
	}
	kniffel := c.rules.def.Joker.Rule == JokerKniffel
	if c.rules.paysJoker(box) && *w.Points == b.Points.Fixed {
		return !kniffel
	}
	for face := 1; face <= c.rules.def.Faces; face++ {
		if kniffel && box != c.rules.own[face] {
			continue
		}
		var n counts
		n[face] = c.rules.def.Dice
		if int(c.rules.table.row(n.rank())[box].armed) == *w.Points {
			return true
		}
	}
	return !kniffel && *w.Points == 0
}
