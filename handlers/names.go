package handlers

import (
	"unicode/utf8"

	"segnapunti/db"
	"segnapunti/lang"
	"segnapunti/scoring"
)

// Limits of what people write.
const (
	maxPlayers = 20  // more than fit round any table
	maxName    = 80  // letters of a name
	maxTitle   = 120 // letters of a title
)

// readNames cleans the names of people at one table and checks them together:
// none empty or too long, no two the same however they are typed (B97).
func readNames(names []string, pointer func(int) string, list string) (people []db.Player, faults scoring.Faults) {
	switch {
	case len(names) == 0:
		return nil, scoring.Faults{{Code: noPlayers, Pointer: list, Args: nil}}
	case len(names) > maxPlayers:
		return nil, scoring.Faults{{Code: tooManyPlayers, Pointer: list, Args: map[string]any{"max": maxPlayers, "got": len(names)}}}
	}
	seen := map[string]bool{}
	for i, name := range names {
		person := db.Player{Name: lang.CleanName(name), Key: lang.NameKey(name)}
		switch n := utf8.RuneCountInString(person.Name); {
		case n == 0 || n > maxName:
			faults = append(faults, scoring.Fault{Code: badName, Pointer: pointer(i), Args: map[string]any{"max": maxName}})
		case seen[person.Key]:
			faults = append(faults, scoring.Fault{Code: duplicateName, Pointer: pointer(i), Args: map[string]any{"name": person.Name}})
		}
		seen[person.Key] = true
		people = append(people, person)
	}
	return people, faults
}
