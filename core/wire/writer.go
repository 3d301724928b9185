package wire

// Writer appends canonical msgpack to B. The zero value is ready for use. It is not safe for concurrent use.
//
// Its methods are kept out of line: inlined, they make a module of a small game 160 KB larger.
type Writer struct{ B []byte }

// Reset empties the writer and keeps its buffer.
//
//go:noinline
func (w *Writer) Reset() { w.B = w.B[:0] }

// Nil writes nil.
//
//go:noinline
func (w *Writer) Nil() { w.B = append(w.B, 0xc0) }

// Bool writes a boolean.
//
//go:noinline
func (w *Writer) Bool(v bool) { w.B = AppendBool(w.B, v) }

// Int writes an integer in its shortest form.
//
//go:noinline
func (w *Writer) Int(v int) {
	if uint(v) < 128 {
		w.B = append(w.B, byte(v))
		return
	}
	w.B = AppendInt(w.B, int64(v))
}

// Str writes a string.
//
//go:noinline
func (w *Writer) Str(s string) { w.B = AppendStr(w.B, s) }

// Bin writes a byte string.
//
//go:noinline
func (w *Writer) Bin(b []byte) { w.B = AppendBin(w.B, b) }

// Array begins an array of n elements, which must follow.
//
//go:noinline
func (w *Writer) Array(n int) {
	if uint(n) < 16 {
		w.B = append(w.B, 0x90|byte(n))
		return
	}
	w.B = AppendArray(w.B, n)
}

// Map begins a map of n pairs, which must follow, each a key and a value.
//
//go:noinline
func (w *Writer) Map(n int) {
	if uint(n) < 16 {
		w.B = append(w.B, 0x80|byte(n))
		return
	}
	w.B = AppendMap(w.B, n)
}

// Raw writes bytes that are msgpack already.
//
//go:noinline
func (w *Writer) Raw(b []byte) { w.B = append(w.B, b...) }

// Key writes a prepared string.
//
//go:noinline
func (w *Writer) Key(k Key) { w.B = append(w.B, k...) }

// Ints writes an array of integers.
//
//go:noinline
func (w *Writer) Ints(v ...int) {
	w.Array(len(v))
	for _, x := range v {
		w.Int(x)
	}
}

// Key is a string that was encoded beforehand. Its bytes are msgpack.
type Key string

// NewKey encodes a string once, to be written many times.
//
//go:noinline
func NewKey(s string) Key { return Key(AppendStr(nil, s)) }

// Keys encodes several strings.
//
//go:noinline
func Keys(names ...string) []Key {
	keys := make([]Key, len(names))
	for i, n := range names {
		keys[i] = NewKey(n)
	}
	return keys
}

// AppendBool appends a boolean.
func AppendBool(b []byte, v bool) []byte {
	if v {
		return append(b, 0xc3)
	}
	return append(b, 0xc2)
}

// AppendInt appends an integer in its shortest form: the unsigned forms for v >= 0, the signed ones below.
func AppendInt(b []byte, v int64) []byte {
	form, bits := byte(0xcc), 8
	switch {
	case v >= -32 && v < 1<<7:
		return append(b, byte(v))
	case v >= 0:
		for bits < 64 && v>>bits != 0 {
			form, bits = form+1, 2*bits
		}
	default:
		form = 0xd0
		for bits < 64 && v>>(bits-1) != -1 {
			form, bits = form+1, 2*bits
		}
	}
	b = append(b, form)
	for bits > 0 {
		bits -= 8
		b = append(b, byte(v>>bits))
	}
	return b
}

// AppendStr appends a string, which should be valid UTF-8.
func AppendStr(b []byte, s string) []byte {
	n := len(s)
	switch {
	case n < 32:
		b = append(b, 0xa0|byte(n))
	case n < 1<<8:
		b = append(b, 0xd9, byte(n))
	case n < 1<<16:
		b = append(b, 0xda, byte(n>>8), byte(n))
	default:
		b = append(b, 0xdb, byte(n>>24), byte(n>>16), byte(n>>8), byte(n))
	}
	return append(b, s...)
}

// AppendBin appends a byte string.
func AppendBin(b, v []byte) []byte {
	n := len(v)
	switch {
	case n < 1<<8:
		b = append(b, 0xc4, byte(n))
	case n < 1<<16:
		b = append(b, 0xc5, byte(n>>8), byte(n))
	default:
		b = append(b, 0xc6, byte(n>>24), byte(n>>16), byte(n>>8), byte(n))
	}
	return append(b, v...)
}

// AppendArray begins an array of n elements.
func AppendArray(b []byte, n int) []byte {
	switch {
	case n < 16:
		return append(b, 0x90|byte(n))
	case n < 1<<16:
		return append(b, 0xdc, byte(n>>8), byte(n))
	}
	return append(b, 0xdd, byte(n>>24), byte(n>>16), byte(n>>8), byte(n))
}

// AppendMap begins a map of n pairs.
func AppendMap(b []byte, n int) []byte {
	switch {
	case n < 16:
		return append(b, 0x80|byte(n))
	case n < 1<<16:
		return append(b, 0xde, byte(n>>8), byte(n))
	}
	return append(b, 0xdf, byte(n>>24), byte(n>>16), byte(n>>8), byte(n))
}
