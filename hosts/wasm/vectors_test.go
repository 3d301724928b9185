package wasm

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestVectorsOfWASI: the functions answer what the vectors of the ABI say.
func TestVectorsOfWASI(t *testing.T) {
	b, err := os.ReadFile("../../abi/testdata/vectors.json")
	require.NoError(t, err)
	var vectors struct {
		WASI []struct {
			Name  string
			Calls []struct {
				Function      string
				Args          []uint64
				Before, After map[string]string
				Errno         uint32
			}
		}
	}
	require.NoError(t, json.Unmarshal(b, &vectors))
	require.NotEmpty(t, vectors.WASI)
	seen := map[string]bool{}
	for _, v := range vectors.WASI {
		w := newWASI(Environment{})
		at := func(address string) int {
			n, err := strconv.Atoi(address)
			require.NoError(t, err)
			return n
		}
		for i, c := range v.Calls {
			seen[c.Function] = true
			for address, digits := range c.Before {
				b, err := hex.DecodeString(digits)
				require.NoError(t, err)
				require.Equal(t, len(b), copy(w.mem.Bytes[at(address):], b))
			}
			before := slices.Clone(w.mem.Bytes)
			require.Equal(t, c.Errno, w.do(c.Function, c.Args...), "%s, call %d: %s", v.Name, i, c.Function)
			require.True(t, c.Errno == 0 || bytes.Equal(before, w.mem.Bytes), "%s, call %d: %s changes the memory", v.Name, i, c.Function)
			for address, digits := range c.After {
				have := w.mem.Bytes[at(address):][:len(digits)/2]
				require.Equal(t, digits, hex.EncodeToString(have), "%s, call %d: %s at %s", v.Name, i, c.Function, address)
			}
		}
	}
	for name, f := range wasiFunctions {
		require.True(t, seen[name] || f.call == nil, "there are no vectors of %s", name)
	}
}
