package conformance

import (
	"slices"

	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
)

// randomValue draws a value of a type, in canonical msgpack: the ends of ranges, elements that differ and lists of an element
// per seat come more often than by chance, since games ask for them.
func (v *verifier) randomValue(t *core.Type, seats int) []byte {
	var w wire.Writer
	v.appendValue(&w, t, seats, 0)
	return w.B
}

func (v *verifier) appendValue(w *wire.Writer, t *core.Type, seats, depth int) {
	switch t.Kind {
	case core.TBool:
		w.Bool(v.src.Below(2) == 1)
	case core.TInt:
		w.Int(v.randomInt(t.Min, t.Max))
	case core.TSeat:
		w.Int(v.src.Below(seats))
	case core.TWord:
		w.Str(t.Words[v.src.Below(len(t.Words))])
	case core.TText:
		w.Str("parley"[:min(v.src.Below(7), t.Max)])
	case core.TSquare:
		w.Ints(v.src.Below(t.Rows), v.src.Below(t.Cols))
	case core.TList:
		v.appendList(w, t, seats, depth)
	case core.TRecord:
		var fields []core.Field
		for _, f := range t.Fields {
			if !f.Optional || v.src.Below(2) == 0 {
				fields = append(fields, f)
			}
		}
		w.Map(len(fields))
		for _, f := range fields {
			w.Str(f.Name)
			v.appendValue(w, f.Type, seats, depth+1)
		}
	case core.TDict:
		w.Map(1)
		w.Str("a")
		v.appendValue(w, t.Of, seats, depth+1)
	case core.TNull:
		if v.src.Below(2) == 0 || depth > wire.MaxDepth/2 {
			w.Nil()
			return
		}
		v.appendValue(w, t.Of, seats, depth+1)
	case core.TOneOf:
		v.appendValue(w, t.Alts[v.src.Below(len(t.Alts))], seats, depth+1)
	}
}

func (v *verifier) randomInt(lo, hi int) int {
	size := hi - lo + 1
	if size <= 0 || size > 1<<31 {
		size = 1 << 31
	}
	switch v.src.Below(4) {
	case 0:
		return lo
	case 1:
		return hi
	case 2:
		return lo + v.src.Below(min(size, 8))
	}
	return lo + v.src.Below(size)
}

// appendList draws a list, whose elements differ if that can be.
func (v *verifier) appendList(w *wire.Writer, t *core.Type, seats, depth int) {
	lengths := []int{t.Min, min(t.Max, t.Min+v.src.Below(6)), min(t.Max, max(t.Min, seats)), min(t.Max, max(t.Min, seats))}
	n := lengths[v.src.Below(len(lengths))]
	w.Array(n)
	var seen []string
	for range n {
		var value []byte
		for range 8 {
			var one wire.Writer
			v.appendValue(&one, t.Of, seats, depth+1)
			value = one.B
			if !slices.Contains(seen, string(value)) {
				break
			}
		}
		seen = append(seen, string(value))
		w.Raw(value)
	}
}

// leaf is a part of a value that has no parts itself.
type leaf struct {
	path  string // `a[0].b`
	value string // msgpack
}

// leaves lists the leaves of a value in their order. An empty list or map is a leaf.
func leaves(raw []byte) []leaf {
	var list []leaf
	r := wire.NewReader(raw)
	appendLeaves(&list, &r, "")
	return list
}

func appendLeaves(list *[]leaf, r *wire.Reader, path string) {
	from := *r
	switch r.Kind() {
	case wire.Array:
		if n, ok := r.Array(); ok && n > 0 {
			for i := range n {
				appendLeaves(list, r, path+"["+itoa(i)+"]")
			}
			return
		}
	case wire.Map:
		if n, ok := r.Map(); ok && n > 0 {
			for range n {
				key, _ := r.Str()
				below := string(key)
				if path != "" {
					below = path + "." + below
				}
				appendLeaves(list, r, below)
			}
			return
		}
	}
	*r = from
	value, ok := r.Raw()
	if !ok { // no value: read no further
		r.Advance(r.Len())
	}
	*list = append(*list, leaf{path, string(value)})
}

// difference finds the first leaf in which two values differ. It returns "" if there is none.
func difference(a, b []byte) string {
	x, y := leaves(a), leaves(b)
	for i := range x {
		if i >= len(y) || x[i].path != y[i].path {
			return x[i].name()
		}
		if x[i].value != y[i].value {
			return x[i].name() + " (" + show([]byte(x[i].value)) + " and " + show([]byte(y[i].value)) + ")"
		}
	}
	if len(y) > len(x) {
		return y[len(x)].name()
	}
	return ""
}

// name is the path, or what stands for the empty one: that of the whole value, or of an empty key.
func (l *leaf) name() string {
	if l.path == "" {
		return `""`
	}
	return l.path
}
