package pirati

import (
	"math/bits"

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
	for i := range int16(crew) {
		buf = s.appendPirate(crew*int(seat)+int(i), i, buf)
	}
	if s.canSail(int(seat)) {
		for _, to := range s.sailing(int(seat)) {
			if to != noCell {
				buf = append(buf, core.Move{Kind: moveSail, N: 2, Arg: [core.MoveSlots]int16{int16(rowOf(to)), int16(colOf(to))}})
			}
		}
	}
	return append(buf, core.Move{Kind: movePass})
}

// appendPirate lists the moves of a pirate, the index-th of his seat.
//
// PI-37, PI-77, PI-163.
func (s *state) appendPirate(pirate int, index int16, buf []core.Move) []core.Move {
	p := s.place[pirate]
	if !isCell(p) || s.held(pirate) {
		if isAboard(p) {
			return s.appendLanding(pirate, index, buf)
		}
		return buf
	}
	at := cell(p)
	switch {
	case s.tiles[at] == ringTile:
		return s.appendSwims(pirate, index, buf)
	case footOf(p) > 0 && s.inMud(pirate):
		return s.appendMudSteps(pirate, index, buf)
	}
	loaded := s.tokens[at] > 0 && s.hasLoad(pirate) && s.mayCarry(pirate)
	near, steps := &landing[at], &stepMoves[index]
	for direction := range jump(directions) {
		to := near[direction]
		may := entries[s.tiles[to]]
		if may == ask {
			if s.tiles[to] == ringTile && s.shipOn(to) == none {
				continue // open water, as most of the ring is
			}
			may = s.stepping(pirate, direction, loaded)
		}
		if may == 0 {
			continue
		}
		buf = append(buf, steps[to])
		if loaded && may&laden != 0 {
			buf = append(buf, steps[to])
			buf[len(buf)-1].Arg[3] = 1
		}
	}
	if s.genie == powerUnused && s.hasGenie(pirate) {
		return s.appendFlights(pirate, index, buf)
	}
	return buf
}

// appendLanding lists the one step out of a ship.
//
// PI-32.
func (s *state) appendLanding(pirate int, index int16, buf []core.Move) []core.Move {
	ship := s.place[pirate] - aboard
	out := inwards(s.sides[ship])
	to := landing[s.ships[ship]][out]
	may := entries[s.tiles[to]]
	if may == ask {
		may = s.stepping(pirate, out, false)
	}
	if may != 0 {
		buf = append(buf, stepMoves[index][to])
	}
	return buf
}

// appendMudSteps lists the step to the next footprint.
//
// PI-77, PI-78.
func (s *state) appendMudSteps(pirate int, index int16, buf []core.Move) []core.Move {
	buf = append(buf, core.Move{Kind: moveMudStep, N: 2, Arg: [core.MoveSlots]int16{index, 0}})
	if s.hasLoad(pirate) {
		buf = append(buf, core.Move{Kind: moveMudStep, N: 2, Arg: [core.MoveSlots]int16{index, 1}})
	}
	return buf
}

// stepMoves are all steps without a token: copying a move costs less than making one.
var stepMoves = func() (list [crew][cells]core.Move) {
	for index := range int16(crew) {
		for row := range int16(grid) {
			for col := range int16(grid) {
				list[index][row*stride+col] = core.Move{Kind: moveStep, N: 4, Arg: [core.MoveSlots]int16{index, row, col}}
			}
		}
	}
	return list
}()

// appendSwims lists a swimmer's moves.
//
// PI-154, PI-155.
func (s *state) appendSwims(pirate int, index int16, buf []core.Move) []core.Move {
	for _, to := range alongRing[cell(s.place[pirate])] {
		if s.swimming(pirate, to) {
			buf = append(buf, stepMoves[index][to])
			m := &buf[len(buf)-1]
			m.Kind, m.N = moveSwim, 3
		}
	}
	return buf
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
	return buf
}

// canMove says whether a seat has a legal main move besides pass; with ignoreDelay as if nobody were delayed.
//
// PI-23, PI-187.
func (s *state) canMove(seat int, ignoreDelay bool) bool {
	if s.canSail(seat) {
		return true
	}
	held := s.captive
	if !ignoreDelay {
		held |= s.delayed
	}
	for pirate := crew * seat; pirate < crew*seat+crew; pirate++ {
		if isLost(s.place[pirate]) || held>>uint(pirate)&1 != 0 {
			continue
		}
		if s.inMud(pirate) || s.canLeave(pirate) {
			return true
		}
	}
	return false
}

// canLeave says whether a pirate who is not held has a step, a swim or a flight.
//
// PI-187.
func (s *state) canLeave(pirate int) bool {
	at := cell(s.place[pirate])
	if s.swims(pirate) {
		next := &alongRing[at]
		return s.swimming(pirate, next[0]) || s.swimming(pirate, next[1])
	}
	for direction := range jump(directions) {
		if s.stepping(pirate, direction, false) != 0 {
			return true
		}
	}
	if !s.hasGenie(pirate) {
		return false
	}
	for _, to := range boardCells {
		if to != at && s.flying(pirate, to) {
			return true
		}
	}
	if s.genieToShip {
		for ship := seatOf(pirate) & 1; ship < int(s.n); ship += 2 {
			if s.ships[ship] != noCell {
				return true
			}
		}
	}
	return false
}
