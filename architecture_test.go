package segnapunti_test

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"
)

const module = "segnapunti"

// below says which rooms a room's packages may import besides their own. The
// room of a package is its first folder; the top one, with the API document,
// is ".".
var below = map[string][]string{
	".":        {},
	"scoring":  {},
	"lang":     {},
	"web":      {},
	"db":       {"scoring"},
	"pdf":      {"scoring", "lang"},
	"handlers": {".", "db", "pdf", "scoring", "lang", "web"},
	"cmd":      {".", "handlers", "db", "pdf", "scoring", "lang", "web"},
}

// belowInTests is what a room's tests may import on top of that: names are
// checked against the boxes they name.
var belowInTests = map[string][]string{
	"lang": {"scoring"},
}

// home says which one folder may import an outside library, so that it can be
// exchanged there and nowhere else. A path stands for everything under it.
var home = map[string]string{
	"database/sql":                       "db",
	"github.com/mattn/go-sqlite3":        "db",
	"github.com/labstack/echo":           "handlers",
	"github.com/labstack/gommon":         "handlers",
	"github.com/getkin/kin-openapi":      "handlers",
	"github.com/go-json-experiment/json": "handlers",
	"github.com/swaggest/swgui":          "handlers",
	"github.com/prometheus":              "handlers",
	"github.com/go-pdf/fpdf":             "pdf",
	"codeberg.org/go-pdf/fpdf":           "pdf",
	"github.com/go-fonts/liberation":     "pdf",
	"rsc.io/qr":                          "pdf",
	"golang.org/x/text":                  "lang",
	"github.com/goccy/go-yaml":           "scoring/rulesets",
	"github.com/spf13":                   "cmd",
	"github.com/chromedp":                "cmd",
}

// anywhereInTests are the libraries that every room's tests may use.
var anywhereInTests = []string{
	"github.com/google/go-cmp",
	"github.com/rogpeppe/go-internal",
}

// ruleFiles reads the files that rule sets are kept in. It is the one package
// under scoring that may open any.
const ruleFiles = module + "/scoring/rulesets"

// impure are the doors to the clock, to chance and to the world outside.
var impure = []string{
	"context", "crypto/rand", "database", "log", "math/rand", "net", "os", "plugin", "syscall", "time",
}

// listed is what `go list -json` says of one package.
type listed struct {
	ImportPath                         string
	Standard                           bool
	Imports, TestImports, XTestImports []string
	Deps                               []string
}

// room is the first folder of a package of ours, or "" for any other package.
func room(importPath string) string {
	if importPath == module {
		return "."
	}
	inside, ours := strings.CutPrefix(importPath, module+"/")
	if !ours {
		return ""
	}
	first, _, _ := strings.Cut(inside, "/")
	return first
}

func (p listed) testImports() []string {
	return slices.Concat(p.TestImports, p.XTestImports)
}

// under tells whether importPath is one of the roots or lies beneath one.
func under(importPath string, roots ...string) bool {
	return slices.ContainsFunc(roots, func(root string) bool {
		return importPath == root || strings.HasPrefix(importPath, root+"/")
	})
}

// homeOf is the one folder of an outside library, or "" when it has none.
func homeOf(importPath string) string {
	for library, only := range home {
		if under(importPath, library) {
			return only
		}
	}
	return ""
}

// outside tells whether a package is neither ours nor the standard library's,
// whose paths have no dot in their first element.
func outside(importPath string) bool {
	first, _, _ := strings.Cut(importPath, "/")
	return strings.Contains(first, ".")
}

// packages lists the module's own packages. A package that does not compile
// yet is listed all the same: saying so is the compiler's work.
func packages(t *testing.T) []listed {
	t.Helper()
	out, err := exec.Command("go", "list", "-e", "-buildvcs=false",
		"-json=ImportPath,Standard,Imports,TestImports,XTestImports,Deps", "./...").Output()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		t.Fatalf("go list: %v\n%s", err, exit.Stderr)
	} else if err != nil {
		t.Fatal(err)
	}
	var all []listed
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listed
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}

func TestEveryPackageIsInAKnownRoom(t *testing.T) {
	for _, p := range packages(t) {
		if _, known := below[room(p.ImportPath)]; !known {
			t.Errorf("%s: no such room: move the package, or describe the room in CONTRIBUTING.md and here", p.ImportPath)
		}
	}
}

func TestRoomsImportOnlyTheRoomsBelowThem(t *testing.T) {
	for _, p := range packages(t) {
		from := room(p.ImportPath)
		code := append([]string{from}, below[from]...)
		tests := slices.Concat(code, belowInTests[from])
		check := func(imports, allowed []string, kind string) {
			for _, imported := range imports {
				if to := room(imported); to != "" && !slices.Contains(allowed, to) {
					t.Errorf("%s%s imports %s: %s may import only %v", p.ImportPath, kind, imported, from, allowed)
				}
			}
		}
		check(p.Imports, code, "")
		check(p.testImports(), tests, " (test)")
	}
}

// reaches names one rule of who must never meet whom, however long the way.
type reaches struct {
	rule      string
	from      string
	forbidden func(importPath string) bool
}

func inRoom(rooms ...string) func(string) bool {
	return func(importPath string) bool { return slices.Contains(rooms, room(importPath)) }
}

func TestWhoNeverReachesWhom(t *testing.T) {
	rules := []reaches{
		{"scoring reaches nothing of ours but scoring", "scoring", func(path string) bool {
			return room(path) != "" && room(path) != "scoring"
		}},
		{"scoring reaches no network and no database", "scoring", func(path string) bool {
			return under(path, "net", "database/sql") && path != "net/netip" && path != "net/url"
		}},
		{"db never reaches pdf or handlers", "db", inRoom("pdf", "handlers")},
		{"pdf never reaches db or handlers", "pdf", inRoom("db", "handlers")},
		{"the API document imports nothing of ours", ".", func(path string) bool { return room(path) != "" }},
	}
	for _, r := range rules {
		t.Run(r.rule, func(t *testing.T) {
			for _, p := range packages(t) {
				if room(p.ImportPath) != r.from {
					continue
				}
				for _, dep := range p.Deps {
					if r.forbidden(dep) {
						t.Errorf("%s reaches %s", p.ImportPath, dep)
					}
				}
			}
		})
	}
}

func TestNothingImportsCmd(t *testing.T) {
	for _, p := range packages(t) {
		for _, imported := range slices.Concat(p.Imports, p.testImports()) {
			if room(imported) == "cmd" && room(p.ImportPath) != "cmd" {
				t.Errorf("%s imports %s", p.ImportPath, imported)
			}
		}
	}
}

func TestScoringIsPure(t *testing.T) {
	for _, p := range packages(t) {
		if room(p.ImportPath) != "scoring" {
			continue
		}
		for _, imported := range p.Imports {
			if under(imported, impure...) && (p.ImportPath != ruleFiles || imported != "os") {
				t.Errorf("%s imports %s: clock, chance and files come in as arguments", p.ImportPath, imported)
			}
		}
	}
}

func TestEachOutsideLibraryLivesInOneFolder(t *testing.T) {
	all := packages(t)
	for library, only := range home {
		t.Run(path.Base(library)+" only in "+only, func(t *testing.T) {
			for _, p := range all {
				for _, imported := range slices.Concat(p.Imports, p.testImports()) {
					if under(imported, library) && !under(p.ImportPath, module+"/"+only) {
						t.Errorf("%s imports %s", p.ImportPath, imported)
					}
				}
			}
		})
	}
}

func TestEveryOutsideLibraryHasAFolder(t *testing.T) {
	for _, p := range packages(t) {
		for _, imported := range p.Imports {
			if outside(imported) && homeOf(imported) == "" {
				t.Errorf("%s imports %s, which has no folder yet", p.ImportPath, imported)
			}
		}
		for _, imported := range p.testImports() {
			if outside(imported) && homeOf(imported) == "" && !under(imported, anywhereInTests...) {
				t.Errorf("%s (test) imports %s, which has no folder yet", p.ImportPath, imported)
			}
		}
	}
}
