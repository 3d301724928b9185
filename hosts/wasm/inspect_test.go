package wasm

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/hosts"
	asm "github.com/parley-rules/parley/hosts/hosttest/wasmasm"
)

func TestInspect(t *testing.T) {
	p := echoParts()
	p.initialize = [][]byte{asm.I32Const(1)} // which no engine would take: nothing is compiled
	info, err := Inspect(p.build(), Options{})
	require.NoError(t, err)
	require.Contains(t, info.Exports, "parley_abi_v1")
	require.Len(t, info.Offers, 8)

	module := echoParts().build()
	info, err = Inspect(module, Options{Engine: Interpreter})
	require.NoError(t, err)
	m, err := Load(t.Context(), module, Options{Engine: Interpreter, NoCache: true})
	require.NoError(t, err)
	defer m.Close()
	require.Equal(t, m.Info(), info)

	p = echoParts()
	p.marker = ""
	_, err = Inspect(p.build(), Options{})
	require.ErrorAs(t, err, new(*hosts.ABIError))
	_, err = Inspect(module, Options{MaxModule: 10})
	require.ErrorAs(t, err, new(*hosts.LimitError))
	_, err = Inspect(module, Options{Engine: 77})
	require.ErrorContains(t, err, "Engine")
}
