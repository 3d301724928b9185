package pirati

import "github.com/parley-rules/parley/core"

// reveal turns over the tile that a pirate has come to, as it was laid. A treasure tile gets its tokens from the bank.
//
// PI-35, PI-114, PI-124, PI-138, PI-184.
func (s *state) reveal(m *movement, at cell) {
	s.tiles[at] |= faceUp
	s.mark(at)
	t := s.tiles[at]
	kind := kindOf(t)
	treasure := treasureOf(kind)
	s.down[kind]--
	s.tokens[at] = uint8(treasure)
	s.bank -= int32(treasure)
	s.ashore += int32(treasure)
	switch kind {
	case kindGenie:
		s.genie = powerUnused
	case kindMermaid:
		s.mermaid, s.discoverer = powerUnused, int8(m.pirate)
	}
	s.progress = true
	m.found = treasure > 0
	if e := m.events; e.Recording() {
		e.Begin(eventTileRevealed)
		writeCell(e.Field(), at)
		e.Int(kind)
		writeDirs(e.Field(), t)
		e.Int(treasure)
		e.End()
	}
}

// arrive ends a movement on a tile that does not lead on.
//
// PI-36, PI-42, PI-44.
func (s *state) arrive(m *movement, at cell) {
	switch kind := kindOf(s.tiles[at]); kind {
	case kindSea: // PI-70
		s.rest(m, placeAt(at, 0))
	case kindIsland:
		s.island(m, at)
	case kindMud2, kindMud3, kindMud4, kindMud5:
		s.enterMud(m, at)
	case kindStarfish:
		s.starfish(m, at)
	case kindOctopus:
		s.octopus(m, at)
	case kindMermaid:
		s.meetMermaid(m, at)
	case kindGenie:
		s.meetGenie(m, at)
	case kindTurtle:
		s.turtle(m, at)
	case kindShark: // PI-136
		s.lose(m.pirate, at, causeShark, m.events)
	default:
		s.treasure(m, at)
	}
}

// island: nobody is ejected there; who is forced on to one with opponents is sent home himself.
//
// PI-71, PI-73, PI-74, PI-75.
func (s *state) island(m *movement, at cell) {
	here := placeAt(at, 0)
	opponents := s.opponentsAt(here, m.team)
	s.place[m.pirate] = here
	if opponents != 0 {
		s.ejectFrom(1<<uint(m.pirate), m.events)
	}
}

// starfish throws a pirate off the board where its head points.
//
// PI-105, PI-106.
func (s *state) starfish(m *movement, at cell) {
	to := clamp(rowOf(at), edge)
	switch arrowOf(s.tiles[at]) {
	case north:
		to = cellAt(0, colOf(at))
	case south:
		to = cellAt(edge, colOf(at))
	case west:
		to = cellAt(rowOf(at), 0)
	}
	s.tellMoved(m, at, to, byStarfish)
	s.overboard(m, to)
}

// turtle delays a pirate: he cannot be played in the next turn of his seat. END_TURN counts twice.
//
// PI-132, PI-134, PI-135.
func (s *state) turtle(m *movement, at cell) {
	s.rest(m, placeAt(at, 0))
	s.slowed |= 1 << uint(m.pirate)
	tellPirate(m.events, eventPirateDelayed, m.pirate, at)
}

// octopus catches a pirate, unless another one of his group is there: then he is free, and frees them.
//
// PI-108, PI-109, PI-110, PI-111.
func (s *state) octopus(m *movement, at cell) {
	s.rest(m, placeAt(at, 0))
	self := pirates(1) << uint(m.pirate)
	group := s.at(placeAt(at, 0)) &^ self
	if s.seatFrees {
		group &= ofSeat(seatOf(m.pirate))
	}
	if group == 0 {
		s.capture(m, at)
		return
	}
	for set := group & s.captive; set != 0; set &= set - 1 {
		pirate := first(set)
		s.captive &^= 1 << uint(pirate)
		s.freed |= 1 << uint(pirate)
		tellPirate(m.events, eventPirateFreed, pirate, at)
	}
}

func (s *state) capture(m *movement, at cell) {
	s.captive |= 1 << uint(m.pirate)
	tellPirate(m.events, eventPirateCaptured, m.pirate, at)
}

// treasure is a tile like sea, but for what its being turned over does for those on the mermaid.
//
// PI-122, PI-139, PI-140.
func (s *state) treasure(m *movement, at cell) {
	s.rest(m, placeAt(at, 0))
	if m.found {
		s.callMermaid(seatOf(m.pirate), m.events)
	}
}

// enterMud puts a pirate on the first footprint, where he tramples everybody down, or on the footprint that he flies to, where
// he ejects opponents only.
//
// PI-57, PI-76, PI-79, PI-80, PI-83, PI-127.
func (s *state) enterMud(m *movement, at cell) {
	if m.foot > 0 {
		s.rest(m, placeAt(at, int(m.foot)))
		return
	}
	here := placeAt(at, 1)
	for set := s.at(here); set != 0; set &= set - 1 {
		s.lose(first(set), at, causeTrampled, m.events)
	}
	s.rest(m, here)
}

// mudStep moves a pirate on to the next footprint.
//
// PI-77, PI-78, PI-82, PI-83.
func (s *state) mudStep(m *movement) {
	from := s.place[m.pirate]
	to := from + 1<<footShift
	s.depart(m)
	s.tellJump(m.events, m.pirate, from, to, byMudStep, m.carry)
	s.rest(m, to)
}

// putDown puts a token down. The second one on a footprint sinks.
//
// PI-81, PI-160, PI-184.
func (s *state) putDown(at place, e *core.Events) {
	c, foot := cell(at), footOf(at)
	if foot == 0 {
		s.tokens[c]++
		s.ashore++
		return
	}
	bit := uint8(1) << (foot - 1)
	if s.tokens[c]&bit == 0 {
		s.tokens[c] |= bit
		s.ashore++
		return
	}
	s.sunk++
	s.progress = true
	e.Emit(eventTokenSunk, rowOf(c), colOf(c), foot)
}

// takeUp takes one token from a place. The others stay.
//
// PI-161, PI-162.
func (s *state) takeUp(at place) {
	s.ashore--
	if foot := footOf(at); foot > 0 {
		s.tokens[cell(at)] &^= 1 << (foot - 1)
		return
	}
	s.tokens[cell(at)]--
}

// bankTokens adds tokens to the hoard of a ship, where they are safe.
//
// PI-165, PI-184.
func (s *state) bankTokens(ship, count, by int, e *core.Events) {
	s.hoard[ship] += int16(count)
	s.progress = true
	e.Emit(eventTokensBanked, ship, count, by, int(s.hoard[ship]))
}
