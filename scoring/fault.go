package scoring

import (
	"fmt"
	"strings"
)

// Code names a broken rule. It is stable: clients branch on it, package lang
// has its sentence in twelve languages, openapi.yaml lists it.
type Code string

// The rules that a request can break, in the order in which they are checked.
const (
	BadDice          Code = "bad_dice"             // wrong number of dice, or a face that does not exist (B75)
	BadRolls         Code = "bad_rolls"            // more rolls than a turn has, or than were saved (A.8)
	UnknownCategory  Code = "unknown_category"     // no such box on this card
	UnknownColumn    Code = "unknown_column"       // no such column on this card
	BoxFilled        Code = "box_filled"           // a box is written once (S0-6, S1-26, S2-4, S4-20)
	CardComplete     Code = "card_complete"        // every box is filled
	ImpossiblePoints Code = "impossible_points"    // the box can't hold these points (B75)
	PointsMismatch   Code = "points_mismatch"      // the points sent are not what the dice are worth
	DiceOrPoints     Code = "dice_or_points"       // an entry needs dice or points
	JokerUpper       Code = "joker_must_use_upper" // HAS, S2-32
	JokerLower       Code = "joker_must_use_lower" // HAS, S1-39, S2-33
	OrderUpperFirst  Code = "order_upper_first"    // S3-44
	OrderNextBox     Code = "order_next_box"       // A.5 top_down, bottom_up
	ColumnOutOfOrder Code = "column_order"         // A.11, left to right
	NeedsBox         Code = "needs_generala"       // A.10: double only after a scored generala
	ServedWinEnds    Code = "served_generala_ends" // A.10: nothing is written after a served win
	BadExtraYahtzees Code = "bad_extra_yahtzees"   // B38: a bonus that the card can't have earned
	UnknownRuleSet   Code = "unknown_ruleset"
	UnknownOption    Code = "unknown_option"
	BadOption        Code = "bad_option"
	UnknownSeat      Code = "unknown_seat"
	NotYourTurn      Code = "not_your_turn"
	GameOver         Code = "game_over"
	LaterTurnIllegal Code = "later_turn_illegal" // a correction would break a later turn
	NotLastTurn      Code = "not_last_turn"      // only the last turn can be taken back
	UnknownTurn      Code = "unknown_turn"
	SeatLeft         Code = "seat_left"        // the player left the game
	MixedPaper       Code = "mixed_paper"      // a game is played, or copied from paper, for all alike
	CardIncomplete   Code = "card_incomplete"  // a card from paper is finished
	ImpossibleTotal  Code = "impossible_total" // above the rule set's maximum, or below 0
	NotTied          Code = "not_tied"         // an extra round is for a finished game with several winners
	PlayersMismatch  Code = "players_mismatch" // not the players that belong here, or not each of them once
	RuleSetMismatch  Code = "ruleset_mismatch" // a match is played by one rule set
	MatchGameOpen    Code = "match_game_open"  // one game of a match after the other
	MatchOver        Code = "match_over"
	BadDefinition    Code = "bad_definition" // a rule file that means nothing
)

// Fault is one broken rule: what (Code), where (Pointer, RFC 6901, relative to
// the value that was checked) and the values that a sentence about it needs.
type Fault struct {
	Code    Code
	Pointer string
	Args    map[string]any
}

// Faults is every fault found in one value, in reading order. As an error it is
// never empty.
type Faults []Fault

// Error lists codes and places, for logs; people get package lang's sentences.
func (fs Faults) Error() string {
	parts := make([]string, len(fs))
	for i, f := range fs {
		parts[i] = fmt.Sprintf("%s at %q %v", f.Code, f.Pointer, f.Args)
	}
	return strings.Join(parts, "; ")
}

// Has tells whether a fault with this code is among them.
func (fs Faults) Has(code Code) bool {
	for _, f := range fs {
		if f.Code == code {
			return true
		}
	}
	return false
}

// Under returns the faults with their pointers moved below prefix.
func (fs Faults) Under(prefix string) Faults {
	moved := make(Faults, len(fs))
	for i, f := range fs {
		f.Pointer = prefix + f.Pointer
		moved[i] = f
	}
	return moved
}
