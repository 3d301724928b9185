package jackal

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/core"
)

// everyMove calls a function for each move that has the manifest's form, in the canonical order: squares and numbers beyond what there is
// once, loads that nobody can hold after all others.
func everyMove(s *state, visit func(m core.Move)) {
	squares := [][2]int16{}
	for r := range int16(maxBoard) {
		for c := range int16(maxBoard) {
			squares = append(squares, [2]int16{r, c})
		}
	}
	squares = append(squares, [2]int16{core.Outside, 3}, [2]int16{3, core.Outside})
	var ids []int16
	for n := range max(s.units, s.vessels) + 2 {
		ids = append(ids, int16(n))
	}
	ids = append(ids, maxID, core.Outside)
	at := func(kind uint8) {
		for _, sq := range squares {
			visit(core.Move{Kind: kind, N: 2, Arg: [core.MoveSlots]int16{sq[0], sq[1]}})
		}
	}
	withLoads := func(m core.Move, place int) {
		for l := range uint8(loadCount) {
			putLoad(&m, place, l)
			visit(m)
		}
		m.Arg[place], m.Arg[place+1], m.Arg[place+2], m.Arg[place+3] = 2, coin, coin, 0
		visit(m)
		m.Arg[place], m.Arg[place+1], m.Arg[place+2], m.Arg[place+3] = 3, cart, cart, coin
		visit(m)
	}
	steps := func(kind uint8) {
		for _, id := range ids {
			for _, sq := range squares {
				withLoads(core.Move{Kind: kind, N: 7, Arg: [core.MoveSlots]int16{id, sq[0], sq[1]}}, 3)
			}
		}
	}
	at(moveServeRum)
	steps(moveMove)
	for _, id := range ids {
		visit(core.Move{Kind: moveAdvance, N: 1, Arg: [core.MoveSlots]int16{id}})
	}
	steps(moveFly)
	for _, id := range ids {
		for _, sq := range squares {
			visit(core.Move{Kind: moveSail, N: 3, Arg: [core.MoveSlots]int16{id, sq[0], sq[1]}})
		}
	}
	at(moveResurrect)
	visit(core.Move{Kind: movePass})
	for _, sq := range squares {
		withLoads(core.Move{Kind: moveGo, N: 6, Arg: [core.MoveSlots]int16{sq[0], sq[1]}}, 2)
	}
	at(moveExitCave)
	at(moveOpenTile)
	at(moveQuake)
}

// Moves is exactly what Check allows, over all moves that there are, in the canonical order.
func TestMovesEqualCheck(t *testing.T) {
	kinds, codes, n := map[uint8]int{}, map[core.Code]int{}, 0
	games := 120
	if testing.Short() {
		games = 30
	}
	var allowed, listed []core.Move
	randomGames(t, games, 1, func(d *core.Driver, s *state) {
		if n++; s.phase == phaseOver {
			return
		}
		rare := false // a position with moves that are
		listed = s.Moves(core.Seat(s.actor), listed[:0])
		for i := range listed {
			rare = rare || listed[i].Kind == moveFly || listed[i].Kind == moveAdvance || listed[i].Kind == moveResurrect
		}
		if n%173 != 0 && (s.phase != phaseDecision || n%29 != 0) && (!rare || n%23 != 0) {
			return
		}
		allowed = allowed[:0]
		before := s.Append(nil)
		everyMove(s, func(m core.Move) {
			code := s.Check(core.Seat(s.actor), m)
			codes[code]++
			if code == core.OK {
				allowed = append(allowed, m)
				kinds[m.Kind]++
			}
			answers := s.phase == phaseDecision && m.Kind == moveOf[s.decision] || s.phase == phaseAction && m.Kind <= movePass
			if answers == (code == core.WrongMoveType) {
				require.Equal(t, answers, code != core.WrongMoveType, "%v", m)
			}
		})
		require.Equal(t, before, s.Append(nil), "asking changes nothing")
		listed = s.Moves(core.Seat(s.actor), listed[:0])
		require.Equal(t, allowed, listed)
		if s.phase == phaseDecision {
			require.GreaterOrEqual(t, len(listed), 2)
		}
		for _, m := range listed {
			require.False(t, s.Malformed(m))
		}
	})
	if !testing.Short() {
		require.Len(t, kinds, len(moves), "%v", kinds)
		_, s := start(t, 2, nil, map[string]any{"grass_left": 1, "crews": []any{map[string]any{"rum": 1}, map[string]any{}}})
		codes[s.Check(core.Seat(s.actor), core.Move{Kind: moveServeRum, N: 2, Arg: [core.MoveSlots]int16{0, 6}})]++ // rum_blocked, which is rare
		for code := codeUnknownID; code <= codeMustMove; code++ {
			require.Positive(t, codes[code], manifest.CodeText(code).Code)
		}
	}
}

// The loads and their numbers: JK-30, and section 7.
func TestLoads(t *testing.T) {
	canonical, held := 0, 0
	rank := map[int16]int{cart: 0, coin: 1, bullion: 2, cannonball: 3, boat: 4}
	for n := range int16(4) {
		for key := range 125 {
			m := core.Move{Kind: moveGo, N: 6}
			list := []int16{int16(key / 25), int16(key / 5 % 5), int16(key % 5)}
			if int16(len(list)) > n && (n == 0 && key > 0 || n == 1 && key%25 > 0 || n == 2 && key%5 > 0) {
				continue // what is not used is 0
			}
			m.Arg[2] = n
			copy(m.Arg[3:], list)
			sorted, carts := true, 0
			for i, item := range list[:n] {
				sorted = sorted && (i == 0 || rank[list[i-1]] <= rank[item])
				if item == cart {
					carts++
				}
			}
			s := &state{}
			require.Equal(t, !sorted, s.Malformed(m), "%v", list[:n])
			l := loadIn(&m, 2)
			can := sorted && (n <= 1 || carts == 1)
			require.Equal(t, can, l < loadCount, "%v", list[:n])
			if sorted {
				canonical++
			}
			if can {
				held++
				var again core.Move
				putLoad(&again, 2, l)
				require.Equal(t, m.Arg, again.Arg)
			}
		}
	}
	require.Equal(t, 1+5+15+35, canonical)
	require.Equal(t, loadCount, held)
}
