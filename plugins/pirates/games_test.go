package pirates

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
	n, phases := 0, [phaseOver + 1]int{}
	ends := map[string]int{}
	randomGames(t, games, 2, func(d *core.Driver, s *state) {
		n++
		phases[s.phase]++
		checkInvariants(t, s)
		body = s.Append(body[:0])
		if !loaded.Load(d.Table(), body) {
			require.Fail(t, "a position of a game is refused", "%s %+v", s.fault(oddities{}), s.position)
		}
		if loaded.position != s.position {
			require.Equal(t, s.position, loaded.position, "a position read is the position written")
		}
		again = loaded.Append(again[:0])
		require.True(t, wire.Equal(body, again))
		if s.phase == phaseOver {
			ends[s.Outcome().Reason]++
		}
		if n%64 != 0 && s.phase != phaseOver {
			return
		}
		for _, v := range viewers(s) {
			w.Reset()
			s.View(v, &w)
			require.Equal(t, wire.Fine, wire.Check(w.B))
			r := wire.NewReader(w.B)
			require.True(t, manifest.View.Holds(&r, s.set.seats), "view of %v", v)
		}
	})
	for phase, k := range phases {
		require.Positive(t, k, phase)
	}
	for _, reason := range reasons {
		require.Positive(t, ends[reason], reason)
	}
	t.Log(n, "positions", phases, ends)
}

// checkInvariants is the list of chapter 5 as far as it can be told without the rules, written apart from the code that Load uses.
func checkInvariants(t *testing.T, s *state) {
	t.Helper()
	ok := func(holds bool, what string) {
		if !holds {
			require.Fail(t, what, "%+v", s.position)
		}
	}
	crew, cannons := s.crew, s.cannons
	chests := [chestKinds]int{int(s.chests[0]), int(s.chests[1]), int(s.chests[2])}
	for i := range s.set.seats {
		x := &s.ships[i]
		onBoard := [4]int{}
		for field := range fields {
			onBoard[x.code(field)]++
			ok(x.code(field) != onChests || field == 5, "4")
		}
		crew += onBoard[onCrew]
		cannons += onBoard[onCannon]
		hold, value := 0, 0
		for v := range chestKinds {
			chests[v] += int(x.hold[v]) + int(x.secured[v])
			hold += int(x.hold[v])
			value += (v + 1) * int(x.hold[v])
		}
		ok(onBoard[onCrew] <= 5 && onBoard[onCannon] <= 5, "3")
		ok((onBoard[onChests] == 1) == (hold > 0), "4")
		ok(hold <= 6 && (value <= 6 || !s.set.holdByValue), "5")
		ok(x.node != 0 || hold == 0, "6")
		ok(x.node >= 0 && int(x.node) <= s.set.board.seas, "node")
	}
	left, tiles := 0, uint32(0)
	for i := range s.set.board.forts {
		f := &s.forts[i]
		sum := 0
		for field := range fields {
			code := f.code(field)
			sum += code
			switch {
			case code == onCrew:
				crew++
			case code == onCannon:
				cannons++
			case code > onNoChest:
				chests[code-onNoChest-1]++
			}
		}
		for v := range chestKinds {
			chests[v] += int(f.vault[v])
			sum += int(f.vault[v])
		}
		ok(f.state == open || sum == 0, "7")
		ok(tiles>>uint(f.tile)&1 == 0, "7")
		tiles |= 1 << uint(f.tile)
		if f.state != plundered {
			left++
		}
	}
	ok(s.set.unlimited || crew == 30 && cannons == 30, "1")
	ok(s.crew >= 0 && s.cannons >= 0, "1")
	for v := range chestKinds {
		ok(chests[v] == 6 && s.chests[v] >= 0, "2")
	}
	ok((s.phase == phaseOver) == (s.ended != notEnded), "8")
	actors := s.Actors()
	ok((s.phase == phaseOver) == (actors == 0), "actors")
	if s.phase != phaseOver {
		ok(left > 0 && s.round <= s.set.maxRounds, "8")
		for i := range s.set.seats {
			ok(!s.reached(int8(i)), "8")
		}
	}
	ok((s.turn == none) == (s.phase == phaseEquip || s.phase == phaseOver), "10")
	ok((s.round == 0) == (s.phase == phaseEquip), "10")
	if s.phase == phaseAction1 || s.phase == phaseAction2 {
		var buf [2 * layCount]core.Move
		ok(len(s.Moves(core.Seat(s.turn), buf[:0])) >= 2, "12, and a first action is never automatic")
	}
	ok(s.fighting() || s.target == 0 && s.salvos == 0, "13")
	if s.phase == phaseRoll {
		ok(s.diceLeft() > 0 && actors == core.SeatsOf(core.Chance), "15")
	} else {
		ok(s.thrown == 0 && s.dice == [maxDice]int8{}, "15")
	}
	if s.phase == phaseStow {
		loot := s.loot(&s.ships[s.shooter()], s.other())
		ok(loot.total() > 0, "15")
	}
}

func BenchmarkRandomGame(b *testing.B) {
	d := core.NewDriver(Rules{})
	require.Equal(b, core.Refusal{}, d.Start(request(b, 4, 1, nil, nil)))
	s := d.State().(*state)
	from := *s
	src := core.Source{State: 1}
	moves := 0
	b.ReportAllocs()
	for b.Loop() {
		*s = from
		n, r := d.Playout(&src, 1<<20)
		require.False(b, r.Refused())
		moves += n
	}
	require.Zero(b, s.Actors())
	b.ReportMetric(float64(moves)/b.Elapsed().Seconds(), "moves/s")
}

func BenchmarkView(b *testing.B) {
	_, s := start(b, 4, nil, nil)
	var w wire.Writer
	b.ReportAllocs()
	for b.Loop() {
		w.Reset()
		s.View(0, &w)
	}
	require.NotEmpty(b, w.B)
}

func BenchmarkLoad(b *testing.B) {
	d, s := start(b, 4, nil, nil)
	body := s.Append(nil)
	b.ReportAllocs()
	for b.Loop() {
		if !s.Load(d.Table(), body) {
			b.Fatal("refused")
		}
	}
}
