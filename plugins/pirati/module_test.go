package pirati

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/hosts/hosttest"
	"github.com/parley-rules/parley/hosts/native"
	"github.com/parley-rules/parley/hosts/wasm"
)

// The module gives the same bytes as the rules linked into this test, in whole random games.
func TestModuleEqualsNative(t *testing.T) {
	module, err := wasm.Load(context.Background(), hosttest.Build(t, "github.com/parley-rules/parley/plugins/pirati/main"), wasm.Options{})
	require.NoError(t, err)
	defer module.Close()
	require.Greater(t, hosttest.SameGames(t, native.New(Rules{}), module, 6, 1), 300)
}
