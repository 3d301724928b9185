package abi_test

import (
	"maps"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/conformance/games/kuhn"
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
)

// Requests that lack a key, have an odd value for one or entries that repeat are answered or refused, never with a fault of the
// game. Keys that no request has, the empty one too, and nil for what may be missing change no answer.
func TestAlteredRequests(t *testing.T) {
	type m = map[string]any
	s := abi.NewServer(kuhn.Rules{})
	quiet(t, s)
	serve := func(op abi.Op, request m) string {
		b, err := msgpack.Marshal(request)
		require.NoError(t, err)
		return string(s.Serve(op, b, nil))
	}
	look := m{"moves": true, "views": []any{0, "referee", 0, 0, "spectator"}}
	start := m{"seats": 2, "seed": []byte{1}, "options": m{"bet": 3}, "chance": "auto", "setup": m{"cards": []any{"jack", nil}}, "look": look}
	position := call(t, s, abi.Init, start)["ok"].(m)["position"]
	requests := map[abi.Op]m{
		abi.Init:       start,
		abi.Apply:      {"position": position, "seat": 0, "move": m{"type": "bet"}, "look": look},
		abi.LegalMoves: {"position": position, "seat": 0},
		abi.View:       {"position": position, "viewer": 1},
		abi.Describe:   {"position": position, "viewer": "spectator"},
		abi.Resample:   {"position": position, "viewer": "spectator", "seed": []byte{1, 2}},
		abi.Playout:    {"position": position, "seed": []byte{1, 2}, "moves": 9},
	}
	odd := []any{nil, true, "", "x", []byte{}, []byte{1}, []any{}, []any{0}, []any{0, 0}, m{}, m{"": 1}, m{"bet": 3, "": 1}, m{"bet": nil}, m{"type": "bet", "": 1},
		m{"views": nil}, m{"moves": 1}, m{"views": []any{"referee", "x"}}, -1, 0, 1, 16, 255, 256, 1 << 31, int64(wire.MaxInt)}
	refusals := map[string]int{}
	for op, good := range requests {
		want := serve(op, good)
		require.Contains(t, call(t, s, op, good), "ok", "%s", op)
		more := maps.Clone(good)
		for _, key := range []string{"", "seat\x00", "positions", "Seed"} {
			more[key] = nil
		}
		require.Equal(t, want, serve(op, more), "%s", op)
		for key := range good {
			altered := maps.Clone(good)
			delete(altered, key)
			without := serve(op, altered)
			for _, value := range odd {
				if key == "moves" && value == int64(wire.MaxInt) { // a long playout
					continue
				}
				altered[key] = value
				answer := call(t, s, op, altered)
				if refused, is := answer["error"].(m); is {
					code, known := kuhn.Rules{}.Manifest().CodeOf(refused["code"].(string))
					require.True(t, known, "%s %v", op, refused)
					require.NotContains(t, []core.Code{core.Internal, core.IllegalMove, core.Unsupported}, code, "%s %v", op, altered)
					refusals[refused["code"].(string)]++
				} else {
					require.Contains(t, answer, "ok")
				}
				switch key {
				case "options", "chance", "setup", "look":
					if value == nil {
						require.Equal(t, without, serve(op, altered), "%s without %s", op, key)
					}
				}
			}
		}
	}
	for _, code := range []string{"bad_request", "bad_position", "bad_viewer", "bad_player_count", "bad_option", "bad_setup", "bad_seat", "malformed", "not_actor"} {
		require.Positive(t, refusals[code], code)
	}
}
