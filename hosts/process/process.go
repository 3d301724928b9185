package process

import (
	"context"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/hosts"
)

// Host runs the rules of one plugin. It implements hosts.Caller, and is safe for concurrent use. It must be closed.
type Host struct {
	opts       Options
	program    *program // nil of a sandbox
	pool       *pool
	info       hosts.Info
	maxRequest int   // bytes
	fuel       int64 // the most of a call, 0 if it is not counted
	offers     [len(abi.Ops)]bool
	closing    sync.Once
}

var _ hosts.Meter = (*Host)(nil)

// Stats counts what happened in a Host since it was opened.
type Stats struct {
	Calls        int64 // calls that reached a process
	Failed       int64 // calls in which the process died, took too long or broke the contract
	Lost         int64 // processes that died or were killed for such a call; they are replaced
	Retired      int64 // processes that had used up half of their CPU time and were replaced in peace
	Started      int64 // processes that were started
	FailedStarts int64 // processes that did not start
	Processes    int   // processes that there are now
	Busy         int   // of these, the ones in a call
}

// Open starts a plugin: the program in the file command, which may be a relative path but is not searched in PATH. A first
// process is started and asked what it is.
//
// ctx ends the start, not what is running. The errors are those of the options; of the file (fs.ErrNotExist, fs.ErrPermission,
// *hosts.ChecksumError); *hosts.ABIError for a program that is no plugin or is of another version of the ABI; *hosts.TrapError for
// one that dies; *hosts.LimitError for one that does not answer in Options.StartTimeout; and ctx's. After an error
// nothing is left running.
func Open(ctx context.Context, command string, opts Options) (*Host, error) {
	opts, err := opts.resolved()
	if err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	h := &Host{opts: opts, maxRequest: abi.MaxRequest}
	if h.program, err = openProgram(command, opts.SHA256); err != nil {
		return nil, err
	}
	first, err := startPlugin(ctx, h.program, &h.opts)
	if err != nil {
		h.program.close()
		return nil, err
	}
	link := first.link.(*grpcLink)
	h.info = hosts.Info{Host: "process", Engine: engineName(link.hello.GetRuntime()), SHA256: h.program.sum, Size: h.program.size}
	for _, op := range abi.Ops {
		if link.offersOp(op) {
			h.offers[op] = true
			h.info.Offers = append(h.info.Offers, op)
		}
	}
	h.pool = newPool(&h.opts, func(ctx context.Context) (*child, error) { return startPlugin(ctx, h.program, &h.opts) })
	h.pool.add(first)
	return h, nil
}

func engineName(runtime string) string {
	name := "go-plugin"
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, d := range info.Deps {
			if d.Path == "github.com/hashicorp/go-plugin" {
				name += " " + d.Version
			}
		}
	}
	return name + ", " + runtime
}

// lingering is how much longer a call may go on that nobody waits for any more, before its process is killed.
const lingering = time.Second

// Call implements hosts.Caller. If ctx ends, Call returns at once; the process has a second more to finish, so that callers
// who go away do not cost one.
func (h *Host) Call(ctx context.Context, op abi.Op, request, response []byte) ([]byte, error) {
	response, _, err := h.CallMetered(ctx, op, request, response)
	return response, err
}

// CallMetered implements hosts.Meter. Plugins do not count fuel, only sandboxes do. The fuel of a call that nobody waits for any
// more is 0.
func (h *Host) CallMetered(ctx context.Context, op abi.Op, request, response []byte) (_ []byte, fuel int64, _ error) {
	if h == nil { // the caller did not look at Open's error
		return response, 0, hosts.ErrClosed
	}
	if int(op) >= len(h.offers) || !h.offers[op] {
		return response, 0, hosts.ErrNotOffered
	}
	if len(request) > h.maxRequest {
		return response, 0, &hosts.LimitError{Kind: "request", Limit: int64(h.maxRequest), Used: int64(len(request))}
	}
	c, err := h.pool.acquire(ctx)
	if err != nil {
		return response, 0, err
	}
	c.request = append(c.request[:0], request...)
	during, cancel := context.WithCancel(context.Background())
	limit := time.AfterFunc(h.opts.CallTimeout, cancel)
	type result struct {
		answer []byte
		fuel   int64
		err    error
	}
	done := make(chan result, 1)
	go func() {
		defer cancel()
		defer limit.Stop()
		answer, fuel, after, err := c.link.call(during, op, c.request)
		h.pool.release(c, after, err)
		done <- result{answer, fuel, err}
	}()
	select {
	case r := <-done:
		return append(response, r.answer...), r.fuel, r.err
	case <-ctx.Done():
		time.AfterFunc(lingering, cancel)
		return response, 0, ctx.Err()
	}
}

// FuelLimit implements hosts.Meter.
func (h *Host) FuelLimit() int64 { return h.fuel }

// Info implements hosts.Caller.
func (h *Host) Info() hosts.Info {
	if h == nil {
		return hosts.Info{Host: "process"}
	}
	info := h.info
	info.Offers = slices.Clone(info.Offers)
	return info
}

// Stats returns the counts so far.
func (h *Host) Stats() Stats { return h.pool.snapshot() }

// Close implements hosts.Caller. It ends all processes, and leaves neither them nor a file of theirs.
func (h *Host) Close() error {
	if h == nil {
		return nil
	}
	h.closing.Do(func() {
		h.pool.close()
		if h.program != nil {
			h.program.close()
		}
	})
	return nil
}
