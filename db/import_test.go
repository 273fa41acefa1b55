package db_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"segnapunti/db"
	"segnapunti/scoring"
)

// fillAll stores everything that can be stored, so that no column is always empty.
func (d *drawer) fillAll() {
	d.t.Helper()
	ctx := d.t.Context()
	game := d.create(d.newGame("mini", "Anna", "Ben"))
	game = d.play(game, scoring.Turn{Seat: 2, OutOfTurn: true, Entry: scoring.Entry{Category: "ones", Dice: []int{1, 1, 2, 2, 3}, Rolls: 2}})
	game = d.play(game, paper(1, "ones", 3))
	game = d.correct(game, 2, paper(1, "ones", 2))
	game = d.takeBack(game)
	_, err := d.PatchGame(ctx, game, db.GamePatch{Left: map[int]bool{2: true}, Text: []byte(`{ "left": [2] }`)}, now, show)
	check(d.t, err)

	adam := db.Player{Name: "Anna", Key: "Anna", Mark: "the elder", MarkKey: "the elder"}
	seven := 7
	sheet := scoring.Sheet{Entries: []scoring.Entry{{Category: "ones", Points: &seven}, {Category: "chance", Points: &seven}}}
	*sheet.Entries[0].Points, *sheet.Entries[1].Points = 5, 5
	for _, seat := range []scoring.Seating{{Total: &seven}, {Card: &sheet}} {
		d.create(db.NewGame{Rules: d.rules("mini", map[string]any{"order": "top_down"}), Players: []db.Player{adam}, Paper: []scoring.Seating{seat}, PlayedOn: "1999-12-31"})
	}
	d.fillMatch()
	people, _, err := d.Players(ctx, db.PlayerFilter{})
	check(d.t, err)
	ben := slices.IndexFunc(people, func(p db.Person) bool { return p.Name == "Ben" })
	elder := slices.IndexFunc(people, func(p db.Person) bool { return p.Mark != "" })
	_, err = d.MergePlayer(ctx, people[elder].ID, people[ben].ID)
	check(d.t, err)
}

// fillMatch plays a game of a match to a tie, breaks it, and corrects it into
// another tie.
func (d *drawer) fillMatch() {
	d.t.Helper()
	ctx, match := d.t.Context(), ""
	_, err := d.CreateMatch(ctx, db.NewMatch{
		Rules: d.rules("mini", nil), Players: people("Cleo", "Dan", "Eve"), Title: "Final", Terms: scoring.Match{Mode: scoring.BestOf, Games: 3},
	}, now, nil, func(m *db.Match) (db.Answer, error) {
		match = m.ID
		return db.Answer{}, nil
	})
	check(d.t, err)
	game := d.playThrough(d.create(db.NewGame{MatchID: match, PlayedOn: "2026-12-01"}), 20, 20, 20)
	round := func(game *db.Game, sums ...int) *db.Game {
		var rolls scoring.TieRound
		for i, die := range sums {
			rolls = append(rolls, scoring.TieRoll{Seat: i + 1, Dice: []int{die, die, die, die, die}})
		}
		next, err := game.Play.Tiebreak(rolls)
		check(d.t, err)
		_, err = d.AddTiebreak(ctx, game, next, now, nil, show)
		check(d.t, err)
		return d.game(game.ID)
	}
	game = d.correct(round(game, 6, 5, 4), 6, paper(3, "chance", 19))
	round(game, 1, 2)
	writer, _ := d.Pools()
	_, err = writer.ExecContext(ctx, `UPDATE matches SET abandoned = 1`)
	check(d.t, err)
}

// transfer moves everything into another store.
func transfer(t testing.TB, from, to *drawer) (faults scoring.Faults, counts map[string]db.Imported) {
	t.Helper()
	into, err := to.NewImport(t.Context())
	check(t, err)
	defer func() { check(t, into.Close()) }()
	note := func(found scoring.Faults, err error) {
		check(t, err)
		faults = append(faults, found...)
	}
	check(t, from.Export(t.Context(), func(r *db.Reading) error {
		for p, err := range r.Players() {
			check(t, err)
			p.Key, p.MarkKey = p.Name, p.Mark
			note(into.Player(&p))
		}
		note(into.PlayersDone())
		for text, err := range r.RuleSets() {
			check(t, err)
			note(into.RuleSet(definition(t, text)))
		}
		for m, err := range r.Matches() {
			check(t, err)
			note(into.Match(m))
		}
		for g, err := range r.Games() {
			check(t, err)
			note(into.Game(g))
		}
		return nil
	}))
	if len(faults) > 0 {
		return faults, nil
	}
	_, faults, err = into.Merge(t.Context(), now, nil, func(n map[string]db.Imported) (db.Answer, error) {
		counts = n
		return db.Answer{}, nil
	})
	check(t, err)
	return faults, counts
}

// tables lists the tables and their columns, besides the answers of requests.
func (d *drawer) tables() map[string][]string {
	d.t.Helper()
	_, readers := d.Pools()
	rows, err := readers.QueryContext(d.t.Context(), `
		SELECT t.name, c.name FROM pragma_table_list t JOIN pragma_table_info(t.name) c
		WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite_%' AND t.name <> 'idempotency'`)
	check(d.t, err)
	defer rows.Close()
	tables := map[string][]string{}
	for rows.Next() {
		var table, column string
		check(d.t, rows.Scan(&table, &column))
		tables[table] = append(tables[table], column)
	}
	check(d.t, rows.Err())
	return tables
}

// dump is every row of a table.
func (d *drawer) dump(table string, columns []string) (lines []string) {
	d.t.Helper()
	_, readers := d.Pools()
	list := strings.Join(columns, ", ")
	rows, err := readers.QueryContext(d.t.Context(), `SELECT json_array(`+list+`) FROM `+table+` ORDER BY 1`)
	check(d.t, err)
	defer rows.Close()
	for rows.Next() {
		var line string
		check(d.t, rows.Scan(&line))
		lines = append(lines, line)
	}
	check(d.t, rows.Err())
	return lines
}

// Every column that the schema has, now or one day, is either moved or noticed here.
func TestImportMovesEveryColumn(t *testing.T) {
	from, to := open(t, newPath(t)), open(t, newPath(t))
	from.fillAll()
	faults, counts := transfer(t, from, to)
	if len(faults) > 0 || counts["games"].Added != 4 {
		t.Fatalf("%v %v", faults, counts)
	}
	_, readers := from.Pools()
	for table, columns := range from.tables() {
		if diff := cmp.Diff(from.dump(table, columns), to.dump(table, columns)); diff != "" {
			t.Errorf("%s (-from +to): %s", table, diff)
		}
		for _, column := range columns {
			var filled int
			check(t, readers.QueryRowContext(t.Context(), `SELECT count(*) FROM `+table+` WHERE `+column+` IS NOT NULL AND `+column+` NOT IN ('', 0)`).Scan(&filled))
			if filled == 0 && table+"."+column != "results.bonuses" && table+"."+column != "results.extra_yahtzees" {
				t.Errorf("%s.%s is empty in all rows: fillAll gives it no value to lose", table, column)
			}
		}
	}
	if _, again := transfer(t, from, to); again["games"] != (db.Imported{Skipped: 4}) {
		t.Errorf("again: %v", again)
	}
	if faults, back := transfer(t, to, from); len(faults) > 0 || back["players"].Added != 0 {
		t.Errorf("back: %v %v", faults, back)
	}
}

// An import that is given up, before or while it merges, leaves neither rows nor
// files, and holds nobody up.
func TestImportGivenUp(t *testing.T) {
	d := open(t, newPath(t))
	for _, early := range []bool{true, false} {
		ctx, cancel := context.WithCancel(t.Context())
		into, err := d.NewImport(ctx)
		check(t, err)
		_, err = into.Player(&db.PlayerRow{ID: db.NewID(), Name: "Anna", Key: "Anna", CreatedAt: "2026-12-01T20:15:30.000Z"})
		check(t, err)
		_, err = into.PlayersDone()
		check(t, err)
		d.create(d.newGame("mini", "Ben")) // nobody waits for it yet
		if early {
			cancel()
		}
		_, _, err = into.Merge(ctx, now, nil, func(map[string]db.Imported) (db.Answer, error) {
			cancel()
			return db.Answer{}, nil
		})
		if err == nil {
			t.Error("merged after the end")
		}
		check(t, into.Close())
		if n := d.rows("players"); n != 1 {
			t.Errorf("%d players", n)
		}
		d.create(d.newGame("mini", "Ben")) // the writer is free
	}
	from := open(t, newPath(t))
	from.create(from.newGame("mini", "Cleo"))
	if faults, counts := transfer(t, from, d); len(faults) > 0 || counts["games"].Added != 1 {
		t.Errorf("%v %v", faults, counts)
	}
}

// The lists come in the order of an index, so that nothing is sorted or held.
func TestExportSortsNothing(t *testing.T) {
	d := open(t, newPath(t))
	_, readers := d.Pools()
	for _, table := range []string{"players", "matches", "games"} {
		rows, err := readers.QueryContext(t.Context(), `EXPLAIN QUERY PLAN SELECT * FROM `+table+` ORDER BY created_at, id`)
		check(t, err)
		for rows.Next() {
			var id, parent, unused int
			var detail string
			check(t, rows.Scan(&id, &parent, &unused, &detail))
			if strings.Contains(detail, "TEMP B-TREE") {
				t.Errorf("%s: %s", table, detail)
			}
		}
		check(t, rows.Err())
		rows.Close()
	}
}

// A reading stays as it was when it began.
func TestExportIsOneMoment(t *testing.T) {
	d := open(t, newPath(t))
	d.create(d.newGame("mini", "Anna"))
	check(t, d.Export(t.Context(), func(r *db.Reading) error {
		var seen []string
		for p, err := range r.Players() {
			check(t, err)
			seen = append(seen, p.Name)
		}
		d.create(d.newGame("mini", "Ben"))
		for g, err := range r.Games() {
			check(t, err)
			seen = append(seen, g.Seats[0].Name)
			if _, err := time.Parse(time.RFC3339, g.CreatedAt); err != nil {
				t.Error(err)
			}
		}
		if fmt.Sprint(seen) != "[Anna Anna]" {
			t.Errorf("%v", seen)
		}
		return nil
	}))
}

func definition(t testing.TB, text []byte) (d scoring.Definition) {
	t.Helper()
	check(t, json.Unmarshal(text, &d))
	return d
}
