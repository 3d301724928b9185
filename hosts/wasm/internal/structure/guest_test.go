package structure_test

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"

	"github.com/parley-rules/parley/hosts/hosttest"
	"github.com/parley-rules/parley/hosts/wasm/internal/structure"
)

// TestGuest: a program whose goroutines leave functions in the middle and come back prints what it prints natively.
func TestGuest(t *testing.T) {
	const guest = "./testdata/guest"
	want, err := exec.Command("go", "run", guest).Output()
	require.NoError(t, err)
	file := filepath.Join(t.TempDir(), "guest.wasm")
	build := exec.Command("go", "build", "-o", file, guest)
	build.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm")
	text, err := build.CombinedOutput()
	require.NoError(t, err, "%s", text)
	module, err := os.ReadFile(file)
	require.NoError(t, err)
	out, _, err := structure.Module(module)
	require.NoError(t, err)
	require.Equal(t, string(want), output(t, module))
	require.Equal(t, string(want), output(t, out))
}

// output is what a program prints.
func output(t *testing.T, module []byte) string {
	ctx := context.Background()
	r := wazero.NewRuntime(ctx)
	defer r.Close(ctx)
	wasi_snapshot_preview1.MustInstantiate(ctx, r)
	var stdout, stderr bytes.Buffer
	_, err := r.InstantiateWithConfig(ctx, module, wazero.NewModuleConfig().WithStdout(&stdout).WithStderr(&stderr).WithSysNanotime())
	require.NoError(t, err, stderr.String())
	return stdout.String()
}

// TestOurModules: the code of Go's compiler has the shape. If this fails with a new toolchain, look at what has become of the shape.
func TestOurModules(t *testing.T) {
	ctx := context.Background()
	for id, main := range hosttest.Mains(t, "../../../../Makefile") {
		module := hosttest.Build(t, main)
		out, stats, err := structure.Module(module)
		require.NoError(t, err, id)
		again, _, err := structure.Module(module)
		require.NoError(t, err)
		require.True(t, bytes.Equal(out, again), id)
		jumping := stats.Functions - stats.Skipped[structure.Straight]
		require.GreaterOrEqual(t, stats.Structured*100, jumping*85, "%s: %v", id, stats)
		require.Less(t, stats.Skipped[structure.Straight]*100, stats.Functions*30, "%s: %v", id, stats)
		require.GreaterOrEqual(t, stats.Kept*100, stats.Calls*85, "%s: %v", id, stats)
		r := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfigInterpreter())
		_, err = r.CompileModule(ctx, out)
		require.NoError(t, err, id)
		require.NoError(t, r.Close(ctx))
	}
}
