package wasm

import (
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/hosttest"
)

// TestModulesAreSwapped: a module that is refused is loaded again with more fuel while its game stays open, and modules are
// exchanged under games that are played; none of them notices.
func TestModulesAreSwapped(t *testing.T) {
	module := hosttest.Build(t, "github.com/parley-rules/parley/conformance/games/pig/main")
	load := func(fuel int64) *Module {
		m, err := Load(t.Context(), module, Options{CacheDir: filepath.Join(scratch, "cache"), MaxInstances: 2, Fuel: fuel, MaxFailures: 3})
		require.NoError(t, err)
		return m
	}
	ample := load(0)
	measured, err := hosts.Open(t.Context(), ample)
	require.NoError(t, err)
	start := hosts.NewGame{Seats: 2, Seed: hosts.SeedOf(7)}
	step, err := measured.Init(t.Context(), start)
	require.NoError(t, err)
	want, err := measured.Playout(t.Context(), step.Position, []byte{1}, 100_000)
	require.NoError(t, err)
	require.Positive(t, step.Fuel)
	require.Positive(t, want.Fuel)
	require.Equal(t, want.Fuel+step.Fuel, ample.Stats().Fuel-manifestFuel(t, module), "what is told is what is counted")
	require.NoError(t, measured.Close())

	s, err := hosts.NewSwap(t.Context(), load(manifestFuel(t, module)))
	require.NoError(t, err)
	g, err := hosts.Open(t.Context(), s)
	require.NoError(t, err)
	for range 10 {
		_, err = g.Playout(t.Context(), step.Position, []byte{1}, 100_000)
	}
	require.ErrorIs(t, err, hosts.ErrModuleFailing)
	require.NoError(t, s.Swap(t.Context(), load(0)))

	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 10 {
				step, err := g.Init(t.Context(), start)
				if err != nil {
					t.Error(err)
					return
				}
				got, err := g.Playout(t.Context(), step.Position, []byte{1}, 100_000)
				if err != nil || string(got.Position) != string(want.Position) {
					t.Errorf("another game, or none: %v", err)
					return
				}
			}
		})
	}
	for range 5 {
		require.NoError(t, s.Swap(t.Context(), load(0)))
	}
	wg.Wait()
	require.NoError(t, g.Close())
}

// manifestFuel is what the first call of a module costs, which asks for the manifest.
func manifestFuel(t *testing.T, module []byte) int64 {
	m, err := Load(t.Context(), module, Options{CacheDir: filepath.Join(scratch, "cache")})
	require.NoError(t, err)
	defer m.Close()
	_, err = m.Call(t.Context(), abi.Manifest, nil, nil)
	require.NoError(t, err)
	return m.Stats().Fuel
}
