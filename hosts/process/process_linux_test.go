package process

import (
	"bufio"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/hosts"
)

// fifo makes a FIFO, by which the end of a process shows that holds it open.
func fifo(t *testing.T) string {
	path := filepath.Join(t.TempDir(), "fifo")
	require.NoError(t, syscall.Mkfifo(path, 0o600))
	return path
}

func isEmpty(t *testing.T, dir string) {
	t.Helper()
	list, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Empty(t, list)
}

// A host that is killed leaves no process and no socket, neither while its plugin runs nor while it starts.
func TestHostIsKilled(t *testing.T) {
	for _, role := range []string{"held", "stall"} {
		t.Run(role, func(t *testing.T) {
			path, temp := fifo(t), t.TempDir()
			self, err := os.Executable()
			require.NoError(t, err)
			cmd := &exec.Cmd{Path: self, Args: []string{self}, Env: []string{roleKey + "=host:" + role + ":" + path, "TMPDIR=" + temp}, Stderr: os.Stderr}
			_, err = cmd.StdinPipe()
			require.NoError(t, err)
			stdout, err := cmd.StdoutPipe()
			require.NoError(t, err)
			require.NoError(t, cmd.Start())
			plugin, err := os.Open(path) // waits for the plugin
			require.NoError(t, err)
			defer plugin.Close()
			if role == "held" {
				line, err := bufio.NewReader(stdout).ReadString('\n')
				require.NoError(t, err)
				require.Equal(t, "open\n", line)
				isEmpty(t, temp)
			}
			require.NoError(t, cmd.Process.Kill())
			_, err = io.ReadAll(plugin) // waits for the plugin's end
			require.NoError(t, err)
			require.Error(t, cmd.Wait())
			isEmpty(t, temp)
		})
	}
}

// What a plugin itself has started ends with it, and holding its pipes open keeps nobody waiting.
func TestPluginLeavesAChild(t *testing.T) {
	path := fifo(t)
	ended := make(chan error)
	go func() {
		f, err := os.Open(path)
		if err == nil {
			_, err = io.ReadAll(f)
			_ = f.Close()
		}
		ended <- err
	}()
	_, err := tryOpen("family:"+path, Options{})
	require.ErrorAs(t, err, new(*hosts.ABIError))
	require.NoError(t, <-ended)
}

// A start that takes its time is waited for.
func TestSlowStart(t *testing.T) {
	path := fifo(t)
	opened := make(chan error)
	go func() {
		h, err := tryOpen("slow:"+path, Options{})
		if err == nil {
			err = h.Close()
		}
		opened <- err
	}()
	f, err := os.OpenFile(path, os.O_WRONLY, 0) // waits for the plugin
	require.NoError(t, err)
	select {
	case err := <-opened:
		t.Fatal("it is open before it has started: ", err)
	default:
	}
	require.NoError(t, f.Close())
	require.NoError(t, <-opened)
}

func TestTermination(t *testing.T) {
	h := open(t, "pig", Options{})
	c := onlyChild(t, h)
	require.NoError(t, c.run.cmd.Process.Signal(syscall.SIGTERM))
	<-c.run.exited
	require.Equal(t, 128+15, c.run.cmd.ProcessState.ExitCode())
}

// Ctrl-C in the terminal is the host's affair.
func TestInterrupt(t *testing.T) {
	h := open(t, "pig", Options{})
	c := onlyChild(t, h)
	group, err := syscall.Getpgid(c.run.cmd.Process.Pid)
	require.NoError(t, err)
	require.NotEqual(t, syscall.Getpgrp(), group)
	require.NoError(t, c.run.cmd.Process.Signal(os.Interrupt))
	g, p := game(t, h)
	require.NoError(t, see(g, p, good))
	require.EqualValues(t, 1, h.Stats().Started)
}

// A frozen process is replaced when the time of a call is over, and does not keep Close waiting.
func TestFrozen(t *testing.T) {
	h := open(t, "pig", Options{CallTimeout: 500 * time.Millisecond})
	g, p := game(t, h)
	freeze := func() {
		process := onlyChild(t, h).run.cmd.Process
		require.NoError(t, process.Signal(syscall.SIGSTOP))
		var status syscall.WaitStatus
		_, err := syscall.Wait4(process.Pid, &status, syscall.WUNTRACED, nil) // all of its threads have stopped then
		require.NoError(t, err)
		require.True(t, status.Stopped())
	}
	freeze()
	require.ErrorAs(t, see(g, p, good), new(*hosts.LimitError))
	require.NoError(t, see(g, p, good))
	freeze()
	began := time.Now()
	require.NoError(t, h.Close())
	require.Less(t, time.Since(began), 10*patience)
}

// The file that was checked is the file that is started.
func TestProgramThatIsReplaced(t *testing.T) {
	self, err := os.Executable()
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "plugin")
	require.NoError(t, os.Link(self, path))
	h, err := Open(context.Background(), path, options("pranks", Options{}))
	require.NoError(t, err)
	defer h.Close()
	g, p := game(t, h)
	require.NoError(t, os.Remove(path))
	require.NoError(t, os.WriteFile(path, []byte("#!/bin/false\n"), 0o755))
	require.Error(t, see(g, p, exits))
	require.NoError(t, see(g, p, good))
	exe, err := os.Readlink("/proc/" + onlyChild(t, h).run.ID() + "/exe")
	require.NoError(t, err)
	require.True(t, strings.HasSuffix(exe, "plugin (deleted)"), exe)
}

// resources counts what this process holds.
type resources struct{ files, goroutines, children int }

func count(t *testing.T) resources {
	files, err := os.ReadDir("/proc/self/fd")
	require.NoError(t, err)
	lists, err := filepath.Glob("/proc/self/task/*/children")
	require.NoError(t, err)
	children := 0
	for _, path := range lists {
		b, err := os.ReadFile(path)
		if err == nil { // else the thread has ended
			children += len(strings.Fields(string(b)))
		}
	}
	return resources{len(files), runtime.NumGoroutine(), children}
}

// 100 processes are started and killed, or do not even start; descriptors, goroutines and zombies do not remain, nor files.
func TestNothingIsLeft(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	cycles := func(n int) {
		h, err := tryOpen("pig", Options{})
		require.NoError(t, err)
		for i := range n {
			c := onlyChild(t, h)
			if i%2 == 0 {
				killAll(c.run.cmd.Process)
				<-c.run.exited
			} else {
				require.NoError(t, h.Close())
				h, err = tryOpen("pig", Options{})
				require.NoError(t, err)
			}
			_, err := h.Call(context.Background(), abi.Manifest, nil, nil)
			require.NoError(t, err)
			if i%5 == 0 {
				_, err := tryOpen("panics", Options{})
				require.Error(t, err)
				_, err = tryOpen("shut", Options{StartTimeout: 20 * time.Millisecond})
				require.Error(t, err)
			}
		}
		require.NoError(t, h.Close())
	}
	cycles(2)
	before := count(t)
	cycles(72) // and 30 that do not start
	var after resources
	for end := time.Now().Add(5 * time.Second); time.Now().Before(end); runtime.Gosched() {
		if after = count(t); after.files <= before.files && after.goroutines <= before.goroutines {
			break
		}
	}
	require.LessOrEqual(t, after.files, before.files)
	require.LessOrEqual(t, after.goroutines, before.goroutines)
	require.Zero(t, after.children)
	isEmpty(t, temp)
}
