package structure_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/conformance/logs"
	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/hosttest"
	"github.com/parley-rules/parley/hosts/wasm"
)

// TestGames replays the golden logs of every game on its structured module.
func TestGames(t *testing.T) {
	ctx := t.Context()
	for id, main := range hosttest.Mains(t, "../../../../Makefile") {
		paths, err := filepath.Glob(filepath.Join("../../../../conformance/golden", id, "*.log"))
		require.NoError(t, err)
		require.NotEmpty(t, paths)
		module, err := wasm.Load(ctx, hosttest.Build(t, main), wasm.Options{NoCache: true})
		require.NoError(t, err)
		g, err := hosts.Open(ctx, module)
		require.NoError(t, err)
		for _, path := range paths {
			f, err := os.Open(path)
			require.NoError(t, err)
			l, err := hosts.ReadLog(f)
			require.NoError(t, f.Close())
			require.NoError(t, err)
			difference, err := logs.Replay(ctx, g, l)
			require.NoError(t, err, path)
			require.Nil(t, difference, path)
		}
		require.NoError(t, module.Close())
	}
}
