package rpc

import (
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"github.com/hashicorp/go-hclog"
	"github.com/hashicorp/go-plugin"
	"google.golang.org/grpc"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/core"
)

// Serve serves rules to the host that started this program, until the host closes standard input or dies, and then ends the
// program. It must only be called if Hosted. It panics if the manifest of the rules has a fault.
func Serve(rules core.Rules) {
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin) // its end, or an error: the host is gone either way
		leave(0)
	}()
	term := make(chan os.Signal, 1)
	signal.Notify(term, syscall.SIGTERM) // on Linux the kernel sends it when the host dies
	go func() {
		<-term
		leave(128 + int(syscall.SIGTERM))
	}()
	plugin.Serve(&plugin.ServeConfig{
		HandshakeConfig: Handshake,
		Plugins:         plugin.PluginSet{Name: &Plugin{Rules: rules}},
		GRPCServer: func(opts []grpc.ServerOption) *grpc.Server {
			return plugin.DefaultGRPCServer(append(opts, grpc.MaxRecvMsgSize(abi.MaxRequest+messageHead)))
		},
		Logger: hclog.New(&hclog.LoggerOptions{Level: hclog.Warn, Output: os.Stderr}),
	})
}

// messageHead is more than what a message has besides the bytes of a request or response.
const messageHead = 1 << 10

// leave ends the program. A host that died in the middle of the start has not removed the socket: it is done here.
func leave(code int) {
	if dir := os.Getenv(plugin.EnvUnixSocketDir); dir != "" {
		sockets, _ := filepath.Glob(filepath.Join(dir, "plugin*"))
		for _, path := range sockets {
			if info, err := os.Lstat(path); err == nil && info.Mode()&os.ModeSocket != 0 {
				_ = os.Remove(path)
			}
		}
		_ = os.Remove(dir) // if it is empty
	}
	os.Exit(code)
}
