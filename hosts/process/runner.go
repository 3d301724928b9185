package process

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/hashicorp/go-plugin/runner"

	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/internal/printed"
)

// patience is how long is waited for what should happen at once: that a process ends whose connection broke, or that was asked
// to; and that its pipes end when it has ended, which a process of its own that it left behind may hold open.
const patience = time.Second

// processRunner starts and ends one process. It is go-plugin's runner, in place of its own one, which gives the process the
// host's standard input and dies of a stray line on standard output.
type processRunner struct {
	ctx     context.Context // of the start
	program *program
	args    []string
	env     []string
	dir     string // for the socket
	out     *output

	cmd    *exec.Cmd
	stdin  *os.File // our end of the pipe that the process watches
	found  chan string
	line   string        // the handshake
	exited chan struct{} // closed when it has ended and all that it printed is read; nil if it never began
	ended  error         // what Wait of package os/exec said
}

var _ runner.Runner = (*processRunner)(nil)

// Start starts the process and waits for its handshake, for as long as r.ctx lasts. After an error nothing is left of it.
func (r *processRunner) Start(context.Context) error {
	if err := r.launch(); err != nil {
		return err
	}
	err := r.greet()
	if err != nil {
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

// launch starts the process with pipes for standard input, output and error.
func (r *processRunner) launch() error {
	r.cmd = &exec.Cmd{Path: r.program.executable(), Args: append([]string{r.program.path}, r.args...), Env: r.env, SysProcAttr: attributes()}
	var ours, theirs [3]*os.File
	for i := range ours {
		read, write, err := os.Pipe()
		if err != nil {
			closeAll(ours[:])
			closeAll(theirs[:])
			return fmt.Errorf("process: %w", err)
		}
		ours[i], theirs[i] = read, write
	}
	ours[0], theirs[0] = theirs[0], ours[0]
	r.cmd.Stdin, r.cmd.Stdout, r.cmd.Stderr = theirs[0], theirs[1], theirs[2]
	r.stdin = ours[0]
	r.found = make(chan string, 1)
	r.exited = make(chan struct{})
	started := make(chan error)
	go func() {
		// On Linux the kernel tells the process when the thread ends that has started it: this goroutine keeps its thread
		// for as long as the process lives.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := r.cmd.Start()
		closeAll(theirs[:])
		started <- err
		if err == nil {
			r.watch(ours[1], ours[2])
		}
	}()
	if err := <-started; err != nil {
		closeAll(ours[:])
		r.exited = nil // nothing has begun that could end
		return r.unstartable(err)
	}
	return nil
}

// watch reads what the process prints, and waits for its end.
func (r *processRunner) watch(stdout, stderr *os.File) {
	var readers sync.WaitGroup
	readers.Go(func() { r.out.readStdout(stdout, func(line string) { r.found <- line }) })
	readers.Go(func() { r.out.readStderr(stderr) })
	r.ended = r.cmd.Wait()
	killAll(r.cmd.Process) // what it has left of its group
	_ = stdout.SetReadDeadline(time.Now().Add(patience))
	_ = stderr.SetReadDeadline(time.Now().Add(patience))
	readers.Wait()
	closeAll([]*os.File{stdout, stderr})
	r.out.end()
	close(r.exited)
}

func closeAll(files []*os.File) {
	for _, f := range files {
		if f != nil {
			_ = f.Close() // a pipe
		}
	}
}

// unstartable makes the error for a process that the system did not start.
func (r *processRunner) unstartable(err error) error {
	var path *fs.PathError // would name the path of the open file
	if errors.As(err, &path) {
		err = path.Err
	}
	if errors.Is(err, syscall.ENOEXEC) {
		return &hosts.ABIError{Have: fmt.Sprintf("%s is no program for this system (%v)", r.program.path, err),
			Want: "a plugin for " + runtime.GOOS + " " + runtime.GOARCH, Hint: "build the game's main package with `go build` here; a .wasm is loaded with hosts/wasm"}
	}
	return fmt.Errorf("process: %s cannot be started: %w", r.program.path, err)
}

// stillborn makes the error for a process that ended before it said its handshake.
func (r *processRunner) stillborn() error {
	how, _, _ := r.end()
	said := r.out.text()
	if text := printed.PanicText(said); r.cmd.ProcessState.ExitCode() < 0 || strings.HasPrefix(text, "panic: ") || strings.HasPrefix(text, "fatal error: ") {
		return r.trap("start")
	}
	have := "it ended with " + how + " and said no handshake"
	if line, _, _ := strings.Cut(strings.TrimSpace(said), "\n"); line != "" {
		have += fmt.Sprintf(" (%s)", line)
	}
	return &hosts.ABIError{Have: have, Want: "a plugin process that is built with Parley's sdk", Hint: "build the game's main package with `go build` and give the program's path"}
}

// end says how the process ended: for people, and its exit code if it has one.
func (r *processRunner) end() (how string, code int, exited bool) {
	s := r.cmd.ProcessState
	if s == nil {
		return fmt.Sprintf("an unknown end (%v)", r.ended), 0, false
	}
	if s.Exited() {
		return fmt.Sprintf("exit code %d", s.ExitCode()), s.ExitCode(), true
	}
	return s.String(), 0, false
}

// trap makes the error for a process that ended in an operation.
func (r *processRunner) trap(op string) *hosts.TrapError {
	how, code, exited := r.end()
	return &hosts.TrapError{Op: op, Cause: how, Exit: code, Exited: exited, Panic: printed.PanicText(r.out.text())}
}

// gone says whether the process has ended.
func (r *processRunner) gone() bool {
	select {
	case <-r.exited:
		return true
	default:
		return false
	}
}

// goneSoon waits a moment for the process to end.
func (r *processRunner) goneSoon() bool {
	t := time.NewTimer(patience)
	defer t.Stop()
	select {
	case <-r.exited:
		return true
	case <-t.C:
		return false
	}
}

// kill ends the process at once and waits for its end.
func (r *processRunner) kill() {
	if !r.gone() {
		killAll(r.cmd.Process)
	}
	<-r.exited
	_ = r.stdin.Close()
}

// stop asks the process to end, by the end of its standard input, and kills it if it does not.
func (r *processRunner) stop() {
	_ = r.stdin.Close()
	r.goneSoon()
	r.kill()
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

// ID is the number of the process.
func (r *processRunner) ID() string { return strconv.Itoa(r.cmd.Process.Pid) }

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
