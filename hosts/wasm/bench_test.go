package wasm

import (
	"bytes"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/abi"
)

// BenchmarkCall is the host's share of a call: with an empty request, 1 KB there and back in a hand-written module, and
// the same in a Go module.
func BenchmarkCall(b *testing.B) {
	hand := echoParts()
	hand.ops["manifest"] = answer(requestArea, 1)
	for _, c := range []struct {
		name    string
		module  []byte
		op      abi.Op
		request []byte
		want    []byte
	}{
		{"empty", hand.build(), abi.Manifest, nil, []byte{0}},
		{"1KB", echoParts().build(), abi.View, bytes.Repeat([]byte("e"), 1024), bytes.Repeat([]byte("e"), 1024)},
		{"1KB-Go", guest(b, "bare"), abi.View, bytes.Repeat([]byte("e"), 1024), bytes.Repeat([]byte("e"), 1024)},
	} {
		b.Run(c.name, func(b *testing.B) {
			m := loadModule(b, c.module, Options{})
			ctx := b.Context()
			var response []byte
			b.ReportAllocs()
			for b.Loop() {
				var err error
				if response, err = m.Call(ctx, c.op, c.request, response[:0]); err != nil {
					b.Fatal(err)
				}
			}
			require.Equal(b, c.want, response)
		})
	}
}

// TestCallsDoNotAllocate: the way of a call through the host needs no memory once the response has its size.
func TestCallsDoNotAllocate(t *testing.T) {
	m := loadModule(t, echoParts().build(), Options{})
	ctx, request, response := t.Context(), make([]byte, 1024), make([]byte, 0, 1024)
	require.Zero(t, testing.AllocsPerRun(100, func() {
		var err error
		if response, err = m.Call(ctx, abi.View, request, response[:0]); err != nil {
			t.Fatal(err)
		}
	}))
}

// BenchmarkLoad compares the first load of a Go module with one from the cache, and with a new instance.
func BenchmarkLoad(b *testing.B) {
	module := guest(b, "bare")
	dir := filepath.Join(b.TempDir(), "cache")
	load := func(b *testing.B, opts Options) {
		b.ReportAllocs()
		for b.Loop() {
			m, err := Load(b.Context(), module, opts)
			require.NoError(b, err)
			require.Equal(b, "bare", call(b, m, abi.Manifest, ""))
			require.NoError(b, m.Close())
		}
	}
	b.Run("compile", func(b *testing.B) { load(b, Options{NoCache: true}) })
	b.Run("cache", func(b *testing.B) { load(b, Options{CacheDir: dir}) })
	b.Run("interpreter", func(b *testing.B) { load(b, Options{NoCache: true, Engine: Interpreter}) })
	b.Run("instance", func(b *testing.B) {
		m := loadModule(b, module, Options{})
		b.ReportAllocs()
		for b.Loop() {
			in, err := m.pool.start(b.Context())
			require.NoError(b, err)
			in.close()
		}
	})
}
