// Package manifesttest tests a game's manifest: what must be true of every one of them. It is for tests only.
package manifesttest

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
)

// Check runs every test that needs no knowledge of the game.
func Check(t *testing.T, m *core.Manifest) {
	t.Run("no fault", func(t *testing.T) { require.Empty(t, m.Fault()) })
	t.Run("in bytes and back", func(t *testing.T) { bytesAndBack(t, m) })
	t.Run("moves in both forms", func(t *testing.T) { moves(t, m) })
}

// bytesAndBack: a host reads from the manifest's bytes what the game has said.
func bytesAndBack(t *testing.T, m *core.Manifest) {
	var w wire.Writer
	abi.AppendManifest(&w, m)
	back, major, minor, err := abi.ParseManifest(w.B)
	require.NoError(t, err)
	require.Equal(t, []int{abi.Major, abi.Minor}, []int{major, minor})
	require.Equal(t, m, back)
}

// Defaults are the defaults of the options that have one, by name, in the form of Value.
func Defaults(t *testing.T, m *core.Manifest) map[string]any {
	t.Helper()
	defaults := map[string]any{}
	for _, o := range m.Options {
		if o.Default != nil {
			var v any
			require.NoError(t, msgpack.Unmarshal(o.Default, &v))
			defaults[o.Name] = ints(t, v)
		}
	}
	return defaults
}

// Value decodes JSON, whose numbers become int64.
func Value(t *testing.T, text string) any {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var v any
	require.NoError(t, d.Decode(&v))
	return ints(t, v)
}

func ints(t *testing.T, v any) any {
	t.Helper()
	switch v := v.(type) {
	case json.Number:
		n, err := v.Int64()
		require.NoError(t, err)
		return n
	case int8, int16, int32, uint8, uint16, uint32, uint64: // msgpack keeps the width
		return reflect.ValueOf(v).Convert(reflect.TypeFor[int64]()).Int()
	case []any:
		for i := range v {
			v[i] = ints(t, v[i])
		}
	case map[string]any:
		for k := range v {
			v[k] = ints(t, v[k])
		}
	}
	return v
}

// Holds says whether a value, as Value decodes it, is of a type in a game of so many seats.
func Holds(t *testing.T, typ *core.Type, seats int, value any) bool {
	t.Helper()
	b, err := msgpack.Marshal(value)
	require.NoError(t, err)
	require.Equal(t, wire.Fine, wire.Check(b))
	r := wire.NewReader(b)
	return typ.Holds(&r, seats) && r.Len() == 0
}

// moves draws moves of every kind and reads them back from both forms, and tries values that are out of range, arguments that
// are missing, and one too many.
func moves(t *testing.T, m *core.Manifest) {
	codec := core.NewMoveCodec(m)
	random := rand.New(rand.NewPCG(1, 2))
	for kind, k := range m.Moves {
		for range 50 {
			named := map[string]any{"type": k.Name}
			compact := []any{kind}
			for _, a := range k.Args {
				name, number := draw(random, m, a.Type)
				named[a.Name] = name
				compact = append(compact, number)
			}
			move := parse(t, codec, compact)
			require.Equal(t, kind, int(move.Kind))
			require.Equal(t, move, parse(t, codec, named))
			var w wire.Writer
			codec.Append(&w, &move)
			expected, err := msgpack.Marshal(compact)
			require.NoError(t, err)
			require.Equal(t, decode(t, expected), decode(t, w.B))
		}
		for i, a := range k.Args {
			named := map[string]any{"type": k.Name}
			for _, b := range k.Args {
				named[b.Name], _ = draw(random, m, b.Type)
			}
			if wrong, has := outside(m, a.Type); has {
				named[a.Name] = wrong
				move, refusal := tryParse(t, codec, named)
				if a.Loose {
					require.False(t, refusal.Refused(), "%s %s", k.Name, a.Name)
					require.Contains(t, move.Arg[:move.N], core.Outside)
				} else {
					require.Equal(t, core.Refuse(core.Malformed, a.Name), refusal, "%s %s", k.Name, a.Name)
				}
			}
			named[a.Name] = map[string]any{}
			_, refusal := tryParse(t, codec, named)
			require.Equal(t, core.Refuse(core.Malformed, a.Name), refusal)
			delete(named, a.Name)
			_, refusal = tryParse(t, codec, named)
			require.Equal(t, !a.Optional, refusal.Refused(), "%s without argument %d", k.Name, i)
		}
		named := map[string]any{"type": k.Name, "no_such_argument": 1}
		for _, a := range k.Args {
			named[a.Name], _ = draw(random, m, a.Type)
		}
		_, refusal := tryParse(t, codec, named)
		require.Equal(t, core.Refuse(core.Malformed, "no_such_argument"), refusal)
	}
}

func tryParse(t *testing.T, codec *core.MoveCodec, v any) (move core.Move, refusal core.Refusal) {
	t.Helper()
	b, err := msgpack.Marshal(v)
	require.NoError(t, err)
	require.Equal(t, wire.Fine, wire.Check(b))
	refusal = codec.Parse(wire.NewReader(b), &move)
	return move, refusal
}

func parse(t *testing.T, codec *core.MoveCodec, v any) core.Move {
	t.Helper()
	move, refusal := tryParse(t, codec, v)
	require.Equal(t, core.Refusal{}, refusal, "%v", v)
	return move
}

func decode(t *testing.T, b []byte) (v any) {
	t.Helper()
	require.NoError(t, msgpack.Unmarshal(b, &v))
	return v
}

func seats(m *core.Manifest) int { return m.Seats[len(m.Seats)-1] }

// draw draws a value of an argument's type, as it is in a named move and in a compact one.
func draw(random *rand.Rand, m *core.Manifest, typ *core.Type) (named, compact any) {
	switch typ.Kind {
	case core.TBool:
		v := random.IntN(2) == 1
		return v, v
	case core.TInt:
		v := typ.Min + random.IntN(typ.Max-typ.Min+1)
		return v, v
	case core.TSeat:
		v := random.IntN(seats(m))
		return v, v
	case core.TWord:
		v := random.IntN(len(typ.Words))
		return typ.Words[v], v
	case core.TSquare:
		v := []int{random.IntN(typ.Rows), random.IntN(typ.Cols)}
		return v, v
	case core.TList:
		names, numbers := []any{}, []any{}
		for range typ.Min + random.IntN(typ.Max-typ.Min+1) {
			name, number := draw(random, m, typ.Of)
			names, numbers = append(names, name), append(numbers, number)
		}
		return names, numbers
	}
	panic("manifesttest: an argument cannot have this type")
}

// outside is a value of the right kind that is out of range, if there is one.
func outside(m *core.Manifest, typ *core.Type) (v any, ok bool) {
	switch typ.Kind {
	case core.TInt:
		return typ.Max + 1, true
	case core.TSeat:
		return seats(m), true
	case core.TWord:
		return "no such word", true
	case core.TSquare:
		return []int{-1, typ.Cols}, true
	case core.TList:
		element, ok := outside(m, typ.Of)
		list := make([]any, max(typ.Min, 1))
		for i := range list {
			list[i] = element
		}
		return list, ok
	}
	return nil, false
}
