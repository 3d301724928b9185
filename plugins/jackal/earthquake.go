package jackal

// shakes says whether a square may be picked for the swap: open land without units, on the surface or in the tunnel, and
// without items.
//
// JK-197.
func (s *state) shakes(sq uint8) bool {
	c := &s.cell[sq]
	return is(c.kind, isLand&^(1<<fog)) && c.first == 0 && !c.goods && (c.kind != cave || s.stuckAt(sq) == 0)
}

// shake: two squares are picked, if there are two.
//
// JK-197.
func (s *state) shake() {
	n := 0
	for _, sq := range s.land {
		if s.shakes(sq) {
			n++
		}
	}
	if n >= 2 {
		s.wait(decideQuake1)
	}
}

// swap makes two tiles change places, with all that belongs to them.
//
// JK-198.
func (s *state) swap(a, b uint8) {
	x, y := &s.cell[a], &s.cell[b]
	x.kind, y.kind = y.kind, x.kind
	x.arg, y.arg = y.arg, x.arg
	x.marked, y.marked = y.marked, x.marked
	if s.tell != nil {
		s.tell.Emit(eventTilesSwapped, rowOf(a), colOf(a), rowOf(b), colOf(b))
	}
}
