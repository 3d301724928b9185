package rewrite_test

import (
	"context"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/hosts/hosttest"
	"github.com/parley-rules/parley/hosts/wasm/internal/rewrite"
)

const jackal = "github.com/parley-rules/parley/plugins/jackal/main"

// BenchmarkRewrite rewrites and compiles Jackal by turns, and reports the time to compile over the time to rewrite.
func BenchmarkRewrite(b *testing.B) {
	module := hosttest.Build(b, jackal)
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var ratios, times []float64
	for b.Loop() {
		start := processorTime()
		out, err := rewrite.Structured(module, rewrite.Limits{})
		rewriting := processorTime() - start
		require.NoError(b, err)
		r := wazero.NewRuntime(b.Context())
		start = processorTime()
		_, err = r.CompileModule(b.Context(), out)
		compiling := processorTime() - start
		require.NoError(b, err)
		require.NoError(b, r.Close(b.Context()))
		ratios = append(ratios, float64(compiling)/float64(rewriting))
		times = append(times, rewriting.Seconds()*1000)
	}
	b.ReportMetric(median(ratios), "compile/rewrite")
	b.ReportMetric(median(times), "ms/rewrite")
}

// BenchmarkInstantiate makes instances of Jackal as it was and rewritten, by turns, and reports how much longer it took as it was: to
// instantiate alone, and with _initialize.
func BenchmarkInstantiate(b *testing.B) {
	module := hosttest.Build(b, jackal)
	rewritten, err := rewrite.Module(module, rewrite.Limits{})
	require.NoError(b, err)
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	ctx := context.Background()
	r := wazero.NewRuntime(ctx)
	defer r.Close(ctx)
	wasi_snapshot_preview1.MustInstantiate(ctx, r)
	var code [2]wazero.CompiledModule
	for i, m := range [][]byte{module, rewritten} {
		code[i], err = r.CompileModule(ctx, m)
		require.NoError(b, err)
	}
	config := wazero.NewModuleConfig().WithName("").WithStartFunctions()
	var alone, both []float64
	for b.Loop() {
		var took, all [2]time.Duration
		for i, c := range code {
			start := processorTime()
			in, err := r.InstantiateModule(ctx, c, config)
			took[i] = processorTime() - start
			require.NoError(b, err)
			if i == 1 {
				c := newCounters(in)
				c.fuel.Set(plenty)
			}
			start = processorTime()
			_, err = in.ExportedFunction(abi.InitializeExport).Call(ctx)
			all[i] = took[i] + processorTime() - start
			require.NoError(b, err)
			require.NoError(b, in.Close(ctx))
		}
		alone = append(alone, float64(took[0])/float64(took[1]))
		both = append(both, float64(all[0])/float64(all[1]))
	}
	b.ReportMetric(median(alone), "without/merged")
	b.ReportMetric(median(both), "without/merged+init")
}

func median(x []float64) float64 {
	slices.Sort(x)
	return x[len(x)/2]
}
