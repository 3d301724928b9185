package jackal

import "github.com/parley-rules/parley/core"

// ask lets the mover choose where to go on from a fork, a horse or ice. On a fork and a horse it puts its load down first. A
// single option is taken at once; without any the mover dies of the cause, and the load that it came with is lost.
//
// JK-15, JK-42, JK-61, JK-62, JK-107.
func (s *state) ask(kind uint8, cause int) {
	u, had := &s.unit[s.mover], s.hand
	sq := u.sq
	puts := had != noLoad && (kind == decideArrow || kind == decideHorse)
	if puts {
		s.putDown()
	}
	s.decision = kind
	s.options = s.appendGo(s.options[:0])
	if len(s.options) == 0 && had != noLoad && !puts {
		s.hand = noLoad
		s.options = s.appendGo(s.options[:0])
		s.hand = had
		if len(s.options) > 0 {
			if s.banKills {
				s.decision = noDecision
				s.die(diedBan)
				return
			}
			s.loseHand(sq)
		}
	}
	if len(s.options) == 0 {
		s.decision = noDecision
		if puts {
			s.pickUp(u, had)
			s.hand = had
		}
		s.die(cause)
		return
	}
	s.settle()
}

// wait lets the actor choose a cave or a tile. The chain goes no further.
//
// JK-15, JK-183, JK-195, JK-197.
func (s *state) wait(kind uint8) {
	s.forgetWay()
	s.decision = kind
	s.options = s.appendDecision(s.options[:0])
	s.settle()
}

// forgetWay forgets how the mover came to where it is.
func (s *state) forgetWay() {
	s.begun, s.start, s.path, s.trail, s.held = false, spot{}, 0, 0, false
}

// settle takes the only option, or waits.
//
// JK-15.
func (s *state) settle() {
	if len(s.options) == 1 {
		m := s.options[0]
		s.answer(&m)
		return
	}
	s.phase = phaseDecision
	if s.tell != nil {
		s.tell.Emit(eventDecisionNeeded, int(s.decision)-1, int(s.actor))
	}
}

// answer carries out the choice of a decision.
//
// JK-14, JK-183, JK-195, JK-197.
func (s *state) answer(m *core.Move) {
	kind, to := s.decision, squareIn(m, 0)
	s.decision = noDecision
	switch kind {
	case decideCave:
		s.comeOut(to)
	case decideLighthouse:
		s.lightTile(to)
	case decideQuake1:
		s.pick = to
		s.wait(decideQuake2)
	case decideQuake2:
		s.swap(s.pick, to)
	default:
		how, _ := s.wayOn(kind, s.unit[s.mover].sq, to)
		s.depart(loadIn(m, 2), to, how)
	}
}

// wayOn is how the mover goes on from a fork, a horse or ice to a square, false if it cannot by the tile's geometry.
//
// JK-63, JK-64.
func (s *state) wayOn(kind, from, to uint8) (how uint8, ok bool) {
	c := &s.cell[to]
	switch kind {
	case decideArrow:
		how = directionOf[to-from]
		ok = how != noDirection && s.cell[from].arg>>how&1 != 0
	case decideHorse, decideIceJump:
		how = byJump
		ok = isKnight[to-from] && c.kind != void
	default:
		how = byFlight
		ok = to != from && s.flightTo(to)
	}
	return how, ok && !(is(c.kind, passing) && s.excluded(c, to, how))
}

// excluded says whether a square may not be chosen since the mover was there: a crocodile; for jumps a horse; for jumps and
// flights ice that it came to in the same way.
//
// JK-64.
func (s *state) excluded(c *cell, x, how uint8) bool {
	switch c.kind {
	case crocodile:
		return s.inTrail(wayPoint{x, noHow})
	case horse:
		return how == byJump && s.inTrail(wayPoint{x, noHow})
	case ice:
		return how >= byJump && s.inTrail(wayPoint{x, how})
	}
	return false
}

// loadsOn is the set of loads that the mover may take on from where it waits: on ice exactly what is in hand.
//
// JK-42, JK-61.
func (s *state) loadsOn() uint32 {
	if s.decision == decideArrow || s.decision == decideHorse {
		return s.loadsAt(&s.unit[s.mover])
	}
	return 1 << s.hand
}

// picks says whether a square may be chosen in the decision: a cave, a tile to open, a tile to swap.
//
// JK-183, JK-195, JK-197.
func (s *state) mayPick(x uint8) bool {
	switch s.decision {
	case decideCave:
		u := &s.unit[s.mover]
		return s.cell[x].kind == cave && x != u.sq && s.freeCave(x, u)
	case decideLighthouse:
		return s.cell[x].kind == fog
	case decideQuake2:
		return x != s.pick && s.shakes(x)
	}
	return s.shakes(x)
}
