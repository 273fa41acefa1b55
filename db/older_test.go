package db

import "testing"

// NextSchema lets this program know one migration more, until the test ends, so
// that files written before are of an older version.
func NextSchema(t *testing.T, statements string) {
	before := migrations
	migrations = append(migrations[:len(migrations):len(migrations)], statements)
	t.Cleanup(func() { migrations = before })
}
