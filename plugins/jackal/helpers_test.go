package jackal

import (
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
)

// request makes a request for a game, with an encoder that is not ours.
func request(t testing.TB, seats int, seed uint64, options, setup map[string]any) *core.Request {
	t.Helper()
	r := &core.Request{Seats: seats, Seed: wire.AppendUint64(nil, seed)}
	if options != nil {
		b, err := msgpack.Marshal(options)
		require.NoError(t, err)
		r.Options = b
	}
	if setup != nil {
		b, err := msgpack.Marshal(setup)
		require.NoError(t, err)
		r.Setup = b
	}
	return r
}

// start starts a game that must be accepted.
func start(t testing.TB, seats int, options, setup map[string]any) (*core.Driver, *state) {
	t.Helper()
	d := core.NewDriver(Rules{})
	require.Equal(t, core.Refusal{}, d.Start(request(t, seats, 1, options, setup)))
	return d, d.State().(*state)
}

// oneOf draws one of several values.
func oneOf(src *core.Source, values ...any) any { return values[src.Below(len(values))] }

// randomOptions draws a number of seats and options that fit. What is rare in a normal game is made frequent in half of the cases.
func randomOptions(src *core.Source) (seats int, options map[string]any) {
	seats = 2 + src.Below(3)
	options = map[string]any{"map_size": oneOf(src, "standard", "medium", "small", "small"), "tile_set": oneOf(src, "extended", "extended", "classic"),
		"quiet_rounds": oneOf(src, 2, 4, 8, 25), "pirates_per_crew": 1 + src.Below(4), "first_crew": src.Below(seats+1) - 1}
	switch seats {
	case 2:
		options["mode"] = oneOf(src, "auto", "duel", "duel_double")
	case 3:
		options["mode"] = oneOf(src, "auto", "ffa")
	case 4:
		options["mode"] = oneOf(src, "auto", "ffa", "teams")
	}
	for i := range manifest.Options {
		o := &manifest.Options[i]
		if _, set := options[o.Name]; set || src.Below(2) == 0 {
			continue
		}
		switch o.Type.Kind {
		case core.TBool:
			options[o.Name] = src.Below(2) == 0
		case core.TWord:
			options[o.Name] = o.Type.Words[src.Below(len(o.Type.Words))]
		}
	}
	if src.Below(4) == 0 {
		options["ship_hits_to_sink"] = src.Below(4)
	}
	switch src.Below(4) {
	case 0:
		counts := map[string]any{}
		for range 12 {
			counts[mix[1+src.Below(tileKinds-1)].name] = src.Below(3)
		}
		counts["cannonball"], counts["cannon"] = src.Below(5), src.Below(3)
		counts["coins:1"], counts["coins:2"], counts["trap"] = 0, src.Below(2), src.Below(2)
		set, size := map[any]int{"extended": 0, "classic": 1}[options["tile_set"]], map[any]int{"standard": 0, "medium": 1, "small": 2}[options["map_size"]]
		sum, land := 0, []int{117, 77, 45}[size]
		for i := range mix[1:] {
			n, given := counts[mix[1+i].name].(int)
			if !given {
				n = int(mix[1+i].counts[2*size+1-set])
			}
			sum += n
		}
		if sum <= land {
			options["tile_counts"] = counts
		}
	case 1:
		n := map[any]int{"standard": 117, "medium": 77, "small": 45}[options["map_size"]]
		options["layout"] = randomLayout(src, n)
	}
	return seats, options
}

// randomLayout draws tiles, a few kinds of them more often than others.
func randomLayout(src *core.Source, n int) (codes []string) {
	var often []string
	for range 8 {
		often = append(often, tileCodes[src.Below(fogCode)])
	}
	for range n {
		switch src.Below(4) {
		case 0:
			codes = append(codes, often[src.Below(len(often))])
		case 1:
			codes = append(codes, tileCodes[src.Below(fogCode)])
		default:
			codes = append(codes, tileCodes[src.Below(firstArrowCode)])
		}
	}
	return codes
}

// randomGames plays games over random options and shows every position, the last one included.
func randomGames(t testing.TB, games int, seed uint64, visit func(d *core.Driver, s *state)) {
	t.Helper()
	src := core.Source{State: seed}
	d := core.NewDriver(Rules{})
	var moves []core.Move
	for range games {
		seats, options := randomOptions(&src)
		require.Equal(t, core.Refusal{}, d.Start(request(t, seats, src.Uint64(), options, nil)), options)
		s := d.State().(*state)
		for steps := 0; ; steps++ {
			visit(d, s)
			actors := s.Actors()
			if actors == 0 {
				break
			}
			moves = s.Moves(actors.First(), moves[:0])
			if len(moves) == 0 || steps > 20_000 {
				require.Fail(t, "the game does not end, or nobody can move")
			}
			s.Apply(actors.First(), moves[src.Below(len(moves))], nil)
		}
	}
}

// viewOf is a view in bytes.
func viewOf(s *state, viewer core.Seat) string {
	var w wire.Writer
	s.View(viewer, &w)
	return string(w.B)
}

// decode turns a view into maps, with a decoder that is not ours.
func decode(t testing.TB, view string) map[string]any {
	t.Helper()
	var m map[string]any
	require.NoError(t, msgpack.Unmarshal([]byte(view), &m))
	return m
}

// viewers are all viewers of a game.
func viewers(s *state) []core.Seat {
	list := []core.Seat{core.Spectator, core.Referee}
	for i := range s.seats {
		list = append(list, core.Seat(i))
	}
	return list
}
