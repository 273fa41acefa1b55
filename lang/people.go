package lang

import (
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// CleanName returns a person's name in the form in which it is stored and
// printed: NFC, trimmed, each run of white space as one space, without control
// characters and without the bidi controls that could turn the text around it.
// Nothing else is touched: joined emoji, right-to-left letters and combining
// marks are part of people's names. The result may be empty.
func CleanName(s string) string {
	s = strings.Map(cleanRune, s)
	s = strings.Join(strings.Fields(s), " ")
	return norm.NFC.String(s)
}

// cleanRune runs before the spaces are joined, so a control character between
// two spaces does not leave both.
func cleanRune(r rune) rune {
	switch {
	case unicode.IsSpace(r): // before Cc: newline and tab are both
		return ' '
	case unicode.IsControl(r), turnsText(r):
		return -1
	}
	return r
}

// turnsText reports the bidi embeddings, overrides and isolates. They work
// beyond the end of the name if they are not closed.
func turnsText(r rune) bool {
	return r >= '\u202A' && r <= '\u202E' || r >= '\u2066' && r <= '\u2069'
}

// NameKey returns the key under which two spellings of a name are the same
// person: "Anna", " ANNA " and, by full case folding, "Straße" and "STRASSE".
// Accents count: "Rene" is not "René".
func NameKey(s string) string {
	// A Caser may hold state, so it is not shared.
	folded := cases.Fold().String(CleanName(s))
	return norm.NFC.String(folded) // folding can part what NFC joins
}
