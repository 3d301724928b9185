package wasm

import (
	"context"
	"slices"
	"sync"

	"github.com/parley-rules/parley/hosts"
)

// pool lends out at most max instances. The one that came back last goes out first, so that a quiet game uses one
// instance. Instances are made when they are needed, outside the lock.
type pool struct {
	start func(ctx context.Context) (*instance, error)
	max   int

	mu      sync.Mutex
	idle    []*instance
	out     int              // lent out or being made
	waiting []chan *instance // those who wait, first come first; each gets an instance, nil (make one) or is closed
	closed  bool
	drained chan struct{} // closed when the pool is closed and nothing is out
	stats   Stats
}

func newPool(max int, start func(ctx context.Context) (*instance, error)) *pool {
	return &pool{start: start, max: max, drained: make(chan struct{})}
}

// acquire returns an instance for the caller alone, who must release it. Its errors are ctx's, hosts.ErrClosed, and those
// of a new instance.
func (p *pool) acquire(ctx context.Context) (*instance, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	p.mu.Lock()
	if p.closed {
		p.mu.Unlock()
		return nil, hosts.ErrClosed
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

// warm makes a first instance, so that one that does not start is found at once.
func (p *pool) warm(ctx context.Context) error {
	in, err := p.acquire(ctx)
	if err != nil {
		return err
	}
	p.pass(in)
	return nil
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
	in, err := p.start(ctx)
	p.mu.Lock()
	if err != nil {
		p.stats.FailedStarts++
	} else {
		p.stats.Created++
		p.stats.MaxMemory = max(p.stats.MaxMemory, int64(in.linear.size))
	}
	p.mu.Unlock()
	if err != nil {
		p.pass(nil)
		return nil, err
	}
	return in, nil
}

// release takes an instance back after a call. One that is not healthy is freed, and its place stays for a new one.
func (p *pool) release(in *instance, o outcome) {
	p.mu.Lock()
	p.stats.Calls++
	p.stats.MaxMemory = max(p.stats.MaxMemory, int64(in.linear.size))
	switch o {
	case trapped:
		p.stats.Traps++
		p.stats.Discarded++
	case poisoned:
		p.stats.Discarded++
	}
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

// snapshot returns the statistics.
func (p *pool) snapshot() Stats {
	p.mu.Lock()
	defer p.mu.Unlock()
	s := p.stats
	s.Instances = len(p.idle) + p.out
	s.Busy = p.out
	return s
}
