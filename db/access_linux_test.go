package db_test

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"segnapunti/db"
)

// asOwner runs f on a thread for which file modes count, as they don't for root:
// without the capabilities to override them. The thread ends with f.
func asOwner(t *testing.T, f func()) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread() // and never unlock: nobody else shall get this thread
		if os.Geteuid() == 0 {
			const version3 = 0x20080522
			header := struct {
				version uint32
				pid     int32
			}{version: version3}
			var none [2]struct{ effective, permitted, inheritable uint32 }
			_, _, errno := syscall.RawSyscall(syscall.SYS_CAPSET,
				uintptr(unsafe.Pointer(&header)), uintptr(unsafe.Pointer(&none)), 0)
			if errno != 0 {
				t.Errorf("capset: %v", errno)
				return
			}
		}
		f()
	}()
	<-done
}

func TestRefusesAReadOnlyFile(t *testing.T) {
	d := open(t, newPath(t))
	check(t, d.Close())
	check(t, os.Chmod(d.path, 0o400))
	asOwner(t, func() { refused(t, d.path, "cannot be opened for writing", "permission denied") })
}

func TestRefusesAReadOnlyFolder(t *testing.T) {
	d := open(t, newPath(t))
	check(t, d.Close())
	folder := filepath.Dir(d.path)
	check(t, os.Chmod(folder, 0o500))
	t.Cleanup(func() { os.Chmod(folder, 0o700) })
	asOwner(t, func() {
		refused(t, d.path, "its folder must be writable")
		_, err := db.Open(t.Context(), filepath.Join(folder, "new.db"), catalog(t))
		if err == nil || !strings.Contains(err.Error(), "cannot be created") {
			t.Error(err)
		}
		_, err = db.Open(t.Context(), filepath.Join(folder, "deeper", "new.db"), catalog(t))
		if err == nil || !strings.Contains(err.Error(), "cannot create its folder") {
			t.Error(err)
		}
	})
}

// TestAFolderThatBecomesReadOnly: files that are open stay writable, so that the
// game goes on.
func TestAFolderThatBecomesReadOnly(t *testing.T) {
	d := open(t, newPath(t))
	game := d.create(d.newGame("mini", "Anna"))
	folder := filepath.Dir(d.path)
	check(t, os.Chmod(folder, 0o500))
	t.Cleanup(func() { os.Chmod(folder, 0o700) })
	asOwner(t, func() {
		next, err := game.Play.Play(paper(1, "ones", 3))
		check(t, err)
		_, err = d.AddTurn(t.Context(), game, next, now, nil, show)
		if unavailable := new(db.Unavailable); err != nil && !errors.As(err, &unavailable) {
			t.Errorf("%T %v", err, err)
		}
	})
	check(t, os.Chmod(folder, 0o700))
	d.game(game.ID)
}
