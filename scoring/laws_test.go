package scoring_test

import (
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"segnapunti/scoring"
)

// Laws that hold for every rule set, every option and every game. A number makes a
// game, so that each fuzz target runs over many small ones in seed mode and over
// any number of them with -fuzz.

// chance makes reproducible games.
type chance struct{ *rand.Rand }

func seeded(seed uint64) chance { return chance{rand.New(rand.NewPCG(seed, 1973))} }

// one of a list.
func pick[T any](c chance, list []T) T { return list[c.IntN(len(list))] }

// rules picks a built-in rule set and changes some of its options.
func (c chance) rules(t testing.TB) *scoring.RuleSet {
	t.Helper()
	id := pick(c, catalog(t).IDs())
	options := map[string]any{}
	for _, option := range rules(t, id).Options() {
		if c.IntN(3) > 0 {
			continue
		}
		switch option.Default.(type) {
		case bool:
			options[option.ID] = c.IntN(2) == 0
		case string:
			options[option.ID] = pick(c, option.Allowed)
		default:
			options[option.ID] = *option.Min + c.IntN(min(*option.Max-*option.Min, 120)+1)
		}
	}
	return rules(t, id, options)
}

// dice rolls: every other time all equal, for repeats are what rules are about.
func (c chance) dice(rs *scoring.RuleSet) []int {
	dice := make([]int, rs.Dice())
	face := 1 + c.IntN(rs.Faces())
	equal := c.IntN(2) == 0
	for i := range dice {
		if dice[i] = face; !equal {
			dice[i] = 1 + c.IntN(rs.Faces())
		}
	}
	return dice
}

// turn is a legal turn of a seat, nearly always with dice.
func (c chance) turn(t testing.TB, g *scoring.Game, seat int) scoring.Turn {
	t.Helper()
	card := g.Card(seat)
	r := scoring.Roll{Dice: c.dice(g.Rules()), Rolls: c.IntN(g.Rules().Rolls() + card.SavedRolls() + 1)}
	choices, err := card.Choices(r)
	fatal(t, err)
	checkChoices(t, card, r, choices)
	choices = slices.DeleteFunc(choices, func(choice scoring.Choice) bool { return !choice.Legal })
	if len(choices) == 0 {
		t.Fatalf("%s %v: no legal box for %v on %v", g.Rules().ID(), g.Rules().Chosen(), r, card.Sheet())
	}
	choice := pick(c, choices)
	e := scoring.Entry{Category: choice.Category, Column: choice.Column, Dice: r.Dice, Rolls: r.Rolls}
	if c.IntN(12) == 0 {
		points := pick(c, g.Rules().PossiblePoints(choice.Category))
		paper := scoring.Entry{Category: choice.Category, Column: choice.Column, Points: &points}
		if _, _, err := card.Play(paper); err == nil {
			e = paper
		}
	}
	return scoring.Turn{Seat: seat, Entry: e}
}

// checkChoices: a box is legal exactly when Play takes the dice there, and what
// Choices promises is what Play writes.
func checkChoices(t testing.TB, card *scoring.Card, r scoring.Roll, choices []scoring.Choice) {
	t.Helper()
	for _, c := range choices {
		_, w, err := card.Play(scoring.Entry{Category: c.Category, Column: c.Column, Dice: r.Dice, Rolls: r.Rolls})
		if c.Legal != (err == nil) || c.Legal != (c.Reason == nil) {
			t.Fatalf("%+v, but Play says %v", c, err)
		}
		if err != nil {
			if want := string(*c.Reason); told(t, err) != want+" /category" && told(t, err) != want+" /column" {
				t.Fatalf("%+v, but Play says %v", c, err)
			}
			continue
		}
		if *w.Points != c.Points || w.ExtraPoints != c.ExtraPoints || w.Joker != c.Joker || w.ServedWin != c.ServedWin {
			t.Fatalf("Choices says %+v, Play writes %+v for %d", c, w, *w.Points)
		}
	}
}

// checkSums: totals are the sum of what is written.
func checkSums(t testing.TB, card *scoring.Card) {
	t.Helper()
	rs, totals := card.Rules(), card.Totals()
	type sums struct{ upper, lower, extra int }
	columns := make([]sums, len(rs.Multipliers()))
	for _, w := range card.Written() {
		b, _ := rs.Box(w.Category)
		column := &columns[w.Column-1]
		if column.extra += w.ExtraPoints; b.Section == scoring.Upper {
			column.upper += *w.Points
		} else {
			column.lower += *w.Points
		}
	}
	grand := 0
	for i, want := range columns {
		got, bonus := totals.Columns[i], 0
		if b := rs.UpperBonus(); b != nil && want.upper >= b.At {
			bonus = b.Points
		}
		total := (want.upper+bonus+want.lower)*rs.Multipliers()[i] + want.extra
		if (sums{got.Upper.Points, got.Lower.Points, got.ExtraPoints}) != want || got.Upper.Bonus != bonus || got.Total != total {
			t.Fatalf("%s %v: column %+v, want %+v, bonus %d, total %d", rs.ID(), rs.Chosen(), got, want, bonus, total)
		}
		grand += total
	}
	if totals.GrandTotal != grand || card.GrandTotal() != grand || totals.BoxesFilled != len(card.Written()) {
		t.Fatalf("grand total %d or %d, want %d; %d boxes", totals.GrandTotal, card.GrandTotal(), grand, totals.BoxesFilled)
	}
	if grand > rs.MaxTotal() {
		t.Fatalf("%s %v: total %d above the maximum %d: %v", rs.ID(), rs.Chosen(), grand, rs.MaxTotal(), card.Sheet())
	}
}

// checkSheet: a card handed in is the card.
func checkSheet(t testing.TB, card *scoring.Card) {
	t.Helper()
	again, err := card.Rules().NewCard(card.Sheet())
	if err != nil {
		t.Fatalf("%v is refused: %v", card.Sheet(), err)
	}
	if !reflect.DeepEqual(again.Totals(), card.Totals()) || !reflect.DeepEqual(again.Sheet(), card.Sheet()) {
		t.Fatalf("handed in %+v, got %+v", card.Sheet(), again.Sheet())
	}
	for _, w := range card.Written() {
		points, ok := again.Points(w.Category, w.Column)
		if !ok || points != *w.Points {
			t.Fatalf("%s@%d holds %d, %v; want %d", w.Category, w.Column, points, ok, *w.Points)
		}
	}
}

// checkPaper: a card that was really played is taken when only its points are
// copied, with the extra Yahtzees that it earned.
func checkPaper(t testing.TB, card *scoring.Card) {
	t.Helper()
	var s scoring.Sheet
	for _, w := range card.Written() {
		s.Entries = append(s.Entries, scoring.Entry{Category: w.Category, Column: w.Column, Points: w.Points})
	}
	for _, c := range card.Totals().Columns {
		s.ExtraYahtzees += c.ExtraYahtzees
		s.ExtraByColumn = append(s.ExtraByColumn, c.ExtraYahtzees)
	}
	paper, err := card.Rules().NewCard(s)
	if err != nil {
		t.Fatalf("%s %v: %v copied to paper is refused: %v", card.Rules().ID(), card.Rules().Chosen(), card.Sheet(), err)
	}
	if paper.GrandTotal() != card.GrandTotal() {
		t.Fatalf("%v copied to paper: %d, want %d", card.Sheet(), paper.GrandTotal(), card.GrandTotal())
	}
	checkSheet(t, &paper)
}

func checkGame(t testing.TB, g *scoring.Game) {
	t.Helper()
	for seat := range g.Seats() {
		card := g.Card(seat + 1)
		checkSums(t, card)
		checkSheet(t, card)
		checkPaper(t, card)
		if _, err := card.Choices(scoring.Roll{Dice: slices.Repeat([]int{1}, g.Rules().Dice())}); card.Complete() != (told(t, err) == "card_complete /card") {
			t.Fatalf("complete %v, choices %v", card.Complete(), err)
		}
	}
	again := replay(t, g.Rules(), g.Seats(), g.Handed())
	if got, want := asJSON(t, &again), asJSON(t, g); got != want {
		t.Fatalf("replayed: %s, want %s", got, want)
	}
}

// FuzzGame plays random legal games and holds every state to the laws.
func FuzzGame(f *testing.F) {
	for seed := range uint64(80) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		c := seeded(seed)
		game := c.rules(t).NewGame(1 + c.IntN(3))
		middle := c.IntN(30)
		for seat := game.NextSeat(); seat > 0; seat = game.NextSeat() {
			before := ""
			if len(game.Turns()) == middle {
				before = asJSON(t, &game)
			}
			next, err := game.Play(c.turn(t, &game, seat))
			fatal(t, err)
			if before != "" { // the old game stays, and taking the turn away restores it
				back := replay(t, game.Rules(), game.Seats(), next.Handed()[:middle])
				if asJSON(t, &game) != before || asJSON(t, &back) != before {
					t.Fatalf("turn %d changed the past", middle)
				}
				checkGame(t, &game)
			}
			game = next
		}
		checkGame(t, &game)
		if !game.Over() || len(game.Winners()) == 0 {
			t.Fatalf("over %v, winners %v", game.Over(), game.Winners())
		}
	})
}

// FuzzDiceOrder: the order of dice never matters, on any card.
func FuzzDiceOrder(f *testing.F) {
	for seed := range uint64(100) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		c := seeded(seed)
		game := c.rules(t).NewGame(1)
		for range c.IntN(20) {
			if game.Over() {
				return
			}
			var err error
			game, err = game.Play(c.turn(t, &game, 1))
			fatal(t, err)
		}
		if game.Over() {
			return
		}
		r := scoring.Roll{Dice: c.dice(game.Rules()), Rolls: 1 + c.IntN(3)}
		want, err := game.Card(1).Choices(r)
		fatal(t, err)
		shuffled := scoring.Roll{Dice: slices.Clone(r.Dice), Rolls: r.Rolls}
		c.Shuffle(len(r.Dice), func(i, j int) {
			shuffled.Dice[i], shuffled.Dice[j] = shuffled.Dice[j], shuffled.Dice[i]
		})
		got, err := game.Card(1).Choices(shuffled)
		fatal(t, err)
		if !slices.EqualFunc(got, want, func(a, b scoring.Choice) bool { return reflect.DeepEqual(a, b) }) {
			t.Fatalf("%v: %v, but %v: %v", r.Dice, want, shuffled.Dice, got)
		}
		if game.Card(1).Joker(r.Dice) != game.Card(1).Joker(shuffled.Dice) {
			t.Fatalf("%v and %v differ in Joker", r.Dice, shuffled.Dice)
		}
	})
}

// FuzzPaper hands in random sheets, mostly of points and with as many extra
// Yahtzees as are taken: what is taken obeys the laws too.
func FuzzPaper(f *testing.F) {
	for seed := range uint64(300) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		c := seeded(seed)
		rs := c.rules(t)
		var s scoring.Sheet
		for column := range rs.Multipliers() {
			for _, b := range rs.Boxes() {
				e := scoring.Entry{Category: b.ID, Column: column + 1}
				values := rs.PossiblePoints(b.ID)
				points := values[len(values)-1]
				switch c.IntN(20) {
				case 0:
					continue
				case 1:
					points = pick(c, values)
				case 2:
					e.Dice = c.dice(rs)
				}
				if e.Dice == nil {
					e.Points = &points
				}
				s.Entries = append(s.Entries, e)
			}
		}
		card, ok := withMostExtras(rs, s)
		if !ok {
			return
		}
		checkPaperSums(t, &card)
		checkSheet(t, &card)
	})
}

// withMostExtras claims as many extra Yahtzees in each column as are taken.
func withMostExtras(rs *scoring.RuleSet, s scoring.Sheet) (card scoring.Card, ok bool) {
	s.ExtraByColumn = make([]int, len(rs.Multipliers()))
	card, err := rs.NewCard(s)
	if err != nil {
		return card, false
	}
	for column := range s.ExtraByColumn {
		for {
			more := s
			more.ExtraByColumn = slices.Clone(s.ExtraByColumn)
			more.ExtraByColumn[column]++
			more.ExtraYahtzees++
			next, err := rs.NewCard(more)
			if err != nil {
				break
			}
			s, card = more, next
		}
	}
	return card, true
}

// checkPaperSums: no sheet is taken that is above the maximum.
func checkPaperSums(t testing.TB, card *scoring.Card) {
	t.Helper()
	if got, most := card.GrandTotal(), card.Rules().MaxTotal(); got > most {
		t.Fatalf("%s %v: total %d above the maximum %d: %+v", card.Rules().ID(), card.Rules().Chosen(), got, most, added(card))
	}
}

// A rule set with options is that with the same options given one by one, and its
// chosen options make it again.
func TestChosenMakesTheRuleSetAgain(t *testing.T) {
	for seed := range uint64(60) {
		rs := seeded(seed).rules(t)
		again := rules(t, rs.ID(), rs.Chosen())
		if !maps.Equal(again.Effective(), rs.Effective()) || again.MaxTotal() != rs.MaxTotal() {
			t.Errorf("%s %v: %v, want %v", rs.ID(), rs.Chosen(), again.Effective(), rs.Effective())
		}
	}
}
