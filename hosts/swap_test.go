package hosts_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/conformance/games/kuhn"
	"github.com/parley-rules/parley/conformance/games/pig"
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/native"
)

// numbered is a caller that says which build it is, counts, and notices calls after its end.
type numbered struct {
	hosts.Caller
	sum     string
	without abi.Op // which it does not offer, 0 if it offers all
	late    atomic.Int64
	closed  atomic.Bool
	inside  chan struct{} // if it is there, a call says that it has begun, and waits
	goOn    chan struct{}
}

func build(sum string) *numbered { return &numbered{Caller: native.New(pig.Rules{}), sum: sum} }

func (c *numbered) Info() hosts.Info {
	i := c.Caller.Info()
	i.SHA256 = c.sum
	if c.without != 0 {
		i.Offers = i.Offers[:c.without]
	}
	return i
}

func (c *numbered) CallMetered(ctx context.Context, op abi.Op, request, response []byte) ([]byte, int64, error) {
	if c.closed.Load() {
		c.late.Add(1)
	}
	if c.inside != nil && op != abi.Manifest {
		c.inside <- struct{}{}
		<-c.goOn
	}
	response, err := c.Caller.Call(ctx, op, request, response)
	return response, int64(len(request)), err
}

func (c *numbered) Call(ctx context.Context, op abi.Op, request, response []byte) ([]byte, error) {
	response, _, err := c.CallMetered(ctx, op, request, response)
	return response, err
}

func (c *numbered) FuelLimit() int64 { return 1000 }

func (c *numbered) Close() error {
	c.closed.Store(true)
	return c.Caller.Close()
}

// altered is pig with another manifest.
type altered struct {
	pig.Rules
	change func(m *core.Manifest)
}

func (a altered) Manifest() *core.Manifest {
	m := *a.Rules.Manifest()
	a.change(&m)
	return &m
}

func TestSwap(t *testing.T) {
	ctx := context.Background()
	a, b := build("a"), build("b")
	s, err := hosts.NewSwap(ctx, a)
	require.NoError(t, err)
	g, err := hosts.Open(ctx, s)
	require.NoError(t, err)
	require.Equal(t, "a", g.Info().SHA256)
	require.EqualValues(t, 1000, s.FuelLimit())
	step, err := g.Init(ctx, hosts.NewGame{Seats: 2, Seed: hosts.SeedOf(7), Look: hosts.LookAll(2)})
	require.NoError(t, err)
	require.Positive(t, step.Fuel)

	for what, refused := range map[string]*numbered{
		"game":          {Caller: native.New(kuhn.Rules{})},
		"rules version": {Caller: native.New(altered{change: func(m *core.Manifest) { m.Rules = "9.0.0" }})},
		"manifest":      {Caller: native.New(altered{change: func(m *core.Manifest) { m.EndReasons = append(slices.Clone(m.EndReasons), "boredom") }})},
		"operation":     {Caller: native.New(pig.Rules{}), without: abi.Playout},
	} {
		err := s.Swap(ctx, refused)
		var swap *hosts.SwapError
		require.ErrorAs(t, err, &swap, what)
		require.Equal(t, what, swap.What)
		require.Contains(t, err.Error(), "not exchanged")
		require.True(t, refused.closed.Load())
		require.Equal(t, "a", g.Info().SHA256)
	}
	gone := build("gone")
	require.NoError(t, gone.Close())
	require.ErrorIs(t, s.Swap(ctx, gone), hosts.ErrClosed)

	require.NoError(t, s.Swap(ctx, b))
	require.True(t, a.closed.Load())
	require.Equal(t, "b", g.Info().SHA256)
	moves, _ := step.Moves(0)
	_, err = g.Apply(ctx, step.Position, 0, moves.At(0), hosts.Look{})
	require.NoError(t, err, "a game goes on")

	require.NoError(t, s.Swap(ctx, native.New(pig.Rules{})))
	step, err = g.Apply(ctx, step.Position, 0, moves.At(0), hosts.Look{})
	require.NoError(t, err)
	require.Zero(t, step.Fuel, "what does not count")
	require.Zero(t, s.FuelLimit())

	require.NoError(t, g.Close())
	require.NoError(t, s.Close())
	_, err = s.Call(ctx, abi.Manifest, nil, nil)
	require.ErrorIs(t, err, hosts.ErrClosed)
	late := build("late")
	require.ErrorIs(t, s.Swap(ctx, late), hosts.ErrClosed)
	require.True(t, late.closed.Load())

	_, err = hosts.NewSwap(ctx, gone)
	require.ErrorIs(t, err, hosts.ErrClosed)
}

// TestSwapDrains: a call under way is finished by the build with which it began, which is closed after it.
func TestSwapDrains(t *testing.T) {
	ctx := context.Background()
	a, b := build("a"), build("b")
	a.inside, a.goOn = make(chan struct{}), make(chan struct{})
	s, err := hosts.NewSwap(ctx, a)
	require.NoError(t, err)
	var wg sync.WaitGroup
	wg.Go(func() {
		if _, err := s.Call(ctx, abi.View, nil, nil); err != nil {
			t.Errorf("the call under way: %v", err)
		}
	})
	<-a.inside
	swapped := make(chan error)
	go func() { swapped <- s.Swap(ctx, b) }()
	for s.Info().SHA256 == "a" { // new calls go to b while a's is still under way; the test's own limit of time ends a wait for ever
		_, err := s.Call(ctx, abi.Manifest, nil, nil)
		require.NoError(t, err)
	}
	_, err = s.Call(ctx, abi.View, nil, nil)
	require.NoError(t, err)
	require.False(t, a.closed.Load())
	close(a.goOn)
	require.NoError(t, <-swapped)
	wg.Wait()
	require.True(t, a.closed.Load())
	require.NoError(t, s.Close())
}

// TestManySwaps: callers see neither an end nor a build that is closed, however often it is exchanged.
func TestManySwaps(t *testing.T) {
	ctx := context.Background()
	builds := []*numbered{build("0")}
	s, err := hosts.NewSwap(ctx, builds[0])
	require.NoError(t, err)
	stop, calls := make(chan struct{}), atomic.Int64{}
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				if _, err := s.Call(ctx, abi.Manifest, nil, nil); err != nil {
					t.Errorf("a call: %v", err)
					return
				}
				calls.Add(1)
			}
		})
	}
	for range 50 {
		builds = append(builds, build("x"))
		require.NoError(t, s.Swap(ctx, builds[len(builds)-1]))
	}
	for calls.Load() < 1000 && !t.Failed() {
		if _, err := s.Call(ctx, abi.Manifest, nil, nil); err != nil {
			t.Fatal(err)
		}
	}
	close(stop)
	wg.Wait()
	require.NoError(t, s.Close())
	for _, b := range builds {
		require.True(t, b.closed.Load())
		require.Zero(t, b.late.Load())
	}
}

// hungry counts fuel by the moves that are asked for, and has not enough for many.
type hungry struct {
	hosts.Caller
	limit, each int64
	failed      int
}

func (c *hungry) CallMetered(ctx context.Context, op abi.Op, request, response []byte) ([]byte, int64, error) {
	if op != abi.Playout {
		response, err := c.Call(ctx, op, request, response)
		return response, 1, err
	}
	fuel := c.each * movesIn(request)
	if fuel > c.limit {
		c.failed++
		return response, c.limit, &hosts.LimitError{Kind: "fuel", Limit: c.limit, Used: c.limit + 1, Trap: &hosts.TrapError{Op: "playout"}}
	}
	response, err := c.Call(ctx, op, request, response)
	return response, fuel, err
}

func (c *hungry) FuelLimit() int64 { return c.limit }

// TestPlayoutsWithLittleFuel: slices become as short as the fuel needs them, with the same result.
func TestPlayoutsWithLittleFuel(t *testing.T) {
	ctx := context.Background()
	plain := openPig(t)
	step, err := plain.Init(ctx, hosts.NewGame{Seats: 2, Seed: hosts.SeedOf(7)})
	require.NoError(t, err)
	want, err := plain.Playout(ctx, step.Position, []byte{1}, 1_000_000)
	require.NoError(t, err)
	for _, c := range []struct {
		most   int64 // moves for which the fuel is enough
		failed int
	}{{1 << 40, 0}, {500, 0}, {10, 3}, {1, 6}} {
		h := &hungry{Caller: native.New(pig.Rules{}), limit: c.most * 1000, each: 1000}
		g, err := hosts.Open(ctx, h)
		require.NoError(t, err)
		got, err := g.Playout(ctx, step.Position, []byte{1}, 1_000_000)
		require.NoError(t, err)
		require.GreaterOrEqual(t, got.Fuel, int64(want.Moves)*1000)
		got.Fuel = 0
		require.Equal(t, want, got)
		require.Equal(t, c.failed, h.failed, "after that the slices fit")
		require.NoError(t, g.Close())
	}
	h := &hungry{Caller: native.New(pig.Rules{}), limit: 999, each: 1000}
	g, err := hosts.Open(ctx, h)
	require.NoError(t, err)
	defer g.Close()
	_, err = g.Playout(ctx, step.Position, []byte{1}, 1_000_000)
	var limit *hosts.LimitError
	require.True(t, errors.As(err, &limit), "not even one move")
}

// movesIn reads how many moves the request of a playout asks for.
func movesIn(request []byte) int64 {
	v, _ := wire.NewReader(request).Find("moves")
	n, _ := v.Int()
	return int64(n)
}
