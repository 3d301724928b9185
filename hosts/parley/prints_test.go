package main

import (
	"bytes"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/conformance"
	"github.com/parley-rules/parley/hosts/hosttest"
	"github.com/parley-rules/parley/hosts/hosttest/testdata/panicky"
)

const adversary = "github.com/parley-rules/parley/conformance/adversary/guest/main"

func moduleOf(t *testing.T, name, mainPackage string) string {
	path := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(path, hosttest.Build(t, mainPackage), 0o600))
	return path
}

// However a module dies, and on whatever host, the command shows what it printed.
func TestDeathsAreExplained(t *testing.T) {
	module, program := moduleOf(t, "adversary.wasm", adversary), hosttest.BuildProgram(t, adversary)
	for fault, want := range map[string]string{
		"panic":                 "parley: the rules of adversary panicked in apply: runtime error: index out of range",
		"panic_while_panicking": "parley: the rules of adversary panicked in apply: a value that is neither error nor string",
		"panic_in_a_goroutine":  "  panic: pieces of eight",
	} {
		for _, args := range [][]string{{module}, {module, "--host", "sandbox"}, {module, "--engine", "interpreter"}, {program}} {
			line := append([]string{"play", "--auto", "--option", "fault=" + fault}, args...)
			code, _, stderr := parley("", line...)
			require.Equal(t, exitCheck, code, "%v: %s", line, stderr)
			require.Contains(t, stderr, "what the module printed last:\n", line)
			require.Contains(t, stderr, want, line)
		}
	}
	// Commands that go on after a failure show it too.
	for _, command := range []string{"simulate", "bench", "perft"} {
		code, _, stderr := parley("", command, module, "--option", "fault=panic")
		require.Equal(t, exitCheck, code, stderr)
		require.Contains(t, stderr, "panicked in", command)
	}
}

// verify tells it in the line of the check that failed, beside the seed and the move that show it again.
func TestVerifyExplainsPanics(t *testing.T) {
	main := "github.com/parley-rules/parley/hosts/hosttest/testdata/panicky/main"
	module := moduleOf(t, "panicky.wasm", main)
	for _, args := range [][]string{{module}, {module, "--host", "sandbox"}, {hosttest.BuildProgram(t, main)}} {
		code, stdout, stderr := parley("", append([]string{"verify", "--quick"}, args...)...)
		require.Equal(t, exitCheck, code, stderr)
		_, line, found := strings.Cut(stdout, "fail        faults")
		require.True(t, found, stdout)
		line, _, _ = strings.Cut(line, "\n")
		require.Contains(t, line, "it printed: parley: the rules of pig panicked in")
		require.Contains(t, line, panicky.Secret)
	}
}

// What was printed explains a panic that is an answer, and no other fault.
func TestExplainFaults(t *testing.T) {
	a := &app{}
	a.prints.add("parley: the rules of x panicked in view: y")
	report := &conformance.Report{Checks: []conformance.Record{{Check: "faults", Reason: "the module trapped"}, {Check: "legality", Reason: "internal"}}}
	a.explainFaults(report)
	require.Equal(t, "the module trapped", report.Checks[0].Reason)
	require.Equal(t, "internal", report.Checks[1].Reason)
}

func TestPrints(t *testing.T) {
	var p prints
	var out bytes.Buffer
	p.show(&out)
	require.Empty(t, out.String())
	log := p.logger()
	log.Warn("the cache cannot be used")
	log.Info("the module printed", slog.String("stream", "stderr"), slog.String("text", "one\ntwo"))
	p.show(&out)
	require.Equal(t, "what the module printed last:\n  one\n  two\n", out.String())

	for i := range 30 {
		p.add(fmt.Sprint("line ", i))
	}
	p.add(strings.Repeat("é", longestPrint))
	out.Reset()
	p.show(&out)
	lines := strings.Split(out.String(), "\n")
	require.Len(t, lines, keptPrints+3)
	require.Equal(t, "  ... after 13 lines more, which --prints shows", lines[1])
	require.Equal(t, "  line 11", lines[2])
	require.Equal(t, "  "+strings.Repeat("é", longestPrint/2)+" ...", lines[keptPrints+1])
	require.Empty(t, p.firstPanic())
}

// Of a crash the beginning is kept, where the reason stands, with some lines before it.
func TestPrintsOfCrashes(t *testing.T) {
	crash := func(p *prints, n int) {
		p.add("runtime: out of memory")
		p.add("fatal error: out of memory")
		for i := range n {
			p.add(fmt.Sprint("goroutine ", i))
		}
	}
	shown := func(p *prints) string {
		var out bytes.Buffer
		p.show(&out)
		return out.String()
	}
	var p prints
	p.add("before")
	crash(&p, 2)
	require.Equal(t, "what the module printed last:\n  before\n  runtime: out of memory\n  fatal error: out of memory\n  goroutine 0\n  goroutine 1\n", shown(&p))

	p = prints{}
	for i := range 30 {
		p.add(fmt.Sprint("line ", i))
	}
	crash(&p, 100)
	lines := strings.Split(shown(&p), "\n")
	require.Len(t, lines, keptPrints+4)
	require.Equal(t, "  ... after 25 lines more, which --prints shows", lines[1])
	require.Equal(t, "  line 25", lines[2])
	require.Equal(t, "  fatal error: out of memory", lines[keptBefore+3])
	require.Equal(t, "  goroutine 12", lines[keptPrints+1])
	require.Equal(t, "  ... and 87 lines more, which --prints shows", lines[keptPrints+2])

	crash(&p, 1) // another one, of the instance that took its place
	lines = strings.Split(shown(&p), "\n")
	require.Len(t, lines, 2+keptBefore+3+1)
	require.Equal(t, "  ... after 127 lines more, which --prints shows", lines[1])
	require.Equal(t, "  goroutine 0", lines[keptBefore+4])

	module := moduleOf(t, "adversary.wasm", adversary)
	_, _, stderr := parley("", "play", module, "--auto", "--option", "fault=allocate_for_ever")
	require.Contains(t, stderr, "  fatal error: out of memory\n")
	require.Contains(t, stderr, "guest.commit")
}

// A module exports describe whether or not its rules have it: where they do not, the view is shown.
func TestPlayWithoutDescribe(t *testing.T) {
	for _, args := range [][]string{{moduleOf(t, "adversary.wasm", adversary)}, {hosttest.BuildProgram(t, adversary)}} {
		require.Contains(t, fine(t, append([]string{"play", "--auto"}, args...)...), "\"moves\": 4")
	}
}

// With --prints all of it comes at once, also when the command does not fail.
func TestShowPrints(t *testing.T) {
	module := moduleOf(t, "adversary.wasm", adversary)
	code, _, stderr := parley("", "play", module, "--auto", "--option", "fault=panic", "--prints")
	require.Equal(t, exitCheck, code)
	require.Contains(t, stderr, "printed: parley: the rules of adversary panicked in apply")
	require.NotContains(t, stderr, "printed last")
	code, _, stderr = parley("", "play", module, "--auto", "--option", "fault=shout", "--prints")
	require.Contains(t, stderr, "printed: ", code)
}
