package db_test

import (
	"cmp"
	"database/sql"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"segnapunti/db"
	"segnapunti/scoring"
)

// ship writes the dump of the newest schema, once, when it is about to ship:
// go test ./db -run TestShip -ship
var ship = flag.Bool("ship", false, "write testdata/shipped/NNNN.sql of the newest schema, if it isn't there")

// keptGame is a game that every shipped version could store. Its totals are
// added up by hand.
type keptGame struct {
	title   string
	ruleset string
	options map[string]any
	players []string
	turns   []scoring.Turn
	then    func(*drawer, *db.Game) *db.Game
	status  db.Status
	totals  []int
}

func rolled(turn scoring.Turn, rolls int) scoring.Turn {
	turn.Rolls = rolls
	return turn
}

func inColumn(turn scoring.Turn, column int) scoring.Turn {
	turn.Column = column
	return turn
}

func keptGames() []keptGame {
	return []keptGame{
		{
			title: "Kniffel with options", ruleset: "kniffel", players: []string{"Anna", "Jürgen"},
			options: map[string]any{"full_house_of_five": true, "upper_bonus_at": 30},
			turns: []scoring.Turn{
				roll(1, "yahtzee", 6, 6, 6, 6, 6),    // 50
				roll(2, "fives", 5, 5, 5, 1, 2),      // 15
				roll(1, "sixes", 6, 6, 6, 6, 6),      // 30, 50 for the second Kniffel, 35 since 30 is enough
				roll(2, "full_house", 3, 3, 3, 3, 3), // 25
			},
			status: db.StatusOpen, totals: []int{165, 40},
		},
		{
			title: "Maxi Yatzy with saved rolls", ruleset: "maxi-yatzy", players: []string{"Bà Ngoại", "Anna"},
			turns: []scoring.Turn{
				rolled(roll(1, "chance", 1, 2, 3, 4, 5, 6), 1), // 21, saves two
				rolled(roll(2, "one_pair", 5, 5, 1, 2, 3, 6), 3),
				rolled(roll(1, "sixes", 6, 6, 6, 6, 1, 2), 5), // 24, spends them
				roll(2, "maxi_yatzy", 4, 4, 4, 4, 4, 4),       // 100
			},
			status: db.StatusOpen, totals: []int{45, 110},
		},
		{
			title: "Triple", ruleset: "triple-yahtzee", players: []string{"Jürgen", "Anna"},
			turns: []scoring.Turn{
				roll(1, "ones", 1, 1, 1, 2, 3),                         // 3
				inColumn(paper(2, "sixes", 18), 3),                     // 54
				inColumn(roll(1, "full_house", 2, 2, 2, 3, 3), 3),      // 75
				inColumn(roll(2, "large_straight", 1, 1, 1, 1, 1), 2),  // 0
				inColumn(roll(1, "chance", 6, 6, 6, 5, 5), 2),          // 56
				outOfTurn(inColumn(roll(1, "twos", 2, 2, 1, 1, 1), 1)), // 4
			},
			status: db.StatusOpen, totals: []int{138, 54},
		},
		{
			title: "A served generala", ruleset: "generala", players: []string{"Berta", "Anna", "Jürgen"},
			turns: []scoring.Turn{
				rolled(roll(1, "generala", 1, 1, 1, 1, 2), 1), // 0
				rolled(roll(2, "straight", 1, 2, 3, 4, 5), 1), // 25, served
				rolled(roll(3, "generala", 2, 2, 2, 2, 2), 1), // 50, and that was it
			},
			status: db.StatusFinished, totals: []int{0, 25, 50},
		},
		{
			title: "Corrected after the end", ruleset: "mini", players: []string{"Anna", "Berta"},
			turns: []scoring.Turn{
				roll(1, "ones", 1, 1, 1, 2, 3), paper(2, "ones", 0), // 3 and 10 for it, 0
				paper(1, "chance", 20), paper(2, "chance", 25),
			},
			then: func(d *drawer, g *db.Game) *db.Game {
				g = d.play(d.takeBack(g), paper(2, "chance", 30))
				return d.correct(g, 3, roll(1, "chance", 6, 6, 6, 5, 5))
			},
			status: db.StatusFinished, totals: []int{41, 30},
		},
	}
}

func outOfTurn(turn scoring.Turn) scoring.Turn {
	turn.OutOfTurn = true
	return turn
}

// fill stores the kept games and tells their ids by title.
func (d *drawer) fill() map[string]string {
	d.t.Helper()
	ids := map[string]string{}
	for _, kept := range keptGames() {
		g := d.newGame(kept.ruleset, kept.players...)
		g.Title, g.Rules = kept.title, d.rules(kept.ruleset, kept.options)
		game := d.create(g)
		for _, turn := range kept.turns {
			game = d.play(game, turn)
		}
		if kept.then != nil {
			game = kept.then(d, game)
		}
		ids[kept.title] = game.ID
	}
	return ids
}

// hasKeptGames compares what the file says with what was added up by hand.
func (d *drawer) hasKeptGames() {
	d.t.Helper()
	want := map[string]keptGame{}
	for _, kept := range keptGames() {
		want[kept.title] = kept
	}
	items, _, err := d.Games(d.t.Context(), db.GameFilter{})
	check(d.t, err)
	for _, item := range items {
		kept, ok := want[item.Title]
		if !ok {
			d.t.Errorf("a game %q that nobody played", item.Title)
			continue
		}
		delete(want, item.Title)
		game := d.game(item.ID)
		var totals []int
		for seat := range kept.players {
			totals = append(totals, game.Play.Card(seat+1).GrandTotal())
			if game.Seats[seat].Name != kept.players[seat] {
				d.t.Errorf("%s: seat %d is %q", item.Title, seat+1, game.Seats[seat].Name)
			}
		}
		if game.Status != kept.status || !slices.Equal(totals, kept.totals) {
			d.t.Errorf("%s: %s %v, want %s %v", item.Title, game.Status, totals, kept.status, kept.totals)
		}
	}
	for title := range maps.Keys(want) {
		d.t.Errorf("%s is lost", title)
	}
}

// allWell wants a clean check of so many games.
func allWell(t *testing.T, path string, games int) {
	t.Helper()
	report, err := db.Check(t.Context(), path)
	check(t, err)
	if len(report.Findings) != 0 || report.Games != games {
		t.Errorf("%s: %d games, %v", path, report.Games, report.Findings)
	}
}

// TestShippedVersions opens what earlier versions wrote, as they wrote it.
func TestShippedVersions(t *testing.T) {
	dumps, err := filepath.Glob("testdata/shipped/*.sql")
	check(t, err)
	if len(dumps) == 0 {
		t.Fatal("no dumps")
	}
	d := open(t, newPath(t))
	check(t, d.Close())
	fresh := schemaOf(t, d.path)
	for _, dump := range dumps {
		t.Run(filepath.Base(dump), func(t *testing.T) {
			path := newPath(t)
			loadDump(t, path, dump)
			before := hashes(t, path)
			allWell(t, path, len(keptGames())) // before it is migrated, without migrating it
			if after := hashes(t, path); after != before {
				t.Error("checking changed the file")
			}
			d := open(t, path)
			d.hasKeptGames()
			check(t, d.Close())
			if schemaOf(t, path) != fresh {
				t.Error("a file of this version comes out with another schema than a new one: a migration was edited after it " +
					"shipped. (One that never shipped: delete its dump and run go test ./db -run TestShip -ship)")
			}
			allWell(t, path, len(keptGames()))
		})
	}
}

// schemaOf is every table and index as it was made.
func schemaOf(t *testing.T, path string) string {
	t.Helper()
	raw, err := sql.Open("sqlite3", "file:"+path)
	check(t, err)
	defer raw.Close()
	return strings.Join(texts(t, raw, `SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type, name`), ";\n")
}

func loadDump(t *testing.T, path, dump string) {
	t.Helper()
	text, err := os.ReadFile(dump)
	check(t, err)
	rawFile(t, path, string(text))
}

// TestShip writes the dump of the newest schema when it is asked to; what has
// been written once is never written again.
func TestShip(t *testing.T) {
	d := open(t, newPath(t))
	d.fill()
	d.hasKeptGames()
	check(t, d.Close())
	allWell(t, d.path, len(keptGames()))
	rawFile(t, d.path, `DELETE FROM rulesets WHERE (id, version) NOT IN (SELECT ruleset_id, ruleset_version FROM games)`)
	text := dumpOf(t, d.path)

	again := newPath(t)
	rawFile(t, again, text)
	if dumpOf(t, again) != text {
		t.Error("the dump doesn't make the file it was made of")
	}
	target := fmt.Sprintf("testdata/shipped/%04d.sql", db.SchemaVersion())
	if _, err := os.Stat(target); *ship && err != nil {
		check(t, os.MkdirAll(filepath.Dir(target), 0o755))
		check(t, os.WriteFile(target, []byte(text), 0o644))
	}
}

// dumpOf is a database as SQL text, as the sqlite3 shell would write it, with the
// two numbers in its header that the shell leaves out.
func dumpOf(t *testing.T, path string) string {
	t.Helper()
	raw, err := sql.Open("sqlite3", "file:"+path)
	check(t, err)
	defer raw.Close()
	var b strings.Builder
	fmt.Fprintf(&b, "-- A file of schema %d, as written on %s. Never edited.\n", db.SchemaVersion(), now.Format(time.DateOnly))
	for _, line := range texts(t, raw, `SELECT 'PRAGMA application_id = ' || application_id FROM pragma_application_id
		UNION ALL SELECT 'PRAGMA user_version = ' || user_version FROM pragma_user_version`) {
		fmt.Fprintf(&b, "%s;\n", line)
	}
	b.WriteString("BEGIN;\n")
	tables := texts(t, raw, `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY rootpage`)
	for _, table := range tables {
		fmt.Fprintf(&b, "%s;\n", texts(t, raw, `SELECT sql FROM sqlite_schema WHERE name = ?`, table)[0])
		columns := texts(t, raw, `SELECT name FROM pragma_table_info(?)`, table)
		quoted := `quote("` + strings.Join(columns, `") || ',' || quote("`) + `")`
		for _, row := range texts(t, raw, fmt.Sprintf(`SELECT %s FROM %s ORDER BY 1`, quoted, table)) {
			fmt.Fprintf(&b, "INSERT INTO %s VALUES (%s);\n", table, row)
		}
	}
	for _, statement := range texts(t, raw, `SELECT sql FROM sqlite_schema WHERE type <> 'table' AND sql IS NOT NULL ORDER BY name`) {
		fmt.Fprintf(&b, "%s;\n", statement)
	}
	b.WriteString("COMMIT;\n")
	return b.String()
}

func texts(t *testing.T, raw *sql.DB, query string, args ...any) (all []string) {
	t.Helper()
	rows, err := raw.Query(query, args...)
	check(t, err)
	defer rows.Close()
	for rows.Next() {
		var text string
		check(t, rows.Scan(&text))
		all = append(all, text)
	}
	check(t, cmp.Or(rows.Err(), rows.Close()))
	return all
}
