package segnapunti_test

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const (
	maxFileLines      = 500
	maxFunctionLines  = 80
	maxMedianFunction = 12
)

// vague are folder names that say nothing about what is inside.
var vague = []string{"utils", "util", "models", "services", "helpers", "common"}

// machinePath is a path that exists on one person's machine only.
var machinePath = regexp.MustCompile(`/(?:work)/|(?:^|[\s"'` + "`" + `=(])/(?:root|home|Users)/|[A-Z]:\\Users\\`)

// projectFiles lists what is in the repository or about to be: tracked files
// and new ones that .gitignore does not name.
func projectFiles(t *testing.T) []string {
	t.Helper()
	out, err := exec.Command("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard").Output()
	if err != nil {
		t.Skipf("not a git checkout: %v", err)
	}
	var files []string
	for name := range strings.SplitSeq(strings.Trim(string(out), "\x00"), "\x00") {
		if _, err := os.Stat(name); err == nil { // a deleted file is listed until the deletion is committed
			files = append(files, name)
		}
	}
	slices.Sort(files)
	return slices.Compact(files)
}

// source is one parsed Go file.
type source struct {
	name  string
	set   *token.FileSet
	file  *ast.File
	lines int
}

func (s source) isTest() bool { return strings.HasSuffix(s.name, "_test.go") }

// goFiles parses every Go file of the project. One that does not parse is left
// to the compiler.
func goFiles(t *testing.T) []source {
	t.Helper()
	var all []source
	for _, name := range projectFiles(t) {
		if path.Ext(name) != ".go" || strings.Contains("/"+name, "/testdata/") {
			continue
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, name, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Logf("%s: %v", name, err)
			continue
		}
		all = append(all, source{name, set, file, set.File(file.Pos()).LineCount()})
	}
	return all
}

// functions calls visit with every function declared in the file and its
// length in lines.
func (s source) functions(visit func(fn *ast.FuncDecl, lines int)) {
	for _, decl := range s.file.Decls {
		if fn, ok := decl.(*ast.FuncDecl); ok {
			visit(fn, s.set.Position(fn.End()).Line-s.set.Position(fn.Pos()).Line+1)
		}
	}
}

func TestNoGoFileIsTooLong(t *testing.T) {
	for _, s := range goFiles(t) {
		if s.lines > maxFileLines {
			t.Errorf("%s has %d lines, more than %d", s.name, s.lines, maxFileLines)
		}
	}
}

func TestNoFunctionIsTooLong(t *testing.T) {
	for _, s := range goFiles(t) {
		s.functions(func(fn *ast.FuncDecl, lines int) {
			if lines > maxFunctionLines {
				t.Errorf("%s: %s has %d lines, more than %d", s.name, fn.Name.Name, lines, maxFunctionLines)
			}
		})
	}
}

func TestTheMedianFunctionIsShort(t *testing.T) {
	var lengths []int
	for _, s := range goFiles(t) {
		if !s.isTest() {
			s.functions(func(_ *ast.FuncDecl, lines int) { lengths = append(lengths, lines) })
		}
	}
	if len(lengths) == 0 {
		t.Skip("no functions yet")
	}
	slices.Sort(lengths)
	if median := lengths[len(lengths)/2]; median > maxMedianFunction {
		t.Errorf("the median function has %d lines, more than %d", median, maxMedianFunction)
	}
}

func TestEveryExportedNameHasAComment(t *testing.T) {
	for _, s := range goFiles(t) {
		if s.isTest() {
			continue
		}
		for _, decl := range s.file.Decls {
			for _, name := range undocumented(decl) {
				t.Errorf("%s: %s has no comment", s.set.Position(name.Pos()), name.Name)
			}
		}
	}
}

func TestEveryPackageHasAComment(t *testing.T) {
	documented := map[string]bool{}
	for _, s := range goFiles(t) {
		if !s.isTest() {
			folder := path.Dir(s.name)
			documented[folder] = documented[folder] || s.file.Doc != nil
		}
	}
	for folder, ok := range documented {
		if !ok {
			t.Errorf("%s: no package comment", folder)
		}
	}
}

// undocumented lists the exported names of a declaration that have no comment
// of their own nor one for their group.
func undocumented(decl ast.Decl) []*ast.Ident {
	switch d := decl.(type) {
	case *ast.FuncDecl:
		if d.Doc == nil && d.Name.IsExported() && exportedReceiver(d) {
			return []*ast.Ident{d.Name}
		}
	case *ast.GenDecl:
		var names []*ast.Ident
		for _, spec := range d.Specs {
			if d.Doc == nil {
				names = append(names, undocumentedSpec(spec)...)
			}
		}
		return names
	}
	return nil
}

func undocumentedSpec(spec ast.Spec) []*ast.Ident {
	var names []*ast.Ident
	switch s := spec.(type) {
	case *ast.TypeSpec:
		if s.Doc == nil && s.Comment == nil {
			names = append(names, s.Name)
		}
	case *ast.ValueSpec:
		if s.Doc == nil && s.Comment == nil {
			names = append(names, s.Names...)
		}
	}
	return slices.DeleteFunc(names, func(name *ast.Ident) bool { return !name.IsExported() })
}

// exportedReceiver tells whether a function is no method, or one of a type
// that others can name.
func exportedReceiver(fn *ast.FuncDecl) bool {
	if fn.Recv == nil {
		return true
	}
	typ := fn.Recv.List[0].Type
	for {
		switch t := typ.(type) {
		case *ast.StarExpr:
			typ = t.X
		case *ast.IndexExpr:
			typ = t.X
		case *ast.IndexListExpr:
			typ = t.X
		case *ast.Ident:
			return t.IsExported()
		default:
			return true
		}
	}
}

func TestNoFolderHasAVagueName(t *testing.T) {
	seen := map[string]bool{}
	for _, name := range projectFiles(t) {
		for folder := path.Dir(name); folder != "." && !seen[folder]; folder = path.Dir(folder) {
			seen[folder] = true
			if slices.Contains(vague, path.Base(folder)) {
				t.Errorf("%s: say what is inside", folder)
			}
		}
	}
}

func TestNoFileNamesAMachinePath(t *testing.T) {
	for _, name := range projectFiles(t) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.IndexByte(text, 0) >= 0 {
			continue // not text
		}
		for i, line := range bytes.Split(text, []byte("\n")) {
			if found := machinePath.Find(line); found != nil {
				t.Errorf("%s:%d: %q", name, i+1, found)
			}
		}
	}
}
