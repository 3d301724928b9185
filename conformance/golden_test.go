package conformance_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/conformance/logs"
	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/hosttest"
	"github.com/parley-rules/parley/hosts/native"
	"github.com/parley-rules/parley/hosts/wasm"
)

// mains are the main packages of the games' modules.
var mains = map[string]string{
	"pig":            "github.com/parley-rules/parley/conformance/games/pig/main",
	"kuhn":           "github.com/parley-rules/parley/conformance/games/kuhn/main",
	"pirati":         "github.com/parley-rules/parley/plugins/pirati/main",
	"walk_the_plank": "github.com/parley-rules/parley/plugins/walktheplank/main",

	"ravensburger_pirates": "github.com/parley-rules/parley/plugins/pirates/main",
}

// TestGoldenLogs replays every golden log natively and on both engines of wazero: all digests are equal.
func TestGoldenLogs(t *testing.T) {
	folders, err := os.ReadDir("golden")
	require.NoError(t, err)
	require.Len(t, folders, len(games), "each game has golden logs")
	for _, folder := range folders {
		t.Run(folder.Name(), func(t *testing.T) {
			paths, err := filepath.Glob(filepath.Join("golden", folder.Name(), "*.log"))
			require.NoError(t, err)
			require.NotEmpty(t, paths)
			callers := map[string]hosts.Caller{"native": native.New(games[folder.Name()])}
			module := hosttest.Build(t, mains[folder.Name()])
			for _, engine := range []wasm.Engine{wasm.Compiler, wasm.Interpreter} {
				w, err := wasm.Load(context.Background(), module, wasm.Options{Engine: engine})
				require.NoError(t, err)
				callers[engine.String()] = w
			}
			for name, caller := range callers {
				g, err := hosts.Open(context.Background(), caller)
				require.NoError(t, err)
				for _, path := range paths {
					f, err := os.Open(path)
					require.NoError(t, err)
					log, err := hosts.ReadLog(f)
					require.NoError(t, err, path)
					require.NoError(t, f.Close())
					difference, err := logs.Replay(context.Background(), g, log)
					require.NoError(t, err, "%s on %s", path, name)
					require.Nil(t, difference, "%s on %s", path, name)
				}
				require.NoError(t, g.Close())
			}
		})
	}
}
