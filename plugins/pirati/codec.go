package pirati

import (
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
)

// The body, little-endian, 36 bytes, 242 for the tiles, 11 for each seat, and while a choice is pending 123 more:
//
//	phase                       1 byte
//	seat to act                 1 byte; 255 after the end
//	genie, mermaid              1 byte each: 0 hidden, 1 unused, 2 used, 3 lost
//	discoverer                  1 byte: 3*seat + pirate, or 255
//	reason                      1 byte, why the game ended; 255 as long as it has not
//	progress                    1 byte, 0 or 1
//	sunk tokens                 1 byte
//	turn, quiet turns, passes   8 bytes each
//	captives, freed             2 bytes each: bit 3*seat + pirate
//	tiles                       121 bytes, row by row: kind + 32 * orientation + 128 if it is face up
//	tokens                      121 bytes: how many lie there; in mud bit k-1 for footprint k
//	then for each seat:
//	ship                        1 byte: 0 not placed, 1 to 11 its position, 255 sunk
//	hoard                       1 byte
//	pirates                     3 bytes each: delay, and the place in 2 bytes: row, 16*footprint + column;
//	                            128 + seat, 0 aboard; 255, cause if he is lost
//	then, only while a choice is pending:
//	pirate                      1 byte: 3*seat + pirate
//	carrying                    1 byte, 0 or 1
//	used ways                   121 bytes, row by row: bits in canonical order
//
// All else follows from these and the options: the bank, what is face down, the ways to choose from, the result.
const (
	headSize    = 36
	tilesSize   = 2 * boardSize
	seatSize    = 2 + 3*crew
	pendingSize = 2 + boardSize

	noByte     = 0xff
	shipByte   = 0x80
	sunkByte   = 0xff
	lostByte   = 0xff
	mostPlaces = edge - 1
)

// Append appends the body.
func (s *state) Append(buf []byte) []byte {
	buf = append(buf, byte(s.phase), byte(s.toAct), byte(s.genie), byte(s.mermaid), byte(s.discoverer), byte(s.reason),
		byte(number(s.progress)), byte(s.sunk))
	buf = wire.AppendUint64(buf, uint64(s.turn))
	buf = wire.AppendUint64(buf, uint64(s.quiet))
	buf = wire.AppendUint64(buf, uint64(s.passes))
	buf = wire.AppendUint16(buf, s.captive)
	buf = wire.AppendUint16(buf, s.freed)
	buf = appendRows(buf, &s.tiles)
	buf = appendRows(buf, &s.tokens)
	for i := range s.n {
		buf = append(buf, s.shipByte(i), byte(s.hoard[i]))
		for j := crew * i; j < crew*i+crew; j++ {
			buf = append(buf, byte(s.delayed>>j&1))
			buf = appendPlace(buf, s.place[j])
		}
	}
	if s.phase == phaseChoice {
		buf = append(buf, byte(s.mover), byte(number(s.carrying)))
		buf = appendRows(buf, &s.used)
	}
	return buf
}

// appendRows appends the eleven rows of the board.
func appendRows(buf []byte, grid *[cells]uint8) []byte {
	for row := 1; row < edge; row++ {
		at := row * stride
		buf = append(buf, grid[at+1:at+edge]...)
	}
	return buf
}

// takeRows is the inverse of appendRows. It returns what follows.
func takeRows(b []byte, grid *[cells]uint8) []byte {
	for row := 1; row < edge; row++ {
		at := row * stride
		b = b[copy(grid[at+1:at+edge], b):]
	}
	return b
}

func (s *state) shipByte(seat int8) byte {
	switch {
	case s.shipSunk[seat]:
		return sunkByte
	case s.ships[seat] == noCell:
		return 0
	}
	return byte(shipPos(s.sides[seat], s.ships[seat]))
}

func appendPlace(buf []byte, p place) []byte {
	switch {
	case isLost(p):
		return append(buf, lostByte, byte(p-lost))
	case isAboard(p):
		return append(buf, shipByte+byte(p-aboard), 0)
	}
	return append(buf, byte(rowOf(cell(p))), byte(colOf(cell(p))+stride*footOf(p)))
}

// takePlace is the inverse of appendPlace. It returns false if there is no such place.
func (s *state) takePlace(a, b byte) (p place, ok bool) {
	switch {
	case a == lostByte:
		return lost + place(b), int(b) < len(causeWords)
	case a >= shipByte:
		return aboard + place(a-shipByte), a-shipByte < byte(s.n) && b == 0
	}
	row, col, foot := int(a), int(b%stride), int(b/stride)
	return placeAt(cellAt(row, col), foot), row < grid && col < grid && foot <= maxMud
}

// Load takes a body, if it is one and its position keeps all invariants.
func (s *state) Load(t *core.Table, body []byte) bool {
	*s = state{}
	if s.takeOptions(t) != "" {
		return false
	}
	size := headSize + tilesSize + seatSize*int(s.n)
	if len(body) != size && len(body) != size+pendingSize || (len(body) != size) != (body[0] == phaseChoice) {
		return false
	}
	if !s.takeHead(body) || !s.takeTiles(body[headSize:]) {
		return false
	}
	s.ships = [maxSeats]cell{noCell, noCell, noCell, noCell}
	b := body[headSize+tilesSize:]
	for i := range s.n {
		if !s.takeSeat(i, b) {
			return false
		}
		b = b[seatSize:]
	}
	s.mover = none
	if s.phase == phaseChoice {
		if b[0] >= byte(s.count) || b[1] > 1 {
			return false
		}
		s.mover, s.carrying = int8(b[0]), b[1] == 1
		takeRows(b[2:], &s.used)
	}
	s.bank = s.leftInBank()
	s.survey()
	return s.fault(&doubts{}) == ""
}

// leftInBank is what is left of the tokens.
//
// PI-8.
func (s *state) leftInBank() int32 {
	sum := s.totals()
	return tokens - s.ashore - s.sunk - int32(sum[0]) - int32(sum[1]) - int32(number(s.carrying))
}

func (s *state) takeHead(b []byte) bool {
	if b[0] > phaseOver || b[1] != noByte && b[1] >= byte(s.n) || b[2] > powerLost || b[3] > powerUsed ||
		b[4] != noByte && b[4] >= byte(s.count) || b[5] != noByte && int(b[5]) >= len(reasonWords) || b[6] > 1 || b[7] > tokens {
		return false
	}
	s.phase, s.toAct, s.genie, s.mermaid = int8(b[0]), int8(b[1]), int8(b[2]), int8(b[3])
	s.discoverer, s.reason, s.progress, s.sunk = int8(b[4]), int8(b[5]), b[6] == 1, int32(b[7])
	s.turn, s.quiet, s.passes = int64(wire.Uint64(b[8:])), int64(wire.Uint64(b[16:])), int64(wire.Uint64(b[24:]))
	s.captive, s.freed = wire.Uint16(b[32:]), wire.Uint16(b[34:])
	return s.turn >= 1 && s.turn <= wire.MaxInt && uint64(s.quiet) <= wire.MaxInt && uint64(s.passes) <= wire.MaxInt &&
		(s.captive|s.freed)>>s.count == 0
}

// takeTiles takes the tiles and tokens, and counts what follows from them.
func (s *state) takeTiles(b []byte) bool {
	for i := range s.tiles {
		s.tiles[i] = waterTile
	}
	b = takeRows(b, &s.tiles)
	takeRows(b, &s.tokens)
	for _, c := range boardCells {
		if !isTile(s.tiles[c]) {
			return false
		}
		s.countTile(c)
	}
	return true
}

// isTile says whether a kind and its orientation can be.
//
// PI-7.
func isTile(t tile) bool {
	kind := kindOf(t)
	return kind < kinds && int(t&tileMask>>turnShift) < turnsOf(kind)
}

// countTile adds a square to the numbers that follow from all of them.
func (s *state) countTile(c cell) {
	t := s.tiles[c]
	if t&faceUp == 0 {
		s.down[kindOf(t)]++
	}
	if s.tokens[c] == 0 {
		return
	}
	if footprintsOf(t) == 0 {
		s.ashore += int32(s.tokens[c])
		return
	}
	for left := s.tokens[c]; left != 0; left &= left - 1 {
		s.ashore++
	}
}

func (s *state) takeSeat(seat int8, b []byte) bool {
	switch {
	case b[0] == sunkByte:
		s.shipSunk[seat] = true
	case b[0] > mostPlaces:
		return false
	case b[0] > 0:
		s.ships[seat] = shipCell(s.sides[seat], int(b[0]))
	}
	if b[1] > tokens {
		return false
	}
	s.hoard[seat] = int16(b[1])
	for i := range int8(crew) {
		p := b[2+3*i:]
		var ok bool
		if s.place[crew*seat+i], ok = s.takePlace(p[1], p[2]); !ok || p[0] > 1 {
			return false
		}
		s.delayed |= pirates(p[0]) << (crew*seat + i)
	}
	return true
}
