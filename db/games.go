package db

import (
	"context"
	"database/sql"
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
	PlayerID string `json:"player_id"`
	Name     string `json:"name"` // as written in this game
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
}

// CreateGame stores a new game and the players that are not known yet.
func (s *Store) CreateGame(ctx context.Context, g NewGame, now time.Time, once *Once, render Render) (Answer, error) {
	now = instant(now)
	return s.write(ctx, now, once, render, func(tx *sql.Tx) (*Game, error) {
		game := &Game{Play: g.Rules.NewGame(len(g.Players)), GameSummary: GameSummary{
			ID: NewID(), Version: 1, Status: StatusOpen, Title: g.Title, PlayedOn: g.PlayedOn,
			CreatedAt: now, UpdatedAt: now, Rules: g.Rules,
		}}
		if err := insertGame(ctx, tx, game); err != nil {
			return nil, err
		}
		for _, player := range g.Players {
			if err := sit(ctx, tx, game, player); err != nil {
				return nil, err
			}
		}
		return game, record(ctx, tx, game, Created, nil, nil)
	})
}

func insertGame(ctx context.Context, tx *sql.Tx, g *Game) error {
	rules := keyOf(g.Rules)
	_, err := tx.ExecContext(ctx, `
		INSERT INTO games (id, ruleset_id, ruleset_version, options, title, played_on, status, version, created_at, updated_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		g.ID, rules.id, rules.version, rules.options, g.Title, g.PlayedOn, g.Status, g.Version,
		formatTime(g.CreatedAt), formatTime(g.UpdatedAt))
	return err
}

// sit gives a player the game's next seat.
func sit(ctx context.Context, tx *sql.Tx, g *Game, p Player) error {
	id, err := person(ctx, tx, p, g.CreatedAt)
	if err != nil {
		return err
	}
	seat := Seat{len(g.Seats) + 1, id, p.Name}
	g.Seats = append(g.Seats, seat)
	_, err = tx.ExecContext(ctx, `INSERT INTO seats (game_id, seat, player_id, name) VALUES (?, ?, ?, ?)`,
		g.ID, seat.Seat, seat.PlayerID, seat.Name)
	return err
}

// Game reads a game and folds it by the rules it was created under; ErrNotFound
// when there is none.
func (s *Store) Game(ctx context.Context, id string) (game *Game, err error) {
	err = s.read(ctx, func(tx *sql.Tx) error {
		game, err = s.readGame(ctx, tx, id)
		return err
	})
	return game, err
}

func (s *Store) readGame(ctx context.Context, tx *sql.Tx, id string) (*Game, error) {
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
	game.Play, err = fold(game.ID, game.Rules, len(game.Seats), turns)
	return game, err
}

// fold plays the turns of a stored game again. One that the rules refuse can only
// come from a damaged file; it is no fault of the request, so that the rules'
// own faults are told, not wrapped.
func fold(id string, rules *scoring.RuleSet, seats int, turns []scoring.Turn) (scoring.Game, error) {
	game, n, err := rules.Replay(seats, turns)
	if err != nil {
		return game, fmt.Errorf("stored game %s, turn %d: %v", id, n, err)
	}
	return game, nil
}

// summaryColumns are what scanSummary reads, of games g.
const summaryColumns = `g.id, g.version, g.status, g.title, g.played_on, g.created_at, g.updated_at, g.finished_at,
	g.ruleset_id, g.ruleset_version, g.options`

// summaryRow is a summary whose rule set and seats are still to be found.
type summaryRow struct {
	GameSummary
	rules ruleKey
}

func scanSummary(rows *sql.Rows) (g summaryRow, err error) {
	var created, updated, finished scanTime
	err = rows.Scan(&g.ID, &g.Version, &g.Status, &g.Title, &g.PlayedOn, &created, &updated, &finished,
		&g.rules.id, &g.rules.version, &g.rules.options)
	g.CreatedAt, g.UpdatedAt, g.FinishedAt = created.Time, updated.Time, finished.pointer()
	return g, err
}

// complete finds the rule sets and seats of games, after their rows are read: a
// connection answers one query at a time.
func (s *Store) complete(ctx context.Context, tx *sql.Tx, games []summaryRow) (err error) {
	for i := range games {
		g := &games[i]
		if g.Rules, err = s.ruleSet(ctx, tx, g.rules); err != nil {
			return err
		}
		g.Seats, err = readAll(ctx, tx, scanSeat, `
			SELECT seat, player_id, name FROM seats WHERE game_id = ? ORDER BY seat`, g.ID)
		if err != nil {
			return err
		}
	}
	return nil
}

func scanSeat(rows *sql.Rows) (seat Seat, err error) {
	err = rows.Scan(&seat.Seat, &seat.PlayerID, &seat.Name)
	return seat, err
}
