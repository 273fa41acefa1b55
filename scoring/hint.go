package scoring

import (
	"fmt"
	"strconv"
	"strings"
)

// Hint says in pieces how a box is scored, for the "how to score" column of a
// card (C.3): keys of package lang, and the values that their sentences need.
func (b *Box) Hint() (keys []string, args map[string]any) {
	p := &b.Pattern
	args = map[string]any{"points": b.Points.Fixed, "served": b.Points.Served, "plus": b.Points.Plus}
	switch {
	case p.Face > 0 && p.Face <= 6:
		return []string{fmt.Sprintf("face_%d", p.Face)}, args
	case p.Face > 0: // no language has a word for sevens
		keys, args["dice"] = []string{"dice"}, strconv.Itoa(p.Face)
	case p.OfAKind > 0:
		keys, args["count"] = []string{"equal"}, p.OfAKind
	case len(p.Groups) > 0:
		keys, args["groups"] = []string{"groups"}, join(p.Groups, " + ")
	case p.Run > 0 && p.From == 0:
		keys, args["length"] = []string{"run"}, p.Run
	case p.Run > 0:
		keys, args["dice"] = []string{"dice"}, join(run(p.From, p.Run), "-")
	case len(p.Exactly) > 0:
		keys, args["dice"] = []string{"dice"}, rolls(p.Exactly)
	}
	return append(keys, b.Points.hint()), args
}

func (p *Points) hint() string {
	switch {
	case p.Served > 0:
		return "served"
	case p.Fixed > 0:
		return "fixed"
	case p.Plus > 0 && p.Sum == SumMatching:
		return "plus_matching"
	case p.Plus > 0:
		return "plus"
	case p.Sum == SumMatching:
		return "sum_matching"
	default:
		return "sum_all"
	}
}

func run(from, length int) (faces []int) {
	for i := range length {
		faces = append(faces, from+i)
	}
	return faces
}

func rolls(all [][]int) string {
	parts := make([]string, len(all))
	for i, dice := range all {
		parts[i] = join(dice, "-")
	}
	return strings.Join(parts, ", ")
}

func join(numbers []int, glue string) string {
	parts := make([]string, len(numbers))
	for i, n := range numbers {
		parts[i] = strconv.Itoa(n)
	}
	return strings.Join(parts, glue)
}
