// Package rewrite changes a WebAssembly module so that it cannot run for ever: it counts fuel and the depth of calls.
//
// The rewritten module does what the module did, with the same answers, until one of two counters is used up. Then it
// traps, at the same instruction in every engine and on every machine. The counters are globals that the module cannot
// name; the host sets them before a call and reads them after it.
//
// What is charged is written in fuel.go and stack.go, what is refused in features.go and limits.go. Types of operands are left to
// the engine: it checks the rewritten module, in which a wrong type stays wrong. All that a rewritten module could hide (labels,
// locals, types and globals that only exist after it was rewritten, a start function that is exported) is checked here, and every
// number that announces how much follows: engines allocate before they look.
//
// The rewritten module also starts faster than the module did (data.go), and exports what an exact snapshot needs.
package rewrite

// Version changes whenever the bytes of a rewritten module change: a cache of rewritten or compiled modules must have it in
// its key.
const Version = 8

// The names under which a rewritten module exports what the host needs. A module with an export that begins with Prefix
// is refused.
const (
	Prefix = "parley:"
	// Fuel is a mutable i64: what is left. It is 0 at first. Below 0 after a trap means out of fuel.
	Fuel = Prefix + "fuel"
	// Depth is a mutable i32: what is left. It is 0 at first. Below 0 after a trap means too deep. It has its old value after every
	// call that returns; the host must set it anew after one that trapped.
	Depth = Prefix + "depth"
	// Start is the function that was the module's start function, if it had one: the host calls it when it has set the counters.
	Start = Prefix + "start"
	// Global and a number is a mutable global that the module defines, by its index.
	Global = Prefix + "global:"
	// Exact is a constant i32 of 1. It is there if the memory and the globals under Global are all of the state that the
	// module's calls can change, so that a snapshot of them is exact in any instance of the module, also in one that was not
	// initialised. It is missing if the module can change tables or drop segments, imports a memory, a table or a mutable
	// global, or has a mutable global of a reference type.
	Exact = Prefix + "exact"
)

// Module returns module rewritten. It does not keep or change the bytes that it is given, and gives the same bytes for the same
// module and limits. Custom sections are dropped, except for the names of functions. The errors are *InvalidError,
// *UnsupportedError and *LimitError; any other is a fault of this package.
func Module(module []byte, limits Limits) ([]byte, error) {
	return run(&rewriter{limits: limits.resolved()}, module)
}

// Structured is Module, but functions of the Go compiler get copies that are faster: see package structure. A function whose
// copy would bring it over one of the limits has none, so that a module is refused for what it is itself.
func Structured(module []byte, limits Limits) ([]byte, error) {
	return run(&rewriter{limits: limits.resolved(), structured: true}, module)
}

func run(m *rewriter, module []byte) ([]byte, error) {
	if err := m.module(module); err != nil {
		return nil, err
	}
	return m.out, nil
}
