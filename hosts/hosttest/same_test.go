package hosttest_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/conformance/games/kuhn"
	"github.com/parley-rules/parley/conformance/games/pig"
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/hosts/hosttest"
	"github.com/parley-rules/parley/hosts/native"
	"github.com/parley-rules/parley/hosts/wasm"
	"github.com/parley-rules/parley/plugins/walktheplank"
)

// TestNativeEqualsWasm: 1,000 random games of each game give the same bytes natively and in wazero's compiler, and some
// in its interpreter.
func TestNativeEqualsWasm(t *testing.T) {
	for _, game := range []struct {
		rules core.Rules
		main  string
	}{
		{pig.Rules{}, "github.com/parley-rules/parley/conformance/games/pig/main"},
		{kuhn.Rules{}, "github.com/parley-rules/parley/conformance/games/kuhn/main"},
		{walktheplank.Rules{}, "github.com/parley-rules/parley/plugins/walktheplank/main"},
	} {
		t.Run(game.rules.Manifest().Game, func(t *testing.T) {
			t.Parallel()
			module := hosttest.Build(t, game.main)
			n := native.New(game.rules)
			for _, engine := range []struct {
				engine wasm.Engine
				games  int
			}{{wasm.Compiler, 1000}, {wasm.Interpreter, 20}} {
				w, err := wasm.Load(context.Background(), module, wasm.Options{Engine: engine.engine})
				require.NoError(t, err)
				plies := hosttest.SameGames(t, n, w, engine.games, 1)
				require.GreaterOrEqual(t, plies, 2*engine.games)
				require.NoError(t, w.Close())
			}
			require.NoError(t, n.Close())
		})
	}
}
