package scenario

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/conformance/games/pig"
	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/native"
)

// FuzzScenario reads any text as a scenario file with a base. Either it is refused with a *FormError, or its scenarios run,
// and fail or hold, without harm.
func FuzzScenario(f *testing.F) {
	seeds, err := filepath.Glob("../scenarios/*/*.yaml")
	require.NoError(f, err)
	require.NotEmpty(f, seeds)
	base, err := os.ReadFile("../scenarios/pig/_host.yaml")
	require.NoError(f, err)
	for _, path := range seeds {
		data, err := os.ReadFile(path)
		require.NoError(f, err)
		f.Add(data, base)
	}
	f.Add([]byte(good), []byte("{}"))
	f.Add([]byte("a: &a [*a, !x 1, <<: 2]\n? [b]\n: 1.5\n"), []byte("%YAML 1.1\n---\n- |2\n  x\n...\n"))
	game, err := hosts.Open(context.Background(), native.New(pig.Rules{}))
	require.NoError(f, err)
	f.Cleanup(func() { require.NoError(f, game.Close()) })
	f.Fuzz(func(t *testing.T, text, base []byte) {
		folder := fstest.MapFS{"_host.yaml": &fstest.MapFile{Data: base}, "_nearly_won.yaml": &fstest.MapFile{Data: base}}
		list, err := parse("test.yaml", text, folder)
		if err != nil {
			var form *FormError
			require.True(t, errors.As(err, &form), "%v", err)
			require.Empty(t, list)
			return
		}
		require.NotEmpty(t, list)
		for _, s := range list {
			for _, failure := range Run(context.Background(), game, s) {
				_, err := json.Marshal(failure)
				require.NoError(t, err)
				require.NotEmpty(t, failure.String())
			}
		}
	})
}
