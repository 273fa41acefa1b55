package handlers

import (
	"errors"
	"net/http"
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
	RuleSet  ruleSetRef  `json:"ruleset"`
	Players  []newPlayer `json:"players"`
	Title    string      `json:"title"`
	PlayedOn *string     `json:"played_on"`
	MatchID  *string     `json:"match_id"`
}

func (r *newGame) complete() bool {
	for _, player := range r.Players {
		if !player.given {
			return false
		}
	}
	return r.RuleSet.given && r.Players != nil
}

// gameHead is what lists tell of a game, besides who plays.
type gameHead struct {
	ID        string         `json:"id"`
	Version   int            `json:"version"`
	Status    db.Status      `json:"status"`
	RuleSet   jsontext.Value `json:"ruleset"`
	Title     string         `json:"title"`
	PlayedOn  string         `json:"played_on"`
	CreatedAt time.Time      `json:"created_at"`
	UpdatedAt time.Time      `json:"updated_at"`
	MatchID   *string        `json:"match_id"`
	MatchGame *int           `json:"match_game"`
}

func (s *server) headOf(g *db.GameSummary, l *lang.Language) gameHead {
	return gameHead{
		g.ID, g.Version, g.Status, s.usedRules(g.Rules, l), g.Title, g.PlayedOn, g.CreatedAt, g.UpdatedAt, g.MatchID, g.MatchGame,
	}
}

// gameAnswer is a game with everything derived from its turns.
type gameAnswer struct {
	gameHead
	Players     []playerAnswer   `json:"players"`
	NextSeat    *int             `json:"next_seat"`
	Turns       []turnAnswer     `json:"turns"`
	WinnerSeats []int            `json:"winner_seats"`
	WonBy       *string          `json:"won_by"`
	Tiebreaks   []tiebreakAnswer `json:"tiebreaks"`
}

type playerAnswer struct {
	db.Seat
	Left   bool            `json:"left"`
	Card   *scoring.Sheet  `json:"card"`   // nil when only the total is known
	Totals *scoring.Totals `json:"totals"` // likewise
	Total  int             `json:"total"`
	Place  int             `json:"place"`
}

type turnAnswer struct {
	scoring.PlayedTurn
	At time.Time `json:"at"`
}

// Ways to win (api.md 5).
var (
	wonByPoints   = "points"
	wonByServed   = "served_generala"
	wonByTiebreak = "tiebreak"
)

func (s *server) describeGame(g *db.Game, l *lang.Language) gameAnswer {
	play := &g.Play
	answer := gameAnswer{
		gameHead: s.headOf(&g.GameSummary, l), Turns: []turnAnswer{}, WinnerSeats: []int{}, Tiebreaks: describeTiebreaks(play),
	}
	places := play.Places()
	for i, seat := range g.Seats {
		player := playerAnswer{Seat: seat, Left: play.Left(seat.Seat), Total: play.Total(seat.Seat), Place: places[i]}
		if !play.KnownTotal(seat.Seat) {
			card := play.Card(seat.Seat)
			player.Card, player.Totals = new(card.Sheet()), new(card.Totals())
		}
		answer.Players = append(answer.Players, player)
	}
	for i, turn := range play.Turns() {
		answer.Turns = append(answer.Turns, turnAnswer{turn, g.Times[i]})
	}
	if next := play.NextSeat(); next > 0 && g.Status == db.StatusOpen {
		answer.NextSeat = &next
	}
	if play.Over() {
		answer.WinnerSeats, answer.WonBy = play.Winners(), &wonByPoints
		switch {
		case play.ServedWinner() > 0:
			answer.WonBy = &wonByServed
		case len(play.Tiebreaks()) > 0:
			answer.WonBy = &wonByTiebreak
		}
	}
	return answer
}

func (s *server) createGame(c echo.Context) error {
	var r newGame
	return refusedByMatch(s.keyed(c, "NewGame", &r, func(key *db.Once) (db.Answer, error) {
		game, err := s.checkNewGame(&r)
		if err != nil {
			return db.Answer{}, err
		}
		return s.storeGame(c, game, key)
	}))
}

func (s *server) storeGame(c echo.Context, game db.NewGame, key *db.Once) (db.Answer, error) {
	answer, err := s.Store.CreateGame(c.Request().Context(), game, s.Now(), key, s.render(c, http.StatusCreated, func(g *db.Game) any {
		return s.describeGame(g, s.language(c))
	}))
	return answer, broken(err, nil)
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
func (s *server) checkNewGame(r *newGame) (game db.NewGame, err error) {
	var faults, more scoring.Faults
	game.Rules, err = s.find(r.RuleSet, "/ruleset")
	game.Players, game.Paper, faults = readPlayers(r.Players)
	if game.Rules != nil && game.Paper != nil {
		_, paper := game.Rules.NewGameOf(game.Paper)
		faults = append(faults, faultsOf(paper).Under("/players")...)
	}
	game.Title, more = readTitle(r.Title)
	faults = append(faults, more...)
	game.PlayedOn, more = s.readDay(r.PlayedOn)
	faults = append(faults, more...)
	game.MatchID, more = readMatchID(r)
	return game, together(err, append(faults, more...), game.Rules)
}

func readTitle(text string) (string, scoring.Faults) {
	title := lang.CleanName(text)
	if utf8.RuneCountInString(title) > maxTitle {
		return "", scoring.Faults{{Code: badTitle, Pointer: "/title", Args: map[string]any{"max": maxTitle}}}
	}
	return title, nil
}

// readDay reads a date of the household, today when none is given.
func (s *server) readDay(text *string) (string, scoring.Faults) {
	if text == nil {
		return s.Now().Format(time.DateOnly), nil
	}
	if !isDate(*text) {
		return "", scoring.Faults{{Code: badDate, Pointer: "/played_on", Args: nil}}
	}
	return *text, nil
}

// together joins the problem that err may be and the rules' faults into one.
func together(err error, faults scoring.Faults, rules *scoring.RuleSet) error {
	if len(faults) == 0 {
		return err
	}
	all := &problem{rules: rules}
	if p := (*problem)(nil); errors.As(err, &p) {
		all.faults = p.faults
	} else if err != nil {
		return err
	}
	for _, f := range faults {
		all.faults = append(all.faults, fault{Fault: f})
	}
	return all
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
	gameHead
	Players []db.Seat `json:"players"`
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
	var items []gameSummary
	for _, g := range games {
		items = append(items, gameSummary{s.headOf(&g, s.language(c)), g.Seats})
	}
	return s.send(c, http.StatusOK, pageOf(items, next))
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
	return s.send(c, http.StatusOK, pageOf(changes, ""))
}
