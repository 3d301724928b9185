// Package native runs rules that are linked into the program: the reference that all other hosts must equal, and the
// fastest. It has no sandbox: rules that never return never return.
package native

import (
	"context"
	"runtime"
	"sync"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/hosts"
)

// Game is a game in this program. It is a hosts.Caller, safe for concurrent use: each call takes a server of its own.
type Game struct {
	rules   core.Rules
	offers  []abi.Op
	servers sync.Pool
	calls   sync.WaitGroup
	mu      sync.RWMutex
	closed  bool
}

var _ hosts.Caller = (*Game)(nil)

// New makes a Caller of rules. It panics if their manifest has a fault, as tests of a game show at once.
func New(rules core.Rules) *Game {
	if s := rules.Manifest().Fault(); s != "" {
		panic("native: the manifest of " + rules.Manifest().Game + " has a fault: " + s)
	}
	g := &Game{rules: rules}
	first := abi.NewServer(rules)
	for _, op := range abi.Ops {
		if first.Offers(op) {
			g.offers = append(g.offers, op)
		}
	}
	g.servers.New = func() any { return abi.NewServer(rules) }
	g.servers.Put(first)
	return g
}

// Call carries out an operation. It looks at the context only before it begins.
func (g *Game) Call(ctx context.Context, op abi.Op, request, response []byte) ([]byte, error) {
	if err := ctx.Err(); err != nil {
		return response, err
	}
	g.mu.RLock()
	if g.closed {
		g.mu.RUnlock()
		return response, hosts.ErrClosed
	}
	g.calls.Add(1)
	g.mu.RUnlock()
	defer g.calls.Done()
	if len(request) > abi.MaxRequest {
		return response, &hosts.LimitError{Kind: "request", Limit: abi.MaxRequest, Used: int64(len(request))}
	}
	s := g.servers.Get().(*abi.Server)
	if !s.Offers(op) {
		g.servers.Put(s)
		return response, hosts.ErrNotOffered
	}
	response = s.Serve(op, request, response)
	g.servers.Put(s)
	return response, nil
}

// Info says what is run.
func (g *Game) Info() hosts.Info {
	return hosts.Info{Host: "native", Engine: runtime.Version() + " " + runtime.GOARCH, Offers: g.offers}
}

// Close waits for the calls under way. Later ones are refused.
func (g *Game) Close() error {
	g.mu.Lock()
	g.closed = true
	g.mu.Unlock()
	g.calls.Wait()
	return nil
}
