package pirati

import (
	"math/bits"

	"github.com/parley-rules/parley/core"
)

// room is how many pirates a ship holds.
//
// PI-146.
const room = 3

// manned says whether a ship has a home pirate, one of its own seat, aboard.
//
// PI-148, PI-150.
func (s *state) manned(ship int) bool {
	own, here := s.place[crew*ship:crew*ship+crew], aboard+place(ship)
	return own[0] == here || own[1] == here || own[2] == here
}

// mayEnter says whether a pirate of a team may enter a ship without harm: a friendly one always, an opposing one only
// without a token and if no home pirate is aboard.
//
// PI-149, PI-150.
func (s *state) mayEnter(team, ship int, carry bool) bool {
	return ship&1 == team || !carry && !s.neverEnemy && !s.manned(ship)
}

// board is BOARD of the rules text: a pirate gets into a ship. Pirates of the other team there are thrown out and join the
// queue; a token goes to the hoard; a fourth pirate sinks the ship. Who gets into an opposing ship that he may not enter is
// killed, and the ship is unharmed.
//
// PI-146, PI-149, PI-150, PI-151, PI-152, PI-165.
func (s *state) board(pirate, ship int, carry bool, q *queue, e *core.Events) {
	at, team := aboard+place(ship), teamOf(pirate)
	if !s.mayEnter(team, ship, carry) {
		s.lose(pirate, s.ships[ship], causeMurdered, e)
		return
	}
	if opponents := s.opponentsAt(at, team); opponents != 0 {
		s.eject(opponents, q, e)
	}
	if carry {
		s.bankTokens(ship, 1, bankedCarried, e)
	}
	s.place[pirate] = at
	e.Emit(eventPirateBoarded, seatOf(pirate), indexOf(pirate), ship)
	if crowd := s.at(at); bits.OnesCount16(crowd) > room {
		s.sink(ship, crowd, e)
	}
}

// boardAlone is board for one pirate who is not in a queue, with all that follows for others.
//
// PI-54.
func (s *state) boardAlone(pirate, ship int, carry bool, e *core.Events) {
	var q queue
	s.board(pirate, ship, carry, &q, e)
	s.sendHome(&q, e)
}

// sink sinks a ship with all who are aboard. With the last ship of a team its swimmers drown.
//
// PI-146, PI-158, PI-169.
func (s *state) sink(ship int, crowd pirates, e *core.Events) {
	at := s.ships[ship]
	s.shipSunk[ship] = true
	s.moor(ship, noCell)
	e.Emit(eventShipSunk, ship, rowOf(at), colOf(at))
	for ; crowd != 0; crowd &= crowd - 1 {
		s.lose(first(crowd), at, causeShipSunk, e)
	}
	team := ship & 1
	if s.floating(team) {
		return
	}
	for set := s.swimmers() & teams[team]; set != 0; set &= set - 1 {
		pirate := first(set)
		s.lose(pirate, cell(s.place[pirate]), causeDrowned, e)
	}
}

// floating says whether a team has a ship afloat.
//
// PI-153, PI-158.
func (s *state) floating(team int) bool {
	return s.ships[team] != noCell || s.ships[team+2] != noCell
}

// swimmers are the pirates in the water.
func (s *state) swimmers() (set pirates) {
	for i, p := range s.place[:s.count] {
		if isCell(p) && isRing(s.tiles[cell(p)]) {
			set |= 1 << uint(i)
		}
	}
	return set
}

// overboard ends a movement on the ring: in the ship that is there, or else in the water, where a pirate without any friendly
// ship drowns at once.
//
// PI-44, PI-60, PI-153, PI-157.
func (s *state) overboard(m *movement, at cell) {
	if ship := s.shipOn(at); ship != none {
		s.boardAlone(m.pirate, ship, m.carry, m.events)
		return
	}
	if !s.floating(m.team) {
		s.lose(m.pirate, at, causeDrowned, m.events)
		return
	}
	s.place[m.pirate] = placeAt(at, 0)
	tellPirate(m.events, eventPirateSwims, m.pirate, at)
}

// swim moves a swimmer by one ring square, or into the ship that is there. He does nothing to other swimmers.
//
// PI-154, PI-155, PI-157, PI-159.
func (s *state) swim(pirate int, to cell, e *core.Events) {
	if e.Recording() {
		s.tellJump(e, pirate, s.place[pirate], placeAt(to, 0), bySwim, false)
	}
	if ship := s.shipOn(to); ship != none {
		s.place[pirate] = nowhere
		s.boardAlone(pirate, ship, false, e)
		return
	}
	s.place[pirate] = placeAt(to, 0)
}

// sail moves a ship with everybody aboard. Swimmers where it gets to are lost, whosever they are.
//
// PI-147, PI-148, PI-156.
func (s *state) sail(seat int, to cell, e *core.Events) {
	from := s.ships[seat]
	s.moor(seat, to)
	e.Emit(eventShipMoved, seat, rowOf(from), colOf(from), rowOf(to), colOf(to))
	for set := s.at(placeAt(to, 0)); set != 0; set &= set - 1 {
		s.lose(first(set), to, causeRunOver, e)
	}
}
