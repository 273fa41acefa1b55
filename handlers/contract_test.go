package handlers

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/google/go-cmp/cmp"

	"segnapunti"
	"segnapunti/db"
	"segnapunti/lang"
	"segnapunti/scoring"
	"segnapunti/scoring/rulesets"
)

var loadCatalog = sync.OnceValues(func() (*scoring.Catalog, error) { return rulesets.Load("") })

var loadDocument = sync.OnceValues(func() (*openapi3.T, error) {
	return openapi3.NewLoader().LoadFromData(segnapunti.Document)
})

// client is a service on a database of its own. Each of its answers is held
// against openapi.yaml.
type client struct {
	t       testing.TB
	handler http.Handler
	store   *db.Store
	path    string
}

func newClient(t testing.TB) *client {
	t.Helper()
	return openClient(t, filepath.Join(t.TempDir(), "test.db"))
}

func openClient(t testing.TB, path string) *client {
	t.Helper()
	catalog, err := loadCatalog()
	if err != nil {
		t.Fatal(err)
	}
	return clientOf(t, path, catalog)
}

// clientOf is a service that knows the rule sets of a catalog.
func clientOf(t testing.TB, path string, catalog *scoring.Catalog) *client {
	t.Helper()
	store, err := db.Open(context.Background(), path, catalog)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	handler, err := New(Config{Catalog: catalog, Store: store, Log: slog.New(slog.DiscardHandler), Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	return &client{t, handler, store, path}
}

// answer is a response with its body read.
type answer struct {
	*http.Response
	body []byte
}

// ask sends a request; headers come in pairs. A body of "" is none.
func (c *client) ask(method, path, body string, headers ...string) answer {
	c.t.Helper()
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	c.handler.ServeHTTP(w, r)
	response := w.Result()
	data, err := io.ReadAll(response.Body)
	if err != nil {
		c.t.Fatal(err)
	}
	got := answer{response, data}
	checkContract(c.t, r, got)
	return got
}

func (c *client) get(path string, headers ...string) answer {
	c.t.Helper()
	return c.ask(http.MethodGet, path, "", headers...)
}

func (c *client) post(path, body string, headers ...string) answer {
	c.t.Helper()
	return c.ask(http.MethodPost, path, body, headers...)
}

// want checks the status and decodes the body.
func (a answer) want(t testing.TB, status int, into any) answer {
	t.Helper()
	if a.StatusCode != status {
		t.Fatalf("status %d, want %d: %s", a.StatusCode, status, a.body)
	}
	if into != nil {
		if err := json.Unmarshal(a.body, into); err != nil {
			t.Fatalf("%v: %s", err, a.body)
		}
	}
	return a
}

// problemBody is an error as clients see it.
type problemBody struct {
	Type, Title, Detail, Code string
	Status                    int
	Errors                    []struct{ Pointer, Parameter, Code, Detail string }
}

// wantProblem checks the status and that "where code" pairs are exactly these.
func (a answer) wantProblem(t testing.TB, status int, code string, faults ...string) problemBody {
	t.Helper()
	var p problemBody
	a.want(t, status, &p)
	got := []string{}
	for _, e := range p.Errors {
		got = append(got, e.Pointer+e.Parameter+" "+e.Code)
		if strings.ContainsAny(e.Detail, "{}") && !strings.Contains(e.Detail, "\"") {
			t.Errorf("unfilled sentence: %s", e.Detail)
		}
	}
	if p.Code != code || len(faults) > 0 && !cmp.Equal(got, faults) {
		t.Errorf("code %s, faults %q; want %s, %q", p.Code, got, code, faults)
	}
	return p
}

// operation finds the operation of a request, nil for a path of no operation.
func operation(document *openapi3.T, r *http.Request) *routers.Route {
	for path, item := range document.Paths.Map() {
		pattern := regexp.MustCompile(`\\\{\w+\\\}`).ReplaceAllString(regexp.QuoteMeta(path), `[^/]*`)
		if op := item.GetOperation(r.Method); op != nil && regexp.MustCompile("^"+pattern+"$").MatchString(r.URL.Path) {
			return &routers.Route{Spec: document, Path: path, PathItem: item, Method: r.Method, Operation: op}
		}
	}
	return nil
}

// checkContract holds an answer against openapi.yaml. What is no operation must
// answer a problem all the same.
func checkContract(t testing.TB, r *http.Request, got answer) {
	t.Helper()
	document, err := loadDocument()
	if err != nil {
		t.Fatal(err)
	}
	route := operation(document, r)
	if route == nil {
		if got.StatusCode < 400 || got.Header.Get("Content-Type") != "application/problem+json" {
			t.Errorf("%s %s is not in openapi.yaml and answers %d", r.Method, r.URL.Path, got.StatusCode)
		}
		return
	}
	err = openapi3filter.ValidateResponse(context.Background(), &openapi3filter.ResponseValidationInput{
		RequestValidationInput: &openapi3filter.RequestValidationInput{Request: r, Route: route},
		Status:                 got.StatusCode, Header: got.Header, Body: io.NopCloser(bytes.NewReader(got.body)),
		Options: &openapi3filter.Options{
			IncludeResponseStatus: true, MultiError: true,
			ExcludeResponseBody: !strings.Contains(got.Header.Get("Content-Type"), "json"),
		},
	})
	if err != nil {
		t.Errorf("%s %s: %d %s\nbreaks openapi.yaml: %v", r.Method, r.URL.Path, got.StatusCode, got.body, err)
	}
	if got.StatusCode >= 500 && got.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("%s %s: %d %s", r.Method, r.URL.Path, got.StatusCode, got.body)
	}
}

func TestRoutesAreTheOperations(t *testing.T) {
	document, err := loadDocument()
	if err != nil {
		t.Fatal(err)
	}
	if err := document.Validate(context.Background()); err != nil {
		t.Error(err)
	}
	var operations, routes []string
	for path, item := range document.Paths.Map() {
		for method := range item.Operations() {
			operations = append(operations, method+" "+path)
		}
	}
	for _, r := range (&server{}).routes() {
		routes = append(routes, r.method+" "+r.path)
	}
	slices.Sort(operations)
	slices.Sort(routes)
	if diff := cmp.Diff(operations, routes); diff != "" {
		t.Errorf("operations (-) and routes (+): %s", diff)
	}
}

func TestCodesAreThoseOfTheDocument(t *testing.T) {
	document, err := loadDocument()
	if err != nil {
		t.Fatal(err)
	}
	var documented, known []string
	for _, code := range document.Components.Schemas["ErrorCode"].Value.Enum {
		documented = append(documented, code.(string))
	}
	for _, code := range codes() {
		known = append(known, string(code))
	}
	if diff := cmp.Diff(documented, known); diff != "" {
		t.Errorf("openapi.yaml (-) and the table of statuses (+): %s", diff)
	}
}

func TestEveryCodeHasWords(t *testing.T) {
	for _, l := range lang.All() {
		for _, code := range codes() {
			for _, key := range []string{"problem." + string(code), "fault." + string(code)} {
				if l.Text(key, nil) == key {
					t.Errorf("%s has no %s", l.ID(), key)
				}
			}
		}
	}
}

func TestWhatIsNoOperation(t *testing.T) {
	c := newClient(t)
	c.get("/v1/nothing").wantProblem(t, http.StatusNotFound, "not_found")
	got := c.ask(http.MethodDelete, "/v1/score", "")
	got.wantProblem(t, http.StatusMethodNotAllowed, "method_not_allowed")
	if allow := got.Header.Get("Allow"); !strings.Contains(allow, "POST") {
		t.Errorf("Allow: %q", allow)
	}
}

func TestServicePages(t *testing.T) {
	c := newClient(t)
	c.get("/healthz").want(t, http.StatusOK, nil)
	if got := c.get("/openapi.yaml").want(t, http.StatusOK, nil); !bytes.Equal(got.body, segnapunti.Document) {
		t.Error("another document")
	}
	page := c.get("/docs").want(t, http.StatusOK, nil)
	files := regexp.MustCompile(`(?:src|href)="([^"]+)"`).FindAllStringSubmatch(string(page.body), -1)
	if len(files) == 0 {
		t.Fatalf("no scripts: %s", page.body)
	}
	for _, file := range files {
		if !strings.HasPrefix(file[1], "/docs/") {
			t.Errorf("%s is not served from here", file[1])
			continue
		}
		c.get(file[1]).want(t, http.StatusOK, nil)
	}
	c.get("/docs/nothing.js").wantProblem(t, http.StatusNotFound, "not_found")
}
