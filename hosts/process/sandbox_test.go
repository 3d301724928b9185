package process

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/conformance/games/pig"
	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/hosttest"
	"github.com/parley-rules/parley/hosts/native"
	"github.com/parley-rules/parley/hosts/wasm"
)

// prank is the name of a module of which the process does what each request says, with all that its lockdown has left it, as if
// the module had broken out of its engine.
const prank = "prank"

// serveTestChild is ServeIfChild for the test binary.
func serveTestChild() {
	if os.Getenv(childKey) != "" && os.Args[1] == prank {
		fmt.Println("junk before it begins")
		fmt.Print("junk on the same line ")
		os.Exit(serveChild(os.Getenv(childKey), func(s *sandboxed, module []byte, log *slog.Logger) (hosts.Caller, error) {
			if s.Compile {
				return nil, nil
			}
			return prankster{module: module, log: log}, nil
		}))
	}
	ServeIfChild()
}

// prankster answers to each request what came of doing it.
type prankster struct {
	module []byte
	log    *slog.Logger
}

func (prankster) Info() hosts.Info {
	return hosts.Info{Engine: "prankster", Offers: abi.Ops[:]}
}
func (prankster) Close() error { return nil }

func (p prankster) Call(_ context.Context, _ abi.Op, request, _ []byte) ([]byte, error) {
	what, argument, _ := strings.Cut(string(request), " ")
	switch what {
	case "module":
		return p.module, nil
	case "environment":
		return fmt.Appendf(nil, "%q", os.Environ()), nil
	case "descriptors":
		open := 0
		for fd := range 64 {
			if inherited(fd) {
				open++
			}
		}
		return fmt.Append(nil, open), nil
	case "number":
		return fmt.Append(nil, os.Getpid()), nil
	case "write":
		return nil, os.WriteFile(argument, []byte("x"), 0o600)
	case "make":
		return nil, os.Mkdir(argument, 0o700)
	case "remove":
		return nil, os.Remove(argument)
	case "read":
		return os.ReadFile(argument)
	case "run":
		return exec.Command(argument).Output()
	case "dial":
		conn, err := net.Dial("tcp", argument)
		if err == nil {
			_ = conn.Close()
		}
		return nil, err
	case "kill":
		pid, err := strconv.Atoi(argument)
		if err == nil {
			err = killPid(pid)
		}
		return nil, err
	case "spin":
		for n := 0; ; n++ {
		}
	case "take":
		var kept [][]byte
		for len(kept) < 1<<16 {
			kept = append(kept, bytes.Repeat([]byte{1}, 1<<20))
		}
		return fmt.Append(nil, len(kept)), nil
	case "print":
		fmt.Println("to os.Stdout")
		_, _ = os.NewFile(1, "").WriteString("to file 1\n")
		_, _ = os.Stderr.WriteString(strings.Repeat("x", 10<<20) + "\n")
		return []byte("printed"), nil
	case "log":
		p.log.Warn("the log says", "text", "a\x1b[2Jb", "number", int64(7))
		return []byte("logged"), nil
	case "die":
		os.Exit(9)
	case "panic":
		panic("the prank goes wrong")
	case "trap":
		return nil, &hosts.TrapError{Op: "view", Cause: "unreachable", Panic: "panic: x", Stack: ".f(i32) i64"}
	}
	return []byte("done"), nil
}

// pranks opens a sandbox that plays pranks.
func openPranks(t *testing.T, opts SandboxOptions) *Host {
	opts.Wasm.NoCache = true
	if opts.MaxProcesses == 0 {
		opts.MaxProcesses = 1
	}
	h, err := SandboxModule(context.Background(), prank, []byte("\x00asm, says the prankster"), opts)
	require.NoError(t, err)
	t.Cleanup(func() {
		require.NoError(t, h.Close())
		require.Zero(t, h.Stats().Processes)
	})
	return h
}

func do(h *Host, what string) (string, error) {
	answer, err := h.Call(context.Background(), abi.View, []byte(what), nil)
	return string(answer), err
}

func done(t *testing.T, h *Host, what string) string {
	t.Helper()
	answer, err := do(h, what)
	require.NoError(t, err, what)
	return answer
}

const pigMain = "github.com/parley-rules/parley/conformance/games/pig/main"

func openPig(t *testing.T, opts SandboxOptions) *Host {
	if opts.Wasm.CacheDir == "" {
		opts.Wasm.CacheDir = cache
	}
	h, err := SandboxModule(context.Background(), "pig.wasm", hosttest.Build(t, pigMain), opts)
	require.NoError(t, err)
	t.Cleanup(func() {
		require.NoError(t, h.Close())
		require.Zero(t, h.Stats().Processes)
	})
	return h
}

// The same game as natively, and the same fuel as in this process.
func TestSandbox(t *testing.T) {
	h := openPig(t, SandboxOptions{MaxProcesses: 1})
	info := h.Info()
	require.Equal(t, "sandbox", info.Host)
	require.Contains(t, info.Engine, "wazero")
	require.Len(t, info.SHA256, 64)
	require.Equal(t, native.New(pig.Rules{}).Info().Offers, info.Offers)
	m, err := wasm.Load(context.Background(), hosttest.Build(t, pigMain), wasm.Options{MaxInstances: 1})
	require.NoError(t, err)
	defer m.Close()
	require.Equal(t, m.FuelLimit(), h.FuelLimit())
	ctx := context.Background()
	for range 3 {
		want, fuel, err := m.CallMetered(ctx, abi.Manifest, nil, nil)
		require.NoError(t, err)
		got, same, err := h.CallMetered(ctx, abi.Manifest, nil, []byte("kept"))
		require.NoError(t, err)
		require.Equal(t, "kept"+string(want), string(got))
		require.Equal(t, fuel, same)
		require.Positive(t, fuel)
	}
	g, err := hosts.Open(ctx, h)
	require.NoError(t, err)
	step, err := g.Init(ctx, hosts.NewGame{Seats: 3, Seed: hosts.SeedOf(1)})
	require.NoError(t, err)
	require.Positive(t, step.Fuel)
	require.Zero(t, h.Stats().Failed)
}

// A process that is killed is replaced, and the next call goes well.
func TestSandboxProcessIsKilled(t *testing.T) {
	h := openPig(t, SandboxOptions{MaxProcesses: 1})
	g, p := game(t, h)
	for range 3 {
		c := onlyChild(t, h)
		require.NoError(t, c.run.cmd.Process.Kill())
		<-c.run.exited
		require.NoError(t, see(g, p, good))
	}
	require.EqualValues(t, 3, h.Stats().Lost)
}

func TestSandboxOfAFile(t *testing.T) {
	module := hosttest.Build(t, pigMain)
	key := ed25519.NewKeyFromSeed(make([]byte, 32))
	signed, err := hosts.Sign(module, key)
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "pig.wasm")
	require.NoError(t, os.WriteFile(path, signed, 0o600))
	opts := SandboxOptions{Wasm: wasm.Options{PublicKeys: []ed25519.PublicKey{key.Public().(ed25519.PublicKey)}, CacheDir: cache}}
	h, err := Sandbox(context.Background(), path, opts)
	require.NoError(t, err)
	opts.Wasm.SHA256 = h.Info().SHA256
	require.NoError(t, h.Close())
	h, err = Sandbox(context.Background(), path, opts)
	require.NoError(t, err)
	require.NoError(t, h.Close())

	opts.Wasm.SHA256 = strings.Repeat("0", 64)
	_, err = Sandbox(context.Background(), path, opts)
	require.ErrorAs(t, err, new(*hosts.ChecksumError))
	opts.Wasm.SHA256 = ""
	opts.Wasm.PublicKeys = []ed25519.PublicKey{}
	_, err = Sandbox(context.Background(), path, opts)
	require.ErrorAs(t, err, new(*hosts.SignatureError))
	_, err = SandboxModule(context.Background(), "pig.wasm", module, opts)
	require.ErrorAs(t, err, new(*hosts.SignatureError))
	_, err = Sandbox(context.Background(), path+".not", SandboxOptions{})
	require.ErrorIs(t, err, os.ErrNotExist)
	opts = SandboxOptions{}
	opts.Wasm.MaxModule = 1000
	_, err = Sandbox(context.Background(), path, opts)
	require.ErrorAs(t, err, new(*hosts.LimitError))
}

// Errors of a module are the same as in this process.
func TestSandboxErrorsAreTyped(t *testing.T) {
	for what, c := range map[string]struct {
		module []byte
		opts   wasm.Options
	}{
		"no module": {[]byte("hello"), wasm.Options{}},
		"a command": {[]byte("\x00asm\x01\x00\x00\x00"), wasm.Options{}},
		"memory":    {hosttest.Build(t, pigMain), wasm.Options{MemoryLimit: 64 << 10}},
		"function":  {hosttest.Build(t, pigMain), wasm.Options{MaxFunction: 100}},
		"an option": {hosttest.Build(t, pigMain), wasm.Options{Depth: -1}},
		"start":     {hosttest.Build(t, pigMain), wasm.Options{Depth: 3}},
	} {
		_, want := wasm.Load(context.Background(), c.module, c.opts)
		require.Error(t, want, what)
		c.opts.CacheDir = cache
		_, got := SandboxModule(context.Background(), "x", c.module, SandboxOptions{Wasm: c.opts})
		require.Error(t, got, what)
		require.Equal(t, want.Error(), got.Error(), what)
		if _, plain := want.(interface{ Unwrap() error }); plain || !strings.HasPrefix(what, "an ") {
			require.IsType(t, want, got, what)
		}
	}
}

func TestSandboxWrongOptions(t *testing.T) {
	for _, opts := range []SandboxOptions{
		{Wasm: wasm.Options{SHA256: "abc"}}, {MaxProcesses: -1}, {StartTimeout: -1}, {CallTimeout: -1}, {MaxRestartDelay: -1}, {MemoryLimit: 1}, {CPULimit: 1},
		{CPULimit: -time.Second}, {Wasm: wasm.Options{MaxInstances: 2}}, {Wasm: wasm.Options{NoCache: true, CacheDir: "x"}}, {Wasm: wasm.Options{MaxResponse: -1}},
	} {
		_, err := SandboxModule(context.Background(), prank, nil, opts)
		require.ErrorContains(t, err, "process: option")
	}
}

// A program whose main does not begin with ServeIfChild is told so.
func TestNoServeIfChild(t *testing.T) {
	_, err := SandboxModule(context.Background(), "x", nil, SandboxOptions{Command: []string{"/bin/false"}})
	require.ErrorAs(t, err, new(*hosts.ABIError))
	require.ErrorContains(t, err, "ServeIfChild")
	t.Setenv(childKey, "1")
	_, err = SandboxModule(context.Background(), prank, nil, SandboxOptions{})
	require.ErrorContains(t, err, "begin its main with process.ServeIfChild()")
}

// What happens between the host and the process, whatever the module does.
func TestSandboxPranks(t *testing.T) {
	var log logged
	h := openPranks(t, SandboxOptions{Wasm: wasm.Options{Log: log.logger()}})
	require.Equal(t, "done", done(t, h, ""))
	require.Equal(t, "\x00asm, says the prankster", done(t, h, "module"))
	require.Equal(t, "printed", done(t, h, "print"))
	require.Equal(t, "logged", done(t, h, "log"))
	_, err := do(h, "trap")
	require.Equal(t, &hosts.TrapError{Op: "view", Cause: "unreachable", Panic: "panic: x", Stack: ".f(i32) i64"}, err)
	require.Zero(t, h.Stats().Lost, "an error of the module is none of the process")
	_, err = do(h, "die")
	var trap *hosts.TrapError
	require.ErrorAs(t, err, &trap)
	require.Equal(t, 9, trap.Exit)
	_, err = do(h, "panic")
	require.ErrorAs(t, err, &trap)
	require.Contains(t, trap.Panic, "the prank goes wrong")
	require.Equal(t, "done", done(t, h, ""))
	require.NoError(t, h.Close())
	text := log.String()
	for _, want := range []string{"junk before it begins", "junk on the same line", "to os.Stdout", "to file 1", "text=xxxxx", `level=WARN msg="the log says" text=a?[2Jb number=7`} {
		require.Contains(t, text, want)
	}
	require.Less(t, len(text), 300_000, "10 MB are not logged")
}

// The deadline kills the process, and the next call gets another one.
func TestSandboxCallTimeout(t *testing.T) {
	h := openPranks(t, SandboxOptions{CallTimeout: 300 * time.Millisecond})
	_, err := do(h, "spin")
	require.Equal(t, &hosts.LimitError{Kind: "call time in ms", Limit: 300}, err)
	require.Equal(t, "done", done(t, h, ""))
}

// A module whose processes die one after the other is refused.
func TestSandboxFailing(t *testing.T) {
	h := openPranks(t, SandboxOptions{Wasm: wasm.Options{MaxFailures: 3}, MaxRestartDelay: time.Millisecond})
	for range 3 {
		_, err := do(h, "die")
		require.NotErrorIs(t, err, hosts.ErrModuleFailing)
	}
	for range 2 {
		_, err := do(h, "")
		require.ErrorIs(t, err, hosts.ErrModuleFailing)
		require.ErrorAs(t, err, new(*hosts.TrapError), "with the last failure in it")
	}
	require.Zero(t, h.Stats().Processes)
}

func TestErrorsThatAreSent(t *testing.T) {
	trap := &hosts.TrapError{Op: "apply", Cause: "exit code 2", Exit: 2, Exited: true, Panic: "panic: x\n\tat y", Stack: "a\nb"}
	for _, want := range []error{
		trap, &hosts.LimitError{Kind: "fuel", Limit: 5, Used: 6}, &hosts.LimitError{Kind: "memory", Limit: 5, Used: 6, Trap: trap},
		&hosts.ABIError{Have: "a", Want: "b", Hint: "c"}, hosts.ErrClosed, hosts.ErrNotOffered, errors.New("else"),
	} {
		got, ok := unpackError(packError(want))
		require.True(t, ok)
		require.Equal(t, want, got)
		wrapped := fmt.Errorf("%w: 3 failures, the last: %w", hosts.ErrModuleFailing, want)
		got, ok = unpackError(packError(wrapped))
		require.True(t, ok)
		require.ErrorIs(t, got, hosts.ErrModuleFailing)
		require.Equal(t, wrapped.Error(), got.Error())
		require.Equal(t, want, got.(interface{ Unwrap() []error }).Unwrap()[1])
	}
	for _, bad := range []string{"", "{}", "[]", `{"known":"x"}`, `{"trap":5}`} {
		_, ok := unpackError([]byte(bad))
		require.False(t, ok, bad)
	}
}

// What a process says of a module is not taken as it is.
func TestInfoThatIsSent(t *testing.T) {
	b, err := json.Marshal(hosts.Info{Engine: "a\x1b", Exports: []string{"b\x1b"}, Offers: []abi.Op{200, abi.View, 255, abi.Init, abi.View}})
	require.NoError(t, err)
	info, err := readInfo(b)
	require.NoError(t, err)
	require.Equal(t, hosts.Info{Engine: "a?", Exports: []string{"b?"}, Offers: []abi.Op{abi.Init, abi.View}}, info)
	_, err = readInfo([]byte("[]"))
	require.Error(t, err)
}

// All options of hosts/wasm get through.
func TestOptionsThatAreSent(t *testing.T) {
	want := sandboxed{Wasm: wasm.Options{Engine: wasm.Interpreter, CacheDir: "x", MaxInstances: 1, MemoryLimit: 2, Fuel: 3, Depth: 4, Environment: wasm.Environment{RandomSeed: 1 << 63}}, Memory: 5, CPU: 6, Log: true}
	b, err := json.Marshal(want)
	require.NoError(t, err)
	var got sandboxed
	require.NoError(t, json.Unmarshal(b, &got))
	require.Equal(t, want, got)
}

// Whatever a process sends is read or refused, and never takes more memory than the host allows.
func FuzzFrames(f *testing.F) {
	var good bytes.Buffer
	w := frameWriter{w: &good}
	require.NoError(f, w.write(frameLog, []byte(`{"level":4,"text":"x","attrs":[{"key":"k","number":1}]}`)))
	require.NoError(f, w.write(frameTired))
	require.NoError(f, w.write(frameAnswer, make([]byte, fuelHead), []byte("\x81\xa2ok\xc0")))
	require.NoError(f, w.write(frameError, make([]byte, fuelHead), packError(hosts.ErrClosed)))
	f.Add(good.Bytes())
	f.Add([]byte("a\xff\xff\xff\xffx"))
	f.Add([]byte{frameError, 2, 0, 0, 0, '{', '}'})
	f.Fuzz(func(t *testing.T, sent []byte) {
		opts, err := Options{MaxResponse: 1 << 10}.resolved()
		require.NoError(t, err)
		l := &sandboxLink{opts: &opts, run: &osProcess{out: newOutput(&opts)}}
		l.in.r = newFrameBuffer(bytes.NewReader(sent))
		for {
			content, err := l.receive(frameAnswer, fuelHead+opts.MaxResponse)
			require.LessOrEqual(t, len(content), fuelHead+opts.MaxResponse)
			if err == nil || errors.As(err, new(*toldError)) {
				continue
			}
			if !errors.As(err, new(*badFrame)) && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
				require.ErrorContains(t, err, "that is none")
			}
			return
		}
	})
}

// BenchmarkSandboxCall asks for a view of pig in this process and in a sandbox.
func BenchmarkSandboxCall(b *testing.B) {
	ctx, module := context.Background(), hosttest.Build(b, pigMain)
	m, err := wasm.Load(ctx, module, wasm.Options{})
	require.NoError(b, err)
	h, err := SandboxModule(ctx, "pig.wasm", module, SandboxOptions{Wasm: wasm.Options{CacheDir: cache}})
	require.NoError(b, err)
	g, err := hosts.Open(ctx, native.New(pig.Rules{}))
	require.NoError(b, err)
	step, err := g.Init(ctx, hosts.NewGame{Seats: 8, Seed: hosts.SeedOf(1)})
	require.NoError(b, err)
	request := append([]byte("\x82\xa6viewer\x00\xa8position\xc4"), byte(len(step.Position)))
	request = append(request, step.Position...)
	want, err := m.Call(ctx, abi.View, request, nil)
	require.NoError(b, err)
	for _, c := range []struct {
		name   string
		caller hosts.Caller
	}{{"wasm", m}, {"sandbox", h}} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			var response []byte
			for b.Loop() {
				if response, err = c.caller.Call(ctx, abi.View, request, response[:0]); err != nil {
					b.Fatal(err)
				}
			}
			require.Equal(b, want, response)
		})
		require.NoError(b, c.caller.Close())
	}
}

// BenchmarkSandboxStart opens and closes a sandbox of a module that is in the cache.
func BenchmarkSandboxStart(b *testing.B) {
	module := hosttest.Build(b, pigMain)
	for b.Loop() {
		h, err := SandboxModule(context.Background(), "pig.wasm", module, SandboxOptions{Wasm: wasm.Options{CacheDir: cache}})
		require.NoError(b, err)
		require.NoError(b, h.Close())
	}
}
