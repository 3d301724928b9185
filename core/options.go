package core

import "github.com/parley-rules/parley/core/wire"

// MaxOptions is the largest number of options that a game may have.
const MaxOptions = 48

// Options are the values that a game was created with. Options are asked for by their place in Manifest.Options, for which
// games have constants. What was not given is its default.
type Options struct {
	list []Option
	// raw is an array of canonical msgpack with an entry per option, nil for the default; off says where the entries are.
	raw   []byte
	off   [MaxOptions + 1]uint32
	kept  []byte // memory for raw
	seats int
	given int  // how many are not their defaults
	valid bool // raw has been found to be options of this game, which so many seats may play
}

// Raw returns the canonical msgpack of an option's value, nil if it was not given and has no default.
func (o *Options) Raw(i int) []byte {
	raw := o.raw[o.off[i]:o.off[i+1]]
	if len(raw) == 1 && raw[0] == 0xc0 {
		return o.list[i].Default
	}
	return raw
}

// Given says whether the option has a value other than its default.
func (o *Options) Given(i int) bool {
	raw := o.raw[o.off[i]:o.off[i+1]]
	return len(raw) != 1 || raw[0] != 0xc0
}

// AllDefault says whether no option has a value other than its default, which is so in most games.
func (o *Options) AllDefault() bool { return o.given == 0 }

// Reader returns a reader of an option's value.
func (o *Options) Reader(i int) wire.Reader { return wire.NewReader(o.Raw(i)) }

// Bool returns the value of a Bool.
func (o *Options) Bool(i int) bool {
	raw := o.Raw(i)
	return len(raw) == 1 && raw[0] == 0xc3
}

// Int returns the value of an Int or Seat, 0 if there is none.
func (o *Options) Int(i int) int {
	r := o.Reader(i)
	v, _ := r.Int()
	return v
}

// Word returns the number of a Word, -1 if there is none.
func (o *Options) Word(i int) int {
	r := o.Reader(i)
	s, ok := r.Str()
	if !ok {
		return -1
	}
	return o.list[i].Type.Word(s)
}

// Words appends to buf the numbers of a List of Words.
func (o *Options) Words(i int, buf []int) []int {
	r := o.Reader(i)
	n, _ := r.Array()
	for range n {
		s, _ := r.Str()
		buf = append(buf, o.list[i].Type.Of.Word(s))
	}
	return buf
}

// Bytes is the canonical msgpack of all options as a position holds it, equal for equal options.
func (o *Options) Bytes() []byte { return o.raw }

// holds says whether these options are there already, for so many seats.
func (o *Options) holds(raw []byte, seats int) bool {
	return o.valid && o.seats == seats && wire.Equal(raw, o.raw)
}

// load takes options from a position. It returns false if they are none of this game.
func (o *Options) load(list []Option, raw []byte, seats int) bool {
	o.valid, o.given = false, 0
	o.list, o.raw, o.seats = list, append(o.kept[:0], raw...), seats
	o.kept = o.raw
	if wire.Check(raw) != wire.Fine {
		return false
	}
	r := wire.NewReader(raw)
	if n, ok := r.Array(); !ok || n != len(list) {
		return false
	}
	for i := range list {
		o.off[i] = uint32(len(raw) - r.Len())
		if r.Nil() {
			continue
		}
		value := r
		var w wire.Writer
		if !list[i].Type.Canon(&value, &w, seats) || !wire.Equal(w.B, r.Rest()[:r.Len()-value.Len()]) || wire.Equal(w.B, list[i].Default) {
			return false // not of its type, or not canonical
		}
		r = value
		o.given++
	}
	o.off[len(list)] = uint32(len(raw))
	o.valid = true
	return true
}

// parse takes options from a request: given is msgpack that passed wire.Check, nil for none. It returns the
// first refusal: an option that is unknown, in the order given, then a value that is not of its
// type, in the order of the manifest. Such options count as not given, so that o is usable all the same.
func (o *Options) parse(list []Option, given []byte, seats int) Refusal {
	o.valid, o.given = false, 0
	var no Refusal
	refuse := func(detail string) {
		if !no.Refused() {
			no = Refuse(BadOption, detail)
		}
	}
	r := wire.NewReader(given)
	from := r
	if len(given) > 0 && !r.Nil() {
		n, ok := r.Map()
		if !ok {
			refuse("options")
		}
		for range n {
			k, _ := r.Str()
			known := false
			for i := range list {
				known = known || list[i].Name == string(k)
			}
			if !known {
				refuse(string(k))
			}
			r.Skip()
		}
	}
	w := wire.Writer{B: o.kept[:0]}
	w.Array(len(list))
	for i := range list {
		at := len(w.B)
		o.off[i] = uint32(at)
		value, ok := from.Find(list[i].Name)
		if !ok {
			w.Nil()
			continue
		}
		probe := value
		if !list[i].Type.Holds(&probe, seats) {
			refuse(list[i].Name)
			w.Nil()
			continue
		}
		list[i].Type.Canon(&value, &w, seats)
		if isNil := w.B[at] == 0xc0; isNil || wire.Equal(w.B[at:], list[i].Default) {
			w.B = w.B[:at]
			w.Nil()
			continue
		}
		o.given++
	}
	o.off[len(list)] = uint32(len(w.B))
	o.list, o.raw, o.kept, o.seats = list, w.B, w.B, seats
	o.valid = !no.Refused()
	return no
}
