package pdf

import "strconv"

// drawTable draws the grid, top down.
func (t *table) drawTable() error {
	if err := t.chooseSizes(); err != nil {
		return err
	}
	y := t.drawNames()
	for i := range t.card.rows {
		y = t.drawRow(&t.card.rows[i], y)
	}
	t.drawFrame(y)
	return nil
}

// chooseSizes finds one size for all labels and one for all hints or notes.
func (t *table) chooseSizes() error {
	var labels, hints setting
	for i := range t.card.rows {
		r := &t.card.rows[i]
		if r.kind == headingRow {
			continue // has the width of the page
		}
		labels.add(t.labelPhrase(r), t.labelCell(r, 0))
		if what, cell := t.hintOrNote(r, 0); len(what.pieces) > 0 {
			hints.add(what, cell)
		}
	}
	var tooLong phrase
	if t.labelSize, tooLong = labels.columnSize(t.labelSize); t.labelSize == 0 {
		return tooLong.misfit()
	}
	if t.hintSize, tooLong = hints.oneSize(t.hintSize, floorSize, anyLines); t.hintSize == 0 {
		return tooLong.misfit()
	}
	return nil
}

// misfit is the error of a label or hint that no legible size makes fit.
func (p phrase) misfit() *OptionError {
	return &OptionError{"ruleset", p.line(), "shorter names"}
}

// labelCell is the room of a row's label: its column without the die and the
// note, or with the hint's where there is no hint.
func (t *table) labelCell(r *row, y float64) box {
	cell := box{t.area.x, y, t.label, t.row}
	if len(r.hint) == 0 {
		cell.w += t.hint
	}
	cell = cell.inset(cellPadding)
	if r.face > 0 {
		cell.w -= t.dieSide() + dieDistance
	}
	if t.hasNote(r) {
		cell.h /= 2
	}
	return cell
}

// hasNote tells whether what must not be missing stands under the label, because
// the card has no hints.
func (t *table) hasNote(r *row) bool {
	return t.hint == 0 && len(r.short) > 0 && t.row >= noteRow
}

// labelPhrase is the label; in a row too low for a note the note follows it.
func (t *table) labelPhrase(r *row) phrase {
	p := say(r.labelWeight(), r.label)
	if t.hint == 0 && !t.hasNote(r) {
		p.pieces = append(p.pieces, r.short...)
	}
	return p
}

// hintOrNote is what else a row says, and where.
func (t *table) hintOrNote(r *row, y float64) (phrase, box) {
	switch {
	case t.hint > 0:
		return say(regular, r.hint...), t.hintCell(y, t.row)
	case t.hasNote(r):
		half := t.row / 2
		return say(regular, r.short...), box{t.area.x, y + half, t.label, half}.inset(cellPadding)
	default:
		return phrase{}, box{}
	}
}

func (t *table) hintCell(y, height float64) box {
	return box{t.area.x + t.label, y, t.hint, height}.inset(cellPadding)
}

func (t *table) dieSide() float64 { return min(dieByRow*t.row, biggestDie) }

// columnAt is where the n-th score column begins.
func (t *table) columnAt(n int) float64 {
	return t.area.x + t.label + t.hint + float64(n)*t.column
}

// drawNames draws the row for names, and that of the multipliers under it.
func (t *table) drawNames() (y float64) {
	head := box{t.area.x, t.area.y, t.area.w, t.names + t.subHead()}
	t.shade(box{head.x, head.y, t.label + t.hint, head.h}, headingGrey)
	t.writeHead(box{head.x, head.y, t.label, t.names}.inset(cellPadding), "player")
	if t.hint > 0 {
		t.writeHead(t.hintCell(head.y, t.names), "how_to_score")
	}
	t.verticals(head.y, head.y+t.names, true, true)
	if t.subHead() > 0 {
		t.drawMultipliers(box{head.x, head.y + t.names, head.w, t.subHead()})
	}
	return head.bottom()
}

// writeHead writes a term of package lang as a heading.
func (t *table) writeHead(cell box, term string) {
	what := say(bold, printable(t.card.words.Term(term)))
	size, _ := what.largest(cell, min(headSize, t.labelSize+1), floorSize, anyLines)
	t.write(cell, what, size, left)
}

func (t *table) drawMultipliers(band box) {
	t.shade(box{t.columnAt(0), band.y, band.right() - t.columnAt(0), band.h}, headingGrey)
	t.writeHead(box{band.x, band.y, t.label, band.h}.inset(cellPadding), "multiplier")
	for n := range t.players * t.subs {
		cell := box{t.columnAt(n), band.y, t.column, band.h}
		t.write(cell, say(bold, times(t.card.multipliers[n%t.subs])), headSize, centre)
	}
	t.horizontal(t.columnAt(0), band.right(), band.y, gridLine)
	t.verticals(band.y, band.bottom(), true, false)
}

func times(factor int) string { return "× " + strconv.Itoa(factor) }

// drawRow draws one row from y on and returns where it ends.
func (t *table) drawRow(r *row, y float64) float64 {
	if r.kind == headingRow {
		return t.drawHeading(r, y)
	}
	band := box{t.area.x, y, t.area.w, t.row}
	width := gridLine
	switch {
	case r.kind == grandRow:
		t.shade(band, headingGrey)
		width = heavyLine
	case r.isSum():
		t.shade(band, totalGrey)
	}
	t.horizontal(band.x, band.right(), y, width)
	t.verticals(y, band.bottom(), len(r.hint) > 0, r.perPlayer())
	t.drawLabel(r, y)
	if what, cell := t.hintOrNote(r, y); len(what.pieces) > 0 {
		t.write(cell, what, t.hintSize, left)
	}
	t.drawCells(r, y)
	return band.bottom()
}

// drawHeading draws the band above a section.
func (t *table) drawHeading(r *row, y float64) float64 {
	band := box{t.area.x, y, t.area.w, t.heading}
	t.shade(band, headingGrey)
	t.horizontal(band.x, band.right(), y, heavyLine)
	cell := band.inset(cellPadding)
	what := say(bold, r.label)
	size, _ := what.largest(cell, min(headSize, t.labelSize+1), floorSize, 1)
	t.write(cell, what, size, left)
	return band.bottom()
}

func (t *table) drawLabel(r *row, y float64) {
	t.write(t.labelCell(r, y), t.labelPhrase(r), t.labelSize, left)
	if r.face > 0 {
		side := t.dieSide()
		at := box{t.area.x + t.label - cellPadding - side, y + (t.row-side)/2, side, side}
		t.dice = append(t.dice, die{at, r.face})
	}
}

// Things printed inside the score cells.
const (
	tickSide   = 3.4
	tickShare  = 0.22 // of the column, at most
	tickGap    = 0.8
	tickMargin = 1.0
	ticks      = 3 // further ones are squeezed in, there is no limit (F21)
	cornerSize = 7.0
)

// drawCells prints what stands in the empty cells of a row.
func (t *table) drawCells(r *row, y float64) {
	for n := range t.players * t.subs {
		cell := box{t.columnAt(n), y, t.column, t.row}
		switch r.kind {
		case extraRow:
			t.drawTicks(cell)
		case factorRow:
			corner := box{cell.x + 0.8, cell.y, cell.w, min(4, cell.h)}
			t.write(corner, say(regular, times(t.card.multipliers[n%t.subs])), cornerSize, left)
		}
	}
}

// drawTicks draws three squares, or two in a narrow column, at the top left, so
// that the sum of the ticks still has its place (scorecards 4.1).
func (t *table) drawTicks(cell box) {
	n := ticks
	if cell.w < goodColumn {
		n--
	}
	side := min(tickSide, tickShare*cell.w, cell.h-2*tickMargin)
	for i := range n {
		x := cell.x + tickMargin + float64(i)*(side+tickGap)
		t.squares = append(t.squares, box{x, cell.y + tickMargin, side, side})
	}
}

// verticals draws the lines between the columns of a row, heavy between players
// where a player has several.
func (t *table) verticals(y1, y2 float64, hinted, perPlayer bool) {
	if hinted && t.hint > 0 {
		t.vertical(t.area.x+t.label, y1, y2, gridLine)
	}
	t.vertical(t.columnAt(0), y1, y2, gridLine)
	for n := 1; n < t.players*t.subs; n++ {
		switch border := n%t.subs == 0; {
		case border && t.subs > 1:
			t.vertical(t.columnAt(n), y1, y2, heavyLine)
		case border || !perPlayer:
			t.vertical(t.columnAt(n), y1, y2, gridLine)
		}
	}
}

func (t *table) drawFrame(bottom float64) {
	x1, x2 := t.area.x, t.area.right()
	t.horizontal(x1, x2, t.area.y, heavyLine)
	t.horizontal(x1, x2, bottom, heavyLine)
	t.vertical(x1, t.area.y, bottom, heavyLine)
	t.vertical(x2, t.area.y, bottom, heavyLine)
}
