package pirates

import (
	"math/bits"

	"github.com/parley-rules/parley/core"
)

// rolls are the moves of chance: the six numbers of a die, all of the same weight.
//
// RP-82, RP-83.
var rolls = [6]core.Move{
	core.M(moveRoll, 1), core.M(moveRoll, 2), core.M(moveRoll, 3), core.M(moveRoll, 4), core.M(moveRoll, 5), core.M(moveRoll, 6),
}

// Moves appends the legal moves of an actor in the canonical order.
//
// RP-80.
func (s *state) Moves(seat core.Seat, buf []core.Move) []core.Move {
	switch s.phase {
	case phaseRoll:
		return append(buf, rolls[:]...)
	case phaseEquip:
		buf = append(buf, layMoves[:allCrew]...)
		return append(buf, layMoves[allCrew+1:allCannons]...)
	case phaseAction1:
		x := &s.ships[seat]
		for set := s.destinations(x); set != 0; set &= set - 1 {
			buf = append(buf, oneArg(moveMove, bits.TrailingZeros64(set)))
		}
		buf = s.appendAttacks(seat, x, buf)
		return append(buf, core.Move{Kind: movePass})
	case phaseAction2:
		x := &s.ships[seat]
		buf = s.appendAttacks(seat, x, buf)
		buf = s.appendRepairs(x, buf)
		buf = s.appendRefits(x, buf)
		return append(buf, core.Move{Kind: movePass})
	case phaseCounter:
		return append(buf, core.Move{Kind: moveCounterattack}, core.Move{Kind: moveDecline})
	}
	buf = append(buf, oneArg(moveStow, 0)) // phase stow
	for set := s.ships[seat].empty(); set != 0; set &= set - 1 {
		buf = append(buf, oneArg(moveStow, bits.TrailingZeros8(set)+1))
	}
	return buf
}

// appendAttacks lists all targets of a ship.
//
// RP-29, RP-30.
func (s *state) appendAttacks(seat core.Seat, x *ship, buf []core.Move) []core.Move {
	for set := s.shipTargets(seat); set != 0; set = set.Rest() {
		buf = append(buf, oneArg(moveAttackShip, int(set.First())))
	}
	for set := s.fortTargets(x); set != 0; set &= set - 1 {
		buf = append(buf, oneArg(moveAttackFortress, bits.TrailingZeros32(set)+1))
	}
	return buf
}

func oneArg(kind uint8, arg int) core.Move {
	m := core.Move{Kind: kind, N: 1}
	m.Arg[0] = int16(arg)
	return m
}
