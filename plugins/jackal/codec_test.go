package jackal

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/core"
)

// playable plays a position that Load accepted, some moves far.
func playable(t testing.TB, s *state, seed uint64, plies int) {
	src := core.Source{State: seed}
	var moves []core.Move
	for range plies {
		if s.Actors() == 0 {
			s.Outcome()
			return
		}
		moves = s.Moves(core.Seat(s.actor), moves[:0])
		if len(moves) == 0 {
			require.Fail(t, "nobody can move")
		}
		m := moves[src.Below(len(moves))]
		if code := s.Check(core.Seat(s.actor), m); code != core.OK {
			require.Equal(t, core.OK, code, "%v", m)
		}
		s.Apply(core.Seat(s.actor), m, nil)
		if what := broken(s); what != "" {
			require.Fail(t, what)
		}
	}
}

// Any bytes are refused, or are the canonical body of a position that can be played, with right bookkeeping.
func FuzzBody(f *testing.F) {
	var tables []*core.Table
	for i, options := range []map[string]any{{"map_size": "small", "ship_destruction": true}, {"map_size": "small", "missionary_blocks_attack": true,
		"tile_counts": map[string]any{"missionary": 5, "ice": 8, "crocodile": 3, "coins:1": 0, "coins:2": 0, "labyrinth:2": 0, "labyrinth:3": 0, "labyrinth:4": 0,
			"trap": 0, "cannon": 0, "rum_barrel": 0}}} {
		d, s := start(f, 2, options, nil)
		tables = append(tables, d.Table())
		src := core.Source{State: uint64(i)}
		for range 40 {
			f.Add(s.Append(nil))
			for range 7 {
				if s.Actors() != 0 {
					moves := s.Moves(0, nil)
					s.Apply(0, moves[src.Below(len(moves))], nil)
				}
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
			require.Empty(t, broken(s))
			for _, v := range viewers(s) {
				require.NotEmpty(t, viewOf(s, v))
				require.NotEmpty(t, s.Describe(v, nil))
			}
			playable(t, s, uint64(len(body)), 40)
		}
	})
}

// A body with one byte altered is refused, or is the canonical body of another position that can be played.
func TestAlteredBodies(t *testing.T) {
	refused, accepted, n := 0, 0, 0
	s := &state{}
	src := core.Source{State: 8}
	randomGames(t, 60, 6, func(d *core.Driver, from *state) {
		if n++; n%61 != 0 && (from.phase != phaseDecision || n%11 != 0) {
			return
		}
		body := from.Append(nil)
		for i := range body {
			x := byte(1 + src.Below(255))
			if src.Below(2) == 0 {
				x = 1 << src.Below(8)
			}
			body[i] ^= x
			if s.Load(d.Table(), body) {
				accepted++
				if b := s.Append(nil); string(b) != string(body) {
					require.Equal(t, body, b)
				}
				if what := broken(s); what != "" {
					require.Fail(t, what)
				}
				playable(t, s, uint64(i), 12)
			} else {
				refused++
			}
			body[i] ^= x
		}
		require.False(t, s.Load(d.Table(), body[:len(body)-1]))
		require.False(t, s.Load(d.Table(), append(body, 0)))
		require.False(t, s.Load(d.Table(), nil))
	})
	t.Log(refused, "refused,", accepted, "accepted")
	require.Greater(t, refused, 10_000)
	require.Greater(t, accepted, 1000)
}
