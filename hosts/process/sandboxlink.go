package process

import (
	"bufio"
	"bytes"
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"log/slog"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/hosts"
)

// childKey is the variable of the environment that makes a program a sandbox's process, with a number that is used once.
const childKey = "PARLEY_SANDBOX_CHILD"

// maxNote is the most bytes of an error, of a record of the log, and of what a process says of itself.
const maxNote = 4 << 20

// sandboxLink speaks in frames with a process that ServeIfChild serves.
type sandboxLink struct {
	opts   *Options
	cpu    time.Duration
	memory int64
	run    *osProcess
	in     frameReader
	to     frameWriter
	info   hosts.Info
	met    bool // it has said that it is a sandbox's process
	tired  bool // it wants to be replaced
}

// begin starts the process, hands it the module and waits until it is ready.
func (l *sandboxLink) begin(ctx context.Context, path string, args []string, options, module []byte) error {
	nonce := rand.Text()
	cmd := &exec.Cmd{Path: path, Args: append([]string{path}, args...), Env: []string{childKey + "=" + nonce}, Dir: rootOf(path), SysProcAttr: sandboxAttributes()}
	if err := l.run.launch(cmd, nil); err != nil {
		return err
	}
	stop := context.AfterFunc(ctx, l.abandon)
	defer stop()
	l.in.r = newFrameBuffer(l.run.stdout)
	l.to.w = l.run.stdin
	err := l.findMarker(marker(nonce))
	if err == nil {
		l.met = true
		err = l.to.write(frameOptions, options)
	}
	if err == nil {
		err = l.to.write(frameModule, module)
	}
	var content []byte
	if err == nil {
		content, err = l.receive(frameReady, maxNote)
	}
	if err == nil {
		l.info, err = readInfo(content)
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	var told *toldError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &told):
		return told.error
	case l.run.goneSoon():
		return l.death("start")
	}
	return l.nonsense(err)
}

// rootOf is the folder in which the process starts.
func rootOf(path string) string {
	return filepath.VolumeName(path) + string(filepath.Separator)
}

// abandon kills the process, and whoever reads from it or writes to it goes on.
func (l *sandboxLink) abandon() {
	killAll(l.run.cmd.Process)
	past := time.Unix(1, 0)
	_ = l.run.stdout.SetReadDeadline(past) // a process of its own may hold the pipes open
	_ = l.run.stdin.SetWriteDeadline(past)
}

// findMarker reads the lines of standard output until that by which the process says that it is a sandbox's.
func (l *sandboxLink) findMarker(marker string) error {
	var dropped int64
	for {
		part, err := l.in.r.ReadSlice('\n')
		line := bytes.TrimRight(part, "\r\n")
		if err == nil && dropped == 0 && bytes.HasSuffix(line, []byte(marker)) {
			l.run.out.line("stdout", line[:len(line)-len(marker)], 0)
			return nil
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			dropped += int64(len(part))
			continue
		case err != nil:
			return err
		}
		over := max(0, len(line)-maxLine)
		l.run.out.line("stdout", line[:len(line)-over], dropped+int64(over))
		dropped = 0
	}
}

// toldError is an error that the process told. It may go on.
type toldError struct{ error }

// receive reads frames until one of the kind that is wanted, which has at most so many bytes, or an error.
func (l *sandboxLink) receive(want byte, most int) ([]byte, error) {
	for {
		kind, content, err := l.in.read(func(kind byte) int {
			switch kind {
			case want:
				return most
			case frameError, frameLog:
				return maxNote
			case frameTired:
				return 0
			}
			return -1
		})
		if err != nil {
			return nil, err
		}
		switch kind {
		case want:
			return content, nil
		case frameError:
			if len(content) < fuelHead {
				return nil, errors.New("an error that is none")
			}
			told, ok := unpackError(content[fuelHead:])
			if !ok {
				return nil, errors.New("an error that is none")
			}
			return content[:fuelHead], &toldError{told}
		case frameLog:
			level, text, attrs, ok := unpackRecord(content)
			if !ok {
				return nil, errors.New("a record of the log that is none")
			}
			l.run.out.record(level, text, attrs, len(content))
		case frameTired:
			l.tired = true
		}
	}
}

// call implements link.
func (l *sandboxLink) call(ctx context.Context, op abi.Op, request []byte) ([]byte, int64, fate, error) {
	l.run.out.begin()
	stop := context.AfterFunc(ctx, l.abandon)
	err := l.to.write(frameCall, []byte{byte(op)}, request)
	var content []byte
	if err == nil {
		content, err = l.receive(frameAnswer, fuelHead+l.opts.MaxResponse)
	}
	after := usable
	if l.tired {
		after = retired
	}
	var told *toldError
	var bad *badFrame
	switch {
	case !stop():
		return nil, 0, lost, &hosts.LimitError{Kind: "call time in ms", Limit: max(1, l.opts.CallTimeout.Milliseconds())}
	case err == nil && len(content) >= fuelHead:
		return content[fuelHead:], fuelIn(content), after, nil
	case err == nil:
		return nil, 0, lost, l.nonsense(errors.New("an answer that is none"))
	case errors.As(err, &told):
		return nil, fuelIn(content), after, told.error
	case errors.As(err, &bad) && bad.kind == frameAnswer:
		return nil, 0, lost, &hosts.LimitError{Kind: "response", Limit: int64(l.opts.MaxResponse), Used: int64(bad.size - fuelHead)}
	case bad == nil && l.run.goneSoon():
		return nil, 0, lost, l.death(op.String())
	}
	return nil, 0, lost, l.nonsense(err)
}

// fuelIn is the fuel in front of an answer or an error.
func fuelIn(content []byte) int64 {
	return max(0, int64(binary.LittleEndian.Uint64(content)))
}

// close implements link. The pipes are closed with the process.
func (l *sandboxLink) close() {}

// nonsense makes the error for a process that goes on, but not as it should.
func (l *sandboxLink) nonsense(err error) error {
	return &hosts.ABIError{Have: fmt.Sprintf("the sandbox's process said what it may not say: %v", err), Want: "the frames of hosts/process",
		Hint: "the module may have broken out of the engine: report it to Parley's authors, with the module"}
}

// clockError is how much earlier than its time a process may be ended, since the system counts in ticks.
const clockError = 200 * time.Millisecond

// death makes the error for a process that has ended.
func (l *sandboxLink) death(op string) error {
	trap := l.run.trap(op)
	if !l.met && trap.Exited {
		return l.unborn()
	}
	if used := l.run.cmd.ProcessState.UserTime() + l.run.cmd.ProcessState.SystemTime(); !trap.Exited && used >= l.cpu-clockError {
		return &hosts.LimitError{Kind: "CPU time of a process in ms", Limit: max(1, l.cpu.Milliseconds()), Used: used.Milliseconds(), Trap: trap}
	}
	if outOfMemory(trap.Panic) {
		return &hosts.LimitError{Kind: "memory of a process", Limit: l.memory, Trap: trap}
	}
	return trap
}

// outOfMemory says whether a Go program that died with a text had no more memory: for its heap, or for the stack of a thread, of which a
// sandbox does not limit the number.
func outOfMemory(text string) bool {
	for _, s := range []string{"cannot allocate memory", "out of memory", "pthread_create failed", "newosproc"} {
		if strings.Contains(text, s) {
			return true
		}
	}
	return false
}

// unborn makes the error for a program that is no sandbox's process.
func (l *sandboxLink) unborn() error {
	how, _, _ := l.run.end()
	have := "the program that is started for the sandbox ended with " + how
	if line, _, _ := strings.Cut(strings.TrimSpace(l.run.out.text()), "\n"); line != "" {
		have += fmt.Sprintf(" (%s)", line)
	}
	return &hosts.ABIError{Have: have, Want: "a program that serves the module",
		Hint: "begin the main function of this program with process.ServeIfChild(), or give the option Command, as {\"parley\", \"serve\"}"}
}

// record logs a record of the process's own log, of which so many bytes were sent.
func (o *output) record(level slog.Level, text string, attrs []slog.Attr, size int) {
	if o.log == nil {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if size > o.budget {
		o.suppressed += int64(size)
		return
	}
	o.budget -= size
	o.log.LogAttrs(context.Background(), level, text, attrs...)
}
