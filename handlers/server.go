// Package handlers is the service over HTTP: routes, strict decoding, status
// codes and problems. echo lives here and nowhere else. A handler decodes, asks
// scoring, pdf or db, and answers; it knows no rule and no SQL.
package handlers

import (
	"log/slog"
	"net/http"
	"regexp"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/labstack/echo/v4"

	"segnapunti/db"
	"segnapunti/scoring"
)

// Config is what the service is made of.
type Config struct {
	Catalog *scoring.Catalog
	Store   *db.Store        // nil: only what needs no storage is answered, the rest is 503
	Log     *slog.Logger     // where causes of 500s and 503s go; never names or dice
	Now     func() time.Time // the household's clock: its zone decides the day of played_on
}

// server holds what handlers share. It never changes after New.
type server struct {
	Config
	schemas schemas
	used    usedCache
}

// route is one operation of openapi.yaml.
type route struct {
	method, path string // path as in openapi.yaml
	handle       echo.HandlerFunc
}

func (s *server) routes() []route {
	return []route{
		{http.MethodGet, "/v1/rulesets", s.listRuleSets},
		{http.MethodGet, "/v1/rulesets/{ruleset}", s.getRuleSet},
		{http.MethodPost, "/v1/score", s.score},
		{http.MethodPost, "/v1/total", s.total},
		{http.MethodPost, "/v1/starting-order", s.startingOrder},
		{http.MethodGet, "/v1/scorecards/{ruleset}.pdf", s.printPad},
		{http.MethodGet, "/v1/games", s.listGames},
		{http.MethodPost, "/v1/games", s.createGame},
		{http.MethodGet, "/v1/games/{game}", s.getGame},
		{http.MethodPatch, "/v1/games/{game}", s.patchGame},
		{http.MethodPost, "/v1/games/{game}/turns", s.playTurn},
		{http.MethodPut, "/v1/games/{game}/turns/{n}", s.correctTurn},
		{http.MethodDelete, "/v1/games/{game}/turns/{n}", s.takeBackTurn},
		{http.MethodGet, "/v1/games/{game}/history", s.gameHistory},
		{http.MethodPost, "/v1/games/{game}/tiebreak", s.rollTiebreak},
		{http.MethodGet, "/v1/matches", s.listMatches},
		{http.MethodPost, "/v1/matches", s.createMatch},
		{http.MethodGet, "/v1/matches/{match}", s.getMatch},
		{http.MethodPatch, "/v1/matches/{match}", s.patchMatch},
		{http.MethodPost, "/v1/matches/{match}/games", s.startMatchGame},
		{http.MethodGet, "/v1/players", s.listPlayers},
		{http.MethodGet, "/v1/players/{player}", s.getPlayer},
		{http.MethodPatch, "/v1/players/{player}", s.renamePlayer},
		{http.MethodPost, "/v1/players/{player}/merge", s.mergePlayer},
		{http.MethodDelete, "/v1/players/{player}/merge", s.unmergePlayer},
		{http.MethodGet, "/v1/records", s.bestGames},
		{http.MethodGet, "/v1/records/players", s.bestPlayers},
		{http.MethodGet, "/v1/statistics", s.statistics},
		{http.MethodGet, "/v1/export", s.exportAll},
		{http.MethodGet, "/v1/export.csv", s.exportTable},
		{http.MethodPost, "/v1/import", s.importAll},
		{http.MethodGet, "/healthz", s.health},
		{http.MethodGet, "/openapi.yaml", s.document},
		{http.MethodGet, "/docs", s.docs()},
		{http.MethodGet, "/docs/{file}", s.docs()},
	}
}

// New makes the service. It fails only when openapi.yaml can't be read.
func New(cfg Config) (http.Handler, error) {
	s, err := newServer(cfg)
	if err != nil {
		return nil, err
	}
	return s.echo(), nil
}

func newServer(cfg Config) (*server, error) {
	schemas, err := loadSchemas()
	if err != nil {
		return nil, err
	}
	return &server{Config: cfg, schemas: schemas}, nil
}

var pathParameter = regexp.MustCompile(`\{(\w+)\}`)

func (s *server) echo() *echo.Echo {
	e := echo.New()
	e.HTTPErrorHandler = s.fail
	e.Use(s.guard)
	for _, r := range s.routes() {
		e.Add(r.method, pathParameter.ReplaceAllString(r.path, ":$1"), r.handle)
	}
	return e
}

// send answers with a value as JSON and says which language its texts are in.
func (s *server) send(c echo.Context, status int, value any) error {
	body, err := encode(value)
	if err != nil {
		return err
	}
	c.Response().Header().Set("Content-Language", s.language(c).ID())
	return c.Blob(status, echo.MIMEApplicationJSON, body)
}

// encode writes JSON with sorted options, so that equal answers are equal bytes. A
// problem may quote what a client sent in its address; bytes that are no UTF-8
// become U+FFFD there.
func encode(value any) ([]byte, error) {
	return json.Marshal(value, json.Deterministic(true), jsontext.AllowInvalidUTF8(true))
}
