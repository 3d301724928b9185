package core

import (
	"unicode/utf8"

	"github.com/parley-rules/parley/core/wire"
)

// TypeKind is the kind of a Type.
type TypeKind uint8

// The kinds of types.
const (
	TBool TypeKind = iota
	TInt
	TSeat
	TWord
	TText
	TSquare
	TList
	TRecord
	TDict
	TNull
	TOneOf
	typeKinds
)

var typeNames = [typeKinds]string{"bool", "int", "seat", "word", "text", "square", "list", "record", "dict", "null", "one_of"}

// String returns the kind's name, as in the manifest's msgpack.
func (k TypeKind) String() string { return typeNames[k] }

// Type is the type of an option, an argument of a move, a field of an event or a part of a view. It is made by the
// functions of this file and never changed.
type Type struct {
	Kind TypeKind
	// Min and Max: the values of an Int; the lengths of a List; Max alone: the characters of a Text, the keys of a Dict.
	Min, Max int
	// Rows and Cols of a Square, whose numbers run from 0 to Rows-1 and Cols-1.
	Rows, Cols int
	Words      []string // of a Word
	Of         *Type    // what a List, Dict or Null holds
	Fields     []Field  // of a Record, in the order of the keys
	Alts       []*Type  // of a OneOf
}

// Field is a named part of a Record, an event or a move.
type Field struct {
	Name     string
	Type     *Type
	Optional bool   // it may be missing
	Doc      string // for people; may be empty
}

// The constructors are for manifests that are pleasant to read. Where a module's size matters, write literals
// (&Type{Kind: TInt, Max: 3}) in package variables: the compiler lays these out, while calls run when a module starts. Those
// that are called most are not inlined, which would make modules larger.

// Bool is true or false.
func Bool() *Type { return &Type{Kind: TBool} }

// Int is a whole number from min to max.
//
//go:noinline
func Int(min, max int) *Type { return &Type{Kind: TInt, Min: min, Max: max} }

// Count is a whole number from 0 on.
func Count() *Type { return &Type{Kind: TInt, Max: wire.MaxInt} }

// SeatType is a seat of the game: a number from 0 to the number of seats less one.
func SeatType() *Type { return &Type{Kind: TSeat} }

// Word is one of several words. Inside a game it is a word's number.
func Word(words ...string) *Type { return &Type{Kind: TWord, Words: words} }

// Text is any string of at most max characters.
func Text(max int) *Type { return &Type{Kind: TText, Max: max} }

// Square is [row, column], from [0, 0] to [rows-1, cols-1].
func Square(rows, cols int) *Type { return &Type{Kind: TSquare, Rows: rows, Cols: cols} }

// List is a list of min to max things of one type.
//
//go:noinline
func List(of *Type, min, max int) *Type { return &Type{Kind: TList, Of: of, Min: min, Max: max} }

// Record is a map with these keys.
func Record(fields ...Field) *Type { return &Type{Kind: TRecord, Fields: fields} }

// Dict is a map from any string to values of one type.
//
//go:noinline
func Dict(of *Type) *Type { return &Type{Kind: TDict, Of: of, Max: wire.MaxKeys} }

// Null is a value of the type, or null.
//
//go:noinline
func Null(of *Type) *Type { return &Type{Kind: TNull, Of: of} }

// OneOf is a value of any of the types. If it is of several, the first counts.
func OneOf(types ...*Type) *Type { return &Type{Kind: TOneOf, Alts: types} }

// F makes a Field that must be there.
func F(name string, t *Type) Field { return Field{Name: name, Type: t} }

// Opt makes a Field that may be missing.
func Opt(name string, t *Type) Field { return Field{Name: name, Type: t, Optional: true} }

// Word returns the number of a word, -1 if it is none of them.
func (t *Type) Word(s []byte) int {
	for i, w := range t.Words {
		if w == string(s) {
			return i
		}
	}
	return -1
}

// Holds reads one value from r and says whether it is of the type, in a game of so many seats. If it is not, the place of
// r is undefined.
func (t *Type) Holds(r *wire.Reader, seats int) bool { return t.canon(r, nil, seats) }

// Canon reads one value from r and writes it in canonical form to w: the keys of records in the type's order, those of
// dicts in ascending order of their bytes. It returns false if the value is not of the type; r and w are undefined then.
func (t *Type) Canon(r *wire.Reader, w *wire.Writer, seats int) bool { return t.canon(r, w, seats) }

func (t *Type) canon(r *wire.Reader, w *wire.Writer, seats int) bool {
	from := *r
	switch t.Kind {
	case TBool:
		if _, ok := r.Bool(); !ok {
			return false
		}
	case TInt, TSeat:
		v, ok := r.Int()
		min, max := t.Min, t.Max
		if t.Kind == TSeat {
			min, max = 0, seats-1
		}
		if !ok || v < min || v > max {
			return false
		}
		if w != nil {
			w.Int(v)
		}
		return true
	case TWord:
		s, ok := r.Str()
		if !ok || t.Word(s) < 0 {
			return false
		}
		if w != nil {
			w.Str(string(s))
		}
		return true
	case TText:
		s, ok := r.Str()
		if !ok || utf8.RuneCount(s) > t.Max {
			return false
		}
		if w != nil {
			w.Str(string(s))
		}
		return true
	case TSquare:
		n, ok := r.Array()
		if !ok || n != 2 {
			return false
		}
		row, ok1 := r.Int()
		col, ok2 := r.Int()
		if !ok1 || !ok2 || uint(row) >= uint(t.Rows) || uint(col) >= uint(t.Cols) {
			return false
		}
		if w != nil {
			w.Ints(row, col)
		}
		return true
	case TList:
		n, ok := r.Array()
		if !ok || n < t.Min || n > t.Max {
			return false
		}
		if w != nil {
			w.Array(n)
		}
		for range n {
			if !t.Of.canon(r, w, seats) {
				return false
			}
		}
		return true
	case TRecord:
		return t.canonRecord(r, w, seats)
	case TDict:
		return t.canonDict(r, w, seats)
	case TNull:
		if !r.Nil() {
			return t.Of.canon(r, w, seats)
		}
	case TOneOf:
		for _, alt := range t.Alts {
			probe := from
			if alt.canon(&probe, nil, seats) {
				return alt.canon(r, w, seats)
			}
		}
		return false
	}
	if w != nil { // bool and nil have one form only
		raw, _ := from.Raw()
		w.Raw(raw)
	}
	return true
}

func (t *Type) canonRecord(r *wire.Reader, w *wire.Writer, seats int) bool {
	from := *r
	n, ok := r.Map()
	if !ok {
		return false
	}
	have := 0
	for _, f := range t.Fields {
		if _, ok := from.Find(f.Name); ok {
			have++
		} else if !f.Optional {
			return false
		}
	}
	if have != n { // a key that the type does not know
		return false
	}
	if w != nil {
		w.Map(n)
	}
	for _, f := range t.Fields {
		value, ok := from.Find(f.Name)
		if !ok {
			continue
		}
		if w != nil {
			w.Str(f.Name)
		}
		if !f.Type.canon(&value, w, seats) {
			return false
		}
	}
	*r = from
	return r.Skip()
}

func (t *Type) canonDict(r *wire.Reader, w *wire.Writer, seats int) bool {
	n, ok := r.Map()
	if !ok || n > t.Max {
		return false
	}
	first := *r
	for range n {
		if _, ok := r.Str(); !ok || !t.Of.canon(r, nil, seats) {
			return false
		}
	}
	if w == nil {
		return true
	}
	w.Map(n)
	last := ""
	for i := range n { // at most MaxKeys keys: pick the next larger one each time
		next, found := "", false
		var value wire.Reader
		at := first
		for range n {
			k, _ := at.Str()
			if s := string(k); (i == 0 || s > last) && (!found || s < next) {
				next, value, found = s, at, true
			}
			at.Skip()
		}
		w.Str(next)
		t.Of.canon(&value, w, seats)
		last = next
	}
	return true
}
