package jackal

// fallIn: the mover is trapped if no friendly unit is on the square; otherwise it frees one that is trapped there. A
// Chunga-Changa is never trapped.
//
// JK-126, JK-127, JK-128, JK-130.
func (s *state) fallIn(x uint8) {
	u := &s.unit[s.mover]
	alone := true
	for id := s.cell[x].first; id != 0; id = s.unit[id].next {
		other := &s.unit[id]
		if other == u || !s.friendly(other.crew, u.crew) {
			continue
		}
		alone = false
		s.free(id)
	}
	if alone && u.kind != chunga {
		u.trapped = true
		s.tellUnit(eventUnitTrapped, s.mover)
	}
}

// free frees a trapped unit where it stands.
//
// JK-127, JK-129.
func (s *state) free(id uint8) {
	if u := &s.unit[id]; u.trapped {
		u.trapped = false
		s.tellUnit(eventUnitFreed, id)
	}
}
