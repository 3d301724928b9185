package walktheplank

import "github.com/parley-rules/parley/core"

// Malformed finds a charge with a target where the options have none, or without one where they ask for it.
func (s *state) Malformed(m core.Move) bool {
	return m.Kind == moveCharge && (m.Arg[1] == core.Absent) == (s.shoves == shovesOne)
}

// Check says whether an actor's move is legal, or the first reason why not. It changes nothing.
//
// WP-83.
func (s *state) Check(seat core.Seat, m core.Move) core.Code {
	if s.phase == phaseChoose {
		if m.Kind != moveChooseCards {
			return core.WrongMoveType
		}
		return s.checkCards(int8(seat), m.Arg[0], m.Arg[1], m.Arg[2])
	}
	if m.Kind != moveOf[s.pendingCard] {
		return core.WrongMoveType
	}
	bit, ok := s.bitOf(&m) // WP-23
	if !ok || s.pendingChoices()>>bit&1 == 0 {
		return codeIllegalTarget
	}
	return core.OK
}

// checkCards checks three cards that a seat without a program wants to lay.
func (s *state) checkCards(seat int8, a, b, c int16) core.Code {
	if uint16(a) >= cardCount || uint16(b) >= cardCount || uint16(c) >= cardCount { // WP-12; core.Outside too
		return codeUnknownCard
	}
	if a == b || b == c || a == c { // WP-12
		return codeDuplicateCard
	}
	if (1<<uint(a)|1<<uint(b)|1<<uint(c))&^s.hand(seat) != 0 { // WP-12, WP-14
		return codeCardSetAside
	}
	if !s.mayLead(int8(a)) { // WP-13
		return codeChargeFirst
	}
	return core.OK
}

// mayLead says whether a card may be laid in slot 1.
func (s *state) mayLead(card int8) bool { return card != charge || s.chargeFirst == chargeNoEffect }

// bitOf finds a decision's place in a set of choices. It returns false for what can be in no such set.
func (s *state) bitOf(m *core.Move) (bit uint, ok bool) {
	space, arg := m.Arg[0], m.Arg[1]
	switch m.Kind {
	case moveShove, moveDrag, movePull:
		space, arg = arg, space
	case moveRunAround:
		if arg != -1 && arg != 1 {
			return 0, false
		}
		arg = (arg + 1) / 2
	case moveCharge:
		if s.shoves != shovesOne {
			if arg != core.Absent {
				return 0, false
			}
			arg = -1
		}
		arg++
	}
	if uint16(space) > maxPlank || uint16(arg) >= choiceWidth {
		return 0, false
	}
	return uint(choiceWidth*space + arg), true
}

// moveAt is the move whose place in a set of choices is bit: the inverse of bitOf.
//
// WP-09.
func (s *state) moveAt(kind uint8, bit int) core.Move {
	m := core.Move{Kind: kind, N: 2}
	space, arg := int16(bit/choiceWidth), int16(bit%choiceWidth)
	switch kind {
	case moveRunAround:
		arg = 2*arg - 1
	case moveCharge:
		if s.shoves == shovesOne {
			arg--
		} else {
			arg = core.Absent
		}
	case moveShove, moveDrag, movePull:
		space, arg = arg, space
	}
	m.Arg[0], m.Arg[1] = space, arg
	return m
}
