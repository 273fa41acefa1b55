package db

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"

	"segnapunti/scoring"
)

// storeRules keeps the definition of each rule set of the catalog, so that games
// played by it can be read when its file has changed or gone.
func (s *Store) storeRules(ctx context.Context, catalog *scoring.Catalog) error {
	return inTransaction(ctx, s.writer, func(tx *sql.Tx) error {
		for _, rules := range catalog.All() {
			if err := storeRuleSet(ctx, tx, rules.Definition()); err != nil {
				return err
			}
		}
		return nil
	})
}

func storeRuleSet(ctx context.Context, tx *sql.Tx, d scoring.Definition) error {
	stored, err := storedDefinition(ctx, tx, d.ID, d.Version)
	if err != nil && !errors.Is(err, ErrNotFound) {
		return err
	}
	if err == nil && !bytes.Equal(rulesOf(stored), rulesOf(d)) {
		return fmt.Errorf("the rule set %q differs from the version %d that games here were played by: change the version in its file",
			d.ID, d.Version)
	}
	text, err := json.Marshal(d)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `
		INSERT INTO rulesets (id, version, definition) VALUES (?, ?, ?)
		ON CONFLICT (id, version) DO UPDATE SET definition = excluded.definition
		WHERE rulesets.definition <> excluded.definition`, d.ID, d.Version, string(text))
	return err
}

// rulesOf is a definition as JSON without its names: a label put right is no
// other rule, and must not part old games from new ones.
func rulesOf(d scoring.Definition) []byte {
	d.Names = nil
	d.Boxes = slices.Clone(d.Boxes)
	for i := range d.Boxes {
		d.Boxes[i].Names = nil
	}
	text, err := json.Marshal(d)
	if err != nil {
		panic(err) // a Definition is plain data
	}
	return text
}

// storedDefinition reads a definition. A field that this program doesn't know is
// refused: leaving a rule out would change what old games are worth.
func storedDefinition(ctx context.Context, tx queries, id string, version int) (d scoring.Definition, err error) {
	var text []byte
	err = tx.QueryRowContext(ctx, `SELECT definition FROM rulesets WHERE id = ? AND version = ?`, id, version).Scan(&text)
	if err != nil {
		return d, orNotFound(err)
	}
	if d, err = decodeDefinition(text); err != nil {
		return d, fmt.Errorf("stored rule set %s, version %d: %w", id, version, err)
	}
	return d, nil
}

func decodeDefinition(text []byte) (d scoring.Definition, err error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	err = decoder.Decode(&d)
	return d, err
}

// ruleKey names what a game is played by; options are their canonical JSON.
type ruleKey struct {
	id      string
	version int
	options string
}

// keyOf is the key of a rule set: two games are comparable when it is the same.
func keyOf(rules *scoring.RuleSet) ruleKey {
	options, err := json.Marshal(rules.Chosen()) // map keys come sorted
	if err != nil {
		panic(err) // bool, string and int only
	}
	return ruleKey{rules.ID(), rules.Version(), string(options)}
}

// maxCachedRules bounds the cache: options are chosen by clients.
const maxCachedRules = 256

// ruleCache keeps rule sets that are ready, since making one builds its table of
// scores. A rule set never changes, so that no entry gets old.
type ruleCache struct {
	mu   sync.Mutex
	sets map[ruleKey]*scoring.RuleSet
}

func (c *ruleCache) get(key ruleKey) *scoring.RuleSet {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.sets[key]
}

func (c *ruleCache) put(key ruleKey, rules *scoring.RuleSet) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.sets == nil || len(c.sets) >= maxCachedRules {
		c.sets = map[ruleKey]*scoring.RuleSet{}
	}
	c.sets[key] = rules
}

// ruleSet is the rule set that a game was created under, whatever the catalog
// says today.
func (s *Store) ruleSet(ctx context.Context, tx queries, key ruleKey) (*scoring.RuleSet, error) {
	if rules := s.rules.get(key); rules != nil {
		return rules, nil
	}
	definition, err := storedDefinition(ctx, tx, key.id, key.version)
	if err != nil {
		return nil, err
	}
	rules, err := ready(definition, key.options)
	if err != nil {
		// %v: the faults are the file's, not those of the request that reads it.
		return nil, fmt.Errorf("stored rule set %s, version %d, options %s: %v", key.id, key.version, key.options, err)
	}
	s.rules.put(key, rules)
	return rules, nil
}

func ready(d scoring.Definition, options string) (*scoring.RuleSet, error) {
	var chosen map[string]any
	if err := json.Unmarshal([]byte(options), &chosen); err != nil {
		return nil, err
	}
	rules, err := scoring.New(d)
	if err != nil {
		return nil, err
	}
	return rules.With(chosen)
}
