package conformance_test

import (
	"maps"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/hosts/hosttest"
)

// TestGoldenLogs: each game has a module and golden logs. That these have the same digests on every engine is proved by the
// test of conformance/engines and by `make conform`, which show them to the hosts.
func TestGoldenLogs(t *testing.T) {
	ids := slices.Sorted(maps.Keys(games))
	require.Equal(t, ids, slices.Sorted(maps.Keys(hosttest.Mains(t, "../Makefile"))))
	var have []string
	for _, id := range ids {
		paths, err := filepath.Glob(filepath.Join("golden", id, "*.log"))
		require.NoError(t, err)
		if len(paths) != 0 {
			have = append(have, id)
		}
	}
	require.Equal(t, ids, have)
}
