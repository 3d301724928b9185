package rpc

import (
	"context"
	"os"
	"runtime"
	"sync"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/core"
)

// server serves the rules of one game. It is safe for concurrent use: each call takes an abi.Server of its own.
type server struct {
	offers  []string
	ops     map[string]abi.Op
	servers sync.Pool

	// go-plugin has put pipes in the place of os.Stdout and os.Stderr, which are read over the connection. What the rules
	// print last before they die would be lost there, so that Hello puts the true standard error back for both.
	stderr *os.File
	first  sync.Once
}

func newServer(rules core.Rules) *server {
	s := &server{ops: map[string]abi.Op{}, stderr: os.Stderr}
	s.servers.New = func() any { return abi.NewServer(rules) }
	one := abi.NewServer(rules)
	for _, op := range abi.Ops {
		if one.Offers(op) {
			s.offers = append(s.offers, op.String())
			s.ops[op.String()] = op
		}
	}
	s.servers.Put(one)
	return s
}

// Hello says what the plugin is.
func (s *server) Hello(context.Context, *HelloRequest) (*HelloResponse, error) {
	s.first.Do(func() { os.Stdout, os.Stderr = s.stderr, s.stderr })
	return &HelloResponse{Major: abi.Major, Minor: abi.Minor, Offers: s.offers, Runtime: runtime.Version() + " " + runtime.GOARCH}, nil
}

// Call carries out an operation. Once begun, it is not cut short.
func (s *server) Call(_ context.Context, q *CallRequest) (*CallResponse, error) {
	op, ok := s.ops[q.GetOp()]
	if !ok {
		return nil, status.Errorf(codes.Unimplemented, "there is no operation %q", q.GetOp())
	}
	if len(q.GetRequest()) > abi.MaxRequest {
		return nil, status.Errorf(codes.ResourceExhausted, "the request has %d bytes, and %d are the most", len(q.GetRequest()), abi.MaxRequest)
	}
	one := s.servers.Get().(*abi.Server)
	response := one.Serve(op, q.GetRequest(), nil)
	s.servers.Put(one)
	return &CallResponse{Response: response}, nil
}
