package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/conformance/games/kuhn"
	"github.com/parley-rules/parley/conformance/games/pig"
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/native"
	"github.com/parley-rules/parley/hosts/process"
	"github.com/parley-rules/parley/hosts/wasm"
	"github.com/parley-rules/parley/plugins"
)

// builtin are the games that are linked into this program.
func builtin() []core.Rules {
	return append(plugins.All(), pig.Rules{}, kuhn.Rules{})
}

func builtinList() string {
	var ids []string
	for _, r := range builtin() {
		ids = append(ids, r.Manifest().Game)
	}
	return strings.Join(ids, ", ")
}

func builtinGame(id string) core.Rules {
	for _, r := range builtin() {
		if r.Manifest().Game == id {
			return r
		}
	}
	return nil
}

// source is what a MODULE on the command line stands for: rules of this program, the file of a module, or a program that is
// run as a plugin process.
type source struct {
	rules   core.Rules
	path    string
	program string
	args    []string
}

// resolve finds what a MODULE on the command line stands for.
func (a *app) resolve(module string) (source, error) {
	var from source
	var err error
	if rules := builtinGame(module); rules != nil {
		from, err = a.resolveBuiltin(rules)
	} else {
		from, err = a.resolveFile(module)
	}
	if err == nil && from.path == "" && a.engine != "auto" {
		err = usagef("--engine is for modules: add --host wasm, or give a .wasm file")
	}
	if err == nil {
		err = a.limits.check(from, a.host == "sandbox")
	}
	if err == nil && from.path == "" && a.key != "" {
		err = usagef("--key is for modules: neither a plugin's program nor a built-in game bears a signature")
	}
	if err == nil && from.rules != nil && a.sha256 != "" {
		err = usagef("--sha256 is for files: a game that is built in is part of this program")
	}
	return from, err
}

func (a *app) resolveBuiltin(rules core.Rules) (source, error) {
	id := rules.Manifest().Game
	switch a.host {
	case "wasm", "sandbox":
		path := filepath.Join("build", id+".wasm")
		if _, err := os.Stat(path); err != nil {
			return source{}, usagef("there is no %s under the current folder: run `make wasm` in Parley's folder first, or give the path of a .wasm", path)
		}
		return source{path: path}, nil
	case "process":
		self, err := os.Executable()
		return source{program: self, args: []string{pluginCommand, id}}, err
	}
	return source{rules: rules}, nil
}

func (a *app) resolveFile(path string) (source, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return source{}, usagef("there is neither a built-in game nor a file %q; built-in games are %s", path, builtinList())
	case err != nil:
		return source{}, usageError{err}
	case info.IsDir():
		return source{}, usagef("%s is a folder; give a .wasm file in it, or a built-in game: %s", path, builtinList())
	}
	module, err := isModule(path)
	named := strings.EqualFold(filepath.Ext(path), ".wasm")
	switch {
	case err != nil:
		return source{}, usageError{err}
	case module && (a.host == "native" || a.host == "process"):
		return source{}, usagef("%s is a module, which runs with --host wasm or sandbox: leave --host %s out; built-in games (%s) run natively, "+
			"and a plugin process is made of the game's main package with `go build`", path, a.host, builtinList())
	case module:
		return source{path: path}, nil
	case named && a.host != "process":
		return source{}, fmt.Errorf("%s is no WebAssembly module, whatever its name says: give a module, "+
			"or, if it is a plugin's program that you trust, add --host process", path)
	case runtime.GOOS != "windows" && info.Mode()&0o111 == 0:
		return source{}, fmt.Errorf("%s is neither a .wasm nor a plugin's program, which the system would let you execute", path)
	case a.host == "native" || a.host == "wasm" || a.host == "sandbox":
		return source{}, usagef("%s is no .wasm: a plugin's program runs as a process of its own, so leave --host %s out", path, a.host)
	}
	return source{program: path}, nil
}

// isModule says whether a file begins as modules do.
func isModule(path string) (bool, error) {
	f, err := os.Open(path)
	if err != nil {
		return false, err
	}
	defer f.Close()
	var head [4]byte
	n, err := io.ReadFull(f, head[:])
	if err != nil && n == 0 && !errors.Is(err, io.EOF) {
		return false, err
	}
	return string(head[:n]) == "\x00asm", nil
}

// wasmOptions are the options of the host of modules, in this process or in a sandbox.
func (a *app) wasmOptions() wasm.Options {
	o := wasm.Options{Log: a.prints.logger()}
	for _, e := range []wasm.Engine{wasm.Auto, wasm.Compiler, wasm.Interpreter} {
		if a.engine == e.String() {
			o.Engine = e
		}
	}
	a.limits.wasm(&o)
	return o
}

// open opens a MODULE of the command line. Of a module that is packed, the section must agree with what the module answers.
func (a *app) open(ctx context.Context, module string) (*hosts.Game, error) {
	from, err := a.resolve(module)
	if err != nil {
		return nil, err
	}
	if from.rules != nil {
		return hosts.Open(ctx, native.New(from.rules))
	}
	if from.program != "" {
		return a.openPlugin(ctx, from)
	}
	code, err := a.trusted(from.path)
	if err != nil {
		return nil, err
	}
	opts := a.wasmOptions()
	if a.host == "sandbox" {
		h, err := process.SandboxModule(ctx, from.path, code, a.limits.sandbox(opts))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", from.path, err)
		}
		return hosts.Open(ctx, h)
	}
	g, err := openWasm(ctx, code, opts)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", from.path, err)
	}
	return g, nil
}

// openPlugin starts a plugin's program.
func (a *app) openPlugin(ctx context.Context, from source) (*hosts.Game, error) {
	o := process.Options{Args: from.args, SHA256: a.sha256, Log: a.prints.logger()}
	a.limits.plugin(&o)
	p, err := process.Open(ctx, from.program, o)
	var late *hosts.LimitError
	switch {
	case err == nil:
		return hosts.Open(ctx, p)
	case errors.As(err, &late) && late.Kind == startTime:
		return nil, fmt.Errorf("%s did not say within %d ms that it is a plugin: give the program of a game's main package, built with `go build`, "+
			"or, if it only starts slowly, a larger --start-timeout", from.program, late.Limit)
	case strings.Contains(err.Error(), filepath.Base(from.program)):
		return nil, err // it names the program
	}
	return nil, fmt.Errorf("%s: %w", from.program, err)
}

func openWasm(ctx context.Context, code []byte, opts wasm.Options) (*hosts.Game, error) {
	m, err := wasm.Load(ctx, code, opts)
	if err != nil {
		return nil, err
	}
	return hosts.Open(ctx, &hurried{Module: m})
}

// hurried is a module that is not waited for when it is closed, if it has let a call pass its time: that call goes on until its
// fuel is used up, which may be never, and this program would not end before it.
type hurried struct {
	*wasm.Module
	late atomic.Bool
}

// Call implements hosts.Caller.
func (h *hurried) Call(ctx context.Context, op abi.Op, request, response []byte) ([]byte, error) {
	answer, _, err := h.CallMetered(ctx, op, request, response)
	return answer, err
}

// CallMetered implements hosts.Meter.
func (h *hurried) CallMetered(ctx context.Context, op abi.Op, request, response []byte) ([]byte, int64, error) {
	answer, fuel, err := h.Module.CallMetered(ctx, op, request, response)
	if limit := new(*hosts.LimitError); errors.As(err, limit) && (*limit).Kind == callTime {
		h.late.Store(true)
	}
	return answer, fuel, err
}

// Close implements hosts.Caller.
func (h *hurried) Close() error {
	if h.late.Load() {
		return nil
	}
	return h.Module.Close()
}

// rawManifest asks for the manifest as it is.
func rawManifest(ctx context.Context, g *hosts.Game) ([]byte, error) {
	response, err := g.Caller().Call(ctx, abi.Manifest, nil, nil)
	if err != nil {
		return nil, err
	}
	raw, ok := abi.ManifestIn(response)
	if !ok {
		return nil, &hosts.ABIError{Have: "its answer is not a manifest", Hint: "report it to the module's author"}
	}
	return raw, nil
}
