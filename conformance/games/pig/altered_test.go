package pig_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
)

// Setups of numbers at the ends of what can be, of what a position can hold and of what can be written are refused, or give the
// position that they say. A body of the same numbers is then one too, and games from there come to positions only.
func TestSetupsAtTheEnds(t *testing.T) {
	const target, absent = 20, -7
	options, err := msgpack.Marshal(map[string]any{"target": target})
	require.NoError(t, err)
	d, s := core.NewDriver(rules), rules.New()
	src := core.Source{State: 3}
	taken, refused := 0, 0
	flags := []any{true, false, nil, absent}
	try := func(seat, gathered int, rolling, over any, scores ...int) {
		setup := map[string]any{}
		give := func(key string, v any) {
			if v != absent {
				setup[key] = v
			}
		}
		give("scores", scores)
		give("seat", seat)
		give("gathered", gathered)
		give("rolling", rolling)
		give("over", over)
		b, err := msgpack.Marshal(setup)
		require.NoError(t, err)
		no := d.Start(&core.Request{Seats: 2, Seed: []byte{1}, Options: options, HostChance: true, Setup: b})
		if rolling != nil && over != nil && uint(seat) < 256 && uint(gathered) < 1<<32 && uint(scores[0]) < 1<<32 && uint(scores[1]) < 1<<32 {
			body := []byte{byte(seat), 0}
			if rolling == true {
				body[1] = 1
			}
			for _, v := range []int{gathered, scores[0], scores[1]} {
				body = wire.AppendUint32(body, uint32(v))
			}
			require.Equal(t, !no.Refused() || no.Detail == "over", s.Load(d.Table(), body), "%v", setup)
		}
		if no.Refused() {
			refused++
			require.Equal(t, core.BadSetup, no.Code)
			return
		}
		taken++
		seen := decode(t, view(d.State(), core.Referee))
		for key := range setup {
			if key == "scores" {
				require.EqualValues(t, []any{int8(scores[0]), int8(scores[1])}, seen[key])
			} else {
				require.EqualValues(t, setup[key], seen[key], "%v", setup)
			}
		}
		for now := d.State(); now.Actors() != 0; {
			moves := now.Moves(now.Actors().First(), nil)
			now.Apply(now.Actors().First(), moves[src.Below(len(moves))], nil)
			require.True(t, s.Load(d.Table(), now.Append(nil)), "%v", setup)
		}
	}
	numbers := []int{-1, 0, 1, target - 7, target - 1, target, target + 5, target + 6, 1 << 32, wire.MaxInt}
	for _, mine := range numbers {
		for _, other := range numbers {
			for _, gathered := range numbers {
				for _, seat := range []int{-1, 0, 1, 2, 256} {
					for _, rolling := range flags {
						for _, over := range flags {
							try(seat, gathered, rolling, over, mine, other)
						}
					}
				}
			}
		}
	}
	t.Log(taken, refused)
	require.Greater(t, taken, 500)
	require.Greater(t, refused, 5000)
	for _, setup := range []map[string]any{{"": 1}, {"": nil, "seat": 9}} {
		b, err := msgpack.Marshal(setup)
		require.NoError(t, err)
		require.Equal(t, core.BadSetup, d.Start(&core.Request{Seats: 2, Seed: []byte{1}, Setup: b}).Code)
	}
}
