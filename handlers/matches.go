package handlers

import (
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/labstack/echo/v4"

	"segnapunti/db"
	"segnapunti/lang"
	"segnapunti/scoring"
)

// Codes of requests about matches.
const (
	notAllowed   scoring.Code = "not_allowed"
	outOfRange   scoring.Code = "out_of_range"
	unknownMatch scoring.Code = "unknown_match"
)

type newMatch struct {
	RuleSet ruleSetRef         `json:"ruleset"`
	Players []newPlayer        `json:"players"`
	Mode    *scoring.MatchMode `json:"mode"`
	Games   *int               `json:"games"`
	Title   string             `json:"title"`
}

func (r *newMatch) complete() bool {
	stranger := func(p newPlayer) bool { return !p.given }
	return r.RuleSet.given && r.Players != nil && r.Mode != nil && r.Games != nil && !slices.ContainsFunc(r.Players, stranger)
}

type matchAnswer struct {
	ID          string            `json:"id"`
	Version     int               `json:"version"`
	Status      db.Status         `json:"status"`
	RuleSet     jsontext.Value    `json:"ruleset"`
	Mode        scoring.MatchMode `json:"mode"`
	Games       int               `json:"games"`
	Title       string            `json:"title"`
	CreatedAt   time.Time         `json:"created_at"`
	UpdatedAt   time.Time         `json:"updated_at"`
	Players     []matchPlayer     `json:"players"`
	MatchGames  []matchGame       `json:"match_games"`
	NextStarter *string           `json:"next_starter"`
	WinnerIDs   []string          `json:"winner_ids"`
	DecidedBy   *string           `json:"decided_by"`
}

type matchPlayer struct {
	db.Seat
	Wins int `json:"wins"`
	Sum  int `json:"sum"`
}

type matchGame struct {
	MatchGame int          `json:"match_game"`
	GameID    string       `json:"game_id"`
	Status    db.Status    `json:"status"`
	Counts    bool         `json:"counts"` // finished, not abandoned, and not after the decision
	Starter   string       `json:"starter"`
	WinnerIDs []string     `json:"winner_ids"`
	Totals    []matchTotal `json:"totals"`
}

type matchTotal struct {
	PlayerID string `json:"player_id"`
	Total    int    `json:"total"`
}

// Ways to win a match.
var decidedBy = map[scoring.MatchMode]string{scoring.BestOf: "wins", scoring.SumOf: "sum"}

func (s *server) describeMatch(m *db.Match, l *lang.Language) matchAnswer {
	answer := matchAnswer{
		ID: m.ID, Version: m.Version, Status: m.Status(), RuleSet: s.usedRules(m.Rules, l), Mode: m.Terms.Mode, Games: m.Terms.Games,
		Title: m.Title, CreatedAt: m.CreatedAt, UpdatedAt: m.UpdatedAt,
	}
	for i, seat := range m.Seats {
		answer.Players = append(answer.Players, matchPlayer{seat, m.Standing.Wins[i], m.Standing.Sums[i]})
	}
	for i, g := range m.Games {
		answer.MatchGames = append(answer.MatchGames, describeMatchGame(g, m.Standing.Counted[i]))
	}
	switch answer.Status {
	case db.StatusOpen:
		answer.NextStarter = &m.NextStarter().PlayerID
	case db.StatusFinished:
		answer.DecidedBy = new(decidedBy[m.Terms.Mode])
		for _, player := range m.Standing.Winners {
			answer.WinnerIDs = append(answer.WinnerIDs, m.Seats[player].PlayerID)
		}
	}
	return answer
}

func describeMatchGame(g *db.Game, counts bool) matchGame {
	answer := matchGame{MatchGame: *g.MatchGame, GameID: g.ID, Status: g.Status, Counts: counts, Starter: g.Seats[0].PlayerID}
	for _, seat := range g.Play.Winners() {
		answer.WinnerIDs = append(answer.WinnerIDs, g.Seats[seat-1].PlayerID)
	}
	for _, seat := range g.Seats {
		answer.Totals = append(answer.Totals, matchTotal{seat.PlayerID, g.Play.Total(seat.Seat)})
	}
	return answer
}

func (s *server) createMatch(c echo.Context) error {
	var r newMatch
	return s.keyed(c, "NewMatch", &r, func(key *db.Once) (db.Answer, error) {
		match, err := s.checkNewMatch(&r)
		if err != nil {
			return db.Answer{}, err
		}
		return s.Store.CreateMatch(c.Request().Context(), match, s.Now(), key, func(m *db.Match) (db.Answer, error) {
			body, err := encode(s.describeMatch(m, s.language(c)))
			return db.Answer{Status: http.StatusCreated, Body: body, Header: map[string]string{
				"ETag": etag(m.Version), "Content-Language": s.language(c).ID(), "Location": "/v1/matches/" + m.ID,
			}}, err
		})
	})
}

// checkNewMatch checks all that a new match is made of, together.
func (s *server) checkNewMatch(r *newMatch) (m db.NewMatch, err error) {
	m.Rules, err = s.find(r.RuleSet, "/ruleset")
	m.Terms = scoring.Match{Mode: *r.Mode, Games: *r.Games}
	people, paper, faults := readPlayers(r.Players)
	if m.Players = people; paper != nil {
		faults = append(faults, refuse(scoring.MixedPaper, "/players", nil)...)
	}
	faults = append(faults, checkTerms(m.Terms)...)
	title, more := readTitle(r.Title)
	m.Title = title
	return m, together(err, append(faults, more...), m.Rules)
}

// checkTerms refuses a mode that there isn't and a length that it can't have.
func checkTerms(terms scoring.Match) scoring.Faults {
	lengths := terms.Mode.Lengths()
	switch {
	case decidedBy[terms.Mode] == "":
		return refuse(notAllowed, "/mode", map[string]any{"got": string(terms.Mode), "allowed": []string{string(scoring.BestOf), string(scoring.SumOf)}})
	case lengths != nil && !slices.Contains(lengths, terms.Games):
		return refuse(notAllowed, "/games", map[string]any{"got": terms.Games, "allowed": lengths})
	case lengths == nil && (terms.Games < 1 || terms.Games > scoring.MaxMatchGames):
		return refuse(outOfRange, "/games", map[string]any{"got": terms.Games, "min": 1, "max": scoring.MaxMatchGames})
	}
	return nil
}

func (s *server) getMatch(c echo.Context) error {
	if err := s.query(c).err(); err != nil {
		return err
	}
	if s.Store == nil {
		return errNoStore
	}
	m, err := s.Store.Match(c.Request().Context(), c.Param("match"))
	if err != nil {
		return err
	}
	c.Response().Header().Set("ETag", etag(m.Version))
	if matches(c.Request().Header.Get("If-None-Match"), etag(m.Version)) {
		c.Response().Header().Set("Content-Language", s.language(c).ID())
		return c.NoContent(http.StatusNotModified)
	}
	return s.send(c, http.StatusOK, s.describeMatch(m, s.language(c)))
}

type matchPatch struct {
	Title  *string    `json:"title"`
	Status *db.Status `json:"status"`
}

func (r *matchPatch) complete() bool { return true }

// patchMatch gives a match another title, gives it up, or takes it up again. What is
// left out stays.
func (s *server) patchMatch(c echo.Context) error {
	var r matchPatch
	if err := s.decodeBody(c, "MatchPatch", &r); err != nil {
		return err
	}
	if s.Store == nil {
		return errNoStore
	}
	ctx := c.Request().Context()
	m, err := s.Store.Match(ctx, c.Param("match"))
	if err == nil {
		err = checkIfMatch(c, m.Version)
	}
	if err != nil {
		return err
	}
	abandoned, faults := r.checkStatus(m)
	if r.Title != nil {
		title, more := readTitle(*r.Title)
		r.Title, faults = &title, append(faults, more...)
	}
	if len(faults) > 0 {
		return broken(faults, nil)
	}
	if m, err = s.Store.PatchMatch(ctx, m, r.Title, abandoned, s.Now()); err != nil {
		return err
	}
	c.Response().Header().Set("ETag", etag(m.Version))
	return s.send(c, http.StatusOK, s.describeMatch(m, s.language(c)))
}

// checkStatus: an open match can be given up, one that was can be taken up again.
func (r *matchPatch) checkStatus(m *db.Match) (*bool, scoring.Faults) {
	if r.Status == nil {
		return nil, nil
	}
	switch {
	case *r.Status == db.StatusAbandoned && m.Status() == db.StatusFinished:
		return nil, refuse(scoring.MatchOver, "/status", nil)
	case *r.Status == db.StatusOpen && !m.Abandoned:
		return nil, refuse(notAbandoned, "/status", nil)
	case *r.Status != db.StatusOpen && *r.Status != db.StatusAbandoned:
		return nil, refuse(badStatus, "/status", nil)
	}
	return new(*r.Status == db.StatusAbandoned), nil
}

func (s *server) listMatches(c echo.Context) error {
	q := s.query(c, "status", "player", "limit", "cursor")
	filter := db.MatchFilter{
		Status:   db.Status(q.word("status", string(db.StatusOpen), string(db.StatusFinished), string(db.StatusAbandoned))),
		PlayerID: q.text("player", 100), Limit: q.number("limit", 1, 200, 50), Cursor: q.text("cursor", 200),
	}
	if err := q.err(); err != nil {
		return err
	}
	if s.Store == nil {
		return errNoStore
	}
	found, next, err := s.Store.Matches(c.Request().Context(), filter)
	if err != nil {
		return err
	}
	var items []matchAnswer
	for _, m := range found {
		items = append(items, s.describeMatch(m, s.language(c)))
	}
	return s.send(c, http.StatusOK, pageOf(items, next))
}

type newMatchGame struct {
	Title    string  `json:"title"`
	PlayedOn *string `json:"played_on"`
}

func (r *newMatchGame) complete() bool { return true }

// startMatchGame starts the next game of a match. The match knows all about it, so
// that a request may come without a body.
func (s *server) startMatchGame(c echo.Context) error {
	if request := c.Request(); request.ContentLength == 0 {
		request.Body = io.NopCloser(strings.NewReader("{}"))
		request.Header.Set(echo.HeaderContentType, echo.MIMEApplicationJSON)
	}
	var r newMatchGame
	return s.keyed(c, "NewMatchGame", &r, func(key *db.Once) (db.Answer, error) {
		title, faults := readTitle(r.Title)
		day, more := s.readDay(r.PlayedOn)
		if faults = append(faults, more...); len(faults) > 0 {
			return db.Answer{}, broken(faults, nil)
		}
		return s.storeGame(c, db.NewGame{MatchID: c.Param("match"), Title: title, PlayedOn: day}, key)
	})
}

// readMatchID finds in a new game the match that it shall belong to.
func readMatchID(r *newGame) (id string, faults scoring.Faults) {
	if r.MatchID == nil {
		return "", nil
	}
	if *r.MatchID == "" {
		return "", refuse(unknownMatch, "/match_id", nil)
	}
	return *r.MatchID, nil
}

// refusedByMatch points at the match that a new game named and that there isn't.
func refusedByMatch(err error) error {
	if errors.Is(err, db.ErrUnknownMatch) {
		return broken(refuse(unknownMatch, "/match_id", nil), nil)
	}
	return err
}
