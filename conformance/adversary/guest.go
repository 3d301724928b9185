package adversary

import (
	"bytes"
	"context"
	"fmt"

	"github.com/parley-rules/parley/hosts"
)

// GuestMain is the main package of the guest in Go, the game `adversary`, which makes a module and a plugin's program.
const GuestMain = "github.com/parley-rules/parley/conformance/adversary/guest/main"

// Fault is a value of the guest's option `fault`, and what must happen in each move. It has a folder like an Adversary.
type Fault struct {
	Name    string
	Module  error // what a host of modules must answer; see Adversary.Must
	Process error // what a host of plugin processes must answer
}

// Sentence says what it does and what must happen.
func (f *Fault) Sentence() string { return (&Adversary{Name: f.Name}).Sentence() }

// Faults are the faults of the guest.
func Faults() []*Fault {
	slow := limit("call time in ms")
	return []*Fault{
		{"panic", &hosts.RuleError{Code: "internal"}, &hosts.RuleError{Code: "internal"}},
		{"panic_while_panicking", &hosts.RuleError{Code: "internal"}, &hosts.RuleError{Code: "internal"}},
		{"panic_in_a_goroutine", &hosts.TrapError{Panic: "panic: pieces of eight"}, &hosts.TrapError{Panic: "panic: pieces of eight"}},
		{"deadlock", &hosts.TrapError{Panic: "all goroutines are asleep"}, slow},
		{"goexit", trap("unreachable"), slow},
		{"go_exit_0", exited(0), &hosts.TrapError{Op: "apply"}},
		{"go_exit_1", exited(1), &hosts.TrapError{Op: "apply"}}, // on a busy machine the end of a process shows after its connection broke
		{"allocate_for_ever", limit("memory"), &hosts.TrapError{Panic: "out of memory"}},
		{"allocate_at_once", limit("memory"), &hosts.TrapError{Panic: "out of memory"}},
		{"go_recursion", limit("depth"), &hosts.TrapError{Panic: "stack overflow"}},
		{"go_spin", limit("fuel"), slow},
		{"go_spin_without_a_loop", limit("fuel"), slow},
		{"shout", nil, nil},
		{"sleep", nil, slow},
		// What they leave behind makes others of these faults end otherwise on the same instance.
		{"goroutine_that_spins", limit("fuel"), nil},
		{"goroutine_left_behind", nil, nil},
	}
}

// AttackGuest lets a fault of the guest loose: it plays a move of a game with the fault, then a whole game without one, rounds
// times. must is Fault.Module or Fault.Process. The error says what is not as it must be.
func (f *Fault) AttackGuest(ctx context.Context, g *hosts.Game, must error, rounds int) error {
	for range rounds {
		step, err := g.Init(ctx, guestStart(f.Name))
		if err != nil {
			return fmt.Errorf("%s: init: %w", f.Name, err)
		}
		moves, _ := step.Moves(0)
		_, err = g.Apply(ctx, step.Position, 0, moves.At(0), hosts.Look{})
		if err := matches(err, must); err != nil {
			return fmt.Errorf("%s: %w", f.Name, err)
		}
		if err := PlayGuest(ctx, g); err != nil {
			return fmt.Errorf("after %s: %w", f.Name, err)
		}
	}
	return nil
}

// PlayGuest plays a whole game of the guest without a fault, and says whether anything in it is not as it must be.
func PlayGuest(ctx context.Context, g *hosts.Game) error {
	step, err := g.Init(ctx, guestStart("none"))
	for n := 0; err == nil && step.Actors != 0; n++ {
		events := []byte("\x91\x92\xc0\x82\xa4type\xa4gone\xa4move")
		seat := step.Actors.First()
		moves, _ := step.Moves(seat)
		if step, err = g.Apply(ctx, step.Position, seat, moves.At(0), hosts.LookAll(2)); err == nil && !bytes.Contains(step.Raw(), append(events, byte(n+1))) {
			err = fmt.Errorf("the move %d of a game without a fault is answered with %q", n+1, step.Raw())
		}
	}
	return err
}

// guestStart is a game with a fault.
func guestStart(fault string) hosts.NewGame {
	options, _ := hosts.FromJSON([]byte(`{"fault":"` + fault + `"}`))
	return hosts.NewGame{Seats: 2, Seed: hosts.SeedOf(1), Options: options, Look: hosts.LookAll(2)}
}
