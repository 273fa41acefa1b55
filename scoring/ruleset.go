package scoring

import (
	"maps"
	"slices"
)

// RuleSet is a Definition made ready: checked, with its switches applied and its
// score table built. It never changes and may be shared freely.
type RuleSet struct {
	def   Definition // as effective: options applied, boxes that are switched off gone
	base  *Definition
	table *table

	jokerBox  int     // index of the box of equal dice, -1 without a joker
	servedBox int     // index of the box whose served pattern wins, or -1
	needs     []int   // per box: the box that must hold points first, or -1
	own       []int   // per face: its upper box, or -1
	hasNeeds  bool    // some box has needs
	possible  [][]int // per box: every value that it can hold, ascending
}

// New makes a rule set of its definition. Faults say what means nothing, with
// pointers into the definition.
func New(d Definition) (*RuleSet, error) {
	if faults := d.check(); len(faults) > 0 {
		return nil, faults
	}
	return build(&d, d), nil
}

// build makes a rule set of a checked base and the same with options applied.
func build(base *Definition, d Definition) *RuleSet {
	d.Boxes = slices.DeleteFunc(slices.Clone(d.Boxes), func(b Box) bool {
		return b.Switch != "" && !d.Switches[b.Switch]
	})
	if len(d.Columns) == 0 {
		d.Columns = []int{1}
	}
	d.Order = cmpOr(d.Order, OrderAny)
	d.ColumnOrder = cmpOr(d.ColumnOrder, ColumnAny)
	rs := &RuleSet{def: d, base: base, jokerBox: -1}
	rs.table = newTable(&rs.def)
	rs.index()
	return rs
}

func cmpOr[T ~string](value, otherwise T) T {
	if value == "" {
		return otherwise
	}
	return value
}

// index resolves the names of boxes to their places on the card.
func (rs *RuleSet) index() {
	d := &rs.def
	if d.Joker != nil {
		rs.jokerBox = rs.box(d.Joker.Box)
	}
	rs.servedBox = rs.box(d.ServedWinBox)
	rs.own = slices.Repeat([]int{-1}, d.Faces+1)
	for i, box := range d.Boxes {
		rs.needs = append(rs.needs, rs.box(box.Needs))
		rs.hasNeeds = rs.hasNeeds || rs.needs[i] >= 0
		if box.Section == Upper && box.Pattern.Face > 0 {
			rs.own[box.Pattern.Face] = i
		}
		rs.possible = append(rs.possible, rs.values(i))
	}
}

// box returns the place of a box on the card, or -1.
func (rs *RuleSet) box(id string) int {
	for i := range rs.def.Boxes {
		if rs.def.Boxes[i].ID == id {
			return i
		}
	}
	return -1
}

// values lists what a box can hold: 0 always, because every box may be struck
// (HAS: "cannot or does not want to"; S1-48).
func (rs *RuleSet) values(box int) []int {
	seen := map[int]bool{0: true}
	for i := box; i < len(rs.table.cells); i += rs.table.boxes {
		seen[int(rs.table.cells[i].armed)] = true
		seen[int(rs.table.cells[i].served)] = true
	}
	return slices.Sorted(maps.Keys(seen))
}

// ID is the rule set's stable name, as in api.md 2.
func (rs *RuleSet) ID() string { return rs.def.ID }

// Version counts the changes of the definition; a stored game names it.
func (rs *RuleSet) Version() int { return rs.def.Version }

// Definition returns the data that the rule set was made of, options not applied.
// Callers must not change what it points to.
func (rs *RuleSet) Definition() Definition { return *rs.base }

// Names are the rule file's own names by language id; package lang has the others.
func (rs *RuleSet) Names() map[string]string { return rs.def.Names }

// Dice is the number of dice in a roll.
func (rs *RuleSet) Dice() int { return rs.def.Dice }

// Faces is the number of faces of a die.
func (rs *RuleSet) Faces() int { return rs.def.Faces }

// Rolls is the number of rolls in a turn, saved ones not counted.
func (rs *RuleSet) Rolls() int { return rs.def.Rolls }

// SavesRolls tells whether unused rolls are kept for later turns (A.8).
func (rs *RuleSet) SavesRolls() bool { return rs.def.SavedRolls }

// Multipliers gives the factor of each column, left to right.
func (rs *RuleSet) Multipliers() []int { return slices.Clone(rs.def.Columns) }

// Boxes lists the boxes in card order. Callers must not change them.
func (rs *RuleSet) Boxes() []Box { return rs.def.Boxes }

// Box finds a box by its id.
func (rs *RuleSet) Box(id string) (*Box, bool) {
	if i := rs.box(id); i >= 0 {
		return &rs.def.Boxes[i], true
	}
	return nil, false
}

// PossiblePoints lists every value that a box can hold, ascending, 0 included.
// It is empty for a box that the card doesn't have.
func (rs *RuleSet) PossiblePoints(id string) []int {
	if i := rs.box(id); i >= 0 {
		return slices.Clone(rs.possible[i])
	}
	return nil
}

// UpperBonus is the bonus of a column's upper section, nil without one.
func (rs *RuleSet) UpperBonus() *UpperBonus { return rs.def.UpperBonus }

// Joker is the rule for repeats, nil for a card without one.
func (rs *RuleSet) Joker() *Joker { return rs.def.Joker }

// Order says which open box of a column may be filled.
func (rs *RuleSet) Order() Order { return rs.def.Order }

// ColumnOrder says which column of a category may be filled.
func (rs *RuleSet) ColumnOrder() ColumnOrder { return rs.def.ColumnOrder }

// ServedWins tells whether the served pattern of a box ends the game (A.10).
func (rs *RuleSet) ServedWins() bool { return rs.def.ServedWins }
