package hosttest_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/hosttest"
	"github.com/parley-rules/parley/hosts/wasm"
)

// A module whose section says something else than the module itself is not loaded.
func TestSectionMustAgree(t *testing.T) {
	ctx := context.Background()
	module := hosttest.Build(t, "github.com/parley-rules/parley/conformance/games/pig/main")
	w, err := wasm.Load(ctx, module, wasm.Options{})
	require.NoError(t, err)
	response, err := w.Call(ctx, abi.Manifest, nil, nil)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	manifest, ok := abi.ManifestIn(response)
	require.True(t, ok)

	packed, err := abi.AppendSection(module, manifest)
	require.NoError(t, err)
	w, err = wasm.Load(ctx, packed, wasm.Options{})
	require.NoError(t, err)
	require.NoError(t, w.Close())
	bare, err := abi.StripSection(packed)
	require.NoError(t, err)
	require.Equal(t, module, bare)

	lie, err := abi.AppendSection(module, append([]byte(nil), manifest[1:]...))
	require.NoError(t, err)
	_, err = wasm.Load(ctx, lie, wasm.Options{})
	var e *hosts.ABIError
	require.ErrorAs(t, err, &e)
	require.ErrorContains(t, err, "pack it again")
}

// Whoever does not look at the error of LoadFile gets an error later on, not a panic.
func TestModuleThatIsNotThere(t *testing.T) {
	module, err := wasm.LoadFile(context.Background(), "no/such/file.wasm", wasm.Options{})
	require.Error(t, err)
	_, err = hosts.Open(context.Background(), module)
	require.ErrorIs(t, err, hosts.ErrClosed)
	require.NoError(t, module.Close())
	require.Empty(t, module.Info().Offers)
}
