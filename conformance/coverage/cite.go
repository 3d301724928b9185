package coverage

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"
)

// mostCited is how many rules one comment may cite.
const mostCited = 6

// Citation is the mention of a rule in a comment, and with it the code that the comment belongs to.
type Citation struct {
	Rule     string
	File     string
	Line     int
	In       string    // the function or the name that is declared
	Counters []Counter // the citation is executed when the code of one of them is
}

// spot is something in a file that a comment can belong to.
type spot struct {
	node     ast.Node
	from, to token.Pos
	holds    bool   // other spots follow each other in it: a file, a block, a clause, a group of declarations, a table
	in       string // the function or the name that is declared
	// counters finds the counters of its code, or says why it has none.
	counters func() ([]Counter, string)
}

// cite finds all citations of rules with the prefixes.
//
// A comment belongs to the code that begins on the next line, or, at the end of a line, to the code on that line: the
// block or clause that the line opens, else the statement or entry. Of what a comment belongs to, this is what must be run:
//
//   - of a function: it is entered;
//   - of a statement with blocks (if, for, switch, select): one of its blocks is entered, of an if the first one;
//   - of any other statement: it is reached;
//   - of a clause or a block: it is entered;
//   - of an entry of a table: it is read by its index; if it is a function, it is entered;
//   - of a constant, a variable, a type, a field, the value of a field in a variable: a statement that names it, of a type also
//     one that names a field of it, is reached, be it in package core, which reads the manifest. What stands in a case, or
//     in the head of an else if, counts as part of its block.
//
// What is run while the program is initialised does not count.
func (s *Source) cite(prefixes []string) {
	for i, p := range prefixes {
		prefixes[i] = regexp.QuoteMeta(p)
	}
	prefix := `(?:` + strings.Join(prefixes, "|") + `)`
	rule := regexp.MustCompile(`\b` + prefix + `-[0-9]+[a-z]?\b`)
	ranges := regexp.MustCompile(`\b` + prefix + `-[0-9]+[a-z]?\s*(?:\.\.+|…|–|—|-|to\b|through\b)\s*(?:` + prefix + `-)?[0-9]+`)
	for _, f := range s.files {
		for _, group := range f.syntax.Comments {
			text := group.Text() // without directives
			rules := rule.FindAllString(text, -1)
			if len(rules) == 0 {
				continue
			}
			slices.Sort(rules)
			rules = slices.Compact(rules)
			place := fmt.Sprintf("%s:%d", f.name, s.fset.Position(group.Pos()).Line)
			if found := ranges.FindString(text); found != "" {
				s.Problems = append(s.Problems, fmt.Sprintf("%s: the range %q: name each rule that the code carries out", place, found))
			}
			if len(rules) > mostCited {
				s.Problems = append(s.Problems, fmt.Sprintf("%s: %d rules in one comment: cite at most %d, nearer to the code that carries them out",
					place, len(rules), mostCited))
			}
			at := s.spotOf(f, group)
			if at == nil || at.counters == nil {
				s.Problems = append(s.Problems, fmt.Sprintf("%s: the comment with %s belongs to no code: it must stand right above it, or at the end of its line",
					place, rules[0]))
				continue
			}
			counters, why := at.counters()
			if why != "" {
				s.Problems = append(s.Problems, fmt.Sprintf("%s: whether %s is executed cannot be seen here: %s", place, rules[0], why))
				continue
			}
			for _, r := range rules {
				s.Citations = append(s.Citations, Citation{Rule: r, File: f.name, Line: s.fset.Position(group.Pos()).Line, In: at.in, Counters: counters})
			}
		}
	}
}

// spotOf finds what a comment belongs to, nil if it is nothing.
func (s *Source) spotOf(f *file, group *ast.CommentGroup) *spot {
	start, end := s.fset.Position(group.Pos()), s.fset.Position(group.End())
	line := f.text[:start.Offset]
	line = line[strings.LastIndexByte(string(line), '\n')+1:]
	if strings.TrimSpace(string(line)) != "" {
		return s.spotOnLine(f, group.Pos(), start.Line)
	}
	around := innermost(f, group.Pos(), func(*spot) bool { return true })
	if !around.holds {
		return around // within a statement
	}
	var next *spot
	for i := range f.spots {
		x := &f.spots[i]
		if x.from > group.End() && x.to <= around.to && (next == nil || x.from < next.from || x.from == next.from && x.to > next.to) {
			next = x
		}
	}
	if next == nil || s.fset.Position(next.from).Line != end.Line+1 {
		return nil
	}
	return next
}

// spotOnLine finds what a comment at the end of a line belongs to.
func (s *Source) spotOnLine(f *file, at token.Pos, line int) *spot {
	lineOf := func(p token.Pos) int { return s.fset.Position(p).Line }
	// A block or clause that the line opens: the comment is the first thing in it.
	var best *spot
	for i := range f.spots {
		x := &f.spots[i]
		open := token.NoPos
		switch n := x.node.(type) {
		case *ast.BlockStmt:
			open = n.Lbrace
		case *ast.CaseClause:
			open = n.Colon
		case *ast.CommClause:
			open = n.Colon
		default:
			continue
		}
		first := slices.ContainsFunc(f.spots, func(y spot) bool { return y.from > open && y.from < at && y.from >= x.from && lineOf(y.from) == line })
		if open < at && lineOf(open) == line && !first && x.to >= open && (best == nil || x.from > best.from) {
			if _, isClause := x.node.(*ast.BlockStmt); !isClause || at < x.to {
				best = x
			}
		}
	}
	if best != nil {
		return best
	}
	// What begins and ends on the line, the largest; what ends on it, the smallest; what is around.
	for i := range f.spots {
		x := &f.spots[i]
		if x.to <= at && lineOf(x.to) == line && lineOf(x.from) == line && (best == nil || x.from < best.from || x.from == best.from && x.to > best.to) {
			best = x
		}
	}
	if best != nil {
		return best
	}
	for i := range f.spots {
		x := &f.spots[i]
		if x.to <= at && lineOf(x.to) == line && (best == nil || x.from > best.from) {
			best = x
		}
	}
	if best != nil {
		return best
	}
	if around := innermost(f, at, func(*spot) bool { return true }); !around.holds {
		return around
	}
	return nil
}

// innermost is the smallest spot around a place.
func innermost(f *file, at token.Pos, ok func(*spot) bool) *spot {
	var best *spot
	for i := range f.spots {
		x := &f.spots[i]
		if x.from <= at && at < x.to && ok(x) && (best == nil || x.to-x.from <= best.to-best.from) {
			best = x
		}
	}
	return best
}

// findSpots lists all that comments of a file can belong to.
func (s *Source) findSpots(f *file) {
	in := ""
	add := func(n ast.Node, from, to token.Pos, holds bool, counters func() ([]Counter, string)) {
		f.spots = append(f.spots, spot{n, from, to, holds, in, counters})
	}
	add(f.syntax, f.syntax.FileStart, f.syntax.FileEnd+1, true, nil)
	for _, d := range f.syntax.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			in = d.Name.Name
			add(d, d.Pos(), d.End(), false, func() ([]Counter, string) {
				if d.Body == nil {
					return nil, "the function has no body"
				}
				return s.counter(f.run[d.Body]), ""
			})
			s.addCode(f, d, add)
		case *ast.GenDecl:
			if d.Tok == token.IMPORT {
				continue
			}
			in = nameOf(d.Specs)
			specs := d.Specs
			add(d, d.Pos(), d.End(), d.Lparen.IsValid(), func() ([]Counter, string) { return s.naming(specs...) })
			for _, spec := range d.Specs {
				in = nameOf([]ast.Spec{spec})
				add(spec, spec.Pos(), spec.End(), false, func() ([]Counter, string) { return s.naming(spec) })
				s.addParts(f, spec, add)
				s.addCode(f, spec, add)
			}
		}
	}
}

// addCode adds the blocks, clauses and statements of a declaration.
func (s *Source) addCode(f *file, d ast.Node, add func(n ast.Node, from, to token.Pos, holds bool, counters func() ([]Counter, string))) {
	ast.Inspect(d, func(n ast.Node) bool {
		counter, counted := f.run[n]
		this := func() ([]Counter, string) { return s.counter(counter), "" }
		switch n := n.(type) {
		case *ast.BlockStmt:
			if counted {
				add(n, n.Lbrace, n.End(), true, this)
				return true
			}
			add(n, n.Lbrace, n.End(), true, func() ([]Counter, string) { return s.counter(f.anyOf(n)...), "" }) // of a switch
			for i, clause := range n.List {
				to := clause.End()
				if isEmpty(clause) { // what stands below it is not of the next clause
					if to = n.Rbrace; i+1 < len(n.List) {
						to = n.List[i+1].Pos()
					}
				}
				counter := f.run[clause]
				add(clause, clause.Pos(), to, true, func() ([]Counter, string) { return s.counter(counter), "" })
			}
		case *ast.CaseClause, *ast.CommClause:
		case ast.Stmt:
			if counted {
				add(n, n.Pos(), n.End(), false, func() ([]Counter, string) { return s.counter(f.carriedOut(n, counter)...), "" })
			}
		}
		return true
	})
}

func isEmpty(clause ast.Stmt) bool {
	switch c := clause.(type) {
	case *ast.CaseClause:
		return len(c.Body) == 0
	case *ast.CommClause:
		return len(c.Body) == 0
	}
	return false
}

// carriedOut are the counters that say that a statement was run. Its own counter says that it was reached.
func (f *file) carriedOut(statement ast.Stmt, own int) []int {
	switch n := statement.(type) {
	case *ast.LabeledStmt:
		return f.carriedOut(n.Stmt, own)
	case *ast.IfStmt:
		return []int{f.run[n.Body]}
	case *ast.ForStmt:
		return []int{f.run[n.Body]}
	case *ast.RangeStmt:
		return []int{f.run[n.Body]}
	case *ast.SwitchStmt:
		return f.anyOf(n.Body)
	case *ast.TypeSwitchStmt:
		return f.anyOf(n.Body)
	case *ast.SelectStmt:
		return f.anyOf(n.Body)
	}
	return []int{own}
}

// anyOf are the counters of the clauses of a switch.
func (f *file) anyOf(body *ast.BlockStmt) (list []int) {
	for _, clause := range body.List {
		list = append(list, f.run[clause])
	}
	return list
}

func nameOf(specs []ast.Spec) string {
	switch x := specs[0].(type) {
	case *ast.ValueSpec:
		return x.Names[0].Name
	case *ast.TypeSpec:
		return x.Name.Name
	}
	return ""
}

// naming are the counters of the statements that name what is declared.
func (s *Source) naming(specs ...ast.Spec) ([]Counter, string) {
	var list []int
	for _, spec := range specs {
		switch x := spec.(type) {
		case *ast.ValueSpec:
			for _, name := range x.Names {
				list = append(list, s.uses[s.info.Defs[name]]...)
			}
		case *ast.TypeSpec:
			list = append(list, s.uses[s.info.Defs[x.Name]]...)
			if record, ok := x.Type.(*ast.StructType); ok {
				for _, field := range record.Fields.List {
					for _, name := range field.Names {
						list = append(list, s.uses[s.info.Defs[name]]...)
					}
				}
			}
		}
	}
	if len(list) == 0 {
		return nil, "no statement names what is declared; cite the rule where it is carried out"
	}
	return s.counter(list...), ""
}

// addParts adds the fields of a type, and the entries of a table.
func (s *Source) addParts(f *file, spec ast.Spec, add func(n ast.Node, from, to token.Pos, holds bool, counters func() ([]Counter, string))) {
	switch x := spec.(type) {
	case *ast.TypeSpec:
		fields, ok := x.Type.(*ast.StructType)
		if !ok {
			return
		}
		add(fields, fields.Pos(), fields.End(), true, nil)
		for _, field := range fields.Fields.List {
			add(field, field.Pos(), field.End(), false, func() ([]Counter, string) {
				var list []int
				for _, name := range field.Names {
					list = append(list, s.uses[s.info.Defs[name]]...)
				}
				if len(list) == 0 {
					return nil, "no statement names the field; cite the rule where it is carried out"
				}
				return s.counter(list...), ""
			})
		}
	case *ast.ValueSpec:
		for i, value := range x.Values {
			literal, ok := ast.Unparen(value).(*ast.CompositeLit)
			if !ok || len(x.Names) != len(x.Values) {
				continue
			}
			add(literal, literal.Pos(), literal.End(), true, nil)
			object := s.info.Defs[x.Names[i]]
			next := int64(0)
			for _, entry := range literal.Elts {
				index, known := next, true
				content := entry
				if pair, ok := entry.(*ast.KeyValueExpr); ok {
					content = pair.Value
					if key := s.info.Types[pair.Key].Value; key != nil && key.Kind() == constant.Int {
						index, known = constant.Int64Val(key)
					} else {
						known = false
					}
				}
				next = index + 1
				if pair, ok := entry.(*ast.KeyValueExpr); ok {
					if name, ok := pair.Key.(*ast.Ident); ok && isField(s.info.Uses[name]) {
						add(entry, entry.Pos(), entry.End(), false, func() ([]Counter, string) {
							return s.namingField(fieldKey(s.info.Types[literal].Type, name.Name))
						})
						continue
					}
				}
				add(entry, entry.Pos(), entry.End(), false, func() ([]Counter, string) {
					if function, ok := content.(*ast.FuncLit); ok {
						return s.counter(f.run[function.Body]), ""
					}
					t := s.table(object, literal)
					if t == nil || !known {
						return nil, "only the entries of arrays and slices are counted; cite the rule where it is carried out"
					}
					return s.counter(t.first + int(index)), ""
				})
			}
		}
	}
}

func isField(o types.Object) bool {
	v, ok := o.(*types.Var)
	return ok && v.IsField()
}

// namingField are the counters of the statements, here and in core, that name a field.
func (s *Source) namingField(key string) (list []Counter, why string) {
	for _, in := range []*Source{s, s.core} {
		if in != nil {
			list = append(list, in.counter(in.fields[key]...)...)
		}
	}
	if len(list) == 0 {
		return nil, "no statement names the field; cite the rule where it is carried out"
	}
	return list, ""
}

// table gives counters to the entries of a table, nil if the literal is none.
func (s *Source) table(object types.Object, literal *ast.CompositeLit) *table {
	if t := s.tables[object]; t != nil {
		return t
	}
	size := int64(0)
	switch t := object.Type().Underlying().(type) {
	case *types.Array:
		size = t.Len()
	case *types.Slice:
		next := int64(0)
		for _, entry := range literal.Elts {
			if pair, ok := entry.(*ast.KeyValueExpr); ok {
				next, _ = constant.Int64Val(s.info.Types[pair.Key].Value)
			}
			next++
			size = max(size, next)
		}
	default:
		return nil
	}
	t := &table{s.counters, int(size)}
	s.counters += t.size
	s.tables[object] = t
	return t
}
