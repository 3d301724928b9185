package walktheplank

import (
	"math/bits"

	"github.com/parley-rules/parley/core"
)

// Resample draws the cards that the viewer does not know: what is not turned up of other seats' programs, of eliminated
// seats too, each program that can be being as likely as any other. The hands follow.
func (s *state) Resample(viewer core.Seat, src *core.Source) {
	if viewer == core.Referee {
		return
	}
	for i := range s.n {
		if core.Seat(i) != viewer && s.committed(i) {
			s.redraw(i, src)
		}
	}
}

// redraw draws a seat's cards anew from the first one on that is not turned up.
func (s *state) redraw(seat int8, src *core.Source) {
	p := &s.program[seat]
	left := uint16(allCards) &^ s.aside[seat]
	known := s.revealed[seat]
	for _, c := range p[:known] {
		left &^= 1 << uint(c)
	}
	for i := known; i < slots; i++ {
		from := left
		if i == 0 && !s.mayLead(charge) {
			from &^= 1 << charge
		}
		for k := src.Below(bits.OnesCount16(from)); k > 0; k-- {
			from &= from - 1
		}
		p[i] = int8(bits.TrailingZeros16(from))
		left &^= 1 << uint(p[i])
	}
}
