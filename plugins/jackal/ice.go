package jackal

// slide: the last step is repeated, by walking on in the same direction, or by another jump or flight, which is chosen. The load
// stays in hand.
//
// JK-122, JK-123.
func (s *state) slide(x, how uint8) {
	switch how {
	case byJump:
		s.ask(decideIceJump, diedNoWayOn)
	case byFlight:
		s.ask(decideIceFlight, diedNoWayOn)
	default:
		s.goOn(x+delta[how], how)
	}
}
