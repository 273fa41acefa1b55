package lang

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

const (
	hintPrefix = "hint."
	// hintGap stands between the pieces of a hint; Windows-1252 has it.
	hintGap = " · "
	// nothing is shown for an empty list, where "Known: ." would look broken.
	nothing = "–"
)

// Box returns the name of a box on the card of a rule set. The same box may
// have another name on another card (a Norwegian "Hus" is 2 + 3 on five dice
// but 3 + 3 on six), so the rule set's own name comes before the general one.
// A rule set that is not built in gets the general names. ok is false when the
// box is known nowhere; a house rule must then bring its own name.
func (l *Language) Box(ruleset, box string) (name string, ok bool) {
	if name, ok = l.catalogue.RuleSetBoxes[ruleset][box]; ok {
		return name, true
	}
	name, ok = l.catalogue.Boxes[box]
	return name, ok
}

// RuleSet returns the display name of a built-in rule set.
func (l *Language) RuleSet(id string) (name string, ok bool) {
	name, ok = l.catalogue.RuleSets[id]
	return name, ok
}

// Term returns a word of the score card, such as "grand_total". A term that
// the catalogue lacks comes in English, and an unknown one as its key.
func (l *Language) Term(key string) string {
	if term, ok := l.catalogue.Terms[key]; ok {
		return term
	}
	if term, ok := languages()[0].catalogue.Terms[key]; ok {
		return term
	}
	return key
}

// Text returns a message with its {name} placeholders filled from args. Lists
// are joined by commas; an empty list becomes a dash; values out of a JSON
// document look as they do there. Filled-in values are
// never searched for placeholders again, so a player may be called "{seat}". A
// placeholder without a value is left as it stands. A message that the
// catalogue lacks comes in English, and an unknown one as its key.
//
// Keys are "problem.<code>" (short title of an error), "fault.<code>" (one
// sentence on it), "hint.<key>" and "type.<name of a JSON type>".
func (l *Language) Text(key string, args map[string]any) string {
	text, ok := l.catalogue.message(key)
	if !ok {
		text, ok = languages()[0].catalogue.message(key)
	}
	if !ok {
		return key
	}
	return fill(text, args)
}

// Hint returns how a box is scored: the hints of the keys in their order, all
// filled from the same args.
func (l *Language) Hint(keys []string, args map[string]any) string {
	pieces := make([]string, len(keys))
	for i, key := range keys {
		pieces[i] = l.Text(hintPrefix+key, args)
	}
	return strings.Join(pieces, hintGap)
}

func (c *catalogue) message(key string) (string, bool) {
	if hint, isHint := strings.CutPrefix(key, hintPrefix); isHint {
		text, ok := c.Hints[hint]
		return text, ok
	}
	text, ok := c.Texts[key]
	return text, ok
}

func fill(text string, args map[string]any) string {
	var out strings.Builder
	for {
		before, rest, opened := strings.Cut(text, "{")
		name, after, closed := strings.Cut(rest, "}")
		if !opened || !closed {
			out.WriteString(text)
			return out.String()
		}
		out.WriteString(before)
		if value, ok := args[name]; ok {
			out.WriteString(show(value))
		} else {
			out.WriteString("{" + name + "}")
		}
		text = after
	}
}

func show(value any) string {
	switch v := value.(type) {
	case string:
		return v
	case []string:
		return list(v)
	case []int:
		words := make([]string, len(v))
		for i, n := range v {
			words[i] = strconv.Itoa(n)
		}
		return list(words)
	case nil, float64, []any, map[string]any:
		return asJSON(v)
	default:
		return fmt.Sprint(v)
	}
}

// asJSON shows a decoded value as its sender wrote it: 1000000 and null, not
// Go's 1e+06 and <nil>.
func asJSON(value any) string {
	data, err := json.Marshal(value)
	if err != nil {
		return fmt.Sprint(value)
	}
	return string(data)
}

func list(words []string) string {
	if len(words) == 0 {
		return nothing
	}
	return strings.Join(words, ", ")
}
