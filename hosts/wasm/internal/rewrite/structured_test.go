package rewrite_test

import (
	"sort"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/hosts/hosttest"
	"github.com/parley-rules/parley/hosts/wasm/internal/rewrite"
)

// TestStructured: the limits that a module just keeps are no less for its copies; functions that would go over one have none.
func TestStructured(t *testing.T) {
	module := hosttest.Build(t, jackal)
	plain, err := rewrite.Module(module, rewrite.Limits{})
	require.NoError(t, err)
	structured, err := rewrite.Structured(module, rewrite.Limits{})
	require.NoError(t, err)
	again, err := rewrite.Structured(module, rewrite.Limits{Function: 10 * rewrite.DefaultFunction, Control: 10 * rewrite.DefaultControl})
	require.NoError(t, err)
	require.Equal(t, structured, again, "all functions of this game have room for their copies")

	for _, limits := range []func(n int) rewrite.Limits{
		func(n int) rewrite.Limits { return rewrite.Limits{Function: n} },
		func(n int) rewrite.Limits { return rewrite.Limits{Control: n} },
		func(n int) rewrite.Limits { return rewrite.Limits{Loops: n} },
	} {
		least := 1 + sort.Search(1<<16, func(n int) bool {
			_, err := rewrite.Module(module, limits(n+1))
			return err == nil
		})
		out, err := rewrite.Structured(module, limits(least))
		require.NoError(t, err)
		require.Greater(t, len(out), len(plain))
		require.Less(t, len(out), len(structured), "%+v", limits(least))
		if least == 1 { // 0 is the default
			continue
		}
		_, plainErr := rewrite.Module(module, limits(least-1))
		_, err = rewrite.Structured(module, limits(least-1))
		require.Error(t, err)
		require.Equal(t, plainErr, err)
	}
}
