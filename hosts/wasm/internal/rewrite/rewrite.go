// Package rewrite changes a WebAssembly module so that it cannot run for ever: it counts fuel and the depth of calls.
//
// The rewritten module does what the module did, with the same answers, until one of two counters is used up. Then it
// traps, at the same instruction in every engine and on every machine. The counters are globals that the module cannot
// name; the host sets them before a call and reads them after it.
//
// What is charged is written in fuel.go, what is refused in errors.go. Types of operands are left to the engine: it checks
// the rewritten module, in which a wrong type stays wrong. All that a rewritten module could hide (labels, locals and
// globals that only exist after it was rewritten) is checked here.
package rewrite

// Version changes whenever the bytes of a rewritten module change: a cache of rewritten or compiled modules must have it in
// its key.
const Version = 1

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
	// Global and a number is a mutable global that the module defines, by its index: together with the memory they are all of
	// the module's state that calls can change, except for tables.
	Global = Prefix + "global:"
)

// Limits are caps on a module. A field of zero is its default.
type Limits struct {
	Function int // bytes of one function's code, at most 16 MiB
	Control  int // control operators of one function, each target of a br_table among them
	Locals   int // locals of one function, without its parameters
	Values   int // parameters and results of one function type together
	Table    int // entries of one table; a table cannot grow beyond it either
	Tables   int // tables
}

// The defaults of Limits.
const (
	DefaultFunction = 64 << 10
	DefaultControl  = 4096
	DefaultLocals   = 256
	DefaultValues   = 256
	DefaultTable    = 10_000
	DefaultTables   = 16
)

// maxFunction keeps the weight of a function's code in the room that there is for it.
const maxFunction = 16 << 20

func (l Limits) resolved() Limits {
	for _, f := range []struct {
		at  *int
		def int
	}{
		{&l.Function, DefaultFunction}, {&l.Control, DefaultControl}, {&l.Locals, DefaultLocals},
		{&l.Values, DefaultValues}, {&l.Table, DefaultTable}, {&l.Tables, DefaultTables},
	} {
		if *f.at <= 0 {
			*f.at = f.def
		}
	}
	l.Function = min(l.Function, maxFunction)
	return l
}

// Module returns module rewritten. It does not keep or change the bytes that it is given, and gives the same bytes for the same
// module and limits. Custom sections are dropped, except for the names of functions. The errors are *InvalidError,
// *UnsupportedError and *LimitError.
func Module(module []byte, limits Limits) ([]byte, error) {
	m := &rewriter{limits: limits.resolved()}
	if err := m.module(module); err != nil {
		return nil, err
	}
	return m.out, nil
}
