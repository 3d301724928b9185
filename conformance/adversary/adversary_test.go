package adversary

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/wasm"
)

// onWASM loads modules without leaving anything in the user's cache.
func onWASM(opts wasm.Options) Loader {
	opts.NoCache = true
	return func(ctx context.Context, module []byte) (hosts.Caller, error) {
		m, err := wasm.Load(ctx, module, opts)
		if err != nil {
			return nil, err // not a Caller that holds nil
		}
		return m, nil
	}
}

func TestFolders(t *testing.T) {
	known := map[string]bool{"guest": true, "wabt": true}
	for _, a := range All() {
		require.False(t, known[a.Name], "%s is there twice", a.Name)
		known[a.Name] = true
		require.Greater(t, len(a.Sentence()), 40, a.Name)
		require.NotEmpty(t, a.Variants(), a.Name)
	}
	for _, f := range Faults() {
		require.False(t, known[f.Name], "%s is there twice", f.Name)
		known[f.Name] = true
		require.Greater(t, len(f.Sentence()), 40, f.Name)
	}
	for _, s := range Sabotages() {
		require.False(t, known[s.Name], "%s is there twice", s.Name)
		known[s.Name] = true
		require.Greater(t, len(s.Sentence()), 40, s.Name)
	}
	folders, err := filepath.Glob("*")
	require.NoError(t, err)
	for _, f := range folders {
		if info, err := os.Stat(f); err == nil && info.IsDir() {
			require.True(t, known[f], "the folder %s belongs to no adversary", f)
		}
	}
}

// usage is what this process holds.
type usage struct{ goroutines, files, heap int }

func used() usage {
	runtime.GC()
	runtime.GC() // what finalizers of the first have freed
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	files, _ := os.ReadDir("/proc/self/fd") // nothing where there is no /proc
	return usage{runtime.NumGoroutine(), len(files), int(m.HeapAlloc)}
}

// left requires that nothing is left of what came since: it waits for goroutines that are ending, up to the test's own limit of
// time.
func (u usage) left(t *testing.T) {
	for runtime.NumGoroutine() > u.goroutines {
		runtime.Gosched()
	}
	now := used()
	require.LessOrEqual(t, now.files, u.files, "open files")
	require.Less(t, now.heap, u.heap+8<<20, "bytes on the heap")
}

// TestContainedByWASM: after an adversary nothing is left of it.
func TestContainedByWASM(t *testing.T) {
	script() // which stays
	before := used()
	for _, a := range All() {
		t.Run(a.Name, func(t *testing.T) {
			require.NoError(t, a.Attack(t.Context(), onWASM(wasm.Options{Fuel: 20_000_000}), 2)) // less than by default
		})
		before.left(t)
	}
}
