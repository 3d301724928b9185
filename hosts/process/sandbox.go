package process

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/internal/modulefile"
)

// Sandbox runs the module in a file with hosts/wasm in a process of its own, which has locked itself up before it sees the module
// (ServeIfChild says how): what the module could do to its host, it does to that process. A call costs
// some 90 µs more than one within this process (BenchmarkSandboxCall), and a process starts in some 0.3 s when the module's code is in the cache.
//
// The process is this program itself, whose main must begin with ServeIfChild, or SandboxOptions.Command. The module is read,
// and held against Wasm.SHA256 and Wasm.PublicKeys, here; the process gets its bytes, and needs no file. A first process is started.
//
// ctx ends the start, not what is running. The errors are those of the options and of the file, *hosts.ChecksumError,
// *hosts.SignatureError, those of wasm.Load, which are the same as if the module were loaded here, *hosts.ABIError for a program
// that does not begin with ServeIfChild, *hosts.LimitError for what does not answer in StartTimeout, and ctx's. After an
// error nothing is left running.
func Sandbox(ctx context.Context, path string, opts SandboxOptions) (*Host, error) {
	resolved, err := opts.resolved()
	if err != nil {
		return nil, err
	}
	module, err := modulefile.Read(path, resolved.Wasm.MaxModule)
	if err != nil {
		return nil, err
	}
	h, err := openSandbox(ctx, path, module, resolved)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return h, nil
}

// SandboxModule is Sandbox for a module that is in memory, whose name is for messages. The bytes are kept, and must not change.
func SandboxModule(ctx context.Context, name string, module []byte, opts SandboxOptions) (*Host, error) {
	opts, err := opts.resolved()
	if err != nil {
		return nil, err
	}
	return openSandbox(ctx, name, module, opts)
}

// openSandbox is SandboxModule with options that are resolved.
func openSandbox(ctx context.Context, name string, module []byte, opts SandboxOptions) (*Host, error) {
	general, err := opts.general()
	if err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if os.Getenv(childKey) != "" {
		return nil, fmt.Errorf("process: this program is a sandbox's process, and came to open another one: begin its main with process.ServeIfChild()")
	}
	digest, err := modulefile.Check(module, opts.Wasm.MaxModule, opts.Wasm.SHA256, opts.Wasm.PublicKeys)
	if err != nil {
		return nil, err
	}
	s := &sandbox{opts: opts, general: general, module: module}
	if s.path, s.args, err = opts.command(name); err != nil {
		return nil, err
	}
	if err := s.fillCache(ctx, digest); err != nil {
		return nil, err
	}
	h := &Host{opts: general, maxRequest: opts.Wasm.MaxRequest, fuel: opts.Wasm.Fuel}
	if opts.Wasm.Unmetered {
		h.fuel = 0
	}
	first, err := s.start(ctx)
	if err != nil {
		return nil, err
	}
	h.info = first.link.(*sandboxLink).info
	h.info.Host, h.info.SHA256, h.info.Size = "sandbox", digest, int64(len(module))
	for _, op := range h.info.Offers {
		h.offers[op] = true
	}
	h.pool = newPool(&h.opts, s.start)
	h.pool.maxFailures = opts.Wasm.MaxFailures
	h.pool.add(first)
	return h, nil
}

// sandbox is what processes of one module are started from.
type sandbox struct {
	opts    SandboxOptions
	general Options
	path    string // of the program
	args    []string
	module  []byte
	cache   string // the folder that the processes read compiled code from, "" for none
}

// fillCache has a process compile the module into the cache, if it is not there. The processes that run the module may only read.
func (s *sandbox) fillCache(ctx context.Context, digest string) error {
	var err error
	if s.cache, err = s.opts.cacheDir(digest); err != nil || s.cache == "" {
		return err
	}
	if s.cache, err = filepath.Abs(s.cache); err != nil {
		return fmt.Errorf("process: option CacheDir: %w", err)
	}
	c, err := s.begin(ctx, true)
	if err != nil {
		return err
	}
	c.stop()
	return nil
}

// start starts a process that runs the module.
func (s *sandbox) start(ctx context.Context) (*child, error) { return s.begin(ctx, false) }

// begin starts a process and hands it the module. After an error nothing is left of it.
func (s *sandbox) begin(ctx context.Context, compile bool) (*child, error) {
	tell := sandboxed{Wasm: s.opts.Wasm, Memory: s.opts.MemoryLimit, CPU: int64(s.opts.CPULimit.Seconds()), Log: s.opts.Wasm.Log != nil, Compile: compile}
	tell.Wasm.Log, tell.Wasm.SHA256, tell.Wasm.PublicKeys = nil, "", nil // which were looked at here
	tell.Wasm.MaxInstances, tell.Wasm.CallTimeout = 1, 0
	tell.Wasm.CacheDir, tell.Wasm.NoCache = s.cache, s.cache == ""
	options, err := json.Marshal(tell)
	if err != nil {
		return nil, fmt.Errorf("process: the options of the sandbox: %w", err)
	}
	ctx, cancel := context.WithTimeoutCause(ctx, s.general.StartTimeout, fmt.Errorf("process: the sandbox did not answer in time after its start: %w",
		&hosts.LimitError{Kind: "start time in ms", Limit: max(1, s.general.StartTimeout.Milliseconds())}))
	defer cancel()
	l := &sandboxLink{opts: &s.general, cpu: s.opts.CPULimit, memory: s.opts.MemoryLimit, run: &osProcess{path: s.path, out: newOutput(&s.general)}}
	c := &child{run: l.run, link: l}
	if err := l.begin(ctx, s.path, s.args, options, s.module); err != nil {
		c.kill()
		return nil, err
	}
	return c, nil
}

// readInfo takes what a process says of the module, as far as it makes sense.
func readInfo(b []byte) (hosts.Info, error) {
	var info hosts.Info
	if err := json.Unmarshal(b, &info); err != nil {
		return info, err
	}
	clean(&info.Engine)
	for _, list := range [][]string{info.Imports, info.Exports} {
		for i := range list {
			clean(&list[i])
		}
	}
	said := info.Offers
	info.Offers = nil
	for _, op := range abi.Ops {
		if slices.Contains(said, op) {
			info.Offers = append(info.Offers, op)
		}
	}
	return info, nil
}
