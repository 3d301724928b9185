package jackal

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
)

// The referee's view of any position is a setup that gives the same view and the same position: JK-263.
func TestSetupRoundTrip(t *testing.T) {
	phases, n := map[uint8]int{}, 0
	again := core.NewDriver(Rules{})
	randomGames(t, 150, 4, func(d *core.Driver, s *state) {
		if n++; n%7 != 0 && s.phase != phaseOver && (s.phase != phaseDecision || n%2 == 0) {
			return
		}
		phases[s.phase]++
		view := viewOf(s, core.Referee)
		o := &d.Table().Options
		raw := wire.Writer{}
		raw.Map(len(options))
		for i := range options {
			raw.Str(options[i].Name)
			raw.Raw(o.Raw(i))
		}
		req := &core.Request{Seats: int(s.seats), Seed: []byte{9}, Options: raw.B, Setup: []byte(view)}
		require.Equal(t, core.Refusal{}, again.Start(req))
		if viewOf(again.State().(*state), core.Referee) != view {
			require.Equal(t, decode(t, view), decode(t, viewOf(again.State().(*state), core.Referee)))
		}
		require.Equal(t, s.Append(nil), again.AppendBody(nil))
	})
	require.Len(t, phases, 3)
}
