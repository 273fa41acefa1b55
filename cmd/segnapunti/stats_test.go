package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
)

// post sends a body to the service on SEGNAPUNTI_DB, for scripts that need games.
func post(path, body string) int {
	a := &app{stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr}
	err := a.withStore(context.Background(), os.Getenv("SEGNAPUNTI_DB"), func(service *client) error {
		_, err := service.post(context.Background(), path, json.RawMessage(body))
		return err
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}
