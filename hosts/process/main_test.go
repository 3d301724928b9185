package process

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"

	"github.com/hashicorp/go-plugin"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/abi/rpc"
	"github.com/parley-rules/parley/conformance/games/pig"
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
)

// The test binary is also the processes of sandboxes, and the plugins of the tests: it runs itself with the name of one in this variable.
const roleKey = "PROCESS_TEST_ROLE"

func TestMain(m *testing.M) {
	serveTestChild()
	role, argument, _ := strings.Cut(os.Getenv(roleKey), ":")
	if role == "" {
		cache = must(os.MkdirTemp("", "parley-cache-"))
		code := m.Run()
		_ = os.RemoveAll(cache)
		os.Exit(code)
	}
	play, ok := roles[role]
	if !ok {
		panic("no role " + role)
	}
	play(argument)
	os.Exit(0)
}

var roles = map[string]func(argument string){
	"pig":    func(string) { rpc.Serve(pig.Rules{}) },
	"pranks": func(string) { rpc.Serve(pranks{}) },
	"junk": func(string) {
		fmt.Print("Welcome!\n1|2|3\n1|1|nonsense|x|y|z\n\x00\xff\n")
		fmt.Println(strings.Repeat("long ", 1<<20))
		fmt.Print("loading 1")
		rpc.Serve(pranks{})
	},
	"slow": func(fifo string) {
		must(os.ReadFile(fifo)) // until the test lets go
		rpc.Serve(pig.Rules{})
	},
	"mute":     func(string) { must(io.Copy(io.Discard, os.Stdin)) },
	"panics":   func(string) { panic("no rules today") },
	"says":     func(line string) { fmt.Println(line); must(io.Copy(io.Discard, os.Stdin)) },
	"says_err": func(line string) { fmt.Fprintln(os.Stderr, line); os.Exit(7) },
	"shut": func(string) { // says where it is and is not there
		fmt.Printf("1|%d|unix|%s/plugin1|grpc|%s\n", abi.Major, os.Getenv(plugin.EnvUnixSocketDir), certificate)
		must(io.Copy(io.Discard, os.Stdin))
	},
	"abi2":   func(string) { serve(2, fake{}) },
	"hello2": func(string) { serve(abi.Major, fake{hello: &rpc.HelloResponse{Major: 2, Minor: 1}}) },
	"poor": func(string) {
		serve(abi.Major, fake{hello: &rpc.HelloResponse{Major: abi.Major, Offers: []string{"view", "fly"}}})
	},
	"fake": func(string) { serve(abi.Major, fake{hello: all}) },
	"environment": func(string) {
		fmt.Fprintf(os.Stderr, "environment: %q, arguments: %q\n", os.Environ(), os.Args[1:])
		os.Exit(7)
	},
	"host":  host,
	"stall": func(fifo string) { rpc.Serve(stalling{fifo: fifo}) },
	"held":  func(fifo string) { hold(fifo); rpc.Serve(pig.Rules{}) },
	"family": func(fifo string) { // leaves a child behind that has its pipes
		child := &exec.Cmd{Path: must(os.Executable()), Args: []string{"child"}, Env: []string{roleKey + "=orphan:" + fifo}, Stderr: os.Stderr}
		ready := must(child.StdoutPipe())
		if err := child.Start(); err != nil {
			panic(err)
		}
		must(bufio.NewReader(ready).ReadString('\n'))
	},
	"orphan": func(fifo string) {
		hold(fifo)
		fmt.Println("ready")
		stop := make(chan os.Signal, 1)
		signal.Notify(stop, syscall.SIGTERM)
		<-stop
	},
}

// cache is the folder of compiled code for all tests.
var cache string

// must is for helpers, which have nobody to tell.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// certificate is the certificate of nobody.
const certificate = "MIIBfTCCASOgAwIBAgIRAM5UyqWOCY6hQ0MQVFUGZO0wCgYIKoZIzj0EAwIwEjEQMA4GA1UEChMHQWNtZSBDbzAeFw0yNjAxMDEwMDAwMDBaFw0zNjAxMDEwMDAwMDBaMBIxEDAOBgNVBAoTB0FjbWUgQ28w"

// pranks is pig, with views that do harm: what depends on the viewer.
type pranks struct{ pig.Rules }

const (
	good = iota
	exits
	panics
	panicsAside
	hangs
	shouts
	prints
)

func (p pranks) New() core.State { return prankState{p.Rules.New()} }

type prankState struct{ core.State }

func (s prankState) CopyTo(to core.State) { s.State.CopyTo(to.(prankState).State) }

func (s prankState) View(viewer core.Seat, w *wire.Writer) {
	switch viewer {
	case exits:
		println("about to go")
		os.Exit(3)
	case panics:
		panic("the secret is 42")
	case panicsAside:
		go panic("out of line")
		select {}
	case hangs:
		select {}
	case shouts:
		os.Stderr.WriteString(strings.Repeat("x", 10<<20) + " and the end\n")
	case prints:
		fmt.Println("from os.Stdout")
		fmt.Fprintln(os.Stderr, "from os.Stderr")
		stdout := os.NewFile(1, "stdout")
		fmt.Fprint(stdout, "1|1|unix|from file 1|grpc|\n")
		println("from file 2")
	}
	s.State.View(viewer, w)
}

// fake is a plugin that was not made with the sdk.
type fake struct{ hello *rpc.HelloResponse }

var all = &rpc.HelloResponse{Major: abi.Major, Offers: []string{"manifest", "init", "legal_moves", "apply", "view", "playout", "describe", "a new one"}}

func (f fake) Hello(context.Context, *rpc.HelloRequest) (*rpc.HelloResponse, error) {
	return f.hello, nil
}

func (f fake) Call(_ context.Context, q *rpc.CallRequest) (*rpc.CallResponse, error) {
	switch q.GetOp() {
	case "manifest":
		return &rpc.CallResponse{}, nil
	case "init":
		return &rpc.CallResponse{Response: []byte("\x81\xa2okay")}, nil
	case "legal_moves":
		return nil, status.Error(codes.Internal, "no idea")
	case "apply":
		return &rpc.CallResponse{Response: append([]byte("\x81\xa2ok\xc6"), make([]byte, 1<<20)...)}, nil
	case "describe":
		return nil, status.Error(codes.Unavailable, "ask again")
	}
	return &rpc.CallResponse{Response: []byte("\x81\xa2ok\xc0")}, nil
}

// GRPCServer and GRPCClient make fake a plugin for go-plugin.
func (f fake) GRPCServer(_ *plugin.GRPCBroker, s *grpc.Server) error {
	rpc.RegisterRulesServer(s, f)
	return nil
}

func (fake) GRPCClient(context.Context, *plugin.GRPCBroker, *grpc.ClientConn) (any, error) {
	return nil, nil
}

// serve serves a fake as go-plugin's documentation says.
func serve(version uint, f fake) {
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		os.Exit(0)
	}()
	handshake := rpc.Handshake
	handshake.ProtocolVersion = version
	plugin.Serve(&plugin.ServeConfig{
		HandshakeConfig: handshake,
		Plugins: plugin.PluginSet{rpc.Name: &struct {
			plugin.NetRPCUnsupportedPlugin
			fake
		}{fake: f}},
		GRPCServer: plugin.DefaultGRPCServer,
	})
}

// stalling never comes to its handshake: rpc.Serve asks for the manifest before.
type stalling struct {
	pig.Rules
	fifo string
}

func (s stalling) Manifest() *core.Manifest {
	hold(s.fifo)
	select {}
}

// hold opens a FIFO for writing, so that its reader sees when this process ends.
func hold(fifo string) { held = must(os.OpenFile(fifo, os.O_WRONLY, 0)) }

var held *os.File

// host is a program that runs a plugin, which plays the role in its argument. It says when the plugin is there, and waits.
func host(role string) {
	h, err := Open(context.Background(), must(os.Executable()), Options{Env: []string{roleKey + "=" + role}})
	if err == nil {
		fmt.Println("open")
		_, _ = bufio.NewReader(os.Stdin).ReadString('\n') // for ever
		err = h.Close()
	}
	panic(err)
}
