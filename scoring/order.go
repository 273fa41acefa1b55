package scoring

// orderFault says why a box is not next under the fill order (A.5), or why this
// column isn't (A.11). Both work column by column, so that the leftmost column
// with an open box always has one to fill.
func (c *Card) orderFault(box, column int) Code {
	switch c.rules.def.Order {
	case UpperFirst:
		if c.rules.def.Boxes[box].Section == Lower && c.upperOpen(column) {
			return OrderUpperFirst
		}
	case OrderTopDown, OrderBottomUp:
		if box != c.nextBox(column) {
			return OrderNextBox
		}
	}
	if c.rules.def.ColumnOrder == LeftToRight {
		for earlier := range column {
			if c.cell(box, earlier) == open {
				return ColumnOutOfOrder
			}
		}
	}
	return ""
}

func (c *Card) upperOpen(column int) bool {
	for box := range c.rules.def.Boxes {
		if c.rules.def.Boxes[box].Section == Upper && c.cell(box, column) == open {
			return true
		}
	}
	return false
}

// nextBox is the only box of a column that top_down or bottom_up allow, or -1
// when the column is full.
func (c *Card) nextBox(column int) int {
	boxes := len(c.rules.def.Boxes)
	for i := range boxes {
		box := i
		if c.rules.def.Order == OrderBottomUp {
			box = boxes - 1 - i
		}
		if c.cell(box, column) == open {
			return box
		}
	}
	return -1
}
