package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/native"
	"github.com/parley-rules/parley/hosts/process"
	"github.com/parley-rules/parley/hosts/wasm"
)

// soak is a run over some games.
type soak struct {
	seed    uint64
	out     io.Writer
	entries []*entry

	next   atomic.Int64 // the number of the next game
	played [3]atomic.Int64
	digest atomic.Uint64 // the sum of the games' digests
}

// The places in soak.played.
const (
	gamesPlayed = iota
	movesPlayed
	startsRefused
)

// entry is a game on all hosts, the first of which is the reference.
type entry struct {
	id    string
	hosts []host
}

type host struct {
	name string
	*hosts.Game
}

// open opens a game on every host.
func (s *soak) open(ctx context.Context, rules core.Rules, module string) error {
	e := &entry{id: rules.Manifest().Game}
	s.entries = append(s.entries, e)
	add := func(name string, caller hosts.Caller, err error) error {
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		g, err := hosts.Open(ctx, caller)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		e.hosts = append(e.hosts, host{name, g})
		return nil
	}
	if err := add("native", native.New(rules), nil); err != nil {
		return err
	}
	code, err := os.ReadFile(module)
	if err != nil {
		return fmt.Errorf("%w: run `make wasm` first", err)
	}
	for _, engine := range []wasm.Engine{wasm.Compiler, wasm.Interpreter} {
		m, err := wasm.Load(ctx, code, wasm.Options{Engine: engine})
		if err := add(engine.String(), m, err); err != nil {
			return err
		}
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	p, err := process.Open(ctx, self, process.Options{Args: []string{e.id}})
	return add("process", p, err)
}

func (s *soak) close() {
	for _, e := range s.entries {
		for _, h := range e.hosts {
			if err := h.Close(); err != nil {
				fmt.Fprintf(s.out, "closing %s on %s: %v\n", e.id, h.name, err)
			}
		}
	}
}

// play plays the games, so many at a time as there are processors. It compares what is used after a fifth of them with what is
// used at the end.
func (s *soak) play(ctx context.Context, games int) error {
	from, first := time.Now(), s.next.Load()
	if err := s.batch(ctx, first+int64(max(1, games/5))); err != nil {
		return err
	}
	before := s.usage()
	s.tell(before, from)
	if err := s.batch(ctx, first+int64(games)); err != nil {
		return err
	}
	after := s.usage()
	s.tell(after, from)
	fmt.Fprintf(s.out, "%d games, %d moves, %d starts that all hosts refused alike; digest %016x of seed %d\n", s.played[gamesPlayed].Load(),
		s.played[movesPlayed].Load(), s.played[startsRefused].Load(), s.digest.Load(), s.seed)
	return after.grown(before)
}

// batch plays the games up to the one with the number until.
func (s *soak) batch(ctx context.Context, until int64) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var workers sync.WaitGroup
	var mu sync.Mutex
	var failed error
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for {
				n := s.next.Add(1) - 1
				if n >= until {
					s.next.Add(-1)
					return
				}
				if err := s.game(ctx, n); err != nil {
					mu.Lock()
					if failed == nil || errors.Is(failed, context.Canceled) {
						failed = fmt.Errorf("game %d of seed %d: %w", n, s.seed, err)
					}
					mu.Unlock()
					cancel()
					return
				}
			}
		})
	}
	workers.Wait()
	return failed
}
