package wasm

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"sync"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/hosts"
)

// Module is a loaded rules module. It implements hosts.Caller, and is safe for concurrent use. It must be closed: its
// code and memory are not the garbage collector's.
type Module struct {
	opts     Options
	compiled *compiled
	info     hosts.Info
	offers   [len(abi.Ops)]bool
	pool     *pool
	closing  sync.Once
}

var _ hosts.Caller = (*Module)(nil)

// Stats counts what happened in a Module since it was loaded.
type Stats struct {
	Calls        int64 // calls that reached an instance
	Traps        int64 // calls in which the module trapped or exited, also those that count as a limit (memory)
	Discarded    int64 // instances that were freed after a trap, a limit or a broken answer
	Created      int64 // instances that were started; those after the first Discarded are replacements
	FailedStarts int64 // instances that did not start
	Instances    int   // instances that there are now
	Busy         int   // of these, the ones that are in a call or starting
	MaxMemory    int64 // the most linear memory that an instance had, in bytes
}

// LoadFile loads the module in a file; see Load.
func LoadFile(ctx context.Context, path string, opts Options) (*Module, error) {
	opts, err := opts.resolved()
	if err != nil {
		return nil, err
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	// One byte over the limit is enough to know, also of a file without end.
	module, err := io.ReadAll(io.LimitReader(f, int64(opts.MaxModule)+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	m, err := load(ctx, module, opts)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return m, nil
}

// Load checks and compiles a module and starts a first instance of it. The bytes are not kept.
//
// ctx ends the compilation, not a module's start. The errors are those of the options, *hosts.ABIError for a module that
// does not keep the contract (foreign imports are named), *hosts.LimitError for one that is too large, *hosts.TrapError for one
// that fails at its start, and ctx's.
func Load(ctx context.Context, module []byte, opts Options) (*Module, error) {
	opts, err := opts.resolved()
	if err != nil {
		return nil, err
	}
	return load(ctx, module, opts)
}

// load is Load with options that are resolved.
func load(ctx context.Context, module []byte, opts Options) (*Module, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	l, err := read(module, &opts)
	if err != nil {
		return nil, err
	}
	m := &Module{opts: opts, info: l.info(module, &opts)}
	for _, op := range m.info.Offers {
		m.offers[op] = true
	}
	if m.compiled, err = compile(ctx, module, l, m.info.SHA256, &m.opts); err != nil {
		return nil, err
	}
	m.pool = newPool(m.opts.MaxInstances, func(ctx context.Context) (*instance, error) {
		return newInstance(ctx, m.compiled, &m.opts)
	})
	if err := m.pool.warm(ctx); err != nil {
		_ = m.Close() // which cannot fail
		return nil, err
	}
	if err := m.checkSection(ctx, module); err != nil {
		_ = m.Close()
		return nil, err
	}
	return m, nil
}

// checkSection compares the section parley.manifest of a module that has one with what the module itself answers.
func (m *Module) checkSection(ctx context.Context, module []byte) error {
	_, found, err := abi.FindSection(module)
	if err == nil && !found {
		return nil
	}
	var response []byte
	if err == nil {
		if response, err = m.Call(ctx, abi.Manifest, nil, nil); err != nil {
			return err
		}
		manifest, _ := abi.ManifestIn(response)
		err = abi.CheckSection(module, manifest)
	}
	if err != nil {
		return &hosts.ABIError{Have: err.Error(), Want: "a section that agrees with the module", Hint: "its author must pack it again"}
	}
	return nil
}

// Call implements hosts.Caller.
func (m *Module) Call(ctx context.Context, op abi.Op, request, response []byte) ([]byte, error) {
	if m == nil { // the caller did not look at Load's error
		return response, hosts.ErrClosed
	}
	if int(op) >= len(m.offers) || !m.offers[op] {
		return response, hosts.ErrNotOffered
	}
	if len(request) > m.opts.MaxRequest {
		return response, &hosts.LimitError{Kind: "request", Limit: int64(m.opts.MaxRequest), Used: int64(len(request))}
	}
	in, err := m.pool.acquire(ctx)
	if err != nil {
		return response, err
	}
	response, out, err := in.call(ctx, op, request, response)
	m.pool.release(in, out)
	return response, err
}

// Info implements hosts.Caller.
func (m *Module) Info() hosts.Info {
	if m == nil {
		return hosts.Info{Host: "wasm"}
	}
	info := m.info
	info.Imports = slices.Clone(info.Imports)
	info.Exports = slices.Clone(info.Exports)
	info.Offers = slices.Clone(info.Offers)
	return info
}

// Stats returns the counts so far.
func (m *Module) Stats() Stats { return m.pool.snapshot() }

// Close implements hosts.Caller.
func (m *Module) Close() error {
	if m == nil {
		return nil
	}
	m.closing.Do(func() {
		m.pool.close()
		m.compiled.close()
	})
	return nil
}
