package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/parley-rules/parley/conformance/logs"
	"github.com/parley-rules/parley/hosts"
)

// maxLog bounds a log's file.
const maxLog = 256 << 20

func (a *app) replayCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "replay MODULE LOG|DIR...",
		Short: "play logs again and compare every digest",
		Long: `Play the moves of logs again and compare the digests of every position and, in golden logs, of every whole step.
The first difference is told: line, part, what was expected and what came. Of a folder all its files *.log are played.`,
		Example: "  parley replay build/walk_the_plank.wasm conformance/golden/walk_the_plank/*.log",
		Args:    takesMany(theModule, operand{"a LOG or several after the MODULE", "files *.log, or a folder of them"}),
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
	paths, err := logFiles(paths)
	if err != nil {
		return err
	}
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
		_, err = fmt.Fprintf(a.stdout, "%s on %s (%s): %s, %s alike, %d differ, %d cannot be replayed\n",
			g.Manifest().Game, info.Host, info.Engine, several(len(paths), "log"), several(moves, "move"), differ, failed)
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

// logFiles puts the files *.log of a folder in its place.
func logFiles(paths []string) ([]string, error) {
	var list []string
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			return nil, usageError{err}
		}
		if !info.IsDir() {
			list = append(list, path)
			continue
		}
		entries, err := os.ReadDir(path)
		if err != nil {
			return nil, usageError{err}
		}
		before := len(list)
		for _, e := range entries {
			if filepath.Ext(e.Name()) == ".log" {
				list = append(list, filepath.Join(path, e.Name()))
			}
		}
		if len(list) == before {
			return nil, fmt.Errorf("there is no file *.log in the folder %s: name a log, or a folder of logs", path)
		}
	}
	return list, nil
}

func readLog(path string) (*hosts.Log, error) {
	f, err := openFile(path, "a log")
	if err != nil {
		return nil, err
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
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usagef("convert takes one LOG, since what it makes goes to standard output: convert the %d logs one by one", len(args))
			}
			return needs(cmd, args, []operand{{"a LOG", "a log in chance mode auto"}})
		},
		RunE: func(cmd *cobra.Command, args []string) error { return a.convert(cmd.Context(), module, args[0]) },
	}
	c.Flags().Var(named("MODULE", "module", &module, "what replays the log (default: the built-in game that it names)"))
	return c
}

func (a *app) convert(ctx context.Context, module, path string) error {
	log, err := readLog(path)
	if err != nil {
		return err
	}
	if module == "" {
		module = log.Header.Game
		if builtinGame(module) == nil {
			return usagef("%s is of the game %.80q, which is not built in (%s are): say which MODULE has played it with --module FILE", path, module, builtinList())
		}
	}
	g, err := a.open(ctx, module)
	if err != nil {
		return err
	}
	defer g.Close()
	converted, err := logs.Convert(ctx, g, log)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	_, err = converted.WriteTo(a.stdout)
	return err
}
