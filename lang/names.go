package lang

import (
	"maps"
	"slices"
	"strings"
)

// RuleSetName is the name of a rule set in this language: its own names when the
// file has any, else the catalogue's, else its id.
func (l *Language) RuleSetName(id string, own map[string]string) string {
	if name := l.pick(own); name != "" {
		return name
	}
	if name, ok := l.RuleSet(id); ok {
		return name
	}
	return id
}

// BoxName is the name of a box in this language: the rule file's own names first,
// else the catalogue's, else the id spelled with spaces.
func (l *Language) BoxName(ruleset, box string, own map[string]string) string {
	if name := l.pick(own); name != "" {
		return name
	}
	if name, ok := l.Box(ruleset, box); ok {
		return name
	}
	return strings.ReplaceAll(box, "_", " ")
}

// pick chooses among the names of a house rule set: this language's, English, or
// any one; a family that names its boxes in one language means it for everybody.
func (l *Language) pick(own map[string]string) string {
	for _, key := range append([]string{l.ID(), "en"}, slices.Sorted(maps.Keys(own))...) {
		if name := own[key]; name != "" {
			return name
		}
	}
	return ""
}
