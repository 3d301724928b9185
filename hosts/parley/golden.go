package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/parley-rules/parley/conformance"
	"github.com/parley-rules/parley/conformance/logs"
)

func (a *app) goldenCommand() *cobra.Command {
	var dir string
	o := logs.Options{Games: 500}
	c := &cobra.Command{
		Use:   "golden MODULE --dir D",
		Short: "make golden logs that cover what the game can do",
		Long: `Play games by chance and write logs to D that together cover each number of seats, option value, chance mode, kind of
move and event, end of the game and a setup by hand. The same module and seed give the same logs. The report tells what is
covered and what no game has shown.`,
		Args: takes(theModule),
		RunE: func(cmd *cobra.Command, args []string) error {
			if dir == "" {
				return usagef("golden needs --dir D, the folder to write to")
			}
			return a.golden(cmd.Context(), args[0], dir, o)
		},
	}
	c.Flags().Var(named("folder", "dir", &dir, "where the logs go; those of the same names are replaced, others stay"))
	c.Flags().Var(testSeed(&o.Seed, "of all that is random (default 0)"))
	c.Flags().Var(wholeNumber("games", &o.Games, 1, 1_000_000, "random games to try at most after those that options and seats ask for"))
	return c
}

func (a *app) golden(ctx context.Context, module, dir string, o logs.Options) error {
	if err := checkNewFolder("--dir", dir); err != nil {
		return err
	}
	g, err := a.open(ctx, module)
	if err != nil {
		return err
	}
	defer g.Close()
	o.Values = conformance.DeclaredFor(g.Manifest().Game).Values
	report, err := logs.Golden(ctx, g, dir, o)
	if err != nil {
		return fileError(err)
	}
	if a.json {
		return writeJSON(a.stdout, report)
	}
	_, err = fmt.Fprint(a.stdout, report)
	return err
}
