package db_test

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"segnapunti/db"
)

// hashes tells whether a file or the log beside it was changed.
func hashes(t testing.TB, path string) string {
	t.Helper()
	var b strings.Builder
	for _, suffix := range []string{"", "-wal", "-journal"} {
		data, err := os.ReadFile(path + suffix)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		check(t, err)
		fmt.Fprintf(&b, "%q %x\n", suffix, sha256.Sum256(data))
	}
	return b.String()
}

// names lists a folder.
func names(t testing.TB, folder string) string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	check(t, err)
	var all []string
	for _, entry := range entries {
		all = append(all, entry.Name())
	}
	return strings.Join(all, " ")
}

// says wants an error with every word.
func says(t testing.TB, err error, words ...string) {
	t.Helper()
	if err == nil {
		t.Fatal("no error")
	}
	for _, word := range words {
		if !strings.Contains(err.Error(), word) {
			t.Errorf("%q does not say %q", err, word)
		}
	}
}

// TestBackupWhileFourWrite takes backups of a store that four goroutines write
// to, from the store itself and as another program would.
func TestBackupWhileFourWrite(t *testing.T) {
	d := open(t, newPath(t))
	var acknowledged [4]atomic.Int64
	var ids [4]string
	for i := range ids {
		ids[i] = d.create(d.newGame("yatzy", "Anna", "Berta")).ID
	}
	ctx, stop := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	for i := range ids {
		wg.Go(func() { playUntilStopped(ctx, t, d, ids[i], &acknowledged[i]) })
	}
	outside := newPath(t) + " of another"
	check(t, os.MkdirAll(outside, 0o700))
	for round := range 6 {
		var before [4]int64
		for i := range before {
			before[i] = acknowledged[i].Load()
		}
		file := filepath.Join(outside, fmt.Sprintf("%d.db", round))
		if round%2 == 0 {
			check(t, d.Backup(t.Context(), file, false))
		} else {
			check(t, db.Backup(t.Context(), d.path, file, false))
		}
		verifyBackup(t, file, ids[:], before[:])
	}
	stop()
	wg.Wait()
}

// playUntilStopped plays a game to its end, and the last turn over and over.
func playUntilStopped(ctx context.Context, t *testing.T, d *drawer, id string, acknowledged *atomic.Int64) {
	for ctx.Err() == nil {
		game, err := d.Game(t.Context(), id)
		if err != nil {
			t.Error(err)
			return
		}
		if err := playOrTakeBack(t.Context(), d, game); err != nil {
			t.Error(err)
			return
		}
		acknowledged.Store(int64(game.Version + 1))
	}
}

func playOrTakeBack(ctx context.Context, d *drawer, game *db.Game) error {
	if game.Play.Over() {
		turns := written(game)
		next, _, err := game.Rules.Replay(len(game.Seats), turns[:len(turns)-1])
		if err == nil {
			_, err = d.TakeBack(ctx, game, next, now, show)
		}
		return err
	}
	next, err := game.Play.Play(crashTurn(&game.Play, len(game.Play.Turns())+1))
	if err == nil {
		_, err = d.AddTurn(ctx, game, next, now, nil, show)
	}
	return err
}

// verifyBackup wants one sound file that has whatever was acknowledged before.
func verifyBackup(t *testing.T, file string, ids []string, versions []int64) {
	t.Helper()
	info, err := os.Stat(file)
	check(t, err)
	if info.Mode().Perm() != 0o600 {
		t.Errorf("mode %o", info.Mode().Perm())
	}
	alone := filepath.Join(t.TempDir(), "alone.db")
	check(t, os.Rename(file, alone))
	allWell(t, alone, len(ids))
	if found := names(t, filepath.Dir(alone)); found != "alone.db" {
		t.Errorf("the backup is %s", found)
	}
	copied := open(t, alone)
	defer copied.Close()
	for i, id := range ids {
		if game := copied.game(id); int64(game.Version) < versions[i] {
			t.Errorf("version %d of game %d in the backup, %d was acknowledged before", game.Version, i, versions[i])
		}
	}
}

func TestBackupIsOneReadableFileWithoutTheLog(t *testing.T) {
	d := open(t, newPath(t))
	d.fill()
	folder := t.TempDir()
	file := filepath.Join(folder, "copy?.db")
	check(t, db.Backup(t.Context(), d.path, file, false))
	if found := names(t, folder); found != "copy?.db" {
		t.Errorf("the folder holds %s", found)
	}
	header, err := os.ReadFile(file)
	check(t, err)
	if header[18] != 1 || header[19] != 1 { // file format 2 would want a log beside it
		t.Errorf("file format %d %d", header[18], header[19])
	}
	allWell(t, file, len(keptGames()))
	open(t, file).hasKeptGames()
}

func TestBackupOntoWhatIsThere(t *testing.T) {
	d := open(t, newPath(t))
	d.fill()
	folder := t.TempDir()
	file := filepath.Join(folder, "copy.db")
	check(t, os.WriteFile(file, []byte("a letter"), 0o644))
	before := hashes(t, file)
	if err := d.Backup(t.Context(), file, false); !errors.Is(err, fs.ErrExist) {
		t.Error(err)
	}
	if hashes(t, file) != before {
		t.Error("the file was changed")
	}
	check(t, d.Backup(t.Context(), file, true))
	allWell(t, file, len(keptGames()))

	check(t, os.Symlink(file, filepath.Join(folder, "link")))
	for target, word := range map[string]string{
		folder:                        "is a folder",
		os.DevNull:                    "is not a regular file",
		filepath.Join(folder, "link"): "is not a regular file",
		filepath.Join(file, "x"):      "not a directory",
		filepath.Join(folder, "no/x"): "no such file",
		d.path:                        "is the database itself",
		d.path + "-wal":               "is the database itself",
		filepath.Dir(d.path) + "/./" + filepath.Base(d.path): "is the database itself",
	} {
		says(t, d.Backup(t.Context(), target, true), target, word)
		says(t, db.Backup(t.Context(), d.path, target, true), target, word)
	}
	d.hasKeptGames()
	if found := names(t, folder); found != "copy.db link" {
		t.Errorf("the folder holds %s", found)
	}
}

func TestBackupOfWhatIsNone(t *testing.T) {
	folder := t.TempDir()
	target := filepath.Join(folder, "copy.db")
	missing := filepath.Join(t.TempDir(), "missing.db")
	says(t, db.Backup(t.Context(), missing, target, false), "missing.db", "no such file")
	if _, err := os.Stat(missing); err == nil {
		t.Error("it made the database")
	}
	letter := newPath(t)
	check(t, os.WriteFile(letter, []byte("a letter to grandmother"), 0o600))
	says(t, db.Backup(t.Context(), letter, target, false), "is not a database")
	recipes := newPath(t)
	rawFile(t, recipes, `CREATE TABLE recipes (name TEXT)`)
	says(t, db.Backup(t.Context(), recipes, target, false), "another program")
	if found := names(t, folder); found != "" {
		t.Errorf("the folder holds %s", found)
	}
}

func TestBackupOfADamagedFileIsNone(t *testing.T) {
	d := open(t, newPath(t))
	d.fill()
	check(t, d.Close())
	damagePages(t, d.path, "turns")
	folder := t.TempDir()
	says(t, db.Backup(t.Context(), d.path, filepath.Join(folder, "copy.db"), false), "copy.db", "sound")
	if found := names(t, folder); found != "" {
		t.Errorf("the folder holds %s", found)
	}
}

func TestACancelledBackupLeavesNothing(t *testing.T) {
	d := open(t, newPath(t))
	d.fill()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	folder := t.TempDir()
	if err := d.Backup(ctx, filepath.Join(folder, "copy.db"), false); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if found := names(t, folder); found != "" {
		t.Errorf("the folder holds %s", found)
	}
}
