package handlers

import (
	"strconv"
	"unicode/utf8"

	"segnapunti/db"
	"segnapunti/lang"
	"segnapunti/scoring"
)

// What people wrote is checked here, as in any other request; the rest is checked
// where it is stored.

func (f *importFile) ruleSet(d *scoring.Definition) (scoring.Faults, error) {
	return f.into.RuleSet(*d)
}

func (f *importFile) player(p *db.PlayerRow) (scoring.Faults, error) {
	faults := append(checkText("/name", p.Name, 1, maxName, badName), checkText("/mark", p.Mark, 0, maxMark, badName)...)
	if len(faults) > 0 {
		f.into.Refuse("players")
		return faults, nil
	}
	p.Key, p.MarkKey = lang.NameKey(p.Name), lang.NameKey(p.Mark)
	return f.into.Player(p)
}

func (f *importFile) match(m *db.MatchRow) (scoring.Faults, error) {
	faults := checkText("/title", m.Title, 0, maxTitle, badTitle)
	for i, player := range m.Players {
		faults = append(faults, checkText(seatPointer("/players", i), player.Name, 1, maxName, badName)...)
	}
	found, err := f.into.Match(m)
	return append(faults, found...), err
}

func (f *importFile) game(g *db.GameRow) (scoring.Faults, error) {
	faults := checkText("/title", g.Title, 0, maxTitle, badTitle)
	if !isDate(g.PlayedOn) {
		faults = append(faults, scoring.Fault{Code: badDate, Pointer: "/played_on"})
	}
	for i, seat := range g.Seats {
		faults = append(faults, checkText(seatPointer("/seats", i), seat.Name, 1, maxName, badName)...)
	}
	found, err := f.into.Game(g)
	return append(faults, found...), err
}

func seatPointer(list string, i int) string { return list + "/" + strconv.Itoa(i) + "/name" }

// checkText refuses a text that is too short or too long, or not as this program
// writes down what people type.
func checkText(pointer, text string, least, most int, code scoring.Code) scoring.Faults {
	if n := utf8.RuneCountInString(text); n < least || n > most {
		return scoring.Faults{{Code: code, Pointer: pointer, Args: map[string]any{"max": most}}}
	}
	if clean := lang.CleanName(text); clean != text {
		return scoring.Faults{{Code: db.Contradiction, Pointer: pointer, Args: map[string]any{"got": text, "want": clean}}}
	}
	return nil
}
