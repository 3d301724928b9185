package wasm

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/abi"
	asm "github.com/parley-rules/parley/hosts/hosttest/wasmasm"
)

// addressSpace is what the process has mapped, in KiB.
func addressSpace(t *testing.T) (kib int) {
	status, err := os.ReadFile("/proc/self/status")
	require.NoError(t, err)
	_, rest, found := strings.Cut(string(status), "VmSize:")
	require.True(t, found)
	_, err = fmt.Sscan(rest, &kib)
	require.NoError(t, err)
	return kib
}

// TestReservedMemoryIsFreed: instances that end well, trap, exit or never start leave no address space behind.
func TestReservedMemoryIsFreed(t *testing.T) {
	bad := echoParts()
	bad.module.Start(bad.module.Func("", "", "", asm.Unreachable))
	never := bad.build()
	p := echoParts()
	p.ops["apply"] = [][]byte{asm.Unreachable}
	p.ops["view"] = exit(p, 1)
	module := p.build()
	round := func() {
		_, err := Load(t.Context(), never, Options{NoCache: true, Engine: Interpreter, MemoryLimit: 1 << 30})
		require.Error(t, err)
		m, err := Load(t.Context(), module, Options{NoCache: true, Engine: Interpreter, MemoryLimit: 1 << 30, MaxInstances: 2})
		require.NoError(t, err)
		for _, op := range []abi.Op{abi.Init, abi.Apply, abi.Init, abi.View} {
			_, err := m.Call(t.Context(), op, []byte("x"), nil)
			require.Equal(t, op == abi.Init, err == nil)
		}
		require.NoError(t, m.Close())
	}
	round()
	before := addressSpace(t)
	const rounds = 20
	for range rounds {
		round()
	}
	// Every leak would be 1 GiB a round; the allowance is for Go's own heap.
	require.Less(t, addressSpace(t)-before, rounds/2<<20)
}
