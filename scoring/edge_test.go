package scoring_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"segnapunti/scoring"
)

// The tables of rules.md B, made by a program that isn't ours.

// boxNames are the abbreviations of rules.md B.
var boxNames = map[string]string{
	"1s": "ones", "2s": "twos", "3s": "threes", "4s": "fours", "5s": "fives", "6s": "sixes",
	"1P": "one_pair", "2P": "two_pairs", "3P": "three_pairs",
	"3K": "three_of_a_kind", "4K": "four_of_a_kind", "5K": "five_of_a_kind",
	"FH": "full_house", "FH 2+3": "full_house", "Villa 3+3": "villa", "Tower 2+4": "tower",
	"SS": "small_straight", "LS": "large_straight", "FS": "full_straight",
	"CH": "chance", "Y": "yahtzee", "MY": "maxi_yatzy",
	"S4 tris": "three_of_a_kind", "S4 poker": "four_of_a_kind", "S4 full": "full_house",
	"S4 grande(2-6)": "large_straight", "S4 piccola(1-5)": "small_straight", "S4 yatzy": "yatzy", "S4 chance": "chance",
	"Ya FH": "full_house", "Ya 4K": "four_of_a_kind", "Ya LitS": "little_straight", "Ya BigS": "big_straight",
	"Ya Choice": "choice", "Ya Yacht": "yacht",
}

// checkRoll compares one roll in one box of an empty card.
func checkRoll(t *testing.T, rs *scoring.RuleSet, r scoring.Roll, box string, want int) {
	t.Helper()
	card := rs.EmptyCard()
	choice := choose(t, &card, r, box)
	if choice.Points != want || !choice.Legal || choice.ExtraPoints != 0 || choice.Joker {
		t.Errorf("%s: %v in %s: %+v, want %d points", rs.ID(), r.Dice, box, choice, want)
	}
}

// eachCell calls f with every roll and value of a table of B.
func eachCell(t *testing.T, file string, f func(r scoring.Roll, column, cell string)) {
	t.Helper()
	head, rows := table(t, file)
	for _, row := range rows {
		for i := 2; i < len(row); i++ {
			f(roll(t, row[1]), head[i], row[i])
		}
	}
}

func number(t *testing.T, text string) int {
	t.Helper()
	n, err := strconv.Atoi(text)
	fatal(t, err)
	return n
}

// B.1 holds for every card of the thirteen boxes, whatever its joker rule.
func TestEdgeYahtzee(t *testing.T) {
	for _, id := range []string{
		"yahtzee", "yahtzee-it", "yahtzee-basic", "yahtzee-free-choice", "yahtzee-1956",
		"kniffel", "triple-yahtzee", "yahtzee-upper-first order=any",
	} {
		rs := ruleSet(t, id)
		eachCell(t, "edge-yahtzee.tsv", func(r scoring.Roll, column, cell string) {
			checkRoll(t, rs, r, boxNames[column], number(t, cell))
		})
	}
}

// B.3: the value, and in brackets the one of the lenient house rules.
func TestEdgeYatzy(t *testing.T) {
	strict := ruleSet(t, "yatzy")
	lenient := ruleSet(t, "yatzy full_house_of_five=true two_pairs_of_four=true")
	eachCell(t, "edge-yatzy.tsv", func(r scoring.Roll, column, cell string) {
		box := boxNames[column]
		if column == "Y" {
			box = "yatzy"
		}
		value, bracket, both := strings.Cut(strings.TrimSuffix(cell, ")"), " (")
		checkRoll(t, strict, r, box, number(t, value))
		if !both {
			bracket = value
		}
		checkRoll(t, lenient, r, box, number(t, bracket))
	})
}

// B.4: three cards in one table.
func TestEdgeOther(t *testing.T) {
	yatzy13, yacht := rules(t, "yatzy-13"), rules(t, "yacht")
	generala := ruleSet(t, "generala served_wins=false")
	eachCell(t, "edge-other.tsv", func(r scoring.Roll, column, cell string) {
		switch {
		case strings.HasPrefix(column, "S4"):
			checkRoll(t, yatzy13, r, boxNames[column], number(t, cell))
		case strings.HasPrefix(column, "Ya"):
			checkRoll(t, yacht, r, boxNames[column], number(t, cell))
		default:
			box, armed, served := generalaCell(t, column, cell)
			checkRoll(t, generala, scoring.Roll{Dice: r.Dice, Rolls: 2}, box, armed)
			checkRoll(t, generala, scoring.Roll{Dice: r.Dice, Rolls: 3}, box, armed)
			checkRoll(t, generala, scoring.Roll{Dice: r.Dice, Rolls: 1}, box, served)
		}
	})
}

// generalaCell reads "40/45", "0", "yes" and the letters of the straights: ours is
// reading B (A.10).
func generalaCell(t *testing.T, column, cell string) (box string, armed, served int) {
	t.Helper()
	switch column {
	case "Gen escalera readings":
		if strings.Contains(cell, "B") {
			return "straight", 20, 25
		}
		return "straight", 0, 0
	case "Gen generala":
		if cell == "yes" {
			return "generala", 50, 50
		}
		return "generala", 0, 0
	case "Gen full":
		box = "full_house"
	case "Gen póker":
		box = "four_of_a_kind"
	default:
		t.Fatalf("unknown column %q", column)
	}
	first, second, both := strings.Cut(cell, "/")
	if !both {
		second = first
	}
	return box, number(t, first), number(t, second)
}

// B.5
func TestEdgeMaxiYatzy(t *testing.T) {
	rs := rules(t, "maxi-yatzy")
	eachCell(t, "edge-maxi-yatzy.tsv", func(r scoring.Roll, column, cell string) {
		checkRoll(t, rs, r, boxNames[column], number(t, cell))
	})
}

// jokerCards are the cards of B.2's states.
var jokerCards = map[string]string{
	"J1":  "",
	"J2":  "fours=8",
	"J3":  "yahtzee=50",
	"J4":  "yahtzee=0",
	"J5":  "yahtzee=50 fours=8",
	"J6":  "yahtzee=0 fours=8",
	"J7":  "yahtzee=50 twos=4 threes=6 fives=10 sixes=12 three_of_a_kind=0 four_of_a_kind=0 small_straight=0 chance=9",
	"J8":  "yahtzee=50 fours=8 twos=4 threes=6 fives=10 three_of_a_kind=0 four_of_a_kind=0 full_house=25 small_straight=0 chance=9",
	"J9":  "yahtzee=0 fours=8 twos=4 threes=6 fives=10 three_of_a_kind=0 four_of_a_kind=0 full_house=25 small_straight=0 chance=9",
	"J10": "yahtzee=50 fours=8 twos=4 threes=6 fives=10 three_of_a_kind=0 four_of_a_kind=0 full_house=25 small_straight=0 large_straight=0 chance=9",
	"J11": "yahtzee=0 fours=8 twos=4 threes=6 fives=10 three_of_a_kind=0 four_of_a_kind=0 full_house=25 small_straight=0 large_straight=0 chance=9",
	"J12": "yahtzee=50 twos=4 threes=6 fives=10 sixes=12 three_of_a_kind=0 four_of_a_kind=0 full_house=25 small_straight=0 large_straight=0 chance=9",
	"J13": "yahtzee=0 ones=2 twos=4 threes=6 fives=10 sixes=12 three_of_a_kind=0 four_of_a_kind=0 full_house=25 small_straight=0 large_straight=0 chance=9",
	"J14": "yahtzee=50 ones=2 twos=4 threes=6 fours=8 sixes=12 three_of_a_kind=0 four_of_a_kind=0 full_house=25 small_straight=0 large_straight=0 chance=9",
	"J15": "ones=2 twos=4 threes=6 fours=8 fives=10 sixes=12 three_of_a_kind=0 four_of_a_kind=0 full_house=25 small_straight=0 large_straight=0 chance=9",
}

// jokerColumns are the rule sets of B.2's columns, once by name and once by option.
var jokerColumns = map[string][]string{
	"none":     {"yahtzee-basic", "yahtzee joker=none extra_yahtzee_points=0"},
	"forced":   {"yahtzee", "yahtzee-it joker=forced"},
	"seed001":  {"yahtzee-it", "yahtzee joker=ordinary"},
	"free":     {"yahtzee-free-choice", "yahtzee joker=free_choice"},
	"original": {"yahtzee-1956", "yahtzee joker=original_1956"},
	"kniffel":  {"kniffel"},
}

// B.2: five fours in fifteen states of the card, under six joker rules.
func TestEdgeJokers(t *testing.T) {
	head, rows := table(t, "joker-states.tsv")
	if len(rows) != len(jokerCards) {
		t.Fatalf("%d states, %d cards", len(rows), len(jokerCards))
	}
	for _, row := range rows {
		for i := 2; i < len(row); i++ {
			want := jokerWant(row[i])
			for _, rs := range jokerColumns[head[i]] {
				hand{row[0], rs, jokerCards[row[0]], "44444", want}.check(t)
			}
		}
	}
}

// jokerWant turns "4s=20 FH=0 +100" into the notation of a hand: every box and the
// extra points in each.
func jokerWant(cell string) string {
	words := strings.Fields(cell)
	extra := ""
	if last := words[len(words)-1]; strings.HasPrefix(last, "+") {
		extra, words = last, words[:len(words)-1]
	}
	want := "only"
	for _, word := range words {
		box, points, _ := strings.Cut(word, "=")
		want += " " + boxNames[box] + "=" + points + extra
	}
	return want
}

// wholeCards are the cases of B.6. The text is the order of play; a total that
// begins with ! is the box where the card becomes illegal.
var wholeCards = []struct {
	row, play string
	want      [6]string // none, forced, seed001, free, original, kniffel
}{
	{
		"A", "yahtzee:66666 ones:11111 twos:22222 threes:33333 fours:44444 fives:55555 sixes:66666 " +
			"three_of_a_kind:66666 four_of_a_kind:66666 full_house:66666 small_straight:66666 large_straight:66666 chance:66666",
		[6]string{"280", "1575", "1575", "1575", "!ones", "675"},
	},
	{
		"B", "yahtzee:66666 three_of_a_kind:66666 four_of_a_kind:66666 full_house:66666 small_straight:66666 large_straight:66666 " +
			"chance:66666 ones:66666 twos:66666 threes:66666 fours:66666 fives:66666 sixes:66666",
		[6]string{"170", "!three_of_a_kind", "1370", "1370", "1435", "!three_of_a_kind"},
	},
	{"C", upperThrees + lowerFiller + yahtzeeFiller, [6]string{"108", "108", "108", "108", "108", "108"}},
	{"D", strings.Replace(upperThrees, "11123", "11234", 1) + lowerFiller + yahtzeeFiller, [6]string{"72", "72", "72", "72", "72", "72"}},
	{
		"E", strings.NewReplacer("11123", "23446", "66612", "66661").Replace(upperThrees) + lowerFiller + yahtzeeFiller,
		[6]string{"111", "111", "111", "111", "111", "111"},
	},
	{
		"F", strings.NewReplacer("44412", "44444", "large_straight:12466", "large_straight:44444").Replace(yahtzeeFiller + upperThrees + lowerFiller),
		[6]string{"116", "156", "156", "156", "!fours", "206"},
	},
	{
		"G", "yahtzee:66666 full_house:33333 " + upperThrees + strings.Replace(lowerFiller, "full_house:12466", "", 1),
		[6]string{"158", "!full_house", "258", "258", "283", "!full_house"},
	},
}

const (
	upperThrees   = "ones:11123 twos:22213 threes:33312 fours:44412 fives:55512 sixes:66612 "
	lowerFiller   = "three_of_a_kind:12466 four_of_a_kind:12466 full_house:12466 small_straight:12466 large_straight:12466 chance:11224 "
	yahtzeeFiller = "yahtzee:12466 "
)

func TestEdgeWholeCards(t *testing.T) {
	columns := []string{"none", "forced", "seed001", "free", "original", "kniffel"}
	for _, c := range wholeCards {
		for i, column := range columns {
			for _, rs := range jokerColumns[column] {
				if got := playOrRefuse(t, ruleSet(t, rs), c.play); got != c.want[i] {
					t.Errorf("case %s, %s: %s, want %s", c.row, rs, got, c.want[i])
				}
			}
		}
	}
}

// playOrRefuse plays boxes and returns the total, or "!box" for the first refused.
// What Play says, a sheet handed in must say too.
func playOrRefuse(t *testing.T, rs *scoring.RuleSet, text string) string {
	t.Helper()
	handed, sheetErr := rs.NewCard(sheet(t, text))
	card := rs.EmptyCard()
	for _, word := range strings.Fields(text) {
		e := entry(t, word)
		next, _, err := card.Play(e)
		if err != nil {
			if sheetErr == nil {
				t.Errorf("%s: Play refuses %s, NewCard doesn't", rs.ID(), word)
			}
			return "!" + e.Category
		}
		card = next
	}
	if sheetErr != nil || handed.GrandTotal() != card.GrandTotal() {
		t.Errorf("%s: NewCard says %d, %v; Play %d", rs.ID(), handed.GrandTotal(), sheetErr, card.GrandTotal())
	}
	return strconv.Itoa(card.GrandTotal())
}

// B.6, "further whole-card checks"; the yamb and balut rows are not built in.
func TestEdgeFurtherCards(t *testing.T) {
	for _, c := range []total{
		{"Yatzy upper 62", "yatzy", "ones=2 twos=6 threes=9 fours=12 fives=15 sixes=18", "upper 62+0 missed, lower 0, extra 0, total 62"},
		{"Yatzy upper 63", "yatzy", "ones=3 twos=6 threes=9 fours=12 fives=15 sixes=18", "upper 63+50 earned, lower 0, extra 0, total 113"},
		{"Maxi upper 83", "maxi-yatzy", "ones=3 twos=8 threes=12 fours=16 fives=20 sixes=24", "upper 83+0 missed, lower 0, extra 0, total 83"},
		{"Maxi upper 84", "maxi-yatzy", "ones=4 twos=8 threes=12 fours=16 fives=20 sixes=24", "upper 84+100 earned, lower 0, extra 0, total 184"},
		{"Maxi 75/50, upper 74", "maxi-yatzy upper_bonus_at=75 upper_bonus_points=50", "ones=6 twos=8 threes=12 fours=16 fives=20 sixes=12", "upper 74+0 missed, lower 0, extra 0, total 74"},
		{"Maxi 75/50, upper 75", "maxi-yatzy upper_bonus_at=75 upper_bonus_points=50", "ones=5 twos=6 threes=12 fours=16 fives=0 sixes=36", "upper 75+50 earned, lower 0, extra 0, total 125"},
		{"forced order 42, upper 41", "yatzy order=top_down upper_bonus_at=42", "ones=1 twos=4 threes=6 fours=8 fives=10 sixes=12", "upper 41+0 missed, lower 0, extra 0, total 41"},
		{"forced order 42, upper 42", "yatzy order=top_down upper_bonus_at=42", "ones=2 twos=4 threes=6 fours=8 fives=10 sixes=12", "upper 42+50 earned, lower 0, extra 0, total 92"},
		{
			"Triple 63, 62, 63", "triple-yahtzee",
			"ones@1=3 twos@1=6 threes@1=9 fours@1=12 fives@1=15 sixes@1=18 ones@2=2 twos@2=6 threes@2=9 fours@2=12 fives@2=15 sixes@2=18 " +
				"ones@3=3 twos@3=6 threes@3=9 fours@3=12 fives@3=15 sixes@3=18",
			"upper 63+35 earned, lower 0, extra 0, total 98 | upper 62+0 missed, lower 0, extra 0, total 124 | upper 63+35 earned, lower 0, extra 0, total 294",
		},
	} {
		t.Run(c.row, c.check)
	}
	for _, h := range []hand{
		{"Triple: fourth Yahtzee in column 3", "triple-yahtzee", "yahtzee@1=50 yahtzee@2=50 yahtzee@3=50", "66666", "sixes@3=30+300 sixes@2=30+200 sixes=30+100"},
		{"Generala struck", "generala", "generala=0", "22222", "double_generala=!needs_generala"},
		{"Generala scored", "generala", "generala=50", "22222", "double_generala=100"},
		{"S2 Generala, roll 1", "generala-50-40", "", "22222/1", "generala=50"},
		{"S2 Generala, roll 3", "generala-50-40", "", "22222/3", "generala=40"},
	} {
		t.Run(h.row, h.check)
	}
}

// B.6: the ledger of saved rolls after turns of 1, 1 and 3 rolls.
func TestEdgeMaxiLedger(t *testing.T) {
	card := rules(t, "maxi-yatzy").EmptyCard()
	var saved []int
	for _, word := range []string{"ones:112345/1", "twos:222345/1", "threes:333124/3"} {
		next, _, err := card.Play(entry(t, word))
		fatal(t, err)
		card = next
		saved = append(saved, *card.Totals().SavedRolls)
	}
	if want := []int{2, 4, 4}; !slices.Equal(saved, want) {
		t.Errorf("saved %v, want %v", saved, want)
	}
	if _, err := card.Choices(roll(t, "111111/7")); err != nil {
		t.Errorf("seven rolls: %v", err)
	}
	if _, err := card.Choices(roll(t, "111111/8")); told(t, err) != "bad_rolls /rolls" {
		t.Errorf("eight rolls: %v", err)
	}
}

// B.6: dice that a card can't have.
func TestEdgeBadDice(t *testing.T) {
	card := rules(t, "yahtzee").EmptyCard()
	for dice, want := range map[string]string{
		"1234": "bad_dice /dice", "01234": "bad_dice /dice/0", "12347": "bad_dice /dice/4",
		"123456": "bad_dice /dice", "": "bad_dice /dice", "70": "bad_dice /dice, bad_dice /dice/0, bad_dice /dice/1",
	} {
		_, err := card.Choices(roll(t, dice))
		if got := told(t, err); got != want {
			t.Errorf("%q: %q, want %q", dice, got, want)
		}
		_, _, err = card.Play(scoring.Entry{Category: "chance", Dice: append([]int{}, roll(t, dice).Dice...)})
		if got := told(t, err); got != want {
			t.Errorf("Play %q: %q, want %q", dice, got, want)
		}
	}
}
