package abi_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/conformance/games/pig"
	"github.com/parley-rules/parley/plugins/pirates"
)

// call encodes a request with an independent codec, serves it, and decodes the response.
func call(t *testing.T, s *abi.Server, op abi.Op, request map[string]any) map[string]any {
	t.Helper()
	b, err := msgpack.Marshal(request)
	require.NoError(t, err)
	var response map[string]any
	require.NoError(t, msgpack.Unmarshal(s.Serve(op, b, nil), &response))
	return response
}

func TestServePig(t *testing.T) {
	s := abi.NewServer(pig.Rules{})
	step := call(t, s, abi.Init, map[string]any{"seats": 2, "seed": []byte{1}, "look": map[string]any{"moves": true, "views": []any{0, "spectator"}}})
	require.Contains(t, step, "ok")
	ok := step["ok"].(map[string]any)
	require.Equal(t, []any{int8(0)}, ok["actors"])
	require.Equal(t, []any{[]any{int8(0), []any{[]any{int8(0)}}}}, ok["moves"])
	position := ok["position"].([]byte)
	after := call(t, s, abi.Apply, map[string]any{"position": position, "seat": 0, "move": map[string]any{"type": "roll"}})
	require.Contains(t, after, "ok")
	require.Len(t, after["ok"].(map[string]any)["draws"], 1)
	refused := call(t, s, abi.Apply, map[string]any{"position": position, "seat": 0, "move": []any{1}})
	require.Equal(t, map[string]any{"error": map[string]any{"code": "nothing_to_hold", "detail": ""}}, refused)
}

// nil for a key that may be missing is the same as no key, inside look too.
func TestNilInLook(t *testing.T) {
	s := abi.NewServer(pig.Rules{})
	start := map[string]any{"seats": 2, "seed": []byte{1}}
	plain := call(t, s, abi.Init, start)
	start["look"] = map[string]any{"moves": nil, "views": nil}
	require.Equal(t, plain, call(t, s, abi.Init, start))
}

// A position holds 2^18 bytes of options. What is larger is refused when the game is made, since it could not be gone on with.
func TestOptionsThatNoPositionHolds(t *testing.T) {
	s := abi.NewServer(pirates.Rules{})
	const longest = 1 << 16 // characters of a name
	start := func(size int) map[string]any {
		ownMap := map[string]any{"seas": 1, "edges": []any{[]int{0, 1}}, "fortresses": []any{[]int{1}}, "name": strings.Repeat("x", longest),
			"sea_names": []any{strings.Repeat("y", longest), strings.Repeat("z", longest)}, "fortress_names": []any{strings.Repeat("w", size)}}
		tiles := []any{map[string]any{"fields": []int{1, 2, 0, 0, 0, 0}, "vault": []int{}}}
		return map[string]any{"seats": 2, "seed": []byte{1}, "options": map[string]any{"map": ownMap, "tiles": tiles}}
	}
	step := call(t, s, abi.Init, start(longest/2))
	require.Contains(t, step, "ok")
	position := step["ok"].(map[string]any)["position"]
	require.Contains(t, call(t, s, abi.LegalMoves, map[string]any{"position": position, "seat": 0}), "ok")
	require.Equal(t, map[string]any{"error": map[string]any{"code": "too_large", "detail": "options"}}, call(t, s, abi.Init, start(longest)))
}

func TestManifestRoundTrip(t *testing.T) {
	s := abi.NewServer(pig.Rules{})
	response := s.Serve(abi.Manifest, nil, nil)
	require.Equal(t, "\x81\xa2ok", string(response[:4]))
	m, major, minor, err := abi.ParseManifest(response[4:])
	require.NoError(t, err)
	require.Equal(t, []int{abi.Major, abi.Minor}, []int{major, minor})
	require.Equal(t, pig.Rules{}.Manifest(), m)
}
