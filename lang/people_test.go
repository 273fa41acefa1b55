package lang_test

import (
	"testing"
	"unicode"
	"unicode/utf8"

	"segnapunti/lang"
)

func TestCleanName(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"plain", "Anna", "Anna"},
		{"trimmed", "  Anna \t", "Anna"},
		{"empty", "", ""},
		{"only white space", " \t\r\n\u00A0\u3000", ""},
		{"only control characters", "\x00\x1b\x7f", ""},
		{"inner runs", "Anna   Maria\t\tRossi", "Anna Maria Rossi"},
		{"newlines", "Anna\r\nMaria\u2028Rossi\u0085Bianchi", "Anna Maria Rossi Bianchi"},
		{"no-break and ideographic space", "Anna\u00A0\u3000Maria", "Anna Maria"},
		{"NFD becomes NFC", "Rene\u0301", "Ren\u00e9"},
		{"composed across a dropped character", "Rene\x00\u0301", "Ren\u00e9"},
		{"control characters", "An\x00n\x07a\x1b[31m", "Anna[31m"},
		{"C1 control characters", "An\u0080n\u009fa", "Anna"},
		{"control between spaces", "Anna \x00 Maria", "Anna Maria"},
		{"bidi embeddings and overrides", "\u202aA\u202bn\u202cn\u202da\u202e", "Anna"},
		{"bidi isolates", "\u2066A\u2067n\u2068na\u2069", "Anna"},
		{"emoji family", "👨\u200d👩\u200d👧 Rossi", "👨\u200d👩\u200d👧 Rossi"},
		{"emoji with skin and variation", "👍🏽 ❤\ufe0f", "👍🏽 ❤\ufe0f"},
		{"flag", "🇮🇹", "🇮🇹"},
		{"Arabic", "محمد بن علي", "محمد بن علي"},
		{"Hebrew with points", "שָׁלוֹם", "שָׁלוֹם"},
		{"Persian non-joiner", "می\u200cخواهم", "می\u200cخواهم"},
		{"Devanagari", "क्षत्रिय", "क्षत्रिय"},
		{"marks that nothing composes", "n\u0308\u0323", "\u1e47\u0308"},
		{"Vietnamese", "Nguyễn Văn Đức", "Nguyễn Văn Đức"},
		{"apostrophe, hyphen, braces", "D'Anna-Lisa {x} <b>", "D'Anna-Lisa {x} <b>"},
		{"ligatures stay", "ﬁ ½", "ﬁ ½"},
		{"invalid UTF-8", "An\xffna", "An\ufffdna"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := lang.CleanName(test.in); got != test.want {
				t.Errorf("CleanName(%q) = %+q, want %+q", test.in, got, test.want)
			}
		})
	}
}

func TestNameKeySame(t *testing.T) {
	tests := [][]string{
		{"anna", "Anna", "ANNA ", "\tanna\n", "An\x00na"},
		{"Straße", "STRASSE", "strasse", "STRAẞE"},
		{"Ren\u00e9", "Rene\u0301", "REN\u00c9", "RENE\u0301"},
		{"Anna Maria", "anna  maria", "ANNA\u00A0MARIA"},
		{"Σωκράτης", "ΣΩΚΡΆΤΗΣ", "σωκράτησ"},
		{"Łukasz", "łUKASZ"},
		{"", " ", "\x00"},
	}
	for _, same := range tests {
		want := lang.NameKey(same[0])
		for _, name := range same {
			if got := lang.NameKey(name); got != want {
				t.Errorf("NameKey(%q) = %+q, want %+q as for %q", name, got, want, same[0])
			}
		}
	}
}

func TestNameKeyDifferent(t *testing.T) {
	tests := [][2]string{
		{"Rene", "René"},
		{"Anna", "Anne"},
		{"Anna Maria", "Annamaria"},
		{"Jürgen", "Juergen"},
		{"👩", "👩\u200d👧"},
		{"Öğe", "Oge"},
	}
	for _, test := range tests {
		if lang.NameKey(test[0]) == lang.NameKey(test[1]) {
			t.Errorf("%q and %q have the same key", test[0], test[1])
		}
	}
}

func FuzzCleanName(f *testing.F) {
	for _, seed := range []string{
		"", "Anna", " A\u0301 \x00\u0301", "👨\u200d👩", "\u202eabc", "a\xffb", "\u2000\u0344\u0958", "한국",
		"\u1112\u1161\u11ab", "İstanbul ŉ ǰ",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		once := lang.CleanName(s)
		if twice := lang.CleanName(once); twice != once {
			t.Errorf("CleanName(%+q) = %+q, again %+q", s, once, twice)
		}
		if utf8.ValidString(s) && !utf8.ValidString(once) {
			t.Errorf("CleanName(%+q) = %+q is invalid", s, once)
		}
		for _, r := range once {
			if unicode.IsControl(r) || unicode.IsSpace(r) && r != ' ' {
				t.Errorf("CleanName(%+q) keeps %U", s, r)
			}
		}
		if lang.NameKey(once) != lang.NameKey(s) {
			t.Errorf("NameKey differs between %+q and its clean form", s)
		}
	})
}
