package pirates

import "github.com/parley-rules/parley/core"

// Resample draws what the viewer does not know: which of the tiles left lies on which hidden fortress field, and what the
// others have chosen in secret; each possibility is as likely as any other.
//
// RP-4, RP-7.
func (s *state) Resample(viewer core.Seat, src *core.Source) {
	if viewer == core.Referee {
		return
	}
	var at [maxFortresses]int
	n := 0
	for i := range s.set.board.forts {
		if s.forts[i].state == hidden {
			at[n] = i
			n++
		}
	}
	for i := n - 1; i > 0; i-- {
		a, b := &s.forts[at[i]].tile, &s.forts[at[src.Below(i+1)]].tile
		*a, *b = *b, *a
	}
	for i := range s.set.seats {
		if core.Seat(i) != viewer && s.chosen(i) {
			s.choices[i] = randomLay(src)
		}
	}
}

// randomLay draws one of the lays that a seat may choose.
func randomLay(src *core.Source) outfit {
	for {
		if lay := &layShapes[src.Below(layCount)]; checkEquip(lay) == core.OK {
			return lay.outfit
		}
	}
}
