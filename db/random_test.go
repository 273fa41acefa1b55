package db_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"segnapunti/db"
	"segnapunti/scoring"
)

// past makes random games of a few people: long ago, by several rules, finished or
// not, played or copied from paper.
type past struct {
	*rand.Rand
	t      testing.TB
	people []string // ids
}

func newPast(d *drawer, people int) *past {
	d.t.Helper()
	p := &past{Rand: rand.New(rand.NewPCG(1, 2)), t: d.t}
	for i := range people {
		name := fmt.Sprintf("P%02d", i)
		ids, err := d.Know(d.t.Context(), db.Player{Name: name, Key: name})
		check(d.t, err)
		p.people = append(p.people, ids...)
	}
	return p
}

// game is a finished game of so many.
func (p *past) game(rules *scoring.RuleSet, seats int) db.PastGame {
	p.t.Helper()
	return p.table(rules, rules.NewGame(seats), 1<<30)
}

// table plays a game for so many turns at most and seats people at it.
func (p *past) table(rules *scoring.RuleSet, play scoring.Game, turns int) db.PastGame {
	p.t.Helper()
	for range turns {
		seat := play.NextSeat()
		if seat == 0 {
			break
		}
		next, err := play.Play(scoring.Turn{Seat: seat, Entry: p.entry(play.Card(seat))})
		check(p.t, err)
		play = next
	}
	day := time.Date(2020, 1, 1, 12, 0, 0, 0, time.UTC).AddDate(0, 0, p.IntN(700))
	g := db.PastGame{Play: play, GameSummary: db.GameSummary{
		ID: db.NewID(), Status: db.StatusOpen, PlayedOn: day.Format(time.DateOnly), Rules: rules,
		CreatedAt: day.Add(time.Duration(p.IntN(8)) * time.Hour), UpdatedAt: day.Add(9 * time.Hour),
	}}
	for i, who := range p.Perm(len(p.people))[:play.Seats()] {
		g.Seats = append(g.Seats, db.Seat{Seat: i + 1, Player: p.people[who], PlayerID: p.people[who], Name: "N"})
	}
	return g
}

// entry is a legal one; rolls of equal dice come more often than by chance.
func (p *past) entry(card *scoring.Card) scoring.Entry {
	p.t.Helper()
	rules := card.Rules()
	dice := make([]int, rules.Dice())
	face := 1 + p.IntN(rules.Faces())
	equal := p.IntN(5) == 0
	for i := range dice {
		if dice[i] = face; !equal {
			dice[i] = 1 + p.IntN(rules.Faces())
		}
	}
	roll := scoring.Roll{Dice: dice, Rolls: 1 + p.IntN(rules.Rolls())}
	choices, err := card.Choices(roll)
	check(p.t, err)
	for {
		if c := choices[p.IntN(len(choices))]; c.Legal {
			return scoring.Entry{Category: c.Category, Column: c.Column, Dice: dice, Rolls: roll.Rolls}
		}
	}
}

// leaver is a game that its second player leaves after a few turns.
func (p *past) leaver(rules *scoring.RuleSet) db.PastGame {
	p.t.Helper()
	seating := []scoring.Seating{{}, {LeftAfter: new(3)}, {}}
	play, err := rules.NewGameOf(seating)
	check(p.t, err)
	g := p.table(rules, play, 1<<30)
	for i := range seating {
		g.Seats[i].Seating = seating[i]
	}
	return g
}

// paper is a game copied from cards, or from totals.
func (p *past) paper(rules *scoring.RuleSet, seats int, totals bool) db.PastGame {
	p.t.Helper()
	played := p.game(rules, seats)
	for i := range played.Seats {
		card := played.Play.Card(i + 1)
		if totals {
			played.Seats[i].Total = new(card.GrandTotal())
		} else {
			played.Seats[i].Card = new(card.Sheet())
		}
	}
	var seating []scoring.Seating
	for _, seat := range played.Seats {
		seating = append(seating, seat.Seating)
	}
	play, err := rules.NewGameOf(seating)
	check(p.t, err)
	played.Play = play
	return played
}

// mixture stores random games of all kinds by each of the rules and returns the ids
// of all.
func (p *past) mixture(d *drawer, each int, all ...*scoring.RuleSet) (ids []string) {
	d.t.Helper()
	var games []db.PastGame
	for _, rules := range all {
		for range each {
			games = append(games, p.game(rules, 1+p.IntN(4)))
		}
		games = append(games, p.leaver(rules), p.paper(rules, 1, true), p.paper(rules, 3, true), p.table(rules, rules.NewGame(2), 3))
		if !rules.ServedWins() { // an unfinished card is none for paper
			games = append(games, p.paper(rules, 2, false), p.paper(rules, 4, false))
		}
		abandoned := p.game(rules, 2)
		abandoned.Status = db.StatusAbandoned
		games = append(games, abandoned)
	}
	check(d.t, d.Bulk(d.t.Context(), games))
	for _, g := range games {
		ids = append(ids, g.ID)
	}
	return ids
}
