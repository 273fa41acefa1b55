package scoring

// Roll is what lies on the table: the dice in any order, and how many rolls they
// took. Rolls 1 means served (A.10).
type Roll struct {
	Dice  []int
	Rolls int
}

// checkDice refuses anything but exactly the rule set's dice with faces that
// exist: /dice for the count, /dice/<i> for a face.
func (rs *RuleSet) checkDice(dice []int) (faults Faults) {
	return checkDice(dice, rs.def.Dice, rs.def.Faces)
}

func checkDice(dice []int, want, faces int) (faults Faults) {
	bad := func(pointer string, got any) {
		faults = append(faults, Fault{BadDice, pointer, map[string]any{"want": want, "faces": faces, "got": got}})
	}
	if len(dice) != want {
		bad("/dice", len(dice))
	}
	for i, die := range dice {
		if die < 1 || die > faces {
			bad(at("/dice", i), die)
		}
	}
	return faults
}

// checkRolls refuses rolls that a turn doesn't have. 0 stands for all of them.
func (c *Card) checkRolls(rolls int) Faults {
	if most := c.rules.def.Rolls + c.saved; rolls < 0 || rolls > most {
		return Faults{{BadRolls, "/rolls", map[string]any{"min": 1, "max": most, "got": rolls}}}
	}
	return nil
}

// rollsOr is the number of rolls used, all of a turn's when nobody says.
func (rs *RuleSet) rollsOr(rolls int) int {
	if rolls == 0 {
		return rs.def.Rolls
	}
	return rolls
}
