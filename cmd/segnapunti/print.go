package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"strings"
	"text/tabwriter"
)

// used names the rule set that an answer was made with.
type used struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// ruleSet is what the command line shows of a rule set.
type ruleSet struct {
	used
	Dice       int   `json:"dice"`
	Rolls      int   `json:"rolls"`
	MaxTotal   int   `json:"max_total"`
	Columns    []any `json:"columns"`
	Categories []struct {
		ID   string `json:"id"`
		Name string `json:"name"`
		Hint string `json:"hint"`
	} `json:"categories"`
	Options []struct {
		ID      string   `json:"id"`
		Value   any      `json:"value"`
		Allowed []string `json:"allowed"`
		Min     *int     `json:"min"`
		Max     *int     `json:"max"`
	} `json:"options"`
}

func (c *client) ruleSet(ctx context.Context, rules ruleSetFlag) (*answer, error) {
	return c.get(ctx, "/v1/rulesets/"+url.PathEscape(rules.id), url.Values{"options": {rules.parameter()}})
}

// describe asks for the names of the boxes.
func (c *client) describe(ctx context.Context, rules ruleSetFlag) (*ruleSet, error) {
	response, err := c.ruleSet(ctx, rules)
	if err != nil {
		return nil, err
	}
	described := &ruleSet{}
	return described, failed(json.Unmarshal(response.body.Bytes(), described))
}

// table aligns rows of tab-separated cells, and leaves no spaces at their ends.
func table(w io.Writer, rows ...string) {
	var aligned strings.Builder
	t := tabwriter.NewWriter(&aligned, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, strings.Join(rows, "\n"))
	t.Flush() //nolint:errcheck // a builder takes everything
	for line := range strings.Lines(aligned.String()) {
		fmt.Fprintln(w, strings.TrimRight(line, " \n"))
	}
}

type choices struct {
	RuleSet used  `json:"ruleset"`
	Dice    []int `json:"dice"`
	Joker   bool  `json:"joker"`
	Boxes   []struct {
		Category    string  `json:"category"`
		Column      int     `json:"column"`
		Points      int     `json:"points"`
		Joker       bool    `json:"joker"`
		ExtraPoints int     `json:"extra_points"`
		ServedWin   bool    `json:"served_win"`
		Legal       bool    `json:"legal"`
		Reason      *string `json:"reason"`
	} `json:"boxes"`
}

// printChoices shows every box; one that may not be filled has its reason instead
// of points, so that it can't be taken for an offer.
func (r *ruleSet) printChoices(w io.Writer, answer choices) {
	names := map[string]string{}
	for _, box := range r.Categories {
		names[box.ID] = box.Name
	}
	fmt.Fprintf(w, "%s: %s\n", answer.RuleSet.Name, strings.Trim(fmt.Sprint(answer.Dice), "[]"))
	var rows []string
	for _, box := range answer.Boxes {
		row := names[box.Category] + "\t"
		if len(r.Columns) > 1 {
			row += fmt.Sprintf("%d\t", box.Column)
		}
		rows = append(rows, row+worth(box.Points, box.ExtraPoints, box.Joker, box.ServedWin, box.Reason))
	}
	table(w, rows...)
}

func worth(points, extra int, joker, servedWin bool, reason *string) string {
	if reason != nil {
		return "–\t" + *reason
	}
	text := fmt.Sprintf("%d\t", points)
	if extra > 0 {
		text += fmt.Sprintf("+%d ", extra)
	}
	if joker {
		text += "joker "
	}
	if servedWin {
		text += "served_win"
	}
	return strings.TrimRight(text, " ")
}

type totals struct {
	RuleSet used `json:"ruleset"`
	Columns []struct {
		Column     int `json:"column"`
		Multiplier int `json:"multiplier"`
		Upper      struct {
			Points      int    `json:"points"`
			Bonus       int    `json:"bonus"`
			BonusStatus string `json:"bonus_status"`
		} `json:"upper"`
		Lower struct {
			Points int `json:"points"`
		} `json:"lower"`
		ExtraYahtzees int `json:"extra_yahtzees"`
		ExtraPoints   int `json:"extra_points"`
		Total         int `json:"total"`
	} `json:"columns"`
	GrandTotal  int `json:"grand_total"`
	BoxesFilled int `json:"boxes_filled"`
	BoxesTotal  int `json:"boxes_total"`
}

func printTotals(w io.Writer, answer totals) {
	fmt.Fprintf(w, "%s: %d/%d\n", answer.RuleSet.Name, answer.BoxesFilled, answer.BoxesTotal)
	rows := []string{"column\tupper\tbonus\tlower\textra\ttotal"}
	for _, c := range answer.Columns {
		rows = append(rows, fmt.Sprintf("%d × %d\t%d\t%d (%s)\t%d\t%d (%d)\t%d",
			c.Column, c.Multiplier, c.Upper.Points, c.Upper.Bonus, c.Upper.BonusStatus, c.Lower.Points, c.ExtraPoints,
			c.ExtraYahtzees, c.Total))
	}
	table(w, append(rows, fmt.Sprintf("grand total\t\t\t\t\t%d", answer.GrandTotal))...)
}

type ruleSetList struct {
	Items []struct {
		used
		Dice     int `json:"dice"`
		Columns  int `json:"columns"`
		Boxes    int `json:"boxes"`
		MaxTotal int `json:"max_total"`
	} `json:"items"`
}

func printRuleSets(w io.Writer, answer ruleSetList) {
	rows := []string{"id\tname\tdice\tboxes\tmaximum"}
	for _, r := range answer.Items {
		rows = append(rows, fmt.Sprintf("%s\t%s\t%d\t%d\t%d", r.ID, r.Name, r.Dice, r.Boxes*r.Columns, r.MaxTotal))
	}
	table(w, rows...)
}

func printRuleSet(w io.Writer, r ruleSet) {
	fmt.Fprintf(w, "%s (%s): %d dice, %d rolls, maximum %d\n\n", r.Name, r.ID, r.Dice, r.Rolls, r.MaxTotal)
	var rows []string
	for _, box := range r.Categories {
		rows = append(rows, box.ID+"\t"+box.Name+"\t"+box.Hint)
	}
	table(w, rows...)
	rows = nil
	for _, o := range r.Options {
		allowed := strings.Join(o.Allowed, ", ")
		if o.Min != nil && o.Max != nil {
			allowed = fmt.Sprintf("%d-%d", *o.Min, *o.Max)
		}
		rows = append(rows, fmt.Sprintf("--option %s=%v\t%s", o.ID, o.Value, allowed))
	}
	if len(rows) > 0 {
		fmt.Fprintln(w)
		table(w, rows...)
	}
}

type records struct {
	RuleSet used `json:"ruleset"`
	Items   []struct {
		Rank   int `json:"rank"`
		Score  int `json:"score"`
		Player struct {
			Name string `json:"name"`
		} `json:"player"`
		PlayedOn string `json:"played_on"`
	} `json:"items"`
}

func printRecords(w io.Writer, answer records) {
	fmt.Fprintf(w, "%s\n", answer.RuleSet.Name)
	if len(answer.Items) == 0 {
		fmt.Fprintln(w, "no finished games yet")
		return
	}
	rows := make([]string, 0, len(answer.Items))
	for _, r := range answer.Items {
		rows = append(rows, fmt.Sprintf("%d\t%d\t%s\t%s", r.Rank, r.Score, r.Player.Name, r.PlayedOn))
	}
	table(w, rows...)
}
