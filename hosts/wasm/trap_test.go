package wasm

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/hosts"
	asm "github.com/parley-rules/parley/hosts/hosttest/wasmasm"
)

// counting adds to a module that manifest answers how often it was called on this instance, as the length of an answer.
func counting(p *parts) *parts {
	g := p.module.Global(requestArea << 32)
	p.ops["manifest"] = [][]byte{asm.GlobalGet(g), asm.I64Const(1), asm.I64Add, asm.GlobalSet(g), asm.GlobalGet(g)}
	return p
}

// exit adds an import of proc_exit and returns the call.
func exit(p *parts, code int32) [][]byte {
	f := p.module.Import(wasiModule, "proc_exit", asm.I32, "")
	return [][]byte{asm.I32Const(code), asm.Call(f), asm.Unreachable}
}

// grow is a body that grows the memory page by page until it may not, and then runs the rest.
func grow(rest ...[]byte) [][]byte {
	return append([][]byte{asm.Loop, asm.I32Const(1), asm.MemoryGrow, asm.I32Const(-1), asm.I32Eq, asm.I32Eqz, asm.BrIf(0), asm.End}, rest...)
}

// TestBrokenInstances: whatever goes wrong in an operation, the caller gets a typed error, and the next call a new
// instance if the instance may have been harmed.
func TestBrokenInstances(t *testing.T) {
	trapError := func(cause string) func(*testing.T, error) {
		return func(t *testing.T, err error) {
			var trap *hosts.TrapError
			require.ErrorAs(t, err, &trap)
			require.Equal(t, "apply", trap.Op)
			require.Contains(t, trap.Cause, cause)
			require.NotContains(t, trap.Cause, "\n")
		}
	}
	exitError := func(code int) func(*testing.T, error) {
		return func(t *testing.T, err error) {
			var trap *hosts.TrapError
			require.ErrorAs(t, err, &trap)
			require.True(t, trap.Exited)
			require.Equal(t, code, trap.Exit)
		}
	}
	abiError := func(have string) func(*testing.T, error) {
		return func(t *testing.T, err error) {
			var broken *hosts.ABIError
			require.ErrorAs(t, err, &broken)
			require.Contains(t, broken.Have, have)
			require.Equal(t, rebuild, broken.Hint)
		}
	}
	limitError := func(kind string, limit, used int64) func(*testing.T, error) {
		return func(t *testing.T, err error) {
			var l *hosts.LimitError
			require.ErrorAs(t, err, &l)
			require.Equal(t, hosts.LimitError{Kind: kind, Limit: limit, Used: l.Used, Trap: l.Trap}, *l)
			if kind == "fuel" { // how much is asked for at once, the rewriter knows
				require.Greater(t, l.Used, limit)
			} else {
				require.Equal(t, used, l.Used)
			}
			require.Equal(t, kind == "memory" || kind == "depth" || kind == "fuel", l.Trap != nil)
		}
	}
	const end = 2 * pageSize
	for name, c := range map[string]struct {
		change func(p *parts)
		check  func(*testing.T, error)
		stays  bool // the instance is used again
	}{
		"unreachable":   {func(p *parts) { p.ops["apply"] = [][]byte{asm.Unreachable} }, trapError("unreachable"), false},
		"out of bounds": {func(p *parts) { p.ops["apply"] = [][]byte{asm.I32Const(-8), asm.I64Load(0)} }, trapError("out of bounds"), false},
		"recursion without end": {func(p *parts) {
			f := p.module.Func(asm.I32, asm.I64, "", asm.LocalGet(0), asm.Call(0), asm.I64Const(1), asm.I64Add)
			p.ops["apply"] = [][]byte{asm.LocalGet(0), asm.Call(f)}
		}, limitError("depth", 1000, 1001), false},
		"loop without end": {func(p *parts) { p.ops["apply"] = [][]byte{asm.Loop, asm.Br(0), asm.End, asm.Unreachable} },
			limitError("fuel", 20_000, 0), false},
		"exponential calls": {func(p *parts) {
			f := p.module.Func(asm.I32, "", "", asm.LocalGet(0), asm.If,
				asm.LocalGet(0), asm.I32Const(-1), asm.I32Add, asm.Call(0), asm.LocalGet(0), asm.I32Const(-1), asm.I32Add, asm.Call(0), asm.End)
			p.ops["apply"] = append([][]byte{asm.I32Const(100), asm.Call(f)}, answer(0, 1)...)
		}, limitError("fuel", 20_000, 0), false},
		"random bytes without end": {func(p *parts) {
			f := p.module.Import(wasiModule, "random_get", asm.I32+asm.I32, asm.I32)
			p.ops["apply"] = [][]byte{asm.Loop, asm.I32Const(0), asm.I32Const(1 << 16), asm.Call(f), asm.Drop, asm.Br(0), asm.End, asm.Unreachable}
		}, limitError("fuel", 20_000, 0), false},
		"exit 0":                       {func(p *parts) { p.ops["apply"] = exit(p, 0) }, exitError(0), false},
		"exit 1":                       {func(p *parts) { p.ops["apply"] = exit(p, 1) }, exitError(1), false},
		"answer of no bytes":           {func(p *parts) { p.ops["apply"] = answer(requestArea, 0) }, abiError("no bytes"), false},
		"answer at the end":            {func(p *parts) { p.ops["apply"] = answer(end, 1) }, abiError("its memory ends at"), false},
		"answer over the end":          {func(p *parts) { p.ops["apply"] = answer(end-1, 2) }, abiError("its memory ends at"), false},
		"answer far outside":           {func(p *parts) { p.ops["apply"] = answer(0xffff_ffff, 1) }, abiError("its memory ends at"), false},
		"answer past 32 bits":          {func(p *parts) { p.ops["apply"] = answer(0xffff_ffff, 0xffff_ffff) }, abiError("its memory ends at"), false},
		"answer of a negative length":  {func(p *parts) { p.ops["apply"] = answer(requestArea, 0xffff_fff0) }, abiError("its memory ends at"), false},
		"answer larger than the limit": {func(p *parts) { p.ops["apply"] = answer(0, 1001) }, limitError("response", 1000, 1001), false},
		"buffer at the end":            {func(p *parts) { p.buffer = [][]byte{asm.I32Const(end - 4)} }, abiError("buffer"), false},
		"buffer far outside":           {func(p *parts) { p.buffer = [][]byte{asm.I32Const(-1)} }, abiError("buffer"), false},
		"buffer traps": {func(p *parts) { p.buffer = [][]byte{asm.Unreachable} }, func(t *testing.T, err error) {
			var trap *hosts.TrapError
			require.ErrorAs(t, err, &trap)
			require.Equal(t, "buffer", trap.Op)
		}, false},
		"buffer refuses":                 {func(p *parts) { p.buffer = [][]byte{asm.I32Const(0)} }, limitError("request", 0, 5), true},
		"memory without end":             {func(p *parts) { p.ops["apply"] = grow(asm.Unreachable) }, limitError("memory", 4*pageSize, 5*pageSize), false},
		"memory refused, but it goes on": {func(p *parts) { p.ops["apply"] = grow(answer(0, 7)...) }, nil, true},
	} {
		for _, engine := range []Engine{Compiler, Interpreter} {
			t.Run(name+"/"+engine.String(), func(t *testing.T) {
				p := echoParts()
				c.change(p)
				m := loadModule(t, counting(p).build(), Options{Engine: engine, MaxInstances: 1, MaxResponse: 1000, MemoryLimit: 4 * pageSize, HighWater: 4 * pageSize, Fuel: 20_000})
				require.Len(t, call(t, m, abi.Manifest, ""), 1)
				require.Len(t, call(t, m, abi.Manifest, ""), 2)
				for round := range 2 {
					response, err := m.Call(t.Context(), abi.Apply, []byte("hello"), []byte("before"))
					if c.check == nil {
						require.NoError(t, err)
					} else {
						c.check(t, err)
						require.Equal(t, "before", string(response))
					}
					if c.stays {
						require.Len(t, call(t, m, abi.Manifest, ""), 3+round)
						require.EqualValues(t, 1, m.Stats().Created)
						continue
					}
					require.Len(t, call(t, m, abi.Manifest, ""), 1, "a new instance")
					s := m.Stats()
					require.EqualValues(t, round+1, s.Discarded)
					require.EqualValues(t, round+2, s.Created)
					require.Equal(t, 1, s.Instances)
				}
			})
		}
	}
}

func TestFailedStarts(t *testing.T) {
	for name, c := range map[string]struct {
		change func(p *parts)
		op     string
		exited bool
	}{
		"trap in start":        {func(p *parts) { p.module.Start(p.module.Func("", "", "", asm.Unreachable)) }, "start", false},
		"exit in start":        {func(p *parts) { e := exit(p, 0); p.module.Start(p.module.Func("", "", "", e...)) }, "start", true},
		"trap in initialize":   {func(p *parts) { p.initialize = [][]byte{asm.Unreachable} }, "_initialize", false},
		"exit 0 in initialize": {func(p *parts) { p.initialize = exit(p, 0) }, "_initialize", true},
	} {
		for _, engine := range []Engine{Compiler, Interpreter} {
			t.Run(name+"/"+engine.String(), func(t *testing.T) {
				p := echoParts()
				c.change(p)
				_, err := Load(t.Context(), p.build(), Options{Engine: engine, NoCache: true})
				var trap *hosts.TrapError
				require.ErrorAs(t, err, &trap)
				require.Equal(t, c.op, trap.Op)
				require.Equal(t, c.exited, trap.Exited)
				require.NotEmpty(t, trap.Cause)
			})
		}
	}
	t.Run("memory refused in initialize", func(t *testing.T) {
		p := echoParts()
		p.initialize = grow(asm.Unreachable)
		_, err := Load(t.Context(), p.build(), Options{NoCache: true, MemoryLimit: 3 * pageSize})
		var limit *hosts.LimitError
		require.ErrorAs(t, err, &limit)
		require.Equal(t, "memory", limit.Kind)
		require.Equal(t, "_initialize", limit.Trap.Op)
	})
	t.Run("recursion in initialize", func(t *testing.T) {
		p := echoParts()
		p.initialize = [][]byte{asm.Call(p.module.Func("", "", "", asm.Call(0), asm.Call(0)))}
		_, err := Load(t.Context(), p.build(), Options{NoCache: true})
		var limit *hosts.LimitError
		require.ErrorAs(t, err, &limit)
		require.Equal(t, "depth", limit.Kind)
		require.Equal(t, "_initialize", limit.Trap.Op)
	})
	t.Run("loop in start", func(t *testing.T) {
		p := echoParts()
		p.module.Start(p.module.Func("", "", "", asm.Loop, asm.Br(0), asm.End))
		_, err := Load(t.Context(), p.build(), Options{NoCache: true, Fuel: 7})
		var limit *hosts.LimitError
		require.ErrorAs(t, err, &limit)
		require.Equal(t, "fuel", limit.Kind)
		require.EqualValues(t, DefaultFuel, limit.Limit)
		require.Equal(t, "start", limit.Trap.Op)
	})
	t.Run("data outside the memory", func(t *testing.T) {
		p := echoParts()
		p.module.Data(2*pageSize-1, "xy")
		require.Contains(t, refusedToStart(t, p.build()), "cannot be started")
	})
}

func refusedToStart(t *testing.T, module []byte) string {
	_, err := Load(t.Context(), module, Options{NoCache: true})
	var abiErr *hosts.ABIError
	require.ErrorAs(t, err, &abiErr)
	return abiErr.Have
}

func TestGoPanics(t *testing.T) {
	m := loadGuest(t, "bare", Options{MaxInstances: 1})
	for request, want := range map[string]string{
		"n\x01": "panic: runtime error: invalid memory address or nil pointer dereference",
		"i":     "panic: runtime error: index out of range",
		"p":     "panic: pieces of eight",
		"d":     "fatal error: all goroutines are asleep - deadlock!",
	} {
		_, err := m.Call(t.Context(), abi.Apply, []byte(request), nil)
		var trap *hosts.TrapError
		require.ErrorAs(t, err, &trap)
		require.Equal(t, "apply", trap.Op)
		require.Equal(t, "unreachable", trap.Cause)
		require.True(t, strings.HasPrefix(trap.Panic, want), "%q", trap.Panic)
		require.Contains(t, err.Error(), want)
		require.NotEmpty(t, trap.Stack)
		require.Equal(t, "echo", call(t, m, abi.Apply, "echo"))
	}
	require.EqualValues(t, 4, m.Stats().Traps)
}

func TestGoExits(t *testing.T) {
	m := loadGuest(t, "full", Options{MaxInstances: 1})
	for code := range byte(4) {
		_, err := m.Call(t.Context(), abi.Apply, []byte{'x', code}, nil)
		var trap *hosts.TrapError
		require.ErrorAs(t, err, &trap)
		require.True(t, trap.Exited)
		require.EqualValues(t, code, trap.Exit)
		require.Equal(t, "echo", call(t, m, abi.Apply, "echo"))
	}
}

func TestGoOutOfMemory(t *testing.T) {
	m := loadGuest(t, "bare", Options{MaxInstances: 1, MemoryLimit: 16 << 20})
	for _, c := range []struct {
		request, kind string
		limit         int64
		panic         string
	}{{"a", "memory", 16 << 20, "out of memory"}, {"r", "depth", DefaultDepth, ""}} {
		_, err := m.Call(t.Context(), abi.Apply, []byte(c.request), nil)
		var limit *hosts.LimitError
		require.ErrorAs(t, err, &limit)
		require.Equal(t, c.kind, limit.Kind)
		require.Equal(t, c.limit, limit.Limit)
		require.Contains(t, limit.Trap.Panic, c.panic)
		var trap *hosts.TrapError
		require.ErrorAs(t, err, &trap, "the trap is inside the error")
		require.Equal(t, "echo", call(t, m, abi.Apply, "echo"))
	}
	require.LessOrEqual(t, m.Stats().MaxMemory, int64(16<<20))
	require.Greater(t, m.Stats().MaxMemory, int64(12<<20))
}

func TestGoOutOfMemoryAtTheStart(t *testing.T) {
	l, err := scan(guest(t, "bare"))
	require.NoError(t, err)
	for _, c := range []struct {
		limit uint64
		trap  bool
	}{{l.memoryMin - pageSize, false}, {l.memoryMin + pageSize, true}} {
		_, err = Load(t.Context(), guest(t, "bare"), Options{NoCache: true, Engine: Interpreter, MemoryLimit: int64(c.limit)})
		var limit *hosts.LimitError
		require.ErrorAs(t, err, &limit)
		require.Equal(t, "memory", limit.Kind)
		require.Equal(t, c.trap, limit.Trap != nil)
	}
}

func TestOutputIsLogged(t *testing.T) {
	var log bytes.Buffer
	m := loadGuest(t, "full", Options{Log: slog.New(slog.NewTextHandler(&log, nil))})
	require.Equal(t, "ok", call(t, m, abi.Apply, "lahoy\x1b[31m"))
	require.Contains(t, log.String(), `stream=stdout text="stdout says ahoy?[31m"`)
	require.Contains(t, log.String(), `stream=stderr text=`)
	require.Contains(t, log.String(), `stderr says ahoy?[31m`)
	log.Reset()
	call(t, m, abi.Apply, "echo")
	require.Empty(t, log.String())
}

// TestFloodOfOutput: 100 MiB on stderr are taken, and the end of them is in the error.
func TestFloodOfOutput(t *testing.T) {
	p := echoParts()
	write := p.module.Import(wasiModule, "fd_write", asm.I32+asm.I32+asm.I32+asm.I32, asm.I32)
	p.locals = asm.I32
	p.module.Data(16, "\x00\x00\x01\x00\x00\x00\x01\x00") // a vector: 64 KiB at 64 KiB
	p.module.Data(2*pageSize-9, "\nthe end\n")
	p.ops["apply"] = [][]byte{
		asm.Loop,
		asm.I32Const(2), asm.I32Const(16), asm.I32Const(1), asm.I32Const(32), asm.Call(write), asm.Drop,
		asm.LocalGet(1), asm.I32Const(1), asm.I32Add, asm.LocalSet(1),
		asm.I32Const(1600), asm.LocalGet(1), asm.I32GtU, asm.BrIf(0),
		asm.End, asm.Unreachable,
	}
	m := loadModule(t, p.build(), Options{MaxOutput: 5000})
	_, err := m.Call(t.Context(), abi.Apply, []byte("x"), nil)
	var trap *hosts.TrapError
	require.ErrorAs(t, err, &trap)
	require.LessOrEqual(t, len(trap.Panic), 5000)
	require.True(t, strings.HasSuffix(trap.Panic, "\nthe end"))
}
