// Package logs proves games by replay: it replays logs, compares two hosts step by step, turns games in which the module drew
// into games in which the host does, and makes golden logs that cover what a game can do.
package logs

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/parley-rules/parley/core/wire"
	"github.com/parley-rules/parley/hosts"
)

// Replay plays a log on g and returns the first thing that differs, nil if nothing does. The error is one of the host, or
// wraps hosts.ErrOtherGame. A difference of digests has no path, since there is nothing to compare but digests: Compare finds
// it, where there is a second host that gives the right answer.
func Replay(ctx context.Context, g *hosts.Game, l *hosts.Log) (*hosts.Difference, error) {
	err := l.Replay(ctx, g, hosts.Look{}, nil)
	var d *hosts.Difference
	if errors.As(err, &d) {
		return d, nil
	}
	return nil, err
}

// Compare plays the moves of a log on two hosts, whatever its digests say, and returns the first thing in which the steps
// differ, with its path in the step and the JSON of both sides: Expected is what a answers. A step is what hosts.LookAll tells.
// The error is one of a host, or says that both refuse a move of the log.
func Compare(ctx context.Context, a, b *hosts.Game, l *hosts.Log) (*hosts.Difference, error) {
	if err := errors.Join(l.Header.Fits(a), l.Header.Fits(b)); err != nil {
		return nil, err
	}
	start := l.Header.Start
	start.Look = hosts.LookAll(start.Seats)
	var left, right *hosts.Step
	for i := range l.Steps {
		s := &l.Steps[i]
		do := func(g *hosts.Game, from *hosts.Step) (*hosts.Step, error) {
			if i == 0 {
				return g.Init(ctx, start)
			}
			move, err := g.Move(s.Move)
			if err != nil {
				return nil, err
			}
			return g.Apply(ctx, from.Position, s.Seat, move, start.Look)
		}
		var errA, errB error
		left, errA = do(a, left)
		right, errB = do(b, right)
		if d, err := compareErrors(errA, errB); d != nil || err != nil {
			if err != nil {
				return nil, fmt.Errorf("line %d of the log: %w", l.Line(i), err)
			}
			d.Line = l.Line(i)
			return d, nil
		}
		ra, rb := wire.NewReader(left.Raw()), wire.NewReader(right.Raw())
		if d := difference("", &ra, &rb); d != nil {
			d.Line = l.Line(i)
			return d, nil
		}
	}
	return nil, nil
}

// compareErrors tells what two hosts differ in, or why neither can go on.
func compareErrors(a, b error) (*hosts.Difference, error) {
	say := func(err error) (string, bool) {
		if err == nil {
			return "none", true
		}
		var refused *hosts.RuleError
		return err.Error(), errors.As(err, &refused)
	}
	textA, plainA := say(a)
	textB, plainB := say(b)
	switch {
	case a == nil && b == nil:
		return nil, nil
	case !plainA || !plainB:
		return nil, errors.Join(a, b)
	case textA == textB:
		return nil, fmt.Errorf("both hosts refuse it: %w", a)
	}
	return &hosts.Difference{Part: "error", Expected: textA, Got: textB}, nil
}

// difference finds the first part in which two values of checked msgpack differ.
func difference(path string, a, b *wire.Reader) *hosts.Difference {
	startA, startB := *a, *b
	rawA, _ := a.Raw()
	rawB, _ := b.Raw()
	if string(rawA) == string(rawB) {
		return nil
	}
	insideA, insideB := startA, startB
	switch {
	case startA.Kind() == wire.Map && startB.Kind() == wire.Map:
		n, _ := insideA.Map()
		m, _ := insideB.Map()
		for i := 0; i < n && i < m; i++ {
			keyA, _ := insideA.Str()
			keyB, _ := insideB.Str()
			if string(keyA) != string(keyB) {
				break
			}
			at := string(keyA)
			if path != "" && path != "ok" { // every step stands in {ok: ...}
				at = path + "." + at
			}
			if d := difference(at, &insideA, &insideB); d != nil {
				return d
			}
		}
	case startA.Kind() == wire.Array && startB.Kind() == wire.Array:
		n, _ := insideA.Array()
		m, _ := insideB.Array()
		for i := 0; i < n && i < m; i++ {
			if d := difference(path+"["+strconv.Itoa(i)+"]", &insideA, &insideB); d != nil {
				return d
			}
		}
	}
	jsonA, _ := hosts.AppendJSON(nil, &startA)
	jsonB, _ := hosts.AppendJSON(nil, &startB)
	return &hosts.Difference{Part: "step", Path: path, Expected: string(jsonA), Got: string(jsonB)}
}
