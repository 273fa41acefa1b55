package scoring_test

import (
	"strings"
	"testing"
)

// The rows of rules.md E: everything that the project's five source documents say.
// Those marked R are rules. Rows about the play at the table, which a scorer can't
// watch, are held to what the scorer does enforce: seed_play_test.go.

const (
	wiki = "yahtzee-basic" // S0
	box  = "yahtzee-it"    // S1
	full = "yahtzee"       // S2, S3
	four = "yatzy-13"      // S4
)

// seedHands are rolls on a card: which boxes they may go to and what they pay.
var seedHands = []hand{
	{"S0-5", wiki, "", "33355", "threes=9 fives=10 three_of_a_kind=19 full_house=25 chance=19"},
	{"S0-11", wiki, "chance=20", "22456", "four_of_a_kind=0 full_house=0 large_straight=0 yahtzee=0 ones=0"},
	{"S0-13", wiki, "", "13461", "ones=2"},
	{"S0-13", wiki, "", "23456", "ones=0"}, // needs at least one
	{"S0-14", wiki, "", "21221", "twos=6"},
	{"S0-15", wiki, "", "31343", "threes=9"},
	{"S0-16", wiki, "", "41221", "fours=4"},
	{"S0-17", wiki, "", "51551", "fives=15"},
	{"S0-18", wiki, "", "63261", "sixes=12"},
	{"S0-20", wiki, "", "23452", "small_straight=30"},
	{"S0-20", wiki, "", "12346", "small_straight=30"},
	{"S0-20", wiki, "", "12456", "small_straight=0"},
	{"S0-21", wiki, "", "12345", "large_straight=40"},
	{"S0-21", wiki, "", "65432", "large_straight=40"},
	{"S0-21", wiki, "", "56123", "large_straight=0"},
	{"S0-22", wiki, "", "33352", "three_of_a_kind=16"},
	{"S0-23", wiki, "", "55551", "four_of_a_kind=21"},
	{"S0-24", wiki, "", "44411", "full_house=25"},
	{"S0-24", wiki, "", "44441", "full_house=0"},
	{"S0-25", wiki, "", "66666", "yahtzee=50"},
	{"S0-25", wiki, "yahtzee=50", "66666", "yahtzee=!box_filled sixes=30 four_of_a_kind=30 large_straight=0 ones=0"},
	{"S0-26", wiki, "", "12466", "chance=19"},
	{"S0-26", wiki, "chance=19", "12466", "chance=!box_filled"},

	{"S1-16", box, "", "33251", "ones=1 twos=2 threes=6 fours=0 fives=5 sixes=0"},
	{"S1-17", box, "", "33251", "threes=6"},
	{"S1-18", box, "", "33346", "three_of_a_kind=19"},
	{"S1-18", box, "", "33336", "three_of_a_kind=18"}, // at least three
	{"S1-19", box, "", "55551", "four_of_a_kind=21"},
	{"S1-19", box, "", "55555", "four_of_a_kind=25"}, // at least four
	{"S1-20", box, "", "55544", "full_house=25"},
	{"S1-20", box, "", "11122", "full_house=25"},
	{"S1-21", box, "", "23453", "small_straight=30"},
	{"S1-21", box, "", "12344", "small_straight=30"},
	{"S1-21", box, "", "34566", "small_straight=30"},
	{"S1-22", box, "", "12345", "large_straight=40"},
	{"S1-22", box, "", "23456", "large_straight=40"},
	{"S1-22", box, "", "13456", "large_straight=0"},
	{"S1-23", box, "large_straight=40", "23456", "small_straight=30"},
	{"S1-23", box, "", "23456", "small_straight=30"}, // F11: also while it is open
	{"S1-24", box, "", "33333", "yahtzee=50"},
	{"S1-26", box, "threes=9", "33355", "threes=!box_filled fives=10 full_house=25 ones=0"},
	{"S1-28", box, "", "33355", "threes=9 fives=10 three_of_a_kind=19 full_house=25 chance=19"},
	{"S1-29", box, "threes=9 fives=10 three_of_a_kind=19 full_house=25", "33355", "chance=19"},
	{"S1-31", box, "threes=9 fives=10 three_of_a_kind=19 full_house=25 chance=19", "33355", "only ones=0 twos=0 fours=0 sixes=0 four_of_a_kind=0 small_straight=0 large_straight=0 yahtzee=0"},
	{"S1-34", box, "", "11111", "yahtzee=50"},
	{"S1-34", box, "", "11112", "yahtzee=0"},
	{"S1-35", box, "yahtzee=50", "44444", "fours=20+100 chance=20+100"},
	{"S1-35", box, "yahtzee=50 extra=1 fours=20", "44444", "chance=20+100"}, // and the third
	{"S1-36", box, "yahtzee=0", "44444", "fours=20 chance=20"},
	{"S1-38", box, "yahtzee=50 fours=12", "44444", "large_straight=40+100"},
	{"S1-38", box, "yahtzee=0 fours=12", "44444", "large_straight=40"},
	{"S1-39", box, "yahtzee=50 fours=12", "44444", "only three_of_a_kind=20+100 four_of_a_kind=20+100 chance=20+100 full_house=25+100 small_straight=30+100 large_straight=40+100"},
	{"S1-40", box, "yahtzee=50 fours=12 " + lowerZeros, "44444", "only ones=0+100 twos=0+100 threes=0+100 fives=0+100 sixes=0+100"},
	{"S1-40", box, "yahtzee=0 fours=12 " + lowerZeros, "44444", "only ones=0 twos=0 threes=0 fives=0 sixes=0"},
	{"S1-41", box, "yahtzee=50", "33333", "threes=15+100 full_house=0+100 large_straight=0+100 ones=0+100"},
	{"S1-48", box, "", "55555", "yahtzee=50 ones=0 large_straight=0"}, // a zero is legal though something pays

	{"S2-4", full, "full_house=25", "22333", "full_house=!box_filled"},
	{"S2-22", full, "", "12345", "ones=1 twos=2 threes=3 fours=4 fives=5 sixes=0"},
	{"S2-24", full, "", "44466", "three_of_a_kind=24 full_house=25 fours=12 sixes=12"},
	{"S2-25", full, "", "23455", "small_straight=30 fives=10 chance=19"},
	{"S2-26", full, "", "66666", "yahtzee=50 four_of_a_kind=30 sixes=30"},
	{"S2-27", full, "", "12456", "chance=18 small_straight=0 large_straight=0 three_of_a_kind=0"},
	{"S2-29", full, "", "22222", "yahtzee=50"},
	{"S2-30", full, "yahtzee=50 twos=6", "22222", "chance=10+100"},
	{"S2-32", full, "yahtzee=50", "22222", "only twos=10+100"},
	{"S2-33", full, "yahtzee=50 twos=6 chance=9", "22222", "only three_of_a_kind=10+100 four_of_a_kind=10+100 full_house=25+100 small_straight=30+100 large_straight=40+100"},
	{"S2-34", full, "yahtzee=50 twos=6", "22222", "full_house=25+100 small_straight=30+100 large_straight=40+100"},
	{"S2-35", full, "yahtzee=0", "22222", "only twos=10"},
	{"S2-35", full, "yahtzee=0 twos=6", "22222", "full_house=25 ones=!joker_must_use_lower"},
	{"S2-45", "yatzy", "", "55223", "one_pair=10 two_pairs=14"},
	{"S2-46", "yatzy", "", "55555", "yatzy=50"},
	{"S2-46", "yatzy", "yatzy=50", "55555", "fives=25 chance=25 large_straight=0"}, // no bonus, no joker
	{"S2-49", "kniffel", "", "44466", "three_of_a_kind=24 full_house=25 fours=12"},
	{"S2-49", "kniffel", "yahtzee=50", "55555", "only fives=25+50"}, // F6: here the leaflet differs
	{"S2-51", "generala-50-40", "", "22222/1", "generala=50"},
	{"S2-51", "generala-50-40", "", "22222/2", "generala=40"},
	{"S2-52", "generala-50-40 double_generala=true", "generala=40", "22222", "double_generala=100"},

	{"S3-18", full, "", "11236", "ones=2 twos=2 threes=3 fours=0 fives=0 sixes=6"},
	{"S3-19", full, "", "33324", "threes=9 twos=2 fours=4"}, // one of them; never 15
	{"S3-21", full, "", "44412", "three_of_a_kind=15"},
	{"S3-21", full, "", "44112", "three_of_a_kind=0"},
	{"S3-22", full, "", "44412", "fours=12 chance=15"},
	{"S3-23", full, "", "44442", "four_of_a_kind=18"},
	{"S3-23", full, "", "44422", "four_of_a_kind=0"},
	{"S3-24", full, "", "44442", "three_of_a_kind=18 chance=18 fours=16 twos=2"},
	{"S3-25", full, "", "66611", "full_house=25"},
	{"S3-26", full, "", "66611", "three_of_a_kind=20 chance=20 sixes=18 ones=2"},
	{"S3-27", full, "", "12346", "small_straight=30"},
	{"S3-27", full, "", "34561", "small_straight=30"},
	{"S3-28", full, "", "12346", "chance=16 sixes=6"},
	{"S3-29", full, "", "54321", "large_straight=40"},
	{"S3-30", full, "", "54321", "small_straight=30 chance=15 fives=5"},
	{"S3-31", full, "", "33333", "yahtzee=50"},
	{"S3-31", full, "yahtzee=50", "33333", "threes=15+100"},
	{"S3-32", full, "", "12456", "chance=18"},
	{"S3-33", full, "yahtzee=50 extra=2 threes=15 chance=15", "33333", "full_house=25+100"},
	{"S3-34", full, "yahtzee=50", "33333", "only threes=15+100"},
	{"S3-36", full, "yahtzee=0 threes=9", "33333", "full_house=25 large_straight=40 sixes=!joker_must_use_lower"},
	{"S3-37", full, "yahtzee=50", "55555", "only fives=25+100"},
	{"S3-37", full, "yahtzee=50 fives=25", "55555", "small_straight=30+100 large_straight=40+100 full_house=25+100 ones=!joker_must_use_lower"},
	{"S3-38", full, "yahtzee=0 fives=15", "55555", "large_straight=40 chance=25 full_house=25"},
	{"S3-44", "yahtzee-upper-first", "ones=3", "12345", "large_straight=!order_upper_first chance=!order_upper_first sixes=0"},
	{"S3-44", "yahtzee-upper-first", "ones=3 twos=6 threes=9 fours=12 fives=15 sixes=18", "12345", "large_straight=40"},

	{"S4-8", four, "", "33355", "threes=9 fives=10 three_of_a_kind=20 full_house=25 chance=19"},
	{"S4-9", four, "", "11145", "ones=3"},
	{"S4-10", four, "", "33445", "threes=6 fours=8 fives=5"},
	{"S4-11", four, "", "22256", "three_of_a_kind=20"},
	{"S4-11", four, "", "22556", "three_of_a_kind=0"},
	{"S4-12", four, "", "22226", "four_of_a_kind=30"},
	{"S4-12", four, "", "22266", "four_of_a_kind=0"},
	{"S4-13", four, "", "22266", "full_house=25"},
	{"S4-13", four, "", "22222", "full_house=0"}, // A.6: strict
	{"S4-14", four, "", "23456", "large_straight=30 small_straight=0"},
	{"S4-15", four, "", "12345", "small_straight=40 large_straight=0"},
	{"S4-16", four, "", "66666", "yatzy=50"},
	{"S4-17", four, "", "14456", "chance=20"},
	{"S4-19", four, "", "12456", "yatzy=0 full_house=0 three_of_a_kind=0"},
	{"S4-20", four, "chance=20", "14456", "chance=!box_filled"},
}

const lowerZeros = "three_of_a_kind=0 four_of_a_kind=0 full_house=0 small_straight=0 large_straight=0 chance=5"

// seedTotals are cards and their sums.
var seedTotals = []total{
	{"S0-19", wiki, "ones=2 twos=6 threes=9 fours=12 fives=15 sixes=18", "upper 62+0 missed, lower 0, extra 0, total 62"},
	{"S0-19", wiki, "ones=3 twos=6 threes=9 fours=12 fives=15 sixes=18", "upper 63+35 earned, lower 0, extra 0, total 98"},
	{"S0-19", wiki, "ones=4 twos=6 threes=9 fours=12 fives=15 sixes=18", "upper 64+35 earned, lower 0, extra 0, total 99"},
	{"S1-9", box, "sixes=18 full_house=25 yahtzee=50 chance=20 extra=1", "upper 18+0 open, lower 95, extra 100, total 213"},
	{"S1-32", box, "ones=3 twos=6 threes=9 fours=12 fives=15 sixes=18", "upper 63+35 earned, lower 0, extra 0, total 98"},
	{"S1-42", box, "ones=3 twos=6 threes=9 fours=12 fives=15 sixes=18 three_of_a_kind=20 four_of_a_kind=0 full_house=25 small_straight=30 large_straight=40 yahtzee=50 chance=20 extra=2", "upper 63+35 earned, lower 185, extra 200, total 483"},
	{"S2-18", full, "ones=3 twos=6 threes=9 fours=12 fives=15 sixes=18 chance=20", "upper 63+35 earned, lower 20, extra 0, total 118"},
	{"S2-47", "yatzy", "ones=3 twos=6 threes=9 fours=12 fives=15 sixes=18", "upper 63+50 earned, lower 0, extra 0, total 113"},
	{"S2-47", "yatzy", "ones=2 twos=6 threes=9 fours=12 fives=15 sixes=18", "upper 62+0 missed, lower 0, extra 0, total 62"},
	{"S2-53", "triple-yahtzee", "chance@1=20 chance@2=20 chance@3=20", "upper 0+0 open, lower 20, extra 0, total 20 | upper 0+0 open, lower 20, extra 0, total 40 | upper 0+0 open, lower 20, extra 0, total 60"},
	{"S3-20", full, "ones=0 twos=6 threes=9 fours=12 fives=15 sixes=24", "upper 66+35 earned, lower 0, extra 0, total 101"}, // any combination
	{"S3-40", full, "fives=25 sixes=24 fours=16", "upper 65+35 earned, lower 0, extra 0, total 100"},
	{"S3-41", full, "yahtzee=50 chance=25 full_house=25 extra=2", "upper 0+0 open, lower 100, extra 200, total 300"},
	{"S3-42", full, "sixes=18 chance=25", "upper 18+0 open, lower 25, extra 0, total 43"},
	{"S4-21", four, "ones=3 twos=6 threes=9 fours=12 fives=15 sixes=18 chance=20", "upper 63+0 none, lower 20, extra 0, total 83"},
}

// seedRefusals are what a row forbids on a card that is handed in.
var seedRefusals = []refused{
	{"S0-6", wiki, "sixes:66612 sixes:66655", "box_filled /entries/1/category"},
	{"S1-26", box, "sixes=18 sixes=12", "box_filled /entries/1/category"},
	{"S1-36", box, "yahtzee=0 chance=20 extra=1", "bad_extra_yahtzees /extra_yahtzees"},
	{"S2-4", full, "chance:12345 chance=15", "box_filled /entries/1/category"},
	{"S2-52", "generala-50-40 double_generala=true", "generala=0 double_generala=100", "needs_generala /entries/1/category"},
	{"S3-19", full, "threes=15 twos=15", "impossible_points /entries/1/points"},
	{"S3-36", full, "yahtzee=0 chance=15 extra=1", "bad_extra_yahtzees /extra_yahtzees"},
	{"S4-20", four, "yatzy=50 yatzy=0", "box_filled /entries/1/category"},
}

func TestSeedRows(t *testing.T) {
	rows := rowChecks{}
	for _, h := range seedHands {
		rows.add(h.row, h.check)
	}
	for _, c := range seedTotals {
		rows.add(c.row, c.check)
	}
	for _, c := range seedRefusals {
		rows.add(c.row, c.check)
	}
	for id, check := range seedPlay {
		rows.add(id, check)
	}
	_, lines := table(t, "seed-rows.tsv")
	var wanted []string
	for _, line := range lines {
		if strings.Contains(line[2], "R") {
			wanted = append(wanted, line[0])
		}
	}
	rows.run(t, wanted)
}
