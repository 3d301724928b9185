package jackal

// caves tells of the open caves other than one: how many there are, how many of them are free for a unit, and the first free
// one in row-major order.
//
// JK-180.
func (s *state) caves(than uint8, u *unit) (others, free int, first uint8) {
	for _, sq := range s.land {
		if s.cell[sq].kind != cave || sq == than {
			continue
		}
		others++
		if s.freeCave(sq, u) {
			if free++; free == 1 {
				first = sq
			}
		}
	}
	return others, free, first
}

// freeCave says whether a unit may come out of an open cave: nobody is on its surface; with tabletop_caves, no enemy.
//
// JK-182, JK-187.
func (s *state) freeCave(sq uint8, u *unit) bool {
	if s.tabletopCaves {
		return !s.enemiesAt(u, sq, 0).any
	}
	return s.cell[sq].first == 0
}

// enterCave: the mover, on the surface, comes out of another cave, chooses one, is stuck or stays.
//
// JK-180, JK-181, JK-182, JK-183, JK-184, JK-187.
func (s *state) enterCave(x uint8) {
	others, free, first := s.caves(x, &s.unit[s.mover])
	switch {
	case free == 1:
		s.comeOut(first)
	case free > 1:
		s.wait(decideCave)
	case others == 0 || s.tabletopCaves:
		s.rest()
		s.getStuck(x)
	default:
		s.rest()
	}
}

// comeOut takes the mover with its load to another cave, where nothing is triggered.
//
// JK-25, JK-182, JK-187.
func (s *state) comeOut(to uint8) {
	from := s.unit[s.mover].sq
	s.lift(s.mover)
	s.tellMoved(s.mover, from, to, movedCave)
	s.stand(s.mover, to, 0)
	s.surface(s.mover, to)
}

// surface lets a unit that came out of the tunnel meet whom it meets, and puts down what the mover has in hand, if it lives.
//
// JK-56, JK-187.
func (s *state) surface(id, sq uint8) {
	s.meet(s.cell[sq].first, 0)
	if id != s.mover {
		return
	}
	if s.unit[id].alive() {
		s.rest()
	} else {
		s.loseHand(sq)
	}
}

// getStuck: the mover goes from the surface into the tunnel. A unit that is stuck there changes places with it; if an enemy of
// that one, other than the mover, is on the surface, nothing happens.
//
// JK-181.
func (s *state) getStuck(x uint8) {
	id := s.mover
	old := s.stuckAt(x)
	if old != 0 {
		for other := s.cell[x].first; other != 0; other = s.unit[other].next {
			if other != id && s.enemies(s.unit[other].crew, s.unit[old].crew) {
				return
			}
		}
	}
	s.lift(id)
	s.unit[id].tunnel = true
	s.queue(id)
	s.tellUnitAt(eventUnitStuck, id, x)
	if old != 0 {
		s.releaseTo(old, x)
	}
}

// stuckAt is the unit that is in the tunnel at a cave, 0 for none.
func (s *state) stuckAt(x uint8) uint8 {
	for id := s.stuck; id != 0; id = s.unit[id].next {
		if s.unit[id].sq == x {
			return id
		}
	}
	return 0
}

// releaseTo takes a unit out of the tunnel onto the surface of a cave.
//
// JK-25, JK-181, JK-186.
func (s *state) releaseTo(id, sq uint8) {
	s.lift(id)
	s.stand(id, sq, 0)
	s.tellUnitAt(eventUnitReleased, id, sq)
	s.meet(s.cell[sq].first, 0)
}

// release lets stuck units come out of other caves that are free, in the order in which they got stuck, until nothing changes.
//
// JK-186, JK-187.
func (s *state) release() {
	for again := s.stuck != 0; again; {
		again = false
		for id := s.stuck; id != 0; {
			u := &s.unit[id]
			next := u.next
			if _, free, first := s.caves(u.sq, u); free > 0 {
				s.releaseTo(id, first)
				again = true
			}
			id = next
		}
	}
}
