package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/conformance/adversary"
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/native"
	"github.com/parley-rules/parley/hosts/process"
	"github.com/parley-rules/parley/hosts/wasm"
)

// load is a run in which many callers use good and bad modules at once, while good ones are exchanged for new builds and bad ones
// die. Every call to a good one must be answered to the byte as the native rules answer it.
type load struct {
	seed    uint64
	out     io.Writer
	workers int
	calls   int64

	good   []*good
	bad    []*bad
	guest  *hosts.Game // the adversaries' game as a module,
	plugin *hosts.Game // as a plugin process
	boxed  *hosts.Game // and as a module in the sandbox of a process
	harm   []*adversary.Fault
	deadly []*adversary.Fault // for a process, and at once

	next, swaps, refused, faults, boxedFaults, deaths atomic.Int64
}

// good is a module of a game, with calls whose answers are known.
type good struct {
	id     string
	code   []byte
	rules  *hosts.Swap
	module atomic.Pointer[wasm.Module] // what the rules are now
	script []known
}

// known is a call with the answer of the native rules.
type known struct {
	op                abi.Op
	request, response []byte
}

// bad is an adversary that can be loaded.
type bad struct {
	*adversary.Adversary
	attack func(ctx context.Context) error
}

// How often a worker turns to what is dear: one call of so many.
const (
	perBad    = 500
	perFault  = 2_000
	perBoxed  = 4_500
	perPlugin = 1_000
	perDeath  = 5_000
	perSwap   = 20_000
)

// scriptLength is how many calls of a game are known.
const scriptLength = 400

// recorder is a Caller that notes the calls.
type recorder struct {
	hosts.Caller
	calls *[]known
}

func (r recorder) Call(ctx context.Context, op abi.Op, request, response []byte) ([]byte, error) {
	out, err := r.Caller.Call(ctx, op, request, response)
	if err == nil {
		*r.calls = append(*r.calls, known{op, bytes.Clone(request), bytes.Clone(out[len(response):])})
	}
	return out, err
}

// learn plays random games natively and notes all calls.
func learn(ctx context.Context, rules core.Rules, seed uint64) ([]known, error) {
	var calls []known
	g, err := hosts.Open(ctx, recorder{native.New(rules), &calls})
	if err != nil {
		return nil, err
	}
	rand := core.Source{State: seed}
	for len(calls) < scriptLength {
		p := &parallel{ctx: ctx, hosts: []host{{"native", g}}}
		start, steps, err := p.start(&rand, new(atomic.Int64))
		if err != nil {
			return nil, err
		}
		if _, err := g.View(ctx, steps[0].Position, core.Referee); err != nil {
			return nil, err
		}
		if _, err := p.steps(start, steps, &rand); err != nil {
			return nil, err
		}
	}
	return calls[:scriptLength], nil
}

// open loads everything.
func (l *load) open(ctx context.Context, ids []string, modules, guest string) error {
	for _, id := range ids {
		code, err := os.ReadFile(filepath.Join(modules, id+".wasm"))
		if err != nil {
			return fmt.Errorf("%w: run `make wasm` first", err)
		}
		g := &good{id: id, code: code}
		if g.script, err = learn(ctx, rulesOf(id), l.seed); err != nil {
			return fmt.Errorf("%s: %w", id, err)
		}
		if err := g.begin(ctx); err != nil {
			return fmt.Errorf("%s: %w", id, err)
		}
		l.good = append(l.good, g)
	}
	// A bad module gets little fuel, so that many of its calls can be made.
	quick := func(ctx context.Context, module []byte) (hosts.Caller, error) {
		m, err := wasm.Load(ctx, module, wasm.Options{NoCache: true, Fuel: 5_000_000})
		if err != nil {
			return nil, err
		}
		return m, nil
	}
	for _, a := range adversary.All() {
		l.bad = append(l.bad, &bad{a, func(ctx context.Context) error { return a.AttackOne(ctx, quick, a.Variants()[0], 1) }})
	}
	code, err := os.ReadFile(guest)
	if err != nil {
		return err
	}
	m, err := wasm.Load(ctx, code, wasm.Options{})
	if err != nil {
		return err
	}
	for _, f := range adversary.Faults() {
		switch f.Name {
		case "goroutine_left_behind": // others of these faults would end otherwise on its instance
			continue
		case "go_exit_0", "go_exit_1", "panic_in_a_goroutine", "panic_while_panicking":
			l.deadly = append(l.deadly, f)
		}
		l.harm = append(l.harm, f)
	}
	if l.guest, err = hosts.Open(ctx, m); err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	p, err := process.Open(ctx, self, process.Options{Args: []string{guestID}, MaxRestartDelay: time.Millisecond})
	if err != nil {
		return err
	}
	if l.plugin, err = hosts.Open(ctx, p); err != nil {
		return err
	}
	box, err := process.SandboxModule(ctx, guest, code, process.SandboxOptions{MaxRestartDelay: time.Millisecond})
	if err != nil {
		return err
	}
	l.boxed, err = hosts.Open(ctx, box)
	return err
}

func (l *load) close() error {
	var errs []error
	for _, g := range l.good {
		errs = append(errs, g.rules.Close())
	}
	for _, g := range []*hosts.Game{l.guest, l.plugin, l.boxed} {
		if g != nil {
			errs = append(errs, g.Close())
		}
	}
	return errors.Join(errs...)
}

// run makes all calls, and compares what is used after a fifth of them with what is used at the end.
func (l *load) run(ctx context.Context) error {
	from := time.Now()
	if err := l.batch(ctx, l.calls/5); err != nil {
		return err
	}
	before := l.usage()
	l.tell(before, from)
	if err := l.batch(ctx, l.calls); err != nil {
		return err
	}
	after := l.usage()
	l.tell(after, from)
	return after.grown(before)
}

// usage is what this process uses, with the memory of the good modules.
func (l *load) usage() usage {
	u := measure()
	for _, g := range l.good {
		u.modules = max(u.modules, uint64(g.module.Load().Stats().MaxMemory))
	}
	return u
}

func (l *load) tell(u usage, from time.Time) {
	fmt.Fprintf(l.out, "%6.0f s: %d calls, %d swaps, %d adversaries contained, %d faults in Go and %d in a sandbox, %d deaths of processes; %s\n", time.Since(from).Seconds(), l.next.Load(),
		l.swaps.Load(), l.refused.Load(), l.faults.Load(), l.boxedFaults.Load(), l.deaths.Load(), u)
}

// batch makes the calls up to a number, with all workers. The first error ends it.
func (l *load) batch(ctx context.Context, until int64) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var workers sync.WaitGroup
	for range l.workers {
		workers.Go(func() {
			var buf []byte
			for ctx.Err() == nil {
				n := l.next.Add(1)
				if n > until {
					l.next.Add(-1)
					return
				}
				var err error
				if buf, err = l.call(ctx, n, buf[:0]); err != nil {
					cancel(fmt.Errorf("call %d of seed %d: %w", n, l.seed, err))
				}
			}
		})
	}
	workers.Wait()
	return context.Cause(ctx)
}

// call makes the call of a number, which says all about it.
func (l *load) call(ctx context.Context, n int64, buf []byte) ([]byte, error) {
	rand := core.Source{State: l.seed + uint64(n)*0x9e3779b97f4a7c15}
	one := func(of int64) bool { return n%of == 0 }
	switch {
	case one(perSwap):
		l.swaps.Add(1)
		return buf, l.exchange(ctx, l.good[rand.Below(len(l.good))])
	case one(perDeath):
		f := l.deadly[rand.Below(len(l.deadly))]
		l.deaths.Add(1)
		return buf, f.AttackGuest(ctx, l.plugin, f.Process, 1)
	case one(perBoxed):
		f := l.harm[rand.Below(len(l.harm))]
		l.boxedFaults.Add(1)
		return buf, f.AttackGuest(ctx, l.boxed, f.Module, 1)
	case one(perFault):
		f := l.harm[rand.Below(len(l.harm))]
		l.faults.Add(1)
		if err := f.AttackGuest(ctx, l.guest, f.Module, 1); err != nil {
			return buf, err
		}
		return buf, nil
	case one(perPlugin):
		return buf, adversary.PlayGuest(ctx, l.plugin)
	case one(perBad):
		b := l.bad[rand.Below(len(l.bad))]
		l.refused.Add(1)
		return buf, b.attack(ctx)
	}
	g := l.good[rand.Below(len(l.good))]
	k := &g.script[rand.Below(len(g.script))]
	answer, err := g.rules.Call(ctx, k.op, k.request, buf)
	if err == nil && !bytes.Equal(answer, k.response) {
		err = fmt.Errorf("%s %v: the answer is %x and should be %x", g.id, k.op, answer, k.response)
	}
	return answer, err
}

// begin loads a good module.
func (g *good) begin(ctx context.Context) error {
	m, err := wasm.Load(ctx, g.code, wasm.Options{})
	if err != nil {
		return err
	}
	g.module.Store(m)
	g.rules, err = hosts.NewSwap(ctx, m)
	return err
}

// exchange replaces a good module with one that is loaded anew, while it is in use.
func (l *load) exchange(ctx context.Context, g *good) error {
	m, err := wasm.Load(ctx, g.code, wasm.Options{})
	if err != nil {
		return err
	}
	if err := g.rules.Swap(ctx, m); err != nil {
		return err
	}
	g.module.Store(m)
	return nil
}
