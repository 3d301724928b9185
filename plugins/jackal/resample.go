package jackal

import "github.com/parley-rules/parley/core"

// draws is how many arrangements Resample tries.
const draws = 200

// Resample deals the face-down tiles anew among their squares, and turns arrows and cannons unless a layout fixed them. An
// arrangement in which the gold would have decided the game, while it has not, is drawn again.
//
// JK-260.
func (s *state) Resample(viewer core.Seat, src *core.Source) {
	if viewer == core.Referee || s.phase == phaseOver {
		return
	}
	var squares [maxLand]uint8
	var before [maxLand]tile
	n := 0
	for _, sq := range s.land {
		if c := &s.cell[sq]; c.kind == fog {
			squares[n], before[n] = sq, c.hidden()
			n++
		}
	}
	decided := s.goldDecided(s.left())
	tiles := before
	for range draws {
		src.Shuffle(n, func(i, j int) { tiles[i], tiles[j] = tiles[j], tiles[i] })
		for i := range tiles[:n] {
			if !s.fixed {
				tiles[i] = tiles[i].turned(src.Below(4))
			}
		}
		s.hide(squares[:n], tiles[:n])
		if decided || !s.goldDecided(s.left()) {
			return
		}
	}
	s.hide(squares[:n], before[:n])
}

// hide puts tiles under the fog, and adds up what balls have destroyed of them.
func (s *state) hide(squares []uint8, tiles []tile) {
	s.hiddenLost = 0
	for i, sq := range squares {
		c := &s.cell[sq]
		c.under, c.arg = tiles[i].kind, tiles[i].arg
		if c.marked {
			s.hiddenLost += int32(tiles[i].points())
		}
	}
}
