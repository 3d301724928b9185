package jackal

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
	module, err := wasm.Load(context.Background(), hosttest.Build(t, "github.com/parley-rules/parley/plugins/jackal/main"), wasm.Options{})
	require.NoError(t, err)
	defer module.Close()
	require.Greater(t, hosttest.SameGames(t, native.New(Rules{}), module, 4, 1), 1000)
}
