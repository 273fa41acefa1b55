// Package rulesets reads rule files: the built-in ones, embedded here, and a
// family's own. Both are YAML in the one format of scoring.Definition.
package rulesets

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"segnapunti/scoring"
)

//go:embed *.yaml
var builtIn embed.FS

// order is the order in which the built-in rule sets are listed (api.md 2).
var order = []string{
	"yahtzee", "yahtzee-it", "yahtzee-basic", "yahtzee-upper-first", "yahtzee-free-choice", "yahtzee-1956",
	"kniffel", "yatzy", "yatzy-13", "maxi-yatzy", "generala", "generala-50-40", "triple-yahtzee", "yacht",
}

// maxFile is more than any rule set needs; what is larger is not one.
const maxFile = 64 << 10

// Load makes the catalog: the built-in rule sets and those of every *.yaml and
// *.yml file in dir, which may be empty. A broken file is an error that names the
// file, the line and what is wrong, for each fault a line.
func Load(dir string) (*scoring.Catalog, error) {
	var sets []*scoring.RuleSet
	for _, id := range order {
		rs, err := readFile(builtIn, id+".yaml")
		if err != nil {
			return nil, err
		}
		sets = append(sets, rs)
	}
	sets, err := addDir(sets, dir)
	if err != nil {
		return nil, err
	}
	return scoring.NewCatalog(sets...)
}

// addDir adds the rule sets of a folder to those that are there.
func addDir(sets []*scoring.RuleSet, dir string) ([]*scoring.RuleSet, error) {
	if dir == "" {
		return sets, nil
	}
	files, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("rules directory: %w", err)
	}
	var broken []error
	for _, file := range files {
		if ext := filepath.Ext(file.Name()); file.IsDir() || ext != ".yaml" && ext != ".yml" {
			continue
		}
		rs, err := readFile(os.DirFS(dir), file.Name())
		if err == nil && slices.ContainsFunc(sets, func(other *scoring.RuleSet) bool { return other.ID() == rs.ID() }) {
			err = fmt.Errorf("%s: another rule set has the id %q", file.Name(), rs.ID())
		}
		if err != nil {
			broken = append(broken, err)
			continue
		}
		sets = append(sets, rs)
	}
	return sets, errors.Join(broken...)
}

func readFile(files fs.FS, name string) (*scoring.RuleSet, error) {
	info, err := fs.Stat(files, name)
	if err != nil {
		return nil, err
	}
	if info.Size() > maxFile {
		return nil, fmt.Errorf("%s: a rule file has at most %d bytes, this one %d", name, maxFile, info.Size())
	}
	text, err := fs.ReadFile(files, name)
	if err != nil {
		return nil, err
	}
	return Parse(name, text)
}

// Parse reads one rule file. Errors begin with "name:line:", a line for each fault.
func Parse(name string, text []byte) (*scoring.RuleSet, error) {
	file, err := parser.ParseBytes(text, 0)
	if err != nil {
		return nil, syntaxError(name, err)
	}
	if err := formError(name, file); err != nil {
		return nil, err
	}
	var d scoring.Definition
	if err := yaml.NodeToValue(file.Docs[0].Body, &d, yaml.Strict()); err != nil {
		return nil, syntaxError(name, err)
	}
	rs, err := scoring.New(d)
	var faults scoring.Faults
	if errors.As(err, &faults) {
		return nil, faultErrors(name, file, faults)
	}
	return rs, err
}

// formError refuses what the YAML library would pass over: a second document, the
// fraction of a number where a whole one is meant, tags.
func formError(name string, file *ast.File) error {
	switch len(file.Docs) {
	case 0:
		return fmt.Errorf("%s:1: the file is empty", name)
	case 1:
	default:
		return fmt.Errorf("%s:%d: a rule file holds one rule set, here begins another", name, file.Docs[1].Start.Position.Line)
	}
	if file.Docs[0].Body == nil {
		return fmt.Errorf("%s:1: the file is empty", name)
	}
	visit := &foreign{name: name}
	ast.Walk(visit, file.Docs[0].Body)
	return errors.Join(visit.found...)
}

// foreign finds what has no place in a rule file.
type foreign struct {
	name  string
	found []error
}

func (f *foreign) Visit(node ast.Node) ast.Visitor {
	at := node.GetToken()
	switch node.(type) {
	case *ast.FloatNode:
		f.found = append(f.found, fmt.Errorf("%s:%d: %s is not a whole number", f.name, at.Position.Line, at.Value))
	case *ast.TagNode: // the library panics on some
		f.found = append(f.found, fmt.Errorf("%s:%d: a rule file has no tags like %s", f.name, at.Position.Line, at.Value))
	}
	return f
}

// syntaxError rewrites the YAML library's error as name:line: message.
func syntaxError(name string, err error) error {
	var at yaml.Error
	if errors.As(err, &at) && at.GetToken() != nil {
		return fmt.Errorf("%s:%d: %s", name, at.GetToken().Position.Line, at.GetMessage())
	}
	return fmt.Errorf("%s:1: %w", name, err)
}

func faultErrors(name string, file *ast.File, faults scoring.Faults) error {
	var all []error
	for _, fault := range faults {
		all = append(all, fmt.Errorf("%s:%d: %s: %s",
			name, line(file, fault.Pointer), strings.TrimPrefix(fault.Pointer, "/"), fault.Args["reason"]))
	}
	return errors.Join(all...)
}

// line finds where a JSON Pointer leads in the file: the line of the deepest part
// of it that is written there.
func line(file *ast.File, pointer string) int {
	at := 1
	path := "$"
	for part := range strings.SplitSeq(strings.TrimPrefix(pointer, "/"), "/") {
		if _, err := strconv.Atoi(part); err == nil {
			path += "[" + part + "]"
		} else {
			path += "." + part
		}
		query, err := yaml.PathString(path)
		if err != nil {
			break
		}
		node, err := query.FilterFile(file)
		if err != nil || node == nil {
			break
		}
		at = node.GetToken().Position.Line
	}
	return at
}
