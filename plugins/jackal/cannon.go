package jackal

// loadCannon: a mover without a ball is shot to the first water in the barrel's direction; with one it fires it and stays.
//
// JK-135, JK-136, JK-137, JK-138.
func (s *state) loadCannon(x uint8) {
	d := s.cell[x].arg
	ball := loads[s.hand].goods[cannonball] > 0
	if s.tell != nil {
		n := 0
		if ball {
			n = 1
		}
		s.tell.Emit(eventCannonFired, rowOf(x), colOf(x), int(d)/2, n)
	}
	if ball {
		rest := loads[s.hand].goods
		rest[cannonball]--
		s.hand = loadOfGoods(&rest)
		s.progress = true // JK-252
		s.shoot(x, d)
		s.rest()
		return
	}
	to := x + delta[d]
	for s.cell[to].kind != water {
		to += delta[d]
	}
	s.goOn(to, byCannon)
}

// shoot lets a ball fly from the square next to the cannon to the edge of the board. The cannon and those with it are not hit.
//
// JK-140, JK-145.
func (s *state) shoot(from, d uint8) {
	for sq := from + delta[d]; s.cell[sq].kind != void; sq += delta[d] {
		c := &s.cell[sq]
		switch {
		case c.kind == water:
			s.hitWater(sq)
		case c.kind == fog:
			s.strike(c)
		case !is(c.kind, isFort) || !s.fortShelters: // JK-142
			s.hitLand(sq)
		}
	}
}

// hitLand: the units on an open square, on all steps of a labyrinth, fly to their nearest vessels or die, the items are lost.
//
// JK-141.
func (s *state) hitLand(sq uint8) {
	for id := s.cell[sq].first; id != 0; {
		next := s.unit[id].next
		if s.ballKills {
			s.kill(id, diedCannonball)
		} else {
			s.knockOut(id)
		}
		id = next
	}
	if c := &s.cell[sq]; c.goods {
		g := &s.pile[c.land]
		s.lose(g, sq)
		*g = goods{}
		c.goods = false
	}
}

// hitWater: swimmers die. A vessel is hit only with ship_destruction.
//
// JK-143, JK-225.
func (s *state) hitWater(sq uint8) {
	for id := s.cell[sq].first; id != 0; {
		next := s.unit[id].next
		s.kill(id, diedCannonball)
		id = next
	}
	v := s.cell[sq].vessel
	if v == 0 || !s.shipDestruction {
		return
	}
	if s.friendlyFire || s.enemies(s.vessel[v].crew, s.unit[s.mover].crew) {
		s.hitVessel(v)
	}
}

// strike marks a face-down square, whatever lies there. The items that it hides are gone, secretly.
//
// JK-144.
func (s *state) strike(c *cell) {
	if s.ballSparesFog || c.marked {
		return
	}
	c.marked = true
	s.hiddenLost += int32(c.hidden().points())
}
