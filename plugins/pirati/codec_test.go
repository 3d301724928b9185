package pirati

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
)

// playable plays a position that Load accepted on for a while.
func playable(t testing.TB, d *core.Driver, s *state, seed uint64, steps int) {
	src := core.Source{State: seed}
	var moves []core.Move
	for range steps {
		actors := s.Actors()
		if actors == 0 {
			s.Outcome()
			return
		}
		moves = s.Moves(actors.First(), moves[:0])
		require.NotEmpty(t, moves)
		m := moves[src.Below(len(moves))]
		require.Equal(t, core.OK, s.Check(actors.First(), m))
		s.Apply(actors.First(), m, nil)
	}
	var again state
	require.True(t, again.Load(d.Table(), s.Append(nil)))
}

// Any bytes are refused, or are the canonical body of a position that can be played on.
func FuzzBody(f *testing.F) {
	var drivers []*core.Driver
	for _, options := range []map[string]any{nil, {"genie_to_ship": true, "ban_direct_steps": false, "mermaid_heir": false, "ship_start": "choose",
		"quiet_round_limit": 5, "octopus_liberator": "seat", "end_when_decided": true}} {
		for _, seats := range []int{2, 4} {
			d, s := start(f, seats, options, nil)
			drivers = append(drivers, d)
			src := core.Source{State: 8}
			for range 12 {
				f.Add(s.Append(nil))
				for range 9 {
					if actors := s.Actors(); actors != 0 {
						moves := s.Moves(actors.First(), nil)
						s.Apply(actors.First(), moves[src.Below(len(moves))], nil)
					}
				}
			}
		}
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		for _, d := range drivers {
			s := &state{}
			if !s.Load(d.Table(), body) {
				continue
			}
			require.Equal(t, body, s.Append(nil))
			for _, v := range viewers(s) {
				require.NotEmpty(t, viewOf(s, v))
				require.NotEmpty(t, s.Describe(v, nil))
			}
			playable(t, d, s, uint64(len(body)), 300)
		}
	})
}

// A body with one byte altered is refused, or is the canonical body of another position that can be played and seen.
func TestAlteredBodies(t *testing.T) {
	refused, accepted, n := 0, 0, 0
	s, values := &state{}, []byte{1, 2, 4, 9, 0x20, 0x7f, 0x80, 0xff}
	randomGames(t, 60, 6, func(d *core.Driver, from *state) {
		if n++; n%211 != 0 && from.phase != phaseOver && (from.phase != phaseChoice || n%41 != 0) {
			return
		}
		body := from.Append(nil)
		for i := range body {
			x := values[(n+i)%len(values)]
			body[i] ^= x
			if s.Load(d.Table(), body) {
				accepted++
				require.Equal(t, body, s.Append(nil))
				checkInvariants(t, s)
				for _, v := range viewers(s) {
					require.Equal(t, wire.Fine, wire.Check([]byte(viewOf(s, v))))
				}
				if accepted%10 == 0 {
					playable(t, d, s, uint64(i), 60)
				}
			} else {
				refused++
			}
			body[i] ^= x
		}
		require.False(t, s.Load(d.Table(), body[:len(body)-1]))
		require.False(t, s.Load(d.Table(), append(body, 0)))
		require.False(t, s.Load(d.Table(), nil))
	})
	t.Log(refused, accepted)
	require.Greater(t, refused, 5000)
	require.Greater(t, accepted, 500)
}
