// Command bench measures the figures that Parley promises, as ratios within one run: two things are timed by turns, round by
// round, and the median of the rounds' ratios is told. Every answer is checked; a wrong one ends the run with status 1.
// Missed limits are marked and do not, since machines are noisy.
//
//	make bench
package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/conformance/internal/cputime"
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/native"
	"github.com/parley-rules/parley/hosts/wasm"
	"github.com/parley-rules/parley/plugins/walktheplank"
)

const (
	rounds    = 15
	roundTime = 20 * time.Millisecond
)

func main() {
	dir := flag.String("modules", "build", "the folder with the modules, as `make wasm` leaves them")
	flag.Parse()
	if err := run(*dir); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// row prints a figure: what, how much, and whether it is within the limit.
func row(what string, value, limit float64, unit string) {
	mark := "ok"
	switch {
	case limit == 0 && unit != "allocations":
		mark = "no limit"
	case value > limit:
		mark = "MISSED"
	}
	fmt.Printf("| %-66s | %10.2f | %10.2f | %-11s | %s\n", what, value, limit, unit, mark)
}

func run(dir string) error {
	ctx := context.Background()
	path := filepath.Join(dir, "walk_the_plank.wasm")
	module, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("%w: run `make wasm` first", err)
	}
	fmt.Printf("%s %s/%s, %d processors\n", runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU())
	fmt.Println("modules run with all limits, as they do by default, unless a row says otherwise")
	fmt.Printf("| %-66s | %10s | %10s | %-11s |\n", "figure", "measured", "no worse", "unit")

	if err := loading(ctx, module); err != nil {
		return err
	}
	w, err := wasm.Load(ctx, module, wasm.Options{MaxInstances: 1})
	if err != nil {
		return err
	}
	defer w.Close()
	n := native.New(walktheplank.Rules{})
	defer n.Close()
	row("module of Walk the Plank!", float64(len(module))/1e6, 2.3, "MB")
	if err := figures(ctx, n, w); err != nil {
		return err
	}
	if err := moreGames(ctx, dir); err != nil {
		return err
	}
	return sandbox(ctx, dir)
}

// loading compares a first compilation with a load from the disk cache, both in processor time: a compilation spreads over
// all processors, so that by the clock the ratio depends on how many there are.
func loading(ctx context.Context, module []byte) error {
	cache, err := os.MkdirTemp("", "parley-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(cache)
	load := func() (time.Duration, error) {
		from := cputime.Used()
		m, err := wasm.Load(ctx, module, wasm.Options{CacheDir: filepath.Join(cache, "c")})
		if err != nil {
			return 0, err
		}
		took := cputime.Used() - from
		return took, m.Close()
	}
	var first, cached []time.Duration
	for range 3 {
		if err := os.RemoveAll(filepath.Join(cache, "c")); err != nil {
			return err
		}
		for i := range 3 {
			took, err := load()
			if err != nil {
				return err
			}
			if i == 0 {
				first = append(first, took)
			} else {
				cached = append(cached, took)
			}
		}
	}
	slices.Sort(first)
	slices.Sort(cached)
	row("load from the disk cache over first compile, processor time", float64(cached[len(cached)/2])/float64(first[len(first)/2]), 1.0/15, "ratio")
	return nil
}

func figures(ctx context.Context, n, w hosts.Caller) error {
	gn, err := hosts.Open(ctx, n)
	if err != nil {
		return err
	}
	gw, err := hosts.Open(ctx, w)
	if err != nil {
		return err
	}
	opening, err := gn.Init(ctx, hosts.NewGame{Seats: 3, Seed: hosts.SeedOf(1), Look: hosts.Look{Moves: true}})
	if err != nil {
		return err
	}
	row("position of Walk the Plank!", float64(len(opening.Position)), 1024, "bytes")

	// Two seats have committed: the move of the third plays the whole round.
	p := opening
	for seat := range core.Seat(2) {
		moves, err := gn.LegalMoves(ctx, p.Position, seat)
		if err != nil {
			return err
		}
		if p, err = gn.Apply(ctx, p.Position, seat, moves.At(300), hosts.Look{Moves: true}); err != nil {
			return err
		}
	}
	third, _ := p.Moves(2)
	apply := requestOf(p.Position, "seat", 2, third.At(17))
	from, err := openings(ctx, gn, 3)
	if err != nil {
		return err
	}
	applies, err := appliesOf(ctx, gn, from, 1, 1000, false)
	if err != nil {
		return err
	}
	list := requestOf(opening.Position, "seat", 0, hosts.Move{})
	view := requestOf(p.Position, "viewer", 1, hosts.Move{})
	for _, f := range []struct {
		what  string
		op    abi.Op
		reqs  [][]byte
		limit float64
	}{
		{"Call: legal_moves of the opening (648 moves), wasm over native", abi.LegalMoves, [][]byte{list}, 7},
		{"Call: apply, every move of random games, wasm over native", abi.Apply, applies, 8},
		{"Call: apply, one that plays a round, again and again, wasm over native", abi.Apply, [][]byte{apply}, 0},
		{"Call: view, wasm over native", abi.View, [][]byte{view}, 10},
	} {
		r, err := ratio(caller(ctx, w, f.op, f.reqs...), caller(ctx, n, f.op, f.reqs...))
		if err != nil {
			return err
		}
		row(f.what, r, f.limit, "ratio")
	}
	if err := gameOverCalls(ctx, gw, w, opening.Position, list); err != nil {
		return err
	}
	r, err := ratio(playAll(ctx, gw, from), playAll(ctx, gn, from))
	if err != nil {
		return err
	}
	row("random games, the loop in the guest over native", r, 6, "ratio")
	server := abi.NewServer(walktheplank.Rules{})
	buf := make([]byte, 0, 1<<16)
	row("allocations of legal_moves", testing.AllocsPerRun(1000, func() { buf = server.Serve(abi.LegalMoves, list, buf[:0]) }), 0, "allocations")
	row("allocations of apply", testing.AllocsPerRun(1000, func() { buf = server.Serve(abi.Apply, apply, buf[:0]) }), 4, "allocations")
	return nil
}

// gameOverCalls compares Game.LegalMoves and Apply with the bare calls that they make.
func gameOverCalls(ctx context.Context, g *hosts.Game, c hosts.Caller, p hosts.Position, list []byte) error {
	src := core.Source{State: 1}
	var buf []byte
	picks := make([]hosts.Move, 64)
	requests := make([][]byte, len(picks))
	moves, err := g.LegalMoves(ctx, p, 0)
	if err != nil {
		return err
	}
	for i := range picks {
		picks[i] = moves.At(src.Below(moves.Len()))
		requests[i] = requestOf(p, "seat", 0, picks[i])
	}
	i := 0
	typed := func() ([]byte, error) {
		i = (i + 1) % len(picks)
		moves, err := g.LegalMoves(ctx, p, 0)
		if err != nil {
			return nil, err
		}
		k := moves.Index(picks[i])
		if k < 0 {
			return nil, fmt.Errorf("a listed move is lost")
		}
		step, err := g.Apply(ctx, p, 0, moves.At(k), hosts.Look{})
		if err != nil {
			return nil, err
		}
		return []byte{byte(len(step.Raw()))}, nil
	}
	j := 0
	bare := func() ([]byte, error) {
		j = (j + 1) % len(picks)
		var err error
		if buf, err = c.Call(ctx, abi.LegalMoves, list, buf[:0]); err != nil {
			return nil, err
		}
		if buf, err = c.Call(ctx, abi.Apply, requests[j], buf[:0]); err != nil {
			return nil, err
		}
		return []byte{byte(len(buf))}, nil
	}
	r, err := ratio(typed, bare)
	if err != nil {
		return err
	}
	row("Game.LegalMoves + Index + Apply on wasm over the bare calls", r, 1.3, "ratio")
	row("allocations of Game.LegalMoves", testing.AllocsPerRun(200, func() {
		if m, err := g.LegalMoves(ctx, p, 0); err != nil || m.Len() != 648 {
			panic("wrong list")
		}
	}), 2, "allocations")
	return nil
}

func requestOf(p hosts.Position, key string, seat int, move hosts.Move) []byte {
	var w wire.Writer
	w.Map(3)
	w.Str("position")
	w.Bin(p)
	w.Str(key)
	w.Int(seat)
	w.Str("move")
	if move.IsZero() {
		w.Nil()
	} else {
		w.Raw(move.Msgpack())
	}
	return w.B
}

func caller(ctx context.Context, c hosts.Caller, op abi.Op, requests ...[]byte) func() ([]byte, error) {
	var buf []byte
	return func() (_ []byte, err error) {
		buf = buf[:0]
		for _, r := range requests {
			if buf, err = c.Call(ctx, op, r, buf); err != nil {
				return nil, err
			}
		}
		return buf, nil
	}
}

// ratio times a and b by turns and returns the median of the rounds' ratios. Both must give the same answers.
func ratio(a, b func() ([]byte, error)) (float64, error) {
	var ratios []float64
	for range rounds + 1 {
		x, ansA, err := perCall(a)
		if err != nil {
			return 0, err
		}
		y, ansB, err := perCall(b)
		if err != nil {
			return 0, err
		}
		if !bytes.Equal(ansA, ansB) && len(ansA) > 1 {
			return 0, fmt.Errorf("the answers differ: %x and %x", ansA, ansB)
		}
		ratios = append(ratios, x/y)
	}
	ratios = ratios[1:] // the first round warms up
	slices.Sort(ratios)
	return ratios[len(ratios)/2], nil
}

// least is the nanoseconds of f in the fastest of the rounds: whatever else runs on a machine only makes it slower.
func least(f func() ([]byte, error)) (float64, error) {
	fastest := 0.0
	for range 3 * rounds {
		ns, _, err := perCall(f)
		if err != nil {
			return 0, err
		}
		if fastest == 0 || ns < fastest {
			fastest = ns
		}
	}
	return fastest, nil
}

// perCall times f, which may make several calls.
func perCall(f func() ([]byte, error)) (ns float64, answer []byte, err error) {
	from := time.Now()
	n := 0
	for time.Since(from) < roundTime {
		if answer, err = f(); err != nil {
			return 0, nil, err
		}
		n++
	}
	return float64(time.Since(from)) / float64(n), answer, nil
}
