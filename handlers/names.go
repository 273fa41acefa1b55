package handlers

import (
	"strconv"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"segnapunti/db"
	"segnapunti/lang"
	"segnapunti/scoring"
)

// Limits of what people write.
const (
	maxPlayers = 20  // more than fit round any table
	maxName    = 80  // letters of a name
	maxMark    = 40  // letters of a distinguishing mark
	maxTitle   = 120 // letters of a title
)

// personName is a person as people write them: by name, and by a mark when two
// people have the same.
type personName struct{ Name, Mark string }

// readNames cleans the names of people at one table and checks them together:
// none empty or too long, no two the same however they are typed (B97).
func readNames(names []personName, pointer func(int) string, list string) (people []db.Player, faults scoring.Faults) {
	switch {
	case len(names) == 0:
		return nil, scoring.Faults{{Code: noPlayers, Pointer: list, Args: nil}}
	case len(names) > maxPlayers:
		return nil, scoring.Faults{{Code: tooManyPlayers, Pointer: list, Args: map[string]any{"max": maxPlayers, "got": len(names)}}}
	}
	seen := map[[2]string]bool{}
	for i, name := range names {
		person := db.Player{
			Name: lang.CleanName(name.Name), Key: lang.NameKey(name.Name),
			Mark: lang.CleanName(name.Mark), MarkKey: lang.NameKey(name.Mark),
		}
		key := [2]string{person.Key, person.MarkKey}
		switch n := utf8.RuneCountInString(person.Name); {
		case n == 0 || n > maxName:
			faults = append(faults, scoring.Fault{Code: badName, Pointer: pointer(i), Args: map[string]any{"max": maxName}})
		case utf8.RuneCountInString(person.Mark) > maxMark:
			faults = append(faults, scoring.Fault{Code: badName, Pointer: pointer(i) + "/mark", Args: map[string]any{"max": maxMark}})
		case seen[key]:
			faults = append(faults, scoring.Fault{Code: duplicateName, Pointer: pointer(i), Args: map[string]any{"name": person.Name}})
		}
		seen[key] = true
		people = append(people, person)
	}
	return people, faults
}

// newPlayer is a player of a new game: a name, or a name with a mark and what
// comes from paper.
type newPlayer struct {
	Name  string
	Mark  string
	Card  *scoring.Sheet
	Total *int
	given bool
}

// UnmarshalJSONFrom takes both forms (api.md 5).
func (p *newPlayer) UnmarshalJSONFrom(decoder *jsontext.Decoder) error {
	p.given = true
	if decoder.PeekKind() != '{' {
		return json.UnmarshalDecode(decoder, &p.Name)
	}
	type object struct {
		Name  *string        `json:"name"`
		Mark  string         `json:"mark"`
		Card  *scoring.Sheet `json:"card"`
		Total *int           `json:"total"`
	}
	var o object
	if err := json.UnmarshalDecode(decoder, &o); err != nil {
		return err
	}
	p.Mark, p.Card, p.Total = o.Mark, o.Card, o.Total
	if p.given = o.Name != nil && (o.Card == nil || sheetComplete(o.Card)); p.given {
		p.Name = *o.Name
	}
	return nil
}

// readPlayers takes the players of a game apart: who they are, and what they bring
// from paper, nil when nobody brings anything.
func readPlayers(players []newPlayer) (people []db.Player, paper []scoring.Seating, faults scoring.Faults) {
	names := make([]personName, len(players))
	seats := make([]scoring.Seating, len(players))
	for i, p := range players {
		names[i] = personName{p.Name, p.Mark}
		if seats[i] = (scoring.Seating{Card: p.Card, Total: p.Total}); p.Card != nil || p.Total != nil {
			paper = seats
		}
	}
	people, faults = readNames(names, func(i int) string { return "/players/" + strconv.Itoa(i) }, "/players")
	return people, paper, faults
}
