// Package v8 proves modules in V8: its Node program replays logs with the same module in another engine, over a WASI stub and
// an ABI client of its own that were written from abi/SPEC.md and share no line with the Go hosts. This package runs it.
package v8

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/parley-rules/parley/hosts/wasm"
)

//go:embed environments.json
var environments []byte

// Environment is a world in which a module is proved: what its clock and random bytes are. The answers must not depend on it.
type Environment struct {
	Name string
	wasm.Environment
}

// Environments are the worlds in which the Node program replays logs, the one that the ABI pins first.
func Environments() []Environment {
	var list []struct {
		Name        string
		ClockStart  int64  `json:",string"`
		ClockStep   int64  `json:",string"`
		WallTime    int64  `json:",string"`
		RandomState uint64 `json:",string"`
	}
	if err := json.Unmarshal(environments, &list); err != nil {
		panic("v8: environments.json: " + err.Error()) // a fault of this package, which its tests find
	}
	out := make([]Environment, len(list))
	for i, e := range list {
		out[i] = Environment{e.Name, wasm.Environment{ClockStart: e.ClockStart, ClockStep: e.ClockStep, WallTime: e.WallTime, RandomSeed: e.RandomState}}
	}
	return out
}

// ErrNoNode is wrapped by the errors of Find: this machine cannot run the Node program, and the text says why. Install Node 18
// or newer with npm.
var ErrNoNode = errors.New("no node")

// Node runs the programs of this folder.
type Node struct {
	path string // of node
	dir  string // of the programs
}

const dependency = "node_modules/@msgpack/msgpack/package.json"

// Find looks for Node on the PATH, and has npm install what the programs need if it is not there yet. dir is the folder
// conformance/v8. The error wraps ErrNoNode.
func Find(ctx context.Context, dir string) (*Node, error) {
	no := func(reason string, err error) (*Node, error) {
		return nil, fmt.Errorf("%w: %s: %w", ErrNoNode, reason, err)
	}
	path, err := exec.LookPath("node")
	if err != nil {
		return no("install Node 18 or newer", err)
	}
	if _, err := os.Stat(filepath.Join(dir, "replay.mjs")); err != nil {
		return no("its programs are not where they should be", err)
	}
	if _, err := os.Stat(filepath.Join(dir, dependency)); err != nil {
		if err := install(ctx, dir); err != nil {
			return no("what the programs need could not be installed", err)
		}
	}
	return &Node{path, dir}, nil
}

// install has npm fetch the dependencies in a folder of their own, and moves them to their place at once: several tests may
// do that at the same time.
func install(ctx context.Context, dir string) error {
	tmp, err := os.MkdirTemp(dir, "node_modules.*.tmp")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	for _, name := range []string{"package.json", "package-lock.json"} {
		b, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(tmp, name), b, 0o644); err != nil {
			return err
		}
	}
	npm := exec.CommandContext(ctx, "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
	npm.Dir = tmp
	if text, err := npm.CombinedOutput(); err != nil {
		return fmt.Errorf("npm ci: %w: %s", err, lastLine(text))
	}
	err = os.Rename(filepath.Join(tmp, "node_modules"), filepath.Join(dir, "node_modules"))
	if _, there := os.Stat(filepath.Join(dir, dependency)); there == nil {
		return nil
	}
	return err
}

func lastLine(text []byte) string {
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	return lines[len(lines)-1]
}

// Result is what a replay in V8 has shown.
type Result struct {
	Node string // its version, "v20.20.2"
	V8   string // the engine's version
	Runs []Run  // one per environment, in their order
}

// Run is the replay of all logs in one environment. It ends at the first difference.
type Run struct {
	Environment string
	Logs        int // how many logs were the same
	Digests     int // how many digests were the same
	Difference  *Difference
	Error       string // why the module could not be run to the end, "" if it could
}

// Difference is the first thing in which V8 is not what a log says.
type Difference struct {
	Log           string // the path of the log
	Line          int    // from 1
	Part          string // "position", "step", "outcome" or "error"
	Expected, Got string
}

// Replay replays logs with the module in a file, in all environments.
func (n *Node) Replay(ctx context.Context, module string, logs []string) (*Result, error) {
	result := new(Result)
	return result, n.run(ctx, result, append([]string{"replay.mjs", "--json", module}, logs...))
}

// Checked is what the check of the ABI's vectors has shown.
type Checked struct {
	Checked map[string]int // how many comparisons there were, by the kind of vectors
	Faults  []string       // what was not as it should be
}

// Vectors checks the vectors in a file by means of the Node program's own, and in the modules of a folder.
func (n *Node) Vectors(ctx context.Context, file, modules string) (*Checked, error) {
	result := new(Checked)
	return result, n.run(ctx, result, []string{"vectors.mjs", "--json", file, modules})
}

// run runs a program that answers in JSON, with exit code 1 if it has found something.
func (n *Node) run(ctx context.Context, into any, args []string) error {
	args[0] = filepath.Join(n.dir, args[0])
	cmd := exec.CommandContext(ctx, n.path, args...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if exit := new(exec.ExitError); errors.As(err, &exit) && exit.ExitCode() == 1 && stdout.Len() > 0 {
		err = nil
	}
	if err != nil {
		return fmt.Errorf("node: %w: %s", err, strings.TrimSpace(stderr.String()))
	}
	if err := json.Unmarshal(stdout.Bytes(), into); err != nil {
		return fmt.Errorf("node: %w: %.200s", err, stdout.String())
	}
	return nil
}
