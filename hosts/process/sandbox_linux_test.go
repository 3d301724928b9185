package process

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/hosttest"
	"github.com/parley-rules/parley/hosts/wasm"
)

// The process has nothing of its host's.
func TestSandboxInheritsNothing(t *testing.T) {
	t.Setenv("SECRET_OF_THE_HOST", "42")
	file, err := os.CreateTemp(t.TempDir(), "")
	require.NoError(t, err)
	defer file.Close()
	_, _, errno := syscall.Syscall(syscall.SYS_FCNTL, file.Fd(), syscall.F_SETFD, 0) // as C libraries leave theirs
	require.Zero(t, errno)
	h := openPranks(t, SandboxOptions{})
	require.Equal(t, "[]", done(t, h, "environment"))
	require.Equal(t, "3", done(t, h, "descriptors"), "standard input, output and error")
	pid := onlyChild(t, h).run.ID()
	folder, err := os.Readlink("/proc/" + pid + "/cwd")
	require.NoError(t, err)
	require.Equal(t, "/proc", folder, "where not even root can make a file")
	environment, err := os.ReadFile("/proc/" + pid + "/environ")
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(string(environment), childKey+"="))
	require.Equal(t, 1, strings.Count(string(environment), "\x00"))
}

// A process that a module has taken over can do nothing but compute, and die.
func TestSandboxCanDoNothing(t *testing.T) {
	dir := t.TempDir()
	there := filepath.Join(dir, "there")
	require.NoError(t, os.WriteFile(there, []byte("old"), 0o666))
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer listener.Close()
	h := openPranks(t, SandboxOptions{})
	for _, what := range []string{
		"write " + there, "write " + filepath.Join(dir, "new"), "write new", "write /tmp/parley-sandbox-test", "make " + filepath.Join(dir, "new"),
		"remove " + there, "read " + there, "read /etc/passwd", "run /bin/true", "dial " + listener.Addr().String(), fmt.Sprint("kill ", os.Getpid()),
	} {
		answer, err := do(h, what)
		require.Error(t, err, what)
		require.ErrorContains(t, err, "operation not permitted", what)
		require.Empty(t, answer)
	}
	require.Zero(t, h.Stats().Lost)
	text, err := os.ReadFile(there)
	require.NoError(t, err)
	require.Equal(t, "old", string(text))
	list, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, list, 1)

	status, err := os.ReadFile("/proc/" + onlyChild(t, h).run.ID() + "/status")
	require.NoError(t, err)
	require.Contains(t, string(status), "NoNewPrivs:\t1\n")
	require.Contains(t, string(status), "Seccomp:\t2\n")
	limits, err := os.ReadFile("/proc/" + onlyChild(t, h).run.ID() + "/limits")
	require.NoError(t, err)
	for _, want := range []string{"Max core file size 0 0", "Max file size 0 0", "Max cpu time 300 300", "Max open files 64 64", "Max data size 536870912 536870912"} {
		require.Contains(t, strings.Join(strings.Fields(string(limits)), " "), want)
	}
}

// Every thread of the process is under the filter.
func TestSandboxThreads(t *testing.T) {
	h := openPig(t, SandboxOptions{MaxProcesses: 1})
	tasks, err := filepath.Glob("/proc/" + onlyChild(t, h).run.ID() + "/task/*/status")
	require.NoError(t, err)
	require.NotEmpty(t, tasks)
	for _, path := range tasks {
		status, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Contains(t, string(status), "Seccomp:\t2\n")
		require.Contains(t, string(status), "Seccomp_filters:\t2\n", "one before the module is loaded, one after")
		require.Contains(t, string(status), "NoNewPrivs:\t1\n")
	}
}

// A process that spins is ended by the system when its CPU time is over, whatever its host does.
func TestSandboxCPULimit(t *testing.T) {
	h := openPranks(t, SandboxOptions{CPULimit: time.Second, CallTimeout: time.Minute})
	_, err := do(h, "spin")
	var limit *hosts.LimitError
	require.ErrorAs(t, err, &limit)
	require.Equal(t, "CPU time of a process in ms", limit.Kind)
	require.EqualValues(t, 1000, limit.Limit)
	require.Equal(t, "done", done(t, h, ""))
}

// A process that has used half of its CPU time is replaced, and nobody notices.
func TestSandboxIsRetired(t *testing.T) {
	h := openPig(t, SandboxOptions{MaxProcesses: 1, CPULimit: time.Second})
	g, p := game(t, h)
	for h.Stats().Retired < 2 {
		_, err := g.Playout(context.Background(), p, hosts.SeedOf(1), 100_000)
		require.NoError(t, err)
	}
	require.Zero(t, h.Stats().Failed)
	require.Zero(t, h.Stats().Lost)
}

func TestSandboxMemoryLimit(t *testing.T) {
	h := openPranks(t, SandboxOptions{MemoryLimit: 256 << 20, CallTimeout: time.Minute})
	_, err := do(h, "take")
	var limit *hosts.LimitError
	require.ErrorAs(t, err, &limit, "%v", err)
	require.Equal(t, "memory of a process", limit.Kind)
	require.EqualValues(t, 256<<20, limit.Limit)
	require.Equal(t, "done", done(t, h, ""))
}

// The process that runs the module does not write to the cache, and starts from it. A cache that is lost costs time only.
func TestSandboxCache(t *testing.T) {
	dir := t.TempDir()
	h := openPig(t, SandboxOptions{MaxProcesses: 1, Wasm: wasm.Options{CacheDir: dir}})
	files := func() []string {
		var list []string
		require.NoError(t, filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
			if err == nil && d.Type().IsRegular() {
				list = append(list, path)
			}
			return err
		}))
		return list
	}
	before := files()
	require.NotEmpty(t, before)
	for _, path := range before {
		require.True(t, strings.HasPrefix(path, filepath.Join(dir, "sandbox", h.Info().SHA256)+"/"), path)
	}
	g, p := game(t, h)
	for _, gone := range []string{before[0], filepath.Join(dir, "sandbox")} {
		require.NoError(t, os.RemoveAll(gone))
		c := onlyChild(t, h)
		require.NoError(t, c.run.cmd.Process.Kill())
		<-c.run.exited
		require.NoError(t, see(g, p, good))
		require.Less(t, len(files()), len(before), "the process may not write")
	}
}

// A host that is killed leaves no process, also if that spins.
func TestSandboxHostIsKilled(t *testing.T) {
	temp := t.TempDir()
	self, err := os.Executable()
	require.NoError(t, err)
	cmd := &exec.Cmd{Path: self, Args: []string{self}, Env: []string{roleKey + "=sandboxes:", "TMPDIR=" + temp, "HOME=" + temp}, Stderr: os.Stderr}
	_, err = cmd.StdinPipe()
	require.NoError(t, err)
	stdout, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	line, err := bufio.NewReader(stdout).ReadString('\n')
	require.NoError(t, err)
	var idle, spins int
	_, err = fmt.Sscan(line, &idle, &spins)
	require.NoError(t, err)
	ended := make(chan error, 2)
	for _, pid := range []int{idle, spins} {
		p, err := os.FindProcess(pid)
		require.NoError(t, err)
		require.NoError(t, p.Signal(syscall.Signal(0)), "it is there")
		fd, _, errno := syscall.Syscall(434, uintptr(pid), 0, 0) // pidfd_open
		require.Zero(t, errno)
		f := os.NewFile(fd, "pidfd")
		defer f.Close()
		go func() { ended <- awaitPidfd(f) }()
	}
	require.NoError(t, cmd.Process.Kill())
	for range 2 {
		require.NoError(t, <-ended)
	}
	require.Error(t, cmd.Wait())
	isEmpty(t, temp)
}

// awaitPidfd waits for the end of a process.
func awaitPidfd(f *os.File) error {
	epoll, err := syscall.EpollCreate1(syscall.EPOLL_CLOEXEC)
	if err != nil {
		return err
	}
	defer syscall.Close(epoll)
	fd := int(f.Fd())
	if err := syscall.EpollCtl(epoll, syscall.EPOLL_CTL_ADD, fd, &syscall.EpollEvent{Events: syscall.EPOLLIN, Fd: int32(fd)}); err != nil {
		return err
	}
	for {
		n, err := syscall.EpollWait(epoll, make([]syscall.EpollEvent, 1), 10_000)
		switch {
		case err == syscall.EINTR:
		case err != nil || n == 1:
			return err
		default:
			return errors.New("the process is still there after 10 s")
		}
	}
}

func init() { roles["sandboxes"] = hostOfSandboxes }

// hostOfSandboxes is a program with two sandboxes, one of which is in a call that never ends. It says their numbers, and waits.
func hostOfSandboxes(string) {
	var pids []any
	for range 2 {
		h := must(SandboxModule(context.Background(), prank, nil, SandboxOptions{MaxProcesses: 1, CallTimeout: time.Hour, Wasm: wasm.Options{NoCache: true}}))
		pids = append(pids, must(do(h, "number")))
		if len(pids) == 2 {
			go do(h, "spin")
		}
	}
	fmt.Println(pids...)
	must(io.Copy(io.Discard, os.Stdin))
}

// 100 processes are started and killed; descriptors, goroutines and zombies do not remain, nor files.
func TestSandboxLeavesNothing(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	cycles := func(n int) {
		h, err := SandboxModule(context.Background(), prank, nil, SandboxOptions{MaxProcesses: 1, Wasm: wasm.Options{NoCache: true}})
		require.NoError(t, err)
		for i := range n {
			c := onlyChild(t, h)
			switch i % 4 {
			case 0:
				killAll(c.run.cmd.Process)
				<-c.run.exited
			case 1:
				_, err := do(h, "die")
				require.Error(t, err)
			case 2:
				require.NoError(t, h.Close())
				h, err = SandboxModule(context.Background(), prank, nil, SandboxOptions{MaxProcesses: 1, Wasm: wasm.Options{NoCache: true}})
				require.NoError(t, err)
			case 3:
				_, err := SandboxModule(context.Background(), "x", []byte("no module"), SandboxOptions{})
				require.Error(t, err)
			}
			require.Equal(t, "done", done(t, h, ""))
		}
		require.NoError(t, h.Close())
	}
	cycles(4)
	before := count(t)
	cycles(100)
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

// A module that spins is stopped by its fuel in the process, which goes on.
func TestSandboxFuel(t *testing.T) {
	h := openPig(t, SandboxOptions{MaxProcesses: 1, Wasm: wasm.Options{Fuel: 1000}})
	_, err := h.Call(context.Background(), 0, nil, nil)
	m, errLoad := wasm.Load(context.Background(), hosttest.Build(t, pigMain), wasm.Options{Fuel: 1000})
	require.NoError(t, errLoad)
	defer m.Close()
	_, want := m.Call(context.Background(), 0, nil, nil)
	require.ErrorAs(t, want, new(*hosts.LimitError))
	require.Equal(t, want, err)
	require.Zero(t, h.Stats().Lost)
}

// The process is locked before it is given the module.
func TestSandboxLocksUpFirst(t *testing.T) {
	opts, err := SandboxOptions{Wasm: wasm.Options{NoCache: true}}.resolved()
	require.NoError(t, err)
	general, err := opts.general()
	require.NoError(t, err)
	path, args, err := opts.command(prank)
	require.NoError(t, err)
	l := &sandboxLink{opts: &general, run: &osProcess{path: path, out: newOutput(&general)}}
	cmd := &exec.Cmd{Path: path, Args: append([]string{path}, args...), Env: []string{childKey + "=once"}, SysProcAttr: sandboxAttributes()}
	require.NoError(t, l.run.launch(cmd, nil))
	defer l.run.kill()
	l.in.r, l.to.w = newFrameBuffer(l.run.stdout), l.run.stdin
	require.NoError(t, l.findMarker(marker("once")))
	options, err := json.Marshal(sandboxed{Memory: 1 << 30, CPU: 77})
	require.NoError(t, err)
	require.NoError(t, l.to.write(frameOptions, options))
	var status, limits []byte
	for end := time.Now().Add(10 * time.Second); !strings.Contains(string(status), "Seccomp:\t2\n"); runtime.Gosched() {
		require.True(t, time.Now().Before(end), "it is not locked: %s", status)
		status, err = os.ReadFile("/proc/" + l.run.ID() + "/status")
		require.NoError(t, err)
	}
	limits, err = os.ReadFile("/proc/" + l.run.ID() + "/limits")
	require.NoError(t, err)
	require.Contains(t, strings.Join(strings.Fields(string(limits)), " "), "Max cpu time 77 77")
	require.Contains(t, strings.Join(strings.Fields(string(limits)), " "), "Max data size 1073741824 1073741824")
	require.NoError(t, l.to.write(frameModule, []byte("only now")))
	_, err = l.receive(frameReady, maxNote)
	require.NoError(t, err)
}

// A process without memory dies in one of these ways; the last two when it lacks the stack of a thread.
func TestOutOfMemory(t *testing.T) {
	for _, text := range []string{"fatal error: runtime: out of memory", "fatal error: runtime: cannot allocate memory",
		"runtime/cgo: pthread_create failed: Resource temporarily unavailable", "fatal error: newosproc"} {
		require.True(t, outOfMemory(text), text)
	}
	require.False(t, outOfMemory("panic: something else"))
}
