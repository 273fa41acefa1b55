package handlers

import (
	"bytes"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/labstack/echo/v4"

	"segnapunti"
	"segnapunti/scoring"
)

// maxBody is more than any card, and little enough to read on a small machine.
const maxBody = 256 << 10

// schemas are those of the requests, by their name in openapi.yaml.
type schemas map[string]*openapi3.Schema

func loadSchemas() (schemas, error) {
	document, err := openapi3.NewLoader().LoadFromData(segnapunti.Document)
	if err != nil {
		return nil, fmt.Errorf("openapi.yaml: %w", err)
	}
	all := schemas{}
	for name, ref := range document.Components.Schemas {
		all[name] = ref.Value
	}
	return all, nil
}

// request is a body: it knows whether what its schema requires was there.
type request interface{ complete() bool }

// decode reads a body strictly: one JSON value, no unknown, missing, repeated or
// null fields. The fast path says only whether all is well; when it isn't, the
// schema of openapi.yaml says everything that is wrong, at once.
func (s *server) decode(body []byte, schema string, into request) error {
	err := json.Unmarshal(body, into, json.RejectUnknownMembers(true))
	if err == nil && into.complete() && !bytes.Contains(body, []byte("null")) {
		return nil
	}
	var value any
	if syntax := json.Unmarshal(body, &value); syntax != nil {
		return malformed(body, syntax)
	}
	if faults := s.schemas.faults(schema, value); len(faults) > 0 {
		return &problem{faults: faults}
	}
	if err != nil {
		return mistyped(err)
	}
	return nil // "null" was only part of a text
}

// read takes the body of a request: JSON in UTF-8, not empty, not too large.
func (s *server) read(c echo.Context) ([]byte, error) {
	request := c.Request()
	if !isJSON(request.Header.Get(echo.HeaderContentType)) {
		return nil, wrong(unsupportedMediaType, map[string]any{"allowed": echo.MIMEApplicationJSON})
	}
	var buffer bytes.Buffer
	buffer.Grow(int(min(max(request.ContentLength, 0), maxBody)) + bytes.MinRead)
	_, err := buffer.ReadFrom(http.MaxBytesReader(c.Response(), request.Body, maxBody))
	body := buffer.Bytes()
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		return nil, wrong(bodyTooLarge, map[string]any{"limit": maxBody})
	case err != nil:
		return nil, wrong(badRequest, nil) // the client went away in the middle
	case len(bytes.TrimSpace(body)) == 0:
		return nil, wrong(emptyBody, nil)
	case !utf8.Valid(body):
		return nil, wrong(invalidUTF8, nil)
	}
	return body, nil
}

func isJSON(contentType string) bool {
	kind, parameters, err := mime.ParseMediaType(contentType)
	charset := strings.ToLower(parameters["charset"])
	return err == nil && kind == echo.MIMEApplicationJSON && (charset == "" || charset == "utf-8")
}

// malformed says why a body is not one JSON value.
func malformed(body []byte, err error) *problem {
	args := map[string]any{"reason": "", "offset": 0}
	var syntax *jsontext.SyntacticError
	if !errors.As(err, &syntax) {
		return wrong(invalidJSON, args)
	}
	args["offset"], args["reason"] = int(syntax.ByteOffset), syntax.Err.Error()
	if errors.Is(err, jsontext.ErrDuplicateName) {
		pointer := string(syntax.JSONPointer)
		return &problem{faults: []fault{{Fault: scoring.Fault{
			Code: duplicateField, Pointer: pointer, Args: map[string]any{"field": pointer[strings.LastIndex(pointer, "/")+1:]},
		}}}}
	}
	decoder := jsontext.NewDecoder(bytes.NewReader(body))
	if decoder.SkipValue() == nil {
		return wrong(trailingData, args)
	}
	return wrong(invalidJSON, args)
}

// mistyped is a value that the schema allows and Go can't hold, such as 1e99.
func mistyped(err error) error {
	var semantic *json.SemanticError
	if !errors.As(err, &semantic) {
		return err
	}
	return &problem{faults: []fault{{Fault: scoring.Fault{
		Code: wrongType, Pointer: string(semantic.JSONPointer), Args: map[string]any{"expected": "integer", "found": "number"},
	}}}}
}

// faults lists everything in a value that its schema forbids, in the order of the
// pointers: the fields of an object have none.
func (s schemas) faults(schema string, value any) []fault {
	all := schemaFaults(s[schema], value, "")
	slices.SortStableFunc(all, func(a, b fault) int { return strings.Compare(a.Pointer, b.Pointer) })
	return all
}

func schemaFaults(schema *openapi3.Schema, value any, prefix string) (all []fault) {
	err := schema.VisitJSON(value, openapi3.MultiErrors())
	var found openapi3.MultiError
	if err != nil && !errors.As(err, &found) {
		found = openapi3.MultiError{err}
	}
	for _, one := range found {
		var nested openapi3.MultiError
		var broken *openapi3.SchemaError
		switch {
		case errors.As(one, &broken):
			all = append(all, schemaFault(broken, prefix)...)
		case errors.As(one, &nested):
			all = append(all, schemaFault(&openapi3.SchemaError{Value: value, Schema: schema, SchemaField: "type"}, prefix)...)
		}
	}
	return all
}

// schemaFault translates one of the library's errors into a fault of ours.
func schemaFault(e *openapi3.SchemaError, prefix string) []fault {
	path := e.JSONPointer()
	if e.SchemaField == "properties" {
		path = append(path, unsupported(e.Reason))
	}
	pointer, field := prefix, ""
	for _, part := range path {
		pointer += "/" + escape(part)
		field = part
	}
	one := func(code scoring.Code, args map[string]any) []fault {
		return []fault{{Fault: scoring.Fault{Code: code, Pointer: pointer, Args: args}}}
	}
	switch e.SchemaField {
	case "required":
		return one(missingField, map[string]any{"field": field})
	case "properties":
		return one(unknownField, map[string]any{"field": field})
	case "maxItems":
		return one(tooManyItems, map[string]any{"max": int(*e.Schema.MaxItems), "got": len(e.Value.([]any))})
	case "maxLength":
		return one(tooLong, map[string]any{"max": int(*e.Schema.MaxLength), "got": utf8.RuneCountInString(e.Value.(string))})
	case "oneOf":
		return alternatives(e, pointer, one)
	}
	if e.Value == nil {
		return one(nullValue, map[string]any{"expected": expected(e.Schema)})
	}
	return one(wrongType, map[string]any{"expected": expected(e.Schema), "found": kind(e.Value)})
}

// escape makes a name part of a JSON Pointer.
func escape(name string) string { return strings.NewReplacer("~", "~0", "/", "~1").Replace(name) }

// unsupported finds the name of an unknown field in the library's sentence about it,
// the only place where it stands.
func unsupported(reason string) string {
	from := strings.Index(reason, `"`)
	to := strings.LastIndex(reason, `"`)
	if from < 0 || to <= from {
		return ""
	}
	name, err := strconv.Unquote(reason[from : to+1])
	if err != nil {
		return reason[from+1 : to]
	}
	return name
}

// alternatives looks for the form that the client meant, by the kind of value.
func alternatives(e *openapi3.SchemaError, pointer string, one func(scoring.Code, map[string]any) []fault) []fault {
	for _, form := range e.Schema.OneOf {
		if form.Value.Type.Is(kind(e.Value)) {
			return schemaFaults(form.Value, e.Value, pointer)
		}
	}
	if e.Value == nil {
		return one(nullValue, map[string]any{"expected": expected(e.Schema.OneOf[0].Value)})
	}
	return one(wrongType, map[string]any{"expected": expected(e.Schema.OneOf[0].Value), "found": kind(e.Value)})
}

func expected(schema *openapi3.Schema) string {
	for _, name := range schema.Type.Slice() {
		return name
	}
	return "string"
}

// kind is the JSON type of a decoded value.
func kind(value any) string {
	switch value.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case string:
		return "string"
	case []any:
		return "array"
	case map[string]any:
		return "object"
	default:
		return "number"
	}
}
