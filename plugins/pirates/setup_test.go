package pirates

import (
	"maps"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
)

// The referee's view of any position is a setup that gives the same position.
func TestSetupRoundTrip(t *testing.T) {
	phases, n := map[int8]int{}, 0
	again := core.NewDriver(Rules{})
	randomGames(t, 300, 4, func(d *core.Driver, s *state) {
		if n++; n%29 != 0 && s.phase != phaseOver && s.phase != phaseStow && s.phase != phaseEquip {
			return
		}
		phases[s.phase]++
		view := viewOf(s, core.Referee)
		req := &core.Request{Seats: s.set.seats, Seed: []byte{9}, Options: optionsOf(d.Table()), Setup: []byte(view), HostChance: true}
		require.Equal(t, core.Refusal{}, again.Start(req))
		require.Equal(t, view, viewOf(again.State().(*state), core.Referee))
		require.Equal(t, s.Append(nil), again.AppendBody(nil))

		req.Setup = []byte(viewOf(s, 0)) // a seat's view is none
		want := core.Refuse(core.BadSetup, "viewer")
		if s.equipped > 1 && s.phase == phaseEquip && !s.set.inTurn { // others have chosen, and the view does not say what
			want.Detail = "choices"
		}
		require.Equal(t, want, again.Start(req))
	})
	require.Len(t, phases, phaseOver+1)
}

// optionsOf makes a request's options of those of a game.
func optionsOf(table *core.Table) []byte {
	var w wire.Writer
	n := 0
	for i := range options {
		if table.Options.Given(i) {
			n++
		}
	}
	w.Map(n)
	for i := range options {
		if table.Options.Given(i) {
			w.Str(options[i].Name)
			w.Raw(table.Options.Raw(i))
		}
	}
	return w.B
}

// Tiles that are not named are drawn for the fields that name none.
func TestUnnamedTiles(t *testing.T) {
	seen := map[int8]bool{}
	for seed := range uint16(200) {
		d := core.NewDriver(Rules{})
		require.Equal(t, core.Refusal{}, d.Start(request(t, 2, seed+1, nil, m{"phase": "action1", "fortresses": []any{
			m{"tile": 4}, m{}, m{"tile": nil}, m{"state": "plundered", "tile": 1}, m{}, m{"tile": 10}, m{}, m{}, m{"state": "open", "tile": 2}, m{}}})))
		s := d.State().(*state)
		for i, tile := range map[int]int8{0: 4, 3: 1, 5: 10, 8: 2} {
			require.Equal(t, tile-1, s.forts[i].tile)
		}
		require.Equal(t, 2, int(s.forts[8].held()[0]), "an open fortress has what its tile shows")
		seen[s.forts[1].tile+1] = true
	}
	require.Equal(t, map[int8]bool{3: true, 5: true, 6: true, 7: true, 8: true, 9: true}, seen)
}

// Whatever a setup says, it is refused or gives a position that Load accepts.
func FuzzSetup(f *testing.F) {
	src := core.Source{State: 8}
	for seats := 2; seats < 4; seats++ {
		_, s := start(f, seats, nil, nil)
		for n := 0; s.Actors() != 0; n++ {
			if n%25 == 0 || s.phase == phaseStow {
				f.Add([]byte(viewOf(s, core.Referee)))
			}
			s.Apply(s.Actors().First(), pick(&src, s.Moves(s.Actors().First(), nil)), nil)
		}
		f.Add([]byte(viewOf(s, core.Referee)))
	}
	f.Add([]byte{0x80})
	d, at := core.NewDriver(Rules{}), &state{}
	f.Fuzz(func(t *testing.T, setup []byte) {
		if wire.Check(setup) != wire.Fine {
			return
		}
		for seats := 2; seats < 4; seats++ {
			if r := d.Start(&core.Request{Seats: seats, Seed: []byte{1}, Setup: setup, HostChance: true}); r.Refused() {
				require.Equal(t, core.BadSetup, r.Code)
				continue
			}
			require.True(t, at.Load(d.Table(), d.AppendBody(nil)))
			checkInvariants(t, at)
		}
	})
}

// Whatever a map or tiles say, they are refused or make a game that can be played.
func FuzzMap(f *testing.F) {
	for _, own := range []m{smallMap, bareMap, bigMap} {
		src := core.Source{State: 1}
		r := request(f, 2, 1, m{"map": own, "tiles": randomTiles(&src, len(own["fortresses"].([][]int)))}, nil)
		f.Add(r.Options)
	}
	d := core.NewDriver(Rules{})
	f.Fuzz(func(t *testing.T, options []byte) {
		if wire.Check(options) != wire.Fine {
			return
		}
		if r := d.Start(&core.Request{Seats: 2, Seed: []byte{1}, Options: options}); r.Refused() {
			return
		}
		s := d.State().(*state)
		w := wire.Writer{}
		s.View(core.Referee, &w)
		r := wire.NewReader(w.B)
		require.True(t, manifest.View.Holds(&r, 2))
		require.NotEmpty(t, s.Describe(0, nil))
		playable(t, s, 1)
	})
}

// RP-87. The form of each key comes before all invariants, these before what follows from the rest; what the form bounds is what
// chapter 15 says.
func TestOrderOfSetupChecks(t *testing.T) {
	crowded := []any{m{"fields": []any{1, 1, 1, 1, 1, 1}}, m{}} // breaks invariant 3
	many := func(v any) (list []any) {
		for range 30 {
			list = append(list, v)
		}
		return list
	}
	for _, c := range []struct {
		want  string
		setup m
	}{
		// Not the form.
		{"actors", m{"actors": many(0), "ships": crowded}},
		{"tiles_left", m{"tiles_left": many(1), "ships": crowded}},
		{"n", m{"n": 7, "ships": crowded}},
		{"action", m{"action": 3, "ships": crowded}},
		{"combat", m{"combat": m{}, "ships": crowded}},
		{"ships", m{"ships": []any{m{"node": 27}, m{}}, "viewer": 0}},
		// The form, but not what an invariant asks.
		{"supply", m{"ships": []any{m{"secured": []any{1000, 0, 0}}, m{}}}},
		{"supply", m{"ships": []any{m{"hold": many(1)}, m{}}}},
		{"ships", m{"n": 3, "round": 5000, "ships": crowded}},
		{"phase", m{"round": 5000, "actors": []any{1}}},
		{"combat", m{"combat": m{"target": m{"ship": 1}, "attacker": 1}, "game": "none"}},
		{"combat", m{"phase": "roll", "combat": m{"target": m{"ship": 1}, "dice_left": 70_000}, "game": "none",
			"ships": []any{m{"fields": []any{1, 2, 0, 0, 0, 0}}, m{}}}},
		// Both, but not what follows from the rest.
		{"n", m{"n": 3, "actors": []any{1}}},
		{"supply", m{"supply": m{"crew": 1000, "cannons": 30, "chests": []any{6, 6, 6}}}},
	} {
		setup := m{"phase": "action1"}
		maps.Copy(setup, c.setup)
		d := core.NewDriver(Rules{})
		require.Equal(t, core.Refuse(core.BadSetup, c.want), d.Start(request(t, 2, 1, nil, setup)), "%v", c.setup)
	}
}
