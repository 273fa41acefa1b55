package scoring

// counts[f] is how many dice show face f; index 0 is unused.
type counts [MaxFaces + 1]int

func count(dice []int) (n counts) {
	for _, die := range dice {
		n[die]++
	}
	return n
}

func (n *counts) sum() (sum int) {
	for face, k := range n {
		sum += face * k
	}
	return sum
}

// match tells whether dice fit the pattern, and the best sum of the dice that
// make it (F10: Yatzy pays only those; B25: the best pair, not the first).
func (p *Pattern) match(n *counts, oneFace bool) (sum int, ok bool) {
	switch {
	case p.Face > 0:
		return p.Face * n[p.Face], true
	case p.OfAKind > 0:
		return bestGroups(n, []int{p.OfAKind}, false)
	case len(p.Groups) > 0:
		return bestGroups(n, p.Groups, oneFace)
	case p.Run > 0:
		return bestRun(n, p.Run, p.From)
	case len(p.Exactly) > 0:
		return n.sum(), exactly(n, p.Exactly)
	default:
		return n.sum(), true
	}
}

// bestGroups gives each group a face that has dice enough, another for each
// group unless oneFace, and returns the highest sum of dice so used.
func bestGroups(n *counts, groups []int, oneFace bool) (best int, ok bool) {
	if len(groups) == 0 {
		return 0, true
	}
	size := groups[0]
	for face := 1; face <= MaxFaces; face++ {
		if n[face] < size {
			continue
		}
		rest := *n
		if rest[face] -= size; !oneFace {
			rest[face] = 0
		}
		if sum, fits := bestGroups(&rest, groups[1:], oneFace); fits {
			best, ok = max(best, sum+size*face), true
		}
	}
	return best, ok
}

// bestRun finds length consecutive faces, starting at from unless that is 0, and
// returns the highest sum of such a run. It never wraps (B02-B07, B10).
func bestRun(n *counts, length, from int) (best int, ok bool) {
	run, sum := 0, 0
	for face := 1; face <= MaxFaces; face++ {
		if n[face] == 0 || face < from {
			run, sum = 0, 0
			continue
		}
		run, sum = run+1, sum+face
		if run > length {
			run, sum = length, sum-(face-length)
		}
		if run == length && (from == 0 || face == from+length-1) {
			best, ok = sum, true
		}
	}
	return best, ok
}

func exactly(n *counts, rolls [][]int) bool {
	for _, dice := range rolls {
		if *n == count(dice) {
			return true
		}
	}
	return false
}

// score returns what the dice are worth in the box when nothing but the roll
// matters: armed, and on the first roll.
func (b *Box) score(n *counts, oneFace bool) (s scored) {
	sum, ok := b.Pattern.match(n, oneFace)
	if !ok {
		return scored{}
	}
	if b.Points.Sum == SumAll {
		sum = n.sum()
	}
	if b.Points.Fixed > 0 {
		sum = b.Points.Fixed
	}
	sum += b.Points.Plus
	s = scored{armed: int16(sum), served: int16(sum), matches: true}
	if b.Points.Served > 0 {
		s.served = int16(b.Points.Served)
	}
	return s
}
