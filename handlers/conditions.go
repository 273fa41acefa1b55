package handlers

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"segnapunti/db"
)

// matches tells whether a list of entity tags names this one; weak comparison, as
// If-None-Match wants it (RFC 9110, 13.1.2).
func matches(list, tag string) bool {
	for one := range strings.SplitSeq(list, ",") {
		if one = strings.TrimSpace(one); one == "*" || strings.TrimPrefix(one, "W/") == tag {
			return true
		}
	}
	return false
}

func etag(version int) string { return `"` + strconv.Itoa(version) + `"` }

// checkIfMatch refuses a write on another version than the client has seen. Only
// strong tags match (RFC 9110, 13.1.1).
func checkIfMatch(c echo.Context, version int) error {
	header := c.Request().Header.Get("If-Match")
	if header == "" {
		return nil
	}
	for one := range strings.SplitSeq(header, ",") {
		one = strings.TrimSpace(one)
		if one == "*" || one == etag(version) {
			return nil
		}
		if !isTag(one) {
			return wrongParameter(badHeader, "If-Match", map[string]any{"header": "If-Match", "allowed": etag(version)})
		}
	}
	c.Response().Header().Set("ETag", etag(version))
	return wrong(versionMismatch, map[string]any{"version": version})
}

func isTag(text string) bool {
	text = strings.TrimPrefix(text, "W/")
	return len(text) >= 2 && text[0] == '"' && text[len(text)-1] == '"'
}

// once reads the Idempotency-Key of a write; nil without one. The fingerprint
// covers all that makes the request: another one under the same key is refused.
func once(c echo.Context, body []byte) (*db.Once, error) {
	values, given := c.Request().Header[http.CanonicalHeaderKey("Idempotency-Key")]
	if !given {
		return nil, nil
	}
	if len(values) != 1 || !isKey(values[0]) {
		return nil, wrongParameter(badHeader, "Idempotency-Key", map[string]any{
			"header": "Idempotency-Key", "allowed": "1-128 visible ASCII",
		})
	}
	r := c.Request()
	hash := sha256.New()
	for _, part := range [][]byte{[]byte(r.Method), []byte(r.URL.Path), body} {
		hash.Write([]byte(strconv.Itoa(len(part)) + ":"))
		hash.Write(part)
	}
	return &db.Once{Key: values[0], Fingerprint: hex.EncodeToString(hash.Sum(nil))}, nil
}

func isKey(key string) bool {
	for _, r := range key {
		if r < '!' || r > '~' {
			return false
		}
	}
	return len(key) >= 1 && len(key) <= 128
}

// keyed runs a write that takes an Idempotency-Key. The store looks the key up when
// it writes. A request that is refused before that may be the repeat of one that was
// written, a moment or a week ago: then it gets that one's answer, not a fault about
// a box that it filled itself.
func (s *server) keyed(c echo.Context, schema string, r request, work func(*db.Once) (db.Answer, error)) error {
	key, err := s.decodeWrite(c, schema, r)
	if err != nil {
		return err
	}
	answer, err := work(key)
	if err == nil {
		return s.sendStored(c, answer)
	}
	if done, lookup := s.replayed(c, key); done || lookup != nil {
		return lookup
	}
	return err
}

// decodeWrite reads the key and the body of a write.
func (s *server) decodeWrite(c echo.Context, schema string, into request) (*db.Once, error) {
	if s.Store == nil {
		return nil, errNoStore
	}
	if err := s.query(c).err(); err != nil {
		return nil, err
	}
	body, err := s.read(c)
	if err != nil {
		return nil, err
	}
	key, err := once(c, body)
	if err != nil {
		return nil, err
	}
	return key, s.decode(body, schema, into)
}

// replayed answers a request whose key has an answer already.
func (s *server) replayed(c echo.Context, key *db.Once) (done bool, err error) {
	if key == nil {
		return false, nil
	}
	answer, err := s.Store.Replay(c.Request().Context(), *key)
	if err != nil || answer == nil {
		return false, err
	}
	return true, s.sendStored(c, *answer)
}

// sendStored sends an answer as it was stored with its key.
func (s *server) sendStored(c echo.Context, answer db.Answer) error {
	for name, value := range answer.Header {
		c.Response().Header().Set(name, value)
	}
	return c.Blob(answer.Status, echo.MIMEApplicationJSON, answer.Body)
}
