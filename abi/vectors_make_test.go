package abi_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/conformance/games/kuhn"
	"github.com/parley-rules/parley/conformance/games/pig"
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/plugins/walktheplank"
)

// vectorGames are the games whose answers are in the vectors.
var vectorGames = map[string]core.Rules{"pig": pig.Rules{}, "kuhn": kuhn.Rules{}, "walk_the_plank": walktheplank.Rules{}}

func makeVectors(t testing.TB) *vectors {
	v := &vectors{
		Format: vectorsFormat, Values: makeValues(t), Refused: makeRefused(t), Checksums: makeChecksums(), ChaCha8: makeChaCha8(t),
		SplitMix64: makeSplitMix64(), Seeds: makeSeeds(t), Manifests: makeManifests(t), Moves: makeMoves(t), Logs: makeLogs(t), WASI: wasiVectors(),
	}
	v.Section = makeSection(t)
	v.Positions, v.Calls = makeCalls(t)
	return v
}

func number(x uint64) string { return fmt.Sprintf("%016x", x) }

func toJSON(t testing.TB, raw []byte) json.RawMessage {
	r := wire.NewReader(raw)
	b, ok := hosts.AppendJSON(nil, &r)
	require.True(t, ok)
	return b
}

func makeValues(t testing.TB) (list []valueVector) {
	add := func(name string, v any, also ...string) {
		x := valueVector{Name: name, Hex: encode(t, v), Also: []hexBytes{}}
		x.JSON = toJSON(t, x.Hex)
		for _, other := range also {
			x.Also = append(x.Also, hexBytes(other))
		}
		list = append(list, x)
	}
	add("nil", nil)
	add("false", false)
	add("true", true)
	add("0", 0, "\xcc\x00", "\xd3\x00\x00\x00\x00\x00\x00\x00\x00")
	add("127", 127, "\xcc\x7f", "\xd0\x7f", "\xcf\x00\x00\x00\x00\x00\x00\x00\x7f")
	add("128", 128, "\xcd\x00\x80", "\xd1\x00\x80")
	for _, n := range []int{255, 256, 65535, 65536, 1<<32 - 1, 1 << 32, wire.MaxInt, -1, -32, -33, -128, -129, -32768, -32769, -1 << 31, -1<<31 - 1, -wire.MaxInt} {
		add(fmt.Sprint(n), n)
	}
	add("empty string", "", "\xd9\x00", "\xda\x00\x00", "\xdb\x00\x00\x00\x00")
	add("string", "plank", "\xd9\x05plank")
	add("string of 4 characters, 9 bytes", "Zoë✓"[:4]+"✓é")
	for _, n := range []int{31, 32, 255, 256} {
		add(fmt.Sprintf("string of %d bytes", n), strings.Repeat("a", n))
	}
	add("bytes", []byte{0, 1, 255}, "\xc5\x00\x03\x00\x01\xff", "\xc6\x00\x00\x00\x03\x00\x01\xff")
	add("256 bytes", make([]byte, 256))
	add("list", []any{1, "a", nil}, "\xdc\x00\x03\x01\xa1a\xc0", "\xdd\x00\x00\x00\x03\x01\xa1a\xc0")
	add("list of 16", make([]any, 16))
	add("map", object{"b", 1, "a", object{"b", 2}}, "\xde\x00\x02\xa1b\x01\xa1a\x81\xa1b\x02", "\xdf\x00\x00\x00\x02\xa1b\x01\xa1a\x81\xa1b\x02")
	deep := any(0)
	for range wire.MaxDepth {
		deep = []any{deep}
	}
	add("16 lists", deep)
	return list
}

func makeRefused(t testing.TB) (list []refusedVector) {
	s := abi.NewServer(pig.Rules{})
	add := func(name string, b string) {
		x := refusedVector{Name: name, Hex: hexBytes(b)}
		x.Code, x.Detail = refusal(t, s.Serve(abi.Init, x.Hex, nil))
		list = append(list, x)
	}
	add("nothing", "")
	add("a string that is cut short", "\x81\xa5seats\xa3ab")
	add("an integer that is cut short", "\x81\xa5seats\xcd\x01")
	add("a list that promises more than there is", "\x81\xa5seats\xdd\xff\xff\xff\xff")
	add("a second value", "\x80\x80")
	add("a float", "\x81\xa5seats\xca\x40\x00\x00\x00")
	add("a double", "\x81\xa5seats\xcb\x40\x00\x00\x00\x00\x00\x00\x00")
	add("an ext", "\x81\xa5seats\xd4\x01\x00")
	add("the byte c1", "\xc1")
	add("2^53", "\x81\xa5seats\xcf\x00\x20\x00\x00\x00\x00\x00\x00")
	add("-2^53", "\x81\xa5seats\xd3\xff\xe0\x00\x00\x00\x00\x00\x00")
	add("a key that is a number", "\x81\x01\x02")
	add("a key twice", "\x82\xa5seats\x02\xa5seats\x02")
	add("a key twice in two forms", "\x82\xa5seats\x02\xd9\x05seats\x02")
	add("a string that is not UTF-8", "\x81\xa1x\xa1\xff")
	add("17 lists", "\x81\xa1x"+strings.Repeat("\x91", wire.MaxDepth)+"\x00")
	keys := wire.AppendMap(nil, wire.MaxKeys+1)
	for i := range wire.MaxKeys + 1 {
		keys = append(wire.AppendStr(keys, fmt.Sprint(i)), 0)
	}
	add("257 keys", string(keys))
	add("no map", "\x90")
	return list
}

// refusal takes an {error: ...} apart.
func refusal(t testing.TB, response []byte) (code, detail string) {
	e, ok := wire.NewReader(response).Find("error")
	require.True(t, ok, "%x", response)
	c, _ := e.Find("code")
	d, _ := e.Find("detail")
	codeText, _ := c.Str()
	detailText, _ := d.Str()
	return string(codeText), string(detailText)
}

func makeChecksums() (list []checksumVector) {
	b := make([]byte, 40)
	for i := range b {
		b[i] = byte(7*i + 1)
	}
	for _, n := range []int{0, 1, 7, 8, 9, 15, 16, 17, 24, 31, 32, 40} {
		list = append(list, checksumVector{b[:n], number(abi.Checksum(b[:n]))})
	}
	return append(list, checksumVector{make([]byte, 16), number(abi.Checksum(make([]byte, 16)))})
}

func makeChaCha8(t testing.TB) (list []chachaVector) {
	for _, seed := range []string{"ABCDEFGHIJKLMNOPQRSTUVWXYZ123456", "\x01", "\x07\x00\x00\x00\x00\x00\x00\x00"} {
		v := chachaVector{Seed: hexBytes(seed)}
		var r core.Rand
		r.Seed(v.Seed)
		for used := range 300 {
			switch used {
			case 0, 1, 123, 124, 125, 248, 249:
				v.States = append(v.States, stateVector{Used: used, State: r.Append(nil)})
			}
			x := r.Uint64()
			if n := len(v.States); v.States[n-1].Used == used {
				v.States[n-1].Next = number(x)
			}
			if used < 8 {
				v.Numbers = append(v.Numbers, number(x))
			}
		}
		r.Seed(v.Seed)
		for _, n := range []int{1, 2, 6, 6, 6, 10, 52, 1000, 1 << 31, 1<<32 - 1, 1 << 32, 3, 1, 7} {
			v.Below = append(v.Below, drawVector{n, r.Below(n)})
		}
		list = append(list, v)
	}
	return list
}

func makeSplitMix64() (list []splitVector) {
	for _, seed := range []string{"\x00", "\x01", "\x07\x00\x00\x00\x00\x00\x00\x00", "\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a"} {
		v := splitVector{Seed: hexBytes(seed)}
		s := core.NewSource(v.Seed)
		for range 4 {
			v.Numbers = append(v.Numbers, number(s.Uint64()))
		}
		for _, n := range []int{1, 2, 6, 648, 1 << 31} {
			v.Below = append(v.Below, drawVector{n, s.Below(n)})
		}
		v.State = wire.AppendUint64(nil, s.State)
		list = append(list, v)
	}
	return list
}

func makeSeeds(t testing.TB) (list []seedVector) {
	for _, text := range []string{"0", "7", "9007199254740991", `"hex:01"`, `"hex:000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"`} {
		seed, err := hosts.ParseSeed(strings.Trim(text, `"`))
		require.NoError(t, err)
		require.Equal(t, text, string(hosts.SeedJSON(seed)))
		var r core.Rand
		r.Seed(seed)
		list = append(list, seedVector{json.RawMessage(text), seed, r.Append(nil)[:core.MaxSeed]})
	}
	return list
}

func makeManifests(t testing.TB) (list []manifestVector) {
	for _, id := range []string{"pig", "kuhn"} {
		var w wire.Writer
		abi.AppendManifest(&w, vectorGames[id].Manifest())
		list = append(list, manifestVector{id, w.B, toJSON(t, w.B)})
	}
	return list
}

func makeSection(t testing.TB) sectionVector {
	module := []byte("\x00asm\x01\x00\x00\x00" + "\x01\x04\x01\x60\x00\x00") // one type and nothing else
	manifest := []byte("\x81\xa3abi\x92\x01\x00")                            // far shorter than a real one
	packed, err := abi.AppendSection(module, manifest)
	require.NoError(t, err)
	return sectionVector{module, manifest, packed}
}

func makeMoves(t testing.TB) (list []moveVector) {
	for _, c := range []struct{ game, named string }{
		{"pig", `{"type":"roll"}`},
		{"pig", `{"type":"die","pips":6}`},
		{"kuhn", `{"type":"deal","card":"king"}`},
		{"walk_the_plank", `{"type":"choose_cards","cards":["drag","pull","charge"]}`},
		{"walk_the_plank", `{"type":"shove","target":2,"space":3}`},
		{"walk_the_plank", `{"type":"run_around","space":1,"step":-1}`},
	} {
		raw, err := hosts.FromJSON([]byte(c.named))
		require.NoError(t, err)
		codec := core.NewMoveCodec(vectorGames[c.game].Manifest())
		var m core.Move
		require.Zero(t, codec.Parse(wire.NewReader(raw), &m))
		var w wire.Writer
		codec.Append(&w, &m)
		list = append(list, moveVector{c.game, json.RawMessage(c.named), w.B})
	}
	return list
}

// makeLogs plays short games with random moves.
func makeLogs(t testing.TB) (list []logVector) {
	for _, c := range []struct {
		game       string
		hostChance bool
	}{{"kuhn", false}, {"kuhn", true}} {
		list = append(list, makeLog(t, c.game, hosts.NewGame{Seats: 2, Seed: hosts.SeedOf(7), HostChance: c.hostChance, Look: hosts.LookAll(2)}))
	}
	return list
}

func makeLog(t testing.TB, id string, start hosts.NewGame) logVector {
	ctx, g := t.Context(), open(t, id)
	log := &hosts.Log{Header: hosts.NewLogHeader(g, start)}
	v := logVector{Game: id}
	random := rand.New(rand.NewPCG(1, 1))
	step, err := g.Init(ctx, start)
	var seat core.Seat
	var move hosts.Move
	for {
		require.NoError(t, err)
		line, err2 := hosts.NewLogStep(len(log.Steps), seat, move, step, true)
		require.NoError(t, err2)
		log.Steps, log.Outcome = append(log.Steps, line), step.Outcome
		v.Responses = append(v.Responses, step.Raw())
		if step.Outcome != nil {
			break
		}
		seat = step.Actors.First()
		moves, ok := step.Moves(seat)
		require.True(t, ok)
		move = moves.At(random.IntN(moves.Len()))
		step, err = g.Apply(ctx, step.Position, seat, move, start.Look)
	}
	var text strings.Builder
	_, err = log.WriteTo(&text)
	require.NoError(t, err)
	v.Lines = strings.Split(strings.TrimSuffix(text.String(), "\n"), "\n")
	return v
}
