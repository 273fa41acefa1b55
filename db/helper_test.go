package db_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"segnapunti/db"
	"segnapunti/scoring"
	"segnapunti/scoring/rulesets"
)

func TestMain(m *testing.M) {
	if path := os.Getenv(crashFile); path != "" {
		playUntilKilled(path)
	}
	code := m.Run()
	removeBigFiles()
	os.Exit(code)
}

// builtIn loads the built-in rule sets once.
var builtIn = sync.OnceValues(func() (*scoring.Catalog, error) { return rulesets.Load("") })

// mini is a card of two boxes, so that a game is soon over.
func mini() scoring.Definition {
	return scoring.Definition{
		ID: "mini", Version: 1, Dice: 5, Faces: 6, Rolls: 3, Names: map[string]string{"en": "Mini"},
		Boxes: []scoring.Box{
			{ID: "ones", Section: scoring.Upper, Pattern: scoring.Pattern{Face: 1}, Points: scoring.Points{Sum: scoring.SumMatching}},
			{ID: "chance", Section: scoring.Lower, Pattern: scoring.Pattern{Any: true}, Points: scoring.Points{Sum: scoring.SumAll}},
		},
		UpperBonus: &scoring.UpperBonus{At: 3, Points: 10},
		Options:    []string{"upper_bonus_points", "order"},
	}
}

func catalog(t testing.TB, house ...scoring.Definition) *scoring.Catalog {
	t.Helper()
	c, err := builtIn()
	check(t, err)
	sets := c.All()
	for _, d := range house {
		rules, err := scoring.New(d)
		check(t, err)
		sets = append(sets, rules)
	}
	c, err = scoring.NewCatalog(sets...)
	check(t, err)
	return c
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// now is when everything happens that does not care.
var now = time.Date(2026, 12, 1, 20, 15, 30, 123_456_789, time.UTC)

// drawer is a store with what a test does all the time.
type drawer struct {
	*db.Store
	t    testing.TB
	path string
}

func newPath(t testing.TB) string { return filepath.Join(t.TempDir(), "games.db") }

// open opens a file with the built-in rule sets and mini.
func open(t testing.TB, path string) *drawer {
	t.Helper()
	s, err := db.Open(t.Context(), path, catalog(t, mini()))
	check(t, err)
	t.Cleanup(func() { s.Close() })
	return &drawer{s, t, path}
}

func (d *drawer) reopen() *drawer {
	d.t.Helper()
	check(d.t, d.Close())
	return open(d.t, d.path)
}

func (d *drawer) rules(id string, options map[string]any) *scoring.RuleSet {
	d.t.Helper()
	rules, err := catalog(d.t, mini()).Find(id, options)
	check(d.t, err)
	return rules
}

func people(names ...string) (players []db.Player) {
	for _, name := range names {
		players = append(players, db.Player{Name: name, Key: name})
	}
	return players
}

// newGame describes a game that is played on 2026-12-01.
func (d *drawer) newGame(ruleset string, names ...string) db.NewGame {
	d.t.Helper()
	return db.NewGame{Rules: d.rules(ruleset, nil), Players: people(names...), Title: "Advent", PlayedOn: "2026-12-01"}
}

func (d *drawer) create(g db.NewGame) *db.Game {
	d.t.Helper()
	var id string
	_, err := d.CreateGame(d.t.Context(), g, now, nil, remember(&id))
	check(d.t, err)
	return d.game(id)
}

func (d *drawer) game(id string) *db.Game {
	d.t.Helper()
	game, err := d.Game(d.t.Context(), id)
	check(d.t, err)
	return game
}

// play writes one turn and reads the game again.
func (d *drawer) play(game *db.Game, turn scoring.Turn) *db.Game {
	d.t.Helper()
	next, err := game.Play.Play(turn)
	check(d.t, err)
	_, err = d.AddTurn(d.t.Context(), game, next, now, nil, show)
	check(d.t, err)
	return d.game(game.ID)
}

// playThrough plays a game of mini to its end; each seat's score is its points
// in chance.
func (d *drawer) playThrough(game *db.Game, scores ...int) *db.Game {
	d.t.Helper()
	for i := range scores {
		game = d.play(game, paper(i+1, "ones", 0))
	}
	for i, score := range scores {
		game = d.play(game, paper(i+1, "chance", score))
	}
	return game
}

// correct replaces turn n.
func (d *drawer) correct(game *db.Game, n int, turn scoring.Turn) *db.Game {
	d.t.Helper()
	turns := written(game)
	turns[n-1] = turn
	next := replay(d.t, game, turns)
	_, err := d.CorrectTurn(d.t.Context(), game, n, next, now, show)
	check(d.t, err)
	return d.game(game.ID)
}

func (d *drawer) takeBack(game *db.Game) *db.Game {
	d.t.Helper()
	turns := written(game)
	next := replay(d.t, game, turns[:len(turns)-1])
	_, err := d.TakeBack(d.t.Context(), game, next, now, show)
	check(d.t, err)
	return d.game(game.ID)
}

func written(game *db.Game) (turns []scoring.Turn) {
	for _, turn := range game.Play.Turns() {
		turns = append(turns, scoring.Turn{Seat: turn.Seat, Entry: turn.Entry, OutOfTurn: turn.OutOfTurn})
	}
	return turns
}

func replay(t testing.TB, game *db.Game, turns []scoring.Turn) scoring.Game {
	t.Helper()
	next, _, err := game.Rules.Replay(len(game.Seats), turns)
	check(t, err)
	return next
}

func roll(seat int, category string, dice ...int) scoring.Turn {
	return scoring.Turn{Seat: seat, Entry: scoring.Entry{Category: category, Dice: dice}}
}

func paper(seat int, category string, points int) scoring.Turn {
	return scoring.Turn{Seat: seat, Entry: scoring.Entry{Category: category, Points: &points}}
}

// show answers with what a client would compare.
func show(game *db.Game) (db.Answer, error) {
	body := fmt.Sprintf("%s %d %d", game.ID, game.Version, len(game.Play.Turns()))
	return db.Answer{Status: 201, Header: map[string]string{"Location": "/v1/games/" + game.ID}, Body: []byte(body)}, nil
}

// remember is show, and tells the id.
func remember(id *string) db.Render {
	return func(game *db.Game) (db.Answer, error) {
		*id = game.ID
		return show(game)
	}
}

// rows counts the rows of a table.
func (d *drawer) rows(table string) (n int) {
	d.t.Helper()
	_, readers := d.Pools()
	check(d.t, readers.QueryRowContext(context.Background(), "SELECT count(*) FROM "+table).Scan(&n))
	return n
}
