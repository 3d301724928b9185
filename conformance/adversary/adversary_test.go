package adversary

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

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
	known := map[string]bool{"guest": true}
	for _, a := range All() {
		require.False(t, known[a.Name], "%s is there twice", a.Name)
		known[a.Name] = true
		require.Greater(t, len(a.Sentence()), 40, a.Name)
		require.NotEmpty(t, a.Variants(), a.Name)
	}
	folders, err := filepath.Glob("*")
	require.NoError(t, err)
	for _, f := range folders {
		if info, err := os.Stat(f); err == nil && info.IsDir() {
			require.True(t, known[f], "the folder %s belongs to no adversary", f)
		}
	}
}

func TestContainedByWASM(t *testing.T) {
	for _, a := range All() {
		t.Run(a.Name, func(t *testing.T) {
			start := time.Now()
			require.NoError(t, a.Attack(t.Context(), onWASM(wasm.Options{}), 2))
			t.Log(time.Since(start))
		})
	}
}
