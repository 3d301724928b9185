package process

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/parley-rules/parley/hosts"
)

// pool lends out at most max processes. The one that came back last goes out first. A further one is started, one at a time,
// when somebody waits; whoever waits gets what is free first, so that a short call is not kept waiting by a start.
type pool struct {
	start func(ctx context.Context) (*child, error)
	pause func(failures int) time.Duration
	max   int
	log   *slog.Logger
	// maxFailures is after how many failures in a row there are no calls any more, 0 for no such number.
	maxFailures int

	ctx      context.Context // ends with the pool
	cancel   context.CancelFunc
	calls    sync.WaitGroup // those that acquire has let in
	starts   sync.WaitGroup
	watchers sync.WaitGroup // one per process, until its end

	mu       sync.Mutex
	idle     []*child
	live     int // processes there are, idle or lent out
	starting bool
	failures int   // deaths and failed starts since a call went well
	failure  error // the last of them
	waiting  []chan turn
	closed   bool
	stats    Stats
}

// turn is what somebody who waits gets: a process, or an error.
type turn struct {
	child *child
	err   error
}

func newPool(opts *Options, start func(ctx context.Context) (*child, error)) *pool {
	p := &pool{start: start, max: opts.MaxProcesses, log: opts.Log}
	p.pause = func(failures int) time.Duration { return restartDelay(failures, opts.MaxRestartDelay) }
	p.ctx, p.cancel = context.WithCancel(context.Background())
	return p
}

// firstDelay is the pause before the second restart in a row; the first comes at once.
const firstDelay = 100 * time.Millisecond

// restartDelay is the pause before a start after so many failures in a row.
func restartDelay(failures int, most time.Duration) time.Duration {
	if failures < 2 {
		return 0
	}
	delay := firstDelay
	for range failures - 2 {
		if delay > most/2 {
			return most
		}
		delay *= 2
	}
	return min(delay, most)
}

// acquire returns a process for the caller alone, who must release it. Its errors are ctx's, hosts.ErrClosed, and those
// of a start that failed while the caller waited and no other process was there.
func (p *pool) acquire(ctx context.Context) (*child, error) {
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
	p.calls.Add(1)
	for n := len(p.idle); n > 0; n = len(p.idle) {
		c := p.idle[n-1]
		p.idle[n-1] = nil
		p.idle = p.idle[:n-1]
		if !c.run.gone() {
			p.mu.Unlock()
			return c, nil
		}
		p.bury(c)
	}
	mine := make(chan turn, 1)
	p.waiting = append(p.waiting, mine)
	p.grow()
	p.mu.Unlock()

	select {
	case t := <-mine:
		if t.err != nil {
			p.calls.Done()
		}
		return t.child, t.err
	case <-ctx.Done():
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	defer p.calls.Done()
	if at := slices.Index(p.waiting, mine); at >= 0 {
		p.waiting = slices.Delete(p.waiting, at, at+1)
	} else if t := <-mine; t.child != nil {
		p.pass(t.child) // it was this caller's turn in the same moment
	}
	return nil, ctx.Err()
}

// refusal is why there are no calls any more. The lock is held.
func (p *pool) refusal() error {
	if p.maxFailures == 0 || p.failures < p.maxFailures {
		return nil
	}
	return fmt.Errorf("%w: %d processes failed in a row, the last: %w", hosts.ErrModuleFailing, p.failures, p.failure)
}

// grow starts a process if somebody waits for one and there may be one more. The lock is held.
func (p *pool) grow() {
	if err := p.refusal(); err != nil {
		p.turnAway(err)
	}
	if p.starting || p.closed || len(p.waiting) == 0 || p.live >= p.max {
		return
	}
	p.starting = true
	delay := p.pause(p.failures)
	p.starts.Go(func() {
		if delay > 0 {
			t := time.NewTimer(delay)
			defer t.Stop()
			select {
			case <-t.C:
			case <-p.ctx.Done():
			}
		}
		c, err := p.start(p.ctx)
		p.mu.Lock()
		defer p.mu.Unlock()
		p.starting = false
		if err != nil {
			p.startFailed(err)
		} else {
			p.born(c)
		}
		p.grow()
	})
}

// add gives the pool a process that was started before.
func (p *pool) add(c *child) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.born(c)
}

// startFailed tells those who wait, unless there are processes that will be free for them. The lock is held.
func (p *pool) startFailed(err error) {
	p.failures++
	p.failure = err
	p.stats.FailedStarts++
	p.warn("a plugin process did not start", err)
	if p.live > 0 {
		return
	}
	p.turnAway(err)
}

// turnAway gives all who wait an error. The lock is held.
func (p *pool) turnAway(err error) {
	for _, w := range p.waiting {
		w <- turn{err: err}
	}
	p.waiting = nil
}

// born takes a new process. The lock is held.
func (p *pool) born(c *child) {
	p.live++
	p.stats.Started++
	p.watchers.Go(func() {
		<-c.run.exited
		p.ended(c)
	})
	p.pass(c)
}

// pass gives a process to the next who waits, or back. The lock is held.
func (p *pool) pass(c *child) {
	if len(p.waiting) > 0 {
		p.waiting[0] <- turn{child: c}
		p.waiting = slices.Delete(p.waiting, 0, 1)
		return
	}
	p.idle = append(p.idle, c)
}

// release takes a process back after a call with this error, nil if it went well. The place of one that is retired or lost is
// for a new one.
func (p *pool) release(c *child, after fate, err error) {
	defer p.calls.Done()
	switch after {
	case retired:
		c.stop()
	case lost:
		c.kill()
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stats.Calls++
	if err != nil {
		p.stats.Failed++
	} else if p.refusal() == nil {
		p.failures = 0
	}
	switch after {
	case usable:
		p.pass(c)
	case retired:
		p.live--
		p.stats.Retired++
	case lost:
		p.died(err)
	}
	p.grow()
}

// ended is called when a process has ended. If it was idle, nobody else notices.
func (p *pool) ended(c *child) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if at := slices.Index(p.idle, c); at >= 0 {
		p.idle = slices.Delete(p.idle, at, at+1)
		p.bury(c)
	}
}

// bury frees an idle process that has ended. The lock is held.
func (p *pool) bury(c *child) {
	c.kill()
	p.died(c.run.trap("idle"))
}

// died counts a process that is gone. The lock is held.
func (p *pool) died(err error) {
	p.live--
	p.failures++
	p.failure = err
	p.stats.Lost++
	p.warn("a plugin process is gone and will be replaced", err)
}

func (p *pool) warn(what string, err error) {
	if p.log != nil && !p.closed {
		p.log.LogAttrs(context.Background(), slog.LevelWarn, what, slog.Any("error", err))
	}
}

// close ends the pool: those who wait get hosts.ErrClosed, calls under way are finished, then all processes are ended. It
// may be called once.
func (p *pool) close() {
	p.mu.Lock()
	p.closed = true
	p.turnAway(hosts.ErrClosed)
	p.mu.Unlock()
	p.cancel()
	p.starts.Wait()
	p.calls.Wait()
	p.mu.Lock()
	idle := p.idle
	p.idle = nil
	p.live -= len(idle)
	p.mu.Unlock()
	var stops sync.WaitGroup
	for _, c := range idle {
		stops.Go(c.stop)
	}
	stops.Wait()
	p.watchers.Wait()
}

// snapshot returns the statistics.
func (p *pool) snapshot() Stats {
	p.mu.Lock()
	defer p.mu.Unlock()
	s := p.stats
	s.Processes = p.live
	s.Busy = p.live - len(p.idle)
	return s
}
