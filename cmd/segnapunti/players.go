package main

import (
	"fmt"
	"io"
	"net/url"
	"strconv"

	"github.com/spf13/cobra"
)

func (a *app) playersCommand() *cobra.Command {
	var file, name, cursor string
	var limit int
	cmd := &cobra.Command{
		Use:   "players",
		Short: "List the people who play",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.withStore(cmd.Context(), file, func(service *client) error {
				response, err := service.get(cmd.Context(), "/v1/players", url.Values{
					"name": {name}, "limit": {strconv.Itoa(limit)}, "cursor": {cursor},
				})
				if err != nil {
					return err
				}
				return show(a, response, printPlayers)
			})
		},
	}
	dbFlag(cmd.Flags(), &file)
	cmd.Flags().StringVar(&name, "name", "", "only people of this name, however it is typed")
	cmd.Flags().IntVar(&limit, "limit", 50, "how many, 1-200")
	cmd.Flags().StringVar(&cursor, "cursor", "", "where the page before ended")
	return cmd
}

type players struct {
	Items []struct {
		ID    string `json:"id"`
		Name  string `json:"name"`
		Mark  string `json:"mark"`
		Games int    `json:"games"`
	} `json:"items"`
	Next *string `json:"next"`
}

func printPlayers(w io.Writer, answer players) {
	if len(answer.Items) == 0 {
		fmt.Fprintln(w, "nobody has played yet")
		return
	}
	rows := []string{"id\tname\tgames"}
	for _, p := range answer.Items {
		name := p.Name
		if p.Mark != "" {
			name += " (" + p.Mark + ")"
		}
		rows = append(rows, fmt.Sprintf("%s\t%s\t%d", p.ID, name, p.Games))
	}
	table(w, rows...)
	if answer.Next != nil {
		fmt.Fprintf(w, "more: --cursor %s\n", *answer.Next)
	}
}
