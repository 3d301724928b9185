package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/conformance/games/kuhn"
	"github.com/parley-rules/parley/conformance/games/pig"
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/native"
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

// source is what a MODULE on the command line stands for: rules of this program, or a file.
type source struct {
	rules core.Rules
	path  string
}

// resolve finds what a MODULE on the command line stands for.
func (a *app) resolve(module string) (source, error) {
	switch a.host {
	case "", "native", "wasm":
	default:
		return source{}, usagef("--host %q is neither native nor wasm", a.host)
	}
	if _, err := a.wasmOptions(); err != nil {
		return source{}, err
	}
	rules := builtinGame(module)
	if rules == nil {
		if a.host == "native" {
			return source{}, usagef("--host native is for built-in games (%s), and %q is none", builtinList(), module)
		}
		info, err := os.Stat(module)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return source{}, usagef("there is neither a built-in game nor a file %q; built-in games are %s", module, builtinList())
		case err != nil:
			return source{}, usageError{err}
		case info.IsDir():
			return source{}, usagef("%s is a folder; give a .wasm file in it, or a built-in game: %s", module, builtinList())
		}
		return source{path: module}, nil
	}
	if a.host != "wasm" {
		if a.engine != "auto" {
			return source{}, usagef("--engine is for modules: add --host wasm, or give a .wasm file")
		}
		return source{rules: rules}, nil
	}
	path := filepath.Join("build", module+".wasm")
	if _, err := os.Stat(path); err != nil {
		return source{}, usagef("there is no %s under the current folder: run `make wasm` in Parley's folder first, or give the path of a .wasm", path)
	}
	return source{path: path}, nil
}

func (a *app) wasmOptions() (wasm.Options, error) {
	for _, e := range []wasm.Engine{wasm.Auto, wasm.Compiler, wasm.Interpreter} {
		if a.engine == e.String() {
			return wasm.Options{Engine: e}, nil
		}
	}
	return wasm.Options{}, usagef("--engine %q is none of auto, compiler, interpreter", a.engine)
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
	code, err := readModule(from.path)
	if err != nil {
		return nil, err
	}
	opts, err := a.wasmOptions()
	if err != nil {
		return nil, err
	}
	g, err := openWasm(ctx, code, opts)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", from.path, err)
	}
	return g, nil
}

func openWasm(ctx context.Context, code []byte, opts wasm.Options) (*hosts.Game, error) {
	m, err := wasm.Load(ctx, code, opts)
	if err != nil {
		return nil, err
	}
	return hosts.Open(ctx, m)
}

// readModule reads a module's file, as far as a module may be large.
func readModule(path string) ([]byte, error) {
	return readFile(path, wasm.DefaultMaxModule, "a module")
}

// readFile reads a file that must not be larger than so many bytes, also if it has no end.
func readFile(path string, most int64, what string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, usageError{err}
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, most+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if int64(len(b)) > most {
		return nil, fmt.Errorf("%s: it has more than %d bytes, which is too large for %s", path, most, what)
	}
	return b, nil
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
