package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// built is the real program, built once for all tests beside the commands of the
// scripts, which are removed at the end.
var built = sync.OnceValues(func() (string, error) {
	command, err := exec.LookPath("segnapunti")
	if err != nil {
		return "", err
	}
	program := filepath.Join(filepath.Dir(filepath.Dir(command)), "segnapunti")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return program, nil
})

func builtProgram(t *testing.T) string {
	t.Helper()
	program, err := built()
	if err != nil {
		t.Fatal(err)
	}
	return program
}

// crashRounds is how often the program is killed; `make crash` has a longer run.
func crashRounds(t *testing.T) int {
	t.Helper()
	text := os.Getenv("CRASH_ROUNDS")
	if text == "" {
		return 4
	}
	rounds, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return rounds
}

// TestKilledWhileEightPlay kills the program with SIGKILL at a random moment, starts
// it again on the same file and compares: each turn that was answered is there
// once, and one that was sent and not answered can be sent again with its key (B80,
// B88).
func TestKilledWhileEightPlay(t *testing.T) {
	program, database := builtProgram(t), filepath.Join(t.TempDir(), "play.db")
	games, turns := 0, 0
	for round := range crashRounds(t) {
		people := playUntilKilled(t, serve(t, program, database), round)
		s := serve(t, program, database)
		for _, p := range people {
			p.compare(s.url)
			games += len(p.games)
			turns += p.turns
		}
		if listed := s.countGames(t); listed != games {
			t.Errorf("round %d: %d games stored, %d created", round, listed, games)
		}
		s.stop(t)
		if out, err := exec.Command(program, "check", "--db", database).CombinedOutput(); err != nil {
			t.Errorf("round %d: check: %v: %s", round, err, out)
		}
		if t.Failed() {
			t.FailNow()
		}
	}
	t.Logf("%d games, %d turns", games, turns)
	if turns == 0 {
		t.Error("no turn was ever answered")
	}
}

// playUntilKilled lets eight people play until the program is dead.
func playUntilKilled(t *testing.T, s *service, round int) (people []*person) {
	t.Helper()
	var wait sync.WaitGroup
	answered := make(chan struct{}, 1)
	for i := range 8 {
		p := &person{t: t, url: s.url, id: fmt.Sprint(round, "-", i), answered: answered}
		people = append(people, p)
		wait.Go(p.playUntilKilled)
	}
	<-answered
	time.Sleep(time.Duration(rand.IntN(300)) * time.Millisecond)
	s.cmd.Process.Kill()
	s.cmd.Wait()
	wait.Wait()
	return people
}

// person plays games of their own, one after the other.
type person struct {
	t        *testing.T
	url, id  string
	answered chan<- struct{}

	games []*played
	turns int
	doubt *request // sent, and the program died before it answered
}

// played is a game and how many of its turns were answered.
type played struct {
	path  string
	turns int
}

// eight keeps the connections of eight people.
var eight = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 8}}

type request struct{ path, key, body string }

// crashBoxes are filled in this order.
var crashBoxes = []string{
	"ones", "twos", "threes", "fours", "fives", "sixes", "three_of_a_kind", "four_of_a_kind", "full_house",
	"small_straight", "large_straight", "yahtzee", "chance",
}

func crashDice(i int) []int { return []int{1, 2, 3, i%6 + 1, (i+1)%6 + 1} }

// playUntilKilled ends with the first request that finds nobody.
func (p *person) playUntilKilled() {
	for {
		name := fmt.Sprint(p.id, "-", len(p.games))
		create := request{"/v1/games", name, fmt.Sprintf(`{"ruleset":"yahtzee","players":["Player %s"]}`, p.id)}
		if !p.write(create) {
			return
		}
		for i, box := range crashBoxes {
			body := fmt.Sprintf(`{"seat":1,"category":"%s","dice":%s}`, box, strings.ReplaceAll(fmt.Sprint(crashDice(i)), " ", ","))
			if !p.write(request{p.games[len(p.games)-1].path + "/turns", fmt.Sprint(name, "-", i), body}) {
				return
			}
		}
	}
}

// write sends a request until it is answered, now and then with an impatient try
// before, or once more afterwards.
func (p *person) write(r request) bool {
	if rand.IntN(8) == 0 {
		ctx, cancel := context.WithTimeout(context.Background(), time.Duration(rand.IntN(3000))*time.Microsecond)
		p.send(ctx, r)
		cancel()
	}
	location, body, err := p.send(context.Background(), r)
	if err != nil {
		p.doubt = &r
		return false
	}
	p.note(r, location)
	if rand.IntN(8) == 0 {
		if _, again, err := p.send(context.Background(), r); err == nil && !bytes.Equal(body, again) {
			p.t.Errorf("%s: answered %s, then %s", r.key, body, again)
		}
	}
	return true
}

// note keeps in mind what was answered.
func (p *person) note(r request, location string) {
	if r.path == "/v1/games" {
		p.games = append(p.games, &played{path: location})
		return
	}
	p.games[len(p.games)-1].turns++
	p.turns++
	select {
	case p.answered <- struct{}{}:
	default:
	}
}

// send tries once; err means that no answer came.
func (p *person) send(ctx context.Context, r request) (location string, body []byte, err error) {
	q, err := http.NewRequestWithContext(ctx, http.MethodPost, p.url+r.path, strings.NewReader(r.body))
	if err != nil {
		return "", nil, err
	}
	q.Header.Set("Content-Type", "application/json")
	q.Header.Set("Idempotency-Key", r.key)
	response, err := eight.Do(q)
	if err != nil {
		return "", nil, err
	}
	defer response.Body.Close()
	body, err = io.ReadAll(response.Body)
	if err == nil && response.StatusCode != http.StatusCreated {
		p.t.Errorf("%s %s: %d %s", r.key, r.path, response.StatusCode, body)
	}
	return response.Header.Get("Location"), body, err
}

// compare asks the program that was started anew.
func (p *person) compare(url string) {
	p.url = url
	if p.doubt != nil {
		location, _, err := p.send(context.Background(), *p.doubt)
		if err != nil {
			p.t.Fatal(err)
		}
		p.note(*p.doubt, location)
	}
	s := &service{url: url}
	for _, g := range p.games {
		var got struct {
			Version int
			Turns   []struct {
				Category string
				Dice     []int
			}
		}
		if err := json.Unmarshal(s.get(p.t, g.path), &got); err != nil {
			p.t.Fatal(err)
		}
		if len(got.Turns) != g.turns || got.Version != g.turns+1 {
			p.t.Errorf("%s: %d turns and version %d, %d turns were answered", g.path, len(got.Turns), got.Version, g.turns)
		}
		for i, turn := range got.Turns {
			if turn.Category != crashBoxes[i] || fmt.Sprint(turn.Dice) != fmt.Sprint(crashDice(i)) {
				p.t.Errorf("%s: turn %d is %+v", g.path, i+1, turn)
			}
		}
	}
}

// countGames counts what the list of games shows.
func (s *service) countGames(t *testing.T) (n int) {
	t.Helper()
	for cursor := ""; ; {
		var list struct {
			Items []any
			Next  *string
		}
		if err := json.Unmarshal(s.get(t, "/v1/games?limit=200&cursor="+cursor), &list); err != nil {
			t.Fatal(err)
		}
		n += len(list.Items)
		if list.Next == nil {
			return n
		}
		cursor = *list.Next
	}
}
