package handlers

import (
	"net/http"
	"strings"
	"sync"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/labstack/echo/v4"

	"segnapunti/lang"
	"segnapunti/scoring"
)

// ruleSetRef names a rule set in a request: an id, or an id with house options.
type ruleSetRef struct {
	ID      string         `json:"id"`
	Options map[string]any `json:"options"`
	given   bool
	inside  string // "/id" when the reference is an object
}

// UnmarshalJSONFrom takes both forms (api.md 2).
func (r *ruleSetRef) UnmarshalJSONFrom(decoder *jsontext.Decoder) error {
	r.given = true
	if decoder.PeekKind() != '{' {
		return json.UnmarshalDecode(decoder, &r.ID)
	}
	type object struct {
		ID      *string        `json:"id"`
		Options map[string]any `json:"options"`
	}
	var o object
	if err := json.UnmarshalDecode(decoder, &o); err != nil {
		return err
	}
	r.inside, r.Options = "/id", o.Options
	if r.given = o.ID != nil; r.given {
		r.ID = *o.ID
	}
	return nil
}

// find resolves the reference; its faults point below pointer.
func (s *server) find(r ruleSetRef, pointer string) (*scoring.RuleSet, error) {
	rules, err := s.Catalog.Find(r.ID, r.Options)
	if faults, ok := err.(scoring.Faults); ok { //nolint:errorlint // Find wraps nothing
		for i := range faults {
			if faults[i].Code == scoring.UnknownRuleSet {
				faults[i].Pointer = r.inside
			}
		}
		return nil, broken(faults.Under(pointer), nil)
	}
	return rules, err
}

// findNamed resolves a rule set named in the path or by a parameter.
func (s *server) findNamed(id string, options map[string]any) (*scoring.RuleSet, error) {
	rules, err := s.Catalog.Find(id, options)
	faults, ok := err.(scoring.Faults) //nolint:errorlint // Find wraps nothing
	if !ok {
		return rules, err
	}
	p := &problem{}
	for _, f := range faults {
		name := "ruleset"
		if strings.HasPrefix(f.Pointer, "/options") {
			name = "options"
		}
		p.faults = append(p.faults, fault{Fault: f, parameter: name})
	}
	return nil, p
}

// usedRuleSet says in an answer which rules were used, with every option.
type usedRuleSet struct {
	ID      string         `json:"id"`
	Version int            `json:"version"`
	Options map[string]any `json:"options"`
	Name    string         `json:"name"`
}

// usedCache keeps the encoded form for rule sets with default options, which are
// the same all day: a map of options is slow to encode.
type usedCache struct{ sync.Map }

type usedKey struct {
	rules    *scoring.RuleSet
	language string
}

// usedRules encodes which rules were used.
func (s *server) usedRules(rules *scoring.RuleSet, l *lang.Language) jsontext.Value {
	key := usedKey{rules, l.ID()}
	if value, ok := s.used.Load(key); ok {
		return value.(jsontext.Value)
	}
	value, err := json.Marshal(usedRuleSet{
		ID: rules.ID(), Version: rules.Version(), Options: rules.Effective(),
		Name: l.RuleSetName(rules.ID(), rules.Names()),
	}, json.Deterministic(true))
	if err != nil {
		return jsontext.Value("null") // strings, numbers and bools can't fail
	}
	if standard, err := s.Catalog.Find(rules.ID(), nil); err == nil && standard == rules {
		s.used.Store(key, jsontext.Value(value))
	}
	return value
}

type ruleSetSummary struct {
	ID       string `json:"id"`
	Version  int    `json:"version"`
	Name     string `json:"name"`
	Dice     int    `json:"dice"`
	Columns  int    `json:"columns"`
	Boxes    int    `json:"boxes"`
	MaxTotal int    `json:"max_total"`
}

// page is a list answer; Next is nil on the last page.
type page[T any] struct {
	Items []T     `json:"items"`
	Next  *string `json:"next"`
}

// pageOf makes a list answer; next is "" on the last page. A list without items is
// empty, not null.
func pageOf[T any](items []T, next string) page[T] {
	list := page[T]{Items: append([]T{}, items...)}
	if next != "" {
		list.Next = &next
	}
	return list
}

func (s *server) listRuleSets(c echo.Context) error {
	if err := s.query(c).err(); err != nil {
		return err
	}
	l := s.language(c)
	var items []ruleSetSummary
	for _, rules := range s.Catalog.All() {
		items = append(items, ruleSetSummary{
			ID: rules.ID(), Version: rules.Version(), Name: l.RuleSetName(rules.ID(), rules.Names()),
			Dice: rules.Dice(), Columns: len(rules.Multipliers()), Boxes: len(rules.Boxes()), MaxTotal: rules.MaxTotal(),
		})
	}
	return s.send(c, http.StatusOK, pageOf(items, ""))
}

type ruleSetAnswer struct {
	ID          string              `json:"id"`
	Version     int                 `json:"version"`
	Name        string              `json:"name"`
	Options     []optionAnswer      `json:"options"`
	Dice        int                 `json:"dice"`
	Faces       int                 `json:"faces"`
	Rolls       int                 `json:"rolls"`
	SavedRolls  bool                `json:"saved_rolls"`
	Columns     []columnAnswer      `json:"columns"`
	Order       scoring.Order       `json:"order"`
	ColumnOrder scoring.ColumnOrder `json:"column_order"`
	Sections    []sectionAnswer     `json:"sections"`
	Categories  []categoryAnswer    `json:"categories"`
	UpperBonus  *scoring.UpperBonus `json:"upper_bonus"`
	Joker       *jokerAnswer        `json:"joker"`
	ServedWins  bool                `json:"served_wins"`
	Start       startRule           `json:"start"`
	MaxTotal    int                 `json:"max_total"`
}

type optionAnswer struct {
	scoring.Option
	Value any `json:"value"`
}

type columnAnswer struct {
	Column     int `json:"column"`
	Multiplier int `json:"multiplier"`
}

type sectionAnswer struct {
	ID   scoring.Section `json:"id"`
	Name string          `json:"name"`
}

type categoryAnswer struct {
	ID             string          `json:"id"`
	Name           string          `json:"name"`
	Hint           string          `json:"hint"`
	Section        scoring.Section `json:"section"`
	PossiblePoints []int           `json:"possible_points"`
	Needs          *string         `json:"needs"`
}

type jokerAnswer struct {
	Rule           scoring.JokerRule `json:"rule"`
	Box            string            `json:"box"`
	ExtraPoints    int               `json:"extra_points"`
	ExtraAfterZero bool              `json:"extra_after_zero"`
}

func (s *server) getRuleSet(c echo.Context) error {
	q := s.query(c, "options")
	options := q.options()
	if err := q.err(); err != nil {
		return err
	}
	rules, err := s.findNamed(c.Param("ruleset"), options)
	if err != nil {
		return err
	}
	return s.send(c, http.StatusOK, describe(rules, s.language(c)))
}

// describe tells a client all it needs to draw the card and offer the options.
func describe(rules *scoring.RuleSet, l *lang.Language) ruleSetAnswer {
	answer := ruleSetAnswer{
		ID: rules.ID(), Version: rules.Version(), Name: l.RuleSetName(rules.ID(), rules.Names()),
		Options: options(rules), Dice: rules.Dice(), Faces: rules.Faces(), Rolls: rules.Rolls(),
		SavedRolls: rules.SavesRolls(), Order: rules.Order(), ColumnOrder: rules.ColumnOrder(),
		UpperBonus: rules.UpperBonus(), ServedWins: rules.ServedWins(), Start: startRuleOf(rules),
		MaxTotal: rules.MaxTotal(), Sections: sections(rules, l), Categories: categories(rules, l),
	}
	for i, multiplier := range rules.Multipliers() {
		answer.Columns = append(answer.Columns, columnAnswer{i + 1, multiplier})
	}
	if joker := rules.Joker(); joker != nil {
		answer.Joker = &jokerAnswer{joker.Rule, joker.Box, joker.ExtraPoints, joker.ExtraAfterZero}
	}
	return answer
}

func options(rules *scoring.RuleSet) []optionAnswer {
	answers := []optionAnswer{}
	values := rules.Effective()
	for _, option := range rules.Options() {
		answers = append(answers, optionAnswer{option, values[option.ID]})
	}
	return answers
}

func sections(rules *scoring.RuleSet, l *lang.Language) (answers []sectionAnswer) {
	for _, section := range []scoring.Section{scoring.Upper, scoring.Lower} {
		for _, box := range rules.Boxes() {
			if box.Section == section {
				answers = append(answers, sectionAnswer{section, l.Term(string(section) + "_section")})
				break
			}
		}
	}
	return answers
}

func categories(rules *scoring.RuleSet, l *lang.Language) (answers []categoryAnswer) {
	for _, box := range rules.Boxes() {
		answer := categoryAnswer{
			ID: box.ID, Name: boxName(l, rules, box.ID), Hint: l.Hint(box.Hint()), Section: box.Section,
			PossiblePoints: rules.PossiblePoints(box.ID),
		}
		if box.Needs != "" {
			answer.Needs = &box.Needs
			answer.Hint += " · " + l.Text("hint.needs", map[string]any{"box": boxName(l, rules, box.Needs)})
		}
		answers = append(answers, answer)
	}
	return answers
}
