package pirati

import (
	"math/bits"

	"github.com/parley-rules/parley/core"
)

// movement is one pirate on his way in one turn: what START, GO and LOOK of the rules text know of him. It has 32 bytes: what
// is larger is dear to clear in a module.
type movement struct {
	events *core.Events
	pirate int
	team   int
	carry  bool
	found  bool   // he has turned over a treasure tile, on which he then comes to rest
	foot   int8   // the footprint that he flies to with the genie's help, or 0
	flight vector // the genie's flight, for jumps flight and flightBack
}

// nodes are the squares that a chain of forced moves has come to, for whirlpools and fish with the jump that led there. An
// arrow or a choice tile has jump 0 only.
type nodes [allJumps][cells / 64]uint64

// add adds a node. It returns false if it was there.
func (n *nodes) add(c cell, j jump) bool {
	word, bit := &n[j][c/64], uint64(1)<<(c%64)
	if *word&bit != 0 {
		return false
	}
	*word |= bit
	return true
}

// goOn is GO of the rules text: a pirate has jumped to a cell and goes on from there until he is at rest, lost, or has a
// choice. What he meets now is carried out whatever it does to him.
//
// PI-21, PI-36, PI-42, PI-60.
func (s *state) goOn(m *movement, at cell, j jump) {
	for at != noCell {
		t := s.tiles[at]
		if isRing(t) { // 1
			s.overboard(m, at)
			return
		}
		if t&faceUp == 0 { // 2
			s.reveal(m, at)
			t |= faceUp
		}
		if !isTransit(t) { // 3
			s.arrive(m, at)
			return
		}
		at, j = s.chain(m, at, j)
	}
}

// chain is GO for tiles that lead on, from one choice to the next: it returns where to go on, which is no such tile or follows
// a choice that was made by itself, so that a new chain begins. It returns noCell if the pirate is lost or has a choice.
//
// PI-36, PI-42, PI-63, PI-65, PI-66, PI-88.
func (s *state) chain(m *movement, at cell, j jump) (cell, jump) {
	var run nodes
	for {
		t := s.tiles[at]
		if t&faceUp == 0 {
			s.reveal(m, at)
			t |= faceUp
		}
		from := at
		switch classes[t] {
		case classArrow:
			if !run.add(at, 0) {
				return s.circle(m, at)
			}
			j = arrowOf(t)
			at = land(at, j, m.flight)
		case classWhirlpool: // PI-99, PI-100
			if !run.add(at, j) {
				return s.circle(m, at)
			}
			at = land(at, j, m.flight)
		case classFish: // PI-101, PI-102, PI-103
			if !run.add(at, j) {
				return s.circle(m, at)
			}
			j = reversed(j)
			at = landTwice(at, j, m.flight)
		case classChoice:
			ways := s.waysOn(m, at)
			if ways == 0 {
				return s.circle(m, at)
			}
			if ways&(ways-1) != 0 {
				s.askWay(m, at, ways)
				return noCell, 0
			}
			return s.takeWay(m, at, bits.TrailingZeros8(ways))
		default:
			return at, j
		}
		s.tellMoved(m, from, at, byOf[kindOf(t)])
	}
}

// circle ends a movement in a vicious circle.
//
// PI-63, PI-64.
func (s *state) circle(m *movement, at cell) (cell, jump) {
	s.lose(m.pirate, at, causeCircle, m.events)
	return noCell, 0
}

// waysOn are the ways that a pirate may take from a choice tile, as a set: of those that he has not taken from this square in
// this turn the ones that can still end well, or all of them if none can. None at all: he is in a vicious circle. Who carries has
// a way that can end well wherever he comes to; if he has none he cannot have come here.
//
// PI-41, PI-64, PI-68, PI-96, PI-98.
func (s *state) waysOn(m *movement, at cell) (legal uint8) {
	t, taken := s.tiles[at], s.used[at]
	open := waysOf(t) &^ taken
	for left := open; left != 0; left &= left - 1 {
		way := left & -left
		j := firstWay(t) + jump(bits.TrailingZeros8(left))
		s.used[at] = taken | way
		if s.look(m, land(at, j, m.flight), j) {
			legal |= way
		}
	}
	s.used[at] = taken
	if legal == 0 && !m.carry {
		return open
	}
	return legal
}

// takeWay takes a way on from a choice tile: by itself if there is only one, or because the seat whose turn it is chose it.
// It returns where it leads.
//
// PI-26, PI-65, PI-92, PI-93, PI-94, PI-95.
func (s *state) takeWay(m *movement, at cell, way int) (to cell, j jump) {
	t := s.tiles[at]
	s.used[at] |= 1 << way
	s.usedWays = true
	j = firstWay(t) + jump(way)
	to = land(at, j, m.flight)
	s.tellMoved(m, at, to, byOf[kindOf(t)])
	return to, j
}

// askWay stops a movement on a choice tile until its seat has chosen.
//
// PI-22, PI-26.
func (s *state) askWay(m *movement, at cell, ways uint8) {
	s.phase = phaseChoice
	s.place[m.pirate] = placeAt(at, 0)
	s.mover, s.carrying, s.ways = int8(m.pirate), m.carry, ways
	s.tellChoice(m.events)
}

// endAt is the part of LOOK about ends: whether a movement that has got to a cell ends there, and well. It treats all
// face-down tiles alike.
//
// PI-34, PI-38, PI-67, PI-71, PI-104, PI-107.
func (s *state) endAt(m *movement, at cell) int {
	t := s.tiles[at]
	if end := ends[number(m.carry)][t]; end != endAsk {
		return int(end)
	}
	if isRing(t) {
		return number(s.mayEnter(m.team, shipOf(t), m.carry))
	}
	return number(s.opponentsAt(placeAt(at, 0), m.team) == 0) // PI-75
}

// look is LOOK of the rules text: whether a pirate who jumps to a cell can come to an end that is not bad, as far as anybody
// can know. Ways in s.used are closed to him. Mostly the tile, or one jump from it, tells; otherwise it searches.
//
// PI-38, PI-40, PI-67, PI-99, PI-101.
func (s *state) look(m *movement, at cell, j jump) bool {
	to := at
	end := endAsk
	switch t := s.tiles[at]; classes[t] {
	case classChoice:
		end = s.aheadOfChoice(m, at)
	case classArrow:
		to = landing[at][arrowOf(t)]
	case classWhirlpool:
		to = land(at, j, m.flight)
	case classFish:
		if !m.carry {
			to = landTwice(at, reversed(j), m.flight)
		}
	}
	if end == endAsk {
		end = s.endAt(m, to)
	}
	if end == endNone {
		return s.search(m, at, j)
	}
	return end == endGood
}

// aheadOfChoice is the part of look about the ways from a choice tile: a good end if one of them is, a bad one if all are bad,
// none if that takes a search.
//
// PI-40, PI-41.
func (s *state) aheadOfChoice(m *movement, at cell) int {
	t := s.tiles[at]
	left, first := waysOf(t)&^s.used[at], firstWay(t)
	if first == 0 {
		good := s.known.around(at)
		if m.carry {
			good = s.calm.around(at)
		}
		if left&good != 0 {
			return endGood
		}
		left &= s.odd.around(at) // the others are bad ends
	}
	end := endBad
	for ; left != 0; left &= left - 1 {
		switch s.endAt(m, landing[at][first+jump(bits.TrailingZeros8(left))]) {
		case endGood:
			return endGood
		case endNone:
			end = endNone
		}
	}
	return end
}

// search is LOOK for longer chains. It goes through the graph of what is face up, to each node once.
//
// PI-40, PI-41, PI-66, PI-167.
func (s *state) search(m *movement, at cell, j jump) bool {
	var seen nodes
	var found [cells / 64]uint64   // choice tiles whose ways are not tried yet, as a set
	from, left := noCell, uint8(0) // the choice tile whose ways are tried now, and those that are left
	for {
		end, choice := s.follow(m, at, j, &seen)
		if end == endGood {
			return true
		}
		if end == endNone {
			found[choice/64] |= 1 << (choice % 64)
		}
		for left == 0 {
			word := 0
			for found[word] == 0 {
				if word++; word == len(found) {
					return false
				}
			}
			from = cell(64*word + bits.TrailingZeros64(found[word]))
			found[word] &= found[word] - 1
			left = waysOf(s.tiles[from]) &^ s.used[from]
		}
		j = firstWay(s.tiles[from]) + jump(bits.TrailingZeros8(left))
		left &= left - 1
		at = land(from, j, m.flight)
	}
}

// follow is the part of LOOK without a choice: it goes on until an end, or until a choice tile that was not seen before, for
// which it returns endNone. Where a node was seen before there is nothing new.
//
// PI-40, PI-99, PI-101.
func (s *state) follow(m *movement, at cell, j jump, seen *nodes) (end int, choice cell) {
	for {
		t := s.tiles[at]
		if !isTransit(t) || m.carry {
			if end = s.endAt(m, at); end != endNone {
				return end, noCell
			}
		}
		switch classes[t] {
		case classArrow:
			if !seen.add(at, 0) {
				return endBad, noCell
			}
			j = arrowOf(t)
			at = land(at, j, m.flight)
		case classWhirlpool:
			if !seen.add(at, j) {
				return endBad, noCell
			}
			at = land(at, j, m.flight)
		case classFish:
			if !seen.add(at, j) {
				return endBad, noCell
			}
			j = reversed(j)
			at = landTwice(at, j, m.flight)
		default:
			if !seen.add(at, 0) {
				return endBad, noCell
			}
			return endNone, at
		}
	}
}
