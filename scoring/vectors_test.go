package scoring_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"segnapunti/scoring"
	"segnapunti/scoring/rulesets"
)

var loadOnce = sync.OnceValues(func() (*scoring.Catalog, error) { return rulesets.Load("") })

// catalog returns the built-in rule sets.
func catalog(t testing.TB) *scoring.Catalog {
	t.Helper()
	c, err := loadOnce()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// rules finds a built-in rule set, with options if given.
func rules(t testing.TB, id string, options ...map[string]any) *scoring.RuleSet {
	t.Helper()
	var chosen map[string]any
	if len(options) > 0 {
		chosen = options[0]
	}
	rs, err := catalog(t).Find(id, chosen)
	if err != nil {
		t.Fatal(err)
	}
	return rs
}

// vectors reads a file of right answers made independently of this code.
func vectors(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "testdata", "vectors", name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func readJSON(t testing.TB, name string, into any) {
	t.Helper()
	if err := json.Unmarshal(vectors(t, name), into); err != nil {
		t.Fatal(err)
	}
}

func TestScoreTables(t *testing.T) {
	for _, id := range []string{"yahtzee", "yatzy", "yatzy-13", "maxi-yatzy", "yacht", "generala", "generala-50-40"} {
		t.Run(id, func(t *testing.T) {
			card := rules(t, id).EmptyCard()
			lines := strings.Split(strings.TrimSpace(string(vectors(t, "scores-"+id+".tsv"))), "\n")
			head := strings.Split(lines[0], "\t")
			for _, line := range lines[1:] {
				checkScoreLine(t, &card, head, strings.Split(line, "\t"))
			}
		})
	}
}

func checkScoreLine(t *testing.T, card *scoring.Card, head, cells []string) {
	t.Helper()
	roll := scoring.Roll{Rolls: 3}
	want := map[string]int{}
	for i, name := range head {
		switch name {
		case "dice":
			for _, r := range cells[i] {
				roll.Dice = append(roll.Dice, int(r-'0'))
			}
		case "rolls":
			roll.Rolls, _ = strconv.Atoi(cells[i])
		default:
			want[name], _ = strconv.Atoi(cells[i])
		}
	}
	choices, err := card.Choices(roll)
	if err != nil {
		t.Fatal(err)
	}
	for _, choice := range choices {
		if points, ok := want[choice.Category]; ok && points != choice.Points {
			t.Errorf("%v in %s: %d points, want %d", roll, choice.Category, choice.Points, points)
		}
		delete(want, choice.Category)
	}
	if len(want) > 0 {
		t.Errorf("no choice for %v", want)
	}
}

func TestJokerStates(t *testing.T) {
	type worth struct {
		Points      int `json:"points"`
		ExtraPoints int `json:"extra_points"`
	}
	var states []struct {
		RuleSet string           `json:"ruleset"`
		Card    map[string]int   `json:"card"`
		Dice    []int            `json:"dice"`
		Legal   map[string]worth `json:"legal"`
	}
	readJSON(t, "jokers.json", &states)
	for _, state := range states {
		rs := rules(t, state.RuleSet)
		var sheet scoring.Sheet
		for box, points := range state.Card {
			sheet.Entries = append(sheet.Entries, scoring.Entry{Category: box, Points: &points})
		}
		card, err := rs.NewCard(sheet)
		if err != nil {
			t.Errorf("%s %v: %v", state.RuleSet, state.Card, err)
			continue
		}
		choices, err := card.Choices(scoring.Roll{Dice: state.Dice, Rolls: 3})
		if err != nil {
			t.Fatal(err)
		}
		for _, choice := range choices {
			want, legal := state.Legal[choice.Category]
			got := worth{choice.Points, choice.ExtraPoints}
			if choice.Legal != legal || legal && got != want {
				t.Errorf("%s %v %v in %s: legal %v %+v, want %v %+v", state.RuleSet, state.Card, state.Dice, choice.Category, choice.Legal, got, legal, want)
			}
		}
	}
}

func TestWholeGames(t *testing.T) {
	var games []struct {
		RuleSet     string          `json:"ruleset"`
		Entries     []scoring.Entry `json:"entries"`
		Points      []int           `json:"points"`
		ExtraPoints int             `json:"extra_points"`
		UpperPoints int             `json:"upper_points"`
		UpperBonus  int             `json:"upper_bonus"`
		GrandTotal  int             `json:"grand_total"`
	}
	readJSON(t, "games.json", &games)
	for i, game := range games {
		card, err := rules(t, game.RuleSet).NewCard(scoring.Sheet{Entries: game.Entries})
		if err != nil {
			t.Errorf("game %d, %s: %v", i, game.RuleSet, err)
			continue
		}
		for n, w := range card.Written() {
			if *w.Points != game.Points[n] {
				t.Errorf("game %d, %s: %v in %s: %d points, want %d", i, game.RuleSet, w.Dice, w.Category, *w.Points, game.Points[n])
			}
		}
		totals := card.Totals()
		column := totals.Columns[0]
		got := []int{column.ExtraPoints, column.Upper.Points, column.Upper.Bonus, totals.GrandTotal}
		want := []int{game.ExtraPoints, game.UpperPoints, game.UpperBonus, game.GrandTotal}
		for k := range want {
			if got[k] != want[k] {
				t.Errorf("game %d, %s: extra, upper, bonus, total %v, want %v", i, game.RuleSet, got, want)
				break
			}
		}
		if !totals.Complete {
			t.Errorf("game %d, %s: not complete", i, game.RuleSet)
		}
	}
}

func TestMaxTotals(t *testing.T) {
	for _, row := range []struct {
		id      string
		options map[string]any
		want    int
	}{ // D.2
		{"yahtzee", nil, 1575},
		{"yahtzee-it", nil, 1575},
		{"yahtzee-basic", nil, 375},
		{"yahtzee-1956", nil, 1435},
		{"yahtzee-upper-first", nil, 975},
		{"yahtzee-free-choice", nil, 1575},
		{"kniffel", nil, 675},
		{"yatzy", nil, 374},
		{"yatzy-13", nil, 330},
		{"maxi-yatzy", nil, 649},
		{"yacht", nil, 297},
		{"triple-yahtzee", map[string]any{"extra_yahtzee_points": 0, "joker": "none"}, 2250},
		{"triple-yahtzee", nil, 9450},
		{"yahtzee-basic", map[string]any{"extra_yahtzee_points": 100}, 1480},
		{"yahtzee", map[string]any{"order": "top_down"}, 475},
		{"yatzy", map[string]any{"full_house_of_five": true}, 376},
		{"yatzy", map[string]any{"two_pairs_of_four": true}, 376},
		{"yatzy", map[string]any{"two_pairs_of_four": true, "full_house_of_five": true}, 378},
		{"maxi-yatzy", map[string]any{"upper_bonus_at": 75, "upper_bonus_points": 50}, 599},
		{"generala", map[string]any{"double_generala": false, "served_wins": false}, 260},
		{"generala", nil, 360},
		{"generala-50-40", nil, 260},
		{"generala-50-40", map[string]any{"double_generala": true}, 360},
	} {
		if got := rules(t, row.id, row.options).MaxTotal(); got != row.want {
			t.Errorf("%s %v: %d, want %d", row.id, row.options, got, row.want)
		}
	}
}
