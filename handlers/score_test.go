package handlers

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// vectors reads right answers that were made independently of this code.
func vectors(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "testdata", "vectors", name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

type scoredBoxes struct {
	Joker bool
	Boxes []struct {
		Category       string
		Column, Points int
		ExtraPoints    int `json:"extra_points"`
		Matches, Joker bool
		Legal          bool
		ServedWin      bool `json:"served_win"`
		Reason         *string
	}
}

func toJSON(t testing.TB, value any) string {
	t.Helper()
	data, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestScoreTables(t *testing.T) {
	c := newClient(t)
	for _, id := range []string{"yahtzee", "yatzy", "yatzy-13", "maxi-yatzy", "yacht", "generala", "generala-50-40"} {
		t.Run(id, func(t *testing.T) {
			lines := strings.Split(strings.TrimSpace(string(vectors(t, "scores-"+id+".tsv"))), "\n")
			head := strings.Split(lines[0], "\t")
			for _, line := range lines[1:] {
				checkScoreLine(t, c, id, head, strings.Split(line, "\t"))
			}
		})
	}
}

func checkScoreLine(t *testing.T, c *client, id string, head, cells []string) {
	t.Helper()
	request := map[string]any{"ruleset": id}
	want := map[string]int{}
	for i, name := range head {
		switch name {
		case "dice":
			var dice []int
			for _, r := range cells[i] {
				dice = append(dice, int(r-'0'))
			}
			request["dice"] = dice
		case "rolls":
			request["rolls"], _ = strconv.Atoi(cells[i])
		default:
			want[name], _ = strconv.Atoi(cells[i])
		}
	}
	var got scoredBoxes
	c.post("/v1/score", toJSON(t, request)).want(t, http.StatusOK, &got)
	for _, box := range got.Boxes {
		if points, ok := want[box.Category]; ok && points != box.Points {
			t.Errorf("%v in %s: %d points, want %d", request, box.Category, box.Points, points)
		}
		delete(want, box.Category)
	}
	if len(want) > 0 {
		t.Errorf("no answer for %v", want)
	}
}

func TestJokerStates(t *testing.T) {
	type worth struct {
		Points      int
		ExtraPoints int `json:"extra_points"`
	}
	var states []struct {
		RuleSet string
		Card    map[string]int
		Dice    []int
		Legal   map[string]worth
	}
	if err := json.Unmarshal(vectors(t, "jokers.json"), &states); err != nil {
		t.Fatal(err)
	}
	c := newClient(t)
	for _, state := range states {
		entries := []any{}
		for box, points := range state.Card {
			entries = append(entries, map[string]any{"category": box, "points": points})
		}
		var got scoredBoxes
		c.post("/v1/score", toJSON(t, map[string]any{
			"ruleset": state.RuleSet, "dice": state.Dice, "card": map[string]any{"entries": entries},
		})).want(t, http.StatusOK, &got)
		for _, box := range got.Boxes {
			want, legal := state.Legal[box.Category]
			if box.Legal != legal || legal && (worth{box.Points, box.ExtraPoints}) != want {
				t.Errorf("%s %v %v in %s: %+v, want %v %+v", state.RuleSet, state.Card, state.Dice, box.Category, box, legal, want)
			}
		}
	}
}

// vectorGame is a whole game of the vectors.
type vectorGame struct {
	RuleSet string
	Entries []struct {
		Category string `json:"category"`
		Dice     []int  `json:"dice"`
	}
	Points      []int
	ExtraPoints int `json:"extra_points"`
	UpperPoints int `json:"upper_points"`
	UpperBonus  int `json:"upper_bonus"`
	GrandTotal  int `json:"grand_total"`
}

func vectorGames(t testing.TB) (games []vectorGame) {
	t.Helper()
	if err := json.Unmarshal(vectors(t, "games.json"), &games); err != nil {
		t.Fatal(err)
	}
	return games
}

type totalsBody struct {
	Columns []struct {
		Upper struct {
			Points, Bonus int
			BonusStatus   string `json:"bonus_status"`
		}
		ExtraYahtzees int `json:"extra_yahtzees"`
		ExtraPoints   int `json:"extra_points"`
		Total         int
	}
	GrandTotal int `json:"grand_total"`
	Complete   bool
}

func (game vectorGame) check(t *testing.T, got totalsBody) {
	t.Helper()
	have := []int{got.Columns[0].ExtraPoints, got.Columns[0].Upper.Points, got.Columns[0].Upper.Bonus, got.GrandTotal}
	want := []int{game.ExtraPoints, game.UpperPoints, game.UpperBonus, game.GrandTotal}
	if fmt.Sprint(have) != fmt.Sprint(want) || !got.Complete {
		t.Errorf("%s: extra, upper, bonus, total %v, want %v; complete %v", game.RuleSet, have, want, got.Complete)
	}
}

func TestTotalsOfWholeGames(t *testing.T) {
	c := newClient(t)
	for _, game := range vectorGames(t) {
		var got totalsBody
		c.post("/v1/total", toJSON(t, map[string]any{
			"ruleset": game.RuleSet, "card": map[string]any{"entries": game.Entries},
		})).want(t, http.StatusOK, &got)
		game.check(t, got)
	}
}

func TestScoreOneBox(t *testing.T) {
	c := newClient(t)
	var got scoredBoxes
	c.post("/v1/score", `{"ruleset":"triple-yahtzee","dice":[3,3,3,5,5],"category":"full_house"}`).want(t, 200, &got)
	if len(got.Boxes) != 3 || got.Boxes[2].Column != 3 || got.Boxes[0].Points != 25 {
		t.Errorf("%+v", got)
	}
	got = scoredBoxes{}
	c.post("/v1/score", `{"ruleset":"triple-yahtzee","dice":[3,3,3,5,5],"category":"full_house","column":2}`).want(t, 200, &got)
	if len(got.Boxes) != 1 || got.Boxes[0].Column != 2 {
		t.Errorf("%+v", got)
	}
}

// The example of api.md 3: a second Yahtzee with its own box filled.
func TestScoreJoker(t *testing.T) {
	c := newClient(t)
	var got scoredBoxes
	c.post("/v1/score", `{"ruleset":"yahtzee","dice":[5,5,5,5,5],"category":"full_house",
		"card":{"entries":[{"category":"yahtzee","points":50},{"category":"fives","dice":[5,5,5,1,2]}]}}`).want(t, 200, &got)
	box := got.Boxes[0]
	if !got.Joker || box.Points != 25 || box.Matches || !box.Joker || box.ExtraPoints != 100 || !box.Legal || box.Reason != nil {
		t.Errorf("%+v", got)
	}
}

func TestScoreUnderOptions(t *testing.T) {
	c := newClient(t)
	body := `{"ruleset":{"id":"yatzy","options":{"full_house_of_five":true}},"dice":[6,6,6,6,6],"category":"full_house"}`
	var got struct {
		RuleSet struct {
			ID, Name string
			Options  map[string]any
		}
		scoredBoxes
	}
	c.post("/v1/score?lang=it", body).want(t, 200, &got)
	if got.Boxes[0].Points != 30 || got.RuleSet.Options["full_house_of_five"] != true {
		t.Errorf("%+v", got)
	}
}

func TestFinishedCard(t *testing.T) {
	c := newClient(t)
	game := vectorGames(t)[0]
	c.post("/v1/score", toJSON(t, map[string]any{
		"ruleset": game.RuleSet, "dice": []int{1, 2, 3, 4, 5}, "card": map[string]any{"entries": game.Entries},
	})).wantProblem(t, http.StatusConflict, "card_complete")
}

func TestStartingOrder(t *testing.T) {
	c := newClient(t)
	type body struct {
		Starts    *string
		RollAgain []string `json:"roll_again"`
		Order     []string
	}
	var got body
	c.post("/v1/starting-order", `{"ruleset":"yahtzee-it","rolls":[{"name":"Anna","dice":[4]},{"name":" Jürgen ","dice":[6]},{"name":"Zoë","dice":[1]}]}`).want(t, 200, &got)
	if got.Starts == nil || *got.Starts != "Jürgen" || strings.Join(got.Order, " ") != "Jürgen Zoë Anna" {
		t.Errorf("%+v", got)
	}
	got = body{}
	c.post("/v1/starting-order", `{"ruleset":"generala","rolls":[{"name":"A","dice":[1,1,1,1,2]},{"name":"B","dice":[2,1,1,1,1]},{"name":"C","dice":[6,1,1,1,1]}]}`).want(t, 200, &got)
	if got.Starts != nil || strings.Join(got.RollAgain, " ") != "A B" || len(got.Order) != 0 {
		t.Errorf("%+v", got)
	}
	c.post("/v1/starting-order", `{"rolls":[{"name":"Anna","dice":[4]},{"name":"ANNA","dice":[1,2,3,4,9]}]}`).
		wantProblem(t, 422, "duplicate_name", "/rolls/1/name duplicate_name", "/rolls/0/dice bad_dice", "/rolls/1/dice/4 bad_dice")
	c.post("/v1/starting-order", `{"rolls":[]}`).wantProblem(t, 422, "no_players", "/rolls no_players")
}

func TestRuleSets(t *testing.T) {
	c := newClient(t)
	var list struct {
		Items []struct {
			ID, Name string
			MaxTotal int `json:"max_total"`
		}
	}
	c.get("/v1/rulesets?lang=it").want(t, 200, &list)
	if len(list.Items) != 14 {
		t.Fatalf("%d rule sets", len(list.Items))
	}
	for _, item := range list.Items {
		var one struct {
			Categories []struct {
				ID, Name, Hint string
				PossiblePoints []int `json:"possible_points"`
			}
			MaxTotal int `json:"max_total"`
		}
		c.get("/v1/rulesets/"+item.ID+"?lang=it").want(t, 200, &one)
		if one.MaxTotal != item.MaxTotal || len(one.Categories) == 0 {
			t.Errorf("%s: %+v", item.ID, one)
		}
		for _, box := range one.Categories {
			if box.Name == "" || box.Name == box.ID || strings.Contains(box.Hint, "{") || len(box.PossiblePoints) < 2 {
				t.Errorf("%s: %+v", item.ID, box)
			}
		}
	}
	c.get("/v1/rulesets/nothing").wantProblem(t, 404, "unknown_ruleset", "ruleset unknown_ruleset")
	c.get("/v1/rulesets/yatzy?options="+`{"joker":"forced","order":"sideways"}`).
		wantProblem(t, 422, "unknown_option", "options unknown_option", "options bad_option")
}
