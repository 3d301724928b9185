package core

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/core/wire"
)

// The short ways of moves and events must give what the long ways give. This manifest has every kind of argument and field.
var everyKind = &Manifest{
	Game: "every_kind", Rules: "1.0.0", Seats: []int{2, 3, 4},
	Moves: []MoveKind{
		{Name: "none"},
		{Name: "plain", Args: []Arg{{Name: "a", Type: Int(0, 100)}, {Name: "b", Type: SeatType(), Loose: true}, {Name: "c", Type: Word("x", "y", "z")}}},
		{Name: "wide", Args: []Arg{{Name: "a", Type: Int(-5, 1000), Loose: true}, {Name: "b", Type: Bool()}}},
		{Name: "high", Args: []Arg{{Name: "a", Type: Int(200, 300)}}},
		{Name: "squares", Args: []Arg{{Name: "at", Type: Square(3, 7)}, {Name: "list", Type: List(Square(2, 2), 2, 2), Loose: true}}},
		{Name: "listed", Args: []Arg{{Name: "list", Type: List(Word("p", "q"), 3, 3)}, {Name: "opt", Type: Int(0, 9), Optional: true}}},
		{Name: "varied", Args: []Arg{{Name: "list", Type: List(Int(0, 3), 0, 3)}}},
		{Name: "tail", Args: []Arg{{Name: "a", Type: Int(0, 200)}, {Name: "list", Type: List(Int(0, 200), 0, 5)}}},
		{Name: "late", Args: []Arg{{Name: "a", Type: Bool()}, {Name: "list", Type: List(Word("p", "q"), 0, 3), Optional: true}}},
	},
	Events: []EventKind{
		{Name: "empty"},
		{Name: "numbers", Fields: []Field{F("a", Int(-1000, 1000)), F("b", Int(0, 5))}},
		{Name: "words", Fields: []Field{F("w", Word("one", "two")), F("v", Word("three", "four"))}},
		{Name: "mixed", Fields: []Field{F("a", Int(0, 1000)), F("w", Word("one", "two")), F("at", Square(9, 9)), F("on", Bool()), F("b", SeatType())}},
		{Name: "nulls", Fields: []Field{F("a", Null(Int(0, 9))), F("w", Null(Word("one", "two")))}},
	},
}

func TestMovesMatchTheirTemplatesOnlyIfTheyParse(t *testing.T) {
	c := NewMoveCodec(everyKind)
	matched := map[byte]int{}
	values := []byte{0, 1, 2, 3, 4, 6, 7, 99, 100, 101, 127, 0xc0, 0xc2, 0xc3, 0x91, 0x92, 0x93, 0xff}
	src := Source{State: 1}
	for range 400_000 {
		kind := byte(src.Below(len(everyKind.Moves) + 1))
		b := []byte{0x91 + byte(src.Below(4)), kind}
		if int(kind) < len(c.kinds) && src.Below(4) > 0 { // often of the right form
			b = append(b[:0], c.kinds[kind].template...)
			for _, h := range c.kinds[kind].holes {
				if b[h.at] += byte(src.Below(2)); src.Below(8) == 0 {
					b[h.at] = values[src.Below(len(values))]
				}
			}
		}
		for range src.Below(3) {
			b = append(b, values[src.Below(len(values))])
		}
		var quick, slow Move
		if !c.match(b, &quick) {
			continue
		}
		r := wire.NewReader(b)
		require.Equal(t, Refusal{}, c.parseArray(r, &slow), "% x", b)
		require.Equal(t, slow, quick, "% x", b)
		matched[b[1]]++
	}
	for kind := range byte(len(everyKind.Moves)) {
		if name := everyKind.Moves[kind].Name; name == "high" || name == "varied" || name == "tail" || name == "late" {
			require.Zero(t, matched[kind], name)
		} else {
			require.Greater(t, matched[kind], 50, name)
		}
	}
}

func TestMovesOfAListAreAsTheyAreAlone(t *testing.T) {
	c := NewMoveCodec(everyKind)
	src := Source{State: 3}
	for range 20_000 {
		var moves []Move
		var want wire.Writer
		n := src.Below(4)
		want.Array(n)
		for range n {
			m := Move{Kind: uint8(src.Below(len(c.kinds)))}
			m.N = c.kinds[m.Kind].n
			for i := range c.kinds[m.Kind].args {
				a := &c.kinds[m.Kind].args[i]
				if a.Optional && src.Below(2) == 0 {
					m.Arg[a.place] = Absent
					continue
				}
				from, to := a.place, a.place+a.slots
				if a.variable {
					m.Arg[from] = int16(src.Below(a.Type.Max + 1))
					from, to = from+1, from+1+int(m.Arg[from])
				}
				for j := from; j < to; j++ {
					lo, hi := a.lo, a.hi
					if a.of.Kind == TSquare {
						lo, hi = 0, 1
					}
					m.Arg[j] = int16(lo + src.Below(hi-lo+1))
				}
			}
			moves = append(moves, m)
			c.Append(&want, &m)
		}
		var got wire.Writer
		c.AppendList(&got, moves)
		require.Equal(t, want.B, got.B, "%v", moves)
	}
	require.NotNil(t, c.kinds[7].template)
	require.Nil(t, c.kinds[8].template)
}

func TestEventsAtOneGoAreEventsFieldByField(t *testing.T) {
	src := Source{State: 2}
	quick, slow := NewEvents(everyKind), NewEvents(everyKind)
	numbers := []int{0, 1, 5, 127, 128, 255, 256, 999, -1, -32, -33, -1000}
	for range 20_000 {
		kind := src.Below(len(everyKind.Events))
		var values []int
		for _, f := range everyKind.Events[kind].Fields {
			of := f.Type
			if of.Kind == TNull {
				of = of.Of
			}
			switch of.Kind {
			case TWord, TBool:
				values = append(values, src.Below(2))
			case TSquare:
				values = append(values, src.Below(9), src.Below(9))
			default:
				values = append(values, numbers[src.Below(len(numbers))])
			}
		}
		quick.reset()
		slow.reset()
		for range 2 { // the second begins behind the first
			quick.Emit(kind, values...)
			slow.emitFields(kind, values)
		}
		require.Equal(t, slow.w.B, quick.w.B, "%s %v", everyKind.Events[kind].Name, values)
		require.Equal(t, wire.Fine, wire.Check(append([]byte{0x92}, quick.w.B...)))
	}
}

func TestEmitPanicsAtTooManyOrTooFewFields(t *testing.T) {
	for _, values := range [][]int{{}, {1}, {1, 2, 3}, {300}, {300, 2, 3}} {
		require.Panics(t, func() { NewEvents(everyKind).Emit(1, values...) }, "%v", values)
	}
}

// nil for an option whose type has nil is the same as no value.
func TestNilOptionsAreNotGiven(t *testing.T) {
	list := []Option{{Name: "n", Type: Null(Int(0, 9)), Default: Value(1)}, {Name: "m", Type: Null(Int(0, 9))}}
	var plain, o Options
	require.False(t, plain.parse(list, nil, 2).Refused())
	require.False(t, o.parse(list, []byte("\x82\xa1m\xc0\xa1n\xc0"), 2).Refused())
	require.Equal(t, plain.Bytes(), o.Bytes())
	require.True(t, o.AllDefault())
	require.Equal(t, 1, o.Int(0))
}

func TestOptionsThatWerePlayableOnceAreNotTakenForOthers(t *testing.T) {
	list := []Option{{Name: "n", Type: Int(0, 9), Default: Value(1)}}
	var o Options
	require.False(t, o.parse(list, []byte("\x81\xa1n\x05"), 2).Refused())
	raw := append([]byte(nil), o.Bytes()...)
	require.True(t, o.holds(raw, 2))
	require.False(t, o.holds(raw, 3))
	require.False(t, o.AllDefault())
	require.False(t, o.parse(list, nil, 2).Refused())
	require.False(t, o.holds(raw, 2))
	require.True(t, o.AllDefault())
	require.True(t, o.load(list, raw, 2))
	require.False(t, o.AllDefault())
}
