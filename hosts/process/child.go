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

// child is one running process. One call at a time uses it, and after an error none does.
type child struct {
	opts    *Options
	run     *processRunner
	conn    *grpc.ClientConn
	rules   rpc.RulesClient
	hello   *rpc.HelloResponse
	request []byte // a copy of the request, which the caller may take back before the call has ended
}

// startChild starts a process, speaks with it and asks what it is. After an error nothing is left of it.
func startChild(ctx context.Context, p *program, opts *Options) (*child, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, opts.StartTimeout, fmt.Errorf("process: %s did not answer in time after its start: %w",
		p.path, &hosts.LimitError{Kind: "start time in ms", Limit: opts.StartTimeout.Milliseconds()}))
	defer cancel()
	if err := p.check(); err != nil {
		return nil, err
	}
	c := &child{opts: opts, run: &processRunner{ctx: ctx, program: p, args: opts.Args, out: newOutput(opts)}}
	err := c.connect()
	if err == nil {
		err = c.greet(ctx)
	}
	// Nobody else is to connect, and a host that is killed leaves nothing behind.
	if c.run.dir != "" {
		err = errors.Join(err, os.RemoveAll(c.run.dir))
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
func (c *child) connect() error {
	config := &plugin.ClientConfig{
		HandshakeConfig:  rpc.Handshake,
		Plugins:          plugin.PluginSet{rpc.Name: &rpc.Plugin{}},
		AllowedProtocols: []plugin.Protocol{plugin.ProtocolGRPC},
		AutoMTLS:         true,
		SkipHostEnv:      true,
		Logger:           hclog.NewNullLogger(),
		StartTimeout:     c.opts.StartTimeout,
		RunnerFunc: func(_ hclog.Logger, cmd *exec.Cmd, dir string) (runner.Runner, error) {
			c.run.dir = dir
			c.run.env = append(append([]string{}, c.opts.Env...), cmd.Env...)
			return c.run, nil
		},
	}
	addr, err := plugin.NewClient(config).Start()
	if err != nil {
		return err
	}
	c.conn, err = dial(addr, config.TLSConfig, c.opts.MaxResponse)
	if err != nil {
		return err
	}
	c.rules = rpc.NewRulesClient(c.conn)
	return nil
}

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
func (c *child) greet(ctx context.Context) error {
	asking, cancel := withoutDeadline(ctx)
	defer cancel()
	hello, err := c.rules.Hello(asking, &rpc.HelloRequest{})
	if err != nil {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		return c.failure("start", err)
	}
	c.hello = hello
	if hello.GetMajor() != abi.Major {
		return &hosts.ABIError{Have: fmt.Sprintf("it speaks version %d.%d of the ABI", hello.GetMajor(), hello.GetMinor()),
			Want: fmt.Sprintf("version %d", abi.Major), Hint: rebuild}
	}
	for _, op := range abi.Ops {
		if !op.Optional() && !c.offersOp(op) {
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

func (c *child) offersOp(op abi.Op) bool {
	for _, name := range c.hello.GetOffers() {
		if name == op.String() {
			return true
		}
	}
	return false
}

// call carries out an operation on c.request. After an error the process must not be used again.
func (c *child) call(ctx context.Context, op abi.Op) ([]byte, error) {
	c.run.out.begin()
	answer, err := c.rules.Call(ctx, &rpc.CallRequest{Op: op.String(), Request: c.request})
	if err != nil {
		if ctx.Err() != nil {
			return nil, &hosts.LimitError{Kind: "call time in ms", Limit: c.opts.CallTimeout.Milliseconds()}
		}
		return nil, c.failure(op.String(), err)
	}
	response := answer.GetResponse()
	if len(response) > c.opts.MaxResponse {
		return nil, &hosts.LimitError{Kind: "response", Limit: int64(c.opts.MaxResponse), Used: int64(len(response))}
	}
	if !bytes.HasPrefix(response, okHead) && !bytes.HasPrefix(response, errorHead) {
		return nil, &hosts.ABIError{Have: fmt.Sprintf("its %q answered %d bytes that are no answer", op, len(response)), Want: "{ok: ...} or {error: ...}", Hint: rebuild}
	}
	return response, nil
}

// What all answers begin with.
var (
	okHead    = []byte("\x81\xa2ok")
	errorHead = []byte("\x81\xa5error")
)

// failure makes the error for a call that gRPC could not carry out. Most often the process has died, which shows a little later.
func (c *child) failure(op string, err error) error {
	s := status.Convert(err)
	if s.Code() == codes.ResourceExhausted {
		return &hosts.LimitError{Kind: "response", Limit: int64(c.opts.MaxResponse)}
	}
	if s.Code() != codes.Unavailable && !c.run.gone() {
		return &hosts.ABIError{Have: fmt.Sprintf("it answered %q with the gRPC status %v: %s", op, s.Code(), s.Message()), Want: "a response", Hint: rebuild}
	}
	if c.run.goneSoon() {
		return c.run.trap(op)
	}
	return &hosts.TrapError{Op: op, Cause: "the connection broke: " + s.Message()}
}

// kill ends the process at once and frees what was held for it.
func (c *child) kill() { c.free((*processRunner).kill) }

// stop ends the process gently, if it lets.
func (c *child) stop() { c.free((*processRunner).stop) }

func (c *child) free(end func(*processRunner)) {
	if c.conn != nil {
		_ = c.conn.Close() // which has nothing to say
	}
	if c.run.exited != nil {
		end(c.run)
	}
}
