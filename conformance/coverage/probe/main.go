// Command probe runs the scenarios and golden logs of games and tells as JSON which counters each of them has reached. It is
// built by package coverage, with the games instrumented; in an ordinary build there are no counters.
//
//	probe ROOT GAME...
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/parley-rules/parley/conformance/coverage"
	"github.com/parley-rules/parley/conformance/coverage/counters"
	"github.com/parley-rules/parley/conformance/logs"
	"github.com/parley-rules/parley/conformance/scenario"
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/native"
	"github.com/parley-rules/parley/plugins"
)

func main() {
	var runs []coverage.Run
	for _, id := range os.Args[2:] {
		list, err := probe(context.Background(), os.Args[1], id)
		if err != nil {
			fmt.Fprintf(os.Stderr, "probe: %s: %v\n", id, err)
			os.Exit(1)
		}
		runs = append(runs, list...)
	}
	if err := json.NewEncoder(os.Stdout).Encode(runs); err != nil {
		fmt.Fprintln(os.Stderr, "probe:", err)
		os.Exit(1)
	}
}

func rulesOf(id string) core.Rules {
	for _, r := range plugins.All() {
		if r.Manifest().Game == id {
			return r
		}
	}
	return nil
}

func probe(ctx context.Context, root, id string) ([]coverage.Run, error) {
	rules := rulesOf(id)
	if rules == nil {
		return nil, fmt.Errorf("plugins.All has no game of this id")
	}
	game, err := hosts.Open(ctx, native.New(rules))
	if err != nil {
		return nil, err
	}
	defer game.Close()
	var runs []coverage.Run
	list, err := scenario.LoadDir(filepath.Join(root, "conformance", "scenarios", id))
	if err != nil {
		return nil, err
	}
	for _, s := range list {
		run := coverage.Run{Game: id, Name: filepath.Base(s.File), Rules: s.Rules}
		if s.Document > 0 {
			run.Name += fmt.Sprintf("#%d", s.Document)
		}
		counters.Clear()
		failures := scenario.Run(ctx, game, s)
		run.Reached = counters.Reached()
		if len(failures) > 0 {
			run.Failure = failures[0].String()
		}
		runs = append(runs, run)
	}
	paths, err := filepath.Glob(filepath.Join(root, "conformance", "golden", id, "*.log"))
	if err != nil {
		return nil, err
	}
	for _, path := range paths {
		run := coverage.Run{Game: id, Name: filepath.Base(path), Log: true}
		f, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		log, err := hosts.ReadLog(f)
		f.Close()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		counters.Clear()
		difference, err := logs.Replay(ctx, game, log)
		run.Reached = counters.Reached()
		switch {
		case err != nil:
			return nil, fmt.Errorf("%s: %w", path, err)
		case difference != nil:
			run.Failure = difference.Error()
		}
		runs = append(runs, run)
	}
	return runs, nil
}
