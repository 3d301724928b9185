package adversary

import (
	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/hosts"
	asm "github.com/parley-rules/parley/hosts/hosttest/wasmasm"
)

// asked are the operations whose requests have bytes.
var asked = abi.Ops[abi.Init:]

// exiting adds an import of proc_exit and returns the call.
func exiting(p *parrot, code int32) []byte {
	return asm.Cat(asm.I32Const(code), asm.Call(p.Import(wasi, "proc_exit", asm.I32, "")), asm.Unreachable)
}

// trappers are modules that stop in the middle of a call.
func trappers() []*Adversary {
	dies := func(name string, code ...[]byte) variant {
		return one(name, func(p *parrot) { p.ops[abi.Apply] = append(code, asm.Unreachable) }, abi.Apply)
	}
	each := &Adversary{Name: "trap_in_each_export", Must: trap("unreachable")}
	for _, op := range abi.Ops {
		each.variants = append(each.variants, one(op.String(), func(p *parrot) { p.ops[op] = [][]byte{asm.Unreachable} }, op))
	}
	each.variants = append(each.variants, one("buffer", func(p *parrot) { p.buffer = [][]byte{asm.Unreachable} }, asked...))
	exits := func(name string, code int32) *Adversary {
		return &Adversary{name, exited(int(code)), []variant{
			one("apply", func(p *parrot) { p.ops[abi.Apply] = [][]byte{exiting(p, code)} }, abi.Apply),
			one("all operations", func(p *parrot) {
				e := exiting(p, code)
				for _, op := range asked {
					p.ops[op] = [][]byte{e}
				}
			}, asked...),
		}}
	}
	return []*Adversary{
		each,
		{"trap_of_each_kind", &hosts.TrapError{Op: "apply"}, []variant{
			dies("outside the memory", asm.I32Const(-8), asm.I64Load(0), asm.Drop),
			dies("division by zero", asm.I64Const(1), asm.I64Const(0), asm.I64DivU, asm.Drop),
			one("a function that is not in the table", func(p *parrot) {
				p.Table(1)
				p.ops[abi.Apply] = [][]byte{asm.I32Const(9), asm.CallIndirect(p.Type("", "")), asm.Unreachable}
			}, abi.Apply),
			one("a function of another type", func(p *parrot) {
				p.Table(1)
				p.Element(0, p.Func(asm.I32, "", ""))
				p.ops[abi.Apply] = [][]byte{asm.I32Const(0), asm.CallIndirect(p.Type("", "")), asm.Unreachable}
			}, abi.Apply),
		}},
		{"double_trap", trap("unreachable"), []variant{
			one("apply traps once and is well the second time", func(p *parrot) {
				g := p.Global(0)
				p.ops[abi.Apply] = append([][]byte{
					asm.GlobalGet(g), asm.I64Eqz, asm.If, asm.I64Const(1), asm.GlobalSet(g), asm.Unreachable, asm.End,
				}, p.right(abi.Apply)...)
			}, abi.Apply),
			one("what traps leaves lies for the others", func(p *parrot) {
				view := p.where[abi.View]
				p.ops[abi.Apply] = [][]byte{asm.I32Const(int32(view[0])), asm.I32Const(0), asm.I32Const(int32(view[1])), asm.MemoryFill, asm.Unreachable}
			}, abi.Apply),
		}},
		exits("exit_0", 0),
		exits("exit_1", 1),
	}
}
