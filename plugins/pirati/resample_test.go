package pirati

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/core"
)

// What a viewer sees and may do is the same after resampling, as is what is told of refused moves, and the position is still
// one that can be.
func TestResampleKeepsWhatIsSeen(t *testing.T) {
	src := core.Source{State: 11}
	all := domain()
	changed, n := 0, 0
	randomGames(t, 100, 3, func(d *core.Driver, s *state) {
		if n++; n%41 != 0 && s.phase != phaseChoice || n%3 != 0 {
			return
		}
		loaded := &state{}
		for _, v := range viewers(s) {
			other := *s
			other.Resample(v, &src)
			if v == core.Referee {
				require.True(t, *s == other, "the referee knows everything")
				continue
			}
			if viewOf(&other, v) != viewOf(s, v) {
				require.Equal(t, decode(t, viewOf(s, v)), decode(t, viewOf(&other, v)))
			}
			require.Equal(t, s.Actors(), other.Actors())
			require.True(t, loaded.Load(d.Table(), other.Append(nil)))
			if other != *s {
				changed++
			}
			if actors := s.Actors(); actors.Has(v) {
				require.Equal(t, s.Moves(v, nil), other.Moves(v, nil))
				for i := n % 13; i < len(all); i += 13 {
					require.Equal(t, s.Check(v, all[i]), other.Check(v, all[i]))
				}
			}
		}
	})
	require.Greater(t, changed, 200)
}

// The same move on both gives the same until something is revealed.
func TestResampleKeepsWhatFollows(t *testing.T) {
	src := core.Source{State: 12}
	same, n := 0, 0
	randomGames(t, 100, 5, func(d *core.Driver, s *state) {
		if n++; n%29 != 0 || s.phase == phaseOver {
			return
		}
		seat := s.Actors().First()
		moves := s.Moves(seat, nil)
		m := moves[src.Below(len(moves))]
		a, b := *s, *s
		b.Resample(seat, &src)
		down := a.down
		a.Apply(seat, m, nil)
		b.Apply(seat, m, nil)
		if a.down == down {
			same++
			require.Equal(t, viewOf(&a, seat), viewOf(&b, seat))
		}
		require.Equal(t, a.down == down, b.down == down, "whether something is revealed is known")
	})
	require.Greater(t, same, 100)
}

// Every face-down square takes every kind that is face down, and every orientation.
func TestResampleVaries(t *testing.T) {
	_, s := start(t, 2, nil, nil)
	src := core.Source{State: 5}
	seen := map[tile]int{}
	const draws = 4000
	for range draws {
		other := *s
		other.Resample(core.Spectator, &src)
		seen[other.tiles[cellAt(4, 7)]]++
	}
	want := 0
	for kind := range kinds {
		want += turnsOf(kind)
		for turn := range turnsOf(kind) {
			mean := draws * int(kindCount[kind]) / boardSize / turnsOf(kind)
			got := seen[tile(kind|turn<<turnShift)]
			require.InDelta(t, mean, got, 12+4*float64(mean)/10, "kind %d, turn %d", kind, turn)
		}
	}
	require.InDelta(t, want, len(seen), 2)
}
