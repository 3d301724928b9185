package jackal

// mayFly says whether a unit on a ready airplane is one to be flown: with both seats taken the passenger, otherwise the
// pilot alone; with one seat the first on the square; where they may change seats, either.
//
// JK-170, JK-171, JK-172, JK-173, JK-175.
func (s *state) mayFly(id uint8) bool {
	u := &s.unit[id]
	if u.vessel != 0 || u.tunnel {
		return false
	}
	c := &s.cell[u.sq]
	if c.kind != airplane || !c.marked {
		return false
	}
	pilot := c.first
	passenger := s.unit[pilot].next
	switch s.planes {
	case seatsOne:
		return id == pilot
	case seatsChosen:
		return id == pilot || id == passenger
	}
	if passenger == 0 {
		return id == pilot
	}
	return id == passenger
}

// takeOff leaves the airplane ready if a pilot stays with it.
//
// JK-173, JK-174, JK-175, JK-177.
func (s *state) takeOff(u *unit) {
	c := &s.cell[u.sq]
	c.marked = s.planes != seatsOne && s.unit[c.first].next != 0
}

// flightTo says whether a square can be reached by a flight, as far as geometry goes: land, and with plane_to_ship vessels.
//
// JK-63, JK-172.
func (s *state) flightTo(x uint8) bool {
	c := &s.cell[x]
	return is(c.kind, isLand) || c.vessel != 0 && s.planeToShip
}
