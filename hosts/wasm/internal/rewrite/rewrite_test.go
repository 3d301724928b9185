package rewrite_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"

	asm "github.com/parley-rules/parley/hosts/hosttest/wasmasm"
	"github.com/parley-rules/parley/hosts/wasm/internal/rewrite"
)

// run calls the export f of a rewritten module with an argument and returns the result and what was left of fuel and depth.
func run(t *testing.T, config wazero.RuntimeConfig, module []byte, arg uint64) (result uint64, fuel int64, depth int32, err error) {
	ctx := context.Background()
	r := wazero.NewRuntimeWithConfig(ctx, config.WithMemoryLimitPages(64))
	defer r.Close(ctx)
	in, err := r.Instantiate(ctx, module)
	require.NoError(t, err)
	f := in.ExportedGlobal(rewrite.Fuel).(api.MutableGlobal)
	d := in.ExportedGlobal(rewrite.Depth).(api.MutableGlobal)
	f.Set(1_000_000)
	d.Set(1000)
	out, err := in.ExportedFunction("f").Call(ctx, arg)
	if err == nil {
		result = out[len(out)-1]
	}
	return result, int64(f.Get()), int32(d.Get()), err
}

func fib(m *asm.Module) uint32 {
	less := []byte{0x49} // i32.lt_u
	sub := []byte{0x6b}
	return m.Func(asm.I32, asm.I32, "",
		asm.LocalGet(0), asm.I32Const(2), less, asm.If, asm.LocalGet(0), []byte{0x0f}, asm.End,
		asm.LocalGet(0), asm.I32Const(1), sub, asm.Call(0), asm.LocalGet(0), asm.I32Const(2), sub, asm.Call(0), asm.I32Add)
}

var cases = []struct {
	name string
	make func(m *asm.Module) uint32
	arg  uint64
	want uint64
	end  string // "", "fuel", "depth"
}{
	{"early returns", fib, 15, 610, ""},
	{"exponential calls", fib, 60, 0, "fuel"},
	{"spin", func(m *asm.Module) uint32 {
		return m.Func(asm.I32, asm.I32, "", asm.Loop, asm.Br(0), asm.End, asm.Unreachable)
	}, 0, 0, "fuel"},
	{"recursion without end", func(m *asm.Module) uint32 {
		return m.Func(asm.I32, asm.I32, "", asm.LocalGet(0), asm.Call(0), asm.I32Const(1), asm.I32Add)
	}, 0, 0, "depth"},
	{"recursion with much on the stack", func(m *asm.Module) uint32 {
		return m.Func(asm.I32, asm.I32, "", times(800, asm.LocalGet(0)), asm.LocalGet(0), asm.I32Eqz, asm.If, asm.I32Const(1), op(0x0f), asm.End,
			asm.LocalGet(0), asm.I32Const(1), op(0x6b), asm.Call(0), times(800, asm.I32Add))
	}, 20, 0, "depth"},
	{"recursion with little on the stack", func(m *asm.Module) uint32 {
		return m.Func(asm.I32, asm.I32, "", asm.LocalGet(0), asm.I32Eqz, asm.If, asm.I32Const(1), op(0x0f), asm.End,
			asm.LocalGet(0), asm.I32Const(1), op(0x6b), asm.Call(0), times(800, asm.LocalGet(0), asm.I32Add))
	}, 20, 800*210 + 1, ""},
	{"filling memory without end", func(m *asm.Module) uint32 {
		m.Memory(16)
		return m.Func(asm.I32, asm.I32, "", asm.Loop, asm.I32Const(0), asm.I32Const(0), asm.I32Const(1<<20), []byte{0xfc, 11, 0}, asm.Br(0), asm.End, asm.Unreachable)
	}, 0, 0, "fuel"},
	{"growing memory that is refused", func(m *asm.Module) uint32 {
		m.Memory(1)
		return m.Func(asm.I32, asm.I32, "", asm.LocalGet(0), asm.MemoryGrow)
	}, 1 << 20, 0xffff_ffff, ""},
	{"br_table and code that is not reached", func(m *asm.Module) uint32 {
		return m.Func(asm.I32, asm.I32, "",
			[]byte{0x02, 0x40, 0x02, 0x40}, asm.LocalGet(0), []byte{0x0e, 1, 0, 1}, asm.End,
			asm.I32Const(7), []byte{0x0f}, asm.I32Add, asm.Drop, asm.End, asm.I32Const(9))
	}, 1, 9, ""},
	{"several results", func(m *asm.Module) uint32 {
		pair := m.Func(asm.I32, asm.I32+asm.I32, "", asm.LocalGet(0), asm.I32Const(5), []byte{0x0f})
		return m.Func(asm.I32, asm.I32, "", asm.LocalGet(0), asm.Call(pair), asm.I32Add)
	}, 4, 9, ""},
}

// TestCounters: every engine gives the same answer and leaves the same fuel, each time; a call that returns gives its depth
// back.
func TestCounters(t *testing.T) {
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			m := new(asm.Module)
			m.Export("f", asm.Function, c.make(m))
			module, err := rewrite.Module(m.Bytes(), rewrite.Limits{})
			require.NoError(t, err)
			var left []int64
			for _, config := range []wazero.RuntimeConfig{wazero.NewRuntimeConfig(), wazero.NewRuntimeConfig(), wazero.NewRuntimeConfigInterpreter()} {
				got, fuel, depth, err := run(t, config, module, c.arg)
				left = append(left, fuel)
				if c.end == "" {
					require.NoError(t, err)
					require.Equal(t, c.want, got)
					require.EqualValues(t, 1000, depth)
					require.Less(t, fuel, int64(1_000_000))
					continue
				}
				require.ErrorContains(t, err, "unreachable")
				require.Equal(t, c.end == "fuel", fuel < 0)
				require.Equal(t, c.end == "depth", depth < 0)
			}
			require.Equal(t, left[0], left[1])
			require.Equal(t, left[0], left[2])
		})
	}
}

// TestRefused: what the rewrite would make valid, or the module would use to refuel itself.
func TestRefused(t *testing.T) {
	for name, make := range map[string]func(m *asm.Module){
		"the global 0":    func(m *asm.Module) { m.Func("", "", "", asm.I64Const(1), asm.GlobalSet(0)) },
		"leaves 1 blocks": func(m *asm.Module) { m.Func("", "", "", asm.Br(1)) },
		"its local 0":     func(m *asm.Module) { m.Func("", "", "", asm.LocalGet(0), asm.Drop) },
		"are the host's":  func(m *asm.Module) { m.Export(rewrite.Fuel, asm.Function, m.Func("", "", "")) },
		"exports the global 0": func(m *asm.Module) {
			m.Func("", "", "")
			m.Export("g", asm.Global, 0)
		},
		`"table" is 10000`:  func(m *asm.Module) { m.Table(1 << 27) },
		"the operator 0xff": func(m *asm.Module) { m.Func("", "", "", []byte{0xff}) },
	} {
		m := new(asm.Module)
		make(m)
		_, err := rewrite.Module(m.Bytes(), rewrite.Limits{})
		require.ErrorContains(t, err, name)
	}
}

// TestHidden: the same, in the places where an engine would look no further.
func TestHidden(t *testing.T) {
	twoResults := op(0x60, 0, 2, 0x7f, 0x7f)
	for _, c := range []struct {
		text   string
		module []byte
	}{
		{"a block has the type 1", raw(list(secType, twoResults), list(secFunction, op(0)), list(secCode, body(op(0x02, 1), asm.I32Const(1), asm.I32Const(2), asm.End)))},
		{"a branch leaves 2 blocks, and there are 2", unary(nil, nil, op(0x02, 0x40), asm.LocalGet(0), op(0x0e, 1, 0, 2), asm.End, asm.LocalGet(0))},
		{"names the global 0, and 0 are imported", raw(list(secGlobal, asm.Cat(op(0x7e, 1), asm.GlobalGet(0), asm.End)))},
		{"names the global 1, and 0 are imported", raw(list(secGlobal, mutableI32, asm.Cat(op(0x7e, 1), asm.GlobalGet(1), asm.End)))},
		{"names the global 0, and 0 are imported", raw(list(secTable, op(0x70, 0, 1)), list(secElement, asm.Cat(op(0), asm.GlobalGet(0), op(0x0b, 0))))},
		{"names the global 0, and 0 are imported", raw(list(secTable, op(0x70, 0, 1)), list(secElement, asm.Cat(op(5, 0x70, 1), asm.GlobalGet(0), asm.End)))},
		{"a function names the global 1, and there are 1", unary(list(secGlobal, mutableI32), nil, asm.GlobalGet(1))},
		{"its local 1, and it has 1", unary(nil, nil, asm.LocalGet(1))},
		{"its local 1, and it has 1", unary(nil, nil, asm.LocalGet(0), op(0x22, 1))},
		{"calls the function 1, and there are 1", unary(nil, nil, asm.Call(1))},
		{"more code than functions", raw(list(secType, typeNone), list(secCode, body()))},
		{"less code than functions", raw(list(secType, typeNone), list(secFunction, op(0)))},
		{"left over after a function", unary(nil, nil, asm.LocalGet(0), asm.End, op(1))},
		{"an else has no if", unary(nil, nil, op(0x02, 0x40, 0x05), asm.End, asm.LocalGet(0))},
		{"an else has no if", unary(nil, nil, asm.LocalGet(0), asm.If, asm.Else, asm.Else, asm.End, asm.LocalGet(0))},
		{"the start function, which nothing declares", raw(list(secType, typeNone), list(secFunction, op(0)), asm.Section(secStart, op(0)), list(secCode, body(op(0xd2, 0), asm.Drop)))},
		{"its start function has parameters or results", raw(oneUnary, asm.Section(secStart, op(0)), list(secCode, body(asm.LocalGet(0))))},
		{"its start function does not exist", raw(oneUnary, asm.Section(secStart, op(1)), list(secCode, body(asm.LocalGet(0))))},
		{"in the wrong place or there twice", raw(onePage, onePage)},
		{"in the wrong place or there twice", raw(onePage, oneUnary)},
		{"cut short", raw(op(1, 5, 0))},
		{"a number has more than 32 bits", raw(op(1, 0xff, 0xff, 0xff, 0xff, 0x7f))},
		{"a number has more than 32 bits", unary(nil, nil, op(0x41, 0xff, 0xff, 0xff, 0xff, 0x4f))},
		{"it is no WebAssembly module", []byte("\x00asm\x0d\x00\x01\x00")},
	} {
		_, err := rewrite.Module(c.module, rewrite.Limits{})
		require.ErrorAs(t, err, new(*rewrite.InvalidError), c.text)
		require.ErrorContains(t, err, c.text)
	}
}

// FuzzRewrite: see checkModule.
func FuzzRewrite(f *testing.F) {
	for _, c := range cases {
		m := new(asm.Module)
		m.Export("f", asm.Function, c.make(m))
		f.Add(m.Bytes())
	}
	for _, c := range constructs {
		f.Add(c.module)
	}
	f.Fuzz(checkModule)
}

// TestCases holds each case against the module as it was.
func TestCases(t *testing.T) {
	for _, c := range cases {
		m := new(asm.Module)
		m.Export("f", asm.Function, c.make(m))
		checkModule(t, m.Bytes())
	}
}
