// Package segnapunti carries the contract of the HTTP API. It sits at the top
// because the document does: a file can only be embedded from beside it or
// below. The program itself starts in cmd/segnapunti.
package segnapunti

import _ "embed"

// Document is openapi.yaml as it was when the program was built. The service
// answers it at /openapi.yaml, checks refused bodies against its schemas, and
// the tests hold every response to it. Treat it as read-only.
//
//go:embed openapi.yaml
var Document []byte
