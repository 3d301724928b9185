package process

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"sync/atomic"

	"github.com/hashicorp/go-hclog"
	"github.com/hashicorp/go-plugin"
	"github.com/hashicorp/go-plugin/runner"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/status"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/abi/rpc"
	"github.com/parley-rules/parley/hosts"
)

// grpcLink speaks with a plugin process by the service of abi/rpc.
type grpcLink struct {
	opts  *Options
	run   *processRunner
	conn  *grpc.ClientConn
	rules rpc.RulesClient
	hello *rpc.HelloResponse
}

// startPlugin starts a plugin process, speaks with it and asks what it is. After an error nothing is left of it.
func startPlugin(ctx context.Context, p *program, opts *Options) (*child, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, opts.StartTimeout, fmt.Errorf("process: %s did not answer in time after its start: %w",
		p.path, &hosts.LimitError{Kind: "start time in ms", Limit: max(1, opts.StartTimeout.Milliseconds())}))
	defer cancel()
	if err := p.check(); err != nil {
		return nil, err
	}
	l := &grpcLink{opts: opts, run: &processRunner{osProcess: osProcess{path: p.path, out: newOutput(opts)}, ctx: ctx, program: p, args: opts.Args}}
	c := &child{run: &l.run.osProcess, link: l}
	err := l.connect()
	if err == nil {
		err = l.greet(ctx)
	}
	// Nobody else is to connect, and a host that is killed leaves nothing behind.
	if l.run.dir != "" {
		err = errors.Join(err, os.RemoveAll(l.run.dir))
	}
	if err != nil {
		c.kill()
		return nil, err
	}
	return c, nil
}

// connect starts the process with go-plugin, which makes the keys of both ends and reads the handshake. The connection is
// made here and not by go-plugin's Client: that one leaks goroutines if a process dies meanwhile, connects again while
// it ends, and waits for ever for one that is frozen.
func (l *grpcLink) connect() error {
	config := &plugin.ClientConfig{
		HandshakeConfig:  rpc.Handshake,
		Plugins:          plugin.PluginSet{rpc.Name: &rpc.Plugin{}},
		AllowedProtocols: []plugin.Protocol{plugin.ProtocolGRPC},
		AutoMTLS:         true,
		SkipHostEnv:      true,
		Logger:           hclog.NewNullLogger(),
		StartTimeout:     l.opts.StartTimeout,
		RunnerFunc: func(_ hclog.Logger, cmd *exec.Cmd, dir string) (runner.Runner, error) {
			l.run.dir = dir
			if len(dir) > maxSocketDir {
				return nil, fmt.Errorf("process: the folder for temporary files has %d bytes in its name, and a socket in it can have no more than %d: set TMPDIR to a shorter one", len(dir), maxSocketDir)
			}
			l.run.env = append(append([]string{}, l.opts.Env...), cmd.Env...)
			return l.run, nil
		},
	}
	addr, err := plugin.NewClient(config).Start()
	if err != nil {
		return err
	}
	l.conn, err = dial(addr, config.TLSConfig, l.opts.MaxResponse)
	if err != nil {
		return err
	}
	l.rules = rpc.NewRulesClient(l.conn)
	return nil
}

// maxSocketDir is how long the name of a socket's folder may be: macOS has room for 104 bytes, and the plugin adds a name of up to 20.
const maxSocketDir = 80

// messageHead is more than what a message has besides the bytes of a response.
const messageHead = 1 << 10

var errDialled = errors.New("the connection to the plugin was lost")

// dial connects to a process, once: when the connection is lost the process is of no use any more.
func dial(addr net.Addr, secure *tls.Config, maxResponse int) (*grpc.ClientConn, error) {
	var dialled atomic.Bool
	return grpc.NewClient("passthrough:///plugin",
		grpc.WithTransportCredentials(credentials.NewTLS(secure)),
		grpc.WithContextDialer(func(ctx context.Context, _ string) (net.Conn, error) {
			if dialled.Swap(true) {
				return nil, errDialled
			}
			return new(net.Dialer).DialContext(ctx, addr.Network(), addr.String())
		}),
		grpc.WithIdleTimeout(0), // which would end the connection
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(maxResponse+messageHead), grpc.MaxCallSendMsgSize(abi.MaxRequest+messageHead)))
}

// greet asks the process what it is.
func (l *grpcLink) greet(ctx context.Context) error {
	asking, cancel := withoutDeadline(ctx)
	defer cancel()
	hello, err := l.rules.Hello(asking, &rpc.HelloRequest{})
	if err != nil {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		return l.failure("start", err)
	}
	l.hello = hello
	if hello.GetMajor() != abi.Major {
		return &hosts.ABIError{Have: fmt.Sprintf("it speaks version %d.%d of the ABI", hello.GetMajor(), hello.GetMinor()),
			Want: fmt.Sprintf("version %d", abi.Major), Hint: rebuild}
	}
	for _, op := range abi.Ops {
		if !op.Optional() && !l.offersOp(op) {
			return &hosts.ABIError{Have: fmt.Sprintf("it offers no %q", op), Want: "all operations that are not optional", Hint: rebuild}
		}
	}
	return nil
}

// withoutDeadline returns a context that ends with ctx and does not say when that will be. gRPC tells a deadline to the
// plugin, whose answer that it is over may come before it is over here.
func withoutDeadline(ctx context.Context) (context.Context, context.CancelFunc) {
	inner, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, cancel)
	return inner, func() {
		stop()
		cancel()
	}
}

func (l *grpcLink) offersOp(op abi.Op) bool {
	for _, name := range l.hello.GetOffers() {
		if name == op.String() {
			return true
		}
	}
	return false
}

// call implements link. After an error the process is lost.
func (l *grpcLink) call(ctx context.Context, op abi.Op, request []byte) ([]byte, int64, fate, error) {
	l.run.out.begin()
	answer, err := l.rules.Call(ctx, &rpc.CallRequest{Op: op.String(), Request: request})
	if err != nil {
		if ctx.Err() != nil {
			return nil, 0, lost, &hosts.LimitError{Kind: "call time in ms", Limit: max(1, l.opts.CallTimeout.Milliseconds())}
		}
		return nil, 0, lost, l.failure(op.String(), err)
	}
	response := answer.GetResponse()
	if len(response) > l.opts.MaxResponse {
		return nil, 0, lost, &hosts.LimitError{Kind: "response", Limit: int64(l.opts.MaxResponse), Used: int64(len(response))}
	}
	if !isAnswer(response) {
		return nil, 0, lost, &hosts.ABIError{Have: fmt.Sprintf("its %q answered %d bytes that are no answer", op, len(response)), Want: "{ok: ...} or {error: ...}", Hint: rebuild}
	}
	return response, 0, usable, nil
}

func (l *grpcLink) close() {
	if l.conn != nil {
		_ = l.conn.Close() // which has nothing to say
	}
}

// isAnswer says whether a response begins as all answers do.
func isAnswer(response []byte) bool {
	return bytes.HasPrefix(response, okHead) || bytes.HasPrefix(response, errorHead)
}

// What all answers begin with.
var (
	okHead    = []byte("\x81\xa2ok")
	errorHead = []byte("\x81\xa5error")
)

// failure makes the error for a call that gRPC could not carry out. Most often the process has died, which shows a little later.
func (l *grpcLink) failure(op string, err error) error {
	s := status.Convert(err)
	if s.Code() == codes.ResourceExhausted {
		return &hosts.LimitError{Kind: "response", Limit: int64(l.opts.MaxResponse)}
	}
	if s.Code() != codes.Unavailable && !l.run.gone() {
		return &hosts.ABIError{Have: fmt.Sprintf("it answered %q with the gRPC status %v: %s", op, s.Code(), s.Message()), Want: "a response", Hint: rebuild}
	}
	if l.run.goneSoon() {
		return l.run.trap(op)
	}
	return &hosts.TrapError{Op: op, Cause: "the connection broke: " + s.Message()}
}
