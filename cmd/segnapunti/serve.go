package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/spf13/cobra"
)

// serveFlags are those of the service.
type serveFlags struct{ listen, db, backupDir string }

func (a *app) serveCommand() *cobra.Command {
	var f serveFlags
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Run the service",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return a.serve(cmd.Context(), f) },
	}
	cmd.Flags().StringVar(&f.listen, "listen", "127.0.0.1:8080", "address to listen on; loopback only")
	dbFlag(cmd.Flags(), &f.db)
	cmd.Flags().StringVar(&f.backupDir, "backup-dir", "", "folder for a backup each day (default: none)")
	return cmd
}

// serve runs until the context ends, then lets running requests finish. Daily
// backups are made meanwhile.
func (a *app) serve(ctx context.Context, f serveFlags) error {
	if err := checkLoopback(f.listen); err != nil {
		return err
	}
	return a.withStore(ctx, f.db, func(service *client) error {
		stop, err := a.startBackups(ctx, f.backupDir, service.store)
		if err != nil {
			return err
		}
		defer stop()
		return a.listen(ctx, f.listen, service)
	})
}

// checkLoopback refuses to show a family's records to a whole network: there are
// no keys yet that would keep guests out.
func checkLoopback(address string) error {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return fmt.Errorf("--listen: %w", err)
	}
	if ip := net.ParseIP(host); host == "localhost" || ip != nil && ip.IsLoopback() {
		return nil
	}
	return fmt.Errorf("--listen %s: only loopback addresses, such as 127.0.0.1:8080, are served: "+
		"this version has no keys to keep others on the network out of your records", address)
}

func (a *app) listen(ctx context.Context, address string, service *client) error {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if err != nil {
		return failed(err)
	}
	server := &http.Server{
		Handler: service.handler, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 30 * time.Second,
		WriteTimeout: time.Minute, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 32 << 10,
	}
	fmt.Fprintf(a.stdout, "Segnapunti listens on http://%s\nGames are kept in %s\nStop with Ctrl-C\n", listener.Addr(), service.path)
	stopped := make(chan error, 1)
	go func() {
		<-ctx.Done()
		grace, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		stopped <- server.Shutdown(grace)
	}()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return failed(err)
	}
	err = <-stopped
	fmt.Fprintln(a.stdout, "Stopped")
	return failed(err)
}
