package lang_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"segnapunti/lang"
)

func TestAll(t *testing.T) {
	var got []string
	for _, l := range lang.All() {
		got = append(got, l.ID()+" "+l.NativeName())
	}
	want := []string{
		"en English", "it Italiano", "eu Euskara", "es Español", "de Deutsch", "fr Français",
		"pt Português", "nl Nederlands", "sv Svenska", "da Dansk", "nb Norsk bokmål", "fi Suomi",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("All() (-want +got):\n%s", diff)
	}
}

func TestAllIsACopy(t *testing.T) {
	lang.All()[0] = nil
	if lang.All()[0] == nil {
		t.Error("a caller can change the list for everybody")
	}
}

func TestFind(t *testing.T) {
	tests := []struct{ tag, want string }{ // want "" means: not found
		{"it", "it"},
		{"IT", "it"},
		{"it-IT", "it"},
		{"it_IT", "it"},
		{"en-US", "en"},
		{"pt-BR", "pt"},
		{"es-419", "es"},
		{"de-CH-1996", "de"},
		{"eu", "eu"},
		{"nb-NO", "nb"},
		{"no", "nb"},
		{"nn", "nb"},
		{"nn-NO", "nb"},
		{"", ""},
		{"ja", ""},
		{"xx", ""},
		{"ca", ""},
		{"gl", ""},  // near to Spanish, but it was not asked for
		{"gsw", ""}, // likewise German
		{"und", ""},
		{"und-IT", ""},
		{"mul", ""},
		{"*", ""},
		{"it,de", ""},
		{"it;q=1", ""},
		{" it", ""},
		{"italiano", ""},
		{"it-" + strings.Repeat("x", 100), ""},
		{strings.Repeat("-", 5000), ""},
		{"\xff\xfe", ""},
	}
	for _, test := range tests {
		got := ""
		l, ok := lang.Find(test.tag)
		if ok {
			got = l.ID()
		}
		if got != test.want {
			t.Errorf("Find(%.40q) = %q, want %q", test.tag, got, test.want)
		}
	}
}

func TestNegotiate(t *testing.T) {
	tests := []struct{ name, header, want string }{
		{"empty", "", "en"},
		{"one", "it", "it"},
		{"region", "de-AT,de;q=0.9", "de"},
		{"browser", "fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7, *;q=0.5", "fr"},
		{"order of weights, not of places", "it;q=0.1, fr;q=0.9", "fr"},
		{"first known", "ja, zh-Hant;q=0.9, fi;q=0.1", "fi"},
		{"named before neighbour", "gl, fr;q=0.5", "fr"},
		{"neighbour", "gl", "es"},
		{"nynorsk", "nn-NO", "nb"},
		{"Norwegian", "no, sv;q=0.5", "nb"},
		{"refused by weight 0", "de;q=0, it", "it"},
		{"only refused", "de;q=0", "en"},
		{"anything", "*", "en"},
		{"anything, then one", "*, de;q=0.5", "de"},
		{"nothing known", "ja, ko", "en"},
		{"garbage", "garbage;;q=,=/\x00\xff", "en"},
		{"garbage around one", "???, de, ;;;", "de"},
		{"wrong weight", "de;q=x, it", "it"},
		{"10 kB of letters", strings.Repeat("x", 10_000), "en"},
		{"10 kB of hyphens", strings.Repeat("-", 10_000), "en"},
		{"10 kB of commas", strings.Repeat(",", 10_000), "en"},
		{"10 kB of tags", strings.Repeat("de-AT,", 1700), "de"},
		{"wanted one far behind", strings.Repeat("ja,", 3000) + "de", "en"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := lang.Negotiate(test.header).ID(); got != test.want {
				t.Errorf("Negotiate(%.40q) = %q, want %q", test.header, got, test.want)
			}
		})
	}
}

func FuzzNegotiate(f *testing.F) {
	for _, seed := range []string{"", "de-AT,de;q=0.9", "*", "x-", "en-u-co-phonebk, \xff;q=2"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, header string) {
		if lang.Negotiate(header) == nil {
			t.Errorf("no language for %q", header)
		}
		if l, ok := lang.Find(header); ok != (l != nil) {
			t.Errorf("Find(%q) = %v, %v", header, l, ok)
		}
	})
}
