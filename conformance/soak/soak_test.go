package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/abi/rpc"
	"github.com/parley-rules/parley/conformance/games/kuhn"
	"github.com/parley-rules/parley/conformance/games/pig"
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/hosttest"
	"github.com/parley-rules/parley/hosts/native"
	"github.com/parley-rules/parley/hosts/process"
)

// TestMain makes the test binary a plugin, or the process of a sandbox, where a host starts it as one.
func TestMain(m *testing.M) {
	process.ServeIfChild()
	if rpc.Hosted() {
		os.Exit(serve(os.Args[1:], os.Stderr))
	}
	os.Exit(m.Run())
}

var mains = map[string]string{
	"pig":  "github.com/parley-rules/parley/conformance/games/pig/main",
	"kuhn": "github.com/parley-rules/parley/conformance/games/kuhn/main",
}

// TestSoak plays some games on all hosts. The same seed is the same games.
func TestSoak(t *testing.T) {
	dir := t.TempDir()
	args := []string{"--games", "60", "--modules", dir}
	for id, main := range mains {
		require.NoError(t, os.WriteFile(filepath.Join(dir, id+".wasm"), hosttest.Build(t, main), 0o600))
	}
	args = append(args, "pig", "kuhn")
	play := func(args ...string) string {
		var stdout, stderr bytes.Buffer
		require.Zero(t, run(context.Background(), args, &stdout, &stderr), "%s%s", &stdout, &stderr)
		require.Empty(t, stderr.String())
		return stdout.String()
	}
	text := play(args...)
	require.Equal(t, 2, strings.Count(text, " 0 instances lost\n"))
	summary := regexp.MustCompile(`\n60 games, ([0-9]+) moves, .*; digest ([0-9a-f]{16}) of seed 1\n`).FindStringSubmatch(text)
	require.NotNil(t, summary, text)
	require.NotEqual(t, "0", summary[1])

	// The digest is that of the games, not of how they were played.
	s := &soak{seed: 1, out: new(bytes.Buffer)}
	defer s.close()
	for _, rules := range []core.Rules{pig.Rules{}, kuhn.Rules{}} {
		s.entries = append(s.entries, &entry{rules.Manifest().Game, []host{{"native", open(t, native.New(rules))}}})
	}
	require.NoError(t, s.batch(t.Context(), 60))
	require.Equal(t, summary[1], strconv.FormatInt(s.played[movesPlayed].Load(), 10))
	require.Equal(t, summary[2], fmt.Sprintf("%016x", s.digest.Load()))
}

func open(t *testing.T, caller hosts.Caller) *hosts.Game {
	g, err := hosts.Open(context.Background(), caller)
	require.NoError(t, err)
	return g
}

// altered is a host that gives another byte in the middle of its answer to one call of an operation.
type altered struct {
	hosts.Caller
	op    abi.Op
	calls atomic.Int64
}

func (a *altered) Call(ctx context.Context, op abi.Op, request, response []byte) ([]byte, error) {
	out, err := a.Caller.Call(ctx, op, request, response)
	if op == a.op && a.calls.Add(1) == 4 {
		out[len(out)/2] ^= 1
	}
	return out, err
}

// TestDifferences: a host that answers one byte otherwise is found, whatever the operation.
func TestDifferences(t *testing.T) {
	for _, op := range []abi.Op{abi.Init, abi.Apply, abi.Playout} {
		s := &soak{seed: 1, out: new(bytes.Buffer)}
		s.entries = []*entry{{"kuhn", []host{
			{"native", open(t, native.New(kuhn.Rules{}))},
			{"other", open(t, &altered{Caller: native.New(kuhn.Rules{}), op: op})},
		}}}
		err := s.batch(t.Context(), 60)
		require.ErrorContains(t, err, " of seed 1: kuhn", "%v", op)
		require.ErrorContains(t, err, "other", "%v", op) // "native and other differ", or "on other" if the answer is no answer
		s.close()
	}
}

func TestGrown(t *testing.T) {
	before := usage{heap: 100 << 20, resident: 200 << 20, modules: 4 << 20, goroutines: 10, files: 10}
	require.NoError(t, before.grown(before))
	problems := map[string]usage{
		"the heap has grown":                 {heap: 170 << 20},
		"resident memory has grown":          {resident: 370 << 20},
		"linear memory has grown":            {modules: 7 << 20},
		"the number of goroutines has grown": {goroutines: 36},
		"the number of open files has grown": {files: 36},
		"2 instances or processes were lost": {lost: 2},
	}
	if raced {
		delete(problems, "resident memory has grown")
	}
	for problem, u := range problems {
		require.ErrorContains(t, u.grown(before), problem)
	}
}

func TestWrongUse(t *testing.T) {
	for _, args := range [][]string{nil, {"chess"}, {"--games", "0", "pig"}, {"--first", "-1", "pig"}, {"--what"}} {
		require.Equal(t, 2, run(context.Background(), args, new(bytes.Buffer), new(bytes.Buffer)), "%v", args)
	}
	var stderr bytes.Buffer
	require.Equal(t, 1, run(context.Background(), []string{"--modules", t.TempDir(), "pig"}, new(bytes.Buffer), &stderr))
	require.Contains(t, stderr.String(), "make wasm")
	require.Equal(t, 2, serve([]string{"chess"}, &stderr))
}
