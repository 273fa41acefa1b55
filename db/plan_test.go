package db_test

import (
	"context"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"segnapunti/db"
)

// plan is what SQLite says it will do for a query.
func (d *drawer) plan(query string, args []any) (steps []string) {
	d.t.Helper()
	writer, _ := d.Pools()
	rows, err := writer.QueryContext(d.t.Context(), `EXPLAIN QUERY PLAN `+query, args...)
	if err != nil {
		d.t.Errorf("%s\n%v", query, err)
		return nil
	}
	defer rows.Close()
	for rows.Next() {
		var id, parent, unused int
		var detail string
		check(d.t, rows.Scan(&id, &parent, &unused, &detail))
		steps = append(steps, detail)
	}
	check(d.t, rows.Err())
	return steps
}

// mayBeRead are tables of which a query may read all rows: there are as many players
// as people and as many rule sets as families. Names are of tables and of the aliases
// that queries give them.
var mayBeRead = regexp.MustCompile(`^(players|p|rulesets|family|f|CONSTANT ROW|pragma_\w+)\b`)

// wholeTables are the steps that read a table from end to end. A list may walk along
// an index that has its order: it stops where the page does.
func wholeTables(query string, steps []string) (bad []string) {
	sorted := slices.Contains(steps, "USE TEMP B-TREE FOR ORDER BY")
	for _, step := range steps {
		name, scan := strings.CutPrefix(step, "SCAN ")
		byIndex := strings.Contains(step, " USING INDEX ") || strings.Contains(step, " USING COVERING INDEX ")
		if scan && !mayBeRead.MatchString(name) && (!byIndex || sorted || !strings.Contains(query, "LIMIT")) {
			bad = append(bad, step)
		}
	}
	return bad
}

func sorts(step string) bool { return strings.HasPrefix(step, "USE TEMP B-TREE") }

// readsAll are the files, by how their names begin, and the functions whose purpose
// is to read everything.
var readsAll = regexp.MustCompile(`^(backup|restore|verify|migrate|export|import).* |rebuildResults$`)

// sourceQuery is a query as the source has it. One that is put together when it runs
// is known by its beginning.
type sourceQuery struct {
	where, text string
	whole       bool
}

// sourceQueries finds every string in the package that is SQL.
func sourceQueries(t *testing.T) (all []sourceQuery) {
	t.Helper()
	names, err := filepath.Glob("*.go")
	check(t, err)
	set := token.NewFileSet()
	constants := map[string]string{}
	var files []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := os.ReadFile(name)
		check(t, err)
		file, err := parser.ParseFile(set, name, text, 0)
		check(t, err)
		files = append(files, file)
		for id, object := range file.Scope.Objects {
			if spec, ok := object.Decl.(*ast.ValueSpec); ok && len(spec.Values) > 0 {
				constants[id], _ = textOf(spec.Values[slices.IndexFunc(spec.Names, func(n *ast.Ident) bool { return n.Name == id })], nil)
			}
		}
	}
	for _, file := range files {
		for _, decl := range file.Decls {
			if function, ok := decl.(*ast.FuncDecl); ok {
				where := set.Position(file.Pos()).Filename + " " + function.Name.Name
				if !readsAll.MatchString(where) {
					all = append(all, queriesIn(function, where, constants)...)
				}
			}
		}
	}
	return all
}

// mark is a place for a value that comes without a number, or the first with it.
var mark = regexp.MustCompile(`\?(1|\b|\B)`)

var verb = regexp.MustCompile(`^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\s`)

func queriesIn(function *ast.FuncDecl, where string, constants map[string]string) (all []sourceQuery) {
	ast.Inspect(function.Body, func(n ast.Node) bool {
		expression, ok := n.(ast.Expr)
		if !ok {
			return true
		}
		text, whole := textOf(expression, constants)
		if !verb.MatchString(text) {
			return true
		}
		all = append(all, sourceQuery{where, text, whole})
		return false
	})
	return all
}

// textOf puts a string together as far as the source says it.
func textOf(e ast.Expr, constants map[string]string) (text string, whole bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		return text, err == nil && e.Kind == token.STRING
	case *ast.Ident:
		text, known := constants[e.Name]
		return text, known
	case *ast.BinaryExpr:
		left, whole := textOf(e.X, constants)
		if !whole {
			return left, false
		}
		right, whole := textOf(e.Y, constants)
		return left + right, whole
	}
	return "", false
}

// TestEveryQueryUsesAnIndex asks SQLite how it would run each query of the package,
// those that are put together from filters as they really come.
func TestEveryQueryUsesAnIndex(t *testing.T) {
	d := open(t, newPath(t))
	game := d.match("2026-01-01", nil, []string{"Anna", "Berta"}, 20, 15)
	d.match("2026-01-02", nil, []string{"Anna"}, 20)
	seen := d.Spy(t, d.path)
	d.ask(game)
	for _, q := range *seen {
		steps := d.plan(q.SQL, q.Args)
		if bad := wholeTables(q.SQL, steps); bad != nil {
			t.Errorf("%s\n%q", q.SQL, bad)
		}
		if strings.Contains(q.SQL, "FROM results r JOIN players") && slices.ContainsFunc(steps, sorts) {
			t.Errorf("sorted, although an index has the order: %s\n%q", q.SQL, steps)
		}
	}
	for _, q := range sourceQueries(t) {
		if !q.whole {
			if !slices.ContainsFunc(*seen, func(s db.Spied) bool { return strings.HasPrefix(s.SQL, q.text) }) {
				t.Errorf("%s: no question that this test asks runs it; add one\n%s", q.where, q.text)
			}
			continue
		}
		if bad := wholeTables(q.text, d.plan(q.text, make([]any, len(mark.FindAllString(q.text, -1))))); bad != nil {
			t.Errorf("%s: %s\n%q", q.where, q.text, bad)
		}
	}
}

// ask asks every question that has a filter, with each filter there is.
func (d *drawer) ask(game *db.Game) {
	d.t.Helper()
	ctx, who := d.t.Context(), game.Seats[0].PlayerID
	for _, f := range []db.RecordFilter{{}, {PlayerID: who}, {Since: "2026-01-01"}, {PlayerID: who, Since: "2026-01-01", Until: "2026-12-31"}} {
		f.Rules, f.Limit = game.Rules, 1
		for _, list := range []func(context.Context, db.RecordFilter) ([]db.Record, string, error){d.Records, d.BestPlayers} {
			_, f.Cursor, _ = list(ctx, f)
			_, _, err := list(ctx, f)
			check(d.t, err)
			f.Cursor = ""
		}
		_, err := d.PlayerStatistics(ctx, who)
		check(d.t, err)
		for _, solo := range []*bool{nil, new(true)} {
			_, err := d.Statistics(ctx, db.StatisticsFilter{
				Rules: game.Rules, PlayerID: f.PlayerID, Since: f.Since, Until: f.Until, Solo: solo,
			})
			check(d.t, err)
		}
	}
	for _, f := range []db.GameFilter{{}, {Status: db.StatusFinished}, {PlayerID: who}, {RuleSet: "mini"}, {Status: db.StatusOpen, RuleSet: "mini", PlayerID: who}} {
		f.Limit = 1
		_, f.Cursor, _ = d.Games(ctx, f)
		_, _, err := d.Games(ctx, f)
		check(d.t, err)
	}
	for _, f := range []db.MatchFilter{{}, {PlayerID: who}, {Status: db.StatusOpen, Limit: 1}} {
		_, _, err := d.Matches(ctx, f)
		check(d.t, err)
	}
	for _, f := range []db.PlayerFilter{{}, {Key: "Anna"}} {
		f.Limit = 1
		_, f.Cursor, _ = d.Players(ctx, f)
		_, _, err := d.Players(ctx, f)
		check(d.t, err)
	}
}
