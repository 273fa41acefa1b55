package db

import (
	"crypto/rand"
	"encoding/base32"
)

var idEncoding = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// NewID makes an id that says nothing and cannot be guessed, 128 bits as 26
// letters and digits: whoever has a game's link may open it, nobody finds one by
// counting. The program makes ids, not the database, so that another engine can
// take over without renumbering.
func NewID() string {
	var bits [16]byte
	rand.Read(bits[:]) // never fails
	return idEncoding.EncodeToString(bits[:])
}
