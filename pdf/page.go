package pdf

// box is a rectangle; the origin is the top left corner of the page.
type box struct{ x, y, w, h float64 }

func (b box) right() float64  { return b.x + b.w }
func (b box) bottom() float64 { return b.y + b.h }

// inset takes a padding off the left and right sides.
func (b box) inset(padding float64) box {
	return box{b.x + padding, b.y, b.w - 2*padding, b.h}
}

// page is what will be drawn, as values: fills first, then lines, then the rest
// (scorecards 3.2, "greys over lines").
type page struct {
	paper                box
	title, subject, lang string

	fills   []fill
	strokes []stroke
	squares []box
	dice    []die
	texts   []text
}

// fill is a grey band, 0 black to 255 white.
type fill struct {
	box
	grey int
}

// stroke is a straight line.
type stroke struct{ x1, y1, x2, y2, width float64 }

// die is a drawn die that shows a face of 1 to 6.
type die struct {
	box
	face int
}

// text is one line of type in a cell. cell is the room it was given; x and base
// are where its baseline begins.
type text struct {
	cell        box
	x, base     float64
	width, size float64
	weight      weight
	words       string
	broken      bool // a word continues on the next line
}

// align is where a text stands in its cell.
type align int

const (
	left align = iota
	centre
	right
)

// capMiddle puts the middle of capitals on the middle of a line (scorecards 3.1).
const capMiddle = 0.36

// write places a phrase in a cell, centred vertically.
func (p *page) write(cell box, what phrase, size float64, where align) {
	lines := what.wrap(cell.w, size)
	step := leading * size * pt
	middle := cell.y + (cell.h-step*float64(len(lines)-1))/2
	broken := what.breaksWord(cell.w, size)
	for i, line := range lines {
		t := text{
			cell: cell, x: cell.x, base: middle + float64(i)*step + capMiddle*size*pt,
			width: what.weight.width(line, size), size: size, weight: what.weight, words: line, broken: broken,
		}
		switch where {
		case centre:
			t.x += (cell.w - t.width) / 2
		case right:
			t.x += cell.w - t.width
		}
		p.texts = append(p.texts, t)
	}
}

func (p *page) shade(b box, grey int) {
	p.fills = append(p.fills, fill{b, grey})
}

func (p *page) horizontal(x1, x2, y, width float64) {
	p.strokes = append(p.strokes, stroke{x1, y, x2, y, width})
}

func (p *page) vertical(x, y1, y2, width float64) {
	p.strokes = append(p.strokes, stroke{x, y1, x, y2, width})
}
