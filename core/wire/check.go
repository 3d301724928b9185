package wire

import "unicode/utf8"

// Problem is what Check found.
type Problem uint8

// The problems, in words for people in Problem.String.
const (
	Fine Problem = iota
	Truncated
	Trailing
	BadValue
	BadInt
	BadKey
	DuplicateKey
	BadText
	TooDeep
	TooMany
)

var problemTexts = [...]string{
	"fine", "the input ends in the middle of a value", "bytes follow after the value",
	"a float, an ext or an unknown type", "an integer beyond 2^53-1", "a key that is no string", "a key twice in one map",
	"a string that is not UTF-8", "nested too deeply", "a map with too many keys",
}

// String returns the problem as a phrase.
func (p Problem) String() string { return problemTexts[p] }

// MaxDepth is how deeply arrays and maps may be nested.
const MaxDepth = 16

// MaxKeys is how many keys a map may have, together with the maps around it.
const MaxKeys = 256

// Check goes through b once and says whether it is exactly one value of the msgpack that the ABI allows: no floats, ext,
// or integers beyond ±MaxInt, string keys only and none twice in a map, UTF-8 strings, at most MaxDepth deep, nothing
// behind. It takes time in proportion to the input: each key is compared with at most MaxKeys others.
func Check(b []byte) Problem { return CheckDepth(b, MaxDepth) }

// CheckDepth is Check with another bound of depth, for manifests, whose types nest deeply.
func CheckDepth(b []byte, depth int) Problem {
	var c Checker
	return c.Check(b, depth)
}

// Checker is the memory that Check needs, for those who check often: clearing two kilobytes each time is a good part of
// the work. The zero value is ready for use. It is not safe for concurrent use.
type Checker struct {
	r     Reader
	depth int
	n     int
	keys  [MaxKeys]keyAt // the keys so far of the maps around this place
}

// Check is CheckDepth.
func (c *Checker) Check(b []byte, depth int) Problem {
	c.r, c.depth, c.n = NewReader(b), depth, 0
	if p := c.value(0); p != Fine {
		return p
	}
	if c.r.Len() > 0 {
		return Trailing
	}
	return Fine
}

// keyAt is where a key's characters are.
type keyAt struct{ from, to uint32 }

func (c *Checker) value(depth int) Problem {
	if c.r.pos < len(c.r.b) && oneByte(c.r.b[c.r.pos]) {
		c.r.pos++
		return Fine
	}
	kind := c.r.Kind()
	switch kind {
	case Int:
		before := c.r
		if _, ok := c.r.Int(); !ok {
			if before.Len() < 9 { // only the 8-byte forms can hold too much
				return Truncated
			}
			return BadInt
		}
		return Fine
	case Str, Bin:
		b, ok := c.r.bytes(kind)
		if !ok {
			return Truncated
		}
		if kind == Str && !validText(b) {
			return BadText
		}
		return Fine
	case Array:
		n, ok := c.r.Array()
		if !ok {
			return Truncated
		}
		if depth == c.depth {
			return TooDeep
		}
		for range n {
			if p := c.value(depth + 1); p != Fine {
				return p
			}
		}
		return Fine
	case Map:
		return c.mapping(depth)
	}
	if c.r.Len() == 0 {
		return Truncated
	}
	return BadValue
}

func (c *Checker) mapping(depth int) Problem {
	n, ok := c.r.Map()
	if !ok {
		return Truncated
	}
	if depth == c.depth {
		return TooDeep
	}
	outer := c.n
	for range n {
		switch c.r.Kind() {
		case Str:
		case Invalid:
			if c.r.Len() == 0 {
				return Truncated
			}
			return BadValue
		default:
			return BadKey
		}
		key, ok := c.r.Str()
		if !ok {
			return Truncated
		}
		if !validText(key) {
			return BadText
		}
		to := uint32(c.r.pos)
		from := to - uint32(len(key))
		for i := outer; i < c.n; i++ {
			k := &c.keys[i]
			if k.to-k.from == to-from && string(c.r.b[k.from:k.to]) == string(key) {
				return DuplicateKey
			}
		}
		if c.n == MaxKeys {
			return TooMany
		}
		c.keys[c.n] = keyAt{from, to}
		c.n++
		if p := c.value(depth + 1); p != Fine {
			return p
		}
	}
	c.n = outer
	return Fine
}

// validText is utf8.Valid with a short way for ASCII, a word at a time.
func validText(b []byte) bool {
	for len(b) >= 8 && Uint64(b)&0x8080808080808080 == 0 {
		b = b[8:]
	}
	for i, c := range b {
		if c >= 0x80 {
			return utf8.Valid(b[i:])
		}
	}
	return true
}
