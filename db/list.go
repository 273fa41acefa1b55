package db

import (
	"context"
	"database/sql"
	"encoding/base64"
	"strings"
	"time"
)

// The length of a page of Games: what a request gets that names none, and the
// most that it may ask for (api.md 1).
const (
	DefaultLimit = 50
	MaxLimit     = 200
)

// GameFilter says which games are listed. An empty field lets all through.
type GameFilter struct {
	Status   Status
	PlayerID string
	RuleSet  string // id, any version and options
	Limit    int    // DefaultLimit when 0, at most MaxLimit
	Cursor   string // where the page before ended, as it said
}

// Games lists games, newest first, one page at a time. next is the cursor of the
// page after, empty on the last. It names a place between games, not a count, so
// that a game stored meanwhile neither hides one nor shows one twice.
func (s *Store) Games(ctx context.Context, f GameFilter) (items []GameSummary, next string, err error) {
	c, err := f.where()
	if err != nil {
		return nil, "", err
	}
	limit := DefaultLimit
	if f.Limit > 0 {
		limit = min(f.Limit, MaxLimit)
	}
	var found []summaryRow
	err = s.read(ctx, func(tx *sql.Tx) error {
		found, err = readAll(ctx, tx, scanSummary, `SELECT `+summaryColumns+` FROM games g `+c.sql()+`
			ORDER BY g.created_at DESC, g.id DESC LIMIT ?`, append(c.args, limit+1)...)
		if err != nil {
			return err
		}
		if len(found) > limit {
			found = found[:limit]
			next = cursorAfter(found[limit-1].CreatedAt, found[limit-1].ID)
		}
		return s.complete(ctx, tx, found)
	})
	if err != nil {
		return nil, "", err
	}
	items = make([]GameSummary, len(found))
	for i := range found {
		items[i] = found[i].GameSummary
	}
	return items, next, nil
}

func (f *GameFilter) where() (c conditions, err error) {
	if f.Status != "" {
		c.add(`g.status = ?`, f.Status)
	}
	if f.RuleSet != "" {
		c.add(`g.ruleset_id = ?`, f.RuleSet)
	}
	if f.PlayerID != "" {
		c.add(`EXISTS (SELECT 1 FROM seats x WHERE x.game_id = g.id AND `+inPerson(`x.player_id`)+`)`, f.PlayerID)
	}
	if f.Cursor != "" {
		created, id, err := readCursor(f.Cursor)
		if err != nil {
			return c, err
		}
		c.add(`(g.created_at, g.id) < (?, ?)`, created, id)
	}
	return c, nil
}

// cursorAfter is opaque to clients: its making may change with any version.
func cursorAfter(created time.Time, id string) string {
	return base64.RawURLEncoding.EncodeToString([]byte(formatTime(created) + " " + id))
}

func readCursor(cursor string) (created, id string, err error) {
	text, err := base64.RawURLEncoding.DecodeString(cursor)
	if err != nil {
		return "", "", ErrBadCursor
	}
	created, id, _ = strings.Cut(string(text), " ")
	if _, err := time.Parse(timeFormat, created); err != nil {
		return "", "", ErrBadCursor
	}
	if bits, err := idEncoding.DecodeString(id); err != nil || len(bits) != 16 {
		return "", "", ErrBadCursor
	}
	return created, id, nil
}

// conditions is a WHERE clause in the making, with the values of its marks.
type conditions struct {
	all  []string
	args []any
}

func (c *conditions) add(condition string, args ...any) {
	c.all = append(c.all, condition)
	c.args = append(c.args, args...)
}

func (c *conditions) sql() string {
	if len(c.all) == 0 {
		return ""
	}
	return `WHERE ` + strings.Join(c.all, ` AND `)
}
