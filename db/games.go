package db

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"time"

	"segnapunti/scoring"
)

// Status says whether a game goes on.
type Status string

// The states of a game. Records and statistics count finished ones only.
const (
	StatusOpen      Status = "open"
	StatusFinished  Status = "finished"
	StatusAbandoned Status = "abandoned" // given up; turns stay, nobody has won
)

// Seat is a player's place in a game, 1 being the first to play.
type Seat struct {
	Seat     int    `json:"seat"`
	PlayerID string `json:"player_id"` // the person's, whatever names were merged into theirs
	Name     string `json:"name"`      // as written in this game

	scoring.Seating `json:"-"` // what turns don't say: who left, what comes from paper

	Player string `json:"-"` // the id under which they sat down, before merges
}

// GameSummary is a game without its turns, for lists.
type GameSummary struct {
	ID         string     `json:"id"`
	Version    int        `json:"version"` // 1, and one more with each write
	Status     Status     `json:"status"`
	Title      string     `json:"title"`
	PlayedOn   string     `json:"played_on"` // a date where it was played, 2006-01-02
	CreatedAt  time.Time  `json:"created_at"`
	UpdatedAt  time.Time  `json:"updated_at"`
	FinishedAt *time.Time `json:"finished_at"`
	Seats      []Seat     `json:"seats"`
	MatchID    *string    `json:"match_id"`
	MatchGame  *int       `json:"match_game"` // which game of the match, from 1
	// Rules is the rule set as it was when the game was created, options applied.
	Rules *scoring.RuleSet `json:"-"`
}

// Game is a stored game, folded. Callers must not change it: it is what a write
// compares the file with.
type Game struct {
	GameSummary
	Times []time.Time  // when each turn was written, as in Play.Turns
	Play  scoring.Game // cards, totals, places and whose turn it is
}

// NewGame is what a game is made of. The caller has seen to it that no player
// sits twice.
type NewGame struct {
	Rules    *scoring.RuleSet // one of the catalog's, options applied
	Players  []Player         // in seat order
	Title    string
	PlayedOn string // 2006-01-02
	MatchID  string // the match whose next game it is, and which fills in what is missing here; mostly empty
	// Paper are results copied from paper, one for each player; nil for a game to be
	// played.
	Paper []scoring.Seating
}

// SamePersonError: two names at one table were found to be one person before.
type SamePersonError struct{ Name string }

// Error names the second of the two.
func (e *SamePersonError) Error() string { return "sits here already: " + e.Name }

// CreateGame stores a new game and the players that are not known yet.
func (s *Store) CreateGame(ctx context.Context, g NewGame, now time.Time, once *Once, render Render) (Answer, error) {
	now = instant(now)
	return s.write(ctx, now, once, render, func(ctx context.Context, tx *sql.Tx) (*Game, error) {
		g := g // the match fills it in
		match, err := s.forMatch(ctx, tx, &g)
		if err != nil {
			return nil, err
		}
		game := &Game{GameSummary: GameSummary{
			ID: NewID(), Version: 1, Status: StatusOpen, Title: g.Title, PlayedOn: g.PlayedOn,
			CreatedAt: now, UpdatedAt: now, Rules: g.Rules,
		}}
		if game.Play, err = g.play(); err != nil {
			return nil, err
		}
		game.settle()
		match.number(game)
		if err := insertGame(ctx, tx, game); err != nil {
			return nil, err
		}
		for i, player := range g.Players {
			if err := sit(ctx, tx, game, player, g.paper(i), now); err != nil {
				return nil, err
			}
		}
		if err := match.check(game); err != nil {
			return nil, err
		}
		if err := touchMatch(ctx, tx, game); err != nil {
			return nil, err
		}
		if err := reindex(ctx, tx, game); err != nil {
			return nil, err
		}
		return game, record(ctx, tx, game, Created, nil, nil)
	})
}

// play is the game before its first turn, or the whole one from paper.
func (g *NewGame) play() (scoring.Game, error) {
	if g.Paper == nil {
		return g.Rules.NewGame(len(g.Players)), nil
	}
	return g.Rules.NewGameOf(g.Paper)
}

func (g *NewGame) paper(i int) scoring.Seating {
	if g.Paper == nil {
		return scoring.Seating{}
	}
	return g.Paper[i]
}

func insertGame(ctx context.Context, tx *sql.Tx, g *Game) error {
	rules := keyOf(g.Rules)
	_, err := tx.ExecContext(ctx, `
		INSERT INTO games (id, ruleset_id, ruleset_version, options, title, played_on, status, version, created_at, updated_at,
			finished_at, match_id, match_game)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		g.ID, rules.id, rules.version, rules.options, g.Title, g.PlayedOn, g.Status, g.Version,
		formatTime(g.CreatedAt), formatTime(g.UpdatedAt), formatOptional(g.FinishedAt), g.MatchID, g.MatchGame)
	return err
}

// sit gives a player the game's next seat.
func sit(ctx context.Context, tx *sql.Tx, g *Game, p Player, paper scoring.Seating, now time.Time) error {
	seat, err := newSeat(ctx, tx, len(g.Seats)+1, p, now)
	if err != nil {
		return err
	}
	seat.Seating = paper
	g.Seats = append(g.Seats, seat)
	if err := nobodyTwice(g.Seats); err != nil {
		return err
	}
	return insertSeat(ctx, tx, g.ID, &seat)
}

// newSeat finds the player of a seat.
func newSeat(ctx context.Context, tx *sql.Tx, n int, p Player, now time.Time) (seat Seat, err error) {
	seat = Seat{Seat: n, Name: p.Name}
	seat.Player, seat.PlayerID, err = player(ctx, tx, p, now)
	return seat, err
}

// nobodyTwice refuses one person on two seats, under whatever names.
func nobodyTwice(seats []Seat) error {
	seen := map[string]bool{}
	for _, seat := range seats {
		if seen[seat.PlayerID] {
			return &SamePersonError{seat.Name}
		}
		seen[seat.PlayerID] = true
	}
	return nil
}

func insertSeat(ctx context.Context, tx *sql.Tx, gameID string, seat *Seat) error {
	var card *string
	if seat.Card != nil {
		text, err := json.Marshal(seat.Card)
		if err != nil {
			return err
		}
		card = new(string(text))
	}
	_, err := tx.ExecContext(ctx, `
		INSERT INTO seats (game_id, seat, player_id, name, left_after, card, total) VALUES (?, ?, ?, ?, ?, ?, ?)`,
		gameID, seat.Seat, seat.Player, seat.Name, seat.LeftAfter, card, seat.Total)
	return err
}

// Game reads a game and folds it by the rules it was created under; ErrNotFound
// when there is none.
func (s *Store) Game(ctx context.Context, id string) (game *Game, err error) {
	err = s.glance(ctx, func(ctx context.Context, tx queries) error {
		game, err = s.readGame(ctx, tx, id)
		return err
	})
	return game, err
}

func (s *Store) readGame(ctx context.Context, tx queries, id string) (*Game, error) {
	found, err := readAll(ctx, tx, scanSummary, `SELECT `+summaryColumns+` FROM games g WHERE g.id = ?`, id)
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, ErrNotFound
	}
	if err := s.complete(ctx, tx, found); err != nil {
		return nil, err
	}
	game := &Game{GameSummary: found[0].GameSummary}
	stored, err := readAll(ctx, tx, scanTurn, `SELECT `+turnColumns+` FROM turns t WHERE t.game_id = ? ORDER BY t.n`, id)
	if err != nil {
		return nil, err
	}
	turns := make([]scoring.Turn, len(stored))
	for i, turn := range stored {
		turns[i] = turn.Turn
		game.Times = append(game.Times, turn.at)
	}
	if game.Play, err = fold(game.ID, game.Rules, game.Seats, turns); err != nil {
		return nil, err
	}
	return game, foldTies(ctx, tx, game)
}

// fold plays the turns of a stored game again. One that the rules refuse can only
// come from a damaged file; it is no fault of the request, so that the rules'
// own faults are told, not wrapped.
func fold(id string, rules *scoring.RuleSet, seats []Seat, turns []scoring.Turn) (scoring.Game, error) {
	game, n, err := rules.ReplayOf(seatsOf(seats), turns)
	if err != nil {
		return game, fmt.Errorf("stored game %s, turn %d: %v", id, n, err)
	}
	return game, nil
}

// Seating is what the seats say besides turns, for a replay.
func (g *Game) Seating() []scoring.Seating { return seatsOf(g.Seats) }

// seatsOf gives the seats as scoring knows them.
func seatsOf(seats []Seat) []scoring.Seating {
	all := make([]scoring.Seating, len(seats))
	for i, seat := range seats {
		all[i] = seat.Seating
	}
	return all
}

// summaryColumns are what scanSummary reads, of games g.
const summaryColumns = `g.id, g.version, g.status, g.title, g.played_on, g.created_at, g.updated_at, g.finished_at,
	g.match_id, g.match_game, g.ruleset_id, g.ruleset_version, g.options`

// summaryRow is a summary whose rule set and seats are still to be found.
type summaryRow struct {
	GameSummary
	rules ruleKey
}

func scanSummary(rows *sql.Rows) (g summaryRow, err error) {
	var created, updated, finished scanTime
	err = rows.Scan(&g.ID, &g.Version, &g.Status, &g.Title, &g.PlayedOn, &created, &updated, &finished,
		&g.MatchID, &g.MatchGame, &g.rules.id, &g.rules.version, &g.rules.options)
	g.CreatedAt, g.UpdatedAt, g.FinishedAt = created.Time, updated.Time, finished.pointer()
	return g, err
}

// complete finds the rule sets and seats of games, after their rows are read: a
// connection answers one query at a time.
func (s *Store) complete(ctx context.Context, tx queries, games []summaryRow) (err error) {
	for i := range games {
		g := &games[i]
		if g.Rules, err = s.ruleSet(ctx, tx, g.rules); err != nil {
			return err
		}
		g.Seats, err = readAll(ctx, tx, scanSeat, `
			SELECT `+seatColumns+` FROM seats s JOIN players p ON p.id = s.player_id WHERE s.game_id = ? ORDER BY s.seat`, g.ID)
		if err != nil {
			return err
		}
	}
	return nil
}

// seatColumns are what scanSeat reads, of seats s and their players p.
const seatColumns = `s.seat, s.player_id, p.person_id, s.name, s.left_after, s.card, s.total`

func scanSeat(rows *sql.Rows) (seat Seat, err error) {
	var card sql.RawBytes
	err = rows.Scan(&seat.Seat, &seat.Player, &seat.PlayerID, &seat.Name, &seat.LeftAfter, &card, &seat.Total)
	if err == nil && card != nil {
		if err = json.Unmarshal(card, &seat.Card); err != nil {
			err = fmt.Errorf("stored card: %w", err)
		}
	}
	return seat, err
}
