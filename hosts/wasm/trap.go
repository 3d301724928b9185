package wasm

import (
	"errors"
	"fmt"
	"strings"

	"github.com/tetratelabs/wazero/sys"

	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/internal/printed"
)

// maxStack caps the engine's stack in an error.
const maxStack = 16 << 10

// died makes the error for a call that the engine ended: a *hosts.TrapError, or a *hosts.LimitError with the trap
// inside it if the module was out of fuel, went too deep, or was refused memory before.
func (in *instance) died(op string, err error) error {
	trap := &hosts.TrapError{Op: op, Panic: printed.PanicText(in.world.stderr.Text())}
	var exit *sys.ExitError
	if errors.As(err, &exit) {
		trap.Exited = true
		trap.Exit = int(exit.ExitCode())
		trap.Cause = fmt.Sprintf("exit code %d", exit.ExitCode())
	} else {
		trap.Cause, trap.Stack = engineText(err)
		if limit := in.meter.limit(); limit != nil {
			trap.Cause = "out of fuel"
			if limit.Kind == "depth" {
				trap.Cause = "too deep calls"
			}
			limit.Trap = trap
			return limit
		}
	}
	if in.linear.refused > 0 {
		return &hosts.LimitError{Kind: "memory", Limit: int64(in.linear.limit), Used: int64(in.linear.refused), Trap: trap}
	}
	return trap
}

// engineText splits wazero's text for a trap into what happened and the module's stack:
//
//	wasm error: unreachable
//	wasm stack trace:
//		.f(i32) i64
func engineText(err error) (cause, stack string) {
	head, stack, _ := strings.Cut(err.Error(), "\nwasm stack trace:\n")
	cause, _, _ = strings.Cut(head, "\n")
	cause = strings.TrimSuffix(strings.TrimPrefix(cause, "wasm error: "), " (recovered by wazero)")
	if len(stack) > maxStack {
		stack = stack[:maxStack]
	}
	return cause, strings.ReplaceAll(strings.TrimSpace(stack), "\n\t", "\n")
}

// startFailure finds the trap of a module's start function in what wazero answers when it instantiates the module. Other
// errors are of a module that cannot be instantiated at all.
func startFailure(err error) (trap error, ok bool) {
	var exit *sys.ExitError
	if errors.As(err, &exit) {
		return exit, true
	}
	if strings.HasPrefix(err.Error(), "start ") {
		if inner := errors.Unwrap(err); inner != nil {
			return inner, true
		}
	}
	return nil, false
}
