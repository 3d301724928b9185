package pirati

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/core"
)

// Whatever choice a setup or a stored position begins with, with a token or without one and after any ways: what follows keeps the
// invariants, and is what its body says.
func TestChoicesThatNoGameBrought(t *testing.T) {
	src := core.Source{State: 77}
	free, carried := 0, 0
	for range 2500 {
		seats, options := randomOptions(&src)
		delete(options, "ship_start")
		d, s := start(t, seats, options, nil)
		if !layChoice(&src, s) {
			continue
		}
		if s.carrying {
			carried++
		} else {
			free++
		}
		for range 6 {
			if s.phase == phaseOver {
				break
			}
			seat := core.Seat(s.toAct)
			moves := s.Moves(seat, nil)
			s.Apply(seat, moves[src.Below(len(moves))], nil)
			checkInvariants(t, s)
			var again state
			require.True(t, again.Load(d.Table(), s.Append(nil)))
			require.Equal(t, viewOf(s, core.Referee), viewOf(&again, core.Referee))
		}
	}
	require.Greater(t, free, 500)
	require.Greater(t, carried, 300)
}

// layChoice makes of a start a choice on a board full of tiles that lead on. It returns false if there can be no such choice.
func layChoice(src *core.Source, s *state) bool {
	var mix []tile
	for range 2 + src.Below(6) {
		kind := tile(kindArrowStraight + src.Below(kindOctopus-kindArrowStraight+1))
		mix = append(mix, kind, kindSea)
	}
	var choices []cell
	down := src.Below(4)
	for _, c := range boardCells {
		t := mix[src.Below(len(mix))]
		t |= turned(t, src.Below(manyTurns))
		if src.Below(6) >= down {
			t |= faceUp
		}
		if s.tiles[c] = t; classes[t] == classChoice {
			choices = append(choices, c)
		}
	}
	if len(choices) == 0 {
		return false
	}
	s.down = [kinds]uint8{}
	for _, c := range boardCells {
		s.countTile(c)
	}
	s.phase, s.mover = phaseChoice, s.toAct*crew+int8(src.Below(crew))
	s.place[s.mover] = placeAt(choices[src.Below(len(choices))], 0)
	if s.carrying = src.Below(2) == 0; s.carrying {
		s.bank--
	}
	for _, c := range choices {
		if src.Below(3) == 0 {
			s.used[c] = uint8(src.Uint64()) & waysOf(s.tiles[c])
		}
	}
	s.survey()
	return s.fault(&doubts{}) == ""
}
