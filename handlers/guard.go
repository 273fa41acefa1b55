package handlers

import (
	"crypto/rand"
	"fmt"
	"runtime/debug"

	"github.com/labstack/echo/v4"
)

// guard surrounds every request: an id that names it in the log, headers that no
// answer goes without, and a panic turned into an error.
func (s *server) guard(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) (err error) {
		header := c.Response().Header()
		header.Set(echo.HeaderXRequestID, rand.Text())
		header.Set(echo.HeaderXContentTypeOptions, "nosniff")
		header.Set("Referrer-Policy", "no-referrer")
		header.Set("Cache-Control", "no-cache")
		header.Add("Vary", "Accept-Language")
		defer func() {
			if cause := recover(); cause != nil {
				err = fmt.Errorf("panic: %v\n%s", cause, debug.Stack())
			}
		}()
		return next(c)
	}
}
