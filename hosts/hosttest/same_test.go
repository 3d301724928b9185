package hosttest_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/hosts/hosttest"
	"github.com/parley-rules/parley/hosts/native"
)

// TestEveryHostEqualsNative: random games give the same bytes on every host. Those that are slow play fewer.
func TestEveryHostEqualsNative(t *testing.T) {
	games := map[string]int{"native": 1, "wasm compiler": 1000, "wasm interpreter": 20, "sandbox": 20, "process": 20}
	for _, name := range []string{"pig", "kuhn", "walk_the_plank"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := testGames[name]
			n := native.New(g.rules)
			for _, host := range everyHost {
				require.NotZero(t, games[host.name], "how many games on %s?", host.name)
				c := host.open(t, g)
				plies := hosttest.SameGames(t, n, c, games[host.name], 1)
				require.GreaterOrEqual(t, plies, 2*games[host.name])
				require.Zero(t, host.lost(c))
				require.NoError(t, c.Close())
			}
			require.NoError(t, n.Close())
		})
	}
}
