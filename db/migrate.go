package db

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"path"
)

//go:embed migrations/*.sql
var migrationFiles embed.FS

// migrations are the steps from an empty file to today's schema: the first makes
// version 1 of version 0, and so on. One that has shipped is never edited.
var migrations = mustReadMigrations()

// mustReadMigrations reads the embedded files; a wrong number is found by the
// first test that runs.
func mustReadMigrations() (steps []string) {
	names, err := migrationFiles.ReadDir("migrations")
	if err != nil {
		panic(err)
	}
	for i, entry := range names {
		var n int
		if _, err := fmt.Sscanf(entry.Name(), "%04d_", &n); err != nil || n != i+1 {
			panic(fmt.Sprintf("migrations/%s: expected number %d", entry.Name(), i+1))
		}
		text, err := migrationFiles.ReadFile(path.Join("migrations", entry.Name()))
		if err != nil {
			panic(err)
		}
		steps = append(steps, string(text))
	}
	return steps
}

// migrate takes the steps that the file has not seen. Each is a transaction that
// also counts the version up, so that a step is taken whole or not at all, and
// by one of two programs that start at once.
func migrate(ctx context.Context, writer *sql.DB) error {
	for done := false; !done; {
		err := inTransaction(ctx, writer, func(tx *sql.Tx) error {
			version, err := schemaVersion(ctx, tx)
			if done = version == len(migrations); done || err != nil {
				return err
			}
			return step(ctx, tx, version)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func step(ctx context.Context, tx *sql.Tx, version int) error {
	if _, err := tx.ExecContext(ctx, migrations[version]); err != nil {
		return fmt.Errorf("migration %d: %w", version+1, err)
	}
	_, err := tx.ExecContext(ctx, fmt.Sprintf(`PRAGMA user_version = %d`, version+1))
	return err
}

// schemaVersion asks the file itself, whose header may be older than its log.
func schemaVersion(ctx context.Context, tx *sql.Tx) (version int, err error) {
	var application, tables int
	row := tx.QueryRowContext(ctx, `
		SELECT application_id, user_version, (SELECT count(*) FROM sqlite_schema)
		FROM pragma_application_id, pragma_user_version`)
	if err := row.Scan(&application, &version, &tables); err != nil {
		return 0, err
	}
	return version, checkIdentity(application, version, tables == 0)
}
