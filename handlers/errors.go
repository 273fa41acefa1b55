package handlers

import (
	"errors"
	"maps"
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"segnapunti/db"
	"segnapunti/lang"
	"segnapunti/scoring"
)

// Codes of what can be wrong with a request besides the rules of the game.
const (
	badDate              scoring.Code = "bad_date"
	badHeader            scoring.Code = "bad_header"
	badName              scoring.Code = "bad_name"
	badParameter         scoring.Code = "bad_parameter"
	badRequest           scoring.Code = "bad_request"
	badTitle             scoring.Code = "bad_title"
	bodyTooLarge         scoring.Code = "body_too_large"
	duplicateField       scoring.Code = "duplicate_field"
	duplicateName        scoring.Code = "duplicate_name"
	emptyBody            scoring.Code = "empty_body"
	internalError        scoring.Code = "internal_error"
	invalidJSON          scoring.Code = "invalid_json"
	invalidUTF8          scoring.Code = "invalid_utf8"
	keyReused            scoring.Code = "idempotency_key_reused"
	methodNotAllowed     scoring.Code = "method_not_allowed"
	missingField         scoring.Code = "missing_field"
	noPlayers            scoring.Code = "no_players"
	notFound             scoring.Code = "not_found"
	nullValue            scoring.Code = "null_value"
	tooLong              scoring.Code = "too_long"
	tooManyItems         scoring.Code = "too_many_items"
	tooManyPlayers       scoring.Code = "too_many_players"
	trailingData         scoring.Code = "trailing_data"
	turnConflict         scoring.Code = "turn_conflict"
	alreadyMerged        scoring.Code = "already_merged"
	mergeSelf            scoring.Code = "merge_self"
	nameTaken            scoring.Code = "name_taken"
	notMerged            scoring.Code = "not_merged"
	sameGame             scoring.Code = "same_game"
	unknownPlayer        scoring.Code = "unknown_player"
	unavailable          scoring.Code = "unavailable"
	unknownField         scoring.Code = "unknown_field"
	unknownGame          scoring.Code = "unknown_game"
	unknownParameter     scoring.Code = "unknown_parameter"
	unsupportedFormat    scoring.Code = "unsupported_format"
	unsupportedMediaType scoring.Code = "unsupported_media_type"
	versionMismatch      scoring.Code = "version_mismatch"
	wrongType            scoring.Code = "wrong_type"
)

// statuses is the one table from code to status; its codes are those of
// openapi.yaml.
var statuses = statusTable(map[int][]scoring.Code{
	http.StatusBadRequest: {
		badHeader, badParameter, badRequest, duplicateField, emptyBody, invalidJSON, invalidUTF8, missingField,
		nullValue, tooLong, tooManyItems, trailingData, unknownField, unknownParameter, wrongType,
	},
	http.StatusNotFound:         {notFound, unknownGame, unknownMatch, unknownPlayer, scoring.UnknownRuleSet, scoring.UnknownTurn},
	http.StatusMethodNotAllowed: {methodNotAllowed},
	http.StatusConflict: {
		db.ImportConflict,
		turnConflict, scoring.BoxFilled, scoring.CardComplete, scoring.GameOver, scoring.LaterTurnIllegal,
		scoring.NotLastTurn, scoring.NotYourTurn, scoring.SeatLeft,
		scoring.MatchGameOpen, scoring.MatchOver, scoring.NotTied,
		alreadyMerged, gameAbandoned, gameStarted, lastPlayer, nameTaken, notAbandoned, notMerged, sameGame, tooLateToJoin,
	},
	http.StatusPreconditionFailed:    {versionMismatch},
	http.StatusRequestEntityTooLarge: {bodyTooLarge},
	http.StatusUnsupportedMediaType:  {unsupportedMediaType},
	http.StatusUnprocessableEntity: {
		db.BadID, db.BadTime, db.Contradiction, db.DuplicateID, db.UnknownReference, scoring.BadDefinition, unsupportedFormat,
		badDate, badName, badSeatOrder, badStatus, badTitle, duplicateName, mergeSelf, keyReused, noPlayers, tooManyPlayers,
		scoring.BadDice, scoring.BadExtraYahtzees, scoring.BadOption, scoring.BadRolls, scoring.ColumnOutOfOrder,
		scoring.DiceOrPoints, scoring.ImpossiblePoints, scoring.JokerLower, scoring.JokerUpper, scoring.NeedsBox,
		scoring.CardIncomplete, scoring.ImpossibleTotal, scoring.MixedPaper,
		notAllowed, outOfRange, scoring.PlayersMismatch, scoring.RuleSetMismatch,
		scoring.OrderNextBox, scoring.OrderUpperFirst, scoring.PointsMismatch, scoring.ServedWinEnds,
		scoring.UnknownCategory, scoring.UnknownColumn, scoring.UnknownOption, scoring.UnknownSeat,
	},
	http.StatusInternalServerError: {internalError},
	http.StatusServiceUnavailable:  {unavailable},
})

func statusTable(byStatus map[int][]scoring.Code) map[scoring.Code]int {
	table := map[scoring.Code]int{}
	for status, codes := range byStatus {
		for _, code := range codes {
			table[code] = status
		}
	}
	return table
}

// fault is one thing wrong with a request, in its body or in a parameter.
type fault struct {
	scoring.Fault
	parameter string // query parameter or header; "" for the body
}

// problem is everything wrong with a request. rules, when known, turn the ids of
// boxes into names for people.
type problem struct {
	faults []fault
	rules  *scoring.RuleSet
	always int // the status whatever the codes mean elsewhere; 0: theirs
}

// Error lists the codes, for logs.
func (p *problem) Error() string {
	all := make(scoring.Faults, len(p.faults))
	for i := range p.faults {
		all[i] = p.faults[i].Fault
	}
	return all.Error()
}

// wrong makes a problem of one code about the request as a whole.
func wrong(code scoring.Code, args map[string]any) *problem {
	return &problem{faults: []fault{{Fault: scoring.Fault{Code: code, Args: args}}}}
}

// wrongParameter makes a problem of one query parameter or header.
func wrongParameter(code scoring.Code, name string, args map[string]any) *problem {
	return &problem{faults: []fault{{Fault: scoring.Fault{Code: code, Args: args}, parameter: name}}}
}

// broken makes a problem of the rules' faults; other errors stay what they are.
func broken(err error, rules *scoring.RuleSet) error {
	var found scoring.Faults
	if !errors.As(err, &found) {
		return err
	}
	p := &problem{rules: rules}
	for _, f := range found {
		p.faults = append(p.faults, fault{Fault: f})
	}
	return p
}

// status is that of the codes when all agree. What is not well-formed goes first;
// of a conflict with the moment and a broken rule, the rule stays broken.
func (p *problem) status() int {
	if p.always != 0 {
		return p.always
	}
	status := statuses[p.faults[0].Code]
	for _, f := range p.faults[1:] {
		other := statuses[f.Code]
		switch {
		case other == status:
		case other == http.StatusBadRequest || status == http.StatusBadRequest:
			status = http.StatusBadRequest
		default:
			status = http.StatusUnprocessableEntity
		}
	}
	return status
}

// Problem is an error as RFC 9457 has it.
type problemAnswer struct {
	Type      string        `json:"type"`
	Title     string        `json:"title"`
	Status    int           `json:"status"`
	Detail    string        `json:"detail"`
	Code      scoring.Code  `json:"code"`
	RequestID string        `json:"request_id,omitzero"`
	Errors    []faultAnswer `json:"errors,omitzero"`
}

type faultAnswer struct {
	Pointer   *string      `json:"pointer,omitzero"`
	Parameter string       `json:"parameter,omitzero"`
	Code      scoring.Code `json:"code"`
	Detail    string       `json:"detail"`
}

// say puts a problem into words.
func (p *problem) say(l *lang.Language) problemAnswer {
	first := p.faults[0]
	answer := problemAnswer{
		Type: "/problems/" + string(first.Code), Title: l.Text("problem."+string(first.Code), nil),
		Status: p.status(), Detail: p.detail(first, l), Code: first.Code,
	}
	for _, f := range p.faults {
		if f.parameter == "" && f.Pointer == "" && len(p.faults) == 1 {
			break // about the request as a whole: said already
		}
		said := faultAnswer{Parameter: f.parameter, Code: f.Code, Detail: p.detail(f, l)}
		if f.parameter == "" {
			said.Pointer = &f.Pointer
		}
		answer.Errors = append(answer.Errors, said)
	}
	return answer
}

// detail is one fault in words: boxes, reasons and types by their names.
func (p *problem) detail(f fault, l *lang.Language) string {
	args := maps.Clone(f.Args)
	if id, ok := args["box"].(string); ok && p.rules != nil {
		args["box"] = boxName(l, p.rules, id)
	}
	if reason, ok := args["reason"].(scoring.Code); ok {
		args["reason"] = l.Text("fault."+string(reason), args)
	}
	for _, key := range []string{"expected", "found"} {
		if kind, ok := args[key].(string); ok {
			args[key] = l.Text("type."+kind, nil)
		}
	}
	return l.Text("fault."+string(f.Code), args)
}

// fail answers an error. What nobody foresaw is 500 and goes to the log with the
// request's id; the client learns only the id.
func (s *server) fail(err error, c echo.Context) {
	if c.Response().Committed {
		s.Log.Warn("answer cut off", "cause", err)
		panic(http.ErrAbortHandler) // net/http's way to break off: half an answer must not look whole
	}
	p := s.understand(err, c)
	answer := p.say(s.language(c))
	header := c.Response().Header()
	if answer.Status >= http.StatusInternalServerError {
		answer.RequestID = header.Get(echo.HeaderXRequestID)
		s.Log.Error("request failed", "request_id", answer.RequestID, "method", c.Request().Method, "route", c.Path(), "cause", err)
	}
	if answer.Status == http.StatusServiceUnavailable {
		header.Set(echo.HeaderRetryAfter, "1")
	}
	header.Set("Content-Language", s.language(c).ID())
	header.Del("ETag")
	body, err := encode(answer)
	if err == nil {
		err = c.Blob(answer.Status, "application/problem+json", body)
	} else {
		c.Response().WriteHeader(http.StatusInternalServerError) // never a 200 for want of words
	}
	if err != nil {
		s.Log.Warn("answer not delivered", "cause", err)
	}
}

// understand turns any error into a problem.
func (s *server) understand(err error, c echo.Context) *problem {
	var p *problem
	var http *echo.HTTPError
	var down *db.Unavailable
	var twice *db.SamePersonError
	switch {
	case errors.As(err, &p):
		return p
	case errors.As(err, &http):
		return s.understandEcho(http, c)
	case errors.As(err, &down):
		return wrong(unavailable, nil)
	case errors.As(err, &twice):
		return wrong(duplicateName, map[string]any{"name": twice.Name})
	case errors.Is(err, db.ErrKeyReused):
		return wrongParameter(keyReused, "Idempotency-Key", nil)
	case errors.Is(err, db.ErrBadCursor):
		return wrongParameter(badParameter, "cursor", map[string]any{"parameter": "cursor", "got": c.QueryParam("cursor"), "allowed": "next"})
	}
	for known, code := range storeErrors {
		if errors.Is(err, known) {
			return wrong(code, nil)
		}
	}
	return wrong(internalError, map[string]any{"request_id": c.Response().Header().Get(echo.HeaderXRequestID)})
}

// storeErrors are what the store can say about a request.
var storeErrors = map[error]scoring.Code{
	db.ErrNotFound:      unknownGame,
	db.ErrConflict:      turnConflict,
	db.ErrUnknownMatch:  unknownMatch,
	db.ErrUnknownPlayer: unknownPlayer,
	db.ErrNameTaken:     nameTaken,
	db.ErrSelf:          mergeSelf,
	db.ErrMerged:        alreadyMerged,
	db.ErrNotMerged:     notMerged,
	db.ErrSameGame:      sameGame,
}

// understandEcho knows the errors that echo itself makes while routing.
func (s *server) understandEcho(err *echo.HTTPError, c echo.Context) *problem {
	switch err.Code {
	case http.StatusNotFound:
		return wrong(notFound, nil)
	case http.StatusMethodNotAllowed:
		allowed, _ := c.Get(echo.ContextKeyHeaderAllow).(string)
		c.Response().Header().Set(echo.HeaderAllow, allowed)
		return wrong(methodNotAllowed, map[string]any{"allowed": allowed})
	default:
		return wrong(badRequest, nil)
	}
}

// codes lists every code that an answer can have, sorted.
func codes() []scoring.Code { return slices.Sorted(maps.Keys(statuses)) }
