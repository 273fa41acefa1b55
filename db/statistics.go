package db

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"segnapunti/scoring"
)

// StatisticsFilter says which results are counted. Rules is compared whole, as in
// RecordFilter.
type StatisticsFilter struct {
	Rules        *scoring.RuleSet
	PlayerID     string // this player's results only; empty: everybody's
	Since, Until string // dates 2006-01-02, both included; empty: no bound
	Solo         *bool  // true: games played alone (S3-43); false: games in company
}

// Statistics are the figures of finished games. A result is one player's in one
// game; a pointer is nil where there is nothing to tell.
type Statistics struct {
	Rules *scoring.RuleSet `json:"-"`

	Games           int `json:"games"`
	Results         int `json:"results"`           // one for each player of a game; of one player as many as games
	ResultsWithCard int `json:"results_with_card"` // those of which more than the total is known
	SoloGames       int `json:"solo_games"`        // nobody wins these
	Wins            int `json:"wins"`              // alone in first place
	SharedWins      int `json:"shared_wins"`       // level with others in first place; no win

	Mean              *float64 `json:"mean"`
	Median            *float64 `json:"median"`
	Best              *int     `json:"best"`
	Worst             *int     `json:"worst"`
	StandardDeviation *float64 `json:"standard_deviation"` // of a sample: divided by n - 1; nil below two results

	// From here on from cards: a bare total says nothing about them.

	BonusRate     *float64      `json:"bonus_rate"` // of the columns that earned or missed the upper bonus, how many earned it
	ExtraYahtzees *ExtraFigures `json:"extra_yahtzees"`
	Boxes         []BoxFigures  `json:"boxes"` // in card order, column by column for each

	Histogram []Bucket     `json:"histogram"`
	Last      []LastResult `json:"last"` // ten at most, newest first
}

// ExtraFigures counts extra Yahtzees; a rule set without a joker has none to count.
type ExtraFigures struct {
	Total   int      `json:"total"`
	PerGame *float64 `json:"per_game"` // for each result with a card
}

// BoxFigures is what one box brought: its own points, no multiplier, no bonus.
type BoxFigures struct {
	Category string   `json:"category"`
	Column   int      `json:"column"`
	Count    int      `json:"count"` // cards with the box filled; a served win leaves some open
	Mean     *float64 `json:"mean"`
	ZeroRate *float64 `json:"zero_rate"` // struck, or dice that were worth nothing
}

// Bucket counts the scores from From to To, both included.
type Bucket struct {
	From  int `json:"from"`
	To    int `json:"to"`
	Count int `json:"count"`
}

// LastResult is one of the newest results.
type LastResult struct {
	GameID   string    `json:"game_id"`
	PlayedOn string    `json:"played_on"`
	Player   PlayerRef `json:"player"`
	Score    int       `json:"score"`
	Place    int       `json:"place"`
	Players  int       `json:"players"` // at the table; 1 is a solo game
}

// Statistics counts one rule set under one set of options.
func (s *Store) Statistics(ctx context.Context, f StatisticsFilter) (figures *Statistics, err error) {
	err = s.read(ctx, func(tx *sql.Tx) error {
		figures, err = statistics(ctx, tx, &f)
		return err
	})
	return figures, err
}

// PlayerStatistics counts every rule set and set of options that a player has
// finished games by, each for itself, those no longer in the catalog too.
func (s *Store) PlayerStatistics(ctx context.Context, playerID string) (all []*Statistics, err error) {
	err = s.read(ctx, func(tx *sql.Tx) error {
		keys, err := readAll(ctx, tx, scanRuleKey, `
			SELECT DISTINCT g.ruleset_id, g.ruleset_version, g.options FROM seats s JOIN games g ON g.id = s.game_id
			WHERE `+inPerson(`s.player_id`)+` AND g.status = 'finished'
			ORDER BY g.ruleset_id, g.ruleset_version, length(g.options), g.options`, playerID)
		if err != nil {
			return err
		}
		for _, key := range keys {
			rules, err := s.ruleSet(ctx, tx, key)
			if err != nil {
				return err
			}
			figures, err := statistics(ctx, tx, &StatisticsFilter{Rules: rules, PlayerID: playerID})
			if err != nil {
				return err
			}
			if figures.Results > 0 { // none where they have left each time
				all = append(all, figures)
			}
		}
		return nil
	})
	return all, err
}

func scanRuleKey(rows *sql.Rows) (key ruleKey, err error) {
	err = rows.Scan(&key.id, &key.version, &key.options)
	return key, err
}

// query asks for the results that the filter lets through.
func (f *StatisticsFilter) query() statement {
	same := RecordFilter{Rules: f.Rules, PlayerID: f.PlayerID, Since: f.Since, Until: f.Until}
	c := same.where("r")
	if f.Solo != nil {
		c.add(`(r.players = 1) = ?`, *f.Solo)
	}
	return statement{`SELECT r.game_id, r.seat, r.person_id, r.played_on, r.created_at, r.players, r.winners, r.score, r.place,
		r.boxes, r.bonuses, r.bonuses_decided, r.extra_yahtzees FROM results r ` + c.sql(), c.args}
}

func statistics(ctx context.Context, tx *sql.Tx, f *StatisticsFilter) (*Statistics, error) {
	t := newTally(f.Rules)
	q := f.query()
	rows, err := tx.QueryContext(ctx, q.sql, q.args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		if err := t.scan(rows); err != nil {
			return nil, err
		}
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	last, err := t.recent(ctx, tx)
	if err != nil {
		return nil, err
	}
	return t.figures(last), nil
}

// tally is statistics in the making: whole numbers only, divided at the end.
type tally struct {
	rules           *scoring.RuleSet
	games           map[string]struct{}
	scores          map[int]int // how often each came
	results, cards  int
	solo            int
	wins, shared    int
	bonuses         int
	decided, extras int
	boxes           []boxTally
	last            []result // newest first
	cells           []int    // of the card at hand
}

type boxTally struct{ count, sum, zeros int }

func newTally(rules *scoring.RuleSet) *tally {
	return &tally{
		rules: rules, games: map[string]struct{}{}, scores: map[int]int{},
		boxes: make([]boxTally, len(rules.Boxes())*len(rules.Multipliers())),
	}
}

// scan counts one row.
func (t *tally) scan(rows *sql.Rows) error {
	var r result
	var boxes sql.RawBytes
	err := rows.Scan(&r.gameID, &r.seat, &r.personID, &r.playedOn, &r.createdAt, &r.players, &r.winners, &r.score, &r.place,
		&boxes, &r.bonuses, &r.decided, &r.extraYahtzees)
	if err != nil {
		return err
	}
	t.games[r.gameID] = struct{}{}
	t.scores[r.score]++
	t.results++
	switch {
	case r.players == 1:
		t.solo++
	case r.place == 1 && r.winners == 1:
		t.wins++
	case r.place == 1:
		t.shared++
	}
	t.keep(&r)
	if boxes == nil {
		return nil
	}
	t.bonuses += r.bonuses
	t.decided += r.decided
	t.extras += r.extraYahtzees
	return t.card(&r, boxes)
}

// card counts the boxes of a card.
func (t *tally) card(r *result, boxes []byte) error {
	t.cards++
	t.cells = t.cells[:0]
	if err := json.Unmarshal(boxes, &t.cells); err != nil || len(t.cells) != len(t.boxes) {
		return fmt.Errorf("stored results of game %s, seat %d: %d boxes where the card has %d", r.gameID, r.seat, len(t.cells), len(t.boxes))
	}
	for i, points := range t.cells {
		if points == openBox {
			continue
		}
		t.boxes[i].count++
		t.boxes[i].sum += points
		if points == 0 {
			t.boxes[i].zeros++
		}
	}
	return nil
}

// howManyLast is how many of the newest results are told.
const howManyLast = 10

// keep notes a result that is among the newest so far.
func (t *tally) keep(r *result) {
	i := len(t.last)
	for i > 0 && r.newerThan(&t.last[i-1]) {
		i--
	}
	if i < howManyLast {
		t.last = slices.Insert(t.last, i, *r)
		t.last = t.last[:min(len(t.last), howManyLast)]
	}
}

// newerThan compares days, then when games were entered; the rest is for an order
// that is always the same.
func (r *result) newerThan(other *result) bool {
	for _, pair := range [][2]string{{r.playedOn, other.playedOn}, {r.createdAt, other.createdAt}, {r.gameID, other.gameID}} {
		if c := strings.Compare(pair[0], pair[1]); c != 0 {
			return c > 0
		}
	}
	return r.seat < other.seat
}

// recent gives the newest results their players' names.
func (t *tally) recent(ctx context.Context, tx *sql.Tx) ([]LastResult, error) {
	last := []LastResult{}
	for _, r := range t.last {
		player := PlayerRef{ID: r.personID}
		err := tx.QueryRowContext(ctx, `SELECT name, mark FROM players WHERE id = ?`, r.personID).Scan(&player.Name, &player.Mark)
		if err != nil {
			return nil, err
		}
		last = append(last, LastResult{r.gameID, r.playedOn, player, r.score, r.place, r.players})
	}
	return last, nil
}

// figures divides.
func (t *tally) figures(last []LastResult) *Statistics {
	s := &Statistics{
		Rules: t.rules, Games: len(t.games), Results: t.results, ResultsWithCard: t.cards, SoloGames: t.solo,
		Wins: t.wins, SharedWins: t.shared, Histogram: []Bucket{}, Last: last,
	}
	s.spread(t.scores)
	if t.rules.UpperBonus() != nil {
		s.BonusRate = share(t.bonuses, t.decided)
	}
	if t.rules.Joker() != nil {
		s.ExtraYahtzees = &ExtraFigures{t.extras, share(t.extras, t.cards)}
	}
	columns := len(t.rules.Multipliers())
	for i, b := range t.boxes {
		s.Boxes = append(s.Boxes, BoxFigures{
			t.rules.Boxes()[i/columns].ID, i%columns + 1, b.count, share(b.sum, b.count), share(b.zeros, b.count),
		})
	}
	return s
}

// share is a part of a whole, nil of nothing.
func share(part, whole int) *float64 {
	if whole == 0 {
		return nil
	}
	return new(float64(part) / float64(whole))
}

// spread tells how scores lie, from how often each came.
func (s *Statistics) spread(counts map[int]int) {
	if len(counts) == 0 {
		return
	}
	scores := slices.Sorted(maps.Keys(counts))
	s.Worst, s.Best = &scores[0], &scores[len(scores)-1]
	sum := 0
	for _, score := range scores {
		sum += score * counts[score]
	}
	s.Mean = share(sum, s.Results)
	s.Median = new(float64(nth(scores, counts, (s.Results-1)/2)+nth(scores, counts, s.Results/2)) / 2)
	s.StandardDeviation = deviation(scores, counts, *s.Mean, s.Results)
	s.Histogram = histogram(scores, counts, bucketWidth(s.Rules.MaxTotal()))
}

// nth is the score at a place of the sorted results, 0 being the lowest.
func nth(scores []int, counts map[int]int, place int) int {
	for _, score := range scores {
		if place -= counts[score]; place < 0 {
			return score
		}
	}
	return scores[len(scores)-1]
}

// deviation is the standard deviation of a sample.
func deviation(scores []int, counts map[int]int, mean float64, n int) *float64 {
	if n < 2 {
		return nil
	}
	squares := 0.0
	for _, score := range scores {
		squares += float64(counts[score]) * (float64(score) - mean) * (float64(score) - mean)
	}
	return new(math.Sqrt(squares / float64(n-1)))
}

// bucketWidth is the smallest round number that cuts the scores of a rule set,
// from 0 to its maximum, into 64 buckets or fewer: 25 for Yahtzee's 1575, 10 for
// Yatzy's 374. It depends on nothing else, so that histograms of one rule set can
// be laid over each other.
func bucketWidth(most int) int {
	for scale := 1; ; scale *= 10 {
		for _, tenths := range []int{10, 20, 25, 50} {
			if width := scale * tenths / 10; scale*tenths%10 == 0 && most/width < 64 {
				return width
			}
		}
	}
}

// histogram lists the buckets from the lowest score's to the highest's, the empty
// ones between them too.
func histogram(scores []int, counts map[int]int, width int) []Bucket {
	first := scores[0] / width
	buckets := make([]Bucket, scores[len(scores)-1]/width-first+1)
	for i := range buckets {
		buckets[i].From = (first + i) * width
		buckets[i].To = buckets[i].From + width - 1
	}
	for _, score := range scores {
		buckets[score/width-first].Count += counts[score]
	}
	return buckets
}
