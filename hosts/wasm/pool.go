package wasm

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/parley-rules/parley/hosts"
)

// pool lends out at most max instances. The one that came back last goes out first, so that a quiet game uses one
// instance. Instances are made when they are needed, outside the lock.
type pool struct {
	start func(ctx context.Context) (*instance, error)
	opts  *Options
	max   int

	mu      sync.Mutex
	idle    []*instance
	out     int              // lent out or being made
	waiting []chan *instance // those who wait, first come first; each gets an instance, nil (make one) or is closed
	closed  bool
	drained chan struct{} // closed when the pool is closed and nothing is out
	stats   Stats
	failure error // the last one, of those in a row that stats counts
}

func newPool(opts *Options, start func(ctx context.Context) (*instance, error)) *pool {
	return &pool{start: start, opts: opts, max: opts.MaxInstances, drained: make(chan struct{})}
}

// acquire returns an instance for the caller alone, who must release it. Its errors are ctx's, hosts.ErrClosed,
// hosts.ErrModuleFailing, and those of a new instance.
func (p *pool) acquire(ctx context.Context) (*instance, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	p.mu.Lock()
	if p.closed {
		p.mu.Unlock()
		return nil, hosts.ErrClosed
	}
	if err := p.refusal(); err != nil {
		p.mu.Unlock()
		return nil, err
	}
	if n := len(p.idle); n > 0 {
		in := p.idle[n-1]
		p.idle[n-1] = nil
		p.idle = p.idle[:n-1]
		p.out++
		p.mu.Unlock()
		return in, nil
	}
	if p.out < p.max {
		p.out++
		p.mu.Unlock()
		return p.fill(ctx)
	}
	turn := make(chan *instance, 1)
	p.waiting = append(p.waiting, turn)
	p.mu.Unlock()

	select {
	case in, open := <-turn:
		return p.take(ctx, in, open)
	case <-ctx.Done():
	}
	p.mu.Lock()
	at := slices.Index(p.waiting, turn)
	if at >= 0 {
		p.waiting = slices.Delete(p.waiting, at, at+1)
	}
	p.mu.Unlock()
	if at < 0 {
		// It was this caller's turn in the same moment: pass it on.
		if in, open := <-turn; open {
			p.pass(in)
		}
	}
	return nil, ctx.Err()
}

// take is what a waiting caller does when it is its turn.
func (p *pool) take(ctx context.Context, in *instance, open bool) (*instance, error) {
	switch {
	case !open:
		return nil, hosts.ErrClosed
	case in == nil:
		return p.fill(ctx)
	}
	return in, nil
}

// fill makes an instance for a place that is taken already, and gives the place up if that fails.
func (p *pool) fill(ctx context.Context) (*instance, error) {
	in, err := p.begin(ctx)
	if err != nil {
		p.pass(nil)
		return nil, err
	}
	return in, nil
}

// begin starts an instance, after a pause if others have failed.
func (p *pool) begin(ctx context.Context) (*instance, error) {
	p.mu.Lock()
	err, delay := p.refusal(), restartDelay(p.stats.Failing, p.opts.MaxRestartDelay)
	p.mu.Unlock()
	if err != nil {
		return nil, err
	}
	if delay > 0 {
		t := time.NewTimer(delay)
		defer t.Stop()
		select {
		case <-t.C:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	in, err := p.start(ctx)
	p.mu.Lock()
	defer p.mu.Unlock()
	if err != nil {
		p.stats.FailedStarts++
		if modulesFault(err) {
			p.failed(err)
		}
		return nil, err
	}
	p.stats.Created++
	p.stats.MaxMemory = max(p.stats.MaxMemory, int64(in.linear.size))
	return in, nil
}

// modulesFault tells what the module did from what the system could not.
func modulesFault(err error) bool {
	return errors.As(err, new(*hosts.TrapError)) || errors.As(err, new(*hosts.LimitError)) || errors.As(err, new(*hosts.ABIError))
}

// freeFailures is how many failures in a row cost no pause.
const freeFailures = 8

// restartDelay is the pause before a start after so many failures in a row.
func restartDelay(failures int, most time.Duration) time.Duration {
	if failures <= freeFailures {
		return 0
	}
	return min(most, time.Millisecond<<min(failures-freeFailures-1, 20))
}

// refusal is why there are no calls any more. The lock is held.
func (p *pool) refusal() error {
	if p.stats.Failing < p.opts.MaxFailures {
		return nil
	}
	return fmt.Errorf("%w: %d failures in a row, the last: %w", hosts.ErrModuleFailing, p.stats.Failing, p.failure)
}

// failed counts a failure. Once there are too many it stays so, whatever calls that are still under way do. The lock is held.
func (p *pool) failed(err error) {
	if p.refusal() == nil {
		p.stats.Failing++
		p.failure = err
	}
}

// release takes an instance back after a call. One that is not healthy is freed, and its place stays for a new one.
func (p *pool) release(in *instance, o outcome) {
	p.mu.Lock()
	p.count(in, o)
	if o == healthy && len(p.waiting) == 0 && !p.closed {
		p.idle = append(p.idle, in)
		p.out--
		p.mu.Unlock()
		return
	}
	p.mu.Unlock()
	if o != healthy {
		in.close()
		in = nil
	}
	p.pass(in)
}

// pass gives a place, with its instance if there is one, to the next who waits, or back.
func (p *pool) pass(in *instance) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed && in != nil {
		in.close()
		in = nil
	}
	if len(p.waiting) > 0 {
		p.waiting[0] <- in
		p.waiting = slices.Delete(p.waiting, 0, 1)
		return
	}
	p.out--
	if in != nil {
		p.idle = append(p.idle, in)
	}
	if p.closed && p.out == 0 {
		close(p.drained)
	}
}

// close ends the pool: those who wait get hosts.ErrClosed, calls under way are finished, then all instances are freed.
// It may be called once.
func (p *pool) close() {
	p.mu.Lock()
	p.closed = true
	for _, turn := range p.waiting {
		close(turn)
	}
	p.waiting = nil
	if p.out == 0 {
		close(p.drained)
	}
	idle := p.idle
	p.idle = nil
	p.mu.Unlock()
	for _, in := range idle {
		in.close()
	}
	<-p.drained
}
