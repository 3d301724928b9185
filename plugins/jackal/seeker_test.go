package jackal

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/core"
)

// seeker is a simple player: it opens tiles, and brings gold home. It looks at nothing but the legal moves and what every view shows;
// what lies under the fog it does not know.
type seeker struct {
	src    core.Source
	home   [256]int // steps with a load from a square to a vessel of the crew
	goal   [256]int // steps without one to gold that can be brought home, or to the fog
	visits [256]int // how often units of the seat that moves came to a square lately
}

const far = 1000

// spread fills in the distances from the squares that are 0: over open land, with a load perhaps. Arrows lead where they point, horses
// and ice nobody knows where, balloons home.
func (k *seeker) spread(s *state, d *[256]int, withLoad bool) {
	for again := true; again; {
		again = false
		for _, sq := range s.land {
			c := &s.cell[sq]
			if deadly(c) || withLoad && is(c.kind, closed) || d[sq] == 0 {
				continue
			}
			cost := far
			for dir, step := range delta {
				if c.kind != arrow || c.arg>>dir&1 != 0 {
					cost = min(cost, d[sq+step])
				}
			}
			cost += 1 + int(c.arg)*btoi(c.kind == labyrinth) + 6*btoi(c.kind == horse || c.kind == ice)
			if withLoad && c.kind == balloon {
				cost = 1
			}
			if cost < d[sq] {
				d[sq] = cost
				again = true
			}
		}
	}
}

func btoi(b bool) int { return int(byteOf(b)) }

// deadly says which open tiles a sensible player leaves alone.
func deadly(c *cell) bool {
	switch c.kind {
	case cannibal, crocodile, trap, rumBarrel, cannon:
		return true
	}
	return false
}

// look works out the distances for the crew to move.
func (k *seeker) look(s *state) {
	for i := range k.home {
		k.home[i], k.goal[i] = far, far
	}
	for v := uint8(1); v <= s.vessels; v++ {
		if ship := &s.vessel[v]; ship.sq != nowhere && s.friendly(ship.crew, s.crew) {
			k.home[ship.sq] = 0
		}
	}
	k.spread(s, &k.home, true)
	for _, sq := range s.land {
		c := &s.cell[sq]
		if c.kind == fog {
			k.goal[sq] = 3
		}
		if c.goods && s.pile[c.land].gold() > 0 && k.home[sq] < far {
			k.goal[sq] = 0
		}
	}
	k.spread(s, &k.goal, false)
}

// value is how much the seeker likes that a unit goes from a square to another one with a load.
func (k *seeker) value(s *state, from, to uint8, l uint8) int {
	c := &s.cell[to]
	gold := int(loads[l].goods.gold())
	v := -3 * k.visits[to]
	switch {
	case gold > 0 && c.vessel != 0:
		return 10_000 + 100*gold
	case gold > 0:
		return v + 300 + 100*gold - 20*k.home[to]
	case s.cell[from].kind == water: // swimming
		return v + 120 - 20*k.swim(s, to)
	case c.kind == water && c.vessel == 0, l != noLoad:
		return v - 500
	case c.vessel != 0:
		return v - 60
	case deadly(c):
		return v - 400
	}
	if at := &s.cell[from]; at.goods && k.home[from] < far && s.pile[at.land].gold() > 0 {
		v -= 150
	}
	if s.enemiesAt(&unit{crew: s.crew}, to, s.entryStep(pirate, to)).any {
		v += 30
	}
	return v + 100 - 12*k.goal[to]
}

// swim is the distance from a water square to a vessel of the crew.
func (k *seeker) swim(s *state, from uint8) int {
	v := s.nearest(s.crew, from)
	if v == 0 {
		return far
	}
	return s.distanceBetween(from, s.vessel[v].sq)
}

// choose picks one of the legal moves.
func (k *seeker) choose(s *state, moves []core.Move) core.Move {
	k.look(s)
	best, most := moves[0], -1<<30
	for i := range moves {
		m := &moves[i]
		v := k.src.Below(10)
		switch m.Kind {
		case moveServeRum:
			v += k.rum(s, squareIn(m, 0))
		case moveMove, moveFly:
			v += k.value(s, s.squareOf(&s.unit[m.Arg[0]+1]), squareIn(m, 1), loadIn(m, 3))
		case moveAdvance:
			v += 70
		case moveSail:
			v -= 80
		case moveResurrect:
			v += 120
		case moveGo:
			v += k.value(s, s.unit[s.mover].sq, squareIn(m, 0), loadIn(m, 2))
		}
		if v > most {
			best, most = *m, v
		}
	}
	for i := range k.visits {
		k.visits[i] -= k.visits[i] / 16
	}
	switch best.Kind {
	case moveMove, moveFly:
		k.visits[squareIn(&best, 1)] += 8
	case moveGo:
		k.visits[squareIn(&best, 0)] += 8
	}
	return best
}

// rum is served to free units of the seat's own, and to get them through labyrinths.
func (k *seeker) rum(s *state, at uint8) int {
	v := -600
	for id := s.drinkers(at); id != 0; id = s.unit[id].next {
		if u := &s.unit[id]; u.crew == s.crew && u.trapped {
			v += 800
		}
	}
	return v
}

// Seekers end their games by force or by gold, hardly ever by the limit of quiet rounds.
func TestSeekersEndTheirGames(t *testing.T) {
	games := 200
	if testing.Short() {
		games = 20
	}
	starts := []map[string]any{{"mode": "duel"}, {"mode": "duel_double"}, {"mode": "ffa"}, {"mode": "teams"}}
	seats := []int{2, 2, 3, 4}
	d := core.NewDriver(Rules{})
	limit, ended := 0, map[string]int{}
	var moves []core.Move
	for game := range games {
		options := starts[game%4]
		require.Equal(t, core.Refusal{}, d.Start(request(t, seats[game%4], uint64(game), options, nil)))
		s := d.State().(*state)
		var players [maxSeats]seeker
		for i := range players {
			players[i].src.State = uint64(game*maxSeats + i)
		}
		n := 0
		for ; s.Actors() != 0; n++ {
			moves = s.Moves(core.Seat(s.actor), moves[:0])
			s.Apply(core.Seat(s.actor), players[s.actor].choose(s, moves), nil)
		}
		reason := s.Outcome().Reason
		ended[reason]++
		if reason == "quiet" {
			limit++
		}
	}
	t.Log(ended)
	require.LessOrEqual(t, limit, 1+games/20) // 5 in 100; one more, so that a few games are enough
}
