package main

import (
	"errors"
	"time"

	"github.com/spf13/cobra"

	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/process"
	"github.com/parley-rules/parley/hosts/wasm"
)

// limits are those of the host in which rules run, 0 for its default.
type limits struct {
	fuel, depth, memory       int64
	callTimeout, startTimeout time.Duration
}

// The most that a flag takes.
const (
	mostFuel   = 1 << 62
	mostDepth  = 1900
	mostMemory = 2 << 30
	mostTime   = time.Hour
)

// add adds the flags.
func (l *limits) add(cmd *cobra.Command) {
	f := cmd.Flags()
	f.Var(amount("fuel", &l.fuel, 1, mostFuel, false, "the most work of a call of a module, in units of some 16 instructions (default 50000000)"))
	f.Var(amount("call-depth", &l.depth, 1, mostDepth, false, "the deepest calls inside of a module (default 1000)"))
	f.Var(amount("memory", &l.memory, 64<<10, mostMemory, true, "the most memory of a module (default 64MiB)"))
	f.Var(duration("call-timeout", &l.callTimeout, time.Millisecond, mostTime, "the longest call (default: 10s in a sandbox and for a plugin; for a module in this process --fuel alone)"))
	f.Var(duration("start-timeout", &l.startTimeout, time.Millisecond, mostTime, "how long a plugin or a sandbox may take until it answers (default 10s, of a sandbox 1m)"))
}

// check says which limits mean nothing where rules of this source run, in a sandbox or not.
func (l *limits) check(from source, sandbox bool) error {
	useModule := "add --host wasm, or give a .wasm file"
	if len(from.args) == 0 && from.program != "" {
		useModule = "a plugin's program has the rights and the memory that the system gives it; --call-timeout is for it too"
	}
	native := from.rules != nil
	for _, f := range []struct {
		name  string
		given bool
		where bool // it means something
		hint  string
	}{
		{"fuel", l.fuel != 0, from.path != "", "is for modules: " + useModule},
		{"call-depth", l.depth != 0, from.path != "", "is for modules: " + useModule},
		{"memory", l.memory != 0, from.path != "", "is for modules: " + useModule},
		{"call-timeout", l.callTimeout != 0, !native, "is not for a built-in game, which runs in this program: " + useModule},
		{"start-timeout", l.startTimeout != 0, from.program != "" || sandbox, "is for processes: add --host sandbox, or give a plugin's program"},
	} {
		if f.given && !f.where {
			return usagef("--%s %s", f.name, f.hint)
		}
	}
	return nil
}

// The kinds of limit that are times: of a process that does not answer after its start, and of a call.
const (
	startTime = "start time in ms"
	callTime  = "call time in ms"
)

// raised are the flags that raise a limit, by its kind.
var raised = map[string]string{"fuel": "fuel", "depth": "call-depth", "memory": "memory", callTime: "call-timeout", startTime: "start-timeout"}

// raising names the flag that raises the limit that was reached, "" if that is not why the command failed.
func raising(err error) string {
	var limit *hosts.LimitError
	if errors.As(err, &limit) {
		return raised[limit.Kind]
	}
	return ""
}

// wasm sets the limits of a module.
func (l *limits) wasm(o *wasm.Options) {
	o.Fuel, o.Depth, o.MemoryLimit, o.CallTimeout = l.fuel, int(l.depth), l.memory, l.callTimeout
}

// sandbox are the options of a module in a process of its own.
func (l *limits) sandbox(o wasm.Options) process.SandboxOptions {
	return process.SandboxOptions{Wasm: o, StartTimeout: l.startTimeout}
}

// plugin sets the limits of a plugin's program.
func (l *limits) plugin(o *process.Options) {
	o.CallTimeout, o.StartTimeout = l.callTimeout, l.startTimeout
}
