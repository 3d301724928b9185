package core

import "github.com/parley-rules/parley/core/wire"

// MoveCodec reads and writes moves in the two forms of the ABI. It is made from a manifest and never changed.
type MoveCodec struct {
	kinds []kindCodec
}

type kindCodec struct {
	name string
	args []argCodec
	n    uint8

	// template is the compact form with zeros for the numbers, and holes says where these are: the short way for moves whose
	// numbers all take one byte. nil if a list of the kind varies in length, unless it is a short one of numbers at the end.
	template []byte
	holes    []hole
	tail     uint8 // the place of that list's length, which has the last hole; 0 without one
}

// hole is a place in a template: where it is, the number that goes there, added to what is there (0xc2 for a Bool), and the
// part of its range that takes one byte, empty if lo > hi.
type hole struct{ at, place, base, lo, hi uint8 }

type argCodec struct {
	Arg
	place    int
	slots    int
	lo, hi   int // the range of an Int, Seat, Word, Bool or of the elements of a List; a Square has rows and columns
	of       *Type
	variable bool // a list whose length varies
}

// NewMoveCodec makes the codec of a manifest without Fault.
func NewMoveCodec(m *Manifest) *MoveCodec {
	c := &MoveCodec{}
	seats := m.Seats[len(m.Seats)-1]
	for _, k := range m.Moves {
		kc := kindCodec{name: k.Name}
		for _, a := range k.Args {
			ac := argCodec{Arg: a, place: int(kc.n), slots: slotsOf(a.Type), of: a.Type}
			if a.Type.Kind == TList {
				ac.of, ac.variable = a.Type.Of, a.Type.Min != a.Type.Max
			}
			switch ac.of.Kind {
			case TInt:
				ac.lo, ac.hi = ac.of.Min, ac.of.Max
			case TSeat:
				ac.hi = seats - 1
			case TWord:
				ac.hi = len(ac.of.Words) - 1
			case TBool:
				ac.hi = 1
			}
			kc.n += uint8(ac.slots)
			kc.args = append(kc.args, ac)
		}
		kc.prepare(len(c.kinds))
		c.kinds = append(c.kinds, kc)
	}
	return c
}

// prepare makes the template.
func (k *kindCodec) prepare(kind int) {
	w := wire.Writer{}
	w.Array(1 + len(k.args))
	w.Int(kind)
	for i := range k.args {
		a := &k.args[i]
		switch {
		case a.variable:
			if i < len(k.args)-1 || a.place == 0 || a.Optional || a.Type.Max > 15 || a.of.Kind == TSquare || a.of.Kind == TBool {
				k.holes = nil
				return
			}
			k.tail = uint8(a.place)
			k.holes = append(k.holes, hole{at: uint8(len(w.B)), place: k.tail, base: 0x90, lo: 1})
			w.Array(0)
		case a.Type.Kind == TList:
			w.Array(a.Type.Max)
			for j := range a.Type.Max {
				k.addHoles(&w, a, a.place+j*a.slots/a.Type.Max)
			}
		default:
			k.addHoles(&w, a, a.place)
		}
	}
	k.template = w.B
}

// addHoles adds what an argument, or an element of a list, takes in the template.
//
//go:noinline
func (k *kindCodec) addHoles(w *wire.Writer, a *argCodec, place int) {
	n, base := 1, byte(0)
	switch a.of.Kind {
	case TBool:
		base = 0xc2
	case TSquare:
		w.Array(2)
		n = 2
	}
	for i := range n {
		lo, hi := a.lo, a.hi
		if a.of.Kind == TSquare {
			lo, hi = 0, [...]int{a.of.Rows, a.of.Cols}[i]-1
		}
		k.holes = append(k.holes, hole{uint8(len(w.B)), uint8(place + i), base, uint8(min(max(lo, 0), 128)), uint8(max(min(hi, 127), 0))})
		w.B = append(w.B, base)
	}
}

// AppendList writes a list of moves in their compact form.
func (c *MoveCodec) AppendList(w *wire.Writer, moves []Move) {
	w.Array(len(moves))
	b := w.B
	for i := range moves {
		m := &moves[i]
		k := &c.kinds[m.Kind]
		at := len(b)
		b = append(b, k.template...)
		wide := int16(0)
		form := b[at:]
		for _, h := range k.holes {
			v := m.Arg[h.place]
			wide |= v
			form[h.at] += byte(v)
		}
		if k.tail != 0 {
			for _, v := range m.Arg[k.tail+1:][:m.Arg[k.tail]] {
				wide |= v
				b = append(b, byte(v))
			}
		}
		if k.template == nil || uint16(wide) > 127 {
			w.B = b[:at]
			c.Append(w, m)
			b = w.B
		}
	}
	w.B = b
}

// Append writes a move in its compact form: [kind, argument, ...], words as their numbers, what is absent as nil. The move
// must be one of the manifest's.
func (c *MoveCodec) Append(w *wire.Writer, m *Move) {
	k := &c.kinds[m.Kind]
	w.Array(1 + len(k.args))
	w.Int(int(m.Kind))
	for i := range k.args {
		a := &k.args[i]
		if m.Arg[a.place] == Absent && a.Optional {
			w.Nil()
			continue
		}
		if a.Type.Kind != TList {
			a.appendOne(w, m.Arg[a.place:])
			continue
		}
		n, at := a.Type.Max, a.place
		if a.variable {
			n, at = int(m.Arg[at]), at+1
		}
		w.Array(n)
		if a.of.Kind == TSquare {
			for j := range n {
				a.appendOne(w, m.Arg[at+2*j:])
			}
			continue
		}
		for j := range n {
			a.appendOne(w, m.Arg[at+j:])
		}
	}
}

func (a *argCodec) appendOne(w *wire.Writer, v []int16) {
	switch a.of.Kind {
	case TBool:
		w.Bool(v[0] != 0)
	case TSquare:
		w.Array(2)
		w.Int(int(v[0]))
		w.Int(int(v[1]))
	default:
		w.Int(int(v[0]))
	}
}

// Parse reads a move in either form: the compact array, or a map with `type` and the arguments by their names, words as
// words. In both, nil stands for an optional argument that is absent. It returns Malformed with the argument's name, or with
// "type", if it is no move of the manifest.
func (c *MoveCodec) Parse(r wire.Reader, m *Move) Refusal {
	*m = Move{}
	if c.match(r.Rest(), m) {
		return Refusal{}
	}
	*m = Move{}
	switch r.Kind() {
	case wire.Array:
		return c.parseArray(r, m)
	case wire.Map:
		return c.parseMap(r, m)
	}
	return Refuse(Malformed, "")
}

// match is the short way for moves in the form of a template. Where it returns false the move may be good all the same.
func (c *MoveCodec) match(b []byte, m *Move) bool {
	if len(b) < 2 || int(b[1]) >= len(c.kinds) {
		return false
	}
	k := &c.kinds[b[1]]
	t := k.template
	if t == nil || k.tail != 0 || len(b) < len(t) || b[0] != t[0] {
		return false
	}
	m.Kind, m.N = b[1], k.n
	at := uint8(2)
	for i := range k.holes {
		h := &k.holes[i]
		for ; at < h.at; at++ {
			if b[at] != t[at] {
				return false
			}
		}
		v := b[at] - h.base
		if v < h.lo || v > h.hi {
			return false
		}
		m.Arg[h.place] = int16(v)
		at++
	}
	return int(at) == len(t)
}

func (c *MoveCodec) parseArray(r wire.Reader, m *Move) Refusal {
	n, _ := r.Array()
	kind, ok := r.Int()
	if n == 0 || !ok || kind < 0 || kind >= len(c.kinds) {
		return Refuse(Malformed, "type")
	}
	k := &c.kinds[kind]
	m.Kind, m.N = uint8(kind), k.n
	if n-1 > len(k.args) {
		return Refuse(Malformed, "")
	}
	for i := range k.args {
		a := &k.args[i]
		if i >= n-1 || a.Optional && r.Nil() {
			if !a.Optional {
				return Refuse(Malformed, a.Name)
			}
			m.Arg[a.place] = Absent
			continue
		}
		if !a.parse(&r, m, false) {
			return Refuse(Malformed, a.Name)
		}
	}
	return Refusal{}
}

func (c *MoveCodec) parseMap(r wire.Reader, m *Move) Refusal {
	kind := -1
	if t, ok := r.Find("type"); ok {
		if s, ok := t.Str(); ok {
			for i := range c.kinds {
				if c.kinds[i].name == string(s) {
					kind = i
					break
				}
			}
		}
	}
	if kind < 0 {
		return Refuse(Malformed, "type")
	}
	k := &c.kinds[kind]
	m.Kind, m.N = uint8(kind), k.n
	from := r
	n, _ := r.Map()
	left := n - 1
	for i := range k.args {
		a := &k.args[i]
		value, ok := from.Find(a.Name)
		if ok {
			left--
		}
		if a.Optional && (!ok || value.Nil()) {
			m.Arg[a.place] = Absent
			continue
		}
		if !ok || !a.parse(&value, m, true) {
			return Refuse(Malformed, a.Name)
		}
	}
	if left == 0 {
		return Refusal{}
	}
	for range n { // name the surplus key
		key, _ := r.Str()
		known := string(key) == "type"
		for i := range k.args {
			known = known || k.args[i].Name == string(key)
		}
		if !known {
			return Refuse(Malformed, string(key))
		}
		r.Skip()
	}
	return Refuse(Malformed, "")
}

func (a *argCodec) parse(r *wire.Reader, m *Move, words bool) bool {
	if a.Type.Kind != TList {
		return a.parseOne(r, m.Arg[a.place:], words)
	}
	n, ok := r.Array()
	if !ok || n < a.Type.Min || n > a.Type.Max {
		return false
	}
	at, width := a.place, 1
	if a.variable {
		m.Arg[at] = int16(n)
		at++
	}
	if a.of.Kind == TSquare {
		width = 2
	}
	for range n {
		if !a.parseOne(r, m.Arg[at:], words) {
			return false
		}
		at += width
	}
	return true
}

func (a *argCodec) parseOne(r *wire.Reader, v []int16, words bool) bool {
	switch a.of.Kind {
	case TBool:
		b, ok := r.Bool()
		if b {
			v[0] = 1
		}
		return ok
	case TSquare:
		n, ok := r.Array()
		if !ok || n != 2 {
			return false
		}
		return a.number(r, v, 0, a.of.Rows-1) && a.number(r, v[1:], 0, a.of.Cols-1)
	case TWord:
		if !words {
			return a.number(r, v, 0, a.hi)
		}
		s, ok := r.Str()
		if !ok {
			return false
		}
		i := a.of.Word(s)
		if i < 0 {
			if !a.Loose {
				return false
			}
			v[0] = Outside
			return true
		}
		v[0] = int16(i)
		return true
	}
	return a.number(r, v, a.lo, a.hi)
}

func (a *argCodec) number(r *wire.Reader, v []int16, lo, hi int) bool {
	x, ok := r.Int()
	if !ok {
		return false
	}
	if x < lo || x > hi {
		v[0] = Outside
		return a.Loose
	}
	v[0] = int16(x)
	return true
}
