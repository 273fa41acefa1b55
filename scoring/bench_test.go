package scoring_test

import (
	"testing"

	"segnapunti/scoring"
)

// BenchmarkChoices is the work of one preview: 13 boxes of a half-filled card.
func BenchmarkChoices(b *testing.B) {
	card, err := rules(b, "yahtzee").NewCard(scoring.Sheet{Entries: []scoring.Entry{
		{Category: "yahtzee", Dice: []int{6, 6, 6, 6, 6}}, {Category: "ones", Dice: []int{1, 1, 1, 2, 3}},
	}})
	if err != nil {
		b.Fatal(err)
	}
	roll := scoring.Roll{Dice: []int{4, 4, 4, 4, 4}, Rolls: 3}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := card.Choices(roll); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkNewCard is the work of one total: 13 entries checked in order.
func BenchmarkNewCard(b *testing.B) {
	rs := rules(b, "yahtzee")
	sheet := wholeGame(b, "yahtzee")
	b.ReportAllocs()
	for b.Loop() {
		card, err := rs.NewCard(sheet)
		if err != nil {
			b.Fatal(err)
		}
		card.Totals()
	}
}

// wholeGame is the first of the vectors' games of a rule set.
func wholeGame(t testing.TB, id string) scoring.Sheet {
	var games []struct {
		RuleSet string          `json:"ruleset"`
		Entries []scoring.Entry `json:"entries"`
	}
	readJSON(t, "games.json", &games)
	for _, game := range games {
		if game.RuleSet == id {
			return scoring.Sheet{Entries: game.Entries}
		}
	}
	t.Fatalf("no game of %s", id)
	return scoring.Sheet{}
}
