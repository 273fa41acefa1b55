package rulesets_test

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"segnapunti/scoring"
	"segnapunti/scoring/rulesets"
)

// builtIn are the ids of api.md 2, in its order.
var builtIn = []string{
	"yahtzee", "yahtzee-it", "yahtzee-basic", "yahtzee-upper-first", "yahtzee-free-choice", "yahtzee-1956", "kniffel",
	"yatzy", "yatzy-13", "maxi-yatzy", "generala", "generala-50-40", "triple-yahtzee", "yacht",
}

func load(t testing.TB, dir string) *scoring.Catalog {
	t.Helper()
	c, err := rulesets.Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestBuiltIn(t *testing.T) {
	if got := load(t, "").IDs(); !slices.Equal(got, builtIn) {
		t.Errorf("ids %v, want %v", got, builtIn)
	}
	files, err := filepath.Glob("*.yaml")
	if err != nil || len(files) != len(builtIn) {
		t.Errorf("%d files, %d rule sets, %v", len(files), len(builtIn), err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		rs, err := rulesets.Parse(file, text)
		if err != nil {
			t.Fatal(err)
		}
		if rs.ID()+".yaml" != file || rs.Version() < 1 || rs.Names() != nil {
			t.Errorf("%s: id %s, version %d, names %v", file, rs.ID(), rs.Version(), rs.Names())
		}
		for _, o := range rs.Options() {
			if n, number := o.Default.(int); number && (n < *o.Min || n > *o.Max) {
				t.Errorf("%s: default %d of %s is outside %d to %d", file, n, o.ID, *o.Min, *o.Max)
			}
			if word, ok := o.Default.(string); ok && !slices.Contains(o.Allowed, word) {
				t.Errorf("%s: default %s of %s is none of %v", file, word, o.ID, o.Allowed)
			}
		}
	}
}

// House files join the built-in rule sets, with their names and whatever ending.
func TestHouseFiles(t *testing.T) {
	c := load(t, "testdata")
	if want := append(slices.Clone(builtIn), "balut", "crag"); !slices.Equal(c.IDs(), want) {
		t.Errorf("ids %v, want %v", c.IDs(), want)
	}
	crag, _ := c.Find("crag", nil)
	thirteen, ok := crag.Box("thirteen")
	if !ok || crag.Names()["it"] != "Crag" || thirteen.Names["it"] != "Tredici" {
		t.Errorf("names %v, %v", crag.Names(), thirteen)
	}
}

// hand is a roll and what it is worth in some boxes.
type hand struct{ dice, want string }

func checkHands(t *testing.T, id string, most int, hands []hand) {
	t.Helper()
	rs, err := load(t, "testdata").Find(id, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := rs.MaxTotal(); got != most {
		t.Errorf("highest total %d, want %d", got, most)
	}
	card := rs.EmptyCard()
	for _, h := range hands {
		var r scoring.Roll
		for _, face := range h.dice {
			r.Dice = append(r.Dice, int(face-'0'))
		}
		choices, err := card.Choices(r)
		if err != nil {
			t.Fatal(err)
		}
		for word := range strings.FieldsSeq(h.want) {
			box, want, _ := strings.Cut(word, "=")
			i := slices.IndexFunc(choices, func(c scoring.Choice) bool { return c.Category == box })
			if i < 0 || strconv.Itoa(choices[i].Points) != want || !choices[i].Legal {
				t.Errorf("%s %s in %s: want %s, choices %+v", id, h.dice, box, want, choices)
			}
		}
	}
}

// Crag by A.16, typed by hand.
func TestCrag(t *testing.T) {
	checkHands(t, "crag", 244, []hand{
		{"661", "crag=50 thirteen=26 sixes=12 ones=1 three_of_a_kind=0"},
		{"535", "crag=50 thirteen=26 fives=10 threes=3 odd_straight=0"},
		{"454", "crag=50 thirteen=26 fours=8"},
		{"652", "crag=0 thirteen=26 twos=2"},
		{"643", "crag=0 thirteen=26 high_straight=0"},
		{"444", "crag=0 thirteen=0 three_of_a_kind=25 fours=12"}, // 12
		{"666", "three_of_a_kind=25 sixes=18 crag=0"},
		{"135", "odd_straight=20 even_straight=0 low_straight=0"},
		{"642", "even_straight=20 odd_straight=0 high_straight=0"},
		{"321", "low_straight=20 ones=1"},
		{"465", "high_straight=20 thirteen=0"}, // 15
		{"355", "crag=50"},
		{"112", "crag=0 thirteen=0 ones=2 low_straight=0"},
	})
	crag, _ := load(t, "testdata").Find("crag", nil)
	card := crag.EmptyCard()
	for _, r := range []scoring.Roll{{Dice: []int{1, 2, 3}, Rolls: 3}, {Dice: []int{1, 2, 3, 4}}} {
		if _, err := card.Choices(r); err == nil {
			t.Errorf("%+v: taken, though Crag has two rolls of three dice", r)
		}
	}
}

// Balut by A.15, raw points, typed by hand.
func TestBalut(t *testing.T) {
	checkHands(t, "balut", 812, []hand{
		{"44412", "fours=12 fives=0 choice=15 full_house=0"},
		{"55555", "fives=25 balut=45 choice=25 full_house=0"},
		{"66666", "sixes=30 balut=50"},
		{"11111", "balut=25 fours=0"},
		{"12345", "straight=15 fours=4 fives=5"},
		{"65432", "straight=20 sixes=6"},
		{"13456", "straight=0 choice=19"},
		{"66655", "full_house=28 sixes=18 fives=10 balut=0"},
		{"11122", "full_house=7"},
		{"11222", "full_house=8"},
		{"66665", "full_house=0 balut=0 choice=29"},
		{"11246", "straight=0 full_house=0 balut=0 choice=14"},
	})
	balut, _ := load(t, "testdata").Find("balut", nil)
	empty := balut.EmptyCard()
	if got := empty.Totals().BoxesTotal; got != 28 {
		t.Errorf("%d boxes, want 28", got)
	}
}

// write puts files into a new folder.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// Faults of a folder: every broken file is told, one line for each fault.
func TestBrokenFolders(t *testing.T) {
	crag, err := os.ReadFile("testdata/crag.yaml")
	if err != nil {
		t.Fatal(err)
	}
	yahtzee, err := os.ReadFile("yahtzee.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name  string
		files map[string]string
		want  string
	}{
		{"two broken files", map[string]string{"a.yaml": "id: a\nbogus: 1\n", "b.yml": "", "crag.yaml": string(crag)}, "a.yaml:2: unknown field \"bogus\"\nb.yml:1: the file is empty"},
		{"the id of a built-in one", map[string]string{"mine.yaml": string(yahtzee)}, `mine.yaml: another rule set has the id "yahtzee"`},
		{"one id in two files", map[string]string{"a.yaml": string(crag), "b.yaml": string(crag)}, `b.yaml: another rule set has the id "crag"`},
		{"a huge file", map[string]string{"big.yaml": strings.Repeat("#", 64<<10+1)}, "big.yaml: a rule file has at most 65536 bytes, this one 65537"},
		{"a large one", map[string]string{"big.yaml": string(crag) + strings.Repeat("#", 64<<10-len(crag))}, ""},
		{"other files", map[string]string{"notes.txt": "id: [", "crag.yaml.bak": "id: [", "yaml": "id: ["}, ""},
	} {
		_, err := rulesets.Load(write(t, c.files))
		if got := message(err); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
	dir := write(t, nil)
	if err := os.Mkdir(filepath.Join(dir, "folder.yaml"), 0o700); err != nil {
		t.Fatal(err)
	}
	if got := load(t, dir).IDs(); !slices.Equal(got, builtIn) {
		t.Errorf("a folder inside: %v", got)
	}
	if _, err := rulesets.Load(filepath.Join(dir, "none")); err == nil || !strings.HasPrefix(err.Error(), "rules directory: ") {
		t.Errorf("no such folder: %v", err)
	}
}

func message(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// FuzzParse: whatever the text, a rule set or an error that begins with name:line:.
func FuzzParse(f *testing.F) {
	files, _ := filepath.Glob("*.yaml")
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	for _, c := range broken {
		f.Add(strings.Replace(sound, c.old, c.text, 1))
	}
	for _, text := range oddTexts {
		f.Add(text.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 4000 {
			return // deep nesting makes the YAML library slow, and no file needs it
		}
		rs, err := rulesets.Parse("f.yaml", []byte(text))
		if (rs == nil) == (err == nil) {
			t.Fatalf("%v, %v", rs, err)
		}
		if err == nil {
			card := rs.EmptyCard()
			if card.GrandTotal() != 0 || rs.MaxTotal() < 0 {
				t.Fatalf("total %d, highest %d", card.GrandTotal(), rs.MaxTotal())
			}
			return
		}
		for line := range strings.SplitSeq(err.Error(), "\n") {
			if number, _, ok := strings.Cut(strings.TrimPrefix(line, "f.yaml:"), ":"); ok {
				if n, err := strconv.Atoi(number); err == nil && n > 0 {
					return
				}
			}
		}
		t.Fatalf("no place in %q", err)
	})
}
