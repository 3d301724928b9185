package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/conformance"
	"github.com/parley-rules/parley/hosts/hosttest"
)

const goldenOfPig = "../../conformance/golden/pig"

// A line for each check, then the summary; natively and in a module.
func TestVerify(t *testing.T) {
	for _, module := range []string{"pig", pigModule(t)} {
		text := fine(t, "verify", module, "--quick", "--golden", goldenOfPig, "--seed", "3")
		lines := strings.Split(strings.TrimSpace(text), "\n")
		require.Len(t, lines, len(conformance.CheckNames())+1)
		for i, name := range conformance.CheckNames() {
			require.Contains(t, lines[i], name)
		}
		summary := lines[len(lines)-1]
		require.True(t, strings.HasPrefix(summary, "conformant: pig 1.0.0"), summary)
		require.Contains(t, summary, "0 failed")
		require.Contains(t, summary, "seed 3")
		require.Equal(t, module != "pig", strings.Contains(summary, "sha256"), summary)
	}
}

func TestVerifyJSON(t *testing.T) {
	var report conformance.Report
	require.NoError(t, json.Unmarshal([]byte(fine(t, "verify", "kuhn", "--quick", "--json")), &report))
	require.True(t, report.Conformant)
	require.Equal(t, "kuhn", report.Game)
	require.Equal(t, conformance.Pass, report.Record("hidden_varies").Status)
	require.Positive(t, report.Record("hidden_varies").Counts["hidden values"])
}

// What is not conformant is exit code 1, and says which checks failed.
func TestVerifyFails(t *testing.T) {
	clock := filepath.Join(t.TempDir(), "clock.wasm")
	require.NoError(t, os.WriteFile(clock, hosttest.Build(t, "github.com/parley-rules/parley/conformance/saboteurs/clock"), 0o600))
	code, stdout, stderr := parley("", "verify", clock, "--quick")
	require.Equal(t, exitCheck, code)
	require.Contains(t, stdout, "NOT CONFORMANT: sealed 1.0.0")
	require.Contains(t, stderr, "checks that failed: environment\n")

	// A log of another game, and bytes that are no module.
	code, stdout, _ = parley("", "verify", "kuhn", "--quick", "--golden", goldenOfPig)
	require.Equal(t, exitCheck, code)
	require.Contains(t, stdout, "fail        golden")
	broken := filepath.Join(t.TempDir(), "broken.wasm")
	require.NoError(t, os.WriteFile(broken, []byte("\x00asm\x01\x00\x00\x00"), 0o600))
	for _, host := range []string{"wasm", "sandbox"} {
		code, stdout, _ = parley("", "verify", broken, "--host", host)
		require.Equal(t, exitCheck, code)
		require.Contains(t, stdout, "it cannot be opened")
		require.Contains(t, stdout, "NOT CONFORMANT: the module on "+host+", ABI 1.")
	}
}

func TestVerifyWrongUse(t *testing.T) {
	for _, args := range [][]string{
		{"verify"}, {"verify", "no_such_game"}, {"verify", "pig", "--golden", "no/such/folder"}, {"verify", "pig", "--seed", "x"},
		{"verify", "pig", "--declared", "no/such/file"}, {"verify", "pig", "--golden", "main.go"},
	} {
		code, stdout, stderr := parley("", args...)
		require.Equal(t, exitUse, code, "%v: %s", args, stderr)
		require.Empty(t, stdout)
	}
}
