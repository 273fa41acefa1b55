package db_test

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"segnapunti/db"
	"segnapunti/scoring"
)

// sheet is one result as a patient person would copy it off the entries: what
// every box holds, and the sum added up box by box.
type sheet struct {
	game          *db.Game
	seat          int
	boxes         map[[2]string]int // by category and column; nil when only the total is known
	total, extras int
	bonus         map[int]bool // by column, where it is decided
	place, tied   int
}

// sheetOf adds up one seat without the help of scoring.Totals.
func sheetOf(game *db.Game, seat int) sheet {
	s := sheet{game: game, seat: seat, bonus: map[int]bool{}}
	if total := game.Seats[seat-1].Total; total != nil {
		s.total = *total
		return s
	}
	s.boxes = map[[2]string]int{}
	for _, entry := range game.Play.Card(seat).Written() {
		s.boxes[[2]string{entry.Category, fmt.Sprint(entry.Column)}] = *entry.Points
		if entry.ExtraPoints > 0 {
			s.extras++
			s.total += entry.ExtraPoints
		}
	}
	for i, factor := range game.Rules.Multipliers() {
		s.total += s.column(i+1) * factor
	}
	return s
}

// column adds up one column with its bonus.
func (s *sheet) column(column int) (sum int) {
	upper, reach := 0, 0
	for _, box := range s.game.Rules.Boxes() {
		points, filled := s.boxes[[2]string{box.ID, fmt.Sprint(column)}]
		sum += points
		if box.Section == scoring.Upper {
			upper += points
			if reach += points; !filled {
				reach += slices.Max(s.game.Rules.PossiblePoints(box.ID))
			}
		}
	}
	bonus := s.game.Rules.UpperBonus()
	switch {
	case bonus == nil:
	case upper >= bonus.At:
		s.bonus[column] = true
		sum += bonus.Points
	case reach < bonus.At:
		s.bonus[column] = false
	}
	return sum
}

// sheets are the results of the finished games among these.
func (d *drawer) sheets(ids []string) (all []sheet) {
	d.t.Helper()
	for _, id := range ids {
		game := d.game(id)
		if game.Status != db.StatusFinished {
			continue
		}
		var table []sheet
		for seat := range game.Seats {
			if left := game.Seats[seat].LeftAfter; left == nil {
				table = append(table, sheetOf(game, seat+1))
			}
		}
		for i := range table {
			table[i].rank(table)
		}
		all = append(all, table...)
	}
	return all
}

// rank finds the place at the table and how many share the first one.
func (s *sheet) rank(table []sheet) {
	worth := func(t sheet) int {
		for _, entry := range t.game.Play.Card(t.seat).Written() {
			if entry.ServedWin {
				return math.MaxInt
			}
		}
		return t.total
	}
	s.place = 1
	for _, other := range table {
		if worth(other) > worth(*s) {
			s.place++
		}
	}
	best := slices.MaxFunc(table, func(a, b sheet) int { return cmp.Compare(worth(a), worth(b)) })
	for _, other := range table {
		if worth(other) == worth(best) {
			s.tied++
		}
	}
}

func mean(values []float64) *float64 {
	if len(values) == 0 {
		return nil
	}
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return new(sum / float64(len(values)))
}

// expected are the figures of sheets, each worked out by itself.
func expected(rules *scoring.RuleSet, sheets []sheet) *db.Statistics {
	s := &db.Statistics{Boxes: expectedBoxes(rules, sheets), Histogram: []db.Bucket{}, Last: []db.LastResult{}}
	games := map[string]bool{}
	var totals, bonuses, extras []float64
	for _, r := range sheets {
		games[r.game.ID] = true
		totals = append(totals, float64(r.total))
		if r.boxes != nil {
			extras = append(extras, float64(r.extras))
		}
		for _, earned := range r.bonus {
			bonuses = append(bonuses, map[bool]float64{true: 1}[earned])
		}
		switch {
		case len(r.game.Seats) == 1:
			s.SoloGames++
		case r.place == 1 && r.tied == 1:
			s.Wins++
		case r.place == 1:
			s.SharedWins++
		}
	}
	s.Games, s.Results, s.ResultsWithCard = len(games), len(sheets), len(extras)
	s.BonusRate, s.Mean = mean(bonuses), mean(totals)
	if rules.Joker() != nil {
		s.ExtraYahtzees = &db.ExtraFigures{PerGame: mean(extras)}
		for _, n := range extras {
			s.ExtraYahtzees.Total += int(n)
		}
	}
	slices.Sort(totals)
	if n := len(totals); n > 0 {
		s.Worst, s.Best = new(int(totals[0])), new(int(totals[n-1]))
		s.Median = new((totals[n/2] + totals[(n-1)/2]) / 2)
		s.Histogram = expectedHistogram(rules, totals)
	}
	if n := len(totals); n > 1 {
		squares := 0.0
		for _, v := range totals {
			squares += math.Pow(v-*s.Mean, 2)
		}
		s.StandardDeviation = new(math.Sqrt(squares / float64(n-1)))
	}
	return s
}

func expectedBoxes(rules *scoring.RuleSet, sheets []sheet) (boxes []db.BoxFigures) {
	for _, box := range rules.Boxes() {
		for column := range rules.Multipliers() {
			var points, zeros []float64
			for _, r := range sheets {
				if n, filled := r.boxes[[2]string{box.ID, fmt.Sprint(column + 1)}]; filled {
					points = append(points, float64(n))
					zeros = append(zeros, map[bool]float64{true: 1}[n == 0])
				}
			}
			boxes = append(boxes, db.BoxFigures{
				Category: box.ID, Column: column + 1, Count: len(points), Mean: mean(points), ZeroRate: mean(zeros),
			})
		}
	}
	return boxes
}

// expectedHistogram counts each bucket from 0 to the maximum, then cuts the ends.
func expectedHistogram(rules *scoring.RuleSet, totals []float64) (buckets []db.Bucket) {
	width := db.BucketWidth(rules.MaxTotal())
	for from := 0; from <= rules.MaxTotal(); from += width {
		b := db.Bucket{From: from, To: from + width - 1}
		for _, v := range totals {
			if int(v) >= b.From && int(v) <= b.To {
				b.Count++
			}
		}
		buckets = append(buckets, b)
	}
	counts := func(b db.Bucket) bool { return b.Count > 0 }
	buckets = buckets[slices.IndexFunc(buckets, counts):]
	for !counts(buckets[len(buckets)-1]) {
		buckets = buckets[:len(buckets)-1]
	}
	return buckets
}

// expectedLast are the ten newest, all sorted to find them.
func (d *drawer) expectedLast(sheets []sheet) []db.LastResult {
	d.t.Helper()
	slices.SortFunc(sheets, func(a, b sheet) int {
		return cmp.Or(
			cmp.Compare(b.game.PlayedOn, a.game.PlayedOn), b.game.CreatedAt.Compare(a.game.CreatedAt),
			cmp.Compare(b.game.ID, a.game.ID), cmp.Compare(a.seat, b.seat),
		)
	})
	last := []db.LastResult{}
	for _, r := range sheets[:min(10, len(sheets))] {
		who, err := d.Player(d.t.Context(), r.game.Seats[r.seat-1].PlayerID)
		check(d.t, err)
		last = append(last, db.LastResult{
			GameID: r.game.ID, PlayedOn: r.game.PlayedOn, Player: db.PlayerRef{ID: who.ID, Name: who.Name},
			Score: r.total, Place: r.place, Players: len(r.game.Seats),
		})
	}
	return last
}

// TestEveryFigure compares statistics of about 200 random games with figures worked
// out from their entries in the plainest way: for everybody, for each person, for
// a span of days, alone and in company.
func TestEveryFigure(t *testing.T) {
	d := open(t, newPath(t))
	p := newPast(d, 6)
	all := []*scoring.RuleSet{
		d.rules("yahtzee", nil), d.rules("yahtzee", map[string]any{"joker": "free_choice", "upper_bonus_at": 40}),
		d.rules("triple-yahtzee", map[string]any{"upper_bonus_at": 30}), d.rules("yatzy", nil), d.rules("mini", nil), d.rules("mini", map[string]any{"upper_bonus_points": 50}),
		d.rules("generala", map[string]any{"served_wins": true}),
	}
	sheets := d.sheets(p.mixture(d, 22, all...))
	for _, rules := range all {
		for _, person := range append(p.people, "") {
			for _, f := range []db.StatisticsFilter{
				{}, {Solo: new(true)}, {Solo: new(false)}, {Since: "2020-07-01"}, {Since: "2020-07-01", Until: "2020-07-31"},
			} {
				f.Rules, f.PlayerID = rules, person
				d.checkFigures(f, sheets)
			}
		}
	}
}

func (d *drawer) checkFigures(f db.StatisticsFilter, sheets []sheet) {
	d.t.Helper()
	var counted []sheet
	for _, r := range sheets {
		day, alone := r.game.PlayedOn, len(r.game.Seats) == 1
		if gocmp.Equal(r.game.Rules.Chosen(), f.Rules.Chosen()) && r.game.Rules.ID() == f.Rules.ID() &&
			(f.PlayerID == "" || f.PlayerID == r.game.Seats[r.seat-1].PlayerID) &&
			day >= f.Since && (f.Until == "" || day <= f.Until) && (f.Solo == nil || *f.Solo == alone) {
			counted = append(counted, r)
		}
	}
	got, err := d.Statistics(d.t.Context(), f)
	check(d.t, err)
	want := expected(f.Rules, counted)
	want.Last = d.expectedLast(counted)
	if diff := gocmp.Diff(want, got, cmpopts.EquateApprox(1e-12, 1e-12), cmpopts.IgnoreFields(db.Statistics{}, "Rules")); diff != "" {
		d.t.Errorf("%s %v, player %q, %s to %s: %s", f.Rules.ID(), f.Rules.Chosen(), f.PlayerID, f.Since, f.Until, diff)
	}
}

// TestFiguresByHand is a table that a person can check.
func TestFiguresByHand(t *testing.T) {
	d := open(t, newPath(t))
	game := d.match("2026-01-01", nil, []string{"Anna", "Berta"}, 20, 10)  // a win
	d.match("2026-01-02", nil, []string{"Anna", "Berta"}, 15, 15)          // a tie
	d.match("2026-01-03", nil, []string{"Anna", "Berta", "Carl"}, 5, 6, 5) // a loss
	d.match("2026-01-04", nil, []string{"Anna"}, 30)                       // alone: no win (S3-43)
	s, err := d.Statistics(t.Context(), db.StatisticsFilter{Rules: d.rules("mini", nil), PlayerID: game.Seats[0].PlayerID})
	check(t, err)
	want := &db.Statistics{
		Games: 4, Results: 4, ResultsWithCard: 4, SoloGames: 1, Wins: 1, SharedWins: 1,
		Mean: new(17.5), Median: new(17.5), Best: new(30), Worst: new(5),
		StandardDeviation: new(math.Sqrt((2.5*2.5 + 2.5*2.5 + 12.5*12.5 + 12.5*12.5) / 3)), BonusRate: new(0.0),
		Boxes:     []db.BoxFigures{{"ones", 1, 4, new(0.0), new(1.0)}, {"chance", 1, 4, new(17.5), new(0.0)}},
		Histogram: []db.Bucket{{5, 5, 1}},
	}
	s.Rules, s.Last, s.Histogram = nil, nil, s.Histogram[:1]
	if diff := gocmp.Diff(want, s); diff != "" {
		t.Error(diff)
	}
}

func TestNoGamesNoFigures(t *testing.T) {
	d := open(t, newPath(t))
	s, err := d.Statistics(t.Context(), db.StatisticsFilter{Rules: d.rules("yahtzee", nil)})
	check(t, err)
	if s.Mean != nil || s.Best != nil || s.StandardDeviation != nil || s.BonusRate != nil || s.ExtraYahtzees.PerGame != nil || len(s.Boxes) != 13 {
		t.Errorf("%+v", s)
	}
	d.match("2026-01-01", nil, []string{"Anna"}, 20)
	s, err = d.Statistics(t.Context(), db.StatisticsFilter{Rules: d.rules("mini", nil)})
	check(t, err)
	if *s.Mean != 20 || s.StandardDeviation != nil {
		t.Errorf("%+v", s) // one result deviates from nothing
	}
}

// TestB95OnePersonIsCountedOnce: two games under one name are one person's, and so
// are two names once they are merged, until that is undone.
func TestB95OnePersonIsCountedOnce(t *testing.T) {
	d := open(t, newPath(t))
	d.match("2026-01-01", nil, []string{"Anna"}, 20)
	anna := d.match("2026-01-02", nil, []string{"Anna"}, 10).Seats[0].PlayerID
	annie := d.match("2026-01-03", nil, []string{"Annie"}, 30).Seats[0].PlayerID
	games := func(player string) (n int) {
		t.Helper()
		all, err := d.PlayerStatistics(t.Context(), player)
		check(t, err)
		for _, s := range all {
			n += s.Games
		}
		return n
	}
	figures := func() [2]int { return [2]int{games(anna), games(annie)} }
	if got := figures(); got != [2]int{2, 1} {
		t.Error(got)
	}
	_, err := d.MergePlayer(t.Context(), annie, anna)
	check(t, err)
	if got := figures(); got != [2]int{3, 3} {
		t.Error(got)
	}
	want(t, d.list(db.RecordFilter{PlayerID: annie}), "1. 30 Anna 01-03", "2. 20 Anna 01-01", "3. 10 Anna 01-02")
	want(t, d.players(db.RecordFilter{}), "1. 30 Anna 01-03")
	d.clean()
	_, err = d.UnmergePlayer(t.Context(), annie)
	check(t, err)
	if got := figures(); got != [2]int{2, 1} {
		t.Error(got)
	}
	want(t, d.players(db.RecordFilter{}), "1. 30 Annie 01-03", "2. 20 Anna 01-01")
	d.clean()
}

// TestStatisticsOfAPlayerKeepRulesApart: one set of figures for each rule set and
// set of options, those that the catalog has no more too.
func TestStatisticsOfAPlayerKeepRulesApart(t *testing.T) {
	d := open(t, newPath(t))
	anna := d.match("2026-01-01", nil, []string{"Anna"}, 20).Seats[0].PlayerID
	d.match("2026-01-02", map[string]any{"upper_bonus_points": 50}, []string{"Anna"}, 10)
	check(t, d.Close())
	s, err := db.Open(t.Context(), d.path, catalog(t)) // without mini
	check(t, err)
	defer s.Close()
	all, err := s.PlayerStatistics(t.Context(), anna)
	check(t, err)
	got := map[string]int{}
	for _, f := range all {
		got[fmt.Sprint(f.Rules.ID(), f.Rules.Chosen())] = *f.Best
	}
	if diff := gocmp.Diff(map[string]int{"minimap[]": 20, "minimap[upper_bonus_points:50]": 10}, got); diff != "" {
		t.Error(diff)
	}
}

func TestBucketsAreRoundAndFew(t *testing.T) {
	for most, want := range map[int]int{1: 1, 63: 1, 64: 2, 127: 2, 128: 5, 374: 10, 1575: 25, 1599: 25, 1600: 50, 9000: 200} {
		if got := db.BucketWidth(most); got != want {
			t.Errorf("up to %d: %d wide, want %d", most, got, want)
		}
	}
}
