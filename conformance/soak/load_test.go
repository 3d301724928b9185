package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/conformance/adversary"
	"github.com/parley-rules/parley/hosts/hosttest"
)

// TestLoad makes some calls of each kind to good and bad modules at once.
func TestLoad(t *testing.T) {
	dir := t.TempDir()
	for id, main := range mains {
		require.NoError(t, os.WriteFile(filepath.Join(dir, id+".wasm"), hosttest.Build(t, main), 0o600))
	}
	module := filepath.Join(dir, "adversary.wasm")
	require.NoError(t, os.WriteFile(module, hosttest.Build(t, adversary.GuestMain), 0o600))
	var stdout, stderr bytes.Buffer
	code := run(context.Background(), []string{"--calls", "40000", "--modules", dir, "--guest", module, "pig", "kuhn"}, &stdout, &stderr)
	require.Zero(t, code, "%s%s", &stdout, &stderr)
	require.Regexp(t, regexp.MustCompile(`(?m): 40000 calls, 2 swaps, [0-9]{2} adversaries contained, 14 faults in Go and 8 in a sandbox, 6 deaths of processes; heap`), stdout.String())
}

// TestLoadFindsFaults: an answer of another module, and a module that is closed too early, are found.
func TestLoadFindsFaults(t *testing.T) {
	open := func() *load {
		l := &load{seed: 1, out: new(bytes.Buffer), workers: 2}
		for _, id := range []string{"pig", "kuhn"} {
			script, err := learn(t.Context(), rulesOf(id), 1)
			require.NoError(t, err)
			g := &good{id: id, code: hosttest.Build(t, mains[id]), script: script}
			require.NoError(t, g.begin(t.Context()))
			l.good = append(l.good, g)
		}
		return l
	}
	l := open()
	require.NoError(t, l.batch(t.Context(), 100))
	for i := range l.good[0].script {
		l.good[0].script[i].response[5] ^= 1
	}
	require.ErrorContains(t, l.batch(t.Context(), 200), "pig")
	require.NoError(t, l.close())
	l = open()
	require.NoError(t, l.good[1].module.Load().Close())
	require.ErrorContains(t, l.batch(t.Context(), 100), "closed")
	require.NoError(t, l.close())
}
