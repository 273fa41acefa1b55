package handlers

import (
	"net/http"

	"github.com/labstack/echo/v4"
	"github.com/swaggest/swgui/v5emb"

	"segnapunti"
	"segnapunti/db"
)

func (s *server) health(c echo.Context) error {
	if err := s.query(c).err(); err != nil {
		return err
	}
	if s.Store != nil {
		if err := s.Store.Ping(c.Request().Context()); err != nil {
			return &db.Unavailable{Cause: err}
		}
	}
	return c.JSONBlob(http.StatusOK, []byte(`{"status":"ok"}`))
}

func (s *server) document(c echo.Context) error {
	if err := s.query(c).err(); err != nil {
		return err
	}
	return c.Blob(http.StatusOK, "application/yaml", segnapunti.Document)
}

// docs is the document as a page, its scripts included in the binary.
func (s *server) docs() echo.HandlerFunc {
	page := v5emb.New("Segnapunti", "/openapi.yaml", "/docs")
	return func(c echo.Context) error {
		if c.Param("file") == "" {
			if err := s.query(c).err(); err != nil {
				return err
			}
		}
		recorder := &missing{ResponseWriter: c.Response()}
		page.ServeHTTP(recorder, c.Request())
		if recorder.missing {
			return echo.ErrNotFound
		}
		return nil
	}
}

// missing holds back the library's own text for a file that isn't there.
type missing struct {
	http.ResponseWriter
	missing bool
}

// WriteHeader notes a missing file instead of answering.
func (m *missing) WriteHeader(status int) {
	if m.missing = status == http.StatusNotFound; !m.missing {
		m.ResponseWriter.WriteHeader(status)
	}
}

// Write drops what is said about a missing file.
func (m *missing) Write(data []byte) (int, error) {
	if m.missing {
		return len(data), nil
	}
	return m.ResponseWriter.Write(data)
}
