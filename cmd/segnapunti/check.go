package main

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"segnapunti/db"
)

func (a *app) checkCommand() *cobra.Command {
	var database string
	cmd := &cobra.Command{
		Use:   "check",
		Short: "Look for damage in the database and in every game",
		Long: "Look for damage in the database and in every game, also while the service runs. Each game is played again from\n" +
			"its turns and compared with what is stored. Nothing is changed. --db FILE may be a backup.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.check(cmd.Context(), database) },
	}
	dbFlag(cmd.Flags(), &database)
	return cmd
}

func (a *app) check(ctx context.Context, database string) error {
	path, err := databaseFile(database)
	if err != nil {
		return err
	}
	report, err := db.Check(ctx, path)
	if err != nil {
		return failed(err)
	}
	text := count(report.Games, "game") + ", all well\n"
	if len(report.Findings) > 0 {
		text = linesOf(report.Findings)
	}
	if err := a.tell(report, "%s", text); err != nil || len(report.Findings) == 0 {
		return err
	}
	return failed(errSaid)
}

func linesOf(findings []db.Finding) string {
	var b strings.Builder
	for _, finding := range findings {
		b.WriteString(finding.String() + "\n")
	}
	return b.String()
}
