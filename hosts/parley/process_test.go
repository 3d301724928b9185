package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/abi/rpc"
	"github.com/parley-rules/parley/hosts/hosttest"
	"github.com/parley-rules/parley/hosts/process"
)

// TestMain: this test binary is also what the command starts for --host process and --host sandbox.
func TestMain(m *testing.M) {
	process.ServeIfChild()
	if rpc.Hosted() {
		os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

// Every command says the same of a game that runs in this program, in this program as a plugin process, and in a plugin
// process that is built from the game's own main package.
func TestHostProcess(t *testing.T) {
	program := hosttest.BuildProgram(t, "github.com/parley-rules/parley/conformance/games/pig/main")
	log := filepath.Join(t.TempDir(), "pig.log")
	fine(t, "simulate", "pig", "--games", "3", "--seed", "3", "--log", log)
	for _, args := range [][]string{
		{"play", "--seats", "3", "--seed", "7", "--auto"},
		{"perft", "--depth", "3"},
		{"scenario", "../../conformance/scenarios/pig"},
	} {
		want := fine(t, append([]string{args[0], "pig"}, args[1:]...)...)
		require.Equal(t, want, fine(t, append([]string{args[0], "pig", "--host", "process"}, args[1:]...)...))
		require.Equal(t, want, fine(t, append([]string{args[0], program}, args[1:]...)...))
		require.Equal(t, want, fine(t, append([]string{args[0], program, "--host", "process"}, args[1:]...)...))
	}
	for _, module := range [][]string{{"pig", "--host", "process"}, {program}} {
		require.Contains(t, fine(t, append(append([]string{"replay"}, module...), log)...), " 0 differ")
		require.Contains(t, fine(t, append([]string{"replay"}, append(module, goldenLogs(t)...)...)...), " 0 differ")
		require.Contains(t, fine(t, append([]string{"simulate", "--games", "5", "--seed", "3"}, module...)...), "5")
		require.Contains(t, fine(t, append([]string{"bench", "--time", "5ms"}, module...)...), "process")
	}
	require.Contains(t, fine(t, "golden", "kuhn", "--host", "process", "--dir", t.TempDir()), "22 of 22")
	require.Contains(t, fine(t, "verify", "kuhn", "--host", "process", "--quick"), "conformant: kuhn 1.0.0")
}

func goldenLogs(t *testing.T) []string {
	paths, err := filepath.Glob(filepath.Join(goldenOfPig, "*.log"))
	require.NoError(t, err)
	require.NotEmpty(t, paths)
	return paths
}

func TestInspectPlugin(t *testing.T) {
	program := hosttest.BuildProgram(t, "github.com/parley-rules/parley/conformance/games/kuhn/main")
	text := fine(t, "inspect", program)
	for _, want := range []string{"(kuhn), rules 1.0.0", "file " + program, "sha256 ", "a plugin's program (go-plugin", "outside of the sandbox"} {
		require.Contains(t, text, want)
	}
	require.NotContains(t, text, "imports")
	for _, args := range [][]string{{program}, {"kuhn", "--host", "process"}} {
		var m struct {
			Host, Module, SHA256 string
			Size                 int64
			From                 string `json:"manifest_from"`
			Manifest             struct{ Game string }
		}
		require.NoError(t, json.Unmarshal([]byte(fine(t, append([]string{"inspect", "--json"}, args...)...)), &m))
		require.Equal(t, "process", m.Host)
		require.Equal(t, "process", m.From)
		require.Equal(t, "kuhn", m.Manifest.Game)
		require.Len(t, m.SHA256, 64)
		require.Greater(t, m.Size, int64(1<<20))
	}
}

// What does not fit together is wrong use, and the message says what to do.
func TestWrongHost(t *testing.T) {
	module := pigModule(t)
	noName := filepath.Join(t.TempDir(), "module")
	b, err := os.ReadFile(module)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(noName, b, 0o755))
	self, err := os.Executable()
	require.NoError(t, err)
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"inspect", module, "--host", "native"}, "leave --host native out"},
		{[]string{"inspect", module, "--host", "process"}, "leave --host process out"},
		{[]string{"inspect", noName, "--host", "native"}, "leave --host native out"},
		{[]string{"inspect", self, "--host", "native"}, "leave --host native out"},
		{[]string{"inspect", self, "--host", "wasm"}, "leave --host wasm out"},
		{[]string{"inspect", self, "--engine", "interpreter"}, "--engine is for modules"},
		{[]string{"inspect", "pig", "--host", "process", "--engine", "compiler"}, "--engine is for modules"},
		{[]string{"pack", module, "out.wasm", "--host", "process"}, "leave --host process out"},
		{[]string{"inspect", self, "--host", "sandbox"}, "leave --host sandbox out"},
		{[]string{"serve", module}, "--host sandbox"},
		{[]string{"inspect", "pig", "--key", "x"}, "--key is for modules"},
		{[]string{"inspect", "pig", "--sha256", strings.Repeat("0", 64)}, "--sha256 is for files"},
		{[]string{"inspect", module, "--sha256", "12"}, "--sha256 takes 64 hex digits"},
		{[]string{"plugin", "pig"}, "--host process"},
		{[]string{"plugin", "chess"}, "no built-in game"},
	} {
		code, stdout, stderr := parley("", c.args...)
		require.Equal(t, exitUse, code, "%v: %s", c.args, stderr)
		require.Empty(t, stdout)
		require.Contains(t, stderr, c.want)
	}
	require.Contains(t, fine(t, "inspect", noName), "pig")

	// What is no program at all is not taken for one, whatever the host.
	for _, host := range []string{"native", "wasm", "sandbox", "process"} {
		code, _, stderr := parley("", "inspect", "games.go", "--host", host)
		require.Equal(t, exitCheck, code)
		require.Contains(t, stderr, "games.go is neither a .wasm nor a plugin's program")
	}

	// A program that is no plugin is no wrong use, but the work cannot be done.
	text := filepath.Join(t.TempDir(), "text")
	require.NoError(t, os.WriteFile(text, []byte("no program"), 0o755))
	for _, path := range []string{text, "/bin/true"} {
		code, _, stderr := parley("", "inspect", path)
		require.Equal(t, exitCheck, code)
		require.Contains(t, stderr, "go build")
	}
}
