package db_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"segnapunti/db"
)

func TestTwentyRequestsWithOneKey(t *testing.T) { // B80
	d := open(t, newPath(t))
	game := d.create(d.newGame("mini", "Anna"))
	next, err := game.Play.Play(paper(1, "ones", 3))
	check(t, err)
	once := &db.Once{Key: "a", Fingerprint: "f"}
	outcomes := race(20, func() string {
		answer, err := d.AddTurn(t.Context(), game, next, now, once, show)
		if err != nil {
			return err.Error()
		}
		return answer.Header["Location"] + string(answer.Body)
	})
	if want := map[string]int{"/v1/games/" + game.ID + game.ID + " 2 1": 20}; !cmp.Equal(want, outcomes) {
		t.Error(outcomes)
	}
	if game = d.game(game.ID); len(game.Play.Turns()) != 1 || game.Version != 2 {
		t.Error(fold(game))
	}
}

func TestTwentyCreationsWithOneKey(t *testing.T) {
	d := open(t, newPath(t))
	g, once := d.newGame("mini", "Anna"), &db.Once{Key: "a", Fingerprint: "f"}
	outcomes := race(20, func() string {
		answer, err := d.CreateGame(t.Context(), g, now, once, show)
		if err != nil {
			return err.Error()
		}
		return string(answer.Body)
	})
	if len(outcomes) != 1 || d.rows("games") != 1 {
		t.Error(outcomes, d.rows("games"))
	}
}

func TestARepeatGetsTheFirstAnswer(t *testing.T) {
	d := open(t, newPath(t))
	once := db.Once{Key: "a", Fingerprint: "f"}
	if answer, err := d.Replay(t.Context(), once); answer != nil || err != nil {
		t.Fatal(answer, err)
	}
	first, err := d.CreateGame(t.Context(), d.newGame("mini", "Anna"), now, &once, show)
	check(t, err)
	d = d.reopen()
	again, err := d.Replay(t.Context(), once)
	check(t, err)
	if diff := cmp.Diff(&first, again); diff != "" {
		t.Error(diff)
	}
	other := db.Once{Key: "a", Fingerprint: "g"}
	if answer, err := d.Replay(t.Context(), other); answer != nil || !errors.Is(err, db.ErrKeyReused) {
		t.Error(answer, err)
	}
	if _, err := d.CreateGame(t.Context(), d.newGame("mini", "Anna"), now, &other, show); !errors.Is(err, db.ErrKeyReused) {
		t.Error(err)
	}
	if d.rows("games") != 1 {
		t.Error("a second game")
	}
}

func TestAnEmptyAnswerIsKept(t *testing.T) {
	d := open(t, newPath(t))
	once := db.Once{Key: "a", Fingerprint: "f"}
	_, err := d.CreateGame(t.Context(), d.newGame("mini", "Anna"), now, &once,
		func(*db.Game) (db.Answer, error) { return db.Answer{Status: 204}, nil })
	check(t, err)
	if answer, err := d.Replay(t.Context(), once); err != nil || answer.Status != 204 || len(answer.Body) != 0 {
		t.Error(answer, err)
	}
}

func TestAnswersAreForgottenAfterAWeek(t *testing.T) {
	d := open(t, newPath(t))
	write := func(key string, at time.Time) {
		t.Helper()
		_, err := d.CreateGame(t.Context(), d.newGame("mini", "Anna"), at, &db.Once{Key: key, Fingerprint: "f"}, show)
		check(t, err)
	}
	known := func(key string) bool {
		t.Helper()
		answer, err := d.Replay(t.Context(), db.Once{Key: key, Fingerprint: "f"})
		check(t, err)
		return answer != nil
	}
	const day = 24 * time.Hour
	write("old", now)
	write("young", now.Add(day))
	write("new", now.Add(7*day))
	if !known("old") || !known("young") {
		t.Error("forgotten too early")
	}
	write("newer", now.Add(7*day+time.Second))
	if known("old") || !known("young") || !known("new") {
		t.Error("not the old one was forgotten")
	}
}
