package kuhn_test

import (
	"maps"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/parley-rules/parley/core"
)

// Setups made from views by other values, or none, for one key, by lists that repeat themselves and by an empty key are refused,
// or give the position that they say, which a game can come to.
func TestAlteredSetups(t *testing.T) {
	var views []map[string]any
	values := map[string][]any{"": {nil, 1}}
	known := map[string]bool{}
	for _, s := range states(t) {
		known[view(s, core.Referee)] = true
		var v map[string]any
		require.NoError(t, msgpack.Unmarshal([]byte(view(s, core.Referee)), &v))
		views = append(views, v)
	}
	for _, v := range views {
		for key := range v {
			values[key] = append(values[key], v[key])
			if list, is := v[key].([]any); is && len(list) > 0 {
				values[key] = append(values[key], append(list[:len(list):len(list)], list[len(list)-1]), append(list[:len(list):len(list)], list...), list[1:])
			}
		}
	}
	odd := []any{nil, false, "", "jack", []any{}, []any{nil}, []any{nil, nil, nil}, map[string]any{}, -1, 0, 1, 3, 255, 256, int64(1)<<53 - 1}
	d, loaded := core.NewDriver(rules), rules.New()
	taken, refused := 0, 0
	try := func(setup map[string]any) {
		b, err := msgpack.Marshal(setup)
		require.NoError(t, err)
		no := d.Start(&core.Request{Seats: 2, Seed: []byte{1}, HostChance: true, Setup: b})
		if _, empty := setup[""]; empty {
			require.Equal(t, core.BadSetup, no.Code)
		}
		if no.Refused() {
			refused++
			require.Equal(t, core.BadSetup, no.Code)
			require.Contains(t, setup, no.Detail)
			return
		}
		taken++
		now := view(d.State(), core.Referee)
		require.True(t, known[now], "%v", setup)
		require.True(t, loaded.Load(d.Table(), d.AppendBody(nil)))
		require.Equal(t, d.State(), loaded)
		var seen map[string]any
		require.NoError(t, msgpack.Unmarshal([]byte(now), &seen))
		for key := range setup {
			require.EqualValues(t, seen[key], setup[key], "%v", setup)
		}
	}
	done := map[string]bool{}
	for _, v := range views {
		for key := range values {
			for _, value := range append(values[key][:len(values[key]):len(values[key])], odd...) {
				whole := maps.Clone(v)
				whole[key] = value
				bare := maps.Clone(whole)
				for _, follows := range []string{"phase", "actor", "dealt", "pot"} {
					if follows != key {
						delete(bare, follows)
					}
				}
				for _, setup := range []map[string]any{whole, bare} {
					if text := toJSON(t, setup); !done[text] {
						done[text] = true
						try(setup)
					}
				}
			}
		}
	}
	t.Log(taken, refused)
	require.Greater(t, taken, 100)
	require.Greater(t, refused, 1000)
}
