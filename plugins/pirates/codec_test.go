package pirates

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/core"
)

// playable plays a position that Load accepted to its end, or for a while: a game may have 1000 rounds.
func playable(t testing.TB, s *state, seed uint64) {
	src := core.Source{State: seed}
	var moves []core.Move
	for range 300 {
		actors := s.Actors()
		if actors == 0 {
			s.Outcome()
			return
		}
		moves = s.Moves(actors.First(), moves[:0])
		require.NotEmpty(t, moves)
		m := moves[src.Below(len(moves))]
		require.Equal(t, core.OK, s.Check(actors.First(), m))
		s.Apply(actors.First(), m, nil)
	}
	require.Empty(t, s.fault(oddities{}))
}

// tables are games with different options, and bodies of their positions.
func tables(t testing.TB) (list []*core.Table, bodies [][]byte) {
	src := core.Source{State: 1}
	for _, options := range []m{
		nil,
		{"setup_order": "in_turn", "combat": "duel", "hold_unit": "value", "unlimited_supply": true, "harbour_refit": true},
		{"map": smallMap, "tiles": randomTiles(&src, 3), "safe_harbour": true, "counter_plunder": false, "score_unit": "chests"},
	} {
		d, s := start(t, 2, options, nil)
		list = append(list, d.Table())
		for n := 0; s.Actors() != 0 && n < 600; n++ {
			if n%7 == 0 || s.phase == phaseStow || s.phase == phaseCounter {
				bodies = append(bodies, s.Append(nil))
			}
			moves := s.Moves(s.Actors().First(), nil)
			s.Apply(s.Actors().First(), pick(&src, moves), nil)
		}
		bodies = append(bodies, s.Append(nil))
	}
	return list, bodies
}

// Any bytes are refused, or are the canonical body of a position that can be played.
func FuzzBody(f *testing.F) {
	games, bodies := tables(f)
	for _, body := range bodies {
		f.Add(body)
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		for _, table := range games {
			s := &state{}
			if !s.Load(table, body) {
				continue
			}
			require.Equal(t, body, s.Append(nil))
			checkInvariants(t, s)
			for _, v := range viewers(s) {
				require.NotEmpty(t, viewOf(s, v))
				require.NotEmpty(t, s.Describe(v, nil))
			}
			playable(t, s, uint64(len(body)))
		}
	})
}

// A body with one byte altered is refused, or is the canonical body of another position that can be played.
func TestAlteredBodies(t *testing.T) {
	games, bodies := tables(t)
	refused, accepted := 0, 0
	s := &state{}
	for _, body := range bodies {
		for _, table := range games {
			if !s.Load(table, body) {
				continue
			}
			for i := range body {
				for _, x := range []byte{1, 2, 3, 4, 8, 16, 32, 0x7f, 0x80, 0xff} {
					body[i] ^= x
					if s.Load(table, body) {
						accepted++
						require.Equal(t, body, s.Append(nil))
						checkInvariants(t, s)
						if accepted%8 == 0 {
							playable(t, s, uint64(i))
						}
					} else {
						refused++
					}
					body[i] ^= x
				}
			}
			require.False(t, s.Load(table, body[:len(body)-1]))
			require.False(t, s.Load(table, append(body[:len(body):len(body)], 0)))
			require.False(t, s.Load(table, nil))
		}
	}
	require.Greater(t, refused, 10_000)
	require.Greater(t, accepted, 1000)
}

// A position whose options break a condition of 2.2 or 2.4 is no position, in whatever way it came about.
func TestLoadRefusesOptions(t *testing.T) {
	_, s := start(t, 2, nil, nil)
	body := s.Append(nil)
	d := core.NewDriver(Rules{})
	r := d.Start(request(t, 2, 1, m{"map": smallMap}, nil))
	require.Equal(t, core.Refuse(codeTilesCount, ""), r)
	require.False(t, s.Load(d.Table(), body))
}

// A state meets many games and goes back to the first one.
func TestManySettings(t *testing.T) {
	first, from := start(t, 2, nil, nil)
	body := from.Append(nil)
	s := &state{}
	for i := range 3 * shelfSize {
		d, other := start(t, 3, m{"max_rounds": i + 1}, nil)
		require.True(t, s.Load(d.Table(), other.Append(nil)))
		require.Equal(t, int16(i+1), s.set.maxRounds)
		require.True(t, s.Load(first.Table(), body))
		require.Equal(t, int16(100), s.set.maxRounds)
	}
}

// A copy is the same position and stays as it is when the first goes on.
func TestCopyTo(t *testing.T) {
	_, s := start(t, 2, m{"movement": "up_to"}, nil)
	other := Rules{}.New()
	s.CopyTo(other)
	body := s.Append(nil)
	s.Apply(0, s.Moves(0, nil)[100], nil)
	require.Equal(t, body, other.Append(nil))
	require.NotEqual(t, body, s.Append(nil))
	require.Len(t, other.Moves(0, nil), 727)
}

// A module in use allocates nothing.
func TestNoAllocations(t *testing.T) {
	d, s := start(t, 4, m{"harbour_refit": true}, nil)
	src := core.Source{State: 3}
	positions := [][]byte{}
	moves := make([]core.Move, 0, 2*layCount)
	for s.Actors() != 0 {
		positions = append(positions, s.Append(nil))
		moves = s.Moves(s.Actors().First(), moves[:0])
		s.Apply(s.Actors().First(), pick(&src, moves), nil)
	}
	require.Greater(t, len(positions), 100)
	table, at := d.Table(), &state{}
	body, buf := make([]byte, 0, 512), make([]byte, 0, 1<<14)
	use := func() {
		for _, p := range positions {
			if !at.Load(table, p) {
				panic("a position that Load refuses")
			}
			body = at.Append(body[:0])
			seat := at.Actors().First()
			moves = at.Moves(seat, moves[:0])
			m := moves[len(moves)/2]
			if at.Check(seat, m) != core.OK {
				panic("a move that Check refuses")
			}
			at.Apply(seat, m, nil)
		}
	}
	use()
	require.Zero(t, testing.AllocsPerRun(20, use))
	require.LessOrEqual(t, len(body), 160)
	require.LessOrEqual(t, len(at.Describe(core.Referee, buf)), cap(buf))
}
