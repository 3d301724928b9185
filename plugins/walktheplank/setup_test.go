package walktheplank

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
)

// The referee's view of any position is a setup that gives the same view.
func TestSetupRoundTrip(t *testing.T) {
	phases, n := map[int8]int{}, 0
	again := core.NewDriver(Rules{})
	randomGames(t, 150, 4, func(d *core.Driver, s *state) {
		if n++; n%3 != 0 && s.phase != phaseOver {
			return
		}
		phases[s.phase]++
		view := viewOf(s, core.Referee)
		r := wire.NewReader([]byte(view))
		options, ok := r.Find("options")
		require.True(t, ok)
		raw, _ := options.Raw()
		req := &core.Request{Seats: int(s.n), Seed: []byte{9}, Options: raw, Setup: []byte(view)}
		require.Equal(t, core.Refusal{}, again.Start(req))
		require.Equal(t, view, viewOf(again.State().(*state), core.Referee))
		require.Equal(t, s.Append(nil), again.AppendBody(nil))

		// A seat's view is no setup, nor a spectator's.
		req.Setup = []byte(viewOf(s, 0))
		require.Equal(t, core.Refuse(core.BadSetup, "my_hand"), again.Start(req))
		req.Setup = []byte(viewOf(s, core.Spectator))
		require.Equal(t, core.BadSetup, again.Start(req).Code)
	})
	require.Len(t, phases, 3)
}

// The empty key is unknown like any other, and unknown keys go before all else.
func TestSetupEmptyKey(t *testing.T) {
	d := core.NewDriver(Rules{})
	for _, setup := range []map[string]any{{"": 1}, {"": nil, "phase": "none"}} {
		require.Equal(t, core.Refuse(core.BadSetup, ""), d.Start(request(t, 3, 1, nil, setup)))
	}
}

// Whatever a setup says, it is refused or gives a position that Load accepts.
func FuzzSetup(f *testing.F) {
	_, s := start(f, 3, nil, nil)
	f.Add([]byte(viewOf(s, core.Referee)))
	s.Apply(0, core.M(moveChooseCards, runAround, extendPlank, drag), nil)
	f.Add([]byte(viewOf(s, core.Referee)))
	s.Apply(1, core.M(moveChooseCards, shoveAnyone, extendPlank, drag), nil)
	s.Apply(2, core.M(moveChooseCards, shoveAnyone, extendPlank, drag), nil)
	f.Add([]byte(viewOf(s, core.Referee)))
	f.Add([]byte{0x80})
	d, at := core.NewDriver(Rules{}), &state{}
	f.Fuzz(func(t *testing.T, setup []byte) {
		if wire.Check(setup) != wire.Fine {
			return
		}
		if r := d.Start(&core.Request{Seats: 3, Seed: []byte{1}, Setup: setup}); r.Refused() {
			require.Equal(t, core.BadSetup, r.Code)
			return
		}
		require.True(t, at.Load(d.Table(), d.AppendBody(nil)))
	})
}
