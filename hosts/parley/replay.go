package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/parley-rules/parley/conformance/logs"
	"github.com/parley-rules/parley/hosts"
)

// maxLog bounds a log's file.
const maxLog = 256 << 20

func (a *app) replayCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "replay MODULE LOG...",
		Short: "play logs again and compare every digest",
		Long: `Play the moves of logs again and compare the digests of every position and, in golden logs, of every whole step.
The first difference is told: line, part, what was expected and what came.`,
		Example: "  parley replay build/walk_the_plank.wasm conformance/golden/walk_the_plank/*.log",
		Args:    cobra.MinimumNArgs(2),
		RunE:    func(cmd *cobra.Command, args []string) error { return a.replay(cmd.Context(), args[0], args[1:]) },
	}
}

// replayed is what replaying a log has shown.
type replayed struct {
	Log        string            `json:"log"`
	Moves      int               `json:"moves"`
	Difference *hosts.Difference `json:"difference"`
	Error      string            `json:"error,omitempty"`
}

func (a *app) replay(ctx context.Context, module string, paths []string) error {
	g, err := a.open(ctx, module)
	if err != nil {
		return err
	}
	defer g.Close()
	results := make([]replayed, 0, len(paths))
	differ, failed, moves := 0, 0, 0
	for _, path := range paths {
		r := replayed{Log: path}
		log, err := readLog(path)
		if errors.As(err, new(usageError)) {
			return err
		}
		if err == nil {
			r.Moves = len(log.Steps) - 1
			if r.Difference, err = logs.Replay(ctx, g, log); err != nil {
				err = fmt.Errorf("%s: %w", path, err)
			}
		}
		switch {
		case err != nil:
			r.Error = err.Error()
			failed++
		case r.Difference != nil:
			differ++
		default:
			moves += r.Moves
		}
		results = append(results, r)
	}
	if a.json {
		err = writeJSON(a.stdout, results)
	} else {
		for _, r := range results {
			switch {
			case r.Error != "":
				fmt.Fprintln(a.stdout, r.Error)
			case r.Difference != nil:
				fmt.Fprintf(a.stdout, "%s: %v\n", r.Log, r.Difference)
			}
		}
		info := g.Info()
		_, err = fmt.Fprintf(a.stdout, "%s on %s (%s): %d logs, %d moves alike, %d logs differ, %d cannot be replayed\n",
			g.Manifest().Game, info.Host, info.Engine, len(paths), moves, differ, failed)
	}
	switch {
	case err != nil:
	case failed > 0:
		err = errors.New("some logs cannot be replayed")
	case differ > 0:
		err = errors.New("some logs differ")
	}
	return err
}

func readLog(path string) (*hosts.Log, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, usageError{err}
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || info.Size() > maxLog {
		return nil, errors.Join(err, fmt.Errorf("%s has more than %d bytes", path, maxLog))
	}
	log, err := hosts.ReadLog(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return log, nil
}

func (a *app) convertCommand() *cobra.Command {
	var module string
	c := &cobra.Command{
		Use:   "convert LOG",
		Short: "make of a log in chance mode auto the log of the same game in mode host",
		Long: `Make of a log in chance mode auto the log of the same game in mode host: what the module drew stands in it as moves
of the seat chance. The log goes to standard output. The game is replayed in both modes and must be the same.`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return a.convert(cmd.Context(), module, args[0]) },
	}
	c.Flags().StringVar(&module, "module", "", "the MODULE that replays the log (default: the built-in game that it names)")
	return c
}

func (a *app) convert(ctx context.Context, module, path string) error {
	log, err := readLog(path)
	if err != nil {
		return err
	}
	if module == "" {
		module = log.Header.Game
	}
	g, err := a.open(ctx, module)
	if err != nil {
		return err
	}
	defer g.Close()
	converted, err := logs.Convert(ctx, g, log)
	if err != nil {
		return err
	}
	_, err = converted.WriteTo(a.stdout)
	return err
}
