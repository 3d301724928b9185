package adversary

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/conformance"
	"github.com/parley-rules/parley/conformance/saboteurs"
	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/hosttest"
	"github.com/parley-rules/parley/hosts/process"
	"github.com/parley-rules/parley/hosts/wasm"
)

// options are small numbers that still find every one of these faults, with no limit of time that a slow machine could reach.
var options = conformance.Options{Seed: 1, Games: 4, Plies: 12, Positions: 12, Domain: 150, MaxMoves: 300, Time: 1 << 40}

// TestSabotageIsNamed: Verify names the fault on hosts of modules and of processes, and neither host loses an instance by it.
func TestSabotageIsNamed(t *testing.T) {
	program, cache := hosttest.BuildProgram(t, saboteurs.GuestMain), t.TempDir() // Verify loads a module many times
	for _, sabotage := range Sabotages() {
		for _, name := range sabotage.Saboteurs {
			s := saboteurs.Named(name)
			if s.Main() != "" {
				continue // it needs other worlds, which only a host of modules has: the saboteurs' own test runs it there
			}
			named := func(t *testing.T, subject conformance.Subject) {
				report, err := conformance.Verify(t.Context(), subject, options)
				require.NoError(t, err)
				require.False(t, report.Conformant)
				require.Equal(t, conformance.Fail, report.Record(s.Fails[0]).Status, "%s\n%s", s.Sentence, report)
				require.Contains(t, report.Record(s.Fails[0]).Reason, s.Says)
			}
			t.Run(sabotage.Name+"/"+name+"/wasm", func(t *testing.T) {
				module := hosttest.BuildWith(t, saboteurs.GuestMain, map[string]string{"fault": name})
				named(t, counted(func(ctx context.Context) (hosts.Caller, func() int64, error) {
					m, err := wasm.Load(ctx, module, wasm.Options{CacheDir: cache})
					if err != nil {
						return nil, nil, err
					}
					return m, func() int64 { return m.Stats().Discarded }, nil
				}, t))
			})
			t.Run(sabotage.Name+"/"+name+"/process", func(t *testing.T) {
				named(t, counted(func(ctx context.Context) (hosts.Caller, func() int64, error) {
					h, err := process.Open(ctx, program, process.Options{Args: []string{name}})
					if err != nil {
						return nil, nil, err
					}
					return h, func() int64 { return h.Stats().Lost }, nil
				}, t))
			})
		}
	}
}

// counted is the Subject of a host that must not have lost anything when it is closed.
func counted(open func(ctx context.Context) (hosts.Caller, func() int64, error), t *testing.T) conformance.Subject {
	return conformance.Subject{Open: func(ctx context.Context) (*hosts.Game, error) {
		c, lost, err := open(ctx)
		if err != nil {
			return nil, err
		}
		t.Cleanup(func() { require.Zero(t, lost()) })
		return hosts.Open(ctx, c)
	}}
}
