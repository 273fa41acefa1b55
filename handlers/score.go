package handlers

import (
	"net/http"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/labstack/echo/v4"

	"segnapunti/scoring"
)

type scoreRequest struct {
	RuleSet  ruleSetRef     `json:"ruleset"`
	Dice     []int          `json:"dice"`
	Rolls    int            `json:"rolls"`
	Card     *scoring.Sheet `json:"card"`
	Category *string        `json:"category"`
	Column   *int           `json:"column"`
}

func (r *scoreRequest) complete() bool {
	return r.RuleSet.given && r.Dice != nil && (r.Card == nil || sheetComplete(r.Card))
}

// maxEntries is the most that any card has: 40 boxes in 6 columns.
const maxEntries = scoring.MaxBoxes * scoring.MaxColumns

func sheetComplete(sheet *scoring.Sheet) bool {
	for i := range sheet.Entries {
		if sheet.Entries[i].Category == "" {
			return false
		}
	}
	return sheet.Entries != nil && len(sheet.Entries) <= maxEntries
}

type scoreAnswer struct {
	RuleSet jsontext.Value   `json:"ruleset"`
	Dice    []int            `json:"dice"`
	Rolls   int              `json:"rolls"`
	Joker   bool             `json:"joker"`
	Boxes   []scoring.Choice `json:"boxes"`
}

func (s *server) score(c echo.Context) error {
	var r scoreRequest
	if err := s.decodeBody(c, "ScoreRequest", &r); err != nil {
		return err
	}
	rules, err := s.find(r.RuleSet, "/ruleset")
	if err != nil {
		return err
	}
	answer, err := r.score(rules)
	if err != nil {
		return broken(err, rules)
	}
	answer.RuleSet = s.usedRules(rules, s.language(c))
	return s.send(c, http.StatusOK, answer)
}

// decodeBody reads and decodes the body of a request without parameters.
func (s *server) decodeBody(c echo.Context, schema string, into request) error {
	if err := s.query(c).err(); err != nil {
		return err
	}
	body, err := s.read(c)
	if err != nil {
		return err
	}
	return s.decode(body, schema, into)
}

// score checks roll, card and wanted box together, so that every fault is told.
func (r *scoreRequest) score(rules *scoring.RuleSet) (*scoreAnswer, error) {
	card, faults := rules.EmptyCard(), scoring.Faults(nil)
	if r.Card != nil {
		var err error
		card, err = rules.NewCard(*r.Card)
		faults = faultsOf(err).Under("/card")
	}
	faults = append(faults, r.wanted(rules)...)
	roll := scoring.Roll{Dice: r.Dice, Rolls: r.Rolls}
	choices, err := card.Choices(roll)
	faults = append(faults, faultsOf(err)...)
	if len(faults) > 0 {
		return nil, faults
	}
	if roll.Rolls == 0 {
		roll.Rolls = rules.Rolls()
	}
	return &scoreAnswer{
		Dice: r.Dice, Rolls: roll.Rolls, Joker: card.Joker(r.Dice), Boxes: r.pick(choices),
	}, nil
}

// faultsOf gives the rules' faults of an error of package scoring.
func faultsOf(err error) scoring.Faults {
	faults, _ := err.(scoring.Faults) //nolint:errorlint // scoring wraps nothing
	return faults
}

// wanted checks the box that the client asks for, if it asks for one.
func (r *scoreRequest) wanted(rules *scoring.RuleSet) (faults scoring.Faults) {
	if r.Category != nil {
		if _, ok := rules.Box(*r.Category); !ok {
			faults = append(faults, scoring.Fault{Code: scoring.UnknownCategory, Pointer: "/category", Args: map[string]any{
				"category": *r.Category, "allowed": boxIDs(rules),
			}})
		}
	}
	if columns := len(rules.Multipliers()); r.Column != nil && (*r.Column < 1 || *r.Column > columns) {
		faults = append(faults, scoring.Fault{Code: scoring.UnknownColumn, Pointer: "/column", Args: map[string]any{
			"column": *r.Column, "columns": columns,
		}})
	}
	return faults
}

func boxIDs(rules *scoring.RuleSet) (ids []string) {
	for _, box := range rules.Boxes() {
		ids = append(ids, box.ID)
	}
	return ids
}

func (r *scoreRequest) pick(choices []scoring.Choice) []scoring.Choice {
	if r.Category == nil && r.Column == nil {
		return choices
	}
	picked := []scoring.Choice{}
	for _, choice := range choices {
		if (r.Category == nil || choice.Category == *r.Category) && (r.Column == nil || choice.Column == *r.Column) {
			picked = append(picked, choice)
		}
	}
	return picked
}

type totalRequest struct {
	RuleSet ruleSetRef     `json:"ruleset"`
	Card    *scoring.Sheet `json:"card"`
}

func (r *totalRequest) complete() bool {
	return r.RuleSet.given && r.Card != nil && sheetComplete(r.Card)
}

type totalAnswer struct {
	RuleSet jsontext.Value `json:"ruleset"`
	scoring.Totals
}

func (s *server) total(c echo.Context) error {
	var r totalRequest
	if err := s.decodeBody(c, "TotalRequest", &r); err != nil {
		return err
	}
	rules, err := s.find(r.RuleSet, "/ruleset")
	if err != nil {
		return err
	}
	card, err := rules.NewCard(*r.Card)
	if err != nil {
		return broken(faultsOf(err).Under("/card"), rules)
	}
	return s.send(c, http.StatusOK, totalAnswer{s.usedRules(rules, s.language(c)), card.Totals()})
}
