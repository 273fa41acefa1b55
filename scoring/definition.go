// Package scoring knows the rules: what dice are worth in every box, which
// boxes may be filled, what a card totals, whose turn it is and who won. It is
// pure: no files, no clock, no randomness. A rule set is data (Definition, made
// of the files in scoring/rulesets); New turns it into a RuleSet that answers.
package scoring

// Limits of a definition: wide enough for every game of rules.md, narrow enough
// that the score table of a rule set stays small.
const (
	MaxDice    = 8
	MaxFaces   = 10
	MaxBoxes   = 40
	MaxColumns = 6
	maxPoints  = 1000
	maxPhrases = 80
)

// Definition is a rule set as data: the one format of the built-in files and of
// a family's own (design.md 3). JSON and YAML use the same names.
type Definition struct {
	ID      string `json:"id"`      // lower-case letters, digits and hyphens
	Version int    `json:"version"` // 1 and up; a changed rule needs a new version
	// Names of a house rule set by language id; built-in names live in package lang.
	Names map[string]string `json:"names,omitempty"`

	Dice         int         `json:"dice"`                     // dice in a roll, 1-8
	Faces        int         `json:"faces"`                    // faces of a die, 2-10
	Rolls        int         `json:"rolls"`                    // rolls in a turn, 1-10
	SavedRolls   bool        `json:"saved_rolls,omitempty"`    // unused rolls are kept for later turns (A.8)
	Columns      []int       `json:"columns,omitempty"`        // multiplier of each column; one column × 1 when empty (A.11)
	Order        Order       `json:"order,omitempty"`          // which open box may be filled (A.5); any when empty
	ColumnOrder  ColumnOrder `json:"column_order,omitempty"`   // which column may be filled (A.11); any when empty
	Start        Start       `json:"start,omitempty"`          // who begins (A.18)
	ServedWinBox string      `json:"served_win_box,omitempty"` // the box whose pattern wins when served (A.10)
	ServedWins   bool        `json:"served_wins,omitempty"`    // whether it does

	Boxes      []Box       `json:"boxes"` // in card order
	UpperBonus *UpperBonus `json:"upper_bonus,omitempty"`
	Joker      *Joker      `json:"joker,omitempty"`

	// Switches are yes/no options that boxes refer to, with their defaults.
	Switches map[string]bool `json:"switches,omitempty"`
	// Options lists the fields above that a game may change (see Options).
	Options []string `json:"options,omitempty"`
}

// Section is the half of the card that a box belongs to.
type Section string

// The two halves of a card (S1-15, S2-21, S3-17).
const (
	Upper Section = "upper"
	Lower Section = "lower"
)

// Box is one row of the card: what fits it and what it is worth.
type Box struct {
	ID      string            `json:"id"`
	Names   map[string]string `json:"names,omitempty"` // of a house rule set, by language id
	Section Section           `json:"section"`
	Pattern Pattern           `json:"pattern"`
	Points  Points            `json:"points"`
	Joker   bool              `json:"joker,omitempty"`  // pays its fixed points to a joker (HAS)
	Needs   string            `json:"needs,omitempty"`  // pays only once this box holds points (A.10)
	Switch  string            `json:"switch,omitempty"` // the box is on the card only with this switch
}

// Pattern says which dice fit a box. Exactly one of its fields is set, besides
// From and OneFace. The order of dice never matters.
type Pattern struct {
	Face    int     `json:"face,omitempty"`        // any number of this face; always fits
	OfAKind int     `json:"n_of_a_kind,omitempty"` // at least so many of one face
	Groups  []int   `json:"groups,omitempty"`      // groups of equal dice, each of another face
	Run     int     `json:"run,omitempty"`         // so many consecutive faces, other dice free; never wraps
	From    int     `json:"from,omitempty"`        // with Run: the run starts here
	Exactly [][]int `json:"exactly,omitempty"`     // one of these rolls, whole
	Any     bool    `json:"any,omitempty"`         // everything fits
	// OneFace names a switch; with it one face may serve several groups (F9).
	OneFace string `json:"one_face,omitempty"`
}

// Points says what fitting dice are worth: Fixed, or a Sum with Plus added.
type Points struct {
	Fixed  int `json:"fixed,omitempty"`
	Sum    Sum `json:"sum,omitempty"`
	Plus   int `json:"plus,omitempty"`
	Served int `json:"served,omitempty"` // fixed points when all dice fit on the first roll (A.10)
}

// Sum says which dice are added up.
type Sum string

// The sums: all dice of the roll, or those that make the pattern (F10).
const (
	SumAll      Sum = "all"
	SumMatching Sum = "matching"
)

// UpperBonus is added to a column whose upper boxes reach At (S1-32, S2-47, A.8).
type UpperBonus struct {
	At     int `json:"at"`
	Points int `json:"points"`
}

// Joker says what a repeat, all dice equal with the joker box already filled,
// may do (A.0). Extra points and the joker rule are independent of each other.
type Joker struct {
	Rule           JokerRule `json:"rule"`
	Box            string    `json:"box"`                        // the box of equal dice: yahtzee
	ExtraPoints    int       `json:"extra_points"`               // for each repeat, times the column's multiplier
	ExtraAfterZero bool      `json:"extra_after_zero,omitempty"` // also when Box holds 0 (A.9, F5)
}

// JokerRule says where a repeat may go and what it pays there (A.0's table).
type JokerRule string

// The joker rules of A.0.
const (
	JokerNone       JokerRule = "none"          // S0: an ordinary roll
	JokerForced     JokerRule = "forced"        // HAS, S2, S3: own upper box, else lower, else a zero above
	JokerOrdinary   JokerRule = "ordinary"      // S1: ordinary while the own box is open, then as forced
	JokerFreeChoice JokerRule = "free_choice"   // any box; joker values once the own box is filled
	JokerOriginal   JokerRule = "original_1956" // lower boxes only, else a zero above
	JokerKniffel    JokerRule = "kniffel"       // as forced, extra points only in the own box
)

// Order says which open box of a column may be filled (A.5).
type Order string

// The orders of A.5 that need neither roll number nor announcement.
const (
	OrderAny      Order = "any"
	UpperFirst    Order = "upper_first" // S3-44
	OrderTopDown  Order = "top_down"
	OrderBottomUp Order = "bottom_up"
)

// ColumnOrder says which column of a category may be filled (A.11, B46).
type ColumnOrder string

// The two readings of A.11.
const (
	ColumnAny   ColumnOrder = "any"
	LeftToRight ColumnOrder = "left_to_right"
)

// Start says how the first player is found: so many dice each, and whether the
// highest or the lowest sum begins (A.18).
type Start struct {
	Dice   int  `json:"dice,omitempty"`   // dice to roll; those of a turn when 0
	Lowest bool `json:"lowest,omitempty"` // Generala
}
