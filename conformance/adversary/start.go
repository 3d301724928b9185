package adversary

import (
	asm "github.com/parley-rules/parley/hosts/hosttest/wasmasm"
)

// atStart are modules that do harm before they are asked anything.
func atStart() []*Adversary {
	// Both places in which a module can start. Imports come first, so that code may add one.
	both := func(name string, code func(p *parrot) []byte) []variant {
		start := one(name+" in the start function", func(p *parrot) { c := code(p); p.Start(p.Func("", "", "", c)) })
		initialize := one(name+" in _initialize", func(p *parrot) { p.initialize = [][]byte{code(p)} })
		return []variant{start, initialize}
	}
	always := func(code ...[]byte) func(*parrot) []byte { return func(*parrot) []byte { return asm.Cat(code...) } }
	return []*Adversary{
		{"trap_at_the_start", trap("unreachable"), both("trap", always(asm.Unreachable))},
		{"exit_at_the_start", exited(0), both("exit 0", func(p *parrot) []byte { return exiting(p, 0) })},
		{"spin_at_the_start", limit("fuel"), both("spin", always(forever()))},
		{"grow_at_the_start", limit("memory"), both("grow", always(growing(1), asm.Unreachable))},
		{"recursion_at_the_start", limit("depth"), both("recursion", func(p *parrot) []byte {
			return asm.Call(p.Func("", "", "", asm.Call(0), asm.Call(0))) // the first function calls itself
		})},
	}
}
