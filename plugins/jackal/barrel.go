package jackal

// drink: a Chunga-Changa dies of the barrel, a missionary becomes a pirate if the options say so, and whoever lives
// cannot act on its crew's next turn.
//
// JK-155, JK-156.
func (s *state) drink(x uint8) {
	u := &s.unit[s.mover]
	if u.kind == chunga {
		s.die(diedRum)
		return
	}
	if u.kind == missionary && s.barrelConverts {
		s.convert(s.mover)
	}
	u.skips = 2
	s.tellUnit(eventUnitDrunk, s.mover)
	s.rest()
}

// convert turns a missionary into a pirate.
//
// JK-233.
func (s *state) convert(id uint8) {
	s.unit[id].kind = pirate
	s.tellUnit(eventUnitConverted, id)
}
