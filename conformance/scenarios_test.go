package conformance_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/conformance/games/kuhn"
	"github.com/parley-rules/parley/conformance/games/pig"
	"github.com/parley-rules/parley/conformance/scenario"
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/native"
	"github.com/parley-rules/parley/plugins/jackal"
	"github.com/parley-rules/parley/plugins/pirates"
	"github.com/parley-rules/parley/plugins/pirati"
	"github.com/parley-rules/parley/plugins/walktheplank"
)

// games are the games that have scenarios, by the names of their folders.
var games = map[string]core.Rules{
	"pig":            pig.Rules{},
	"kuhn":           kuhn.Rules{},
	"walk_the_plank": walktheplank.Rules{},
	"jackal":         jackal.Rules{},
	"pirati":         pirati.Rules{},

	"ravensburger_pirates": pirates.Rules{},
}

func TestScenarios(t *testing.T) {
	folders, err := os.ReadDir("scenarios")
	require.NoError(t, err)
	require.Len(t, folders, len(games), "each game has a folder of scenarios, and each folder its game")
	for _, folder := range folders {
		t.Run(folder.Name(), func(t *testing.T) {
			rules := games[folder.Name()]
			require.NotNil(t, rules, "no game has this id")
			list, err := scenario.LoadDir(filepath.Join("scenarios", folder.Name()))
			require.NoError(t, err)
			game, err := hosts.Open(context.Background(), native.New(rules))
			require.NoError(t, err)
			t.Cleanup(func() { require.NoError(t, game.Close()) })
			for _, s := range list {
				for _, f := range scenario.Run(context.Background(), game, s) {
					t.Error(f)
				}
			}
		})
	}
}
