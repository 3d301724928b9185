package wasm

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/abi"
)

// TestPlain: a plain module is another edition in the cache, answers the same, costs another amount of fuel, the same each time, and
// is held to the same limits.
func TestPlain(t *testing.T) {
	dir := t.TempDir()
	fuel := func(plain bool) int64 {
		m := loadGuest(t, "bare", Options{CacheDir: dir, Plain: plain, ExactFuel: true})
		_, used, err := m.CallMetered(t.Context(), abi.Apply, []byte("g"), nil)
		require.NoError(t, err)
		return used
	}
	plain, structured := fuel(true), fuel(false)
	require.NotEqual(t, plain, structured)
	require.Equal(t, plain, fuel(true))
	require.Equal(t, structured, fuel(false))
	for _, opts := range []Options{{MaxFunction: 200}, {MaxControl: 30}, {MaxLocals: 3}, {MaxCode: 1000}} {
		_, err := Load(t.Context(), guest(t, "bare"), opts)
		require.Error(t, err)
		opts.Plain = true
		_, plainErr := Load(t.Context(), guest(t, "bare"), opts)
		require.Equal(t, plainErr, err)
	}
}
