package scoring

// scored is one cell of a rule set's table: the points of one roll in one box.
type scored struct {
	armed, served int16 // points after later rolls, and on the first one
	matches       bool  // the dice fit the box's own pattern
}

// table holds every roll of a rule set (252 for five dice, 462 for six) times
// its boxes: counting dice is done once, scoring is a look-up.
type table struct {
	boxes int
	cells []scored
}

// choose[n][k] is the binomial coefficient, as far as ranks need it.
var choose = func() (c [MaxFaces + MaxDice + 1][MaxDice + 1]int) {
	for n := range c {
		c[n][0] = 1
		for k := 1; k <= min(n, MaxDice); k++ {
			c[n][k] = c[n-1][k-1] + c[n-1][k]
		}
	}
	return c
}()

// rank numbers the rolls of a given number of dice 0, 1, 2 …, whatever their
// order: the combinatorial number system of the sorted dice.
func (n *counts) rank() (rank int) {
	position := 0
	for face, k := range n {
		for ; k > 0; k-- {
			rank += choose[face-1+position][position+1]
			position++
		}
	}
	return rank
}

func newTable(d *Definition) *table {
	t := &table{boxes: len(d.Boxes)}
	t.cells = make([]scored, choose[d.Faces+d.Dice-1][d.Dice]*t.boxes)
	d.eachRoll(func(n *counts) {
		row := t.row(n.rank())
		for i := range d.Boxes {
			box := &d.Boxes[i]
			row[i] = box.score(n, d.Switches[box.Pattern.OneFace])
		}
	})
	return t
}

func (t *table) row(rank int) []scored {
	return t.cells[rank*t.boxes : (rank+1)*t.boxes]
}

// eachRoll calls f with every distinct roll.
func (d *Definition) eachRoll(f func(*counts)) {
	var n counts
	var fill func(face, left int)
	fill = func(face, left int) {
		if face == d.Faces {
			n[face] = left
			f(&n)
			return
		}
		for n[face] = 0; n[face] <= left; n[face]++ {
			fill(face+1, left-n[face])
		}
		n[face] = 0
	}
	fill(1, d.Dice)
}
