package pirati

import "github.com/parley-rules/parley/core"

// reward is what the mermaid pays.
//
// PI-115.
const reward = 3

// meetMermaid: as long as she is unused a pirate waits on her, afterwards she holds him.
//
// PI-59, PI-114, PI-116, PI-118, PI-120, PI-121.
func (s *state) meetMermaid(m *movement, at cell) {
	s.rest(m, placeAt(at, 0))
	if s.mermaid == powerUsed {
		s.capture(m, at)
	}
}

// callMermaid is what a seat's new treasure does for its pirates on the mermaid: she pays once, and takes those who waited
// home; later it frees her captives. Without a ship of the seat nothing happens.
//
// PI-115, PI-116, PI-117, PI-119, PI-121, PI-122.
func (s *state) callMermaid(seat int, e *core.Events) {
	waiting := s.onMermaid(seat)
	if s.ships[seat] == noCell || waiting == 0 {
		return
	}
	if s.mermaid == powerUsed {
		s.fetch(waiting&s.captive, true, e)
		return
	}
	if !s.anyHeir {
		if s.discoverer == none || waiting>>uint(s.discoverer)&1 == 0 {
			return
		}
		waiting = 1 << uint(s.discoverer)
	}
	s.mermaid, s.discoverer = powerUsed, none
	s.bank -= reward
	e.Emit(eventMermaidUsed, seat)
	s.bankTokens(seat, reward, bankedMermaid, e)
	s.fetch(waiting, false, e)
}

// onMermaid are the pirates of a seat who stand on the mermaid.
func (s *state) onMermaid(seat int) (set pirates) {
	for i := crew * seat; i < crew*seat+crew; i++ {
		if p := s.place[i]; isCell(p) && kindOf(s.tiles[cell(p)]) == kindMermaid {
			set |= 1 << uint(i)
		}
	}
	return set
}

// fetch puts pirates from the mermaid into their own ship. If it sinks under one of them, those after him are lost.
//
// PI-115, PI-119.
func (s *state) fetch(set pirates, free bool, e *core.Events) {
	for ; set != 0; set &= set - 1 {
		pirate := first(set)
		seat, from := seatOf(pirate), s.place[pirate]
		home := s.ships[seat]
		if home == noCell {
			s.lose(pirate, cell(from), causeNoShip, e)
			continue
		}
		if free {
			tellPirate(e, eventPirateFreed, pirate, cell(from))
		}
		s.release(pirate)
		s.place[pirate] = nowhere
		s.tellJump(e, pirate, from, placeAt(home, 0), byMermaid, false)
		s.boardAlone(pirate, seat, false, e)
	}
}

// meetGenie: as long as the genie is unused, who is forced on to him sends the one who stands there home, whosever he is, and
// has the power from now on. Afterwards it is a tile like others.
//
// PI-57, PI-123, PI-131.
func (s *state) meetGenie(m *movement, at cell) {
	here := placeAt(at, 0)
	if s.genie != powerUnused {
		s.rest(m, here)
		return
	}
	if before := s.at(here); before != 0 {
		s.ejectFrom(before, m.events)
	}
	s.place[m.pirate] = here
}

// hasGenie says whether a pirate stands on the unused genie.
//
// PI-124.
func (s *state) hasGenie(pirate int) bool {
	p := s.place[pirate]
	return s.genie == powerUnused && isCell(p) && kindOf(s.tiles[cell(p)]) == kindGenie
}

// fly takes a pirate with the genie's help to a square, to a footprint if it is mud that all can see. The power is gone before
// he flies.
//
// PI-61, PI-62, PI-126, PI-127, PI-128.
func (s *state) fly(m *movement, to cell) {
	from := s.place[m.pirate]
	s.genie = powerUsed
	m.events.Emit(eventGenieUsed, seatOf(m.pirate), indexOf(m.pirate))
	s.depart(m)
	end := s.comingTo(to)
	if m.foot > 0 {
		end = placeAt(to, int(m.foot))
	}
	s.tellJump(m.events, m.pirate, from, end, byGenie, false)
	s.goOn(m, to, m.aim(cell(from), to))
}

// aim sets the vector of a genie's flight and returns its jump.
//
// PI-61, PI-102.
func (m *movement) aim(from, to cell) jump {
	m.flight = vector{int8(rowOf(to) - rowOf(from)), int8(colOf(to) - colOf(from))}
	return jumpOf(m.flight)
}
