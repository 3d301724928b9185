package wasm

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/hosts"
	asm "github.com/parley-rules/parley/hosts/hosttest/wasmasm"
)

// waitFor yields until a condition on the pool holds.
func waitFor(p *pool, condition func(*pool) bool) {
	for {
		p.mu.Lock()
		ok := condition(p)
		p.mu.Unlock()
		if ok {
			return
		}
		runtime.Gosched()
	}
}

func TestInstancesAreLent(t *testing.T) {
	m := loadModule(t, counting(echoParts()).build(), Options{MaxInstances: 3})
	require.Equal(t, Stats{Created: 1, Instances: 1, MaxMemory: 2 * pageSize}, m.Stats())
	for i := range 5 {
		require.Len(t, call(t, m, abi.Manifest, ""), i+1, "a quiet game uses one instance")
	}
	first, err := m.pool.acquire(t.Context())
	require.NoError(t, err)
	require.Len(t, call(t, m, abi.Manifest, ""), 1, "a second instance, since the first is in use")
	stats := m.Stats()
	m.pool.release(first, healthy)
	require.Positive(t, stats.Fuel)
	require.Equal(t, Stats{Calls: 6, Fuel: stats.Fuel, Created: 2, Instances: 2, Busy: 1, MaxMemory: 2 * pageSize}, stats)
	require.Len(t, call(t, m, abi.Manifest, ""), 6, "the one that came back last")
}

func TestWaitingForAnInstance(t *testing.T) {
	m := loadModule(t, counting(echoParts()).build(), Options{MaxInstances: 1})
	p := m.pool
	in, err := p.acquire(t.Context())
	require.NoError(t, err)

	t.Run("a context that has ended", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		_, err := m.Call(ctx, abi.View, nil, nil)
		require.ErrorIs(t, err, context.Canceled)
	})
	t.Run("a context that ends", func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
		defer cancel()
		_, err := m.Call(ctx, abi.View, nil, nil)
		require.ErrorIs(t, err, context.DeadlineExceeded)
		require.Empty(t, p.waiting)
	})

	// Two wait; the first gets the instance, then the second.
	var wg sync.WaitGroup
	answers := make([]string, 2)
	for i := range answers {
		wg.Go(func() {
			got, err := m.Call(t.Context(), abi.Manifest, nil, nil)
			answers[i] = fmt.Sprint(len(got), err)
		})
		waitFor(p, func(p *pool) bool { return len(p.waiting) == i+1 })
	}
	p.release(in, healthy)
	wg.Wait()
	require.Equal(t, []string{"1 <nil>", "2 <nil>"}, answers)

	// One that waits for an instance that breaks makes a new one.
	in, err = p.acquire(t.Context())
	require.NoError(t, err)
	wg.Go(func() {
		got, err := m.Call(t.Context(), abi.Manifest, nil, nil)
		answers[0] = fmt.Sprint(len(got), err)
	})
	waitFor(p, func(p *pool) bool { return len(p.waiting) == 1 })
	p.release(in, poisoned)
	wg.Wait()
	require.Equal(t, "1 <nil>", answers[0])
	require.EqualValues(t, 2, m.Stats().Created)
}

// TestATurnThatComesWithTheEnd: a caller whose context ends in the moment in which it gets an instance either uses it or passes it on.
func TestATurnThatComesWithTheEnd(t *testing.T) {
	m := loadModule(t, echoParts().build(), Options{MaxInstances: 1})
	p := m.pool
	for range 100 {
		in, err := p.acquire(t.Context())
		require.NoError(t, err)
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error)
		go func() {
			_, err := m.Call(ctx, abi.View, []byte("x"), nil)
			done <- err
		}()
		waitFor(p, func(p *pool) bool {
			if len(p.waiting) == 0 {
				return false
			}
			// Both at once, while nobody else can look.
			p.waiting[0] <- in
			p.waiting = nil
			cancel()
			return true
		})
		if err := <-done; err != nil {
			require.ErrorIs(t, err, context.Canceled)
		}
		require.Equal(t, 1, m.Stats().Instances)
		require.Zero(t, m.Stats().Busy)
	}
	require.EqualValues(t, 1, m.Stats().Created)
}

// TestAFailedReplacementKeepsItsPlace: a module that starts once and then no more does not use up the pool.
func TestAFailedReplacementKeepsItsPlace(t *testing.T) {
	m := loadModule(t, echoParts().build(), Options{MaxInstances: 1})
	p := m.pool
	start, fail := p.start, &hosts.TrapError{Op: "_initialize", Cause: "for the test"}
	p.start = func(context.Context) (*instance, error) { return nil, fail }
	in, err := p.acquire(t.Context())
	require.NoError(t, err)
	failed := make(chan error)
	for i := range 3 {
		go func() {
			_, err := m.Call(t.Context(), abi.View, []byte("x"), nil)
			failed <- err
		}()
		waitFor(p, func(p *pool) bool { return len(p.waiting) == i+1 })
	}
	p.release(in, trapped)
	for range 3 {
		require.ErrorIs(t, <-failed, fail)
	}
	require.EqualValues(t, 3, m.Stats().FailedStarts)
	require.Zero(t, m.Stats().Instances)
	p.start = start
	require.Equal(t, "x", call(t, m, abi.View, "x"))
}

func TestClosing(t *testing.T) {
	m, err := Load(t.Context(), echoParts().build(), Options{NoCache: true, MaxInstances: 1})
	require.NoError(t, err)
	p := m.pool
	in, err := p.acquire(t.Context())
	require.NoError(t, err)
	waiting := make(chan error)
	go func() {
		_, err := m.Call(t.Context(), abi.View, []byte("x"), nil)
		waiting <- err
	}()
	waitFor(p, func(p *pool) bool { return len(p.waiting) == 1 })

	closed := make(chan error)
	go func() { closed <- m.Close() }()
	require.ErrorIs(t, <-waiting, hosts.ErrClosed)
	waitFor(p, func(p *pool) bool { return p.closed })
	got, out, err := in.call(t.Context(), abi.View, []byte("under way"), nil)
	require.NoError(t, err)
	require.Equal(t, "under way", string(got))
	select {
	case <-closed:
		t.Fatal("closed while a call is under way")
	default:
	}
	p.release(in, out)
	require.NoError(t, <-closed)
	require.NoError(t, m.Close(), "closing twice")
	_, err = m.Call(t.Context(), abi.View, []byte("x"), nil)
	require.ErrorIs(t, err, hosts.ErrClosed)
	require.Zero(t, m.Stats().Instances)
}

// TestManyCallers: callers on few instances, some of which trap or give up; each gets its own answer, and nothing is lost.
func TestManyCallers(t *testing.T) {
	p := echoParts()
	p.ops["playout"] = [][]byte{asm.Unreachable}
	before := runtime.NumGoroutine()
	m, err := Load(t.Context(), p.build(), Options{NoCache: true, MaxInstances: 2})
	require.NoError(t, err)
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Go(func() {
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			for i := range 300 {
				switch {
				case i%50 == g:
					_, err := m.Call(ctx, abi.Playout, []byte("x"), nil)
					var trap *hosts.TrapError
					if !errors.As(err, &trap) {
						t.Errorf("playout: %v", err)
					}
				case i%7 == 0:
					short, stop := context.WithCancel(ctx)
					go stop()
					if _, err := m.Call(short, abi.View, []byte("x"), nil); err != nil && err != context.Canceled {
						t.Errorf("a call that may be given up: %v", err)
					}
					stop()
				default:
					want := fmt.Sprint(g, " ", i)
					if got, err := m.Call(ctx, abi.View, []byte(want), nil); err != nil || string(got) != want {
						t.Errorf("got %q, %v instead of %q", got, err, want)
					}
				}
			}
		})
	}
	wg.Wait()
	s := m.Stats()
	require.Zero(t, s.Busy)
	require.LessOrEqual(t, s.Instances, 2)
	require.EqualValues(t, 8*6, s.Traps)
	require.Equal(t, s.Created, s.Discarded+int64(s.Instances))
	require.NoError(t, m.Close())
	for runtime.NumGoroutine() > before { // the callers' last steps; the test's own time limit ends a leak
		runtime.Gosched()
	}
}

func TestManyCallersOfAGoGuest(t *testing.T) {
	m := loadGuest(t, "bare", Options{MaxInstances: 2})
	var wg sync.WaitGroup
	for g := range 4 {
		wg.Go(func() {
			for i := range 50 {
				want := "e" + strings.Repeat(fmt.Sprint(g), i+1)
				if got, err := m.Call(t.Context(), abi.Apply, []byte(want), nil); err != nil || string(got) != want {
					t.Errorf("got %q, %v instead of %q", got, err, want)
				}
			}
		})
	}
	wg.Wait()
}
