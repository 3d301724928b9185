package pirati

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
)

// The referee's view of any position is a setup that gives the same view; a player's view is none.
func TestSetupRoundTrip(t *testing.T) {
	phases, n := map[int8]int{}, 0
	again := core.NewDriver(Rules{})
	randomGames(t, 60, 4, func(d *core.Driver, s *state) {
		if n++; n%307 != 0 && s.phase != phaseOver && (s.phase != phaseChoice || n%23 != 0) && (s.phase != phaseSetup || n%5 != 0) {
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
		if s.down != [kinds]uint8{} {
			req.Setup = []byte(viewOf(s, 0))
			require.Equal(t, core.Refuse(core.BadSetup, "tiles"), again.Start(req))
		}
	})
	require.Len(t, phases, 4)
}

// The base position of the rules text, with what W28 and others of its kind change, and the key that is at fault.
func TestSetupRefused(t *testing.T) {
	at := func(row, col int) map[string]any {
		return map[string]any{"place": map[string]any{"at": []int{row, col}}}
	}
	none := map[string]any{}
	two := func(first, second any) []any { return []any{[]any{first, none, none}, []any{second, none, none}} }
	up := func(row, col int, kind string, more ...any) map[string]any {
		tile := map[string]any{"at": []int{row, col}, "face_up": true, "kind": kind}
		for i := 0; i < len(more); i += 2 {
			tile[more[i].(string)] = more[i+1]
		}
		return tile
	}
	d := core.NewDriver(Rules{})
	for _, c := range []struct {
		key  string
		more map[string]any
	}{
		{"pirates", map[string]any{"pirates": two(at(1, 1), none)}},
		{"pirates", map[string]any{"pirates": two(at(5, 5), at(5, 5))}},
		{"pirates", map[string]any{"pirates": two(at(0, 6), none)}},
		{"bank", map[string]any{"bank": 38}},
		{"genie", map[string]any{"genie": "unused"}},
		{"ships", map[string]any{"ships": []any{map[string]any{"at": []int{12, 12}}, none}}},
		{"ships", map[string]any{"ships": []any{map[string]any{"at": []int{0, 0}}, none}}},
		{"phase", map[string]any{"ships": []any{none, map[string]any{"at": nil}},
			"pirates": []any{[]any{none, none, none}, []any{at(3, 3), at(3, 3), at(3, 3)}}}},
		{"ships", map[string]any{"ships": []any{none, map[string]any{"at": []int{0, 6}, "sunk": true}}}},
		{"pirates", map[string]any{"ships": []any{none, map[string]any{"sunk": true}}}},
		{"bank", map[string]any{"sunk_tokens": 39}},
		{"bank", map[string]any{"sunk_tokens": 40}},
		{"bank", map[string]any{"sunk_tokens": 1 << 40}},
		{"sunk_tokens", map[string]any{"sunk_tokens": -1}},
		{"prng", map[string]any{"prng": 1}},
		{"aaa", map[string]any{"prng": 1, "aaa": 2, "turn": "x"}},
		{"turn", map[string]any{"turn": 0, "to_act": 7}},
		{"to_act", map[string]any{"to_act": 2}},
		{"to_act", map[string]any{"to_act": -1}},
		{"to_act", map[string]any{"phase": "over"}},
		{"result", map[string]any{"phase": "over", "to_act": -1}},
		{"result", map[string]any{"result": map[string]any{"reason": "stuck", "totals": []int{0, 0}, "hoards": []int{0, 0}, "winner_team": -1}}},
		{"result", map[string]any{"phase": "over", "to_act": -1,
			"result": map[string]any{"reason": "stuck", "totals": []int{0, 0}, "hoards": []int{0, 0}, "winner_team": 0}}},
		{"phase", map[string]any{"phase": "setup"}},
		{"progress", map[string]any{"progress": true}},
		{"pending", map[string]any{"phase": "choice"}},
		{"tiles", map[string]any{"tiles": []any{up(3, 3, "arrow_straight")}}},
		{"tiles", map[string]any{"tiles": []any{up(3, 3, "double_straight", "dirs", []string{"n", "e"})}}},
		{"tiles", map[string]any{"tiles": []any{up(3, 3, "double_straight", "dirs", []string{"s", "n"})}}},
		{"tiles", map[string]any{"tiles": []any{up(3, 3, "sea", "tokens", []int{1, 0})}}},
		{"tiles", map[string]any{"tiles": []any{up(3, 3, "mud2", "tokens", []int{1})}}},
		{"tiles", map[string]any{"tiles": []any{up(3, 3, "mud2", "tokens", []int{2, 0})}}},
		{"bank", map[string]any{"tiles": []any{up(3, 3, "mud2", "tokens", []int{40, 0})}}},
		{"tiles", map[string]any{"tiles": []any{up(3, 3, "island", "tokens", []int{1})}}},
		{"tiles", map[string]any{"tiles": []any{up(3, 3, "genie"), up(3, 4, "genie")}}},
		{"tiles", map[string]any{"tiles": []any{up(3, 3, "sea"), up(3, 3, "sea")}}},
		{"tiles", map[string]any{"tiles": []any{up(0, 3, "sea")}}},
		{"tiles", map[string]any{"tiles": []any{map[string]any{"at": []int{2, 2}, "face_up": false, "kind": "sea", "tokens": []int{0}}}}},
		{"tiles_rest", map[string]any{"tiles_rest": "none"}},
		{"mermaid", map[string]any{"mermaid": "lost"}},
		{"mermaid", map[string]any{"mermaid": "hidden", "tiles": []any{up(3, 3, "mermaid")}}},
		{"discoverer", map[string]any{"discoverer": []int{0, 0}}},
		{"discoverer", map[string]any{"discoverer": []int{2, 0}}},
		{"face_down", map[string]any{"face_down": map[string]any{"sea": 1}}},
		{"seats", map[string]any{"seats": 4}},
		{"game", map[string]any{"game": "jackal"}},
		{"options", map[string]any{"options": map[string]any{}}},
		{"pirates", map[string]any{"pirates": two(map[string]any{"place": nil}, none)}},
		{"pirates", map[string]any{"pirates": two(map[string]any{"captive": true}, none)}},
		{"pirates", map[string]any{"pirates": two(map[string]any{"delay": 1}, none)}},
		{"pirates", map[string]any{"pirates": two(map[string]any{"freed": true, "cause": "shark"}, none)}},
		{"pirates", map[string]any{"pirates": two(map[string]any{"place": map[string]any{"at": []int{5, 5}}, "cause": "shark"}, none)}},
		{"pirates", map[string]any{"pirates": two(map[string]any{"place": map[string]any{"ship": 1, "at": []int{12, 6}}}, none)}},
		{"pirates", map[string]any{"pirates": two(map[string]any{"place": map[string]any{}}, none)}},
		{"pirates", map[string]any{"pirates": two(map[string]any{"place": map[string]any{"ship": 1}}, none)}},
		{"pirates", map[string]any{"pirates": two(at(3, 3), none), "tiles": []any{up(3, 3, "shark")}}},
		{"pirates", map[string]any{"pirates": two(at(3, 3), none), "tiles": []any{up(3, 3, "mud2")}}},
		{"pirates", map[string]any{"pirates": two(map[string]any{"place": map[string]any{"at": []int{3, 3}, "footprint": 3}}, none), "tiles": []any{up(3, 3, "mud2")}}},
	} {
		require.Equal(t, core.Refuse(core.BadSetup, c.key), d.Start(request(t, 2, 1, nil, base(c.more))), "%v", c.more)
	}
	require.Equal(t, core.Refusal{}, d.Start(request(t, 2, 1, nil, base(nil))))
	require.Equal(t, core.Refuse(core.BadSetup, "setup"), d.Start(&core.Request{Seats: 2, Seed: []byte{1}, Setup: []byte{0x90}}))
}

// Counters stop where numbers do.
func TestLargestTurn(t *testing.T) {
	_, s := start(t, 2, nil, base(map[string]any{"turn": wire.MaxInt, "quiet_turns": wire.MaxInt - 1}))
	s.Apply(0, core.M(movePass), nil)
	require.EqualValues(t, wire.MaxInt, s.turn)
	require.EqualValues(t, wire.MaxInt, s.quiet)
	require.Equal(t, "quiet_limit", s.Outcome().Reason)
}

// Whatever a setup says, it is refused or gives a position that Load accepts.
func FuzzSetup(f *testing.F) {
	_, s := start(f, 2, nil, nil)
	f.Add([]byte(viewOf(s, core.Referee)))
	_, s = start(f, 2, nil, base(nil))
	f.Add([]byte(viewOf(s, core.Referee)))
	src := core.Source{State: 1}
	for range 40 {
		moves := s.Moves(s.Actors().First(), nil)
		s.Apply(s.Actors().First(), moves[src.Below(len(moves))], nil)
		if s.phase == phaseChoice {
			f.Add([]byte(viewOf(s, core.Referee)))
		}
	}
	f.Add(request(f, 2, 1, nil, base(map[string]any{"bank": 39, "discoverer": nil, "turn": 4})).Setup)
	f.Add([]byte{0x80})
	d, at := core.NewDriver(Rules{}), &state{}
	f.Fuzz(func(t *testing.T, setup []byte) {
		if wire.Check(setup) != wire.Fine {
			return
		}
		if r := d.Start(&core.Request{Seats: 2, Seed: []byte{1}, Setup: setup}); r.Refused() {
			require.Equal(t, core.BadSetup, r.Code)
			return
		}
		require.True(t, at.Load(d.Table(), d.AppendBody(nil)))
	})
}
