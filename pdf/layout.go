package pdf

import (
	"fmt"
	"strconv"
)

// Millimetres of the single card, one a page (scorecards 4.1 to 4.3).
const (
	a4Inset     = 10.0
	letterSides = 12.7

	titleHeight  = 13.0
	titleSize    = 16.0
	titleLines   = 3 // of a title that is too long for one
	dateWidth    = 52.0
	dateGap      = 4.0
	dateSize     = 10.0
	ruleDrop     = 1.6 // the writing line below the middle of "Date"
	footerHeight = 5.0

	cellPadding = 1.5
	heavyLine   = 0.5
	gridLine    = 0.2

	headingGrey = 225
	totalGrey   = 240

	minColumn  = 8.0 // the floor for a score box (scorecards 4.1)
	goodColumn = 9.5 // with hints no column is narrower
	wideColumn = 18.0
	minRow     = 5.0
	maxRow     = 20.0
	tightRow   = 7.0 // below it headings and names get tighter too

	roomyNames, roomyHeading = 12.0, 6.5
	tightNames, tightHeading = 8.0, 5.0

	minLabel    = 34.0
	maxLabel    = 56.0
	minHint     = 33.0
	maxHint     = 62.0
	subHeadRow  = 5.5
	biggestDie  = 6.0
	dieByRow    = 0.6
	dieDistance = 1.2
	noteRow     = 6.5 // lower rows have no room for a second, smaller line
)

// Type, by the height of a row.
const (
	labelByRow, labelMost, leastLabel = 1.25, 13.0, 7.5
	hintByRow, hintMost               = 1.0, 9.5
	usualLabel, usualNote             = 11.0, 8.0 // what the label column is made for
	headSize                          = 10.0
)

const usualPlayers = 6 // as on the pads on sale (scorecards 1.1)

// tripleColumn is how wide the columns of a card with several per player should
// be before another player gets any.
const tripleColumn = 11.0

// table is the card's grid: where each column begins and each row ends.
type table struct {
	*page
	card    *card
	area    box
	players int
	subs    int // columns of a player
	label   float64
	hint    float64 // 0 without hints
	column  float64
	names   float64 // height of the heading row with the names
	heading float64 // height of the section headings
	row     float64

	labelSize, hintSize float64
}

// sheet gives the paper and the part of it that is printed on.
func sheet(paper Paper) (whole, printed box) {
	if paper == Letter {
		whole = box{0, 0, 215.9, 279.4}
		return whole, box{letterSides, a4Inset, whole.w - 2*letterSides, whole.h - 2*a4Inset}
	}
	whole = box{0, 0, 210, 297}
	return whole, box{a4Inset, a4Inset, whole.w - 2*a4Inset, whole.h - 2*a4Inset}
}

// layOut makes the page.
func (c *card) layOut(o PadOptions, title string) (*page, error) {
	whole, printed := sheet(o.Paper)
	p := &page{paper: whole, title: title, subject: c.rules.ID(), lang: o.Language.ID()}
	t := &table{page: p, card: c, subs: len(c.multipliers)}
	t.area = box{printed.x, printed.y + titleHeight, printed.w, printed.h - titleHeight - footerHeight}
	if err := t.chooseColumns(o.Columns); err != nil {
		return nil, err
	}
	if err := t.chooseRows(o.Paper); err != nil {
		return nil, err
	}
	if err := t.drawTitle(printed, title); err != nil {
		return nil, err
	}
	if err := t.drawTable(); err != nil {
		return nil, err
	}
	t.drawFooter(printed)
	return p, nil
}

// chooseColumns divides the width: labels as wide as they need, score columns as
// wide as a hand wants, hints the rest, or none when the columns would be too
// narrow (scorecards 4.10).
func (t *table) chooseColumns(players int) error {
	t.players = players
	if players == 0 {
		t.players = t.suitingPlayers()
	}
	n := float64(t.players * t.subs)
	if most := int((t.area.w - minLabel) / minColumn / float64(t.subs)); t.players > most {
		return &OptionError{"columns", t.players, "1-" + strconv.Itoa(most)}
	}
	t.label = min(t.widestLabel(true, usualLabel, usualNote), maxLabel)
	t.hint = min(max(t.area.w-t.label-n*wideColumn, minHint), maxHint)
	if (t.area.w-t.label-t.hint)/n < goodColumn {
		t.hint = 0
		wanted, needed := t.widestLabel(false, usualLabel, usualNote), t.widestLabel(false, leastLabel, floorSize)
		t.label = min(max(min(wanted, t.area.w-n*goodColumn), needed), maxLabel, t.area.w-n*minColumn)
	}
	t.column = (t.area.w - t.label - t.hint) / n
	return nil
}

func (t *table) suitingPlayers() int {
	if t.subs == 1 {
		return usualPlayers
	}
	fitting := (t.area.w - maxLabel - minHint) / tripleColumn / float64(t.subs)
	return min(max(int(fitting), 1), usualPlayers)
}

// widestLabel is the width that the longest label, or note under it, has in the
// label column at some size.
func (t *table) widestLabel(hints bool, labelSize, noteSize float64) float64 {
	widest := minLabel
	for i := range t.card.rows {
		r := &t.card.rows[i]
		if hints && len(r.hint) == 0 {
			continue // has the hint's room too
		}
		width := r.labelWeight().width(r.label, labelSize)
		if r.face > 0 {
			width += dieDistance + biggestDie
		}
		if !hints {
			width = max(width, say(regular, r.short...).width(noteSize))
		}
		widest = max(widest, width+2*cellPadding)
	}
	return widest
}

func (r *row) labelWeight() weight {
	if r.isSum() || r.kind == headingRow {
		return bold
	}
	return regular
}

// chooseRows divides the height. All boxes are equally high.
func (t *table) chooseRows(paper Paper) error {
	headings, rows := 0, 0
	for i := range t.card.rows {
		if t.card.rows[i].kind == headingRow {
			headings++
		} else {
			rows++
		}
	}
	divide := func(names, heading float64) {
		t.names, t.heading = names, heading
		left := t.area.h - names - t.subHead() - float64(headings)*heading
		t.row = min(left/float64(rows), maxRow)
	}
	if divide(roomyNames, roomyHeading); t.row < tightRow {
		divide(tightNames, tightHeading)
	}
	if t.row < minRow {
		most := int((t.area.h - t.names - t.subHead() - float64(headings)*t.heading) / minRow)
		return &OptionError{"ruleset", rows, fmt.Sprintf("1-%d rows on %s", most, paper)}
	}
	t.labelSize = quarter(labelByRow*t.row, leastLabel, labelMost)
	t.hintSize = quarter(hintByRow*t.row, floorSize, hintMost)
	return nil
}

// subHead is the height of the row with the multipliers, 0 without any.
func (t *table) subHead() float64 {
	if t.subs > 1 || t.card.multiplies() {
		return subHeadRow
	}
	return 0
}

// drawTitle writes the title and the line for the date.
func (t *table) drawTitle(printed box, title string) error {
	cell := box{printed.x, printed.y, printed.w - dateWidth - dateGap, titleHeight - 2}
	what := say(bold, title)
	size, ok := what.largest(cell, titleSize, floorSize, 1)
	if size < dateSize { // more lines of a readable size are better
		size, ok = what.largest(cell, dateSize, floorSize, titleLines)
	}
	if !ok {
		return &OptionError{"title", len([]rune(title)), fmt.Sprintf("what fits into %.0f mm", cell.w)}
	}
	t.write(cell, what, size, left)

	date := box{cell.right() + dateGap, cell.y, dateWidth, cell.h}
	word := say(regular, printable(t.card.words.Term("date")))
	t.write(date, word, dateSize, left)
	t.horizontal(date.x+word.weight.width(word.line(), dateSize)+cellPadding, date.right(),
		date.y+date.h/2+ruleDrop+cellPadding, gridLine)
	return nil
}

// drawFooter says which rules the card is for.
func (t *table) drawFooter(printed box) {
	cell := box{printed.x, printed.bottom() - footerHeight + 1, printed.w, footerHeight - 1}
	t.write(cell, say(regular, producer, t.card.rules.ID()), floorSize, left)
}
