package scoring_test

import (
	"slices"
	"testing"

	"segnapunti/scoring"
)

// left and known are players who left after so many turns, or of whom only the
// total is known.
func left(after int) scoring.Seating  { return scoring.Seating{LeftAfter: &after} }
func known(total int) scoring.Seating { return scoring.Seating{Total: &total} }

// paperSeat is a player with a finished card from paper.
func paperSeat(t testing.TB, text string) scoring.Seating {
	t.Helper()
	s := sheet(t, text)
	return scoring.Seating{Card: &s}
}

// paperCard is a finished card of 13 boxes: 63 above, 35, below 9 and the Yahtzee.
const paperCard = upperDone + lowerDone + "yahtzee=50"

func TestPlayerLeaves(t *testing.T) {
	rs := rules(t, full)
	plays := scoring.Seating{}
	for _, c := range []struct {
		seats []scoring.Seating
		turns string
		next  int
		left  []bool
	}{
		{[]scoring.Seating{plays, left(2), plays}, "", 1, []bool{false, false, false}}, // still there
		{[]scoring.Seating{plays, left(2), plays}, "1 ones=1", 2, []bool{false, false, false}},
		{[]scoring.Seating{plays, left(2), plays}, "1 ones=1, 2 ones=1", 3, []bool{false, true, false}},
		{[]scoring.Seating{plays, left(2), plays}, "1 ones=1, 2 ones=1, 3 ones=1, 1 twos=2", 3, []bool{false, true, false}}, // skipped
		{[]scoring.Seating{left(0), plays}, "", 2, []bool{true, false}},
		{[]scoring.Seating{left(0), left(0)}, "", 0, []bool{true, true}},
		{[]scoring.Seating{plays, plays}, "1 ones=1", 2, []bool{false, false}},
	} {
		game, n, err := rs.ReplayOf(c.seats, turns(t, c.turns))
		if err != nil || n != 0 {
			t.Errorf("%q: turn %d, %v", c.turns, n, err)
			continue
		}
		var gone []bool
		for i := range c.seats {
			gone = append(gone, game.Left(i+1))
		}
		if game.NextSeat() != c.next || game.Over() != (c.next == 0) || !slices.Equal(gone, c.left) || game.Paper() {
			t.Errorf("%q: next %d, want %d; left %v, want %v", c.turns, game.NextSeat(), c.next, gone, c.left)
		}
	}
}

// Who left can't play any more, and comes after all who stayed, whatever the totals.
func TestWhoLeft(t *testing.T) {
	game, _, err := rules(t, "generala-50-40").ReplayOf([]scoring.Seating{left(3), {}, {}}, turns(t, "1 sixes=30, 2 ones=1, 3 ones=2"))
	fatal(t, err)
	for _, turn := range []string{"1 ones=1", "1! ones=1"} {
		_, err := game.Play(turns(t, turn)[0])
		checkFault(t, err, scoring.Fault{Code: scoring.SeatLeft, Pointer: "/seat", Args: map[string]any{"seat": 1}})
	}
	if got := game.Places(); !slices.Equal(got, []int{3, 2, 1}) || game.Winners() != nil {
		t.Errorf("places %v, winners %v", got, game.Winners())
	}
	for seat := game.NextSeat(); seat > 0; seat = game.NextSeat() {
		for _, b := range game.Rules().Boxes() {
			if _, filled := game.Card(seat).Points(b.ID, 1); !filled {
				game, err = game.Play(scoring.Turn{Seat: seat, Entry: entry(t, b.ID+"=0")})
				fatal(t, err)
				break
			}
		}
	}
	if got := game.Winners(); !game.Over() || !slices.Equal(got, []int{3}) || !slices.Equal(game.Places(), []int{3, 2, 1}) {
		t.Errorf("over %v, winners %v, places %v", game.Over(), got, game.Places())
	}
	all, _, err := rules(t, full).ReplayOf([]scoring.Seating{left(2), left(2)}, turns(t, "1 ones=1, 2 ones=2"))
	fatal(t, err)
	if !all.Over() || all.Winners() != nil {
		t.Errorf("all left: over %v, winners %v", all.Over(), all.Winners())
	}
}

// A player with a full card has not left, however many turns the others played.
func TestFullCardHasNotLeft(t *testing.T) {
	coin, err := scoring.New(scoring.Definition{ID: "coin", Version: 1, Dice: 1, Faces: 2, Rolls: 1, Boxes: []scoring.Box{
		{ID: "heads", Section: scoring.Upper, Pattern: scoring.Pattern{Face: 1}, Points: scoring.Points{Sum: scoring.SumMatching}},
	}})
	fatal(t, err)
	game, _, err := coin.ReplayOf([]scoring.Seating{left(2), {}}, turns(t, "1 heads=1, 2 heads=0"))
	fatal(t, err)
	if game.Left(1) || !slices.Equal(game.Winners(), []int{1}) {
		t.Errorf("left %v, winners %v", game.Left(1), game.Winners())
	}
}

// A game copied from paper is over: cards, or totals, for all.
func TestPaperGame(t *testing.T) {
	rs := rules(t, full)
	game, err := rs.NewGameOf([]scoring.Seating{paperSeat(t, paperCard), known(250), paperSeat(t, paperCard), known(0)})
	fatal(t, err)
	var totals []int
	for seat := 1; seat <= 4; seat++ {
		totals = append(totals, game.Total(seat))
		if game.KnownTotal(seat) != (seat%2 == 0) || game.Left(seat) {
			t.Errorf("seat %d: only the total is known: %v; left: %v", seat, game.KnownTotal(seat), game.Left(seat))
		}
	}
	if want := []int{157, 250, 157, 0}; !slices.Equal(totals, want) {
		t.Errorf("totals %v, want %v", totals, want)
	}
	if !game.Paper() || !game.Over() || game.NextSeat() != 0 || !slices.Equal(game.Places(), []int{2, 1, 2, 4}) || !slices.Equal(game.Winners(), []int{2}) {
		t.Errorf("paper %v, over %v, next %d, places %v, winners %v", game.Paper(), game.Over(), game.NextSeat(), game.Places(), game.Winners())
	}
	if got := added(game.Card(1)); got != "upper 63+35 earned, lower 59, extra 0, total 157" {
		t.Error(got)
	}
	if _, err := game.Play(turns(t, "2 ones=1")[0]); told(t, err) != "game_over" {
		t.Errorf("a turn: %v", err)
	}
	if plain := rs.NewGame(2); plain.Paper() || plain.KnownTotal(1) || plain.Left(2) || plain.Total(1) != 0 {
		t.Error("a played game is taken for paper")
	}
}

func TestRefusedSeats(t *testing.T) {
	short := paperSeat(t, "ones=3")
	wrong := paperSeat(t, "ones=7 twos=1")
	both := paperSeat(t, paperCard)
	both.Total = known(157).Total
	for _, c := range []struct {
		name  string
		seats []scoring.Seating
		want  string
	}{
		{"card and play", []scoring.Seating{paperSeat(t, paperCard), {}}, "mixed_paper /1"},
		{"play and total", []scoring.Seating{{}, known(5), {}, known(6)}, "mixed_paper /1, mixed_paper /3"},
		{"card and total of one", []scoring.Seating{both}, "mixed_paper /0"},
		{"open boxes", []scoring.Seating{short, paperSeat(t, paperCard), short}, "card_incomplete /0/card, card_incomplete /2/card"},
		{"no such points", []scoring.Seating{wrong}, "impossible_points /0/card/entries/0/points, impossible_points /0/card/entries/1/points"},
		{"too high", []scoring.Seating{known(1575), known(1576), known(0), known(-1)}, "impossible_total /1/total, impossible_total /3/total"},
		{"none", []scoring.Seating{}, ""},
	} {
		_, n, err := rules(t, full).ReplayOf(c.seats, nil)
		if got := told(t, err); got != c.want || n != 0 {
			t.Errorf("%s: %q, turn %d; want %q", c.name, got, n, c.want)
		}
	}
	_, err := rules(t, full).NewGameOf([]scoring.Seating{short})
	checkFault(t, err, scoring.Fault{Code: scoring.CardIncomplete, Pointer: "/0/card", Args: map[string]any{"open": 12}})
	_, err = rules(t, full).NewGameOf([]scoring.Seating{known(1576)})
	checkFault(t, err, scoring.Fault{Code: scoring.ImpossibleTotal, Pointer: "/0/total", Args: map[string]any{"got": 1576, "max": 1575}})
	if _, n, err := rules(t, full).ReplayOf([]scoring.Seating{{}, {}}, turns(t, "1 ones=1, 2 ones=7")); n != 2 || told(t, err) != "impossible_points /points" {
		t.Errorf("turn %d, %v", n, err)
	}
}
