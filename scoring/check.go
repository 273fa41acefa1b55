package scoring

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
)

var (
	ruleSetID = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	boxID     = regexp.MustCompile(`^[a-z0-9]+(_[a-z0-9]+)*$`)
)

// checker collects what is wrong with a definition.
type checker struct {
	d      *Definition
	faults Faults
}

// check says what in a definition means nothing; nil when all is well.
func (d *Definition) check() Faults {
	c := &checker{d: d}
	c.id("/id", d.ID, ruleSetID)
	c.between("/version", d.Version, 1, 1_000_000)
	c.names("/names", d.Names)
	c.between("/dice", d.Dice, 1, MaxDice)
	c.between("/faces", d.Faces, 2, MaxFaces)
	c.between("/rolls", d.Rolls, 1, 10)
	c.between("/start/dice", d.Start.Dice, 0, MaxDice)
	c.columns()
	c.boxes()
	c.bonus()
	c.joker()
	c.orders()
	c.servedWin()
	c.options()
	return c.faults
}

func (c *checker) say(pointer, format string, args ...any) {
	c.faults = append(c.faults, Fault{
		Code: BadDefinition, Pointer: pointer,
		Args: map[string]any{"reason": fmt.Sprintf(format, args...)},
	})
}

func (c *checker) between(pointer string, value, low, high int) {
	if value < low || value > high {
		c.say(pointer, "must be %d to %d, is %d", low, high, value)
	}
}

func (c *checker) id(pointer, id string, form *regexp.Regexp) {
	if len(id) > 40 || !form.MatchString(id) {
		c.say(pointer, "must be 1 to 40 lower-case letters and digits, joined like %q; is %q", "full_house or my-rules", id)
	}
}

func (c *checker) names(pointer string, names map[string]string) {
	for _, language := range slices.Sorted(maps.Keys(names)) {
		if n := len([]rune(names[language])); n < 1 || n > maxPhrases {
			c.say(pointer+"/"+language, "a name has 1 to %d letters, this one %d", maxPhrases, n)
		}
	}
}

func oneOf[T comparable](c *checker, pointer string, value T, allowed ...T) {
	if !slices.Contains(allowed, value) {
		c.say(pointer, "must be one of %v, is %v", allowed, value)
	}
}

func (c *checker) knownBox(pointer, id string) {
	if !slices.ContainsFunc(c.d.Boxes, func(b Box) bool { return b.ID == id }) {
		c.say(pointer, "there is no box %q", id)
	}
}

func (c *checker) knownSwitch(pointer, name string) {
	if _, ok := c.d.Switches[name]; name != "" && !ok {
		c.say(pointer, "there is no switch %q", name)
	}
}

func (c *checker) columns() {
	if len(c.d.Columns) > MaxColumns {
		c.say("/columns", "at most %d columns, here are %d", MaxColumns, len(c.d.Columns))
	}
	for i, factor := range c.d.Columns {
		c.between(fmt.Sprintf("/columns/%d", i), factor, 1, 100)
	}
}

func (c *checker) boxes() {
	if n := len(c.d.Boxes); n < 1 || n > MaxBoxes {
		c.say("/boxes", "a card has 1 to %d boxes, this one %d", MaxBoxes, n)
	}
	for i := range c.d.Boxes {
		box, at := &c.d.Boxes[i], fmt.Sprintf("/boxes/%d", i)
		c.id(at+"/id", box.ID, boxID)
		if slices.ContainsFunc(c.d.Boxes[:i], func(b Box) bool { return b.ID == box.ID }) {
			c.say(at+"/id", "the box %q stands twice", box.ID)
		}
		c.names(at+"/names", box.Names)
		oneOf(c, at+"/section", box.Section, Upper, Lower)
		c.pattern(at+"/pattern", &box.Pattern)
		c.points(at+"/points", &box.Points)
		if box.Joker && (box.Points.Fixed == 0 || box.Section != Lower) {
			c.say(at+"/joker", "only a lower box with fixed points can pay a joker")
		}
		if box.Needs != "" {
			c.knownBox(at+"/needs", box.Needs)
		}
		c.knownSwitch(at+"/switch", box.Switch)
	}
}

func (c *checker) pattern(at string, p *Pattern) {
	kinds := 0
	for _, set := range []bool{p.Face != 0, p.OfAKind != 0, len(p.Groups) > 0, p.Run != 0, len(p.Exactly) > 0, p.Any} {
		if set {
			kinds++
		}
	}
	if kinds != 1 {
		c.say(at, "needs exactly one of face, n_of_a_kind, groups, run, exactly, any; has %d", kinds)
		return
	}
	if p.Face != 0 {
		c.between(at+"/face", p.Face, 1, c.d.Faces)
	}
	if p.OfAKind != 0 {
		c.between(at+"/n_of_a_kind", p.OfAKind, 1, c.d.Dice)
	}
	c.groups(at+"/groups", p.Groups)
	c.run(at, p)
	c.exactly(at+"/exactly", p.Exactly)
	c.knownSwitch(at+"/one_face", p.OneFace)
}

func (c *checker) groups(at string, groups []int) {
	sum := 0
	for i, size := range groups {
		c.between(fmt.Sprintf("%s/%d", at, i), size, 1, c.d.Dice)
		sum += size
	}
	if sum > c.d.Dice {
		c.say(at, "the groups need %d dice, a roll has %d", sum, c.d.Dice)
	}
}

func (c *checker) run(at string, p *Pattern) {
	if p.Run != 0 {
		c.between(at+"/run", p.Run, 2, min(c.d.Dice, c.d.Faces))
		c.between(at+"/from", p.From, 0, max(0, c.d.Faces-p.Run+1))
	} else if p.From != 0 {
		c.say(at+"/from", "belongs to a run")
	}
}

func (c *checker) exactly(at string, rolls [][]int) {
	if len(rolls) > maxPhrases {
		c.say(at, "at most %d rolls, here are %d", maxPhrases, len(rolls))
	}
	for i, dice := range rolls {
		if len(dice) != c.d.Dice {
			c.say(fmt.Sprintf("%s/%d", at, i), "a roll has %d dice, this one %d", c.d.Dice, len(dice))
		}
		for k, die := range dice {
			c.between(fmt.Sprintf("%s/%d/%d", at, i, k), die, 1, c.d.Faces)
		}
	}
}

func (c *checker) points(at string, p *Points) {
	if (p.Fixed > 0) == (p.Sum != "") {
		c.say(at, "needs either fixed points or a sum")
	}
	if p.Sum != "" {
		oneOf(c, at+"/sum", p.Sum, SumAll, SumMatching)
	}
	c.between(at+"/fixed", p.Fixed, 0, maxPoints)
	c.between(at+"/plus", p.Plus, 0, maxPoints)
	c.between(at+"/served", p.Served, 0, maxPoints)
}

func (c *checker) bonus() {
	if bonus := c.d.UpperBonus; bonus != nil {
		c.between("/upper_bonus/at", bonus.At, 1, maxPoints)
		c.between("/upper_bonus/points", bonus.Points, 0, maxPoints)
	}
}

func (c *checker) joker() {
	joker := c.d.Joker
	if joker == nil {
		return
	}
	c.knownBox("/joker/box", joker.Box)
	oneOf(c, "/joker/rule", joker.Rule, jokerRules...)
	c.between("/joker/extra_points", joker.ExtraPoints, 0, maxPoints)
	for _, box := range c.d.Boxes {
		if box.ID == joker.Box && (box.Pattern.OfAKind != c.d.Dice || box.Switch != "") {
			c.say("/joker/box", "%q must always be on the card and fit %d equal dice", box.ID, c.d.Dice)
		}
	}
}

func (c *checker) servedWin() {
	if c.d.ServedWinBox == "" && !c.d.ServedWins {
		return
	}
	c.knownBox("/served_win_box", c.d.ServedWinBox)
	for _, box := range c.d.Boxes {
		if box.ID == c.d.ServedWinBox && box.Switch != "" {
			c.say("/served_win_box", "%q must always be on the card", box.ID)
		}
	}
}

func (c *checker) orders() {
	oneOf(c, "/order", cmpOr(c.d.Order, OrderAny), orders...)
	oneOf(c, "/column_order", cmpOr(c.d.ColumnOrder, ColumnAny), columnOrders...)
}

func (c *checker) options() {
	for _, name := range slices.Sorted(maps.Keys(c.d.Switches)) {
		c.id("/switches/"+name, name, boxID)
		if _, known := settings[name]; known {
			c.say("/switches/"+name, "%q is the name of an option", name)
		}
	}
	for i, name := range c.d.Options {
		at := fmt.Sprintf("/options/%d", i)
		setting, ok := settings[name]
		switch {
		case !ok:
			c.say(at, "there is no option %q", name)
		case !setting.has(c.d):
			c.say(at, "this rule set has nothing that %q could change", name)
		case slices.Contains(c.d.Options[:i], name):
			c.say(at, "%q stands twice", name)
		}
	}
}
