package wasm_test

import (
	"context"
	"crypto/ed25519"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/hosttest"
	"github.com/parley-rules/parley/hosts/wasm"
)

// What is not wanted is refused before it is looked at: the limits of the module's parts would refuse these ones too.
func TestTrust(t *testing.T) {
	ctx := context.Background()
	key, other := ed25519.NewKeyFromSeed(make([]byte, 32)), ed25519.NewKeyFromSeed([]byte(strings.Repeat("x", 32)))
	mine := []ed25519.PublicKey{key.Public().(ed25519.PublicKey)}
	module := hosttest.Build(t, "github.com/parley-rules/parley/conformance/games/pig/main")
	signed, err := hosts.Sign(module, key)
	require.NoError(t, err)
	foreign, err := hosts.Sign(module, other)
	require.NoError(t, err)

	m, err := wasm.Load(ctx, signed, wasm.Options{PublicKeys: mine, Engine: wasm.Interpreter})
	require.NoError(t, err)
	sum := m.Info().SHA256
	require.NoError(t, m.Close())
	m, err = wasm.Load(ctx, signed, wasm.Options{SHA256: strings.ToUpper(sum), Engine: wasm.Interpreter})
	require.NoError(t, err)
	require.NoError(t, m.Close())

	_, err = wasm.Load(ctx, module, wasm.Options{SHA256: sum, MaxFunction: 1})
	var differs *hosts.ChecksumError
	require.ErrorAs(t, err, &differs)
	require.Equal(t, sum, differs.Want)
	require.Len(t, differs.Have, 64)
	for _, c := range []struct {
		module []byte
		keys   []ed25519.PublicKey
	}{{module, mine}, {foreign, mine}} {
		_, err = wasm.Load(ctx, c.module, wasm.Options{PublicKeys: c.keys, MaxFunction: 1})
		require.ErrorAs(t, err, new(*hosts.SignatureError))
	}
	_, err = wasm.Load(ctx, signed, wasm.Options{PublicKeys: []ed25519.PublicKey{}})
	require.ErrorContains(t, err, "option PublicKeys is empty")
	_, err = wasm.Load(ctx, signed, wasm.Options{PublicKeys: []ed25519.PublicKey{mine[0], {1, 2}}})
	require.ErrorContains(t, err, "option PublicKeys has 2 bytes at 1")
	_, err = wasm.Load(ctx, module, wasm.Options{SHA256: "12"})
	require.ErrorContains(t, err, "option SHA256")
}
