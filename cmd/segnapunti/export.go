package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"time"

	"github.com/spf13/cobra"
)

func (a *app) exportCommand() *cobra.Command {
	var file, output string
	var table bool
	cmd := &cobra.Command{
		Use:   "export",
		Short: "Write everything that is stored into one JSON file, or the results into a CSV table",
		Long: "Write everything that is stored into one JSON file, which import takes in again; with --csv one row for each player\n" +
			"and game, for spreadsheets. Also while the service runs.",
		Example: "  segnapunti export -o games.json\n  segnapunti export --csv -o -",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.withStore(cmd.Context(), file, func(service *client) error {
				return service.export(cmd.Context(), output, table)
			})
		},
	}
	dbFlag(cmd.Flags(), &file)
	cmd.Flags().StringVarP(&output, "output", "o", "", "file to write, - for standard output (default: segnapunti-DATE.json)")
	cmd.Flags().BoolVar(&table, "csv", false, "a table of results instead of everything")
	return cmd
}

// export writes the file for the owner's eyes only, as the database is.
func (c *client) export(ctx context.Context, output string, table bool) error {
	path, extension := "/v1/export", ".json"
	if table {
		path, extension = "/v1/export.csv", ".csv"
	}
	if output == "" {
		now, err := c.app.clock()
		if err != nil {
			return err
		}
		output = "segnapunti-" + now().Format(time.DateOnly) + extension
	}
	return c.app.writeFile(output, 0o600, func(w io.Writer) error {
		return c.ask(ctx, http.MethodGet, path, url.Values{}, http.NoBody, &answer{to: w})
	})
}

func (a *app) importCommand() *cobra.Command {
	var file string
	cmd := &cobra.Command{
		Use:   "import FILE",
		Short: "Take in what export wrote: all of it, or nothing",
		Long: "Take in what export wrote: all of it, or nothing. FILE may be - for standard input. What is here already is skipped;\n" +
			"a game that is here with other turns is refused.",
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			body, err := a.open(args[0])
			if err != nil {
				return err
			}
			defer body.Close() //nolint:errcheck // only read
			return a.withStore(cmd.Context(), file, func(service *client) error {
				response := &answer{}
				if err := service.ask(cmd.Context(), http.MethodPost, "/v1/import", url.Values{}, body, response); err != nil {
					return err
				}
				return show(a, response, printImported)
			})
		},
	}
	dbFlag(cmd.Flags(), &file)
	return cmd
}

// open opens a file, or standard input for "-".
func (a *app) open(path string) (io.ReadCloser, error) {
	if path == "-" {
		return io.NopCloser(a.stdin), nil
	}
	return os.Open(path)
}

// imported counts what an import did with rows of one kind.
type imported struct{ Added, Skipped int }

func printImported(w io.Writer, kinds map[string]imported) {
	for _, kind := range []string{"games", "matches", "players", "rulesets"} {
		fmt.Fprintf(w, "%-9s %6d added %6d here already\n", kind, kinds[kind].Added, kinds[kind].Skipped)
	}
}
