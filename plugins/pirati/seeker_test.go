package pirati

import (
	"sort"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
)

// seen is what a seeker takes from a view.
type seen struct {
	kind   [boardSize]int // none if it is face down
	tokens [boardSize]int
	octopi [][2]int // where captives of the own seat are held by an octopus
	ship   *[2]int
}

// see reads a view.
func see(view string, seat int) *seen {
	g, r := &seen{}, wire.NewReader([]byte(view))
	list := func(r wire.Reader, key string, each func(i int, r wire.Reader)) {
		if key != "" {
			r, _ = r.Find(key)
		}
		n, _ := r.Array()
		for i := range n {
			each(i, r)
			r.Skip()
		}
	}
	list(r, "tiles", func(i int, tile wire.Reader) {
		g.kind[i] = none
		if kind, ok := tile.Find("kind"); ok {
			g.kind[i] = readWord(kind, kindType)
			list(tile, "tokens", func(_ int, r wire.Reader) { g.tokens[i] += readInt(r) })
		}
	})
	list(r, "ships", func(i int, ship wire.Reader) {
		if at, _ := ship.Find("at"); i == seat && !at.Nil() {
			c := readCell(at)
			g.ship = &[2]int{rowOf(c), colOf(c)}
		}
	})
	list(r, "pirates", func(i int, crew wire.Reader) {
		if i != seat {
			return
		}
		list(crew, "", func(_ int, pirate wire.Reader) {
			if captive, _ := pirate.Find("captive"); readBool(captive) {
				place, _ := pirate.Find("place")
				at, _ := place.Find("at")
				if c := readCell(at); g.kind[11*(rowOf(c)-1)+colOf(c)-1] == kindOctopus {
					g.octopi = append(g.octopi, [2]int{rowOf(c), colOf(c)})
				}
			}
		})
	})
	return g
}

// far is the distance of what cannot be reached.
const far = 99

// seeker is a player who sees views and legal moves only. It goes to the nearest face-down square, token or captive of its own,
// carries tokens home the shortest way that it can see, and passes when there is nothing left to do. It does not like squares
// on which the same pirate has been lately.
type seeker struct {
	src    core.Source
	recent map[[3]int]int // turn in which a pirate of a seat was on a square
	turn   int
	game   *seen
	find   [grid][grid]int // steps without a token to something worth it
	home   [grid][grid]int // steps with a token to the own ship
}

// flood fills distances from goals over squares that let one pass, eight ways.
func flood(to *[grid][grid]int, goals [][2]int, pass func(r, c int) int) {
	for r := range to {
		for c := range to[r] {
			to[r][c] = far
		}
	}
	for _, g := range goals {
		to[g[0]][g[1]] = 0
	}
	for changed := true; changed; {
		changed = false
		for r := 1; r < edge; r++ {
			for c := 1; c < edge; c++ {
				cost := pass(r, c)
				if cost >= far {
					continue
				}
				for _, v := range vectors[:directions] {
					if d := to[r+int(v.dr)][c+int(v.dc)] + cost; d < to[r][c] {
						to[r][c], changed = d, true
					}
				}
			}
		}
	}
}

// look reads a view and measures distances.
func (k *seeker) look(view string, seat int) {
	g := see(view, seat)
	k.game = g
	cost := func(carry bool) func(r, c int) int {
		return func(r, c int) int {
			switch kind := g.kind[11*(r-1)+c-1]; {
			case kind == kindSea || kind >= kindTreasure1:
				return 1
			case kind >= kindMud2 && kind <= kindMud5:
				return kind - kindMud2 + 2
			case kind == kindTurtle:
				return 2
			case kind == kindIsland && !carry:
				return 1
			}
			return far
		}
	}
	goals, front := g.octopi, [][2]int(nil)
	if at := g.ship; at != nil {
		front = append(front, [2]int{min(edge-1, max(1, at[0])), min(edge-1, max(1, at[1]))})
	}
	flood(&k.home, front, cost(true))
	for i := range g.kind {
		at := [2]int{1 + i/11, 1 + i%11}
		if g.kind[i] == none || g.tokens[i] > 0 && k.home[at[0]][at[1]] < far {
			goals = append(goals, at)
		}
	}
	flood(&k.find, goals, cost(false))
}

// worth says how good a move looks.
func (k *seeker) worth(seat int, m core.Move) int {
	noise := k.src.Below(3)
	switch m.Kind {
	case moveChoose:
		return k.src.Below(100)
	case movePass:
		return 5
	case moveSail:
		return 0
	case moveMudStep:
		return 300 + 100*m.Int(1)
	case moveSwim:
		at := k.game.ship
		if at == nil {
			return 0
		}
		dr, dc := m.Int(1)-at[0], m.Int(2)-at[1]
		return 250 - dr*dr - dc*dc
	case moveUseGenie:
		if k.find[m.Int(1)][m.Int(2)] == 0 {
			return 60 + noise
		}
		return 0
	}
	r, c, lately := m.Int(1), m.Int(2), 0
	if turn, ok := k.recent[[3]int{3*seat + m.Int(0), r, c}]; ok && k.turn-turn < 40 {
		lately = (40 - k.turn + turn) / 4
	}
	if r == 0 || r == edge || c == 0 || c == edge { // a ship
		return 900 * m.Int(3)
	}
	if m.Int(3) == 1 {
		if k.home[r][c] >= far {
			return 0
		}
		return 600 - 5*k.home[r][c] - lately + noise
	}
	if d := k.find[r][c]; d < far {
		return 300 - 5*d - lately + noise
	}
	return 3
}

// choose picks the best move; once in a while any.
func (k *seeker) choose(s *state, moves []core.Move) core.Move {
	seat := int(s.toAct)
	k.turn++
	if k.src.Below(25) == 0 {
		return moves[k.src.Below(len(moves))]
	}
	k.look(viewOf(s, core.Seat(seat)), seat)
	best, most := 0, -1
	for i, m := range moves {
		if v := k.worth(seat, m); v > most {
			best, most = i, v
		}
	}
	if m := moves[best]; m.Kind == moveStep {
		k.recent[[3]int{3*seat + m.Int(0), m.Int(1), m.Int(2)}] = k.turn
	}
	return moves[best]
}

// statistics tells how long games were and how they ended.
func statistics(t *testing.T, who string, lengths []int, reasons map[string]int) {
	sort.Ints(lengths)
	t.Logf("%s: %d games, turns: median %d, longest %d; %v", who, len(lengths), lengths[len(lengths)/2], lengths[len(lengths)-1], reasons)
}

// Of 200 games of players who seek tokens at least nine in ten end otherwise than by the safety limit.
func TestSeekers(t *testing.T) {
	games := 200
	if testing.Short() {
		games = 20
	}
	var moves []core.Move
	var lengths []int
	reasons, tokensIn := map[string]int{}, 0
	for g := range games {
		d := core.NewDriver(Rules{})
		require.Equal(t, core.Refusal{}, d.Start(request(t, 2+g%2*2, uint64(g), nil, nil)))
		s := d.State().(*state)
		k := seeker{src: core.Source{State: uint64(g)}, recent: map[[3]int]int{}}
		for s.Actors() != 0 {
			moves = s.Moves(s.Actors().First(), moves[:0])
			s.Apply(s.Actors().First(), k.choose(s, moves), nil)
		}
		lengths = append(lengths, int(s.turn))
		reasons[s.Outcome().Reason]++
		sum := s.totals()
		tokensIn += int(sum[0] + sum[1])
	}
	statistics(t, "seekers", lengths, reasons)
	t.Logf("tokens brought in per game: %.1f", float64(tokensIn)/float64(games))
	require.LessOrEqual(t, reasons["quiet_limit"], games/10)
	require.Greater(t, tokensIn, 5*games)
}

// Games of random players come to an end; how long they are and how they end is told by the test's log.
func TestRandomPlayers(t *testing.T) {
	for _, seats := range []int{2, 4} {
		var lengths []int
		reasons := map[string]int{}
		d, s := start(t, seats, nil, nil)
		src := core.Source{State: 1}
		for g := range 500 {
			require.Equal(t, core.Refusal{}, d.Start(request(t, seats, uint64(g), nil, nil)))
			_, r := d.Playout(&src, mostTurns)
			require.Equal(t, core.Refusal{}, r)
			require.Zero(t, s.Actors())
			lengths = append(lengths, int(s.turn))
			reasons[s.Outcome().Reason]++
		}
		statistics(t, "random players", lengths, reasons)
		require.Zero(t, reasons["quiet_limit"])
	}
}
