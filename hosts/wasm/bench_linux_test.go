package wasm

import (
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/abi"
)

// processorTime is what the process has used on all processors.
func processorTime(b *testing.B) time.Duration {
	var u syscall.Rusage
	require.NoError(b, syscall.Getrusage(syscall.RUSAGE_SELF, &u))
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkFirstLoadOverCache loads a Go module for the first time and from the cache by turns, up to the first answer,
// and reports how much longer the first takes: in processor time, which counts what the compiler does on several
// processors in full, and in wall time.
func BenchmarkFirstLoadOverCache(b *testing.B) {
	module := guest(b, "bare")
	dir := filepath.Join(b.TempDir(), "cache")
	load := func(opts Options) (processor, wall float64) {
		p, w := processorTime(b), time.Now()
		m, err := Load(b.Context(), module, opts)
		require.NoError(b, err)
		require.Equal(b, "bare", call(b, m, abi.Manifest, ""))
		require.NoError(b, m.Close())
		return float64(processorTime(b) - p), float64(time.Since(w))
	}
	load(Options{CacheDir: dir})
	var first, cached [2]float64
	for b.Loop() {
		p, w := load(Options{NoCache: true})
		first[0], first[1] = first[0]+p, first[1]+w
		p, w = load(Options{CacheDir: dir})
		cached[0], cached[1] = cached[0]+p, cached[1]+w
	}
	b.ReportMetric(first[0]/cached[0], "processor-ratio")
	b.ReportMetric(first[1]/cached[1], "wall-ratio")
}
