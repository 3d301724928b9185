package abi_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"flag"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/core/wire"
)

// testdata/vectors.json has examples of everything that SPEC.md fixes, for the tests of any implementation. It is made by
//
//	go test ./abi -run TestVectorsAreCurrent -update
//
// and read by the tests of this file, and by conformance/v8/vectors.mjs, which shares no code with what made it. A change of
// the file is a change of the ABI: review it.

var update = flag.Bool("update", false, "write testdata/vectors.json anew")

const (
	vectorsFile   = "testdata/vectors.json"
	vectorsFormat = "parley-vectors/1"
)

// hexBytes are bytes that stand in JSON as hex digits.
type hexBytes []byte

func (h hexBytes) MarshalJSON() ([]byte, error) { return json.Marshal(hex.EncodeToString(h)) }

func (h *hexBytes) UnmarshalJSON(b []byte) (err error) {
	var s string
	if err = json.Unmarshal(b, &s); err == nil {
		*h, err = hex.DecodeString(s)
	}
	return err
}

// vectors is the whole file. Numbers of 64 bits stand as 16 hex digits.
type vectors struct {
	Format     string           `json:"format"`
	Values     []valueVector    `json:"values"`
	Refused    []refusedVector  `json:"refused"`
	Checksums  []checksumVector `json:"checksums"`
	ChaCha8    []chachaVector   `json:"chacha8"`
	SplitMix64 []splitVector    `json:"splitmix64"`
	Seeds      []seedVector     `json:"seeds"`
	Manifests  []manifestVector `json:"manifests"`
	Section    sectionVector    `json:"section"`
	Moves      []moveVector     `json:"moves"`
	Positions  []positionVector `json:"positions"`
	Calls      []callVector     `json:"calls"`
	Logs       []logVector      `json:"logs"`
	WASI       []wasiVector     `json:"wasi"`
}

// valueVector is a value with its canonical encoding and others that a request may have too.
type valueVector struct {
	Name string          `json:"name"`
	JSON json.RawMessage `json:"json"` // byte strings as "hex:..."
	Hex  hexBytes        `json:"hex"`
	Also []hexBytes      `json:"also"`
}

// refusedVector is bytes that no request may be, with the code and detail of the refusal.
type refusedVector struct {
	Name   string   `json:"name"`
	Hex    hexBytes `json:"hex"`
	Code   string   `json:"code"`
	Detail string   `json:"detail"`
}

// checksumVector is bytes with their checksum.
type checksumVector struct {
	Hex hexBytes `json:"hex"`
	Sum string   `json:"sum"`
}

// chachaVector is what a position's generator gives: its first numbers, draws of Below from a fresh generator, and the state
// after a number of numbers.
type chachaVector struct {
	Seed    hexBytes      `json:"seed"`
	Numbers []string      `json:"numbers"`
	Below   []drawVector  `json:"below"` // one after the other
	States  []stateVector `json:"states"`
}

type drawVector struct {
	N     int `json:"n"`
	Drawn int `json:"drawn"`
}

type stateVector struct {
	Used  int      `json:"used"` // how many numbers were taken since the seed
	State hexBytes `json:"state"`
	Next  string   `json:"next"` // the number that follows
}

// splitVector is what SplitMix64 gives.
type splitVector struct {
	Seed    hexBytes     `json:"seed"`
	Numbers []string     `json:"numbers"`
	Below   []drawVector `json:"below"` // after the numbers
	State   hexBytes     `json:"state"` // after all of that, as a playout tells it
}

// seedVector is a seed in JSON, in requests, and as the key of the generator.
type seedVector struct {
	JSON  json.RawMessage `json:"json"`
	Bytes hexBytes        `json:"bytes"`
	Key   hexBytes        `json:"key"`
}

// manifestVector is a game's manifest.
type manifestVector struct {
	Game string          `json:"game"`
	Hex  hexBytes        `json:"hex"`
	JSON json.RawMessage `json:"json"`
}

// sectionVector is a module without and with its manifest in it.
type sectionVector struct {
	Module   hexBytes `json:"module"`
	Manifest hexBytes `json:"manifest"`
	Packed   hexBytes `json:"packed"`
}

// moveVector is a move in its two forms.
type moveVector struct {
	Game    string          `json:"game"`
	Named   json.RawMessage `json:"named"`
	Compact hexBytes        `json:"compact"`
}

// positionVector is a position taken apart.
type positionVector struct {
	Name      string          `json:"name"`
	Hex       hexBytes        `json:"hex"`
	Game      string          `json:"game"`
	Rules     string          `json:"rules"`
	Seats     int             `json:"seats"`
	Chance    string          `json:"chance"`
	Options   json.RawMessage `json:"options"`
	Generator hexBytes        `json:"generator"`
	Body      hexBytes        `json:"body"`
	Checksum  string          `json:"checksum"`
}

// callVector is an operation with a request and the response.
type callVector struct {
	Name     string   `json:"name"`
	Game     string   `json:"game"`
	Op       string   `json:"op"`
	Request  hexBytes `json:"request"`
	Response hexBytes `json:"response"`
}

// logVector is a whole log, with the responses of which its digests are.
type logVector struct {
	Game      string     `json:"game"`
	Lines     []string   `json:"lines"`
	Responses []hexBytes `json:"responses"`
}

// wasiVector is calls of one fresh instance with a page of memory.
type wasiVector struct {
	Name  string     `json:"name"`
	Calls []wasiCall `json:"calls"`
}

// wasiCall is one call: what lies in the memory before it, and what the call leaves there.
type wasiCall struct {
	Function string              `json:"function"`
	Args     []uint64            `json:"args"`
	Before   map[string]hexBytes `json:"before"` // by address
	Errno    uint32              `json:"errno"`
	After    map[string]hexBytes `json:"after"`
}

func readVectors(t testing.TB) *vectors {
	t.Helper()
	b, err := os.ReadFile(vectorsFile)
	require.NoError(t, err)
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	v := new(vectors)
	require.NoError(t, d.Decode(v))
	require.Equal(t, vectorsFormat, v.Format)
	return v
}

// TestVectorsAreCurrent: the file is what the code gives.
func TestVectorsAreCurrent(t *testing.T) {
	v := makeVectors(t)
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	require.NoError(t, e.Encode(v))
	if *update {
		require.NoError(t, os.WriteFile(vectorsFile, b.Bytes(), 0o644))
	}
	have, err := os.ReadFile(vectorsFile)
	require.NoError(t, err)
	require.True(t, bytes.Equal(have, b.Bytes()), "%s is not what the code gives: if the change is meant, run `go test ./abi -run TestVectorsAreCurrent -update`", vectorsFile)
}

// object is a map with its keys in order: key, value, key, value...
type object []any

// encode encodes a value of nil, bool, int, string, []byte, []any, object, or json.RawMessage for msgpack as it is.
func encode(t testing.TB, v any) []byte {
	var w wire.Writer
	encodeTo(t, &w, v)
	return w.B
}

func encodeTo(t testing.TB, w *wire.Writer, v any) {
	switch v := v.(type) {
	case nil:
		w.Nil()
	case bool:
		w.Bool(v)
	case int:
		w.Int(v)
	case string:
		w.Str(v)
	case []byte:
		w.Bin(v)
	case hexBytes:
		w.Bin(v)
	case json.RawMessage:
		w.Raw(v)
	case []any:
		w.Array(len(v))
		for _, x := range v {
			encodeTo(t, w, x)
		}
	case object:
		w.Map(len(v) / 2)
		for i, x := range v {
			if i%2 == 0 {
				w.Str(x.(string))
			} else {
				encodeTo(t, w, x)
			}
		}
	default:
		t.Fatalf("a value of type %T", v)
	}
}
