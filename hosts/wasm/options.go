package wasm

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"log/slog"
	"runtime"
	"time"

	"github.com/parley-rules/parley/abi"
)

// Engine is a way in which wazero runs a module. The answers and the fuel are the same; the interpreter is some 45 times
// slower, but runs on every platform and starts at once.
type Engine uint8

const (
	// Auto takes the compiler where there is one for this platform and the interpreter elsewhere.
	Auto Engine = iota
	// Compiler translates to machine code (amd64 and arm64). Load fails where there is no compiler.
	Compiler
	// Interpreter runs the module's own instructions.
	Interpreter
)

// String returns "auto", "compiler" or "interpreter".
func (e Engine) String() string {
	switch e {
	case Auto:
		return "auto"
	case Compiler:
		return "compiler"
	case Interpreter:
		return "interpreter"
	}
	return fmt.Sprintf("Engine(%d)", uint8(e))
}

// What an Options field of zero stands for.
const (
	DefaultMemoryLimit = 64 << 20
	DefaultMaxModule   = 32 << 20
	DefaultMaxCode     = 16 << 20
	DefaultMaxFunction = 64 << 10
	DefaultMaxControl  = 4096
	DefaultMaxLocals   = 256
	DefaultMaxTable    = 10_000
	DefaultMaxOutput   = 64 << 10

	// DefaultFuel is 0.1 to 0.5 s of ordinary work; hosts/SECURITY.md tells of the exception.
	DefaultFuel  = 50_000_000
	DefaultDepth = 1000

	DefaultCompileTimeout = 2 * time.Minute

	DefaultMaxFailures     = 100
	DefaultMaxRestartDelay = 20 * time.Millisecond
)

// maxDepth is a depth at which no engine has reached a limit of its own.
const maxDepth = 1900

// maxFuel leaves the counter far from its ends, whatever one instruction takes.
const maxFuel = 1 << 62

// Options says how a module is run. The zero value is safe for modules of strangers. Sizes are in bytes.
type Options struct {
	// Engine is Auto by default.
	Engine Engine

	// SHA256 is the hex digest that the module must have, "" for any. It is compared before anything else is done with it.
	SHA256 string

	// PublicKeys are those of which one must have signed the module (hosts.VerifySignature), which is looked at before anything
	// else is done with it. nil is not to look for signatures; a list without a key is refused.
	PublicKeys []ed25519.PublicKey

	// CacheDir holds compiled code between runs, one folder per module. "" is the folder parley/wasm of the user's
	// cache (os.UserCacheDir). It is made with mode 0700 if it does not exist, and must not be writable by others, since
	// what lies in it is run as it is. If the default folder cannot be used, Load does without; if a named one cannot, Load fails.
	CacheDir string
	// NoCache switches the cache off.
	NoCache bool

	// MaxInstances is the number of calls that run at the same time; further ones wait. 0 is GOMAXPROCS.
	MaxInstances int
	// MemoryLimit is the most linear memory of one instance, rounded down to 64 KiB. 0 is DefaultMemoryLimit, the most 2 GiB.
	MemoryLimit int64
	// MaxRequest is the largest request. 0 is abi.MaxRequest.
	MaxRequest int
	// MaxResponse is the largest response. 0 is abi.MaxResponse.
	MaxResponse int
	// MaxOutput is how much of what the module prints during one call is kept, for each of stdout and stderr; the end is
	// kept, since it says why a module died. 0 is DefaultMaxOutput.
	MaxOutput int

	// Fuel is how much work a call may do, in units of some 16 instructions; one that would do more is ended, always at the
	// same instruction. 0 is DefaultFuel. The start of an instance has DefaultFuel at least.
	Fuel int64
	// Depth is how deep calls inside of the module may go, a function with many variables counting for several. 0 is
	// DefaultDepth, the most 1900.
	Depth int
	// Unmetered runs the module as it is, without counting fuel and depth and without MaxControl and MaxLocals: a call that
	// never ends is never ended. It is for modules that are trusted, and for comparison.
	Unmetered bool

	// Plain leaves out what makes modules of the Go compiler faster, most of them by 1.7 to 2.2 times, with the same answers: each
	// function gets a copy without Go's dispatch of jumps, for the calls that begin at its beginning, unless it would then go over
	// one of the limits below. That makes the first compilation take 1.7 to 2 times as long. Modules of other compilers stay as they are.
	// Calls of a plain module cost another amount of fuel, which is as exact. Without Plain, the copies are the one thing
	// that is changed with Unmetered.
	Plain bool

	// ExactFuel gives every call an instance in the state of a fresh one, so that a call by itself costs the same fuel each time,
	// for bills and records. A reset before each call takes some 0.2 ms; a module that can change its tables gets a new instance.
	ExactFuel bool

	// CallTimeout ends a call that takes longer, the wait for an instance included: the caller gets a *hosts.LimitError of the
	// kind "call time in ms", and the instance goes on by itself until it is done or out of fuel. 0 is no such limit. A context
	// with a deadline does the same for one call. Either costs a few microseconds a call.
	CallTimeout time.Duration

	// HighWater is how much memory an instance may keep after a call: one that has more is replaced, since memory cannot shrink.
	// It has no effect on what a fresh instance has. 0 is half of MemoryLimit.
	HighWater int64
	// MaxFailures is after how many failed calls and starts in a row, without one that went well, the module is refused: calls then
	// return hosts.ErrModuleFailing. Failures are traps, exits, limits reached in a call and broken answers. 0 is
	// DefaultMaxFailures.
	MaxFailures int
	// MaxRestartDelay bounds the pause before a broken instance is replaced. The first eight failures in a row cost no pause, the
	// next 1 ms, 2 ms, 4 ms and so on. 0 is DefaultMaxRestartDelay.
	MaxRestartDelay time.Duration

	// MaxModule is the largest module. 0 is DefaultMaxModule.
	MaxModule int
	// MaxCode is the most code of all functions together. 0 is DefaultMaxCode.
	MaxCode int
	// MaxFunction is the largest code of one function: the time to compile a function grows faster than its length
	// (0.6 s for 64 KiB, 14 s for 320 KiB). 0 is DefaultMaxFunction.
	MaxFunction int
	// MaxControl is the most control instructions in one function. 0 is DefaultMaxControl.
	MaxControl int
	// MaxLocals is the most variables of one function, parameters among them. 0 is DefaultMaxLocals.
	MaxLocals int
	// MaxTable is the most entries of the module's tables, which are not part of the linear memory: at the start of all
	// together, later of each. 0 is DefaultMaxTable.
	MaxTable int
	// CompileTimeout is how long the compilation may take; it is looked at between functions. 0 is DefaultCompileTimeout.
	CompileTimeout time.Duration

	// Environment is what the module sees of the world. The zero value is the one that the ABI fixes; others are for tests
	// that prove that answers do not depend on it.
	Environment Environment

	// Log gets what the module prints, one record per call and stream, and warnings about the cache. nil drops them.
	Log *slog.Logger
}

// Environment is what a module can learn by its WASI functions. The zero value is the one of the ABI.
type Environment struct {
	// ClockStart is the virtual clock of a fresh instance in nanoseconds, before the first read. At least 0.
	ClockStart int64
	// ClockStep is what each read adds to it, in nanoseconds, before it answers. 0 is 1; at most 1 s. Steps of a
	// microsecond or more upset the garbage collector of long-lived Go modules.
	ClockStep int64
	// WallTime is the fixed answer of the real-time clock in nanoseconds since 1970. 0 is DefaultWallTime; at least 0.
	WallTime int64
	// RandomSeed is the SplitMix64 state with which the random bytes of each fresh instance start.
	RandomSeed uint64
}

// DefaultWallTime is the answer of the real-time clock: 2022-01-01T00:00:00Z.
const DefaultWallTime = 1640995200_000_000_000

// resolved returns the options with defaults filled in, or says what is wrong with them.
func (o Options) resolved() (Options, error) {
	if o.Engine > Interpreter {
		return o, fmt.Errorf("wasm: option Engine is %d: use Auto, Compiler or Interpreter", o.Engine)
	}
	if sum, err := hex.DecodeString(o.SHA256); o.SHA256 != "" && (err != nil || len(sum) != sha256.Size) {
		return o, fmt.Errorf("wasm: option SHA256 is %q: give the 64 hex digits of a digest, or nothing", o.SHA256)
	}
	if o.PublicKeys != nil && len(o.PublicKeys) == 0 {
		return o, fmt.Errorf("wasm: option PublicKeys is empty, so that no module could be good: name a key, or give nil")
	}
	for i, key := range o.PublicKeys {
		if len(key) != ed25519.PublicKeySize {
			return o, fmt.Errorf("wasm: option PublicKeys has %d bytes at %d: a key has %d", len(key), i, ed25519.PublicKeySize)
		}
	}
	if o.NoCache && o.CacheDir != "" {
		return o, fmt.Errorf("wasm: both options NoCache and CacheDir are given: leave one out")
	}
	for _, f := range []struct {
		name string
		at   *int
		def  int
		most int
	}{
		{"MaxInstances", &o.MaxInstances, runtime.GOMAXPROCS(0), 1 << 16},
		{"MaxRequest", &o.MaxRequest, abi.MaxRequest, 1 << 30},
		{"MaxResponse", &o.MaxResponse, abi.MaxResponse, 1 << 30},
		{"MaxOutput", &o.MaxOutput, DefaultMaxOutput, 1 << 30},
		{"MaxModule", &o.MaxModule, DefaultMaxModule, 1 << 30},
		{"MaxCode", &o.MaxCode, DefaultMaxCode, 1 << 30},
		{"Depth", &o.Depth, DefaultDepth, maxDepth},
		{"MaxFailures", &o.MaxFailures, DefaultMaxFailures, 1 << 30},
		{"MaxControl", &o.MaxControl, DefaultMaxControl, 1 << 30},
		{"MaxLocals", &o.MaxLocals, DefaultMaxLocals, 50_000},
		{"MaxFunction", &o.MaxFunction, DefaultMaxFunction, 1 << 30},
		{"MaxTable", &o.MaxTable, DefaultMaxTable, 1 << 27},
	} {
		if *f.at == 0 {
			*f.at = f.def
		}
		if *f.at < 0 || *f.at > f.most {
			return o, fmt.Errorf("wasm: option %s is %d: give 1 to %d, or 0 for the default %d", f.name, *f.at, f.most, f.def)
		}
	}
	if o.Fuel == 0 {
		o.Fuel = DefaultFuel
	}
	if o.Fuel < 0 || o.Fuel > maxFuel {
		return o, fmt.Errorf("wasm: option Fuel is %d: give 1 to %d, or 0 for the default %d", o.Fuel, int64(maxFuel), DefaultFuel)
	}
	if o.Unmetered && o.ExactFuel {
		return o, fmt.Errorf("wasm: both options Unmetered and ExactFuel are given: leave one out")
	}
	for _, f := range []struct {
		name string
		at   *time.Duration
		def  time.Duration
	}{
		{"CompileTimeout", &o.CompileTimeout, DefaultCompileTimeout},
		{"MaxRestartDelay", &o.MaxRestartDelay, DefaultMaxRestartDelay},
		{"CallTimeout", &o.CallTimeout, 0},
	} {
		if *f.at == 0 {
			*f.at = f.def
		}
		if *f.at < 0 {
			return o, fmt.Errorf("wasm: option %s is %v: give a positive time, or 0 for the default %v", f.name, *f.at, f.def)
		}
	}
	if o.MemoryLimit == 0 {
		o.MemoryLimit = DefaultMemoryLimit
	}
	if o.MemoryLimit < pageSize || o.MemoryLimit > 2<<30 {
		return o, fmt.Errorf("wasm: option MemoryLimit is %d: give %d (64 KiB) to %d (2 GiB), or 0 for the default %d",
			o.MemoryLimit, pageSize, int64(2<<30), DefaultMemoryLimit)
	}
	o.MemoryLimit -= o.MemoryLimit % pageSize
	if o.HighWater == 0 {
		o.HighWater = o.MemoryLimit / 2
	}
	if o.HighWater < 0 {
		return o, fmt.Errorf("wasm: option HighWater is %d: give bytes, or 0 for half of MemoryLimit", o.HighWater)
	}
	e := &o.Environment
	if e.ClockStep == 0 {
		e.ClockStep = 1
	}
	if e.WallTime == 0 {
		e.WallTime = DefaultWallTime
	}
	if e.ClockStart < 0 || e.WallTime < 0 || e.ClockStep < 0 || e.ClockStep > 1e9 {
		return o, fmt.Errorf("wasm: option Environment has ClockStart %d, ClockStep %d, WallTime %d: none may be negative, and the step at most 1 s (1000000000)",
			e.ClockStart, e.ClockStep, e.WallTime)
	}
	return o, nil
}
