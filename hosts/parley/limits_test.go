package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/hosts/hosttest"
)

// Each limit holds, the command fails with it, and says which flag raises it.
func TestLimits(t *testing.T) {
	module, program := moduleOf(t, "adversary.wasm", adversary), hosttest.BuildProgram(t, adversary)
	for _, c := range []struct {
		args, flag, want string
	}{
		{module + " --option fault=go_spin --fuel 1000000", "fuel", `"fuel" is 1000000`},
		{module + " --option fault=go_spin --fuel 1000000 --host sandbox", "fuel", `"fuel" is 1000000`},
		{module + " --option fault=go_recursion --call-depth 100", "call-depth", `"depth" is 100`},
		{module + " --option fault=allocate_for_ever --memory 8MiB", "memory", `"memory" is 8388608`},
		{module + " --option fault=go_spin --fuel 4611686018427387904 --call-timeout 50ms --host sandbox", "call-timeout", `"call time in ms" of 50`},
		{program + " --option fault=go_spin --call-timeout 50ms", "call-timeout", `"call time in ms" of 50`},
	} {
		code, _, stderr := parley("", append([]string{"play", "--auto"}, strings.Fields(c.args)...)...)
		require.Equal(t, exitCheck, code, stderr)
		require.Contains(t, stderr, c.want)
		require.Contains(t, stderr, "--"+c.flag+" raises this limit.\n")
	}
	// The hint for a plugin's program is not to run it as a module.
	code, _, stderr := parley("", "play", "--auto", program, "--fuel", "1")
	require.Equal(t, exitUse, code)
	require.Contains(t, stderr, "--fuel is for modules: a plugin's program has")
	require.NotContains(t, stderr, "--host wasm")
	// The ends of what the flags take are taken by the hosts as well, and every command that opens a module has them.
	pig := pigModule(t)
	for _, command := range []string{"play --auto", "simulate --games 1", "perft", "verify --quick", "bench --time 1ms", "inspect --run", "replay " + goldenOfPig, "scenario ../../conformance/scenarios/pig", "golden --dir " + t.TempDir()} {
		words := strings.Fields(command)
		args := append([]string{words[0], pig}, words[1:]...)
		fine(t, append(args, "--fuel", "4611686018427387904", "--call-depth", "1900", "--memory", "2GiB", "--call-timeout", "1h")...)
	}
	for _, least := range []string{"--fuel=1", "--call-depth=1", "--memory=64KiB", "--call-timeout=1ms"} {
		_, _, stderr := parley("", "play", "--auto", pig, least)
		require.NotContains(t, stderr, "wasm: option", least)
	}
}

// A call in this process that has passed its time goes on by itself, here for ever. The command tells of it and ends.
func TestCallTimeoutEndsTheCommand(t *testing.T) {
	module, parley := moduleOf(t, "adversary.wasm", adversary), hosttest.BuildProgram(t, "github.com/parley-rules/parley/hosts/parley")
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	for _, command := range []string{"play --auto", "simulate"} {
		args := append(strings.Fields(command), module, "--option", "fault=go_spin", "--fuel", "4611686018427387904", "--call-timeout", "100ms")
		program := exec.CommandContext(ctx, parley, args...)
		program.Env = append(os.Environ(), "GOGC=off") // a collection of memory waits for what spins, and all others for the collection
		out, err := program.CombinedOutput()
		var exit *exec.ExitError
		require.ErrorAs(t, err, &exit)
		require.Equal(t, exitCheck, exit.ExitCode(), "it was killed: %s", out)
		require.Contains(t, string(out), "--call-timeout raises this limit.")
	}
}

func TestLimitsThatMeanNothing(t *testing.T) {
	module := pigModule(t)
	for line, want := range map[string]string{
		"play pig --fuel 1000":                            "--fuel is for modules",
		"play pig --call-depth 10":                        "--call-depth is for modules",
		"play pig --host process --memory 1GiB":           "--memory is for modules",
		"verify pig --call-timeout 1s":                    "--call-timeout is not for a built-in game",
		"simulate pig --start-timeout 1s":                 "--start-timeout is for processes",
		"inspect " + module + " --start-timeout 1s":       "--start-timeout is for processes",
		"pack " + module + " out.wasm --start-timeout 1s": "--start-timeout is for processes",
		"keygen x --fuel 1":                               "unknown flag: --fuel",
	} {
		code, stdout, stderr := parley("", strings.Fields(line)...)
		require.Equal(t, exitUse, code, "%s: %s", line, stderr)
		require.Empty(t, stdout)
		require.Contains(t, stderr, want)
	}
}

// A program that never says that it is a plugin is named once, with what to do.
func TestPluginThatDoesNotStart(t *testing.T) {
	path := filepath.Join(t.TempDir(), "mute")
	require.NoError(t, os.WriteFile(path, []byte("#!/bin/sh\nread nothing\n"), 0o700))
	code, _, stderr := parley("", "inspect", path, "--start-timeout", "100ms")
	require.Equal(t, exitCheck, code)
	require.Equal(t, 1, strings.Count(stderr, path), stderr)
	require.Contains(t, stderr, "did not say within 100 ms that it is a plugin")
	require.Contains(t, stderr, "go build")
	require.Contains(t, stderr, "--start-timeout")
}
