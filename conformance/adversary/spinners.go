package adversary

import (
	"github.com/parley-rules/parley/abi"
	asm "github.com/parley-rules/parley/hosts/hosttest/wasmasm"
)

// forever is a loop without end.
func forever(body ...[]byte) []byte { return asm.Cat(asm.Loop, asm.Cat(body...), asm.Br(0), asm.End) }

// spinner is a variant in which apply runs code for ever.
func spinner(name string, body func(p *parrot) []byte) variant {
	return one(name, func(p *parrot) {
		p.locals = asm.I64 + asm.I32
		p.ops[abi.Apply] = [][]byte{body(p), asm.Unreachable}
	}, abi.Apply)
}

// spinners are modules that do not stop by themselves.
func spinners() []*Adversary {
	code := func(code ...[]byte) func(*parrot) []byte { return func(*parrot) []byte { return forever(code...) } }
	// The numbers of a division or an addition: local 1 is an i64, never 0 as a divisor.
	divide := asm.Cat(asm.LocalGet(1), asm.I64Const(7), asm.I64DivU, asm.LocalSet(1))
	add := asm.Cat(asm.LocalGet(1), asm.I64Const(7), asm.I64Add, asm.LocalSet(1))
	const size = 60 << 10 // what a function may have, nearly
	return []*Adversary{
		{"spin", limit("fuel"), []variant{
			spinner("a loop", code()),
			spinner("a loop with a condition", func(*parrot) []byte {
				return asm.Cat(asm.Loop, asm.I32Const(1), asm.BrIf(0), asm.End)
			}),
			spinner("a loop with a table of targets", func(*parrot) []byte {
				return asm.Cat(asm.Loop, asm.I32Const(5), []byte{0x0e, 1, 0, 0}, asm.End)
			}),
			spinner("a loop in a loop", code(forever())),
			spinner("two functions that call each other in a loop", func(p *parrot) []byte {
				f := p.Func("", "", "", asm.Loop, asm.I32Const(1), asm.BrIf(0), asm.End)
				return forever(asm.Call(f))
			}),
		}},
		{"spin_without_a_loop", limit("fuel"), []variant{
			spinner("each function calls the next one twice", func(p *parrot) []byte {
				f := p.Func("", "", "")
				for range 60 {
					f = p.Func("", "", "", asm.Call(f), asm.Call(f))
				}
				return asm.Call(f)
			}),
			spinner("calls through a table", func(p *parrot) []byte {
				const deep = 60
				p.Table(deep)
				t := p.Type("", "")
				f := p.Func("", "", "")
				p.Element(0, f)
				for i := int32(1); i < deep; i++ {
					next := asm.Cat(asm.I32Const(i-1), asm.CallIndirect(t))
					p.Element(i, p.Func("", "", "", next, next))
				}
				return asm.Cat(asm.I32Const(deep-1), asm.CallIndirect(t))
			}),
		}},
		{"spin_in_long_bodies", limit("fuel"), []variant{
			spinner("additions", code(times(size/len(add), add))),
			spinner("a call of ten such functions", func(p *parrot) []byte {
				var calls []byte
				for range 10 {
					f := p.Func(asm.I32+asm.I64, asm.I64, "", times(size/len(add), add), asm.LocalGet(1))
					calls = append(calls, asm.Cat(asm.I32Const(0), asm.LocalGet(1), asm.Call(f), asm.LocalSet(1))...)
				}
				return forever(calls)
			}),
		}},
		{"spin_in_divisions", limit("fuel"), []variant{
			spinner("of 64 bits", code(times(size/len(divide), divide))),
			spinner("in a short loop", code(divide)),
			spinner("of floats, and roots", func(p *parrot) []byte {
				// What is not used would not be computed.
				step := asm.Cat(asm.F64Const(2), asm.F64Div, asm.F64Sqrt)
				f := p.Func(asm.I64, asm.I64, "", asm.LocalGet(0), asm.F64FromI64, times(size/len(step), step), asm.I64FromF64)
				return forever(asm.LocalGet(1), asm.Call(f), asm.LocalSet(1))
			}),
		}},
		{"spin_in_bulk_memory", limit("fuel"), []variant{
			spinner("memory.fill", code(asm.I32Const(roomAt), asm.I32Const(1), asm.I32Const(1<<16), asm.MemoryFill)),
			spinner("memory.copy", code(asm.I32Const(roomAt), asm.I32Const(roomAt+1), asm.I32Const(1<<16-1), asm.MemoryCopy)),
			spinner("memory.fill of 32 MiB", func(*parrot) []byte {
				return asm.Cat(asm.I32Const(512-pages), asm.MemoryGrow, asm.Drop,
					forever(asm.I32Const(0), asm.I32Const(1), asm.I32Const(32<<20), asm.MemoryFill))
			}),
			spinner("memory.fill of a few bytes", code(times(1000, asm.I32Const(roomAt), asm.I32Const(1), asm.I32Const(63), asm.MemoryFill))),
			spinner("memory.copy of a few bytes", code(times(1000, asm.I32Const(roomAt), asm.I32Const(roomAt+1), asm.I32Const(63), asm.MemoryCopy))),
			spinner("memory.fill of nothing", code(times(1000, asm.I32Const(roomAt), asm.I32Const(1), asm.I32Const(0), asm.MemoryFill))),
		}},
		{"spin_in_tables", limit("fuel"), []variant{
			spinner("table.fill", func(p *parrot) []byte {
				p.Table(10_000)
				return forever(asm.I32Const(0), asm.RefNullFunc, asm.I32Const(10_000), asm.TableFill(0))
			}),
			spinner("table.copy", func(p *parrot) []byte {
				p.Table(10_000)
				return forever(asm.I32Const(0), asm.I32Const(1), asm.I32Const(9_999), asm.TableCopy(0, 0))
			}),
			spinner("table.fill of a few entries", func(p *parrot) []byte {
				p.Table(10)
				return forever(times(1000, asm.I32Const(0), asm.RefNullFunc, asm.I32Const(7), asm.TableFill(0)))
			}),
			spinner("table.copy of a few entries", func(p *parrot) []byte {
				p.Table(10)
				return forever(times(1000, asm.I32Const(0), asm.I32Const(1), asm.I32Const(7), asm.TableCopy(0, 0)))
			}),
		}},
		{"spin_in_growth", limit("fuel"), []variant{
			spinner("growth by nothing", code(asm.I32Const(0), asm.MemoryGrow, asm.Drop)),
			spinner("tables that cannot grow", func(p *parrot) []byte {
				p.Table(1)
				return forever(asm.RefNullFunc, asm.I32Const(1<<30), asm.TableGrow(0), asm.Drop)
			}),
		}},
		{"spin_in_the_host", limit("fuel"), []variant{
			spinner("64 KiB of random bytes", func(p *parrot) []byte {
				f := p.Import(wasi, "random_get", asm.I32+asm.I32, asm.I32)
				return forever(asm.I32Const(roomAt), asm.I32Const(1<<16), asm.Call(f), asm.Drop)
			}),
			spinner("output of 64 MiB in 1,024 pieces", func(p *parrot) []byte {
				f := p.Import(wasi, "fd_write", asm.I32+asm.I32+asm.I32+asm.I32, asm.I32)
				p.Data(roomAt, string(times(1024, []byte{0, 0, 1, 0, 0, 0, 1, 0}))) // 64 KiB at 64 KiB
				return forever(asm.I32Const(2), asm.I32Const(roomAt), asm.I32Const(1024), asm.I32Const(16), asm.Call(f), asm.Drop)
			}),
			spinner("a poll of 1,024 clocks", func(p *parrot) []byte {
				f := p.Import(wasi, "poll_oneoff", asm.I32+asm.I32+asm.I32+asm.I32, asm.I32)
				return forever(asm.I32Const(roomAt), asm.I32Const(requestAt), asm.I32Const(1024), asm.I32Const(16), asm.Call(f), asm.Drop)
			}),
			spinner("the clock", func(p *parrot) []byte {
				f := p.Import(wasi, "clock_time_get", asm.I32+asm.I64+asm.I32, asm.I32)
				return forever(asm.I32Const(1), asm.I64Const(1), asm.I32Const(16), asm.Call(f), asm.Drop)
			}),
		}},
	}
}
