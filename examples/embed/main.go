// Command embed is what a developer of a game server writes: it loads a module, plays a match between two strategies that
// see nothing but their own views, saves the match as a log, and replays the log.
//
//	make wasm && go run ./examples/embed build/walk_the_plank.wasm
package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"

	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/wasm"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: embed MODULE.wasm")
		os.Exit(2)
	}
	if err := run(context.Background(), os.Args[1], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "embed:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, path string, out io.Writer) error {
	caller, err := wasm.LoadFile(ctx, path, wasm.Options{}) // in a sandbox; compiled code is cached on disk
	if err != nil {
		return err
	}
	game, err := hosts.Open(ctx, caller)
	if err != nil {
		return err
	}
	defer game.Close()

	match, err := play(ctx, game, out)
	if err != nil {
		return err
	}
	var log bytes.Buffer
	if err := match.Save(&log); err != nil {
		return err
	}
	saved, err := hosts.ReadLog(&log)
	if err != nil {
		return err
	}
	again, err := hosts.LoadMatch(ctx, game, saved, hosts.Look{}) // plays every move again and checks each position
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "replayed %d moves: every position is the same\n", again.Moves())
	return nil
}

// A strategy chooses one of the legal moves, from what its player may see.
type strategy func(view hosts.View, moves hosts.Moves) hosts.Move

func play(ctx context.Context, game *hosts.Game, out io.Writer) (*hosts.Match, error) {
	const seats = 3
	match, err := hosts.NewMatch(ctx, game, hosts.NewGame{Seats: seats, Seed: hosts.SeedOf(7), Look: hosts.LookAll(seats)})
	if err != nil {
		return nil, err
	}
	dice := core.Source{State: 7}
	strategies := [seats]strategy{first, random(&dice), random(&dice)}
	for {
		n, step := match.Last()
		if step.Outcome != nil {
			fmt.Fprintf(out, "the game is over (%s), winners: %v\n", step.Outcome.Reason, step.Outcome.Winners)
			return match, nil
		}
		seat := step.Actors.First()
		view, _ := step.View(seat)
		moves, _ := step.Moves(seat)
		_, next, err := match.Play(ctx, n, seat, strategies[seat](view, moves))
		if err != nil {
			return nil, err
		}
		for _, e := range next.Events(core.Spectator) { // what the whole table may know
			fmt.Fprintln(out, e)
		}
	}
}

// first takes the first move of the list.
func first(_ hosts.View, moves hosts.Moves) hosts.Move { return moves.At(0) }

// random takes any.
func random(dice *core.Source) strategy {
	return func(_ hosts.View, moves hosts.Moves) hosts.Move { return moves.At(dice.Below(moves.Len())) }
}
