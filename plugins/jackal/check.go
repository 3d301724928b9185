package jackal

import "github.com/parley-rules/parley/core"

// Malformed finds loads that are not in canonical order.
func (s *state) Malformed(m core.Move) bool {
	switch m.Kind {
	case moveMove, moveFly:
		return loadIn(&m, 3) == notCanonical
	case moveGo:
		return loadIn(&m, 2) == notCanonical
	}
	return false
}

// squareIn is the square in a move's arguments from a place on, nowhere if it is outside.
func squareIn(m *core.Move, at int) uint8 {
	r, c := m.Arg[at], m.Arg[at+1]
	if uint16(r) >= maxBoard || uint16(c) >= maxBoard {
		return nowhere
	}
	return square8(int(r), int(c))
}

// moveOf is the kind of move that answers a kind of decision.
var moveOf = [...]uint8{decideArrow: moveGo, decideHorse: moveGo, decideIceJump: moveGo, decideIceFlight: moveGo, decideCave: moveExitCave,
	decideLighthouse: moveOpenTile, decideQuake1: moveQuake, decideQuake2: moveQuake}

// Check says whether the actor's move is legal, or the first reason why not, in the order of section 7. It changes nothing.
//
// JK-10, JK-48, JK-261.
func (s *state) Check(_ core.Seat, m core.Move) core.Code {
	if s.phase == phaseDecision {
		if m.Kind != moveOf[s.decision] {
			return core.WrongMoveType
		}
		if m.Kind == moveGo {
			return s.checkGo(squareIn(&m, 0), loadIn(&m, 2))
		}
		if !s.mayPick(squareIn(&m, 0)) {
			return codeBadTarget
		}
		return core.OK
	}
	switch m.Kind {
	case moveServeRum:
		return s.checkServe(squareIn(&m, 0))
	case moveMove:
		return s.checkMove(&m)
	case moveAdvance:
		return s.checkAdvance(&m)
	case moveFly:
		return s.checkFly(&m)
	case moveSail:
		return s.checkSailMove(&m)
	case moveResurrect:
		return s.checkResurrect(squareIn(&m, 0))
	case movePass:
		if s.voluntaryPass || !s.hasMain() {
			return core.OK
		}
		return codeMustMove
	}
	return core.WrongMoveType
}

// checkUnit checks that a unit is one of the crew to move that can act.
//
// JK-11.
//
//go:noinline
func (s *state) checkUnit(n int16) (*unit, core.Code) {
	if n < 0 || n >= int16(s.units) || !s.unit[n+1].alive() {
		return nil, codeUnknownID
	}
	u := &s.unit[n+1]
	if u.crew != s.crew {
		return u, codeNotYours
	}
	if !canAct(u) {
		return u, codeCannotAct
	}
	return u, core.OK
}

// canAct says whether a living unit can act on its crew's turn.
//
// JK-11.
func canAct(u *unit) bool { return !u.trapped && !u.tunnel && u.skips == 0 }

// holds says whether a load is one of a set.
func holds(set uint32, l uint8) bool { return l < loadCount && set>>l&1 != 0 }

// checkMove checks move.
//
// JK-20, JK-33, JK-35.
func (s *state) checkMove(m *core.Move) core.Code {
	u, code := s.checkUnit(m.Arg[0])
	if code != core.OK {
		return code
	}
	if u.step < s.lastStep(u.sq) {
		return codeCannotAct // JK-26
	}
	l := loadIn(m, 3)
	if !holds(s.loadsAt(u), l) {
		return codeBadLoad
	}
	to := squareIn(m, 1)
	d := directionOf[to-s.squareOf(u)]
	if d == noDirection {
		return codeBadTarget
	}
	bare, withLoad, launches := s.firstStep(u, to, d, s.hemmedIn(u))
	switch {
	case l == noLoad:
		return bare
	case launches && l != boatAlone:
		return codeBadTarget
	}
	return withLoad
}

// firstStep says whether a unit may take a first step in a direction, without a load and with one. A step from land into plain
// water is a launch: with a load, it is for a boat alone. All land is alike, a cave's surface too.
//
// JK-20, JK-21, JK-22, JK-23, JK-24, JK-185.
func (s *state) firstStep(u *unit, to, d uint8, held bool) (bare, withLoad core.Code, launches bool) {
	c := &s.cell[to]
	from := s.cell[u.sq].kind // void aboard
	switch {
	case c.kind == void,
		c.kind == water && c.vessel == 0 && from == void,
		c.kind != water && (from == water || from == void && d&1 != 0):
		return codeBadTarget, codeBadTarget, false
	}
	bare, withLoad = s.mayEnter(u, to, d, held)
	if c.kind == water && c.vessel == 0 && from != water {
		return codeBadTarget, withLoad, true
	}
	return bare, withLoad, false
}

// checkAdvance checks advance.
//
// JK-26.
func (s *state) checkAdvance(m *core.Move) core.Code {
	u, code := s.checkUnit(m.Arg[0])
	if code != core.OK {
		return code
	}
	if u.step >= s.lastStep(u.sq) {
		return codeCannotAct
	}
	return s.mayAdvance(u)
}

// checkFly checks fly.
//
// JK-172, JK-176.
func (s *state) checkFly(m *core.Move) core.Code {
	u, code := s.checkUnit(m.Arg[0])
	if code != core.OK {
		return code
	}
	if !s.mayFly(uint8(m.Arg[0]) + 1) {
		return codeCannotAct
	}
	l := loadIn(m, 3)
	if !holds(s.loadsAt(u), l) {
		return codeBadLoad
	}
	to := squareIn(m, 1)
	if to == u.sq || !s.flightTo(to) {
		return codeBadTarget
	}
	bare, withLoad := s.mayEnter(u, to, byFlight, s.hemmedIn(u))
	if l == noLoad {
		return bare
	}
	return withLoad
}

// checkSailMove checks sail.
//
// JK-220.
func (s *state) checkSailMove(m *core.Move) core.Code {
	n := m.Arg[0]
	if n < 0 || n >= int16(s.vessels) || s.vessel[n+1].sq == nowhere {
		return codeUnknownID
	}
	v := uint8(n) + 1
	switch ship := &s.vessel[v]; {
	case ship.crew != s.crew:
		return codeNotYours
	case !s.crewed(ship):
		return codeCannotAct
	}
	return s.checkSail(v, squareIn(m, 1))
}

// checkGo checks go.
//
// JK-42, JK-61, JK-63.
func (s *state) checkGo(to, l uint8) core.Code {
	if !holds(s.loadsOn(), l) {
		return codeBadLoad
	}
	u := &s.unit[s.mover]
	how, ok := s.wayOn(s.decision, u.sq, to)
	if !ok {
		return codeBadTarget
	}
	bare, withLoad := s.mayEnter(u, to, how, s.held)
	if l == noLoad {
		return bare
	}
	return withLoad
}
