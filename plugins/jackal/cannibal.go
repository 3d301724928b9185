package jackal

// beEaten: the mover dies and its load is lost, unless it is a Chunga-Changa.
//
// JK-162.
func (s *state) beEaten() {
	if s.unit[s.mover].kind == chunga {
		s.rest()
		return
	}
	s.die(diedCannibal)
}
