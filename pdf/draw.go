package pdf

import (
	"bytes"
	"crypto/sha256"
	"strings"
	"sync"
	"time"

	"github.com/go-fonts/liberation/liberationsansbold"
	"github.com/go-fonts/liberation/liberationsansregular"
	"github.com/go-pdf/fpdf"
)

// fpdf calls a font "utf8" + family in the file. The families are as long as
// the rightful names of subsets, six capitals in front, so that those can take
// their place without moving a byte (see nameSubsets).
const (
	familyPrefix  = "/utf8"
	subsetPrefix  = "/AAAAAA+"
	regularFamily = "liberationsans---"
	regularName   = "LiberationSans"
	boldFamily    = "liberationsansbold----"
	boldName      = "LiberationSans-Bold"
)

// typeface is one font, prepared once for all pages.
type typeface struct {
	family, name string
	latin, full  []byte // TrueType data; latin is what most pages need, parsed faster
	widths       []uint16
}

// faces prepares the two fonts on first use. They are never changed after that.
var faces = sync.OnceValue(func() [2]*typeface {
	return [2]*typeface{
		regular: newTypeface(regularFamily, regularName, liberationsansregular.TTF),
		bold:    newTypeface(boldFamily, boldName, liberationsansbold.TTF),
	}
})

// missingWidth is what fpdf reports for a rune without a glyph, the width of
// the font's own empty box. One real letter has the same width.
const (
	missingWidth = 750
	lastRune     = 0xFFFF // fpdf panics above it (scorecards 0.3)
	sameWidth    = 'ю'
)

func newTypeface(family, name string, ttf []byte) *typeface {
	f := fpdf.New("P", "mm", "A4", "")
	f.AddUTF8FontFromBytes(family, "", bytes.Clone(ttf))
	f.SetFont(family, "", 1)
	t := &typeface{family: family, name: name, full: ttf, widths: make([]uint16, lastRune)}
	var latin strings.Builder
	for r := rune(' '); r < lastRune; r++ {
		width := f.GetStringSymbolWidth(string(r))
		if width == missingWidth && r != sameWidth {
			continue
		}
		t.widths[r] = uint16(width)
		if isLatin(r) {
			latin.WriteRune(r)
		}
	}
	t.latin = fpdf.UTF8CutFont(bytes.Clone(ttf), latin.String())
	return t
}

// isLatin tells whether a rune belongs to the letters and signs of the shipped
// languages: Latin-1, Latin Extended-A and common punctuation.
func isLatin(r rune) bool {
	return r < 0x180 || r >= 0x2010 && r <= 0x203A || r == '€'
}

// has tells whether the font has a glyph of some width for the rune.
func (t *typeface) has(r rune) bool {
	return r > 0 && int(r) < len(t.widths) && t.widths[r] > 0
}

// advance is the width of a rune in thousandths of the type size.
func (t *typeface) advance(r rune) int {
	if !t.has(r) {
		return missingWidth
	}
	return int(t.widths[r])
}

// data returns the bytes to embed the subset from: a copy, because fpdf may
// write beyond a table's end while it cuts.
func (t *typeface) data(p *page) []byte {
	for i := range p.texts {
		if strings.ContainsFunc(p.texts[i].words, func(r rune) bool { return !isLatin(r) }) {
			return bytes.Clone(t.full)
		}
	}
	return bytes.Clone(t.latin)
}

const (
	producer   = "segnapunti"
	gridGrey   = 0
	dieRadius  = 0.18  // by the die's side (scorecards 4.1)
	dieOutline = 0.045 // likewise, at least thinOutline
	pipSize    = 0.20
	pipNear    = 0.25
	sixNear    = 0.22
	thinLine   = 0.15
	bezier     = 0.5523 // control points of a quarter circle
)

// epoch is the date in the file: one for all, so that the same options make the
// same bytes. fpdf takes the zero time for "now".
var epoch = time.Unix(0, 0).UTC()

// render draws the page and returns the file.
func (p *page) render() ([]byte, error) {
	d := p.newDrawing()
	d.drawFills(p.fills)
	d.drawStrokes(p.strokes)
	for _, square := range p.squares {
		d.pdf.Rect(square.x, square.y, square.w, square.h, "D")
	}
	for _, die := range p.dice {
		d.drawDie(die)
	}
	d.drawTexts(p.texts)
	var out bytes.Buffer
	if err := d.pdf.Output(&out); err != nil {
		return nil, err
	}
	return nameSubsets(out.Bytes()), nil
}

// drawing is an open file.
type drawing struct{ pdf *fpdf.Fpdf }

func (p *page) newDrawing() drawing {
	f := fpdf.NewCustom(&fpdf.InitType{UnitStr: "mm", Size: fpdf.SizeType{Wd: p.paper.w, Ht: p.paper.h}})
	f.SetCatalogSort(true) // else the order of objects is chance (scorecards 3.1)
	f.SetCreationDate(epoch)
	f.SetModificationDate(epoch)
	f.SetProducer(producer, true)
	f.SetTitle(p.title, true)
	f.SetSubject(p.subject, true)
	f.SetLang(p.lang)
	f.SetAutoPageBreak(false, 0)
	for _, face := range faces() {
		f.AddUTF8FontFromBytes(face.family, "", face.data(p))
	}
	f.AddPage()
	f.SetLineJoinStyle("round") // no thorns at the corners of dice (scorecards 3.2)
	return drawing{f}
}

func (d drawing) drawFills(fills []fill) {
	for _, fill := range fills {
		d.pdf.SetFillColor(fill.grey, fill.grey, fill.grey)
		d.pdf.Rect(fill.x, fill.y, fill.w, fill.h, "F")
	}
}

func (d drawing) drawStrokes(strokes []stroke) {
	d.pdf.SetDrawColor(gridGrey, gridGrey, gridGrey)
	for _, s := range strokes {
		d.width(s.width)
		d.pdf.Line(s.x1, s.y1, s.x2, s.y2)
	}
	d.width(thinLine)
}

func (d drawing) width(w float64) {
	if d.pdf.GetLineWidth() != w {
		d.pdf.SetLineWidth(w)
	}
}

func (d drawing) drawTexts(texts []text) {
	for i := range texts {
		t := &texts[i]
		d.pdf.SetFont(faces()[t.weight].family, "", t.size)
		d.pdf.Text(t.x, t.base, t.words)
	}
}

// drawDie draws the outline itself: fpdf's RoundedRect leaves a graphics state
// open each time (scorecards 0.2).
func (d drawing) drawDie(what die) {
	x, y, s := what.x, what.y, what.w
	r := dieRadius * s
	c := r * (1 - bezier)
	d.width(max(thinLine, dieOutline*s))
	d.pdf.MoveTo(x+r, y)
	d.pdf.LineTo(x+s-r, y)
	d.pdf.CurveBezierCubicTo(x+s-c, y, x+s, y+c, x+s, y+r)
	d.pdf.LineTo(x+s, y+s-r)
	d.pdf.CurveBezierCubicTo(x+s, y+s-c, x+s-c, y+s, x+s-r, y+s)
	d.pdf.LineTo(x+r, y+s)
	d.pdf.CurveBezierCubicTo(x+c, y+s, x, y+s-c, x, y+s-r)
	d.pdf.LineTo(x, y+r)
	d.pdf.CurveBezierCubicTo(x, y+c, x+c, y, x+r, y)
	d.pdf.ClosePath()
	d.pdf.DrawPath("D")
	d.drawPips(what)
}

// drawPips draws round dots as lines of no length, a third of the bytes of
// circles (scorecards 3.1).
func (d drawing) drawPips(what die) {
	d.pdf.SetLineCapStyle("round")
	d.width(pipSize * what.w)
	for _, pip := range pips(what.face) {
		x, y := what.x+pip[0]*what.w, what.y+pip[1]*what.w
		d.pdf.Line(x, y, x, y)
	}
	d.pdf.SetLineCapStyle("butt")
}

// pips gives the places of a face's dots on a die of side 1.
func pips(face int) (places [][2]float64) {
	near, far := pipNear, 1-pipNear
	if face == 6 {
		places = append(places, [2]float64{near, 0.5}, [2]float64{far, 0.5})
		places = append(places, [2]float64{near, sixNear}, [2]float64{far, 1 - sixNear}, [2]float64{far, sixNear}, [2]float64{near, 1 - sixNear})
		return places
	}
	if face%2 == 1 {
		places = append(places, [2]float64{0.5, 0.5})
	}
	if face >= 2 {
		places = append(places, [2]float64{near, far}, [2]float64{far, near})
	}
	if face >= 4 {
		places = append(places, [2]float64{near, near}, [2]float64{far, far})
	}
	return places
}

// nameSubsets gives the embedded fonts the names that PDF asks of subsets: a tag
// of six capitals, another for each subset, so that programs that join files
// don't take two different subsets for one font (ISO 32000-1, 9.6.4).
func nameSubsets(file []byte) []byte {
	sum := sha256.Sum256(file)
	tag := make([]byte, len(subsetPrefix)-2)
	for i := range tag {
		tag[i] = 'A' + sum[i]%26
	}
	for _, face := range faces() {
		name := "/" + string(tag) + "+" + face.name
		file = bytes.ReplaceAll(file, []byte(familyPrefix+face.family), []byte(name))
	}
	return file
}
