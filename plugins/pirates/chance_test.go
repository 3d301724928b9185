package pirates

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/core"
)

// tree plays a combat through all outcomes of its dice. Positions that are the same are one, so that a duel is no larger than its
// positions are many. decide answers the decisions of seats.
func tree(t *testing.T, d *core.Driver, s *state, decide func(s *state) core.Move) map[string]*big.Rat {
	t.Helper()
	ends := map[string]*big.Rat{}
	now := map[string]*big.Rat{string(s.Append(nil)): big.NewRat(1, 1)}
	at := &state{}
	for len(now) > 0 {
		next := map[string]*big.Rat{}
		for body, p := range now {
			require.True(t, at.Load(d.Table(), []byte(body)))
			seat := at.Actors().First()
			moves := []core.Move{}
			switch {
			case !at.fighting():
				add(ends, body, p)
				continue
			case seat == core.Chance:
				moves = at.Moves(seat, moves)
			default:
				moves = append(moves, decide(at))
			}
			share := new(big.Rat).Quo(p, big.NewRat(int64(len(moves)), 1))
			for _, m := range moves {
				other := *at
				require.Equal(t, core.OK, other.Check(seat, m))
				other.Apply(seat, m, nil)
				add(next, string(other.Append(nil)), share)
			}
		}
		now = next
	}
	return ends
}

func add(to map[string]*big.Rat, body string, p *big.Rat) {
	if to[body] == nil {
		to[body] = new(big.Rat)
	}
	to[body].Add(to[body], p)
}

// expect is the expected value of what is read off the positions at the end of a combat.
func expect(t *testing.T, d *core.Driver, ends map[string]*big.Rat, value func(s *state) int) string {
	t.Helper()
	sum, total, at := new(big.Rat), new(big.Rat), &state{}
	for body, p := range ends {
		require.True(t, at.Load(d.Table(), []byte(body)))
		sum.Add(sum, new(big.Rat).Mul(p, big.NewRat(int64(value(at)), 1)))
		total.Add(total, p)
	}
	require.Equal(t, "1/1", total.String())
	return sum.RatString()
}

func yes(b bool) int {
	if b {
		return 1
	}
	return 0
}

// always answers and gives the part on field 6 back.
func always(s *state) core.Move {
	if s.phase == phaseStow {
		return core.M(moveStow, 0)
	}
	return core.M(moveCounterattack)
}

// lost is how many of the chests that there were at first are gone.
func lost(first int) func(s *state) int {
	return func(s *state) int { return first - aboard(s) - onForts(s) }
}

func aboard(s *state) (n int) {
	for i := range s.ships {
		n += int(s.ships[i].hold.total()) + int(s.ships[i].secured.total())
	}
	return n
}

func onForts(s *state) (n int) {
	for i := range s.forts {
		held := s.forts[i].held()
		n += int(held.total())
	}
	return n
}

// The probabilities of combats, worked out by hand. A die hits each of six fields with 1/6.
func TestExactProbabilities(t *testing.T) {
	none := []int{0, 0, 0, 0, 0, 0}
	fort := func(options m, fields []int, tile int, shown []int) (*core.Driver, *state) {
		forts := make([]any, 10)
		for i := range forts {
			forts[i] = m{"tile": i + 1}
		}
		forts[0], forts[tile-1] = m{"state": "open", "tile": tile, "fields": shown, "vault": []int{}}, m{"tile": 1}
		if tile == 1 {
			forts[0] = m{"state": "open", "tile": tile, "fields": shown, "vault": []int{}}
		}
		d, s := start(t, 2, options, m{"phase": "action1", "fortresses": forts,
			"ships": []any{m{"node": 5, "fields": fields}, m{"node": 0, "fields": none}}})
		s.Apply(0, core.M(moveAttackFortress, 1), nil)
		return d, s
	}
	ships := func(options m, attacker, target m) (*core.Driver, *state) {
		d, s := start(t, 2, options, m{"phase": "action1", "ships": []any{attacker, target}})
		s.Apply(0, core.M(moveAttackShip, 1), nil)
		return d, s
	}
	tile1 := []int{0, 2, 0, 1, 11, 0}
	tile8 := []int{2, 1, 13, 2, 1, 12}
	plundered := func(s *state) int { return yes(s.forts[0].state == plundered) }
	loot := func(s *state) int { return s.amount(&s.ships[0].hold) }

	t.Run("one die at tile 1", func(t *testing.T) {
		// The crew on 4 and the cannon on 2 are each enough: 2/6. A hit on the chest, 1/6, does not win by itself.
		d, s := fort(nil, []int{1, 2, 0, 0, 0, 0}, 1, tile1)
		ends := tree(t, d, s, always)
		require.Equal(t, "1/3", expect(t, d, ends, plundered))
		require.Equal(t, "1/3", expect(t, d, ends, loot))
		require.Equal(t, "1/6", expect(t, d, ends, lost(1)))
		// If it has not won, 2/3, the fortress's one die finds the crew on 1 or the cannon on 2: 2/6.
		require.Equal(t, "2/9", expect(t, d, ends, func(s *state) int { return yes(!s.ships[0].armed()) }))
	})
	t.Run("two dice at tile 1", func(t *testing.T) {
		// Not both miss 2 and 4: 1 - (4/6)^2. The chest is won if none hits 5 and not both miss 2, 4 and 5: (5/6)^2 - (3/6)^2.
		d, s := fort(nil, []int{1, 2, 2, 0, 0, 0}, 1, tile1)
		ends := tree(t, d, s, always)
		require.Equal(t, "5/9", expect(t, d, ends, plundered))
		require.Equal(t, "4/9", expect(t, d, ends, loot))
	})
	t.Run("three dice at tile 8", func(t *testing.T) {
		// Both crew, on 2 and 5: 1 - 2 (5/6)^3 + (4/6)^3 = 30/216; both cannons, on 1 and 4, likewise; both pairs need four dice.
		// Of the 30 throws with 2 and 5 the third die costs 3 in six cases, 2 in six, nothing in 18: 120 of 150.
		d, s := fort(nil, []int{1, 2, 2, 2, 0, 0}, 8, tile8)
		ends := tree(t, d, s, always)
		require.Equal(t, "5/18", expect(t, d, ends, func(s *state) int { return yes(s.forts[0].crew|s.forts[0].cannons == 0) }))
		require.Equal(t, "10/9", expect(t, d, ends, loot))
	})
	t.Run("three dice at tile 8, chests in the vault", func(t *testing.T) {
		// The same 60 of 216 throws win, and always 5.
		d, s := fort(m{"treasure_hits": "none"}, []int{1, 2, 2, 2, 0, 0}, 8, tile8)
		require.Equal(t, "25/18", expect(t, d, tree(t, d, s, always), loot))
	})
	t.Run("five dice at a hold with three chests", func(t *testing.T) {
		// E(min(K, 3)) for K sixes of five: 5/6 - P(K=4) - 2 P(K=5) = 5/6 - 25/7776 - 2/7776.
		d, s := ships(nil, m{"node": 10, "fields": []int{1, 2, 2, 2, 2, 2}}, m{"node": 10, "fields": []int{0, 0, 0, 0, 0, 3}, "hold": []int{3, 2, 1}})
		ends := tree(t, d, s, always)
		require.Equal(t, "239/288", expect(t, d, ends, lost(3)))
		// The target has no crew and is beaten in any case: its best chest is won unless three sixes fall.
		require.Equal(t, "625/648", expect(t, d, ends, func(s *state) int { return int(s.ships[0].hold[2]) }))
	})
	one := func(hold ...int) m {
		f := []int{1, 2, 0, 0, 0, 0}
		if len(hold) > 0 {
			f[5] = onChests
		}
		return m{"node": 10, "fields": f, "hold": append([]int{}, hold...)}
	}
	attackerBeaten := func(s *state) int { return yes(!s.ships[0].armed()) }
	targetBeaten := func(s *state) int { return yes(!s.ships[1].armed()) }
	t.Run("an exchange of one die each", func(t *testing.T) {
		// 1/3 beats the target; of the other 2/3 it beats the attacker in 1/3.
		d, s := ships(nil, one(), one())
		ends := tree(t, d, s, always)
		require.Equal(t, "1/3", expect(t, d, ends, targetBeaten))
		require.Equal(t, "2/9", expect(t, d, ends, attackerBeaten))
	})
	t.Run("an exchange that the target declines", func(t *testing.T) {
		d, s := ships(nil, one(), one())
		ends := tree(t, d, s, func(*state) core.Move { return core.M(moveDecline) })
		require.Equal(t, "0", expect(t, d, ends, attackerBeaten))
	})
	t.Run("a duel of one die each", func(t *testing.T) {
		// Salvos that miss have 2/3 each. The attacker fires the odd ones: the sum of (4/9)^k / 3 for k < 10, which is
		// 3/5 (1 - (2/3)^20); the target has 2/3 of that, and nobody is beaten in (2/3)^20.
		d, s := ships(m{"combat": "duel"}, one(), one())
		ends := tree(t, d, s, always)
		miss := new(big.Rat).SetFrac(new(big.Int).Exp(big.NewInt(2), big.NewInt(20), nil), new(big.Int).Exp(big.NewInt(3), big.NewInt(20), nil))
		hit := new(big.Rat).Sub(big.NewRat(1, 1), miss)
		require.Equal(t, new(big.Rat).Mul(big.NewRat(3, 5), hit).RatString(), expect(t, d, ends, targetBeaten))
		require.Equal(t, new(big.Rat).Mul(big.NewRat(2, 5), hit).RatString(), expect(t, d, ends, attackerBeaten))
	})
	t.Run("an attacker with a chest", func(t *testing.T) {
		// In 2/9 the target beats it and takes the chest. A six of the target's, 1/6 of 2/3, costs the chest.
		d, s := ships(nil, one(3), one())
		ends := tree(t, d, s, always)
		require.Equal(t, "2/9", expect(t, d, ends, func(s *state) int { return int(s.ships[1].hold[2]) }))
		require.Equal(t, "1/9", expect(t, d, ends, lost(1)))
	})
}
