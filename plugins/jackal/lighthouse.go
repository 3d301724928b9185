package jackal

// maxPicks is how many tiles a lighthouse opens.
const maxPicks = 4

// lightUp: face-down tiles are opened one by one, four or as many as there are.
//
// JK-195.
func (s *state) lightUp() {
	s.picks = maxPicks
	s.openMore()
}

// openMore asks for the next tile to open, if there is any.
//
// JK-195.
func (s *state) openMore() {
	n := 0
	for _, sq := range s.land {
		if s.cell[sq].kind == fog {
			n++
		}
	}
	if s.picks = min(s.picks, uint8(min(n, maxPicks))); s.picks > 0 {
		s.wait(decideLighthouse)
	}
}

// lightTile opens a tile from afar. A unit there belongs to the crew of the unit that found the lighthouse, or is neutral.
//
// JK-186, JK-190, JK-191, JK-195.
func (s *state) lightTile(sq uint8) {
	crew := s.unit[s.mover].crew
	if s.recruits == recruitNeutral {
		crew = neutral
	}
	s.open(sq, crew)
	s.release()
	s.picks--
	s.openMore()
}
