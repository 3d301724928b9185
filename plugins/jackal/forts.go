package jackal

import "github.com/parley-rules/parley/core"

// checkResurrect checks resurrect.
//
// JK-151, JK-152.
func (s *state) checkResurrect(at uint8) core.Code {
	if s.cell[at].kind != resurrectionFort || !s.ownUnitOn(at) {
		return codeBadTarget
	}
	if s.deadPirate() == 0 {
		return codeNobodyToResurrect
	}
	return core.OK
}

// ownUnitOn says whether a unit of the crew to move is on a square.
func (s *state) ownUnitOn(at uint8) bool {
	for id := s.cell[at].first; id != 0; id = s.unit[id].next {
		if s.unit[id].crew == s.crew {
			return true
		}
	}
	return false
}

// deadPirate is the dead pirate with the lowest id of the crew to move, 0 for none.
//
// JK-152, JK-153.
func (s *state) deadPirate() uint8 {
	for id := s.firstOf(s.crew); id <= s.units; id = s.after(id, s.crew) {
		if u := &s.unit[id]; u.crew == s.crew && u.kind == pirate && !u.alive() {
			return id
		}
	}
	return 0
}

// resurrect brings a dead pirate back in a fort.
//
// JK-152.
func (s *state) resurrect(at uint8) {
	id := s.deadPirate()
	s.stand(id, at, 0)
	s.tellUnitAt(eventResurrected, id, at)
}
