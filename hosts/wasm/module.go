package wasm

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/internal/modulefile"
)

// Module is a loaded rules module. It implements hosts.Meter, and is safe for concurrent use. It must be closed: its
// code and memory are not the garbage collector's.
type Module struct {
	opts     Options
	compiled *compiled
	info     hosts.Info
	offers   [len(abi.Ops)]bool
	pool     *pool
	closing  sync.Once
}

var _ hosts.Meter = (*Module)(nil)

// LoadFile loads the module in a file; see Load.
func LoadFile(ctx context.Context, path string, opts Options) (*Module, error) {
	opts, err := opts.resolved()
	if err != nil {
		return nil, err
	}
	module, err := modulefile.Read(path, opts.MaxModule)
	if err != nil {
		return nil, err
	}
	m, err := load(ctx, module, opts)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return m, nil
}

// Load checks and compiles a module and starts a first instance of it. The bytes are not kept.
//
// ctx ends the compilation, not a module's start. The errors are those of the options, *hosts.ChecksumError, *hosts.SignatureError,
// *hosts.ABIError for a module that does not keep the contract (foreign imports are named), *hosts.LimitError for one that is too large,
// *hosts.TrapError for one that fails at its start, and ctx's.
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
	if m.compiled, err = compile(ctx, module, l, &m.opts); err != nil {
		return nil, err
	}
	m.pool = newPool(&m.opts, func(ctx context.Context) (*instance, error) {
		return newInstance(ctx, m.compiled, &m.opts)
	})
	first, err := m.pool.acquire(ctx)
	if err != nil {
		_ = m.Close() // which cannot fail
		return nil, err
	}
	m.compiled.image = first.image
	m.pool.pass(first)
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
	response, _, err := m.CallMetered(ctx, op, request, response)
	return response, err
}

// CallMetered implements hosts.Meter. The fuel of a call that nobody waits for any more is 0.
func (m *Module) CallMetered(ctx context.Context, op abi.Op, request, response []byte) (_ []byte, fuel int64, _ error) {
	if m == nil { // the caller did not look at Load's error
		return response, 0, hosts.ErrClosed
	}
	if int(op) >= len(m.offers) || !m.offers[op] {
		return response, 0, hosts.ErrNotOffered
	}
	if len(request) > m.opts.MaxRequest {
		return response, 0, &hosts.LimitError{Kind: "request", Limit: int64(m.opts.MaxRequest), Used: int64(len(request))}
	}
	if m.opts.CallTimeout == 0 {
		return m.call(ctx, op, request, response)
	}
	within, cancel := context.WithTimeout(ctx, m.opts.CallTimeout)
	defer cancel()
	answer, fuel, err := m.call(within, op, request, response)
	if err != nil && within.Err() != nil && ctx.Err() == nil && errors.Is(err, within.Err()) {
		err = &hosts.LimitError{Kind: "call time in ms", Limit: max(1, m.opts.CallTimeout.Milliseconds())}
	}
	return answer, fuel, err
}

// call waits for an instance and makes a call, neither for longer than ctx.
func (m *Module) call(ctx context.Context, op abi.Op, request, response []byte) (_ []byte, fuel int64, _ error) {
	in, err := m.pool.acquire(ctx)
	if err != nil {
		return response, 0, err
	}
	if _, deadline := ctx.Deadline(); deadline {
		return m.callAside(ctx, in, op, request, response)
	}
	response, out, err := in.call(ctx, op, request, response)
	fuel = in.last.fuel
	m.pool.release(in, out)
	return response, fuel, err
}

// callAside makes a call for which the caller does not wait longer than ctx says. The instance is back when it has ended.
func (m *Module) callAside(ctx context.Context, in *instance, op abi.Op, request, response []byte) ([]byte, int64, error) {
	type reply struct {
		answer []byte
		fuel   int64
		err    error
	}
	in.request = append(in.request[:0], request...)
	done := make(chan reply, 1)
	go func() {
		answer, out, err := in.call(context.WithoutCancel(ctx), op, in.request, nil)
		r := reply{answer, in.last.fuel, err}
		m.pool.release(in, out)
		done <- r
	}()
	select {
	case r := <-done:
		return append(response, r.answer...), r.fuel, r.err
	case <-ctx.Done():
		return response, 0, ctx.Err()
	}
}

// FuelLimit implements hosts.Meter.
func (m *Module) FuelLimit() int64 {
	if m == nil || m.opts.Unmetered {
		return 0
	}
	return m.opts.Fuel
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
