package core

import "github.com/parley-rules/parley/core/wire"

// Manifest says what a game is: what hosts need to validate, show, translate and number everything that crosses the ABI.
// It is data and never changes.
type Manifest struct {
	Game   string  // the game's id: lower-case letters, digits and _
	Rules  string  // the version of its rules, semver; a change of any answer for any position raises it
	Titles []Title // its name for people, English first
	Seats  []int   // the numbers of seats that are allowed, with some options at least; ascending

	Options    []Option
	Moves      []MoveKind
	Events     []EventKind
	View       *Type     // what every viewer's view holds; fields that some viewers lack are optional
	SetupKeys  []Field   // the keys that only a setup by hand has
	Codes      []CodeDoc // the game's own error codes, in the order in which they are checked as far as there is one
	EndReasons []string  // the reasons of outcomes
	Features   Features
}

// Title is a game's name in a language (BCP 47).
type Title struct{ Lang, Text string }

// Option is a setting of a game, fixed at creation.
type Option struct {
	Name string
	Type *Type
	// Default is a value in canonical msgpack (see Value); nil if the game works the value out from the seats or the other
	// options.
	Default []byte
	Private bool // never shown to anybody
	Doc     string
}

// MoveKind is a type of move with its arguments.
type MoveKind struct {
	Name string
	Args []Arg
	Doc  string
}

// Arg is an argument of a move. Its type is a Bool, an Int, a Seat, a Word, a Square, or a List of one of these.
type Arg struct {
	Name string
	Type *Type
	// Loose: a value of the right kind but outside its range reaches the game as Outside, and the game answers with a code
	// of its own. Otherwise it is Malformed.
	Loose    bool
	Optional bool // it may be missing, and is then Absent
}

// EventKind is a type of event with its fields.
type EventKind struct {
	Name    string
	Fields  []Field
	Reveals bool // it discloses to somebody what was hidden: a step with it cannot be taken back
	Doc     string
}

// CodeDoc is a refusal's code with the sentence that explains it to people.
type CodeDoc struct{ Code, Text string }

// Features says what kind of game this is.
type Features struct {
	Chance       bool // chance moves after creation: the seat Chance may act
	Hidden       bool // some viewers do not see everything
	Simultaneous bool // several seats may act at once
}

// Value encodes an option's default: nil, a bool, an int, a string, or a list of these. It panics at anything else: it is
// for manifests only.
//
//go:noinline
func Value(v any) []byte {
	var w wire.Writer
	appendValue(&w, v)
	return w.B
}

func appendValue(w *wire.Writer, v any) {
	switch v := v.(type) {
	case nil:
		w.Nil()
	case bool:
		w.Bool(v)
	case int:
		w.Int(v)
	case string:
		w.Str(v)
	case []int:
		w.Ints(v...)
	case []string:
		w.Array(len(v))
		for _, s := range v {
			w.Str(s)
		}
	case []any:
		w.Array(len(v))
		for _, x := range v {
			appendValue(w, x)
		}
	case RawValue:
		w.Raw(v)
	default:
		panic("core: Value cannot encode this type")
	}
}

// RawValue is canonical msgpack that Value takes as it is.
type RawValue []byte

// CodeText returns the word and the sentence of a code.
func (m *Manifest) CodeText(c Code) CodeDoc {
	switch {
	case c == OK:
		return CodeDoc{}
	case c < commonCodes:
		return CommonCodes[c-1]
	case c >= FirstCode && int(c-FirstCode) < len(m.Codes):
		return m.Codes[c-FirstCode]
	}
	return CodeDoc{"internal", "The game returned a code that its manifest does not have."}
}

// CodeOf finds a code by its word.
func (m *Manifest) CodeOf(word string) (Code, bool) {
	for i, d := range CommonCodes {
		if d.Code == word {
			return Code(i + 1), true
		}
	}
	for i, d := range m.Codes {
		if d.Code == word {
			return FirstCode + Code(i), true
		}
	}
	return OK, false
}

// Fault looks for mistakes in a manifest: names that are empty, double or not lower-case, types that cannot be, moves that
// do not fit into 15 numbers, defaults that are not of their type. It returns the first in words, or "".
func (m *Manifest) Fault() string {
	switch {
	case !isName(m.Game):
		return "the game id is not a name of lower-case letters, digits and _"
	case m.Rules == "" || len(m.Rules) > 64:
		return "the rules version is missing or too long"
	case len(m.Titles) == 0:
		return "there is no title"
	case len(m.Seats) == 0:
		return "no number of seats is allowed"
	case len(m.Options) > MaxOptions:
		return "there are too many options"
	case len(m.Moves) == 0 || len(m.Moves) > 255:
		return "there must be 1 to 255 kinds of moves"
	case m.View == nil || m.View.Kind != TRecord:
		return "the view is not a record"
	}
	for i, n := range m.Seats {
		if n < 1 || n > MaxSeats || i > 0 && n <= m.Seats[i-1] {
			return "the numbers of seats are not ascending from 1 to 16"
		}
	}
	names := nameCheck{}
	for _, o := range m.Options {
		if s := names.add("option", o.Name); s != "" {
			return s
		}
		if s := o.Type.fault(); s != "" {
			return "option " + o.Name + ": " + s
		}
		if o.Default != nil {
			var w wire.Writer
			r := wire.NewReader(o.Default)
			if wire.Check(o.Default) != wire.Fine || !o.Type.Canon(&r, &w, m.Seats[len(m.Seats)-1]) || string(w.B) != string(o.Default) {
				return "option " + o.Name + ": the default is not a canonical value of its type"
			}
		}
	}
	names = nameCheck{}
	for _, k := range m.Moves {
		if s := names.add("move", k.Name); s != "" {
			return s
		}
		slots, args := 0, nameCheck{"type"}
		for _, a := range k.Args {
			if s := args.add("argument of "+k.Name, a.Name); s != "" {
				return s
			}
			n := slotsOf(a.Type)
			if n == 0 {
				return "move " + k.Name + ": the argument " + a.Name + " has a type that moves cannot have"
			}
			slots += n
		}
		if slots > MoveSlots {
			return "move " + k.Name + ": its arguments take more than 15 numbers"
		}
	}
	names = nameCheck{}
	for _, k := range m.Events {
		if s := names.add("event", k.Name); s != "" {
			return s
		}
		if s := fieldsFault(k.Fields, nameCheck{"type"}); s != "" {
			return "event " + k.Name + ": " + s
		}
	}
	if s := m.View.fault(); s != "" {
		return "view: " + s
	}
	if s := fieldsFault(m.SetupKeys, nil); s != "" {
		return "setup: " + s
	}
	names = nameCheck{}
	for _, d := range CommonCodes {
		names = append(names, d.Code)
	}
	for _, d := range m.Codes {
		if s := names.add("code", d.Code); s != "" {
			return s
		}
	}
	return ""
}

type nameCheck []string

func (c *nameCheck) add(what, name string) string {
	if !isName(name) && (what != fieldName || !isKey(name)) {
		return what + " " + name + ": not a name of lower-case letters, digits and _"
	}
	for _, n := range *c {
		if n == name {
			return what + " " + name + ": the name is there already"
		}
	}
	*c = append(*c, name)
	return ""
}

// isKey says whether a field of a record can have this name: one like all others, or several joined by colons, as coins:5.
func isKey(s string) bool {
	from := 0
	for i := range len(s) {
		if s[i] == ':' {
			if !isName(s[from:i]) {
				return false
			}
			from = i + 1
		}
	}
	return isName(s[from:])
}

func isName(s string) bool {
	if s == "" || len(s) > 64 {
		return false
	}
	for _, c := range []byte(s) {
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '_' {
			return false
		}
	}
	return true
}

// fieldName is what add calls the name of a field.
const fieldName = "field"

func fieldsFault(fields []Field, names nameCheck) string {
	for _, f := range fields {
		if s := names.add(fieldName, f.Name); s != "" {
			return s
		}
		if s := f.Type.fault(); s != "" {
			return f.Name + ": " + s
		}
	}
	return ""
}

// fault looks for a mistake in a type.
func (t *Type) fault() string {
	switch {
	case t == nil:
		return "the type is missing"
	case t.Kind >= typeKinds:
		return "there is no such type"
	}
	switch t.Kind {
	case TInt:
		if t.Min > t.Max || t.Min < -wire.MaxInt || t.Max > wire.MaxInt {
			return "the range is empty or beyond 2^53-1"
		}
	case TWord:
		names := nameCheck{}
		if len(t.Words) == 0 {
			return "there are no words"
		}
		for _, w := range t.Words {
			for _, n := range names {
				if n == w {
					return "the word " + w + " is there twice"
				}
			}
			names = append(names, w)
		}
	case TSquare:
		if t.Rows < 1 || t.Cols < 1 {
			return "the board has no squares"
		}
	case TList:
		if t.Min < 0 || t.Min > t.Max {
			return "the lengths are empty"
		}
		return t.Of.fault()
	case TDict, TNull:
		return t.Of.fault()
	case TRecord:
		return fieldsFault(t.Fields, nil)
	case TOneOf:
		if len(t.Alts) == 0 {
			return "there are no alternatives"
		}
		for _, a := range t.Alts {
			if s := a.fault(); s != "" {
				return s
			}
		}
	}
	return ""
}
