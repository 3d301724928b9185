package logs

import (
	"context"
	"errors"
	"fmt"

	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/hosts"
)

// ErrNotAuto: the log is of a game in which the host plays the chance moves already.
var ErrNotAuto = errors.New("the chance moves of this log are the host's already: there is nothing to convert")

// Convert makes of a log in chance mode auto one of the same game in mode host: what the module drew stands there as
// moves of the seat chance. The log is replayed in both modes; the views of the referee after each move and the outcome
// must be the same, and the digests of l must be right. Errors are ErrNotAuto, those of hosts.Log.Replay, and those of the host.
func Convert(ctx context.Context, g *hosts.Game, l *hosts.Log) (*hosts.Log, error) {
	if l.Header.Start.HostChance {
		return nil, ErrNotAuto
	}
	start := l.Header.Start
	start.HostChance = true
	whole := len(l.Steps) > 0 && l.Steps[0].Step != ""
	if whole {
		start.Look = hosts.LookAll(start.Seats)
	}
	out := &hosts.Log{Header: hosts.NewLogHeader(g, start)}
	var now *hosts.Step
	add := func(seat core.Seat, move hosts.Move, step *hosts.Step) error {
		line, err := hosts.NewLogStep(len(out.Steps), seat, move, step, whole)
		out.Steps = append(out.Steps, line)
		now = step
		return err
	}
	apply := func(seat core.Seat, move hosts.Move) error {
		step, err := g.Apply(ctx, now.Position, seat, move, start.Look)
		if err != nil {
			return err
		}
		return add(seat, move, step)
	}
	err := l.Replay(ctx, g, hosts.Look{}, func(i int, auto *hosts.Step) error {
		err := convertMove(ctx, g, l, i, start, add, apply)
		for _, draw := range auto.Draws() {
			if err == nil {
				err = apply(core.Chance, draw)
			}
		}
		if err == nil {
			err = sameView(ctx, g, auto, now)
		}
		if err != nil {
			return fmt.Errorf("line %d of the log, in chance mode host: %w", l.Line(i), err)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	out.Outcome = now.Outcome
	return out, nil
}

// convertMove carries out in mode host what line i has: the creation, or a move.
func convertMove(ctx context.Context, g *hosts.Game, l *hosts.Log, i int, start hosts.NewGame,
	add func(core.Seat, hosts.Move, *hosts.Step) error, apply func(core.Seat, hosts.Move) error) error {
	if i == 0 {
		step, err := g.Init(ctx, start)
		if err != nil {
			return err
		}
		return add(0, hosts.Move{}, step)
	}
	move, err := g.Move(l.Steps[i].Move)
	if err != nil {
		return err
	}
	return apply(l.Steps[i].Seat, move)
}

// sameView returns an error unless the referee sees the same in both.
func sameView(ctx context.Context, g *hosts.Game, auto, host *hosts.Step) error {
	a, err := g.View(ctx, auto.Position, core.Referee)
	if err != nil {
		return err
	}
	b, err := g.View(ctx, host.Position, core.Referee)
	if err != nil {
		return err
	}
	if a.String() != b.String() {
		return fmt.Errorf("the game is another after the same outcomes: the referee sees %s, and sees %s in mode auto; report it to the module's author", b, a)
	}
	return nil
}
