package main

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

func date(t testing.TB, text string, zone *time.Location) time.Time {
	t.Helper()
	day, err := time.ParseInLocation(time.DateOnly, text, zone)
	if err != nil {
		t.Fatal(err)
	}
	return day
}

// daysFrom lists every day of a span, both ends included.
func daysFrom(t testing.TB, from, to string, zone *time.Location) (days []time.Time) {
	t.Helper()
	for day, end := date(t, from, zone), date(t, to, zone); !day.After(end); day = day.AddDate(0, 0, 1) {
		days = append(days, day)
	}
	return days
}

func rome(t testing.TB) *time.Location {
	t.Helper()
	zone, err := time.LoadLocation("Europe/Rome")
	if err != nil {
		t.Skip(err)
	}
	return zone
}

// TestKeep counts on a calendar of 2025 and 2026, in a zone with summer time: it
// began on 2025-03-30 and 2026-03-29, and ended on 2025-10-26 and 2026-10-25.
func TestKeep(t *testing.T) {
	zone := rome(t)
	all := daysFrom(t, "2025-01-01", "2026-12-31", zone)
	until := func(end string) []time.Time { return daysFrom(t, "2025-01-01", end, zone) }
	without := func(days []time.Time, from, to string) []time.Time {
		return slices.DeleteFunc(days, func(day time.Time) bool {
			return !day.Before(date(t, from, zone)) && !day.After(date(t, to, zone))
		})
	}
	for name, test := range map[string]struct {
		days []time.Time
		want string // newest first
	}{
		"none": {nil, ""},
		"one":  {daysFrom(t, "2025-03-30", "2025-03-30", zone), "2025-03-30"},
		"two years, to a Thursday": {all, `
			2026-12-31 2026-12-30 2026-12-29 2026-12-28 2026-12-27 2026-12-26 2026-12-25
			2026-12-20 2026-12-13
			2026-11-30 2026-10-31 2026-09-30 2026-08-31 2026-07-31 2026-06-30
			2026-05-31 2026-04-30 2026-03-31 2026-02-28 2026-01-31`},
		"to the Sunday when summer time begins": {until("2026-03-29"), `
			2026-03-29 2026-03-28 2026-03-27 2026-03-26 2026-03-25 2026-03-24 2026-03-23
			2026-03-22 2026-03-15 2026-03-08
			2026-02-28 2026-01-31 2025-12-31 2025-11-30 2025-10-31 2025-09-30
			2025-08-31 2025-07-31 2025-06-30 2025-05-31 2025-04-30`},
		"to the Monday after summer time ends": {until("2026-10-26"), `
			2026-10-26 2026-10-25 2026-10-24 2026-10-23 2026-10-22 2026-10-21 2026-10-20
			2026-10-18 2026-10-11
			2026-09-30 2026-08-31 2026-07-31 2026-06-30 2026-05-31 2026-04-30
			2026-03-31 2026-02-28 2026-01-31 2025-12-31 2025-11-30`},
		"over New Year in one ISO week": {until("2026-01-03"), `
			2026-01-03 2026-01-02 2026-01-01 2025-12-31 2025-12-30 2025-12-29 2025-12-28
			2025-12-21 2025-12-14
			2025-11-30 2025-10-31 2025-09-30 2025-08-31 2025-07-31 2025-06-30
			2025-05-31 2025-04-30 2025-03-31 2025-02-28`},
		"a summer without the computer": {without(until("2025-09-04"), "2025-06-10", "2025-09-01"), `
			2025-09-04 2025-09-03 2025-09-02 2025-06-09 2025-06-08 2025-06-07 2025-06-06
			2025-06-01
			2025-05-31 2025-04-30 2025-03-31 2025-02-28 2025-01-31`},
		"only a day in each year": {
			[]time.Time{date(t, "2023-12-24", zone), date(t, "2024-12-24", zone), date(t, "2025-12-24", zone)},
			"2025-12-24 2024-12-24 2023-12-24",
		},
	} {
		t.Run(name, func(t *testing.T) {
			before := slices.Clone(test.days)
			if got, want := listed(keep(test.days)), strings.Join(strings.Fields(test.want), " "); got != want {
				t.Errorf("kept\n%s, want\n%s", got, want)
			}
			if !slices.Equal(before, test.days) {
				t.Error("the list was changed")
			}
		})
	}
}

func listed(days []time.Time) string {
	var all []string
	for _, day := range days {
		all = append(all, day.Format(time.DateOnly))
	}
	return strings.Join(all, " ")
}

// TestKeepDayByDay: pruning every day leaves what pruning once at the end would,
// so that no week or month loses its newest before it is over.
func TestKeepDayByDay(t *testing.T) {
	all := daysFrom(t, "2025-01-01", "2026-12-31", rome(t))
	var daily []time.Time
	for i, day := range all {
		daily = keep(append(slices.Clone(daily), day))
		if once := keep(all[:i+1]); !slices.Equal(daily, once) {
			t.Fatalf("on %s\n%s, at once\n%s", day.Format(time.DateOnly), listed(daily), listed(once))
		}
		if !slices.Equal(keep(daily), daily) {
			t.Fatal("pruning again removes more")
		}
	}
}

// diary is a folder of daily backups with a clock that stands until it is moved.
type diary struct {
	dailyBackups
	t    *testing.T
	time time.Time
	fail error
	made []string
	text bytes.Buffer
}

func newDiary(t *testing.T, start string) *diary {
	t.Helper()
	d := &diary{t: t, time: date(t, start, rome(t)).Add(20 * time.Hour)}
	d.dailyBackups = dailyBackups{
		dir: filepath.Join(t.TempDir(), "backups"), log: slog.New(slog.NewTextHandler(&d.text, nil)),
		now: func() time.Time { return d.time },
		save: func(_ context.Context, file string) error {
			if d.fail != nil {
				return d.fail
			}
			d.made = append(d.made, filepath.Base(file))
			return os.WriteFile(file, []byte(file), 0o600)
		},
	}
	return d
}

func (d *diary) holds(want ...string) {
	d.t.Helper()
	entries, err := os.ReadDir(d.dir)
	if err != nil {
		d.t.Fatal(err)
	}
	var found []string
	for _, entry := range entries {
		found = append(found, entry.Name())
	}
	if !slices.Equal(found, want) {
		d.t.Errorf("the folder holds\n%q, want\n%q", found, want)
	}
}

func TestOneBackupADay(t *testing.T) {
	d := newDiary(t, "2026-10-24")
	for range 60 { // hours over the end of summer time, from 20:00 on
		d.today(t.Context())
		d.time = d.time.Add(time.Hour)
	}
	want := []string{"segnapunti-2026-10-24.db", "segnapunti-2026-10-25.db", "segnapunti-2026-10-26.db", "segnapunti-2026-10-27.db"}
	if !slices.Equal(d.made, want) {
		t.Errorf("made %q", d.made)
	}
	d.holds(want...)
}

func TestAFailedBackupIsTriedAgainAndRemovesNothing(t *testing.T) {
	d := newDiary(t, "2026-12-01")
	d.fail = errors.New("the disk is full")
	ticks, done := make(chan time.Time), make(chan struct{})
	ctx, stop := context.WithCancel(t.Context())
	go func() { defer close(done); d.run(ctx, ticks) }()
	ticks <- d.time // taken when the first try is over
	ticks <- d.time // and this one after the second
	stop()
	<-done
	if n := strings.Count(d.text.String(), "the disk is full"); n < 2 || len(d.made) != 0 {
		t.Errorf("%d failures logged, %q made", n, d.made)
	}
	d.fail = nil
	d.today(t.Context())
	d.holds("segnapunti-2026-12-01.db")
}

func TestNoBackupWhereTheDiskIsNotThere(t *testing.T) {
	d := newDiary(t, "2026-12-01")
	d.dir = filepath.Join(d.dir, "stick", "backups")
	d.save = func(context.Context, string) error { t.Error("saved"); return nil }
	d.today(t.Context())
	if _, err := os.Stat(filepath.Dir(d.dir)); err == nil || !strings.Contains(d.text.String(), "trying again in an hour") {
		t.Errorf("%v, log: %s", err, &d.text)
	}
}

func TestPruningTouchesOnlyItsOwnFiles(t *testing.T) {
	d := newDiary(t, "2026-12-30")
	others := []string{
		"segnapunti-2020-02-30.db", "segnapunti-2020-1-01.db", "segnapunti-2020-01-01.db.old", "Segnapunti-2020-01-01.db",
		"x-segnapunti-2020-01-01.db", "segnapunti-2020-01-01.DB", "games.db", "segnapunti-2030-01-01.db", "segnapunti-2026-12-31.db",
	}
	if err := os.MkdirAll(filepath.Join(d.dir, "segnapunti-2020-01-01.db"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range others {
		if err := os.WriteFile(filepath.Join(d.dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	days := daysFrom(t, "2026-12-01", "2026-12-29", time.UTC)
	for _, day := range days {
		if err := os.WriteFile(filepath.Join(d.dir, day.Format(backupName)), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	d.today(t.Context())
	want := append(others, "segnapunti-2020-01-01.db", "segnapunti-2026-12-30.db", "segnapunti-2026-12-29.db",
		"segnapunti-2026-12-28.db", "segnapunti-2026-12-27.db", "segnapunti-2026-12-26.db", "segnapunti-2026-12-25.db",
		"segnapunti-2026-12-24.db", "segnapunti-2026-12-20.db", "segnapunti-2026-12-13.db")
	slices.Sort(want)
	d.holds(want...)
}

// TestServeMakesABackup runs the service as it is, on a real store.
func TestServeMakesABackup(t *testing.T) {
	dir := t.TempDir()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	out := &waiter{until: "daily backup", do: stop}
	a := &app{stdout: &bytes.Buffer{}, stderr: out}
	folder := filepath.Join(dir, "backups")
	err := a.serve(ctx, serveFlags{listen: "127.0.0.1:0", db: filepath.Join(dir, "games.db"), backupDir: folder})
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(folder, "segnapunti-????-??-??.db"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err, out)
	}
	var said bytes.Buffer
	checking := &app{stdout: &said, stderr: &said}
	if err := checking.check(t.Context(), files[0]); err != nil || said.String() != "0 games, all well\n" {
		t.Error(err, said.String())
	}
}

// waiter is a log that does something when a line has come.
type waiter struct {
	bytes.Buffer
	until string
	do    func()
}

func (w *waiter) Write(line []byte) (int, error) {
	n, err := w.Buffer.Write(line)
	if strings.Contains(w.String(), w.until) {
		w.do()
	}
	return n, err
}
