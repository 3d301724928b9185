package wire

// Kind is the kind of a msgpack value.
type Kind uint8

// The kinds. Invalid stands for the end of the input and for anything that the ABI does not allow.
const (
	Invalid Kind = iota
	Nil
	Bool
	Int
	Str
	Bin
	Array
	Map
)

var kindNames = [...]string{"invalid", "nil", "bool", "int", "string", "bytes", "array", "map"}

// String returns the kind's name.
func (k Kind) String() string { return kindNames[k] }

// MaxInt is the largest integer, and -MaxInt the smallest, that the ABI allows: what every JSON reader can hold.
const MaxInt = 1<<53 - 1

// Reader reads msgpack values one after the other. It is a small value: copying one keeps the place. What it returns
// points into the input. Methods that return ok leave the place as it was if the next value is of another kind, so that
// asking is safe. Input that did not pass Check is safe to read too: nothing panics, and a value that does not fit reads as
// Invalid.
type Reader struct {
	b   []byte
	pos int
}

// NewReader reads b.
func NewReader(b []byte) Reader { return Reader{b: b} }

// Len is the number of bytes not yet read.
func (r *Reader) Len() int { return len(r.b) - r.pos }

// kindOf has the kind of each first byte.
var kindOf = func() (t [256]Kind) {
	for c := range t {
		switch {
		case c < 0x80, c >= 0xe0, c >= 0xcc && c <= 0xd3:
			t[c] = Int
		case c < 0x90, c == 0xde, c == 0xdf:
			t[c] = Map
		case c < 0xa0, c == 0xdc, c == 0xdd:
			t[c] = Array
		case c < 0xc0, c >= 0xd9 && c <= 0xdb:
			t[c] = Str
		case c == 0xc0:
			t[c] = Nil
		case c == 0xc2, c == 0xc3:
			t[c] = Bool
		case c >= 0xc4 && c <= 0xc6:
			t[c] = Bin
		}
	}
	return
}()

// Kind tells what comes next, without reading it.
func (r *Reader) Kind() Kind {
	if r.pos >= len(r.b) {
		return Invalid
	}
	return kindOf[r.b[r.pos]]
}

// Nil reads a nil, if that comes next.
func (r *Reader) Nil() bool {
	if r.pos < len(r.b) && r.b[r.pos] == 0xc0 {
		r.pos++
		return true
	}
	return false
}

// Bool reads a boolean.
func (r *Reader) Bool() (v, ok bool) {
	if r.Kind() != Bool {
		return false, false
	}
	v = r.b[r.pos] == 0xc3
	r.pos++
	return v, true
}

// Int reads an integer of any width, within ±MaxInt.
func (r *Reader) Int() (v int, ok bool) {
	if r.pos >= len(r.b) {
		return 0, false
	}
	if c := r.b[r.pos]; c < 0x80 {
		r.pos++
		return int(c), true
	}
	return r.longInt()
}

func (r *Reader) longInt() (int, bool) {
	c := r.b[r.pos]
	if c >= 0xe0 {
		r.pos++
		return int(int8(c)), true
	}
	if kindOf[c] != Int {
		return 0, false
	}
	width := 1 << ((c - 0xcc) & 3)
	u, ok := r.big(r.pos+1, width)
	if !ok {
		return 0, false
	}
	v := int64(u)
	if c >= 0xd0 { // signed
		shift := 64 - 8*width
		v = v << shift >> shift
	} else if v < 0 {
		return 0, false
	}
	if v > MaxInt || v < -MaxInt {
		return 0, false
	}
	r.pos += 1 + width
	return int(v), true
}

// big reads a big-endian number of 1, 2, 4 or 8 bytes at p.
func (r *Reader) big(p, width int) (uint64, bool) {
	if len(r.b)-p < width {
		return 0, false
	}
	var u uint64
	for _, c := range r.b[p : p+width] {
		u = u<<8 | uint64(c)
	}
	return u, true
}

// head reads the first byte of a string, byte string, array or map, and the number that follows it: its length n. It
// returns the place behind them. For an array n must not be more than the bytes left, for a map half of them, so that a
// short input cannot promise much.
func (r *Reader) head(kind Kind) (n, next int, ok bool) {
	if r.Kind() != kind {
		return 0, 0, false
	}
	c := r.b[r.pos]
	next = r.pos + 1
	width := 0
	switch {
	case c < 0xa0:
		n = int(c & 0x0f)
	case c < 0xc0:
		n = int(c & 0x1f)
	case c < 0xc7: // bin
		width = 1 << (c - 0xc4)
	case c < 0xdc: // str
		width = 1 << (c - 0xd9)
	default: // array, map
		width = 2 << (c & 1)
	}
	if width > 0 {
		u, ok := r.big(next, width)
		if !ok {
			return 0, 0, false
		}
		n, next = int(u), next+width
	}
	need := n
	if kind == Map {
		need = 2 * n
	}
	if need > len(r.b)-next {
		return 0, 0, false
	}
	return n, next, true
}

// Str reads a string. The bytes point into the input; Go compares string(b) with a constant without copying.
func (r *Reader) Str() ([]byte, bool) {
	if r.pos < len(r.b) && r.b[r.pos]&0xe0 == 0xa0 { // the short form, which nearly all are
		from := r.pos + 1
		to := from + int(r.b[r.pos]&0x1f)
		if to <= len(r.b) {
			r.pos = to
			return r.b[from:to:to], true
		}
	}
	return r.bytes(Str)
}

// Bin reads a byte string, which points into the input.
func (r *Reader) Bin() ([]byte, bool) {
	if len(r.b)-r.pos >= 2 && r.b[r.pos] == 0xc4 { // up to 255 bytes: most positions, all seeds
		from := r.pos + 2
		to := from + int(r.b[r.pos+1])
		if to <= len(r.b) {
			r.pos = to
			return r.b[from:to:to], true
		}
	}
	return r.bytes(Bin)
}

func (r *Reader) bytes(kind Kind) ([]byte, bool) {
	n, next, ok := r.head(kind)
	if !ok {
		return nil, false
	}
	r.pos = next + n
	return r.b[next : next+n : next+n], true
}

// Array reads the beginning of an array and returns the number of its elements, which come next.
func (r *Reader) Array() (n int, ok bool) {
	if r.pos < len(r.b) && r.b[r.pos]&0xf0 == 0x90 { // the short form, which nearly all are
		if n = int(r.b[r.pos] & 0x0f); n < len(r.b)-r.pos {
			r.pos++
			return n, true
		}
	}
	n, next, ok := r.head(Array)
	if ok {
		r.pos = next
	}
	return n, ok
}

// Map reads the beginning of a map and returns the number of its pairs, which come next.
func (r *Reader) Map() (n int, ok bool) {
	n, next, ok := r.head(Map)
	if ok {
		r.pos = next
	}
	return n, ok
}

// oneByte says whether a value is no more than its first byte: a small integer, nil or a boolean.
func oneByte(c byte) bool { return c < 0x80 || c >= 0xe0 || c == 0xc0 || c == 0xc2 || c == 0xc3 }

// Skip reads one value with all that is in it. It returns false at something that is no value.
func (r *Reader) Skip() bool {
	if r.pos < len(r.b) && oneByte(r.b[r.pos]) {
		r.pos++
		return true
	}
	p := *r
	for left := 1; left > 0; left-- {
		n := 0
		ok := true
		switch p.Kind() {
		case Nil, Bool:
			p.pos++
		case Int:
			_, ok = p.Int()
		case Str, Bin:
			_, ok = p.bytes(p.Kind())
		case Array:
			n, ok = p.Array()
			left += n
		case Map:
			n, ok = p.Map()
			left += 2 * n
		default:
			ok = false
		}
		if !ok {
			return false
		}
	}
	*r = p
	return true
}

// Raw reads one value and returns its bytes, which point into the input.
func (r *Reader) Raw() ([]byte, bool) {
	from := r.pos
	if !r.Skip() {
		return nil, false
	}
	return r.b[from:r.pos:r.pos], true
}

// Find looks for a key in the map that comes next and returns a reader of its value. The place does not change.
func (r Reader) Find(key string) (Reader, bool) {
	n, ok := r.Map()
	if !ok {
		return Reader{}, false
	}
	for range n {
		k, ok := r.Str()
		if !ok {
			if !r.Skip() {
				return Reader{}, false
			}
		} else if string(k) == key {
			return r, true
		}
		if !r.Skip() {
			return Reader{}, false
		}
	}
	return Reader{}, false
}

// Rest returns what is not yet read.
func (r *Reader) Rest() []byte { return r.b[r.pos:] }

// Advance passes over n bytes, at most Len, which the caller has read from Rest.
func (r *Reader) Advance(n int) { r.pos += n }
