package pig_test

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/conformance/games/pig"
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
)

var (
	rules    = pig.Rules{}
	manifest = rules.Manifest()
)

// The kinds of moves in the order of the manifest.
const (
	roll = iota
	hold
	die
)

// domain is every move that the manifest has.
var domain = []core.Move{core.M(roll), core.M(hold), core.M(die, 1), core.M(die, 2), core.M(die, 3), core.M(die, 4), core.M(die, 5),
	core.M(die, 6)}

// begin starts a game in which the test throws the die.
func begin(t testing.TB, seats int, options, setup map[string]any) *core.Driver {
	t.Helper()
	d := core.NewDriver(rules)
	q := core.Request{Seats: seats, Seed: []byte{1}, HostChance: true}
	var err error
	q.Options, err = msgpack.Marshal(options)
	require.NoError(t, err)
	if setup != nil {
		q.Setup, err = msgpack.Marshal(setup)
		require.NoError(t, err)
	}
	require.Equal(t, core.Refusal{}, d.Start(&q))
	return d
}

func clone(s core.State) core.State {
	c := rules.New()
	s.CopyTo(c)
	return c
}

func view(s core.State, viewer core.Seat) string {
	var w wire.Writer
	s.View(viewer, &w)
	return string(w.B)
}

func decode(t testing.TB, b string) (v map[string]any) {
	t.Helper()
	require.NoError(t, msgpack.Unmarshal([]byte(b), &v))
	return v
}

// randomStates are the states of some random games of all sizes.
func randomStates(t testing.TB, visit func(d *core.Driver, s core.State)) {
	t.Helper()
	src := core.NewSource([]byte{5})
	for seats := 2; seats <= 8; seats++ {
		for _, target := range []int{10, 30} {
			d := begin(t, seats, map[string]any{"target": target}, nil)
			s := d.State()
			for s.Actors() != 0 {
				visit(d, s)
				moves := s.Moves(s.Actors().First(), nil)
				s.Apply(s.Actors().First(), moves[src.Below(len(moves))], nil)
			}
			visit(d, s)
		}
	}
}

func TestMovesAreThoseThatCheckAllows(t *testing.T) {
	randomStates(t, func(_ *core.Driver, s core.State) {
		if s.Actors() == 0 {
			return
		}
		actor := s.Actors().First()
		var allowed []core.Move
		for _, m := range domain {
			if s.Check(actor, m) == core.OK {
				allowed = append(allowed, m)
			}
		}
		require.NotEmpty(t, allowed)
		require.Equal(t, allowed, s.Moves(actor, nil))
	})
}

func TestATurn(t *testing.T) {
	s := begin(t, 2, map[string]any{"target": 10}, nil).State()
	require.Equal(t, "nothing_to_hold", manifest.CodeText(s.Check(0, core.M(hold))).Code)
	require.Equal(t, core.WrongMoveType, s.Check(0, core.M(die, 3)))
	s.Apply(0, core.M(roll), nil)
	require.Equal(t, core.SeatsOf(core.Chance), s.Actors())
	require.Equal(t, core.WrongMoveType, s.Check(core.Chance, core.M(roll)))
	s.Apply(core.Chance, core.M(die, 6), nil)
	require.Equal(t, core.OK, s.Check(0, core.M(hold)))

	lost := clone(s) // a 1 ends the turn and takes the 6
	lost.Apply(0, core.M(roll), nil)
	lost.Apply(core.Chance, core.M(die, 1), nil)
	require.Equal(t, map[string]any{"scores": []any{int8(0), int8(0)}, "seat": int8(1), "gathered": int8(0), "rolling": false, "over": false},
		decode(t, view(lost, 0)))

	held := clone(s) // holding ends it too
	held.Apply(0, core.M(hold), nil)
	require.Equal(t, map[string]any{"scores": []any{int8(6), int8(0)}, "seat": int8(1), "gathered": int8(0), "rolling": false, "over": false},
		decode(t, view(held, 0)))

	s.Apply(0, core.M(roll), nil) // 6 and 4 are the target
	s.Apply(core.Chance, core.M(die, 4), nil)
	require.Zero(t, s.Actors())
	want := core.Outcome{Reason: "target", Winners: core.SeatsOf(0), Scored: true}
	want.Places[0], want.Places[1], want.Scores[0] = 1, 2, 10
	require.Equal(t, want, s.Outcome())
}

// TestChanceToBustBeforeTwenty: the chance that a turn which rolls until it has 20 is lost. Known by hand from the same
// recursion in fractions: p(k) = 1/6 + the mean of p(k+2) to p(k+6).
func TestChanceToBustBeforeTwenty(t *testing.T) {
	var bust func(s core.State, gathered int) *big.Rat
	bust = func(s core.State, gathered int) *big.Rat {
		if gathered >= 20 {
			return new(big.Rat)
		}
		s = clone(s)
		s.Apply(0, core.M(roll), nil)
		sum := new(big.Rat)
		faces := s.Moves(core.Chance, nil)
		for _, face := range faces {
			next := clone(s)
			next.Apply(core.Chance, face, nil)
			p := big.NewRat(1, 1)
			if next.Actors().Has(0) {
				p = bust(next, gathered+int(face.Arg[0]))
			}
			sum.Add(sum, p.Mul(p, big.NewRat(1, int64(len(faces)))))
		}
		return sum
	}
	model := make([]*big.Rat, 26)
	for k := range model {
		model[k] = new(big.Rat)
	}
	for k := 19; k >= 0; k-- {
		sum := big.NewRat(1, 1)
		for pips := 2; pips <= 6; pips++ {
			sum.Add(sum, model[k+pips])
		}
		model[k] = sum.Mul(sum, big.NewRat(1, 6))
	}
	got := bust(begin(t, 2, nil, nil).State(), 0)
	require.Equal(t, model[0].String(), got.String())
	approx, _ := got.Float64()
	require.InDelta(t, 0.6245, approx, 0.0001) // the published figure for holding at 20
}

func TestTheDriverThrowsAFairDie(t *testing.T) {
	d := core.NewDriver(rules)
	require.Equal(t, core.Refusal{}, d.Start(&core.Request{Seats: 2, Seed: []byte{9}}))
	counts := [7]int{}
	var w wire.Writer
	m := core.M(roll)
	d.Codec.Append(&w, &m)
	const throws = 6000
	for i := range throws {
		if d.Actors() == 0 {
			require.Equal(t, core.Refusal{}, d.Start(&core.Request{Seats: 2, Seed: []byte{byte(i), byte(i >> 8)}}))
		}
		require.Equal(t, core.Refusal{}, d.Apply(d.Actors().First(), wire.NewReader(w.B)))
		require.Len(t, d.Draws(), 1)
		counts[d.Draws()[0].Int(0)]++
	}
	for pips := 1; pips <= 6; pips++ {
		require.InDelta(t, throws/6, counts[pips], 150, "pips %d", pips) // over 5 standard deviations
	}
}

func TestViewsAreOfTheirTypeAndAlike(t *testing.T) {
	randomStates(t, func(d *core.Driver, s core.State) {
		v := view(s, core.Referee)
		r := wire.NewReader([]byte(v))
		require.True(t, manifest.View.Holds(&r, d.Table().Seats))
		require.Zero(t, r.Len())
		require.Equal(t, v, view(s, 0))
		require.Equal(t, v, view(s, core.Spectator))
	})
}

func TestBodiesAndSetupsComeBack(t *testing.T) {
	randomStates(t, func(d *core.Driver, s core.State) {
		body := s.Append(nil)
		other := rules.New()
		require.True(t, other.Load(d.Table(), body))
		require.Equal(t, s, other)
		require.Equal(t, body, other.Append(nil))

		again := core.NewDriver(rules)
		options, err := msgpack.Marshal(map[string]any{"target": d.Table().Options.Int(0)})
		require.NoError(t, err)
		q := core.Request{Seats: d.Table().Seats, Seed: []byte{1}, Options: options, HostChance: true, Setup: []byte(view(s, core.Referee))}
		require.Equal(t, core.Refusal{}, again.Start(&q))
		require.Equal(t, s, again.State())
	})
}

func TestHostileBodies(t *testing.T) {
	table := begin(t, 2, map[string]any{"target": 10}, nil).Table()
	body := func(seat, rolling byte, gathered, score0, score1 uint32) []byte {
		b := wire.AppendUint32([]byte{seat, rolling}, gathered)
		return wire.AppendUint32(wire.AppendUint32(b, score0), score1)
	}
	require.True(t, rules.New().Load(table, body(1, 1, 3, 9, 6)))
	require.True(t, rules.New().Load(table, body(0, 0, 0, 15, 9)))
	for name, b := range map[string][]byte{
		"empty":                       {},
		"short":                       body(0, 0, 0, 0, 0)[:13],
		"long":                        append(body(0, 0, 0, 0, 0), 0),
		"no such seat":                body(2, 0, 0, 0, 0),
		"rolling is no bool":          body(0, 2, 0, 0, 0),
		"gathered reaches the target": body(0, 0, 4, 6, 0),
		"a huge turn":                 body(0, 0, 1<<32-1, 0, 0),
		"another seat has won":        body(0, 0, 0, 0, 10),
		"won by more than a die":      body(0, 0, 0, 16, 0),
		"a huge score":                body(0, 0, 0, 1<<32-1, 0),
		"won and gathering":           body(0, 0, 2, 10, 0),
		"won and rolling":             body(0, 1, 0, 10, 0),
	} {
		require.False(t, rules.New().Load(table, b), name)
	}
}

func TestSetups(t *testing.T) {
	type m = map[string]any
	for _, test := range []struct {
		setup any
		want  string // "" for taken, otherwise the detail
	}{
		{m{}, ""},
		{m{"scores": []any{99, 3}, "seat": 1, "gathered": 96, "rolling": true, "over": false}, ""},
		{m{"scores": []any{0, 105}, "seat": 1, "over": true}, ""},
		{[]any{}, "setup"},
		{m{"score": 1}, "score"},
		{m{"scores": []any{1}}, "scores"},
		{m{"scores": []any{1, 2, 3}}, "scores"},
		{m{"scores": []any{1, "2"}}, "scores"},
		{m{"scores": []any{1, -2}}, "scores"},
		{m{"scores": []any{1, 100}}, "scores"},
		{m{"scores": []any{106, 1}}, "scores"},
		{m{"seat": 2}, "seat"},
		{m{"seat": -1}, "seat"},
		{m{"seat": nil}, "seat"},
		{m{"gathered": -1}, "gathered"},
		{m{"gathered": 100}, "gathered"},
		{m{"gathered": 5, "scores": []any{100, 0}}, "gathered"},
		{m{"rolling": 1}, "rolling"},
		{m{"rolling": true, "scores": []any{100, 0}}, "rolling"},
		{m{"over": true}, "over"},
		{m{"over": false, "scores": []any{100, 0}}, "over"},
	} {
		got := serve(t, abi.Init, m{"seats": 2, "seed": []byte{1}, "chance": "host", "setup": test.setup})
		if test.want == "" {
			require.Contains(t, got, "ok", "%v", test.setup)
			continue
		}
		require.Equal(t, m{"error": m{"code": "bad_setup", "detail": test.want}}, got, "%v", test.setup)
	}
}

func TestResampleAndDescribe(t *testing.T) {
	s := begin(t, 2, nil, map[string]any{"scores": []any{7, 12}, "seat": 1, "gathered": 5}).State()
	before := view(s, core.Referee)
	src := core.NewSource([]byte{1})
	s.(core.Resampler).Resample(0, &src)
	require.Equal(t, before, view(s, core.Referee))
	require.Equal(t, "  seat 0: 7\n> seat 1: 12 + 5\n", string(s.(core.Describer).Describe(0, nil)))
}

func TestSteadyStateAllocatesNothing(t *testing.T) {
	d := begin(t, 8, nil, nil)
	s, table := clone(d.State()), d.Table()
	body, moves, w := s.Append(nil), make([]core.Move, 0, 8), wire.Writer{B: make([]byte, 0, 256)}
	require.Zero(t, testing.AllocsPerRun(100, func() {
		s.Load(table, body)
		moves = s.Moves(0, moves[:0])
		s.Apply(0, moves[0], nil)
		moves = s.Moves(core.Chance, moves[:0])
		s.Apply(core.Chance, moves[3], nil)
		w.Reset()
		s.View(0, &w)
		w.B = s.Append(w.B)
	}))
}

// serve has an operation carried out, with an independent codec.
func serve(t testing.TB, op abi.Op, request map[string]any) map[string]any {
	t.Helper()
	b, err := msgpack.Marshal(request)
	require.NoError(t, err)
	return decode(t, string(abi.NewServer(rules).Serve(op, b, nil)))
}

// FuzzBody: whatever body is taken is canonical and playable.
func FuzzBody(f *testing.F) {
	table := begin(f, 3, nil, nil).Table()
	for _, setup := range []map[string]any{
		{}, {"scores": []any{1, 2, 99}, "gathered": 98, "rolling": true}, {"scores": []any{100, 2, 3}}, {"seat": 2, "gathered": 7},
	} {
		f.Add(begin(f, 3, nil, setup).State().Append(nil), []byte{1, 2, 3})
	}
	f.Fuzz(func(t *testing.T, body, choices []byte) {
		s := rules.New()
		if !s.Load(table, body) {
			return
		}
		require.Equal(t, body, s.Append(nil))
		for _, choice := range choices {
			if s.Actors() == 0 {
				require.True(t, s.Outcome().Winners.Len() == 1)
				return
			}
			moves := s.Moves(s.Actors().First(), nil)
			s.Apply(s.Actors().First(), moves[int(choice)%len(moves)], nil)
			require.True(t, rules.New().Load(table, s.Append(nil)))
			r := wire.NewReader([]byte(view(s, core.Referee)))
			require.True(t, manifest.View.Holds(&r, 3))
		}
	})
}
