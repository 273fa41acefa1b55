package scoring

import "slices"

// MaxTotal is the highest total that any finished card can have (D.2).
//
// It is a sum over boxes: each is worth its best ordinary value, or what a repeat
// pays there plus the extra points. The bonus makes the upper boxes of a column
// depend on each other, so those are tried against every upper sum.
func (rs *RuleSet) MaxTotal() (total int) {
	for _, multiplier := range rs.def.Columns {
		total += rs.maxUpper(multiplier)
		for box := range rs.def.Boxes {
			if rs.def.Boxes[box].Section == Lower {
				total += max(rs.most(box)*multiplier, rs.repeatValue(box)*multiplier+rs.extraIn(box, multiplier))
			}
		}
	}
	return total
}

// maxUpper is the best upper section of a column with its bonus and the extra
// points earned there.
func (rs *RuleSet) maxUpper(multiplier int) (best int) {
	extraAt := map[int]int{0: 0} // most extra points for each upper sum
	for box := range rs.def.Boxes {
		if rs.def.Boxes[box].Section != Upper {
			continue
		}
		next := map[int]int{}
		for sum, extra := range extraAt {
			keepBest(next, sum+rs.most(box), extra)
			keepBest(next, sum+rs.repeatValue(box), extra+rs.extraIn(box, multiplier))
		}
		extraAt = next
	}
	for sum, extra := range extraAt {
		bonus, _ := rs.bonus(sum, sum)
		best = max(best, (sum+bonus)*multiplier+extra)
	}
	return best
}

func keepBest(best map[int]int, key, value int) {
	if old, ok := best[key]; !ok || value > old {
		best[key] = value
	}
}

// extraIn is the most extra points that a turn in the box can earn: none where a
// repeat can't come, because the joker box is filled last or the order of boxes
// puts it behind.
func (rs *RuleSet) extraIn(box, multiplier int) int {
	joker := rs.def.Joker
	if joker == nil || box == rs.jokerBox || !rs.repeatReaches(box) {
		return 0
	}
	if joker.Rule == JokerKniffel && !rs.isOwn(box) {
		return 0
	}
	return joker.ExtraPoints * multiplier
}

func (rs *RuleSet) isOwn(box int) bool {
	b := &rs.def.Boxes[box]
	return b.Section == Upper && b.Pattern.Face > 0
}

// repeatReaches tells whether a box can be open once the joker boxes are filled.
func (rs *RuleSet) repeatReaches(box int) bool { return rs.canPrecede(rs.jokerBox, box) }

// paysJoker tells whether a repeat can be paid as a joker in the box: the own box
// of some face must be filled before it (A.0).
func (rs *RuleSet) paysJoker(box int) bool {
	rule := rs.def.Joker.Rule
	if !rs.def.Boxes[box].Joker || rule == JokerNone {
		return false
	}
	return rule == JokerOriginal || slices.ContainsFunc(rs.own[1:], func(own int) bool {
		return own < 0 || rs.canPrecede(own, box)
	})
}

// canPrecede tells whether the order of boxes lets one be filled before another.
func (rs *RuleSet) canPrecede(first, second int) bool {
	switch rs.def.Order {
	case UpperFirst:
		return rs.def.Boxes[second].Section == Lower || rs.def.Boxes[first].Section == Upper
	case OrderTopDown:
		return first < second
	case OrderBottomUp:
		return first > second
	default:
		return true
	}
}

// repeatValue is the most that equal dice pay in the box on a card that holds
// points for equal dice.
func (rs *RuleSet) repeatValue(box int) (best int) {
	if rs.def.Joker == nil {
		return 0
	}
	b := &rs.def.Boxes[box]
	if rs.def.Joker.Rule == JokerOriginal && b.Section == Upper {
		return 0
	}
	if rs.paysJoker(box) {
		best = b.Points.Fixed
	}
	for face := 1; face <= rs.def.Faces; face++ {
		var n counts
		n[face] = rs.def.Dice
		best = max(best, int(rs.table.row(n.rank())[box].armed))
	}
	return best
}
