package coverage

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// countersFile is the name of the file that instrumentation adds to a package.
const countersFile = "parley_counters.go"

// Source is a package under instrumentation: each statement, each block and each clause of a switch gets a counter, which
// becomes 1 when it is run. A table (a variable of the package that is a literal array or slice) with citations at its entries
// gets a counter for each entry, which becomes 1 when the entry is read by its index.
type Source struct {
	Path      string // the import path
	Dir       string
	Citations []Citation
	Problems  []string // of citations: what is to be mended, with its place

	core     *Source // package core, which reads the manifest
	fset     *token.FileSet
	files    []*file
	info     *types.Info
	counters int
	uses     map[types.Object][]int // the counters of the statements that name an object of the package
	fields   map[string][]int       // the same for the fields of its types, by type and field
	tables   map[types.Object]*table
}

// Counter is a counter of an instrumented package.
type Counter struct {
	Package string // the import path
	Index   int
}

func (s *Source) counter(list ...int) (counters []Counter) {
	for _, i := range list {
		counters = append(counters, Counter{s.Path, i})
	}
	return counters
}

// file is one file of a package.
type file struct {
	name   string
	text   []byte
	syntax *ast.File
	spots  []spot
	run    map[ast.Node]int // the counters of statements, blocks and clauses
}

// table is a variable whose entries are counted.
type table struct {
	first, size int // counters
}

// load reads, checks and numbers a package. Its imports are looked up by imports.
func load(path, dir string, names []string, imports types.Importer) (*Source, error) {
	s := &Source{Path: path, Dir: dir, fset: token.NewFileSet(), uses: map[types.Object][]int{}, fields: map[string][]int{},
		tables: map[types.Object]*table{}, info: &types.Info{Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
			Types: map[ast.Expr]types.TypeAndValue{}, Selections: map[*ast.SelectorExpr]*types.Selection{}}}
	var list []*ast.File
	for _, name := range names {
		full := filepath.Join(dir, name)
		text, err := os.ReadFile(full)
		if err != nil {
			return nil, err
		}
		syntax, err := parser.ParseFile(s.fset, full, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		s.files = append(s.files, &file{name: name, text: text, syntax: syntax, run: map[ast.Node]int{}})
		list = append(list, syntax)
	}
	config := types.Config{Importer: imports}
	if _, err := config.Check(path, s.fset, list, s.info); err != nil {
		return nil, fmt.Errorf("%s does not compile: %w", path, err)
	}
	for _, f := range s.files {
		s.number(f)
	}
	for _, f := range s.files {
		s.findUses(f)
		s.findSpots(f)
	}
	return s, nil
}

// number gives counters to the statements, blocks and clauses of a file.
func (s *Source) number(f *file) {
	count := func(n ast.Node) {
		f.run[n] = s.counters
		s.counters++
	}
	switches := map[*ast.BlockStmt]bool{} // whose statements are clauses
	ast.Inspect(f.syntax, func(n ast.Node) bool {
		var list []ast.Stmt
		switch n := n.(type) {
		case *ast.SwitchStmt:
			switches[n.Body] = true
		case *ast.TypeSwitchStmt:
			switches[n.Body] = true
		case *ast.SelectStmt:
			switches[n.Body] = true
		case *ast.BlockStmt:
			if switches[n] {
				return true
			}
			if _, isStatement := f.run[n]; !isStatement {
				count(n)
			}
			list = n.List
		case *ast.CaseClause:
			count(n)
			list = n.Body
		case *ast.CommClause:
			count(n)
			list = n.Body
		}
		for _, statement := range list {
			count(statement)
		}
		return true
	})
}

// findUses finds the statements that name each object of the package. What stands in the head of a statement belongs to the
// statement, what stands in the list of a case or the head of an else if to its block.
func (s *Source) findUses(f *file) {
	var stack []int
	now := -1
	ast.Inspect(f.syntax, func(n ast.Node) bool {
		if n == nil {
			now, stack = stack[len(stack)-1], stack[:len(stack)-1]
			return true
		}
		stack = append(stack, now)
		if counter, ok := f.run[n]; ok {
			now = counter
		} else if elseIf, ok := n.(*ast.IfStmt); ok {
			now = f.run[elseIf.Body]
		}
		if now < 0 {
			return true
		}
		switch n := n.(type) {
		case *ast.Ident:
			if object := s.info.Uses[n]; object != nil {
				s.uses[object] = append(s.uses[object], now)
			}
		case *ast.SelectorExpr:
			if x := s.info.Selections[n]; x != nil && x.Kind() == types.FieldVal {
				key := fieldKey(x.Recv(), n.Sel.Name)
				s.fields[key] = append(s.fields[key], now)
			}
		}
		return true
	})
}

// fieldKey names a field of a type, whose pointer it may be, in all packages alike.
func fieldKey(t types.Type, field string) string {
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	return types.TypeString(t, nil) + "." + field
}

// insertion is text that goes into a file.
type insertion struct {
	at   int
	text string
}

// Overlay returns the instrumented files by their full names: those of the package, and one more with the counters.
func (s *Source) Overlay() map[string][]byte {
	out := map[string][]byte{}
	for _, f := range s.files {
		out[filepath.Join(s.Dir, f.name)] = s.instrumented(f)
	}
	out[filepath.Join(s.Dir, countersFile)] = fmt.Appendf(nil, `package %s

import "github.com/parley-rules/parley/conformance/coverage/counters"

var parleyReached [%d]uint8

func init() { counters.Register(%q, parleyReached[:]) }

func parleyRead[I ~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64](first, size int, i I) I {
	if n := int(i); n >= 0 && n < size {
		parleyReached[first+n] = 1
	}
	return i
}
`, s.files[0].syntax.Name.Name, max(s.counters, 1), s.Path)
	return out
}

func (s *Source) instrumented(f *file) []byte {
	var list []insertion
	insert := func(at token.Pos, format string, args ...any) {
		list = append(list, insertion{s.fset.Position(at).Offset, fmt.Sprintf(format, args...)})
	}
	ast.Inspect(f.syntax, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BlockStmt:
			if counter, ok := f.run[n]; ok {
				insert(n.Lbrace+1, "parleyReached[%d] = 1; ", counter)
			}
		case *ast.CaseClause:
			insert(n.Colon+1, " parleyReached[%d] = 1; ", f.run[n])
		case *ast.CommClause:
			insert(n.Colon+1, " parleyReached[%d] = 1; ", f.run[n])
		case *ast.IndexExpr:
			if name, ok := ast.Unparen(n.X).(*ast.Ident); ok {
				if t := s.tables[s.info.Uses[name]]; t != nil {
					insert(n.Lbrack+1, "parleyRead(%d, %d, ", t.first, t.size)
					insert(n.Rbrack, ")")
				}
			}
		case ast.Stmt:
			if counter, ok := f.run[n]; ok {
				insert(n.Pos(), "parleyReached[%d] = 1; ", counter)
			}
		}
		return true
	})
	slices.SortStableFunc(list, func(a, b insertion) int { return a.at - b.at })
	var b strings.Builder
	from := 0
	for _, x := range list {
		b.Write(f.text[from:x.at])
		b.WriteString(x.text)
		from = x.at
	}
	b.Write(f.text[from:])
	return []byte(b.String())
}
