package wasm

import (
	"context"
	"fmt"
	"log/slog"
	"strings"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/internal/printed"
	"github.com/parley-rules/parley/hosts/wasm/internal/rewrite"
)

// instance is one running copy of a module. One call at a time uses it, and after an error that poisons it (outcome)
// none does.
type instance struct {
	opts   *Options
	ctx    context.Context // carries world to the WASI functions; it is never done
	world  world
	linear *linearMemory
	module api.Module
	memory api.Memory
	buffer api.Function
	ops    [len(abi.Ops)]api.Function
	stack  [1]uint64 // parameters and results of a call
	meter  meter

	globals []api.MutableGlobal // see image
	image   *image              // the state of a fresh instance, nil if it is not known
	last    struct {            // the last call
		fuel int64
		err  error // what went wrong
	}
	request []byte // of a call that the caller may give up

	// The area that the module's buffer gave last, which holds requests up to areaSize bytes until buffer is called again.
	area, areaSize uint32
}

// outcome says what a call means for the instance.
type outcome uint8

const (
	healthy  outcome = iota // it may be used again
	retired                 // it may not, though nothing went wrong
	poisoned                // it may not
	trapped                 // it may not, and the module trapped
)

// newInstance makes an instance from the image of a fresh one, or starts the module: its start function if it has one, then
// _initialize. Both together may use the fuel of a start.
func newInstance(ctx context.Context, c *compiled, opts *Options) (*instance, error) {
	linear, err := newLinearMemory(c.layout.memoryMin, uint64(opts.MemoryLimit))
	if err != nil {
		return nil, err
	}
	in := &instance{opts: opts, world: newWorld(opts), linear: linear}
	in.ctx = context.WithValue(context.Background(), worldKey{}, &in.world)
	if err := in.start(ctx, c); err != nil {
		in.close()
		return nil, err
	}
	return in, nil
}

func (in *instance) start(ctx context.Context, c *compiled) error {
	defer in.logOutput(ctx)
	var err error
	in.module, err = c.runtime.InstantiateModule(experimental.WithMemoryAllocator(in.ctx, in.linear), c.code,
		wazero.NewModuleConfig().WithName("").WithStartFunctions())
	if err != nil {
		if inner, ok := startFailure(err); ok {
			return in.died("start", inner)
		}
		return &hosts.ABIError{Have: fmt.Sprintf("it cannot be started: %v", err), Want: validModule, Hint: rebuild}
	}
	in.memory = in.module.Memory()
	in.buffer = in.module.ExportedFunction(abi.BufferExport)
	for _, op := range c.layout.offers() {
		in.ops[op] = in.module.ExportedFunction(op.String())
	}
	if !in.opts.Unmetered {
		in.meter = newMeter(in.module)
		in.world.meter = &in.meter
		in.findGlobals(c.globals)
	}
	if c.image != nil {
		return in.fromImage(c.image)
	}
	var before []bool
	if c.exact {
		view, _ := in.memory.Read(0, in.memory.Size())
		before = filled(view)
	}
	in.meter.fill(max(in.opts.Fuel, DefaultFuel), in.opts.Depth)
	for _, f := range []struct{ name, export string }{{"start", rewrite.Start}, {abi.InitializeExport, abi.InitializeExport}} {
		if start := in.module.ExportedFunction(f.export); start != nil {
			if err := start.CallWithStack(in.ctx, nil); err != nil {
				return in.died(f.name, err)
			}
		}
	}
	if c.exact {
		in.image = in.snapshot()
		in.image.setSpans(before)
	}
	return nil
}

func (in *instance) fromImage(im *image) error {
	if more := uint32(len(im.memory)) - in.memory.Size(); more > 0 {
		if _, ok := in.memory.Grow(more / pageSize); !ok {
			return fmt.Errorf("wasm: the system refused the first %d bytes of an instance's memory", len(im.memory))
		}
	}
	in.image = im
	in.fill(im)
	in.meter.fill(in.opts.Fuel, in.opts.Depth)
	return nil
}

// freshen makes an instance that had a good call ready for the next, and says whether it may have one.
func (in *instance) freshen() outcome {
	fresh := int64(in.linear.min)
	if in.image != nil {
		fresh = int64(len(in.image.memory))
	}
	switch {
	case in.opts.ExactFuel && (in.image == nil || !in.restore(in.image)):
		return retired
	case int64(in.linear.size) > max(in.opts.HighWater, fresh):
		return retired
	}
	return healthy
}

// call carries out an operation that the module offers. It appends the answer to response; after an error it returns response
// as it was. What it cost is in last.
func (in *instance) call(ctx context.Context, op abi.Op, request, response []byte) ([]byte, outcome, error) {
	in.linear.refused = 0
	in.meter.refuel(in.opts.Fuel)
	answer, out, err := in.exchange(op, request)
	if err == nil {
		response = append(response, answer...)
	}
	in.logOutput(ctx)
	in.last.fuel, in.last.err = in.meter.used(), err
	if out == healthy {
		out = in.freshen()
	}
	return response, out, err
}

// exchange hands over the request and returns the answer as a view of the module's memory.
func (in *instance) exchange(op abi.Op, request []byte) ([]byte, outcome, error) {
	if len(request) > 0 {
		if len(request) > int(in.areaSize) {
			in.stack[0], in.areaSize = uint64(len(request)), 0
			if err := in.buffer.CallWithStack(in.ctx, in.stack[:]); err != nil {
				return nil, trapped, in.died(abi.BufferExport, err)
			}
			if in.area = uint32(in.stack[0]); in.area == 0 {
				return nil, healthy, &hosts.LimitError{Kind: "request", Used: int64(len(request))}
			}
			in.areaSize = uint32(len(request))
		}
		if !in.memory.Write(in.area, request) {
			return nil, poisoned, &hosts.ABIError{
				Have: fmt.Sprintf("its %q answered the address %d for %d bytes, and its memory ends at %d", abi.BufferExport, in.area, len(request), in.memory.Size()),
				Want: "an area inside its memory",
				Hint: rebuild,
			}
		}
	}
	in.stack[0] = uint64(len(request))
	if err := in.ops[op].CallWithStack(in.ctx, in.stack[:]); err != nil {
		return nil, trapped, in.died(op.String(), err)
	}
	at, size := uint32(in.stack[0]>>32), uint32(in.stack[0])
	if size == 0 {
		return nil, poisoned, &hosts.ABIError{
			Have: fmt.Sprintf("its %q answered no bytes", op),
			Want: "an answer of one byte at least",
			Hint: rebuild,
		}
	}
	if !inside(in.memory, at, size) {
		return nil, poisoned, &hosts.ABIError{
			Have: fmt.Sprintf("its %q answered %d bytes at the address %d, and its memory ends at %d", op, size, at, in.memory.Size()),
			Want: "an answer inside its memory",
			Hint: rebuild,
		}
	}
	if uint64(size) > uint64(in.opts.MaxResponse) {
		return nil, poisoned, &hosts.LimitError{Kind: "response", Limit: int64(in.opts.MaxResponse), Used: int64(size)}
	}
	answer, _ := in.memory.Read(at, size)
	return answer, healthy, nil
}

// logOutput passes on what the module printed since the last time, and forgets it.
func (in *instance) logOutput(ctx context.Context) {
	for _, s := range []struct {
		name string
		*printed.Tail
	}{{"stdout", &in.world.stdout}, {"stderr", &in.world.stderr}} {
		if s.Len() == 0 {
			continue
		}
		if in.opts.Log != nil {
			in.opts.Log.LogAttrs(ctx, slog.LevelInfo, "the module printed", slog.String("stream", s.name),
				slog.String("text", strings.TrimSuffix(s.Text(), "\n")), slog.Int64("dropped", s.Dropped))
		}
		s.Reset()
	}
}

// close frees the instance.
func (in *instance) close() {
	if in.module != nil {
		// It has no files, so that closing cannot fail.
		_ = in.module.Close(in.ctx)
	}
	in.linear.Free()
}
