package pdf

import (
	"fmt"
	"math"
	"sync"
	"testing"

	"segnapunti/lang"
	"segnapunti/scoring"
	"segnapunti/scoring/rulesets"
)

const (
	safeMargin = 8.0  // scorecards 4.1
	slack      = 0.01 // rounding
	// How far type reaches from its baseline, by its size: capitals with an
	// accent, and the tail of a g.
	accents = 0.92
	tails   = 0.22
)

var load = sync.OnceValues(func() (*scoring.Catalog, error) { return rulesets.Load("") })

func builtIn(t testing.TB) *scoring.Catalog {
	t.Helper()
	catalog, err := load()
	if err != nil {
		t.Fatal(err)
	}
	return catalog
}

func language(t testing.TB, id string) *lang.Language {
	t.Helper()
	l, ok := lang.Find(id)
	if !ok {
		t.Fatalf("no language %q", id)
	}
	return l
}

func ruleSet(t testing.TB, id string) *scoring.RuleSet {
	t.Helper()
	rules, err := builtIn(t).Find(id, nil)
	if err != nil {
		t.Fatal(err)
	}
	return rules
}

// eachPad calls f with every built-in rule set, language and paper.
func eachPad(t *testing.T, f func(name string, rules *scoring.RuleSet, o PadOptions)) {
	for _, rules := range builtIn(t).All() {
		for _, l := range lang.All() {
			for _, paper := range Papers() {
				f(fmt.Sprintf("%s/%s/%s", rules.ID(), l.ID(), paper), rules, PadOptions{Paper: paper, Language: l})
			}
		}
	}
}

func TestNothingTouchesWhatItShouldNot(t *testing.T) {
	eachPad(t, func(name string, rules *scoring.RuleSet, o PadOptions) {
		for _, o.Columns = range []int{0, 1, 6, 11, 12, 14} {
			if o.Columns > 6 && len(rules.Multipliers()) > 1 {
				continue // refused, see TestOptionErrors
			}
			p, err := padPage(rules, o)
			if err != nil {
				t.Errorf("%s, %d columns: %v", name, o.Columns, err)
				continue
			}
			for _, fault := range p.faults(false) {
				t.Errorf("%s, %d columns: %s", name, o.Columns, fault)
			}
		}
	})
}

// ink is the room that a line of type takes.
func (t *text) ink() box {
	return box{t.x, t.base - accents*t.size*pt, t.width, (accents + tails) * t.size * pt}
}

// faults lists what a reader would call a mess on the page. Words may only be
// broken where somebody else chose them.
func (p *page) faults(mayBreak bool) (faults []string) {
	say := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	safe := box{safeMargin, safeMargin, p.paper.w - 2*safeMargin, p.paper.h - 2*safeMargin}
	for _, b := range p.solid() {
		if !b.within(safe) {
			say("outside the safe margin: %v", b)
		}
	}
	for i := range p.texts {
		t := &p.texts[i]
		if !t.ink().within(safe) {
			say("outside the safe margin: %q", t.words)
		}
		if t.x < t.cell.x-slack || t.x+t.width > t.cell.right()+slack {
			say("%q is wider than its cell", t.words)
		}
		if t.size < floorSize {
			say("%q is set in %.2f pt", t.words, t.size)
		}
		if t.broken && !mayBreak {
			say("%q has a broken word", t.words)
		}
		if real := t.weight.width(t.words, t.size); math.Abs(real-t.width) > slack {
			say("%q is %.2f wide, not %.2f", t.words, real, t.width)
		}
		p.collisions(i, say)
	}
	return faults
}

// solid is everything that is drawn but type, as rectangles.
func (p *page) solid() (all []box) {
	for _, s := range p.strokes {
		all = append(all, s.ink())
	}
	for _, f := range p.fills {
		all = append(all, f.box)
	}
	for _, d := range p.dice {
		all = append(all, d.box)
	}
	return append(all, p.squares...)
}

func (s stroke) ink() box {
	half := s.width / 2
	return box{s.x1 - half, s.y1 - half, s.x2 - s.x1 + s.width, s.y2 - s.y1 + s.width}
}

// collisions looks for what lies in a line of type.
func (p *page) collisions(i int, say func(string, ...any)) {
	t := &p.texts[i]
	letters := t.ink()
	letters.y += 0.2 * t.size * pt // no accents: those of two lines may near each other
	letters.h -= 0.25 * t.size * pt
	for j := range p.texts[:i] {
		other := p.texts[j].ink()
		other.y += 0.2 * p.texts[j].size * pt
		other.h -= 0.25 * p.texts[j].size * pt
		if letters.overlaps(other) {
			say("%q lies on %q", t.words, p.texts[j].words)
		}
	}
	for _, s := range p.strokes {
		if letters.overlaps(s.ink()) {
			say("a line crosses %q", t.words)
		}
	}
	for _, d := range p.dice {
		if letters.overlaps(d.box) {
			say("a die lies on %q", t.words)
		}
	}
	for _, square := range p.squares {
		if letters.overlaps(square) {
			say("a tick box lies on %q", t.words)
		}
	}
}

func (b box) within(o box) bool {
	return b.x >= o.x-slack && b.y >= o.y-slack && b.right() <= o.right()+slack && b.bottom() <= o.bottom()+slack
}

func (b box) overlaps(o box) bool {
	return b.x < o.right()-slack && o.x < b.right()-slack && b.y < o.bottom()-slack && o.y < b.bottom()-slack
}

// The check itself must see a fault when there is one.
func TestTheGeometryCheckSeesFaults(t *testing.T) {
	sound := func() *page {
		p, err := padPage(ruleSet(t, "yahtzee"), PadOptions{Paper: A4, Language: language(t, "en")})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	for name, spoil := range map[string]func(*page){
		"text outside":   func(p *page) { p.texts[0].x = 2 },
		"line outside":   func(p *page) { p.horizontal(5, 100, 50, gridLine) },
		"small type":     func(p *page) { p.texts[3].size = 6 },
		"text too wide":  func(p *page) { p.texts[3].cell.w = 1 },
		"line over text": func(p *page) { p.horizontal(10, 200, p.texts[0].base-1, gridLine) },
		"text on text":   func(p *page) { p.texts = append(p.texts, p.texts[0]) },
		"die on text":    func(p *page) { p.dice = append(p.dice, die{p.texts[0].ink(), 1}) },
		"tick on text":   func(p *page) { p.squares = append(p.squares, p.texts[0].ink()) },
		"broken word":    func(p *page) { p.texts[0].broken = true },
	} {
		p := sound()
		if faults := p.faults(false); len(faults) > 0 {
			t.Fatal(faults)
		}
		if spoil(p); len(p.faults(false)) == 0 {
			t.Errorf("%s: not seen", name)
		}
	}
}

func TestRowsAreHighEnoughToWriteIn(t *testing.T) {
	eachPad(t, func(name string, rules *scoring.RuleSet, o PadOptions) {
		p, err := padPage(rules, o)
		if err != nil {
			t.Fatal(err)
		}
		lowest := math.Inf(1)
		var ys []float64
		for _, s := range p.strokes {
			if s.y1 == s.y2 && s.x2-s.x1 > 100 {
				ys = append(ys, s.y1)
			}
		}
		for i, y := range ys[:len(ys)-2] { // the frame's own lines come last
			if i == 0 {
				continue
			}
			if h := math.Abs(y - ys[i-1]); math.Abs(h-subHeadRow) > slack { // that one is printed already
				lowest = min(lowest, h)
			}
		}
		if lowest < 6 {
			t.Errorf("%s: a row is %.1f mm high", name, lowest)
		}
	})
}
