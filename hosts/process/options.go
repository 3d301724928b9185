package process

import (
	"fmt"
	"log/slog"
	"runtime"
	"strings"
	"time"

	"github.com/parley-rules/parley/abi"
)

// What an Options field of zero stands for.
const (
	DefaultStartTimeout    = 10 * time.Second
	DefaultCallTimeout     = 10 * time.Second
	DefaultMaxRestartDelay = 10 * time.Second
	DefaultMaxOutput       = 64 << 10
)

// Options says how a plugin is run. The zero value is fine for programs that are trusted.
type Options struct {
	// Args are the arguments of the program, without its name.
	Args []string
	// Env is the whole environment of the program, as name=value, besides what the handshake needs. Nothing is inherited.
	Env []string
	// SHA256 is the hex digest that the program's file must have, "" for any.
	SHA256 string

	// MaxProcesses is the number of calls that run at the same time, each in a process of its own; further ones wait.
	// Processes beyond the first start when they are needed. 0 is GOMAXPROCS.
	MaxProcesses int
	// StartTimeout is how long a process may take until it answers. 0 is DefaultStartTimeout.
	StartTimeout time.Duration
	// CallTimeout is how long a call may take, the wait for a process not included; a process that takes longer is killed. 0 is
	// DefaultCallTimeout.
	CallTimeout time.Duration
	// MaxRestartDelay is the longest pause before a process is started again while every one of them dies. The pauses
	// are 0, 100 ms, 200 ms, 400 ms and so on; a call that ends well begins them anew. 0 is DefaultMaxRestartDelay.
	MaxRestartDelay time.Duration

	// MaxResponse is the largest response in bytes. 0 is abi.MaxResponse.
	MaxResponse int
	// MaxOutput is how many bytes of what the program prints during one call are logged, and how many of its standard
	// error are kept, from the end, to say why it died. 0 is DefaultMaxOutput.
	MaxOutput int

	// Log gets what the program prints, one record per line, and its deaths. nil drops them.
	Log *slog.Logger
}

// resolved returns the options with defaults filled in, or says what is wrong with them.
func (o Options) resolved() (Options, error) {
	var err error
	if o.SHA256, err = digestOption(o.SHA256); err != nil {
		return o, err
	}
	for _, e := range o.Env {
		if name, _, ok := strings.Cut(e, "="); !ok || name == "" {
			return o, fmt.Errorf("process: option Env has %q: write name=value", e)
		}
	}
	for _, f := range []struct {
		name string
		at   *int
		def  int
		most int
	}{
		{"MaxProcesses", &o.MaxProcesses, runtime.GOMAXPROCS(0), 1 << 10},
		{"MaxResponse", &o.MaxResponse, abi.MaxResponse, 1 << 30},
		{"MaxOutput", &o.MaxOutput, DefaultMaxOutput, 1 << 30},
	} {
		if *f.at == 0 {
			*f.at = f.def
		}
		if *f.at < 0 || *f.at > f.most {
			return o, fmt.Errorf("process: option %s is %d: give 1 to %d, or 0 for the default %d", f.name, *f.at, f.most, f.def)
		}
	}
	for _, f := range []struct {
		name string
		at   *time.Duration
		def  time.Duration
	}{
		{"StartTimeout", &o.StartTimeout, DefaultStartTimeout},
		{"CallTimeout", &o.CallTimeout, DefaultCallTimeout},
		{"MaxRestartDelay", &o.MaxRestartDelay, DefaultMaxRestartDelay},
	} {
		if *f.at == 0 {
			*f.at = f.def
		}
		if *f.at < 0 {
			return o, fmt.Errorf("process: option %s is %v: give a time above 0, or 0 for the default %v", f.name, *f.at, f.def)
		}
	}
	return o, nil
}
