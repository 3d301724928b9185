package jackal

// takeBalloon: the mover flies with its load to its nearest vessel; where there is none it stays.
//
// JK-165.
func (s *state) takeBalloon(x uint8) {
	v := s.nearest(s.unit[s.mover].crew, x)
	if v == 0 {
		s.rest()
		return
	}
	s.goOn(s.vessel[v].sq, byBalloon)
}
