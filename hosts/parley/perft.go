package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/parley-rules/parley/conformance/perft"
	"github.com/parley-rules/parley/hosts"
)

func (a *app) perftCommand() *cobra.Command {
	var start startFlags
	p := perftFlags{depth: 2}
	cmd := &cobra.Command{
		Use:   "perft MODULE",
		Short: "count the positions after so many moves",
		Long: `Count the positions after 0, 1, 2, ... moves, and in how many of them the game is over. Only the lowest seat that acts
moves, and each outcome of chance counts once, whatever its weight. A finished game counts where it ended; positions that are
reached in two ways are two. Two engines that play the same game count the same.

With --table the counts of a file like conformance/perft/pig.yaml are checked instead; the exit code is 1 if one differs.`,
		Example: `  parley perft kuhn --depth 6
  parley perft build/walk_the_plank.wasm --setup position.json --depth 3 --divide
  parley perft build/pig.wasm --table conformance/perft/pig.yaml`,
		Args: takes(theModule),
		RunE: func(cmd *cobra.Command, args []string) error {
			if p.table != "" {
				for _, name := range []string{"depth", "divide", "setup", "seats", "seed", "option"} {
					if cmd.Flags().Changed(name) {
						return usagef("--table says all about the starts: leave out --%s", name)
					}
				}
				return a.perftTable(cmd.Context(), args[0], p.table)
			}
			start.seedOr(1)
			return a.perft(cmd.Context(), args[0], &start, &p)
		},
	}
	start.addGame(cmd)
	cmd.Flags().Var(wholeNumber("depth", &p.depth, 0, 100, "how many moves, from 0 to 100"))
	cmd.Flags().Var(named("file", "setup", &p.setup, "a setup by hand in JSON or YAML, in the form of the referee's view"))
	cmd.Flags().BoolVar(&p.divide, "divide", false, "count what follows from each first move apart")
	cmd.Flags().Var(named("file", "table", &p.table, "check the counts of this file"))
	return cmd
}

type perftFlags struct {
	depth  int
	setup  string
	divide bool
	table  string
}

// counted is what is told of a count.
type counted struct {
	Game     string          `json:"game"`
	Seats    int             `json:"seats"`
	Seed     string          `json:"seed"`
	Levels   []perft.Level   `json:"levels"`             // by depth, from 0 on
	Branches []countedBranch `json:"branches,omitempty"` // with --divide
}

// countedBranch is what follows from a first move: Positions at the whole depth.
type countedBranch struct {
	Seat      string     `json:"seat"`
	Move      hosts.Move `json:"move"`
	Positions uint64     `json:"positions"`
	Ended     uint64     `json:"ended"`
}

func (a *app) perft(ctx context.Context, module string, flags *startFlags, p *perftFlags) error {
	if p.divide && p.depth == 0 {
		return usagef("--divide goes with a --depth from 1 on")
	}
	var setup []byte
	if p.setup != "" {
		text, err := readFile(p.setup, maxOptionFile, "a setup")
		if err != nil {
			return err
		}
		if setup, err = perft.ReadSetup(text); err != nil {
			return fmt.Errorf("%s: %w", p.setup, err)
		}
	}
	g, err := a.open(ctx, module)
	if err != nil {
		return err
	}
	defer g.Close()
	n, err := flags.game(ctx, g)
	if err != nil {
		return err
	}
	n.Setup = setup
	if _, err := initGame(ctx, g, n); err != nil {
		return err
	}
	out := counted{Game: g.Manifest().Game, Seats: n.Seats, Seed: seedText(n.Seed)}
	if p.divide {
		err = a.divided(ctx, g, n, p.depth, &out)
	} else {
		err = a.levels(ctx, g, n, p.depth, &out)
	}
	if err != nil || !a.json {
		return err
	}
	return writeJSON(a.stdout, out)
}

// levels counts depth by depth, so that the first lines come at once: all but the last cost little beside it.
func (a *app) levels(ctx context.Context, g *hosts.Game, n hosts.NewGame, depth int, out *counted) (err error) {
	w := &printer{to: a.stdout}
	for d := range depth + 1 {
		if out.Levels, err = perft.Count(ctx, g, n, d); err != nil {
			return err
		}
		if !a.json {
			if d == 0 {
				w.printf("%s, %d seats, seed %s\n%5s %20s %20s\n", out.Game, out.Seats, out.Seed, "depth", "positions", "ended")
			}
			w.printf("%5d %20d %20d\n", d, out.Levels[d].Positions, out.Levels[d].Ended)
		}
	}
	return w.err
}

func (a *app) divided(ctx context.Context, g *hosts.Game, n hosts.NewGame, depth int, out *counted) error {
	branches, err := perft.Divide(ctx, g, n, depth)
	if err != nil {
		return err
	}
	out.Levels = make([]perft.Level, depth+1)
	out.Levels[0].Positions = 1
	if len(branches) == 0 {
		out.Levels[0].Ended = 1 // a setup of a game that is over
	}
	w := &printer{to: a.stdout}
	for _, b := range branches {
		for d, level := range b.Levels {
			out.Levels[d+1].Positions += level.Positions
			out.Levels[d+1].Ended += level.Ended
		}
		last := b.Levels[depth-1]
		out.Branches = append(out.Branches, countedBranch{b.Seat.String(), b.Move, last.Positions, last.Ended})
		if !a.json {
			w.printf("%12d %12d  seat %v: %v\n", last.Positions, last.Ended, b.Seat, b.Move)
		}
	}
	if !a.json {
		last := out.Levels[depth]
		w.printf("%12d %12d  in all after %d moves; in the second column the games that are over\n", last.Positions, last.Ended, depth)
	}
	return w.err
}

func (a *app) perftTable(ctx context.Context, module, path string) error {
	text, err := readFile(path, maxOptionFile, "a table")
	if err != nil {
		return err
	}
	table, err := perft.ReadTable(text)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	g, err := a.open(ctx, module)
	if err != nil {
		return err
	}
	defer g.Close()
	differences, err := table.Check(ctx, g)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if a.json {
		if differences == nil {
			differences = []perft.Difference{}
		}
		err = writeJSON(a.stdout, map[string]any{"game": table.Game, "starts": len(table.Starts), "differences": differences})
	} else {
		w := &printer{to: a.stdout}
		for _, d := range differences {
			w.printf("%s:\n", d.Start)
			for depth := range d.Got {
				if d.Got[depth] != d.Expected[depth] {
					w.printf("  depth %d: expected %d positions, %d ended; got %d, %d\n", depth, d.Expected[depth].Positions, d.Expected[depth].Ended,
						d.Got[depth].Positions, d.Got[depth].Ended)
				}
			}
		}
		w.printf("%s: %d starts counted, %d differ\n", table.Game, len(table.Starts), len(differences))
		err = w.err
	}
	if err == nil && len(differences) > 0 {
		err = errors.New("some counts differ")
	}
	return err
}
