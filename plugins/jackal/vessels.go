package jackal

import "github.com/parley-rules/parley/core"

// launch makes a vessel of a boat in the mover's load, with the mover aboard. The rest of the load is lost.
//
// JK-21, JK-54, JK-212, JK-213, JK-252.
func (s *state) launch(x uint8) {
	rest := loads[s.hand].goods
	rest[boat]--
	s.hand = noLoad
	s.lose(&rest, x)
	crew := s.unit[s.mover].crew
	s.vessels++
	v := s.vessels
	s.vessel[v] = vessel{crew: crew, sq: x}
	swimmers := s.cell[x].first
	s.cell[x].vessel = v
	s.progress = true
	if s.tell != nil {
		s.tell.Emit(eventVesselLaunched, int(v)-1, int(crew), rowOf(x), colOf(x))
	}
	u := &s.unit[s.mover]
	u.sq, u.vessel, u.step = nowhere, v, 0
	s.queue(s.mover)
	s.takeAboard(v, swimmers)
}

// takeAboard brings the swimmers on a vessel's square aboard, in arrival order: friends, neutrals, who join, and enemy
// Chunga-Changas, who go over. Other enemies die.
//
// JK-56, JK-77, JK-212, JK-222.
func (s *state) takeAboard(v, swimmers uint8) {
	crew, x := s.vessel[v].crew, s.vessel[v].sq
	for id := swimmers; id != 0; {
		u := &s.unit[id]
		next := u.next
		switch {
		case u.crew == neutral:
			u.crew = crew
			s.tellRecruit(id, x)
		case !s.enemies(u.crew, crew):
		case u.kind == chunga:
			s.goOver(id, crew)
		default:
			s.kill(id, diedVessel)
		}
		if u.alive() {
			s.lift(id)
			s.tellMoved(id, x, x, movedPickup)
			u.sq, u.vessel = nowhere, v
			s.queue(id)
		}
		id = next
	}
	s.meet(s.vessel[v].first, 0)
}

// checkSail checks a vessel's step. The vessel floats, is of the crew to move, and has somebody of it aboard.
//
// JK-220, JK-221, JK-222, JK-223.
func (s *state) checkSail(v, to uint8) core.Code {
	ship := &s.vessel[v]
	d := directionOf[to-ship.sq]
	c := &s.cell[to]
	if d&1 != 0 || c.kind != water || v <= s.crews && s.ships != shipsRing && !s.inRange(ship.crew, s.crews, to) { // noDirection is odd
		return codeBadTarget
	}
	if c.vessel != 0 {
		return codeEntryForbidden
	}
	if c.first == 0 {
		return core.OK
	}
	attacks := false
	for id := c.first; id != 0; id = s.unit[id].next {
		if u := &s.unit[id]; s.enemies(u.crew, ship.crew) {
			if u.kind == missionary {
				return codeEntryForbidden
			}
			attacks = true
		}
	}
	if attacks && !s.mayRam(ship) {
		return codeEntryForbidden
	}
	return core.OK
}

// mayRam says whether those aboard a vessel can run over enemies: a fighter is needed, and with missionary_blocks_attack no missionary.
//
// JK-47, JK-222.
func (s *state) mayRam(ship *vessel) bool {
	fighter, preacher := false, false
	for id := ship.first; id != 0; id = s.unit[id].next {
		switch s.unit[id].kind {
		case missionary:
			preacher = true
		case pirate, benGunn:
			fighter = true
		}
	}
	return fighter && !(preacher && s.missionaryBlocks)
}

// crewed says whether a unit of the vessel's own crew is aboard.
//
// JK-220.
func (s *state) crewed(ship *vessel) bool {
	for id := ship.first; id != 0; id = s.unit[id].next {
		if s.unit[id].crew == ship.crew {
			return true
		}
	}
	return false
}

// sail moves a vessel with all that is aboard.
//
// JK-40, JK-220, JK-222.
func (s *state) sail(v, to uint8) {
	ship := &s.vessel[v]
	s.cell[ship.sq].vessel = 0
	ship.sq = to
	swimmers := s.cell[to].first
	s.cell[to].vessel = v
	if s.tell != nil {
		s.tell.Emit(eventVesselMoved, int(v)-1, rowOf(to), colOf(to))
	}
	if swimmers != 0 {
		s.takeAboard(v, swimmers)
	}
}

// hitVessel is a ball's hit.
//
// JK-225, JK-226.
func (s *state) hitVessel(v uint8) {
	ship := &s.vessel[v]
	ship.hits++
	if s.tell != nil {
		s.tell.Emit(eventVesselHit, int(v)-1, int(ship.hits))
	}
	if ship.hits >= uint16(s.hitsNeeded) {
		s.sink(v)
	}
}

// sink: what is on deck is lost, and each unit aboard goes to its nearest other vessel or dies. The crew keeps its score.
//
// JK-227.
func (s *state) sink(v uint8) {
	ship := &s.vessel[v]
	from := ship.sq
	if s.tell != nil {
		s.tell.Emit(eventVesselSunk, int(v)-1)
	}
	s.cell[from].vessel = 0
	ship.sq = nowhere
	s.lose(&s.deck[v], from)
	s.deck[v] = goods{}
	ship.goods = false
	for id := ship.first; id != 0; {
		next := s.unit[id].next
		s.fly(id, from, diedSunk)
		id = next
	}
}
