package walktheplank

import (
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
)

// request makes a request for a game, with an encoder that is not ours.
func request(t testing.TB, seats int, seed byte, options, setup map[string]any) *core.Request {
	t.Helper()
	r := &core.Request{Seats: seats, Seed: []byte{seed}}
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

// randomOptions draws a number of seats and options that fit.
func randomOptions(src *core.Source) (seats int, options map[string]any) {
	seats = 2 + src.Below(4)
	options = map[string]any{}
	if seats == 2 {
		options["allow_two_players"] = true
	}
	if src.Below(2) == 0 {
		skulls := []string{}
		for _, word := range cardWords {
			if src.Below(2) == 0 {
				skulls = append(skulls, word)
			}
		}
		src.Shuffle(len(skulls), func(i, j int) { skulls[i], skulls[j] = skulls[j], skulls[i] })
		options["skull_cards"] = skulls
	}
	if src.Below(2) == 0 {
		options["charge_first"] = []string{"forbidden", "no_effect"}[src.Below(2)]
	}
	if src.Below(3) != 0 {
		options["charge_shoves"] = []string{"all", "opponents", "one"}[src.Below(3)]
	}
	if src.Below(2) == 0 {
		options["first_player"] = src.Below(seats+1) - 1
	}
	if src.Below(2) == 0 {
		options["max_rounds"] = 1 + src.Below(8)
	}
	if src.Below(2) == 0 {
		colors := append([]string(nil), colorWords...)
		src.Shuffle(len(colors), func(i, j int) { colors[i], colors[j] = colors[j], colors[i] })
		options["colors"] = colors[:seats]
	}
	return seats, options
}

// randomGames plays games over random options and shows every position, the last one included.
func randomGames(t testing.TB, games int, seed uint64, visit func(d *core.Driver, s *state)) {
	t.Helper()
	src := core.Source{State: seed}
	d := core.NewDriver(Rules{})
	var moves []core.Move
	for range games {
		seats, options := randomOptions(&src)
		require.Equal(t, core.Refusal{}, d.Start(request(t, seats, byte(src.Below(256)), options, nil)))
		s := d.State().(*state)
		for steps := 0; ; steps++ {
			visit(d, s)
			actors := s.Actors()
			if actors == 0 {
				break
			}
			require.Less(t, steps, mostRounds*20, "the game does not end")
			for range src.Below(actors.Len()) {
				actors = actors.Rest()
			}
			seat := actors.First()
			moves = s.Moves(seat, moves[:0])
			require.NotEmpty(t, moves)
			s.Apply(seat, moves[src.Below(len(moves))], nil)
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
	for i := range s.n {
		list = append(list, core.Seat(i))
	}
	return list
}

// domain is every move that the manifest's form allows, with core.Outside and core.Absent wherever they can stand.
func domain() (moves []core.Move) {
	for kind, k := range manifest.Moves {
		partial := []core.Move{{Kind: uint8(kind)}}
		for _, a := range k.Args {
			of, times := a.Type, 1
			if a.Type.Kind == core.TList {
				of, times = a.Type.Of, a.Type.Max
			}
			var values []int16
			switch of.Kind {
			case core.TInt:
				for v := of.Min; v <= of.Max; v++ {
					values = append(values, int16(v))
				}
			case core.TSeat:
				values = append(values, 0, 1, 2, 3, 4)
			case core.TWord:
				for v := range of.Words {
					values = append(values, int16(v))
				}
			}
			values = append(values, core.Outside)
			if a.Optional {
				values = append(values, core.Absent)
			}
			for range times {
				var longer []core.Move
				for _, m := range partial {
					for _, v := range values {
						m.Arg[m.N] = v
						longer = append(longer, core.Move{Kind: m.Kind, N: m.N + 1, Arg: m.Arg})
					}
				}
				partial = longer
			}
		}
		moves = append(moves, partial...)
	}
	return moves
}
