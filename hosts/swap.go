package hosts

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/parley-rules/parley/abi"
)

// Swap is a Caller whose rules can be exchanged for another build of the same rules, while games go on: another module, or the
// same one loaded again after ErrModuleFailing. Every call is carried out by one build from its beginning to its end. It is a
// Meter, which counts if its build does, and is safe for concurrent use.
type Swap struct {
	swapping sync.Mutex // held by Swap and Close, whole

	mu     sync.RWMutex
	now    *build
	closed bool
}

var _ Meter = (*Swap)(nil)

// build is a caller with the calls under way.
type build struct {
	caller   Caller
	meter    Meter  // the caller, if it is one
	manifest []byte // as it was answered
	calls    sync.WaitGroup
}

// SwapError: a caller does not run the same rules as the one before, and was not taken. Positions and moves of one may be none of
// the other's: open it as a game of its own.
type SwapError struct {
	What       string // "game", "rules version", "ABI", "manifest" or "operation"
	Have, Want string // of the caller that was not taken, and of the one before; empty for a manifest
}

func (e *SwapError) Error() string {
	s := "the " + e.What + " is another"
	if e.Want != "" {
		s = fmt.Sprintf("the %s is %q instead of %q", e.What, e.Have, e.Want)
	}
	return s + ": what runs was not exchanged; open the new one as a game of its own"
}

// NewSwap begins with a caller, of which it asks the manifest. It owns the caller from then on: an error closes it. The errors
// are those of Open.
func NewSwap(ctx context.Context, caller Caller) (*Swap, error) {
	if caller == nil {
		return nil, errNoCaller
	}
	b, err := newBuild(ctx, caller)
	if err != nil {
		return nil, errors.Join(err, caller.Close())
	}
	return &Swap{now: b}, nil
}

func newBuild(ctx context.Context, caller Caller) (*build, error) {
	_, raw, err := manifestOf(ctx, caller)
	if err != nil {
		return nil, err
	}
	b := &build{caller: caller, manifest: bytes.Clone(raw)}
	b.meter, _ = caller.(Meter)
	return b, nil
}

// Swap exchanges the caller for next, for all calls that begin from now on, waits for those under way and closes the one before.
// The game, the version of its rules, the ABI and all of the manifest must be the same, and every operation that was offered is
// offered still. It owns next from then on: an error closes it, and has exchanged nothing. The errors are *SwapError,
// ErrClosed and those of Open; and what closing the one before returns, though the exchange was made.
//
// ctx bounds the question for the manifest, not the wait.
func (s *Swap) Swap(ctx context.Context, next Caller) error {
	if next == nil {
		return errNoCaller
	}
	s.swapping.Lock()
	defer s.swapping.Unlock()
	b, err := newBuild(ctx, next)
	if err == nil {
		err = s.same(b)
	}
	if err != nil {
		return errors.Join(err, next.Close())
	}
	s.mu.Lock()
	before := s.now
	s.now = b
	s.mu.Unlock()
	return before.end()
}

// same checks that a build may take the place of the present one. Neither changes meanwhile, as swapping is held.
func (s *Swap) same(next *build) error {
	if s.closed {
		return ErrClosed
	}
	if bytes.Equal(s.now.manifest, next.manifest) {
		offers := next.caller.Info().Offers
		for _, op := range s.now.caller.Info().Offers {
			if !slices.Contains(offers, op) {
				return &SwapError{What: "operation", Have: "none", Want: op.String()}
			}
		}
		return nil
	}
	// Both were parsed before.
	have, major1, minor1, _ := abi.ParseManifest(next.manifest)
	want, major2, minor2, _ := abi.ParseManifest(s.now.manifest)
	for _, e := range []SwapError{
		{"game", have.Game, want.Game},
		{"rules version", have.Rules, want.Rules},
		{"ABI", fmt.Sprint(major1, ".", minor1), fmt.Sprint(major2, ".", minor2)},
	} {
		if e.Have != e.Want {
			return &e
		}
	}
	return &SwapError{What: "manifest"}
}

// end closes a build that gets no further calls, once those under way are finished.
func (b *build) end() error {
	b.calls.Wait()
	return b.caller.Close()
}

// enter begins a call: its build stays open until the call is done.
func (s *Swap) enter() (*build, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.closed {
		return nil, ErrClosed
	}
	s.now.calls.Add(1)
	return s.now, nil
}

// Call implements Caller.
func (s *Swap) Call(ctx context.Context, op abi.Op, request, response []byte) ([]byte, error) {
	b, err := s.enter()
	if err != nil {
		return response, err
	}
	defer b.calls.Done()
	return b.caller.Call(ctx, op, request, response)
}

// CallMetered implements Meter.
func (s *Swap) CallMetered(ctx context.Context, op abi.Op, request, response []byte) (answer []byte, fuel int64, err error) {
	b, err := s.enter()
	if err != nil {
		return response, 0, err
	}
	defer b.calls.Done()
	if b.meter != nil {
		return b.meter.CallMetered(ctx, op, request, response)
	}
	answer, err = b.caller.Call(ctx, op, request, response)
	return answer, 0, err
}

// FuelLimit implements Meter.
func (s *Swap) FuelLimit() int64 {
	if m := s.present().meter; m != nil {
		return m.FuelLimit()
	}
	return 0
}

// Info says what runs now.
func (s *Swap) Info() Info { return s.present().caller.Info() }

func (s *Swap) present() *build {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.now
}

// Close implements Caller.
func (s *Swap) Close() error {
	s.swapping.Lock()
	defer s.swapping.Unlock()
	s.mu.Lock()
	closed := s.closed
	s.closed = true
	s.mu.Unlock()
	if closed {
		return nil
	}
	return s.now.end()
}
