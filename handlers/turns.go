package handlers

import (
	"errors"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"segnapunti/db"
	"segnapunti/lang"
	"segnapunti/scoring"
)

type newTurn struct {
	Seat     *int    `json:"seat"`
	Category *string `json:"category"`
	Column   int     `json:"column"`
	Dice     []int   `json:"dice"`
	Rolls    int     `json:"rolls"`
	Points   *int    `json:"points"`

	OutOfTurn *bool `json:"out_of_turn"`
}

func (r *newTurn) complete() bool { return r.Seat != nil && r.Category != nil }

// turn makes the turn that was asked for; what a correction leaves out stays as it
// was.
func (r *newTurn) turn(seat int, outOfTurn bool) scoring.Turn {
	if r.Seat != nil {
		seat = *r.Seat
	}
	if r.OutOfTurn != nil {
		outOfTurn = *r.OutOfTurn
	}
	return scoring.Turn{Seat: seat, OutOfTurn: outOfTurn, Entry: scoring.Entry{
		Category: *r.Category, Column: r.Column, Dice: r.Dice, Rolls: r.Rolls, Points: r.Points,
	}}
}

// correction is a turn whose seat may be left out.
type correction struct{ newTurn }

func (r *correction) complete() bool { return r.Category != nil }

type turnWithGame struct {
	Turn turnAnswer `json:"turn"`
	Game gameAnswer `json:"game"`
}

// playTurn writes a turn: one read, one pure step, one insert.
func (s *server) playTurn(c echo.Context) error {
	var r newTurn
	return s.keyed(c, "NewTurn", &r, func(key *db.Once) (db.Answer, error) {
		g, err := s.gameToWrite(c)
		if err != nil {
			return db.Answer{}, err
		}
		next, err := play(g, r.turn(0, false))
		if err != nil {
			return db.Answer{}, broken(nameNext(err, g), g.Play.Rules())
		}
		return s.Store.AddTurn(c.Request().Context(), g, next, s.Now(), key, s.renderTurn(c, http.StatusCreated, len(next.Turns())))
	})
}

// play writes the turn in the game, unless that was abandoned.
func play(g *db.Game, turn scoring.Turn) (scoring.Game, error) {
	if g.Status == db.StatusAbandoned {
		return g.Play, closed(g)
	}
	return g.Play.Play(turn)
}

// gameToWrite reads the game of a write and checks If-Match.
func (s *server) gameToWrite(c echo.Context) (*db.Game, error) {
	g, err := s.game(c)
	if err != nil {
		return nil, err
	}
	return g, checkIfMatch(c, g.Version)
}

// nameNext tells people whose turn it is, not only which seat's.
func nameNext(err error, g *db.Game) error {
	for _, f := range faultsOf(err) {
		if seat, ok := f.Args["seat"].(int); ok && f.Code == scoring.NotYourTurn {
			f.Args["name"] = g.Seats[seat-1].Name
		}
	}
	return err
}

func (s *server) renderTurn(c echo.Context, status, n int) db.Render {
	return s.render(c, status, func(g *db.Game) any {
		game := s.describeGame(g, s.language(c))
		return turnWithGame{game.Turns[n-1], game}
	})
}

func (s *server) sendWritten(c echo.Context, answer db.Answer, err error) error {
	if err != nil {
		return err
	}
	return s.sendStored(c, answer)
}

// correctTurn replaces a turn and plays all later ones again.
func (s *server) correctTurn(c echo.Context) error {
	var r correction
	if err := s.decodeBody(c, "Correction", &r); err != nil {
		return err
	}
	g, err := s.gameToWrite(c)
	if err != nil {
		return err
	}
	n, err := turnNumber(c, g)
	if err != nil {
		return err
	}
	old := g.Play.Turns()[n-1]
	next, err := correct(g, n, r.turn(old.Seat, old.OutOfTurn), s.language(c))
	if err != nil {
		return err
	}
	answer, err := s.Store.CorrectTurn(c.Request().Context(), g, n, next, s.Now(), s.renderTurn(c, http.StatusOK, n))
	return s.sendWritten(c, answer, err)
}

// turnNumber finds the turn that the path names.
func turnNumber(c echo.Context, g *db.Game) (int, error) {
	n, err := strconv.Atoi(c.Param("n"))
	if err != nil || n < 1 || n > len(g.Play.Turns()) {
		return 0, wrong(scoring.UnknownTurn, map[string]any{"turn": c.Param("n")})
	}
	return n, nil
}

// correct replays the game with one turn replaced. A later turn that the change
// makes illegal is named, and nothing changes.
func correct(g *db.Game, n int, turn scoring.Turn, l *lang.Language) (scoring.Game, error) {
	rules := g.Play.Rules()
	turns := g.Play.Handed()
	turns[n-1] = turn
	next, broke, err := rules.ReplayOf(g.Seating(), turns)
	switch {
	case err == nil:
		return next, nil
	case broke == n:
		return next, broken(nameNext(err, g), rules)
	}
	first := faultsOf(err)[0]
	reason := (&problem{rules: rules}).detail(fault{Fault: first}, l)
	return next, broken(scoring.Faults{{Code: scoring.LaterTurnIllegal, Args: map[string]any{"turn": broke, "reason": reason}}}, rules)
}

// takeBackTurn removes the last turn.
func (s *server) takeBackTurn(c echo.Context) error {
	if err := s.query(c).err(); err != nil {
		return err
	}
	g, err := s.gameToWrite(c)
	if err != nil {
		return err
	}
	next, taken, err := takeBack(c, g)
	if err != nil {
		return err
	}
	answer, err := s.Store.TakeBack(c.Request().Context(), g, next, s.Now(), s.render(c, http.StatusOK, func(g *db.Game) any {
		return turnWithGame{taken, s.describeGame(g, s.language(c))}
	}))
	return s.sendWritten(c, answer, err)
}

func takeBack(c echo.Context, g *db.Game) (next scoring.Game, taken turnAnswer, err error) {
	n, err := turnNumber(c, g)
	if err != nil {
		return next, taken, err
	}
	turns := g.Play.Turns()
	if last := len(turns); n != last {
		return next, taken, wrong(scoring.NotLastTurn, map[string]any{"turn": n, "last": last})
	}
	next, _, err = g.Play.Rules().ReplayOf(g.Seating(), g.Play.Handed()[:n-1])
	if err != nil {
		return next, taken, errors.New("a stored game can't be replayed: " + err.Error())
	}
	return next, turnAnswer{turns[n-1], g.Times[n-1]}, nil
}
