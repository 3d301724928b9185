package abi_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/core/wire"
	"github.com/parley-rules/parley/plugins/walktheplank"
)

// BenchmarkServe times the operations of Walk the Plank! through the dispatcher, natively.
func BenchmarkServe(b *testing.B) {
	s := abi.NewServer(walktheplank.Rules{})
	serve := func(op abi.Op, request map[string]any) wire.Reader {
		raw, err := msgpack.Marshal(request)
		require.NoError(b, err)
		ok, found := wire.NewReader(s.Serve(op, raw, nil)).Find("ok")
		require.True(b, found)
		return ok
	}
	take := func(ok wire.Reader) []byte {
		v, _ := ok.Find("position")
		p, _ := v.Bin()
		return p
	}
	p := take(serve(abi.Init, map[string]any{"seats": 3, "seed": []byte{1}}))
	for seat := range 2 {
		p = take(serve(abi.Apply, map[string]any{"position": p, "seat": seat, "move": []any{0, []int{3, 4, 5}}}))
	}
	for _, c := range []struct {
		op      abi.Op
		request map[string]any
	}{
		{abi.LegalMoves, map[string]any{"position": p, "seat": 2}},
		{abi.Apply, map[string]any{"position": p, "seat": 2, "move": []any{0, []int{0, 1, 2}}}},
		{abi.View, map[string]any{"position": p, "viewer": 1}},
	} {
		b.Run(c.op.String(), func(b *testing.B) {
			request, err := msgpack.Marshal(c.request)
			require.NoError(b, err)
			want := string(s.Serve(c.op, request, nil))
			var buf []byte
			b.ReportAllocs()
			for b.Loop() {
				buf = s.Serve(c.op, request, buf[:0])
			}
			require.Equal(b, want, string(buf))
		})
	}
}
