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

		opening, err := gn.Init(ctx, hosts.NewGame{Seats: g.seats, Seed: hosts.SeedOf(1)})
		if err != nil {
			return err
		}
		play := func(x *hosts.Game) func() ([]byte, error) {
			return func() ([]byte, error) {
				out, err := x.Playout(ctx, opening.Position, []byte{7}, longGame)
				return append(out.Position, byte(out.Moves)), err
			}
		}
		r, err := ratio(play(gw), play(gn))
		if err != nil {
			return err
		}
		row(name+": a random game, the loop in the guest over native", r, 6, "ratio")
		if err := looking(ctx, name, gn, n, w, g.rules, opening.Position, g.apply, g.applyFor); err != nil {
			return err
		}
	}
	return nil
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

// looking measures an apply as a server asks for it, with the next moves and one view, in the middle of a game.
func looking(ctx context.Context, name string, g *hosts.Game, n, w hosts.Caller, rules core.Rules, p hosts.Position, over, within float64) error {
	out, err := g.Playout(ctx, p, []byte{3}, 100)
	if err != nil {
		return err
	}
	seat, moves := core.Seat(-1), hosts.Moves{}
	for s := range core.Seat(core.MaxSeats) {
		if list, err := g.LegalMoves(ctx, out.Position, s); err == nil && list.Len() > 0 {
			seat, moves = s, list
			break
		}
	}
	if seat < 0 {
		return fmt.Errorf("%s: nobody acts after 100 moves", name)
	}
	var req wire.Writer
	req.Map(4)
	req.Str("position")
	req.Bin(out.Position)
	req.Str("seat")
	req.Int(int(seat))
	req.Str("move")
	req.Raw(moves.At(moves.Len() / 2).Msgpack())
	req.Str("look")
	req.Map(2)
	req.Str("moves")
	req.Bool(true)
	req.Str("views")
	req.Array(1)
	req.Int(int(seat))
	r, err := ratio(caller(ctx, w, abi.Apply, req.B), caller(ctx, n, abi.Apply, req.B))
	if err != nil {
		return err
	}
	row(name+": apply with look {moves, one view}, wasm over native", r, over, "ratio")
	ns, _, err := perCall(caller(ctx, w, abi.Apply, req.B))
	if err != nil {
		return err
	}
	row(name+": the same on wasm", ns/1e3, within, "us")

	list := requestOf(out.Position, "seat", int(seat), hosts.Move{})
	server := abi.NewServer(rules)
	buf := make([]byte, 0, 1<<20)
	row(name+": allocations of legal_moves", testing.AllocsPerRun(1000, func() { buf = server.Serve(abi.LegalMoves, list, buf[:0]) }), 0, "allocations")
	row(name+": allocations of apply with look", testing.AllocsPerRun(1000, func() { buf = server.Serve(abi.Apply, req.B, buf[:0]) }), 4, "allocations")
	return nil
}
