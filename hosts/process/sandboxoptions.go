package process

import (
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/hosts/wasm"
)

// What a SandboxOptions field of zero stands for.
const (
	DefaultSandboxStartTimeout = time.Minute
	DefaultCPULimit            = 5 * time.Minute
	// DefaultOverhead is what a process may have besides the memory of the module's instance: some 110 MB are Go's own
	// before anything is done, and the compiler takes 60 MB more for the games of this repository.
	DefaultOverhead = 448 << 20
)

// SandboxOptions says how a module is run in a process of its own. The zero value is safe for modules of strangers.
type SandboxOptions struct {
	// Wasm are the limits of the module, as hosts/wasm keeps them inside of the process, and Log, which gets what the
	// module and the process print, and the deaths of processes. Of the others, MaxInstances must be 0, since each process has
	// one instance. The cache of compiled code is in the folder sandbox of CacheDir, apart from that of hosts/wasm.
	Wasm wasm.Options
	// Command is a program with its first arguments, which begins with ServeIfChild, as that of `parley serve`; the path of the
	// module is added. nil is this program itself, which then must begin with ServeIfChild.
	Command []string
	// MaxProcesses is the number of calls that run at the same time, each in a process of its own; further ones wait.
	// 0 is GOMAXPROCS. It takes the place of Wasm.MaxInstances, which must be 0.
	MaxProcesses int
	// StartTimeout is how long a process may take until it answers, with the time to compile the module. 0 is
	// DefaultSandboxStartTimeout.
	StartTimeout time.Duration
	// CallTimeout is how long a call may take; a process that takes longer is killed. 0 is Wasm.CallTimeout, or
	// DefaultCallTimeout if that is 0 too.
	CallTimeout time.Duration
	// MaxRestartDelay is as in Options.
	MaxRestartDelay time.Duration

	// MemoryLimit is the most memory of a process that it can write to, in bytes, 64 MiB at least: the limit of its data segment
	// (RLIMIT_DATA) on Linux, and on macOS, which does not keep to it. 0 is Wasm.MemoryLimit and DefaultOverhead.
	MemoryLimit int64
	// CPULimit is the most CPU time of a process from its start to its end, in whole seconds: the system kills it then
	// (RLIMIT_CPU on Linux and macOS). One that has used half of it is replaced between two calls. 0 is DefaultCPULimit.
	CPULimit time.Duration
}

// sandboxed are the options of which the process is told.
type sandboxed struct {
	Wasm   wasm.Options `json:"wasm"`
	Memory int64        `json:"memory"`
	CPU    int64        `json:"cpu"` // seconds
	Log    bool         `json:"log"`
	// Compile makes the process one that only compiles the module into the cache, and does not run it.
	Compile bool `json:"compile"`
}

// resolved returns the options with defaults filled in, or says what is wrong with them. Those of hosts/wasm are looked at in
// the process.
func (o SandboxOptions) resolved() (SandboxOptions, error) {
	if o.Wasm.MaxInstances != 0 {
		return o, fmt.Errorf("process: option Wasm.MaxInstances is %d: leave it out, and give MaxProcesses", o.Wasm.MaxInstances)
	}
	if o.Wasm.NoCache && o.Wasm.CacheDir != "" {
		return o, fmt.Errorf("process: option Wasm.CacheDir is %q, beside NoCache: leave one out", o.Wasm.CacheDir)
	}
	if o.MemoryLimit == 0 {
		o.MemoryLimit = max(o.Wasm.MemoryLimit, 0) + DefaultOverhead
		if o.Wasm.MemoryLimit == 0 {
			o.MemoryLimit += wasm.DefaultMemoryLimit
		}
	}
	if o.MemoryLimit < 64<<20 {
		return o, fmt.Errorf("process: option MemoryLimit is %d: give %d (64 MiB) at least, or 0 for the default", o.MemoryLimit, 64<<20)
	}
	if o.CPULimit == 0 {
		o.CPULimit = DefaultCPULimit
	}
	if o.CPULimit < time.Second || o.CPULimit%time.Second != 0 {
		return o, fmt.Errorf("process: option CPULimit is %v: give whole seconds, or 0 for the default %v", o.CPULimit, DefaultCPULimit)
	}
	if o.StartTimeout == 0 {
		o.StartTimeout = DefaultSandboxStartTimeout
	}
	if o.Wasm.MaxResponse == 0 {
		o.Wasm.MaxResponse = abi.MaxResponse
	}
	if o.Wasm.MaxRequest == 0 {
		o.Wasm.MaxRequest = abi.MaxRequest
	}
	if o.Wasm.Fuel == 0 {
		o.Wasm.Fuel = wasm.DefaultFuel
	}
	if o.Wasm.MaxFailures == 0 {
		o.Wasm.MaxFailures = wasm.DefaultMaxFailures
	}
	if o.CallTimeout == 0 {
		o.CallTimeout = o.Wasm.CallTimeout
	}
	if o.Wasm.MaxModule == 0 {
		o.Wasm.MaxModule = wasm.DefaultMaxModule
	}
	var err error
	o.Wasm.SHA256, err = digestOption(o.Wasm.SHA256)
	return o, err
}

// digestOption checks the option SHA256.
func digestOption(sum string) (string, error) {
	sum = strings.ToLower(sum)
	if b, err := hex.DecodeString(sum); err != nil || len(b) != 0 && len(b) != 32 {
		return sum, fmt.Errorf("process: option SHA256 is %q: give the 64 hex digits of the file's sha256, or leave it out", sum)
	}
	return sum, nil
}

// general are the options that sandboxes have in common with plugin processes.
func (o SandboxOptions) general() (Options, error) {
	return Options{MaxProcesses: o.MaxProcesses, StartTimeout: o.StartTimeout, CallTimeout: o.CallTimeout, MaxRestartDelay: o.MaxRestartDelay,
		MaxResponse: o.Wasm.MaxResponse, MaxOutput: o.Wasm.MaxOutput, Log: o.Wasm.Log}.resolved()
}

// command returns the program to start for a module, and its arguments.
func (o SandboxOptions) command(module string) (path string, args []string, err error) {
	if len(o.Command) > 0 {
		path, err = filepath.Abs(o.Command[0])
		return path, append(append([]string{}, o.Command[1:]...), module), err
	}
	path, err = os.Executable()
	if err != nil {
		return "", nil, fmt.Errorf("process: this program does not know its own file: give the option Command: %w", err)
	}
	if runtime.GOOS == "linux" { // also if the file was replaced meanwhile
		path = "/proc/self/exe"
	}
	return path, []string{module}, nil
}

// cacheDir is the folder of the compiled code of a module, "" for none.
func (o SandboxOptions) cacheDir(sum string) (string, error) {
	if o.Wasm.NoCache || o.Wasm.Engine == wasm.Interpreter {
		return "", nil
	}
	base := o.Wasm.CacheDir
	if base == "" {
		user, err := os.UserCacheDir()
		if err != nil {
			return "", nil // as with hosts/wasm, the default need not be there
		}
		base = filepath.Join(user, "parley")
	}
	dir := filepath.Join(base, "sandbox", sum)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		if o.Wasm.CacheDir == "" {
			return "", nil
		}
		return "", fmt.Errorf("process: option CacheDir: %w", err)
	}
	return dir, nil
}
