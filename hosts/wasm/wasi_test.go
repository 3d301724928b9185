package wasm

import (
	"bytes"
	"encoding/binary"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tetratelabs/wazero/experimental/wazerotest"

	"github.com/parley-rules/parley/abi"
	asm "github.com/parley-rules/parley/hosts/hosttest/wasmasm"
)

// wasi is a world with a page of memory of its own.
type wasi struct {
	world
	mem *wazerotest.Memory
}

func newWASI(env Environment) *wasi {
	opts, err := Options{Environment: env, MaxOutput: 100}.resolved()
	if err != nil {
		panic(err)
	}
	w := &wasi{world: newWorld(&opts), mem: wazerotest.NewFixedMemory(pageSize)}
	w.stdout.Limit = 100
	return w
}

// do calls a function and returns the error number.
func (w *wasi) do(name string, args ...uint64) uint32 {
	stack := make([]uint64, max(1, len(args)))
	copy(stack, args)
	return wasiFunctions[name].call(&w.world, w.mem, stack)
}

func (w *wasi) u32(at uint32) uint32 { v, _ := w.mem.ReadUint32Le(at); return v }
func (w *wasi) u64(at uint32) uint64 { v, _ := w.mem.ReadUint64Le(at); return v }

// now reads the virtual clock, which costs a step.
func (w *wasi) now(t testing.TB) uint64 {
	require.EqualValues(t, errnoSuccess, w.do("clock_time_get", 1, 0, 8))
	return w.u64(8)
}

func TestClocks(t *testing.T) {
	w := newWASI(Environment{})
	require.EqualValues(t, 1, w.now(t), "the first read")
	require.EqualValues(t, 2, w.now(t))
	for range 2 {
		require.EqualValues(t, 0, w.do("clock_time_get", 0, 1000, 64))
		require.EqualValues(t, 1640995200_000_000_000, w.u64(64), "real time stands still")
	}
	for i, clock := range []uint64{1, 2, 3} {
		require.EqualValues(t, 0, w.do("clock_time_get", clock, math.MaxUint64, 64))
		require.EqualValues(t, 3+i, w.u64(64), "one virtual clock for all, and real time does not advance it")
	}
	require.EqualValues(t, errnoInvalid, w.do("clock_time_get", 4, 0, 64))
	require.EqualValues(t, errnoFault, w.do("clock_time_get", 1, 0, pageSize-7))
	require.EqualValues(t, errnoFault, w.do("clock_time_get", 1, 0, math.MaxUint32))
	require.EqualValues(t, 6, w.now(t), "refused reads do not count")
	require.EqualValues(t, 0, w.do("clock_time_get", 1, 0, pageSize-8))

	w = newWASI(Environment{ClockStart: 1000, ClockStep: 10, WallTime: 5})
	require.EqualValues(t, 1010, w.now(t))
	require.EqualValues(t, 1020, w.now(t))
	require.EqualValues(t, 0, w.do("clock_time_get", 0, 0, 64))
	require.EqualValues(t, 5, w.u64(64))

	w = newWASI(Environment{ClockStart: math.MaxInt64 - 1})
	for range 3 {
		require.EqualValues(t, uint64(math.MaxInt64), w.now(t), "the end of time")
	}
}

func TestRandomBytes(t *testing.T) {
	w := newWASI(Environment{})
	require.EqualValues(t, 0, w.do("random_get", 0, 16))
	// The published first words of SplitMix64 from 0.
	require.EqualValues(t, uint64(0xe220a8397b1dcdaf), w.u64(0))
	require.EqualValues(t, uint64(0x6e789e6aa1b965f4), w.u64(8))
	w.mem.WriteUint64Le(0, 0)
	require.EqualValues(t, 0, w.do("random_get", 0, 3))
	require.EqualValues(t, uint64(0x06c45d188009454f)&0xffffff, w.u64(0), "the low bytes first")
	require.EqualValues(t, 0, w.do("random_get", 0, 8))
	require.EqualValues(t, uint64(0xf88bb8a8724c81ec), w.u64(0), "the rest of a word is dropped")

	require.EqualValues(t, errnoInvalid, w.do("random_get", 0, 65537))
	require.EqualValues(t, errnoFault, w.do("random_get", pageSize-1, 2))
	require.EqualValues(t, errnoFault, w.do("random_get", math.MaxUint32, 2))
	require.EqualValues(t, 0, w.do("random_get", 0, 0))
	require.EqualValues(t, 0, w.do("random_get", pageSize-1, 1))
	require.EqualValues(t, byte(0x1b39896a51a8749b&0xff), w.u32(pageSize-4)>>24, "refusals and empty requests do not advance the stream")
	require.EqualValues(t, 0, w.do("random_get", 0, 65536))

	other := newWASI(Environment{RandomSeed: 1})
	require.EqualValues(t, 0, other.do("random_get", 0, 8))
	require.EqualValues(t, uint64(0x910a2dec89025cc1), other.u64(0))
}

func TestNothingIsThere(t *testing.T) {
	w := newWASI(Environment{})
	for _, name := range []string{"args_sizes_get", "environ_sizes_get"} {
		w.mem.Write(0, bytes.Repeat([]byte{0xee}, 32))
		require.EqualValues(t, 0, w.do(name, 4, 12))
		require.EqualValues(t, []uint32{0xeeeeeeee, 0, 0xeeeeeeee, 0, 0xeeeeeeee}, []uint32{w.u32(0), w.u32(4), w.u32(8), w.u32(12), w.u32(16)})
		require.EqualValues(t, errnoFault, w.do(name, pageSize-3, 0))
		require.EqualValues(t, errnoFault, w.do(name, 0, pageSize-3))
	}
	before := slices.Clone(w.mem.Bytes)
	require.EqualValues(t, 0, w.do("args_get", math.MaxUint32, math.MaxUint32))
	require.EqualValues(t, 0, w.do("environ_get", math.MaxUint32, math.MaxUint32))
	require.EqualValues(t, 0, w.do("sched_yield"))
	for _, name := range []string{"fd_close", "fd_fdstat_get", "fd_fdstat_set_flags", "fd_prestat_dir_name", "fd_prestat_get", "fd_read"} {
		for fd := range uint64(5) {
			require.EqualValues(t, errnoBadFile, w.do(name, fd, 0, 0, 0), name)
		}
	}
	require.Equal(t, before, w.mem.Bytes)
}

func TestWriting(t *testing.T) {
	w := newWASI(Environment{})
	vector := func(at, address, size uint32) {
		w.mem.WriteUint32Le(at, address)
		w.mem.WriteUint32Le(at+4, size)
	}
	w.mem.WriteString(1000, "ahoy there")
	vector(16, 1000, 4)
	vector(24, 1004, 6)
	require.EqualValues(t, 0, w.do("fd_write", 2, 16, 2, 8))
	require.EqualValues(t, 10, w.u32(8))
	require.Equal(t, "ahoy there", w.stderr.Text())
	require.EqualValues(t, 0, w.do("fd_write", 1, 16, 1, 8))
	require.EqualValues(t, 4, w.u32(8))
	require.Equal(t, "ahoy", w.stdout.Text())
	require.EqualValues(t, 0, w.do("fd_write", 1, 16, 0, 8))
	require.EqualValues(t, 0, w.u32(8), "no vectors")

	vector(32, 0, pageSize)
	require.EqualValues(t, 0, w.do("fd_write", 1, 32, 1, 8))
	require.EqualValues(t, pageSize, w.u32(8), "success beyond the cap too")
	require.Equal(t, 100, w.stdout.Len())

	before := w.stderr.Text()
	for fd := range uint64(5) {
		if fd != 1 && fd != 2 {
			require.EqualValues(t, errnoBadFile, w.do("fd_write", fd, math.MaxUint32, math.MaxUint32, 8))
		}
	}
	require.EqualValues(t, errnoInvalid, w.do("fd_write", 2, 16, 1025, 8))
	require.EqualValues(t, errnoFault, w.do("fd_write", 2, pageSize-7, 1, 8))
	require.EqualValues(t, errnoFault, w.do("fd_write", 2, 16, 1, pageSize-3))
	vector(24, pageSize-1, 2)
	require.EqualValues(t, errnoFault, w.do("fd_write", 2, 16, 2, 8), "the second vector is bad: nothing is written")
	require.Equal(t, before, w.stderr.Text())
}

// subscribe writes a subscription at an address.
func (w *wasi) subscribe(at uint32, userdata uint64, tag byte, clock uint32, timeout uint64, flags uint16) {
	w.mem.Write(at, make([]byte, subscriptionSize))
	w.mem.WriteUint64Le(at, userdata)
	w.mem.WriteByte(at+8, tag)
	w.mem.WriteUint32Le(at+16, clock)
	w.mem.WriteUint64Le(at+24, timeout)
	w.mem.WriteUint16Le(at+40, flags)
}

func (w *wasi) event(at uint32) []any {
	b, _ := w.mem.Read(at, eventSize)
	return []any{binary.LittleEndian.Uint64(b), binary.LittleEndian.Uint16(b[8:]), b[10], slices.Max(b[11:])}
}

func TestPolling(t *testing.T) {
	const in, out, count = 1000, 2000, 8
	w := newWASI(Environment{})
	w.subscribe(in, 7, 0, 1, 5000, 0)
	require.EqualValues(t, 0, w.do("poll_oneoff", in, out, 1, count))
	require.EqualValues(t, 1, w.u32(count))
	require.Equal(t, []any{uint64(7), uint16(0), byte(0), byte(0)}, w.event(out))
	require.EqualValues(t, 5001, w.now(t), "sleeping advances the clock")

	// The earliest of three, two of which are due at the same time.
	w.subscribe(in, 1, 0, 1, 900, 0)
	w.subscribe(in+48, 2, 0, 0, 300, 0)
	w.subscribe(in+96, 3, 0, 1, 5301, 1)
	require.EqualValues(t, 0, w.do("poll_oneoff", in, out, 3, count))
	require.EqualValues(t, 2, w.u32(count))
	require.EqualValues(t, 2, w.event(out)[0])
	require.EqualValues(t, 3, w.event(out + 32)[0])
	require.EqualValues(t, 5302, w.now(t))

	// Times that are past are due now; real time never comes nearer.
	w.subscribe(in, 1, 0, 1, 10, 1)
	require.EqualValues(t, 0, w.do("poll_oneoff", in, out, 1, count))
	require.EqualValues(t, 5303, w.now(t))
	w.subscribe(in, 1, 0, 0, DefaultWallTime+50, 1)
	require.EqualValues(t, 0, w.do("poll_oneoff", in, out, 1, count))
	require.EqualValues(t, 5354, w.now(t))
	w.subscribe(in, 1, 0, 0, DefaultWallTime-50, 1)
	require.EqualValues(t, 0, w.do("poll_oneoff", in, out, 1, count))
	require.EqualValues(t, 5355, w.now(t))

	// Files are errors at once, so that no time passes.
	w.subscribe(in, 1, 0, 1, 900, 0)
	w.subscribe(in+48, 2, 1, 0, 0, 0)
	w.subscribe(in+96, 3, 2, 0, 0, 0)
	w.subscribe(in+144, 4, 0, 1, 0, 0)
	require.EqualValues(t, 0, w.do("poll_oneoff", in, out, 4, count))
	require.EqualValues(t, 3, w.u32(count))
	require.Equal(t, []any{uint64(2), uint16(8), byte(1), byte(0)}, w.event(out))
	require.Equal(t, []any{uint64(3), uint16(8), byte(2), byte(0)}, w.event(out+32))
	require.Equal(t, []any{uint64(4), uint16(0), byte(0), byte(0)}, w.event(out+64))
	require.EqualValues(t, 5356, w.now(t))

	// Events over the subscriptions.
	w.subscribe(in, 1, 0, 1, 5, 0)
	w.subscribe(in+48, 2, 0, 1, 5, 0)
	require.EqualValues(t, 0, w.do("poll_oneoff", in, in+20, 2, count))
	require.EqualValues(t, []any{uint64(1), uint16(0), byte(0), byte(0)}, w.event(in+20))
	require.EqualValues(t, []any{uint64(2), uint16(0), byte(0), byte(0)}, w.event(in+52))

	clock := w.clock
	require.EqualValues(t, errnoInvalid, w.do("poll_oneoff", in, out, 0, count))
	require.EqualValues(t, errnoInvalid, w.do("poll_oneoff", in, out, 1025, count))
	require.EqualValues(t, errnoFault, w.do("poll_oneoff", pageSize-47, out, 1, count))
	require.EqualValues(t, errnoFault, w.do("poll_oneoff", in, pageSize-31, 1, count))
	require.EqualValues(t, errnoFault, w.do("poll_oneoff", in, out, 1, pageSize-3))
	w.subscribe(in, 1, 3, 1, 5, 0)
	require.EqualValues(t, errnoInvalid, w.do("poll_oneoff", in, out, 1, count))
	w.subscribe(in, 1, 0, 4, 5, 0)
	require.EqualValues(t, errnoInvalid, w.do("poll_oneoff", in, out, 1, count))
	require.Equal(t, clock, w.clock)

	w.subscribe(in, 1, 0, 1, math.MaxUint64, 0)
	require.EqualValues(t, 0, w.do("poll_oneoff", in, out, 1, count))
	require.EqualValues(t, uint64(math.MaxInt64), w.now(t), "the end of time")
}

// TestWASIOfAModule calls the functions from a module, as it sees them: the arguments in their places, the instance's
// own clock and stream, which start again with a fresh instance.
func TestWASIOfAModule(t *testing.T) {
	p := echoParts()
	clock := p.module.Import(wasiModule, "clock_time_get", asm.I32+asm.I64+asm.I32, asm.I32)
	random := p.module.Import(wasiModule, "random_get", asm.I32+asm.I32, asm.I32)
	read := p.module.Import(wasiModule, "fd_read", asm.I32+asm.I32+asm.I32+asm.I32, asm.I32)
	p.ops["apply"] = slices.Concat([][]byte{
		asm.I32Const(100), asm.I32Const(1), asm.I64Const(0), asm.I32Const(104), asm.Call(clock), asm.I32Store(0),
		asm.I32Const(112), asm.I32Const(116), asm.I32Const(8), asm.Call(random), asm.I32Store(0),
		asm.I32Const(124), asm.I32Const(0), asm.I32Const(0), asm.I32Const(0), asm.I32Const(0), asm.Call(read), asm.I32Store(0),
	}, answer(100, 28))
	p.ops["view"] = [][]byte{asm.Unreachable}
	module := p.build()
	for _, engine := range []Engine{Compiler, Interpreter} {
		m := loadModule(t, module, Options{Engine: engine, MaxInstances: 1})
		for range 2 {
			first := call(t, m, abi.Apply, "x")
			require.Equal(t, "\x00\x00\x00\x00"+"\x01\x00\x00\x00\x00\x00\x00\x00"+"\x00\x00\x00\x00"+"\xaf\xcd\x1d\x7b\x39\xa8\x20\xe2"+"\x08\x00\x00\x00", first)
			require.Equal(t, byte(2), call(t, m, abi.Apply, "x")[4], "the clock goes on")
			_, err := m.Call(t.Context(), abi.View, nil, nil)
			require.Error(t, err)
		}
	}
}

// FuzzWASI: whatever a module passes, nothing panics, and an answer other than success has changed nothing.
func FuzzWASI(f *testing.F) {
	names := make([]string, 0, len(wasiFunctions))
	for name, fn := range wasiFunctions {
		if fn.call != nil {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for i := range names {
		f.Add(byte(i), uint64(1), uint64(16), uint64(2), uint64(8), []byte("\x00\x01\x00\x00\x10\x00\x00\x00"))
		f.Add(byte(i), uint64(1), uint64(1<<32-1), uint64(1<<32-1), uint64(1<<32-1), []byte{})
	}
	f.Fuzz(func(t *testing.T, which byte, a, b, c, d uint64, memory []byte) {
		w := newWASI(Environment{})
		copy(w.mem.Bytes[:min(len(memory), 4096)], memory)
		before := slices.Clone(w.mem.Bytes)
		name := names[int(which)%len(names)]
		if w.do(name, a, b, c, d) == errnoSuccess {
			require.LessOrEqual(t, w.clock, uint64(math.MaxInt64))
			return
		}
		require.True(t, bytes.Equal(before, w.mem.Bytes), name)
		fresh := newWASI(Environment{}).world
		fresh.env = w.env
		require.Equal(t, fresh, w.world, name)
	})
}
