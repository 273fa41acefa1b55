package scoring_test

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"testing"

	"segnapunti/scoring"
)

// Values of options that are refused, each with what is allowed instead.
func TestBadOptions(t *testing.T) {
	jokers := []string{"none", "forced", "ordinary", "free_choice", "original_1956", "kniffel"}
	for _, c := range []struct {
		id, option string
		value      any
		allowed    any
	}{
		{full, "joker", "wild", jokers},
		{full, "joker", "", jokers},
		{full, "joker", true, jokers},
		{full, "joker", 1, jokers},
		{full, "joker", nil, jokers},
		{full, "extra_yahtzee_points", -1, []int{0, 1000}},
		{full, "extra_yahtzee_points", 1001, []int{0, 1000}},
		{full, "extra_yahtzee_points", 2.5, []int{0, 1000}},
		{full, "extra_yahtzee_points", "100", []int{0, 1000}},
		{full, "extra_yahtzee_points", json.Number("2.5"), []int{0, 1000}},
		{full, "extra_yahtzee_points", json.Number("1001"), []int{0, 1000}},
		{full, "extra_yahtzee_points", 1e300, []int{0, 1000}},
		{full, "upper_bonus_at", 0, []int{1, 1000}},
		{full, "upper_bonus_points", false, []int{0, 1000}},
		{full, "full_house_of_five", "true", []string{"true", "false"}},
		{full, "full_house_of_five", 1, []string{"true", "false"}},
		{full, "order", "left_to_right", []string{"any", "upper_first", "top_down", "bottom_up"}},
		{triple, "column_order", "top_down", []string{"any", "left_to_right"}},
		{"maxi-yatzy", "saved_rolls", nil, []string{"true", "false"}},
		{"kniffel", "extra_after_zero", "no", []string{"true", "false"}},
		{generala, "served_wins", 0, []string{"true", "false"}},
	} {
		_, err := rules(t, c.id).With(map[string]any{c.option: c.value})
		checkFault(t, err, scoring.Fault{Code: scoring.BadOption, Pointer: "/" + c.option, Args: map[string]any{
			"option": c.option, "got": c.value, "allowed": c.allowed,
		}})
	}
}

func TestUnknownOptions(t *testing.T) {
	_, err := rules(t, "yatzy").With(map[string]any{"joker": "none"})
	checkFault(t, err, scoring.Fault{Code: scoring.UnknownOption, Pointer: "/joker", Args: map[string]any{
		"option": "joker", "allowed": []string{"upper_bonus_at", "upper_bonus_points", "order", "full_house_of_five", "two_pairs_of_four"},
	}})
	_, err = catalog(t).Find(full, map[string]any{"joker": "x", "column_order": "any", "order": 1, "upper_bonus_at": 63})
	if got := told(t, err); got != "unknown_option /options/column_order, bad_option /options/joker, bad_option /options/order" {
		t.Errorf("several: %s", got)
	}
	_, err = catalog(t).Find("yathzee", nil)
	checkFault(t, err, scoring.Fault{Code: scoring.UnknownRuleSet, Pointer: "/id", Args: map[string]any{"ruleset": "yathzee", "allowed": catalog(t).IDs()}})
}

// Values that are taken, in every form that JSON may give them.
func TestGoodOptions(t *testing.T) {
	for _, c := range []struct {
		id, option  string
		value, want any
	}{
		{full, "extra_yahtzee_points", 0, 0},
		{full, "extra_yahtzee_points", 1000, 1000},
		{full, "extra_yahtzee_points", 50.0, 50},
		{full, "extra_yahtzee_points", json.Number("50"), 50},
		{full, "upper_bonus_at", 1, 1},
		{full, "upper_bonus_points", 0, 0},
		{full, "joker", "kniffel", "kniffel"},
		{full, "order", "upper_first", "upper_first"},
		{full, "full_house_of_five", true, true},
		{triple, "column_order", "left_to_right", "left_to_right"},
		{"maxi-yatzy", "saved_rolls", false, false},
		{"kniffel", "extra_after_zero", false, false},
		{generala, "served_wins", false, false},
		{generala, "double_generala", false, false},
	} {
		base := rules(t, c.id)
		was := base.Effective()[c.option]
		rs, err := base.With(map[string]any{c.option: c.value})
		fatal(t, err)
		if got := rs.Effective()[c.option]; got != c.want || !reflect.DeepEqual(rs.Chosen(), map[string]any{c.option: c.want}) {
			t.Errorf("%s %s: %v, chosen %v", c.id, c.option, got, rs.Chosen())
		}
		if base.Effective()[c.option] != was || len(base.Chosen()) != 0 {
			t.Errorf("%s %s: the rule set itself changed", c.id, c.option)
		}
	}
}

// Options start from the defaults, and a default that is named isn't chosen.
func TestOptionsStartFromDefaults(t *testing.T) {
	first := ruleSet(t, "yahtzee joker=none upper_bonus_at=70")
	second, err := first.With(map[string]any{"upper_bonus_points": 50, "order": "any"})
	fatal(t, err)
	if want := map[string]any{"upper_bonus_points": 50}; !maps.Equal(second.Chosen(), want) {
		t.Errorf("chosen %v, want %v", second.Chosen(), want)
	}
	if same, err := first.With(nil); err != nil || same != first {
		t.Errorf("no options: %v, %v", same, err)
	}
}

// What each rule set lets a game change (api.md 2), with defaults and ranges.
func TestOptionsListed(t *testing.T) {
	nought, one, thousand := 0, 1, 1000
	jokers := []string{"none", "forced", "ordinary", "free_choice", "original_1956", "kniffel"}
	orders := []string{"any", "upper_first", "top_down", "bottom_up"}
	for id, want := range map[string][]scoring.Option{
		"kniffel": {
			{ID: "joker", Default: "kniffel", Allowed: jokers},
			{ID: "extra_yahtzee_points", Default: 50, Min: &nought, Max: &thousand},
			{ID: "extra_after_zero", Default: true},
			{ID: "upper_bonus_at", Default: 63, Min: &one, Max: &thousand},
			{ID: "upper_bonus_points", Default: 35, Min: &nought, Max: &thousand},
			{ID: "order", Default: "any", Allowed: orders},
			{ID: "full_house_of_five", Default: false},
		},
		"yahtzee-upper-first": nil,
		"triple-yahtzee": {
			{ID: "joker", Default: "free_choice", Allowed: jokers},
			{ID: "extra_yahtzee_points", Default: 100, Min: &nought, Max: &thousand},
			{ID: "upper_bonus_at", Default: 63, Min: &one, Max: &thousand},
			{ID: "upper_bonus_points", Default: 35, Min: &nought, Max: &thousand},
			{ID: "order", Default: "any", Allowed: orders},
			{ID: "column_order", Default: "any", Allowed: []string{"any", "left_to_right"}},
			{ID: "full_house_of_five", Default: false},
		},
		"maxi-yatzy": {
			{ID: "saved_rolls", Default: true},
			{ID: "upper_bonus_at", Default: 84, Min: &one, Max: &thousand},
			{ID: "upper_bonus_points", Default: 100, Min: &nought, Max: &thousand},
			{ID: "order", Default: "any", Allowed: orders},
		},
		"generala": {
			{ID: "served_wins", Default: true},
			{ID: "order", Default: "any", Allowed: orders},
			{ID: "double_generala", Default: true},
		},
		"yacht": {{ID: "order", Default: "any", Allowed: orders}},
	} {
		got := rules(t, id).Options()
		if id == "yahtzee-upper-first" {
			i := slices.IndexFunc(got, func(o scoring.Option) bool { return o.ID == "order" })
			got, want = got[i:i+1], []scoring.Option{{ID: "order", Default: "upper_first", Allowed: orders}}
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, want %+v", id, got, want)
		}
	}
	none := scoring.Definition{ID: "coin", Version: 1, Dice: 1, Faces: 2, Rolls: 1, Boxes: []scoring.Box{
		{ID: "heads", Section: scoring.Upper, Pattern: scoring.Pattern{Face: 1}, Points: scoring.Points{Sum: scoring.SumMatching}},
	}}
	rs, err := scoring.New(none)
	fatal(t, err)
	if got, err := json.Marshal(rs.Options()); err != nil || string(got) != "[]" {
		t.Errorf("no options: %s, %v", got, err)
	}
}

// Options of the built-in rule sets have defaults inside their ranges.
func TestDefaultsAreAllowed(t *testing.T) {
	for _, rs := range catalog(t).All() {
		defaults := map[string]any{}
		for _, o := range rs.Options() {
			defaults[o.ID] = o.Default
		}
		again, err := rs.With(defaults)
		if err != nil || len(again.Chosen()) != 0 || !maps.Equal(again.Effective(), defaults) {
			t.Errorf("%s: %v", rs.ID(), err)
		}
	}
}

// The house rules of F9: one face may serve several groups.
func TestSwitches(t *testing.T) {
	for _, h := range []hand{
		{"", "yahtzee full_house_of_five=true", "", "22222", "full_house=25"},
		{"", "yahtzee full_house_of_five=true", "", "22223", "full_house=0"}, // four and one is none
		{"", "yahtzee full_house_of_five=true", "", "22233", "full_house=25"},
		{"", "yatzy full_house_of_five=true", "", "22222", "full_house=10 two_pairs=0"},
		{"", "yatzy two_pairs_of_four=true", "", "22223", "two_pairs=8 full_house=0"},
		{"", "yatzy two_pairs_of_four=true", "", "22222", "two_pairs=8 full_house=0"},
		{"", "yatzy two_pairs_of_four=true", "", "22233", "two_pairs=10"},
		{"", "yatzy-13 full_house_of_five=true", "", "22222", "full_house=25"},
	} {
		h.check(t)
	}
}

func TestCatalog(t *testing.T) {
	one, two := rules(t, full), rules(t, yatzy)
	c, err := scoring.NewCatalog(two, one)
	fatal(t, err)
	if !slices.Equal(c.IDs(), []string{yatzy, full}) || !slices.Equal(c.All(), []*scoring.RuleSet{two, one}) {
		t.Errorf("ids %v", c.IDs())
	}
	c.All()[0] = nil // a copy
	if found, err := c.Find(yatzy, nil); err != nil || found != two {
		t.Errorf("found %v, %v", found, err)
	}
	if _, err := scoring.NewCatalog(one, two, one); err == nil || err.Error() != `two rule sets have the id "yahtzee"` {
		t.Errorf("the same id twice: %v", err)
	}
}

func TestRuleSetTells(t *testing.T) {
	rs := rules(t, "maxi-yatzy")
	if rs.Dice() != 6 || rs.Faces() != 6 || rs.Rolls() != 3 || !rs.SavesRolls() || rs.Version() != 1 || rs.ServedWins() || rs.Joker() != nil {
		t.Errorf("%+v", rs.Definition())
	}
	if *rs.UpperBonus() != (scoring.UpperBonus{At: 84, Points: 100}) || rs.Order() != scoring.OrderAny || rs.ColumnOrder() != scoring.ColumnAny {
		t.Errorf("bonus %v, order %v, %v", rs.UpperBonus(), rs.Order(), rs.ColumnOrder())
	}
	if !slices.Equal(rs.Multipliers(), []int{1}) || rs.Names() != nil || !rules(t, generala).ServedWins() {
		t.Errorf("multipliers %v, names %v", rs.Multipliers(), rs.Names())
	}
	if _, ok := rs.Box("poker"); ok || rs.PossiblePoints("poker") != nil {
		t.Error("there is a poker")
	}
	if b, ok := rs.Box("tower"); !ok || b.ID != "tower" {
		t.Errorf("box %v, %v", b, ok)
	}
}

// Every value that a box can hold, zero always.
func TestPossiblePoints(t *testing.T) {
	for _, c := range []struct {
		id, box string
		want    []int
	}{
		{full, "fours", []int{0, 4, 8, 12, 16, 20}},
		{full, "yahtzee", []int{0, 50}},
		{full, "full_house", []int{0, 25}},
		{full, "four_of_a_kind", []int{0, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30}},
		{yatzy, "two_pairs", []int{0, 6, 8, 10, 12, 14, 16, 18, 20, 22}},
		{yatzy, "one_pair", []int{0, 2, 4, 6, 8, 10, 12}},
		{"generala-50-40", "generala", []int{0, 40, 50}},
		{generala, "straight", []int{0, 20, 25}},
		{generala, "double_generala", []int{0, 100}},
	} {
		got := rules(t, c.id).PossiblePoints(c.box)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s %s: %v, want %v", c.id, c.box, got, c.want)
		}
		got[0] = 99 // a copy
		if rules(t, c.id).PossiblePoints(c.box)[0] != 0 {
			t.Error("the rule set changed")
		}
	}
}
