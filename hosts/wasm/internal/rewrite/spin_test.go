package rewrite_test

import (
	"bytes"
	"context"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"

	asm "github.com/parley-rules/parley/hosts/hosttest/wasmasm"
	"github.com/parley-rules/parley/hosts/wasm/internal/rewrite"
)

// Bodies of loops.
func op(b ...byte) []byte { return b }

func times(n int, body ...[]byte) []byte { return bytes.Repeat(asm.Cat(body...), n) }

// forever runs a body again and again.
func forever(body ...[]byte) []byte {
	return asm.Cat(asm.Loop, asm.Cat(body...), asm.Br(0), asm.End, asm.Unreachable)
}

// f64 puts a local as a floating-point number on the stack, and i64 takes one from it.
var f64, i64 = asm.Cat(asm.LocalGet(0), op(0xbf)), asm.Cat(op(0xbd), asm.LocalSet(0))

const i64Locals = asm.I64 + asm.I64 + asm.I64 + asm.I64

// spinning has a module for every way to spend time. Its function f has the parameter i64 and the locals 1 to 4 of i64.
var spinning = []struct {
	name string
	make func(m *asm.Module) []byte
}{
	{"nothing", func(m *asm.Module) []byte { return forever() }},
	{"15 adds", func(m *asm.Module) []byte {
		return forever(asm.LocalGet(0), times(15, asm.I64Const(7), asm.I64Add), asm.LocalSet(0))
	}},
	{"200,000 operators", func(m *asm.Module) []byte {
		return forever(asm.LocalGet(0), times(100_000, asm.LocalGet(0), asm.I64Add), asm.LocalSet(0))
	}},
	{"multiplications", func(m *asm.Module) []byte {
		return forever(asm.LocalGet(0), times(300, asm.LocalGet(0), op(0x7e)), asm.LocalSet(0))
	}},
	{"i64.div_u", func(m *asm.Module) []byte {
		return forever(asm.I64Const(-1), times(300, asm.LocalGet(0), op(0x80), asm.I64Const(-1), op(0x84)), asm.LocalSet(1))
	}},
	{"2 divisions", func(m *asm.Module) []byte {
		return forever(asm.I64Const(-1), times(2, asm.LocalGet(0), op(0x80), asm.I64Const(-1), op(0x84)), asm.LocalSet(1))
	}},
	{"i64.div_s", func(m *asm.Module) []byte {
		return forever(asm.I64Const(1<<62), times(300, asm.LocalGet(0), op(0x7f), asm.I64Const(1<<62), op(0x84)), asm.LocalSet(1))
	}},
	{"i64.rem_s", func(m *asm.Module) []byte {
		return forever(asm.I64Const(1<<62), times(300, asm.LocalGet(0), op(0x81), asm.I64Const(1<<62), op(0x84)), asm.LocalSet(1))
	}},
	{"i32.rem_u", func(m *asm.Module) []byte {
		return forever(asm.I32Const(-1), times(300, asm.LocalGet(0), op(0xa7), op(0x70), asm.I32Const(-1), op(0x72)), asm.Drop)
	}},
	{"f64.div", func(m *asm.Module) []byte { return forever(f64, times(300, f64, op(0xa3)), i64) }},
	{"f64.sqrt", func(m *asm.Module) []byte { return forever(f64, times(300, op(0x9f)), i64) }},
	{"f32.sqrt", func(m *asm.Module) []byte {
		return forever(f64, op(0xb6), times(300, op(0x91)), op(0xbb), i64)
	}},
	{"f64.nearest", func(m *asm.Module) []byte { return forever(f64, times(300, op(0x9e)), i64) }},
	{"f64.min", func(m *asm.Module) []byte { return forever(f64, times(300, f64, op(0xa4)), i64) }},
	{"f64.copysign", func(m *asm.Module) []byte { return forever(f64, times(300, f64, op(0xa6)), i64) }},
	{"denormals", func(m *asm.Module) []byte { return forever(f64, times(300, f64, op(0xa2), f64, op(0xa0)), i64) }},
	{"i64.trunc_sat_f64_u", func(m *asm.Module) []byte {
		return forever(times(300, f64, op(0xfc, 7), asm.LocalSet(1)))
	}},
	{"i64.trunc_f64_u", func(m *asm.Module) []byte {
		return forever(times(300, f64, op(0xb1), asm.LocalSet(1)))
	}},
	{"f64.convert_i64_u", func(m *asm.Module) []byte {
		return forever(asm.LocalGet(0), times(300, op(0xba), op(0xbd)), asm.LocalSet(0))
	}},
	{"popcnt, clz, ctz", func(m *asm.Module) []byte {
		return forever(asm.LocalGet(0), times(300, op(0x7b), op(0x79), op(0x7a)), asm.LocalSet(0))
	}},
	{"rotl", func(m *asm.Module) []byte {
		return forever(asm.LocalGet(0), times(300, asm.LocalGet(0), op(0x89)), asm.LocalSet(0))
	}},
	{"select", func(m *asm.Module) []byte {
		return forever(asm.LocalGet(0), times(300, asm.LocalGet(1), asm.LocalGet(0), op(0xa7, 0x1b)), asm.LocalSet(0))
	}},
	{"branches", func(m *asm.Module) []byte {
		// A pseudo-random bit decides, which no predictor foresees.
		return forever(times(100, asm.LocalGet(0), asm.I64Const(6364136223846793005), op(0x7e), asm.I64Const(1442695040888963407), asm.I64Add,
			op(0x22, 0), asm.I64Const(63), op(0x88), op(0xa7), asm.If, asm.LocalGet(1), asm.I64Const(1), asm.I64Add, asm.LocalSet(1), asm.End))
	}},
	{"br_table", func(m *asm.Module) []byte {
		return forever(times(100, asm.LocalGet(0), asm.I64Const(6364136223846793005), op(0x7e), asm.I64Const(1442695040888963407), asm.I64Add, op(0x22, 0),
			asm.I64Const(62), op(0x88, 0xa7, 0x21, 5),
			op(0x02, 0x40, 0x02, 0x40, 0x02, 0x40), asm.LocalGet(5), op(0x0e, 2, 0, 1, 2), asm.End, asm.LocalGet(1), asm.LocalSet(2), asm.End, asm.LocalGet(0), asm.LocalSet(1), asm.End))
	}},
	{"loads of a page", func(m *asm.Module) []byte {
		m.Memory(1)
		return forever(asm.LocalGet(0), times(300, op(0xa7), asm.I64Load(0)), asm.LocalSet(0))
	}},
	{"loads all over the memory", func(m *asm.Module) []byte {
		m.Memory(1000)
		// Each 128th byte begins the address of the next, which is far away.
		const words, stride = 500_000, 128
		fill := asm.Cat(asm.Loop, asm.LocalGet(1), asm.I64Const(stride), op(0x7e, 0xa7), asm.LocalGet(1), asm.I64Const(209_333), asm.I64Add, asm.I64Const(words), op(0x82),
			asm.I64Const(stride), op(0x7e), asm.I64Store(0), asm.LocalGet(1), asm.I64Const(1), asm.I64Add, op(0x22, 1), asm.I64Const(words), op(0x54), asm.BrIf(0), asm.End)
		return asm.Cat(fill, asm.I64Const(0), asm.LocalSet(0), forever(asm.LocalGet(0), times(300, op(0xa7), asm.I64Load(0)), asm.LocalSet(0)))
	}},
	{"stores all over the memory", func(m *asm.Module) []byte {
		m.Memory(1000)
		return forever(times(300, asm.LocalGet(0), asm.I64Const(6364136223846793005), op(0x7e), asm.I64Const(1442695040888963407), asm.I64Add, op(0x22, 0),
			asm.I64Const(39), op(0x88, 0xa7), asm.LocalGet(0), asm.I64Store(0)))
	}},
	{"globals", func(m *asm.Module) []byte {
		g := m.Global(0)
		return forever(times(300, asm.GlobalGet(g), asm.I64Const(1), asm.I64Add, asm.GlobalSet(g)))
	}},
	{"calls of a leaf", func(m *asm.Module) []byte { return forever(times(100, asm.Call(m.Func("", "", "")))) }},
	{"calls of what is not yet a chunk", func(m *asm.Module) []byte {
		g := m.Global(0)
		return forever(times(100, asm.Call(m.Func("", "", asm.I64, asm.GlobalGet(g), times(40, asm.I64Const(3), op(0x7e)), asm.GlobalSet(g)))))
	}},
	{"rounds of what is not yet a chunk", func(m *asm.Module) []byte {
		return forever(asm.LocalGet(0), times(40, asm.I64Const(3), op(0x7e)), asm.LocalSet(0))
	}},
	{"ways of unlike length", func(m *asm.Module) []byte {
		return forever(asm.LocalGet(1), op(0x50, 0x04, 0x40), times(9, asm.LocalGet(0), asm.LocalGet(0), op(0x7e, 0x21, 0)), asm.Br(1), asm.End, times(99, op(0x01)))
	}},
	{"calls with 255 parameters", func(m *asm.Module) []byte {
		wide := m.Func(string(bytes.Repeat([]byte(asm.I64), 255)), "", "")
		return forever(times(255, asm.LocalGet(0)), asm.Call(wide))
	}},
	{"calls with 255 results", func(m *asm.Module) []byte {
		wide := m.Func("", string(bytes.Repeat([]byte(asm.I64), 255)), "", times(255, asm.I64Const(1)))
		return forever(asm.Call(wide), times(255, asm.Drop))
	}},
	{"exponential calls", func(m *asm.Module) []byte {
		f := m.Func("", "", "")
		for range 60 {
			f = m.Func("", "", "", asm.Call(f), asm.Call(f))
		}
		return asm.Cat(asm.Call(f), asm.Unreachable)
	}},
	{"indirect calls", func(m *asm.Module) []byte {
		m.Table(1)
		m.Element(0, m.Func("", "", ""))
		return forever(times(100, asm.I32Const(0), op(0x11, byte(m.Type("", "")), 0)))
	}},
	{"calls with 256 locals", func(m *asm.Module) []byte {
		return forever(times(100, asm.Call(m.Func("", "", string(bytes.Repeat([]byte(asm.I64), 256))))))
	}},
	{"memory.size", func(m *asm.Module) []byte {
		m.Memory(1)
		return forever(times(300, asm.MemorySize, asm.Drop))
	}},
	{"memory.grow by 0", func(m *asm.Module) []byte {
		m.Memory(1)
		return forever(times(100, asm.I32Const(0), asm.MemoryGrow, asm.Drop))
	}},
	{"memory.grow too far", func(m *asm.Module) []byte {
		m.Memory(1)
		return forever(times(100, asm.I32Const(-1), asm.MemoryGrow, asm.Drop))
	}},
	{"memory.fill of nothing", filling(0)},
	{"memory.fill of 64 bytes", filling(63)},
	{"memory.fill of 4 KB", filling(4096)},
	{"memory.fill of 60 MB", filling(60 << 20)},
	{"memory.copy of nothing", copying(0)},
	{"memory.copy of 63 bytes", copying(63)},
	{"memory.copy of 4 KB", copying(4096)},
	{"memory.copy of 30 MB", copying(30 << 20)},
	{"table.get", func(m *asm.Module) []byte {
		m.Table(1)
		return forever(times(300, asm.I32Const(0), op(0x25, 0), asm.Drop))
	}},
	{"table.set", func(m *asm.Module) []byte {
		m.Table(1)
		return forever(times(300, asm.I32Const(0), op(0xd0, 0x70, 0x26, 0)))
	}},
	{"table.size", func(m *asm.Module) []byte {
		m.Table(1)
		return forever(times(300, op(0xfc, 16, 0), asm.Drop))
	}},
	{"table.grow by 0", func(m *asm.Module) []byte {
		m.Table(1)
		return forever(times(100, op(0xd0, 0x70), asm.I32Const(0), op(0xfc, 15, 0), asm.Drop))
	}},
	{"table.fill of nothing", tableFill(0)},
	{"table.fill of 7", tableFill(7)},
	{"table.fill of 10,000", tableFill(10_000)},
	{"table.copy of 7", tableCopy(7)},
	{"table.copy of 5,000", tableCopy(5000)},
	{"elem.drop", func(m *asm.Module) []byte {
		m.Table(1)
		m.Element(0, m.Func("", "", ""))
		return forever(times(100, op(0xfc, 13, 0)))
	}},
	{"table.init of nothing", func(m *asm.Module) []byte {
		m.Table(1)
		m.Element(0, m.Func("", "", ""))
		return forever(times(100, asm.I32Const(0), asm.I32Const(0), asm.I32Const(0), op(0xfc, 12, 0, 0)))
	}},
	{"ref.func", func(m *asm.Module) []byte {
		m.Table(1)
		m.Element(0, m.Func("", "", ""))
		return forever(times(300, op(0xd2, 0), asm.Drop))
	}},
}

func filling(n int32) func(m *asm.Module) []byte {
	return func(m *asm.Module) []byte {
		m.Memory(1000)
		return forever(times(100, asm.I32Const(0), asm.I32Const(1), asm.I32Const(n), op(0xfc, 11, 0)))
	}
}

func copying(n int32) func(m *asm.Module) []byte {
	return func(m *asm.Module) []byte {
		m.Memory(1000)
		return forever(times(100, asm.I32Const(n), asm.I32Const(1), asm.I32Const(n), op(0xfc, 10, 0, 0)))
	}
}

func tableFill(n int32) func(m *asm.Module) []byte {
	return func(m *asm.Module) []byte {
		m.Table(10_000)
		return forever(times(100, asm.I32Const(0), op(0xd0, 0x70), asm.I32Const(n), op(0xfc, 17, 0)))
	}
}

func tableCopy(n int32) func(m *asm.Module) []byte {
	return func(m *asm.Module) []byte {
		m.Table(10_000)
		return forever(times(100, asm.I32Const(n), asm.I32Const(1), asm.I32Const(n), op(0xfc, 14, 0, 0)))
	}
}

// spin runs a module until its fuel is used up and returns the time.
func spin(tb testing.TB, config wazero.RuntimeConfig, make func(m *asm.Module) []byte, fuel int64) time.Duration {
	m := new(asm.Module)
	m.Export("f", asm.Function, m.Func(asm.I64, "", i64Locals+asm.I32, make(m)))
	// Long bodies are refused unless the limits are wide.
	module, err := rewrite.Module(m.Bytes(), rewrite.Limits{Function: 1 << 20})
	require.NoError(tb, err)
	ctx := context.Background()
	r := wazero.NewRuntimeWithConfig(ctx, config.WithMemoryLimitPages(1024))
	defer r.Close(ctx)
	in, err := r.Instantiate(ctx, module)
	require.NoError(tb, err)
	c := newCounters(in)
	c.fuel.Set(uint64(fuel))
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	start := processorTime()
	_, err = in.ExportedFunction("f").Call(ctx, api.EncodeI64(3))
	took := processorTime() - start
	require.ErrorContains(tb, err, "unreachable")
	require.Negative(tb, c.fuelLeft())
	return took
}

// TestEverySpinStops: whatever it does, it ends by its fuel.
func TestEverySpinStops(t *testing.T) {
	for _, s := range spinning {
		t.Run(s.name, func(t *testing.T) { spin(t, wazero.NewRuntimeConfig(), s.make, 100_000) })
	}
}

// BenchmarkSpin reports the least time that a unit of fuel bought, and how long 50 million are.
func BenchmarkSpin(b *testing.B) {
	const fuel = 10_000_000
	for _, s := range spinning {
		b.Run(s.name, func(b *testing.B) {
			var took []time.Duration
			for b.Loop() {
				took = append(took, spin(b, wazero.NewRuntimeConfig(), s.make, fuel))
			}
			ns := float64(slices.Min(took)) / fuel
			b.ReportMetric(ns, "ns/unit")
			b.ReportMetric(ns*50e6/1e9, "s/50M")
		})
	}
}
