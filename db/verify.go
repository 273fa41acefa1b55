package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"segnapunti/scoring"
)

// Finding is one thing that is wrong with a file.
type Finding struct {
	Game string `json:"game,omitempty"` // the id; empty when it is the file's as a whole
	What string `json:"what"`
}

// String is the finding as one line.
func (f Finding) String() string {
	if f.Game == "" {
		return "file: " + f.What
	}
	return "game " + f.Game + ": " + f.What
}

// maxFindings is where a check gives up: the file is lost, and a list of every
// page of it helps nobody.
const maxFindings = 1000

// Report is what a check has found, nothing when all is well.
type Report struct {
	Games    int       `json:"games"` // that were looked at
	Findings []Finding `json:"findings"`
}

func (r *Report) add(game string, what ...string) {
	for _, text := range what {
		r.Findings = append(r.Findings, Finding{game, text})
	}
}

func (r *Report) full() bool { return len(r.Findings) >= maxFindings }

// damage takes an error that comes from what the file holds as a finding, and
// gives any other back: the check itself failed.
func (r *Report) damage(ctx context.Context, game string, err error) error {
	if err == nil {
		return nil
	}
	if err := translate(ctx, err); ctx.Err() != nil || errors.As(err, new(*Unavailable)) {
		return err
	}
	what := err.Error()
	for _, prefix := range []string{"stored game " + game + ", ", "stored game " + game + ": "} {
		what = strings.TrimPrefix(what, prefix)
	}
	if errors.Is(err, ErrNotFound) { // the game is there, so it must be these
		what = "its rules are not found"
	}
	finding := Finding{game, what}
	if !slices.Contains(r.Findings[max(0, len(r.Findings)-1):], finding) {
		r.Findings = append(r.Findings, finding)
	}
	return nil
}

// Check looks through a database file and changes nothing in it, whether the
// service runs or not. An error means that it could not look; what is wrong with
// the file is in the report. A file of an older schema is checked as this version
// would make it, on a copy.
func Check(ctx context.Context, path string) (Report, error) {
	source, version, err := openToRead(ctx, path)
	if err != nil {
		return Report{}, fmt.Errorf("database %s: %w", path, err)
	}
	defer source.Close()
	s := &Store{readers: source}
	if version == len(migrations) {
		return s.Check(ctx)
	}
	report := Report{Findings: []Finding{}}
	if err := s.checkFile(ctx, &report, soundness...); err != nil || len(report.Findings) > 0 {
		return report, err // a damaged file is not migrated, not even a copy of it
	}
	return checkMigrated(ctx, source)
}

func checkMigrated(ctx context.Context, source *sql.DB) (report Report, err error) {
	folder, err := os.MkdirTemp("", "segnapunti-check-*")
	if err != nil {
		return report, err
	}
	defer os.RemoveAll(folder)
	file := filepath.Join(folder, "copy.db")
	if err := createFile(file); err != nil {
		return report, err
	}
	if err := copyPages(ctx, source, file); err != nil {
		return report, err
	}
	return migrateAndCheck(ctx, file)
}

// migrateAndCheck brings a copy up to date and looks through it.
func migrateAndCheck(ctx context.Context, file string) (Report, error) {
	none, err := scoring.NewCatalog() // the games' own rules are in the file
	if err != nil {
		return Report{}, err
	}
	s, err := open(ctx, file, none)
	if err != nil {
		return Report{}, explain(err)
	}
	report, err := s.Check(ctx)
	return report, errors.Join(err, s.Close())
}

// Check looks through the open file: whether SQLite finds it whole, every row
// has what it refers to, merges lead to who a player counts as, and every game
// folds to what is stored about it. Games
// are read one after the other, a few in each transaction, so that neither memory
// nor the write-ahead log grows with the file.
func (s *Store) Check(ctx context.Context) (Report, error) {
	report := Report{Findings: []Finding{}}
	if err := s.checkFile(ctx, &report, append(slices.Clip(soundness), lostPeople)...); err != nil {
		return report, err
	}
	for after, more := "", true; more && !report.full(); {
		err := s.look(ctx, func(tx *sql.Tx) (err error) {
			after, more, err = s.checkGames(ctx, tx, after, &report)
			return err
		})
		if err != nil {
			return report, err
		}
	}
	if report.full() {
		report.add("", "there may be more: the check ended here")
	}
	return report, nil
}

// look is read without a commit, which a damaged file refuses even to those who
// only read.
func (s *Store) look(ctx context.Context, f func(*sql.Tx) error) error {
	tx, err := s.readers.BeginTx(ctx, nil)
	if err != nil {
		return translate(ctx, err)
	}
	defer tx.Rollback()
	return translate(ctx, f(tx))
}

// soundness asks SQLite about pages, indexes and constraints, and about rows whose
// other end is not there. It fits every schema.
var soundness = []string{
	`PRAGMA integrity_check`, // 100 findings at most
	`SELECT 'in ' || "table" || ' rows without what they refer to in ' || coalesce(parent, '?') || ': ' || count(*)
	FROM pragma_foreign_key_check GROUP BY "table", parent`,
}

// lostPeople finds players whose person_id is not where their merges lead. A
// circle leads nowhere.
const lostPeople = `
	WITH RECURSIVE way (id, at) AS (
		SELECT id, id FROM players
		UNION SELECT w.id, p.merged_into FROM way w JOIN players p ON p.id = w.at WHERE p.merged_into IS NOT NULL),
	ends (id, person_id) AS (SELECT w.id, p.id FROM way w JOIN players p ON p.id = w.at WHERE p.merged_into IS NULL)
	SELECT 'player ' || p.id || ' counts as ' || p.person_id || ', merges lead to ' || coalesce(e.person_id, 'nobody')
	FROM players p LEFT JOIN ends e ON e.id = p.id WHERE e.person_id IS NOT p.person_id LIMIT 100`

// checkFile reports what queries find, at one moment.
func (s *Store) checkFile(ctx context.Context, report *Report, queries ...string) error {
	return s.look(ctx, func(tx *sql.Tx) error {
		for _, query := range queries {
			if err := askSQLite(ctx, tx, query, report); err != nil {
				return err
			}
		}
		return nil
	})
}

// askSQLite reports each line of each row. When SQLite itself stumbles over the
// damage, that comes last.
func askSQLite(ctx context.Context, tx *sql.Tx, query string, report *Report) error {
	rows, err := tx.QueryContext(ctx, query)
	if err == nil {
		defer rows.Close()
		for rows.Next() && err == nil {
			var text string
			err = rows.Scan(&text)
			report.add("", slices.DeleteFunc(strings.Split(text, "\n"), isNoFinding)...)
		}
		err = errors.Join(err, rows.Err())
	}
	return report.damage(ctx, "", err)
}

// isNoFinding tells the lines with which integrity_check says that all is well,
// and which database it looks at.
func isNoFinding(line string) bool {
	return line == "ok" || line == "" || strings.HasPrefix(line, "***")
}

func scanText(rows *sql.Rows) (text string, err error) {
	err = rows.Scan(&text)
	return text, err
}

// gamesAtOnce are checked in one transaction.
const gamesAtOnce = 100

// checkGames checks the next games in the order of their ids.
func (s *Store) checkGames(ctx context.Context, tx *sql.Tx, after string, report *Report) (last string, more bool, err error) {
	ids, err := readAll(ctx, tx, scanText, `SELECT id FROM games WHERE id > ? ORDER BY id LIMIT ?`, after, gamesAtOnce)
	if err != nil {
		return after, false, report.damage(ctx, "", fmt.Errorf("the list of games: %w", err))
	}
	for _, id := range ids {
		if report.full() {
			return id, false, nil
		}
		if err := s.checkGame(ctx, tx, id, report); err != nil {
			return id, false, err
		}
		report.Games++
		last = id
	}
	return last, len(ids) == gamesAtOnce, nil
}

// checkGame adds what is wrong with one game; an error means that the check
// can't go on. A game that doesn't fold has a history that may tell why.
func (s *Store) checkGame(ctx context.Context, tx *sql.Tx, id string, report *Report) error {
	game, err := s.readGame(ctx, tx, id)
	if err == nil {
		what := seatFaults(game.Seats)
		if report.add(id, what...); len(what) == 0 { // else there is no telling whose turn was whose
			err = s.checkDerived(ctx, tx, game, report)
		}
	}
	if err = report.damage(ctx, id, err); err != nil {
		return err
	}
	return report.damage(ctx, id, checkHistory(ctx, tx, id, report))
}

// seatFaults: seats are numbered from 1 without a gap.
func seatFaults(seats []Seat) (what []string) {
	if len(seats) == 0 {
		return []string{"has no players"}
	}
	for i, seat := range seats {
		if seat.Seat != i+1 {
			return []string{fmt.Sprintf("seat %d is missing", i+1)}
		}
	}
	return nil
}

// checkDerived compares what is stored although the turns say it with what the
// turns say. Whatever else comes to be stored beside them is compared here.
func (s *Store) checkDerived(ctx context.Context, tx *sql.Tx, game *Game, report *Report) error {
	settled := *game
	settled.settle()
	if settled.Status != game.Status {
		report.add(game.ID, fmt.Sprintf("is stored as %s, its turns say %s", game.Status, settled.Status))
		return nil // its results follow from that
	}
	if game.Status != StatusAbandoned && (game.Status == StatusFinished) != (game.FinishedAt != nil) {
		report.add(game.ID, fmt.Sprintf("is %s, but the time of its end says otherwise", game.Status))
	}
	what, err := resultFaults(ctx, tx, game)
	report.add(game.ID, what...)
	return err
}

// checkHistory compares the changes of a game with what they led to. It reads
// the turns as stored, since the game may not fold.
func checkHistory(ctx context.Context, tx *sql.Tx, id string, report *Report) error {
	changes, err := readAll(ctx, tx, scanStep, `
		SELECT version, before, after FROM changes WHERE game_id = ? ORDER BY version`, id)
	if err != nil {
		return err
	}
	turns, err := readAll(ctx, tx, scanNumbered, `
		SELECT t.n, `+turnColumns+` FROM turns t WHERE t.game_id = ? ORDER BY t.n`, id)
	if err != nil {
		return err
	}
	var version int
	if err := tx.QueryRowContext(ctx, `SELECT version FROM games WHERE id = ?`, id).Scan(&version); err != nil {
		return err
	}
	report.add(id, gapFaults(changes, version)...)
	report.add(id, turnFaults(changes, turns)...)
	return nil
}

// historyStep is what a change did to the turns.
type historyStep struct {
	version       int
	before, after *scoring.PlayedTurn
}

func scanStep(rows *sql.Rows) (h historyStep, err error) {
	var before, after []byte
	if err := rows.Scan(&h.version, &before, &after); err != nil {
		return h, err
	}
	if h.before, err = decodeTurn(before); err != nil {
		return h, err
	}
	h.after, err = decodeTurn(after)
	return h, err
}

// numberedTurn is a stored turn with the number it is stored under.
type numberedTurn struct {
	n int
	storedTurn
}

func scanNumbered(rows *sql.Rows) (t numberedTurn, err error) {
	err = t.scan(rows, &t.n)
	return t, err
}

// gapFaults: a game of version v has the changes 1 to v.
func gapFaults(changes []historyStep, version int) (what []string) {
	for i, change := range changes {
		if change.version != i+1 {
			return []string{fmt.Sprintf("change %d is missing from its history", i+1)}
		}
	}
	if len(changes) != version {
		return []string{fmt.Sprintf("is at version %d, its history ends at %d", version, len(changes))}
	}
	return nil
}

// turnFaults: a turn is as its last change left it.
func turnFaults(changes []historyStep, turns []numberedTurn) (what []string) {
	left := map[int]*scoring.PlayedTurn{}
	told := false
	for _, change := range changes {
		switch {
		case change.after != nil:
			left[change.after.N], told = change.after, true
		case change.before != nil:
			delete(left, change.before.N)
		}
	}
	if !told {
		return nil // played elsewhere and imported without its history
	}
	for i := range turns {
		turn := &turns[i]
		switch last := left[turn.n]; {
		case last == nil:
			what = append(what, fmt.Sprintf("turn %d is not in its history", turn.n))
		case !asWritten(&turn.Turn, last):
			what = append(what, fmt.Sprintf("turn %d is not as its history says", turn.n))
		}
		delete(left, turn.n)
	}
	for _, n := range slices.Sorted(maps.Keys(left)) {
		what = append(what, fmt.Sprintf("turn %d of its history is missing", n))
	}
	return what
}

// asWritten tells whether a stored turn is what a change wrote. What dice earned
// is no part of a turn; the history only remembers it.
func asWritten(stored *scoring.Turn, last *scoring.PlayedTurn) bool {
	same := stored.Seat == last.Seat && stored.Category == last.Category && stored.Column == last.Column &&
		stored.OutOfTurn == last.OutOfTurn && slices.Equal(stored.Dice, last.Dice)
	if stored.Dice != nil {
		return same && stored.Rolls == last.Rolls
	}
	return same && stored.Points != nil && last.Points != nil && *stored.Points == *last.Points
}
