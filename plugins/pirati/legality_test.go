package pirati

import (
	"sort"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/core"
)

// canonicalRank is a move's place in the order of chapter 7, as numbers that are compared one after the other.
func canonicalRank(s *state, m core.Move) (rank [6]int) {
	direction := func(from cell) int {
		d, _ := stepTo(from, m.Int(1), m.Int(2))
		return int(d)
	}
	if m.Kind <= moveUseGenie && m.Kind != movePlaceShip && m.Kind != moveSail {
		rank[0] = m.Int(0)
	}
	switch m.Kind {
	case movePlaceShip:
		rank[1] = m.Int(0)
	case moveStep, moveSwim:
		rank[2] = direction(s.cellOf(s.place[crew*int(s.toAct)+m.Int(0)]))
		if m.Kind == moveStep {
			rank[3] = m.Int(3)
		}
	case moveMudStep:
		rank[1], rank[2] = 1, m.Int(1)
	case moveUseGenie:
		rank[1], rank[2], rank[3], rank[4] = 2, m.Int(1), m.Int(2), m.Int(3)
	case moveSail:
		rank[0], rank[2] = 3, m.Int(0)+m.Int(1)
	case movePass:
		rank[0] = 4
	case moveChoose:
		for j, v := range vectors {
			if int16(v.dr) == m.Arg[0] && int16(v.dc) == m.Arg[1] {
				rank[1] = j
			}
		}
	}
	return rank
}

// Moves is exactly what Check allows, over all moves that there are, in the canonical order.
func TestMovesEqualCheck(t *testing.T) {
	all := domain()
	require.Len(t, all, 11+3*(2+169*(3+6))+169+1+36)
	n, kindsSeen := 0, map[uint8]int{}
	randomGames(t, 300, 1, func(d *core.Driver, s *state) {
		if n++; s.phase == phaseOver || n%101 != 0 && (s.phase == phaseMain || n%7 != 0) && !(s.genie == powerUnused && n%29 == 0) {
			return
		}
		seat := s.Actors().First()
		before := *s
		var allowed []core.Move
		for _, m := range all {
			if s.Check(seat, m) == core.OK {
				allowed = append(allowed, m)
				kindsSeen[m.Kind]++
			}
		}
		sort.SliceStable(allowed, func(i, j int) bool {
			a, b := canonicalRank(s, allowed[i]), canonicalRank(s, allowed[j])
			for k := range a {
				if a[k] != b[k] {
					return a[k] < b[k]
				}
			}
			return false
		})
		require.Equal(t, allowed, s.Moves(seat, nil))
		require.True(t, before == *s, "asking changes nothing")
		canMove := false
		for _, m := range allowed {
			canMove = canMove || m.Kind != movePass
		}
		if s.phase == phaseMain {
			require.Equal(t, canMove, s.canMove(int(seat), false))
		}
	})
	t.Log(n, kindsSeen)
	require.Len(t, kindsSeen, len(manifest.Moves))
}

// What is legal with a token is legal without one.
func TestLadenImpliesBare(t *testing.T) {
	n := 0
	randomGames(t, 40, 9, func(d *core.Driver, s *state) {
		for i := range int(s.count) {
			if s.phase != phaseMain {
				return
			}
			if n++; isLost(s.place[i]) || s.swims(i) || s.inMud(i) {
				continue
			}
			for direction := range jump(directions) {
				with := s.stepping(i, direction, true)
				require.NotEqual(t, uint8(laden), with)
				require.Equal(t, with&bare, s.stepping(i, direction, false)&bare)
			}
		}
	})
	require.Greater(t, n, 10_000)
}
