package wasm

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/hosts"
	asm "github.com/parley-rules/parley/hosts/hosttest/wasmasm"
)

// loadModule loads a module of the tests' own, without a cache.
func loadModule(t testing.TB, module []byte, opts Options) *Module {
	t.Helper()
	opts.NoCache = true
	m, err := Load(t.Context(), module, opts)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, m.Close()) })
	return m
}

func call(t testing.TB, m *Module, op abi.Op, request string) string {
	t.Helper()
	got, err := m.Call(t.Context(), op, []byte(request), nil)
	require.NoError(t, err)
	return string(got)
}

func TestCall(t *testing.T) {
	m := loadModule(t, echoParts().build(), Options{MaxRequest: 100})
	got, err := m.Call(t.Context(), abi.Apply, []byte("hello"), []byte("answer: "))
	require.NoError(t, err)
	require.Equal(t, "answer: hello", string(got))

	longest := strings.Repeat("x", 100)
	require.Equal(t, longest, call(t, m, abi.View, longest))
	before := []byte("before")
	got, err = m.Call(t.Context(), abi.View, []byte(longest+"x"), before)
	var limit *hosts.LimitError
	require.ErrorAs(t, err, &limit)
	require.Equal(t, hosts.LimitError{Kind: "request", Limit: 100, Used: 101}, *limit)
	require.Equal(t, before, got)
	require.EqualValues(t, 2, m.Stats().Calls, "the module did not see it")

	_, err = m.Call(t.Context(), abi.Op(200), nil, nil)
	require.ErrorIs(t, err, hosts.ErrNotOffered)
}

// TestAnEmptyRequest: nothing is written, so that buffer is not asked.
func TestAnEmptyRequest(t *testing.T) {
	p := echoParts()
	p.buffer = [][]byte{asm.Unreachable}
	p.ops["manifest"] = [][]byte{asm.I64Const(requestArea << 32), asm.LocalGet(0), asm.ExtendU, asm.I64Or, asm.I64Const(3), asm.I64Add}
	require.Equal(t, "\x00\x00\x00", call(t, loadModule(t, p.build(), Options{}), abi.Manifest, ""))
}

func TestInfo(t *testing.T) {
	p := echoParts()
	p.module.Import(wasiModule, "sched_yield", "", asm.I32)
	p.ops["resample"], p.ops["describe"] = nil, nil
	module := p.build()
	m := loadModule(t, module, Options{Engine: Interpreter})
	info := m.Info()
	require.Equal(t, "wasm", info.Host)
	require.Regexp(t, `^wazero.* interpreter$`, info.Engine)
	require.Len(t, info.SHA256, 64)
	require.EqualValues(t, len(module), info.Size)
	require.Equal(t, []string{"wasi_snapshot_preview1.sched_yield"}, info.Imports)
	require.Equal(t, []string{"memory", "parley_abi_v1", "_initialize", "buffer", "manifest", "init", "legal_moves", "apply", "view", "playout"}, info.Exports)
	require.Equal(t, []abi.Op{abi.Manifest, abi.Init, abi.LegalMoves, abi.Apply, abi.View, abi.Playout}, info.Offers)
	info.Offers[0] = abi.Describe
	require.Equal(t, abi.Manifest, m.Info().Offers[0], "the caller's copy")
	if compilerSupported() {
		require.Regexp(t, `^wazero.* compiler$`, loadModule(t, module, Options{}).Info().Engine)
	}
}

func TestLoadFile(t *testing.T) {
	module := echoParts().build()
	path := filepath.Join(t.TempDir(), "echo.wasm")
	require.NoError(t, os.WriteFile(path, module, 0o600))
	m, err := LoadFile(t.Context(), path, Options{NoCache: true})
	require.NoError(t, err)
	require.Equal(t, "x", call(t, m, abi.View, "x"))
	require.NoError(t, m.Close())

	_, err = LoadFile(t.Context(), path+".not", Options{NoCache: true})
	require.ErrorIs(t, err, os.ErrNotExist)
	_, err = LoadFile(t.Context(), path, Options{NoCache: true, MaxModule: len(module) - 1})
	var limit *hosts.LimitError
	require.ErrorAs(t, err, &limit)
	require.ErrorContains(t, err, path)
	_, err = LoadFile(t.Context(), path, Options{MaxInstances: -1})
	require.ErrorContains(t, err, "MaxInstances")
}

func TestPinnedModule(t *testing.T) {
	module := echoParts().build()
	info, err := Inspect(module, Options{})
	require.NoError(t, err)
	for _, sum := range []string{info.SHA256, strings.ToUpper(info.SHA256)} {
		require.Equal(t, "x", call(t, loadModule(t, module, Options{SHA256: sum}), abi.View, "x"))
	}
	// Another module, and what is none: nothing is said of it but that it is another.
	for _, other := range [][]byte{counting(echoParts()).build(), nil} {
		_, err = Load(t.Context(), other, Options{SHA256: info.SHA256})
		require.ErrorAs(t, err, new(*hosts.ChecksumError))
		_, err = Inspect(other, Options{SHA256: info.SHA256})
		require.ErrorAs(t, err, new(*hosts.ChecksumError))
	}
}

// TestStartsThatFailForOtherReasons: what the system cannot do is not the module's fault.
func TestStartsThatFailForOtherReasons(t *testing.T) {
	m := loadModule(t, echoParts().build(), Options{MaxFailures: 2, MaxInstances: 1})
	in, err := m.pool.acquire(t.Context())
	require.NoError(t, err)
	start := m.pool.start
	m.pool.start = func(context.Context) (*instance, error) { return nil, os.ErrPermission }
	m.pool.release(in, retired)
	for range 3 {
		_, err = m.Call(t.Context(), abi.View, nil, nil)
		require.ErrorIs(t, err, os.ErrPermission)
		require.NotErrorIs(t, err, hosts.ErrModuleFailing)
	}
	require.EqualValues(t, 3, m.Stats().FailedStarts)
	m.pool.start = func(context.Context) (*instance, error) { return nil, &hosts.TrapError{Op: "_initialize"} }
	for i := range 3 {
		_, err = m.Call(t.Context(), abi.View, nil, nil)
		require.ErrorAs(t, err, new(*hosts.TrapError))
		require.Equal(t, i == 2, errors.Is(err, hosts.ErrModuleFailing))
	}
	m.pool.start = start
	_, err = m.Call(t.Context(), abi.View, nil, nil)
	require.ErrorIs(t, err, hosts.ErrModuleFailing, "until it is loaded again")
}

func TestOptions(t *testing.T) {
	for name, opts := range map[string]Options{
		"Engine":       {Engine: 3},
		"SHA256":       {SHA256: "abcd"},
		"ExactFuel":    {ExactFuel: true, Unmetered: true},
		"MaxFailures":  {MaxFailures: -1},
		"HighWater":    {HighWater: -1},
		"CallTimeout":  {CallTimeout: -1},
		"NoCache":      {NoCache: true, CacheDir: "x"},
		"MaxInstances": {MaxInstances: -1},
		"MemoryLimit":  {MemoryLimit: pageSize - 1},
		"2 GiB":        {MemoryLimit: 2<<30 + 1},
		"MaxRequest":   {MaxRequest: -1},
		"MaxResponse":  {MaxResponse: 1<<30 + 1},
		"MaxOutput":    {MaxOutput: -1},
		"MaxModule":    {MaxModule: -1},
		"MaxFunction":  {MaxFunction: -1},
		"MaxTable":     {MaxTable: -1},
		"MaxCode":      {MaxCode: -1},
		"MaxControl":   {MaxControl: -1},
		"MaxLocals":    {MaxLocals: 50_001},
		"Fuel":         {Fuel: -1},
		"Depth":        {Depth: 1901},
		"CompileTime":  {CompileTimeout: -1},
		"ClockStart":   {Environment: Environment{ClockStart: -1}},
		"ClockStep":    {Environment: Environment{ClockStep: 1e9 + 1}},
		"WallTime":     {Environment: Environment{WallTime: -1}},
	} {
		_, err := Load(t.Context(), echoParts().build(), opts)
		require.ErrorContains(t, err, name)
	}
	opts, err := Options{MemoryLimit: 3*pageSize - 1}.resolved()
	require.NoError(t, err)
	require.EqualValues(t, 2*pageSize, opts.MemoryLimit)
	require.Equal(t, []string{"auto", "compiler", "interpreter", "Engine(9)"}, []string{Auto.String(), Compiler.String(), Interpreter.String(), Engine(9).String()})
}

func TestGoGuests(t *testing.T) {
	for _, engine := range []Engine{Auto, Interpreter} {
		for _, name := range []string{"bare", "full"} {
			t.Run(engine.String()+"/"+name, func(t *testing.T) {
				m := loadGuest(t, name, Options{Engine: engine})
				require.Equal(t, name, call(t, m, abi.Manifest, ""))
				require.Equal(t, "echo", call(t, m, abi.Apply, "echo"))
				_, err := m.Call(t.Context(), abi.Apply, make([]byte, 64<<10+1), nil)
				var limit *hosts.LimitError
				require.ErrorAs(t, err, &limit)
				require.Equal(t, hosts.LimitError{Kind: "request", Used: 64<<10 + 1}, *limit)
				require.ErrorContains(t, err, "send less")
				require.EqualValues(t, 1, m.Stats().Created)
			})
		}
	}
}

func TestWorldOfAGoGuest(t *testing.T) {
	for _, engine := range []Engine{Auto, Interpreter} {
		m := loadGuest(t, "full", Options{Engine: engine})
		require.JSONEq(t, `{"args":0,"env":0,"wall":"2022-01-01T00:00:00Z","hour":true,"stdin":true,"random":true}`,
			call(t, m, abi.Apply, "w"))
	}
}

// TestEnvironment: what depends on the environment, here the order of a map, is the same on every engine and in every
// fresh instance, and another environment shows that it depends.
func TestEnvironment(t *testing.T) {
	orders := func(opts Options) (all []string) {
		m := loadGuest(t, "bare", opts)
		for range 3 {
			all = append(all, call(t, m, abi.View, "m"))
		}
		return all
	}
	want := orders(Options{})
	require.Equal(t, want, orders(Options{}))
	require.Equal(t, want, orders(Options{Engine: Interpreter}))
	require.NotEqual(t, want, orders(Options{Environment: Environment{RandomSeed: 1}}))
	require.Equal(t, want, orders(Options{Environment: Environment{WallTime: 1, ClockStart: 1e15, ClockStep: 5}}))
}

// TestMemoryStaysFlat: a Go module's garbage is collected, also in a long life.
func TestMemoryStaysFlat(t *testing.T) {
	mib, small := 2000, 1_000_000
	if testing.Short() {
		mib, small = 200, 50_000
	}
	for _, c := range []struct {
		request string
		calls   int
	}{{"g", mib}, {"s", small}} {
		m := loadGuest(t, "bare", Options{MaxInstances: 1})
		request, response := []byte(c.request), []byte(nil)
		for range c.calls {
			var err error
			response, err = m.Call(t.Context(), abi.Apply, request, response[:0])
			require.NoError(t, err)
			require.Equal(t, "ok", string(response))
		}
		s := m.Stats()
		require.EqualValues(t, c.calls, s.Calls)
		require.EqualValues(t, 1, s.Created)
		require.Less(t, s.MaxMemory, int64(16<<20))
	}
}
