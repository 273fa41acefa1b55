package db

import (
	"bytes"
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"strconv"
	"strings"
	"time"

	"segnapunti/scoring"
)

// Imported counts rows of one kind.
type Imported struct {
	Added   int `json:"added"`
	Skipped int `json:"skipped"` // here already
}

// ImportAnswer makes the answer of an import from its counts by kind of row.
type ImportAnswer func(map[string]Imported) (Answer, error)

// mostConflicts is how many conflicts are looked for.
const mostConflicts = 100

// moved lists the tables that Merge fills, in an order in which each one refers
// only to those before it. parent is the list of the file that its rows belong
// to, id how a row says to which item.
var moved = []struct{ table, parent, id string }{
	{"rulesets", "rulesets", "f.id || ' ' || f.version"},
	{"players", "players", "f.id"},
	{"matches", "matches", "f.id"},
	{"match_players", "matches", "f.match_id"},
	{"games", "games", "f.id"},
	{"seats", "games", "f.game_id"},
	{"turns", "games", "f.game_id"},
	{"tiebreaks", "games", "f.game_id"},
	{"changes", "games", "f.game_id"},
	{"results", "games", "f.game_id"},
}

// Merge moves all rows into the store, in one transaction; other writers wait.
// What is here already with the same content is skipped. Faults point into the
// file: ImportConflict. Then, as after an error, nothing was written, and the
// import is over either way.
func (i *Import) Merge(ctx context.Context, now time.Time, once *Once, render ImportAnswer) (a Answer, f scoring.Faults, err error) {
	err = i.tx.Commit()
	i.tx = nil
	if err == nil {
		err = i.beside.Close() // its lock is exclusive
	}
	i.beside = nil
	if err != nil {
		return a, nil, translate(ctx, err)
	}
	m := merge{ctx: ctx, now: instant(now), once: once, render: render}
	if err := m.on(i.store, i.path); err != nil {
		return a, nil, translate(ctx, err)
	}
	return m.answer, m.faults, nil
}

// merge is one run of Merge. The store's tables are main, those beside are file.
type merge struct {
	ctx    context.Context
	tx     *sql.Tx
	now    time.Time
	once   *Once
	render ImportAnswer
	faults scoring.Faults
	answer Answer
}

// on attaches the file to the one connection that may write.
func (m *merge) on(s *Store, path string) error {
	conn, err := s.writer.Conn(m.ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(m.ctx, `ATTACH DATABASE ? AS file`, path); err != nil {
		return err
	}
	defer detach(conn)
	if _, err := conn.ExecContext(m.ctx, `PRAGMA file.synchronous = OFF`); err != nil {
		return err
	}
	if m.tx, err = conn.BeginTx(m.ctx, nil); err != nil {
		return err
	}
	defer m.tx.Rollback() // nothing after a commit
	if done, err := m.replayed(); done || err != nil {
		return err
	}
	if err := m.run(); err != nil || len(m.faults) > 0 {
		return err
	}
	return m.tx.Commit()
}

// detach lets go of the file. A connection that can't is no good for the next import.
func detach(conn *sql.Conn) {
	if _, err := conn.ExecContext(context.Background(), `DETACH DATABASE file`); err != nil {
		conn.Raw(func(any) error { return driver.ErrBadConn }) //nolint:errcheck // it is what was said
	}
}

// replayed finds the answer to an import that was sent before.
func (m *merge) replayed() (done bool, err error) {
	if m.once == nil {
		return false, nil
	}
	before, err := kept(m.ctx, m.tx, *m.once)
	if before != nil {
		m.answer = *before
	}
	return before != nil, err
}

func (m *merge) run() error {
	for _, step := range []func() error{m.findKnown, m.compareRules, m.comparePlayers, m.compareMatches, m.compareGames} {
		if err := step(); err != nil {
			return err
		}
	}
	if len(m.faults) > 0 {
		return nil
	}
	counts, err := m.move()
	if err != nil {
		return err
	}
	if err := m.compareTables(); err != nil || len(m.faults) > 0 {
		return err
	}
	if m.answer, err = m.render(counts); err != nil || m.once == nil {
		return err
	}
	return keep(m.ctx, m.tx, *m.once, m.answer, m.now)
}

func (m *merge) exec(query string, args ...any) (int, error) {
	result, err := m.tx.ExecContext(m.ctx, query, args...)
	if err != nil {
		return 0, err
	}
	n, err := result.RowsAffected()
	return int(n), err
}

// findKnown lists what is here already, and under which id. A player is known by
// id, else by name and mark: one person is one person, whoever wrote it down.
func (m *merge) findKnown() error {
	for _, query := range []string{
		`PRAGMA defer_foreign_keys = ON`, // players may refer to later ones
		`CREATE TABLE file.known (kind TEXT, id TEXT, here TEXT, PRIMARY KEY (kind, id)) WITHOUT ROWID`,
		`INSERT INTO file.known SELECT 'rulesets', f.id || ' ' || f.version, '' FROM file.rulesets f
			JOIN main.rulesets h ON h.id = f.id AND h.version = f.version`,
		`INSERT INTO file.known SELECT 'players', f.id, h.id FROM file.players f JOIN main.players h ON h.id = f.id`,
		`INSERT INTO file.known SELECT 'players', f.id, h.id FROM file.players f
			JOIN main.players h ON h.name_key = f.name_key AND h.mark_key = f.mark_key
			WHERE NOT EXISTS (SELECT 1 FROM main.players s WHERE s.id = f.id)`,
		`INSERT INTO file.known SELECT 'matches', f.id, f.id FROM file.matches f JOIN main.matches h ON h.id = f.id`,
		`INSERT INTO file.known SELECT 'games', f.id, f.id FROM file.games f JOIN main.games h ON h.id = f.id`,
	} {
		if _, err := m.exec(query); err != nil {
			return err
		}
	}
	return nil
}

// conflicts adds a fault for each row that a query finds, by its list.
func (m *merge) conflicts(list, query string, args ...any) error {
	found, err := readAll(m.ctx, m.tx, scanPosition, query+` LIMIT `+strconv.Itoa(mostConflicts), args...)
	for _, p := range found {
		m.faults = append(m.faults, single(ImportConflict, item("/"+list, p.index), map[string]any{"id": p.id})...)
	}
	return err
}

// compareRules holds definitions against those here; names of boxes may differ.
func (m *merge) compareRules() error {
	type pair struct {
		position
		theirs, ours []byte
	}
	pairs, err := readAll(m.ctx, m.tx, func(rows *sql.Rows) (p pair, err error) {
		err = rows.Scan(&p.index, &p.id, &p.theirs, &p.ours)
		return p, err
	}, `SELECT f.rowid - 1, f.id || ' ' || f.version, f.definition, h.definition FROM file.rulesets f
		JOIN main.rulesets h ON h.id = f.id AND h.version = f.version ORDER BY f.rowid`)
	if err != nil {
		return err
	}
	for _, p := range pairs {
		theirs, err := decodeDefinition(p.theirs)
		if err != nil {
			return err
		}
		ours, err := decodeDefinition(p.ours)
		if err != nil {
			return err
		}
		if !bytes.Equal(rulesOf(theirs), rulesOf(ours)) {
			m.faults = append(m.faults, single(ImportConflict, item("/rulesets", p.index), map[string]any{"id": p.id})...)
		}
	}
	return nil
}

// comparePlayers finds two people of the file who would become one here.
func (m *merge) comparePlayers() error {
	return m.conflicts("players", `
		SELECT f.rowid - 1, f.name FROM file.players f JOIN file.known k ON k.kind = 'players' AND k.id = f.id
		WHERE k.here <> f.id AND EXISTS (SELECT 1 FROM file.known o WHERE o.kind = 'players' AND o.here = k.here AND o.id <> k.id)
		ORDER BY f.rowid`)
}

// compareMatches and compareGames find what is here with other content.
func (m *merge) compareMatches() error { return m.compare("matches") }

func (m *merge) compareGames() error { return m.compare("games") }

// compare holds the rows of what is known against those here, both ways, for a row
// may be missing on either side.
func (m *merge) compare(parent string) error {
	var differences []string
	for _, t := range moved {
		if t.parent != parent || t.table == "results" { // those follow from the others
			continue
		}
		columns, err := m.columns(t.table)
		if err != nil {
			return err
		}
		theirs := `SELECT ` + strings.Join(columns.values, ", ") + ` FROM file.` + t.table + ` f WHERE ` + t.id + ` = k.id`
		ours := `SELECT ` + strings.Join(columns.names, ", ") + ` FROM main.` + t.table + ` f WHERE ` + t.id + ` = k.id`
		differences = append(differences, `EXISTS (`+theirs+` EXCEPT `+ours+`)`, `EXISTS (`+ours+` EXCEPT `+theirs+`)`)
	}
	return m.conflicts(parent, `
		SELECT g.rowid - 1, g.id FROM file.`+parent+` g JOIN file.known k ON k.kind = ? AND k.id = g.id
		WHERE `+strings.Join(differences, " OR ")+` ORDER BY g.rowid`, parent)
}

// columnList is the columns of a table and what is written into each one from a
// row f of the file.
type columnList struct{ names, values []string }

// columns asks the schema, so that no column is forgotten. Ids of players become
// those that the players have here.
func (m *merge) columns(table string) (list columnList, err error) {
	list.names, err = readAll(m.ctx, m.tx, scanID, `SELECT name FROM pragma_table_info(?, 'main') ORDER BY cid`, table)
	if err != nil {
		return list, err
	}
	references, err := readAll(m.ctx, m.tx, scanID, `SELECT "from" FROM pragma_foreign_key_list(?, 'main') WHERE "table" = 'players'`, table)
	people := map[string]bool{}
	for _, column := range references {
		people[column] = true
	}
	for _, column := range list.names {
		value := `f.` + column
		switch {
		case table+"."+column == "players.person_id":
			value = `iif(f.merged_into IS NULL, f.id, '')` // findPersons settles it
		case table+"."+column == "results.person_id":
			value = `(SELECT p.person_id FROM main.seats s JOIN main.players p ON p.id = s.player_id
				WHERE s.game_id = f.game_id AND s.seat = f.seat)`
		case people[column]:
			value = fmt.Sprintf(`coalesce((SELECT k.here FROM file.known k WHERE k.kind = 'players' AND k.id = f.%[1]s), f.%[1]s)`, column)
		}
		list.values = append(list.values, value)
	}
	return list, err
}

// move copies what is not known, in the order of the file.
func (m *merge) move() (map[string]Imported, error) {
	counts := map[string]Imported{}
	for _, t := range moved {
		columns, err := m.columns(t.table)
		if err != nil {
			return nil, err
		}
		added, err := m.exec(`
			INSERT INTO main.` + t.table + ` (` + strings.Join(columns.names, ", ") + `)
			SELECT ` + strings.Join(columns.values, ", ") + ` FROM file.` + t.table + ` f
			WHERE NOT EXISTS (SELECT 1 FROM file.known k WHERE k.kind = '` + t.parent + `' AND k.id = ` + t.id + `)`)
		if err != nil {
			return nil, err
		}
		if t.table == "players" {
			err = findPersons(m.ctx, m.tx)
		}
		if t.table == t.parent && err == nil {
			counts[t.table], err = m.count(t.table, added)
		}
		if err != nil {
			return nil, err
		}
	}
	return counts, nil
}

func (m *merge) count(table string, added int) (c Imported, err error) {
	c.Added = added
	err = m.tx.QueryRowContext(m.ctx, `SELECT count(*) FROM file.known WHERE kind = ?`, table).Scan(&c.Skipped)
	return c, err
}

// compareTables finds new games in which two seats are one person here: names that
// the file tells apart and this household found to be one. It needs no look where
// nobody was known.
func (m *merge) compareTables() error {
	return m.conflicts("games", `
		SELECT g.rowid - 1, g.id FROM file.games g
		WHERE EXISTS (SELECT 1 FROM file.known k WHERE k.kind = 'players') AND EXISTS (
			SELECT 1 FROM main.seats s JOIN main.players p ON p.id = s.player_id
			WHERE s.game_id = g.id GROUP BY p.person_id HAVING count(*) > 1)
		ORDER BY g.rowid`)
}
