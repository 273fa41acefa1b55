package handlers

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/labstack/echo/v4"

	"segnapunti/scoring"
)

// The floor of these benchmarks is an echo handler that decodes the same request
// and encodes the same answer without scoring, in the same run. The target is at
// least 0.6 of its requests per second.

const scoreBody = `{"ruleset":"yahtzee","dice":[4,4,4,6,6]}`

func BenchmarkScore(b *testing.B) {
	benchmark(b, benchService(b), "/v1/score", scoreBody)
}

func BenchmarkScoreFloor(b *testing.B) {
	benchmark(b, floor[scoreRequest, scoreAnswer](b, "/v1/score", scoreBody), "/v1/score", scoreBody)
}

func BenchmarkTotal(b *testing.B) {
	benchmark(b, benchService(b), "/v1/total", totalBody(b))
}

func BenchmarkTotalFloor(b *testing.B) {
	benchmark(b, floor[totalRequest, totalAnswer](b, "/v1/total", totalBody(b)), "/v1/total", totalBody(b))
}

// totalBody is a whole 13-box card with dice.
func totalBody(b *testing.B) string {
	game := vectorGames(b)[0]
	return toJSON(b, map[string]any{"ruleset": game.RuleSet, "card": map[string]any{"entries": game.Entries}})
}

// benchService is the service without a database.
func benchService(b testing.TB) http.Handler {
	catalog, err := loadCatalog()
	if err != nil {
		b.Fatal(err)
	}
	handler, err := New(Config{Catalog: catalog, Log: slog.New(slog.DiscardHandler), Now: time.Now})
	if err != nil {
		b.Fatal(err)
	}
	return handler
}

// floor answers what the service answers, made once and encoded for each request.
func floor[Request, Answer any](b *testing.B, path, body string) http.Handler {
	w := httptest.NewRecorder()
	benchService(b).ServeHTTP(w, post(path, body))
	var answer Answer
	if err := json.Unmarshal(w.Body.Bytes(), &answer, json.WithUnmarshalers(json.UnmarshalFunc(func([]byte, *scoring.Code) error { return nil }))); err != nil {
		b.Fatal(err)
	}
	e := echo.New()
	e.POST(path, func(c echo.Context) error {
		var request Request
		if err := json.UnmarshalRead(c.Request().Body, &request); err != nil {
			return err
		}
		c.Response().Header().Set(echo.HeaderContentType, echo.MIMEApplicationJSON)
		return json.MarshalWrite(c.Response(), answer)
	})
	return e
}

func post(path, body string) *http.Request {
	r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	return r
}

func benchmark(b *testing.B, handler http.Handler, path, body string) {
	b.ReportAllocs()
	for b.Loop() {
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, post(path, body))
		if w.Code != http.StatusOK {
			b.Fatal(w.Body)
		}
	}
}
