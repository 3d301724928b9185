package jackal

import (
	"math/bits"

	"github.com/parley-rules/parley/core"
)

// prepared moves with a load: their unit and square are filled in.
var moveWith, flyWith, goWith [loadCount]core.Move

func init() {
	for l := range uint8(loadCount) {
		moveWith[l] = core.Move{Kind: moveMove, N: 7}
		flyWith[l] = core.Move{Kind: moveFly, N: 7}
		goWith[l] = core.Move{Kind: moveGo, N: 6}
		putLoad(&moveWith[l], 3, l)
		putLoad(&flyWith[l], 3, l)
		putLoad(&goWith[l], 2, l)
	}
}

// Moves appends the legal moves of the actor in the canonical order.
//
// JK-12, JK-256.
func (s *state) Moves(_ core.Seat, buf []core.Move) []core.Move {
	switch s.phase {
	case phaseOver:
		return buf
	case phaseDecision:
		return s.appendDecision(buf)
	}
	buf = s.appendServe(buf)
	n := len(buf)
	buf = s.appendMain(buf, false)
	if s.voluntaryPass || len(buf) == n {
		buf = append(buf, core.Move{Kind: movePass})
	}
	return buf
}

// appendDecision lists the options of the decision.
func (s *state) appendDecision(buf []core.Move) []core.Move {
	kind := moveOf[s.decision]
	if kind == moveGo {
		return s.appendGo(buf)
	}
	for _, sq := range s.land {
		if s.mayPick(sq) {
			buf = appendAt(buf, kind, sq)
		}
	}
	return buf
}

// appendAt appends a move whose arguments are a square.
//
//go:noinline
func appendAt(buf []core.Move, kind, sq uint8) []core.Move {
	return append(buf, core.Move{Kind: kind, N: 2, Arg: [core.MoveSlots]int16{int16(rowOf(sq)), int16(colOf(sq))}})
}

// appendServe lists the squares to which rum can be served.
//
// JK-231.
func (s *state) appendServe(buf []core.Move) []core.Move {
	if s.rum[s.crew] == 0 || s.grass > 0 {
		return buf
	}
	for _, sq := range s.all {
		if s.drinkers(sq) != 0 && s.checkServe(sq) == core.OK {
			buf = appendAt(buf, moveServeRum, sq)
		}
	}
	return buf
}

// sailing are the directions of a vessel's step, in row-major order of the squares that they lead to.
var sailing = [...]uint8{north, west, east, south}

// appendMain lists the main actions but pass. With one it may stop when it has found any.
func (s *state) appendMain(buf []core.Move, one bool) []core.Move {
	const none = maxUnits + 1
	n := len(buf)
	waits, flies, forts := uint8(none), uint8(none), uint8(none) // the first unit on a labyrinth step below the last, on an airplane, in a fort
	for id := s.firstOf(s.crew); id <= s.units; id = s.after(id, s.crew) {
		u := &s.unit[id]
		if u.crew != s.crew || !u.alive() {
			continue
		}
		kind := s.cell[u.sq].kind // void aboard
		if kind == resurrectionFort {
			forts = min(forts, id)
		}
		if !canAct(u) {
			continue
		}
		if kind == labyrinth && u.step < s.cell[u.sq].arg {
			waits = min(waits, id)
			continue
		}
		if kind == airplane {
			flies = min(flies, id)
		}
		buf = s.appendSteps(id, u, buf, one)
		if one && len(buf) > n {
			return buf
		}
	}
	for id := waits; id <= s.units; id = s.after(id, s.crew) {
		if u := &s.unit[id]; u.crew == s.crew && u.alive() && canAct(u) && u.step < s.lastStep(u.sq) && s.mayAdvance(u) == core.OK {
			buf = append(buf, core.Move{Kind: moveAdvance, N: 1, Arg: [core.MoveSlots]int16{int16(id) - 1}})
		}
	}
	for id := flies; id <= s.units; id = s.after(id, s.crew) {
		if u := &s.unit[id]; u.crew == s.crew && u.alive() && canAct(u) && s.mayFly(id) {
			buf = s.appendFlights(id, u, buf)
		}
	}
	for v := s.crew + 1; v <= s.vessels; v = max(v, s.crews) + 1 { // its ship, and then the boats
		ship := &s.vessel[v]
		if ship.crew != s.crew || ship.sq == nowhere || !s.crewed(ship) {
			continue
		}
		for _, d := range sailing {
			if to := ship.sq + delta[d]; s.checkSail(v, to) == core.OK {
				m := core.Move{Kind: moveSail, N: 3}
				m.Arg[0], m.Arg[1], m.Arg[2] = int16(v)-1, int16(rowOf(to)), int16(colOf(to))
				buf = append(buf, m)
			}
		}
	}
	if forts == none {
		return buf
	}
	for _, sq := range s.land {
		if s.checkResurrect(sq) == core.OK {
			buf = appendAt(buf, moveResurrect, sq)
		}
	}
	return buf
}

// hasMain says whether any main action but pass is legal.
//
// JK-12, JK-13.
func (s *state) hasMain() bool {
	s.options = s.appendMain(s.options[:0], true)
	return len(s.options) > 0
}

// Where a first step begins, for openTo. From a deck there are straight steps, and diagonal ones by the number after.
const (
	fromLand = iota
	fromWater
	fromDeck
	starts = fromDeck + 2
)

// openTo are the loads, by where a first step begins and the kind of the square that it leads to, with which a unit may step there
// while neither a unit nor a vessel is there. mustLook stands for the kinds from which a way goes on.
var openTo [starts][256]uint32

const mustLook = 1 << 31

// JK-20, JK-21, JK-22, JK-23, JK-35.
func init() {
	for kind := range uint8(kindCount) {
		set := uint32(anyLoads)
		switch {
		case kind <= water:
			continue
		case is(kind, closed):
			set = 1 << noLoad
		case !is(kind, simple):
			set = mustLook
		}
		openTo[fromLand][kind], openTo[fromDeck][kind] = set, set
	}
	openTo[fromLand][water] = 1 << boatAlone
	openTo[fromWater][water] = 1 << noLoad
}

// appendSteps lists the first steps of a unit that can act. With one, some of them do where there are any.
//
// JK-20, JK-21, JK-22, JK-23.
func (s *state) appendSteps(id uint8, u *unit, buf []core.Move, one bool) []core.Move {
	from, available, held := s.squareOf(u), s.loadsAt(u), s.hemmedIn(u)
	start, diagonal := fromLand, 0
	switch s.cell[u.sq].kind {
	case void:
		start, diagonal = fromDeck, 1
	case water:
		start = fromWater
	}
	// First all squares are looked up, without a branch or a call: sets are the loads that they take, some says which take any.
	var sets [len(ascending)]uint32
	look, some := uint32(0), uint32(0)
	for i := range ascending {
		d := ascending[i]
		c := &s.cell[from+delta[d&7]]
		set := openTo[start+int(d)&diagonal][c.kind]
		look |= (nonzero(uint32(c.first|c.vessel)) | set/mustLook) << i
		set &= available
		sets[i] = set
		some |= nonzero(set) << i
	}
	if some &^= look; one && some != 0 {
		look = 0
	}
	for ; look != 0; look &= look - 1 {
		i := bits.TrailingZeros32(look) & 7
		d := ascending[i]
		sets[i] = s.loadsTo(u, from+delta[d&7], d, held) & available
		some |= nonzero(sets[i]) << i
	}
	for ; some != 0; some &= some - 1 {
		i := bits.TrailingZeros32(some) & 7
		to := from + delta[ascending[i]&7]
		for set := sets[i]; set != 0; set &= set - 1 {
			buf = append(buf, moveWith[bits.TrailingZeros32(set)])
			m := &buf[len(buf)-1]
			m.Arg[0], m.Arg[1], m.Arg[2] = int16(id)-1, int16(rowOf(to)), int16(colOf(to))
		}
	}
	return buf
}

// nonzero is 1 for a number from 1 to 1<<31, 0 for 0.
func nonzero(x uint32) uint32 { return (x + 1<<31 - 1) >> 31 }

// loadsTo is the set of loads with which a unit may take a first step in a direction.
//
// JK-21.
func (s *state) loadsTo(u *unit, to, d uint8, held bool) uint32 {
	bare, withLoad, launches := s.firstStep(u, to, d, held)
	set := uint32(0)
	if bare == core.OK {
		set = 1 << noLoad
	}
	if withLoad == core.OK {
		if launches {
			set |= 1 << boatAlone
		} else {
			set |= loaded
		}
	}
	return set
}

// choices is the set of loads with which a unit may choose a square.
func (s *state) choices(u *unit, to, how uint8, held bool, available uint32) uint32 {
	bare, withLoad := s.mayEnter(u, to, how, held)
	set := uint32(0)
	if bare == core.OK {
		set = 1
	}
	if withLoad == core.OK {
		set |= loaded
	}
	return set & available
}

// appendFlights lists the flights of a unit in an airplane.
//
// JK-172.
func (s *state) appendFlights(id uint8, u *unit, buf []core.Move) []core.Move {
	available, held := s.loadsAt(u), s.hemmedIn(u)
	for _, to := range s.all {
		if to == u.sq || !s.flightTo(to) {
			continue
		}
		for set := s.choices(u, to, byFlight, held, available); set != 0; set &= set - 1 {
			m := flyWith[bits.TrailingZeros32(set)]
			m.Arg[0], m.Arg[1], m.Arg[2] = int16(id)-1, int16(rowOf(to)), int16(colOf(to))
			buf = append(buf, m)
		}
	}
	return buf
}

// appendGo lists the ways on from a fork, a horse or ice.
//
// JK-61, JK-63.
func (s *state) appendGo(buf []core.Move) []core.Move {
	from, available := s.unit[s.mover].sq, s.loadsOn()
	switch s.decision {
	case decideArrow:
		for _, d := range ascending {
			buf = s.appendGoTo(from+delta[d], available, buf)
		}
	case decideHorse, decideIceJump:
		for _, d := range knight {
			buf = s.appendGoTo(from+d, available, buf)
		}
	default:
		for _, to := range s.all {
			buf = s.appendGoTo(to, available, buf)
		}
	}
	return buf
}

func (s *state) appendGoTo(to uint8, available uint32, buf []core.Move) []core.Move {
	u := &s.unit[s.mover]
	how, ok := s.wayOn(s.decision, u.sq, to)
	if !ok {
		return buf
	}
	for set := s.choices(u, to, how, s.held, available); set != 0; set &= set - 1 {
		m := goWith[bits.TrailingZeros32(set)]
		m.Arg[0], m.Arg[1] = int16(rowOf(to)), int16(colOf(to))
		buf = append(buf, m)
	}
	return buf
}
