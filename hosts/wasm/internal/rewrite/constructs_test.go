package rewrite_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tetratelabs/wazero"

	asm "github.com/parley-rules/parley/hosts/hosttest/wasmasm"
	"github.com/parley-rules/parley/hosts/wasm/internal/rewrite"
)

// The sections of raw modules.
const (
	secType, secImport, secFunction, secTable, secMemory, secGlobal          = 1, 2, 3, 4, 5, 6
	secExport, secStart, secElement, secCode, secData, secDataCount, secTags = 7, 8, 9, 10, 11, 12, 13
)

// raw is a module of any sections.
func raw(sections ...[]byte) []byte {
	return asm.Cat([]byte("\x00asm\x01\x00\x00\x00"), asm.Cat(sections...))
}

// list is a section of entries.
func list(id byte, entries ...[]byte) []byte {
	return asm.Section(id, asm.Cat(asm.U32(uint32(len(entries))), asm.Cat(entries...)))
}

// body is the code of a function without locals, or with a group of them.
func body(code ...[]byte) []byte { return bodyWith(nil, code...) }

func bodyWith(locals []byte, code ...[]byte) []byte {
	groups := op(0)
	if locals != nil {
		groups = asm.Cat(op(1), locals)
	}
	return asm.Bytes(string(asm.Cat(groups, asm.Cat(code...), asm.End)))
}

var (
	typeUnary  = op(0x60, 1, 0x7f, 1, 0x7f) // (i32) -> i32
	typeNone   = op(0x60, 0, 0)
	exportF    = asm.Cat(asm.Bytes("f"), op(0, 0))
	exportMem  = asm.Cat(asm.Bytes("memory"), op(2, 0))
	oneUnary   = asm.Cat(list(secType, typeUnary), list(secFunction, op(0)))
	onePage    = list(secMemory, op(0, 1))
	mutableI32 = op(0x7f, 1, 0x41, 0, 0x0b)
)

// unary is a module whose function f has a parameter and a result, with further sections before and behind the exports.
func unary(before, behind []byte, code ...[]byte) []byte {
	return raw(oneUnary, before, list(secExport, exportF), behind, list(secCode, body(code...)))
}

// constructs are modules in the way of compilers, with what f answers for 3.
var constructs = []struct {
	name   string
	module []byte
	want   uint64
}{
	{"clang: the stack pointer is a global, a function is called by its address", raw(
		list(secType, typeUnary, typeNone), list(secFunction, op(0), op(0), op(1)),
		list(secTable, op(0x70, 1, 2, 2)), onePage,
		list(secGlobal, asm.Cat(op(0x7f, 1), asm.I32Const(65536), op(0x0b))),
		list(secExport, exportMem, exportF, asm.Cat(asm.Bytes("__wasm_call_ctors"), op(0, 2))),
		list(secElement, asm.Cat(op(0), asm.I32Const(1), op(0x0b, 1, 1))),
		list(secCode,
			bodyWith(op(1, 0x7f), asm.GlobalGet(0), asm.I32Const(16), op(0x6b, 0x22, 1), asm.GlobalSet(0),
				asm.LocalGet(1), asm.LocalGet(0), asm.I32Const(1), op(0x11, 0, 0), asm.I32Store(12),
				asm.LocalGet(1), asm.I32Load(12), asm.LocalGet(1), asm.I32Const(16), asm.I32Add, asm.GlobalSet(0)),
			body(asm.LocalGet(0), asm.I32Const(10), op(0x6c)),
			body()),
		list(secData, asm.Cat(op(0), asm.I32Const(1024), op(0x0b), asm.Bytes("rodata")))), 30},
	{"Rust: br_table over blocks, unreachable behind it", unary(nil, nil,
		op(0x02, 0x40, 0x02, 0x40, 0x02, 0x40, 0x02, 0x40), asm.LocalGet(0), op(0x0e, 3, 0, 1, 2, 3), asm.End,
		asm.I32Const(10), op(0x0f), asm.End, asm.I32Const(11), op(0x0f), asm.End, asm.Unreachable, asm.End, asm.I32Const(13)), 13},
	{"AssemblyScript: a start function and globals that it sets", raw(
		list(secType, typeUnary, typeNone), list(secFunction, op(0), op(1)), list(secGlobal, mutableI32), list(secExport, exportF),
		asm.Section(secStart, op(1)),
		list(secCode, body(asm.LocalGet(0), asm.GlobalGet(0), asm.I32Add), body(asm.I32Const(39), asm.GlobalSet(0)))), 42},
	{"multi-value: a block takes two and leaves two, a loop takes one", raw(
		list(secType, typeUnary, op(0x60, 2, 0x7f, 0x7f, 2, 0x7f, 0x7f), op(0x60, 1, 0x7f, 1, 0x7f)), list(secFunction, op(0)), list(secExport, exportF),
		list(secCode, bodyWith(op(1, 0x7f),
			asm.LocalGet(0), asm.I32Const(4), op(0x02, 1, 0x6a), asm.I32Const(5), asm.Br(0), asm.End, asm.I32Add, // 3+4, 5
			op(0x03, 2), asm.I32Const(1), asm.I32Add, op(0x22, 1), asm.LocalGet(1), asm.I32Const(20), op(0x49), asm.BrIf(0), asm.End))), 20},
	{"multi-value: if with parameters, function with two results", raw(
		list(secType, typeUnary, op(0x60, 1, 0x7f, 2, 0x7f, 0x7f)), list(secFunction, op(0), op(1)), list(secExport, exportF),
		list(secCode,
			body(asm.LocalGet(0), asm.Call(1), op(0x6b), asm.LocalGet(0), op(0x04, 0), asm.I32Const(1), asm.I32Add, asm.Else, asm.Drop, asm.I32Const(0), asm.End),
			body(asm.I32Const(100), asm.LocalGet(0), op(0x0f)))), 98},
	{"sign extension and saturating conversions", unary(nil, nil,
		asm.I32Const(0x80), op(0xc0), asm.I32Const(0x8000), op(0xc1), asm.I32Add, op(0xac, 0xc2, 0xc3, 0xc4, 0xb9, 0xfc, 0x02)), 0xffffff80},
	{"memory.copy and fill", unary(onePage, nil,
		asm.I32Const(8), asm.I32Const(7), asm.I32Const(100), op(0xfc, 11, 0), asm.I32Const(200), asm.I32Const(8), asm.LocalGet(0), op(0xfc, 10, 0, 0),
		asm.I32Const(0), asm.I32Load(200)), 0x00070707},
	{"memory.init of a passive segment, data.drop", raw(oneUnary, onePage, list(secExport, exportF, exportMem), asm.Section(secDataCount, op(3)),
		list(secCode, body(asm.I32Const(5), asm.I32Const(1), asm.LocalGet(0), op(0xfc, 8, 1, 0, 0xfc, 9, 1), asm.I32Const(0), asm.I32Load(5))),
		list(secData, asm.Cat(op(0), asm.I32Const(4), op(0x0b), asm.Bytes("a")), asm.Cat(op(1), asm.Bytes("hijkl")), asm.Cat(op(2, 0), asm.I32Const(6), op(0x0b), asm.Bytes("zz")))),
		0x006b6a69},
	{"tables: grow, fill, set, get, size, copy, init, elem.drop", raw(oneUnary,
		list(secTable, op(0x70, 0, 2), op(0x6f, 1, 2, 8)), list(secExport, exportF),
		list(secElement, asm.Cat(op(0), asm.I32Const(0), op(0x0b, 1, 0)), op(1, 0, 1, 0), op(3, 0, 1, 0), op(5, 0x70, 2, 0xd2, 0, 0x0b, 0xd0, 0x70, 0x0b)),
		list(secCode, body(
			op(0xd0, 0x70), asm.I32Const(3), op(0xfc, 15, 0), asm.Drop, // to 5
			asm.I32Const(1), op(0xd2, 0), asm.I32Const(2), op(0xfc, 17, 0),
			asm.I32Const(3), asm.I32Const(0), op(0x25, 0, 0x26, 0),
			asm.I32Const(4), asm.I32Const(0), asm.I32Const(1), op(0xfc, 14, 0, 0),
			asm.I32Const(0), asm.I32Const(1), asm.I32Const(1), op(0xfc, 12, 3, 0, 0xfc, 13, 3),
			asm.I32Const(0), op(0x25, 0, 0xd1), op(0xfc, 16, 0), asm.I32Add, asm.I32Const(4), op(0x25, 0, 0xd1), asm.I32Add))), 6},
	{"all forms of elements", raw(oneUnary, list(secTable, op(0x70, 1, 8, 8)), list(secExport, exportF),
		list(secElement,
			asm.Cat(op(0), asm.I32Const(0), op(0x0b, 1, 0)), op(1, 0, 1, 0), asm.Cat(op(2, 0), asm.I32Const(1), op(0x0b, 0, 1, 0)), op(3, 0, 1, 0),
			asm.Cat(op(4), asm.I32Const(2), op(0x0b, 1, 0xd2, 0, 0x0b)), op(5, 0x70, 1, 0xd2, 0, 0x0b),
			asm.Cat(op(6, 0), asm.I32Const(3), op(0x0b, 0x70, 1, 0xd0, 0x70, 0x0b)), op(7, 0x70, 1, 0xd2, 0, 0x0b)),
		list(secCode, body(asm.LocalGet(0), op(0x25, 0, 0xd1)))), 1},
	{"a select with a type, a constant that is an imported one's", unary(nil, nil,
		asm.I32Const(7), asm.I32Const(9), asm.LocalGet(0), op(0x1c, 1, 0x7f)), 7},
	{"results of a branch out of nested blocks", unary(nil, nil,
		op(0x02, 0x7f, 0x02, 0x40), asm.I32Const(5), asm.LocalGet(0), asm.BrIf(1), asm.Drop, asm.End, asm.I32Const(6), asm.Br(1), asm.End), 5},
	{"a return in a loop in an if", unary(nil, nil,
		asm.LocalGet(0), asm.If, asm.Loop, asm.I32Const(77), op(0x0f), asm.End, asm.End, asm.I32Const(1)), 77},
}

// TestConstructs: what compilers emit is taken, and does what it did.
func TestConstructs(t *testing.T) {
	for _, c := range constructs {
		t.Run(c.name, func(t *testing.T) {
			module, err := rewrite.Module(c.module, rewrite.Limits{})
			require.NoError(t, err)
			for _, config := range []wazero.RuntimeConfig{wazero.NewRuntimeConfig(), wazero.NewRuntimeConfigInterpreter()} {
				ctx := t.Context()
				r := wazero.NewRuntimeWithConfig(ctx, config)
				in, err := r.InstantiateWithConfig(ctx, module, wazero.NewModuleConfig().WithStartFunctions())
				require.NoError(t, err)
				counters := newCounters(in)
				if start := in.ExportedFunction(rewrite.Start); start != nil {
					_, err := start.Call(ctx)
					require.NoError(t, err)
				}
				got, err := in.ExportedFunction("f").Call(ctx, 3)
				require.NoError(t, err)
				require.Equal(t, c.want, got[0])
				require.Less(t, counters.fuelLeft(), int64(tank))
				require.NoError(t, r.Close(ctx))
			}
			checkModule(t, c.module)
		})
	}
}

// TestUnsupported: what is not known is refused by its name.
func TestUnsupported(t *testing.T) {
	code := func(code ...byte) []byte { return unary(onePage, nil, code) }
	constant := func(code ...byte) []byte { return raw(list(secGlobal, asm.Cat(op(0x7f, 0), code, asm.End))) }
	for _, c := range []struct {
		name   string
		module []byte
	}{
		{"vectors (SIMD)", code(0xfd, 0)},
		{"vectors (SIMD)", raw(list(secType, op(0x60, 1, 0x7b, 0)))},
		{"vectors (SIMD)", raw(oneUnary, list(secCode, bodyWith(op(1, 0x7b), asm.LocalGet(0))))},
		{"vectors (SIMD)", code(0x02, 0x7b)},
		{"vectors (SIMD)", constant(0xfd, 12)},
		{"tail calls", code(0x12, 0)},
		{"tail calls", code(0x13, 0, 0)},
		{"threads", code(0xfe, 0x10)},
		{"threads", raw(list(secMemory, op(3, 1, 1)))},
		{"threads", raw(list(secImport, asm.Cat(asm.Bytes("a"), asm.Bytes("b"), op(2, 3, 1, 1))))},
		{"exceptions", code(0x06, 0x40)},
		{"exceptions", code(0x08, 0)},
		{"exceptions", code(0x1f, 0x40, 0)},
		{"exceptions", code(0x0a)},
		{"exceptions", raw(list(secTags, op(0, 0)))},
		{"exceptions", raw(list(secImport, asm.Cat(asm.Bytes("a"), asm.Bytes("b"), op(4, 0, 0))))},
		{"exceptions", raw(list(secType, op(0x60, 1, 0x69, 0)))},
		{"64-bit memories", raw(list(secMemory, op(4, 1)))},
		{"64-bit memories", raw(list(secTable, op(0x70, 5, 1, 1)))},
		{"pages of another size", raw(list(secMemory, op(8, 1, 0)))},
		{"several memories", raw(list(secMemory, op(0, 1), op(0, 1)))},
		{"several memories", raw(list(secImport, asm.Cat(asm.Bytes("a"), asm.Bytes("b"), op(2, 0, 1))), list(secMemory, op(0, 1)))},
		{"several memories", code(0x3f, 1)},
		{"several memories", code(0x28, 0x42, 1, 0)},
		{"several memories", code(0xfc, 10, 1, 0)},
		{"several memories", code(0xfc, 11, 1)},
		{"garbage collection", raw(list(secType, op(0x5f, 0)))},
		{"garbage collection", raw(list(secType, op(0x4e, 0)))},
		{"garbage collection", raw(list(secType, op(0x60, 1, 0x6e, 0)))},
		{"garbage collection", code(0xfb, 0)},
		{"garbage collection", code(0xd0, 0x71)},
		{"typed references", raw(list(secType, op(0x60, 1, 0x64, 0, 0)))},
		{"typed references", code(0x14, 0)},
		{"typed references", code(0xd4)},
		{"extended-const", constant(0x41, 1, 0x41, 2, 0x6a)},
		{"extended-const", constant(0x42, 1, 0x42, 2, 0x7e)},
		{"wide arithmetic", code(0xfc, 19)},
		{"0xfc 18", code(0xfc, 18)},
		{"the operator 0x27", code(0x27)},
		{"the section 14", raw(asm.Section(14, nil))},
		{"an imported start function", raw(list(secType, typeNone), list(secImport, asm.Cat(asm.Bytes("a"), asm.Bytes("b"), op(0, 0))), asm.Section(secStart, op(0)))},
	} {
		_, err := rewrite.Module(c.module, rewrite.Limits{})
		require.ErrorAs(t, err, new(*rewrite.UnsupportedError), c.name)
		require.ErrorContains(t, err, c.name)
	}
}
