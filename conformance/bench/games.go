package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/native"
	"github.com/parley-rules/parley/hosts/wasm"
	"github.com/parley-rules/parley/plugins/jackal"
	"github.com/parley-rules/parley/plugins/pirates"
	"github.com/parley-rules/parley/plugins/pirati"
)

// games are the larger games, each measured alike. 0 stands for no limit.
var games = []struct {
	rules           core.Rules
	seats           int
	module          float64 // MB
	position        float64 // bytes
	apply, applyFor float64 // with look: over native, and in microseconds
}{
	{jackal.Rules{}, 4, 2.6, 2048, 8, 25},
	{pirati.Rules{}, 2, 2.5, 1536, 0, 0},
	{pirates.Rules{}, 4, 2.5, 1024, 0, 0},
}

// longGame is a bound that no random game reaches, and plenty the number of moves by which native speed is taken.
const (
	longGame = 1_000_000
	plenty   = 400_000
)

func moreGames(ctx context.Context, dir string) error {
	for _, g := range games {
		name := g.rules.Manifest().Game
		module, err := os.ReadFile(filepath.Join(dir, name+".wasm"))
		if err != nil {
			return fmt.Errorf("%w: run `make wasm` first", err)
		}
		w, err := wasm.Load(ctx, module, wasm.Options{MaxInstances: 1})
		if err != nil {
			return err
		}
		defer w.Close()
		n := native.New(g.rules)
		defer n.Close()
		gn, err := hosts.Open(ctx, n)
		if err != nil {
			return err
		}
		gw, err := hosts.Open(ctx, w)
		if err != nil {
			return err
		}
		row(name+": module", float64(len(module))/1e6, g.module, "MB")
		us, largest, err := nativeSpeed(ctx, gn, g.seats)
		if err != nil {
			return err
		}
		row(name+": a random move, native, one core (300,000 a second)", us, 1e6/300_000, "us")
		row(name+": largest of the positions at the ends of those games", float64(largest), g.position, "bytes")

		from, err := openings(ctx, gn, g.seats)
		if err != nil {
			return err
		}
		r, err := ratio(playAll(ctx, gw, from), playAll(ctx, gn, from))
		if err != nil {
			return err
		}
		row(name+": random games, the loop in the guest over native", r, 6, "ratio")
		if err := looking(ctx, name, gn, n, w, g.rules, from, g.apply, g.applyFor); err != nil {
			return err
		}
	}
	return nil
}

// openings begins different games. One game again and again would be known by heart to the processor, which foretells its branches, natively
// more than in a guest.
func openings(ctx context.Context, g *hosts.Game, seats int) ([]hosts.Position, error) {
	list := make([]hosts.Position, 16)
	for i := range list {
		step, err := g.Init(ctx, hosts.NewGame{Seats: seats, Seed: hosts.SeedOf(uint64(i) + 1)})
		if err != nil {
			return nil, err
		}
		list[i] = step.Position
	}
	return list, nil
}

// playAll plays random games to their ends and answers all of these.
func playAll(ctx context.Context, g *hosts.Game, from []hosts.Position) func() ([]byte, error) {
	return func() ([]byte, error) {
		var ends []byte
		for i, p := range from {
			out, err := g.Playout(ctx, p, []byte{byte(i), 7}, longGame)
			if err != nil {
				return nil, err
			}
			ends = append(append(ends, out.Position...), byte(out.Moves))
		}
		return ends, nil
	}
}

// nativeSpeed plays random games to their ends and returns the microseconds of a move and the size of the largest position.
func nativeSpeed(ctx context.Context, g *hosts.Game, seats int) (us float64, largest int, err error) {
	var took time.Duration
	moves := 0
	for seed := uint64(1); moves < plenty; seed++ {
		opening, err := g.Init(ctx, hosts.NewGame{Seats: seats, Seed: hosts.SeedOf(seed)})
		if err != nil {
			return 0, 0, err
		}
		from := time.Now()
		out, err := g.Playout(ctx, opening.Position, []byte{byte(seed), byte(seed >> 8)}, longGame)
		took += time.Since(from)
		if err != nil {
			return 0, 0, err
		}
		if out.Outcome == nil {
			return 0, 0, fmt.Errorf("a random game of %d moves does not end", longGame)
		}
		moves += out.Moves
		largest = max(largest, len(out.Position))
	}
	return float64(took) / 1e3 / float64(moves), largest, nil
}

// appliesOf plays random games and returns the requests of every n-th of their moves, at most so many of a game; with look, as a
// server asks, for the next moves and one view.
func appliesOf(ctx context.Context, g *hosts.Game, from []hosts.Position, n, most int, look bool) (requests [][]byte, err error) {
	src := core.Source{State: 5}
	for _, p := range from {
		for taken := 0; taken < most; {
			before, err := g.Playout(ctx, p, []byte{byte(src.Below(256)), byte(src.Below(256))}, n-1)
			if err != nil {
				return nil, err
			}
			seat, moves := core.Seat(-1), hosts.Moves{}
			for s := range core.Seat(core.MaxSeats) {
				if list, err := g.LegalMoves(ctx, before.Position, s); err == nil && list.Len() > 0 {
					seat, moves = s, list
					break
				}
			}
			if seat < 0 { // it is over
				break
			}
			move := moves.At(src.Below(moves.Len()))
			requests = append(requests, applyRequest(before.Position, seat, move, look))
			taken++
			step, err := g.Apply(ctx, before.Position, seat, move, hosts.Look{})
			if err != nil {
				return nil, err
			}
			p = step.Position
		}
	}
	return requests, nil
}

func applyRequest(p hosts.Position, seat core.Seat, move hosts.Move, look bool) []byte {
	req := wire.Writer{B: requestOf(p, "seat", int(seat), move)}
	if look {
		req.B[0]++ // a key more
		req.Str("look")
		req.Map(2)
		req.Str("moves")
		req.Bool(true)
		req.Str("views")
		req.Array(1)
		req.Int(int(seat))
	}
	return req.B
}

// looking measures applies as a server asks for them, with the next moves and one view, from all over random games.
func looking(ctx context.Context, name string, g *hosts.Game, n, w hosts.Caller, rules core.Rules, from []hosts.Position, over, within float64) error {
	requests, err := appliesOf(ctx, g, from[:4], 25, 16, true)
	if err != nil {
		return err
	}
	r, err := ratio(caller(ctx, w, abi.Apply, requests...), caller(ctx, n, abi.Apply, requests...))
	if err != nil {
		return err
	}
	row(name+": apply with look {moves, one view}, wasm over native", r, over, "ratio")
	ns, err := least(caller(ctx, w, abi.Apply, requests...))
	if err != nil {
		return err
	}
	row(name+": the same on wasm, the fastest of many rounds", ns/1e3/float64(len(requests)), within, "us")

	out, err := g.Playout(ctx, from[0], []byte{3}, 100)
	if err != nil {
		return err
	}
	list := requestOf(out.Position, "seat", 0, hosts.Move{})
	server := abi.NewServer(rules)
	buf := make([]byte, 0, 1<<20)
	row(name+": allocations of legal_moves", testing.AllocsPerRun(1000, func() { buf = server.Serve(abi.LegalMoves, list, buf[:0]) }), 0, "allocations")
	row(name+": allocations of apply with look", testing.AllocsPerRun(1000, func() { buf = server.Serve(abi.Apply, requests[0], buf[:0]) }), 4, "allocations")
	return nil
}
