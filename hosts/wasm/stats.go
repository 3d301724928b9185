package wasm

import (
	"errors"

	"github.com/parley-rules/parley/hosts"
)

// Stats counts what happened in a Module since it was loaded.
type Stats struct {
	Calls int64 // calls that reached an instance
	Fuel  int64 // what they cost, without the starts of instances
	Traps int64 // calls in which the module trapped or exited, also those that count as a limit (fuel, depth, memory)

	// The kinds of traps: together they are Traps.
	Exits       int64 // the module ended itself
	OutOfFuel   int64
	TooDeep     int64
	OutOfMemory int64
	Panics      int64 // anything else: panics, which end in an instruction that traps, and faults

	Broken       int64 // calls that broke the contract or answered too much, without a trap
	Failing      int   // failed calls and starts since one that went well; at MaxFailures the module is refused
	Discarded    int64 // instances that were freed after a trap, a limit or a broken answer
	Retired      int64 // instances that were freed although nothing went wrong: too much memory, or a state that cannot be reset
	Created      int64 // instances that were started; those after the first Discarded and Retired are replacements
	FailedStarts int64 // instances that did not start
	Instances    int   // instances that there are now
	Busy         int   // of these, the ones that are in a call or starting
	MaxMemory    int64 // the most linear memory that an instance had, in bytes
}

// Stats returns the counts so far.
func (m *Module) Stats() Stats { return m.pool.snapshot() }

// count adds a call to the statistics. The lock is held.
func (p *pool) count(in *instance, o outcome) {
	p.stats.Calls++
	p.stats.Fuel += in.last.fuel
	p.stats.MaxMemory = max(p.stats.MaxMemory, int64(in.linear.size))
	switch o {
	case healthy, retired:
		if p.refusal() == nil {
			p.stats.Failing, p.failure = 0, nil
		}
		if o == retired {
			p.stats.Retired++
		}
		return
	case poisoned:
		p.stats.Broken++
	case trapped:
		p.stats.Traps++
		*p.stats.trapsLike(in.last.err)++
	}
	p.stats.Discarded++
	p.failed(in.last.err)
}

// trapsLike is the count for traps of the kind of an error.
func (s *Stats) trapsLike(err error) *int64 {
	var limit *hosts.LimitError
	var trap *hosts.TrapError
	switch {
	case errors.As(err, &limit) && limit.Kind == "fuel":
		return &s.OutOfFuel
	case errors.As(err, &limit) && limit.Kind == "depth":
		return &s.TooDeep
	case errors.As(err, &limit):
		return &s.OutOfMemory
	case errors.As(err, &trap) && trap.Exited:
		return &s.Exits
	}
	return &s.Panics
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
