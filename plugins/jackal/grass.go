package jackal

// findGrass begins a round in which each crew is led by the commander of the crew before it, when this turn has ended.
//
// JK-205.
func (s *state) findGrass() {
	s.grassFound = true
	if s.tell != nil {
		s.tell.Emit(eventGrassStarted, int(s.unit[s.mover].crew))
	}
}

// wither counts the turns under foreign command at the end of a turn.
//
// JK-205, JK-208.
func (s *state) wither() {
	switch {
	case s.grassFound:
		s.grass, s.grassFound = s.crews, false
	case s.grass > 0:
		s.grass--
	}
}
