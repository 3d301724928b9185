package jackal

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/core"
)

// copyOf is a position of its own.
func copyOf(s *state) *state {
	c := &state{}
	s.CopyTo(c)
	return c
}

// What a viewer sees, may do and is refused is the same after resampling, and the position is still one that can be: JK-260, JK-261.
func TestResampleKeepsWhatIsSeen(t *testing.T) {
	src := core.Source{State: 11}
	changed, n := 0, 0
	loaded := &state{}
	randomGames(t, 60, 3, func(d *core.Driver, s *state) {
		if n++; n%13 != 0 && s.phase != phaseOver {
			return
		}
		for _, v := range viewers(s) {
			other := copyOf(s)
			other.Resample(v, &src)
			if viewOf(other, v) != viewOf(s, v) {
				require.Equal(t, decode(t, viewOf(s, v)), decode(t, viewOf(other, v)))
			}
			require.Equal(t, s.Actors(), other.Actors())
			require.Equal(t, s.Moves(core.Seat(s.actor), nil), other.Moves(core.Seat(s.actor), nil))
			require.True(t, loaded.Load(d.Table(), other.Append(nil)))
			same := string(s.Append(nil)) == string(other.Append(nil))
			if v == core.Referee || s.phase == phaseOver {
				require.True(t, same, "all is known")
			} else if !same {
				changed++
			}
		}
	})
	require.Greater(t, changed, 1000)
}

// The same moves on a resampled position tell a seat the same, up to the first step that reveals something.
func TestResampleTellsTheSame(t *testing.T) {
	src := core.Source{State: 12}
	steps, n := 0, 0
	randomGames(t, 80, 5, func(d *core.Driver, s *state) {
		if n++; n%31 != 0 {
			return
		}
		a, b := copyOf(s), copyOf(s)
		b.Resample(0, &src)
		for range 12 {
			if a.Actors() == 0 {
				break
			}
			moves := a.Moves(core.Seat(a.actor), nil)
			m := moves[src.Below(len(moves))]
			require.Equal(t, core.OK, b.Check(core.Seat(a.actor), m))
			fogA, fogB := foggy(a), foggy(b)
			a.Apply(core.Seat(a.actor), m, nil)
			b.Apply(core.Seat(b.actor), m, nil)
			if foggy(a) != fogA || foggy(b) != fogB || a.phase == phaseOver || b.phase == phaseOver {
				break // a tile was opened, or the game is over
			}
			steps++
			if viewOf(a, 0) != viewOf(b, 0) {
				require.Equal(t, decode(t, viewOf(a, 0)), decode(t, viewOf(b, 0)))
			}
		}
	})
	require.Greater(t, steps, 1000)
}

// foggy counts the face-down squares.
func foggy(s *state) (n int) {
	for _, sq := range s.land {
		n += btoi(s.cell[sq].kind == fog)
	}
	return n
}

// Every face-down tile may be any of those that are left, arrows and cannons in every turn; what a ball has destroyed varies with them. A
// draw in which the gold would have decided the game is no draw.
func TestResampleVaries(t *testing.T) {
	_, s := start(t, 2, map[string]any{"map_size": "small"}, map[string]any{
		"land_rest": "empty", "crews": []any{map[string]any{"score": 3}, map[string]any{}},
		"land": []any{
			map[string]any{"at": []int{3, 3}, "face_up": false, "tile": "coins:5", "struck": true},
			map[string]any{"at": []int{3, 4}, "face_up": false, "tile": "coins:2", "struck": true},
			map[string]any{"at": []int{3, 5}, "face_up": false, "tile": "coins:4"},
			map[string]any{"at": []int{3, 6}, "face_up": false, "tile": "arrow:NE"},
			map[string]any{"at": []int{3, 7}, "face_up": false, "tile": "cannon:W"},
		}})
	require.Equal(t, int32(7), s.hiddenLost)
	src := core.Source{State: 5}
	seen, lost := map[int]bool{}, map[int32]bool{}
	for range 3000 {
		other := copyOf(s)
		other.Resample(0, &src)
		seen[other.cell[square8(3, 7)].hidden().code()] = true
		lost[other.hiddenLost] = true
		require.Greater(t, other.left(), int32(3), "otherwise the game were decided")
	}
	require.Len(t, seen, 3+4+4)
	require.Equal(t, map[int32]bool{0: true, 2: true, 4: true, 5: true, 6: true, 7: true}, lost)
}
