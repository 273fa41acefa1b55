package scoring

import (
	"encoding/json"
	"maps"
	"slices"
)

var (
	jokerRules   = []JokerRule{JokerNone, JokerForced, JokerOrdinary, JokerFreeChoice, JokerOriginal, JokerKniffel}
	orders       = []Order{OrderAny, UpperFirst, OrderTopDown, OrderBottomUp}
	columnOrders = []ColumnOrder{ColumnAny, LeftToRight}
)

// Option is a house rule that a game may choose: a yes/no question, one word of
// Allowed, or a number from Min to Max.
type Option struct {
	ID      string   `json:"id"`
	Default any      `json:"default"` // bool, string or int
	Allowed []string `json:"allowed,omitempty"`
	Min     *int     `json:"min,omitempty"`
	Max     *int     `json:"max,omitempty"`
}

// setting is a field of a definition that may be an option.
type setting struct {
	allowed  []string
	min, max int
	has      func(*Definition) bool
	get      func(*Definition) any
	set      func(*Definition, any)
}

// settings are the options of api.md 2 that are fields; the yes/no ones that
// change a box (full_house_of_five, double_generala …) are the file's switches.
var settings = map[string]setting{
	"joker": {
		allowed: words(jokerRules), has: hasJoker,
		get: func(d *Definition) any { return string(d.Joker.Rule) },
		set: func(d *Definition, v any) { changeJoker(d).Rule = JokerRule(v.(string)) },
	},
	"extra_yahtzee_points": {
		max: maxPoints, has: hasJoker,
		get: func(d *Definition) any { return d.Joker.ExtraPoints },
		set: func(d *Definition, v any) { changeJoker(d).ExtraPoints = v.(int) },
	},
	"extra_after_zero": {
		has: hasJoker,
		get: func(d *Definition) any { return d.Joker.ExtraAfterZero },
		set: func(d *Definition, v any) { changeJoker(d).ExtraAfterZero = v.(bool) },
	},
	"upper_bonus_at": {
		min: 1, max: maxPoints, has: hasBonus,
		get: func(d *Definition) any { return d.UpperBonus.At },
		set: func(d *Definition, v any) { changeBonus(d).At = v.(int) },
	},
	"upper_bonus_points": {
		max: maxPoints, has: hasBonus,
		get: func(d *Definition) any { return d.UpperBonus.Points },
		set: func(d *Definition, v any) { changeBonus(d).Points = v.(int) },
	},
	"order": {
		allowed: words(orders), has: always,
		get: func(d *Definition) any { return string(cmpOr(d.Order, OrderAny)) },
		set: func(d *Definition, v any) { d.Order = Order(v.(string)) },
	},
	"column_order": {
		allowed: words(columnOrders), has: func(d *Definition) bool { return len(d.Columns) > 1 },
		get: func(d *Definition) any { return string(cmpOr(d.ColumnOrder, ColumnAny)) },
		set: func(d *Definition, v any) { d.ColumnOrder = ColumnOrder(v.(string)) },
	},
	"saved_rolls": {
		has: always,
		get: func(d *Definition) any { return d.SavedRolls },
		set: func(d *Definition, v any) { d.SavedRolls = v.(bool) },
	},
	"served_wins": {
		has: func(d *Definition) bool { return d.ServedWinBox != "" },
		get: func(d *Definition) any { return d.ServedWins },
		set: func(d *Definition, v any) { d.ServedWins = v.(bool) },
	},
}

func always(*Definition) bool     { return true }
func hasJoker(d *Definition) bool { return d.Joker != nil }
func hasBonus(d *Definition) bool { return d.UpperBonus != nil }
func words[T ~string](ws []T) (all []string) {
	for _, w := range ws {
		all = append(all, string(w))
	}
	return all
}

// changeJoker gives the definition a joker of its own before it is changed.
func changeJoker(d *Definition) *Joker {
	own := *d.Joker
	d.Joker = &own
	return d.Joker
}

func changeBonus(d *Definition) *UpperBonus {
	own := *d.UpperBonus
	d.UpperBonus = &own
	return d.UpperBonus
}

// switchSetting is the option of one switch.
func switchSetting(name string) setting {
	return setting{
		get: func(d *Definition) any { return d.Switches[name] },
		set: func(d *Definition, v any) {
			d.Switches = maps.Clone(d.Switches)
			d.Switches[name] = v.(bool)
		},
	}
}

// setting finds an option of the rule set.
func (rs *RuleSet) setting(id string) (setting, bool) {
	if _, ok := rs.base.Switches[id]; ok {
		return switchSetting(id), true
	}
	if slices.Contains(rs.base.Options, id) {
		return settings[id], true
	}
	return setting{}, false
}

// optionIDs lists the rule set's options: the file's order, then its switches.
func (rs *RuleSet) optionIDs() []string {
	return append(slices.Clone(rs.base.Options), slices.Sorted(maps.Keys(rs.base.Switches))...)
}

// Options lists what a game may change, with defaults and ranges, in the order of
// the rule file.
func (rs *RuleSet) Options() []Option {
	options := []Option{}
	for _, id := range rs.optionIDs() {
		s, _ := rs.setting(id)
		option := Option{ID: id, Default: s.get(rs.base), Allowed: s.allowed}
		if _, number := option.Default.(int); number {
			option.Min, option.Max = &s.min, &s.max
		}
		options = append(options, option)
	}
	return options
}

// Effective gives the value of every option, chosen or by default.
func (rs *RuleSet) Effective() map[string]any {
	values := map[string]any{}
	for _, id := range rs.optionIDs() {
		s, _ := rs.setting(id)
		values[id] = s.get(&rs.def)
	}
	return values
}

// Chosen gives the options whose value is not the default: two games are
// comparable when their rule set, version and Chosen are equal (A.5).
func (rs *RuleSet) Chosen() map[string]any {
	values := map[string]any{}
	for _, id := range rs.optionIDs() {
		s, _ := rs.setting(id)
		if value := s.get(&rs.def); value != s.get(rs.base) {
			values[id] = value
		}
	}
	return values
}

// With returns the rule set with options changed, starting from the defaults.
// Values are bool, string or a number. Faults point at /<option>: UnknownOption,
// BadOption.
func (rs *RuleSet) With(options map[string]any) (*RuleSet, error) {
	if len(options) == 0 {
		return rs, nil
	}
	var faults Faults
	changed := *rs.base
	for _, id := range slices.Sorted(maps.Keys(options)) {
		s, ok := rs.setting(id)
		if !ok {
			faults = append(faults, Fault{UnknownOption, "/" + id, map[string]any{"option": id, "allowed": rs.optionIDs()}})
			continue
		}
		value, ok := s.accept(s.get(rs.base), options[id])
		if !ok {
			faults = append(faults, Fault{BadOption, "/" + id, map[string]any{
				"option": id, "got": options[id], "allowed": s.allowedValues(s.get(rs.base)),
			}})
			continue
		}
		s.set(&changed, value)
	}
	if len(faults) > 0 {
		return nil, faults
	}
	return build(rs.base, changed), nil
}

// accept turns a value as JSON has it into one of the kind of the default.
func (s setting) accept(kind, value any) (any, bool) {
	switch kind.(type) {
	case bool:
		yes, ok := value.(bool)
		return yes, ok
	case string:
		word, ok := value.(string)
		return word, ok && slices.Contains(s.allowed, word)
	default:
		n, ok := whole(value)
		return n, ok && n >= s.min && n <= s.max
	}
}

func whole(value any) (int, bool) {
	switch n := value.(type) {
	case int:
		return n, true
	case float64:
		return int(n), n == float64(int(n))
	case json.Number:
		i, err := n.Int64()
		return int(i), err == nil
	default:
		return 0, false
	}
}

// allowedValues describes the range of an option for a sentence about a fault.
func (s setting) allowedValues(kind any) any {
	switch kind.(type) {
	case bool:
		return []string{"true", "false"}
	case string:
		return s.allowed
	default:
		return []int{s.min, s.max}
	}
}
