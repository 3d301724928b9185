package hosts

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/parley-rules/parley/core"
)

// Difference is the first thing in which a replay is not what the log, or another host, says. As an error it says so.
type Difference struct {
	Line     int    // of the log, from 1
	Part     string // "position", "step", "outcome", or "error" where one side refused and the other did not
	Path     string // where in the step, as `events[0][1].seat`; "" where only digests are there to compare
	Expected string
	Got      string
}

func (d *Difference) Error() string {
	part := d.Part
	if d.Path != "" {
		part += " at " + d.Path
	}
	return fmt.Sprintf("line %d of the log: %s: expected %s, got %s", d.Line, part, d.Expected, d.Got)
}

// Replay plays the log on g and compares the digests of every step and the outcome. Each step is given to visit, which may
// be nil, with the number of its place in Steps, after it was compared; an error of visit ends the replay. Steps are made
// with look, and with LookAll where the log has digests of whole steps.
//
// The error is a *Difference at the first thing that differs, wraps ErrOtherGame if g is not what was played, and is else one
// of visit or of g.
func (l *Log) Replay(ctx context.Context, g *Game, look Look, visit func(i int, step *Step) error) error {
	if err := l.Header.Fits(g); err != nil {
		return err
	}
	if len(l.Steps) == 0 {
		return &LogError{Line: 2, Problem: "is missing: a log has the creation at least"}
	}
	for i := range l.Steps {
		if l.Steps[i].Step != "" {
			look = LookAll(l.Header.Start.Seats)
		}
	}
	start := l.Header.Start
	start.Look = look
	var step *Step
	for i := range l.Steps {
		s := &l.Steps[i]
		var err error
		if i == 0 {
			step, err = g.Init(ctx, start)
		} else {
			var move Move
			if move, err = g.Move(s.Move); err == nil {
				step, err = g.Apply(ctx, step.Position, s.Seat, move, look)
			}
		}
		var refused *RuleError
		if errors.As(err, &refused) {
			return &Difference{Line: l.Line(i), Part: "error", Expected: "none", Got: refused.Error()}
		}
		if err != nil {
			return fmt.Errorf("line %d of the log: %w", l.Line(i), err)
		}
		if d := s.compare(step); d != nil {
			d.Line = l.Line(i)
			return d
		}
		if visit != nil {
			if err := visit(i, step); err != nil {
				return err
			}
		}
	}
	if want, got := lastLine(l.Outcome), lastLine(step.Outcome); want != got {
		return &Difference{Line: l.Line(len(l.Steps)), Part: "outcome", Expected: want, Got: got}
	}
	return nil
}

// compare compares the digests.
func (s *LogStep) compare(step *Step) *Difference {
	if got := Digest(step.Position); got != s.Position {
		return &Difference{Part: "position", Expected: s.Position, Got: got}
	}
	if s.Step == "" {
		return nil
	}
	if got := Digest(step.raw); got != s.Step {
		return &Difference{Part: "step", Expected: s.Step, Got: got}
	}
	return nil
}

// NewLogStep makes the line of a step, that a seat's move has led to. The creation has n 0 and the zero Move. Whole says
// whether it gets a digest of the whole step, which must have been made with LookAll then.
func NewLogStep(n int, seat core.Seat, move Move, step *Step, whole bool) (LogStep, error) {
	s := LogStep{N: n, Seat: seat, Position: Digest(step.Position)}
	if n > 0 {
		text, err := json.Marshal(move)
		if err != nil {
			return s, err
		}
		s.Move = text
	}
	if whole {
		s.Step = Digest(step.raw)
	}
	return s, nil
}
