package main

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// nobody makes a program run as somebody for whom file modes count, as they don't
// for root, in a folder of theirs.
func nobody(t *testing.T, program, folder string) func(args ...string) *exec.Cmd {
	t.Helper()
	const id = 65534
	if os.Geteuid() == 0 {
		for _, path := range []string{filepath.Dir(program), filepath.Dir(folder)} {
			if err := os.Chmod(path, 0o755); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.Chown(folder, id, id); err != nil {
			t.Fatal(err)
		}
	}
	return func(args ...string) *exec.Cmd {
		cmd := exec.Command(program, args...)
		cmd.Dir = folder
		if os.Geteuid() == 0 {
			cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: id, Gid: id}}
		}
		return cmd
	}
}

// chmodAll changes a folder and the files in it.
func chmodAll(t *testing.T, folder string, folderMode, fileMode os.FileMode) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if err := os.Chmod(file, fileMode); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chmod(folder, folderMode); err != nil {
		t.Fatal(err)
	}
}

// TestReadOnlyInTheMiddleOfAGame takes the right to write from folder and files. A
// service that has them open may go on or refuse; one that starts says why it
// cannot; and with the right given back, every turn that was answered is there.
func TestReadOnlyInTheMiddleOfAGame(t *testing.T) {
	program, folder := builtProgram(t), t.TempDir()
	database := filepath.Join(folder, "play.db")
	run := nobody(t, program, folder)
	start := func() *service { return serving(t, run("--listen", "127.0.0.1:0", "--db", database), database) }
	s := start()
	_, game := s.post(t, "/v1/games", `{"ruleset":"yahtzee","players":["Anna"]}`)
	answered := 0
	play := func(box string) int {
		status, _ := s.post(t, game+"/turns", `{"seat":1,"category":"`+box+`","dice":[1,2,3,4,6]}`)
		if status == http.StatusCreated {
			answered++
		}
		return status
	}
	play("ones")
	play("twos")
	chmodAll(t, folder, 0o500, 0o400)
	t.Cleanup(func() { chmodAll(t, folder, 0o700, 0o600) })
	if status := play("threes"); status != http.StatusCreated && status != http.StatusServiceUnavailable {
		t.Errorf("status %d", status)
	}
	s.get(t, game)
	s.cmd.Process.Kill()
	s.cmd.Wait()

	refused := run("--listen", "127.0.0.1:0", "--db", database)
	var said bytes.Buffer
	refused.Stderr = &said
	if err := refused.Run(); err == nil || !strings.Contains(said.String(), "cannot be opened for writing") {
		t.Errorf("%v: %s", err, &said)
	}
	chmodAll(t, folder, 0o700, 0o600)
	s = start()
	if status := play("chance"); status != http.StatusCreated {
		t.Errorf("status %d", status)
	}
	var after struct{ Turns []any }
	if err := json.Unmarshal(s.get(t, game), &after); err != nil || len(after.Turns) != answered {
		t.Errorf("%v: %d turns, %d answered", err, len(after.Turns), answered)
	}
	s.stop(t)
}
