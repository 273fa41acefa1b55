package db

import "database/sql"

// Pools opens the connections of a store to the tests.
func (s *Store) Pools() (writer, readers *sql.DB) { return s.writer, s.readers }

// SchemaVersion is what a file written by this program says of itself.
func SchemaVersion() int { return len(migrations) }
