package hosttest_test

import (
	"context"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/hosttest"
	"github.com/parley-rules/parley/hosts/wasm"
)

// TestGuestAllocatesNothing asks a module itself how much it has allocated in 10,000 calls of each operation.
func TestGuestAllocatesNothing(t *testing.T) {
	ctx := context.Background()
	w, err := wasm.Load(ctx, hosttest.Build(t, "github.com/parley-rules/parley/hosts/hosttest/testdata/mallocs"), wasm.Options{MaxInstances: 1})
	require.NoError(t, err)
	g, err := hosts.Open(ctx, w)
	require.NoError(t, err)
	defer g.Close()
	step, err := g.Init(ctx, hosts.NewGame{Seats: 3, Seed: hosts.SeedOf(1)})
	require.NoError(t, err)
	mallocs := func() int {
		text, err := g.Describe(ctx, step.Position, core.Spectator)
		require.NoError(t, err)
		n, err := strconv.Atoi(text)
		require.NoError(t, err)
		return n
	}
	moves, err := g.LegalMoves(ctx, step.Position, 0)
	require.NoError(t, err)
	const calls = 10_000
	for name, call := range map[string]func() error{
		"legal_moves": func() error { _, err := g.LegalMoves(ctx, step.Position, 0); return err },
		"apply":       func() error { _, err := g.Apply(ctx, step.Position, 0, moves.At(5), hosts.LookAll(3)); return err },
		"view":        func() error { _, err := g.View(ctx, step.Position, 1); return err },
	} {
		require.NoError(t, call()) // buffers grow
		idle := mallocs()
		idle = mallocs() - idle // what asking costs
		before := mallocs()
		for range calls {
			require.NoError(t, call())
		}
		require.LessOrEqual(t, mallocs()-before-idle, calls/1000, "%s: the runtime may allocate now and then, the rules never", name)
	}
}

// TestMemoryStaysSmall plays real games on one instance.
func TestMemoryStaysSmall(t *testing.T) {
	calls := 1_000_000
	if testing.Short() {
		calls = 50_000
	}
	ctx := context.Background()
	w, err := wasm.Load(ctx, hosttest.Build(t, "github.com/parley-rules/parley/plugins/walktheplank/main"), wasm.Options{MaxInstances: 1})
	require.NoError(t, err)
	g, err := hosts.Open(ctx, w)
	require.NoError(t, err)
	defer g.Close()
	src := core.Source{State: 1}
	var step *hosts.Step
	for n := 0; n < calls; n += 3 {
		if step == nil || step.Outcome != nil {
			step, err = g.Init(ctx, hosts.NewGame{Seats: 3 + src.Below(3), Seed: hosts.SeedOf(src.Uint64())})
			require.NoError(t, err)
		}
		seat := step.Actors.First()
		moves, err := g.LegalMoves(ctx, step.Position, seat)
		require.NoError(t, err)
		_, err = g.View(ctx, step.Position, seat)
		require.NoError(t, err)
		step, err = g.Apply(ctx, step.Position, seat, moves.At(src.Below(moves.Len())), hosts.Look{})
		require.NoError(t, err)
	}
	stats := w.Stats()
	require.GreaterOrEqual(t, stats.Calls, int64(calls))
	require.Less(t, stats.MaxMemory, int64(16<<20))
	require.EqualValues(t, 1, stats.Created)
}
