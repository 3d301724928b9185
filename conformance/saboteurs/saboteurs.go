// Package saboteurs has a small sound game and many games that are this one with a single fault each. They prove that
// conformance.Verify finds faults: each of its checks has at least one saboteur that it must name.
package saboteurs

import (
	"context"
	"sync"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/conformance"
	"github.com/parley-rules/parley/conformance/saboteurs/sealed"
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/hosts"
)

// Saboteur is a game with a fault.
type Saboteur struct {
	Name     string
	Sentence string // what is wrong with it
	// Fails are the checks that must fail, and no others: first the one whose fault it is, then those that cannot but suffer.
	Fails []string
	// Says is a part of the reason that the first of them must give.
	Says string

	manifest func(m *core.Manifest)            // changes the manifest
	wrap     func(c hosts.Caller) hosts.Caller // changes requests and answers
	main     string                            // the package of a module that has the fault, where a sandbox is needed to see it
}

// Main is the package whose module has the fault, "" if Subject has it.
func (s *Saboteur) Main() string { return s.main }

// Subject opens the game natively.
func (s *Saboteur) Subject() conformance.Subject {
	return conformance.Subject{Open: func(ctx context.Context) (*hosts.Game, error) {
		r := rules{sealed.NewManifest(), s.Name}
		if s.manifest != nil {
			s.manifest(r.manifest)
		}
		var c hosts.Caller = newCaller(r)
		if s.wrap != nil {
			c = s.wrap(c)
		}
		return hosts.Open(ctx, c)
	}}
}

// GuestMain is the main package of a module or program that has the fault of a saboteur whose rules are wrong: the linker sets the
// variable `fault` to its name, or it is the program's argument.
const GuestMain = mains + "guest"

// Named returns the saboteur of a name, nil if there is none.
func Named(name string) *Saboteur {
	for _, s := range All() {
		if s.Name == name {
			return s
		}
	}
	return nil
}

// Sound is the game without a fault.
func Sound() *Saboteur { return &Saboteur{Name: "sound", Sentence: "Nothing is wrong with it."} }

type rules struct {
	manifest *core.Manifest
	fault    string
}

func (r rules) Manifest() *core.Manifest { return r.manifest }

func (r rules) New() core.State { return sealed.New(r.fault) }

// caller is a native host with a single instance, so that what an instance keeps between calls shows at once.
type caller struct {
	mu     sync.Mutex
	server *abi.Server
}

func newCaller(r core.Rules) *caller {
	c := &caller{server: abi.NewServer(r)}
	c.server.Panicked = func(abi.Op, any) {}
	return c
}

func (c *caller) Call(ctx context.Context, op abi.Op, request, response []byte) ([]byte, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return response, err
	}
	return c.server.Serve(op, request, response), nil
}

func (c *caller) Info() hosts.Info {
	return hosts.Info{Host: "native", Engine: "one instance", Offers: abi.Ops[:]}
}

func (c *caller) Close() error { return nil }
