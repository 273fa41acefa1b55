package db_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"segnapunti/db"
	"segnapunti/scoring"
)

// tie rolls an extra round in which each seat has five equal dice, and reads the game
// again.
func (d *drawer) tie(game *db.Game, faces map[int]int) *db.Game {
	d.t.Helper()
	next, err := game.Play.Tiebreak(round(faces))
	check(d.t, err)
	_, err = d.AddTiebreak(d.t.Context(), game, next, now, nil, show)
	check(d.t, err)
	return d.game(game.ID)
}

func round(faces map[int]int) (round scoring.TieRound) {
	for seat, face := range faces {
		round = append(round, scoring.TieRoll{Seat: seat, Dice: slices.Repeat([]int{face}, 5)})
	}
	return round
}

// outcome is who stands where, and by how many extra rounds.
func outcome(game *db.Game) string {
	return fmt.Sprint(game.Play.Places(), game.Play.Winners(), len(game.Play.Tiebreaks()))
}

func TestTiebreakIsStored(t *testing.T) {
	d := open(t, newPath(t))
	game := d.playThrough(d.create(d.newGame("mini", "Anna", "Ben", "Cleo")), 20, 20, 20)
	game = d.tie(game, map[int]int{3: 5, 1: 5, 2: 4})
	if got := outcome(game); got != "[1 3 1] [1 3] 1" || game.Version != 8 || game.Status != db.StatusFinished {
		t.Errorf("%s, version %d", got, game.Version)
	}
	game = d.tie(game, map[int]int{1: 2, 3: 6})
	d = d.reopen()
	again := d.game(game.ID)
	if got := outcome(again); got != "[2 3 1] [3] 2" || again.Play.Tiebreaks()[0][1].Dice[0] != 4 {
		t.Errorf("%s, rounds %v", got, again.Play.Tiebreaks())
	}
	history, err := d.History(t.Context(), game.ID)
	check(t, err)
	if last := history[8]; len(history) != 9 || last.Kind != db.Tiebroken || last.Version != 9 || len(last.Tiebreak) != 2 || history[6].Tiebreak != nil {
		t.Errorf("%+v", history)
	}
}

// What a write shows is what the next read will.
func TestTiebreakIsShownAsRead(t *testing.T) {
	d := open(t, newPath(t))
	game := d.playThrough(d.create(d.newGame("mini", "Anna", "Ben")), 20, 20)
	next, err := game.Play.Tiebreak(round(map[int]int{2: 5, 1: 5}))
	check(t, err)
	var shown *db.Game
	_, err = d.AddTiebreak(t.Context(), game, next, now, nil, func(g *db.Game) (db.Answer, error) {
		shown = g
		return show(g)
	})
	check(t, err)
	sameGame(t, shown, d.game(game.ID))
	if got := fmt.Sprint(shown.Play.Tiebreaks()); got != fmt.Sprint(d.game(game.ID).Play.Tiebreaks()) {
		t.Error(got)
	}
	if _, err := d.AddTiebreak(t.Context(), game, next, now, nil, show); !errors.Is(err, db.ErrConflict) {
		t.Errorf("the same round from an old reading: %v", err)
	}
	if _, err := d.AddTiebreak(t.Context(), shown, shown.Play, now, nil, show); err == nil {
		t.Error("no round was stored as one")
	}
}

// A correction that leaves the tie as it is keeps its rounds; one that makes another
// tie, or none, takes them out, and the history has them.
func TestCorrectionOfATie(t *testing.T) {
	for _, c := range []struct {
		name          string
		turn          int
		corrected     scoring.Turn
		after         string
		rounds, taken int
	}{
		{"the same points by dice", 4, roll(1, "chance", 4, 4, 4, 4, 4), "[2 1 3] [2] 2", 2, 0},
		{"who was not tied", 6, paper(3, "chance", 19), "[2 1 3] [2] 2", 2, 0},
		{"one more is tied", 6, paper(3, "chance", 20), "[1 1 1] [1 2 3] 0", 0, 2},
		{"no tie is left", 4, paper(1, "chance", 21), "[1 2 3] [1] 0", 0, 2},
	} {
		d := open(t, newPath(t))
		game := d.playThrough(d.create(d.newGame("mini", "Anna", "Ben", "Cleo")), 20, 20, 15)
		game = d.tie(game, map[int]int{1: 3, 2: 3})
		game = d.tie(game, map[int]int{1: 1, 2: 2})
		game = d.correct(game, c.turn, c.corrected)
		if got := outcome(game); got != c.after {
			t.Errorf("%s: %s, want %s", c.name, got, c.after)
		}
		history, err := d.History(t.Context(), game.ID)
		check(t, err)
		last := history[len(history)-1]
		if last.Kind != db.Corrected || len(last.RemovedTiebreaks) != c.taken || history[len(history)-2].Tiebreak == nil {
			t.Errorf("%s: %+v", c.name, last)
		}
		if d.rows("tiebreaks") != 4 {
			t.Errorf("%s: %d rolls are left", c.name, d.rows("tiebreaks"))
		}
	}
}

// After a take-back the tie is gone; played again, another may be rolled for.
func TestTieAfterTakeBack(t *testing.T) {
	d := open(t, newPath(t))
	game := d.playThrough(d.create(d.newGame("mini", "Anna", "Ben")), 20, 20)
	game = d.takeBack(d.tie(game, map[int]int{1: 6, 2: 1}))
	if len(game.Play.Tiebreaks()) != 0 || game.Status != db.StatusOpen {
		t.Errorf("%v, %s", game.Play.Tiebreaks(), game.Status)
	}
	game = d.play(game, paper(2, "chance", 20))
	if got := outcome(game); got != "[1 1] [1 2] 0" {
		t.Errorf("played again: %s", got)
	}
	if got := outcome(d.tie(game, map[int]int{1: 1, 2: 6})); got != "[2 1] [2] 1" {
		t.Errorf("rolled again: %s", got)
	}
}

func TestTiebreakMovesResults(t *testing.T) {
	d := open(t, newPath(t))
	game := d.playThrough(d.create(d.newGame("mini", "Anna", "Ben")), 20, 20)
	d.tie(game, map[int]int{1: 1, 2: 6})
	_, readers := d.Pools()
	var places string
	check(t, readers.QueryRowContext(t.Context(), `SELECT group_concat(place || '/' || winners, ' ') FROM
		(SELECT place, winners FROM results WHERE game_id = ? ORDER BY seat)`, game.ID).Scan(&places))
	if places != "2/1 1/1" {
		t.Error(places)
	}
}

// A change that is none of turns, even of a game from paper, keeps the extra round.
func TestPatchKeepsTheTie(t *testing.T) {
	d := open(t, newPath(t))
	g := d.newGame("mini", "Anna", "Ben")
	twenty := 20
	g.Paper = []scoring.Seating{{Total: &twenty}, {Total: &twenty}}
	for _, game := range []*db.Game{d.create(g), d.playThrough(d.create(d.newGame("mini", "Anna", "Ben")), 20, 20)} {
		game = d.tie(game, map[int]int{1: 1, 2: 6})
		title := "New Year"
		_, err := d.PatchGame(t.Context(), game, db.GamePatch{
			Title: &title, Rename: map[int]db.Player{1: {Name: "Zoe", Key: "zoe"}}, Text: []byte("{}"),
		}, now, show)
		check(t, err)
		if got := outcome(d.game(game.ID)); got != "[2 1] [2] 1" {
			t.Error(got)
		}
	}
}
