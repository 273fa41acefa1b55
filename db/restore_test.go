package db_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"segnapunti/db"
)

const keptAs = "games.db.before-restore-20261201T201530Z" // at now

// backedUp is a drawer with the kept games, a backup of it, and one game more.
func backedUp(t *testing.T) (d *drawer, backup string) {
	t.Helper()
	d = open(t, newPath(t))
	d.fill()
	backup = filepath.Join(t.TempDir(), "backup.db")
	check(t, d.Backup(t.Context(), backup, false))
	d.create(d.newGame("mini", "Too late"))
	return d, backup
}

func TestRestore(t *testing.T) {
	d, backup := backedUp(t)
	check(t, d.Close())
	before := hashes(t, backup)
	restored, err := db.Restore(t.Context(), d.path, backup, now)
	check(t, err)
	folder := filepath.Dir(d.path)
	if restored.Kept != filepath.Join(folder, keptAs) || restored.Games != len(keptGames()) {
		t.Errorf("%+v", restored)
	}
	if found := names(t, folder); found != "games.db "+keptAs {
		t.Errorf("the folder holds %s", found)
	}
	if hashes(t, backup) != before {
		t.Error("the backup was changed")
	}
	info, err := os.Stat(d.path)
	check(t, err)
	if info.Mode().Perm() != 0o600 {
		t.Errorf("mode %o", info.Mode().Perm())
	}
	allWell(t, d.path, len(keptGames()))
	allWell(t, restored.Kept, len(keptGames())+1)
	open(t, d.path).hasKeptGames()

	_, err = db.Restore(t.Context(), d.path, restored.Kept, now)
	says(t, err, "in use") // open, just now
}

func TestRestoreWithoutAnOldFile(t *testing.T) {
	_, backup := backedUp(t)
	path := filepath.Join(t.TempDir(), "new", "games.db")
	restored, err := db.Restore(t.Context(), path, backup, now)
	check(t, err)
	if restored.Kept != "" || names(t, filepath.Dir(path)) != "games.db" {
		t.Errorf("%+v, the folder holds %s", restored, names(t, filepath.Dir(path)))
	}
	open(t, path).hasKeptGames()
}

// TestRestoreAfterAPowerCut: the log that was left holds the last game, and must
// be part of the old file, not of the new one.
func TestRestoreAfterAPowerCut(t *testing.T) {
	d, backup := backedUp(t)
	path := newPath(t)
	for _, suffix := range []string{"", "-wal"} { // what a power cut would leave
		data, err := os.ReadFile(d.path + suffix)
		check(t, err)
		check(t, os.WriteFile(path+suffix, data, 0o600))
	}
	restored, err := db.Restore(t.Context(), path, backup, now)
	check(t, err)
	if found := names(t, filepath.Dir(path)); found != "games.db "+keptAs {
		t.Errorf("the folder holds %s", found)
	}
	allWell(t, restored.Kept, len(keptGames())+1)
	open(t, path).hasKeptGames()
}

// TestRestoreOverADamagedFile: what can't be read any more is kept all the same,
// with its log.
func TestRestoreOverADamagedFile(t *testing.T) {
	for name, damage := range map[string]func([]byte) []byte{
		"no header": func(data []byte) []byte { return append([]byte("a letter to grandmother"), data[23:]...) },
		"no schema": func(data []byte) []byte {
			for i := 100; i < 4096; i++ {
				data[i] = 0xA5
			}
			return data
		},
		"cut short": func(data []byte) []byte { return data[:9000] },
		"empty":     func([]byte) []byte { return nil },
	} {
		t.Run(name, func(t *testing.T) {
			d, backup := backedUp(t)
			check(t, d.Close())
			data, err := os.ReadFile(d.path)
			check(t, err)
			check(t, os.WriteFile(d.path, damage(data), 0o600))
			check(t, os.WriteFile(d.path+"-wal", []byte("a log"), 0o600))
			_, err = db.Restore(t.Context(), d.path, backup, now)
			check(t, err)
			found := names(t, filepath.Dir(d.path))
			if !strings.HasPrefix(found, "games.db "+keptAs) || strings.Contains(found, "games.db-") {
				t.Errorf("the folder holds %s", found)
			}
			open(t, d.path).hasKeptGames()
		})
	}
}

func TestRestoreRefusesWhileTheServiceRuns(t *testing.T) {
	d, backup := backedUp(t)
	before := hashes(t, d.path)
	_, err := db.Restore(t.Context(), d.path, backup, now)
	says(t, err, d.path, "in use", "stop the service")
	if hashes(t, d.path) != before {
		t.Error("the file was changed")
	}
	if found := names(t, filepath.Dir(d.path)); strings.Contains(found, "restore") || strings.Contains(found, "part") {
		t.Errorf("the folder holds %s", found)
	}
	d.create(d.newGame("mini", "Anna")) // it goes on
	check(t, d.Close())
	allWell(t, d.path, len(keptGames())+2)
}

func TestRestoreRefusesWhatIsNoSoundBackup(t *testing.T) {
	d, good := backedUp(t)
	check(t, d.Close())
	folder := t.TempDir()
	for name, bad := range map[string]struct {
		make  func(path string)
		words []string
	}{
		"missing": {func(string) {}, []string{"no such file"}},
		"letter": {
			func(path string) { check(t, os.WriteFile(path, []byte("a letter to grandmother"), 0o600)) },
			[]string{"not a database"},
		},
		"empty":   {func(path string) { check(t, os.WriteFile(path, nil, 0o600)) }, []string{"is empty"}},
		"recipes": {func(path string) { rawFile(t, path, `CREATE TABLE recipes (name TEXT)`) }, []string{"another program"}},
		"newer": {func(path string) {
			copyFile(t, good, path)
			rawFile(t, path, fmt.Sprintf(`PRAGMA user_version = %d`, db.SchemaVersion()+1))
		}, []string{"newer segnapunti", "update the program"}},
		"damaged": {
			func(path string) { copyFile(t, good, path); damagePages(t, path, "turns") },
			[]string{"is damaged", "file: "},
		},
		"wrong": {func(path string) {
			copyFile(t, good, path)
			rawFile(t, path, `UPDATE games SET status = 'finished', finished_at = updated_at`)
		}, []string{"is damaged", "is stored as finished"}},
		"cut short": {func(path string) {
			copyFile(t, good, path)
			check(t, os.Truncate(path, 20_000))
		}, []string{"damaged"}},
		"folder": {func(path string) { check(t, os.Mkdir(path, 0o700)) }, []string{"is a folder"}},
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(folder, name)
			bad.make(file)
			before := hashes(t, d.path)
			_, err := db.Restore(t.Context(), d.path, file, now)
			says(t, err, append(bad.words, file)...)
			if hashes(t, d.path) != before {
				t.Error("the file was changed")
			}
			if found := names(t, filepath.Dir(d.path)); found != "games.db" {
				t.Errorf("the folder holds %s", found)
			}
		})
	}
	_, err := db.Restore(t.Context(), d.path, d.path, now)
	says(t, err, "is the database itself")
}

func TestRestoreLeavesTheDatabaseOfAnotherProgram(t *testing.T) {
	_, backup := backedUp(t)
	path := newPath(t)
	rawFile(t, path, `CREATE TABLE recipes (name TEXT)`)
	before := hashes(t, path)
	_, err := db.Restore(t.Context(), path, backup, now)
	says(t, err, path, "another program")
	if hashes(t, path) != before || names(t, filepath.Dir(path)) != "games.db" {
		t.Error("it was changed")
	}
}

func TestRestoreNeverReplacesWhatWasKept(t *testing.T) {
	d, backup := backedUp(t)
	check(t, d.Close())
	_, err := db.Restore(t.Context(), d.path, backup, now)
	check(t, err)
	kept := filepath.Join(filepath.Dir(d.path), keptAs)
	before := hashes(t, kept) + hashes(t, d.path)
	_, err = db.Restore(t.Context(), d.path, backup, now)
	says(t, err, keptAs, "exists")
	if hashes(t, kept)+hashes(t, d.path) != before {
		t.Error("a file was changed")
	}
}
