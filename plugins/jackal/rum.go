package jackal

import "github.com/parley-rules/parley/core"

// findRum puts bottles into the stock of the mover's crew. They harm nobody.
//
// JK-43, JK-200, JK-252.
func (s *state) findRum(n uint8) {
	crew := s.unit[s.mover].crew
	s.rum[crew] += uint16(n)
	s.progress = true
	if s.tell != nil {
		s.tell.Emit(eventRumFound, int(crew), int(n))
	}
}

// drinkers is where the list of the units begins that rum on a square is served to: those on it, or aboard the vessel there.
//
// JK-231, JK-232.
func (s *state) drinkers(sq uint8) uint8 {
	c := &s.cell[sq]
	if c.vessel != 0 {
		return s.vessel[c.vessel].first
	}
	return c.first
}

// checkServe checks serve_rum.
//
// JK-209, JK-230, JK-231, JK-234.
func (s *state) checkServe(at uint8) core.Code {
	switch {
	case s.rum[s.crew] == 0:
		return codeNoRum
	case s.grass > 0:
		return codeRumBlocked
	case s.drinkers(at) == 0 || !s.withinReach(at):
		return codeOutOfReach
	case s.rumNotWasted && !s.rumHelps(at):
		return codeRumWasted
	}
	return core.OK
}

// withinReach says whether a living unit of the crew to move is on a square or next to it, in the tunnel perhaps.
//
// JK-231.
func (s *state) withinReach(at uint8) bool {
	for id := s.firstOf(s.crew); id <= s.units; id = s.after(id, s.crew) {
		u := &s.unit[id]
		if u.crew != s.crew || !u.alive() || u.tunnel && s.stuckCannotServe {
			continue
		}
		if d := at - s.squareOf(u); d == 0 || directionOf[d] != noDirection {
			return true
		}
	}
	return false
}

// rumHelps says whether serving would change anything.
//
// JK-234.
func (s *state) rumHelps(at uint8) bool {
	for id := s.drinkers(at); id != 0; id = s.unit[id].next {
		u := &s.unit[id]
		if u.kind == chunga || u.kind == missionary || u.trapped || u.vessel == 0 && u.step < s.lastStep(at) {
			return true
		}
	}
	return false
}

// serve gives a bottle to all on a square, of whatever side: Chunga-Changas die, missionaries become pirates, trapped units
// are freed, and in a labyrinth all go to the last step, in peace.
//
// JK-119, JK-129, JK-230, JK-232, JK-236, JK-252.
func (s *state) serve(at uint8) {
	s.rum[s.crew]--
	s.progress = true
	if s.tell != nil {
		s.tell.Emit(eventRumServed, int(s.crew), rowOf(at), colOf(at))
	}
	for id := s.drinkers(at); id != 0; {
		u := &s.unit[id]
		next := u.next
		switch u.kind {
		case chunga:
			s.kill(id, diedRum)
		case missionary:
			s.convert(id)
		}
		if u.alive() {
			s.free(id)
			if last := s.lastStep(at); u.vessel == 0 && u.step < last {
				u.step = last
				s.tellMoved(id, at, at, movedRum)
			}
		}
		id = next
	}
}
