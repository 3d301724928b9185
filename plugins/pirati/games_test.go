package pirati

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
)

// Every position of many games keeps the invariants, and is written and read without a change.
func TestRandomGames(t *testing.T) {
	games := 2000
	if testing.Short() {
		games = 200
	}
	loaded := &state{}
	var body, again []byte
	var w wire.Writer
	n, turn := 0, int64(0)
	reasons, causes := map[string]int{}, map[string]int{}
	randomGames(t, games, 2, func(d *core.Driver, s *state) {
		spare, usual := checkInvariants(t, s)
		must(t, !usual || spare == 0, "I14: the bank has what it needs, if the game began in the usual way")
		if s.turn == 1 {
			turn = 1
		}
		require.GreaterOrEqual(t, s.turn, turn)
		turn = s.turn
		if n++; n%10 != 0 && s.phase == phaseMain {
			return
		}
		body = s.Append(body[:0])
		require.LessOrEqual(t, len(body), 500)
		require.True(t, loaded.Load(d.Table(), body))
		if *s != *loaded {
			require.Equal(t, *s, *loaded, "a position read is the position written")
		}
		again = loaded.Append(again[:0])
		require.True(t, wire.Equal(body, again))
		if n%2500 == 0 || s.phase == phaseOver && s.turn%20 == 0 || s.phase == phaseChoice && s.turn%100 == 0 {
			for _, v := range viewers(s) {
				w.Reset()
				s.View(v, &w)
				require.Equal(t, wire.Fine, wire.Check(w.B))
				r := wire.NewReader(w.B)
				require.True(t, manifest.View.Holds(&r, int(s.n)), "view of %v", v)
			}
		}
		if s.phase == phaseOver {
			reasons[s.Outcome().Reason]++
			for _, p := range s.place[:s.count] {
				if isLost(p) {
					causes[causeWords[p-lost]]++
				}
			}
		}
	})
	t.Log(n, reasons, causes)
	require.GreaterOrEqual(t, len(reasons), 3)
	if games == 2000 {
		require.GreaterOrEqual(t, len(reasons), len(reasonWords)-1, "all ways to end but perhaps the rarest, no_pirates")
	}
}

// usualCount are the tiles of the text.
var usualCount = [kinds]int{38, 6, 6, 5, 4, 3, 5, 5, 4, 4, 3, 3, 2, 2, 3, 3, 2, 4, 1, 1, 2, 1, 4, 3, 3, 3, 1}

// checkInvariants is I1 to I17 of the text, written apart from the code that Load uses.
//
// It returns what the bank has more than it needs, and whether the tiles are those of the text.
func checkInvariants(t *testing.T, s *state) (spare int, usual bool) {
	t.Helper()
	sum := int(s.bank) + int(s.sunk) + int(s.hoard[0]) + int(s.hoard[1]) + int(s.hoard[2]) + int(s.hoard[3])
	if s.carrying {
		sum++
	}
	ashore, owed, count := 0, 0, [kinds]int{}
	for row := 1; row <= 11; row++ {
		for col := 1; col <= 11; col++ {
			tile, n := s.tiles[16*row+col], int(s.tokens[16*row+col])
			kind, up := int(tile&31), tile >= 128
			count[kind]++
			if feet := footprintsOf(tile); feet > 0 {
				must(t, n>>feet == 0, "I5")
				for ; n>>1 > 0 || n == 1; n >>= 1 {
					ashore += n & 1
				}
			} else {
				ashore += n
			}
			empty := kind >= kindArrowStraight && kind <= kindStarfish || kind == kindShark || kind == kindIsland || kind == kindGenie ||
				kind == kindMermaid || !up
			must(t, !empty || s.tokens[16*row+col] == 0, "I2")
			if !up && kind >= kindTreasure1 {
				owed += kind - kindTreasure1 + 1
			}
			if kind == kindGenie {
				must(t, (s.genie == powerHidden) == !up, "I13")
			}
			if kind == kindMermaid {
				must(t, (s.mermaid == powerHidden) == !up, "I13")
			}
		}
	}
	if s.mermaid != powerUsed && count[kindMermaid] > 0 {
		owed += 3
	}
	must(t, sum+ashore == 39 && ashore == int(s.ashore), "I1")
	must(t, int(s.bank) >= owed, "I14")
	var afloat [2]bool
	for i := range int(s.n) {
		afloat[i%2] = afloat[i%2] || s.ships[i] != noCell
	}
	alive := [maxSeats]bool{}
	for i, p := range s.place[:s.count] {
		must(t, p < nowhere || p >= lost, "nobody is left on his way")
		captive, freed := s.captive>>i&1 != 0, s.freed>>i&1 != 0
		must(t, !captive || !freed, "I12")
		delayed := s.delayed>>i&1 != 0
		must(t, s.slowed == 0, "I12")
		if p >= lost {
			must(t, !captive && !freed && !delayed, "I12")
			continue
		}
		alive[i/3] = true
		together, home := 0, false
		for j, q := range s.place[:s.count] {
			if p != q {
				continue
			}
			together++
			home = home || p >= aboard && j/3 == int(p-aboard)
			if p >= aboard || s.tiles[uint8(p)] != waterTile {
				must(t, i/3%2 == j/3%2, "I4")
			}
		}
		if p >= aboard {
			ship := int(p - aboard)
			must(t, together <= 3 && !s.shipSunk[ship], "I5, I11")
			must(t, !home || ship%2 == i/3%2, "I10")
			must(t, !captive && !freed && !delayed, "I7")
			continue
		}
		tile := s.tiles[uint8(p)]
		kind := int(tile & 31)
		if isRing(tile) {
			must(t, afloat[i/3%2], "I9")
			for _, c := range s.ships[:s.n] {
				must(t, c != uint8(p), "I6")
			}
			must(t, p>>8 == 0 && !captive && !freed && !delayed, "I12")
			continue
		}
		must(t, together <= 6, "I5")
		must(t, tile >= 128, "I2")
		foot, most := int(p>>8), 0
		if kind >= kindMud2 && kind <= kindMud5 {
			most = kind
			must(t, foot >= 1, "I12")
		}
		must(t, foot <= most, "I12")
		must(t, !captive || kind == kindOctopus || kind == kindMermaid && s.mermaid == powerUsed, "I7")
		must(t, !freed || kind == kindOctopus, "I7")
		must(t, !delayed || kind == kindTurtle, "I7")
		must(t, kind != kindGenie || s.genie != powerUnused || together == 1, "I8")
		transit := kind >= kindArrowStraight && kind <= kindStarfish || kind == kindShark
		must(t, !transit || s.phase == phaseChoice && i == int(s.mover), "I3")
	}
	for i := range int(s.n) {
		if c := s.ships[i]; c != noCell {
			row, col := int(c)/16, int(c)%16
			side := [4]bool{row == 12, col == 0, row == 0, col == 12}
			must(t, side[s.sides[i]] && (row > 0 && row < 12 || col > 0 && col < 12) && !s.shipSunk[i], "I11")
		}
	}
	if d := s.discoverer; d != none {
		must(t, s.mermaid == powerUnused && s.tiles[uint8(s.place[d])]&31 == kindMermaid, "I13")
	}
	must(t, (s.phase == phaseOver) == (s.toAct == none), "I15")
	must(t, s.phase == phaseOver || alive[s.toAct], "I15")
	must(t, (s.phase == phaseChoice) == (s.mover != none), "I15")
	must(t, (s.phase == phaseOver) == (s.reason != none), "I15")
	must(t, !s.progress || s.phase == phaseChoice, "I15")
	if s.phase == phaseChoice {
		kind := int(s.tiles[uint8(s.place[s.mover])] & 31)
		must(t, s.mover/3 == s.toAct && kind >= kindDoubleStraight && kind <= kindSeaHorse, "I16")
		must(t, s.ways&(s.ways-1) != 0, "I16")
	} else {
		must(t, !s.carrying && s.ways == 0 && !s.usedWays, "nothing is left of a choice")
	}
	must(t, s.phase != phaseSetup || s.turn == 1, "I17")
	return int(s.bank) - owed, count == usualCount
}

// must is require.True without its cost.
func must(t *testing.T, ok bool, what string) {
	if !ok {
		t.Helper()
		require.Fail(t, what)
	}
}

// A module in use allocates nothing.
func TestNoAllocations(t *testing.T) {
	d, s := start(t, 4, map[string]any{"genie_to_ship": true, "ban_direct_steps": false, "sides": []string{"west", "north", "east", "south"}}, nil)
	all := domain()
	moves := make([]core.Move, 0, 1024)
	body := make([]byte, 0, 1024)
	w := wire.Writer{B: make([]byte, 0, 1<<15)}
	at, src := &state{}, core.Source{State: 3}
	positions := [][]byte{s.Append(nil)}
	for s.Actors() != 0 && len(positions) < 60 {
		moves = s.Moves(s.Actors().First(), moves[:0])
		s.Apply(s.Actors().First(), moves[src.Below(len(moves)-len(moves)/8)], nil)
		positions = append(positions, s.Append(nil))
	}
	require.Len(t, positions, 60)
	use := func() {
		for _, p := range positions {
			if !at.Load(d.Table(), p) {
				panic("a position that Load refuses")
			}
			body = at.Append(body[:0])
			w.Reset()
			at.View(core.Referee, &w)
			at.View(0, &w)
			actors := at.Actors()
			if actors == 0 {
				continue
			}
			seat := actors.First()
			for i := range all {
				at.Check(seat, all[i])
			}
			moves = at.Moves(seat, moves[:0])
			at.Apply(seat, moves[len(moves)/2], nil)
		}
	}
	use()
	require.Zero(t, testing.AllocsPerRun(10, use))
}

func BenchmarkRandomGame(b *testing.B) {
	d, s := start(b, 2, nil, nil)
	from := *s
	src := core.Source{State: 1}
	b.ReportAllocs()
	moves := 0
	for b.Loop() {
		*s = from
		n, r := d.Playout(&src, 1<<20)
		require.False(b, r.Refused())
		moves += n
	}
	b.ReportMetric(float64(moves)/b.Elapsed().Seconds(), "moves/s")
	require.Zero(b, s.Actors())
}

func BenchmarkView(b *testing.B) {
	_, s := start(b, 2, nil, nil)
	var w wire.Writer
	b.ReportAllocs()
	for b.Loop() {
		w.Reset()
		s.View(0, &w)
	}
	require.NotEmpty(b, w.B)
}

func BenchmarkLoad(b *testing.B) {
	d, s := start(b, 2, nil, nil)
	body := s.Append(nil)
	b.ReportAllocs()
	for b.Loop() {
		if !s.Load(d.Table(), body) {
			b.Fatal("refused")
		}
	}
}
