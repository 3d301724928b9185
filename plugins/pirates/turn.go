package pirates

import "github.com/parley-rules/parley/core"

// choose takes a seat's equipment, which is final. In turn it is seen and taken from the supply at once; otherwise it is kept
// until the last seat has chosen, and then all of it is revealed. After the last seat seat 0 begins round 1.
//
// RP-5, RP-7, RP-8, RP-9, RP-10.
func (s *state) choose(seat int, o outfit, events *core.Events) {
	events.Emit(eventEquipChosen, seat)
	s.equipped |= 1 << uint(seat)
	if s.set.inTurn {
		s.equip(seat, o, events)
	} else {
		s.choices[seat] = o
	}
	if s.Actors() != 0 {
		return
	}
	if !s.set.inTurn {
		for i := range s.set.seats {
			s.equip(i, s.choices[i], events)
		}
		s.choices = [maxSeats]outfit{}
	}
	s.turn, s.round = 0, 1
	s.beginTurn(events)
}

// equip puts the chosen parts on a ship and shows them.
//
// RP-9.
func (s *state) equip(seat int, o outfit, events *core.Events) {
	x := &s.ships[seat]
	s.putParts(x, o)
	tellParts(eventEquipRevealed, seat, o, events)
}

// beginTurn begins the turn of the seat of turn.
//
// RP-11.
func (s *state) beginTurn(events *core.Events) {
	s.phase = phaseAction1
	s.action = 1
	if events.Recording() {
		s.tellTurn(events)
	}
}

// sail puts the ship on its destination. In the harbour it unloads, which may end the game.
//
// RP-23, RP-24, RP-25, RP-26, RP-72.
func (s *state) sail(to int8, events *core.Events) {
	x := &s.ships[s.turn]
	if events.Recording() {
		s.tellMove(int(x.node), int(to), events)
	}
	s.at[x.node] &^= 1 << uint(s.turn)
	s.at[to] |= 1 << uint(s.turn)
	x.node = to
	if to == harbour && x.hold != (counts{}) {
		tellChests(eventUnloaded, s.turn, &x.hold, events)
		for v := range x.hold {
			x.secured[v] += x.hold[v]
		}
		x.hold = counts{}
		if s.reached(s.turn) {
			s.end(byTarget, events)
			return
		}
	}
	s.endAction(events)
}

// endAction goes on after an action with all that belonged to it: with the second one, or with the turn of the next seat. A second
// action in which nothing but a pass is legal is passed at once.
//
// RP-10, RP-12, RP-13, RP-14, RP-45, RP-70.
func (s *state) endAction(events *core.Events) {
	s.target, s.salvos = 0, 0
	if s.action == 1 {
		s.phase, s.action = phaseAction2, 2
		if s.hasSecondAction() {
			return
		}
		if events.Recording() {
			s.tellPass(1, events)
		}
	}
	if s.turn++; int(s.turn) == s.set.seats {
		s.endRound(events)
	} else {
		s.beginTurn(events)
	}
}

// hasSecondAction says whether the seat of turn has a legal second action other than a pass.
//
// RP-12, RP-13.
func (s *state) hasSecondAction() bool {
	x := &s.ships[s.turn]
	crew, cannons := s.room(x)
	return max(crew, cannons) > 0 && x.empty() != 0 || s.fortTargets(x) != 0 || s.shipTargets(core.Seat(s.turn)) != 0 || s.canRefit(x)
}

// endRound goes on after the turn of the last seat: with the next round, and after the last round the game is over.
//
// RP-10, RP-78.
func (s *state) endRound(events *core.Events) {
	if s.round == s.set.maxRounds {
		s.end(roundLimit, events)
		return
	}
	s.turn = 0
	s.round++
	s.beginTurn(events)
}

// end ends the game at once.
//
// RP-72, RP-73, RP-79.
func (s *state) end(reason int8, events *core.Events) {
	s.phase, s.ended, s.turn, s.action = phaseOver, reason, none, 0
	s.target, s.salvos = 0, 0
	s.tellEnd(events)
}
