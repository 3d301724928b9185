package kuhn_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/core"
)

func toJSON(t testing.TB, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	require.NoError(t, err)
	return string(b)
}

func TestSetupTakesEveryRefereeView(t *testing.T) {
	for _, s := range states(t) {
		d := core.NewDriver(rules)
		setup := []byte(view(s, core.Referee))
		require.Equal(t, core.Refusal{}, d.Start(&core.Request{Seats: 2, Seed: []byte{1}, HostChance: true, Setup: setup}))
		require.Equal(t, string(setup), view(d.State(), core.Referee))
		require.Equal(t, s, d.State())
	}
}

func TestSetupInParts(t *testing.T) {
	type m = map[string]any
	for _, test := range []struct {
		setup m
		want  string // "" for taken, otherwise the detail
	}{
		{m{}, ""},
		{m{"dealt": 0, "phase": "deal", "actor": nil, "pot": 2, "history": []any{}}, ""},
		{m{"cards": []any{"king", nil}}, ""},
		{m{"history": []any{"check", "bet"}, "cards": []any{"king", "jack"}}, ""},
		{m{"history": []any{"bet"}, "cards": []any{"king", "jack"}, "pot": 3, "actor": 1, "dealt": 2, "phase": "play"}, ""},
		{m{"hand": 1}, "hand"},
		{m{"cards": []any{nil, "king"}}, "cards"},
		{m{"cards": []any{"king", "king"}}, "cards"},
		{m{"cards": []any{"king"}}, "cards"},
		{m{"cards": []any{"ace", "king"}}, "cards"},
		{m{"history": []any{"check"}}, "history"},
		{m{"history": []any{"check"}, "cards": []any{"king", nil}}, "history"},
		{m{"history": []any{"call"}, "cards": []any{"king", "jack"}}, "history"},
		{m{"history": []any{"check", "check", "check"}, "cards": []any{"king", "jack"}}, "history"},
		{m{"history": "bet"}, "history"},
		{m{"phase": "play"}, "phase"},
		{m{"phase": "over"}, "phase"},
		{m{"actor": 0}, "actor"},
		{m{"actor": 2}, "actor"},
		{m{"dealt": 1}, "dealt"},
		{m{"pot": 3}, "pot"},
		{m{"pot": true}, "pot"},
	} {
		got := serve(t, abi.Init, m{"seats": 2, "seed": []byte{1}, "chance": "host", "setup": test.setup})
		if test.want == "" {
			require.Contains(t, got, "ok", "%v", test.setup)
			continue
		}
		require.Equal(t, m{"error": m{"code": "bad_setup", "detail": test.want}}, got, "%v", test.setup)
	}
	got := serve(t, abi.Init, m{"seats": 2, "seed": []byte{1}, "setup": []any{}})
	require.Equal(t, m{"error": m{"code": "bad_setup", "detail": "setup"}}, got)
}

func FuzzSetup(f *testing.F) {
	for _, s := range states(f) {
		f.Add([]byte(view(s, core.Referee)))
	}
	f.Add([]byte{0xc0})
	f.Fuzz(func(t *testing.T, setup []byte) {
		request, err := msgpack.Marshal(map[string]any{"seats": 2, "seed": []byte{1}, "chance": "host", "setup": msgpack.RawMessage(setup)})
		require.NoError(t, err)
		var response map[string]any
		require.NoError(t, msgpack.Unmarshal(abi.NewServer(rules).Serve(abi.Init, request, nil), &response))
		if fault, refused := response["error"].(map[string]any); refused {
			require.NotEqual(t, "internal", fault["code"])
			return
		}
		position := response["ok"].(map[string]any)["position"]
		require.Contains(t, serve(t, abi.View, map[string]any{"position": position, "viewer": "referee"}), "ok")
	})
}
