package adversary

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/hosts"
)

// Loader runs a module on a host.
type Loader func(ctx context.Context, module []byte) (hosts.Caller, error)

// Attack loads each module of the adversary and makes all calls of the beginning of a game, rounds times. It says what is not as it
// must be: an operation that does not end as the adversary's table says, and one that has another answer than the real game's
// though nothing is wrong with it, for the harm must not spread. Answers are compared at the end of a round, so that none of
// them may change while it is in use.
func (a *Adversary) Attack(ctx context.Context, load Loader, rounds int) error {
	for _, v := range a.variants {
		if err := a.attack(ctx, load, v, rounds); err != nil {
			return err
		}
	}
	return nil
}

// AttackOne is Attack with the module of one variant.
func (a *Adversary) AttackOne(ctx context.Context, load Loader, variant string, rounds int) error {
	for _, v := range a.variants {
		if v.name == variant {
			return a.attack(ctx, load, v, rounds)
		}
	}
	return fmt.Errorf("%s has no variant %q", a.Name, variant)
}

func (a *Adversary) attack(ctx context.Context, load Loader, v variant, rounds int) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("%s, %s: %w", a.Name, v.name, err)
		}
	}()
	caller, err := load(ctx, v.module())
	if len(v.ops) == 0 {
		if err == nil {
			err = caller.Close()
			return fmt.Errorf("it is loaded, and should be refused with: %w (%v)", a.Must, err)
		}
		return matches(err, a.Must)
	}
	if err != nil {
		return fmt.Errorf("it cannot be loaded: %w", err)
	}
	ear := &listener{caller, map[abi.Op][]byte{}}
	l := script()
	g, err := hosts.Open(ctx, ear)
	if slices.Contains(v.ops, abi.Manifest) {
		if err == nil {
			_ = g.Close()
		}
		return matches(err, a.Must)
	}
	if err != nil {
		return err
	}
	for range rounds {
		for _, op := range abi.Ops[abi.Init:] {
			var must error
			if slices.Contains(v.ops, op) {
				must = a.Must
			}
			if err := matches(l.ask(ctx, g, op), must); err != nil {
				_ = g.Close()
				return fmt.Errorf("%v: %w", op, err)
			}
		}
		for op, heard := range ear.heard {
			if slices.Contains(v.ops, op) && a.Must != nil {
				continue
			}
			if !bytes.Equal(heard, l.answers[op]) {
				_ = g.Close()
				return fmt.Errorf("%v answers %q instead of %q", op, heard, l.answers[op])
			}
		}
	}
	return g.Close()
}
