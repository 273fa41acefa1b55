package rulesets_test

import (
	"cmp"
	"fmt"
	"strings"
	"testing"

	"segnapunti/scoring/rulesets"
)

// sound is a rule file in which each test changes one line or two.
const sound = `# A rule set to break.
id: mine
version: 1
names:
  en: Mine
dice: 5
faces: 6
rolls: 3
columns: [1, 2]
order: any
column_order: any
start:
  dice: 5
served_win_box: five
served_wins: true
boxes:
  - id: ones
    names:
      en: Ones
    section: upper
    pattern: {face: 1}
    points: {sum: matching}
  - id: house
    section: lower
    pattern:
      groups: [3, 2]
      one_face: lenient
    points:
      fixed: 25
      served: 30
    joker: true
  - id: run
    section: lower
    pattern:
      run: 4
      from: 2
    points: {fixed: 30}
  - id: odd
    section: lower
    pattern:
      exactly:
        - [1, 1, 3, 3, 5]
        - [1, 1, 1, 3, 5]
    points: {fixed: 20, plus: 1}
  - id: five
    section: lower
    pattern: {n_of_a_kind: 5}
    points: {fixed: 50}
  - id: six
    section: lower
    pattern: {any: true}
    points: {sum: all}
    needs: five
    switch: more
upper_bonus:
  at: 3
  points: 10
joker:
  rule: forced
  box: five
  extra_points: 100
switches:
  lenient: false
  more: true
options:
  - joker
  - order
`

const idForm = `must be 1 to 40 lower-case letters and digits, joined like "full_house or my-rules"; is `

// broken are changes of sound, and what Parse says: "§:" stands for name and number
// of the line with the words of at, or with the changed text.
var broken = []struct{ old, text, at, want string }{
	{"id: mine", "id: My Rules", "", `§: id: ` + idForm + `"My Rules"`},
	{"version: 1", "version: 0", "", "§: version: must be 1 to 1000000, is 0"},
	{"version: 1", "version: 1.5", "", "§: 1.5 is not a whole number"},
	{"version: 1", "version: one", "", "§: cannot unmarshal string into Go struct field Definition.Version of type int"},
	{"en: Mine", `en: ""`, "", "§: names/en: a name has 1 to 80 letters, this one 0"},
	{"faces: 6", "faces: 11", "", "§: faces: must be 2 to 10, is 11"},
	{"rolls: 3", "rolls: 11", "", "§: rolls: must be 1 to 10, is 11"},
	{"rolls: 3", "rols: 3", "", `§: unknown field "rols"`},
	{"rolls: 3", "rolls: 3\nrolls: 3", "rolls: 3\ncolumns", `§: mapping key "rolls" already defined at [8:1]`},
	{"columns: [1, 2]", "columns: [1, 0]", "", "§: columns/1: must be 1 to 100, is 0"},
	{"columns: [1, 2]", "columns: [1, 1, 1, 1, 1, 1, 1]", "", "§: columns: at most 6 columns, here are 7"},
	{"order: any", "order: sideways", "", "§: order: must be one of [any upper_first top_down bottom_up], is sideways"},
	{"column_order: any", "column_order: right", "", "§: column_order: must be one of [any left_to_right], is right"},
	{"  dice: 5", "  dice: 9", "", "§: start/dice: must be 0 to 8, is 9"},
	{"served_win_box: five", "served_win_box: six", "", `§: served_win_box: "six" must always be on the card`},
	{"served_win_box: five", "served_win_box: none", "", `§: served_win_box: there is no box "none"`},
	{"served_wins: true", "served_wins: 1", "", "§: cannot unmarshal uint64 into Go struct field Definition.ServedWins of type bool"},
	{"- id: ones", "- id: Da Bomb", "", `§: boxes/0/id: ` + idForm + `"Da Bomb"`},
	{"- id: odd", "- id: run", "id: run\n    section: lower\n    pattern:\n      exactly", "§: boxes/3/id: the box \"run\" stands twice"},
	{"en: Ones", `en: ""`, "", "§: boxes/0/names/en: a name has 1 to 80 letters, this one 0"},
	{"section: upper", "section: middle", "", "§: boxes/0/section: must be one of [upper lower], is middle"},
	{"pattern: {face: 1}", "pattern: {face: 7}", "", "§: boxes/0/pattern/face: must be 1 to 6, is 7"},
	{"pattern: {face: 1}", "pattern: {face: 1, any: true}", "", "§: boxes/0/pattern: needs exactly one of face, n_of_a_kind, groups, run, exactly, any; has 2"},
	{"pattern: {face: 1}", "pattern: {face: 1, from: 2}", "", "§: boxes/0/pattern/from: belongs to a run"},
	{"points: {sum: matching}", "points: {sum: some}", "", "§: boxes/0/points/sum: must be one of [all matching], is some"},
	{"groups: [3, 2]", "groups: [3, 3]", "", "§: boxes/1/pattern/groups: the groups need 6 dice, a roll has 5"},
	{"groups: [3, 2]", "groups: [0, 2]", "", "§: boxes/1/pattern/groups/0: must be 1 to 5, is 0"},
	{"one_face: lenient", "one_face: strict", "", `§: boxes/1/pattern/one_face: there is no switch "strict"`},
	{"fixed: 25", "fixed: 1001", "", "§: boxes/1/points/fixed: must be 0 to 1000, is 1001"},
	{"fixed: 25", "fixed: 25\n      sum: all", "", "§: boxes/1/points: needs either fixed points or a sum"},
	{"served: 30", "served: -1", "", "§: boxes/1/points/served: must be 0 to 1000, is -1"},
	{"run: 4\n      from: 2", "run: 6\n      from: 0", "", "§: boxes/2/pattern/run: must be 2 to 5, is 6"},
	{"from: 2", "from: 4", "", "§: boxes/2/pattern/from: must be 0 to 3, is 4"},
	{"- [1, 1, 1, 3, 5]", "- [1, 1, 1, 3]", "", "§: boxes/3/pattern/exactly/1: a roll has 5 dice, this one 4"},
	{"- [1, 1, 1, 3, 5]", "- [1, 1, 1, 3, 7]", "", "§: boxes/3/pattern/exactly/1/4: must be 1 to 6, is 7"},
	{"plus: 1}", "plus: 1001}", "", "§: boxes/3/points/plus: must be 0 to 1000, is 1001"},
	{"{n_of_a_kind: 5}", "{n_of_a_kind: 4}", "box: five\n  extra", `§: joker/box: "five" must always be on the card and fit 5 equal dice`},
	{"{any: true}", "{n_of_a_kind: 6}", "", "§: boxes/5/pattern/n_of_a_kind: must be 1 to 5, is 6"},
	{"points: {sum: all}", "points: {sum: all}\n    joker: true", "joker: true\n    needs", "§: boxes/5/joker: only a lower box with fixed points can pay a joker"},
	{"needs: five", "needs: seven", "", `§: boxes/5/needs: there is no box "seven"`},
	{"switch: more", "switch: less", "", `§: boxes/5/switch: there is no switch "less"`},
	{"at: 3", "at: 0", "", "§: upper_bonus/at: must be 1 to 1000, is 0"},
	{"  points: 10", "  points: -1", "", "§: upper_bonus/points: must be 0 to 1000, is -1"},
	{"rule: forced", "rule: wild", "", "§: joker/rule: must be one of [none forced ordinary free_choice original_1956 kniffel], is wild"},
	{"  box: five", "  box: seven", "", `§: joker/box: there is no box "seven"`},
	{"extra_points: 100", "extra_points: 1001", "", "§: joker/extra_points: must be 0 to 1000, is 1001"},
	{"  lenient: false", "  lenient: false\n  order: true", "order: true", `§: switches/order: "order" is the name of an option`},
	{"  - joker", "  - jokers", "", `§: options/0: there is no option "jokers"`},
	{"  - order", "  - joker # again", "# again", `§: options/1: "joker" stands twice`},
	{"upper_bonus:\n  at: 3\n  points: 10\n", "", "", ""}, // nothing missing
	{"  - order", "  - order\n---\nid: second", "---", "§: a rule file holds one rule set, here begins another"},
	{"rolls: 3", "rolls: 3: 4", "", "§: mapping value is not allowed in this context"},
	{"columns: [1, 2]", "columns: [1, 2", "order: any", "§: ',' or ']' must be specified"},
	{"columns: [1, 2]", "columns: {one: 1}", "", "§: mapping was used where sequence is expected"},
}

func TestBrokenFiles(t *testing.T) {
	if _, err := rulesets.Parse("mine.yaml", []byte(sound)); err != nil {
		t.Fatalf("the sound one: %v", err)
	}
	for _, c := range broken {
		t.Run(c.text, func(t *testing.T) {
			text := strings.Replace(sound, c.old, c.text, 1)
			if text == sound {
				t.Fatalf("%q isn't there", c.old)
			}
			_, err := rulesets.Parse("mine.yaml", []byte(text))
			want := strings.Replace(c.want, "§:", place(text, cmp.Or(c.at, c.text)), 1)
			if got := message(err); got != want {
				t.Errorf("%s\nwant %s", got, want)
			}
		})
	}
}

// place is the name of the file and the number of the line where words stand.
func place(text, words string) string {
	before, _, _ := strings.Cut(text, words)
	return fmt.Sprintf("mine.yaml:%d:", strings.Count(before, "\n")+1)
}

// Several faults are told together, each with its line.
func TestSeveralFaults(t *testing.T) {
	text := strings.NewReplacer("version: 1", "version: 0", "section: upper", "section: middle", "at: 3", "at: 0", "needs: five", "needs: seven").Replace(sound)
	_, err := rulesets.Parse("mine.yaml", []byte(text))
	want := strings.Join([]string{
		place(text, "version: 0") + " version: must be 1 to 1000000, is 0",
		place(text, "section: middle") + " boxes/0/section: must be one of [upper lower], is middle",
		place(text, "needs: seven") + ` boxes/5/needs: there is no box "seven"`,
		place(text, "at: 0") + " upper_bonus/at: must be 1 to 1000, is 0",
	}, "\n")
	if got := message(err); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

// oddTexts are files that hardly are one.
var oddTexts = []struct{ text, want string }{
	{"", "f.yaml:1: the file is empty"},
	{"\n\n", "f.yaml:1: the file is empty"},
	{"# only a comment\n", "f.yaml:1: the file is empty"},
	{"---\n", "f.yaml:1: the file is empty"},
	{"---\n---\n", "f.yaml:1: the file is empty"},
	{"id: a\n---\nid: b\n", "f.yaml:2: a rule file holds one rule set, here begins another"},
	{"# first\nid: a\nversion: 1.5\ndice: 5.0\n", "f.yaml:3: 1.5 is not a whole number\nf.yaml:4: 5.0 is not a whole number"},
	{"- id: a\n", "f.yaml:1: sequence was used where mapping is expected"},
	{"yahtzee", "f.yaml:1: string was used where mapping is expected"},
	{"null", "f.yaml:1: null was used where mapping is expected"},
	{"boxes:\n  ! 0", "f.yaml:2: a rule file has no tags like !"}, // the YAML library panics on it
	{"id: !!str a\nversion: 1.0", "f.yaml:1: a rule file has no tags like !!str\nf.yaml:2: 1.0 is not a whole number"},
	{"id: [", "f.yaml:1: sequence end token ']' not found"},
	{"\xff\xfe", "f.yaml:1: string was used where mapping is expected"},
	{"# first\nboxes:\n  - {id: ones, pattern: {face: x}}\n", "f.yaml:3: cannot unmarshal string into Go struct field Definition.Boxes of type int"},
	{"id: a\nversion: 99999999999999999999999\n", "f.yaml:2: cannot unmarshal 99999999999999999999999 into Go value of type int ( overflow )"},
}

func TestOddTexts(t *testing.T) {
	for _, c := range oddTexts {
		rs, err := rulesets.Parse("f.yaml", []byte(c.text))
		if got := message(err); got != c.want || rs != nil {
			t.Errorf("%q: %s, want %s", c.text, got, c.want)
		}
	}
}

// A file with little in it is told all that it lacks, at its first line.
func TestMissingFields(t *testing.T) {
	_, err := rulesets.Parse("f.yaml", []byte("id: a\n"))
	want := "f.yaml:1: version: must be 1 to 1000000, is 0\nf.yaml:1: dice: must be 1 to 8, is 0\nf.yaml:1: faces: must be 2 to 10, is 0\n" +
		"f.yaml:1: rolls: must be 1 to 10, is 0\nf.yaml:1: boxes: a card has 1 to 40 boxes, this one 0"
	if got := message(err); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}
