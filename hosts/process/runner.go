package process

import (
	"context"
	"io"
	"os"
	"os/exec"
	"strings"

	"github.com/hashicorp/go-plugin/runner"
)

// processRunner starts and ends one plugin process. It is go-plugin's runner, in place of its own one, which gives the process the
// host's standard input and dies of a stray line on standard output.
type processRunner struct {
	osProcess
	ctx     context.Context // of the start
	program *program
	args    []string
	env     []string
	dir     string // for the socket

	found chan string
	line  string // the handshake
}

var _ runner.Runner = (*processRunner)(nil)

// Start starts the process and waits for its handshake, for as long as r.ctx lasts. After an error nothing is left of it.
func (r *processRunner) Start(context.Context) error {
	cmd := &exec.Cmd{Path: r.program.executable(), Args: append([]string{r.program.path}, r.args...), Env: r.env, SysProcAttr: attributes()}
	r.found = make(chan string, 1)
	err := r.launch(cmd, func(stdout *os.File) { r.out.readStdout(stdout, func(line string) { r.found <- line }) })
	if err != nil {
		return err
	}
	if err = r.greet(); err != nil {
		r.kill()
	}
	return err
}

func (r *processRunner) greet() error {
	select {
	case r.line = <-r.found:
		return checkHandshake(r.line, r.dir)
	case <-r.exited:
		return r.stillborn()
	case <-r.ctx.Done():
		return context.Cause(r.ctx)
	}
}

// The rest is what go-plugin asks of a runner.

// Wait waits for the end of the process.
func (r *processRunner) Wait(context.Context) error {
	<-r.exited
	return r.ended
}

// Kill ends the process at once.
func (r *processRunner) Kill(context.Context) error {
	r.kill()
	return nil
}

// Name is the path of the program.
func (r *processRunner) Name() string { return r.program.path }

// Diagnose adds nothing: Start says what went wrong.
func (r *processRunner) Diagnose(context.Context) string { return "" }

// Stdout has the handshake and nothing else.
func (r *processRunner) Stdout() io.ReadCloser {
	return io.NopCloser(strings.NewReader(r.line + "\n"))
}

// Stderr is empty: what the process prints is taken by output.
func (r *processRunner) Stderr() io.ReadCloser { return io.NopCloser(strings.NewReader("")) }

// PluginToHost changes nothing: it is the same machine.
func (r *processRunner) PluginToHost(network, addr string) (string, string, error) {
	return network, addr, nil
}

// HostToPlugin changes nothing.
func (r *processRunner) HostToPlugin(network, addr string) (string, string, error) {
	return network, addr, nil
}
