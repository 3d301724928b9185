package adversary

import (
	"context"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/hosttest"
	"github.com/parley-rules/parley/hosts/process"
	"github.com/parley-rules/parley/hosts/wasm"
)

// TestMain makes the test binary a sandbox's process where a test starts it as one.
func TestMain(m *testing.M) {
	process.ServeIfChild()
	os.Exit(m.Run())
}

// inSandbox runs modules in a process of their own.
func inSandbox(opts process.SandboxOptions) Loader {
	return func(ctx context.Context, module []byte) (hosts.Caller, error) {
		h, err := process.SandboxModule(ctx, "adversary.wasm", module, opts)
		if err != nil {
			return nil, err // not a Caller that holds nil
		}
		return h, nil
	}
}

// TestContainedBySandbox: the process of a module answers as the host of modules does; the errors come out of
// it as they are.
func TestContainedBySandbox(t *testing.T) {
	script() // which stays
	before := used()
	load := inSandbox(process.SandboxOptions{Wasm: wasm.Options{NoCache: true, Fuel: 20_000_000}, MaxProcesses: 1, MaxRestartDelay: time.Millisecond})
	for _, a := range All() {
		t.Run(a.Name, func(t *testing.T) {
			require.NoError(t, a.Attack(t.Context(), load, 1))
		})
	}
	before.left(t)
}

func TestGuestContainedBySandbox(t *testing.T) {
	module := hosttest.Build(t, GuestMain)
	before := used()
	h, err := process.SandboxModule(t.Context(), "adversary.wasm", module, process.SandboxOptions{
		Wasm: wasm.Options{CacheDir: t.TempDir()}, MaxProcesses: 2, CallTimeout: time.Minute, MaxRestartDelay: time.Millisecond,
	})
	require.NoError(t, err)
	g, err := hosts.Open(t.Context(), h)
	require.NoError(t, err)
	attackAll(t, g, func(f *Fault) error { return f.Module }, 1, func(*Fault) bool { return true })
	require.NoError(t, g.Close())
	require.Zero(t, h.Stats().Processes)
	before.left(t)
}
