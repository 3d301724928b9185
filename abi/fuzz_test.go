package abi_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/conformance/games/kuhn"
	"github.com/parley-rules/parley/conformance/games/pig"
	"github.com/parley-rules/parley/core/wire"
)

func position(f *testing.F, s *abi.Server) []byte {
	b, err := msgpack.Marshal(map[string]any{"seats": 2, "seed": []byte{1}, "chance": "host"})
	require.NoError(f, err)
	ok, _ := wire.NewReader(s.Serve(abi.Init, b, nil)).Find("ok")
	p, _ := ok.Find("position")
	raw, _ := p.Bin()
	return raw
}

// quiet makes panics of the rules fail the test: a request must never reach one.
func quiet(t testing.TB, s *abi.Server) {
	s.Panicked = func(op abi.Op, v any) { t.Errorf("the rules panicked in %v: %v", op, v) }
}

// FuzzServe: whatever the request, the answer is msgpack of the ABI, ok or error, and the same when it is asked again.
func FuzzServe(f *testing.F) {
	s := abi.NewServer(kuhn.Rules{})
	p := position(f, s)
	for _, request := range []map[string]any{
		{"seats": 2, "seed": []byte{1}, "options": map[string]any{"bet": 3}, "look": map[string]any{"moves": true, "views": []any{0, "referee"}}},
		{"seats": 2, "seed": []byte{1}, "setup": map[string]any{"cards": []any{"jack", "king"}}},
		{"position": p, "seat": "chance", "move": []any{0, 1}, "look": nil},
		{"position": p, "seat": 0}, {"position": p, "viewer": "spectator", "seed": []byte{5}}, {"position": p, "seed": []byte{5}, "moves": 10},
	} {
		b, err := msgpack.Marshal(request)
		require.NoError(f, err)
		for op := range abi.Ops {
			f.Add(byte(op), b)
		}
	}
	f.Fuzz(func(t *testing.T, op byte, request []byte) {
		quiet(t, s)
		if len(request) > 4096 {
			return
		}
		if m, ok := wire.NewReader(request).Find("moves"); ok { // long playouts are for other tests
			if n, ok := m.Int(); ok && n > 1000 {
				return
			}
		}
		response := s.Serve(abi.Op(op), request, nil)
		require.Equal(t, wire.Fine, wire.CheckDepth(response, abi.MaxManifestDepth))
		_, ok := wire.NewReader(response).Find("ok")
		_, refused := wire.NewReader(response).Find("error")
		require.NotEqual(t, ok, refused)
		require.Equal(t, response, s.Serve(abi.Op(op), request, nil))
	})
}

// FuzzPosition: bytes with a right checksum are refused, or are a position that can be seen, played to its end, and stored as
// the same bytes.
func FuzzPosition(f *testing.F) {
	s := abi.NewServer(pig.Rules{})
	p := position(f, s)
	f.Add(p[:len(p)-8])
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, b []byte) {
		quiet(t, s)
		b = wire.AppendUint64(b[:len(b):len(b)], abi.Checksum(b))
		request, err := msgpack.Marshal(map[string]any{"position": b, "seed": []byte{1}, "moves": 0, "viewer": "referee"})
		require.NoError(t, err)
		ok, good := wire.NewReader(s.Serve(abi.Playout, request, nil)).Find("ok")
		if !good {
			return
		}
		same, _ := ok.Find("position")
		raw, _ := same.Bin()
		require.Equal(t, b, raw, "positions are canonical")
		_, good = wire.NewReader(s.Serve(abi.View, request, nil)).Find("ok")
		require.True(t, good)
	})
}

// FuzzManifest: bytes are no manifest, or one without fault that is written and read again as it is.
func FuzzManifest(f *testing.F) {
	for _, s := range []*abi.Server{abi.NewServer(pig.Rules{}), abi.NewServer(kuhn.Rules{})} {
		f.Add(s.Serve(abi.Manifest, nil, nil)[4:])
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		m, _, _, err := abi.ParseManifest(b)
		if err != nil {
			return
		}
		require.Empty(t, m.Fault())
		var w wire.Writer
		abi.AppendManifest(&w, m)
		again, major, minor, err := abi.ParseManifest(w.B)
		require.NoError(t, err)
		require.Equal(t, []int{abi.Major, abi.Minor}, []int{major, minor})
		require.Equal(t, m, again)
	})
}
