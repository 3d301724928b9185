package main

import (
	"bytes"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// fullWriter has room for so many bytes.
type fullWriter struct{ room int }

var errFull = errors.New("no space left")

func (w *fullWriter) Write(b []byte) (int, error) {
	n := min(len(b), w.room)
	w.room -= n
	if n < len(b) {
		return n, errFull
	}
	return n, nil
}

// Output that is lost is exit code 1, whatever wrote it and wherever it is cut off.
func TestLostOutput(t *testing.T) {
	module := pigModule(t)
	log := filepath.Join(goldenOfPig, "3-seats-target-10.log")
	for _, args := range [][]string{
		nil, {"--help"}, {"--version"}, {"play", "--help"}, {"completion", "bash"}, {"play", "pig", "--auto"}, {"play", "pig", "--auto", "--json"}, {"play", "pig"},
		{"inspect", "pig"}, {"inspect", "pig", "--json"}, {"simulate", "pig", "--games", "2"}, {"simulate", "pig", "--games", "2", "--json"},
		{"replay", "pig", log}, {"replay", "pig", log, "--json"}, {"scenario", "pig", "../../conformance/scenarios/pig"}, {"convert", log},
		{"golden", "kuhn", "--dir", t.TempDir()}, {"pack", module, module}, {"verify", "kuhn", "--quick"}, {"perft", "pig"}, {"perft", "pig", "--divide"},
		{"bench", "pig", "--time", "1ms"}, {"keygen", filepath.Join(t.TempDir(), "key")},
	} {
		for _, room := range []int{0, 5} {
			var stderr bytes.Buffer
			code := run(args, strings.NewReader(""), &fullWriter{room}, &stderr)
			require.Equal(t, exitCheck, code, "%v: %s", args, stderr.String())
			require.Equal(t, 1, strings.Count(stderr.String(), "standard output cannot be written: no space left"), "%v: %s", args, stderr.String())
		}
	}
	// A command line that is wrong stays wrong, and a check that failed is told beside it.
	var stderr bytes.Buffer
	require.Equal(t, exitUse, run([]string{"fly"}, strings.NewReader(""), &fullWriter{}, &stderr))
	stderr.Reset()
	require.Equal(t, exitCheck, run([]string{"replay", "kuhn", log}, strings.NewReader(""), &fullWriter{}, &stderr))
	require.Contains(t, stderr.String(), "standard output")
}

// A writer that has failed gets nothing more: what came later without what came before would be wrong.
func TestCleanWriterKeepsItsError(t *testing.T) {
	to := &fullWriter{room: 3}
	w := &cleanWriter{to: to, name: "it"}
	_, err := w.Write([]byte("four"))
	require.ErrorIs(t, err, errFull)
	to.room = 100
	_, again := w.Write([]byte("x"))
	require.Equal(t, err, again)
	require.Equal(t, 100, to.room)
}
