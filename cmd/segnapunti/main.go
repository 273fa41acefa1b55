// Command segnapunti scores real dice: it runs the service, and answers the same
// questions on the command line through the same handlers.
//
// Exit status: 0 all is well, 1 the rules say no or the work failed, 2 the command
// was not understood.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
)

// The exit statuses of the command.
const (
	exitOK      = 0
	exitRefused = 1
	exitUsage   = 2
)

func main() { os.Exit(run()) }

func run() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	err := newRoot(os.Stdin, os.Stdout, os.Stderr).ExecuteContext(ctx)
	return explain(err, os.Stderr)
}

// failure is an error of ours: the command was understood and could not be done.
type failure struct {
	exit int
	err  error
}

func (f *failure) Error() string { return f.err.Error() }

// Unwrap returns the cause.
func (f *failure) Unwrap() error { return f.err }

// errSaid ends a command whose refusal was printed already.
var errSaid = errors.New("said")

// failed marks an error that is no misuse of the command.
func failed(err error) error {
	if err == nil {
		return nil
	}
	return &failure{exitRefused, err}
}

// explain prints an error and says which exit status it means. What is not a
// failure comes from reading the command line.
func explain(err error, stderr io.Writer) int {
	if err == nil {
		return exitOK
	}
	var f *failure
	if !errors.As(err, &f) {
		fmt.Fprintf(stderr, "segnapunti: %v\nTry: segnapunti --help\n", err)
		return exitUsage
	}
	if !errors.Is(err, errSaid) {
		fmt.Fprintf(stderr, "segnapunti: %v\n", err)
	}
	return f.exit
}
