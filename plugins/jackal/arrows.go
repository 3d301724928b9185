package jackal

// followArrow: the mover goes on in the arrow's only direction with its load, or lays it down and chooses.
//
// JK-105, JK-106, JK-107, JK-109.
func (s *state) followArrow(x uint8) {
	if dirs := s.cell[x].arg; singleArrow(dirs) {
		d := directionIn(dirs)
		s.goOn(x+delta[d], d)
		return
	}
	s.ask(decideArrow, diedNoWayOn)
}
