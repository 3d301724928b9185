package hosts_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/conformance/games/pig"
	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/native"
)

// TestNoCaller: whoever did not look at the error of what makes a caller is told so.
func TestNoCaller(t *testing.T) {
	ctx := context.Background()
	const hint = "look at the error"
	_, err := hosts.Open(ctx, nil)
	require.ErrorContains(t, err, hint)
	_, err = hosts.NewSwap(ctx, nil)
	require.ErrorContains(t, err, hint)
	swap, err := hosts.NewSwap(ctx, native.New(pig.Rules{}))
	require.NoError(t, err)
	require.ErrorContains(t, swap.Swap(ctx, nil), hint)
	g, err := hosts.Open(ctx, swap)
	require.NoError(t, err)
	require.NoError(t, g.Close())
}
