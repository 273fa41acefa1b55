package scoring_test

import (
	"fmt"
	"testing"

	"segnapunti/scoring"
)

// leftAfter is the seat of a player who left when the game had so many turns.
func leftAfter(turns int) scoring.Seating { return scoring.Seating{LeftAfter: &turns} }

func pointsTurn(seat int, category string, n int) scoring.Turn {
	return scoring.Turn{Seat: seat, Entry: scoring.Entry{Category: category, Points: &n}}
}

func TestWhoLeftIsSkipped(t *testing.T) {
	rs := rules(t, "yacht")
	turns := []scoring.Turn{pointsTurn(1, "choice", 5), pointsTurn(2, "choice", 30), pointsTurn(1, "ones", 1)}
	g, n, err := rs.ReplayOf([]scoring.Seating{{}, leftAfter(2)}, turns)
	if err != nil {
		t.Fatal(n, err)
	}
	if g.NextSeat() != 1 || !g.Left(2) || g.Left(1) || fmt.Sprint(g.Places()) != "[1 2]" || g.Winners() != nil {
		t.Errorf("next %d, left %v, places %v", g.NextSeat(), g.Left(2), g.Places())
	}
	turn := pointsTurn(2, "ones", 1)
	turn.OutOfTurn = true
	if _, err := g.Play(turn); faultCodes(err) != "seat_left /seat" {
		t.Errorf("%v", err)
	}
	// Before the turn after which they left they were there.
	if g, _, err := rs.ReplayOf([]scoring.Seating{{}, leftAfter(2)}, turns[:1]); err != nil || g.NextSeat() != 2 || g.Left(2) {
		t.Errorf("%v, next %d", err, g.NextSeat())
	}
	// Who has a complete card hasn't left it.
	whole := rs.NewGame(2)
	for _, box := range rs.Boxes() {
		for seat := 1; seat <= 2; seat++ {
			if whole, err = whole.Play(pointsTurn(seat, box.ID, 0)); err != nil {
				t.Fatal(err)
			}
		}
	}
	done, _, err := rs.ReplayOf([]scoring.Seating{leftAfter(24), {}}, whole.Handed())
	if err != nil || done.Left(1) || fmt.Sprint(done.Winners()) != "[1 2]" {
		t.Errorf("%v, left %v, winners %v", err, done.Left(1), done.Winners())
	}
}

// faultCodes lists what an error says: each code and its pointer.
func faultCodes(err error) (text string) {
	faults, _ := err.(scoring.Faults)
	for i, f := range faults {
		if i > 0 {
			text += ", "
		}
		text += string(f.Code) + " " + f.Pointer
	}
	return text
}

func copied(n int) scoring.Seating { return scoring.Seating{Total: &n} }

func TestGamesFromPaper(t *testing.T) {
	rs := rules(t, "yahtzee")
	sheet := wholeGame(t, "yahtzee")
	card, err := rs.NewCard(sheet)
	if err != nil {
		t.Fatal(err)
	}
	g, err := rs.NewGameOf([]scoring.Seating{copied(200), {Card: &sheet}, copied(0), copied(200)})
	if err != nil {
		t.Fatal(err)
	}
	if !g.Paper() || !g.Over() || g.NextSeat() != 0 || g.Total(1) != 200 || g.Total(2) != card.GrandTotal() ||
		!g.KnownTotal(1) || g.KnownTotal(2) || fmt.Sprint(g.Places()) != "[1 3 4 1]" || fmt.Sprint(g.Winners()) != "[1 4]" {
		t.Errorf("total %d, places %v, winners %v", g.Total(2), g.Places(), g.Winners())
	}
	if _, err := g.Play(pointsTurn(1, "ones", 1)); faultCodes(err) != "game_over " {
		t.Errorf("%v", err)
	}
	if played := rs.NewGame(1); played.Paper() || played.KnownTotal(1) {
		t.Error("a game to be played is from paper")
	}
}

func TestPaperThatCannotBe(t *testing.T) {
	rs := rules(t, "yahtzee")
	whole, half, both := wholeGame(t, "yahtzee"), wholeGame(t, "yahtzee"), copied(5)
	half.Entries = half.Entries[:12]
	both.Card = &whole
	wrong := scoring.Sheet{Entries: []scoring.Entry{{Category: "poker"}}}
	for _, row := range []struct {
		seats []scoring.Seating
		want  string
	}{
		{[]scoring.Seating{copied(0), copied(1575)}, ""},
		{[]scoring.Seating{copied(-1), copied(1576)}, "impossible_total /0/total, impossible_total /1/total"},
		{[]scoring.Seating{copied(1), {}}, "mixed_paper /1"},
		{[]scoring.Seating{{}, copied(1)}, "mixed_paper /1"},
		{[]scoring.Seating{both}, "mixed_paper /0"},
		{[]scoring.Seating{{Card: &half}}, "card_incomplete /0/card"},
		{[]scoring.Seating{{Card: &wrong}}, "unknown_category /0/card/entries/0/category, dice_or_points /0/card/entries/0"},
	} {
		if _, err := rs.NewGameOf(row.seats); faultCodes(err) != row.want {
			t.Errorf("%q, want %q", faultCodes(err), row.want)
		}
	}
	if _, n, err := rs.ReplayOf([]scoring.Seating{copied(-1)}, nil); err == nil || n != 0 {
		t.Errorf("replayed, %d, %v", n, err)
	}
}
