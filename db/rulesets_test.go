package db_test

import (
	"strings"
	"testing"

	"segnapunti/db"
	"segnapunti/scoring"
)

func TestAChangedRuleNeedsANewVersion(t *testing.T) {
	d := open(t, newPath(t))
	check(t, d.Close())
	changed := mini()
	changed.UpperBonus = &scoring.UpperBonus{At: 3, Points: 20}
	_, err := db.Open(t.Context(), d.path, catalog(t, changed))
	for _, word := range []string{`"mini"`, "version 1", "change the version"} {
		if err == nil || !strings.Contains(err.Error(), word) {
			t.Errorf("%v does not say %s", err, word)
		}
	}
	open(t, d.path) // as before
}

func TestAChangedNameNeedsNone(t *testing.T) {
	d := open(t, newPath(t))
	game := d.play(d.create(d.newGame("mini", "Anna")), paper(1, "ones", 3))
	check(t, d.Close())
	renamed := mini()
	renamed.Names = map[string]string{"en": "Da Mini"}
	renamed.Boxes[0].Names = map[string]string{"en": "Da Ones"}
	s, err := db.Open(t.Context(), d.path, catalog(t, renamed))
	check(t, err)
	defer s.Close()
	d = &drawer{s, t, d.path}
	if game = d.game(game.ID); game.Rules.Names()["en"] != "Da Mini" || game.Play.Card(1).GrandTotal() != 13 {
		t.Error(game.Rules.Names(), fold(game))
	}
}

func TestGamesKeepTheRulesTheyWerePlayedBy(t *testing.T) {
	d := open(t, newPath(t))
	old := d.match("2026-01-01", nil, []string{"Anna"}, 20)
	old = d.correct(old, 1, paper(1, "ones", 3))
	check(t, d.Close())

	next := mini()
	next.Version, next.UpperBonus = 2, &scoring.UpperBonus{At: 3, Points: 100}
	for name, c := range map[string]*scoring.Catalog{"gone": catalog(t), "new version": catalog(t, next)} {
		s, err := db.Open(t.Context(), d.path, c)
		check(t, err)
		d := &drawer{s, t, d.path}
		game := d.game(old.ID)
		if game.Play.Card(1).GrandTotal() != 33 || game.Rules.Version() != 1 {
			t.Errorf("%s: %v", name, fold(game))
		}
		want(t, d.list(db.RecordFilter{Rules: game.Rules}), "1. 33 Anna 01-01")
		items, _, err := d.Games(t.Context(), db.GameFilter{RuleSet: "mini"})
		if check(t, err); len(items) != 1 {
			t.Errorf("%s: %v", name, items)
		}
		game = d.takeBack(game) // and go on
		d.play(game, paper(1, "chance", 20))
		check(t, s.Close())
	}
}

func TestNewVersionsHaveTheirOwnRecords(t *testing.T) {
	d := open(t, newPath(t))
	d.match("2026-01-01", nil, []string{"Anna"}, 20)
	check(t, d.Close())
	next := mini()
	next.Version = 2
	rules, err := scoring.New(next)
	check(t, err)
	s, err := db.Open(t.Context(), d.path, catalog(t, next))
	check(t, err)
	defer s.Close()
	d = &drawer{s, t, d.path}
	want(t, d.list(db.RecordFilter{Rules: rules}))
}

func TestAStoredRuleThatIsNotKnownIsRefused(t *testing.T) {
	d := open(t, newPath(t))
	game := d.create(d.newGame("mini", "Anna"))
	writer, _ := d.Pools()
	_, err := writer.Exec(`UPDATE rulesets SET definition = replace(definition, '"dice":5', '"dice":5,"wild":1') WHERE id = 'mini'`)
	check(t, err)
	check(t, d.Close())
	s, err := db.Open(t.Context(), d.path, catalog(t))
	check(t, err)
	defer s.Close()
	if _, err = s.Game(t.Context(), game.ID); err == nil || !strings.Contains(err.Error(), "wild") {
		t.Error(err)
	}
}

// TestManyOptionSets needs more rule sets than the cache holds.
func TestManyOptionSets(t *testing.T) {
	d := open(t, newPath(t))
	var games []*db.Game
	for i := range 300 {
		g := d.newGame("mini", "Anna")
		g.Rules = d.rules("mini", map[string]any{"upper_bonus_points": i})
		games = append(games, d.create(g))
	}
	for i, game := range games {
		if got := d.game(game.ID).Rules.UpperBonus().Points; got != i {
			t.Fatalf("game %d is read with a bonus of %d", i, got)
		}
	}
}
