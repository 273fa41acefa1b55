package handlers

import (
	"errors"
	"net/http"
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/labstack/echo/v4"

	"segnapunti/db"
	"segnapunti/lang"
	"segnapunti/scoring"
)

var errNoStore = &db.Unavailable{Cause: errors.New("no database")}

type newGame struct {
	RuleSet  ruleSetRef `json:"ruleset"`
	Players  []string   `json:"players"`
	Title    string     `json:"title"`
	PlayedOn *string    `json:"played_on"`
}

func (r *newGame) complete() bool { return r.RuleSet.given && r.Players != nil }

// gameAnswer is a game with everything derived from its turns.
type gameAnswer struct {
	ID          string         `json:"id"`
	Version     int            `json:"version"`
	Status      db.Status      `json:"status"`
	RuleSet     jsontext.Value `json:"ruleset"`
	Title       string         `json:"title"`
	PlayedOn    string         `json:"played_on"`
	CreatedAt   time.Time      `json:"created_at"`
	UpdatedAt   time.Time      `json:"updated_at"`
	Players     []playerAnswer `json:"players"`
	NextSeat    *int           `json:"next_seat"`
	Turns       []turnAnswer   `json:"turns"`
	WinnerSeats []int          `json:"winner_seats"`
	WonBy       *string        `json:"won_by"`
}

type playerAnswer struct {
	db.Seat
	Card   scoring.Sheet  `json:"card"`
	Totals scoring.Totals `json:"totals"`
	Place  int            `json:"place"`
}

type turnAnswer struct {
	scoring.PlayedTurn
	At time.Time `json:"at"`
}

// Ways to win (api.md 5).
var (
	wonByPoints = "points"
	wonByServed = "served_generala"
)

func (s *server) describeGame(g *db.Game, l *lang.Language) gameAnswer {
	play := &g.Play
	answer := gameAnswer{
		ID: g.ID, Version: g.Version, Status: g.Status, RuleSet: s.usedRules(play.Rules(), l), Title: g.Title,
		PlayedOn: g.PlayedOn, CreatedAt: g.CreatedAt, UpdatedAt: g.UpdatedAt, Turns: []turnAnswer{}, WinnerSeats: []int{},
	}
	places := play.Places()
	for i, seat := range g.Seats {
		card := play.Card(seat.Seat)
		answer.Players = append(answer.Players, playerAnswer{seat, card.Sheet(), card.Totals(), places[i]})
	}
	for i, turn := range play.Turns() {
		answer.Turns = append(answer.Turns, turnAnswer{turn, g.Times[i]})
	}
	if next := play.NextSeat(); next > 0 && g.Status == db.StatusOpen {
		answer.NextSeat = &next
	}
	if play.Over() {
		answer.WinnerSeats, answer.WonBy = play.Winners(), &wonByPoints
		if play.ServedWinner() > 0 {
			answer.WonBy = &wonByServed
		}
	}
	return answer
}

func (s *server) createGame(c echo.Context) error {
	var r newGame
	key, done, err := s.decodeWrite(c, "NewGame", &r)
	if done || err != nil {
		return err
	}
	game, err := s.checkNewGame(&r)
	if err != nil {
		return err
	}
	answer, err := s.Store.CreateGame(c.Request().Context(), game, s.Now(), key, s.render(c, http.StatusCreated, func(g *db.Game) any {
		return s.describeGame(g, s.language(c))
	}))
	if err != nil {
		return err
	}
	return s.sendStored(c, answer)
}

// decodeWrite reads the body of a write, and answers at once when its key was
// used before. done means that nothing is left to do.
func (s *server) decodeWrite(c echo.Context, schema string, into request) (key *db.Once, done bool, err error) {
	if s.Store == nil {
		return nil, false, errNoStore
	}
	if err := s.query(c).err(); err != nil {
		return nil, false, err
	}
	body, err := s.read(c)
	if err != nil {
		return nil, false, err
	}
	if key, err = once(c, body); err != nil {
		return nil, false, err
	}
	if done, err = s.replayed(c, key); done || err != nil {
		return key, done, err
	}
	return key, false, s.decode(body, schema, into)
}

// render makes the answer of a write, inside its transaction: what is stored under
// the key is what was sent.
func (s *server) render(c echo.Context, status int, describe func(*db.Game) any) db.Render {
	return func(g *db.Game) (db.Answer, error) {
		body, err := encode(describe(g))
		header := map[string]string{"ETag": etag(g.Version), "Content-Language": s.language(c).ID()}
		if g.Version == 1 {
			header["Location"] = "/v1/games/" + g.ID
		}
		return db.Answer{Status: status, Header: header, Body: body}, err
	}
}

// checkNewGame checks all that a new game is made of, together.
func (s *server) checkNewGame(r *newGame) (db.NewGame, error) {
	rules, err := s.find(r.RuleSet, "/ruleset")
	var all problem
	if !errors.As(err, new(*problem)) && err != nil {
		return db.NewGame{}, err
	}
	if p := (*problem)(nil); errors.As(err, &p) {
		all.faults = p.faults
	}
	people, faults := readNames(r.Players, func(i int) string { return "/players/" + strconv.Itoa(i) }, "/players")
	title := lang.CleanName(r.Title)
	if utf8.RuneCountInString(title) > maxTitle {
		faults = append(faults, scoring.Fault{Code: badTitle, Pointer: "/title", Args: map[string]any{"max": maxTitle}})
	}
	day := s.Now().Format(time.DateOnly)
	if r.PlayedOn != nil {
		if day = *r.PlayedOn; !isDate(day) {
			faults = append(faults, scoring.Fault{Code: badDate, Pointer: "/played_on", Args: nil})
		}
	}
	for _, f := range faults {
		all.faults = append(all.faults, fault{Fault: f})
	}
	if len(all.faults) > 0 {
		return db.NewGame{}, &all
	}
	return db.NewGame{Rules: rules, Players: people, Title: title, PlayedOn: day}, nil
}

// game reads the game that the path names.
func (s *server) game(c echo.Context) (*db.Game, error) {
	if s.Store == nil {
		return nil, errNoStore
	}
	return s.Store.Game(c.Request().Context(), c.Param("game"))
}

func (s *server) getGame(c echo.Context) error {
	if err := s.query(c).err(); err != nil {
		return err
	}
	g, err := s.game(c)
	if err != nil {
		return err
	}
	c.Response().Header().Set("ETag", etag(g.Version))
	if matches(c.Request().Header.Get("If-None-Match"), etag(g.Version)) {
		c.Response().Header().Set("Content-Language", s.language(c).ID())
		return c.NoContent(http.StatusNotModified)
	}
	return s.send(c, http.StatusOK, s.describeGame(g, s.language(c)))
}

type gameSummary struct {
	ID        string         `json:"id"`
	Version   int            `json:"version"`
	Status    db.Status      `json:"status"`
	RuleSet   jsontext.Value `json:"ruleset"`
	Title     string         `json:"title"`
	PlayedOn  string         `json:"played_on"`
	CreatedAt time.Time      `json:"created_at"`
	UpdatedAt time.Time      `json:"updated_at"`
	Players   []db.Seat      `json:"players"`
}

func (s *server) listGames(c echo.Context) error {
	q := s.query(c, "status", "player", "ruleset", "limit", "cursor")
	filter := db.GameFilter{
		Status:   db.Status(q.word("status", string(db.StatusOpen), string(db.StatusFinished), string(db.StatusAbandoned))),
		PlayerID: q.text("player", 100), RuleSet: q.text("ruleset", 100),
		Limit: q.number("limit", 1, 200, 50), Cursor: q.text("cursor", 200),
	}
	if err := q.err(); err != nil {
		return err
	}
	if s.Store == nil {
		return errNoStore
	}
	games, next, err := s.Store.Games(c.Request().Context(), filter)
	if err != nil {
		return err
	}
	list := page[gameSummary]{Items: []gameSummary{}}
	for _, g := range games {
		list.Items = append(list.Items, gameSummary{
			g.ID, g.Version, g.Status, s.usedRules(g.Rules, s.language(c)), g.Title, g.PlayedOn, g.CreatedAt, g.UpdatedAt, g.Seats,
		})
	}
	if next != "" {
		list.Next = &next
	}
	return s.send(c, http.StatusOK, list)
}

func (s *server) gameHistory(c echo.Context) error {
	if err := s.query(c).err(); err != nil {
		return err
	}
	if s.Store == nil {
		return errNoStore
	}
	changes, err := s.Store.History(c.Request().Context(), c.Param("game"))
	if err != nil {
		return err
	}
	return s.send(c, http.StatusOK, page[db.Change]{Items: changes})
}
