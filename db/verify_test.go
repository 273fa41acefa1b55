package db_test

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"segnapunti/db"
)

func copyFile(t testing.TB, from, to string) {
	t.Helper()
	data, err := os.ReadFile(from)
	check(t, err)
	check(t, os.WriteFile(to, data, 0o600))
}

// damagePages overwrites the first page of a table, as a bad disk does.
func damagePages(t testing.TB, path, table string) {
	t.Helper()
	rawQuery := `SELECT rootpage FROM sqlite_schema WHERE name = '` + table + `'`
	page := rawNumber(t, path, rawQuery)
	size := rawNumber(t, path, `PRAGMA page_size`)
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	check(t, err)
	_, err = file.WriteAt([]byte(strings.Repeat("\xA5", size)), int64((page-1)*size))
	check(t, err)
	check(t, file.Close())
}

// fault is damage to plant with SQL, and what a check must say of it: lines, or
// their start where they end in "…". What follows from the damage may be told as
// well, but of the same game.
type fault struct {
	plant string
	want  []string
}

func ofGame(id, what string) string { return "game " + id + ": " + what }

func faultsOfTurns(kniffel, maxi, served, corrected string) map[string]fault {
	return map[string]fault{
		"a deleted last turn": {
			`DELETE FROM turns WHERE game_id = '` + corrected + `' AND n = 4`,
			[]string{
				ofGame(corrected, "is stored as finished, its turns say open"),
				ofGame(corrected, "turn 4 of its history is missing"),
			},
		},
		"a deleted turn in the middle": {
			`DELETE FROM turns WHERE game_id = '` + corrected + `' AND n = 2`,
			[]string{
				ofGame(corrected, "turn 2: …"), // the next turn is out of turn now
				ofGame(corrected, "turn 2 of its history is missing"),
			},
		},
		"dice with seven pips": {
			`UPDATE turns SET dice = '[6,6,6,6,7]' WHERE game_id = '` + kniffel + `' AND n = 1`,
			[]string{
				ofGame(kniffel, "turn 1: …"),
				ofGame(kniffel, "turn 1 is not as its history says"),
			},
		},
		"saved rolls that were not saved": {
			`UPDATE turns SET rolls = 3 WHERE game_id = '` + maxi + `' AND n = 1`,
			[]string{
				ofGame(maxi, "turn 3: …"),
				ofGame(maxi, "turn 1 is not as its history says"),
			},
		},
		"changed dice": {
			`UPDATE turns SET dice = '[6,6,6,6,5]' WHERE game_id = '` + corrected + `' AND n = 3`,
			[]string{ofGame(corrected, "turn 3 is not as its history says")},
		},
		"dice that make a later turn illegal": { // the struck generala was served, and has won
			`UPDATE turns SET dice = '[1,1,1,1,1]' WHERE game_id = '` + served + `' AND n = 1`,
			[]string{
				ofGame(served, "turn 2: …"),
				ofGame(served, "turn 1 is not as its history says"),
			},
		},
		"a turn that nobody wrote": {
			`INSERT INTO turns VALUES ('` + kniffel + `', 5, 1, 'ones', 1, NULL, NULL, 3, 0, '2026-12-01T20:15:30.123Z')`,
			[]string{ofGame(kniffel, "turn 5 is not in its history")},
		},
	}
}

func faultsOfGames(kniffel, served, corrected string) map[string]fault {
	return map[string]fault{
		"a wrong status": {
			`UPDATE games SET status = 'open', finished_at = NULL WHERE id = '` + corrected + `'`,
			[]string{ofGame(corrected, "is stored as open, its turns say finished")},
		},
		"a finished game without an end": {
			`UPDATE games SET finished_at = NULL WHERE id = '` + corrected + `'`,
			[]string{ofGame(corrected, "is finished, but the time of its end says otherwise")},
		},
		"a gap in the history": {
			`DELETE FROM changes WHERE game_id = '` + corrected + `' AND version = 1`,
			[]string{ofGame(corrected, "change 1 is missing from its history")},
		},
		"a history that ends too early": {
			`UPDATE games SET version = version + 1 WHERE id = '` + kniffel + `'`,
			[]string{ofGame(kniffel, "is at version 6, its history ends at 5")},
		},
		"a seat that is missing": {
			`UPDATE seats SET seat = 4 WHERE game_id = '` + served + `' AND seat = 3`,
			[]string{ofGame(served, "seat 3 is missing"), "file: in turns rows without what they refer to in seats: 1"},
		},
		"a history that is no JSON": {
			`UPDATE changes SET after = '{' WHERE game_id = '` + kniffel + `' AND version = 2`,
			[]string{ofGame(kniffel, "stored change: unexpected end of JSON input")},
		},
	}
}

func faultsOfTheFile(corrected string) map[string]fault {
	return map[string]fault{
		"rules that are lost": {
			`DELETE FROM rulesets WHERE id = 'mini'`,
			[]string{
				"file: in games rows without what they refer to in rulesets: 1",
				ofGame(corrected, "its rules are not found"),
			},
		},
		"a merge that nobody followed": {
			`UPDATE players SET merged_into = (SELECT id FROM players WHERE name = 'Anna') WHERE name = 'Berta'`,
			[]string{"file: player …"},
		},
		"a merge in a circle": {
			`UPDATE players SET merged_into = id WHERE name = 'Berta'`,
			[]string{"file: player …"},
		},
		"turns of no game": {
			`INSERT INTO turns VALUES ('a', 1, 1, 'ones', 1, NULL, NULL, 3, 0, '2026-12-01T20:15:30.123Z')`,
			[]string{
				"file: in turns rows without what they refer to in games: 1",
				"file: in turns rows without what they refer to in seats: 1",
			},
		},
	}
}

// TestCheckFinds plants one fault each in a copy of a sound file.
func TestCheckFinds(t *testing.T) {
	d := open(t, newPath(t))
	ids := d.fill()
	check(t, d.Close())
	allWell(t, d.path, len(keptGames()))

	kniffel, maxi := ids["Kniffel with options"], ids["Maxi Yatzy with saved rolls"]
	served, corrected := ids["A served generala"], ids["Corrected after the end"]
	for _, faults := range []map[string]fault{
		faultsOfTurns(kniffel, maxi, served, corrected), faultsOfGames(kniffel, served, corrected), faultsOfTheFile(corrected),
	} {
		for name, fault := range faults {
			t.Run(name, func(t *testing.T) {
				path := newPath(t)
				copyFile(t, d.path, path)
				rawFile(t, path, fault.plant)
				finds(t, path, fault.want)
			})
		}
	}
	t.Run("a damaged page", func(t *testing.T) {
		path := newPath(t)
		copyFile(t, d.path, path)
		damagePages(t, path, "turns")
		finds(t, path, []string{"file: …", ofGame(kniffel, "database disk image is malformed")})
	})
	t.Run("a damaged index", func(t *testing.T) {
		path := newPath(t)
		copyFile(t, d.path, path)
		damagePages(t, path, "games_by_age")
		finds(t, path, []string{"file: …"})
	})
}

// finds wants these findings, and the file as it was.
func finds(t *testing.T, path string, want []string) {
	t.Helper()
	before := hashes(t, path)
	report, err := db.Check(t.Context(), path)
	check(t, err)
	if hashes(t, path) != before {
		t.Error("the check changed the file")
	}
	var found []string
	for _, finding := range report.Findings {
		found = append(found, finding.String())
	}
	for _, line := range want {
		start, cut := strings.CutSuffix(line, "…")
		if !slices.ContainsFunc(found, func(s string) bool { return s == line || cut && strings.HasPrefix(s, start) }) {
			t.Errorf("%q is not among\n%s", line, strings.Join(found, "\n"))
		}
	}
	for _, line := range found { // what follows from the fault may be told as well, but of the same game
		about := func(w string) bool { return strings.SplitAfter(w, ":")[0] == strings.SplitAfter(line, ":")[0] }
		if !slices.ContainsFunc(want, about) && !strings.Contains(want[0], "…") {
			t.Errorf("%q was not planted", line)
		}
	}
}

func TestCheckOfWhatIsNoDatabase(t *testing.T) {
	path := newPath(t)
	_, err := db.Check(t.Context(), path)
	says(t, err, path, "no such file")
	check(t, os.WriteFile(path, []byte("a letter to grandmother"), 0o600))
	_, err = db.Check(t.Context(), path)
	says(t, err, path, "is not a database")
}

func TestCheckWhileTheServiceRuns(t *testing.T) {
	d := open(t, newPath(t))
	d.fill()
	allWell(t, d.path, len(keptGames()))
	report, err := d.Store.Check(t.Context())
	check(t, err)
	if report.Games != len(keptGames()) || report.Findings == nil || len(report.Findings) != 0 {
		t.Errorf("%+v", report)
	}
	d.hasKeptGames()
}

// TestCheckOfManyGames has more games than are read at once, and more faults than
// anyone wants to read.
func TestCheckOfManyGames(t *testing.T) {
	d := open(t, newPath(t))
	d.create(d.newGame("mini", "Anna"))
	check(t, d.Close())
	const copies = 600
	var b strings.Builder
	b.WriteString(`BEGIN;
		CREATE TEMP TABLE game AS SELECT * FROM games;
		CREATE TEMP TABLE seat AS SELECT * FROM seats;
		CREATE TEMP TABLE change AS SELECT * FROM changes;`)
	for i := range copies {
		fmt.Fprintf(&b, `
			UPDATE game SET id = 'copy %[1]d'; INSERT INTO games SELECT * FROM game;
			UPDATE seat SET game_id = 'copy %[1]d'; INSERT INTO seats SELECT * FROM seat;
			UPDATE change SET game_id = 'copy %[1]d'; INSERT INTO changes SELECT * FROM change;`, i)
	}
	rawFile(t, d.path, b.String()+`COMMIT`)
	allWell(t, d.path, copies+1)

	rawFile(t, d.path, `UPDATE games SET version = 2, status = 'finished'`)
	report, err := db.Check(t.Context(), d.path)
	check(t, err)
	last := report.Findings[len(report.Findings)-1].String()
	if len(report.Findings) != 1001 || !strings.Contains(last, "there may be more") || report.Games != 500 {
		t.Errorf("%d games, %d findings, the last: %s", report.Games, len(report.Findings), last)
	}
}

func rawNumber(t testing.TB, path, query string) (n int) {
	t.Helper()
	raw, err := sql.Open("sqlite3", path)
	check(t, err)
	defer raw.Close()
	check(t, raw.QueryRow(query).Scan(&n))
	return n
}

// TestAnOlderFileIsCheckedAndRestored as this version would make it, but is not
// migrated itself.
func TestAnOlderFileIsCheckedAndRestored(t *testing.T) {
	d, backup := backedUp(t)
	check(t, d.Close())
	db.NextSchema(t, `ALTER TABLE games ADD COLUMN weather TEXT; UPDATE games SET title = title || '!' WHERE title = 'Advent'`)
	before := hashes(t, d.path) + hashes(t, backup)
	allWell(t, d.path, len(keptGames())+1)
	saved := filepath.Join(t.TempDir(), "saved.db")
	check(t, db.Backup(t.Context(), d.path, saved, false))
	if hashes(t, d.path)+hashes(t, backup) != before {
		t.Error("a file was changed")
	}
	_, err := db.Restore(t.Context(), d.path, backup, now)
	check(t, err)
	for path, want := range map[string]int{saved: db.SchemaVersion() - 1, backup: db.SchemaVersion() - 1, d.path: db.SchemaVersion()} {
		if version := rawNumber(t, path, `PRAGMA user_version`); version != want {
			t.Errorf("%s has schema %d", path, version)
		}
	}
	open(t, d.path).hasKeptGames()

	damagePages(t, saved, "turns")
	report, err := db.Check(t.Context(), saved)
	check(t, err)
	if len(report.Findings) == 0 {
		t.Error("damage in an older file was not found")
	}
}
