package structure_test

import (
	"context"
	"hash/crc32"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tetratelabs/wazero"

	asm "github.com/parley-rules/parley/hosts/hosttest/wasmasm"
	"github.com/parley-rules/parley/hosts/wasm/internal/structure"
)

// The globals of the modules that are made here: the stack pointer, the steps that are left, and what was done so far.
const gStack, gSteps, gDone = 0, 1, 2

// get and set take one of the latter two as an i32.
func get(g uint32) []byte { return asm.Cat(asm.GlobalGet(g), op(0xa7)) }
func set(g uint32) []byte { return asm.Cat(op(0xad), asm.GlobalSet(g)) }

func op(b ...byte) []byte { return b }

// note mixes a number into what was done.
func note(n int) []byte {
	return asm.Cat(get(gDone), asm.I32Const(31), op(0x6c), asm.I32Const(int32(n)), op(0x6a), set(gDone))
}

// chance is 0 or another number by what was done so far.
func chance(bit int) []byte {
	return asm.Cat(get(gDone), asm.I32Const(int32(bit)), op(0x76), asm.I32Const(1), op(0x71))
}

// made is a function of the shape that Go's compiler gives them.
type made struct {
	numbers  []int // the segments by number
	unwinds  bool
	segments [][]part
}

// part is a piece of a segment. It is told how to name the loop and the block that unwinds from so many blocks of its own.
type part = func(label, unwind func(depth int) uint32) []byte

func plain(code ...[]byte) part {
	return func(_, _ func(int) uint32) []byte { return asm.Cat(code...) }
}

// jump goes to a number.
func jump(number int) part {
	return func(label, _ func(int) uint32) []byte {
		return asm.Cat(asm.I32Const(int32(number)), asm.LocalSet(0), asm.Br(label(0)))
	}
}

// jumpIf goes to a number if there is something on the stack.
func jumpIf(condition []byte, number int) part {
	return func(label, _ func(int) uint32) []byte {
		return asm.Cat(condition, op(0x04, 0x40), asm.I32Const(int32(number)), asm.LocalSet(0), asm.Br(label(1)), asm.End)
	}
}

// call calls a function that answers 1 if this one is to unwind; callAt calls it by its place in the table.
func call(f uint32) part {
	return func(_, unwind func(int) uint32) []byte {
		return asm.Cat(asm.I32Const(0), asm.Call(f), asm.BrIf(unwind(0)))
	}
}

// goCall and goCallAt do as Go's compiler does: the address to return to is stored below the stack, and the stack pointer is taken anew.
func goCall(f uint32) part {
	return func(_, unwind func(int) uint32) []byte {
		return asm.Cat(push, asm.I32Const(0), asm.Call(f), asm.GlobalGet(gStack), asm.LocalSet(1), asm.BrIf(unwind(0)))
	}
}

func goCallAt(t, place uint32) part {
	return func(_, unwind func(int) uint32) []byte {
		return asm.Cat(asm.I64Const(int64(place)), push, op(0xa7), asm.LocalSet(0), asm.I32Const(0), asm.LocalGet(0), asm.CallIndirect(t),
			asm.GlobalGet(gStack), asm.LocalSet(1), asm.BrIf(unwind(0)))
	}
}

// panicIf calls a function that does not return if there is something on the stack.
func panicIf(condition []byte, f uint32) part {
	return func(_, unwind func(int) uint32) []byte {
		return asm.Cat(condition, op(0x04, 0x40), push, asm.I32Const(0), asm.Call(f), asm.GlobalGet(gStack), asm.LocalSet(1), asm.BrIf(unwind(1)), asm.End)
	}
}

var push = asm.Cat(asm.LocalGet(1), asm.I32Const(8), op(0x6b), op(0x22, 1), asm.GlobalSet(gStack), asm.LocalGet(1), asm.I64Const(77), asm.I64Store(0))

func callAt(t, place uint32) part {
	return func(_, unwind func(int) uint32) []byte {
		return asm.Cat(asm.I64Const(int64(place)), op(0xa7), asm.LocalSet(0), asm.I32Const(0), asm.LocalGet(0), asm.CallIndirect(t), asm.BrIf(unwind(0)))
	}
}

// code is the function's code. Locals are 0 (the number), 1 (the stack pointer) and 2.
func (m *made) code() []byte {
	out := asm.Cat(asm.GlobalGet(gStack), asm.LocalSet(1))
	if m.unwinds {
		out = asm.Cat(out, op(0x02, 0x40))
	}
	out = asm.Cat(out, op(0x03, 0x40))
	for range m.segments {
		out = asm.Cat(out, op(0x02, 0x40))
	}
	out = asm.Cat(out, asm.LocalGet(0), op(0x0e), asm.U32(uint32(len(m.numbers)-1)))
	for _, n := range m.numbers {
		out = asm.Cat(out, asm.U32(uint32(n)))
	}
	out = asm.Cat(out, asm.End)
	for i, parts := range m.segments {
		outer := uint32(len(m.segments) - 1 - i)
		for _, p := range parts {
			out = asm.Cat(out, p(func(depth int) uint32 { return uint32(depth) + outer }, func(depth int) uint32 { return uint32(depth) + outer + 1 }))
		}
		out = asm.Cat(out, asm.End)
	}
	out = asm.Cat(out, asm.Unreachable)
	if m.unwinds {
		out = asm.Cat(out, asm.End, asm.I32Const(1))
	}
	return out
}

// module has the function as f. It has two helpers: one answers 1 now and then, and otherwise takes the stack pointer up, now and then
// too far; one never returns 0; one, behind it, looks as if it did not.
func module(make func(helper, panics, t uint32) *made) []byte {
	m := new(asm.Module)
	m.GlobalI32(1 << 12)
	m.Global(0)
	m.Global(0)
	m.Memory(1)
	m.Table(2)
	m.Import("host", "nothing", asm.I32, asm.I32)
	up := asm.Cat(asm.GlobalGet(gStack), asm.I32Const(8), op(0x6a), asm.GlobalSet(gStack))
	helper := m.Func(asm.I32, asm.I32, asm.I32, note(7), up, chance(5), op(0x04, 0x40), chance(6), op(0x04, 0x40), up, asm.End, asm.End,
		get(gDone), asm.I32Const(7), op(0x71, 0x45))
	panics := m.Func(asm.I32, asm.I32, asm.I32, asm.GlobalGet(gStack), asm.LocalSet(1), op(0x02, 0x40), note(9), asm.I32Const(1), asm.BrIf(0),
		asm.Unreachable, asm.End, asm.I32Const(1))
	m.Func(asm.I32, asm.I32, asm.I32, asm.GlobalGet(gStack), asm.LocalSet(1), op(0x02, 0x40), note(2), chance(2), op(0x04, 0x40), up, asm.I32Const(0), asm.Br(2),
		asm.End, asm.I32Const(1), asm.BrIf(0), asm.Unreachable, asm.End, asm.I32Const(1))
	m.Element(1, helper)
	f := make(helper, panics, m.Type(asm.I32, asm.I32))
	m.Export("f", asm.Function, m.Func(asm.I32, asm.I32, asm.I32+asm.I32, f.code()))
	m.Export("stack", asm.Global, gStack)
	m.Export("steps", asm.Global, gSteps)
	m.Export("done", asm.Global, gDone)
	m.Export("memory", asm.Memory, 0)
	return m.Bytes()
}

// byChance makes a function of segments that jump as they like.
func byChance(seed uint64) []byte {
	r := rand.New(rand.NewPCG(seed, 1))
	return module(func(helper, panics, t uint32) *made {
		m := &made{unwinds: r.IntN(4) > 0}
		n := 1 + r.IntN(1+r.IntN(20))
		for i := range n {
			for range 1 + r.IntN(2) {
				m.numbers = append(m.numbers, i)
			}
		}
		m.numbers = append(m.numbers, n-1)
		anywhere := func(i int) int {
			if r.IntN(3) > 0 { // mostly a little way, as compilers do
				return min(len(m.numbers)-1, max(0, i+r.IntN(6)-1))
			}
			return r.IntN(len(m.numbers))
		}
		loops := false
		forgets := r.IntN(2) == 0 // as a function of Go's compiler that is resumed, it finds nothing in its locals
		for i := range n {
			begin := asm.Cat(note(i), asm.LocalGet(1), get(gDone), op(0x6a), set(gDone))
			if forgets {
				begin = asm.Cat(begin, get(gDone), asm.LocalSet(2))
			}
			parts := []part{plain(begin, asm.LocalGet(2), asm.I32Const(1), op(0x6a), asm.LocalSet(2), asm.LocalGet(2), get(gDone), op(0x6a), set(gDone),
				get(gSteps), asm.I32Const(1), op(0x6b), set(gSteps), get(gSteps), op(0x45), op(0x04, 0x40), asm.I32Const(0), op(0x0f), asm.End)}
			for range r.IntN(3) {
				if r.IntN(8) == 0 {
					parts = append(parts, plain(op(0x02, 0x40), chance(3), asm.BrIf(0), note(5), asm.End))
				}
				parts = append(parts, jumpIf(chance(r.IntN(6)), anywhere(i)))
				loops = true
				if m.unwinds && r.IntN(4) == 0 {
					parts = append(parts, panicIf(chance(r.IntN(8)), panics+uint32(r.IntN(2))))
				}
			}
			if m.unwinds && r.IntN(3) > 0 {
				parts = append(parts, [...]part{call(helper), callAt(t, 1), call(panics), goCall(helper), goCallAt(t, 1), goCall(panics + 1)}[r.IntN(6)])
				if r.IntN(3) == 0 {
					parts = append(parts, plain(note(4)))
				}
				if r.IntN(3) > 0 {
					m.segments = append(m.segments, parts)
					continue
				}
			}
			switch r.IntN(6) {
			case 0:
				parts = append(parts, jump(anywhere(i)))
				loops = true
			case 1:
				parts = append(parts, plain(asm.I32Const(0), op(0x0f)))
			case 2:
				parts = append(parts, jump(anywhere(i)), plain(op(0x02, 0x40), note(3), asm.End, asm.Unreachable))
				loops = true
			case 3:
				if r.IntN(4) == 0 {
					parts = append(parts, plain(asm.Unreachable))
				}
			}
			m.segments = append(m.segments, parts)
		}
		if !loops {
			m.segments[0] = slices.Insert(m.segments[0], 1, jumpIf(chance(0), 0))
		}
		return m
	})
}

// results are what the calls of f with every number leave.
func results(t *testing.T, r wazero.Runtime, module []byte) (all []uint64) {
	ctx := context.Background()
	in, err := r.InstantiateWithConfig(ctx, module, wazero.NewModuleConfig().WithName(""))
	require.NoError(t, err)
	defer in.Close(ctx)
	type global interface{ Set(uint64) }
	for number := range uint64(45) {
		for seed := range uint64(6) {
			in.ExportedGlobal("stack").(global).Set(1 << 12)
			in.ExportedGlobal("steps").(global).Set(150)
			in.ExportedGlobal("done").(global).Set(seed * 0x1234567)
			out, err := in.ExportedFunction("f").Call(ctx, number)
			if err != nil {
				out = []uint64{99}
			}
			memory, ok := in.ExportedMemory("memory").Read(0, 1<<13)
			require.True(t, ok)
			all = append(all, uint64(crc32.ChecksumIEEE(memory)), out[0], in.ExportedGlobal("stack").Get(), in.ExportedGlobal("steps").Get(), in.ExportedGlobal("done").Get())
		}
	}
	return all
}

func newRuntime(t testing.TB) wazero.Runtime {
	ctx := context.Background()
	r := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfigInterpreter().WithMemoryLimitPages(64))
	t.Cleanup(func() { require.NoError(t, r.Close(ctx)) })
	_, err := r.NewHostModuleBuilder("host").NewFunctionBuilder().WithFunc(func(uint32) uint32 { return 0 }).Export("nothing").Instantiate(ctx)
	require.NoError(t, err)
	return r
}

// TestByChance: whatever the jumps, a function does the same with its copy, from every number on. Almost all get one.
func TestByChance(t *testing.T) {
	r := newRuntime(t)
	const count = 1500
	structured, calls, kept := 0, 0, 0
	for seed := range uint64(count) {
		module := byChance(seed)
		out, stats, err := structure.Module(module)
		require.NoError(t, err)
		require.Equal(t, 4, stats.Functions)
		require.Equal(t, 3, stats.Skipped[structure.Foreign], seed) // the helpers
		structured += stats.Structured
		calls += stats.Calls
		kept += stats.Kept
		require.Equal(t, results(t, r, module), results(t, r, out), "seed %d", seed)
	}
	require.Greater(t, structured, count*97/100)
	require.Greater(t, kept, calls/4) // the others have live locals
	require.Less(t, kept, calls*3/4)
}
