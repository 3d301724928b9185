package wasm

import (
	"context"
	"encoding/binary"
	"math"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/sys"

	"github.com/parley-rules/parley/hosts/internal/printed"
)

// # The world of a module
//
// These are the functions of wasi_snapshot_preview1 that a module may import, and all that they answer. Each answers an
// error number (0 success, 8 bad file, 21 bad address, 28 invalid argument). With another answer than 0 nothing has
// changed: nothing is written, kept or advanced. A range that is not wholly inside the memory is 21, after the checks
// that are named before it.
//
//	function               parameters                        answer
//	args_sizes_get         count, size                       0; writes 0 (u32) at both
//	args_get               pointers, bytes                   0; touches nothing
//	environ_sizes_get      count, size                       0; writes 0 (u32) at both
//	environ_get            pointers, bytes                   0; touches nothing
//	clock_time_get         clock, precision (i64), result    0; writes a u64 of nanoseconds: for clock 0 (real time) always
//	                                                         1640995200000000000 (2022-01-01T00:00:00Z); for 1 (monotonic),
//	                                                         2 and 3 (processor time) the virtual clock, advanced first.
//	                                                         Other clocks: 28
//	sched_yield                                              0
//	poll_oneoff            in, out, n, count                 see below
//	random_get             at, n                             0; writes n bytes of the random stream. n over 65536: 28
//	fd_write               fd, iovs, n, written              0 for fd 1 and 2; writes the sum of the lengths (u32) at
//	                                                         written. The host keeps some of the bytes, and the module
//	                                                         cannot tell how many. Other fd: 8; n over 1024: 28; a sum
//	                                                         over 4294967295: 28
//	fd_read, fd_close, fd_fdstat_get, fd_fdstat_set_flags,
//	fd_prestat_get, fd_prestat_dir_name                      8, whatever the parameters
//	proc_exit              code                              does not return: the call ends with this exit code and the
//	                                                         instance with it
//
// All parameters are i32 but the precision, which is i64. All functions return one i32, but proc_exit none.
//
// The virtual clock belongs to an instance. It is 0 in a fresh one. Each read of clocks 1, 2 and 3 adds 1 and then
// answers, so that the first read is 1; sleeping adds the time slept; real time stands still. It stops at 2^63-1. Other
// host steps must not be used: with 1 ms a read, Go's garbage collector believes that it uses up all the time, gives up
// and lets the memory run out.
//
// The random stream belongs to an instance. It is SplitMix64 from the state 0: a word is
//
//	state += 0x9e3779b97f4a7c15; z = state
//	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
//	z = (z ^ z>>27) * 0x94d049bb133111eb
//	z ^ z>>31
//
// in 64 bits, written little-endian. Each call of random_get begins with a new word; what is left of its last word is
// dropped.
//
// poll_oneoff answers 28 for n = 0 or n over 1024, and for a subscription with a tag over 2 or a clock over 3. Its
// subscriptions of 48 bytes are read before anything is written. A clock subscription (tag 0) has a deadline on the virtual
// clock: now + timeout, or with the flag for absolute time the timeout itself, for clock 0 now + timeout - real time, and never
// before now. If all subscriptions are clocks, the virtual clock is set to the earliest deadline, otherwise it stays. Then an
// event of 32 bytes is written at out for each subscription, in their order, that is a file (tag 1 and 2: error 8) or a
// clock whose deadline has come (error 0): its userdata (u64), the error (u16), the tag (u8), zeros. The number of events
// (u32) goes to count. The answer is 0.

const wasiModule = "wasi_snapshot_preview1"

const (
	errnoSuccess = 0
	errnoBadFile = 8
	errnoFault   = 21
	errnoInvalid = 28

	maxRandom        = 64 << 10
	maxVectors       = 1024
	maxSubscriptions = 1024

	subscriptionSize = 48
	eventSize        = 32
)

// What the functions cost, in units of fuel, before they do the work that is charged. proc_exit is free.
const (
	fuelCall         = 50 // each call
	fuelSubscription = 25 // of poll_oneoff
	fuelVector       = 10 // of fd_write
	bytesWritten     = 64 // of fd_write, in a unit
	bytesDrawn       = 4  // of random_get, in a unit
)

// world is what one instance's WASI functions know.
type world struct {
	meter  *meter
	env    *Environment
	clock  uint64
	random uint64
	stdout printed.Tail
	stderr printed.Tail
}

func newWorld(opts *Options) world {
	w := world{
		meter:  new(meter),
		env:    &opts.Environment,
		clock:  uint64(opts.Environment.ClockStart),
		random: opts.Environment.RandomSeed,
		stderr: printed.Tail{Limit: opts.MaxOutput},
	}
	if opts.Log != nil {
		w.stdout.Limit = opts.MaxOutput
	}
	return w
}

// worldKey is the context key under which a call carries the instance's world to its WASI functions.
type worldKey struct{}

// wasiFunction is a function that a module may import. The parameters are those of the table above.
type wasiFunction struct {
	sig  signature
	call func(w *world, mem api.Memory, stack []uint64) uint32
}

var wasiFunctions = map[string]wasiFunction{
	"args_get":            {signature{i32 + i32, i32}, succeed},
	"args_sizes_get":      {signature{i32 + i32, i32}, emptySizes},
	"clock_time_get":      {signature{i32 + i64 + i32, i32}, (*world).clockTimeGet},
	"environ_get":         {signature{i32 + i32, i32}, succeed},
	"environ_sizes_get":   {signature{i32 + i32, i32}, emptySizes},
	"fd_close":            {signature{i32, i32}, badFile},
	"fd_fdstat_get":       {signature{i32 + i32, i32}, badFile},
	"fd_fdstat_set_flags": {signature{i32 + i32, i32}, badFile},
	"fd_prestat_dir_name": {signature{i32 + i32 + i32, i32}, badFile},
	"fd_prestat_get":      {signature{i32 + i32, i32}, badFile},
	"fd_read":             {signature{i32 + i32 + i32 + i32, i32}, badFile},
	"fd_write":            {signature{i32 + i32 + i32 + i32, i32}, (*world).fdWrite},
	"poll_oneoff":         {signature{i32 + i32 + i32 + i32, i32}, (*world).pollOneoff},
	"proc_exit":           {signature{i32, ""}, nil}, // procExit, which needs the module
	"random_get":          {signature{i32 + i32, i32}, (*world).randomGet},
	"sched_yield":         {signature{"", i32}, succeed},
}

// instantiateWASI makes the functions available in a runtime.
func instantiateWASI(ctx context.Context, r wazero.Runtime) error {
	b := r.NewHostModuleBuilder(wasiModule)
	for name, f := range wasiFunctions {
		fn := api.GoModuleFunc(procExit)
		if call := f.call; call != nil {
			fn = func(ctx context.Context, mod api.Module, stack []uint64) {
				w := ctx.Value(worldKey{}).(*world)
				w.meter.burn(fuelCall)
				stack[0] = uint64(call(w, mod.Memory(), stack))
			}
		}
		b.NewFunctionBuilder().WithGoModuleFunction(fn, []api.ValueType(f.sig.params), []api.ValueType(f.sig.results)).Export(name)
	}
	_, err := b.Instantiate(ctx)
	return err
}

func succeed(*world, api.Memory, []uint64) uint32 { return errnoSuccess }

func badFile(*world, api.Memory, []uint64) uint32 { return errnoBadFile }

// procExit ends the call. Closing the module frees its memory; the panic keeps wazero from running another instruction of it.
func procExit(ctx context.Context, mod api.Module, stack []uint64) {
	code := uint32(stack[0])
	_ = mod.CloseWithExitCode(ctx, code)
	panic(sys.NewExitError(code))
}

func emptySizes(_ *world, mem api.Memory, stack []uint64) uint32 {
	count, size := uint32(stack[0]), uint32(stack[1])
	if !inside(mem, count, 4) || !inside(mem, size, 4) {
		return errnoFault
	}
	mem.WriteUint32Le(count, 0)
	mem.WriteUint32Le(size, 0)
	return errnoSuccess
}

func (w *world) clockTimeGet(mem api.Memory, stack []uint64) uint32 {
	clock, result := uint32(stack[0]), uint32(stack[2])
	if clock > 3 {
		return errnoInvalid
	}
	if !inside(mem, result, 8) {
		return errnoFault
	}
	now := uint64(w.env.WallTime)
	if clock != 0 {
		w.clock = later(w.clock, uint64(w.env.ClockStep))
		now = w.clock
	}
	mem.WriteUint64Le(result, now)
	return errnoSuccess
}

// later adds to a time of the virtual clock, which stops at its end.
func later(now, d uint64) uint64 {
	if d > math.MaxInt64-now {
		return math.MaxInt64
	}
	return now + d
}

func (w *world) randomGet(mem api.Memory, stack []uint64) uint32 {
	at, n := uint32(stack[0]), uint32(stack[1])
	if n > maxRandom {
		return errnoInvalid
	}
	w.meter.burn(uint64(n / bytesDrawn))
	out, ok := mem.Read(at, n)
	if !ok {
		return errnoFault
	}
	var word [8]byte
	for len(out) > 0 {
		w.random += 0x9e3779b97f4a7c15
		z := w.random
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		binary.LittleEndian.PutUint64(word[:], z^z>>31)
		out = out[copy(out, word[:]):]
	}
	return errnoSuccess
}

func (w *world) fdWrite(mem api.Memory, stack []uint64) uint32 {
	fd, at, n, written := uint32(stack[0]), uint32(stack[1]), uint32(stack[2]), uint32(stack[3])
	out := &w.stdout
	switch fd {
	case 1:
	case 2:
		out = &w.stderr
	default:
		return errnoBadFile
	}
	if n > maxVectors {
		return errnoInvalid
	}
	w.meter.burn(uint64(n) * fuelVector)
	vectors, ok := mem.Read(at, 8*n)
	if !ok {
		return errnoFault
	}
	sum := uint64(0)
	for v := vectors; len(v) > 0; v = v[8:] {
		size := binary.LittleEndian.Uint32(v[4:])
		if !inside(mem, binary.LittleEndian.Uint32(v), size) {
			return errnoFault
		}
		sum += uint64(size)
	}
	if sum > math.MaxUint32 {
		return errnoInvalid
	}
	if !inside(mem, written, 4) {
		return errnoFault
	}
	w.meter.burn(sum / bytesWritten)
	for v := vectors; len(v) > 0; v = v[8:] {
		p, _ := mem.Read(binary.LittleEndian.Uint32(v), binary.LittleEndian.Uint32(v[4:]))
		out.Add(p)
	}
	mem.WriteUint32Le(written, uint32(sum))
	return errnoSuccess
}

func (w *world) pollOneoff(mem api.Memory, stack []uint64) uint32 {
	in, out, n, count := uint32(stack[0]), uint32(stack[1]), uint32(stack[2]), uint32(stack[3])
	if n == 0 || n > maxSubscriptions {
		return errnoInvalid
	}
	w.meter.burn(uint64(n) * fuelSubscription)
	view, ok := mem.Read(in, n*subscriptionSize)
	if !ok || !inside(mem, out, n*eventSize) || !inside(mem, count, 4) {
		return errnoFault
	}
	// A copy, since events may be written over the subscriptions.
	subscriptions := append([]byte(nil), view...)
	earliest, files := uint64(math.MaxUint64), false
	for s := subscriptions; len(s) > 0; s = s[subscriptionSize:] {
		deadline, file, ok := w.deadline(w.clock, s)
		if !ok {
			return errnoInvalid
		}
		files = files || file
		earliest = min(earliest, deadline)
	}
	asked := w.clock
	if !files {
		w.clock = earliest
	}
	events := uint32(0)
	for s := subscriptions; len(s) > 0; s = s[subscriptionSize:] {
		deadline, file, _ := w.deadline(asked, s)
		var event [eventSize]byte
		copy(event[:8], s)
		event[10] = s[8]
		switch {
		case file:
			event[8] = errnoBadFile
		case deadline > w.clock:
			continue
		}
		mem.Write(out+events*eventSize, event[:])
		events++
	}
	mem.WriteUint32Le(count, events)
	return errnoSuccess
}

// deadline reads a subscription made at the time now: when it is due on the virtual clock, whether it is one of a file,
// and whether it is valid.
func (w *world) deadline(now uint64, s []byte) (at uint64, file, ok bool) {
	switch s[8] {
	case 0:
	case 1, 2:
		return now, true, true
	default:
		return 0, false, false
	}
	clock := binary.LittleEndian.Uint32(s[16:])
	timeout := binary.LittleEndian.Uint64(s[24:])
	absolute := binary.LittleEndian.Uint16(s[40:])&1 != 0
	if clock > 3 {
		return 0, false, false
	}
	wall := uint64(w.env.WallTime)
	switch {
	case !absolute:
	case clock != 0:
		return min(max(timeout, now), math.MaxInt64), false, true
	case timeout > wall:
		timeout -= wall
	default:
		timeout = 0
	}
	return later(now, timeout), false, true
}

// inside says whether n bytes at address at lie in the memory.
func inside(mem api.Memory, at, n uint32) bool { return uint64(at)+uint64(n) <= uint64(mem.Size()) }
