package adversary

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/wasm"
)

// TestSpinnersAreStoppedInTime: with the fuel that there is by default each of them takes less than half a second, and ends with
// the same fuel every time, in both engines.
func TestSpinnersAreStoppedInTime(t *testing.T) {
	spent := func(t *testing.T, module []byte, opts wasm.Options) (int64, time.Duration) {
		c, err := onWASM(opts)(t.Context(), module)
		require.NoError(t, err)
		before := processorTime()
		_, err = c.Call(t.Context(), abi.Apply, []byte("x"), nil)
		took := processorTime() - before
		var limit *hosts.LimitError
		require.ErrorAs(t, err, &limit)
		require.Equal(t, "fuel", limit.Kind)
		require.NoError(t, c.Close())
		return limit.Used, took
	}
	for _, a := range All() {
		if !strings.HasPrefix(a.Name, "spin") || a.Refused() {
			continue
		}
		for _, v := range a.variants {
			t.Run(a.Name+"/"+v.name, func(t *testing.T) {
				module := v.module()
				used, took := spent(t, module, wasm.Options{})
				require.Less(t, took, time.Second/2)
				again, _ := spent(t, module, wasm.Options{})
				require.Equal(t, used, again)
				short := wasm.Options{Fuel: 200_000}
				used, _ = spent(t, module, short)
				short.Engine = wasm.Interpreter
				again, _ = spent(t, module, short)
				require.Equal(t, used, again, "the interpreter")
			})
		}
	}
}
