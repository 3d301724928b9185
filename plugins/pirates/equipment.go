package pirates

import "github.com/parley-rules/parley/core"

// A lay is what an equip, refit or repair puts on the six fields: nothing, a crew or a cannon on each. Its number has the
// fields as digits to the base 3, field 1 first, so that ascending numbers are the canonical order.
const (
	layCount   = 729
	allCrew    = layCount / 2 // the lay of six crew
	allCannons = layCount - 1 // the lay of six cannons
	layNothing = 0
)

// layShape is a lay as sets of fields, with their sizes.
type layShape struct {
	outfit
	nCrew, nCannons int8
}

var (
	layShapes [layCount]layShape
	layMoves  [layCount]core.Move // as moves equip

	// The lays that put something on fields of a set and nothing on others, by sets: all of them, and those with at most
	// atSea fields. That of set e are the numbers from the e-th start to the next.
	harbourLays   [4032]uint16 // 3^k - 1 lays for each of the sets of k fields
	seaLays       [1344]uint16
	harbourStarts [allFields + 2]uint16
	seaStarts     [allFields + 2]uint16
)

// atSea is how many fields may be repaired at sea.
//
// RP-65.
const atSea = 2

func init() {
	for n := range layShapes {
		m, rest := core.Move{Kind: moveEquip, N: fields}, n
		shape := &layShapes[n]
		for i := fields - 1; i >= 0; i-- {
			m.Arg[i] = int16(rest % 3)
			switch rest % 3 {
			case onCrew:
				shape.crew |= 1 << uint(i)
				shape.nCrew++
			case onCannon:
				shape.cannons |= 1 << uint(i)
				shape.nCannons++
			}
			rest /= 3
		}
		layMoves[n] = m
	}
	var harbourEnd, seaEnd uint16
	for set := range uint8(allFields + 1) {
		harbourStarts[set], seaStarts[set] = harbourEnd, seaEnd
		listLays(set, 0, 0, 0, &harbourEnd, &seaEnd)
	}
	harbourStarts[allFields+1], seaStarts[allFields+1] = harbourEnd, seaEnd
}

// listLays lists the lays on fields of a set, of which those before field i are decided: their number so far, and how many
// parts it has.
func listLays(set uint8, i, number, parts int, harbourEnd, seaEnd *uint16) {
	if i == fields {
		if parts == 0 {
			return
		}
		harbourLays[*harbourEnd] = uint16(number)
		*harbourEnd++
		if parts <= atSea {
			seaLays[*seaEnd] = uint16(number)
			*seaEnd++
		}
		return
	}
	listLays(set, i+1, 3*number, parts, harbourEnd, seaEnd)
	if set>>uint(i)&1 != 0 {
		listLays(set, i+1, 3*number+onCrew, parts+1, harbourEnd, seaEnd)
		listLays(set, i+1, 3*number+onCannon, parts+1, harbourEnd, seaEnd)
	}
}

// layOf is the number of a move's lay.
func layOf(m *core.Move) int {
	n := 0
	for i := range fields {
		n = 3*n + int(m.Arg[i])
	}
	return n
}

// checkEquip: the choice is free but for the largest numbers of crew and cannons. The supply has enough for all.
//
// RP-5, RP-6, RP-9.
func checkEquip(lay *layShape) core.Code {
	switch {
	case lay.nCrew > maxCrew:
		return codeTooManyCrew
	case lay.nCannons > maxCrew:
		return codeTooManyCannons
	}
	return core.OK
}

// left is how many crew and cannons the supply has. It never runs short if it is unlimited.
//
// RP-71.
func (s *state) left() (crew, cannons int8) {
	if s.set.unlimited {
		return maxParts, maxParts
	}
	return s.crew, s.cannons
}

// room is how many crew and cannons a ship can take on: as many as it may have and the supply has.
//
// RP-6, RP-68, RP-71.
func (s *state) room(x *ship) (crew, cannons int8) {
	crew, cannons = s.left()
	return min(crew, maxCrew-int8(count(x.crew))), min(cannons, maxCrew-int8(count(x.cannons)))
}

// checkRepair: parts from the supply go on empty fields, in the harbour on any number, at sea on at most two.
//
// RP-63, RP-64, RP-65, RP-66, RP-67, RP-68.
func (s *state) checkRepair(x *ship, lay *layShape) core.Code {
	onto := lay.crew | lay.cannons
	crew, cannons := s.left()
	switch {
	case onto == 0:
		return codeNothingToRepair
	case onto&^x.empty() != 0:
		return codeFieldOccupied
	case x.node != harbour && lay.nCrew+lay.nCannons > atSea:
		return codeTooManyRepairs
	case count(x.crew)+int(lay.nCrew) > maxCrew:
		return codeTooManyCrew
	case count(x.cannons)+int(lay.nCannons) > maxCrew:
		return codeTooManyCannons
	case lay.nCrew > crew || lay.nCannons > cannons:
		return codeSupplyEmpty
	}
	return core.OK
}

// appendRepairs lists what checkRepair allows, out of the lays for the ship's empty fields.
//
// RP-64, RP-65.
func (s *state) appendRepairs(x *ship, buf []core.Move) []core.Move {
	crew, cannons := s.room(x)
	set := x.empty()
	list := seaLays[seaStarts[set]:seaStarts[set+1]]
	if x.node == harbour {
		list = harbourLays[harbourStarts[set]:harbourStarts[set+1]]
	}
	for _, n := range list {
		if lay := &layShapes[n]; lay.nCrew <= crew && lay.nCannons <= cannons {
			buf = append(buf, layMoves[n])
			buf[len(buf)-1].Kind = moveRepair
		}
	}
	return buf
}

// canRepair says whether appendRepairs lists anything.
func (s *state) canRepair(x *ship) bool {
	crew, cannons := s.room(x)
	return x.empty() != 0 && (crew > 0 || cannons > 0)
}

// checkRefit: in the harbour, where a ship has no chests, with the option the whole equipment may be chosen anew.
//
// RP-69.
func (s *state) checkRefit(x *ship, lay *layShape) core.Code {
	crew, cannons := s.left()
	switch {
	case !s.set.refit:
		return codeRefitDisabled
	case x.node != harbour:
		return codeNotInHarbour
	}
	if code := checkEquip(lay); code != core.OK {
		return code
	}
	switch {
	case int(lay.nCrew) > int(crew)+count(x.crew) || int(lay.nCannons) > int(cannons)+count(x.cannons):
		return codeSupplyEmpty
	case lay.outfit == x.outfit:
		return codeNoChange
	}
	return core.OK
}

// appendRefits lists what checkRefit allows.
func (s *state) appendRefits(x *ship, buf []core.Move) []core.Move {
	if !s.set.refit || x.node != harbour {
		return buf
	}
	for n := range layShapes {
		if s.checkRefit(x, &layShapes[n]) == core.OK {
			buf = append(buf, layMoves[n])
			buf[len(buf)-1].Kind = moveRefit
		}
	}
	return buf
}

// canRefit says whether appendRefits lists anything: all parts can go, or some can come.
//
// RP-69.
func (s *state) canRefit(x *ship) bool {
	return s.set.refit && x.node == harbour && (x.crew|x.cannons != 0 || s.canRepair(x))
}

// putParts puts parts from the supply on a ship.
func (s *state) putParts(x *ship, o outfit) {
	x.crew |= o.crew
	x.cannons |= o.cannons
	s.crew -= int8(count(o.crew))
	s.cannons -= int8(count(o.cannons))
}

// dropParts returns the parts on a set of a ship's fields to the supply.
func (s *state) dropParts(x *ship, set uint8) {
	s.crew += int8(count(x.crew & set))
	s.cannons += int8(count(x.cannons & set))
	x.crew &^= set
	x.cannons &^= set
}
