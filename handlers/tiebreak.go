package handlers

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"segnapunti/db"
	"segnapunti/scoring"
)

type newTiebreak struct {
	Rolls []newTieRoll `json:"rolls"`
}

type newTieRoll struct {
	Seat *int  `json:"seat"`
	Dice []int `json:"dice"`
}

func (r *newTiebreak) complete() bool {
	for _, roll := range r.Rolls {
		if roll.Seat == nil || roll.Dice == nil {
			return false
		}
	}
	return r.Rolls != nil && len(r.Rolls) <= maxPlayers
}

func (r *newTiebreak) round() scoring.TieRound {
	round := make(scoring.TieRound, len(r.Rolls))
	for i, roll := range r.Rolls {
		round[i] = scoring.TieRoll{Seat: *roll.Seat, Dice: roll.Dice}
	}
	return round
}

type tiebreakAnswer struct {
	Round int         `json:"round"`
	Rolls []tieAnswer `json:"rolls"`
}

type tieAnswer struct {
	scoring.TieRoll
	Sum int `json:"sum"`
}

type tiebreakWithGame struct {
	Tiebreak tiebreakAnswer `json:"tiebreak"`
	Game     gameAnswer     `json:"game"`
}

// describeTiebreaks lists the extra rounds of a game.
func describeTiebreaks(play *scoring.Game) []tiebreakAnswer {
	rounds := make([]tiebreakAnswer, len(play.Tiebreaks()))
	for i, round := range play.Tiebreaks() {
		rounds[i].Round = i + 1
		for _, roll := range round {
			rounds[i].Rolls = append(rounds[i].Rolls, tieAnswer{roll, roll.Sum()})
		}
	}
	return rounds
}

// rollTiebreak writes an extra round among the tied winners (S2-20).
func (s *server) rollTiebreak(c echo.Context) error {
	var r newTiebreak
	return s.keyed(c, "NewTiebreak", &r, func(key *db.Once) (db.Answer, error) {
		g, err := s.gameToWrite(c)
		if err != nil {
			return db.Answer{}, err
		}
		next, err := tiebreak(g, r.round())
		if err != nil {
			return db.Answer{}, broken(err, g.Rules)
		}
		return s.Store.AddTiebreak(c.Request().Context(), g, next, s.Now(), key, s.render(c, http.StatusCreated, func(g *db.Game) any {
			game := s.describeGame(g, s.language(c))
			return tiebreakWithGame{game.Tiebreaks[len(game.Tiebreaks)-1], game}
		}))
	})
}

func tiebreak(g *db.Game, round scoring.TieRound) (scoring.Game, error) {
	if g.Status == db.StatusAbandoned {
		return g.Play, closed(g)
	}
	next, err := g.Play.Tiebreak(round)
	if faults := faultsOf(err); len(faults) > 0 && !faults.Has(scoring.NotTied) {
		err = faults.Under("/rolls")
	}
	return next, err
}
