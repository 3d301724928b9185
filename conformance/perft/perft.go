// Package perft counts positions: how many there are after so many moves of a game. That two engines count the same shows that
// they play the same game everywhere, also where no log goes.
package perft

import (
	"context"
	"fmt"

	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/hosts"
)

// Level is what there is after a number of moves. Positions that are reached in two ways are two.
type Level struct {
	Positions uint64 `json:"positions"`
	Ended     uint64 `json:"ended"` // those of them in which the game is over: nothing follows from them
}

// Branch is one first move, with what follows from it: Levels[0] is the position after it.
type Branch struct {
	Seat   core.Seat
	Move   hosts.Move
	Levels []Level
}

// Count counts the positions after 0 to depth moves from a start. Only the lowest seat that acts moves, and each outcome of
// chance counts once, whatever its weight: in a game with chance moves the start is made in chance mode host. Every move is
// carried out, also the last one.
func Count(ctx context.Context, g *hosts.Game, start hosts.NewGame, depth int) ([]Level, error) {
	step, err := begin(ctx, g, start)
	if err != nil {
		return nil, err
	}
	levels := make([]Level, depth+1)
	return levels, count(ctx, g, step, levels)
}

// Divide is Count for each first move apart. Their sums are what Count gives from depth 1 on.
func Divide(ctx context.Context, g *hosts.Game, start hosts.NewGame, depth int) ([]Branch, error) {
	step, err := begin(ctx, g, start)
	if err != nil || depth < 1 {
		return nil, err
	}
	var list []Branch
	err = follow(ctx, g, step, depth > 1, func(seat core.Seat, move hosts.Move, next *hosts.Step) error {
		b := Branch{seat, move, make([]Level, depth)}
		list = append(list, b)
		return count(ctx, g, next, b.Levels)
	})
	return list, err
}

func begin(ctx context.Context, g *hosts.Game, start hosts.NewGame) (*hosts.Step, error) {
	start.HostChance = g.Manifest().Features.Chance
	start.Look = hosts.Look{Moves: true}
	return g.Init(ctx, start)
}

// count adds a position to levels[0], and what follows from it to the others.
func count(ctx context.Context, g *hosts.Game, step *hosts.Step, levels []Level) error {
	levels[0].Positions++
	if step.Outcome != nil {
		levels[0].Ended++
	}
	if len(levels) == 1 {
		return nil
	}
	return follow(ctx, g, step, len(levels) > 2, func(_ core.Seat, _ hosts.Move, next *hosts.Step) error { return count(ctx, g, next, levels[1:]) })
}

// visitor is given a move and the step that it leads to.
type visitor func(seat core.Seat, move hosts.Move, next *hosts.Step) error

// follow carries out each move of the lowest seat that acts. The moves that are then legal are asked for if there is more to
// follow.
func follow(ctx context.Context, g *hosts.Game, step *hosts.Step, more bool, visit visitor) error {
	if (step.Actors == 0) != (step.Outcome != nil) {
		return fmt.Errorf("a game is over exactly if nobody acts, and it has an outcome exactly then: report it to the module's author")
	}
	if step.Outcome != nil {
		return nil
	}
	seat := step.Actors.First()
	moves, ok := step.Moves(seat)
	if !ok || moves.Len() == 0 {
		return fmt.Errorf("the seat %v acts and has no move: report it to the module's author", seat)
	}
	for i := range moves.Len() {
		move := moves.At(i)
		next, err := g.Apply(ctx, step.Position, seat, move, hosts.Look{Moves: more})
		if err != nil {
			return fmt.Errorf("the listed move %v of seat %v: %w", move, seat, err)
		}
		if err := visit(seat, move, next); err != nil {
			return err
		}
	}
	return nil
}
