package main

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"segnapunti/db"
)

// How many daily backups are kept: of days, of weeks and of months that have one.
const (
	keptDays   = 7
	keptWeeks  = 4
	keptMonths = 12
)

// backupName is the name of a day's backup. Only files whose names are exactly
// that are ever removed.
const backupName = "segnapunti-2006-01-02.db"

// dailyBackups saves the games once a day, in files named by the day.
type dailyBackups struct {
	dir  string
	now  func() time.Time // the household's clock
	log  *slog.Logger
	save func(ctx context.Context, file string) error
}

// startBackups makes daily backups while the service runs; stop ends them, and
// must be called before the store is closed.
func (a *app) startBackups(ctx context.Context, dir string, store *db.Store) (stop func(), err error) {
	if dir == "" {
		return func() {}, nil
	}
	now, err := a.clock()
	if err != nil {
		return nil, err
	}
	b := &dailyBackups{
		dir: dir, now: now, log: slog.New(slog.NewTextHandler(a.stderr, nil)),
		save: func(ctx context.Context, file string) error { return store.Backup(ctx, file, false) },
	}
	ctx, cancel := context.WithCancel(ctx)
	hours := time.NewTicker(time.Hour)
	var running sync.WaitGroup
	running.Go(func() { b.run(ctx, hours.C) })
	return func() { hours.Stop(); cancel(); running.Wait() }, nil
}

// run looks now and at every tick whether the day has its backup. It asks the
// calendar instead of waiting for midnight: a computer that slept through it, or
// a disk that was full an hour ago, need no case of their own.
func (b *dailyBackups) run(ctx context.Context, ticks <-chan time.Time) {
	for {
		b.today(ctx)
		select {
		case <-ctx.Done():
			return
		case <-ticks:
		}
	}
}

// today makes the day's backup unless it is there. Nothing that goes wrong is
// more than a line in the log: the service has games to keep.
func (b *dailyBackups) today(ctx context.Context) {
	day := b.now()
	file := filepath.Join(b.dir, day.Format(backupName))
	if _, err := os.Lstat(file); err == nil {
		return
	}
	// Not MkdirAll: a disk that isn't there must not be replaced by a folder.
	err := os.Mkdir(b.dir, 0o700)
	if err == nil || errors.Is(err, fs.ErrExist) {
		err = b.save(ctx, file)
	}
	switch {
	case ctx.Err() != nil: // the service stops; the next start goes on
	case err != nil:
		b.log.Error("daily backup failed, trying again in an hour", "file", file, "error", err)
	default:
		b.log.Info("daily backup", "file", file)
		if err := b.prune(day); err != nil {
			b.log.Error("old backups stay", "error", err)
		}
	}
}

// prune removes what keep doesn't. Files from days to come, written when the
// clock was wrong, neither go nor count.
func (b *dailyBackups) prune(today time.Time) error {
	entries, err := os.ReadDir(b.dir)
	if err != nil {
		return err
	}
	last := today.Format(backupName)
	var days []time.Time
	for _, entry := range entries {
		day, err := time.Parse(backupName, entry.Name())
		if err == nil && entry.Type().IsRegular() && entry.Name() <= last {
			days = append(days, day)
		}
	}
	kept := keep(days)
	for _, day := range days {
		if !slices.ContainsFunc(kept, day.Equal) {
			err = errors.Join(err, os.Remove(filepath.Join(b.dir, day.Format(backupName))))
		}
	}
	return err
}

// keep picks the backups that stay, newest first: the newest of each of the last
// days, weeks (as ISO 8601 has them) and months. It counts those that have a
// backup, so that nothing goes while no new ones come.
func keep(dates []time.Time) (kept []time.Time) {
	newestFirst := slices.Clone(dates)
	slices.SortFunc(newestFirst, func(a, b time.Time) int { return b.Compare(a) })
	days := spans{left: keptDays, of: func(t time.Time) [2]int { return [2]int{t.Year(), t.YearDay()} }}
	weeks := spans{left: keptWeeks, of: func(t time.Time) [2]int { year, week := t.ISOWeek(); return [2]int{year, week} }}
	months := spans{left: keptMonths, of: func(t time.Time) [2]int { return [2]int{t.Year(), int(t.Month())} }}
	for _, date := range newestFirst {
		// No short circuit: each has to see every date.
		day, week, month := days.opens(date), weeks.opens(date), months.opens(date)
		if day || week || month {
			kept = append(kept, date)
		}
	}
	return kept
}

// spans are days, weeks or months, of which so many are left to be kept.
type spans struct {
	left int
	of   func(time.Time) [2]int
	last [2]int
}

// opens tells whether a date, asked about newest first, is the newest of a span
// that is kept.
func (s *spans) opens(date time.Time) bool {
	span := s.of(date)
	if span == s.last || s.left == 0 {
		return false
	}
	s.last = span
	s.left--
	return true
}
