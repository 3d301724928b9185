package hosttest_test

import (
	"context"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/abi/rpc"
	"github.com/parley-rules/parley/conformance/games/kuhn"
	"github.com/parley-rules/parley/conformance/games/pig"
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/hosttest"
	"github.com/parley-rules/parley/hosts/hosttest/testdata/panicky"
	"github.com/parley-rules/parley/hosts/native"
	"github.com/parley-rules/parley/hosts/process"
	"github.com/parley-rules/parley/hosts/wasm"
	"github.com/parley-rules/parley/plugins/walktheplank"
)

const module = "github.com/parley-rules/parley/"

// testGame is a game in all the forms in which hosts run it. As a plugin process it is this test binary, started with
// its name; the processes of sandboxes are this test binary too.
type testGame struct {
	rules core.Rules
	main  string
}

var (
	pigGame     = testGame{pig.Rules{}, module + "conformance/games/pig/main"}
	panickyGame = testGame{panicky.Rules{}, module + "hosts/hosttest/testdata/panicky/main"}
	testGames   = map[string]testGame{
		"pig":            pigGame,
		"panicky":        panickyGame,
		"kuhn":           {kuhn.Rules{}, module + "conformance/games/kuhn/main"},
		"walk_the_plank": {walktheplank.Rules{}, module + "plugins/walktheplank/main"},
	}
)

func TestMain(m *testing.M) {
	process.ServeIfChild()
	if rpc.Hosted() {
		rpc.Serve(testGames[os.Args[1]].rules)
		return
	}
	os.Exit(m.Run())
}

// name is the key of a game in testGames.
func (g testGame) name(t *testing.T) string {
	t.Helper()
	for name, other := range testGames {
		if other.main == g.main {
			return name
		}
	}
	t.Fatal("the game is not in the table")
	return ""
}

// everyHost are the ways of running rules, which must not differ in what a caller sees.
var everyHost = []struct {
	name string
	open func(t *testing.T, g testGame) hosts.Caller
	// lost is how many instances or processes were lost so far.
	lost func(c hosts.Caller) int64
}{
	{"native", func(_ *testing.T, g testGame) hosts.Caller { return native.New(g.rules) }, func(hosts.Caller) int64 { return 0 }},
	{"wasm compiler", openWasm(wasm.Compiler), func(c hosts.Caller) int64 { return c.(*wasm.Module).Stats().Discarded }},
	{"wasm interpreter", openWasm(wasm.Interpreter), func(c hosts.Caller) int64 { return c.(*wasm.Module).Stats().Discarded }},
	{"sandbox", openSandbox, func(c hosts.Caller) int64 { return c.(*process.Host).Stats().Lost }},
	{"process", openProcess, func(c hosts.Caller) int64 { return c.(*process.Host).Stats().Lost }},
}

func openWasm(engine wasm.Engine) func(t *testing.T, g testGame) hosts.Caller {
	return func(t *testing.T, g testGame) hosts.Caller {
		m, err := wasm.Load(context.Background(), hosttest.Build(t, g.main), wasm.Options{Engine: engine})
		require.NoError(t, err)
		return m
	}
}

func openSandbox(t *testing.T, g testGame) hosts.Caller {
	h, err := process.SandboxModule(context.Background(), g.name(t), hosttest.Build(t, g.main), process.SandboxOptions{})
	require.NoError(t, err)
	return h
}

func openProcess(t *testing.T, g testGame) hosts.Caller {
	self, err := os.Executable()
	require.NoError(t, err)
	h, err := process.Open(context.Background(), self, process.Options{Args: []string{g.name(t)}})
	require.NoError(t, err)
	return h
}

// onEveryHost runs a test of a game on all hosts. None may lose an instance, or answer after its end.
func onEveryHost(t *testing.T, g testGame, test func(t *testing.T, c hosts.Caller)) {
	for _, host := range everyHost {
		t.Run(host.name, func(t *testing.T) {
			c := host.open(t, g)
			test(t, c)
			require.Zero(t, host.lost(c), "whatever is asked is answered")
			require.NoError(t, c.Close())
			require.NoError(t, c.Close())
			for _, op := range abi.Ops[:5] {
				response, err := c.Call(context.Background(), op, nil, []byte("kept"))
				require.ErrorIs(t, err, hosts.ErrClosed)
				require.Equal(t, "kept", string(response))
			}
		})
	}
}
