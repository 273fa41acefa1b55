package scoring

// BonusStatus says where a column stands with its upper bonus.
type BonusStatus string

// The states of an upper bonus. It is earned as soon as the sum is reached, not
// when the section is full (B30), and missed as soon as it can't be any more.
const (
	BonusNone   BonusStatus = "none" // the card has no upper bonus
	BonusOpen   BonusStatus = "open"
	BonusEarned BonusStatus = "earned"
	BonusMissed BonusStatus = "missed"
)

// Totals is a card added up. It is always derived, never stored (B31, B60).
type Totals struct {
	Columns     []ColumnTotals `json:"columns"`
	GrandTotal  int            `json:"grand_total"`
	BoxesFilled int            `json:"boxes_filled"`
	BoxesTotal  int            `json:"boxes_total"`
	Complete    bool           `json:"complete"`
	ServedWin   bool           `json:"served_win"`            // ended by a served win (A.10)
	SavedRolls  *int           `json:"saved_rolls,omitempty"` // for later turns (A.8)
}

// ColumnTotals is one column: Total is upper and lower times the multiplier, plus
// ExtraPoints, which the multiplier has entered already (A.11).
type ColumnTotals struct {
	Column        int         `json:"column"`
	Multiplier    int         `json:"multiplier"`
	Upper         UpperTotals `json:"upper"`
	Lower         LowerTotals `json:"lower"`
	ExtraYahtzees int         `json:"extra_yahtzees"`
	ExtraPoints   int         `json:"extra_points"`
	Total         int         `json:"total"`
}

// UpperTotals is the upper section: Points of its boxes, Bonus and their sum.
type UpperTotals struct {
	Points      int         `json:"points"`
	Bonus       int         `json:"bonus"`
	BonusStatus BonusStatus `json:"bonus_status"`
	Total       int         `json:"total"`
}

// LowerTotals is the lower section; Total equals Points.
type LowerTotals struct {
	Points int `json:"points"`
	Total  int `json:"total"`
}

// Totals adds the card up (S1-42, HAS).
func (c *Card) Totals() Totals {
	t := Totals{
		Columns:     make([]ColumnTotals, len(c.rules.def.Columns)),
		BoxesFilled: len(c.cells) - c.left, BoxesTotal: len(c.cells),
		Complete: c.Complete(), ServedWin: c.servedWin,
	}
	for column := range t.Columns {
		t.Columns[column] = c.column(column)
		t.GrandTotal += t.Columns[column].Total
	}
	if c.rules.def.SavedRolls {
		saved := c.saved
		t.SavedRolls = &saved
	}
	return t
}

// GrandTotal is the sum of all columns, bonuses and extra points included.
func (c *Card) GrandTotal() (sum int) {
	for column := range c.rules.def.Columns {
		sum += c.column(column).Total
	}
	return sum
}

func (c *Card) column(column int) ColumnTotals {
	t := ColumnTotals{Column: column + 1, Multiplier: c.rules.def.Columns[column], ExtraYahtzees: c.extras[column]}
	reach := 0 // what open upper boxes can still bring
	for box := range c.rules.def.Boxes {
		points := c.cell(box, column)
		upper := c.rules.def.Boxes[box].Section == Upper
		switch {
		case points != open && upper:
			t.Upper.Points += points
		case points != open:
			t.Lower.Points += points
		case upper:
			reach += c.rules.most(box)
		}
	}
	t.Upper.Bonus, t.Upper.BonusStatus = c.rules.bonus(t.Upper.Points, t.Upper.Points+reach)
	t.Upper.Total = t.Upper.Points + t.Upper.Bonus
	t.Lower.Total = t.Lower.Points
	if joker := c.rules.def.Joker; joker != nil {
		t.ExtraPoints = t.ExtraYahtzees * joker.ExtraPoints * t.Multiplier
	}
	t.Total = (t.Upper.Total+t.Lower.Total)*t.Multiplier + t.ExtraPoints
	return t
}

// most is the highest value of a box.
func (rs *RuleSet) most(box int) int {
	values := rs.possible[box]
	return values[len(values)-1]
}

// bonus judges an upper sum that can still grow to reach.
func (rs *RuleSet) bonus(sum, reach int) (int, BonusStatus) {
	bonus := rs.def.UpperBonus
	switch {
	case bonus == nil:
		return 0, BonusNone
	case sum >= bonus.At:
		return bonus.Points, BonusEarned
	case reach < bonus.At:
		return 0, BonusMissed
	default:
		return 0, BonusOpen
	}
}
