package handlers

import (
	"net/http"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/labstack/echo/v4"

	"segnapunti/scoring"
)

// defaultRuleSet is meant where a request may leave the rule set out.
const defaultRuleSet = "yahtzee"

type startRequest struct {
	RuleSet ruleSetRef  `json:"ruleset"`
	Rolls   []startRoll `json:"rolls"`
}

type startRoll struct {
	Name *string `json:"name"`
	Dice []int   `json:"dice"`
}

func (r *startRequest) complete() bool {
	for _, roll := range r.Rolls {
		if roll.Name == nil || roll.Dice == nil {
			return false
		}
	}
	return r.Rolls != nil && (r.RuleSet.given || r.RuleSet.ID == "" && r.RuleSet.inside == "")
}

type startRule struct {
	Dice int    `json:"dice"`
	Best string `json:"best"`
}

func startRuleOf(rules *scoring.RuleSet) startRule {
	start := rules.StartRule()
	if start.Lowest {
		return startRule{start.Dice, "lowest"}
	}
	return startRule{start.Dice, "highest"}
}

type startAnswer struct {
	RuleSet   jsontext.Value `json:"ruleset"`
	Rule      startRule      `json:"rule"`
	Rolls     []startSum     `json:"rolls"`
	Starts    *string        `json:"starts"`
	RollAgain []string       `json:"roll_again"`
	Order     []string       `json:"order"`
}

type startSum struct {
	Name string `json:"name"`
	Sum  int    `json:"sum"`
}

// startingOrder says who starts and who must roll again (A.18).
func (s *server) startingOrder(c echo.Context) error {
	var r startRequest
	if err := s.decodeBody(c, "StartRequest", &r); err != nil {
		return err
	}
	if !r.RuleSet.given {
		r.RuleSet.ID = defaultRuleSet
	}
	rules, err := s.find(r.RuleSet, "/ruleset")
	if err != nil {
		return err
	}
	answer, err := r.judge(rules)
	if err != nil {
		return err
	}
	answer.RuleSet = s.usedRules(rules, s.language(c))
	return s.send(c, http.StatusOK, answer)
}

// judge checks names and dice together and then finds the starter.
func (r *startRequest) judge(rules *scoring.RuleSet) (*startAnswer, error) {
	names, dice := make([]personName, len(r.Rolls)), make([][]int, len(r.Rolls))
	for i, roll := range r.Rolls {
		names[i].Name, dice[i] = *roll.Name, roll.Dice
	}
	people, faults := readNames(names, func(i int) string { return "/rolls/" + strconv.Itoa(i) + "/name" }, "/rolls")
	sums, starter, again, err := rules.StartingOrder(dice)
	faults = append(faults, faultsOf(err).Under("/rolls")...)
	if len(faults) > 0 {
		return nil, broken(faults, rules)
	}
	answer := &startAnswer{Rule: startRuleOf(rules), RollAgain: []string{}, Order: []string{}}
	for i, person := range people {
		answer.Rolls = append(answer.Rolls, startSum{person.Name, sums[i]})
	}
	for _, i := range again {
		answer.RollAgain = append(answer.RollAgain, people[i].Name)
	}
	if starter >= 0 {
		answer.Starts = &people[starter].Name
		for i := range people { // clockwise from the starter
			answer.Order = append(answer.Order, people[(starter+i)%len(people)].Name)
		}
	}
	return answer, nil
}
