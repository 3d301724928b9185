package main

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/conformance/games/kuhn"
	"github.com/parley-rules/parley/conformance/games/pig"
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/native"
)

func TestBench(t *testing.T) {
	for _, args := range [][]string{{pigModule(t), "--seats", "3"}, {"kuhn"}, {"walk_the_plank", "--option", "max_rounds=2"}} {
		args = append([]string{"bench", "--time", "5ms"}, args...)
		text := fine(t, args...)
		for _, word := range []string{"load ", "position ", "legal moves ", "legal_moves", "apply_look", "view", "times as many", "answers checked"} {
			require.Contains(t, text, word)
		}
		var b benchmark
		require.NoError(t, json.Unmarshal([]byte(fine(t, append(args, "--json")...)), &b))
		require.Len(t, b.Operations, 4)
		for _, o := range b.Operations {
			require.Positive(t, o.Nanoseconds, o.Name)
			require.Positive(t, o.Response.Least, o.Name)
		}
		require.Positive(t, b.HostLoop.PerSecond)
		require.NotNil(t, b.Playout)
		require.Equal(t, b.HostLoop.Moves, b.Playout.Moves)
		require.Positive(t, b.Position.Least)
		require.Greater(t, b.Checked, 28)
	}
	code, _, _ := parley("", "bench", "pig", "--time", "0")
	require.Equal(t, exitUse, code)
	code, _, _ = parley("", "bench", "pig", "--option", "target=-1")
	require.Equal(t, exitUse, code)
}

// altered is a game of which an answer is altered after so many calls of an operation, or that lacks the operation.
type altered struct {
	hosts.Caller
	op    abi.Op
	after int
	lacks bool
}

func (a *altered) Call(ctx context.Context, op abi.Op, request, response []byte) ([]byte, error) {
	out, err := a.Caller.Call(ctx, op, request, response)
	if op == a.op {
		if a.after--; a.after < 0 {
			// A byte of the position, a pip of a die, a number of a view: all are in the middle.
			out[len(out)-2] ^= 1
		}
	}
	return out, err
}

func (a *altered) Info() hosts.Info {
	info := a.Caller.Info()
	if a.lacks {
		info.Offers = nil
	}
	return info
}

func startOf(t *testing.T, rules core.Rules, a *altered) (*hosts.Game, hosts.NewGame) {
	a.Caller = native.New(rules)
	g, err := hosts.Open(t.Context(), a)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, g.Close()) })
	return g, hosts.NewGame{Seats: 2, Seed: hosts.SeedOf(1), HostChance: true}
}

// TestBenchChecks: an answer that is not the first one, and a playout that is not the game, are told.
func TestBenchChecks(t *testing.T) {
	g, n := startOf(t, pig.Rules{}, &altered{op: abi.View, after: 400})
	s, err := takeSample(t.Context(), g, n)
	require.NoError(t, err)
	require.Len(t, s.positions, sampled)
	b := &benchmark{each: 20 * time.Millisecond}
	require.NoError(t, b.operation(t.Context(), g.Caller(), "apply", s))
	require.ErrorContains(t, b.operation(t.Context(), g.Caller(), "view", s), "another answer than before")

	g, n = startOf(t, kuhn.Rules{}, &altered{op: abi.Playout})
	require.ErrorContains(t, b.games(t.Context(), g, n), "come to different ends")

	g, n = startOf(t, kuhn.Rules{}, &altered{lacks: true, op: abi.Playout, after: 1 << 30})
	b = &benchmark{each: time.Millisecond}
	require.NoError(t, b.games(t.Context(), g, n))
	require.Nil(t, b.Playout)
	require.Positive(t, b.HostLoop.Moves)
}
