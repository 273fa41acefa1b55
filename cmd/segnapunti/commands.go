package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strconv"

	"github.com/spf13/cobra"
)

func (f *ruleSetFlag) add(cmd *cobra.Command, a *app) {
	cmd.Flags().StringVar(&f.id, "ruleset", "yahtzee", "rule set; see: segnapunti rules")
	f.addOptions(cmd)
	if err := cmd.RegisterFlagCompletionFunc("ruleset", a.completeRuleSets); err != nil {
		panic(err) // only a flag that doesn't exist can't be registered
	}
}

func (f *ruleSetFlag) addOptions(cmd *cobra.Command) {
	cmd.Flags().StringToStringVar(&f.options, "option", nil, "house option, such as joker=free_choice; may be repeated")
}

// completeRuleSets offers the ids of the rule sets to the shell.
func (a *app) completeRuleSets(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	catalog, err := a.catalog()
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	return catalog.IDs(), cobra.ShellCompDirectiveNoFileComp
}

func (a *app) scoreCommand() *cobra.Command {
	var rules ruleSetFlag
	var cardFile, category string
	var rolls, column int
	cmd := &cobra.Command{
		Use:     "score DIE...",
		Short:   "Say what dice are worth in every box",
		Example: "  segnapunti score 4 4 4 6 6 --ruleset yahtzee\n  segnapunti score 5 5 5 5 5 --card card.json",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			request := map[string]any{"ruleset": rules.ref()}
			dice, err := numbers(args)
			if err != nil {
				return err
			}
			request["dice"] = dice
			if cmd.Flags().Changed("rolls") {
				request["rolls"] = rolls
			}
			if category != "" {
				request["category"] = category
			}
			if column != 0 {
				request["column"] = column
			}
			if cardFile != "" {
				card, err := a.readJSON(cardFile)
				if err != nil {
					return err
				}
				request["card"] = cardOf(card)
			}
			return a.score(cmd.Context(), rules, request)
		},
	}
	rules.add(cmd, a)
	cmd.Flags().StringVar(&cardFile, "card", "", "card so far, a JSON file; - for standard input")
	cmd.Flags().IntVar(&rolls, "rolls", 0, "rolls used (default: all of a turn)")
	cmd.Flags().StringVar(&category, "category", "", "only this box")
	cmd.Flags().IntVar(&column, "column", 0, "only this column")
	return cmd
}

func numbers(args []string) (all []int, err error) {
	for _, arg := range args {
		n, bad := strconv.Atoi(arg)
		if bad != nil {
			err = errors.Join(err, fmt.Errorf("%q is not a number of pips", arg))
		}
		all = append(all, n)
	}
	return all, err
}

// readJSON reads a file, or standard input for "-".
func (a *app) readJSON(path string) (value map[string]json.RawMessage, err error) {
	var data []byte
	if path == "-" {
		data, err = io.ReadAll(a.stdin)
	} else {
		data, err = os.ReadFile(path)
	}
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(data, &value); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return value, nil
}

// cardOf takes a card, or the card of a whole request.
func cardOf(file map[string]json.RawMessage) any {
	if card, ok := file["card"]; ok {
		return card
	}
	return file
}

func (a *app) score(ctx context.Context, rules ruleSetFlag, request map[string]any) error {
	service, err := a.stateless()
	if err != nil {
		return err
	}
	response, err := service.post(ctx, "/v1/score", request)
	if err != nil {
		return err
	}
	names, err := service.describe(ctx, rules)
	if err != nil {
		return err
	}
	return show(a, response, names.printChoices)
}

func (a *app) totalCommand() *cobra.Command {
	var rules ruleSetFlag
	cmd := &cobra.Command{
		Use:     "total FILE",
		Short:   "Check a card and add it up",
		Long:    "Check a card and add it up. FILE is a card, or a request with ruleset and card; - is standard input.",
		Example: "  segnapunti total card.json --ruleset kniffel",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			file, err := a.readJSON(args[0])
			if err != nil {
				return err
			}
			request := map[string]any{"ruleset": rules.ref(), "card": cardOf(file)}
			if own, ok := file["ruleset"]; ok && !cmd.Flags().Changed("ruleset") {
				request["ruleset"] = own
			}
			service, err := a.stateless()
			if err != nil {
				return err
			}
			response, err := service.post(cmd.Context(), "/v1/total", request)
			if err != nil {
				return err
			}
			return show(a, response, printTotals)
		},
	}
	rules.add(cmd, a)
	return cmd
}

func (a *app) printCommand() *cobra.Command {
	var rules ruleSetFlag
	var output, paper, title string
	var columns int
	cmd := &cobra.Command{
		Use:               "print RULESET",
		Short:             "Print a blank card as PDF",
		Example:           "  segnapunti print yahtzee --lang it -o card.pdf",
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: a.completeRuleSets,
		RunE: func(cmd *cobra.Command, args []string) error {
			service, err := a.stateless()
			if err != nil {
				return err
			}
			parameters := url.Values{"options": {rules.parameter()}, "paper": {paper}, "title": {title}}
			if cmd.Flags().Changed("columns") {
				parameters.Set("columns", strconv.Itoa(columns))
			}
			response, err := service.get(cmd.Context(), "/v1/scorecards/"+url.PathEscape(args[0])+".pdf", parameters)
			if err != nil {
				return err
			}
			if output == "" {
				output = args[0] + ".pdf"
			}
			return a.write(output, response.body.Bytes())
		},
	}
	rules.addOptions(cmd)
	cmd.Flags().StringVarP(&output, "output", "o", "", "file to write, - for standard output (default: RULESET.pdf)")
	cmd.Flags().StringVar(&paper, "paper", "", "a4 or letter (default: a4)")
	cmd.Flags().StringVar(&title, "title", "", "title above the card")
	cmd.Flags().IntVar(&columns, "columns", 0, "columns to write in, 1-14 (default: what suits the card)")
	return cmd
}

// write puts a file in its place whole or not at all.
func (a *app) write(path string, data []byte) error {
	return a.writeFile(path, 0o644, func(w io.Writer) error {
		_, err := w.Write(data)
		return failed(err)
	})
}

// writeFile is write for what comes piece by piece. The work says itself which of its
// errors are failures.
func (a *app) writeFile(path string, mode os.FileMode, work func(io.Writer) error) error {
	if path == "-" {
		return work(a.stdout)
	}
	file, err := os.CreateTemp(filepath.Dir(path), ".segnapunti-*")
	if err != nil {
		return failed(err)
	}
	defer os.Remove(file.Name()) //nolint:errcheck // gone already when all went well
	if err := work(file); err != nil {
		return errors.Join(err, failed(file.Close()))
	}
	if err := errors.Join(file.Chmod(mode), file.Close()); err != nil {
		return failed(err)
	}
	return failed(os.Rename(file.Name(), path))
}

func (a *app) rulesCommand() *cobra.Command {
	var rules ruleSetFlag
	cmd := &cobra.Command{
		Use:               "rules [RULESET]",
		Short:             "List the rule sets, or describe one",
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: a.completeRuleSets,
		RunE: func(cmd *cobra.Command, args []string) error {
			service, err := a.stateless()
			if err != nil {
				return err
			}
			if len(args) == 0 {
				response, err := service.get(cmd.Context(), "/v1/rulesets", url.Values{})
				if err != nil {
					return err
				}
				return show(a, response, printRuleSets)
			}
			rules.id = args[0]
			response, err := service.ruleSet(cmd.Context(), rules)
			if err != nil {
				return err
			}
			return show(a, response, printRuleSet)
		},
	}
	rules.addOptions(cmd)
	return cmd
}

func (a *app) recordsCommand() *cobra.Command {
	var rules ruleSetFlag
	var file, player, since, until string
	var limit int
	cmd := &cobra.Command{
		Use:   "records",
		Short: "List the best games",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			parameters := url.Values{
				"ruleset": {rules.id}, "options": {rules.parameter()}, "player": {player}, "since": {since}, "until": {until},
				"limit": {strconv.Itoa(limit)},
			}
			return a.records(cmd.Context(), file, parameters)
		},
	}
	rules.add(cmd, a)
	dbFlag(cmd.Flags(), &file)
	cmd.Flags().StringVar(&player, "player", "", "only games of this player id")
	cmd.Flags().StringVar(&since, "since", "", "only games played on this day or later (2026-12-24)")
	cmd.Flags().StringVar(&until, "until", "", "only games played on this day or earlier")
	cmd.Flags().IntVar(&limit, "limit", 20, "how many, 1-200")
	return cmd
}

func (a *app) records(ctx context.Context, file string, parameters url.Values) error {
	return a.withStore(ctx, file, func(service *client) error {
		response, err := service.get(ctx, "/v1/records", parameters)
		if err != nil {
			return err
		}
		return show(a, response, printRecords)
	})
}
