package process

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/internal/printed"
)

// patience is how long is waited for what should happen at once: that a process ends whose connection broke, or that was asked
// to; and that its pipes end when it has ended, which a process of its own that it left behind may hold open.
const patience = time.Second

// osProcess is one process of the system, whatever is spoken with it. Its standard input is a pipe at whose end it must end.
type osProcess struct {
	path string // for messages
	out  *output

	cmd    *exec.Cmd
	stdin  *os.File      // our end of the pipe
	stdout *os.File      // our end of the pipe, unless something else reads it
	exited chan struct{} // closed when it has ended and all that it printed is read; nil if it never began
	ended  error         // what Wait of package os/exec said
}

// launch starts the process with pipes for standard input, output and error. Standard output is given to read, which returns at
// its end, or is left in p.stdout if read is nil.
func (p *osProcess) launch(cmd *exec.Cmd, read func(stdout *os.File)) error {
	p.cmd = cmd
	var ours, theirs [3]*os.File
	for i := range ours {
		r, w, err := os.Pipe()
		if err != nil {
			closeAll(ours[:])
			closeAll(theirs[:])
			return fmt.Errorf("process: %w", err)
		}
		ours[i], theirs[i] = r, w
	}
	ours[0], theirs[0] = theirs[0], ours[0]
	cmd.Stdin, cmd.Stdout, cmd.Stderr = theirs[0], theirs[1], theirs[2]
	p.stdin = ours[0]
	if read == nil {
		p.stdout = ours[1]
	}
	p.exited = make(chan struct{})
	started := make(chan error)
	go func() {
		// On Linux the kernel tells the process when the thread ends that has started it: this goroutine keeps its thread
		// for as long as the process lives.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := cmd.Start()
		closeAll(theirs[:])
		started <- err
		if err == nil {
			p.watch(ours[1], ours[2], read)
		}
	}()
	if err := <-started; err != nil {
		closeAll(ours[:])
		p.exited = nil // nothing has begun that could end
		return p.unstartable(err)
	}
	return nil
}

// watch reads what the process prints, and waits for its end.
func (p *osProcess) watch(stdout, stderr *os.File, read func(stdout *os.File)) {
	var readers sync.WaitGroup
	if read != nil {
		readers.Go(func() { read(stdout) })
	}
	readers.Go(func() { p.out.readStderr(stderr) })
	p.ended = p.cmd.Wait()
	killAll(p.cmd.Process) // what it has left of its group
	_ = stdout.SetReadDeadline(time.Now().Add(patience))
	_ = stderr.SetReadDeadline(time.Now().Add(patience))
	readers.Wait()
	closeAll([]*os.File{stderr})
	if read != nil {
		closeAll([]*os.File{stdout})
	}
	p.out.end()
	close(p.exited)
}

func closeAll(files []*os.File) {
	for _, f := range files {
		if f != nil {
			_ = f.Close() // a pipe
		}
	}
}

// unstartable makes the error for a process that the system did not start.
func (p *osProcess) unstartable(err error) error {
	var path *fs.PathError // would name the path of the open file
	if errors.As(err, &path) {
		err = path.Err
	}
	if errors.Is(err, syscall.ENOEXEC) {
		return &hosts.ABIError{Have: fmt.Sprintf("%s is no program for this system (%v)", p.path, err),
			Want: "a plugin for " + runtime.GOOS + " " + runtime.GOARCH, Hint: "build the game's main package with `go build` here; a .wasm is loaded with hosts/wasm"}
	}
	return fmt.Errorf("process: %s cannot be started: %w", p.path, err)
}

// stillborn makes the error for a process that ended before it said its handshake.
func (p *osProcess) stillborn() error {
	how, _, _ := p.end()
	said := p.out.text()
	if text := printed.PanicText(said); p.cmd.ProcessState.ExitCode() < 0 || strings.HasPrefix(text, "panic: ") || strings.HasPrefix(text, "fatal error: ") {
		return p.trap("start")
	}
	have := "it ended with " + how + " and said no handshake"
	if line, _, _ := strings.Cut(strings.TrimSpace(said), "\n"); line != "" {
		have += fmt.Sprintf(" (%s)", line)
	}
	return &hosts.ABIError{Have: have, Want: "a plugin process that is built with Parley's sdk", Hint: "build the game's main package with `go build` and give the program's path"}
}

// end says how the process ended: for people, and its exit code if it has one.
func (p *osProcess) end() (how string, code int, exited bool) {
	s := p.cmd.ProcessState
	if s == nil {
		return fmt.Sprintf("an unknown end (%v)", p.ended), 0, false
	}
	if s.Exited() {
		return fmt.Sprintf("exit code %d", s.ExitCode()), s.ExitCode(), true
	}
	return s.String(), 0, false
}

// trap makes the error for a process that ended in an operation.
func (p *osProcess) trap(op string) *hosts.TrapError {
	how, code, exited := p.end()
	return &hosts.TrapError{Op: op, Cause: how, Exit: code, Exited: exited, Panic: printed.PanicText(p.out.text())}
}

// gone says whether the process has ended.
func (p *osProcess) gone() bool {
	select {
	case <-p.exited:
		return true
	default:
		return false
	}
}

// goneSoon waits a moment for the process to end.
func (p *osProcess) goneSoon() bool {
	t := time.NewTimer(patience)
	defer t.Stop()
	select {
	case <-p.exited:
		return true
	case <-t.C:
		return false
	}
}

// kill ends the process at once and waits for its end.
func (p *osProcess) kill() {
	if !p.gone() {
		killAll(p.cmd.Process)
	}
	<-p.exited
	closeAll([]*os.File{p.stdin, p.stdout})
}

// stop asks the process to end, by the end of its standard input, and kills it if it does not.
func (p *osProcess) stop() {
	_ = p.stdin.Close()
	p.goneSoon()
	p.kill()
}

// ID is the number of the process.
func (p *osProcess) ID() string { return strconv.Itoa(p.cmd.Process.Pid) }
