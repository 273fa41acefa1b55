package scoring

import (
	"slices"
	"strconv"
)

// Entry is one filled box. It has dice, or points copied from paper; an entry
// with both is taken only when the points are what the dice are worth.
type Entry struct {
	Category string `json:"category"`
	Column   int    `json:"column,omitzero"` // 1 is the first; 0 means 1
	Dice     []int  `json:"dice,omitzero"`   // in any order
	Rolls    int    `json:"rolls,omitzero"`  // rolls used; 0 means all of a turn
	Points   *int   `json:"points,omitzero"` // the box's own: no bonus, no multiplier
}

// Sheet is a card as people hand it in: the filled boxes in the order played,
// and the extra Yahtzees that entries with only points can't show.
type Sheet struct {
	Entries       []Entry `json:"entries"`
	ExtraYahtzees int     `json:"extra_yahtzees"`
	// ExtraByColumn says where ExtraYahtzees were earned on a card with several
	// columns; the first column when it is empty.
	ExtraByColumn []int `json:"extra_yahtzees_by_column,omitzero"`
}

// Written is a filled box with what it earned.
type Written struct {
	Entry
	Joker       bool `json:"joker"`        // paid as a joker (A.0)
	ExtraPoints int  `json:"extra_points"` // earned besides the box
	ServedWin   bool `json:"served_win"`   // ended the game (A.10)
}

// Card is the filled boxes of one player. It is a value: Play returns a new one.
type Card struct {
	rules     *RuleSet
	written   []Written
	cells     []int // points per box and column, open where it is empty
	extras    []int // extra Yahtzees per column, of paper and of dice
	paper     []int // those of paper, per column
	left      int   // open boxes
	saved     int   // rolls saved for later turns (A.8)
	servedWin bool
}

const open = -1 // an empty box; a struck one holds 0 (B52)

func at(pointer string, i int) string { return pointer + "/" + strconv.Itoa(i) }

// EmptyCard is the card before the first turn.
func (rs *RuleSet) EmptyCard() Card {
	columns := len(rs.def.Columns)
	cells := slices.Repeat([]int{open}, len(rs.def.Boxes)*columns)
	counters := make([]int, 2*columns)
	return Card{
		rules: rs, cells: cells, left: len(cells),
		extras: counters[:columns:columns], paper: counters[columns:],
	}
}

// clone copies what writing changes.
func (c Card) clone() Card {
	c.written = slices.Clip(c.written)
	c.cells = slices.Clone(c.cells)
	c.extras = slices.Clone(c.extras)
	return c
}

// Rules is the rule set that the card is played by.
func (c *Card) Rules() *RuleSet { return c.rules }

// Written lists the filled boxes in the order played. Callers must not change it.
func (c *Card) Written() []Written { return c.written }

// SavedRolls is the number of rolls kept for later turns (A.8).
func (c *Card) SavedRolls() int { return c.saved }

// Complete tells that nothing can be written any more: every box is filled, or a
// served win ended the game.
func (c *Card) Complete() bool { return c.left == 0 || c.servedWin }

// Points returns what a box holds; ok is false while it is open.
func (c *Card) Points(category string, column int) (points int, ok bool) {
	i := c.rules.box(category)
	if i < 0 || column < 1 || column > len(c.rules.def.Columns) {
		return 0, false
	}
	points = c.cell(i, column-1)
	return max(points, 0), points != open
}

// ExtraYahtzees counts the extra Yahtzees of a column, 1 being the first.
func (c *Card) ExtraYahtzees(column int) int { return c.extras[column-1] }

func (c *Card) cell(box, column int) int { return c.cells[box*len(c.rules.def.Columns)+column] }

// Sheet returns the card as it would be handed in: NewCard of it is an equal card.
func (c *Card) Sheet() Sheet {
	sheet := Sheet{Entries: make([]Entry, len(c.written))}
	for i := range c.written {
		sheet.Entries[i] = c.written[i].Entry
	}
	for _, n := range c.paper {
		sheet.ExtraYahtzees += n
	}
	if len(c.paper) > 1 && sheet.ExtraYahtzees > 0 {
		sheet.ExtraByColumn = slices.Clone(c.paper)
	}
	return sheet
}

// Play writes one box and returns the new card and what was written. The order of
// boxes binds points as it binds dice. Faults have pointers into the entry, whose
// dice the card keeps.
func (c Card) Play(e Entry) (Card, Written, error) {
	next := c.clone()
	if faults := next.write(&e, inGame); len(faults) > 0 {
		return c, Written{}, faults
	}
	return next, next.written[len(next.written)-1], nil
}

// NewCard builds a card from a sheet, whole or partial. Entries with dice are
// checked in order against joker, fill order and saved rolls; entries with points
// only against what their box can hold, for paper doesn't tell the order. Every
// fault is reported, with pointers into the sheet. The card keeps the dice of the
// sheet, which must not be changed any more.
func (rs *RuleSet) NewCard(s Sheet) (Card, error) {
	c := rs.EmptyCard()
	c.written = make([]Written, 0, len(s.Entries))
	var faults Faults
	rule := onPaper
	for i := range s.Entries {
		if found := c.write(&s.Entries[i], rule); len(found) > 0 {
			faults = append(faults, found.Under(at("/entries", i))...)
			rule = afterFault // what the card held is not known any more
		}
	}
	if len(faults) == 0 {
		faults = c.checkNeeds()
		faults = append(faults, c.addPaperExtras(s)...)
	}
	if len(faults) > 0 {
		return rs.EmptyCard(), faults
	}
	return c, nil
}

// strictness says how much of the card's history an entry is held against.
type strictness int

const (
	inGame     strictness = iota // everything
	onPaper                      // points know no order
	afterFault                   // only what doesn't depend on the boxes before
)

// write fills a box of this card, which must be nobody else's.
func (c *Card) write(e *Entry, rule strictness) Faults {
	box, column, faults := c.find(e)
	hasPoints, hasDice := e.Points != nil, e.Dice != nil
	if !hasPoints && !hasDice {
		faults = append(faults, Fault{DiceOrPoints, "", map[string]any{}})
	}
	if hasDice {
		faults = append(faults, c.rules.checkDice(e.Dice)...)
	}
	if rule != afterFault || !c.rules.def.SavedRolls {
		faults = append(faults, c.checkRolls(e.Rolls)...)
	}
	if c.servedWin {
		faults = append(faults, Fault{ServedWinEnds, "/category", map[string]any{}})
	}
	if len(faults) > 0 {
		return faults
	}
	w := Written{Entry: *e}
	w.Column = column + 1
	if hasDice {
		faults = c.playDice(&w, box, column, rule)
	} else {
		faults = c.playPoints(&w, box, column, rule)
	}
	if len(faults) == 0 {
		c.fill(&w, box, column)
	}
	return faults
}

// find resolves the box of an entry.
func (c *Card) find(e *Entry) (box, column int, faults Faults) {
	box, column = c.rules.box(e.Category), max(e.Column, 1)-1
	if box < 0 {
		faults = append(faults, Fault{UnknownCategory, "/category", map[string]any{
			"category": e.Category, "allowed": c.rules.boxIDs(),
		}})
	}
	if columns := len(c.rules.def.Columns); e.Column < 0 || column >= columns {
		faults = append(faults, Fault{UnknownColumn, "/column", map[string]any{
			"column": e.Column, "columns": columns,
		}})
	}
	return box, column, faults
}

func (rs *RuleSet) boxIDs() (ids []string) {
	for i := range rs.def.Boxes {
		ids = append(ids, rs.def.Boxes[i].ID)
	}
	return ids
}

// playDice looks the wanted box up in the list of choices.
func (c *Card) playDice(w *Written, box, column int, rule strictness) Faults {
	w.Rolls = c.rules.rollsOr(w.Rolls)
	s := c.look(Roll{w.Dice, w.Rolls})
	choice := s.choice(box, column)
	if choice.Reason != nil && (rule != afterFault || *choice.Reason == BoxFilled) {
		return Faults{c.refusal(*choice.Reason, &s, box, column)}
	}
	if w.Points != nil && *w.Points != choice.Points && rule != afterFault {
		return Faults{{PointsMismatch, "/points", map[string]any{
			"box": w.Category, "got": *w.Points, "want": choice.Points,
		}}}
	}
	points := choice.Points // of its own, so that the whole choice isn't kept
	w.Points = &points
	w.Joker, w.ExtraPoints, w.ServedWin = choice.Joker, choice.ExtraPoints, choice.ServedWin
	return nil
}

// playPoints takes points from paper that the box can hold.
func (c *Card) playPoints(w *Written, box, column int, rule strictness) Faults {
	if c.cell(box, column) != open {
		return Faults{c.refusal(BoxFilled, nil, box, column)}
	}
	if rule == inGame {
		if code := c.orderFault(box, column); code != "" {
			return Faults{c.refusal(code, nil, box, column)}
		}
		if *w.Points > 0 && !c.needsMet(box, column) {
			return Faults{c.refusal(NeedsBox, nil, box, column)}
		}
	}
	if !slices.Contains(c.rules.possible[box], *w.Points) {
		return Faults{{ImpossiblePoints, "/points", map[string]any{
			"box": w.Category, "got": *w.Points, "allowed": c.rules.possible[box],
		}}}
	}
	points := *w.Points
	w.Points = &points
	return nil
}

// fill writes the box and keeps the books: extra Yahtzees and saved rolls.
func (c *Card) fill(w *Written, box, column int) {
	c.cells[box*len(c.rules.def.Columns)+column] = *w.Points
	c.left--
	if w.ExtraPoints > 0 {
		c.extras[column]++
	}
	if c.rules.def.SavedRolls {
		c.saved += c.rules.def.Rolls - c.rules.rollsOr(w.Rolls)
	}
	c.servedWin = w.ServedWin
	c.written = append(c.written, *w)
}

// refusal is the fault of a box that may not be filled now.
func (c *Card) refusal(code Code, s *situation, box, column int) Fault {
	args := map[string]any{"box": c.rules.def.Boxes[box].ID, "column": column + 1}
	pointer := "/category"
	switch code {
	case JokerUpper:
		args["box"] = c.rules.def.Boxes[s.own].ID
	case OrderNextBox:
		args["box"] = c.rules.def.Boxes[c.nextBox(column)].ID
	case NeedsBox:
		args["box"] = c.rules.def.Boxes[c.rules.needs[box]].ID
	case ColumnOutOfOrder:
		pointer = "/column"
	}
	return Fault{code, pointer, args}
}
