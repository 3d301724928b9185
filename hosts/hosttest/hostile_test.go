package hosttest_test

import (
	"bytes"
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/core/wire"
	"github.com/parley-rules/parley/hosts"
)

func errorOf(t *testing.T, c hosts.Caller, op abi.Op, request []byte) string {
	t.Helper()
	response, err := c.Call(context.Background(), op, request, nil)
	require.NoError(t, err)
	var answer struct {
		Error struct {
			Code string `msgpack:"code"`
		} `msgpack:"error"`
	}
	require.NoError(t, msgpack.Unmarshal(response, &answer))
	return answer.Error.Code
}

func packed(t *testing.T, v any) []byte {
	t.Helper()
	b, err := msgpack.Marshal(v)
	require.NoError(t, err)
	return b
}

func start(t *testing.T, c hosts.Caller) []byte {
	t.Helper()
	response, err := c.Call(context.Background(), abi.Init, packed(t, map[string]any{"seats": 2, "seed": []byte{1}}), nil)
	require.NoError(t, err)
	ok, found := wire.NewReader(response).Find("ok")
	require.True(t, found)
	p, _ := ok.Find("position")
	b, _ := p.Bin()
	return b
}

func TestBadRequests(t *testing.T) {
	onEveryHost(t, pigGame, func(t *testing.T, c hosts.Caller) {
		p := start(t, c)
		deep := append(bytes.Repeat([]byte{0x91}, 20), 0xc0)
		withDeep := append([]byte("\x81\xa4move"), deep...)
		for _, b := range []struct {
			what    string
			op      abi.Op
			request []byte
			code    string
		}{
			{"nothing", abi.Init, nil, "bad_request"},
			{"no map", abi.Init, []byte{0x90}, "bad_request"},
			{"truncated", abi.Init, packed(t, map[string]any{"seats": 2, "seed": []byte{1}})[:10], "bad_request"},
			{"trailing", abi.Init, append(packed(t, map[string]any{"seats": 2, "seed": []byte{1}}), 0xc0), "bad_request"},
			{"a key twice", abi.View, []byte("\x82\xa6viewer\x00\xa6viewer\x01"), "bad_request"},
			{"a float", abi.Init, packed(t, map[string]any{"seats": 2.0, "seed": []byte{1}}), "bad_request"},
			{"a float deep in the options", abi.Init, packed(t, map[string]any{"seats": 2, "seed": []byte{1}, "options": map[string]any{"target": 10.5}}), "bad_request"},
			{"too deep", abi.Apply, withDeep, "too_large"},
			{"no seed", abi.Init, packed(t, map[string]any{"seats": 2}), "bad_request"},
			{"an empty seed", abi.Init, packed(t, map[string]any{"seats": 2, "seed": []byte{}}), "bad_request"},
			{"a long seed", abi.Init, packed(t, map[string]any{"seats": 2, "seed": make([]byte, 33)}), "bad_request"},
			{"an unknown chance mode", abi.Init, packed(t, map[string]any{"seats": 2, "seed": []byte{1}, "chance": "dice"}), "bad_request"},
			{"too many seats", abi.Init, packed(t, map[string]any{"seats": 99, "seed": []byte{1}}), "bad_player_count"},
			{"an unknown option", abi.Init, packed(t, map[string]any{"seats": 2, "seed": []byte{1}, "options": map[string]any{"x": 1}}), "bad_option"},
			{"an option of another type", abi.Init, packed(t, map[string]any{"seats": 2, "seed": []byte{1}, "options": map[string]any{"target": "10"}}), "bad_option"},
			{"a setup that is no map", abi.Init, packed(t, map[string]any{"seats": 2, "seed": []byte{1}, "setup": 5}), "bad_setup"},
			{"an unknown setup key", abi.Init, packed(t, map[string]any{"seats": 2, "seed": []byte{1}, "setup": map[string]any{"x": 1}}), "bad_setup"},
			{"no position", abi.View, packed(t, map[string]any{"viewer": 0}), "bad_request"},
			{"a position that is text", abi.View, packed(t, map[string]any{"viewer": 0, "position": "PLY"}), "bad_request"},
			{"an empty position", abi.View, packed(t, map[string]any{"viewer": 0, "position": []byte{}}), "bad_position"},
			{"half a position", abi.View, packed(t, map[string]any{"viewer": 0, "position": p[:len(p)/2]}), "bad_position"},
			{"a viewer too many", abi.View, packed(t, map[string]any{"viewer": 2, "position": p}), "bad_viewer"},
			{"chance as a viewer", abi.View, packed(t, map[string]any{"viewer": "chance", "position": p}), "bad_viewer"},
			{"a seat too many", abi.LegalMoves, packed(t, map[string]any{"seat": 2, "position": p}), "bad_seat"},
			{"the spectator as a seat", abi.LegalMoves, packed(t, map[string]any{"seat": "spectator", "position": p}), "bad_seat"},
			{"a bad seat comes before a malformed move", abi.Apply, packed(t, map[string]any{"seat": 7, "position": p, "move": nil}), "bad_seat"},
			{"malformed comes before not the actor", abi.Apply, packed(t, map[string]any{"seat": 1, "position": p, "move": map[string]any{"type": "fly"}}), "malformed"},
			{"not the actor", abi.Apply, packed(t, map[string]any{"seat": 1, "position": p, "move": []any{0}}), "not_actor"},
			{"chance in mode auto", abi.Apply, packed(t, map[string]any{"seat": "chance", "position": p, "move": []any{2, 3}}), "not_actor"},
			{"a surplus argument", abi.Apply, packed(t, map[string]any{"seat": 0, "position": p, "move": map[string]any{"type": "roll", "x": 1}}), "malformed"},
			{"a negative playout", abi.Playout, packed(t, map[string]any{"position": p, "seed": []byte{1}, "moves": -1}), "bad_request"},
			{"an unknown viewer to look at", abi.Apply, packed(t, map[string]any{"seat": 0, "position": p, "move": []any{0}, "look": map[string]any{"views": []any{5}}}), "bad_viewer"},
		} {
			require.Equal(t, b.code, errorOf(t, c, b.op, b.request), b.what)
		}
		_, err := c.Call(context.Background(), abi.View, make([]byte, abi.MaxRequest+1), nil)
		var limit *hosts.LimitError
		require.ErrorAs(t, err, &limit)
		require.Equal(t, p, start(t, c), "nothing has changed")
	})
}

// Any byte of a position that is altered, in any way, makes it no position.
func TestAlteredPositions(t *testing.T) {
	onEveryHost(t, pigGame, func(t *testing.T, c hosts.Caller) {
		p := start(t, c)
		for i := range p {
			for bit := range 8 {
				q := bytes.Clone(p)
				q[i] ^= 1 << bit
				require.Equal(t, "bad_position", errorOf(t, c, abi.View, packed(t, map[string]any{"viewer": 0, "position": q})), "byte %d", i)
			}
			require.Equal(t, "bad_position", errorOf(t, c, abi.View, packed(t, map[string]any{"viewer": 0, "position": p[:i]})))
		}
	})
}
