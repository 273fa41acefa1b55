package db

import (
	"context"
	"database/sql"
	"time"
)

// Commit runs SQL as a write of its own, or as a part of others' commit.
func (s *Store) Commit(ctx context.Context, f func(*sql.Tx) error) error { return s.commits.do(ctx, f) }

// MaxGroup is how many writes share a commit at most.
const MaxGroup = maxGroup

// SetBusyTimeout makes stores that are opened from now on less patient, and
// returns what undoes that.
func SetBusyTimeout(d time.Duration) (undo func()) {
	before := busyTimeout
	busyTimeout = d
	return func() { busyTimeout = before }
}
