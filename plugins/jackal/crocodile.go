package jackal

// turnBack takes the mover from a crocodile back along its path, last square first: over ice that it walked on, to a fork, a horse
// or ice that it jumped or flew to, where it chooses again, or to its start. A single arrow would lead it here again.
//
// JK-159, JK-160.
func (s *state) turnBack() {
	for ; s.path > 0; s.path-- {
		at := s.ways[pathWay][s.path-1]
		c := &s.cell[at.sq]
		switch {
		case c.kind == ice && at.how < byJump:
			continue
		case c.kind == arrow && singleArrow(c.arg):
			s.die(diedCrocodile)
			return
		}
		s.goBack(at.sq, 0)
		s.ask(choiceOn(c, at.how), diedCrocodile)
		return
	}
	s.returnToStart()
}

// choiceOn is the kind of the decision on a fork, a horse, or ice that was entered by jump or flight.
func choiceOn(c *cell, how uint8) uint8 {
	switch {
	case c.kind == arrow:
		return decideArrow
	case c.kind == horse:
		return decideHorse
	case how == byJump:
		return decideIceJump
	}
	return decideIceFlight
}

// goBack moves the mover to a land square without an entry.
//
// JK-25, JK-159.
func (s *state) goBack(to, step uint8) {
	from := s.squareOf(&s.unit[s.mover])
	s.lift(s.mover)
	s.tellMoved(s.mover, from, to, movedReturn)
	s.stand(s.mover, to, step)
}

// returnToStart takes the mover to where its turn began, if it may be there, otherwise it dies.
//
// JK-161.
func (s *state) returnToStart() {
	u := &s.unit[s.mover]
	if !s.mayStandAt(u, s.start) {
		s.die(diedCrocodile)
		return
	}
	if v := s.start.vessel; v != 0 {
		from := s.squareOf(u)
		s.lift(s.mover)
		s.tellMoved(s.mover, from, s.vessel[v].sq, movedReturn)
		s.embark(s.mover, v)
	} else {
		s.goBack(s.start.sq, s.start.step)
	}
	s.rest()
}

// mayStandAt says whether a place is one where a unit may rest: a floating friendly vessel, or open land of a kind where units
// rest, without enemies outside the jungle.
//
// JK-161.
func (s *state) mayStandAt(u *unit, at spot) bool {
	if at.vessel != 0 {
		v := &s.vessel[at.vessel]
		return at.sq == nowhere && at.step == 0 && v.sq != nowhere && s.friendly(v.crew, u.crew) && !s.wouldMeet(u, v.first, 0)
	}
	c := &s.cell[at.sq]
	if !is(c.kind, isLand&^passing&^(1<<fog)) || s.lastStep(at.sq) < at.step || c.kind == labyrinth && at.step == 0 {
		return false
	}
	if s.wouldMeet(u, c.first, at.step) {
		return false
	}
	if c.kind == jungle {
		return true
	}
	if c.first != 0 && s.unit[c.first].crew == neutral { // and so are all there
		return false
	}
	return !s.enemiesAt(u, at.sq, at.step).any || c.kind == labyrinth && at.step == c.arg
}

// wouldMeet says whether a unit in a place is such that it and the mover would die of their meeting.
//
// JK-56.
func (s *state) wouldMeet(u *unit, list, step uint8) bool {
	if u.kind != missionary && u.kind != chunga {
		return false
	}
	for id := list; id != 0; id = s.unit[id].next {
		if other := &s.unit[id]; other != u && other.step == step && other.kind == missionary+chunga-u.kind {
			return true
		}
	}
	return false
}
