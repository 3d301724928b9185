package walktheplank

import (
	"math/bits"
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
	var before, body, again []byte
	var w wire.Writer
	n, pirates, last := 0, 0, &state{}
	reasons := map[string]int{}
	randomGames(t, games, 2, func(d *core.Driver, s *state) {
		checkInvariants(t, s)
		body = s.Append(body[:0])
		require.LessOrEqual(t, len(body), 64)
		require.True(t, loaded.Load(d.Table(), body))
		require.Equal(t, *s, *loaded, "a position read is the position written")
		again = loaded.Append(again[:0])
		require.True(t, wire.Equal(body, again))
		if s.round > 1 || s.phase != phaseChoose || s.livingPirates() < int(s.n)*crew {
			require.LessOrEqual(t, s.livingPirates(), pirates, "pirates never rise")
			require.NotEqual(t, before, body, "every move changes something")
		}
		pirates = s.livingPirates()
		before = append(before[:0], body...)
		for _, v := range viewers(s) {
			if n++; n%8 != 0 && s.phase != phaseOver {
				continue
			}
			w.Reset()
			s.View(v, &w)
			require.Equal(t, wire.Fine, wire.Check(w.B))
			r := wire.NewReader(w.B)
			require.True(t, manifest.View.Holds(&r, int(s.n)), "view of %v", v)
		}
		if s.phase == phaseOver {
			reasons[s.Outcome().Reason]++
		}
		*last = *s
	})
	require.Equal(t, phaseOver, int(last.phase))
	for _, reason := range reasonWords {
		require.Positive(t, reasons[reason], reason)
	}
}

// checkInvariants is I1 to I15 of the text, written apart from the code that Load uses.
func checkInvariants(t *testing.T, s *state) {
	t.Helper()
	require.True(t, s.round >= 1 && s.round <= s.rounds, "I15")
	require.True(t, s.plank >= 1 && s.plank <= 3, "I2")
	living, alive, programs := 0, 0, 0
	for i := range s.n {
		sum := int8(0)
		for q, k := range s.pirates[i] {
			require.GreaterOrEqual(t, k, int8(0))
			require.True(t, k == 0 || q <= int(s.plank), "I2")
			sum += k
		}
		require.True(t, sum <= 3 && sum == s.living[i], "I1")
		alive += int(sum)
		if sum > 0 {
			living++
		}
		program, hand, aside := s.programSet(i), s.hand(i), s.aside[i]
		if s.committed(i) {
			programs++
			require.Equal(t, 3, bits.OnesCount16(program), "WP-12")
			require.True(t, s.program[i][0] != charge || s.chargeFirst == chargeNoEffect, "I8")
		} else {
			require.Zero(t, s.revealed[i], "I13")
		}
		require.Zero(t, aside&^s.skulls, "I4")
		require.LessOrEqual(t, bits.OnesCount16(aside), 3, "I4")
		require.Zero(t, program&hand|program&aside|hand&aside, "I3")
		if sum > 0 || s.committed(i) {
			require.Equal(t, uint16(allCards), program|hand|aside, "I3, I11")
		} else {
			require.Zero(t, program|hand|aside, "I11")
		}
	}
	actors := s.Actors()
	condition := alive <= 2 || living <= 1
	switch s.phase {
	case phaseChoose:
		require.Equal(t, int8(none), s.pendingSeat, "I5")
		require.True(t, s.endReason == notEnded && living >= 2 && alive >= 3 && s.living[s.captain] > 0 && actors != 0, "I5")
		require.Equal(t, [maxSeats]int8{}, s.revealed, "I5")
	case phaseResolve:
		require.Equal(t, core.SeatsOf(core.Seat(s.pendingSeat)), actors, "I6")
		require.Positive(t, s.living[s.pendingSeat], "I6")
		require.Equal(t, s.program[s.pendingSeat][s.pendingSlot-1], s.pendingCard, "I6")
		require.GreaterOrEqual(t, len(s.Moves(core.Seat(s.pendingSeat), nil)), 2, "I6")
	case phaseOver:
		require.Zero(t, actors, "I7")
		winners, reason := s.result()
		if reason == roundLimit {
			require.True(t, winners == 0 && s.round == s.rounds && s.endReason == notEnded, "I7")
		} else {
			require.True(t, winners.Len() == living && living <= 2, "I9")
		}
	}
	if s.phase == phaseChoose {
		return
	}
	require.True(t, programs >= 2 && s.committed(s.captain), "I12")
	require.Equal(t, condition, s.endReason != notEnded, "I14")
	place := func(seat int8) int8 { return (seat - s.captain + s.n) % s.n }
	for i := range s.n {
		want := int8(3)
		if s.phase == phaseResolve {
			want = s.pendingSlot
			if place(i) > place(s.pendingSeat) {
				want--
			}
		}
		if s.living[i] > 0 {
			require.True(t, s.committed(i), "I12")
			require.Equal(t, want, s.revealed[i], "I13")
		} else {
			require.LessOrEqual(t, s.revealed[i], want, "I13")
		}
	}
}

// A module in use allocates nothing.
func TestNoAllocations(t *testing.T) {
	d, s := start(t, 5, map[string]any{"skull_cards": []string{"charge", "pull"}, "colors": []string{"blue", "red", "green", "orange", "yellow"},
		"charge_first": "no_effect", "charge_shoves": "one", "max_rounds": 9}, nil)
	all := domain()
	moves := make([]core.Move, 0, laysOf)
	body := make([]byte, 0, 128)
	w := wire.Writer{B: make([]byte, 0, 1<<14)}
	at, src := &state{}, core.Source{State: 3}
	positions := [][]byte{s.Append(nil)}
	for s.Actors() != 0 {
		moves = s.Moves(s.Actors().First(), moves[:0])
		s.Apply(s.Actors().First(), moves[src.Below(len(moves))], nil)
		positions = append(positions, s.Append(nil))
	}
	require.Greater(t, len(positions), 10)
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
				at.Malformed(all[i])
			}
			moves = at.Moves(seat, moves[:0])
			at.Apply(seat, moves[len(moves)/2], nil)
		}
	}
	use()
	require.Zero(t, testing.AllocsPerRun(20, use))
}

// Applying with events allocates nothing either, through the driver.
func TestDriverDoesNotAllocate(t *testing.T) {
	d, s := start(t, 3, nil, nil)
	from := *s
	lay := wire.NewReader([]byte{0x92, 0, 0x93, shoveAnyone, charge, drag})
	play := func() {
		*s = from
		for seat := range core.Seat(3) {
			if r := d.Apply(seat, lay); r.Refused() {
				panic(r.Detail)
			}
		}
	}
	play()
	require.Zero(t, testing.AllocsPerRun(100, play))
}

func BenchmarkOpeningMoves(b *testing.B) {
	_, s := start(b, 5, nil, nil)
	buf := make([]core.Move, 0, laysOf)
	b.ReportAllocs()
	for b.Loop() {
		buf = s.Moves(0, buf[:0])
	}
	require.Len(b, buf, 648)
}

func BenchmarkRandomGame(b *testing.B) {
	d, s := start(b, 4, nil, nil)
	from := *s
	src := core.Source{State: 1}
	b.ReportAllocs()
	for b.Loop() {
		*s = from
		_, r := d.Playout(&src, 1<<20)
		require.False(b, r.Refused())
	}
	require.Zero(b, s.Actors())
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
