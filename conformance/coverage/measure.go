package coverage

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/importer"
	"go/token"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// Game is a game whose rules are counted. Its scenarios and golden logs are in the folders of conformance with its id.
type Game struct {
	ID     string
	Folder string // of its package with RULES.md, below the module's root
}

// Games are the games whose rules are counted: each with code for all of its rules.
func Games() []Game {
	return []Game{
		{"walk_the_plank", "plugins/walktheplank"},
		{"jackal", "plugins/jackal"},
		{"pirati", "plugins/pirati"},
		{"ravensburger_pirates", "plugins/pirates"},
	}
}

// Run is one scenario or golden log that was run, and what it has reached.
type Run struct {
	Game    string
	Name    string
	Log     bool
	Rules   []string // the rules that a scenario says it carries out
	Failure string   // why it did not hold, "" if it did
	Reached map[string][]uint8
}

// Measure runs the scenarios and golden logs of games on an instrumented build and says what they have executed, one report
// for each game. root is the folder of Parley's go.mod; the Go toolchain must be on the PATH.
func Measure(ctx context.Context, root string, games []Game) ([]*Report, error) {
	dir, err := os.MkdirTemp("", "parley-coverage-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	overlay := map[string][]byte{}
	var reports []*Report
	for _, g := range games {
		r := &Report{Game: g}
		text, err := os.ReadFile(filepath.Join(root, g.Folder, "RULES.md"))
		if err != nil {
			return nil, err
		}
		if r.Rules, err = ParseRules(string(text)); err != nil {
			return nil, fmt.Errorf("%s/RULES.md: %w", g.Folder, err)
		}
		if r.Sources, err = Load(ctx, root, "./"+g.Folder, r.Rules.Prefixes()); err != nil {
			return nil, err
		}
		for _, s := range r.Sources {
			for name, content := range s.Overlay() {
				overlay[name] = content
			}
		}
		reports = append(reports, r)
	}
	program, err := Build(ctx, root, "./conformance/coverage/probe", dir, overlay)
	if err != nil {
		return nil, err
	}
	args := []string{root}
	for _, g := range games {
		args = append(args, g.ID)
	}
	var out, errs bytes.Buffer
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("the instrumented program failed: %w\n%s", err, errs.Bytes())
	}
	var runs []Run
	if err := json.Unmarshal(out.Bytes(), &runs); err != nil {
		return nil, fmt.Errorf("the instrumented program's answer: %w", err)
	}
	for _, r := range reports {
		for _, run := range runs {
			if run.Game == r.Game.ID {
				r.Runs = append(r.Runs, run)
			}
		}
		r.judge()
	}
	return reports, nil
}

// corePath is the package that carries out what a manifest says.
const corePath = "github.com/parley-rules/parley/core"

// Load instruments the packages of a folder and the folders below it, programs excepted, and package core if they import it,
// and finds the citations of rules with the prefixes in them. folder begins with ./ and is below root.
func Load(ctx context.Context, root, folder string, prefixes []string) ([]*Source, error) {
	type listed struct {
		ImportPath, Dir, Name, Export string
		DepOnly                       bool
		GoFiles                       []string
	}
	cmd := exec.CommandContext(ctx, "go", "list", "-deps", "-export", "-json=ImportPath,Dir,Name,Export,DepOnly,GoFiles", folder+"/...")
	cmd.Dir = root
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list %s: %w\n%s", folder, err, errs.Bytes())
	}
	exports := map[string]string{}
	var own []listed
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		exports[p.ImportPath] = p.Export
		if p.ImportPath == corePath || !p.DepOnly && p.Name != "main" {
			own = append(own, p)
		}
	}
	imports := importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	var list []*Source
	var core *Source
	for _, p := range own { // core comes before what imports it
		s, err := load(p.ImportPath, p.Dir, p.GoFiles, imports)
		if err != nil {
			return nil, err
		}
		list = append(list, s)
		if s.Path == corePath {
			core = s
			continue
		}
		s.core = core
		s.cite(slices.Clone(prefixes))
	}
	return list, nil
}

// Build builds a main package into dir with files replaced or added, and returns the program's path.
func Build(ctx context.Context, root, mainPackage, dir string, overlay map[string][]byte) (string, error) {
	replace := map[string]string{}
	n := 0
	for name, content := range overlay {
		path := filepath.Join(dir, fmt.Sprintf("%d.go", n))
		n++
		if err := os.WriteFile(path, content, 0o666); err != nil {
			return "", err
		}
		replace[name] = path
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	list, program := filepath.Join(dir, "overlay.json"), filepath.Join(dir, "program")
	if err := os.WriteFile(list, text, 0o666); err != nil {
		return "", err
	}
	cmd := exec.CommandContext(ctx, "go", "build", "-overlay", list, "-o", program, mainPackage)
	cmd.Dir = root
	if text, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("cannot build the instrumented program: %w\n%s", err, text)
	}
	return program, nil
}

// Prefixes are the prefixes of the rules' IDs, each once.
func (r *Rules) Prefixes() (list []string) {
	for _, rule := range r.IDs {
		prefix, _, _ := strings.Cut(rule, "-")
		if !slices.Contains(list, prefix) {
			list = append(list, prefix)
		}
	}
	return list
}
