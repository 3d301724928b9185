package pirates

import (
	"math/bits"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/core"
)

// domain is every move that the manifest's form allows, with core.Outside for each loose argument.
func domain() (moves []core.Move) {
	for kind, k := range manifest.Moves {
		partial := []core.Move{{Kind: uint8(kind)}}
		for _, a := range k.Args {
			of, times := a.Type, 1
			if a.Type.Kind == core.TList {
				of, times = a.Type.Of, a.Type.Max
			}
			var values []int16
			most := maxSeats - 1 // of a seat
			if of.Kind == core.TInt {
				most = of.Max
			}
			for v := of.Min; v <= most; v++ {
				values = append(values, int16(v))
			}
			if a.Loose {
				values = append(values, core.Outside)
			}
			for range times {
				var longer []core.Move
				for _, m := range partial {
					for _, v := range values {
						m.Arg[m.N] = v
						longer = append(longer, core.Move{Kind: m.Kind, N: m.N + 1, Arg: m.Arg})
					}
				}
				partial = longer
			}
		}
		moves = append(moves, partial...)
	}
	return moves
}

// Moves is exactly what Check allows, over all moves that there are, in the canonical order: by kind, then by arguments.
func TestMovesEqualCheck(t *testing.T) {
	all := domain()
	require.Len(t, all, 3*729+62+7+21+7+7+3)
	games := 300
	if testing.Short() {
		games = 50
	}
	n, looked := 0, [phaseOver]int{}
	var list []core.Move
	randomGames(t, games, 1, func(d *core.Driver, s *state) {
		if n++; n%31 != 0 && s.phase != phaseStow {
			return
		}
		for set := s.Actors(); set != 0; set = set.Rest() {
			looked[s.phase]++
			seat := set.First()
			list = s.Moves(seat, list[:0])
			i := 0
			for _, m := range all {
				code := s.Check(seat, m)
				if belongs[s.phase]>>m.Kind&1 == 0 != (code == core.WrongMoveType) {
					require.Fail(t, "wrong_move_type", "%v %v", m, code)
				}
				if code != core.OK {
					continue
				}
				if i >= len(list) || list[i] != m {
					require.Fail(t, "Check allows what Moves does not list here", "%v, list %v", m, list)
				}
				i++
			}
			require.Len(t, list, i)
		}
	})
	for phase, k := range looked {
		require.Positive(t, k, phase)
	}
}

// A path of the text is a list of different nodes. RP-16 to RP-22 told by listing them all.
func TestDestinationsEqualModel(t *testing.T) {
	modes := []struct {
		options m
		upTo    bool
		stop    bool
	}{{nil, false, true}, {m{"harbour_entry": "exact"}, false, false}, {m{"movement": "up_to"}, true, true}, {m{"movement": "up_to", "harbour_entry": "exact"}, true, false}}
	for _, mode := range modes {
		for _, own := range []m{nil, smallMap, bareMap, bigMap} {
			options := m{}
			for k, v := range mode.options {
				options[k] = v
			}
			src := core.Source{State: 3}
			if own != nil {
				options["map"], options["tiles"] = own, randomTiles(&src, len(own["fortresses"].([][]int)))
			}
			_, s := start(t, 2, options, nil)
			for from := range s.set.board.seas + 1 {
				for crew := range maxCrew + 1 {
					x := &ship{node: int8(from)}
					x.crew = uint8(1<<crew - 1)
					want := map[int]bool{}
					var walk func(path []int)
					walk = func(path []int) {
						at, steps := path[len(path)-1], len(path)-1
						if steps == 1 || steps > 0 && (steps == crew || mode.upTo || at == harbour && mode.stop) {
							want[at] = true
						}
						if steps >= max(1, crew) || steps > 0 && at == harbour {
							return
						}
						for set := s.set.board.next[at]; set != 0; set &= set - 1 {
							if next := bits.TrailingZeros64(set); !slices.Contains(path, next) {
								walk(append(path[:len(path):len(path)], next))
							}
						}
					}
					walk([]int{from})
					got := map[int]bool{}
					for set := s.set.destinations(count(x.crew), int(x.node)); set != 0; set &= set - 1 {
						got[bits.TrailingZeros64(set)] = true
					}
					require.Equal(t, want, got, "%v from %d with %d crew", options, from, crew)
				}
			}
		}
	}
}

// What chapter 2.1 says of the default map.
func TestDefaultMap(t *testing.T) {
	b := standardBoard
	require.Equal(t, [2]int{26, 10}, [2]int{b.seas, b.forts})
	distance := [maxNodes]int{}
	seen := uint64(1)
	for step, edge := 0, uint64(1); edge != 0; step++ {
		next := uint64(0)
		for set := edge; set != 0; set &= set - 1 {
			node := bits.TrailingZeros64(set)
			distance[node] = step
			next |= b.next[node]
		}
		edge = next &^ seen
		seen |= next
	}
	require.Equal(t, uint64(1<<27-1), seen, "connected")
	require.Equal(t, []int{0, 3, 1, 1, 3, 3, 2, 2, 2, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6}, distance[:27])
	nearest := []int{3, 3, 2, 3, 3, 3, 4, 5, 6, 5}
	for f := range b.forts {
		k, least := bits.OnesCount64(b.shore[f]), 99
		require.True(t, k == 2 || k == 3)
		for set := b.shore[f]; set != 0; set &= set - 1 {
			d := distance[bits.TrailingZeros64(set)]
			require.True(t, d >= 2 && d <= 6)
			least = min(least, d)
		}
		require.Equal(t, nearest[f], least)
	}
	require.Zero(t, b.near[harbour])
	require.Len(t, defaultEdges, 41)
	side := func(a, b, c []int) int { return (b[0]-a[0])*(c[1]-a[1]) - (b[1]-a[1])*(c[0]-a[0]) }
	for i, e := range defaultEdges {
		for _, f := range defaultEdges[:i] {
			if e[0] == f[0] || e[0] == f[1] || e[1] == f[0] || e[1] == f[1] {
				continue
			}
			p, q, u, v := defaultCoords[e[0]], defaultCoords[e[1]], defaultCoords[f[0]], defaultCoords[f[1]]
			x, y := side(p, q, u)*side(p, q, v), side(u, v, p)*side(u, v, q)
			require.False(t, x <= 0 && y <= 0 && x+y != 0, "%v crosses %v", e, f)
		}
	}
}

// The default tiles have what chapter 2.3 says: 15 crew, 17 cannons, 18 chests of value 36.
func TestDefaultTiles(t *testing.T) {
	for _, place := range []string{"fields", "vault"} {
		_, s := start(t, 2, m{"fortress_treasure": place}, nil)
		crew, cannons, chests := 0, 0, [chestKinds]int{}
		for i := range s.set.board.forts {
			tile := &s.set.tiles[i]
			crew += count(tile.crew)
			cannons += count(tile.cannons)
			for v, k := range tile.held() {
				chests[v] += int(k)
			}
			require.Equal(t, place == "vault", tile.vault != counts{})
			require.Equal(t, place == "fields", tile.chests != [chestKinds]uint8{})
		}
		require.Equal(t, []int{15, 17, 6, 6, 6}, append([]int{crew, cannons}, chests[:]...))
	}
}

// The lists of lays: 727 may be chosen, and every set of fields has its own.
func TestLays(t *testing.T) {
	_, s := start(t, 2, nil, nil)
	list := s.Moves(0, nil)
	require.Len(t, list, 727)
	require.Equal(t, core.M(moveEquip, 0, 0, 0, 0, 0, 0), list[layNothing])
	for set := range uint8(allFields + 1) {
		require.True(t, slices.IsSorted(harbourLays[harbourStarts[set]:harbourStarts[set+1]]))
		want := 0
		for n := range layShapes {
			on := layShapes[n].crew | layShapes[n].cannons
			if on == 0 || on&^set != 0 {
				continue
			}
			want++
		}
		require.Equal(t, want, int(harbourStarts[set+1]-harbourStarts[set]))
	}
}

// RP-65. The lists of repairs at sea: at most two fields of the set, no more of a kind than there is room for, ascending, and
// then to pass.
func TestSeaRepairs(t *testing.T) {
	for set := range uint8(allFields + 1) {
		for crew := range maxCrew + 1 {
			for cannons := range maxCrew + 1 {
				var want []core.Move
				for n := range layShapes {
					lay := &layShapes[n]
					on := lay.crew | lay.cannons
					if on != 0 && on&^set == 0 && count(on) <= 2 && count(lay.crew) <= crew && count(lay.cannons) <= cannons {
						m := layMoves[n]
						m.Kind = moveRepair
						want = append(want, m)
					}
				}
				k := seaList(set, crew, cannons)
				require.Equal(t, append(want, core.M(movePass)), seaRepairs[seaStarts[k]:seaStarts[k+1]])
			}
		}
	}
}
