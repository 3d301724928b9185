package pirates

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/core"
)

// What a viewer sees and may do is the same after resampling, and the position is still one that can be.
func TestResampleKeepsWhatIsSeen(t *testing.T) {
	src := core.Source{State: 11}
	changed, n := 0, 0
	randomGames(t, 200, 3, func(d *core.Driver, s *state) {
		if n++; n%41 != 0 && s.phase != phaseEquip {
			return
		}
		loaded := &state{}
		for _, v := range viewers(s) {
			other := *s
			other.Resample(v, &src)
			if viewOf(&other, v) != viewOf(s, v) {
				require.Equal(t, decode(t, viewOf(s, v)), decode(t, viewOf(&other, v)))
			}
			require.Equal(t, s.Actors(), other.Actors())
			for set := s.Actors(); set != 0; set = set.Rest() {
				if set.First() == v || s.phase != phaseEquip {
					require.Equal(t, s.Moves(set.First(), nil), other.Moves(set.First(), nil))
				}
			}
			require.True(t, loaded.Load(d.Table(), other.Append(nil)))
			if v == core.Referee {
				require.Equal(t, s.position, other.position, "the referee knows everything")
			} else if other.position != s.position {
				changed++
			}
		}
	})
	require.Greater(t, changed, 1000)
}

// Each hidden tile takes every place that is hidden, each secret choice every value, and what is known stays.
func TestResampleVaries(t *testing.T) {
	_, s := start(t, 3, nil, m{
		"choices":    []any{[]int{1, 1, 1, 2, 2, 0}, nil, []int{0, 0, 0, 0, 0, 0}},
		"fortresses": []any{m{"tile": 1}, m{"state": "plundered", "tile": 2}, m{"tile": 3}, m{"tile": 4}, m{"tile": 5}, m{"tile": 6}, m{"tile": 7}, m{"tile": 8}, m{"tile": 9}, m{"tile": 10}},
	})
	src := core.Source{State: 5}
	at := map[[2]int8]int{}
	choices := map[outfit]int{}
	for range 20_000 {
		other := *s
		other.Resample(2, &src)
		require.Equal(t, int8(1), other.forts[1].tile)
		require.Equal(t, s.choices[2], other.choices[2])
		require.Equal(t, s.choices[1], other.choices[1])
		for i := range int8(10) {
			at[[2]int8{i, other.forts[i].tile}]++
		}
		choices[other.choices[0]]++
	}
	require.Len(t, at, 9*9+1)
	require.Len(t, choices, 727)
	for where, k := range at {
		if where[0] != 1 {
			require.InDelta(t, 20_000/9, k, 250, where)
		}
	}
}

// playBoth plays the same moves on two positions that a viewer cannot tell apart, until something is revealed, and compares
// what the viewer sees.
func TestHiddenTilesDoNotLeak(t *testing.T) {
	src := core.Source{State: 9}
	steps, reveals := 0, 0
	for game := range 150 {
		seats, options := randomOptions(&src)
		_, s := start(t, seats, options, nil)
		for range 40 + game {
			if s.Actors() == 0 {
				break
			}
			moves := s.Moves(s.Actors().First(), nil)
			s.Apply(s.Actors().First(), pick(&src, moves), nil)
		}
		other := *s
		other.Resample(core.Spectator, &src)
		for s.Actors() != 0 {
			require.Equal(t, s.Actors(), other.Actors())
			seat := s.Actors().First()
			moves := s.Moves(seat, nil)
			if s.phase == phaseEquip { // the others' choices are revealed by the last one
				break
			}
			require.Equal(t, moves, other.Moves(seat, nil))
			m := pick(&src, moves)
			s.Apply(seat, m, nil)
			other.Apply(seat, m, nil)
			if m.Kind == moveAttackFortress && s.forts[m.Arg[0]-1].tile != other.forts[m.Arg[0]-1].tile {
				reveals++
				break
			}
			steps++
			require.Equal(t, viewOf(s, core.Spectator), viewOf(&other, core.Spectator))
			require.Equal(t, viewOf(s, 0), viewOf(&other, 0))
		}
	}
	require.Greater(t, steps, 1000)
	require.Greater(t, reveals, 20)
}

// Choices of equipment that arrive in different orders lead to the same position.
func TestChoicesCommute(t *testing.T) {
	src := core.Source{State: 4}
	for range 200 {
		seats := 2 + src.Below(5)
		_, s := start(t, seats, nil, nil)
		other := *s
		moves := s.Moves(0, nil)
		chosen := make([]core.Move, seats)
		order := make([]int, seats)
		for i := range seats {
			chosen[i], order[i] = moves[src.Below(len(moves))], i
		}
		for i, m := range chosen {
			s.Apply(core.Seat(i), m, nil)
		}
		src.Shuffle(seats, func(i, j int) { order[i], order[j] = order[j], order[i] })
		for _, i := range order {
			require.Equal(t, moves, other.Moves(core.Seat(i), nil), "what the others chose changes nothing")
			other.Apply(core.Seat(i), chosen[i], nil)
		}
		require.Equal(t, s.position, other.position)
		require.Equal(t, phaseAction1, int(s.phase))
	}
}
