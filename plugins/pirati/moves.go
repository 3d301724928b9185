package pirati

import (
	"math/bits"
	"slices"

	"github.com/parley-rules/parley/core"
)

// Moves appends the legal moves of an actor in the canonical order.
//
// PI-22, PI-67, PI-193.
func (s *state) Moves(seat core.Seat, buf []core.Move) []core.Move {
	switch s.phase {
	case phaseSetup: // PI-10
		for pos := range int16(edge - 1) {
			buf = append(buf, core.Move{Kind: movePlaceShip, N: 1, Arg: [core.MoveSlots]int16{pos + 1}})
		}
		return buf
	case phaseChoice:
		first := firstWay(s.tiles[s.moverCell()])
		for left := s.ways; left != 0; left &= left - 1 {
			v := vectors[first+jump(bits.TrailingZeros8(left))]
			buf = append(buf, core.Move{Kind: moveChoose, N: 2, Arg: [core.MoveSlots]int16{int16(v.dr), int16(v.dc)}})
		}
		return buf
	}
	buf = slices.Grow(buf, mostMoves)
	for set := ofSeat(int(seat)) &^ (s.captive | s.delayed | s.gone); set != 0; set &= set - 1 {
		buf = s.appendPirate(first(set), buf)
	}
	if s.canSail(int(seat)) {
		for _, to := range alongSide[s.ships[seat]] {
			if to != noCell {
				var m *core.Move
				buf, m = add(buf, moveSail, 2)
				m.Arg[0], m.Arg[1] = int16(rowOf(to)), int16(colOf(to))
			}
		}
	}
	buf, _ = add(buf, movePass, 0)
	return buf
}

// mostMoves is how many moves a seat can have, flights left aside: three pirates who carry, its ship, and to pass.
const mostMoves = crew*directions*2 + 2 + 1

// add adds a move without arguments to a list that has room for it: to write a move where it stays costs a module less than to
// copy it there.
func add(buf []core.Move, kind, n uint8) ([]core.Move, *core.Move) {
	buf = buf[:len(buf)+1]
	m := &buf[len(buf)-1]
	*m = core.Move{}
	m.Kind, m.N = kind, n
	return buf, m
}

// appendPirate lists the moves of a pirate who is neither held nor lost.
//
// PI-37, PI-77, PI-163.
func (s *state) appendPirate(pirate int, buf []core.Move) []core.Move {
	kind, ways, withToken := s.exits(pirate)
	index := int16(indexOf(pirate))
	var m *core.Move
	if kind == moveMudStep {
		buf, m = add(buf, moveMudStep, 2)
		m.Arg[0] = index
		if withToken != 0 {
			buf, m = add(buf, moveMudStep, 2)
			m.Arg[0], m.Arg[1] = index, 1
		}
		return buf
	}
	n := uint8(4)
	if kind == moveSwim {
		n = 3
	}
	near := &landing[s.cellOf(s.place[pirate])]
	for ; ways != 0; ways &= ways - 1 {
		direction := bits.TrailingZeros8(ways)
		to := near[direction]
		row, col := int16(rowOf(to)), int16(colOf(to))
		buf, m = add(buf, kind, n)
		m.Arg[0], m.Arg[1], m.Arg[2] = index, row, col
		if withToken>>direction&1 != 0 {
			buf, m = add(buf, kind, n)
			m.Arg[0], m.Arg[1], m.Arg[2], m.Arg[3] = index, row, col, 1
		}
	}
	if s.genie == powerUnused && s.hasGenie(pirate) {
		return s.appendFlights(pirate, index, buf)
	}
	return buf
}

// exits says how a pirate who is neither held nor lost may go on: by what kind of move, in which directions, and in which of
// them with a token too. In the mud direction 0 is the next footprint.
//
// PI-30, PI-37, PI-77, PI-78, PI-163.
func (s *state) exits(pirate int) (kind, ways, withToken uint8) {
	p := s.place[pirate]
	if isAboard(p) {
		return moveStep, s.goingAshore(pirate), 0
	}
	at := cell(p)
	t := s.tiles[at]
	if isRing(t) {
		if ways = alongRing[at]; ways&s.odd.around(at) != 0 {
			ways = s.swimming(pirate)
		}
		return moveSwim, ways, 0
	}
	loaded := s.tokensAt(p) > 0
	if footOf(p) < footprintsOf(t) {
		return moveMudStep, 1, uint8(number(loaded))
	}
	ways = s.known.around(at) // PI-134
	if loaded = loaded && s.mayCarry(pirate); loaded {
		withToken = s.calm.around(at)
	}
	if left := s.odd.around(at); left != 0 {
		m := movement{pirate: pirate, team: teamOf(pirate)}
		near := &landing[at]
		for ; left != 0; left &= left - 1 {
			direction := bits.TrailingZeros8(left)
			may := s.venturing(&m, near[direction], jump(direction), loaded)
			ways |= may & bare << direction
			withToken |= may & laden >> 1 << direction
		}
	}
	return moveStep, ways, withToken
}

// goingAshore is the direction of the one step out of a ship, if it may be made.
//
// PI-32.
func (s *state) goingAshore(pirate int) uint8 {
	ship := s.place[pirate] - aboard
	out := inwards(s.sides[ship])
	may := entries[number(s.barDirect)][s.tiles[landing[s.ships[ship]][out]]]
	if may == ask {
		may = s.stepping(pirate, out, false)
	}
	return may & bare << out
}

// appendFlights goes through the whole grid: by option ships are targets too.
//
// PI-125, PI-127.
func (s *state) appendFlights(pirate int, index int16, buf []core.Move) []core.Move {
	at := cell(s.place[pirate])
	for row := range grid {
		for col := range grid {
			to := cellAt(row, col)
			if to == at || !s.flying(pirate, to) {
				continue
			}
			first, last := s.footprints(to)
			for foot := first; foot <= last; foot++ {
				buf = append(buf, core.Move{Kind: moveUseGenie, N: 4,
					Arg: [core.MoveSlots]int16{index, int16(row), int16(col), int16(foot)}})
			}
		}
	}
	return slices.Grow(buf, mostMoves)
}

// canMove says whether a seat has a legal main move besides pass; with ignoreDelay as if nobody were delayed. It is asked in games
// that are not exhausted only: then a token lies somewhere, or a tile is face down, and there everybody may fly to.
//
// PI-23, PI-124, PI-125, PI-187.
func (s *state) canMove(seat int, ignoreDelay bool) bool {
	if s.canSail(seat) {
		return true
	}
	held := s.captive | s.gone
	if !ignoreDelay {
		held |= s.delayed
	}
	for set := ofSeat(seat) &^ held; set != 0; set &= set - 1 {
		pirate := first(set)
		if s.canLeave(pirate) || s.hasGenie(pirate) {
			return true
		}
	}
	return false
}

// canLeave says whether a pirate who is neither held nor lost has an exit. Mostly a look around is enough.
//
// PI-187.
func (s *state) canLeave(pirate int) bool {
	if p := s.place[pirate]; isCell(p) && s.known.around(cell(p)) != 0 && !isRing(s.tiles[cell(p)]) {
		return true
	}
	_, ways, _ := s.exits(pirate)
	return ways != 0
}
