package pirati

import (
	"bytes"
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
	encode := func(m map[string]any) []byte {
		if m == nil {
			return nil
		}
		var b bytes.Buffer
		e := msgpack.NewEncoder(&b)
		e.SetSortMapKeys(true)
		require.NoError(t, e.Encode(m))
		return b.Bytes()
	}
	r.Options, r.Setup = encode(options), encode(setup)
	return r
}

// start starts a game that must be accepted.
func start(t testing.TB, seats int, options, setup map[string]any) (*core.Driver, *state) {
	t.Helper()
	d := core.NewDriver(Rules{})
	require.Equal(t, core.Refusal{}, d.Start(request(t, seats, 1, options, setup)))
	return d, d.State().(*state)
}

// base is the base position of the rules text's examples, with more added.
func base(more map[string]any) map[string]any {
	setup := map[string]any{"tiles_rest": "sea", "tiles": []any{map[string]any{"at": []int{1, 1}, "face_up": false, "kind": "treasure1"}}}
	for key, value := range more {
		setup[key] = value
	}
	return setup
}

// randomOptions draws a number of seats and options that fit.
func randomOptions(src *core.Source) (seats int, options map[string]any) {
	seats = 2 + 2*src.Below(2)
	options = map[string]any{}
	if src.Below(2) == 0 {
		sides := []string{"south", "west", "north", "east"}
		if seats == 2 {
			src.Shuffle(4, func(i, j int) { sides[i], sides[j] = sides[j], sides[i] })
		} else {
			k := src.Below(4) // turned round, and mirrored
			sides = append(sides[k:], sides[:k]...)
			if src.Below(2) == 0 {
				sides[1], sides[3] = sides[3], sides[1]
			}
		}
		options["sides"] = sides[:seats]
	}
	if src.Below(3) == 0 {
		options["ship_start"] = "choose"
	}
	if src.Below(2) == 0 {
		options["first_seat"] = src.Below(seats)
	}
	for _, name := range []string{"ban_direct_steps", "mermaid_heir", "genie_to_ship", "end_when_decided"} {
		if src.Below(2) == 0 {
			options[name] = src.Below(2) == 0
		}
	}
	if src.Below(2) == 0 {
		options["octopus_liberator"] = []string{"team", "seat"}[src.Below(2)]
	}
	if src.Below(2) == 0 {
		options["enemy_ship_entry"] = []string{"unmanned_only", "never"}[src.Below(2)]
	}
	if src.Below(2) == 0 {
		options["quiet_round_limit"] = []int{5, 20, 60}[src.Below(3)]
	}
	if src.Below(2) == 0 {
		options["all_pass_rounds"] = []int{0, 1, 3, 100}[src.Below(4)]
		if src.Below(100) != 0 { // a game that passing does not end is long
			options["quiet_round_limit"] = 5 + src.Below(20)
		}
	}
	return seats, options
}

// randomSetup draws a board of a few tiles in the sea, of all kinds, most of them face down.
func randomSetup(src *core.Source) map[string]any {
	tiles, seen := []any{}, map[int]bool{kindSea: true}
	squares := make([]int, boardSize)
	for i := range squares {
		squares[i] = i
	}
	src.Shuffle(boardSize, func(i, j int) { squares[i], squares[j] = squares[j], squares[i] })
	for _, i := range squares[:src.Below(50)] {
		kind := src.Below(kinds)
		switch {
		case kind >= kindTreasure1 || kind == kindGenie || kind == kindMermaid:
			if seen[kind] { // at most one of each: 15 tokens and the mermaid's three
				continue
			}
			seen[kind] = true
		}
		t := tile(kind)
		t |= turned(t, src.Below(manyTurns))
		dirs := []string{}
		for d, word := range directionWords {
			if dirsOf[t]>>d&1 != 0 {
				dirs = append(dirs, word)
			}
		}
		tiles = append(tiles, map[string]any{"at": []int{1 + i/11, 1 + i%11}, "face_up": src.Below(4) == 0, "kind": kindWords[kind], "dirs": dirs})
	}
	return map[string]any{"phase": "main", "tiles": tiles, "tiles_rest": "sea"}
}

// mostTurns is far more than a game of the tests has.
const mostTurns = 200_000

// randomGames plays games over random options and shows every position, the last one too. Passes are rare, so that games last.
func randomGames(t testing.TB, games int, seed uint64, visit func(d *core.Driver, s *state)) {
	t.Helper()
	src := core.Source{State: seed}
	d := core.NewDriver(Rules{})
	var moves []core.Move
	for range games {
		seats, options := randomOptions(&src)
		var setup map[string]any
		if src.Below(3) == 0 {
			options["ship_start"] = "middle"
			setup = randomSetup(&src)
		}
		require.Equal(t, core.Refusal{}, d.Start(request(t, seats, src.Uint64(), options, setup)))
		s := d.State().(*state)
		for steps := 0; ; steps++ {
			visit(d, s)
			actors := s.Actors()
			if actors == 0 {
				break
			}
			require.Less(t, steps, mostTurns, "the game does not end")
			moves = s.Moves(actors.First(), moves[:0])
			m := moves[src.Below(len(moves))]
			if m.Kind == movePass && steps < 60 {
				m = moves[src.Below(len(moves))]
			}
			s.Apply(actors.First(), m, nil)
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

// domain is every move that the manifest's form allows, with core.Outside where it can stand.
func domain() (moves []core.Move) {
	squares := make([][2]int16, 0, grid*grid)
	for row := range int16(grid) {
		for col := range int16(grid) {
			squares = append(squares, [2]int16{row, col})
		}
	}
	for pos := int16(1); pos < edge; pos++ {
		moves = append(moves, core.M(movePlaceShip, pos))
	}
	for p := range int16(crew) {
		moves = append(moves, core.M(moveMudStep, p, 0), core.M(moveMudStep, p, 1))
		for _, c := range squares {
			moves = append(moves, core.M(moveStep, p, c[0], c[1], 0), core.M(moveStep, p, c[0], c[1], 1), core.M(moveSwim, p, c[0], c[1]))
			for foot := range int16(maxMud + 1) {
				moves = append(moves, core.M(moveUseGenie, p, c[0], c[1], foot))
			}
		}
	}
	for _, c := range squares {
		moves = append(moves, core.M(moveSail, c[0], c[1]))
	}
	moves = append(moves, core.M(movePass))
	values := []int16{core.Outside, -2, -1, 0, 1, 2}
	for _, dr := range values {
		for _, dc := range values {
			moves = append(moves, core.M(moveChoose, dr, dc))
		}
	}
	return moves
}
