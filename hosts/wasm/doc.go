// Package wasm runs rules modules in wazero, in the embedder's own process and without cgo.
//
// [Load] checks a module, compiles it (or takes the compiled code from a cache on disk) and starts a first instance;
// the [Module] that it returns is a hosts.Caller. Calls go to a bounded pool of instances, each used by one call at a time.
//
// A module is a closed world. It may import only the WASI functions that Go's runtime cannot do without, and each of
// them is pinned to an exact answer, the same on every host (the table is in wasi.go). Its memory, its output and the
// sizes of its requests and responses are limited. An instance that traps, exits, reaches a limit in the middle of a call
// or answers nonsense is never used again: the caller gets a typed error, and the next call a new instance. That is
// safe because a module keeps nothing that matters; positions are in the hands of the host.
//
// Each module is rewritten when it is loaded, so that it counts its fuel and the depth of its calls: a call that does too much is
// ended by itself, always at the same instruction. Nothing else can interrupt a call: a context ends only the wait for an instance.
package wasm
