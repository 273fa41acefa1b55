package scoring_test

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"segnapunti/scoring"
)

// small is a rule set with one box of each kind of pattern, for tests to spoil.
func small(t testing.TB) scoring.Definition {
	t.Helper()
	var d scoring.Definition
	fatal(t, json.Unmarshal([]byte(`{
		"id": "small-one", "version": 1, "dice": 5, "faces": 6, "rolls": 3,
		"boxes": [
			{"id": "ones", "section": "upper", "pattern": {"face": 1}, "points": {"sum": "matching"}},
			{"id": "house", "section": "lower", "pattern": {"groups": [3, 2], "one_face": "lenient"}, "points": {"fixed": 25}, "joker": true},
			{"id": "run", "section": "lower", "pattern": {"run": 4}, "points": {"fixed": 30, "served": 35}},
			{"id": "odd", "section": "lower", "pattern": {"exactly": [[1, 1, 3, 3, 5]]}, "points": {"fixed": 20}},
			{"id": "five", "section": "lower", "pattern": {"n_of_a_kind": 5}, "points": {"fixed": 50}},
			{"id": "more", "section": "lower", "pattern": {"any": true}, "points": {"sum": "all", "plus": 1}, "needs": "five", "switch": "more"}
		],
		"upper_bonus": {"at": 3, "points": 10},
		"joker": {"rule": "forced", "box": "five", "extra_points": 100},
		"switches": {"lenient": false, "more": true},
		"options": ["joker", "order"]
	}`), &d))
	return d
}

// reasons tells what New says of a definition, "pointer: reason" for each fault.
func reasons(t testing.TB, d scoring.Definition) []string {
	t.Helper()
	_, err := scoring.New(d)
	var faults scoring.Faults
	if !errors.As(err, &faults) {
		return nil
	}
	var all []string
	for _, f := range faults {
		if f.Code != scoring.BadDefinition {
			t.Errorf("code %s", f.Code)
		}
		all = append(all, f.Pointer+": "+f.Args["reason"].(string))
	}
	return all
}

const idForm = `must be 1 to 40 lower-case letters and digits, joined like "full_house or my-rules"; is `

// brokenDefinitions are all that New refuses: what is spoilt, where, why.
var brokenDefinitions = []struct {
	name  string
	spoil func(*scoring.Definition)
	want  []string
}{
	{"id empty", func(d *scoring.Definition) { d.ID = "" }, []string{`/id: ` + idForm + `""`}},
	{"id in capitals", func(d *scoring.Definition) { d.ID = "Mine" }, []string{`/id: ` + idForm + `"Mine"`}},
	{"id with underscore", func(d *scoring.Definition) { d.ID = "my_rules" }, []string{`/id: ` + idForm + `"my_rules"`}},
	{"id of 41", func(d *scoring.Definition) { d.ID = strings.Repeat("a", 41) }, []string{`/id: ` + idForm + `"` + strings.Repeat("a", 41) + `"`}},
	{"version 0", func(d *scoring.Definition) { d.Version = 0 }, []string{"/version: must be 1 to 1000000, is 0"}},
	{"version too high", func(d *scoring.Definition) { d.Version = 1_000_001 }, []string{"/version: must be 1 to 1000000, is 1000001"}},
	{"name empty", func(d *scoring.Definition) { d.Names = map[string]string{"en": ""} }, []string{"/names/en: a name has 1 to 80 letters, this one 0"}},
	{"name of 81", func(d *scoring.Definition) { d.Names = map[string]string{"it": strings.Repeat("è", 81)} }, []string{"/names/it: a name has 1 to 80 letters, this one 81"}},
	{"names in order", func(d *scoring.Definition) { d.Names = map[string]string{"it": "", "de": "", "fr": "x", "en": ""} }, []string{
		"/names/de: a name has 1 to 80 letters, this one 0", "/names/en: a name has 1 to 80 letters, this one 0", "/names/it: a name has 1 to 80 letters, this one 0",
	}},
	{"faces 11", func(d *scoring.Definition) { d.Faces = 11 }, []string{"/faces: must be 2 to 10, is 11"}},
	{"rolls 0", func(d *scoring.Definition) { d.Rolls = 0 }, []string{"/rolls: must be 1 to 10, is 0"}},
	{"rolls 11", func(d *scoring.Definition) { d.Rolls = 11 }, []string{"/rolls: must be 1 to 10, is 11"}},
	{"start 9 dice", func(d *scoring.Definition) { d.Start.Dice = 9 }, []string{"/start/dice: must be 0 to 8, is 9"}},
	{"start -1 dice", func(d *scoring.Definition) { d.Start.Dice = -1 }, []string{"/start/dice: must be 0 to 8, is -1"}},
	{"7 columns", func(d *scoring.Definition) { d.Columns = slices.Repeat([]int{1}, 7) }, []string{"/columns: at most 6 columns, here are 7"}},
	{"column × 0", func(d *scoring.Definition) { d.Columns = []int{1, 0, 101} }, []string{"/columns/1: must be 1 to 100, is 0", "/columns/2: must be 1 to 100, is 101"}},
	{"order", func(d *scoring.Definition) { d.Order = "sideways" }, []string{"/order: must be one of [any upper_first top_down bottom_up], is sideways"}},
	{"column order", func(d *scoring.Definition) { d.ColumnOrder = "top_down" }, []string{"/column_order: must be one of [any left_to_right], is top_down"}},
	{"41 boxes", func(d *scoring.Definition) {
		for len(d.Boxes) < 41 {
			b := d.Boxes[0]
			b.ID = "b" + strings.Repeat("x", len(d.Boxes)-5)
			d.Boxes = append(d.Boxes, b)
		}
	}, []string{"/boxes: a card has 1 to 40 boxes, this one 41"}},
	{"box id", func(d *scoring.Definition) { d.Boxes[0].ID = "Da Bomb" }, []string{`/boxes/0/id: ` + idForm + `"Da Bomb"`}},
	{"box id with hyphen", func(d *scoring.Definition) { d.Boxes[0].ID = "da-bomb" }, []string{`/boxes/0/id: ` + idForm + `"da-bomb"`}},
	{"box twice", func(d *scoring.Definition) { d.Boxes[3].ID = "run" }, []string{`/boxes/3/id: the box "run" stands twice`}},
	{"box name", func(d *scoring.Definition) { d.Boxes[1].Names = map[string]string{"de": ""} }, []string{"/boxes/1/names/de: a name has 1 to 80 letters, this one 0"}},
	{"section", func(d *scoring.Definition) { d.Boxes[0].Section = "middle" }, []string{"/boxes/0/section: must be one of [upper lower], is middle"}},
	{"no pattern", func(d *scoring.Definition) { d.Boxes[2].Pattern = scoring.Pattern{} }, []string{"/boxes/2/pattern: needs exactly one of face, n_of_a_kind, groups, run, exactly, any; has 0"}},
	{"all patterns", func(d *scoring.Definition) {
		d.Boxes[2].Pattern = scoring.Pattern{Face: 1, OfAKind: 2, Groups: []int{2}, Run: 3, Exactly: [][]int{{1}}, Any: true}
	}, []string{"/boxes/2/pattern: needs exactly one of face, n_of_a_kind, groups, run, exactly, any; has 6"}},
	{"face 7", func(d *scoring.Definition) { d.Boxes[0].Pattern.Face = 7 }, []string{"/boxes/0/pattern/face: must be 1 to 6, is 7"}},
	{"face -1", func(d *scoring.Definition) { d.Boxes[0].Pattern.Face = -1 }, []string{"/boxes/0/pattern/face: must be 1 to 6, is -1"}},
	{"six of a kind", func(d *scoring.Definition) { d.Boxes[3].Pattern = scoring.Pattern{OfAKind: 6} }, []string{"/boxes/3/pattern/n_of_a_kind: must be 1 to 5, is 6"}},
	{"-1 of a kind", func(d *scoring.Definition) { d.Boxes[3].Pattern = scoring.Pattern{OfAKind: -1} }, []string{"/boxes/3/pattern/n_of_a_kind: must be 1 to 5, is -1"}},
	{"groups of six", func(d *scoring.Definition) { d.Boxes[1].Pattern.Groups = []int{3, 3} }, []string{"/boxes/1/pattern/groups: the groups need 6 dice, a roll has 5"}},
	{"a group of none", func(d *scoring.Definition) { d.Boxes[1].Pattern.Groups = []int{0, 6} }, []string{
		"/boxes/1/pattern/groups/0: must be 1 to 5, is 0", "/boxes/1/pattern/groups/1: must be 1 to 5, is 6", "/boxes/1/pattern/groups: the groups need 6 dice, a roll has 5",
	}},
	{"run of one", func(d *scoring.Definition) { d.Boxes[2].Pattern.Run = 1 }, []string{"/boxes/2/pattern/run: must be 2 to 5, is 1"}},
	{"run of six", func(d *scoring.Definition) { d.Boxes[2].Pattern.Run = 6 }, []string{"/boxes/2/pattern/run: must be 2 to 5, is 6"}},
	{"run over the end", func(d *scoring.Definition) { d.Boxes[2].Pattern.From = 4 }, []string{"/boxes/2/pattern/from: must be 0 to 3, is 4"}},
	{"run from -1", func(d *scoring.Definition) { d.Boxes[2].Pattern.From = -1 }, []string{"/boxes/2/pattern/from: must be 0 to 3, is -1"}},
	{"run longer than the die", func(d *scoring.Definition) {
		d.Boxes, d.Joker, d.Faces, d.Options = d.Boxes[2:3], nil, 2, nil
		d.Boxes[0].Pattern.From = 1
	}, []string{"/boxes/0/pattern/run: must be 2 to 2, is 4", "/boxes/0/pattern/from: must be 0 to 0, is 1"}},
	{"from without run", func(d *scoring.Definition) { d.Boxes[0].Pattern.From = 1 }, []string{"/boxes/0/pattern/from: belongs to a run"}},
	{"four dice", func(d *scoring.Definition) { d.Boxes[3].Pattern.Exactly[0] = []int{1, 1, 3, 3} }, []string{"/boxes/3/pattern/exactly/0: a roll has 5 dice, this one 4"}},
	{"a die of 7 and 0", func(d *scoring.Definition) { d.Boxes[3].Pattern.Exactly[0] = []int{7, 1, 3, 3, 0} }, []string{
		"/boxes/3/pattern/exactly/0/0: must be 1 to 6, is 7", "/boxes/3/pattern/exactly/0/4: must be 1 to 6, is 0",
	}},
	{"81 rolls", func(d *scoring.Definition) {
		d.Boxes[3].Pattern.Exactly = slices.Repeat([][]int{{1, 1, 3, 3, 5}}, 81)
	}, []string{"/boxes/3/pattern/exactly: at most 80 rolls, here are 81"}},
	{"switch of the house", func(d *scoring.Definition) { d.Boxes[1].Pattern.OneFace = "strict" }, []string{`/boxes/1/pattern/one_face: there is no switch "strict"`}},
	{"no points", func(d *scoring.Definition) { d.Boxes[2].Points = scoring.Points{} }, []string{"/boxes/2/points: needs either fixed points or a sum"}},
	{"both points", func(d *scoring.Definition) { d.Boxes[2].Points.Sum = scoring.SumAll }, []string{"/boxes/2/points: needs either fixed points or a sum"}},
	{"sum", func(d *scoring.Definition) { d.Boxes[0].Points.Sum = "some" }, []string{"/boxes/0/points/sum: must be one of [all matching], is some"}},
	{"fixed 1001", func(d *scoring.Definition) { d.Boxes[2].Points.Fixed = 1001 }, []string{"/boxes/2/points/fixed: must be 0 to 1000, is 1001"}},
	{"fixed -1", func(d *scoring.Definition) { d.Boxes[0].Points.Fixed = -1 }, []string{"/boxes/0/points/fixed: must be 0 to 1000, is -1"}},
	{"plus -1", func(d *scoring.Definition) { d.Boxes[5].Points.Plus = -1 }, []string{"/boxes/5/points/plus: must be 0 to 1000, is -1"}},
	{"served 1001", func(d *scoring.Definition) { d.Boxes[2].Points.Served = 1001 }, []string{"/boxes/2/points/served: must be 0 to 1000, is 1001"}},
	{"joker above", func(d *scoring.Definition) { d.Boxes[1].Section = scoring.Upper }, []string{"/boxes/1/joker: only a lower box with fixed points can pay a joker"}},
	{"joker of a sum", func(d *scoring.Definition) { d.Boxes[5].Joker = true }, []string{"/boxes/5/joker: only a lower box with fixed points can pay a joker"}},
	{"needs", func(d *scoring.Definition) { d.Boxes[5].Needs = "six" }, []string{`/boxes/5/needs: there is no box "six"`}},
	{"switch", func(d *scoring.Definition) { d.Boxes[5].Switch = "less" }, []string{`/boxes/5/switch: there is no switch "less"`}},
	{"bonus at 0", func(d *scoring.Definition) { d.UpperBonus.At = 0 }, []string{"/upper_bonus/at: must be 1 to 1000, is 0"}},
	{"bonus of -1", func(d *scoring.Definition) { d.UpperBonus.Points = -1 }, []string{"/upper_bonus/points: must be 0 to 1000, is -1"}},
	{"joker box", func(d *scoring.Definition) { d.Joker.Box = "six" }, []string{`/joker/box: there is no box "six"`}},
	{"joker box of four", func(d *scoring.Definition) { d.Boxes[4].Pattern.OfAKind = 4 }, []string{`/joker/box: "five" must always be on the card and fit 5 equal dice`}},
	{"joker box with a switch", func(d *scoring.Definition) { d.Boxes[4].Switch = "more" }, []string{`/joker/box: "five" must always be on the card and fit 5 equal dice`}},
	{"joker rule", func(d *scoring.Definition) { d.Joker.Rule = "wild" }, []string{"/joker/rule: must be one of [none forced ordinary free_choice original_1956 kniffel], is wild"}},
	{"extra points", func(d *scoring.Definition) { d.Joker.ExtraPoints = 1001 }, []string{"/joker/extra_points: must be 0 to 1000, is 1001"}},
	{"served win without box", func(d *scoring.Definition) { d.ServedWins = true }, []string{`/served_win_box: there is no box ""`}},
	{"served win box", func(d *scoring.Definition) { d.ServedWinBox = "six" }, []string{`/served_win_box: there is no box "six"`}},
	{"served win box with a switch", func(d *scoring.Definition) { d.ServedWinBox = "more" }, []string{`/served_win_box: "more" must always be on the card`}},
	{"switch id", func(d *scoring.Definition) { d.Switches["My House"] = true }, []string{`/switches/My House: ` + idForm + `"My House"`}},
	{"switches in order", func(d *scoring.Definition) {
		d.Switches["served_wins"], d.Switches["joker"], d.Switches["order"] = true, true, true
	}, []string{
		`/switches/joker: "joker" is the name of an option`, `/switches/order: "order" is the name of an option`, `/switches/served_wins: "served_wins" is the name of an option`,
	}},
	{"switch named like an option", func(d *scoring.Definition) { d.Switches["order"] = true }, []string{`/switches/order: "order" is the name of an option`}},
	{"option", func(d *scoring.Definition) { d.Options = []string{"colour"} }, []string{`/options/0: there is no option "colour"`}},
	{"option twice", func(d *scoring.Definition) { d.Options = []string{"order", "joker", "order"} }, []string{`/options/2: "order" stands twice`}},
	{"options of what isn't there", func(d *scoring.Definition) {
		d.Joker, d.UpperBonus = nil, nil
		d.Options = []string{"joker", "extra_yahtzee_points", "extra_after_zero", "upper_bonus_at", "upper_bonus_points", "column_order", "served_wins"}
	}, []string{
		`/options/0: this rule set has nothing that "joker" could change`, `/options/1: this rule set has nothing that "extra_yahtzee_points" could change`,
		`/options/2: this rule set has nothing that "extra_after_zero" could change`, `/options/3: this rule set has nothing that "upper_bonus_at" could change`,
		`/options/4: this rule set has nothing that "upper_bonus_points" could change`, `/options/5: this rule set has nothing that "column_order" could change`,
		`/options/6: this rule set has nothing that "served_wins" could change`,
	}},
	{"order of one column", func(d *scoring.Definition) { d.Columns, d.Options = []int{1}, []string{"column_order"} }, []string{
		`/options/0: this rule set has nothing that "column_order" could change`,
	}},
	{"several", func(d *scoring.Definition) { d.ID, d.Version, d.Boxes[0].Section, d.Joker.Box = "", 0, "", "x" }, []string{
		`/id: ` + idForm + `""`, "/version: must be 1 to 1000000, is 0", "/boxes/0/section: must be one of [upper lower], is ", `/joker/box: there is no box "x"`,
	}},
}

func TestBrokenDefinitions(t *testing.T) {
	if got := reasons(t, small(t)); got != nil {
		t.Fatalf("the sound one: %v", got)
	}
	for _, c := range brokenDefinitions {
		t.Run(c.name, func(t *testing.T) {
			d := small(t)
			c.spoil(&d)
			if got := reasons(t, d); !slices.Equal(got, c.want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
			}
		})
	}
}

// A card without boxes, dice or faces breaks much at once; these faults are among
// them.
func TestBrokenEverything(t *testing.T) {
	got := reasons(t, scoring.Definition{Dice: 9, Faces: 1})
	for _, want := range []string{
		"/dice: must be 1 to 8, is 9", "/faces: must be 2 to 10, is 1", "/rolls: must be 1 to 10, is 0", "/boxes: a card has 1 to 40 boxes, this one 0",
	} {
		if !slices.Contains(got, want) {
			t.Errorf("no %q in %v", want, got)
		}
	}
	if got := reasons(t, scoring.Definition{}); !slices.Contains(got, "/dice: must be 1 to 8, is 0") {
		t.Errorf("no dice: %v", got)
	}
}

// The widest values that a definition may have.
func TestLimitsOfDefinitions(t *testing.T) {
	for name, change := range map[string]func(*scoring.Definition){
		"id of 40":          func(d *scoring.Definition) { d.ID = strings.Repeat("a", 40) },
		"id with hyphens":   func(d *scoring.Definition) { d.ID = "my-2-rules" },
		"version":           func(d *scoring.Definition) { d.Version = 1_000_000 },
		"name of 80":        func(d *scoring.Definition) { d.Names = map[string]string{"it": strings.Repeat("è", 80), "en": "x"} },
		"one roll":          func(d *scoring.Definition) { d.Rolls = 1 },
		"ten rolls":         func(d *scoring.Definition) { d.Rolls = 10 },
		"ten faces":         func(d *scoring.Definition) { d.Faces = 10 },
		"start with eight":  func(d *scoring.Definition) { d.Start.Dice = 8 },
		"six columns":       func(d *scoring.Definition) { d.Columns = []int{1, 100, 1, 1, 1, 1} },
		"columns change":    func(d *scoring.Definition) { d.Columns, d.Options = []int{1, 1}, []string{"column_order"} },
		"last face":         func(d *scoring.Definition) { d.Boxes[0].Pattern.Face = 6 },
		"run from the last": func(d *scoring.Definition) { d.Boxes[2].Pattern.From = 3 },
		"run of all dice":   func(d *scoring.Definition) { d.Boxes[2].Pattern.Run = 5 },
		"run of two":        func(d *scoring.Definition) { d.Boxes[2].Pattern.Run = 2 },
		"one of a kind":     func(d *scoring.Definition) { d.Boxes[3].Pattern = scoring.Pattern{OfAKind: 1} },
		"group of five":     func(d *scoring.Definition) { d.Boxes[1].Pattern.Groups = []int{5} },
		"groups of one":     func(d *scoring.Definition) { d.Boxes[1].Pattern.Groups = []int{1, 1, 1, 1, 1} },
		"dice 6 and 1":      func(d *scoring.Definition) { d.Boxes[3].Pattern.Exactly[0] = []int{6, 1, 6, 1, 6} },
		"80 rolls":          func(d *scoring.Definition) { d.Boxes[3].Pattern.Exactly = slices.Repeat([][]int{{1, 1, 3, 3, 5}}, 80) },
		"1000 points":       func(d *scoring.Definition) { d.Boxes[2].Points = scoring.Points{Fixed: 1000, Plus: 1000, Served: 1000} },
		"bonus":             func(d *scoring.Definition) { d.UpperBonus = &scoring.UpperBonus{At: 1000, Points: 1000} },
		"bonus of nothing":  func(d *scoring.Definition) { d.UpperBonus = &scoring.UpperBonus{At: 1} },
		"extra points":      func(d *scoring.Definition) { d.Joker.ExtraPoints = 1000 },
		"served win":        func(d *scoring.Definition) { d.ServedWinBox, d.Options = "five", []string{"served_wins"} },
		"no joker":          func(d *scoring.Definition) { d.Joker, d.Options = nil, nil },
		"40 boxes": func(d *scoring.Definition) {
			for len(d.Boxes) < 40 {
				b := d.Boxes[0]
				b.ID = "b" + strings.Repeat("x", len(d.Boxes)-5)
				d.Boxes = append(d.Boxes, b)
			}
		},
	} {
		d := small(t)
		change(&d)
		if got := reasons(t, d); got != nil {
			t.Errorf("%s: %v", name, got)
		}
	}
	one := scoring.Definition{ID: "coin", Version: 1, Dice: 1, Faces: 2, Rolls: 1, Boxes: []scoring.Box{
		{ID: "heads", Section: scoring.Upper, Pattern: scoring.Pattern{Face: 1}, Points: scoring.Points{Sum: scoring.SumMatching}},
	}}
	if got := reasons(t, one); got != nil {
		t.Errorf("a coin: %v", got)
	}
	eight := small(t)
	eight.Dice, eight.Faces, eight.Boxes, eight.Joker, eight.Options = 8, 10, eight.Boxes[:1], nil, nil
	if got := reasons(t, eight); got != nil {
		t.Errorf("eight dice of ten faces: %v", got)
	}
}

// The definition comes back as it was handed in, and New doesn't change it.
func TestDefinitionComesBack(t *testing.T) {
	d := small(t)
	rs, err := scoring.New(d)
	fatal(t, err)
	changed, err := rs.With(map[string]any{"more": false, "joker": "none", "lenient": true})
	fatal(t, err)
	want, _ := json.Marshal(small(t))
	for _, set := range []*scoring.RuleSet{rs, changed} {
		if got, _ := json.Marshal(set.Definition()); string(got) != string(want) {
			t.Errorf("%s, want %s", got, want)
		}
	}
	if len(rs.Boxes()) != 6 || len(changed.Boxes()) != 5 || changed.Joker().Rule != scoring.JokerNone || rs.Joker().Rule != scoring.JokerForced {
		t.Errorf("boxes %d and %d, jokers %v and %v", len(rs.Boxes()), len(changed.Boxes()), rs.Joker(), changed.Joker())
	}
	if !maps.Equal(changed.Chosen(), map[string]any{"more": false, "joker": "none", "lenient": true}) || len(rs.Chosen()) != 0 {
		t.Errorf("chosen %v and %v", changed.Chosen(), rs.Chosen())
	}
}
