package rewrite

import "encoding/binary"

// reader reads the primitives of the format. It gives up by a failure.
type reader struct {
	data []byte
	at   int
}

func (r *reader) more() bool { return r.at < len(r.data) }

func (r *reader) byte() byte {
	if r.at >= len(r.data) {
		invalid("it is cut short")
	}
	r.at++
	return r.data[r.at-1]
}

func (r *reader) bytes(n uint64) []byte {
	if n > uint64(len(r.data)-r.at) {
		invalid("it is cut short")
	}
	r.at += int(n)
	return r.data[r.at-int(n) : r.at]
}

func (r *reader) skip(n int) { r.bytes(uint64(n)) }

// u32 reads an unsigned number.
func (r *reader) u32() uint32 {
	if r.at < len(r.data) && r.data[r.at] < 0x80 { // the usual case
		r.at++
		return uint32(r.data[r.at-1])
	}
	var v uint64
	for shift := 0; shift < 35; shift += 7 {
		b := r.byte()
		v |= uint64(b&0x7f) << shift
		if b < 0x80 {
			if v > 1<<32-1 {
				break
			}
			return uint32(v)
		}
	}
	invalid("a number has more than 32 bits")
	return 0
}

// signed reads a signed number of so many bits (32, 33 or 64).
func (r *reader) signed(bits int) int64 {
	var v int64
	for shift := 0; shift < bits; shift += 7 {
		b := r.byte()
		if b < 0x80 && shift+7 >= bits {
			// The last byte that there may be: what is over must be the sign.
			over := int8(b<<1) >> (bits - shift)
			if over != 0 && over != -1 {
				break
			}
		}
		v |= int64(b&0x7f) << shift
		if b < 0x80 {
			if shift+7 < 64 {
				v = v << (64 - 7 - shift) >> (64 - 7 - shift)
			}
			return v
		}
	}
	invalid("a number has more than %d bits", bits)
	return 0
}

func (r *reader) name() []byte { return r.bytes(uint64(r.u32())) }

// each calls read as often as the number that comes next says, and wants that to be the end. A count is not trusted:
// every entry takes a byte at least, so that it ends with the data.
func (r *reader) each(read func(r *reader)) (count uint32) {
	count = r.u32()
	for range count {
		read(r)
	}
	if r.more() {
		invalid("%d bytes are left over", len(r.data)-r.at)
	}
	return count
}

// limits reads the limits of a table or memory.
func (r *reader) limits() (min, max uint32, bounded bool) {
	flags := r.byte()
	switch {
	case flags&^15 != 0:
		invalid("a memory or table has the limits' form %d", flags)
	case flags&8 != 0:
		unsupported("pages of another size")
	case flags&4 != 0:
		unsupported("64-bit memories and tables")
	case flags&2 != 0:
		unsupported("shared memories (threads)")
	}
	min = r.u32()
	if flags == 1 {
		max = r.u32()
	}
	return min, max, flags == 1
}

// memory reads the number of a memory, which is 0.
func (r *reader) memory() {
	if r.byte() != 0 {
		unsupported("several memories")
	}
}

// globalType reads the type of a global.
func (r *reader) globalType() (t byte, mutable bool) {
	t = r.byte()
	valueType(t)
	m := r.byte()
	if m > 1 {
		invalid("a global is neither constant nor mutable")
	}
	return t, m == 1
}

// appendU32 appends an unsigned number, appendS64 a signed one.
func appendU32(b []byte, v uint32) []byte { return binary.AppendUvarint(b, uint64(v)) }

func appendS64(b []byte, v int64) []byte {
	for {
		c := byte(v & 0x7f)
		v >>= 7
		if v == 0 && c < 0x40 || v == -1 && c >= 0x40 {
			return append(b, c)
		}
		b = append(b, c|0x80)
	}
}

func appendName(b []byte, name string) []byte {
	return append(appendU32(b, uint32(len(name))), name...)
}

// appendSection appends a section whose body begins with a count.
func appendSection(b []byte, id byte, count uint32, entries []byte) []byte {
	n := appendU32(nil, count)
	b = append(b, id)
	b = appendU32(b, uint32(len(n)+len(entries)))
	b = append(b, n...)
	return append(b, entries...)
}
