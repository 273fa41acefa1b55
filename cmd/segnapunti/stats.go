package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
)

func (a *app) statsCommand() *cobra.Command {
	var rules ruleSetFlag
	var file, player, since, until string
	var solo bool
	cmd := &cobra.Command{
		Use:     "stats",
		Short:   "Say what finished games come to",
		Long:    "Say what finished games come to: wins, mean, median, every box. Of one player, or of everybody.",
		Example: "  segnapunti stats --ruleset yatzy --player Anna",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.withStore(cmd.Context(), file, func(service *client) error {
				parameters := url.Values{"ruleset": {rules.id}, "options": {rules.parameter()}, "since": {since}, "until": {until}}
				if cmd.Flags().Changed("solo") {
					parameters.Set("solo", strconv.FormatBool(solo))
				}
				return service.stats(cmd.Context(), rules, player, parameters)
			})
		},
	}
	rules.add(cmd, a)
	dbFlag(cmd.Flags(), &file)
	cmd.Flags().StringVar(&player, "player", "", "only this player: a name, or an id")
	cmd.Flags().StringVar(&since, "since", "", "only games played on this day or later (2026-12-24)")
	cmd.Flags().StringVar(&until, "until", "", "only games played on this day or earlier")
	cmd.Flags().BoolVar(&solo, "solo", false, "only games played alone; --solo=false: only games in company")
	return cmd
}

func (c *client) stats(ctx context.Context, rules ruleSetFlag, player string, parameters url.Values) error {
	id, err := c.playerID(ctx, player)
	if err != nil {
		return err
	}
	parameters.Set("player", id)
	response, err := c.get(ctx, "/v1/statistics", parameters)
	if err != nil {
		return err
	}
	names, err := c.describe(ctx, rules)
	if err != nil {
		return err
	}
	return show(c.app, response, names.printStatistics)
}

// playerID finds a player by name, however it is typed. What is nobody's name is
// taken for an id.
func (c *client) playerID(ctx context.Context, name string) (string, error) {
	if name == "" {
		return "", nil
	}
	response, err := c.get(ctx, "/v1/players", url.Values{"name": {name}})
	if err != nil {
		return "", err
	}
	var found players
	if err := json.Unmarshal(response.body.Bytes(), &found); err != nil {
		return "", failed(err)
	}
	switch len(found.Items) {
	case 0:
		_, err := c.get(ctx, "/v1/players/"+url.PathEscape(name), url.Values{})
		return name, err
	case 1:
		return found.Items[0].ID, nil
	}
	printPlayers(c.app.stderr, found)
	return "", failed(fmt.Errorf("more than one player is called %s: say --player ID", name))
}

type statistics struct {
	RuleSet           used     `json:"ruleset"`
	Games             int      `json:"games"`
	Results           int      `json:"results"`
	SoloGames         int      `json:"solo_games"`
	Wins              int      `json:"wins"`
	SharedWins        int      `json:"shared_wins"`
	Mean              *float64 `json:"mean"`
	Median            *float64 `json:"median"`
	Best              *int     `json:"best"`
	Worst             *int     `json:"worst"`
	StandardDeviation *float64 `json:"standard_deviation"`
	BonusRate         *float64 `json:"bonus_rate"`
	ExtraYahtzees     *struct {
		Total int `json:"total"`
	} `json:"extra_yahtzees"`
	Boxes []struct {
		Category string   `json:"category"`
		Column   int      `json:"column"`
		Mean     *float64 `json:"mean"`
		ZeroRate *float64 `json:"zero_rate"`
	} `json:"boxes"`
	Histogram []struct {
		From  int `json:"from"`
		To    int `json:"to"`
		Count int `json:"count"`
	} `json:"histogram"`
	Last []struct {
		PlayedOn string `json:"played_on"`
		Score    int    `json:"score"`
		Place    int    `json:"place"`
		Player   struct {
			Name string `json:"name"`
		} `json:"player"`
	} `json:"last"`
}

// printStatistics shows all figures, the boxes by their names.
func (r *ruleSet) printStatistics(w io.Writer, s statistics) {
	fmt.Fprintln(w, s.RuleSet.Name)
	if s.Results == 0 {
		fmt.Fprintln(w, "no finished games yet")
		return
	}
	rows := []string{
		fmt.Sprintf("games\t%d\talone\t%d", s.Games, s.SoloGames), fmt.Sprintf("wins\t%d\tshared\t%d", s.Wins, s.SharedWins),
		fmt.Sprintf("mean\t%s\tmedian\t%s", figure(s.Mean), figure(s.Median)), fmt.Sprintf("best\t%d\tworst\t%d", *s.Best, *s.Worst),
		fmt.Sprintf("deviation\t%s\tbonus\t%s", figure(s.StandardDeviation), percent(s.BonusRate)),
	}
	if s.ExtraYahtzees != nil {
		rows = append(rows, fmt.Sprintf("extra\t%d", s.ExtraYahtzees.Total))
	}
	table(w, rows...)
	fmt.Fprintln(w)
	table(w, r.boxRows(s)...)
	fmt.Fprintln(w)
	table(w, s.bars()...)
	fmt.Fprintln(w)
	rows = nil
	for _, last := range s.Last {
		rows = append(rows, fmt.Sprintf("%s\t%d\t%s\t%d.", last.PlayedOn, last.Score, last.Player.Name, last.Place))
	}
	table(w, rows...)
}

func (r *ruleSet) boxRows(s statistics) []string {
	names := map[string]string{}
	for _, box := range r.Categories {
		names[box.ID] = box.Name
	}
	rows := []string{"box\tmean\tzero"}
	for _, box := range s.Boxes {
		name := names[box.Category]
		if len(r.Columns) > 1 {
			name += fmt.Sprintf(" × %d", box.Column)
		}
		rows = append(rows, fmt.Sprintf("%s\t%s\t%s", name, figure(box.Mean), percent(box.ZeroRate)))
	}
	return rows
}

// bars draws the histogram, the longest bar 40 wide.
func (s *statistics) bars() (rows []string) {
	most := 1
	for _, b := range s.Histogram {
		most = max(most, b.Count)
	}
	for _, b := range s.Histogram {
		rows = append(rows, fmt.Sprintf("%d-%d\t%d\t%s", b.From, b.To, b.Count, strings.Repeat("█", (b.Count*40+most-1)/most)))
	}
	return rows
}

func figure(value *float64) string {
	if value == nil {
		return "–"
	}
	return strconv.FormatFloat(*value, 'f', 1, 64)
}

func percent(value *float64) string {
	if value == nil {
		return "–"
	}
	return strconv.FormatFloat(*value*100, 'f', 0, 64) + " %"
}
