package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/conformance/internal/cputime"
	"github.com/parley-rules/parley/hosts"
	asm "github.com/parley-rules/parley/hosts/hosttest/wasmasm"
	"github.com/parley-rules/parley/hosts/wasm"
)

// sandbox measures what the limits of the host of modules cost, against modules that run without.
func sandbox(ctx context.Context, dir string) error {
	for _, g := range []struct {
		name  string
		seats int
	}{{"walk_the_plank", 3}, {"jackal", 4}} {
		if err := limitsOf(ctx, dir, g.name, g.seats); err != nil {
			return fmt.Errorf("%s: %w", g.name, err)
		}
	}
	return spinning(ctx)
}

func limitsOf(ctx context.Context, dir, name string, seats int) error {
	module, err := os.ReadFile(filepath.Join(dir, name+".wasm"))
	if err != nil {
		return err
	}
	load := func(opts wasm.Options) (*wasm.Module, *hosts.Game, error) {
		opts.NoCache, opts.MaxInstances = true, 1
		m, err := wasm.Load(ctx, module, opts)
		if err != nil {
			return nil, nil, err
		}
		g, err := hosts.Open(ctx, m)
		return m, g, err
	}
	with, limited, err := load(wasm.Options{})
	if err != nil {
		return err
	}
	defer limited.Close()
	without, free, err := load(wasm.Options{Unmetered: true})
	if err != nil {
		return err
	}
	defer free.Close()
	exact, resetting, err := load(wasm.Options{ExactFuel: true})
	if err != nil {
		return err
	}
	defer resetting.Close()

	opening, err := limited.Init(ctx, hosts.NewGame{Seats: seats, Seed: hosts.SeedOf(1), Look: hosts.Look{Moves: true}})
	if err != nil {
		return err
	}
	play := func(x *hosts.Game) func() ([]byte, error) {
		return func() ([]byte, error) {
			out, err := x.Playout(ctx, opening.Position, []byte{7}, longGame)
			return append(out.Position, byte(out.Moves)), err
		}
	}
	r, err := processorRatio(play(limited), play(free))
	if err != nil {
		return err
	}
	row(name+": random games in the guest, with all limits over none", r, 1.15, "ratio")

	seat := opening.Actors.First()
	moves, _ := opening.Moves(seat)
	apply := requestOf(opening.Position, "seat", int(seat), moves.At(moves.Len()/2))
	r, err = processorRatio(caller(ctx, with, abi.Apply, apply), caller(ctx, without, abi.Apply, apply))
	if err != nil {
		return err
	}
	row(name+": apply through the pool, with all limits over none", r, 1.2, "ratio")
	if err := sameFuel(ctx, exact, apply); err != nil {
		return err
	}

	a, err := with.Costs(ctx, 31)
	if err != nil {
		return err
	}
	b, err := without.Costs(ctx, 31)
	if err != nil {
		return err
	}
	row(name+": reset of an instance over a fresh one", float64(a.Reset)/float64(a.Copy), 1.0/10, "ratio")
	row(name+": a further instance over one of the module as it is", float64(a.Copy)/float64(b.Start), 1.0/2, "ratio")
	row(name+": rewriting the module over compiling it, by the clock", float64(a.Rewrite)/float64(a.Compile), 1.0/10, "ratio")
	return nil
}

// processorRatio is ratio by processor time, for differences that are smaller than what a busy machine does to the clock.
func processorRatio(a, b func() ([]byte, error)) (float64, error) {
	once := func(f func() ([]byte, error), n int) (took time.Duration, answer []byte, err error) {
		from := cputime.Used()
		for range n {
			if answer, err = f(); err != nil {
				return 0, nil, err
			}
		}
		return cputime.Used() - from, answer, nil
	}
	n := 1
	for {
		took, _, err := once(a, n)
		if err != nil {
			return 0, err
		}
		if took >= roundTime {
			break
		}
		n *= 2
	}
	var ratios []float64
	for range 2*rounds + 1 {
		x, ansA, err := once(a, n)
		if err != nil {
			return 0, err
		}
		y, ansB, err := once(b, n)
		if err != nil {
			return 0, err
		}
		if !bytes.Equal(ansA, ansB) {
			return 0, fmt.Errorf("the answers differ: %x and %x", ansA, ansB)
		}
		ratios = append(ratios, float64(x)/float64(y))
	}
	slices.Sort(ratios)
	return ratios[len(ratios)/2], nil
}

// sameFuel checks that a call costs the same each time if instances are reset.
func sameFuel(ctx context.Context, m *wasm.Module, request []byte) error {
	var want int64
	for range 100 {
		_, fuel, err := m.CallMetered(ctx, abi.Apply, request, nil)
		if err != nil {
			return err
		}
		if want == 0 {
			want = fuel
		}
		if fuel != want || fuel == 0 {
			return fmt.Errorf("an apply cost %d of fuel, and then %d", want, fuel)
		}
	}
	return nil
}

// spinning stops a module that does `for {}`.
func spinning(ctx context.Context) error {
	var code asm.Module
	code.Memory(1)
	code.Export(abi.MemoryExport, asm.Memory, 0)
	code.Export(abi.MarkerExport, asm.Function, code.Func("", "", ""))
	code.Export(abi.InitializeExport, asm.Function, code.Func("", "", ""))
	code.Export(abi.BufferExport, asm.Function, code.Func(asm.I32, asm.I32, "", asm.I32Const(8)))
	for _, op := range abi.Ops {
		code.Export(op.String(), asm.Function, code.Func(asm.I32, asm.I64, "", asm.Loop, asm.Br(0), asm.End, asm.Unreachable))
	}
	m, err := wasm.Load(ctx, code.Bytes(), wasm.Options{NoCache: true, MaxInstances: 1})
	if err != nil {
		return err
	}
	defer m.Close()
	var took []time.Duration
	var used int64
	for range 9 {
		from := cputime.Used()
		_, fuel, err := m.CallMetered(ctx, abi.Apply, nil, nil)
		took = append(took, cputime.Used()-from)
		var limit *hosts.LimitError
		if !errors.As(err, &limit) || limit.Kind != "fuel" {
			return fmt.Errorf("a loop without end ended with %w", err)
		}
		if used != 0 && fuel != used {
			return fmt.Errorf("a loop without end was stopped after %d of fuel, and then after %d", used, fuel)
		}
		used = fuel
	}
	slices.Sort(took)
	row("stopping for {} with the default fuel, processor time", took[len(took)/2].Seconds(), 0.2, "s")
	return nil
}
