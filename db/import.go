package db

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"segnapunti/scoring"
)

// Codes of what can be wrong with rows of Import, besides the rules of games.
const (
	BadID            scoring.Code = "bad_id"            // no id of this program's making
	BadTime          scoring.Code = "bad_time"          // no time as Export writes it
	Contradiction    scoring.Code = "contradiction"     // two places of the file disagree
	DuplicateID      scoring.Code = "duplicate_id"      // two rows have one id, or one person two seats
	DuplicateName    scoring.Code = "duplicate_name"    // two players have one name and mark
	ImportConflict   scoring.Code = "import_conflict"   // the id is here already, with other content
	UnknownReference scoring.Code = "unknown_reference" // an id that the file does not have
)

// Import takes in what Export dealt out, in the same order: rule sets, players,
// matches, games. The rows first go into a database of their own beside the store's
// file: it is checked there without holding up anybody, and needs no memory
// however large it is. Merge then moves it, all or nothing (docs/adr/0008).
//
// The rows' faults point into the row. A row with faults is not taken, and
// nothing may be merged any more.
type Import struct {
	store   *Store // where the rows shall go
	path    string // of the database beside
	beside  *sql.DB
	tx      *sql.Tx
	rules   ruleCache       // rule sets as the file has them
	refused map[string]bool // kinds of rows of which some were not taken
}

// NewImport makes the database beside. It must be closed.
func (s *Store) NewImport(ctx context.Context) (*Import, error) {
	i := &Import{store: s, refused: map[string]bool{}}
	err := i.open(ctx)
	if err != nil {
		return nil, errors.Join(translate(ctx, err), i.Close())
	}
	return i, nil
}

func (i *Import) open(ctx context.Context) error {
	var main string
	err := i.store.readers.QueryRowContext(ctx, `SELECT file FROM pragma_database_list WHERE name = 'main'`).Scan(&main)
	if err != nil {
		return err
	}
	file, err := os.CreateTemp(filepath.Dir(main), ".segnapunti-import-*")
	if err != nil {
		return &Unavailable{err}
	}
	if i.path = file.Name(); file.Close() != nil {
		return &Unavailable{err}
	}
	if i.beside, err = sql.Open("sqlite3", besideSource(i.path)); err != nil {
		return err
	}
	i.beside.SetMaxOpenConns(1)
	if err := migrate(ctx, i.beside); err != nil {
		return err
	}
	i.tx, err = i.beside.BeginTx(context.WithoutCancel(ctx), nil)
	return err
}

// besideSource connects to a file that nobody else knows and that is thrown away
// after a crash. Its references are checked by hand, to be pointed at.
func besideSource(path string) string {
	query := url.Values{
		"_journal_mode": {"MEMORY"}, "_synchronous": {"OFF"}, "_locking_mode": {"EXCLUSIVE"},
		"_foreign_keys": {"off"}, "_stmt_cache_size": {"64"},
	}
	path = filepath.ToSlash(path)
	if path[0] != '/' {
		path = "/" + path // a drive letter
	}
	uri := url.URL{Scheme: "file", Path: path, RawQuery: query.Encode()}
	return uri.String()
}

// Close throws away what was not merged.
func (i *Import) Close() (err error) {
	if i.tx != nil {
		err = i.tx.Rollback()
		i.tx = nil
	}
	if i.beside != nil {
		err = errors.Join(err, i.beside.Close())
		i.beside = nil
	}
	if i.path != "" {
		err = errors.Join(err, os.Remove(i.path))
		i.path = ""
	}
	return err
}

// exec writes a row beside; the context is not that of the request, for watching
// it costs more than the row.
func (i *Import) exec(query string, args ...any) (changed bool, err error) {
	result, err := i.tx.ExecContext(context.Background(), query, args...)
	if err != nil {
		return false, err
	}
	n, err := result.RowsAffected()
	return n > 0, err
}

// one reads one value beside; found is false when there is no row.
func (i *Import) one(into any, query string, args ...any) (found bool, err error) {
	err = i.tx.QueryRowContext(context.Background(), query, args...).Scan(into)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}

// refuse notes that a row was not taken: what refers to it is not at fault.
func (i *Import) refuse(kind string, faults scoring.Faults) scoring.Faults {
	i.refused[kind] = i.refused[kind] || len(faults) > 0
	return faults
}

// Refuse says that a row of a kind, named as its list in the file, was not handed over
// at all because it can't be read.
func (i *Import) Refuse(kind string) { i.refused[kind] = true }

func single(code scoring.Code, pointer string, args map[string]any) scoring.Faults {
	return scoring.Faults{{Code: code, Pointer: pointer, Args: args}}
}

// told names the errors of SQLite that a caller can do something about.
func told(faults scoring.Faults, err error) (scoring.Faults, error) {
	return faults, translate(context.Background(), err)
}

// RuleSet takes a definition.
func (i *Import) RuleSet(d scoring.Definition) (scoring.Faults, error) { return told(i.ruleSet(d)) }

func (i *Import) ruleSet(d scoring.Definition) (scoring.Faults, error) {
	_, err := scoring.New(d)
	var faults scoring.Faults
	if errors.As(err, &faults) {
		return i.refuse("rulesets", faults), nil
	}
	text, err := json.Marshal(d)
	if err != nil {
		return nil, err
	}
	taken, err := i.exec(`INSERT INTO rulesets (id, version, definition) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`,
		d.ID, d.Version, string(text))
	if !taken && err == nil {
		faults = single(DuplicateID, "/id", map[string]any{"id": fmt.Sprintf("%s %d", d.ID, d.Version)})
	}
	return i.refuse("rulesets", faults), err
}

// rulesOf finds a rule set of the file. It is nil without a fault when it may be one
// that was refused.
func (i *Import) rulesOf(used RuleSetUsed) (*scoring.RuleSet, scoring.Faults, error) {
	options, err := json.Marshal(used.Options)
	if err != nil {
		return nil, nil, err
	}
	key := ruleKey{used.ID, used.Version, string(options)}
	if rules := i.rules.get(key); rules != nil {
		return rules, nil, nil
	}
	definition, err := storedDefinition(context.Background(), i.tx, key.id, key.version)
	switch {
	case errors.Is(err, ErrNotFound) && i.refused["rulesets"]:
		return nil, nil, nil
	case errors.Is(err, ErrNotFound):
		return nil, single(UnknownReference, "/ruleset", map[string]any{"id": fmt.Sprintf("%s %d", key.id, key.version)}), nil
	case err != nil:
		return nil, nil, err
	}
	rules, err := ready(definition, key.options)
	var faults scoring.Faults
	if errors.As(err, &faults) {
		return nil, faults.Under("/ruleset/options"), nil
	}
	if err == nil {
		i.rules.put(key, rules)
	}
	return rules, nil, err
}

// Player takes a player.
func (i *Import) Player(p *PlayerRow) (scoring.Faults, error) { return told(i.player(p)) }

func (i *Import) player(p *PlayerRow) (scoring.Faults, error) {
	faults := slices.Concat(checkID("/id", p.ID), checkTime("/created_at", p.CreatedAt))
	if len(faults) > 0 {
		return i.refuse("players", faults), nil
	}
	person := p.ID
	if p.MergedInto != nil {
		person = "" // settled by findPersons, once all are known
	}
	taken, err := i.exec(`
		INSERT INTO players (id, name, name_key, mark, mark_key, merged_into, person_id, created_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
		p.ID, p.Name, p.Key, p.Mark, p.MarkKey, p.MergedInto, person, p.CreatedAt)
	if taken || err != nil {
		return nil, err
	}
	var same string
	found, err := i.one(&same, `SELECT id FROM players WHERE id = ?`, p.ID)
	faults = single(DuplicateName, "/name", map[string]any{"name": p.Name})
	if found {
		faults = single(DuplicateID, "/id", map[string]any{"id": p.ID})
	}
	return i.refuse("players", faults), err
}

// PlayersDone ends the players. Its faults point into the file: a player merged
// into nobody, or in a circle.
func (i *Import) PlayersDone() (scoring.Faults, error) { return told(i.playersDone()) }

func (i *Import) playersDone() (faults scoring.Faults, err error) {
	if i.refused["players"] {
		return nil, nil
	}
	ctx := context.Background()
	if err := findPersons(ctx, i.tx); err != nil {
		return nil, err
	}
	lost, err := readAll(ctx, i.tx, scanPosition, `SELECT rowid - 1, merged_into FROM players WHERE person_id = '' ORDER BY rowid`)
	for _, p := range lost {
		pointer := "/players/" + strconv.Itoa(p.index) + "/merged_into"
		faults = append(faults, single(UnknownReference, pointer, map[string]any{"id": p.id})...)
	}
	return i.refuse("players", faults), err
}

// position is where a row stood in the file: rows are numbered as they come.
type position struct {
	index int
	id    string
}

func scanPosition(rows *sql.Rows) (p position, err error) {
	err = rows.Scan(&p.index, &p.id)
	return p, err
}

// findPersons follows merges to their end for players who don't know it yet.
func findPersons(ctx context.Context, tx *sql.Tx) error {
	for {
		result, err := tx.ExecContext(ctx, `
			UPDATE players SET person_id = (SELECT q.person_id FROM players q WHERE q.id = players.merged_into)
			WHERE person_id = '' AND (SELECT q.person_id FROM players q WHERE q.id = players.merged_into) <> ''`)
		if err != nil {
			return err
		}
		if n, err := result.RowsAffected(); err != nil || n == 0 {
			return err
		}
	}
}

func checkID(pointer, id string) scoring.Faults {
	if bits, err := idEncoding.DecodeString(id); err != nil || len(bits) != 16 {
		return single(BadID, pointer, map[string]any{"got": id})
	}
	return nil
}

func checkTime(pointer, text string) scoring.Faults {
	if t, err := time.Parse(timeFormat, text); err != nil || formatTime(t) != text {
		return single(BadTime, pointer, map[string]any{"got": text})
	}
	return nil
}

func contradiction(pointer string, got, want any) scoring.Faults {
	return single(Contradiction, pointer, map[string]any{"got": got, "want": want})
}

// Match takes a match.
func (i *Import) Match(m *MatchRow) (scoring.Faults, error) { return told(i.match(m)) }

func (i *Import) match(m *MatchRow) (scoring.Faults, error) {
	faults := slices.Concat(checkID("/id", m.ID), checkTime("/created_at", m.CreatedAt), checkTime("/updated_at", m.UpdatedAt))
	faults = append(faults, m.checkTerms()...)
	rules, wrong, err := i.rulesOf(m.RuleSet)
	if err != nil {
		return nil, err
	}
	faults = append(faults, wrong...)
	seats := make([]SeatRow, len(m.Players))
	for n, player := range m.Players {
		seats[n] = SeatRow{PlayerID: player.PlayerID, Name: player.Name}
	}
	sitting, wrong, err := i.seats("/players", seats)
	if err != nil {
		return nil, err
	}
	if faults = append(faults, wrong...); len(faults) == 0 && rules != nil {
		faults, err = i.insertMatch(m, rules, sitting)
	} else {
		i.Refuse("matches")
	}
	return i.refuse("matches", faults), err
}

// checkTerms checks what the players agreed on.
func (m *MatchRow) checkTerms() (faults scoring.Faults) {
	if modes := []scoring.MatchMode{scoring.BestOf, scoring.SumOf}; !slices.Contains(modes, m.Mode) {
		faults = contradiction("/mode", string(m.Mode), []string{string(scoring.BestOf), string(scoring.SumOf)})
	}
	lengths := m.Mode.Lengths()
	switch {
	case lengths != nil && !slices.Contains(lengths, m.Games):
		faults = append(faults, contradiction("/games", m.Games, lengths)...)
	case m.Games < 1 || m.Games > scoring.MaxMatchGames:
		faults = append(faults, contradiction("/games", m.Games, "1-"+strconv.Itoa(scoring.MaxMatchGames))...)
	}
	if m.Version < 1 {
		faults = append(faults, contradiction("/version", m.Version, 1)...)
	}
	return faults
}

func (i *Import) insertMatch(m *MatchRow, rules *scoring.RuleSet, seats []Seat) (scoring.Faults, error) {
	key := keyOf(rules)
	taken, err := i.exec(`
		INSERT INTO matches (id, ruleset_id, ruleset_version, options, mode, games, title, abandoned, version, created_at, updated_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
		m.ID, key.id, key.version, key.options, m.Mode, m.Games, m.Title, m.Abandoned, m.Version, m.CreatedAt, m.UpdatedAt)
	if !taken && err == nil {
		return single(DuplicateID, "/id", map[string]any{"id": m.ID}), nil
	}
	for n := 0; n < len(seats) && err == nil; n++ {
		_, err = i.exec(`INSERT INTO match_players (match_id, seat, player_id, name) VALUES (?, ?, ?, ?)`,
			m.ID, seats[n].Seat, seats[n].Player, seats[n].Name)
	}
	return nil, err
}

// seats finds the people at a table, whose list in the row is named.
func (i *Import) seats(list string, rows []SeatRow) (seats []Seat, faults scoring.Faults, err error) {
	if len(rows) == 0 {
		faults = contradiction(list, 0, 1)
	}
	for n := range rows {
		row, pointer := &rows[n], item(list, n)
		seat := Seat{Seat: n + 1, Player: row.PlayerID, Name: row.Name}
		seat.Seating = scoring.Seating{LeftAfter: row.LeftAfter, Card: row.Card, Total: row.Total}
		found, err := i.one(&seat.PlayerID, `SELECT person_id FROM players WHERE id = ?`, row.PlayerID)
		if err != nil {
			return nil, nil, err
		}
		twice := slices.ContainsFunc(seats, func(other Seat) bool { return other.PlayerID == seat.PlayerID })
		switch {
		case !found && !i.refused["players"]:
			faults = append(faults, single(UnknownReference, pointer+"/player_id", map[string]any{"id": row.PlayerID})...)
		case found && twice:
			faults = append(faults, single(DuplicateID, pointer+"/player_id", map[string]any{"id": row.PlayerID})...)
		}
		if row.LeftAfter != nil && *row.LeftAfter < 0 {
			faults = append(faults, contradiction(pointer+"/left_after", *row.LeftAfter, 0)...)
		}
		seats = append(seats, seat)
	}
	return seats, faults, nil
}
