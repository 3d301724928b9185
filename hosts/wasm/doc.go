// Package wasm runs rules modules in wazero, in the embedder's own process and without cgo. The modules may be strangers'.
//
// [Load] checks a module, rewrites it so that it counts its own work, compiles it (or takes the compiled code from a cache on
// disk) and starts a first instance; the [Module] that it returns is a hosts.Meter. Calls go to a bounded pool of instances,
// each used by one call at a time.
//
// A module is a closed world. It may import only the WASI functions that Go's runtime cannot do without, and each of
// them is pinned to an exact answer, the same on every host (the table is in wasi.go).
//
// # Limits
//
// Everything that a module can use is limited by [Options]: the size of what is compiled and the time for it, memory, output,
// requests and responses, and in each call its fuel and the depth of calls. A call that is out of fuel is ended by itself, at
// the same instruction on every engine and machine. Nothing else ends a call; a context with a deadline, or
// Options.CallTimeout, ends the caller's wait, and fuel ends what goes on without him. wazero's own way of interrupting
// (WithCloseOnContextDone) is not used: it makes modules of Go four to seven times slower. Go's scheduler cannot interrupt the
// compiled code either, so that a collection of the host's garbage waits for the calls under way: keep the fuel small.
//
// # Instances
//
// An instance that traps, exits, reaches a limit in the middle of a call or answers nonsense is never used again: the caller
// gets a typed error, and the next call a new instance. That is safe because a module keeps nothing that matters; positions are
// in the hands of the host. Failures in a row cost growing pauses, and in the end the module is refused
// (hosts.ErrModuleFailing) until it is loaded again; [Module.Stats] counts all of it.
//
// New instances are not started: they are made from an image of the first, taken after its start. The image holds the memory
// and all mutable globals and is exact, so that no call can tell the difference. Modules that can change their tables have no
// image; their instances are started each.
//
// # Fuel
//
// The same calls on a fresh instance cost the same fuel, on every engine and machine. A single call does not, since the
// module's garbage is collected in some of them; Options.ExactFuel resets the instance before each call, which makes a single
// call exact too. The units change with the version of this package, never with the machine.
package wasm
