package pdf

import (
	"math"
	"strings"
)

// Type sizes are in points, everything else in millimetres.
const (
	pt        = 25.4 / 72
	leading   = 1.12 // line distance by type size
	sizeStep  = 0.25 // sizes are whole quarters of a point (scorecards 3.1)
	floorSize = 6.5  // no text is smaller
	pieceGap  = " · "

	linePadding = 0.3 // between the type and the lines above and below, mm
)

// weight picks one of the two faces.
type weight int

const (
	regular weight = iota
	bold
)

// width measures a text in millimetres.
func (w weight) width(s string, size float64) float64 {
	units := 0
	for _, r := range s {
		units += faces()[w].advance(r)
	}
	return float64(units) / 1000 * size * pt
}

// phrase is a text in pieces. Lines break between pieces first, then between
// words, and inside a word only when it is wider than the cell.
type phrase struct {
	pieces []string
	weight weight
}

func say(w weight, pieces ...string) phrase { return phrase{pieces, w} }

func (p phrase) line() string { return strings.Join(p.pieces, pieceGap) }

// width measures the phrase on one line.
func (p phrase) width(size float64) float64 { return p.weight.width(p.line(), size) }

// groups joins pieces as long as they share a line.
func (p phrase) groups(width, size float64) (groups []string) {
	for _, piece := range p.pieces {
		if last := len(groups) - 1; last >= 0 && p.weight.width(groups[last]+pieceGap+piece, size) <= width {
			groups[last] += pieceGap + piece
			continue
		}
		groups = append(groups, piece)
	}
	return groups
}

// wrap breaks the phrase into lines no wider than width.
func (p phrase) wrap(width, size float64) (lines []string) {
	for _, group := range p.groups(width, size) {
		lines = append(lines, p.balanced(group, width, size)...)
	}
	return lines
}

// count is how many lines wrap makes.
func (p phrase) count(width, size float64) (n int) {
	for _, group := range p.groups(width, size) {
		n += len(p.fill(group, width, size))
	}
	return n
}

// fill breaks a text into lines that are as full as can be.
func (p phrase) fill(s string, width, size float64) []string {
	return wrapWords(s, func(s string) bool { return p.weight.width(s, size) <= width })
}

// balanced breaks a text into as many lines, of like length, so that no word is
// left alone on the last one.
func (p phrase) balanced(s string, width, size float64) []string {
	const step = 0.5 // mm
	lines := p.fill(s, width, size)
	if len(lines) == 1 {
		return lines
	}
	for width -= step; !p.breaksWord(width, size); width -= step {
		narrower := p.fill(s, width, size)
		if len(narrower) > len(lines) {
			break
		}
		lines = narrower
	}
	return lines
}

// wrapWords fills lines with whole words as far as they fit.
func wrapWords(s string, fits func(string) bool) (lines []string) {
	line := ""
	for _, word := range strings.Fields(s) {
		if line != "" && fits(line+" "+word) {
			line += " " + word
			continue
		}
		if line != "" {
			lines = append(lines, line)
		}
		broken := breakWord(word, fits)
		lines = append(lines, broken[:len(broken)-1]...)
		line = broken[len(broken)-1]
	}
	return append(lines, line)
}

// breakWord cuts a word that is too wide for a line of its own.
func breakWord(word string, fits func(string) bool) (parts []string) {
	part := ""
	for _, r := range word {
		if part != "" && !fits(part+string(r)) {
			parts = append(parts, part)
			part = ""
		}
		part += string(r)
	}
	return append(parts, part)
}

// breaksWord tells whether a word of the phrase is wider than a line.
func (p phrase) breaksWord(width, size float64) bool {
	for word := range strings.FieldsSeq(strings.Join(p.pieces, " ")) {
		if p.weight.width(word, size) > width {
			return true
		}
	}
	return false
}

// fits tells whether the phrase stays within the cell at a size, on at most so
// many lines; only the smallest type may break words.
func (p phrase) fits(cell box, size float64, maxLines int) bool {
	if size > floorSize && p.breaksWord(cell.w, size) {
		return false
	}
	n := p.count(cell.w, size)
	return n <= maxLines && float64(n)*leading*size*pt+2*linePadding <= cell.h
}

// anyLines lets a phrase have as many lines as its cell is high.
const anyLines = math.MaxInt

// largest finds the largest size from most down to least at which the phrase
// fits; ok is false when even least is too large.
func (p phrase) largest(cell box, most, least float64, maxLines int) (size float64, ok bool) {
	for size = most; size >= least; size -= sizeStep {
		if p.fits(cell, size, maxLines) {
			return size, true
		}
	}
	return least, false
}

// setting is a column of phrases that are set in one size, with their cells.
type setting struct {
	phrases []phrase
	cells   []box
}

func (s *setting) add(p phrase, cell box) {
	s.phrases, s.cells = append(s.phrases, p), append(s.cells, cell)
}

// oneSize is the size for all: the least that any of them needs, else neighbours
// differ visibly (scorecards 3.1). It is 0 when one of them, the returned phrase,
// fits at no size.
func (s *setting) oneSize(most, least float64, maxLines int) (size float64, tooLong phrase) {
	size = most
	for i, p := range s.phrases {
		fitting, ok := p.largest(s.cells[i], size, least, maxLines)
		if !ok {
			return 0, p
		}
		size = fitting
	}
	return size, phrase{}
}

// columnSize prefers a little smaller type to a second line.
func (s *setting) columnSize(most float64) (size float64, tooLong phrase) {
	const worthwhile = 0.8
	if size, _ = s.oneSize(most, quarter(worthwhile*most, floorSize, most), 1); size > 0 {
		return size, phrase{}
	}
	return s.oneSize(most, floorSize, anyLines)
}

// quarter rounds a wanted size to a whole step within its range.
func quarter(size, least, most float64) float64 {
	return math.Floor(min(max(size, least), most)/sizeStep) * sizeStep
}
