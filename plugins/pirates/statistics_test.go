package pirates

import (
	"math/bits"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/core"
)

// distances from a set of nodes to all others.
func distances(b *board, from uint64) (d [maxNodes]int) {
	seen := from
	for step := 0; from != 0; step++ {
		next := uint64(0)
		for ; from != 0; from &= from - 1 {
			node := bits.TrailingZeros64(from)
			d[node] = step
			next |= b.next[node]
		}
		from = next &^ seen
		seen |= next
	}
	return d
}

// sensible picks a move as a plain player would: to the next fortress, with its treasure home, and repairing on the way.
func sensible(src *core.Source, s *state, seat core.Seat, moves []core.Move) core.Move {
	last := moves[len(moves)-1]
	switch s.phase {
	case phaseRoll:
		return moves[src.Below(len(moves))]
	case phaseEquip:
		return core.M(moveEquip, 1, 1, 1, 2, 2, 2)
	case phaseCounter:
		return core.M(moveCounterattack)
	case phaseStow:
		return last
	}
	x := &s.ships[seat]
	home := s.amount(&x.hold) >= 3
	forts, shore := s.fortTargets(x), uint64(1)
	if !home {
		if forts != 0 {
			return core.M(moveAttackFortress, int16(bits.TrailingZeros32(forts)+1))
		}
		shore = 0
		for i := range s.set.board.forts {
			if s.forts[i].state != plundered && x.armed() {
				shore |= s.set.board.shore[i]
			}
		}
		if shore == 0 {
			shore = 1
		}
	}
	if s.phase == phaseAction2 {
		if len(moves) > 1 && moves[len(moves)-2].Kind == moveRepair {
			return moves[len(moves)-2-src.Below(2)%(len(moves)-1)]
		}
		return last
	}
	d := distances(s.set.board, shore)
	best := last
	for least, i := d[x.node]+9, 0; i < len(moves) && moves[i].Kind == moveMove; i++ {
		if k := d[moves[i].Arg[0]]; k < least {
			least, best = k, moves[i]
		}
	}
	return best
}

// Sensible games end long before the round limit, by target or by plunder, and sooner with more seats.
func TestStatistics(t *testing.T) {
	means := map[int]int{}
	for _, seats := range []int{2, 4, 6} {
		ends, rounds, longest := map[string]int{}, 0, int16(0)
		src := core.Source{State: uint64(seats)}
		d := core.NewDriver(Rules{})
		const games = 150
		for seed := range uint16(games) {
			req := request(t, seats, seed, nil, nil)
			req.HostChance = true
			require.Equal(t, core.Refusal{}, d.Start(req))
			s := d.State().(*state)
			var moves []core.Move
			for s.Actors() != 0 {
				seat := s.Actors().First()
				moves = s.Moves(seat, moves[:0])
				m := sensible(&src, s, seat, moves)
				require.Equal(t, core.OK, s.Check(seat, m))
				s.Apply(seat, m, nil)
			}
			ends[s.Outcome().Reason]++
			rounds += int(s.round)
			longest = max(longest, s.round)
		}
		means[seats] = rounds / games
		t.Log(seats, "seats: mean", means[seats], "longest", longest, ends)
		require.Zero(t, ends["round_limit"])
		require.Greater(t, ends["target"], games/20)
		require.Greater(t, ends["all_plundered"], games/20)
	}
	require.Greater(t, means[2], means[4])
	require.GreaterOrEqual(t, means[4], means[6])
}
