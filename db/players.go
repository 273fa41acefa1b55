package db

import (
	"context"
	"database/sql"
	"time"
)

// Player is a person as a request names them. The caller makes both fields
// (package lang knows how): Name as it shall be shown, Key what two spellings of
// one name have in common.
type Player struct{ Name, Key string }

// person finds the player of a key or makes a new one. A known player keeps the
// name that was written first; the seat keeps today's spelling.
func person(ctx context.Context, tx *sql.Tx, p Player, now time.Time) (id string, err error) {
	_, err = tx.ExecContext(ctx, `
		INSERT INTO players (id, name, name_key, created_at) VALUES (?, ?, ?, ?)
		ON CONFLICT (name_key) DO NOTHING`, NewID(), p.Name, p.Key, formatTime(now))
	if err != nil {
		return "", err
	}
	err = tx.QueryRowContext(ctx, `SELECT id FROM players WHERE name_key = ?`, p.Key).Scan(&id)
	return id, err
}
