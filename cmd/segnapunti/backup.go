package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/spf13/cobra"

	"segnapunti/db"
)

func (a *app) backupCommand() *cobra.Command {
	var database string
	var force bool
	cmd := &cobra.Command{
		Use:     "backup FILE",
		Short:   "Save all games in a file, also while the service runs",
		Long:    "Save all games in a file, also while the service runs. The file is there whole or not at all; restore reads it.",
		Example: "  segnapunti backup /media/stick/games.db",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.backup(cmd.Context(), database, args[0], force)
		},
	}
	dbFlag(cmd.Flags(), &database)
	cmd.Flags().BoolVar(&force, "force", false, "replace the file if there is one")
	return cmd
}

func (a *app) backup(ctx context.Context, database, file string, force bool) error {
	path, err := databaseFile(database)
	if err != nil {
		return err
	}
	err = db.Backup(ctx, path, file, force)
	if errors.Is(err, fs.ErrExist) {
		err = fmt.Errorf("%w; --force replaces it", err)
	}
	if err != nil {
		return failed(err)
	}
	return a.tell(map[string]any{"file": file}, "Saved in %s\n", file)
}

func (a *app) restoreCommand() *cobra.Command {
	var database string
	cmd := &cobra.Command{
		Use:   "restore FILE",
		Short: "Put a backup in the place of the database",
		Long: "Put a backup in the place of the database. The service must not run. The backup is checked first and only read;\n" +
			"the old database is kept beside the new one.",
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.restore(cmd.Context(), database, args[0])
		},
	}
	dbFlag(cmd.Flags(), &database)
	return cmd
}

func (a *app) restore(ctx context.Context, database, file string) error {
	path, err := databaseFile(database)
	if err != nil {
		return err
	}
	restored, err := db.Restore(ctx, path, file, time.Now())
	if err != nil {
		return failed(err)
	}
	kept := ""
	if restored.Kept != "" {
		kept = "The old file is kept as " + restored.Kept + "\n"
	}
	return a.tell(map[string]any{"database": path, "games": restored.Games, "kept": restored.Kept},
		"Restored %s to %s\n%s", count(restored.Games, "game"), path, kept)
}

// tell prints what was done, for programs or for people.
func (a *app) tell(value any, format string, args ...any) error {
	if a.json {
		return failed(json.NewEncoder(a.stdout).Encode(value))
	}
	_, err := fmt.Fprintf(a.stdout, format, args...)
	return failed(err)
}

// count says how many there are, in English.
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
