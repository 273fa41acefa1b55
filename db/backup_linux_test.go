package db_test

import (
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"testing"

	"segnapunti/db"
)

// withFileLimit lets no file grow beyond so many bytes, as a full disk does.
func withFileLimit(t *testing.T, bytes uint64, f func()) {
	t.Helper()
	signal.Ignore(syscall.SIGXFSZ)
	defer signal.Reset(syscall.SIGXFSZ)
	var before syscall.Rlimit
	check(t, syscall.Getrlimit(syscall.RLIMIT_FSIZE, &before))
	check(t, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: bytes, Max: before.Max}))
	defer func() { check(t, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &before)) }()
	f()
}

func TestBackupOntoAFullDiskLeavesNothing(t *testing.T) {
	d := open(t, newPath(t))
	d.fill()
	folder := t.TempDir()
	file := filepath.Join(folder, "copy.db")
	withFileLimit(t, 40_000, func() { says(t, d.Backup(t.Context(), file, false), "copy.db") })
	if found := names(t, folder); found != "" {
		t.Errorf("the folder holds %s", found)
	}
	d.hasKeptGames()
	check(t, d.Backup(t.Context(), file, false))
	before := hashes(t, file)
	withFileLimit(t, 40_000, func() { says(t, d.Backup(t.Context(), file, true), "copy.db") })
	if hashes(t, file) != before || names(t, folder) != "copy.db" {
		t.Error("the old backup was changed")
	}
}

func TestBackupIntoAReadOnlyFolder(t *testing.T) {
	d := open(t, newPath(t))
	folder := t.TempDir()
	check(t, os.Chmod(folder, 0o500))
	asOwner(t, func() { says(t, d.Backup(t.Context(), filepath.Join(folder, "copy.db"), false), "permission denied") })
	if found := names(t, folder); found != "" {
		t.Errorf("the folder holds %s", found)
	}
}

func TestRestoreThatFailsLeavesTheOldFile(t *testing.T) {
	d := open(t, newPath(t))
	d.fill()
	backup := filepath.Join(t.TempDir(), "backup.db")
	check(t, d.Backup(t.Context(), backup, false))
	check(t, d.Close())
	before := hashes(t, d.path)
	withFileLimit(t, 40_000, func() { // the disk is full
		_, err := db.Restore(t.Context(), d.path, backup, now)
		says(t, err, "backup.db")
	})
	folder := filepath.Dir(d.path)
	check(t, os.Chmod(folder, 0o500))
	t.Cleanup(func() { os.Chmod(folder, 0o700) })
	asOwner(t, func() {
		_, err := db.Restore(t.Context(), d.path, backup, now)
		says(t, err, "permission denied")
	})
	if hashes(t, d.path) != before || names(t, folder) != "games.db" {
		t.Errorf("the old file was changed, the folder holds %s", names(t, folder))
	}
}
