package jackal_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/conformance/scenario"
	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/native"
)

// The scenarios hold for the model too, those apart that are about setups that are refused, which it trusts.
func TestModelRunsScenarios(t *testing.T) {
	list, err := scenario.LoadDir("../../conformance/scenarios/jackal")
	require.NoError(t, err)
	game, err := hosts.Open(context.Background(), native.New(modelRules{}))
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, game.Close()) })
	ran := 0
	for _, s := range list {
		if strings.HasPrefix(filepath.Base(s.File), "setup-refused") {
			continue
		}
		ran++
		for _, f := range scenario.Run(context.Background(), game, s) {
			t.Error(f)
		}
	}
	require.Greater(t, ran, 100)
}
