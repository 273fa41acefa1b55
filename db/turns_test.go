package db_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"segnapunti/db"
	"segnapunti/scoring"
)

func TestPlayedTurnsFoldTheSameAfterARestart(t *testing.T) { // B82
	d := open(t, newPath(t))
	game := d.create(d.newGame("yahtzee", "Anna", "Berta"))
	out := roll(1, "large_straight", 2, 3, 4, 5, 6)
	out.OutOfTurn, out.Rolls = true, 1
	for _, turn := range []scoring.Turn{
		roll(1, "yahtzee", 5, 5, 5, 5, 5), paper(2, "fives", 15), roll(1, "fives", 5, 5, 5, 5, 5),
		roll(2, "chance", 6, 1, 6, 2, 6), roll(1, "full_house", 5, 5, 5, 5, 5), out,
	} {
		game = d.play(game, turn)
	}
	before := fold(game)
	d = d.reopen()
	game = d.game(game.ID)
	if diff := cmp.Diff(before, fold(game)); diff != "" {
		t.Error(diff)
	}
	if got := game.Play.Card(1).GrandTotal(); got != 50+25+100+25+100+40 {
		t.Errorf("total %d", got)
	}
	if game.Version != 7 || len(game.Times) != 6 || !game.Times[5].Equal(now.Truncate(time.Millisecond)) {
		t.Errorf("%+v %v", game.GameSummary, game.Times)
	}
	if dice := game.Play.Turns()[3].Dice; !cmp.Equal(dice, []int{6, 1, 6, 2, 6}) {
		t.Errorf("dice are kept as they lay, got %v", dice)
	}
}

func TestSavedRollsAndColumnsAreKept(t *testing.T) {
	d := open(t, newPath(t))
	game := d.create(d.newGame("maxi-yatzy", "Anna"))
	first := roll(1, "ones", 1, 1, 2, 3, 4, 5)
	first.Rolls = 1
	second := roll(1, "twos", 2, 2, 2, 3, 4, 5)
	second.Rolls = 5
	game = d.play(d.play(game, first), second)
	if got := d.reopen().game(game.ID).Play.Card(1).SavedRolls(); got != 0 {
		t.Error(got)
	}
	d = open(t, newPath(t))
	third := roll(1, "chance", 1, 2, 3, 4, 6)
	third.Column = 3
	game = d.play(d.create(d.newGame("triple-yahtzee", "Anna")), third)
	if got := game.Play.Card(1).GrandTotal(); got != 48 {
		t.Error(got)
	}
}

// TestWritesShowWhatReadsFind compares what each kind of write hands to render
// with the game as read afterwards.
func TestWritesShowWhatReadsFind(t *testing.T) {
	d := open(t, newPath(t))
	game := d.create(d.newGame("mini", "Anna"))
	var shown *db.Game
	spy := func(g *db.Game) (db.Answer, error) {
		shown = g
		return show(g)
	}
	verify := func(_ db.Answer, err error) {
		t.Helper()
		check(t, err)
		if shown.Version != game.Version+1 {
			t.Errorf("version %d after %d", shown.Version, game.Version)
		}
		game = d.game(game.ID)
		sameGame(t, shown, game)
	}
	at := func(minutes int) time.Time { return now.Add(time.Duration(minutes) * time.Minute) }
	add := func(minutes int, turn scoring.Turn) {
		t.Helper()
		next, err := game.Play.Play(turn)
		check(t, err)
		verify(d.AddTurn(t.Context(), game, next, at(minutes), nil, spy))
	}
	add(1, roll(1, "ones", 1, 1, 1, 4, 5))
	add(2, roll(1, "chance", 1, 2, 3, 4, 5))
	if game.Status != db.StatusFinished || !game.FinishedAt.Equal(at(2).Truncate(time.Millisecond)) {
		t.Errorf("%+v", game.GameSummary)
	}
	next := replay(t, game, []scoring.Turn{paper(1, "ones", 2), roll(1, "chance", 1, 2, 3, 4, 5)})
	verify(d.CorrectTurn(t.Context(), game, 1, next, at(3), spy))
	if game.Status != db.StatusFinished || !game.FinishedAt.Equal(at(2).Truncate(time.Millisecond)) ||
		!game.Times[0].Equal(at(1).Truncate(time.Millisecond)) || game.Play.Card(1).GrandTotal() != 17 {
		t.Errorf("%+v", game.GameSummary)
	}
	next = replay(t, game, []scoring.Turn{paper(1, "ones", 2)})
	verify(d.TakeBack(t.Context(), game, next, at(4), spy))
	if game.Status != db.StatusOpen || game.FinishedAt != nil || len(game.Times) != 1 {
		t.Errorf("%+v", game.GameSummary)
	}
	add(5, roll(1, "chance", 6, 6, 6, 6, 6))
	if !game.FinishedAt.Equal(at(5).Truncate(time.Millisecond)) || game.Version != 6 {
		t.Errorf("%+v", game.GameSummary)
	}
}

func TestACorrectionMayMoveATurn(t *testing.T) { // B76: the box of another player
	d := open(t, newPath(t))
	game := d.play(d.create(d.newGame("mini", "Anna", "Berta")), roll(1, "ones", 1, 1, 2, 3, 4))
	moved := roll(2, "chance", 1, 1, 2, 3, 4)
	moved.OutOfTurn = true
	game = d.correct(game, 1, moved)
	if game.Play.Card(1).GrandTotal() != 0 || game.Play.Card(2).GrandTotal() != 11 {
		t.Error(fold(game))
	}
}

// race runs f so often at once and counts the outcomes.
func race(times int, f func() string) map[string]int {
	var mu sync.Mutex
	var wg sync.WaitGroup
	outcomes := map[string]int{}
	start := make(chan struct{})
	for range times {
		wg.Go(func() {
			<-start
			outcome := f()
			mu.Lock()
			defer mu.Unlock()
			outcomes[outcome]++
		})
	}
	close(start)
	wg.Wait()
	return outcomes
}

func TestOneOfTwentyTurnsWins(t *testing.T) { // B78, B81
	d := open(t, newPath(t))
	game := d.create(d.newGame("yahtzee", "Anna", "Berta"))
	boxes := make(chan string, 20)
	for i := range 20 {
		boxes <- game.Rules.Boxes()[i%13].ID // different boxes as well
	}
	outcomes := race(20, func() string {
		next, err := game.Play.Play(roll(1, <-boxes, 1, 2, 3, 4, 6))
		if err != nil {
			return err.Error()
		}
		_, err = d.AddTurn(t.Context(), game, next, now, nil, show)
		return fmt.Sprint(err)
	})
	if diff := cmp.Diff(map[string]int{"<nil>": 1, db.ErrConflict.Error(): 19}, outcomes); diff != "" {
		t.Error(diff)
	}
	if game = d.game(game.ID); len(game.Play.Turns()) != 1 || game.Play.NextSeat() != 2 || game.Version != 2 {
		t.Error(fold(game))
	}
}

func TestStaleWritesConflict(t *testing.T) {
	d := open(t, newPath(t))
	stale := d.play(d.create(d.newGame("mini", "Anna", "Berta")), paper(1, "ones", 3))
	fresh := d.play(stale, paper(2, "ones", 2))
	fresh = d.takeBack(fresh) // the same turns again, but not the same version
	next, err := stale.Play.Play(paper(2, "ones", 5))
	check(t, err)
	_, err1 := d.AddTurn(t.Context(), stale, next, now, nil, show)
	_, err2 := d.CorrectTurn(t.Context(), stale, 1, replay(t, stale, []scoring.Turn{paper(1, "ones", 1)}), now, show)
	_, err3 := d.TakeBack(t.Context(), stale, replay(t, stale, nil), now, show)
	for _, err := range []error{err1, err2, err3} {
		if !errors.Is(err, db.ErrConflict) {
			t.Error(err)
		}
	}
	if again := d.game(fresh.ID); !cmp.Equal(fold(fresh), fold(again)) || again.Version != fresh.Version {
		t.Error("a conflict changed the game")
	}
}

func TestWritesToAGameThatIsGone(t *testing.T) {
	d := open(t, newPath(t))
	game := d.create(d.newGame("mini", "Anna"))
	writer, _ := d.Pools()
	_, err := writer.Exec(`DELETE FROM games`)
	check(t, err)
	if d.rows("seats")+d.rows("changes") != 0 {
		t.Error("something is left of the game")
	}
	next, err := game.Play.Play(paper(1, "ones", 3))
	check(t, err)
	if _, err = d.AddTurn(t.Context(), game, next, now, nil, show); !errors.Is(err, db.ErrNotFound) {
		t.Error(err)
	}
}

func TestImpossibleWritesAreRefused(t *testing.T) {
	d := open(t, newPath(t))
	game := d.play(d.create(d.newGame("mini", "Anna")), paper(1, "ones", 3))
	calls := map[string]func() (db.Answer, error){
		"add nothing":       func() (db.Answer, error) { return d.AddTurn(t.Context(), game, game.Play, now, nil, show) },
		"correct turn 0":    func() (db.Answer, error) { return d.CorrectTurn(t.Context(), game, 0, game.Play, now, show) },
		"correct turn 2":    func() (db.Answer, error) { return d.CorrectTurn(t.Context(), game, 2, game.Play, now, show) },
		"take back nothing": func() (db.Answer, error) { return d.TakeBack(t.Context(), game, game.Play, now, show) },
	}
	for name, call := range calls {
		if _, err := call(); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if again := d.game(game.ID); again.Version != game.Version {
		t.Error("the game was changed")
	}
}

func TestAnErrorOfRenderUndoesTheWrite(t *testing.T) {
	d := open(t, newPath(t))
	game := d.play(d.create(d.newGame("mini", "Anna")), paper(1, "ones", 3))
	broken := errors.New("broken")
	fail := func(*db.Game) (db.Answer, error) { return db.Answer{}, broken }
	once := &db.Once{Key: "k", Fingerprint: "f"}
	next, err := game.Play.Play(paper(1, "chance", 20))
	check(t, err)
	before := d.rows("changes")
	_, err1 := d.AddTurn(t.Context(), game, next, now, once, fail)
	_, err2 := d.CorrectTurn(t.Context(), game, 1, replay(t, game, []scoring.Turn{paper(1, "ones", 1)}), now, fail)
	_, err3 := d.TakeBack(t.Context(), game, replay(t, game, nil), now, fail)
	_, err4 := d.CreateGame(t.Context(), d.newGame("mini", "New"), now, once, fail)
	for _, err := range []error{err1, err2, err3, err4} {
		if !errors.Is(err, broken) {
			t.Error(err)
		}
	}
	if again := d.game(game.ID); again.Version != game.Version || len(again.Play.Turns()) != 1 {
		t.Error("the game was changed")
	}
	if d.rows("idempotency") != 0 || d.rows("games") != 1 || d.rows("players") != 1 || d.rows("changes") != before {
		t.Error("something was left")
	}
	func() {
		defer func() { recover() }()
		d.AddTurn(t.Context(), game, next, now, nil, func(*db.Game) (db.Answer, error) { panic("broken") })
	}()
	d.play(game, paper(1, "chance", 20)) // the writer is free
}

// TestAClientThatHangsUpWritesNothing: or else all, but never a half.
func TestAClientThatHangsUpWritesNothing(t *testing.T) {
	d := open(t, newPath(t))
	game := d.create(d.newGame("mini", "Anna"))
	next, err := game.Play.Play(paper(1, "ones", 3))
	check(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	_, err = d.AddTurn(ctx, game, next, now, &db.Once{Key: "a"}, func(game *db.Game) (db.Answer, error) {
		cancel()
		return show(game)
	})
	if !errors.Is(err, context.Canceled) || d.rows("turns") != 0 || d.rows("idempotency") != 0 || d.rows("changes") != 1 {
		t.Error(err, d.rows("turns"))
	}
	d.play(game, paper(1, "ones", 3))
}

func TestHistory(t *testing.T) {
	d := open(t, newPath(t))
	game := d.create(d.newGame("mini", "Anna"))
	game = d.play(game, roll(1, "ones", 1, 1, 1, 2, 3))
	game = d.play(game, paper(1, "chance", 9))
	game = d.correct(game, 1, roll(1, "ones", 1, 1, 2, 2, 3))
	game = d.takeBack(game)
	changes, err := d.History(t.Context(), game.ID)
	check(t, err)
	var got []string
	points := func(turn *scoring.PlayedTurn) string {
		if turn == nil {
			return "-"
		}
		return fmt.Sprintf("%d:%s=%d", turn.N, turn.Category, *turn.Points)
	}
	for _, c := range changes {
		n := 0
		if c.N != nil {
			n = *c.N
		}
		got = append(got, fmt.Sprint(c.Version, " ", c.Kind, " ", n, " ", points(c.Before), " ", points(c.After)))
		if !c.At.Equal(now.Truncate(time.Millisecond)) {
			t.Error(c.At)
		}
	}
	want := []string{
		"1 created 0 - -",
		"2 played 1 - 1:ones=3",
		"3 played 2 - 2:chance=9",
		"4 corrected 1 1:ones=3 1:ones=2",
		"5 taken_back 2 2:chance=9 -",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if _, err := d.History(t.Context(), db.NewID()); !errors.Is(err, db.ErrNotFound) {
		t.Error(err)
	}
}

// TestADamagedGameIsNotTheReadersFault: faults of the rules would be told to
// the client as its own.
func TestADamagedGameIsNotTheReadersFault(t *testing.T) {
	d := open(t, newPath(t))
	game := d.play(d.create(d.newGame("mini", "Anna")), roll(1, "ones", 1, 1, 1, 2, 3))
	writer, _ := d.Pools()
	for _, damage := range []string{`dice = '[1,1,1,2,9]'`, `category = 'sixes'`, `dice = 'x'`, `at = 'yesterday'`} {
		_, err := writer.Exec(`UPDATE turns SET ` + damage)
		check(t, err)
		_, err = d.Game(t.Context(), game.ID)
		if faults := scoring.Faults(nil); err == nil || errors.As(err, &faults) {
			t.Errorf("%s: %v", damage, err)
		}
	}
}

func TestForeignKeysHold(t *testing.T) {
	d := open(t, newPath(t))
	game := d.create(d.newGame("mini", "Anna"))
	writer, readers := d.Pools()
	_, err := writer.Exec(`INSERT INTO turns (game_id, n, seat, category, column_no, points, out_of_turn, at)
		VALUES (?, 1, 7, 'ones', 1, 0, 0, '')`, game.ID)
	if err == nil || !strings.Contains(err.Error(), "FOREIGN KEY") {
		t.Error(err)
	}
	if _, err = readers.Exec(`DELETE FROM games`); err == nil {
		t.Error("a reader wrote")
	}
}
