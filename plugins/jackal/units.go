package jackal

// A crew's pirates have ids one after the other, and whoever appears in the course of the game has a higher one than all pirates of
// the start. firstOf and after go through those that may be of a crew, in the order of their ids, up to s.units:
//
//	for id := s.firstOf(crew); id <= s.units; id = s.after(id, crew)
func (s *state) firstOf(crew uint8) uint8 { return crew*s.pirates + 1 }

func (s *state) after(id, crew uint8) uint8 {
	if id++; id == (crew+1)*s.pirates+1 {
		return s.crews*s.pirates + 1
	}
	return id
}

// first is where a list of units begins: that of a square, with all steps of a labyrinth, or that of a vessel.
//
// JK-6.
func (s *state) listOf(u *unit) *uint8 {
	switch {
	case u.tunnel:
		return &s.stuck
	case u.vessel != 0:
		return &s.vessel[u.vessel].first
	}
	return &s.cell[u.sq].first
}

// lift takes a unit out of its place. Where it was stays in it until it is placed anew.
func (s *state) lift(id uint8) {
	u := &s.unit[id]
	at := s.listOf(u)
	for *at != id {
		at = &s.unit[*at].next
	}
	*at = u.next
	u.next = 0
}

// queue puts a unit that is in no list at the end of the list of its place.
func (s *state) queue(id uint8) {
	at := s.listOf(&s.unit[id])
	for *at != 0 {
		at = &s.unit[*at].next
	}
	*at = id
}

// stand puts a lifted unit on a square, last in arrival order.
//
// JK-55.
func (s *state) stand(id, sq, step uint8) {
	u := &s.unit[id]
	u.sq, u.vessel, u.step, u.tunnel = sq, 0, step, false
	s.queue(id)
}

// embark puts a lifted unit aboard a vessel, last in arrival order, freed of everything, and lets it meet whom it meets there.
//
// JK-56, JK-76.
func (s *state) embark(id, v uint8) {
	u := &s.unit[id]
	u.sq, u.vessel, u.step, u.tunnel, u.trapped, u.skips = nowhere, v, 0, false, false, 0
	s.queue(id)
	s.meet(s.vessel[v].first, 0)
}

// squareOf is the square of a living unit, aboard that of its vessel, in the tunnel that of its entry.
func (s *state) squareOf(u *unit) uint8 {
	if u.vessel != 0 {
		return s.vessel[u.vessel].sq
	}
	return u.sq
}

// lastStep is the last step of a labyrinth, 0 on other squares.
//
// JK-34, JK-115.
func (s *state) lastStep(sq uint8) uint8 {
	if c := &s.cell[sq]; c.kind == labyrinth {
		return c.arg
	}
	return 0
}

// entryStep is the step on which a unit of a kind enters a square: the first of a labyrinth, for a Chunga-Changa the last.
//
// JK-115, JK-118.
func (s *state) entryStep(kind, sq uint8) uint8 {
	c := &s.cell[sq]
	switch {
	case c.kind != labyrinth:
		return 0
	case kind == chunga:
		return c.arg
	}
	return 1
}

// kill takes a living unit out of the game. It stays known.
//
// JK-77, JK-78.
func (s *state) kill(id uint8, cause int) {
	s.lift(id)
	s.bury(id, cause)
}

// bury is kill for a unit that is in no place.
func (s *state) bury(id uint8, cause int) {
	u := &s.unit[id]
	u.sq, u.vessel, u.step, u.skips, u.trapped, u.tunnel = nowhere, 0, 0, 0, false, false
	s.tellUnitAnd(eventUnitDied, id, cause)
}

// die ends the chain with the death of the mover, which stands in a place, and the loss of its load.
//
// JK-41, JK-60.
func (s *state) die(cause int) {
	sq := s.squareOf(&s.unit[s.mover])
	s.kill(s.mover, cause)
	s.loseHand(sq)
}

// nearest is the vessel to which a unit of a crew flies from a square: the nearest of its crew, else of its allies, 0 if
// there is none. Vessels are numbered ships first, so that of equal ones the first counts.
//
// JK-74.
func (s *state) nearest(crew, from uint8) uint8 {
	if crew == neutral {
		return 0
	}
	if v := s.nearestOf(func(c uint8) bool { return c == crew }, from); v != 0 {
		return v
	}
	return s.nearestOf(func(c uint8) bool { return s.friendly(c, crew) }, from)
}

func (s *state) nearestOf(ours func(crew uint8) bool, from uint8) uint8 {
	best, least := uint8(0), 1<<30
	for v := uint8(1); v <= s.vessels; v++ {
		to := &s.vessel[v]
		if to.sq == nowhere || !ours(to.crew) {
			continue
		}
		if d := s.distanceBetween(from, to.sq); d < least {
			best, least = v, d
		}
	}
	return best
}

// distanceBetween measures as the option ship_distance says.
//
// JK-74.
func (s *state) distanceBetween(a, b uint8) int {
	dr, dc := rowOf(a)-rowOf(b), colOf(a)-colOf(b)
	dr, dc = max(dr, -dr), max(dc, -dc)
	switch s.distance {
	case distanceSteps:
		return dr + dc
	case distanceStraight:
		return dr*dr + dc*dc
	}
	return max(dr, dc)
}

// knockOut sends a unit on a square to its nearest vessel, or kills it where there is none.
//
// JK-70, JK-74, JK-75.
func (s *state) knockOut(id uint8) { s.fly(id, s.squareOf(&s.unit[id]), diedNoVessel) }

// fly sends a unit from a square to its nearest vessel; where there is none it dies of the cause.
func (s *state) fly(id, from uint8, cause int) {
	v := s.nearest(s.unit[id].crew, from)
	if v == 0 {
		s.kill(id, cause)
		return
	}
	s.lift(id)
	s.tellUnitAnd(eventUnitKnockedOut, id, int(v)-1)
	s.embark(id, v)
}

// meet: missionaries and Chunga-Changas in one place die, all of them. list is where the list of the place begins, step the
// step of a labyrinth.
//
// JK-56.
func (s *state) meet(list, step uint8) {
	kinds := uint8(0)
	for id := list; id != 0; id = s.unit[id].next {
		if s.unit[id].step == step {
			kinds |= 1 << s.unit[id].kind
		}
	}
	const both = 1<<missionary | 1<<chunga
	if kinds&both != both {
		return
	}
	for id := list; id != 0; {
		u := &s.unit[id]
		next := u.next
		if u.step == step && both>>u.kind&1 != 0 {
			s.kill(id, diedMeeting)
		}
		id = next
	}
}

// company tells what enemies of a unit are in a place.
type company struct {
	any        bool
	missionary bool // one of them is a missionary
	onlyChunga bool // all of them are Chunga-Changas
}

// enemiesAt looks for enemies of a unit on a square, in a labyrinth on one step of it.
func (s *state) enemiesAt(u *unit, sq, step uint8) (c company) {
	c.onlyChunga = true
	for id := s.cell[sq].first; id != 0; id = s.unit[id].next {
		other := &s.unit[id]
		if other.step != step || !s.enemies(u.crew, other.crew) {
			continue
		}
		c.any = true
		c.missionary = c.missionary || other.kind == missionary
		c.onlyChunga = c.onlyChunga && other.kind == chunga
	}
	return c
}

// recruit makes a unit of a crew join, or go over to, another one.
func (s *state) tellRecruit(id, sq uint8) {
	if s.tell == nil {
		return
	}
	u := &s.unit[id]
	s.tell.Begin(eventUnitRecruited)
	s.tell.Int(int(id) - 1)
	s.tell.Int(int(u.kind))
	if u.crew == neutral {
		s.tell.Field().Nil()
	} else {
		s.tell.Int(int(u.crew))
	}
	s.tellSquare(sq)
	s.tell.End()
}

// goOver makes a Chunga-Changa change sides.
//
// JK-57, JK-72.
func (s *state) goOver(id, crew uint8) {
	s.unit[id].crew = crew
	s.tellUnitAnd(eventUnitDefected, id, int(crew))
}
