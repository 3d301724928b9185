package pirates

import (
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
)

// request makes a request for a game, with an encoder that is not ours.
func request(t testing.TB, seats int, seed uint16, options, setup map[string]any) *core.Request {
	t.Helper()
	r := &core.Request{Seats: seats, Seed: []byte{byte(seed), byte(seed >> 8)}}
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

// start starts a game that must be accepted, in chance mode host.
func start(t testing.TB, seats int, options, setup map[string]any) (*core.Driver, *state) {
	t.Helper()
	d := core.NewDriver(Rules{})
	req := request(t, seats, 1, options, setup)
	req.HostChance = true
	require.Equal(t, core.Refusal{}, d.Start(req))
	return d, d.State().(*state)
}

// m is a value of a map.
type m = map[string]any

// smallMap is a map with two seas in a row and a ring of three, on which ships meet often.
var smallMap = m{"seas": 5, "edges": [][]int{{0, 1}, {2, 1}, {2, 3}, {3, 4}, {4, 2}, {5, 0}, {5, 4}}, "fortresses": [][]int{{1}, {4, 2}, {3, 5}}}

// bareMap is the smallest map that there is.
var bareMap = m{"name": "bare", "seas": 1, "edges": [][]int{{0, 1}}, "fortresses": [][]int{{1}}, "coords": [][]int{{0, 0}, {1000, 1000}},
	"fortress_coords": [][]int{{500, 0}}, "sea_names": []string{"Home", "Away"}, "fortress_names": []string{"The Fort"}}

// bigMap is a grid of 60 seas with 20 fortresses.
var bigMap = func() m {
	edges, forts := [][]int{{0, 1}}, [][]int{}
	for i := 1; i <= 60; i++ {
		if i%10 != 0 {
			edges = append(edges, []int{i, i + 1})
		}
		if i <= 50 {
			edges = append(edges, []int{i, i + 10})
		}
		if i <= 49 && i%10 != 0 {
			edges = append(edges, []int{i, i + 11})
		}
	}
	for f := range 20 {
		forts = append(forts, []int{60 - 3*f, 59 - 3*f})
	}
	return m{"seas": 60, "edges": edges, "fortresses": forts}
}()

// randomTiles draws tiles for so many fortresses.
func randomTiles(src *core.Source, n int) (tiles []m) {
	left := []int{perKind, perKind, perKind}
	for range n {
		codes, vault := make([]int, fields), []int{}
		cannons := 0
		for i := range codes {
			switch k := src.Below(5); {
			case k == 1:
				codes[i] = onCrew
			case k == 2 && cannons < maxDice:
				codes[i] = onCannon
				cannons++
			case k > 2:
				if v := src.Below(chestKinds); left[v] > 0 {
					left[v]--
					codes[i] = onNoChest + 1 + v
				}
			}
		}
		for v := range chestKinds {
			if left[v] > 0 && src.Below(4) == 0 {
				left[v]--
				vault = append(vault, v+1)
			}
		}
		tiles = append(tiles, m{"fields": codes, "vault": vault})
	}
	return tiles
}

// randomOptions draws a number of seats and options that fit.
func randomOptions(src *core.Source) (seats int, options m) {
	options = m{}
	set := func(name string, values ...any) {
		if src.Below(3) == 0 {
			options[name] = values[src.Below(len(values))]
		}
	}
	set("setup_order", "in_turn")
	set("movement", "up_to")
	set("harbour_entry", "exact")
	set("safe_harbour", true)
	set("treasure_hits", "none")
	set("fortress_treasure", "vault")
	set("combat", "duel")
	set("counter_plunder", false)
	set("hold_unit", "value")
	set("score_unit", "chests")
	set("treasure_target", 1, 2, 4, 99)
	set("count_aboard", "always", "never")
	set("max_rounds", 1, 5, 40)
	set("harbour_refit", true)
	set("unlimited_supply", true)
	switch src.Below(8) {
	case 0:
		options["map"], options["tiles"] = smallMap, randomTiles(src, 3)
	case 1:
		options["map"], options["tiles"] = bareMap, randomTiles(src, 1)
	case 2:
		options["map"], options["tiles"] = bigMap, randomTiles(src, 20)
	case 3:
		options["tiles"] = randomTiles(src, 10)
	}
	if _, given := options["max_rounds"]; !given {
		options["max_rounds"] = 20
	}
	return 2 + src.Below(5), options
}

// randomGames plays games over random options in chance mode host and shows every position, the last one included.
func randomGames(t testing.TB, games int, seed uint64, visit func(d *core.Driver, s *state)) {
	t.Helper()
	src := core.Source{State: seed}
	d := core.NewDriver(Rules{})
	var moves []core.Move
	for range games {
		seats, options := randomOptions(&src)
		req := request(t, seats, uint16(src.Below(1<<16)), options, nil)
		req.HostChance = true
		require.Equal(t, core.Refusal{}, d.Start(req))
		s := d.State().(*state)
		for {
			visit(d, s)
			actors := s.Actors()
			if actors == 0 {
				break
			}
			for range src.Below(actors.Len()) {
				actors = actors.Rest()
			}
			seat := actors.First()
			moves = s.Moves(seat, moves[:0])
			require.NotEmpty(t, moves)
			s.Apply(seat, pick(&src, moves), nil)
		}
	}
}

// pick picks a move, of what is not a pass three times in four.
func pick(src *core.Source, moves []core.Move) core.Move {
	n := len(moves)
	if moves[n-1].Kind == movePass && n > 1 && src.Below(4) != 0 {
		n--
	}
	return moves[src.Below(n)]
}

// viewOf is a view in bytes.
func viewOf(s *state, viewer core.Seat) string {
	var w wire.Writer
	s.View(viewer, &w)
	return string(w.B)
}

// decode turns a view into maps, with a decoder that is not ours.
func decode(t testing.TB, view string) m {
	t.Helper()
	var v m
	require.NoError(t, msgpack.Unmarshal([]byte(view), &v))
	return v
}

// viewers are all viewers of a game.
func viewers(s *state) []core.Seat {
	list := []core.Seat{core.Spectator, core.Referee}
	for i := range s.set.seats {
		list = append(list, core.Seat(i))
	}
	return list
}
