package pirati

import "github.com/parley-rules/parley/core"

// queue are ejected pirates who have left their places and are not yet in their ships, in the order in which they get there.
//
// PI-54.
type queue struct {
	pirate [maxPirates]int8
	from   [maxPirates]place
	n      int
}

// eject sends pirates off their places, all together, each in ascending order to the end of the queue. Tokens stay.
//
// PI-50, PI-53, PI-54, PI-55, PI-58.
func (s *state) eject(set pirates, q *queue, e *core.Events) {
	for ; set != 0; set &= set - 1 {
		pirate := first(set)
		from := s.place[pirate]
		if isAboard(from) {
			from = placeAt(s.cellOf(from), 0)
		}
		q.pirate[q.n], q.from[q.n] = int8(pirate), from
		q.n++
		s.release(pirate)
		s.place[pirate] = nowhere
		if e.Recording() {
			e.Begin(eventPirateEjected)
			e.Int(seatOf(pirate))
			e.Int(indexOf(pirate))
			s.writePlace(e.Field(), from)
			e.End()
		}
	}
}

// release frees a pirate who leaves his place of all that held him there, and of what he waited for.
//
// PI-45, PI-55, PI-116.
func (s *state) release(pirate int) {
	bit := pirates(1) << uint(pirate)
	s.captive &^= bit
	s.freed &^= bit
	s.delayed &^= bit
	s.slowed &^= bit
	if int(s.discoverer) == pirate {
		s.discoverer = none
	}
}

// sendHome works the queue off: each pirate gets into his own ship, wherever it is, or is lost if it has sunk. Whom he
// ejects there joins the end.
//
// PI-52, PI-54, PI-56.
func (s *state) sendHome(q *queue, e *core.Events) {
	for i := 0; i < q.n; i++ {
		pirate, from := int(q.pirate[i]), q.from[i]
		seat := seatOf(pirate)
		home := s.ships[seat]
		if home == noCell {
			s.lose(pirate, cell(from), causeNoShip, e)
			continue
		}
		s.tellJump(e, pirate, from, placeAt(home, 0), byEjected, false)
		s.board(pirate, seat, false, q, e)
	}
}

// rest puts a pirate on a place where he stays: the opponents there are ejected and get home, then he puts his token down.
//
// PI-50, PI-51, PI-53, PI-57, PI-58, PI-59.
func (s *state) rest(m *movement, at place) {
	if opponents := s.opponentsAt(at, m.team); opponents != 0 {
		s.ejectFrom(opponents, m.events)
	}
	s.place[m.pirate] = at
	if m.carry {
		s.putDown(at, m.events)
	}
}

// ejectFrom ejects pirates and works the queue off.
func (s *state) ejectFrom(set pirates, e *core.Events) {
	var q queue
	s.eject(set, &q, e)
	s.sendHome(&q, e)
}

// lose takes a pirate out of the game. His seat is eliminated with its last one.
//
// PI-25, PI-137, PI-184.
func (s *state) lose(pirate int, at cell, cause int, e *core.Events) {
	s.release(pirate)
	s.place[pirate] = lost + place(cause)
	s.gone |= 1 << uint(pirate)
	s.progress = true
	e.Emit(eventPirateLost, seatOf(pirate), indexOf(pirate), rowOf(at), colOf(at), cause)
	if seat := seatOf(pirate); !s.alive(seat) {
		e.Emit(eventSeatEliminated, seat)
	}
}
