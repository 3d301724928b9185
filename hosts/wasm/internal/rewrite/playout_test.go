package rewrite_test

import (
	"context"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/hosttest"
	"github.com/parley-rules/parley/hosts/wasm/internal/rewrite"
)

// guest is an instance of a game's module, rewritten or not, without anything of a host's around it.
type guest struct {
	module      api.Module
	fuel, depth api.MutableGlobal // nil if it is not rewritten
	used        int64             // fuel, in all calls
	stack       [1]uint64
}

const (
	plenty = 1 << 40 // of fuel
	round  = 100     // games
)

func newGuest(tb testing.TB, module []byte) *guest {
	ctx := context.Background()
	r := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfig())
	tb.Cleanup(func() { require.NoError(tb, r.Close(ctx)) })
	wasi_snapshot_preview1.MustInstantiate(ctx, r)
	now := int64(0)
	in, err := r.InstantiateWithConfig(ctx, module, wazero.NewModuleConfig().WithStartFunctions().
		WithNanotime(func() int64 { now++; return now }, 1))
	require.NoError(tb, err)
	g := &guest{module: in}
	if f := in.ExportedGlobal(rewrite.Fuel); f != nil {
		g.fuel, g.depth = f.(api.MutableGlobal), in.ExportedGlobal(rewrite.Depth).(api.MutableGlobal)
	}
	g.refill()
	_, err = in.ExportedFunction(abi.InitializeExport).Call(ctx)
	require.NoError(tb, err)
	return g
}

func (g *guest) refill() {
	if g.fuel != nil {
		g.fuel.Set(plenty)
		g.depth.Set(1000)
	}
}

// Call implements hosts.Caller.
func (g *guest) Call(ctx context.Context, op abi.Op, request, response []byte) ([]byte, error) {
	g.refill()
	if len(request) > 0 {
		g.stack[0] = uint64(len(request))
		if err := g.module.ExportedFunction(abi.BufferExport).CallWithStack(ctx, g.stack[:]); err != nil {
			return nil, err
		}
		g.module.Memory().Write(uint32(g.stack[0]), request)
	}
	g.stack[0] = uint64(len(request))
	if err := g.module.ExportedFunction(op.String()).CallWithStack(ctx, g.stack[:]); err != nil {
		return nil, err
	}
	if g.fuel != nil {
		g.used += plenty - int64(g.fuel.Get())
	}
	answer, _ := g.module.Memory().Read(uint32(g.stack[0]>>32), uint32(g.stack[0]))
	return append(response, answer...), nil
}

// Info implements hosts.Caller.
func (g *guest) Info() hosts.Info { return hosts.Info{Host: "test", Offers: abi.Ops[:]} }

// Close implements hosts.Caller.
func (g *guest) Close() error { return nil }

// playouts plays so many games from a start and returns a sum over what came of them.
func playouts(tb testing.TB, g *hosts.Game, from hosts.Position, games int) (moves int) {
	for i := range games {
		p, err := g.Playout(context.Background(), from, hosts.SeedOf(uint64(i)), 100_000)
		require.NoError(tb, err)
		moves += p.Moves
	}
	return moves
}

// BenchmarkPlayouts plays random games inside a module with and without its counters, by turns, and reports the time with over
// the time without, and the nanoseconds of a unit of fuel.
func BenchmarkPlayouts(b *testing.B) {
	for _, name := range []string{"walktheplank", "jackal"} {
		b.Run(name, func(b *testing.B) {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			module := hosttest.Build(b, "github.com/parley-rules/parley/plugins/"+name+"/main")
			rewritten, err := rewrite.Module(module, rewrite.Limits{})
			require.NoError(b, err)
			with := newGuest(b, rewritten)
			var games [2]*hosts.Game
			var from hosts.Position
			for i, caller := range []hosts.Caller{newGuest(b, module), with} {
				games[i], err = hosts.Open(b.Context(), caller)
				require.NoError(b, err)
				step, err := games[i].Init(b.Context(), hosts.NewGame{Seats: 4, Seed: hosts.SeedOf(1)})
				require.NoError(b, err)
				from = step.Position
			}
			want := playouts(b, games[0], from, round)
			with.used = 0
			require.Equal(b, want, playouts(b, games[1], from, round))
			fuel := with.used
			var ratios, units []float64
			for b.Loop() {
				var took [2]time.Duration
				for i, g := range games {
					start := processorTime()
					require.Equal(b, want, playouts(b, g, from, round))
					took[i] = processorTime() - start
				}
				ratios = append(ratios, float64(took[1])/float64(took[0]))
				units = append(units, float64(took[1])/float64(fuel))
			}
			b.ReportMetric(median(ratios), "with/without")
			b.ReportMetric(slices.Min(units), "ns/unit")
		})
	}
}
