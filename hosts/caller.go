package hosts

import (
	"context"

	"github.com/parley-rules/parley/abi"
)

// Caller runs one game's rules. It is all that a way of running them (native, wasm, process, a network) must offer;
// everything else is written once on top of it, in Game.
//
// A Caller is safe for concurrent use.
type Caller interface {
	// Call carries out one operation: bytes in, bytes out. It appends the answer to response, which may be nil, and returns
	// the extended slice. The answer is the module's own, `{ok: ...}` or `{error: ...}` in msgpack, not yet looked at: a
	// refusal by the rules is an answer, not an error. The request is not kept and not changed.
	//
	// The errors are *TrapError, *LimitError and *ABIError, ErrClosed after Close, ErrNotOffered for an optional operation
	// that the module lacks, and the context's error if it ends while Call waits.
	Call(ctx context.Context, op abi.Op, request, response []byte) ([]byte, error)

	// Info says what is being run. It never fails and does not run the module.
	Info() Info

	// Close ends it and frees what it holds; calls under way are finished first. Closing twice is allowed.
	Close() error
}

// Meter is a Caller that counts how much work a call was: its fuel. The units are the host's own; the same module, host and
// calls since the start give the same number, whatever the machine.
type Meter interface {
	Caller

	// CallMetered is Call, and says how much fuel it used, also with an error: 0 if the module was not reached or is not metered.
	CallMetered(ctx context.Context, op abi.Op, request, response []byte) (answer []byte, fuel int64, err error)

	// FuelLimit is the most fuel of one call, 0 if there is no limit.
	FuelLimit() int64
}

// Info says what a Caller runs and how.
type Info struct {
	Host    string // "native", "wasm", "process", ...
	Engine  string // the engine and its version, for example "wazero 1.12.0 compiler"
	SHA256  string // hex digest of the module's or program's bytes, "" for native
	Size    int64  // the size of those bytes, 0 for native
	Imports []string
	Exports []string
	Offers  []abi.Op // the operations that can be called, in the order of their numbers
}
