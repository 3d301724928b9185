package adversary

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/conformance/adversary/guest"
	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/hosttest"
	"github.com/parley-rules/parley/hosts/process"
	"github.com/parley-rules/parley/hosts/wasm"
)

func TestEveryFaultIsInTheTable(t *testing.T) {
	names := []string{"none"}
	for _, f := range Faults() {
		names = append(names, f.Name)
	}
	require.Equal(t, guest.Faults, names)
}

// attackAll lets all faults of the guest loose, while another game is played on the same host.
func attackAll(t *testing.T, g *hosts.Game, must func(*Fault) error, rounds int, which func(*Fault) bool) {
	var others sync.WaitGroup
	defer others.Wait()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	others.Go(func() {
		for ctx.Err() == nil {
			if err := PlayGuest(context.Background(), g); err != nil {
				t.Errorf("another game: %v", err)
				return
			}
		}
	})
	for _, f := range Faults() {
		if which(f) {
			require.NoError(t, f.AttackGuest(t.Context(), g, must(f), rounds))
		}
	}
}

func TestGuestContainedByWASM(t *testing.T) {
	module := hosttest.Build(t, GuestMain)
	before := used()
	m, err := wasm.Load(t.Context(), module, wasm.Options{NoCache: true})
	require.NoError(t, err)
	g, err := hosts.Open(t.Context(), m)
	require.NoError(t, err)
	attackAll(t, g, func(f *Fault) error { return f.Module }, 2, func(*Fault) bool { return true })
	stats := m.Stats()
	require.LessOrEqual(t, stats.MaxMemory, int64(wasm.DefaultMemoryLimit))
	require.NoError(t, g.Close())
	require.Zero(t, m.Stats().Instances)
	before.left(t)
}

func TestGuestContainedByProcess(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the limit of a process's memory is set by a shell of Linux")
	}
	// An operator who does not trust a plugin limits its memory; a process of Go reserves much more address space than it uses.
	program := hosttest.BuildProgram(t, GuestMain)
	script := filepath.Join(t.TempDir(), "limited")
	require.NoError(t, os.WriteFile(script, []byte(fmt.Sprintf("#!/bin/sh\nulimit -v 2000000\nexec %s\n", program)), 0o700))
	before := used()
	// Only those that must be given up are given little time: a busy machine needs some for the others.
	for _, kind := range []struct {
		timeout time.Duration
		faults  func(*Fault) bool
	}{
		{2 * time.Second, (*Fault).timesOut},
		{time.Minute, func(f *Fault) bool { return !f.timesOut() }},
	} {
		h, err := process.Open(t.Context(), script, process.Options{CallTimeout: kind.timeout, MaxProcesses: 2, MaxRestartDelay: time.Millisecond})
		require.NoError(t, err)
		g, err := hosts.Open(t.Context(), h)
		require.NoError(t, err)
		attackAll(t, g, func(f *Fault) error { return f.Process }, 1, kind.faults)
		require.NoError(t, g.Close())
		require.Zero(t, h.Stats().Processes)
	}
	before.left(t)
}

// timesOut says whether a process must be given up.
func (f *Fault) timesOut() bool {
	l, ok := f.Process.(*hosts.LimitError)
	return ok && l.Kind == "call time in ms"
}
