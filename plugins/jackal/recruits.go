package jackal

// open turns up a tile: its items and its unit appear, the unit in a crew, neutral perhaps. What a ball has destroyed there is
// told now. An airplane is ready.
//
// JK-27, JK-101, JK-144, JK-170, JK-190, JK-252.
func (s *state) open(sq, crew uint8) {
	c := &s.cell[sq]
	struck := c.marked
	c.kind, c.under, c.marked = c.under, 0, false
	s.progress = true
	if s.tell != nil {
		s.tell.Emit(eventTileOpened, rowOf(sq), colOf(sq), c.tile().code())
	}
	if item, n := c.tile().content(); n > 0 {
		var g goods
		g[item] = uint16(n)
		if struck {
			s.hiddenLost -= g.gold()
			s.lose(&g, sq)
		} else {
			s.drop(sq, &g)
		}
	}
	if kind := c.tile().unit(); kind != noKind {
		s.units++
		s.unit[s.units] = unit{kind: kind, crew: crew}
		s.stand(s.units, sq, 0)
		s.tellRecruit(s.units, sq)
	}
	if c.kind == airplane {
		c.marked = true
	}
}
