package db_test

import (
	"database/sql"
	"fmt"
	"net/url"
	"testing"

	"segnapunti/db"
	"segnapunti/scoring"
)

// turnsOf is a whole game of two, for writing and reading.
func turnsOf(rules *scoring.RuleSet) (turns []scoring.Turn) {
	for i, box := range rules.Boxes() {
		turns = append(turns, roll(1, box.ID, 1, 2, 3, 4, i%6+1), roll(2, box.ID, 6, 5, 4, 3, i%6+1))
	}
	return turns
}

// BenchmarkAddTurn is one durable turn: read the game, play, write.
func BenchmarkAddTurn(b *testing.B) {
	d := open(b, newPath(b))
	g := d.newGame("yatzy", "Anna", "Berta")
	turns := turnsOf(g.Rules)
	game := d.create(g)
	i := 0
	for b.Loop() {
		game = d.play(game, turns[i])
		if i++; i == len(turns) {
			b.StopTimer()
			game, i = d.create(g), 0
			b.StartTimer()
		}
	}
}

// BenchmarkAddTurnOnly is the write alone, with its idempotency key.
func BenchmarkAddTurnOnly(b *testing.B) {
	d := open(b, newPath(b))
	g := d.newGame("yatzy", "Anna", "Berta")
	turns := turnsOf(g.Rules)
	var written *db.Game
	keep := func(game *db.Game) (db.Answer, error) {
		written = game
		return show(game)
	}
	written = d.create(g)
	n := 0
	for b.Loop() {
		i := len(written.Play.Turns())
		if i == len(turns) {
			b.StopTimer()
			written, i = d.create(g), 0
			b.StartTimer()
		}
		next, err := written.Play.Play(turns[i])
		check(b, err)
		n++
		_, err = d.AddTurn(b.Context(), written, next, now, &db.Once{Key: fmt.Sprint(n), Fingerprint: "f"}, keep)
		check(b, err)
	}
}

// bare opens a file as the store does, without the store.
func bare(b *testing.B, path, schema string) *sql.DB {
	b.Helper()
	uri := url.URL{Scheme: "file", Path: path}
	raw, err := sql.Open("sqlite3", uri.String()+"?_journal_mode=WAL&_synchronous=FULL&_foreign_keys=on&_txlock=immediate&_stmt_cache_size=64")
	check(b, err)
	b.Cleanup(func() { raw.Close() })
	raw.SetMaxOpenConns(1)
	_, err = raw.Exec(schema)
	check(b, err)
	return raw
}

// BenchmarkBareInsert is the floor of any durable write: one row, one commit.
func BenchmarkBareInsert(b *testing.B) {
	raw := bare(b, newPath(b), `CREATE TABLE turns (game_id TEXT, n INTEGER, category TEXT, dice TEXT, at TEXT,
		PRIMARY KEY (game_id, n)) STRICT, WITHOUT ROWID`)
	id, n := db.NewID(), 0
	for b.Loop() {
		n++
		_, err := raw.ExecContext(b.Context(), `INSERT INTO turns VALUES (?, ?, 'chance', '[1,2,3,4,5]', '2026-12-01T20:15:30.123Z')`, id, n)
		check(b, err)
	}
}

// BenchmarkBareSameRows commits the rows of BenchmarkAddTurnOnly to the same
// tables, with nothing read, folded or checked.
func BenchmarkBareSameRows(b *testing.B) {
	d := open(b, newPath(b))
	game := d.create(d.newGame("yatzy", "Anna", "Berta"))
	check(b, d.Close())
	raw := bare(b, d.path, ``)
	n := 0
	for b.Loop() {
		n++
		tx, err := raw.BeginTx(b.Context(), nil)
		check(b, err)
		for query, args := range map[string][]any{
			`UPDATE games SET version = ?, updated_at = '2026-12-01T20:15:30.123Z' WHERE id = ?`:                     {n + 1, game.ID},
			`INSERT INTO turns VALUES (?, ?, 1, 'chance', ?, '[1,2,3,4,5]', 3, NULL, 0, '2026-12-01T20:15:30.123Z')`: {game.ID, n, n},
			`INSERT INTO changes VALUES (?, ?, 'played', '2026-12-01T20:15:30.123Z', ?, NULL,
				'{"n":1,"seat":1,"category":"chance","column":1,"dice":[1,2,3,4,5],"rolls":3,"points":15,"joker":false,"extra_points":0}')`: {game.ID, n + 1, n},
			`INSERT INTO idempotency VALUES (?, 'f', 201, '{"Location":"/v1/games/"}', x'00', '2026-12-01T20:15:30.123Z')`: {fmt.Sprint(n)},
		} {
			_, err := tx.ExecContext(b.Context(), query, args...)
			check(b, err)
		}
		check(b, tx.Commit())
	}
}

// BenchmarkGame reads and folds a whole game of two.
func BenchmarkGame(b *testing.B) {
	d := open(b, newPath(b))
	g := d.newGame("yatzy", "Anna", "Berta")
	game := d.create(g)
	for _, turn := range turnsOf(g.Rules) {
		game = d.play(game, turn)
	}
	for b.Loop() {
		d.game(game.ID)
	}
}

// BenchmarkBareRead is the floor of BenchmarkGame: its 30 turns, read as text.
func BenchmarkBareRead(b *testing.B) {
	d := open(b, newPath(b))
	g := d.newGame("yatzy", "Anna", "Berta")
	game := d.create(g)
	for _, turn := range turnsOf(g.Rules) {
		game = d.play(game, turn)
	}
	_, readers := d.Pools()
	for b.Loop() {
		rows, err := readers.QueryContext(b.Context(), `SELECT seat, category, column_no, dice, rolls, points, out_of_turn, at
			FROM turns WHERE game_id = ? ORDER BY n`, game.ID)
		check(b, err)
		var columns [8]sql.NullString
		for rows.Next() {
			check(b, rows.Scan(&columns[0], &columns[1], &columns[2], &columns[3], &columns[4], &columns[5], &columns[6], &columns[7]))
		}
		check(b, rows.Err())
	}
}

// BenchmarkFold is the part of BenchmarkGame that is not the database's.
func BenchmarkFold(b *testing.B) {
	d := open(b, newPath(b))
	rules := d.rules("yatzy", nil)
	turns := turnsOf(rules)
	for b.Loop() {
		_, _, err := rules.Replay(2, turns)
		check(b, err)
	}
}
