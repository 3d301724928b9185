package wasm

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/abi"
)

// TestStructured: a structured module is another edition in the cache, answers the same, costs another amount of fuel, the same each
// time, and is held to the limits that the module as it was is held to.
func TestStructured(t *testing.T) {
	dir := t.TempDir()
	fuel := func(structured bool) int64 {
		m := loadGuest(t, "bare", Options{CacheDir: dir, Structured: structured, ExactFuel: true})
		_, used, err := m.CallMetered(t.Context(), abi.Apply, []byte("g"), nil)
		require.NoError(t, err)
		return used
	}
	plain, structured := fuel(false), fuel(true)
	require.NotEqual(t, plain, structured)
	require.Equal(t, plain, fuel(false))
	require.Equal(t, structured, fuel(true))
	opts := Options{MaxFunction: 200}
	_, plainErr := Load(t.Context(), guest(t, "bare"), opts)
	opts.Structured = true
	_, err := Load(t.Context(), guest(t, "bare"), opts)
	require.Error(t, err)
	require.Equal(t, plainErr, err)
}
