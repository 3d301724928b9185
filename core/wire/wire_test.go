package wire_test

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/parley-rules/parley/core/wire"
)

var ints = []int64{0, 1, 127, 128, 255, 256, 65535, 65536, 1<<32 - 1, 1 << 32, wire.MaxInt, -1, -32, -33, -128, -129, -32768,
	-32769, -1 << 31, -1<<31 - 1, -wire.MaxInt}

func TestIntegersAreShortest(t *testing.T) {
	for _, v := range ints {
		var buf bytes.Buffer
		e := msgpack.NewEncoder(&buf)
		e.UseCompactInts(true)
		require.NoError(t, e.EncodeInt(v))
		require.Equal(t, buf.Bytes(), wire.AppendInt(nil, v), v)
		w := wire.Writer{}
		w.Int(int(v))
		require.Equal(t, buf.Bytes(), w.B, v)
		r := wire.NewReader(w.B)
		got, ok := r.Int()
		require.True(t, ok)
		require.Equal(t, int(v), got)
		require.Zero(t, r.Len())
	}
}

func TestReaderTakesIntegersOfAnyWidth(t *testing.T) {
	for _, b := range []string{"\x05", "\xcc\x05", "\xcd\x00\x05", "\xce\x00\x00\x00\x05", "\xcf\x00\x00\x00\x00\x00\x00\x00\x05",
		"\xd0\x05", "\xd1\x00\x05", "\xd2\x00\x00\x00\x05", "\xd3\x00\x00\x00\x00\x00\x00\x00\x05"} {
		r := wire.NewReader([]byte(b))
		v, ok := r.Int()
		require.True(t, ok, "%x", b)
		require.Equal(t, 5, v)
	}
	for _, b := range []string{"\xcf\x00\x20\x00\x00\x00\x00\x00\x00", "\xcf\xff\xff\xff\xff\xff\xff\xff\xff", "\xd3\x80\x00\x00\x00\x00\x00\x00\x00"} {
		require.Equal(t, wire.BadInt, wire.Check([]byte(b)), "%x", b)
	}
}

func TestLengths(t *testing.T) {
	for _, n := range []int{0, 1, 15, 16, 31, 32, 255, 256, 65535, 65536} {
		s := strings.Repeat("x", n)
		want, err := msgpack.Marshal(s)
		require.NoError(t, err)
		require.Equal(t, want, wire.AppendStr(nil, s))
		want, err = msgpack.Marshal([]byte(s))
		require.NoError(t, err)
		require.Equal(t, want, wire.AppendBin(nil, []byte(s)))
		list := make([]bool, n)
		want, err = msgpack.Marshal(list)
		require.NoError(t, err)
		got := wire.AppendArray(nil, n)
		require.True(t, bytes.HasPrefix(want, got), n)
		require.Equal(t, wire.Truncated, wire.Check(append(wire.AppendArray(nil, n+1), bytes.Repeat([]byte{0xc2}, n)...)))
		require.Equal(t, wire.Fine, wire.Check(append(got, bytes.Repeat([]byte{0xc2}, n)...)))
	}
}

func TestCheckRefuses(t *testing.T) {
	manyKeys := wire.AppendMap(nil, 300)
	for i := range 300 {
		manyKeys = append(wire.AppendStr(manyKeys, strings.Repeat("k", i)), 0xc0)
	}
	for _, c := range []struct {
		what string
		b    []byte
		want wire.Problem
	}{
		{"nothing", nil, wire.Truncated},
		{"a cut string", []byte("\xa5abc"), wire.Truncated},
		{"a cut integer", []byte("\xcd\x01"), wire.Truncated},
		{"an array that promises too much", []byte("\xdd\xff\xff\xff\xff"), wire.Truncated},
		{"a map that promises too much", []byte("\xdf\xff\xff\xff\xff\xa1a\x01"), wire.Truncated},
		{"two values", []byte("\x01\x02"), wire.Trailing},
		{"a float", []byte("\xca\x00\x00\x00\x00"), wire.BadValue},
		{"a double in a list", []byte("\x91\xcb\x00\x00\x00\x00\x00\x00\x00\x00"), wire.BadValue},
		{"an ext", []byte("\xd4\x01\x00"), wire.BadValue},
		{"the byte that is never used", []byte("\xc1"), wire.BadValue},
		{"a key that is a number", []byte("\x81\x01\x01"), wire.BadKey},
		{"a key that is a float", []byte("\x81\xca\x00\x00\x00\x00\x01"), wire.BadValue},
		{"a key twice", []byte("\x82\xa1a\x01\xa1a\x02"), wire.DuplicateKey},
		{"a key twice in two forms", []byte("\x82\xa1a\x01\xd9\x01a\x02"), wire.DuplicateKey},
		{"a string that is not UTF-8", []byte("\xa1\xff"), wire.BadText},
		{"17 arrays", append(bytes.Repeat([]byte{0x91}, 17), 0xc0), wire.TooDeep},
		{"300 keys", manyKeys, wire.TooMany},
	} {
		require.Equal(t, c.want, wire.Check(c.b), c.what)
		require.NotEmpty(t, c.want.String())
	}
	require.Equal(t, wire.Fine, wire.Check(append(bytes.Repeat([]byte{0x91}, 16), 0xc0)))
	require.Equal(t, wire.Fine, wire.Check([]byte("\x82\xa1a\x81\xa1a\x01\xa1b\x81\xa1a\x02")), "the same key in different maps")
}

func TestFind(t *testing.T) {
	b, err := msgpack.Marshal(map[string]any{"a": []any{1, map[string]any{"b": 2}}, "c": "d"})
	require.NoError(t, err)
	r := wire.NewReader(b)
	v, ok := r.Find("c")
	require.True(t, ok)
	s, ok := v.Str()
	require.True(t, ok)
	require.Equal(t, "d", string(s))
	_, ok = r.Find("b")
	require.False(t, ok, "a key further in is none of this map")
	require.Equal(t, len(b), r.Len(), "looking does not read")
}

func TestEqual(t *testing.T) {
	a := []byte("0123456789abcdefXYZ")
	for i := range a {
		b := bytes.Clone(a)
		require.True(t, wire.Equal(a, b))
		b[i] ^= 1
		require.False(t, wire.Equal(a, b))
		require.False(t, wire.Equal(a, a[:i]))
	}
}

func TestLittleEndian(t *testing.T) {
	b := wire.AppendUint64(wire.AppendUint32(wire.AppendUint16(nil, 0x0201), 0x06050403), 0x0e0d0c0b0a090807)
	for i, c := range b {
		require.Equal(t, byte(i+1), c)
	}
	require.Equal(t, uint16(0x0201), wire.Uint16(b))
	require.Equal(t, uint32(0x06050403), wire.Uint32(b[2:]))
	require.Equal(t, uint64(0x0e0d0c0b0a090807), wire.Uint64(b[6:]))
	wire.PutUint16(b, math.MaxUint16)
	wire.PutUint32(b[2:], math.MaxUint32)
	wire.PutUint64(b[6:], math.MaxUint64)
	require.Equal(t, bytes.Repeat([]byte{0xff}, 14), b)
}

func TestReadingAllocatesNothing(t *testing.T) {
	b, err := msgpack.Marshal(map[string]any{"position": make([]byte, 500), "seat": 1, "look": map[string]any{"moves": true}})
	require.NoError(t, err)
	require.Zero(t, testing.AllocsPerRun(100, func() {
		if wire.Check(b) != wire.Fine {
			t.Error("refused")
		}
		r := wire.NewReader(b)
		if v, ok := r.Find("seat"); !ok || v.Kind() != wire.Int {
			t.Error("lost")
		}
	}))
}

// FuzzCodec holds the checker, the reader and the writer against each other and against an independent codec: what Check lets
// pass, msgpack decodes; and reading and writing it again gives its canonical form, which is its own.
func FuzzCodec(f *testing.F) {
	for _, s := range []string{"", "\xc0", "\x82\xa1a\x01\xa1b\x92\xc3\xa0", "\xcf\x00\x00\x00\x00\x00\x00\x00\x05", "\xc4\x02ab", "\x81\xa1a\xd9\x01b",
		"\xdc\x00\x01\xc2", "\xde\x00\x01\xa1a\xc0", "\xca\x00\x00\x00\x00", "\xdd\xff\xff\xff\xff", "\xd3\xff\xff\xff\xff\xff\xff\xff\xff"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		r := wire.NewReader(b)
		skipped := r.Skip()
		problem := wire.Check(b)
		if problem != wire.Fine {
			return
		}
		require.True(t, skipped)
		require.Zero(t, r.Len())
		var v any
		require.NoError(t, msgpack.Unmarshal(b, &v))
		var w wire.Writer
		r = wire.NewReader(b)
		rewrite(t, &r, &w)
		require.Equal(t, wire.Fine, wire.Check(w.B))
		var again any
		require.NoError(t, msgpack.Unmarshal(w.B, &again))
		require.LessOrEqual(t, len(w.B), len(b))
		twice := wire.Writer{}
		r = wire.NewReader(w.B)
		rewrite(t, &r, &twice)
		require.Equal(t, w.B, twice.B)
	})
}

func rewrite(t *testing.T, r *wire.Reader, w *wire.Writer) {
	switch r.Kind() {
	case wire.Nil:
		r.Nil()
		w.Nil()
	case wire.Bool:
		v, _ := r.Bool()
		w.Bool(v)
	case wire.Int:
		v, ok := r.Int()
		require.True(t, ok)
		w.Int(v)
	case wire.Str:
		v, _ := r.Str()
		w.Str(string(v))
	case wire.Bin:
		v, _ := r.Bin()
		w.Bin(v)
	case wire.Array:
		n, _ := r.Array()
		w.Array(n)
		for range n {
			rewrite(t, r, w)
		}
	case wire.Map:
		n, _ := r.Map()
		w.Map(n)
		for range 2 * n {
			rewrite(t, r, w)
		}
	default:
		t.Fatal("a value of no kind")
	}
}
