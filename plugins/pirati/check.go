package pirati

import (
	"math/bits"

	"github.com/parley-rules/parley/core"
)

// Check says whether an actor's move is legal, or the first reason why not. It changes nothing.
//
// PI-22, PI-26, PI-37.
func (s *state) Check(seat core.Seat, m core.Move) core.Code {
	switch {
	case s.phase == phaseSetup && m.Kind == movePlaceShip:
		return core.OK
	case s.phase == phaseChoice && m.Kind == moveChoose:
		if way := wayOf(s.tiles[s.moverCell()], &m); way == none || s.ways>>way&1 == 0 {
			return codeBadChoice
		}
		return core.OK
	case s.phase != phaseMain || m.Kind == movePlaceShip || m.Kind == moveChoose:
		return core.WrongMoveType
	case m.Kind == movePass:
		return core.OK
	case m.Kind == moveSail:
		return s.checkSail(int(seat), m.Int(0), m.Int(1))
	}
	pirate := crew*int(seat) + m.Int(0)
	if isLost(s.place[pirate]) {
		return codePirateLost
	}
	switch m.Kind {
	case moveStep:
		return s.checkStep(pirate, m.Int(1), m.Int(2), m.Int(3) != 0)
	case moveMudStep:
		return s.checkMudStep(pirate, m.Int(1) != 0)
	case moveSwim:
		return s.checkSwim(pirate, m.Int(1), m.Int(2))
	}
	return s.checkGenie(pirate, m.Int(1), m.Int(2), m.Int(3))
}

// wayOf is the bit, as in waysOf, of the way from a choice tile that a choose move names, none if there is none.
func wayOf(t tile, m *core.Move) int {
	first := firstWay(t)
	for i := range directions {
		if v := vectors[first+jump(i)]; int16(v.dr) == m.Arg[0] && int16(v.dc) == m.Arg[1] {
			return i
		}
	}
	return none
}

// held says whether a pirate cannot be played.
//
// PI-37, PI-111, PI-133.
func (s *state) held(pirate int) bool { return (s.captive|s.delayed)>>uint(pirate)&1 != 0 }

// inMud says whether a pirate stands on a footprint from which only the next one can be reached.
//
// PI-37, PI-77.
func (s *state) inMud(pirate int) bool {
	p := s.place[pirate]
	return isCell(p) && footOf(p) < footprintsOf(s.tiles[cell(p)])
}

// swims says whether a pirate is in the water.
//
// PI-37.
func (s *state) swims(pirate int) bool {
	p := s.place[pirate]
	return isCell(p) && isRing(s.tiles[cell(p)])
}

// hasLoad says whether a token lies where a pirate is.
//
// PI-82, PI-162, PI-164.
func (s *state) hasLoad(pirate int) bool { return s.tokensAt(s.place[pirate]) > 0 }

// mayCarry says whether a pirate may take a token from where he is: a freed captive of the octopus may not.
//
// PI-112.
func (s *state) mayCarry(pirate int) bool { return s.freed>>uint(pirate)&1 == 0 }

// checkStep checks a step of a pirate who is not lost.
//
// PI-30, PI-37, PI-38, PI-40, PI-163, PI-164.
func (s *state) checkStep(pirate, row, col int, carry bool) core.Code {
	if s.swims(pirate) || s.inMud(pirate) {
		return codeWrongPlace
	}
	if s.held(pirate) {
		return codePirateHeld
	}
	direction, ok := stepTo(s.cellOf(s.place[pirate]), row, col)
	if !ok {
		return codeNotAdjacent
	}
	if carry && !s.hasLoad(pirate) {
		return codeNoToken
	}
	may := s.stepping(pirate, direction, carry)
	switch {
	case may&bare == 0:
		return codeForbiddenSquare
	case carry && (may&laden == 0 || !s.mayCarry(pirate)):
		return codeCannotCarry
	}
	return core.OK
}

// stepping says how a pirate may step in a direction; with a token is looked at only if that is asked. Nobody steps into open
// water. A ship is left straight ahead only.
//
// PI-32, PI-33.
func (s *state) stepping(pirate int, direction jump, withToken bool) (may uint8) {
	p := s.place[pirate]
	m := movement{pirate: pirate, team: teamOf(pirate)}
	if isAboard(p) {
		if ship := p - aboard; direction != inwards(s.sides[ship]) {
			return 0
		}
		withToken = false
	}
	return s.entering(&m, landing[s.cellOf(p)][direction], direction, withToken)
}

// entering says how a pirate may decide to go to a cell by a jump, on to the ring by a step only.
//
// PI-70, PI-107, PI-113, PI-121, PI-130, PI-140.
func (s *state) entering(m *movement, to cell, j jump, withToken bool) (may uint8) {
	if may = entries[number(s.barDirect)][s.tiles[to]]; may != ask {
		return may
	}
	return s.venturing(m, to, j, withToken)
}

// venturing is entering where the tile alone does not tell.
//
// PI-31, PI-38, PI-39, PI-40, PI-149, PI-150.
func (s *state) venturing(m *movement, to cell, j jump, withToken bool) (may uint8) {
	switch t := s.tiles[to]; classes[t] {
	case classBarred:
		return bare
	case classShip:
		ship := shipOf(t)
		switch {
		case straightMask>>j&1 == 0 || !s.mayEnter(m.team, ship, false):
			return 0
		case withToken && s.mayEnter(m.team, ship, true):
			return bare | laden
		}
		return bare
	}
	m.carry = false
	if !s.look(m, to, j) {
		return 0
	}
	if withToken {
		m.carry = true
		if s.look(m, to, j) {
			return bare | laden
		}
	}
	return bare
}

// checkMudStep checks a step inside the mud.
//
// PI-37, PI-77, PI-78, PI-164.
func (s *state) checkMudStep(pirate int, carry bool) core.Code {
	if !s.inMud(pirate) {
		return codeWrongPlace
	}
	if carry && !s.hasLoad(pirate) {
		return codeNoToken
	}
	return core.OK
}

// checkSwim checks a swimmer's move.
//
// PI-37, PI-154, PI-155.
func (s *state) checkSwim(pirate, row, col int) core.Code {
	if !s.swims(pirate) {
		return codeWrongPlace
	}
	at := cell(s.place[pirate])
	direction, ok := stepTo(at, row, col)
	switch {
	case !ok || alongRing[at]>>direction&1 == 0:
		return codeNotAdjacent
	case s.swimming(pirate)>>direction&1 == 0:
		return codeForbiddenSquare
	}
	return core.OK
}

// swimming is the set of directions in which a swimmer may go along the ring: both, but into an opposing ship only if he may
// enter it.
//
// PI-154, PI-155.
func (s *state) swimming(pirate int) (set uint8) {
	at := cell(s.place[pirate])
	set = alongRing[at]
	for ships := set & s.odd.around(at); ships != 0; ships &= ships - 1 {
		direction := bits.TrailingZeros8(ships)
		if !s.mayEnter(teamOf(pirate), s.shipOn(landing[at][direction]), false) {
			set &^= 1 << direction
		}
	}
	return set
}

// checkSail checks a move of a seat's ship.
//
// PI-147, PI-148.
func (s *state) checkSail(seat, row, col int) core.Code {
	if !s.canSail(seat) {
		return codeCannotSail
	}
	to := cellAt(row, col)
	if next := &alongSide[s.ships[seat]]; next[0] == to || next[1] == to {
		return core.OK
	}
	return codeNotAdjacent
}

// canSail says whether a seat's ship is afloat and manned.
//
// PI-148.
func (s *state) canSail(seat int) bool { return s.ships[seat] != noCell && s.manned(seat) }

// checkGenie checks a flight with the genie's help.
//
// PI-124, PI-125, PI-127, PI-130.
func (s *state) checkGenie(pirate, row, col, foot int) core.Code {
	if !s.hasGenie(pirate) {
		return codeGenieUnavailable
	}
	to := cellAt(row, col)
	if to == cell(s.place[pirate]) {
		return codeNotAdjacent
	}
	if first, last := s.footprints(to); foot < first || foot > last || !s.flying(pirate, to) {
		return codeForbiddenSquare
	}
	return core.OK
}

// footprints are the numbers that a flight to a cell can name, from the first to the last.
//
// PI-127.
func (s *state) footprints(to cell) (first, last int) {
	if t := s.tiles[to]; t&faceUp != 0 && footprintsOf(t) > 0 {
		return 1, footprintsOf(t)
	}
	return 0, 0
}

// flying says whether a pirate on the genie may fly to another cell: to a square of the board, or by option to a friendly
// ship.
//
// PI-125.
func (s *state) flying(pirate int, to cell) bool {
	m := movement{pirate: pirate, team: teamOf(pirate)}
	if isRing(s.tiles[to]) {
		ship := s.shipOn(to)
		return s.genieToShip && ship != none && ship&1 == m.team
	}
	return s.entering(&m, to, m.aim(cell(s.place[pirate]), to), false) != 0
}
