package hosts

import (
	"errors"
	"fmt"
	"strings"
)

// Errors that Callers and Games return. Each says in its comment what to do.
var (
	// ErrClosed: the Caller or Game was closed. Load the module again.
	ErrClosed = errors.New("the game is closed: load it again")
	// ErrNotOffered: the module lacks this optional operation. Look at Info.Offers before asking.
	ErrNotOffered = errors.New("the module does not offer this operation")
	// ErrModuleFailing: the module failed too often in a row and is not asked any more. Report it to its author; load it again, or
	// a better one.
	ErrModuleFailing = errors.New("the module fails all the time and is not asked any more: load it again or another one")
)

// TrapError: the module stopped in the middle of a call: a panic, an exit, a fault. The instance is gone and was
// replaced; the caller's position is unharmed and the call may be made again. It is a fault of the module: report it
// to its author with Panic and Stack.
type TrapError struct {
	Op    string // the operation, "_initialize" while it started, "start" for a start function
	Cause string // what the engine said, one line: "unreachable", "exit code 2", "out of bounds memory access"
	Exit  int    // the exit code if Exited
	// Exited says whether the module ended itself with an exit code.
	Exited bool
	Panic  string // what the module wrote to its standard error while it died, capped; "" if nothing
	Stack  string // the engine's stack of the module, "" if it has none
}

func (e *TrapError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "the module trapped in %s: %s", e.Op, e.Cause)
	if e.Panic != "" {
		line, _, _ := strings.Cut(e.Panic, "\n")
		fmt.Fprintf(&b, " (%s)", line)
	}
	if e.Op != "start" && e.Op != "_initialize" {
		b.WriteString("; the instance was replaced, the position is unharmed")
	}
	b.WriteString("; report it to the module's author")
	return b.String()
}

// LimitError: a limit was reached. Raise the host's limit if the module deserves it. If it was reached in the middle of a
// call, the instance is gone and was replaced; the caller's position is unharmed.
type LimitError struct {
	Kind  string // "fuel", "depth", "memory", "request", "response", "call time in ms", "module", "function", "table", ...
	Limit int64  // 0 if it is the module's own and not the host's
	Used  int64  // what was asked for, 0 if unknown
	// Trap is how the module died of it, nil if it did not.
	Trap *TrapError
}

func (e *LimitError) Error() string {
	if e.Limit == 0 {
		return fmt.Sprintf("the module takes no %s of %d bytes: send less, or have its author raise its limit", e.Kind, e.Used)
	}
	s := fmt.Sprintf("the limit %q of %d was reached", e.Kind, e.Limit)
	switch {
	case e.Used == e.Limit+1: // it was stopped there
		s = fmt.Sprintf("the limit %q is %d, and more was needed", e.Kind, e.Limit)
	case e.Used > 0:
		s = fmt.Sprintf("the limit %q is %d, and %d was asked for", e.Kind, e.Limit, e.Used)
	}
	if e.Trap != nil {
		s += ", and the module died of it in " + e.Trap.Op
	}
	return s + ": raise it in the host's options if the module may have more"
}

// Unwrap returns Trap, if there is one.
func (e *LimitError) Unwrap() error {
	if e.Trap == nil {
		return nil
	}
	return e.Trap
}

// ABIError: the module does not keep the contract of abi/SPEC.md. Nothing can be done at run time; Hint says who must
// change what.
type ABIError struct {
	Have string // what the module does
	Want string // what the contract says
	Hint string // who must rebuild or change what
}

func (e *ABIError) Error() string {
	s := "the module breaks the ABI: " + e.Have
	if e.Want != "" {
		s += "; wanted " + e.Want
	}
	if e.Hint != "" {
		s += ": " + e.Hint
	}
	return s
}

// RuleError: the rules refused a request. Nothing has changed. Code is one of the common codes or of the manifest's;
// Detail is short: empty, or the name of an option, key or argument.
type RuleError struct {
	Code   string
	Detail string
	Text   string // the sentence for people, from the manifest; "" if it is not known
}

func (e *RuleError) Error() string {
	s := e.Code
	if e.Detail != "" {
		s += " (" + e.Detail + ")"
	}
	if e.Text != "" {
		s += ": " + e.Text
	}
	return s
}

// Is reports whether target is a *RuleError with the same code, and the same detail unless that is empty.
func (e *RuleError) Is(target error) bool {
	t, ok := target.(*RuleError)
	return ok && t.Code == e.Code && (t.Detail == "" || t.Detail == e.Detail)
}
