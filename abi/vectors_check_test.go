package abi_test

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/core/wire"
	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/hosttest"
	"github.com/parley-rules/parley/hosts/native"
	"github.com/parley-rules/parley/hosts/wasm"
)

// These tests read the vectors, and check them by other means than those that made them.

func opOf(t testing.TB, name string) abi.Op {
	for _, op := range abi.Ops {
		if op.String() == name {
			return op
		}
	}
	t.Fatalf("there is no operation %q", name)
	return 0
}

// TestVectorsOfCalls: the native host and the modules give every response to the byte, in every order.
func TestVectorsOfCalls(t *testing.T) {
	v := readVectors(t)
	hostsOf := map[string]map[string]hosts.Caller{}
	for id, main := range map[string]string{
		"pig":            "github.com/parley-rules/parley/conformance/games/pig/main",
		"kuhn":           "github.com/parley-rules/parley/conformance/games/kuhn/main",
		"walk_the_plank": "github.com/parley-rules/parley/plugins/walktheplank/main",
	} {
		module, err := wasm.Load(t.Context(), hosttest.Build(t, main), wasm.Options{})
		require.NoError(t, err)
		hostsOf[id] = map[string]hosts.Caller{"native": native.New(vectorGames[id]), "wasm": module}
		t.Cleanup(func() { require.NoError(t, module.Close()) })
	}
	seen := map[string]bool{}
	check := func(c *callVector) {
		for host, caller := range hostsOf[c.Game] {
			got, err := caller.Call(t.Context(), opOf(t, c.Op), c.Request, nil)
			require.NoError(t, err, "%s on %s", c.Name, host)
			require.Equal(t, hex.EncodeToString(c.Response), hex.EncodeToString(got), "%s on %s", c.Name, host)
		}
	}
	for i := range v.Calls {
		require.False(t, seen[v.Calls[i].Name], "the name %q is there twice", v.Calls[i].Name)
		seen[v.Calls[i].Name] = true
		check(&v.Calls[i])
	}
	for i := range v.Calls {
		check(&v.Calls[len(v.Calls)-1-i])
	}
	for _, r := range v.Refused {
		for host, caller := range hostsOf["pig"] {
			got, err := caller.Call(t.Context(), abi.Init, r.Hex, nil)
			require.NoError(t, err, "%s on %s", r.Name, host)
			code, detail := refusal(t, got)
			require.Equal(t, []string{r.Code, r.Detail}, []string{code, detail}, "%s on %s", r.Name, host)
		}
	}
}

// TestVectorsOfValues: an independent codec reads all encodings as the same value, and the JSON gives the canonical one.
func TestVectorsOfValues(t *testing.T) {
	for _, v := range readVectors(t).Values {
		require.Equal(t, wire.Fine, wire.Check(v.Hex), v.Name)
		if !bytes.Contains(v.JSON, []byte(`"hex:`)) { // JSON has no byte strings
			again, err := hosts.FromJSON(v.JSON)
			require.NoError(t, err, v.Name)
			require.Equal(t, v.Hex, hexBytes(again), v.Name)
		}
		for _, b := range append(v.Also, v.Hex) {
			d := msgpack.NewDecoder(bytes.NewReader(b))
			d.UseLooseInterfaceDecoding(true)
			value, err := d.DecodeInterface()
			require.NoError(t, err, v.Name)
			text, err := json.Marshal(plain(value))
			require.NoError(t, err, v.Name)
			require.JSONEq(t, string(v.JSON), string(text), v.Name)
			var compact bytes.Buffer
			require.NoError(t, json.Compact(&compact, v.JSON))
			require.Equal(t, compact.String(), string(toJSON(t, b)), v.Name)
		}
	}
}

// plain makes of byte strings what they are in JSON.
func plain(v any) any {
	switch v := v.(type) {
	case []byte:
		return "hex:" + hex.EncodeToString(v)
	case []any:
		for i := range v {
			v[i] = plain(v[i])
		}
	case map[string]any:
		for k := range v {
			v[k] = plain(v[k])
		}
	}
	return v
}

// TestVectorsOfGenerators: ChaCha8 is the standard library's and the published one, SplitMix64 the published one.
func TestVectorsOfGenerators(t *testing.T) {
	v := readVectors(t)
	require.Equal(t, []string{"b773b6063d4616a5", "1160af22a66abc3c", "8c2599d9418d287c"}, v.ChaCha8[0].Numbers[:3], "C2SP's own example")
	for _, c := range v.ChaCha8 {
		var key [32]byte
		copy(key[:], c.Seed)
		r := rand.NewChaCha8(key)
		var numbers []string
		for range 300 {
			numbers = append(numbers, number(r.Uint64()))
		}
		require.Equal(t, numbers[:len(c.Numbers)], c.Numbers)
		for _, s := range c.States {
			require.Equal(t, numbers[s.Used], s.Next)
			b := binary.BigEndian.AppendUint64([]byte("chacha8:"), uint64(s.State[32]))
			require.NoError(t, r.UnmarshalBinary(append(b, s.State[:32]...)))
			require.Equal(t, s.Next, number(r.Uint64()))
		}
	}
	require.Equal(t, []string{"e220a8397b1dcdaf", "6e789e6aa1b965f4", "06c45d188009454f", "f88bb8a8724c81ec"}, v.SplitMix64[0].Numbers)
}

// TestVectorsOfMovesAndManifests: both forms of a move are the same move, and a manifest read back is the game's.
func TestVectorsOfMovesAndManifests(t *testing.T) {
	v := readVectors(t)
	for _, m := range v.Moves {
		g := open(t, m.Game)
		named, err := g.Move(m.Named)
		require.NoError(t, err)
		require.Equal(t, []byte(m.Compact), named.Msgpack())
		compact, err := g.Move(toJSON(t, m.Compact))
		require.NoError(t, err)
		back, err := compact.MarshalJSON()
		require.NoError(t, err)
		require.JSONEq(t, string(m.Named), string(back))
	}
	for _, m := range v.Manifests {
		parsed, major, minor, err := abi.ParseManifest(m.Hex)
		require.NoError(t, err)
		require.Equal(t, []int{abi.Major, abi.Minor}, []int{major, minor})
		require.Equal(t, vectorGames[m.Game].Manifest(), parsed)
	}
	found, ok, err := abi.FindSection(v.Section.Packed)
	require.NoError(t, err)
	require.True(t, ok)
	require.Equal(t, []byte(v.Section.Manifest), found)
}

// TestVectorsOfLogs: logs can be read, and their digests are those of the responses.
func TestVectorsOfLogs(t *testing.T) {
	for _, v := range readVectors(t).Logs {
		log, err := hosts.ReadLog(strings.NewReader(strings.Join(v.Lines, "\n") + "\n"))
		require.NoError(t, err)
		require.NotNil(t, log.Outcome)
		require.NoError(t, log.Replay(t.Context(), open(t, v.Game), hosts.Look{}, nil))
		require.Len(t, v.Responses, len(log.Steps))
		for i, r := range v.Responses {
			require.Equal(t, log.Steps[i].Step, hosts.Digest(r))
			var step struct {
				OK struct {
					Position []byte `msgpack:"position"`
				} `msgpack:"ok"`
			}
			require.NoError(t, msgpack.Unmarshal(r, &step))
			require.Equal(t, log.Steps[i].Position, hosts.Digest(step.OK.Position))
		}
	}
}

// TestVectorsOfPositions: what the parts say is what a reader of heads finds, and the parts make the whole again.
func TestVectorsOfPositions(t *testing.T) {
	for _, v := range readVectors(t).Positions {
		head, ok := abi.ParseHead(v.Hex)
		require.True(t, ok)
		require.Equal(t, abi.Head{Game: v.Game, Rules: v.Rules, Seats: v.Seats}, head)
		options, err := hosts.FromJSON(v.Options)
		require.NoError(t, err)
		mode := map[string]byte{"auto": 0, "host": 1}[v.Chance]
		b := fmt.Appendf(nil, "PLY\x01%c%s%c%s%c%c", len(v.Game), v.Game, len(v.Rules), v.Rules, v.Seats, mode)
		b = append(wire.AppendUint32(b, uint32(len(options))), options...)
		b = append(append(b, v.Generator...), wire.AppendUint32(nil, uint32(len(v.Body)))...)
		b = append(b, v.Body...)
		require.Equal(t, v.Checksum, number(abi.Checksum(b)))
		require.Equal(t, []byte(v.Hex), wire.AppendUint64(b, abi.Checksum(b)), v.Name)
	}
}

// TestExamplesOfTheSpec: the blocks of hex in SPEC.md are the vectors that they name, or a part of them.
func TestExamplesOfTheSpec(t *testing.T) {
	v := readVectors(t)
	known := map[string][]byte{"section": v.Section.Packed}
	for _, c := range v.Calls {
		known[c.Name+" / request"], known[c.Name+" / response"] = c.Request, c.Response
	}
	for _, p := range v.Positions {
		known["position "+p.Name] = p.Hex
	}
	for _, m := range v.Moves {
		var text bytes.Buffer
		require.NoError(t, json.Compact(&text, m.Named))
		known["move "+text.String()] = m.Compact
	}
	spec, err := os.ReadFile("SPEC.md")
	require.NoError(t, err)
	blocks := regexp.MustCompile("(?ms)^```hex (.*?)\n(.*?)^```$").FindAllStringSubmatch(string(spec), -1)
	require.Greater(t, len(blocks), 10)
	comment, space := regexp.MustCompile(`(?m);.*$`), regexp.MustCompile(`\s+`)
	for _, b := range blocks {
		have, err := hex.DecodeString(space.ReplaceAllString(comment.ReplaceAllString(b[2], ""), ""))
		require.NoError(t, err, b[1])
		name, part := strings.CutPrefix(b[1], "part of ")
		name, start := strings.CutPrefix(name, "start of ")
		want := known[name]
		require.NotNil(t, want, "there is no vector %q", name)
		switch {
		case part:
			require.True(t, bytes.Contains(want, have), name)
		case start:
			require.True(t, bytes.HasPrefix(want, have), name)
		default:
			require.Equal(t, hex.EncodeToString(want), hex.EncodeToString(have), name)
		}
	}
	lines := strings.Join(v.Logs[0].Lines, "\n")
	require.Contains(t, string(spec), "```\n"+lines+"\n```", "the log")
	require.Contains(t, string(spec), "no bytes is `"+v.Checksums[0].Sum+"`")
	require.Contains(t, string(spec), "16 zero bytes `"+v.Checksums[len(v.Checksums)-1].Sum+"`")
}
