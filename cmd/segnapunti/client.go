package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"segnapunti/db"
)

// client asks the handlers in this process: the command line has no answers of
// its own.
type client struct {
	app     *app
	handler http.Handler
	store   *db.Store // nil for a service without a database
	path    string    // of its file
}

// answer is a response, whole; a good one goes to where it was asked for, if that
// was said, as it comes.
type answer struct {
	status int
	header http.Header
	body   bytes.Buffer
	to     io.Writer
}

// Header returns the headers to be sent.
func (a *answer) Header() http.Header { return a.header }

// WriteHeader notes the status.
func (a *answer) WriteHeader(status int) { a.status = status }

// Write collects the body or passes it on.
func (a *answer) Write(data []byte) (int, error) {
	if a.to != nil && a.status < http.StatusBadRequest {
		return a.to.Write(data)
	}
	return a.body.Write(data)
}

// get asks for something. Empty parameters are left out.
func (c *client) get(ctx context.Context, path string, parameters url.Values) (*answer, error) {
	return c.do(ctx, http.MethodGet, path, parameters, nil)
}

// post sends a value as JSON.
func (c *client) post(ctx context.Context, path string, value any) (*answer, error) {
	body, err := json.Marshal(value)
	if err != nil {
		return nil, failed(err)
	}
	return c.do(ctx, http.MethodPost, path, url.Values{}, body)
}

func (c *client) do(ctx context.Context, method, path string, parameters url.Values, body []byte) (*answer, error) {
	response := &answer{}
	return response, c.ask(ctx, method, path, parameters, bytes.NewReader(body), response)
}

// ask sends a request and fills its answer.
func (c *client) ask(
	ctx context.Context, method, path string, parameters url.Values, body io.Reader, response *answer,
) (err error) {
	for name, values := range parameters {
		if values[0] == "" {
			parameters.Del(name)
		}
	}
	if c.app.language != "" {
		parameters.Set("lang", c.app.language)
	}
	request, err := http.NewRequestWithContext(ctx, method, path+"?"+parameters.Encode(), body)
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept-Language", c.app.acceptLanguage())
	response.status, response.header = http.StatusOK, http.Header{}
	defer func() {
		if cause := recover(); cause == http.ErrAbortHandler { //nolint:errorlint // recovered as it was thrown
			err = failed(errors.New("the answer broke off"))
		} else if cause != nil {
			panic(cause)
		}
	}()
	c.handler.ServeHTTP(response, request)
	if response.status >= http.StatusBadRequest {
		return c.refused(response)
	}
	return nil
}

// refused prints a problem, for people or for programs, and says which exit
// status it means: what was not understood is usage, the rest the rules' no.
func (c *client) refused(response *answer) error {
	exit := exitRefused
	if response.status == http.StatusBadRequest || response.status == http.StatusNotFound {
		exit = exitUsage
	}
	if c.app.json {
		return &failure{exit, errorsJoin(c.app.printJSON(response))}
	}
	var problem struct {
		Title  string `json:"title"`
		Detail string `json:"detail"`
		Errors []struct {
			Pointer   string `json:"pointer"`
			Parameter string `json:"parameter"`
			Detail    string `json:"detail"`
		} `json:"errors"`
	}
	if err := json.Unmarshal(response.body.Bytes(), &problem); err != nil {
		return failed(err)
	}
	fmt.Fprintf(c.app.stderr, "segnapunti: %s\n", problem.Title)
	if len(problem.Errors) == 0 {
		fmt.Fprintf(c.app.stderr, "  %s\n", problem.Detail)
	}
	for _, e := range problem.Errors {
		where := strings.TrimPrefix(e.Pointer, "/") + e.Parameter
		if where != "" {
			where += ": "
		}
		fmt.Fprintf(c.app.stderr, "  %s%s\n", where, e.Detail)
	}
	return &failure{exit, errSaid}
}

// errorsJoin prefers a failure to print over the refusal that was printed.
func errorsJoin(err error) error {
	if err != nil {
		return err
	}
	return errSaid
}

// printJSON prints an answer as the service gives it.
func (a *app) printJSON(response *answer) error {
	_, err := fmt.Fprintf(a.stdout, "%s\n", bytes.TrimSpace(response.body.Bytes()))
	return failed(err)
}

// show prints an answer: its JSON with --json, else as people read it.
func show[T any](a *app, response *answer, people func(io.Writer, T)) error {
	if a.json {
		return a.printJSON(response)
	}
	var value T
	if err := json.Unmarshal(response.body.Bytes(), &value); err != nil {
		return failed(err)
	}
	var text bytes.Buffer
	people(&text, value)
	_, err := a.stdout.Write(text.Bytes())
	return failed(err)
}

// ruleSetFlag is a rule set as the commands take it: its id and options.
type ruleSetFlag struct {
	id      string
	options map[string]string
}

// ref is the rule set as requests name it.
func (f ruleSetFlag) ref() map[string]any {
	ref := map[string]any{"id": f.id}
	if len(f.options) > 0 {
		ref["options"] = f.values()
	}
	return ref
}

// values gives options their kinds: yes/no, number or word.
func (f ruleSetFlag) values() map[string]any {
	values := map[string]any{}
	for id, text := range f.options {
		values[id] = text
		if n, err := strconv.Atoi(text); err == nil {
			values[id] = n
		} else if yes, err := strconv.ParseBool(text); err == nil {
			values[id] = yes
		}
	}
	return values
}

// parameter is the options as a query parameter.
func (f ruleSetFlag) parameter() string {
	if len(f.options) == 0 {
		return ""
	}
	text, err := json.Marshal(f.values())
	if err != nil {
		return ""
	}
	return string(text)
}
