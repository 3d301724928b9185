package walktheplank

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/core"
)

// What a viewer sees and may do is the same after resampling, and the position is still one that can be.
func TestResampleKeepsWhatIsSeen(t *testing.T) {
	src := core.Source{State: 11}
	changed := 0
	randomGames(t, 60, 3, func(d *core.Driver, s *state) {
		loaded := &state{}
		for _, v := range viewers(s) {
			other := *s
			other.Resample(v, &src)
			if viewOf(&other, v) != viewOf(s, v) || other.Actors() != s.Actors() {
				require.Equal(t, decode(t, viewOf(s, v)), decode(t, viewOf(&other, v)))
				require.Equal(t, s.Actors(), other.Actors())
			}
			if v >= 0 && s.Actors().Has(v) {
				require.Equal(t, s.Moves(v, nil), other.Moves(v, nil))
			}
			require.True(t, loaded.Load(d.Table(), other.Append(nil)))
			if v == core.Referee {
				require.Equal(t, *s, other, "the referee knows everything")
			} else if other != *s {
				changed++
			}
		}
	})
	require.Greater(t, changed, 100)
}

// Every card that is hidden takes every value that it can have, those of an eliminated seat too.
func TestResampleVaries(t *testing.T) {
	_, s := start(t, 4, map[string]any{"first_player": 0}, map[string]any{
		"phase":   "resolve",
		"pirates": []any{[]int{0, 0, 0, 0}, []int{3, 0, 0, 0}, []int{2, 0, 1, 0}, []int{1, 0, 0, 0}},
		"program": []any{[]string{"retract_plank", "extend_plank", "run_around"}, []string{"extend_plank", "shove_anyone", "dont_want_to_die"},
			[]string{"extend_plank", "pull", "dont_want_to_die"}, []string{"pull", "drag", "dont_want_to_die"}},
		"set_aside":    []any{[]string{}, []string{}, []string{"charge"}, []string{}},
		"plank_length": 2,
		"captain":      0,
		"pending":      map[string]any{"seat": 1, "slot": 2, "card": "shove_anyone"},
		"revealed":     []int{1, 2, 1, 1},
	})
	src := core.Source{State: 5}
	seen := map[[2]int]map[int8]bool{}
	for range 2000 {
		other := *s
		other.Resample(3, &src)
		require.Equal(t, s.program[3], other.program[3])
		for seat := range 3 {
			for slot := range slots {
				at := [2]int{seat, slot}
				if seen[at] == nil {
					seen[at] = map[int8]bool{}
				}
				seen[at][other.program[seat][slot]] = true
			}
		}
	}
	for at, cards := range seen {
		want := 1
		if at[1] >= int(s.revealed[at[0]]) {
			want = cardCount - int(s.revealed[at[0]])
			if at[0] == 2 {
				want-- // charge rests
			}
		}
		require.Len(t, cards, want, "seat %d, slot %d", at[0], at[1]+1)
	}
}
