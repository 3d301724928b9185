package pirati

import "github.com/parley-rules/parley/core"

// Apply carries out a legal move and all that follows by itself.
//
// PI-20, PI-21, PI-24.
func (s *state) Apply(seat core.Seat, m core.Move, events *core.Events) {
	switch m.Kind {
	case movePlaceShip:
		s.placeShip(int(seat), m.Int(0), events)
		return
	case movePass: // PI-22
		events.Emit(eventTurnPassed, int(seat), 0)
		s.endTurn(true, events)
		return
	case moveSail:
		s.sail(int(seat), cellAt(m.Int(0), m.Int(1)), events)
	case moveSwim:
		s.swim(crew*int(seat)+m.Int(0), cellAt(m.Int(1), m.Int(2)), events)
	case moveChoose:
		s.choose(&m, events)
	default:
		s.move(int(seat), &m, events)
	}
	if s.phase != phaseChoice {
		s.endTurn(false, events)
	}
}

// move carries out the moves of a pirate that can lead on to more: step, mud_step and use_genie.
//
// PI-21.
func (s *state) move(seat int, m *core.Move, events *core.Events) {
	pirate := crew*seat + m.Int(0)
	p := movement{pirate: pirate, team: seat & 1, events: events}
	switch m.Kind {
	case moveStep:
		p.carry = m.Int(3) != 0
		s.step(&p, cellAt(m.Int(1), m.Int(2)))
	case moveMudStep:
		p.carry = m.Int(1) != 0
		s.mudStep(&p)
	case moveUseGenie:
		p.foot = int8(m.Arg[3])
		s.fly(&p, cellAt(m.Int(1), m.Int(2)))
	}
}

// step is START of the rules text for a king step, or a step out of a ship.
//
// PI-30, PI-31, PI-32, PI-61.
func (s *state) step(m *movement, to cell) {
	from := s.place[m.pirate]
	if isAboard(from) {
		from = placeAt(s.cellOf(from), 0)
	}
	direction, _ := stepTo(cell(from), rowOf(to), colOf(to))
	if s.genie == powerUnused && s.hasGenie(m.pirate) { // PI-129
		s.genie = powerLost
		m.events.Emit(eventGenieLost, seatOf(m.pirate), indexOf(m.pirate))
	}
	s.depart(m)
	if m.events.Recording() {
		s.tellJump(m.events, m.pirate, from, s.comingTo(to), byStep, m.carry)
	}
	s.goOn(m, to, direction)
}

// depart takes a pirate off his place, and the token that he carries.
//
// PI-45, PI-160, PI-161, PI-163.
func (s *state) depart(m *movement) {
	if m.carry {
		s.takeUp(s.place[m.pirate])
	}
	s.release(m.pirate)
	s.place[m.pirate] = nowhere
}

// choose goes on with a movement that has waited for a choice. The chosen way is closed from now on, and chains are looked at
// anew.
//
// PI-26, PI-64.
func (s *state) choose(move *core.Move, events *core.Events) {
	pirate := int(s.mover)
	m := movement{pirate: pirate, team: teamOf(pirate), carry: s.carrying, events: events}
	at := s.moverCell()
	s.phase, s.mover, s.carrying, s.place[pirate] = phaseMain, none, false, nowhere
	way := wayOf(s.tiles[at], move)
	s.ways = 0
	to, j := s.takeWay(&m, at, way)
	s.goOn(&m, to, j)
}

// placeShip places a ship before the first turn. The turns begin when all are placed.
//
// PI-5, PI-10.
func (s *state) placeShip(seat, pos int, events *core.Events) {
	s.moor(seat, shipCell(s.sides[seat], pos))
	s.tellPlaced(seat, events)
	s.toAct = int8(s.nextSeat())
	if s.toAct == s.first {
		s.phase = phaseMain
		s.tellTurn(events)
	}
}
