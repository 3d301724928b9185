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
	nCrew, nCannons int
}

var (
	layShapes [layCount]layShape
	layMoves  [layCount]core.Move // as moves equip

	// The lays that put something on fields of a set and nothing on others, by sets: those of set e from the e-th start to the
	// next.
	harbourLays   [4032]uint16 // 3^k - 1 lays for each of the sets of k fields
	harbourStarts [allFields + 2]uint16

	// Of these the ones that may be laid at sea, as moves repair, in lists by the numbers of seaList. Each list ends with a pass.
	seaRepairs [5664 + seaLists]core.Move
	seaStarts  [seaLists + 1]uint16
)

const seaLists = (allFields + 1) * (atSea + 1) * (atSea + 1)

// seaList is the number of the list for a set of empty fields and room for so many crew and cannons.
func seaList(empty uint8, crew, cannons int) int {
	return (int(empty)*(atSea+1)+min(crew, atSea))*(atSea+1) + min(cannons, atSea)
}

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
	n := uint16(0)
	for set := range uint8(allFields + 1) {
		harbourStarts[set] = n
		listLays(set, 0, 0, &n)
	}
	harbourStarts[allFields+1] = n
	listSeaRepairs()
}

// listSeaRepairs fills the lists of repairs at sea.
//
// RP-65.
func listSeaRepairs() {
	n := uint16(0)
	for k := range seaLists {
		set, crew, cannons := k/(atSea+1)/(atSea+1), k/(atSea+1)%(atSea+1), k%(atSea+1)
		seaStarts[k] = n
		for _, lay := range harbourLays[harbourStarts[set]:harbourStarts[set+1]] {
			if shape := &layShapes[lay]; shape.nCrew <= crew && shape.nCannons <= cannons && shape.nCrew+shape.nCannons <= atSea {
				seaRepairs[n] = layMoves[lay]
				seaRepairs[n].Kind = moveRepair
				n++
			}
		}
		seaRepairs[n].Kind = movePass
		n++
	}
	seaStarts[seaLists] = n
}

// listLays lists the lays on fields of a set, of which those before field i are decided: their number so far.
func listLays(set uint8, i, number int, end *uint16) {
	if i == fields {
		if number != layNothing {
			harbourLays[*end] = uint16(number)
			*end++
		}
		return
	}
	listLays(set, i+1, 3*number, end)
	if set>>uint(i)&1 != 0 {
		listLays(set, i+1, 3*number+onCrew, end)
		listLays(set, i+1, 3*number+onCannon, end)
	}
}

// appendEquips lists all that checkEquip allows.
func appendEquips(buf []core.Move) []core.Move {
	buf = append(buf, layMoves[:allCrew]...)
	return append(buf, layMoves[allCrew+1:allCannons]...)
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

// room is how many crew and cannons a ship can take on: as many as it may have and the supply has.
//
// RP-6, RP-68, RP-71.
func (s *state) room(x *ship) (crew, cannons int) {
	return min(s.crew, maxCrew-count(x.crew)), min(s.cannons, maxCrew-count(x.cannons))
}

// checkRepair: parts from the supply go on empty fields, in the harbour on any number, at sea on at most two.
//
// RP-63, RP-64, RP-65, RP-66, RP-67, RP-68.
func (s *state) checkRepair(x *ship, lay *layShape) core.Code {
	onto := lay.crew | lay.cannons
	switch {
	case onto == 0:
		return codeNothingToRepair
	case onto&^x.empty() != 0:
		return codeFieldOccupied
	case x.node != harbour && lay.nCrew+lay.nCannons > atSea:
		return codeTooManyRepairs
	case count(x.crew)+lay.nCrew > maxCrew:
		return codeTooManyCrew
	case count(x.cannons)+lay.nCannons > maxCrew:
		return codeTooManyCannons
	case lay.nCrew > s.crew || lay.nCannons > s.cannons:
		return codeSupplyEmpty
	}
	return core.OK
}

// repairsAtSea lists what checkRepair allows a ship at sea, and then to pass.
//
// RP-65.
func (s *state) repairsAtSea(x *ship) []core.Move {
	crew, cannons := s.room(x)
	k := seaList(x.empty(), crew, cannons)
	return seaRepairs[seaStarts[k]:seaStarts[k+1]]
}

// appendRepairs lists what checkRepair allows in the harbour, out of the lays for the ship's empty fields.
//
// RP-64.
func (s *state) appendRepairs(x *ship, buf []core.Move) []core.Move {
	crew, cannons := s.room(x)
	set := x.empty()
	for _, n := range harbourLays[harbourStarts[set]:harbourStarts[set+1]] {
		if lay := &layShapes[n]; lay.nCrew <= crew && lay.nCannons <= cannons {
			buf = append(buf, layMoves[n])
			buf[len(buf)-1].Kind = moveRepair
		}
	}
	return buf
}

// checkRefit: in the harbour, where a ship has no chests, with the option the whole equipment may be chosen anew.
//
// RP-69.
func (s *state) checkRefit(x *ship, lay *layShape) core.Code {
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
	case lay.nCrew > s.crew+count(x.crew) || lay.nCannons > s.cannons+count(x.cannons):
		return codeSupplyEmpty
	case lay.outfit == x.outfit:
		return codeNoChange
	}
	return core.OK
}

// appendRefits lists what checkRefit allows in the harbour.
func (s *state) appendRefits(x *ship, buf []core.Move) []core.Move {
	if !s.set.refit {
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

// canRefit says whether appendRefits lists anything for a ship that has parts. One that has none can refit where it can repair.
//
// RP-69.
func (s *state) canRefit(x *ship) bool {
	return s.set.refit && x.node == harbour && x.crew|x.cannons != 0
}

// putParts puts parts from the supply on a ship.
func (s *state) putParts(x *ship, o outfit) {
	x.crew |= o.crew
	x.cannons |= o.cannons
	s.crew -= count(o.crew)
	s.cannons -= count(o.cannons)
}

// dropParts returns the parts on a set of a ship's fields to the supply.
func (s *state) dropParts(x *ship, set uint8) {
	s.crew += count(x.crew & set)
	s.cannons += count(x.cannons & set)
	x.crew &^= set
	x.cannons &^= set
}
