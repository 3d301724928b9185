package structure_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/hosts/wasm/internal/rewrite"
	"github.com/parley-rules/parley/hosts/wasm/internal/structure"
)

// FuzzStructure: any bytes do no harm, and a module is valid if it was.
func FuzzStructure(f *testing.F) {
	for seed := range uint64(30) {
		f.Add(byChance(seed))
	}
	f.Fuzz(checkValid)
}

func checkValid(t *testing.T, module []byte) {
	out, _, err := structure.Module(module)
	if _, err := rewrite.Module(module, rewrite.Limits{}); err != nil {
		return // the engine might take numbers at their word
	}
	require.NoError(t, err)
	r := newRuntime(t)
	_, before := r.CompileModule(t.Context(), module)
	_, after := r.CompileModule(t.Context(), out)
	require.Equal(t, before == nil, after == nil, "%v, structured %v", before, after)
}

// TestDamaged: modules of the shape with a byte changed.
func TestDamaged(t *testing.T) {
	for seed := range uint64(12) {
		module := byChance(seed)
		for i := range module {
			bad := append([]byte(nil), module...)
			bad[i] ^= byte(1 << (seed % 8))
			checkValid(t, bad)
			checkValid(t, module[:i])
		}
	}
}
