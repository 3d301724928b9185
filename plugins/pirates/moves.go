package pirates

import (
	"math/bits"
	"slices"

	"github.com/parley-rules/parley/core"
)

// rolls are the moves of chance: the six numbers of a die, all of the same weight.
//
// RP-82, RP-83.
var rolls = [6]core.Move{
	core.M(moveRoll, 1), core.M(moveRoll, 2), core.M(moveRoll, 3), core.M(moveRoll, 4), core.M(moveRoll, 5), core.M(moveRoll, 6),
}

// answers are the moves of a ship that may fire back.
//
// RP-43, RP-44.
var answers = [2]core.Move{core.M(moveCounterattack), core.M(moveDecline)}

// Moves appends the legal moves of an actor in the canonical order. Most lists are there already and are copied as a whole; what
// is not so simple or rare is in functions of its own, since a large function costs a guest much, whatever it does.
//
// RP-80.
func (s *state) Moves(seat core.Seat, buf []core.Move) []core.Move {
	var list []core.Move
	switch s.phase {
	case phaseAction1:
		x := &s.ships[seat]
		if s.nearTarget(seat, x) {
			return s.appendFirstActions(seat, x, buf)
		}
		list = s.set.sailings(x)
	case phaseAction2:
		x := &s.ships[seat]
		if x.node == harbour || s.nearTarget(seat, x) {
			return s.appendSecondActions(seat, x, buf)
		}
		list = s.repairsAtSea(x)
	case phaseRoll:
		list = rolls[:]
	case phaseCounter:
		list = answers[:]
	case phaseEquip:
		return appendEquips(buf)
	default: // stow: bit 0 stands for the supply, bit i for field i
		return appendEach(buf, moveStow, 1|uint64(s.ships[seat].empty())<<1, 0)
	}
	return append(buf, list...)
}

func (s *state) appendFirstActions(seat core.Seat, x *ship, buf []core.Move) []core.Move {
	buf = append(buf, s.set.sailings(x)...)
	return appendPass(s.appendAttacks(seat, x, buf[:len(buf)-1]))
}

func (s *state) appendSecondActions(seat core.Seat, x *ship, buf []core.Move) []core.Move {
	buf = s.appendAttacks(seat, x, buf)
	if x.node != harbour {
		return append(buf, s.repairsAtSea(x)...)
	}
	return appendPass(s.appendRefits(x, s.appendRepairs(x, buf)))
}

// appendAttacks lists all targets of a ship.
//
// RP-29, RP-30.
func (s *state) appendAttacks(seat core.Seat, x *ship, buf []core.Move) []core.Move {
	if set := s.shipTargets(seat); set != 0 {
		buf = appendEach(buf, moveAttackShip, uint64(set), 0)
	}
	if set := s.fortTargets(x); set != 0 {
		buf = appendEach(buf, moveAttackFortress, uint64(set), 1)
	}
	return buf
}

// appendEach lists moves of one argument: the numbers of a set, each with an offset. It writes them where they lie: in a guest
// to copy a move costs more than to make it.
func appendEach(buf []core.Move, kind uint8, set uint64, offset int) []core.Move {
	n := len(buf)
	buf = slices.Grow(buf, bits.OnesCount64(set))[:n+bits.OnesCount64(set)]
	for i := n; i < len(buf); i++ {
		m := &buf[i]
		*m = core.Move{Kind: kind, N: 1}
		m.Arg[0] = int16(bits.TrailingZeros64(set) + offset)
		set &= set - 1
	}
	return buf
}

func appendPass(buf []core.Move) []core.Move {
	n := len(buf)
	buf = slices.Grow(buf, 1)[:n+1]
	buf[n] = core.Move{Kind: movePass}
	return buf
}
