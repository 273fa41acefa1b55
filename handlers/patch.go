package handlers

import (
	"net/http"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"segnapunti/db"
	"segnapunti/scoring"
)

// Codes of what a game doesn't allow any more, or not yet.
const (
	badSeatOrder  scoring.Code = "bad_seat_order"
	badStatus     scoring.Code = "bad_status"
	gameAbandoned scoring.Code = "game_abandoned"
	gameStarted   scoring.Code = "game_started"
	lastPlayer    scoring.Code = "last_player"
	notAbandoned  scoring.Code = "not_abandoned"
	tooLateToJoin scoring.Code = "too_late_to_join"
)

type gamePatch struct {
	Title     *string     `json:"title"`
	PlayedOn  *string     `json:"played_on"`
	Status    *db.Status  `json:"status"`
	SeatOrder []int       `json:"seat_order"`
	Seats     []seatPatch `json:"seats"`
	Add       []newPlayer `json:"add"`
}

type seatPatch struct {
	Seat *int    `json:"seat"`
	Name *string `json:"name"`
	Mark string  `json:"mark"`
	Left *bool   `json:"left"`
}

func (r *gamePatch) complete() bool {
	for _, player := range r.Add {
		if !player.given {
			return false
		}
	}
	return !slices.ContainsFunc(r.Seats, func(p seatPatch) bool { return p.Seat == nil })
}

// patchGame changes what is none of a game's turns.
func (s *server) patchGame(c echo.Context) error {
	if err := s.query(c).err(); err != nil {
		return err
	}
	body, err := s.read(c)
	if err != nil {
		return err
	}
	var r gamePatch
	if err := s.decode(body, "GamePatch", &r); err != nil {
		return err
	}
	g, err := s.gameToWrite(c)
	if err != nil {
		return err
	}
	patch, faults := s.checkPatch(&r, g)
	if len(faults) > 0 {
		return broken(faults, g.Rules)
	}
	patch.Text = body
	answer, err := s.Store.PatchGame(c.Request().Context(), g, patch, s.Now(), s.render(c, http.StatusOK, func(g *db.Game) any {
		return s.describeGame(g, s.language(c))
	}))
	return s.sendWritten(c, answer, err)
}

// checkPatch holds everything that was asked for against the game.
func (s *server) checkPatch(r *gamePatch, g *db.Game) (patch db.GamePatch, faults scoring.Faults) {
	if r.Title != nil {
		title, found := readTitle(*r.Title)
		patch.Title, faults = &title, found
	}
	if r.PlayedOn != nil {
		_, found := s.readDay(r.PlayedOn)
		patch.PlayedOn, faults = r.PlayedOn, append(faults, found...)
	}
	faults = append(faults, r.checkStatus(g)...)
	patch.Status = r.Status
	faults = append(faults, r.checkOrder(g)...)
	patch.Order = r.SeatOrder
	faults = append(faults, r.checkSeats(g, &patch)...)
	faults = append(faults, r.checkAdd(g, &patch)...)
	return patch, faults
}

func refuse(code scoring.Code, pointer string, args map[string]any) scoring.Faults {
	return scoring.Faults{{Code: code, Pointer: pointer, Args: args}}
}

// checkStatus: an open game can be abandoned, an abandoned one gone on with.
func (r *gamePatch) checkStatus(g *db.Game) scoring.Faults {
	if r.Status == nil {
		return nil
	}
	switch {
	case *r.Status == db.StatusAbandoned && g.Status == db.StatusFinished:
		return refuse(scoring.GameOver, "/status", nil)
	case *r.Status == db.StatusOpen && g.Status != db.StatusAbandoned:
		return refuse(notAbandoned, "/status", nil)
	case *r.Status != db.StatusOpen && *r.Status != db.StatusAbandoned:
		return refuse(badStatus, "/status", nil)
	}
	return nil
}

// checkOrder: seats change places only before the first turn, each named once.
func (r *gamePatch) checkOrder(g *db.Game) scoring.Faults {
	if r.SeatOrder == nil {
		return nil
	}
	if len(g.Play.Turns()) > 0 || g.Play.Paper() {
		return refuse(gameStarted, "/seat_order", nil)
	}
	sorted := slices.Sorted(slices.Values(r.SeatOrder))
	for i, seat := range sorted {
		if seat != i+1 || len(sorted) != len(g.Seats) {
			return refuse(badSeatOrder, "/seat_order", map[string]any{"seats": len(g.Seats)})
		}
	}
	if len(sorted) == 0 {
		return refuse(badSeatOrder, "/seat_order", map[string]any{"seats": len(g.Seats)})
	}
	return nil
}

// checkSeats: names are put right at any time, players leave and come back while
// the game is open; somebody must stay.
func (r *gamePatch) checkSeats(g *db.Game, patch *db.GamePatch) (faults scoring.Faults) {
	patch.Rename, patch.Left = map[int]db.Player{}, map[int]bool{}
	for i, p := range r.Seats {
		at := "/seats/" + strconv.Itoa(i)
		if *p.Seat < 1 || *p.Seat > len(g.Seats) {
			faults = append(faults, refuse(scoring.UnknownSeat, at+"/seat", map[string]any{"seat": *p.Seat, "seats": len(g.Seats)})...)
			continue
		}
		if p.Name != nil {
			people, found := readNames([]personName{{*p.Name, p.Mark}}, func(int) string { return at + "/name" }, "")
			if faults = append(faults, found...); len(found) == 0 {
				patch.Rename[*p.Seat] = people[0]
			}
		}
		if p.Left != nil {
			patch.Left[*p.Seat] = *p.Left
		}
	}
	return append(faults, checkLeft(g, patch)...)
}

func checkLeft(g *db.Game, patch *db.GamePatch) scoring.Faults {
	if len(patch.Left) == 0 {
		return nil
	}
	if fault := closed(g); fault != nil {
		return fault.Under("/seats")
	}
	staying := 0
	for seat := 1; seat <= len(g.Seats); seat++ {
		left, said := patch.Left[seat]
		if said && !left || !said && !g.Play.Left(seat) {
			staying++
		}
	}
	if staying == 0 {
		return refuse(lastPlayer, "/seats", nil)
	}
	return nil
}

// closed says why nothing can be played any more; nil when it can.
func closed(g *db.Game) scoring.Faults {
	switch g.Status {
	case db.StatusAbandoned:
		return refuse(gameAbandoned, "", nil)
	case db.StatusFinished:
		return refuse(scoring.GameOver, "", nil)
	default:
		return nil
	}
}

// checkAdd: a player joins before anyone has played two turns.
func (r *gamePatch) checkAdd(g *db.Game, patch *db.GamePatch) scoring.Faults {
	if len(r.Add) == 0 {
		return nil
	}
	if fault := closed(g); fault != nil {
		return fault.Under("/add")
	}
	if !g.MayJoin() {
		return refuse(tooLateToJoin, "/add", nil)
	}
	people, paper, faults := readPlayers(r.Add)
	for i := range faults {
		faults[i].Pointer = "/add" + faults[i].Pointer[len("/players"):]
	}
	if paper != nil {
		faults = append(faults, refuse(scoring.MixedPaper, "/add", nil)...)
	}
	if n := len(g.Seats) + len(r.Add); n > maxPlayers {
		faults = append(faults, refuse(tooManyPlayers, "/add", map[string]any{"max": maxPlayers, "got": n})...)
	}
	patch.Add = people
	return faults
}
