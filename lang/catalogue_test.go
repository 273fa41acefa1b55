package lang

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/unicode/norm"
)

// strings of a catalogue by section and key, such as "boxes.ones".
func (c *catalogue) all() map[string]string {
	all := map[string]string{"name": c.Name}
	sections := map[string]map[string]string{
		"boxes": c.Boxes, "rulesets": c.RuleSets, "terms": c.Terms, "hints": c.Hints, "texts": c.Texts,
	}
	for ruleset, boxes := range c.RuleSetBoxes {
		sections["ruleset_boxes."+ruleset] = boxes
	}
	for section, entries := range sections {
		for key, value := range entries {
			all[section+"."+key] = value
		}
	}
	return all
}

// eachString calls check for every string of every catalogue.
func eachString(t *testing.T, check func(t *testing.T, key, value string)) {
	t.Helper()
	for _, l := range All() {
		t.Run(l.ID(), func(t *testing.T) {
			for key, value := range l.catalogue.all() {
				check(t, key, value)
			}
		})
	}
}

func TestKeysEqualEnglish(t *testing.T) {
	keys := func(l *Language) []string {
		return slices.DeleteFunc(slices.Sorted(maps.Keys(l.catalogue.all())), func(key string) bool {
			return strings.HasPrefix(key, "ruleset_boxes.") // each language has its own traps
		})
	}
	english := keys(All()[0])
	for _, l := range All()[1:] {
		if diff := cmp.Diff(english, keys(l)); diff != "" {
			t.Errorf("%s (-English +%[1]s):\n%s", l.ID(), diff)
		}
	}
}

func TestRuleSetBoxesExist(t *testing.T) {
	for _, l := range All() {
		for ruleset, boxes := range l.catalogue.RuleSetBoxes {
			if l.catalogue.RuleSets[ruleset] == "" {
				t.Errorf("%s: boxes for unknown rule set %q", l.ID(), ruleset)
			}
			for box := range boxes {
				if l.catalogue.Boxes[box] == "" {
					t.Errorf("%s: %s has unknown box %q", l.ID(), ruleset, box)
				}
			}
		}
	}
}

// Card names and messages are printed with fonts and encodings that go no
// further than Windows-1252.
func TestStringsArePrintable(t *testing.T) {
	eachString(t, func(t *testing.T, key, value string) {
		if strings.TrimSpace(value) != value || value == "" {
			t.Errorf("%s = %q is empty or has outer space", key, value)
		}
		if _, err := charmap.Windows1252.NewEncoder().String(value); err != nil {
			t.Errorf("%s = %q: %v", key, value, err)
		}
		if !norm.NFC.IsNormalString(value) || strings.Contains(value, "  ") {
			t.Errorf("%s = %q is not NFC or has a double space", key, value)
		}
	})
}

// The seeds' machine translations and vandalised words, rules.md C.1 and A.4.
var mistranslations = regexp.MustCompile(
	`(?i)\berreskura|\bzuzen|\bgola\b|\bbakoteak|\bmota bateko|\bmokk|\bmammt|\btott\b|\byahtz\b|\bscalan\b|\{\{cn`)

func TestNoMistranslations(t *testing.T) {
	if !mistranslations.MatchString("Zuzen txikia") || mistranslations.MatchString("regola") {
		t.Fatal("the pattern itself is wrong")
	}
	eachString(t, func(t *testing.T, key, value string) {
		if found := mistranslations.FindString(value); found != "" {
			t.Errorf("%s = %q contains %q", key, value, found)
		}
	})
}

func TestSentences(t *testing.T) {
	eachString(t, func(t *testing.T, key, value string) {
		switch {
		case strings.HasPrefix(key, "texts.problem."):
			if strings.HasSuffix(value, ".") || strings.Contains(value, "{") {
				t.Errorf("%s = %q: a title is no sentence and never varies", key, value)
			}
		case key == "texts.fault.later_turn_illegal":
			if !strings.HasSuffix(value, "{reason}") {
				t.Errorf("%s = %q: the reason brings its own full stop", key, value)
			}
		case strings.HasPrefix(key, "texts.fault."):
			if !strings.HasSuffix(value, ".") {
				t.Errorf("%s = %q lacks its full stop", key, value)
			}
		}
	})
}

// French sets no-break spaces before these marks and inside guillemets; a plain
// space would let a line begin with a colon.
func TestFrenchSpaces(t *testing.T) {
	french, _ := Find("fr")
	for key, value := range french.catalogue.all() {
		for _, wrong := range []string{" :", " ;", " ?", " !", " »", "« "} {
			if strings.Contains(value, wrong) {
				t.Errorf("%s = %q contains %q", key, value, wrong)
			}
		}
	}
}

func TestParseIsStrict(t *testing.T) {
	for _, broken := range []string{``, `{"boxs": {}}`, `{"name": 1}`, `{"name": "x"} {}`, `{"name": "x"`} {
		if _, err := parse([]byte(broken)); err == nil {
			t.Errorf("parse(%q) succeeds", broken)
		}
	}
}

// encoding/json lets the last of two equal keys win in silence.
func TestNoKeyTwice(t *testing.T) {
	for _, id := range ids {
		data, err := files.ReadFile(id + ".json")
		if err != nil {
			t.Fatal(err)
		}
		decoder := json.NewDecoder(bytes.NewReader(data))
		if err := uniqueKeys(decoder); err != nil {
			t.Errorf("%s: %v", id, err)
		}
	}
	if err := uniqueKeys(json.NewDecoder(strings.NewReader(`{"a": {"b": "c", "b": "d"}}`))); err == nil {
		t.Error("the check itself finds nothing")
	}
}

func uniqueKeys(decoder *json.Decoder) error {
	token, err := decoder.Token()
	if err != nil || token != json.Delim('{') {
		return err
	}
	seen := map[json.Token]bool{}
	for decoder.More() {
		key, err := decoder.Token()
		if err != nil {
			return err
		}
		if seen[key] {
			return fmt.Errorf("key %q twice", key)
		}
		seen[key] = true
		if err := uniqueKeys(decoder); err != nil {
			return err
		}
	}
	_, err = decoder.Token()
	return err
}

func TestFallsBackToEnglish(t *testing.T) {
	l := &Language{id: "xx"} // a catalogue without a single entry
	if got := l.Term("player"); got != "Player" {
		t.Errorf("Term: got %q", got)
	}
	if got := l.Text("fault.unknown_turn", map[string]any{"turn": 7}); got != "The game has no turn 7." {
		t.Errorf("Text: got %q", got)
	}
	if got := l.Hint([]string{"sum_all"}, nil); got != "total of all dice" {
		t.Errorf("Hint: got %q", got)
	}
}

func TestFill(t *testing.T) {
	args := map[string]any{
		"a": 1, "b": []int{}, "": "x",
		"null": nil, "million": 1e6, "half": 0.5, "array": []any{1.0, "x"}, "yes": true, "endless": math.Inf(1),
	}
	tests := []struct{ text, want string }{
		{"", ""},
		{"plain", "plain"},
		{"{a}", "1"},
		{"{a}{a} {b}", "11 –"},
		{"{c} and {a}", "{c} and 1"},
		{"{a", "{a"},
		{"a} {a}", "a} 1"},
		{"{}", "x"},
		{"{null} {million} {half} {array} {yes} {endless}", `null 1000000 0.5 [1,"x"] true +Inf`},
	}
	for _, test := range tests {
		if got := fill(test.text, args); got != test.want {
			t.Errorf("fill(%q) = %q, want %q", test.text, got, test.want)
		}
	}
}
