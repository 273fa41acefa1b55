package db_test

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"segnapunti/db"
	"segnapunti/scoring"
)

// crashFile is the environment variable that turns the test program into one
// that writes turns to this file until it is killed.
const crashFile = "SEGNAPUNTI_TEST_CRASH_FILE"

// playUntilKilled prints a line for each turn once it is stored.
func playUntilKilled(path string) {
	if err := playGames(path); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	os.Exit(1)
}

func playGames(path string) error {
	ctx := context.Background()
	c, err := builtIn()
	if err != nil {
		return err
	}
	s, err := db.Open(ctx, path, c)
	if err != nil {
		return err
	}
	rules, err := c.Find("yatzy", nil)
	if err != nil {
		return err
	}
	for {
		var id string
		g := db.NewGame{Rules: rules, Players: people("Anna", "Berta"), PlayedOn: "2026-12-01"}
		if _, err := s.CreateGame(ctx, g, now, nil, remember(&id)); err != nil {
			return err
		}
		if err := playOut(ctx, s, id); err != nil {
			return err
		}
	}
}

func playOut(ctx context.Context, s *db.Store, id string) error {
	for n := 1; ; n++ {
		game, err := s.Game(ctx, id)
		if err != nil || game.Play.Over() {
			return err
		}
		next, err := game.Play.Play(crashTurn(&game.Play, n))
		if err != nil {
			return err
		}
		if _, err := s.AddTurn(ctx, game, next, now, nil, show); err != nil {
			return err
		}
		fmt.Printf("%s %d\n", id, n)
	}
}

// crashTurn is turn n of any game, so that the parent can foretell it.
func crashTurn(game *scoring.Game, n int) scoring.Turn {
	box := game.Rules().Boxes()[(n-1)/2].ID
	return roll((n-1)%2+1, box, n%6+1, n/6%6+1, 3, 4, 5)
}

func TestNoAcknowledgedTurnIsLostByKill(t *testing.T) { // B88
	path := newPath(t)
	acknowledged := map[string]int{} // per game: the last turn that was answered
	for round := range 5 {
		count := killedRun(t, path, acknowledged)
		t.Logf("round %d: %d turns acknowledged", round+1, count)
		verifyAfterCrash(t, path, acknowledged)
	}
	if len(acknowledged) == 0 {
		t.Error("no turn was acknowledged in five rounds")
	}
}

// killedRun runs the child for a random while and notes what it acknowledged.
func killedRun(t *testing.T, path string, acknowledged map[string]int) (count int) {
	t.Helper()
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), crashFile+"="+path)
	child.Stderr = os.Stderr
	out, err := child.StdoutPipe()
	check(t, err)
	check(t, child.Start())
	lines := bufio.NewReader(out)
	for first := true; ; first = false {
		line, err := lines.ReadString('\n')
		if err != nil { // a last line without its end was never acknowledged
			break
		}
		if first {
			time.AfterFunc(time.Duration(rand.IntN(250))*time.Millisecond, func() { child.Process.Kill() })
		}
		var id string
		var n int
		if _, err := fmt.Sscanf(line, "%s %d", &id, &n); err != nil {
			t.Fatal(err)
		}
		acknowledged[id] = n
		count++
	}
	if err := child.Wait(); err == nil || !strings.Contains(err.Error(), "killed") {
		t.Fatalf("the child was not killed: %v", err)
	}
	return count
}

// verifyAfterCrash reads each game: the turns that were answered are there, each
// once and in order, and at most one more that was written but not answered.
func verifyAfterCrash(t *testing.T, path string, acknowledged map[string]int) {
	t.Helper()
	d := open(t, path)
	defer d.Close()
	for id, last := range acknowledged {
		game := d.game(id)
		turns := game.Play.Turns()
		if len(turns) < last || len(turns) > last+1 {
			t.Errorf("game %s: %d turns stored, %d acknowledged", id, len(turns), last)
		}
		if game.Version != len(turns)+1 {
			t.Errorf("game %s: version %d with %d turns", id, game.Version, len(turns))
		}
		for i, turn := range turns {
			want := crashTurn(&game.Play, i+1)
			if turn.Seat != want.Seat || turn.Category != want.Category || fmt.Sprint(turn.Dice) != fmt.Sprint(want.Dice) {
				t.Errorf("game %s, turn %d: %+v", id, i+1, turn)
			}
		}
	}
	writer, _ := d.Pools()
	var verdict string
	if check(t, writer.QueryRow(`PRAGMA integrity_check`).Scan(&verdict)); verdict != "ok" {
		t.Error(verdict)
	}
}
