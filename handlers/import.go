package handlers

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/labstack/echo/v4"

	"segnapunti/db"
	"segnapunti/scoring"
)

// Limits of an import. 100,000 games of four with their histories are 1.7 GiB. A row
// is a game with its whole history, and the only thing that is held in memory.
const (
	maxImport int64 = 8 << 30
	maxRow          = 16 << 20
	maxFaults       = 100
)

// importAll takes in what exportAll answered: all of it or nothing.
func (s *server) importAll(c echo.Context) error {
	if err := s.query(c).err(); err != nil {
		return err
	}
	if s.Store == nil {
		return errNoStore
	}
	if !isJSON(c.Request().Header.Get(echo.HeaderContentType)) {
		return wrong(unsupportedMediaType, map[string]any{"allowed": echo.MIMEApplicationJSON})
	}
	key, err := once(c, nil)
	if err != nil {
		return err
	}
	into, err := s.Store.NewImport(c.Request().Context())
	if err != nil {
		return err
	}
	defer into.Close() //nolint:errcheck // what stays behind is a file in the household's folder
	answer, err := s.importBody(c, into, key)
	if err != nil {
		return err
	}
	return s.sendStored(c, answer)
}

// importBody reads the whole body before anything is written.
func (s *server) importBody(c echo.Context, into *db.Import, key *db.Once) (answer db.Answer, err error) {
	control := http.NewResponseController(c.Response().Writer)
	if err := unlimited(control.SetWriteDeadline(time.Time{})); err != nil {
		return answer, err
	}
	defer func() { err = errors.Join(err, unlimited(control.SetWriteDeadline(time.Now().Add(patience)))) }()
	hash := sha256.New()
	body := &upload{
		from: io.TeeReader(http.MaxBytesReader(c.Response(), c.Request().Body, maxImport), hash), control: control,
	}
	f := importFile{s: s, into: into, body: body, in: jsontext.NewDecoder(body)}
	if err := f.read(); err != nil {
		return answer, err
	}
	if err := unlimited(control.SetReadDeadline(time.Time{})); err != nil {
		return answer, err
	}
	if key != nil {
		key.Fingerprint += hex.EncodeToString(hash.Sum(nil))
	}
	answer, faults, err := into.Merge(c.Request().Context(), s.Now(), key, func(counts map[string]db.Imported) (db.Answer, error) {
		body, err := encode(counts)
		return db.Answer{Status: http.StatusOK, Header: map[string]string{"Content-Language": s.language(c).ID()}, Body: body}, err
	})
	if len(faults) > 0 {
		err = asProblem(faults, http.StatusConflict)
	}
	return answer, err
}

// upload reads a body piece by piece, each within patience, and no row larger than
// maxRow.
type upload struct {
	from    io.Reader
	control *http.ResponseController
	row     int   // bytes read since the row began
	err     error // that ended it before its end
}

var errRowTooLarge = errors.New("one row is too large")

// Read reads a piece.
func (u *upload) Read(piece []byte) (n int, err error) {
	if u.row > maxRow {
		return 0, errRowTooLarge
	}
	if err := unlimited(u.control.SetReadDeadline(time.Now().Add(patience))); err != nil {
		return 0, err
	}
	n, err = u.from.Read(piece)
	u.row += n
	if err != nil && err != io.EOF { //nolint:errorlint // readers return it as it is
		u.err = err
	}
	return n, err
}

// importFile reads a file row by row and collects what is wrong with it.
type importFile struct {
	s      *server
	into   *db.Import
	body   *upload
	in     *jsontext.Decoder
	faults scoring.Faults
	status int // of the faults
}

// errStop ends the reading of a file that is not worth reading on.
var errStop = errors.New("stop")

// read takes the whole file. Its fields stand in the order of an export, so that
// each row finds what it refers to.
func (f *importFile) read() error {
	err := f.fields()
	if err != nil && !errors.Is(err, errStop) {
		if err = f.unreadable(err); err != nil {
			return err
		}
	}
	if len(f.faults) == 0 {
		return nil
	}
	return asProblem(f.faults, f.status)
}

func (f *importFile) fields() error {
	if err := f.begin('{', "", "object"); err != nil {
		return err
	}
	for _, field := range []struct {
		name string
		read func() error
	}{
		{"format", f.format},
		{"format_version", f.version},
		{"rulesets", func() error { return readRows(f, "rulesets", "RuleSetDefinition", f.ruleSet) }},
		{"players", func() error { return readRows(f, "players", "ExportedPlayer", f.player) }},
		{"matches", func() error { return readRows(f, "matches", "ExportedMatch", f.match) }},
		{"games", func() error { return readRows(f, "games", "ExportedGame", f.game) }},
	} {
		if err := f.name(field.name); err != nil {
			return err
		}
		if err := field.read(); err != nil {
			return err
		}
	}
	return f.end()
}

// begin opens an object or a list.
func (f *importFile) begin(kind jsontext.Kind, pointer, expected string) error {
	if found := f.in.PeekKind(); found != kind {
		var value any
		if err := json.UnmarshalDecode(f.in, &value); err != nil {
			return err
		}
		return f.stop(wrongType, pointer, map[string]any{"expected": expected, "found": kindOf(found)})
	}
	_, err := f.in.ReadToken()
	return err
}

func kindOf(k jsontext.Kind) string {
	names := map[jsontext.Kind]string{
		'n': "null", 't': "boolean", 'f': "boolean", '"': "string", '0': "number", '{': "object", '[': "array",
	}
	return names[k]
}

// name reads the name of the next field, which can be one only.
func (f *importFile) name(want string) error {
	token, err := f.in.ReadToken()
	if err != nil {
		return err
	}
	switch got := token.String(); {
	case token.Kind() == '}':
		return f.stop(missingField, "/"+want, map[string]any{"field": want})
	case got == want:
		return nil
	case slices.Contains([]string{"format", "format_version", "rulesets", "players", "matches", "games"}, got):
		return f.stop(db.Contradiction, "/"+got, map[string]any{"got": got, "want": want})
	default:
		return f.stop(unknownField, "/"+escape(got), map[string]any{"field": got})
	}
}

// end sees to it that nothing follows.
func (f *importFile) end() error {
	token, err := f.in.ReadToken()
	if err != nil {
		return err
	}
	if token.Kind() != '}' {
		return f.stop(unknownField, "/"+escape(token.String()), map[string]any{"field": token.String()})
	}
	if _, err = f.in.ReadToken(); errors.Is(err, io.EOF) {
		return nil
	}
	if err == nil || errors.As(err, new(*jsontext.SyntacticError)) {
		return f.stop(trailingData, "", nil)
	}
	return err
}

func (f *importFile) format() error {
	var got any
	if err := json.UnmarshalDecode(f.in, &got); err != nil {
		return err
	}
	if got != exportFormat {
		return f.stop(unsupportedFormat, "/format", map[string]any{"got": got, "allowed": exportFormat})
	}
	return nil
}

func (f *importFile) version() error {
	var got any
	if err := json.UnmarshalDecode(f.in, &got); err != nil {
		return err
	}
	if got != float64(exportVersion) {
		return f.stop(unsupportedFormat, "/format_version", map[string]any{"got": got, "allowed": strconv.Itoa(exportVersion)})
	}
	return nil
}

// stop notes a fault after which the rest can't be understood.
func (f *importFile) stop(code scoring.Code, pointer string, args map[string]any) error {
	f.add(http.StatusUnprocessableEntity, scoring.Fault{Code: code, Pointer: pointer, Args: args})
	return errStop
}

// add notes faults. A file that isn't well-formed is 400, as any other body; what
// the rules say of its rows is 422, for nothing stands against it but the file.
func (f *importFile) add(status int, faults ...scoring.Fault) {
	for _, fault := range faults {
		if statuses[fault.Code] == http.StatusBadRequest {
			status = http.StatusBadRequest
		}
		if f.status != http.StatusBadRequest {
			f.status = status
		}
		if len(f.faults) < maxFaults {
			f.faults = append(f.faults, fault)
		}
	}
}

// readRows reads a list, row by row.
func readRows[T any](f *importFile, list, schema string, take func(*T) (scoring.Faults, error)) error {
	if err := f.begin('[', "/"+list, "array"); err != nil {
		return err
	}
	for n := 0; f.in.PeekKind() != ']'; n++ {
		f.body.row = 0
		text, err := f.in.ReadValue()
		if errors.Is(err, errRowTooLarge) {
			f.add(http.StatusRequestEntityTooLarge, scoring.Fault{
				Code: bodyTooLarge, Pointer: "/" + list + "/" + strconv.Itoa(n), Args: map[string]any{"limit": maxRow},
			})
			return errStop
		}
		if err != nil {
			return err
		}
		row, faults := new(T), scoring.Faults(nil)
		if faults, err = f.decode(text, schema, row); err == nil && len(faults) == 0 {
			faults, err = take(row)
		} else {
			f.into.Refuse(list)
		}
		if err != nil {
			return err
		}
		if f.add(http.StatusUnprocessableEntity, faults.Under("/"+list+"/"+strconv.Itoa(n))...); len(f.faults) == maxFaults {
			return errStop
		}
	}
	if _, err := f.in.ReadToken(); err != nil || list != "players" {
		return err
	}
	faults, err := f.into.PlayersDone()
	f.add(http.StatusUnprocessableEntity, faults...)
	return err
}

// decode reads a row strictly. One that is encoded to the same bytes again has all
// that it needs and nothing else; any other is held against its schema.
func (f *importFile) decode(text jsontext.Value, schema string, row any) (scoring.Faults, error) {
	err := json.Unmarshal(text, row, json.RejectUnknownMembers(true))
	if err == nil {
		if again, err := encode(row); err == nil && bytes.Equal(again, text) {
			return nil, nil
		}
	}
	var value any
	if err := json.Unmarshal(text, &value); err != nil {
		return nil, err
	}
	var faults scoring.Faults
	for _, fault := range f.s.schemas.faults(schema, value) {
		faults = append(faults, fault.Fault)
	}
	if err != nil && len(faults) == 0 {
		return faultsOf(mistyped(err)), nil
	}
	return faults, nil
}

// unreadable says why the file ends before its end.
func (f *importFile) unreadable(err error) error {
	var large *http.MaxBytesError
	var syntax *jsontext.SyntacticError
	pointer := string(f.in.StackPointer())
	switch {
	case errors.As(err, &large):
		return wrong(bodyTooLarge, map[string]any{"limit": maxImport})
	case f.body.err != nil && errors.Is(err, f.body.err):
		return wrong(badRequest, nil) // the client went away in the middle
	case errors.Is(err, io.EOF) && f.in.InputOffset() == 0:
		return wrong(emptyBody, nil)
	case errors.Is(err, jsontext.ErrDuplicateName):
		errors.As(err, &syntax)
		pointer = string(syntax.JSONPointer)
		f.add(0, scoring.Fault{Code: duplicateField, Pointer: pointer, Args: map[string]any{"field": syntax.JSONPointer.LastToken()}})
	case errors.As(err, &syntax) && syntax.Err.Error() == "invalid UTF-8":
		f.add(0, scoring.Fault{Code: invalidUTF8, Pointer: string(syntax.JSONPointer)})
	case errors.As(err, &syntax) || errors.Is(err, io.ErrUnexpectedEOF):
		f.add(0, scoring.Fault{Code: invalidJSON, Pointer: pointer})
	default:
		return err
	}
	return nil
}

// asProblem makes a problem whose status does not depend on what its codes mean
// elsewhere.
func asProblem(faults scoring.Faults, status int) error {
	p := &problem{always: status}
	for _, f := range faults {
		p.faults = append(p.faults, fault{Fault: f})
	}
	return p
}
