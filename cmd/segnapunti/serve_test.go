package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"net/http"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// service is the real program, running.
type service struct {
	cmd   *exec.Cmd
	url   string
	lines *bufio.Scanner
}

// serve starts the program on a free port and waits until it says where.
func serve(t *testing.T, program, database string) *service {
	t.Helper()
	return serving(t, exec.Command(program, "--listen", "127.0.0.1:0", "--db", database), database)
}

// serving starts a command that serves.
func serving(t *testing.T, cmd *exec.Cmd, database string) *service {
	t.Helper()
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill() })
	s := &service{cmd: cmd, lines: bufio.NewScanner(stdout)}
	if !s.lines.Scan() {
		t.Fatal("the program said nothing")
	}
	s.url = s.lines.Text()[strings.Index(s.lines.Text(), "http://"):]
	if !s.lines.Scan() || !strings.Contains(s.lines.Text(), database) {
		t.Fatalf("it doesn't say where the games are: %q", s.lines.Text())
	}
	return s
}

func (s *service) post(t *testing.T, path, body string) (status int, location string) {
	t.Helper()
	response, err := http.Post(s.url+path, "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	return response.StatusCode, response.Header.Get("Location")
}

func (s *service) get(t *testing.T, path string) []byte {
	t.Helper()
	response, err := http.Get(s.url + path)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var body bytes.Buffer
	if _, err := body.ReadFrom(response.Body); err != nil || response.StatusCode != http.StatusOK {
		t.Fatalf("%s: %d %v %s", path, response.StatusCode, err, &body)
	}
	return body.Bytes()
}

// stop sends Ctrl-C and expects a clean end.
func (s *service) stop(t *testing.T) {
	t.Helper()
	if err := s.cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	var last string
	for s.lines.Scan() {
		last = s.lines.Text()
	}
	if err := s.cmd.Wait(); err != nil || last != "Stopped" {
		t.Errorf("stopped with %v, saying %q", err, last)
	}
}

func TestServe(t *testing.T) {
	program, database := builtProgram(t), filepath.Join(t.TempDir(), "family games", "play.db")
	s := serve(t, program, database)
	s.get(t, "/healthz")
	_, game := s.post(t, "/v1/games", `{"ruleset":"yahtzee","players":["Anna","Jürgen"]}`)
	if status, _ := s.post(t, game+"/turns", `{"seat":1,"category":"full_house","dice":[4,4,4,6,6]}`); status != http.StatusCreated {
		t.Fatal(status)
	}
	before := s.get(t, game)
	s.stop(t)

	s = serve(t, program, database) // the same totals after a restart
	if after := s.get(t, game); !bytes.Equal(before, after) {
		t.Errorf("after a restart:\n%s\n%s", before, after)
	}
	if status, _ := s.post(t, game+"/turns", `{"seat":2,"category":"ones","dice":[1,1,1,6,6]}`); status != http.StatusCreated {
		t.Fatal(status)
	}
	s.cmd.Process.Kill() // no time to tidy up
	s.cmd.Wait()

	s = serve(t, program, database) // what was answered 201 is there
	var after struct{ Turns []any }
	if err := json.Unmarshal(s.get(t, game), &after); err != nil || len(after.Turns) != 2 {
		t.Errorf("%v: %d turns after a kill", err, len(after.Turns))
	}
	s.stop(t)
}
