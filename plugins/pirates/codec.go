package pirates

import (
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
)

// The body: 15 bytes, 11 for each seat, 10 for each fortress field.
//
//	phase, turn, action, reason   1 byte each; turn 255 in equip and over; reason 0 none, 1 target, 2 all_plundered, 3 round_limit
//	round                         2 bytes, little-endian
//	equipped                      1 byte, bit s for seat s
//	target, salvos, thrown        1 byte each, zero without a combat; the target is a seat, or 255 less the index of a fortress field
//	dice                          5 bytes, zero from the number of thrown on
//	then for each seat:
//	node, crew, cannons           1 byte each; the latter as sets of fields, bit 0 for field 1
//	hold, secured                 3 bytes each: the numbers of chests of value 1, 2, 3
//	choice                        2 bytes: crew and cannons as sets
//	then for each fortress field:
//	state, tile                   1 byte each; the tile's number less 1, also when it is hidden
//	crew, cannons, chests         5 bytes: sets of fields, those of chests by value
//	vault                         3 bytes: the numbers of chests of value 1, 2, 3
//
// All else follows from these and the options: the supply, the loot, the result.
const (
	headSize = 15
	shipSize = 11
	fortSize = 10
)

// Append appends the body.
func (s *state) Append(buf []byte) []byte {
	d := &s.dice
	buf = append(buf, byte(s.phase), byte(s.turn), byte(s.action), byte(s.ended), byte(s.round), byte(s.round>>8), s.equipped,
		byte(s.target), byte(s.salvos), byte(s.thrown), byte(d[0]), byte(d[1]), byte(d[2]), byte(d[3]), byte(d[4]))
	for i := range s.set.seats {
		x, c := &s.ships[i], s.choices[i]
		buf = append(buf, byte(x.node), x.crew, x.cannons, byte(x.hold[0]), byte(x.hold[1]), byte(x.hold[2]),
			byte(x.secured[0]), byte(x.secured[1]), byte(x.secured[2]), c.crew, c.cannons)
	}
	for i := range s.set.board.forts {
		f := &s.forts[i]
		buf = append(buf, byte(f.state), byte(f.tile), f.crew, f.cannons, f.chests[0], f.chests[1], f.chests[2],
			byte(f.vault[0]), byte(f.vault[1]), byte(f.vault[2]))
	}
	return buf
}

// Load takes a body, if it is one and its position keeps all invariants.
func (s *state) Load(table *core.Table, body []byte) bool {
	set, refusal := s.take(table)
	if refusal.Refused() || len(body) != headSize+shipSize*set.seats+fortSize*set.board.forts {
		return false
	}
	s.position, s.set = position{}, set
	s.phase, s.turn, s.action, s.ended = int8(body[0]), int8(body[1]), int8(body[2]), int8(body[3])
	s.round, s.equipped = int16(wire.Uint16(body[4:])), body[6]
	s.target, s.salvos, s.thrown = side(body[7]), int8(body[8]), int8(body[9])
	if body[0] > phaseOver || s.turn < none || int(s.turn) >= set.seats || body[3] > roundLimit || body[8] > maxSalvos || body[9] > maxDice ||
		int(s.target) >= set.seats || !s.target.isShip() && s.target.index() >= set.board.forts {
		return false
	}
	for i := range s.dice {
		d := body[10+i]
		if d > 6 || (d != 0) != (i < int(s.thrown)) {
			return false
		}
		s.dice[i] = int8(d)
	}
	body = body[headSize:]
	for i := range set.seats {
		if !s.loadShip(i, body[:shipSize]) {
			return false
		}
		body = body[shipSize:]
	}
	for i := range set.board.forts {
		if !s.loadFort(i, body[:fortSize]) {
			return false
		}
		body = body[fortSize:]
	}
	return s.fault(oddities{}) == ""
}

func (s *state) loadShip(i int, b []byte) bool {
	x, c := &s.ships[i], &s.choices[i]
	x.node, x.crew, x.cannons = int8(b[0]), b[1], b[2]
	x.hold = counts{int8(b[3]), int8(b[4]), int8(b[5])}
	x.secured = counts{int8(b[6]), int8(b[7]), int8(b[8])}
	c.crew, c.cannons = b[9], b[10]
	most := max(b[3], b[4], b[5], b[6], b[7], b[8])
	return int(b[0]) <= s.set.board.seas && most <= perKind && b[1]|b[2]|b[9]|b[10] <= allFields
}

func (s *state) loadFort(i int, b []byte) bool {
	f := &s.forts[i]
	f.state, f.tile, f.crew, f.cannons = int8(b[0]), int8(b[1]), b[2], b[3]
	f.chests = [chestKinds]uint8{b[4], b[5], b[6]}
	f.vault = counts{int8(b[7]), int8(b[8]), int8(b[9])}
	return b[0] <= plundered && int(b[1]) < s.set.board.forts && b[2]|b[3]|b[4]|b[5]|b[6] <= allFields && max(b[7], b[8], b[9]) <= perKind
}
