package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/parley-rules/parley/conformance/scenario"
)

func (a *app) scenarioCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "scenario MODULE FILE|DIR...",
		Short: "run scenarios: worked examples of the rules as data",
		Long: `Run scenarios against a module. FILE is a .yaml file in the form of conformance/SCENARIOS.md; of a DIR every
.yaml in it and its folders is run, those beginning with _ or . excepted. Each failure names its place, what was expected
and what came.`,
		Example: "  parley scenario walk_the_plank conformance/scenarios/walk_the_plank",
		Args:    takesMany(theModule, operand{"a FILE or DIR after the MODULE", "a scenario in a .yaml, or a folder of them"}),
		RunE:    func(cmd *cobra.Command, args []string) error { return a.scenario(cmd.Context(), args[0], args[1:]) },
	}
}

func (a *app) scenario(ctx context.Context, module string, paths []string) error {
	g, err := a.open(ctx, module)
	if err != nil {
		return err
	}
	defer g.Close()
	var list []*scenario.Scenario
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			return usageError{err}
		}
		load := scenario.Load
		if info.IsDir() {
			load = scenario.LoadDir
		}
		some, err := load(path)
		if err != nil {
			return fileError(err)
		}
		list = append(list, some...)
	}
	failures := []scenario.Failure{}
	failed := 0
	for _, s := range list {
		if f := scenario.Run(ctx, g, s); len(f) > 0 {
			failures = append(failures, f...)
			failed++
		}
	}
	if a.json {
		err = writeJSON(a.stdout, map[string]any{"scenarios": len(list), "failed": failed, "failures": failures})
	} else {
		for _, f := range failures {
			fmt.Fprintln(a.stdout, f)
		}
		_, err = fmt.Fprintf(a.stdout, "%d scenarios: %d passed, %d failed\n", len(list), len(list)-failed, failed)
	}
	if err == nil && failed > 0 {
		err = errors.New("some scenarios failed")
	}
	return err
}
