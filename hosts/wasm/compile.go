package wasm

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"sync"
	"time"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/experimental"

	"github.com/parley-rules/parley/hosts"
)

// validModule is what every module has to be.
const validModule = "a valid module of WebAssembly 2.0"

// compiled is a module's code, ready to be instantiated, in a runtime of its own: closing it frees everything.
type compiled struct {
	layout  *layout
	runtime wazero.Runtime
	cache   wazero.CompilationCache // nil without
	code    wazero.CompiledModule

	globals []string // the names of the mutable globals, if they and the memory are all of an instance's state
	exact   bool     // whether they are
	image   *image   // the state of a fresh instance, nil until there was one

	rewriting, compiling time.Duration // see Costs
}

// compile translates a module, or takes it from the cache.
func compile(ctx context.Context, module []byte, l *layout, opts *Options) (*compiled, error) {
	dir, err := cacheDir(opts)
	if err != nil {
		return nil, err
	}
	if dir == "" {
		return compileIn(ctx, module, l, "", opts)
	}
	// A folder for each module, so that a damaged entry can be found and removed.
	dir = filepath.Join(dir, opts.edition(l.sum))
	c, err := compileIn(ctx, module, l, dir, opts)
	if err == nil || ctx.Err() != nil || errors.As(err, new(*hosts.LimitError)) {
		return c, err
	}
	// Either the module is no good or the cache is: a full disk, a damaged entry.
	cacheErr := err
	removed := os.RemoveAll(dir)
	c, err = compileIn(ctx, module, l, "", opts)
	if err == nil {
		warn(ctx, opts, "the cache of compiled modules failed and was left out", errors.Join(cacheErr, removed))
	}
	return c, err
}

// compileIn compiles with a cache in dir, or without a cache if dir is "".
func compileIn(ctx context.Context, module []byte, l *layout, dir string, opts *Options) (c *compiled, err error) {
	c = &compiled{layout: l}
	from := time.Now()
	if module, err = metered(module, dir, opts); err != nil {
		return nil, err
	}
	if !opts.Unmetered {
		c.rewriting = time.Since(from)
		c.globals, c.exact = snapshots(module)
	}
	config, err := engineConfig(opts.Engine)
	if err != nil {
		return nil, err
	}
	if dir != "" {
		if c.cache, err = wazero.NewCompilationCacheWithDir(dir); err != nil {
			return nil, fmt.Errorf("wasm: the cache of compiled modules: %w", err)
		}
		config = config.WithCompilationCache(c.cache)
	}
	c.runtime = wazero.NewRuntimeWithConfig(ctx, config)
	defer func() {
		// wazero compiles what a stranger wrote: a fault of its own there must not end the embedder's program.
		if r := recover(); r != nil {
			err = &hosts.ABIError{Have: fmt.Sprintf("the engine failed to compile it: %v", r), Want: validModule, Hint: rebuild}
		}
		if err != nil {
			c.close()
			c = nil
		}
	}()
	if err := instantiateWASI(ctx, c.runtime); err != nil {
		return c, fmt.Errorf("wasm: the WASI functions: %w", err)
	}
	from = time.Now()
	timed, cancel := context.WithTimeout(ctx, opts.CompileTimeout)
	defer cancel()
	// With one worker wazero does not look at the context's deadline.
	c.code, err = c.runtime.CompileModule(experimental.WithCompilationWorkers(timed, max(2, runtime.GOMAXPROCS(0))), module)
	switch {
	case ctx.Err() != nil:
		return c, ctx.Err()
	case timed.Err() != nil:
		return c, &hosts.LimitError{Kind: "compile time in ms", Limit: max(1, opts.CompileTimeout.Milliseconds())}
	case err != nil:
		return c, noValidModule(err)
	}
	c.compiling = time.Since(from)
	return c, nil
}

func noValidModule(err error) error {
	return &hosts.ABIError{Have: fmt.Sprintf("it is no valid WebAssembly module: %v", err), Want: validModule, Hint: rebuild}
}

// close frees the code. Nothing of it can fail: there are no files to close.
func (c *compiled) close() {
	_ = c.runtime.Close(context.Background())
	if c.cache != nil {
		_ = c.cache.Close(context.Background())
	}
}

func engineConfig(e Engine) (config wazero.RuntimeConfig, err error) {
	switch e {
	case Compiler:
		if !compilerSupported() {
			return nil, fmt.Errorf("wasm: option Engine is Compiler, and wazero has none for this platform (%s/%s): use Auto or Interpreter", runtime.GOOS, runtime.GOARCH)
		}
		config = wazero.NewRuntimeConfigCompiler()
	case Interpreter:
		config = wazero.NewRuntimeConfigInterpreter()
	default:
		config = wazero.NewRuntimeConfig()
	}
	return config.WithDebugInfoEnabled(false), nil
}

// compilerSupported asks wazero, which answers with a panic.
var compilerSupported = sync.OnceValue(func() (ok bool) {
	defer func() { ok = recover() == nil }()
	ctx := context.Background()
	_ = wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfigCompiler()).Close(ctx)
	return
})

// engineName is the engine's name and version for Info.
func engineName(opts *Options) string {
	name := "wazero"
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, d := range info.Deps {
			if d.Path == "github.com/tetratelabs/wazero" {
				name += " " + d.Version
			}
		}
	}
	if opts.interprets() {
		return name + " interpreter"
	}
	return name + " compiler"
}

// interprets says whether the interpreter runs the module, which has no compiled code to keep.
func (o *Options) interprets() bool {
	return o.Engine == Interpreter || o.Engine == Auto && !compilerSupported()
}

// cacheDir finds the folder for compiled code and makes sure that it is private. It returns "" if there is to be none, or
// if the default one cannot be used.
func cacheDir(opts *Options) (string, error) {
	if opts.NoCache || opts.interprets() {
		return "", nil
	}
	dir := opts.CacheDir
	if dir != "" {
		if err := private(dir); err != nil {
			return "", fmt.Errorf("wasm: option CacheDir: %w", err)
		}
		return dir, nil
	}
	dir, err := os.UserCacheDir()
	if err == nil {
		dir = filepath.Join(dir, "parley", "wasm")
		err = private(dir)
	}
	if err != nil {
		warn(context.Background(), opts, "no cache of compiled modules: loading takes longer", err)
		return "", nil
	}
	return dir, nil
}

// private makes a folder for the user alone, or checks that nobody else may write to it.
func private(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	info, err := os.Stat(dir)
	if err != nil {
		return err
	}
	return writableByOthers(dir, info)
}

func warn(ctx context.Context, opts *Options, what string, err error) {
	if opts.Log != nil {
		opts.Log.LogAttrs(ctx, slog.LevelWarn, what, slog.Any("error", err))
	}
}
