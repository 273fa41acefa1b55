package lang

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"io"
	"sync"

	"golang.org/x/text/language"
)

//go:embed *.json
var files embed.FS

// catalogue is the content of one language file.
type catalogue struct {
	Name         string                       `json:"name"`
	Boxes        map[string]string            `json:"boxes"`
	RuleSetBoxes map[string]map[string]string `json:"ruleset_boxes"` // by rule set, then box
	RuleSets     map[string]string            `json:"rulesets"`
	Terms        map[string]string            `json:"terms"`
	Hints        map[string]string            `json:"hints"`
	Texts        map[string]string            `json:"texts"`
}

// languages reads the embedded files once. They are part of the program and
// read whole by its tests, so a broken one is a fault of the build: panic.
var languages = sync.OnceValue(func() []*Language {
	all := make([]*Language, len(ids))
	for i, id := range ids {
		c, err := load(id)
		if err != nil {
			panic(err)
		}
		all[i] = &Language{id: id, catalogue: c}
	}
	return all
})

var matcher = sync.OnceValue(func() language.Matcher {
	tags := make([]language.Tag, len(ids))
	for i, id := range ids {
		tags[i] = language.MustParse(id)
	}
	return language.NewMatcher(tags)
})

func load(id string) (catalogue, error) {
	data, err := files.ReadFile(id + ".json")
	if err != nil {
		return catalogue{}, err
	}
	c, err := parse(data)
	if err != nil {
		return catalogue{}, fmt.Errorf("lang: %s.json: %w", id, err)
	}
	return c, nil
}

// parse refuses sections that nobody reads and text after the end: both are
// slips of an editor's hand.
func parse(data []byte) (catalogue, error) {
	var c catalogue
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&c); err != nil {
		return c, err
	}
	if _, err := decoder.Token(); err != io.EOF {
		return c, fmt.Errorf("text after the end at byte %d", decoder.InputOffset())
	}
	return c, nil
}
