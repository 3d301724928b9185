package conformance

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/conformance/games/kuhn"
	"github.com/parley-rules/parley/conformance/games/pig"
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/native"
)

func TestMatches(t *testing.T) {
	for _, c := range []struct {
		pattern, path string
		want          bool
	}{
		{"hand", "hand", true}, {"hand", "hand[0][1]", true}, {"hand", "handle", false}, {"hand", "han", false},
		{"a.b", "a.b.c", true}, {"a.b", "a.bc", false}, {"hand[*]", "hand[12]", true}, {"hand[*].x", "hand[3].x[0]", true},
		{"hand[*].x", "hand[3].y", false}, {"hand[viewer]", "hand[1]", true}, {"hand[viewer]", "hand[11]", false}, {"hand[viewer]", "hand", false},
		{"hand[viewer][*]", "hand[1][0]", true}, {"hand[*][viewer]", "hand[0][2]", false},
	} {
		require.Equal(t, c.want, matches(c.pattern, c.path, 1), "%s and %s", c.pattern, c.path)
	}
}

func TestDifference(t *testing.T) {
	value := func(text string) []byte {
		b, err := hosts.FromJSON([]byte(text))
		require.NoError(t, err)
		return b
	}
	require.Empty(t, difference(value(`{"a":[1,{}]}`), value(`{"a":[1,{}]}`)))
	require.Equal(t, "a[1].b (2 and 3)", difference(value(`{"a":[1,{"b":2}]}`), value(`{"a":[1,{"b":3}]}`)))
	require.Equal(t, "a[1]", difference(value(`{"a":[1,2]}`), value(`{"a":[1]}`)))
	require.Equal(t, "b", difference(value(`{"a":1}`), value(`{"a":1,"b":1}`)))
	require.NotEmpty(t, difference([]byte{0x81}, []byte{0x80}))
	require.Equal(t, `""`, difference(value(`{}`), value(`{"a":1}`)))
	require.Equal(t, `""`, difference(value(`{"a":1}`), value(`{"a":1,"":2}`)))
}

// FuzzValues: bytes by chance are told apart, copied and widened without harm.
func FuzzValues(f *testing.F) {
	f.Add([]byte{0x82, 0xa1, 'a', 0x92, 1, 0xc0, 0xa1, 'b', 0xd1, 0xff, 0x00}, []byte{0xc0})
	f.Add([]byte("\x81\xa2ok\xc4\x01x"), []byte("\x81\xa5error\x82\xa4code\xa1x\xa6detail\xa0"))
	f.Fuzz(func(t *testing.T, a, b []byte) {
		leaves(a)
		readAnswer(b)
		layoutOf(a)
		require.Empty(t, difference(a, a))
		if wire.Check(a) != wire.Fine {
			require.False(t, isCanonical(a))
			return
		}
		var w wire.Writer
		r := wire.NewReader(a)
		rewrite(&r, &w)
		require.True(t, isCanonical(w.B))
		if isCanonical(a) {
			require.Equal(t, a, w.B)
		}
		if len(a) < 1<<12 {
			r = wire.NewReader(a)
			wide := widened(nil, &r)
			require.Equal(t, wire.Fine, wire.Check(wide))
			r = wire.NewReader(wide)
			w.Reset()
			rewrite(&r, &w)
			require.True(t, isCanonical(w.B))
		}
	})
}

func newVerifier(t *testing.T, rules core.Rules, o Options) *verifier {
	t.Helper()
	g, err := hosts.Open(context.Background(), native.New(rules))
	require.NoError(t, err)
	return &verifier{ctx: context.Background(), o: o.resolved(), game: g, m: g.Manifest(), check: &Record{Status: Pass}}
}

// lists is a game of which only the moves matter.
type lists struct{ pig.Rules }

var listsManifest = func() *core.Manifest {
	m := *pig.Rules{}.Manifest()
	m.Moves = []core.MoveKind{
		{Name: "none"},
		{Name: "some", Args: []core.Arg{{Name: "list", Type: core.List(core.Bool(), 0, 2)}, {Name: "x", Type: core.Int(1, 3), Loose: true, Optional: true}}},
		{Name: "squares", Args: []core.Arg{{Name: "at", Type: core.List(core.Square(2, 3), 2, 2)}}},
	}
	return &m
}()

func (lists) Manifest() *core.Manifest { return listsManifest }

// The domain has each move of the manifest's form once, and drawn moves are of it.
func TestDomain(t *testing.T) {
	for _, c := range []struct {
		rules core.Rules
		size  int
	}{
		{pig.Rules{}, 1 + 1 + 6}, {kuhn.Rules{}, 3 + 4}, {lists{}, 1 + (1+2+4)*(3+2) + 6*6},
	} {
		v := newVerifier(t, c.rules, Options{})
		v.makeDomain()
		require.True(t, v.whole)
		require.Len(t, v.domain, c.size)
		all := map[string]bool{}
		for _, move := range v.domain {
			all[string(move.Msgpack())] = true
			_, ok := move.Core()
			require.True(t, ok, "%s", move)
		}
		require.Len(t, all, c.size, "each once")
		for kind := range v.m.Moves {
			for _, m := range v.randomMoves(kind, 300) {
				require.True(t, all[string(v.game.MoveOf(m).Msgpack())], "%v", m)
			}
		}
	}
	v := newVerifier(t, lists{}, Options{Domain: 20})
	v.makeDomain()
	require.False(t, v.whole)
	require.Len(t, v.domain, 1+6+6)
}

// Values that are drawn are of their type and canonical, and all of a small type come up.
func TestRandomValues(t *testing.T) {
	v := newVerifier(t, pig.Rules{}, Options{})
	types := []*core.Type{
		core.Bool(), core.Int(-5, 9), core.Int(-wire.MaxInt, wire.MaxInt), core.SeatType(), core.Word("a", "b"), core.Text(3), core.Square(3, 4),
		core.List(core.Word("a", "b", "c"), 0, 5), core.List(core.Int(0, 9), 4, 4), core.Record(core.F("x", core.Bool()), core.Opt("y", core.Bool())),
		core.Dict(core.Bool()), core.Null(core.Int(0, 2)), core.OneOf(core.Bool(), core.Word("auto")),
	}
	for _, typ := range types {
		seen := map[string]bool{}
		for range 400 {
			value := v.randomValue(typ, 3)
			require.True(t, holds(typ, value, 3), "%s: %s", typ.Kind, show(value))
			require.True(t, isCanonical(value))
			seen[string(value)] = true
		}
		require.Greater(t, len(seen), 0)
		switch typ.Kind {
		case core.TBool:
			require.Len(t, seen, 2)
		case core.TSeat, core.TOneOf:
			require.Len(t, seen, 3)
		case core.TNull:
			require.Len(t, seen, 4)
		}
	}
}

// Outcomes of games with and without teams.
func TestOutcomeFault(t *testing.T) {
	m := &core.Manifest{EndReasons: []string{"end"}}
	for _, c := range []struct {
		o  hosts.Outcome
		ok bool
	}{
		{hosts.Outcome{Reason: "end", Winners: []int{1}, Places: []int{2, 1, 2}}, true},
		{hosts.Outcome{Reason: "end", Winners: []int{}, Places: []int{1, 1, 1}}, true},
		{hosts.Outcome{Reason: "end", Winners: []int{0, 2}, Places: []int{1, 3, 1}}, true},
		{hosts.Outcome{Reason: "end", Winners: []int{0, 2}, Places: []int{1, 2, 1}}, true}, // two of a team
		{hosts.Outcome{Reason: "end", Winners: []int{0}, Places: []int{1, 4, 2}}, false},
		{hosts.Outcome{Reason: "end", Winners: []int{0}, Places: []int{1, 3, 3}}, false},
		{hosts.Outcome{Reason: "end", Winners: []int{}, Places: []int{2, 2, 2}}, false},
		{hosts.Outcome{Reason: "end", Winners: []int{1}, Places: []int{1, 2, 2}}, false},
		{hosts.Outcome{Reason: "end", Winners: []int{0}, Places: []int{1, 2}}, false},
		{hosts.Outcome{Reason: "end", Winners: []int{0}, Places: []int{1, 2, 3}, Scores: []int{1}}, false},
		{hosts.Outcome{Reason: "war", Winners: []int{0}, Places: []int{1, 2, 3}}, false},
	} {
		require.Equal(t, c.ok, outcomeFault(m, &c.o, 3) == "", outcomeText(&c.o))
	}
}
