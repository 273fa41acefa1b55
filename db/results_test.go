package db_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"segnapunti/db"
	"segnapunti/scoring"
)

// patch changes a game and reads it again.
func (d *drawer) patch(game *db.Game, p db.GamePatch) *db.Game {
	d.t.Helper()
	_, err := d.PatchGame(d.t.Context(), game, p, now, show)
	check(d.t, err)
	return d.game(game.ID)
}

// index dumps the table of results.
func (d *drawer) index() (rows []string) {
	d.t.Helper()
	_, readers := d.Pools()
	result, err := readers.QueryContext(context.Background(), `
		SELECT format('%s %d %s %s %d %s %s %s %d %d %d %d %s %d %d %d', game_id, seat, person_id, ruleset_id, ruleset_version, options,
			played_on, created_at, players, winners, score, place, coalesce(boxes, ''), bonuses, bonuses_decided, extra_yahtzees)
		FROM results ORDER BY game_id, seat`)
	check(d.t, err)
	defer result.Close()
	for result.Next() {
		var row string
		check(d.t, result.Scan(&row))
		rows = append(rows, row)
	}
	check(d.t, result.Err())
	return rows
}

func TestTheIndexIsRebuiltFromTheTurns(t *testing.T) {
	d := open(t, newPath(t))
	newPast(d, 5).mixture(d, 3, d.rules("yahtzee", nil), d.rules("triple-yahtzee", nil), d.rules("mini", nil))
	before := d.index()
	writer, _ := d.Pools()
	_, err := writer.Exec(`UPDATE results SET score = score + 1, place = 7; DELETE FROM results WHERE seat = 1`)
	check(t, err)
	check(t, d.Rebuild(t.Context()))
	if diff := cmp.Diff(before, d.index()); diff != "" || len(before) < 10 {
		t.Error(diff)
	}
	d.clean()
}

// TestCheckFindsAStaleIndex: whatever one row says wrongly.
func TestCheckFindsAStaleIndex(t *testing.T) {
	d := open(t, newPath(t))
	d.match("2026-01-01", nil, []string{"Anna", "Berta"}, 20, 15)
	open := d.create(d.newGame("mini", "Anna", "Carl"))
	d.clean()
	writer, _ := d.Pools()
	for _, fault := range []string{
		`UPDATE results SET score = 21 WHERE seat = 1`, `UPDATE results SET person_id = (SELECT id FROM players WHERE name = 'Carl')`,
		`UPDATE results SET winners = 2`, `UPDATE results SET place = 3`, `UPDATE results SET played_on = '2026-01-02'`,
		`UPDATE results SET boxes = NULL`, `UPDATE results SET boxes = '[0,5]'`, `UPDATE results SET options = '{"order":"top_down"}'`,
		`UPDATE results SET bonuses = 1`, `UPDATE results SET extra_yahtzees = 1`, `DELETE FROM results WHERE seat = 2`, `DELETE FROM results`,
		`UPDATE results SET game_id = '` + open.ID + `'`,
	} {
		_, err := writer.Exec(fault)
		check(t, err)
		report, err := d.Check(t.Context())
		check(t, err)
		if !slices.ContainsFunc(report.Findings, func(f db.Finding) bool { return strings.Contains(f.What, "index of results") }) {
			t.Errorf("%s: %v", fault, report.Findings)
		}
		check(t, d.Rebuild(t.Context()))
	}
	d.clean()
}

// TestEveryChangeMovesTheIndex takes one game through all that can happen to it.
func TestEveryChangeMovesTheIndex(t *testing.T) {
	d := open(t, newPath(t))
	game := d.match("2026-01-01", nil, []string{"Anna", "Berta"}, 20, 21)
	see := func(lines ...string) {
		t.Helper()
		want(t, d.list(db.RecordFilter{}), lines...)
		d.clean()
	}
	see("1. 21 Berta 01-01", "2. 20 Anna 01-01")
	game = d.correct(game, 3, roll(1, "chance", 6, 6, 6, 3, 1))
	see("1. 22 Anna 01-01", "2. 21 Berta 01-01")
	game = d.patch(game, db.GamePatch{PlayedOn: new("2026-02-02")})
	see("1. 22 Anna 02-02", "2. 21 Berta 02-02")
	game = d.patch(game, db.GamePatch{Rename: map[int]db.Player{1: {Name: "Carl", Key: "carl"}}})
	see("1. 22 Carl 02-02", "2. 21 Berta 02-02")
	game = d.patch(game, db.GamePatch{Status: new(db.StatusAbandoned)})
	see()
	game = d.patch(game, db.GamePatch{Status: new(db.StatusOpen)})
	see("1. 22 Carl 02-02", "2. 21 Berta 02-02")
	game = d.takeBack(game)
	see()
	game = d.patch(game, db.GamePatch{Left: map[int]bool{2: true}})
	see("1. 22 Carl 02-02") // who left has no result
	game = d.patch(game, db.GamePatch{Left: map[int]bool{2: false}})
	see()
	d.play(game, paper(2, "chance", 30))
	see("1. 30 Berta 02-02", "2. 22 Carl 02-02")
	writer, _ := d.Pools()
	_, err := writer.Exec(`DELETE FROM turns; DELETE FROM games`)
	check(t, err)
	see()
}

// TestPaperGamesAreIndexed: whole cards, and totals of which nothing more is known.
func TestPaperGamesAreIndexed(t *testing.T) {
	d := open(t, newPath(t))
	g := d.newGame("mini", "Anna", "Berta")
	g.Paper = []scoring.Seating{{Total: new(20)}, {Total: new(30)}}
	d.create(g)
	card := func(ones, chance int) *scoring.Sheet {
		return &scoring.Sheet{Entries: []scoring.Entry{{Category: "ones", Points: &ones}, {Category: "chance", Points: &chance}}}
	}
	g.Paper = []scoring.Seating{{Card: card(3, 12)}, {Card: card(0, 10)}}
	d.create(g)
	want(t, d.list(db.RecordFilter{}), "1. 30 Berta 12-01", "2. 25 Anna 12-01", "3. 20 Anna 12-01", "4. 10 Berta 12-01")
	s, err := d.Statistics(t.Context(), db.StatisticsFilter{Rules: g.Rules})
	check(t, err)
	if s.Games != 2 || s.Results != 4 || s.ResultsWithCard != 2 || *s.BonusRate != 0.5 || s.Boxes[0].Count != 2 || *s.Mean != 21.25 {
		t.Errorf("%+v", s)
	}
	d.clean()
}

// TestAnExtraRoundMakesAWinner of two who shared the first place, and a correction
// that parts them by points takes the round's win away.
func TestAnExtraRoundMakesAWinner(t *testing.T) {
	d := open(t, newPath(t))
	game := d.match("2026-01-01", nil, []string{"Anna", "Berta"}, 20, 20)
	wins := func(seat int) (alone, shared int) {
		t.Helper()
		s, err := d.Statistics(t.Context(), db.StatisticsFilter{Rules: game.Rules, PlayerID: game.Seats[seat-1].PlayerID})
		check(t, err)
		d.clean()
		return s.Wins, s.SharedWins
	}
	if alone, shared := wins(1); alone != 0 || shared != 1 {
		t.Error(alone, shared)
	}
	next, err := game.Play.Tiebreak(scoring.TieRound{{Seat: 1, Dice: []int{1, 1, 1, 1, 1}}, {Seat: 2, Dice: []int{6, 1, 1, 1, 1}}})
	check(t, err)
	_, err = d.AddTiebreak(t.Context(), game, next, now, nil, show)
	check(t, err)
	if alone, shared := wins(2); alone != 1 || shared != 0 {
		t.Error(alone, shared)
	}
	d.correct(d.game(game.ID), 3, paper(1, "chance", 21))
	if alone, shared := wins(2); alone != 0 || shared != 0 {
		t.Error(alone, shared)
	}
	want(t, d.list(db.RecordFilter{}), "1. 21 Anna 01-01", "2. 20 Berta 01-01")
}
