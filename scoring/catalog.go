package scoring

import (
	"fmt"
	"slices"
)

// Catalog is the rule sets that a service knows, in the order of its list.
type Catalog struct {
	sets []*RuleSet
}

// NewCatalog makes a catalog. Two rule sets with one id are refused: a stored game
// must find the one it was played by.
func NewCatalog(sets ...*RuleSet) (*Catalog, error) {
	c := &Catalog{}
	for _, rs := range sets {
		if c.find(rs.ID()) != nil {
			return nil, fmt.Errorf("two rule sets have the id %q", rs.ID())
		}
		c.sets = append(c.sets, rs)
	}
	return c, nil
}

// All lists the rule sets with their default options.
func (c *Catalog) All() []*RuleSet { return slices.Clone(c.sets) }

// IDs lists the ids of All.
func (c *Catalog) IDs() (ids []string) {
	for _, rs := range c.sets {
		ids = append(ids, rs.ID())
	}
	return ids
}

// Find returns the rule set with an id and options. Faults: UnknownRuleSet at /id;
// UnknownOption, BadOption at /options/<option>.
func (c *Catalog) Find(id string, options map[string]any) (*RuleSet, error) {
	rs := c.find(id)
	if rs == nil {
		return nil, Faults{{UnknownRuleSet, "/id", map[string]any{"ruleset": id, "allowed": c.IDs()}}}
	}
	changed, err := rs.With(options)
	if faults, ok := err.(Faults); ok {
		return nil, faults.Under("/options")
	}
	return changed, err
}

func (c *Catalog) find(id string) *RuleSet {
	for _, rs := range c.sets {
		if rs.ID() == id {
			return rs
		}
	}
	return nil
}
