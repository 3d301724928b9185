package pirati

import "github.com/parley-rules/parley/core"

// Resample lays the face-down tiles anew among their squares, and turns them anew. Nothing else is hidden.
//
// PI-67, PI-196.
func (s *state) Resample(viewer core.Seat, src *core.Source) {
	if viewer == core.Referee {
		return
	}
	var at [boardSize]cell
	n := 0
	for _, c := range boardCells {
		if s.tiles[c]&faceUp == 0 {
			at[n] = c
			n++
		}
	}
	src.Shuffle(n, func(i, j int) {
		a, b := at[i], at[j]
		s.tiles[a], s.tiles[b] = s.tiles[b], s.tiles[a]
	})
	for _, c := range at[:n] {
		t := s.tiles[c] & kindMask
		s.tiles[c] = t | turned(t, src.Below(manyTurns))
	}
}
