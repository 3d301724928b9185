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

// Checker is the memory that Check needs, for those who check often: clearing it each time would be a good part of the
// work. The zero value is ready for use. It is not safe for concurrent use.
type Checker struct {
	left  [maxLevels]int  // per level of nesting, how many values are still to come; for a map keys and values
	isMap [maxLevels]bool // what the level is
	outer [maxLevels]int  // how many keys there were before it
	keys  [MaxKeys]keyAt  // the keys so far of the maps around this place
}

// maxLevels bounds the depth that CheckDepth may be asked for.
const maxLevels = 128

// keyAt is where a key's characters are.
type keyAt struct{ from, to uint32 }

// Check is CheckDepth. It is one loop over the bytes, since calls are what costs a guest most.
func (c *Checker) Check(b []byte, depth int) Problem {
	level, keys, pos := 0, 0, 0
	c.left[0], c.isMap[0] = 1, false
	for {
		for c.left[level] == 0 {
			if level == 0 {
				if pos != len(b) {
					return Trailing
				}
				return Fine
			}
			keys = c.outer[level]
			level--
		}
		wantKey := c.isMap[level] && c.left[level]&1 == 0
		c.left[level]--
		if pos >= len(b) {
			return Truncated
		}
		first := b[pos]
		kind := kindOf[first]
		if wantKey && kind != Str {
			if kind == Invalid {
				return BadValue
			}
			return BadKey
		}
		if oneByte(first) {
			pos++
			continue
		}
		switch kind {
		case Int:
			r := Reader{b, pos}
			if _, ok := r.longInt(); !ok {
				if len(b)-pos < 9 { // only the 8-byte forms can hold too much
					return Truncated
				}
				return BadInt
			}
			pos = r.pos
		case Str, Bin:
			from, to := pos+1, pos+1+int(first&0x1f)
			if first&0xe0 != 0xa0 {
				r := Reader{b, pos}
				text, ok := r.bytes(kind)
				if !ok {
					return Truncated
				}
				from, to = r.pos-len(text), r.pos
			} else if to > len(b) {
				return Truncated
			}
			pos = to
			if kind == Bin {
				continue
			}
			text := b[from:to]
			if !validText(text) {
				return BadText
			}
			if !wantKey {
				continue
			}
			for i := c.outer[level]; i < keys; i++ {
				k := &c.keys[i]
				if int(k.to-k.from) == len(text) && string(b[k.from:k.to]) == string(text) {
					return DuplicateKey
				}
			}
			if keys == MaxKeys {
				return TooMany
			}
			c.keys[keys] = keyAt{uint32(from), uint32(to)}
			keys++
		case Array, Map:
			n := int(first & 0x0f)
			next := pos + 1
			if first >= 0xc0 {
				r := Reader{b, pos}
				var ok bool
				if n, next, ok = r.head(kind); !ok {
					return Truncated
				}
			}
			if kind == Map {
				n *= 2
			}
			if n > len(b)-next {
				return Truncated
			}
			if level == depth || level == maxLevels-1 {
				return TooDeep
			}
			pos = next
			level++
			c.left[level], c.isMap[level], c.outer[level] = n, kind == Map, keys
		default:
			return BadValue
		}
	}
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
