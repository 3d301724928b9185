package pirates

import "github.com/parley-rules/parley/core"

// belongs has the kinds of moves of each phase, as sets.
//
// RP-11, RP-12, RP-43, RP-56, RP-83.
var belongs = [phaseOver]uint16{
	phaseEquip:   1 << moveEquip,
	phaseAction1: 1<<moveMove | 1<<moveAttackShip | 1<<moveAttackFortress | 1<<movePass,
	phaseAction2: 1<<moveAttackShip | 1<<moveAttackFortress | 1<<moveRepair | 1<<moveRefit | 1<<movePass,
	phaseRoll:    1 << moveRoll,
	phaseCounter: 1<<moveCounterattack | 1<<moveDecline,
	phaseStow:    1 << moveStow,
}

// Check says whether an actor's move is legal, or the first reason why not. It changes nothing. counterattack, decline and pass
// are always legal where they belong.
//
// RP-44, RP-70.
func (s *state) Check(seat core.Seat, m core.Move) core.Code {
	if belongs[s.phase]>>m.Kind&1 == 0 {
		return core.WrongMoveType
	}
	switch m.Kind {
	case moveEquip:
		return checkEquip(&layShapes[layOf(&m)])
	case moveMove:
		return s.checkMove(&s.ships[seat], m.Int(0))
	case moveAttackShip:
		return s.checkAttackShip(seat, m.Int(0))
	case moveAttackFortress:
		return s.checkAttackFortress(&s.ships[seat], m.Int(0)-1)
	case moveRepair:
		return s.checkRepair(&s.ships[seat], &layShapes[layOf(&m)])
	case moveRefit:
		return s.checkRefit(&s.ships[seat], &layShapes[layOf(&m)])
	case moveStow:
		return s.checkStow(&s.ships[seat], m.Int(0))
	case moveRoll:
		if die := m.Int(0); die < 1 || die > 6 {
			return codeBadDie
		}
	}
	return core.OK
}

// checkMove: the node must be a destination.
//
// RP-21.
func (s *state) checkMove(x *ship, to int) core.Code {
	switch {
	case to < 0 || to > s.set.board.seas:
		return codeNoSuchField
	case s.set.destinations(count(x.crew), int(x.node))>>uint(to)&1 == 0:
		return codeNotReachable
	}
	return core.OK
}

// checkAttackShip says why a seat is not one of shipTargets.
//
// RP-28, RP-29, RP-31.
func (s *state) checkAttackShip(seat core.Seat, target int) core.Code {
	x := &s.ships[seat]
	switch {
	case target < 0 || target >= s.set.seats:
		return codeNoSuchTarget
	case target == int(seat):
		return codeOwnShip
	case s.shipTargets(seat).Has(core.Seat(target)):
		return core.OK
	case !x.armed():
		return codeCannotAttack
	case s.ships[target].node != x.node:
		return codeNotSameField
	}
	return codeSafeHarbour
}

// checkAttackFortress says why a fortress field, by its index, is not one of fortTargets.
//
// RP-28, RP-30.
func (s *state) checkAttackFortress(x *ship, index int) core.Code {
	switch {
	case index < 0 || index >= s.set.board.forts:
		return codeNoSuchTarget
	case s.fortTargets(x)>>uint(index)&1 != 0:
		return core.OK
	case s.forts[index].state == plundered:
		return codeFortressPlundered
	case !x.armed():
		return codeCannotAttack
	}
	return codeNotAdjacent
}

// checkStow: the part on field 6 goes to the supply, or to an empty field from 1 to 5.
//
// RP-56.
func (s *state) checkStow(x *ship, to int) core.Code {
	if to < 0 || to >= fields || to > 0 && x.empty()>>uint(to-1)&1 == 0 {
		return codeBadStow
	}
	return core.OK
}
