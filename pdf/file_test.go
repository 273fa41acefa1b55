package pdf

import (
	"bytes"
	"encoding/binary"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/go-fonts/liberation/liberationsansbold"
	"github.com/go-fonts/liberation/liberationsansregular"

	"segnapunti/scoring"
)

// tool runs a program on a file; the test is skipped where it is missing.
func tool(t *testing.T, file []byte, name string, args ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "pad.pdf")
	if err := os.WriteFile(path, file, 0o600); err != nil {
		t.Fatal(err)
	}
	for i, arg := range args {
		if arg == "FILE" {
			args[i] = path
		}
	}
	out, err := exec.Command(name, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", name, err, out)
	}
	return string(out)
}

func needTool(t *testing.T, name string) {
	t.Helper()
	if _, err := exec.LookPath(name); err != nil {
		t.Skipf("%s is not installed", name)
	}
}

// samples are the files that outside programs look at.
func samples(t *testing.T) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	for _, s := range [][3]string{
		{"yahtzee", "en", "a4"}, {"maxi-yatzy", "fi", "letter"}, {"triple-yahtzee", "de", "a4"}, {"generala", "es", "letter"},
	} {
		file, err := Pad(ruleSet(t, s[0]), PadOptions{Paper: Paper(s[2]), Language: language(t, s[1]), Title: "Jürgen Größe (Łódź, Жюри)"})
		if err != nil {
			t.Fatal(err)
		}
		files[strings.Join(s[:], "/")] = file
	}
	return files
}

func TestQPDFFindsNothing(t *testing.T) {
	needTool(t, "qpdf")
	for name, file := range samples(t) {
		if out := tool(t, file, "qpdf", "--check", "FILE"); strings.Contains(out, "WARNING") {
			t.Errorf("%s: %s", name, out)
		}
	}
}

func TestFontsAreEmbeddedSubsets(t *testing.T) {
	needTool(t, "pdffonts")
	font := regexp.MustCompile(`(?m)^[A-Z]{6}\+LiberationSans(-Bold)? +CID TrueType +Identity-H +yes yes yes `)
	for name, file := range samples(t) {
		if out := tool(t, file, "pdffonts", "FILE"); len(font.FindAllString(out, -1)) != 2 || strings.Count(out, "\n") != 4 {
			t.Errorf("%s: %s", name, out)
		}
	}
}

func TestMetadata(t *testing.T) {
	needTool(t, "pdfinfo")
	for name, file := range samples(t) {
		out := tool(t, file, "pdfinfo", "FILE")
		id, _, _ := strings.Cut(name, "/")
		for _, want := range []string{"Title: +Jürgen Größe \\(Łódź, Жюри\\)\n", "Subject: +" + id + "\n", "Producer: +segnapunti\n", "Pages: +1\n"} {
			if !regexp.MustCompile(want).MatchString(out) {
				t.Errorf("%s: no %s in\n%s", name, want, out)
			}
		}
		if l := strings.Split(name, "/")[1]; !bytes.Contains(file, []byte("/Lang ("+l+")")) {
			t.Errorf("%s: no language", name)
		}
	}
}

// The layout of every pad is checked in geometry_test.go. Writing all of them as
// files takes minutes under the race detector, so every fifth is written: 5 has
// no factor in common with 12 languages or 2 papers, so each of them comes up.
func TestPadsAreOnePageWithEveryName(t *testing.T) {
	_, noText := exec.LookPath("pdftotext")
	n := 0
	eachPad(t, func(name string, rules *scoring.RuleSet, o PadOptions) {
		if n++; n%5 != 0 {
			return
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file, err := Pad(rules, o)
			if err != nil {
				t.Fatal(err)
			}
			if n := bytes.Count(file, []byte("/Type /Page\n")); n != 1 { // B104
				t.Errorf("%d pages", n)
			}
			size := map[Paper]string{A4: "[0 0 595.28 841.89]", Letter: "[0 0 612.00 792.00]"}[o.Paper]
			if !bytes.Contains(file, []byte("/MediaBox "+size)) {
				t.Errorf("the page is not %s", size)
			}
			if noText == nil {
				checkWords(t, file, expectedWords(rules, o))
			}
		})
	})
	if noText != nil {
		t.Skip("pages counted, words not read: pdftotext is not installed")
	}
}

func checkWords(t *testing.T, file []byte, expected []string) {
	out := strings.Join(strings.Fields(tool(t, file, "pdftotext", "-raw", "FILE", "-")), " ")
	for _, want := range expected {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
}

// expectedWords is asked of package lang, so that neither card nor layout can
// lose a word.
func expectedWords(rules *scoring.RuleSet, o PadOptions) (words []string) {
	l := o.Language
	for _, b := range rules.Boxes() {
		words = append(words, l.BoxName(rules.ID(), b.ID, b.Names))
		keys, args := b.Hint()
		for _, key := range keys {
			words = append(words, l.Hint([]string{key}, args))
		}
	}
	terms := []string{"score_sheet", "date", "player", "how_to_score", "upper_section", "lower_section"}
	if bonus := rules.UpperBonus(); bonus != nil {
		terms = append(terms, "upper_sum", "bonus", "upper_total", "lower_total", "grand_total")
		words = append(words, l.Hint([]string{"bonus_at"}, map[string]any{"points": bonus.Points, "at": bonus.At}))
	} else {
		terms = append(terms, "total")
	}
	if rules.SavesRolls() {
		terms = append(terms, "saved_rolls")
	}
	for _, term := range terms {
		words = append(words, l.Term(term))
	}
	return words
}

func TestGraphicsStatesAreClosed(t *testing.T) {
	needTool(t, "qpdf")
	for name, file := range samples(t) {
		out := tool(t, file, "qpdf", "--qdf", "--object-streams=disable", "FILE", "-")
		if opened, closed := strings.Count(out, "\nq "), strings.Count(out, " Q\n"); opened != closed {
			t.Errorf("%s: %d q, %d Q", name, opened, closed)
		}
	}
}

// glyphs reads which runes a TrueType font has, from its table of characters
// (cmap, format 4), to hold the guess of newTypeface against the font itself.
func glyphs(font []byte) map[rune]bool {
	be := binary.BigEndian
	var cmap []byte
	for i := range int(be.Uint16(font[4:])) {
		if entry := font[12+16*i:]; string(entry[:4]) == "cmap" {
			cmap = font[be.Uint32(entry[8:]):]
		}
	}
	for i := range int(be.Uint16(cmap[2:])) {
		if entry := cmap[4+8*i:]; be.Uint16(entry) == 3 && be.Uint16(entry[2:]) == 1 {
			cmap = cmap[be.Uint32(entry[4:]):]
			break
		}
	}
	n := int(be.Uint16(cmap[6:])) // twice the segments
	found := map[rune]bool{}
	for i := 0; i < n; i += 2 {
		first, last := int(be.Uint16(cmap[16+n+i:])), int(be.Uint16(cmap[14+i:]))
		delta, offset := be.Uint16(cmap[16+2*n+i:]), int(be.Uint16(cmap[16+3*n+i:]))
		for r := first; r <= last; r++ {
			glyph := uint16(r)
			if offset > 0 {
				glyph = be.Uint16(cmap[16+3*n+i+offset+2*(r-first):])
			}
			found[rune(r)] = glyph+delta != 0
		}
	}
	return found
}

const (
	hebrew        = 0x590 // Latin, Greek and Cyrillic end before it
	noWidthInBold = "ɸϕ"
)

func TestCoveredMeansThatTheFontHasIt(t *testing.T) {
	inRegular, inBold := glyphs(liberationsansregular.TTF), glyphs(liberationsansbold.TTF)
	for r := rune(' '); r <= 0x10FFFF; r++ {
		has := inRegular[r] && inBold[r]
		switch got := covered(r); {
		case got && !has:
			t.Errorf("%U is not in the font", r)
		case has && !got && r < hebrew && unicode.IsLetter(r) && !strings.ContainsRune(noWidthInBold, r):
			t.Errorf("%q is in the font, but never used", r)
		}
	}
	for _, r := range "AÄàñßøåŁżŒœčΩЖюЮ€–’“„½×≥" {
		if !covered(r) {
			t.Errorf("%q is not covered", r)
		}
	}
}
