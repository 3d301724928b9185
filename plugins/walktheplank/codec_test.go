package walktheplank

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/core"
)

// playable plays a position that Load accepted to its end.
func playable(t testing.TB, s *state, seed uint64) {
	src := core.Source{State: seed}
	var moves []core.Move
	// A round has at most a lay for each seat and a decision for each card.
	for range (int(s.rounds) + 1) * maxSeats * (1 + slots) {
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
	require.Fail(t, "the game does not end")
}

// Any bytes are refused, or are the canonical body of a position that can be played to its end.
func FuzzBody(f *testing.F) {
	var tables []*core.Table
	for _, options := range []map[string]any{nil, {"charge_shoves": "one", "charge_first": "no_effect", "max_rounds": 2}} {
		d, s := start(f, 3, options, nil)
		tables = append(tables, d.Table())
		for range 12 {
			f.Add(s.Append(nil))
			if actors := s.Actors(); actors != 0 {
				moves := s.Moves(actors.First(), nil)
				s.Apply(actors.First(), moves[len(moves)/3], nil)
			}
		}
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		for _, table := range tables {
			s := &state{}
			if !s.Load(table, body) {
				continue
			}
			require.Equal(t, body, s.Append(nil))
			for _, v := range viewers(s) {
				require.NotEmpty(t, viewOf(s, v))
				require.NotEmpty(t, s.Describe(v, nil))
			}
			playable(t, s, uint64(len(body)))
		}
	})
}

// A body with one byte altered is refused, or is the canonical body of another position that can be played.
func TestAlteredBodies(t *testing.T) {
	refused, accepted, n := 0, 0, 0
	s, values := &state{}, []byte{1, 2, 3, 4, 9, 0x7f, 0x80, 0xff}
	randomGames(t, 20, 6, func(d *core.Driver, from *state) {
		if n++; n%4 != 0 {
			return
		}
		body := from.Append(nil)
		for i := range body {
			for _, x := range values {
				body[i] ^= x
				if s.Load(d.Table(), body) {
					accepted++
					require.Equal(t, body, s.Append(nil))
					checkInvariants(t, s)
					playable(t, s, uint64(i))
				} else {
					refused++
				}
				body[i] ^= x
			}
		}
		require.False(t, s.Load(d.Table(), body[:len(body)-1]))
		require.False(t, s.Load(d.Table(), append(body, 0)))
		require.False(t, s.Load(d.Table(), nil))
	})
	require.Greater(t, refused, 1000)
	require.Positive(t, accepted)
}
