package scoring

// StartRule says how the first player is found (A.18): so many dice each, the
// highest or the lowest sum begins.
func (rs *RuleSet) StartRule() Start {
	start := rs.def.Start
	if start.Dice == 0 {
		start.Dice = rs.def.Dice
	}
	return start
}

// StartingOrder judges one roll per player. When one is best, starter is its
// index; else starter is -1 and again lists those who must roll once more.
// Faults: BadDice with pointers /<i>/dice.
func (rs *RuleSet) StartingOrder(rolls [][]int) (sums []int, starter int, again []int, err error) {
	start := rs.StartRule()
	var faults Faults
	for i, dice := range rolls {
		faults = append(faults, checkDice(dice, start.Dice, rs.def.Faces).Under(at("", i))...)
		sum := 0
		for _, die := range dice {
			sum += die
		}
		sums = append(sums, sum)
	}
	if len(faults) > 0 {
		return nil, -1, nil, faults
	}
	again = leaders(sums, start.Lowest)
	if len(again) == 1 {
		return sums, again[0], nil, nil
	}
	return sums, -1, again, nil
}

// leaders lists the indices of the best sums.
func leaders(sums []int, lowest bool) (best []int) {
	for i, sum := range sums {
		if len(best) > 0 {
			ahead := sum - sums[best[0]]
			if lowest {
				ahead = -ahead
			}
			if ahead < 0 {
				continue
			}
			if ahead > 0 {
				best = nil
			}
		}
		best = append(best, i)
	}
	return best
}
