package jackal

// begin is the first step of a turn: the unit's place becomes the start of the path, and the trail is empty.
//
// JK-47, JK-50.
func (s *state) begin(id uint8) {
	u := &s.unit[id]
	s.mover = id
	s.begun, s.start = true, spot{u.sq, u.step, u.vessel}
	s.path, s.trail = 0, 0
	s.held = s.hemmedIn(u)
}

// depart takes a load from the place of the mover, if it is not in hand, which the mover then leaves, for the square to.
//
// JK-50.
func (s *state) depart(l, to, how uint8) {
	u := &s.unit[s.mover]
	if l != noLoad && s.hand == noLoad {
		s.pickUp(u, l)
		s.tellLoad(eventLoadTaken, s.mover, &loads[l].goods, s.squareOf(u))
	}
	s.hand = l
	u.trapped, u.skips = false, 0
	s.goOn(to, how)
}

// goOn makes the chain go on to a square.
func (s *state) goOn(to, how uint8) { s.going, s.to, s.how = true, to, how }

// resolve carries out entries until the chain stops or waits for a choice. When it has stopped, the turn ends.
func (s *state) resolve() {
	for s.going {
		s.going = false
		s.enter(s.to, s.how)
	}
	if s.decision == noDecision {
		s.endTurn()
	}
}

// enter is the entry of the mover, with what it has in hand, to square x: the steps of section 8.6.
//
// JK-50, JK-55, JK-60.
func (s *state) enter(x, how uint8) {
	id := s.mover
	u := &s.unit[id]
	from := s.squareOf(u)
	s.lift(id)
	s.tellMoved(id, from, x, int(movedBy[how]))
	if s.cell[x].kind == fog { // (1) JK-51
		s.open(x, u.crew)
	}
	kind := s.cell[x].kind
	step := s.entryStep(u.kind, x)
	if s.barred(u, x, step) { // (2)
		return
	}
	if is(kind, passing) && s.closesCircle(x, how, kind) { // (3)
		return
	}
	if kind == water { // (4)
		s.enterWater(x)
		return
	}
	s.stand(id, x, step) // (5)
	if s.cell[x].first != id {
		if !s.encounter(x, step) {
			return
		}
	}
	s.act(x, how) // (9)
}

// encounter is what happens between the mover and those that it finds in its place: meeting (6), fight (7), joining (8). It
// returns false if the mover dies of it.
//
// JK-60, JK-117, JK-202.
func (s *state) encounter(x, step uint8) bool {
	id := s.mover
	u := &s.unit[id]
	s.meet(s.cell[x].first, step)
	if !u.alive() {
		s.loseHand(x)
		return false
	}
	if s.cell[x].kind == jungle {
		return true
	}
	if s.enemiesAt(u, x, step).any && !s.fight(x, step) {
		return false
	}
	s.join(x, step)
	return true
}

// barred is step (2): the mover dies if it may not be there at all. It has left its place.
//
// JK-52, JK-149.
func (s *state) barred(u *unit, x, step uint8) bool {
	c := &s.cell[x]
	if s.enemyVessel(u, x) {
		s.bury(s.mover, diedEnemyVessel)
		g := &loads[s.hand].goods
		s.hand = noLoad
		s.deliver(c.vessel, g) // JK-41
		return true
	}
	if c.first == 0 || c.kind == jungle {
		return false
	}
	cause := diedMissionary
	enemies := s.enemiesAt(u, x, step)
	if is(c.kind, isFort) {
		if !enemies.any {
			return false
		}
		cause = diedFort
	} else if !enemies.missionary || u.kind == chunga {
		return false
	}
	s.bury(s.mover, cause)
	s.loseHand(x)
	return true
}

// closesCircle is step (3): the mover dies where it has been in this move, in the same way on ice. Otherwise the key is
// added to the trail, and all but a crocodile to the path.
//
// JK-50, JK-53, JK-108.
func (s *state) closesCircle(x, how, kind uint8) bool {
	key := wayPoint{x, noHow}
	if kind == ice {
		key.how = how
	}
	if s.inTrail(key) {
		cause := diedCircle
		if kind == crocodile {
			cause = diedCrocodile
		}
		s.bury(s.mover, cause)
		s.loseHand(x)
		return true
	}
	s.ways[trailWay][s.trail] = key
	s.trail++
	if kind != crocodile {
		s.ways[pathWay][s.path] = wayPoint{x, how}
		s.path++
	}
	return false
}

func (s *state) inTrail(key wayPoint) bool {
	for _, k := range s.ways[trailWay][:s.trail] {
		if k == key {
			return true
		}
	}
	return false
}

// enterWater is step (4): the mover goes aboard a friendly vessel, launches a boat, or swims.
//
// JK-37, JK-38, JK-54.
func (s *state) enterWater(x uint8) {
	id := s.mover
	u := &s.unit[id]
	if v := s.cell[x].vessel; v != 0 {
		g := &loads[s.hand].goods
		s.hand = noLoad
		s.deliver(v, g)
		s.embark(id, v)
		return
	}
	if s.breaksBan(u, x) {
		s.bury(id, diedBan)
		s.loseHand(x)
		return
	}
	if loads[s.hand].goods[boat] > 0 {
		s.launch(x)
		return
	}
	s.loseHand(x)
	s.stand(id, x, 0)
	if s.cell[x].first != id {
		s.encounter(x, 0)
	}
}

// breaksBan says whether the mover would break a ban, at the cost of its life, by entering plain water.
//
// JK-57b.
func (s *state) breaksBan(u *unit, x uint8) bool {
	if !s.banKills || s.cell[x].first == 0 || !s.enemiesAt(u, x, 0).any {
		return false
	}
	return s.hand != noLoad || s.banned(u, x)
}

// banned says whether a special outcome of a fight is in store for a unit: a Chunga-Changa that would go over, unless a
// missionary is there, whom it dies with, or a fighter that may not attack.
//
// JK-47, JK-57b.
func (s *state) banned(u *unit, x uint8) bool {
	switch u.kind {
	case chunga:
		for id := s.cell[x].first; id != 0; id = s.unit[id].next {
			if s.unit[id].kind == missionary {
				return false
			}
		}
		return true
	case missionary:
		return false
	}
	return s.held
}

// fight is step (7), where enemies are in the place: a fighter knocks them out, or kills them in the water; a Chunga-Changa
// goes over to the first one's crew; a missionary dies. It returns false if the mover dies.
//
// JK-57, JK-70, JK-71, JK-72, JK-73.
func (s *state) fight(x, step uint8) bool {
	u := &s.unit[s.mover]
	if s.banKills && (u.kind == chunga || s.held && u.kind != missionary) { // JK-57b
		s.die(diedBan)
		return false
	}
	if u.kind == missionary {
		s.die(diedPirate)
		return false
	}
	for id := s.cell[x].first; id != 0; {
		other := &s.unit[id]
		next := other.next
		if other.step == step && s.enemies(u.crew, other.crew) {
			switch {
			case u.kind == chunga:
				s.goOver(s.mover, other.crew)
				return true
			case other.kind == chunga:
				s.goOver(id, u.crew)
			case s.cell[x].kind == water:
				s.kill(id, diedWater)
			default:
				s.knockOut(id)
			}
		}
		id = next
	}
	return true
}

// join is step (8): neutrals in the place join the mover's crew.
//
// JK-58.
func (s *state) join(x, step uint8) {
	crew := s.unit[s.mover].crew
	for id := s.cell[x].first; id != 0; id = s.unit[id].next {
		if u := &s.unit[id]; u.crew == neutral && u.step == step {
			u.crew = crew
			s.tellRecruit(id, x)
		}
	}
}

// rest ends the chain: the load is put down.
//
// JK-32, JK-59.
func (s *state) rest() { s.putDown() }

// act is step (9): the tile acts on the mover, which stands on it.
//
// JK-59.
func (s *state) act(x, how uint8) {
	c := &s.cell[x]
	switch c.kind {
	case arrow:
		s.followArrow(x)
	case horse:
		s.mountHorse()
	case ice:
		s.slide(x, how)
	case trap:
		s.fallIn(x)
		s.rest()
	case cannon:
		s.loadCannon(x)
	case rumBarrel:
		s.drink(x)
	case crocodile:
		s.turnBack()
	case cannibal:
		s.beEaten()
	case balloon:
		s.takeBalloon(x)
	case cave:
		s.enterCave(x)
	default: // JK-100, JK-101, JK-116, JK-171, JK-202
		s.rest()
		if is(c.kind, isOneShot) && !c.marked {
			c.marked = true
			s.oneShot(c)
		}
	}
}

// oneShot is the effect of a tile that acts once, on the first arrival of a unit of a crew, after the load has been put down.
//
// JK-102.
func (s *state) oneShot(c *cell) {
	switch c.kind {
	case rumBottles:
		s.findRum(c.arg)
	case lighthouse:
		s.lightUp()
	case earthquake:
		s.shake()
	case shaitanGrass:
		s.findGrass()
	}
}
