package core_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/parley-rules/parley/conformance/games/pig"
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
)

func pack(t *testing.T, v any) []byte {
	t.Helper()
	b, err := msgpack.Marshal(v)
	require.NoError(t, err)
	return b
}

func TestSeats(t *testing.T) {
	s := core.SeatsOf(3, 0, core.Chance)
	require.Equal(t, 3, s.Len())
	var order []core.Seat
	for x := s; x != 0; x = x.Rest() {
		order = append(order, x.First())
	}
	require.Equal(t, []core.Seat{0, 3, core.Chance}, order)
	require.True(t, s.Has(3))
	require.False(t, s.Has(1))
	require.False(t, s.Has(core.Referee))
	require.False(t, s.Has(31), "the bit of chance is no seat")
	require.Equal(t, core.SeatsOf(0, 1, 2), core.AllSeats(3))
	for want, seat := range map[string]core.Seat{"0": 0, "9": 9, "10": 10, "15": 15, "chance": core.Chance, "spectator": core.Spectator, "referee": core.Referee} {
		require.Equal(t, want, seat.String())
	}
}

// The generator is ChaCha8 of math/rand/v2, also when it is stored and loaded between any two draws.
func TestRandIsChaCha8(t *testing.T) {
	var key [32]byte
	copy(key[:], "seed")
	want := rand.NewChaCha8(key)
	var r core.Rand
	r.Seed([]byte("seed"))
	for i := range 600 {
		require.Equal(t, want.Uint64(), r.Uint64(), i)
		if i%7 == 0 {
			state := r.Append(nil)
			require.Len(t, state, core.RandSize)
			var next core.Rand
			require.True(t, next.Load(state))
			require.Equal(t, state, next.Append(nil))
			r = next
		}
	}
	bad := make([]byte, core.RandSize)
	bad[core.RandSize-1] = 125
	require.False(t, r.Load(bad))
	require.False(t, r.Load(bad[1:]))
}

func TestBelow(t *testing.T) {
	var r core.Rand
	r.Seed([]byte{1})
	before := r.Append(nil)
	require.Zero(t, r.Below(1))
	require.Equal(t, before, r.Append(nil), "nothing is drawn for one possibility")
	var src core.Source
	var counts, sources [6]int
	for range 60_000 {
		counts[r.Below(6)]++
		sources[src.Below(6)]++
	}
	for i := range 6 {
		require.InDelta(t, 10_000, counts[i], 400)
		require.InDelta(t, 10_000, sources[i], 400)
	}
	require.Equal(t, uint64(0xe220a8397b1dcdaf), new(core.Source).Uint64(), "SplitMix64's first number for seed 0")
}

func TestShuffle(t *testing.T) {
	var a, b core.Rand
	a.Seed([]byte("x"))
	b.Seed([]byte("x"))
	list := []int{0, 1, 2, 3, 4, 5, 6, 7}
	a.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	want := []int{0, 1, 2, 3, 4, 5, 6, 7}
	for i := 7; i > 0; i-- {
		j := b.Below(i + 1)
		want[i], want[j] = want[j], want[i]
	}
	require.Equal(t, want, list)
}

func TestTypes(t *testing.T) {
	record := core.Record(core.F("a", core.Int(0, 5)), core.Opt("b", core.Bool()))
	for _, c := range []struct {
		name string
		typ  *core.Type
		good []any
		bad  []any
	}{
		{"bool", core.Bool(), []any{true, false}, []any{0, nil, "true"}},
		{"int", core.Int(-2, 300), []any{-2, 0, 300}, []any{-3, 301, true, "1", nil}},
		{"seat", core.SeatType(), []any{0, 2}, []any{3, -1, "chance"}},
		{"word", core.Word("x", "y"), []any{"x", "y"}, []any{"z", "", 0, nil}},
		{"text", core.Text(3), []any{"", "abc", "äöü"}, []any{"abcd", 1}},
		{"square", core.Square(3, 4), []any{[]any{0, 0}, []any{2, 3}}, []any{[]any{3, 0}, []any{0, 4}, []any{-1, 0}, []any{0}, []any{0, 0, 0}, 5}},
		{"list", core.List(core.Int(0, 1), 1, 2), []any{[]any{0}, []any{1, 0}}, []any{[]any{}, []any{0, 0, 0}, []any{2}, nil}},
		{"record", record, []any{map[string]any{"a": 1}, map[string]any{"b": true, "a": 1}},
			[]any{map[string]any{}, map[string]any{"b": true}, map[string]any{"a": 1, "c": 1}, map[string]any{"a": 6}, []any{}}},
		{"dict", core.Dict(core.Int(0, 9)), []any{map[string]any{}, map[string]any{"q": 1, "p": 2}}, []any{map[string]any{"q": 10}, []any{}}},
		{"null", core.Null(core.Bool()), []any{nil, true}, []any{0}},
		{"one of", core.OneOf(core.Bool(), core.Word("w")), []any{true, "w"}, []any{"v", 1}},
	} {
		for _, v := range c.good {
			b := pack(t, v)
			r := wire.NewReader(b)
			require.True(t, c.typ.Holds(&r, 3), "%s %v", c.name, v)
			require.Zero(t, r.Len())
			var w, again wire.Writer
			r = wire.NewReader(b)
			require.True(t, c.typ.Canon(&r, &w, 3), "%s %v", c.name, v)
			r = wire.NewReader(w.B)
			require.True(t, c.typ.Canon(&r, &again, 3))
			require.Equal(t, w.B, again.B)
		}
		for _, v := range c.bad {
			r := wire.NewReader(pack(t, v))
			require.False(t, c.typ.Holds(&r, 3), "%s %v", c.name, v)
			r = wire.NewReader(pack(t, v))
			require.False(t, c.typ.Canon(&r, &wire.Writer{}, 3), "%s %v", c.name, v)
		}
	}
}

func TestCanonOrdersKeys(t *testing.T) {
	typ := core.Record(core.F("b", core.Int(0, 9)), core.F("a", core.Dict(core.Int(0, 9))))
	r := wire.NewReader([]byte("\x82\xa1a\x82\xa1z\x01\xa1y\xcc\x02\xa1b\xcd\x00\x03"))
	var w wire.Writer
	require.True(t, typ.Canon(&r, &w, 2))
	require.Equal(t, "\x82\xa1b\x03\xa1a\x82\xa1y\x02\xa1z\x01", string(w.B))
}

var codecManifest = core.Manifest{
	Game: "codec", Rules: "1.0.0", Titles: []core.Title{{Lang: "en", Text: "Codec"}}, Seats: []int{2, 4},
	Moves: []core.MoveKind{
		{Name: "none"},
		{Name: "all", Args: []core.Arg{
			{Name: "flag", Type: core.Bool()},
			{Name: "n", Type: core.Int(-5, 200)},
			{Name: "who", Type: core.SeatType()},
			{Name: "word", Type: core.Word("x", "y")},
			{Name: "to", Type: core.Square(13, 13)},
			{Name: "load", Type: core.List(core.Word("coin", "cart"), 0, 3)},
			{Name: "pair", Type: core.List(core.Int(0, 2), 2, 2)},
		}},
		{Name: "loose", Args: []core.Arg{
			{Name: "n", Type: core.Int(0, 9), Loose: true},
			{Name: "word", Type: core.Word("x"), Loose: true},
			{Name: "to", Type: core.Square(2, 2), Loose: true},
			{Name: "maybe", Type: core.Int(0, 9), Optional: true},
		}},
		{Name: "path", Args: []core.Arg{{Name: "squares", Type: core.List(core.Square(9, 9), 1, 7)}}},
	},
	View: core.Record(),
}

func TestMoveForms(t *testing.T) {
	require.Empty(t, codecManifest.Fault())
	codec := core.NewMoveCodec(&codecManifest)
	for _, c := range []struct {
		named   map[string]any
		compact []any
		want    core.Move
	}{
		{map[string]any{"type": "none"}, []any{0}, core.M(0)},
		{map[string]any{"type": "all", "flag": true, "n": -5, "who": 3, "word": "y", "to": []any{12, 0}, "load": []any{"cart", "coin"}, "pair": []any{2, 0}},
			[]any{1, true, -5, 3, 1, []any{12, 0}, []any{1, 0}, []any{2, 0}},
			core.M(1, 1, -5, 3, 1, 12, 0, 2, 1, 0, 0, 2, 0)},
		{map[string]any{"type": "loose", "n": 3, "word": "x", "to": []any{1, 1}}, []any{2, 3, 0, []any{1, 1}, nil}, core.M(2, 3, 0, 1, 1, core.Absent)},
		{map[string]any{"type": "loose", "n": 3, "word": "x", "to": []any{1, 1}, "maybe": nil}, []any{2, 3, 0, []any{1, 1}}, core.M(2, 3, 0, 1, 1, core.Absent)},
		{map[string]any{"type": "loose", "n": 3, "word": "x", "to": []any{1, 1}, "maybe": 4}, []any{2, 3, 0, []any{1, 1}, 4}, core.M(2, 3, 0, 1, 1, 4)},
		{map[string]any{"type": "path", "squares": []any{[]any{1, 2}, []any{3, 4}}}, []any{3, []any{[]any{1, 2}, []any{3, 4}}},
			core.M(3, 2, 1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)},
	} {
		var m core.Move
		require.Equal(t, core.Refusal{}, codec.Parse(wire.NewReader(pack(t, c.named)), &m), "%v", c.named)
		require.Equal(t, c.want, m)
		require.Equal(t, core.Refusal{}, codec.Parse(wire.NewReader(pack(t, c.compact)), &m), "%v", c.compact)
		require.Equal(t, c.want, m)
		var w wire.Writer
		codec.Append(&w, &m)
		var again core.Move
		require.Equal(t, core.Refusal{}, codec.Parse(wire.NewReader(w.B), &again))
		require.Equal(t, m, again)
		require.Equal(t, wire.Fine, wire.Check(w.B))
		list := wire.Writer{}
		codec.AppendList(&list, []core.Move{m, m})
		require.Equal(t, "\x92"+string(w.B)+string(w.B), string(list.B))
	}
}

func TestMalformedMoves(t *testing.T) {
	codec := core.NewMoveCodec(&codecManifest)
	all := func(change func(m map[string]any)) map[string]any {
		m := map[string]any{"type": "all", "flag": true, "n": 0, "who": 0, "word": "x", "to": []any{0, 0}, "load": []any{}, "pair": []any{0, 0}}
		change(m)
		return m
	}
	for _, c := range []struct {
		move   any
		detail string
	}{
		{nil, ""}, {5, ""}, {"none", ""}, {map[string]any{}, "type"}, {[]any{}, "type"}, {[]any{4}, "type"}, {[]any{-1}, "type"}, {[]any{"none"}, "type"},
		{map[string]any{"type": "other"}, "type"}, {map[string]any{"type": 0}, "type"}, {map[string]any{"type": "none", "x": 1}, "x"}, {[]any{0, 1}, ""},
		{all(func(m map[string]any) { delete(m, "n") }), "n"}, {all(func(m map[string]any) { m["n"] = nil }), "n"},
		{all(func(m map[string]any) { m["n"] = 201 }), "n"}, {all(func(m map[string]any) { m["flag"] = 1 }), "flag"},
		{all(func(m map[string]any) { m["who"] = 4 }), "who"}, {all(func(m map[string]any) { m["word"] = "z" }), "word"},
		{all(func(m map[string]any) { m["word"] = 0 }), "word"}, {all(func(m map[string]any) { m["to"] = []any{13, 0} }), "to"},
		{all(func(m map[string]any) { m["to"] = []any{0} }), "to"}, {all(func(m map[string]any) { m["load"] = []any{"coin", "coin", "coin", "coin"} }), "load"},
		{all(func(m map[string]any) { m["pair"] = []any{0} }), "pair"}, {all(func(m map[string]any) { m["pair"] = []any{0, 3} }), "pair"},
		{all(func(m map[string]any) { m["extra"] = nil }), "extra"},
		{map[string]any{"type": "loose", "n": "3", "word": "x", "to": []any{0, 0}}, "n"},
		{map[string]any{"type": "loose", "n": 3, "word": "x", "to": []any{0, 0}, "maybe": 10}, "maybe"},
		{map[string]any{"type": "loose", "n": 3, "word": "x", "to": []any{0, 0}, "maybe": nil, "extra": 0}, "extra"},
	} {
		var m core.Move
		require.Equal(t, core.Refuse(core.Malformed, c.detail), codec.Parse(wire.NewReader(pack(t, c.move)), &m), "%v", c.move)
	}
}

func TestLooseArguments(t *testing.T) {
	codec := core.NewMoveCodec(&codecManifest)
	var m core.Move
	require.False(t, codec.Parse(wire.NewReader(pack(t, map[string]any{"type": "loose", "n": 1 << 40, "word": "nothing", "to": []any{-1, 1}})), &m).Refused())
	require.Equal(t, core.M(2, core.Outside, core.Outside, core.Outside, 1, core.Absent), m)
}

func TestOptions(t *testing.T) {
	d := core.NewDriver(pig.Rules{})
	start := func(options any) core.Refusal {
		var raw []byte
		if options != nil {
			raw = pack(t, options)
		}
		return d.Start(&core.Request{Seats: 2, Seed: []byte{1}, Options: raw})
	}
	require.False(t, start(nil).Refused())
	plain := append([]byte(nil), d.Table().Options.Bytes()...)
	require.False(t, d.Table().Options.Given(0))
	require.Equal(t, 100, d.Table().Options.Int(0))
	require.False(t, start(map[string]any{"target": uint64(100)}).Refused())
	require.Equal(t, plain, d.Table().Options.Bytes(), "a default that is given is the same as none")
	require.False(t, start(map[string]any{"target": 50}).Refused())
	require.Equal(t, 50, d.Table().Options.Int(0))
	for detail, options := range map[string]any{"target": map[string]any{"target": "50"}, "tagret": map[string]any{"target": 5, "tagret": 5}, "options": []any{}} {
		require.Equal(t, core.Refuse(core.BadOption, detail), start(options))
	}
	require.Equal(t, core.Refuse(core.BadOption, "target"), start(map[string]any{"target": nil}))
	for _, seats := range []int{-1, 0, 1, 9, 1 << 40} {
		require.Equal(t, core.Refuse(core.BadPlayerCount, ""), d.Start(&core.Request{Seats: seats, Seed: []byte{1}}))
	}
}

func TestManifestFaults(t *testing.T) {
	for want, spoil := range map[string]func(m *core.Manifest){
		"game id":   func(m *core.Manifest) { m.Game = "Codec" },
		"version":   func(m *core.Manifest) { m.Rules = "" },
		"title":     func(m *core.Manifest) { m.Titles = nil },
		"ascending": func(m *core.Manifest) { m.Seats = []int{4, 2} },
		"twice": func(m *core.Manifest) {
			m.Moves = []core.MoveKind{{Name: "a", Args: []core.Arg{{Name: "w", Type: core.Word("x", "x")}}}}
			m.View = core.Record(core.F("w", core.Word("x", "x")))
		},
		"there already": func(m *core.Manifest) { m.Moves = append(m.Moves[:1:1], core.MoveKind{Name: "none"}) },
		"15 numbers": func(m *core.Manifest) {
			m.Moves = []core.MoveKind{{Name: "a", Args: []core.Arg{{Name: "x", Type: core.List(core.Bool(), 14, 14)}, {Name: "y", Type: core.Square(2, 2)}}}}
		},
		"cannot have": func(m *core.Manifest) {
			m.Moves = []core.MoveKind{{Name: "a", Args: []core.Arg{{Name: "x", Type: core.Text(3)}}}}
		},
		"canonical": func(m *core.Manifest) {
			m.Options = []core.Option{{Name: "o", Type: core.Int(0, 1), Default: core.Value(2)}}
		},
		"record": func(m *core.Manifest) { m.View = core.Bool() },
		"code":   func(m *core.Manifest) { m.Codes = []core.CodeDoc{{Code: "malformed"}} },
	} {
		m := codecManifest
		spoil(&m)
		require.Contains(t, m.Fault(), want)
	}
}
