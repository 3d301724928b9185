package walktheplank

import (
	"sort"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/core"
)

// canonicalLess is the order of chapter 7.
func canonicalLess(a, b core.Move) bool {
	keys := func(m core.Move) [3]int16 {
		switch m.Kind {
		case moveChooseCards:
			return [3]int16{m.Arg[0], m.Arg[1], m.Arg[2]}
		case moveShove, moveDrag, movePull:
			return [3]int16{m.Arg[1], m.Arg[0]}
		}
		return [3]int16{m.Arg[0], m.Arg[1]}
	}
	x, y := keys(a), keys(b)
	for i := range x {
		if x[i] != y[i] {
			return x[i] < y[i]
		}
	}
	return false
}

// Moves is exactly what Check allows, over all moves that there are, in the canonical order.
func TestMovesEqualCheck(t *testing.T) {
	all := domain()
	require.Len(t, all, 11*11*11+3*6*5+5*4+5*3+5*8)
	games, decisions := 80, 0
	if testing.Short() {
		games = 30
	}
	randomGames(t, games, 1, func(d *core.Driver, s *state) {
		for set := s.Actors(); set != 0; set = set.Rest() {
			seat := set.First()
			var allowed []core.Move
			for _, m := range all {
				code := s.Check(seat, m)
				if code == core.OK {
					require.False(t, s.Malformed(m), "%v is legal and malformed", m)
					allowed = append(allowed, m)
				}
				if m.Kind != moveChooseCards && s.phase == phaseChoose || s.phase == phaseResolve && m.Kind != moveOf[s.pendingCard] {
					require.Equal(t, core.WrongMoveType, code)
				}
			}
			sort.SliceStable(allowed, func(i, j int) bool { return canonicalLess(allowed[i], allowed[j]) })
			require.Equal(t, allowed, s.Moves(seat, nil))
			if s.phase == phaseResolve {
				decisions++
				require.GreaterOrEqual(t, len(allowed), 2)
			}
		}
	})
	require.Greater(t, decisions, games)
}

// pawn is a pirate with an identity, as the rules' text speaks of them.
type pawn struct{ seat, space int8 }

// model lists what the text allows the owner of a card, pawn by pawn, as moves without doubles.
func model(s *state, a, card int8) map[core.Move]bool {
	var pawns []pawn
	for t := range s.n {
		for q := range s.plank + 1 {
			for range s.pirates[t][q] {
				pawns = append(pawns, pawn{t, q})
			}
		}
	}
	neighbour := func(step int8) int8 {
		for i := int8(1); i < s.n; i++ {
			if t := (a + s.n + step*i) % s.n; s.living[t] > 0 {
				return t
			}
		}
		return a
	}
	legal := map[core.Move]bool{}
	add := func(kind int, args ...int16) { legal[core.M(kind, args...)] = true }
	for i, p := range pawns {
		if p.seat != a {
			continue
		}
		q := int16(p.space)
		for j, other := range pawns {
			if i == j {
				continue
			}
			together, target := other.space == p.space, int16(other.seat)
			switch {
			case card == shoveLeft && together && other.seat == neighbour(1) && other.seat != a,
				card == shoveRight && together && other.seat == neighbour(-1) && other.seat != a,
				card == shoveAnyone && together:
				add(moveShove, target, q)
			case card == drag && together:
				add(moveDrag, target, q)
			case card == pull && together && q > 0:
				add(movePull, target, q)
			case card == charge && s.shoves == shovesOne && other.space == p.space+1:
				add(moveCharge, q, target)
			}
		}
		switch card {
		case runAround:
			add(moveRunAround, q, 1)
			if q > 0 {
				add(moveRunAround, q, -1)
			}
		case dontWantToDie:
			for steps := int16(1); steps <= 2 && steps <= q; steps++ {
				add(moveRetreat, q, steps)
			}
		case charge:
			if s.shoves != shovesOne {
				add(moveCharge, q, core.Absent)
				continue
			}
			alone := true
			for _, other := range pawns {
				alone = alone && other.space != p.space+1
			}
			if alone {
				add(moveCharge, q, -1)
			}
		}
	}
	return legal
}

// The sets of choices agree with a model that knows every pirate by itself.
func TestChoicesEqualModel(t *testing.T) {
	src := core.Source{State: 7}
	for range 20_000 {
		s := &state{}
		s.n, s.shoves, s.plank = int8(2+src.Below(4)), int8(src.Below(3)), int8(1+src.Below(3))
		for i := range s.n {
			for range crew {
				if src.Below(4) > 0 {
					s.pirates[i][src.Below(int(s.plank)+1)]++
					s.living[i]++
				}
			}
		}
		seat := int8(src.Below(int(s.n)))
		if s.living[seat] == 0 {
			continue
		}
		for card := range int8(cardCount) {
			got := map[core.Move]bool{}
			s.phase, s.pendingSeat, s.pendingCard, s.pendingSlot = phaseResolve, seat, card, 2
			for _, m := range s.Moves(core.Seat(seat), nil) {
				require.False(t, got[m], "%v twice", m)
				got[m] = true
			}
			require.Equal(t, model(s, seat, card), got, "%s of seat %d, %v, plank %d", cardWords[card], seat, s.pirates, s.plank)
		}
	}
}

// WP-12 to WP-14, in the order of chapter 7.
func TestCheckCardsOrder(t *testing.T) {
	_, s := start(t, 3, nil, map[string]any{"set_aside": []any{[]string{"retract_plank"}, []string{"charge"}, []string{}}})
	const none = core.Outside
	for _, c := range []struct {
		seat  core.Seat
		cards [3]int16
		want  core.Code
	}{
		{0, [3]int16{none, none, none}, codeUnknownCard},
		{0, [3]int16{charge, charge, none}, codeUnknownCard},
		{0, [3]int16{retractPlank, none, retractPlank}, codeUnknownCard},
		{0, [3]int16{retractPlank, retractPlank, drag}, codeDuplicateCard},
		{0, [3]int16{charge, drag, charge}, codeDuplicateCard},
		{0, [3]int16{charge, drag, retractPlank}, codeCardSetAside},
		{1, [3]int16{charge, drag, pull}, codeCardSetAside},
		{0, [3]int16{charge, drag, pull}, codeChargeFirst},
		{0, [3]int16{drag, charge, pull}, core.OK},
	} {
		require.Equal(t, c.want, s.Check(c.seat, core.M(moveChooseCards, c.cards[:]...)), "%v", c)
	}
	require.Len(t, s.Moves(0, nil), 9*8*7-8*7)
	require.Len(t, s.Moves(1, nil), 9*8*7)
	require.Len(t, s.Moves(2, nil), 648)
}
