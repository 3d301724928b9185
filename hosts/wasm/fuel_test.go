package wasm

import (
	"bytes"
	"context"
	"runtime"
	"runtime/debug"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/hosts"
	asm "github.com/parley-rules/parley/hosts/hosttest/wasmasm"
)

// script is a row of calls of the guest bare, some of which collect garbage.
var script = []string{"s", "g", "echo", "g", "g", "s", "echo", "g", "s"}

// fuels plays the script and returns what each call cost.
func fuels(t *testing.T, m *Module) (all []int64) {
	t.Helper()
	for _, request := range script {
		_, fuel, err := m.CallMetered(t.Context(), abi.Apply, []byte(request), nil)
		require.NoError(t, err)
		require.Positive(t, fuel)
		all = append(all, fuel)
	}
	return all
}

// TestFuelOfTheSameCalls: a row of calls on a fresh instance costs the same on every engine, each time, whether the instance was
// started or made from the image of another.
func TestFuelOfTheSameCalls(t *testing.T) {
	var want []int64
	for _, engine := range []Engine{Compiler, Compiler, Interpreter} {
		m := loadGuest(t, "bare", Options{Engine: engine, MaxInstances: 2})
		require.NotNil(t, m.compiled.image)
		started := fuels(t, m)
		if want == nil {
			want = started
		}
		require.Equal(t, want, started, engine.String())
		first, err := m.pool.acquire(t.Context())
		require.NoError(t, err)
		copied := fuels(t, m)
		m.pool.release(first, healthy)
		require.Equal(t, want, copied, "an instance from the image")
		require.EqualValues(t, 2, m.Stats().Created)
	}
	require.NotEqual(t, want[1], want[3], "a call by itself does not always cost the same")
}

// TestExactFuel: with this option it does, whatever came before.
func TestExactFuel(t *testing.T) {
	of := map[string]int64{}
	for _, engine := range []Engine{Compiler, Interpreter} {
		m := loadGuest(t, "bare", Options{Engine: engine, MaxInstances: 1, ExactFuel: true})
		for range 3 {
			for i, fuel := range fuels(t, m) {
				if of[script[i]] == 0 {
					of[script[i]] = fuel
				}
				require.Equal(t, of[script[i]], fuel, script[i])
			}
		}
		_, err := m.Call(t.Context(), abi.Apply, []byte("p"), nil)
		require.ErrorAs(t, err, new(*hosts.TrapError))
		require.Equal(t, of["s"], fuels(t, m)[0], "after a panic")
	}
	require.Greater(t, of["g"], of["echo"])
}

// TestExactFuelOfTablesThatChange: what cannot be reset is replaced.
func TestExactFuelOfTablesThatChange(t *testing.T) {
	p := counting(echoParts())
	p.module.Table(1)
	p.ops["apply"] = append([][]byte{asm.I32Const(0), asm.RefNullFunc, {0x26, 0}}, answer(requestArea, 1)...)
	m := loadModule(t, p.build(), Options{ExactFuel: true, MaxInstances: 1})
	require.Nil(t, m.compiled.image)
	for range 3 {
		require.Len(t, call(t, m, abi.Manifest, ""), 1)
	}
	require.EqualValues(t, 3, m.Stats().Retired)
	require.Zero(t, m.Stats().Discarded)
}

// TestResetIsExact: memory, globals, the clock, the random stream and the area of requests are as in a fresh instance.
func TestResetIsExact(t *testing.T) {
	for _, name := range []string{"bare", "full"} {
		m := loadGuest(t, name, Options{MaxInstances: 1})
		in, err := m.pool.acquire(t.Context())
		require.NoError(t, err)
		want := in.snapshot()
		want.spans = m.compiled.image.spans
		require.Equal(t, m.compiled.image, want)
		copied, err := newInstance(t.Context(), m.compiled, &m.opts)
		require.NoError(t, err)
		got := copied.snapshot()
		got.spans = want.spans
		require.Equal(t, want, got, "one made from the image")
		copied.close()
		_, _, err = in.call(t.Context(), abi.Apply, []byte("echo"), nil)
		require.NoError(t, err)
		require.NotEqual(t, want.memory, in.snapshot().memory)
		require.True(t, in.restore(m.compiled.image))
		got = in.snapshot()
		got.spans = want.spans
		require.Equal(t, want, got)
		_, grown := in.memory.Grow(1)
		require.True(t, grown)
		require.False(t, in.restore(m.compiled.image), "memory cannot shrink")
		m.pool.release(in, healthy)
	}
}

// TestSpans: what has to be written is what is not zero, or was not before the start.
func TestSpans(t *testing.T) {
	im := &image{memory: make([]byte, 8*spanUnit)}
	im.memory[0], im.memory[3*spanUnit+5], im.memory[5*spanUnit-1], im.memory[8*spanUnit-1] = 1, 1, 1, 1
	im.setSpans([]bool{false, true, false, false})
	require.Equal(t, [][2]uint32{{0, 2 * spanUnit}, {3 * spanUnit, 5 * spanUnit}, {7 * spanUnit, 8 * spanUnit}}, im.spans)

	// A module that zeroes its own data: what is zero in the image must be written all the same.
	p := echoParts()
	p.module.Data(pageSize+8, "ahoy")
	p.initialize = [][]byte{asm.I32Const(pageSize + 8), asm.I32Const(0), asm.I32Store(0), asm.I32Const(2), asm.I32Const(7), asm.I32Store(0)}
	m := loadModule(t, p.build(), Options{})
	in, err := newInstance(t.Context(), m.compiled, &m.opts)
	require.NoError(t, err)
	defer in.close()
	require.Equal(t, m.compiled.image.memory, in.snapshot().memory)
}

// TestHighWater: an instance that keeps too much memory is replaced, which is no fault of anybody.
func TestHighWater(t *testing.T) {
	p := counting(echoParts())
	p.ops["apply"] = append([][]byte{asm.I32Const(2), asm.MemoryGrow, asm.Drop}, answer(requestArea, 1)...)
	m := loadModule(t, p.build(), Options{HighWater: 5 * pageSize, MaxInstances: 1})
	require.Len(t, call(t, m, abi.Manifest, ""), 1)
	call(t, m, abi.Apply, "")
	require.Len(t, call(t, m, abi.Manifest, ""), 2)
	call(t, m, abi.Apply, "")
	require.Len(t, call(t, m, abi.Manifest, ""), 1)
	s := m.Stats()
	require.EqualValues(t, 1, s.Retired)
	require.EqualValues(t, 2, s.Created)
	require.EqualValues(t, 6*pageSize, s.MaxMemory)
	require.Zero(t, s.Failing)

	m = loadModule(t, counting(echoParts()).build(), Options{HighWater: 1, MaxInstances: 1})
	call(t, m, abi.Manifest, "")
	require.Len(t, call(t, m, abi.Manifest, ""), 2, "what a fresh instance has is never too much")
}

// TestUnmetered: without counters nothing is counted, and the answers are the same.
func TestUnmetered(t *testing.T) {
	m := loadGuest(t, "bare", Options{Unmetered: true})
	answer, fuel, err := m.CallMetered(t.Context(), abi.Apply, []byte("echo"), nil)
	require.NoError(t, err)
	require.Equal(t, "echo", string(answer))
	require.Zero(t, fuel)
	require.Zero(t, m.FuelLimit())
	require.Zero(t, m.Stats().Fuel)
	require.EqualValues(t, DefaultFuel, loadGuest(t, "bare", Options{}).FuelLimit())
}

// spinning is a module whose apply never ends, and that answers the rest.
func spinning() []byte {
	p := counting(echoParts())
	p.ops["apply"] = [][]byte{asm.Loop, asm.Br(0), asm.End, asm.Unreachable}
	return p.build()
}

// TestADeadlineEndsTheWait: the caller goes; the instance ends by itself and is replaced.
func TestADeadlineEndsTheWait(t *testing.T) {
	const long = 40 * DefaultFuel // so that a busy machine comes to the deadline first
	runtime.GC()
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // a collection waits for what spins, and all others for the collection
	gone := func(m *Module) {
		for m.Stats().OutOfFuel == 0 || m.Stats().Busy > 0 { // the test's own limit of time ends a call that never ends
			runtime.Gosched()
		}
		require.Len(t, call(t, m, abi.Manifest, ""), 1, "a new instance")
	}
	t.Run("context", func(t *testing.T) {
		m := loadModule(t, spinning(), Options{MaxInstances: 1, Fuel: long})
		ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
		defer cancel()
		response, err := m.Call(ctx, abi.Apply, []byte("x"), []byte("before"))
		require.ErrorIs(t, err, context.DeadlineExceeded)
		require.Equal(t, "before", string(response))
		gone(m)
	})
	t.Run("CallTimeout", func(t *testing.T) {
		m := loadModule(t, spinning(), Options{MaxInstances: 1, CallTimeout: time.Millisecond, Fuel: long})
		_, err := m.Call(t.Context(), abi.Apply, []byte("x"), nil)
		var limit *hosts.LimitError
		require.ErrorAs(t, err, &limit)
		require.Equal(t, hosts.LimitError{Kind: "call time in ms", Limit: 1}, *limit)
		for m.Stats().Busy > 0 { // a new instance might take longer than the call may
			runtime.Gosched()
		}
		require.EqualValues(t, 1, m.Stats().OutOfFuel)
	})
	t.Run("CallTimeout, waiting for the instance", func(t *testing.T) {
		m := loadModule(t, echoParts().build(), Options{MaxInstances: 1, CallTimeout: time.Millisecond})
		in, err := m.pool.acquire(t.Context())
		require.NoError(t, err)
		_, err = m.Call(t.Context(), abi.Apply, nil, nil)
		var limit *hosts.LimitError
		require.ErrorAs(t, err, &limit)
		require.Equal(t, hosts.LimitError{Kind: "call time in ms", Limit: 1}, *limit)
		m.pool.release(in, healthy)
		require.Zero(t, m.Stats().Busy)
	})
	t.Run("in time", func(t *testing.T) {
		m := loadModule(t, echoParts().build(), Options{MaxInstances: 1})
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		request := []byte("hello")
		response, fuel, err := m.CallMetered(ctx, abi.Apply, request, []byte("answer: "))
		require.NoError(t, err)
		require.Equal(t, "answer: hello", string(response))
		require.Positive(t, fuel)
		require.EqualValues(t, 1, m.Stats().Created)
	})
}

// TestFailingModules: a module that only fails is refused, one that sometimes works is not.
func TestFailingModules(t *testing.T) {
	p := counting(echoParts())
	p.ops["apply"] = [][]byte{asm.Unreachable}
	m := loadModule(t, p.build(), Options{MaxFailures: 12, MaxRestartDelay: time.Microsecond})
	fail := func() error {
		_, err := m.Call(t.Context(), abi.Apply, nil, nil)
		require.ErrorAs(t, err, new(*hosts.TrapError))
		return err
	}
	for range 3 {
		for range 11 {
			require.NotErrorIs(t, fail(), hosts.ErrModuleFailing)
		}
		require.Len(t, call(t, m, abi.Manifest, ""), 1, "which is a success")
	}
	for range 12 {
		require.NotErrorIs(t, fail(), hosts.ErrModuleFailing)
	}
	for range 2 {
		require.ErrorIs(t, fail(), hosts.ErrModuleFailing, "with the last failure in it")
		_, err := m.Call(t.Context(), abi.Manifest, nil, nil)
		require.ErrorIs(t, err, hosts.ErrModuleFailing)
	}
	s := m.Stats()
	require.EqualValues(t, 45, s.Panics)
	require.EqualValues(t, 45, s.Traps)
	require.Equal(t, 12, s.Failing)
	require.EqualValues(t, 48, s.Calls)
}

// TestKindsOfTraps: the statistics tell them apart.
func TestKindsOfTraps(t *testing.T) {
	m := loadGuest(t, "full", Options{MaxInstances: 1, MemoryLimit: 16 << 20})
	_, err := m.Call(t.Context(), abi.Apply, []byte{'x', 3}, nil)
	require.Error(t, err)
	require.EqualValues(t, 1, m.Stats().Exits)

	m = loadGuest(t, "bare", Options{MaxInstances: 1, MemoryLimit: 16 << 20})
	for _, request := range []string{"a", "r", "p", "d"} {
		_, err := m.Call(t.Context(), abi.Apply, []byte(request), nil)
		require.Error(t, err)
	}
	s := m.Stats()
	require.Equal(t, []int64{0, 1, 1, 2, 4, 4, 0}, []int64{s.OutOfFuel, s.OutOfMemory, s.TooDeep, s.Panics, s.Traps, s.Discarded, s.Broken})
}

// TestRestartDelay: some failures are free, the rest cost more and more, up to a bound.
func TestRestartDelay(t *testing.T) {
	for _, n := range []int{0, 1, freeFailures} {
		require.Zero(t, restartDelay(n, time.Second))
	}
	for n, want := range map[int]time.Duration{1: time.Millisecond, 2: 2 * time.Millisecond, 5: 16 * time.Millisecond, 11: time.Second, 1 << 20: time.Second} {
		require.Equal(t, want, restartDelay(freeFailures+n, time.Second))
	}
}

// TestSpinningStopsAtOneInstruction: on every engine with the same fuel used, each time.
func TestSpinningStopsAtOneInstruction(t *testing.T) {
	var used []int64
	for _, engine := range []Engine{Compiler, Compiler, Interpreter} {
		m := loadModule(t, spinning(), Options{Engine: engine, Fuel: 100_000})
		_, fuel, err := m.CallMetered(t.Context(), abi.Apply, bytes.Repeat([]byte("x"), 10), nil)
		var limit *hosts.LimitError
		require.ErrorAs(t, err, &limit)
		require.Equal(t, limit.Used, fuel)
		used = append(used, fuel)
	}
	require.Equal(t, used[0], used[1])
	require.Equal(t, used[0], used[2])
}

// TestCosts: what is measured is there, and leaves the module as it was.
func TestCosts(t *testing.T) {
	m := loadModule(t, counting(echoParts()).build(), Options{})
	require.Len(t, call(t, m, abi.Manifest, ""), 1)
	c, err := m.Costs(t.Context(), 3)
	require.NoError(t, err)
	for _, d := range []time.Duration{c.Rewrite, c.Compile, c.Start, c.Copy, c.Reset} {
		require.Positive(t, d)
	}
	require.Len(t, call(t, m, abi.Manifest, ""), 2)
	require.EqualValues(t, 1, m.Stats().Created)

	c, err = loadModule(t, echoParts().build(), Options{Unmetered: true}).Costs(t.Context(), 0)
	require.NoError(t, err)
	require.Equal(t, Costs{Compile: c.Compile, Start: c.Start}, c)
	require.Positive(t, c.Start)
}
