package printed

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTailKeepsTheEnd(t *testing.T) {
	for _, limit := range []int{0, 1, 2, 7, 64} {
		c := Tail{Limit: limit}
		var all []byte
		for i := range 200 {
			p := bytes.Repeat([]byte{byte('a' + i%26)}, i*i%19)
			c.Add(p)
			all = append(all, p...)
			require.LessOrEqual(t, len(c.buf), limit)
			require.GreaterOrEqual(t, len(c.buf), min(len(all), limit/2))
			require.Equal(t, string(all[len(all)-len(c.buf):]), string(c.buf))
			require.EqualValues(t, len(all)-len(c.buf), c.Dropped)
		}
	}
}

func TestPanicText(t *testing.T) {
	for in, want := range map[string]string{
		"":                                 "",
		"no panic\n":                       "no panic",
		"panic: a\n\ngoroutine 1":          "panic: a\n\ngoroutine 1",
		"log\npanic: a\n\tpanic: b\n":      "panic: a\n\tpanic: b",
		"x\nfatal error: y\npanic: z":      "fatal error: y\npanic: z",
		"do not panic: stay":               "do not panic: stay",
		"a\nruntime: out of memory: x\n\n": "runtime: out of memory: x",
	} {
		require.Equal(t, want, PanicText(in))
	}
}

func TestClean(t *testing.T) {
	require.Equal(t, "a?[2J b\tc\nd?", Clean([]byte("a\x1b[2J b\tc\nd\xff")))
}
