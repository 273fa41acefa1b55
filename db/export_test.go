package db

import "database/sql"

// Pools opens the connections of a store to the tests.
func (s *Store) Pools() (writer, readers *sql.DB) { return s.writer, s.readers }

// SchemaVersion is what a file written by this program says of itself.
func SchemaVersion() int { return len(migrations) }

// Query is SQL with its values.
type Query struct {
	SQL  string
	Args []any
}

// Queries are those that Records runs.
func (f *RecordFilter) Queries() []Query {
	seats, seatArgs := f.seats()
	turns, turnArgs := f.turns()
	return []Query{{seats, seatArgs}, {turns, turnArgs}}
}
