package adversary

import (
	"strings"

	"github.com/parley-rules/parley/abi"
	asm "github.com/parley-rules/parley/hosts/hosttest/wasmasm"
)

// hog is a variant in which apply runs code and then traps.
func hog(name string, body ...[]byte) variant {
	return one(name, func(p *parrot) { p.ops[abi.Apply] = append(body, asm.Unreachable) }, abi.Apply)
}

// growing grows the memory by so many pages until it may not.
func growing(by int32) []byte {
	return asm.Cat(asm.Loop, asm.I32Const(by), asm.MemoryGrow, asm.I32Const(-1), asm.I32Eq, asm.I32Eqz, asm.BrIf(0), asm.End)
}

// hogs are modules that want all memory, of their own, of the stack, or of the host.
func hogs() []*Adversary {
	recursion := func(name, locals string, more ...[]byte) variant {
		return one(name, func(p *parrot) {
			// It is the first function of the module's own, and no function is imported.
			f := p.Func(asm.I32, asm.I64, locals, append(more, asm.LocalGet(0), asm.Call(0), asm.I64Const(1), asm.I64Add)...)
			p.ops[abi.Apply] = [][]byte{asm.LocalGet(0), asm.Call(f)}
		}, abi.Apply)
	}
	return []*Adversary{
		{"grow_for_ever", limit("memory"), []variant{
			hog("page by page", growing(1)),
			hog("half a GiB at a time", growing(8192)),
		}},
		{"grow_at_once", limit("memory"), []variant{
			hog("1 GiB", asm.I32Const(1<<14), asm.MemoryGrow, asm.Drop),
			hog("2 GiB", asm.I32Const(1<<15), asm.MemoryGrow, asm.Drop),
		}},
		{"grow_and_go_on", nil, []variant{
			one("page by page", func(p *parrot) { p.ops[abi.Apply] = append([][]byte{growing(1)}, p.right(abi.Apply)...) }, abi.Apply),
			one("4 GiB", func(p *parrot) {
				p.ops[abi.Apply] = append([][]byte{asm.I32Const(-1), asm.MemoryGrow, asm.Drop}, p.right(abi.Apply)...)
			}, abi.Apply),
			one("a table", func(p *parrot) {
				p.Table(1)
				p.ops[abi.Apply] = append([][]byte{asm.Loop, asm.RefNullFunc, asm.I32Const(1000), asm.TableGrow(0),
					asm.I32Const(-1), asm.I32Eq, asm.I32Eqz, asm.BrIf(0), asm.End}, p.right(abi.Apply)...)
			}, abi.Apply),
		}},
		{"recursion", limit("depth"), []variant{
			recursion("a function that calls itself", ""),
			recursion("with 200 locals", strings.Repeat(asm.I64, 200)),
		}},
		{"recursion_through_a_table", limit("depth"), []variant{
			one("two functions", func(p *parrot) {
				t := p.Type("", "")
				p.Table(2)
				f := p.Func("", "", "", asm.I32Const(1), asm.CallIndirect(t))
				g := p.Func("", "", "", asm.I32Const(0), asm.CallIndirect(t))
				p.Element(0, f, g)
				p.ops[abi.Apply] = [][]byte{asm.Call(f), asm.Unreachable}
			}, abi.Apply),
		}},
	}
}
