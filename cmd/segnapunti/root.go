package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"
	_ "time/tzdata" // zones also where the system has none

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"segnapunti/db"
	"segnapunti/handlers"
	"segnapunti/scoring"
	"segnapunti/scoring/rulesets"
)

// app is the command's surroundings and the flags that all commands share.
type app struct {
	stdin          io.Reader
	stdout, stderr io.Writer

	rulesDir string
	language string
	timezone string
	json     bool
}

func newRoot(stdin io.Reader, stdout, stderr io.Writer) *cobra.Command {
	a := &app{stdin: stdin, stdout: stdout, stderr: stderr}
	serve := a.serveCommand()
	root := &cobra.Command{
		Use:   "segnapunti",
		Short: "Score real dice, print cards, keep the records",
		Long: "Segnapunti scores real dice of the Yahtzee family, prints cards and keeps the records.\n" +
			"Without a command it runs the service. Every flag is also an environment variable:\n" +
			"--rules-dir is SEGNAPUNTI_RULES_DIR.",
		Args:          cobra.NoArgs,
		RunE:          serve.RunE,
		SilenceUsage:  true,
		SilenceErrors: true,
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error {
			return fromEnvironment(cmd.Flags())
		},
	}
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	flags := root.PersistentFlags()
	flags.StringVar(&a.rulesDir, "rules-dir", "", "folder with the family's own rule files (*.yaml)")
	flags.StringVar(&a.language, "lang", "", "language of names and messages (default: the system's)")
	flags.StringVar(&a.timezone, "timezone", "", "the household's time zone, such as Europe/Rome (default: the system's)")
	flags.BoolVar(&a.json, "json", false, "print the service's JSON, for programs")
	root.Flags().AddFlagSet(serve.Flags())
	root.AddCommand(serve, a.scoreCommand(), a.totalCommand(), a.printCommand(), a.rulesCommand(), a.recordsCommand(), a.playersCommand())
	root.AddCommand(a.backupCommand(), a.restoreCommand(), a.checkCommand(), a.exportCommand(), a.importCommand(), a.statsCommand())
	return root
}

// fromEnvironment fills flags that were not given from SEGNAPUNTI_<FLAG>.
func fromEnvironment(flags *pflag.FlagSet) (err error) {
	flags.VisitAll(func(flag *pflag.Flag) {
		name := "SEGNAPUNTI_" + strings.ToUpper(strings.ReplaceAll(flag.Name, "-", "_"))
		value, ok := os.LookupEnv(name)
		if !ok || flag.Changed || err != nil {
			return
		}
		if setErr := flags.Set(flag.Name, value); setErr != nil {
			err = fmt.Errorf("%s: %w", name, setErr)
		}
	})
	return err
}

// catalog reads the built-in and the family's rules.
func (a *app) catalog() (*scoring.Catalog, error) {
	catalog, err := rulesets.Load(a.rulesDir)
	return catalog, failed(err)
}

// service makes the handlers that all commands ask.
func (a *app) service(catalog *scoring.Catalog, store *db.Store) (*client, error) {
	now, err := a.clock()
	if err != nil {
		return nil, err
	}
	handler, err := handlers.New(handlers.Config{
		Catalog: catalog, Store: store, Log: slog.New(slog.NewTextHandler(a.stderr, nil)), Now: now,
	})
	if err != nil {
		return nil, failed(err)
	}
	return &client{app: a, handler: handler}, nil
}

// clock is the household's: its zone decides on which day a game was played.
func (a *app) clock() (func() time.Time, error) {
	if a.timezone == "" {
		return time.Now, nil
	}
	zone, err := time.LoadLocation(a.timezone)
	if err != nil {
		return nil, fmt.Errorf("--timezone: %w", err)
	}
	return func() time.Time { return time.Now().In(zone) }, nil
}

// stateless is the service without a database, for commands that need none.
func (a *app) stateless() (*client, error) {
	catalog, err := a.catalog()
	if err != nil {
		return nil, err
	}
	return a.service(catalog, nil)
}

// withStore does some work with the service on a database.
func (a *app) withStore(ctx context.Context, file string, work func(*client) error) error {
	path, err := databaseFile(file)
	if err != nil {
		return err
	}
	catalog, err := a.catalog()
	if err != nil {
		return err
	}
	store, err := db.Open(ctx, path, catalog)
	if err != nil {
		return failed(err)
	}
	service, err := a.service(catalog, store)
	if err == nil {
		service.store, service.path = store, path
		err = work(service)
	}
	return errors.Join(err, failed(store.Close()))
}

func dbFlag(flags *pflag.FlagSet, path *string) {
	flags.StringVar(path, "db", "", "database file (default: segnapunti.db in the user's data directory)")
}

// databaseFile is where games are kept when nobody says.
func databaseFile(path string) (string, error) {
	if path != "" {
		return path, nil
	}
	dir, err := dataDir()
	if err != nil {
		return "", failed(fmt.Errorf("no data directory, say --db FILE: %w", err))
	}
	return filepath.Join(dir, "segnapunti", "segnapunti.db"), nil
}

// dataDir is the user's data directory, as each system has it.
func dataDir() (string, error) {
	if dir := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) {
		return dir, nil
	}
	switch runtime.GOOS {
	case "windows", "darwin":
		return os.UserConfigDir()
	default:
		home, err := os.UserHomeDir()
		return filepath.Join(home, ".local", "share"), err
	}
}

// acceptLanguage is what the user reads: --lang, or the system's language.
func (a *app) acceptLanguage() string {
	for _, value := range []string{os.Getenv("LC_ALL"), os.Getenv("LC_MESSAGES"), os.Getenv("LANG")} {
		tag, _, _ := strings.Cut(value, ".")
		if tag != "" {
			return strings.ReplaceAll(tag, "_", "-")
		}
	}
	return ""
}
