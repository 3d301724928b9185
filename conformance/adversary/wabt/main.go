// Command wabt has another reader of WebAssembly say whether the adversaries are what they are meant to be: valid modules that do
// harm, or modules that are not valid. It needs Node 18 or newer and npm, which fetches wabt at a fixed version.
//
//	go run ./conformance/adversary/wabt
//
// It runs in Parley's folder. The exit code is 0 if wabt agrees, 1 if it does not, 3 if there is no Node.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/parley-rules/parley/conformance/adversary"
)

const dir = "conformance/adversary/wabt"

// largest keeps out the few modules of many megabytes, which are small ones many times.
const largest = 1 << 20

// notAsked are variants on which wabt fails itself: its stack ends in deep blocks, and it does not count data segments.
var notAsked = map[string]bool{"blocks in blocks": true, "loops in loops": true, "entries of section 12": true}

// invalid are the modules that are not valid, by adversary: all of them, or some variants. All others are valid, though no host
// of ours may take them.
var invalid = map[string][]string{
	"no_module":        {"nothing", "text", "a component", "half of one", "a section twice", "code of wrong types", "two memories"},
	"numbers_that_lie": nil,
	"shared_memory":    nil,
	"future_operators": nil,
	"refuelling":       nil,
	"many_locals":      {"four thousand millions in six bytes"},
}

var errNoNode = errors.New("there is no Node 18 or newer with npm")

func main() {
	err := run()
	switch {
	case errors.Is(err, errNoNode):
		fmt.Fprintln(os.Stderr, "wabt:", err)
		os.Exit(3)
	case err != nil:
		fmt.Fprintln(os.Stderr, "wabt:", err)
		os.Exit(1)
	}
}

func run() error {
	if _, err := os.Stat(filepath.Join(dir, "node_modules", "wabt")); err != nil {
		npm := exec.Command("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
		npm.Dir = dir
		if text, err := npm.CombinedOutput(); err != nil {
			return fmt.Errorf("%w: npm ci: %w: %s", errNoNode, err, text)
		}
	}
	tmp, err := os.MkdirTemp("", "parley-wabt")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	names, args := map[string][2]string{}, []string{filepath.Join(dir, "validate.mjs")}
	for _, a := range adversary.All() {
		for _, v := range a.Variants() {
			module := a.Module(v)
			if len(module) > largest || notAsked[v] {
				continue
			}
			file := fmt.Sprintf("%d.wasm", len(names))
			names[file] = [2]string{a.Name, v}
			args = append(args, filepath.Join(tmp, file))
			if err := os.WriteFile(filepath.Join(tmp, file), module, 0o600); err != nil {
				return err
			}
		}
	}
	node := exec.Command("node", args...)
	var stderr bytes.Buffer
	node.Stderr = &stderr
	out, err := node.Output()
	if err != nil {
		return fmt.Errorf("%w: node: %w: %s", errNoNode, err, stderr.String())
	}
	var found map[string]*string
	if err := json.Unmarshal(out, &found); err != nil {
		return err
	}
	var faults []error
	bad := 0
	for file, name := range names {
		message, there := found[file]
		switch {
		case !there:
			faults = append(faults, fmt.Errorf("%s, %s: wabt says nothing of it", name[0], name[1]))
		case isInvalid(name[0], name[1]) && message == nil:
			faults = append(faults, fmt.Errorf("%s, %s: wabt takes it for valid", name[0], name[1]))
		case !isInvalid(name[0], name[1]) && message != nil:
			faults = append(faults, fmt.Errorf("%s, %s: wabt does not take it for valid: %s", name[0], name[1], strings.TrimSpace(*message)))
		case message != nil:
			bad++
		}
	}
	fmt.Printf("wabt: %d adversaries, %d of them no valid modules; %d are not what they are meant to be\n", len(names), bad, len(faults))
	return errors.Join(faults...)
}

func isInvalid(name, variant string) bool {
	variants, listed := invalid[name]
	return listed && (variants == nil || slices.Contains(variants, variant))
}
