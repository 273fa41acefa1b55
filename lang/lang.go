// Package lang holds the names, hints and messages of the product in twelve
// languages, as data: one JSON file for each language. It also cleans and
// compares people's names, so that golang.org/x/text is needed only here.
package lang

import (
	"slices"
	"strings"

	"golang.org/x/text/language"
)

// ids lists the catalogues in the order of All. English comes first: the
// matcher falls back to its first tag.
var ids = []string{"en", "it", "eu", "es", "de", "fr", "pt", "nl", "sv", "da", "nb", "fi"}

// norwegian lists what bokmål stands in for: Norwegian as such, and nynorsk,
// which has no catalogue of its own.
var norwegian = []string{"no", "nn"}

const (
	// maxTag is more than any real language tag needs (RFC 5646, 4.4.1).
	maxTag = 64
	// maxHeader bounds the work that a hostile Accept-Language can cause;
	// browsers send less than 200 bytes.
	maxHeader = 1000
)

// Language is one of the twelve catalogues. Its zero value is not usable; get
// one from Find, Negotiate or All. It is never changed, so it may be shared.
type Language struct {
	id        string
	catalogue catalogue
}

// All returns the languages in a fixed order, English first.
func All() []*Language {
	return slices.Clone(languages())
}

// Find returns the language that a tag asks for: exactly ("it"), as a regional
// form ("it-IT", "pt-BR"), or as nynorsk or plain Norwegian, which both get
// bokmål. It does not guess: an unknown or malformed tag is false.
func Find(tag string) (*Language, bool) {
	if len(tag) > maxTag {
		return nil, false
	}
	parsed, err := language.Parse(tag)
	if err != nil {
		return nil, false
	}
	return byBase(parsed)
}

func byBase(tag language.Tag) (*Language, bool) {
	base, confidence := tag.Base()
	if confidence != language.Exact {
		return nil, false // "und" and the like: a guess from script or region
	}
	id := base.String()
	if slices.Contains(norwegian, id) {
		id = "nb"
	}
	i := slices.Index(ids, id)
	if i < 0 {
		return nil, false
	}
	return languages()[i], true
}

// Negotiate returns the language that suits an Accept-Language header best, and
// English when nothing does. A language named in the header comes first; failing
// that, a neighbour that its readers mostly know (Spanish for Galician, German
// for Swiss German). Malformed parts are passed over.
func Negotiate(acceptLanguage string) *Language {
	wanted := preferences(acceptLanguage)
	for _, tag := range wanted {
		if l, ok := byBase(tag); ok {
			return l
		}
	}
	_, i, _ := matcher().Match(wanted...)
	return languages()[i]
}

// preferences returns the tags of the header, most wanted first.
func preferences(header string) []language.Tag {
	var sound []string
	for part := range strings.SplitSeq(shorten(header), ",") {
		if _, _, err := language.ParseAcceptLanguage(part); err == nil {
			sound = append(sound, part)
		}
	}
	tags, _, err := language.ParseAcceptLanguage(strings.Join(sound, ","))
	if err != nil {
		return nil
	}
	return tags
}

// shorten drops what stands beyond maxHeader, together with the entry that
// would be cut in two.
func shorten(header string) string {
	if len(header) <= maxHeader {
		return header
	}
	header = header[:maxHeader]
	return header[:max(0, strings.LastIndexByte(header, ','))]
}

// ID returns the language's tag, such as "it".
func (l *Language) ID() string { return l.id }

// NativeName returns the language's name in itself, such as "Italiano".
func (l *Language) NativeName() string { return l.catalogue.Name }
