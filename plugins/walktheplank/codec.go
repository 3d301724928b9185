package walktheplank

import (
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
)

// The body, little-endian, 8 bytes and 10 for each seat:
//
//	phase, captain, plank length    1 byte each
//	pending seat, slot              1 byte each; 255, 0 if there is none
//	end reason                      1 byte: 0 none, 1 two_or_fewer, 2 one_color
//	round                           2 bytes
//	then for each seat:
//	pirates                         4 bytes, for the spaces 0 to 3
//	program                         3 bytes, the cards' indices; 255 three times if there is none
//	revealed                        1 byte
//	set aside                       2 bytes, bit i for card i
//
// All else follows from these and the options: hands, living and lost pirates, the pending card, the result.
const (
	headSize = 8
	seatSize = 10
	noByte   = 0xff
)

// Append appends the body.
func (s *state) Append(buf []byte) []byte {
	buf = append(buf, byte(s.phase), byte(s.captain), byte(s.plank), byte(s.pendingSeat), byte(s.pendingSlot), byte(s.endReason),
		byte(s.round), byte(s.round>>8))
	for i := range s.n {
		p, c := &s.pirates[i], &s.program[i]
		buf = append(buf, byte(p[0]), byte(p[1]), byte(p[2]), byte(p[3]), byte(c[0]), byte(c[1]), byte(c[2]), byte(s.revealed[i]),
			byte(s.aside[i]), byte(s.aside[i]>>8))
	}
	return buf
}

// Load takes a body, if it is one and its position keeps all invariants.
func (s *state) Load(t *core.Table, body []byte) bool {
	*s = state{}
	if s.takeOptions(t) != "" || len(body) != headSize+seatSize*int(s.n) {
		return false
	}
	s.phase, s.captain, s.plank = int8(body[0]), int8(body[1]), int8(body[2])
	s.pendingSeat, s.pendingSlot, s.pendingCard = int8(body[3]), int8(body[4]), none
	s.endReason, s.round = int8(body[5]), int16(wire.Uint16(body[6:]))
	if body[0] > phaseOver || body[5] > oneColor || body[3] != noByte && body[3] >= byte(s.n) || body[3] == noByte && body[4] != 0 {
		return false
	}
	for i := range s.n {
		b := body[headSize+seatSize*int(i):]
		for q := range b[:maxPlank+1] {
			s.pirates[i][q] = int8(b[q])
		}
		for j := range slots {
			if c := b[4+j]; c >= cardCount && c != noByte || (c == noByte) != (b[4] == noByte) {
				return false
			}
			s.program[i][j] = int8(b[4+j])
		}
		s.revealed[i] = int8(b[7])
		s.aside[i] = wire.Uint16(b[8:])
	}
	if p := s.pendingSeat; p != none && s.pendingSlot >= 1 && s.pendingSlot <= slots {
		s.pendingCard = s.program[p][s.pendingSlot-1]
	}
	return s.faultOfBoard() == "" && s.faultOfPlay() == ""
}
