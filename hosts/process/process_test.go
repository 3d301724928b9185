package process

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/conformance/games/pig"
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/native"
)

// options returns opts for the test binary in a role.
func options(role string, opts Options) Options {
	opts.Env = append(opts.Env, roleKey+"="+role)
	return opts
}

// open starts the test binary in a role and closes it at the end of the test, after which nothing may be left of it.
func open(t *testing.T, role string, opts Options) *Host {
	t.Helper()
	h, err := tryOpen(role, opts)
	require.NoError(t, err)
	t.Cleanup(func() {
		require.NoError(t, h.Close())
		require.Zero(t, h.Stats().Processes)
	})
	return h
}

func tryOpen(role string, opts Options) (*Host, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	return Open(context.Background(), self, options(role, opts))
}

// game opens the game of a Host and starts one with eight seats.
func game(t *testing.T, h *Host) (*hosts.Game, hosts.Position) {
	t.Helper()
	g, err := hosts.Open(context.Background(), h)
	require.NoError(t, err)
	step, err := g.Init(context.Background(), hosts.NewGame{Seats: 8, Seed: hosts.SeedOf(1)})
	require.NoError(t, err)
	return g, step.Position
}

// see asks for a view, which with the role "pranks" may do harm.
func see(g *hosts.Game, p hosts.Position, viewer core.Seat) error {
	_, err := g.View(context.Background(), p, viewer)
	return err
}

// logged is a log that can be read at any time.
type logged struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *logged) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(b)
}

func (l *logged) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

func (l *logged) logger() *slog.Logger { return slog.New(slog.NewTextHandler(l, nil)) }

func TestInfo(t *testing.T) {
	h := open(t, "pig", Options{})
	info := h.Info()
	require.Equal(t, "process", info.Host)
	require.Contains(t, info.Engine, "go-plugin")
	require.Contains(t, info.Engine, "go1.")
	require.Len(t, info.SHA256, 64)
	require.Greater(t, info.Size, int64(1<<20))
	require.Equal(t, native.New(pig.Rules{}).Info().Offers, info.Offers)
	info.Offers[0] = abi.Describe
	require.Equal(t, abi.Manifest, h.Info().Offers[0])

	again, err := tryOpen("pig", Options{SHA256: strings.ToUpper(info.SHA256)})
	require.NoError(t, err)
	require.NoError(t, again.Close())
	require.NoError(t, again.Close())
	_, err = again.Call(context.Background(), abi.Manifest, nil, nil)
	require.ErrorIs(t, err, hosts.ErrClosed)
}

func TestWrongOptions(t *testing.T) {
	for _, opts := range []Options{
		{SHA256: "abc"}, {SHA256: "zz"}, {Env: []string{"HOME"}}, {Env: []string{"=x"}}, {MaxProcesses: -1}, {MaxResponse: -1}, {MaxOutput: -1},
		{StartTimeout: -1}, {CallTimeout: -1}, {MaxRestartDelay: -1},
	} {
		_, err := tryOpen("pig", opts)
		require.ErrorContains(t, err, "process: option")
	}
}

func TestNilHost(t *testing.T) {
	h, err := tryOpen("pig", Options{MaxProcesses: -1})
	require.Error(t, err)
	_, err = h.Call(context.Background(), abi.Manifest, nil, nil)
	require.ErrorIs(t, err, hosts.ErrClosed)
	require.NoError(t, h.Close())
	require.Equal(t, "process", h.Info().Host)
}

// A program that is not there, or is no program.
func TestNotAPlugin(t *testing.T) {
	dir := t.TempDir()
	text := filepath.Join(dir, "text")
	require.NoError(t, os.WriteFile(text, []byte("These are no rules.\n"), 0o755))
	plain := filepath.Join(dir, "plain")
	require.NoError(t, os.WriteFile(plain, []byte("#!/bin/true\n"), 0o644))
	ctx := context.Background()
	for _, path := range []string{filepath.Join(dir, "missing"), ""} {
		_, err := Open(ctx, path, Options{})
		require.Error(t, err, path)
	}
	_, err := Open(ctx, filepath.Join(dir, "missing"), Options{})
	require.ErrorIs(t, err, fs.ErrNotExist)
	_, err = Open(ctx, plain, Options{})
	require.ErrorIs(t, err, fs.ErrPermission)
	_, err = Open(ctx, dir, Options{})
	require.ErrorContains(t, err, "is not a file")
	var e *hosts.ABIError
	for _, mode := range []fs.FileMode{0o644, 0o755} { // whether the system would try to run it or not
		module := filepath.Join(t.TempDir(), "module.wasm")
		require.NoError(t, os.WriteFile(module, []byte("\x00asm\x01\x00\x00\x00"), mode))
		_, err = Open(ctx, module, Options{})
		require.ErrorAs(t, err, &e)
		require.ErrorContains(t, err, "is a WebAssembly module")
		require.ErrorContains(t, err, "--host")
	}
	for path, want := range map[string]string{"/bin/true": "exit code 0", "/bin/false": "exit code 1", text: "no program for this system"} {
		_, err := Open(ctx, path, Options{})
		require.ErrorAs(t, err, &e, path)
		require.ErrorContains(t, err, want)
		require.ErrorContains(t, err, "go build")
	}
	_, err = tryOpen("says_err:no licence", Options{})
	require.ErrorAs(t, err, &e)
	require.ErrorContains(t, err, "exit code 7 and said no handshake (no licence)")
	_, err = tryOpen("panics", Options{})
	var trap *hosts.TrapError
	require.ErrorAs(t, err, &trap)
	require.Equal(t, "start", trap.Op)
	require.Equal(t, 2, trap.Exit)
	require.Contains(t, trap.Panic, "panic: no rules today")
}

func TestWrongHandshake(t *testing.T) {
	elsewhere := filepath.Join(t.TempDir(), "socket")
	for role, want := range map[string]string{
		"abi2":   "it speaks version 2 of the ABI; wanted version 1",
		"hello2": "it speaks version 2.1 of the ABI; wanted version 1",
		"poor":   `it offers no "manifest"`,
		"says:1|1|unix|" + elsewhere + "|grpc|" + certificate: "PLUGIN_UNIX_SOCKET_DIR",
		"says:1|1|tcp|192.0.2.1:80|grpc|" + certificate:       "an address of this machine",
		"says:1|1|tcp|127.0.0.1:1|netrpc|" + certificate:      "netrpc",
		"says:1|1|tcp|127.0.0.1:1|grpc|":                      "no certificate",
		"says:1|99999999|tcp|127.0.0.1:1|grpc|" + certificate: "version 99999999",
	} {
		_, err := tryOpen(role, Options{})
		var e *hosts.ABIError
		require.ErrorAs(t, err, &e, role)
		require.ErrorContains(t, err, want)
		require.ErrorContains(t, err, "rebuild")
	}
}

func TestChecksum(t *testing.T) {
	self, err := os.Executable()
	require.NoError(t, err)
	_, err = Open(context.Background(), self, options("pig", Options{SHA256: strings.Repeat("0", 64)}))
	require.ErrorAs(t, err, new(*hosts.ChecksumError))
	require.ErrorContains(t, err, strings.Repeat("0", 64))

	// A file that changes while the plugin runs is not started again.
	path := filepath.Join(t.TempDir(), "script")
	script := "#!/bin/sh\nexec " + self + "\n"
	require.NoError(t, os.WriteFile(path, []byte(script), 0o755))
	h, err := Open(context.Background(), path, options("pranks", Options{}))
	require.NoError(t, err)
	g, p := game(t, h)
	require.NoError(t, os.WriteFile(path, []byte(script+"# changed\n"), 0o755))
	require.NoError(t, see(g, p, good), "it runs")
	require.Error(t, see(g, p, exits))
	require.ErrorAs(t, see(g, p, good), new(*hosts.ChecksumError))
	require.NoError(t, os.Rename(path, path+".old"))
	require.NoError(t, os.WriteFile(path+".old", []byte(script), 0o755))
	require.Error(t, see(g, p, good), "it has lost its name")
	require.NoError(t, os.WriteFile(path, []byte(script), 0o755))
	require.ErrorContains(t, see(g, p, good), "another file")
	require.NoError(t, os.Rename(path+".old", path))
	require.NoError(t, see(g, p, good))
	require.NoError(t, g.Close())
}

func TestEnvironmentIsClean(t *testing.T) {
	t.Setenv("SECRET_OF_THE_HOST", "42")
	_, err := tryOpen("environment", Options{Env: []string{"A=b"}, Args: []string{"x", "y z"}})
	require.ErrorContains(t, err, `"A=b"`)
	require.ErrorContains(t, err, `arguments: ["x" "y z"]`)
	require.NotContains(t, err.Error(), "SECRET_OF_THE_HOST")
	require.NotContains(t, err.Error(), "HOME=")
}

// Whatever a plugin prints, and wherever, is logged and breaks nothing.
func TestJunk(t *testing.T) {
	var log logged
	h := open(t, "junk", Options{Log: log.logger(), MaxProcesses: 1})
	g, p := game(t, h)
	require.NoError(t, see(g, p, prints))
	require.NoError(t, see(g, p, shouts))
	require.NoError(t, see(g, p, prints))
	require.NoError(t, h.Close())
	text := log.String()
	for _, want := range []string{
		"stream=stdout text=Welcome!", "text=1|2|3", "text=1|1|nonsense|x|y|z", `text="loading 1"`, `text=??`, "text=\"long long", "dropped=",
		`stream=stderr text="from os.Stdout"`, `stream=stderr text="from os.Stderr"`, `stream=stdout text="1|1|unix|from file 1|grpc|"`, `stream=stderr text="from file 2"`,
		`text=xxxxxxxx`,
	} {
		require.Contains(t, text, want)
	}
	require.Less(t, len(text), 200_000, "10 MB are not logged")
	require.EqualValues(t, 1, h.Stats().Started)
	require.Zero(t, h.Stats().Lost)
}

// A panic of the rules is answered as on every host, and costs no process.
func TestPanicIsAnAnswer(t *testing.T) {
	var log logged
	h := open(t, "pranks", Options{Log: log.logger()})
	g, p := game(t, h)
	n, err := hosts.Open(context.Background(), native.New(pranks{}))
	require.NoError(t, err)
	err = see(g, p, panics)
	require.Equal(t, see(n, p, panics), err)
	require.ErrorIs(t, err, &hosts.RuleError{Code: "internal"})
	require.NotContains(t, err.Error(), "42")
	require.NoError(t, see(g, p, good))
	require.NoError(t, h.Close())
	require.EqualValues(t, 1, h.Stats().Started)
	require.Contains(t, log.String(), "the secret is 42", "for the operator")
}

// A process that dies in a call costs that call, and nothing else.
func TestDeathInACall(t *testing.T) {
	h := open(t, "pranks", Options{})
	g, p := game(t, h)
	before, err := g.View(context.Background(), p, good)
	require.NoError(t, err)
	for i, c := range []struct {
		viewer core.Seat
		code   int
		panic  string
	}{{exits, 3, "about to go"}, {panicsAside, 2, "panic: out of line"}} {
		err := see(g, p, c.viewer)
		var trap *hosts.TrapError
		require.ErrorAs(t, err, &trap)
		require.Equal(t, "view", trap.Op)
		require.True(t, trap.Exited)
		require.Equal(t, c.code, trap.Exit)
		require.True(t, strings.HasPrefix(trap.Panic, c.panic), trap.Panic)
		after, err := g.View(context.Background(), p, good)
		require.NoError(t, err)
		require.Equal(t, before, after)
		require.EqualValues(t, i+1, h.Stats().Lost)
	}
}

// A process that is killed while nobody calls is replaced without anybody noticing.
func TestDeathWhileIdle(t *testing.T) {
	h := open(t, "pig", Options{})
	g, p := game(t, h)
	c := onlyChild(t, h)
	killAll(c.run.cmd.Process)
	<-c.run.exited
	require.NoError(t, see(g, p, good))
	require.EqualValues(t, 2, h.Stats().Started)
	require.EqualValues(t, 1, h.Stats().Lost)
	require.Zero(t, h.Stats().Failed)
}

// onlyChild returns the one process, which is idle.
func onlyChild(t *testing.T, h *Host) *child {
	t.Helper()
	h.pool.mu.Lock()
	defer h.pool.mu.Unlock()
	require.Len(t, h.pool.idle, 1)
	return h.pool.idle[0]
}

func TestCallThatNeverEnds(t *testing.T) {
	h := open(t, "pranks", Options{CallTimeout: 500 * time.Millisecond})
	g, p := game(t, h)
	var limit *hosts.LimitError
	require.ErrorAs(t, see(g, p, hangs), &limit)
	require.Equal(t, "call time in ms", limit.Kind)
	require.EqualValues(t, 500, limit.Limit)
	require.NoError(t, see(g, p, good))
	require.EqualValues(t, 1, h.Stats().Lost)
}

// A caller whose context ends does not wait, and if the call never ends the process is replaced soon.
func TestCallerGoesAway(t *testing.T) {
	h := open(t, "pranks", Options{MaxProcesses: 1})
	g, p := game(t, h)
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	_, err := g.View(ctx, p, hangs)
	require.ErrorIs(t, err, context.DeadlineExceeded)
	require.EqualValues(t, 1, h.Stats().Busy)
	_, err = g.View(ctx, p, good)
	require.ErrorIs(t, err, context.DeadlineExceeded)
	require.NoError(t, see(g, p, good), "waits for the replacement")
	require.EqualValues(t, 1, h.Stats().Lost)

	// One that is only slow is kept: here the call ends while the caller is gone.
	ctx, cancel = context.WithCancel(context.Background())
	go cancel()
	_, err = g.View(ctx, p, prints)
	if err != nil {
		require.ErrorIs(t, err, context.Canceled)
	}
	require.NoError(t, see(g, p, good))
	require.EqualValues(t, 1, h.Stats().Lost)
}

// A frozen process does not answer, nor does it end when asked to.
func TestStartThatNeverEnds(t *testing.T) {
	for _, role := range []string{"mute", "shut", "says:nothing of interest"} {
		began := time.Now()
		_, err := tryOpen(role, Options{StartTimeout: 300 * time.Millisecond})
		require.Less(t, time.Since(began), 5*time.Second, role)
		if role != "shut" {
			var limit *hosts.LimitError
			require.ErrorAs(t, err, &limit, role)
			require.Equal(t, "start time in ms", limit.Kind)
		}
		require.Error(t, err, role)
		ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
		self, _ := os.Executable()
		_, err = Open(ctx, self, options(role, Options{}))
		cancel()
		if role != "shut" {
			require.ErrorIs(t, err, context.DeadlineExceeded, role)
		}
		require.Error(t, err, role)
	}
}

// What breaks the contract is told, and the process is dropped.
func TestNonsense(t *testing.T) {
	h := open(t, "fake", Options{MaxResponse: 1 << 10})
	require.NotContains(t, h.Info().Offers, abi.Resample)
	ctx := context.Background()
	var e *hosts.ABIError
	var limit *hosts.LimitError
	_, err := h.Call(ctx, abi.Resample, nil, nil)
	require.ErrorIs(t, err, hosts.ErrNotOffered)
	_, err = h.Call(ctx, abi.Op(200), nil, nil)
	require.ErrorIs(t, err, hosts.ErrNotOffered)
	_, err = h.Call(ctx, abi.View, make([]byte, abi.MaxRequest+1), nil)
	require.ErrorAs(t, err, &limit)
	require.Zero(t, h.Stats().Lost)
	for i, op := range []abi.Op{abi.Manifest, abi.LegalMoves, abi.Apply, abi.Describe} {
		response, err := h.Call(ctx, op, nil, []byte("kept"))
		require.Error(t, err)
		require.Equal(t, "kept", string(response))
		switch op {
		case abi.Apply:
			require.ErrorAs(t, err, &limit)
			require.Equal(t, "response", limit.Kind)
		case abi.Describe:
			require.ErrorAs(t, err, new(*hosts.TrapError))
			require.ErrorContains(t, err, "ask again")
		default:
			require.ErrorAs(t, err, &e, "%v", op)
			require.ErrorContains(t, err, "rebuild")
		}
		response, err = h.Call(ctx, abi.View, nil, []byte("kept"))
		require.NoError(t, err)
		require.Equal(t, "kept\x81\xa2ok\xc0", string(response))
		require.EqualValues(t, i+1, h.Stats().Lost)
	}
}

func TestManyCallsAtOnce(t *testing.T) {
	h := open(t, "pranks", Options{MaxProcesses: 3})
	g, p := game(t, h)
	want, err := g.View(context.Background(), p, good)
	require.NoError(t, err)
	var calls sync.WaitGroup
	errs := make(chan error, 1000)
	for i := range 12 {
		calls.Go(func() {
			for n := range 40 {
				viewer := core.Seat(good)
				if i == 0 && n%20 == 10 {
					viewer = exits
				}
				got, err := g.View(context.Background(), p, viewer)
				switch {
				case viewer == exits && !errors.As(err, new(*hosts.TrapError)):
					errs <- errors.New("the death of one call was not told to it")
				case viewer == good && err != nil:
					errs <- err
				case viewer == good && !reflect.DeepEqual(got, want):
					errs <- errors.New("another answer")
				}
			}
		})
	}
	calls.Wait()
	close(errs)
	for err := range errs {
		require.NoError(t, err)
	}
	s := h.Stats()
	require.EqualValues(t, 2, s.Lost)
	require.LessOrEqual(t, s.Processes, 3)
}

// Close lets calls finish, turns away those that wait, and leaves nothing.
func TestCloseUnderLoad(t *testing.T) {
	h, err := tryOpen("pig", Options{MaxProcesses: 2})
	require.NoError(t, err)
	g, p := game(t, h)
	var calls sync.WaitGroup
	begun := make(chan struct{}, 8)
	for range 8 {
		calls.Go(func() {
			for n := 0; ; n++ {
				err := see(g, p, good)
				if n == 0 {
					begun <- struct{}{}
				}
				if err != nil {
					if !errors.Is(err, hosts.ErrClosed) {
						panic(err)
					}
					return
				}
			}
		})
	}
	for range 8 {
		<-begun
	}
	require.NoError(t, h.Close())
	calls.Wait()
	require.Zero(t, h.Stats().Processes)
}

func TestRestartDelay(t *testing.T) {
	const most = time.Second
	var got []time.Duration
	for n := range 9 {
		got = append(got, restartDelay(n, most))
	}
	ms := time.Millisecond
	require.Equal(t, []time.Duration{0, 0, 100 * ms, 200 * ms, 400 * ms, 800 * ms, most, most, most}, got)
	require.Equal(t, 20*ms, restartDelay(5, 20*ms))
	require.Equal(t, most, restartDelay(1<<40, most))
}

// While every process dies, restarts come after pauses, and a good call ends that.
func TestBackOff(t *testing.T) {
	h := open(t, "pranks", Options{MaxProcesses: 1})
	g, p := game(t, h)
	var mu sync.Mutex
	var asked []int
	h.pool.mu.Lock()
	h.pool.pause = func(failures int) time.Duration {
		mu.Lock()
		defer mu.Unlock()
		asked = append(asked, failures)
		return 0
	}
	h.pool.mu.Unlock()
	for _, viewer := range []core.Seat{exits, exits, exits, good, exits, good} {
		require.Equal(t, viewer == good, see(g, p, viewer) == nil)
	}
	mu.Lock()
	defer mu.Unlock()
	require.Equal(t, []int{1, 2, 3, 1}, asked)
}

// A folder for temporary files in which no socket can be made is told of.
func TestLongTemporaryFolder(t *testing.T) {
	long := filepath.Join(t.TempDir(), strings.Repeat("x", 100))
	require.NoError(t, os.Mkdir(long, 0o700))
	t.Setenv("TMPDIR", long)
	_, err := tryOpen("pig", Options{})
	require.ErrorContains(t, err, "set TMPDIR to a shorter one")
	left, err := os.ReadDir(long)
	require.NoError(t, err)
	require.Empty(t, left)
}
