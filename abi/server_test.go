package abi_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/conformance/games/pig"
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

func TestManifestRoundTrip(t *testing.T) {
	s := abi.NewServer(pig.Rules{})
	response := s.Serve(abi.Manifest, nil, nil)
	require.Equal(t, "\x81\xa2ok", string(response[:4]))
	m, major, minor, err := abi.ParseManifest(response[4:])
	require.NoError(t, err)
	require.Equal(t, []int{abi.Major, abi.Minor}, []int{major, minor})
	require.Equal(t, pig.Rules{}.Manifest(), m)
}
