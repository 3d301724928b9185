// Command probe runs the scenarios and golden logs of games, of which it also resamples and describes every position, and tells as JSON which counters each of them has reached. It is
// built by package coverage, with the games instrumented; in an ordinary build there are no counters.
//
//	probe ROOT GAME...
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/conformance/coverage"
	"github.com/parley-rules/parley/conformance/coverage/counters"
	"github.com/parley-rules/parley/conformance/scenario"
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/native"
	"github.com/parley-rules/parley/plugins"
)

func main() {
	debug.SetGCPercent(-1) // see fresh
	runtime.GOMAXPROCS(1)  // likewise
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
		game, err := fresh(ctx, rules)
		if err != nil {
			return nil, err
		}
		failures := scenario.Run(ctx, game, s)
		run.Reached = counters.Reached()
		if err := game.Close(); err != nil {
			return nil, err
		}
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
		game, err := fresh(ctx, rules)
		if err != nil {
			return nil, err
		}
		err = log.Replay(ctx, game, hosts.Look{}, func(_ int, step *hosts.Step) error { return ask(ctx, game, step.Position, log.Header.Start.Seats) })
		run.Reached = counters.Reached()
		if err := game.Close(); err != nil {
			return nil, err
		}
		if difference := new(hosts.Difference); errors.As(err, &difference) {
			run.Failure = difference.Error()
		} else if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		runs = append(runs, run)
	}
	return runs, nil
}

// fresh opens the game anew, so that nothing that it keeps from one run counts in another, and clears the counters. Memory is
// collected here and not during a run, and there is one processor: else the native host would lose what it pools, or not find what it
// has pooled on another processor, and ask the rules once more what they are.
func fresh(ctx context.Context, rules core.Rules) (*hosts.Game, error) {
	runtime.GC()
	game, err := hosts.Open(ctx, native.New(rules))
	counters.Clear()
	return game, err
}

// ask does what the replay of a log does not: it resamples and describes the position for every viewer.
func ask(ctx context.Context, game *hosts.Game, p hosts.Position, seats int) error {
	for viewer := core.Referee; viewer < core.Seat(seats); viewer++ {
		if viewer == core.Chance {
			continue
		}
		if viewer != core.Referee && game.Offers(abi.Resample) { // from the referee nothing is hidden
			if _, err := game.Resample(ctx, p, viewer, hosts.SeedOf(1)); err != nil {
				return err
			}
		}
		if game.Offers(abi.Describe) {
			if _, err := game.Describe(ctx, p, viewer); err != nil {
				return err
			}
		}
	}
	return nil
}
