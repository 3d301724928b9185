package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"text/tabwriter"

	"github.com/parley-rules/parley/conformance/v8"
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/native"
	"github.com/parley-rules/parley/hosts/process"
	"github.com/parley-rules/parley/hosts/wasm"
)

// game is what is replayed: rules, their module and their logs.
type game struct {
	id     string
	rules  core.Rules
	module string // the path of the .wasm
	paths  []string
	logs   []*hosts.Log
}

// Table says for each game, environment and engine how many digests of the golden logs came out the same.
type Table struct {
	Engines []string `json:"engines"`
	Rows    []Row    `json:"rows"`
	Notes   []string `json:"notes"` // why cells have no number
}

// Row is a game in an environment.
type Row struct {
	Game        string `json:"game"`
	Environment string `json:"environment"`
	Logs        int    `json:"logs"`
	Cells       []Cell `json:"cells"` // one per engine
}

// Cell is what one engine has shown.
type Cell struct {
	Digests    int         `json:"digests"` // that were the same
	Note       string      `json:"note"`    // stands instead of the number if nothing was replayed
	Difference *Difference `json:"difference"`
	Error      string      `json:"error"` // why the replay could not go on, "" if it could
}

// Difference is the first thing in which an engine is not what the logs say.
type Difference = v8.Difference

func (c *Cell) String() string {
	switch {
	case c.Difference != nil:
		return "DIFFERS"
	case c.Error != "":
		return "FAILED"
	case c.Note != "":
		return c.Note
	}
	return strconv.Itoa(c.Digests)
}

// engine is a column of the table. It fills the cells of one game, one per environment.
type engine struct {
	name string
	run  func(ctx context.Context, g *game, worlds []v8.Environment) []Cell
}

// ownWorld is the note of an engine whose rules run in the host's own world: there is no other to put them in.
const ownWorld = "-"

// withoutWorlds is an engine that runs a caller in the pinned environment only, since it has no other.
func withoutWorlds(name string, open func(ctx context.Context, g *game) (hosts.Caller, error)) engine {
	return engine{name, func(ctx context.Context, g *game, worlds []v8.Environment) []Cell {
		cells := make([]Cell, len(worlds))
		for i := range cells {
			cells[i].Note = ownWorld
		}
		cells[0] = replay(ctx, g, func() (hosts.Caller, error) { return open(ctx, g) })
		return cells
	}}
}

func nativeEngine() engine {
	return withoutWorlds("native", func(_ context.Context, g *game) (hosts.Caller, error) { return native.New(g.rules), nil })
}

// processEngine runs rules in a process of their own: this program once more, as a plugin.
func processEngine() engine {
	return withoutWorlds("process", func(ctx context.Context, g *game) (hosts.Caller, error) {
		self, err := os.Executable()
		if err != nil {
			return nil, err
		}
		return process.Open(ctx, self, process.Options{Args: []string{g.id}})
	})
}

// wazeroEngine runs modules in wazero. shown says which logs of a game are replayed in which environment.
func wazeroEngine(kind wasm.Engine, shown func(g *game, world int) *game) engine {
	return engine{"wazero " + kind.String(), func(ctx context.Context, g *game, worlds []v8.Environment) []Cell {
		cells := make([]Cell, len(worlds))
		for i, world := range worlds {
			cells[i] = replay(ctx, shown(g, i), func() (hosts.Caller, error) {
				return wasm.LoadFile(ctx, g.module, wasm.Options{Engine: kind, Environment: world.Environment})
			})
		}
		return cells
	}}
}

// What an engine is shown: all logs; all in the pinned environment, and the shortest one of each game in the others; or the
// shortest one everywhere.
func showAll(g *game, _ int) *game { return g }

func showAllPinned(g *game, world int) *game {
	if world == 0 {
		return g
	}
	return showOne(g, world)
}

func showOne(g *game, _ int) *game {
	best := 0
	for i, log := range g.logs {
		if len(log.Steps) < len(g.logs[best].Steps) {
			best = i
		}
	}
	one := *g
	one.paths, one.logs = g.paths[best:best+1], g.logs[best:best+1]
	return &one
}

// v8Engine runs Node. Without it the cells say so, and why is a note of the table.
func v8Engine(node *v8.Node) engine {
	return engine{"V8", func(ctx context.Context, g *game, worlds []v8.Environment) []Cell {
		cells := make([]Cell, len(worlds))
		if node == nil {
			for i := range cells {
				cells[i].Note = v8.ErrNoNode.Error()
			}
			return cells
		}
		result, err := node.Replay(ctx, g.module, g.paths)
		if err == nil && len(result.Runs) != len(worlds) {
			err = fmt.Errorf("node: %d environments were run instead of %d", len(result.Runs), len(worlds))
		}
		for i := range cells {
			if err != nil {
				cells[i].Error = err.Error()
				continue
			}
			r := &result.Runs[i]
			cells[i] = Cell{Digests: r.Digests, Difference: r.Difference, Error: r.Error}
		}
		return cells
	}}
}

// replay replays all logs of a game, up to the first difference.
func replay(ctx context.Context, g *game, open func() (hosts.Caller, error)) (c Cell) {
	caller, err := open()
	if err == nil {
		var opened *hosts.Game
		if opened, err = hosts.Open(ctx, caller); err == nil {
			err = errors.Join(replayLogs(ctx, opened, g, &c), opened.Close())
		}
	}
	if err != nil {
		c.Error = err.Error()
	}
	return c
}

func replayLogs(ctx context.Context, opened *hosts.Game, g *game, c *Cell) error {
	for i, log := range g.logs {
		err := log.Replay(ctx, opened, hosts.Look{}, func(n int, _ *hosts.Step) error {
			c.Digests++
			if log.Steps[n].Step != "" {
				c.Digests++
			}
			return nil
		})
		var d *hosts.Difference
		if errors.As(err, &d) {
			c.Difference = &Difference{Log: g.paths[i], Line: d.Line, Part: d.Part, Expected: d.Expected, Got: d.Got}
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s: %w", g.paths[i], err)
		}
	}
	return nil
}

// readGame finds a game's module and reads its golden logs.
func readGame(rules core.Rules, modules, golden string) (*game, error) {
	g := &game{id: rules.Manifest().Game, rules: rules}
	g.module = filepath.Join(modules, g.id+".wasm")
	var err error
	if g.paths, err = filepath.Glob(filepath.Join(golden, g.id, "*.log")); err != nil || len(g.paths) == 0 {
		return nil, errors.Join(err, fmt.Errorf("there are no golden logs of %s under %s: make them with `make golden`", g.id, golden))
	}
	return g, g.readLogs()
}

// readLogs reads the logs whose paths are known.
func (g *game) readLogs() error {
	for _, path := range g.paths {
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		log, err := hosts.ReadLog(f)
		if err := errors.Join(err, f.Close()); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		g.logs = append(g.logs, log)
	}
	return nil
}

// makeTable replays the logs of all games on all engines, as many at the same time as there are processors.
func makeTable(ctx context.Context, games []*game, engines []engine) *Table {
	t := &Table{Notes: []string{}}
	for _, e := range engines {
		t.Engines = append(t.Engines, e.name)
	}
	worlds := v8.Environments()
	for _, g := range games {
		for _, w := range worlds {
			t.Rows = append(t.Rows, Row{Game: g.id, Environment: w.Name, Logs: len(g.logs), Cells: make([]Cell, len(engines))})
		}
	}
	var all sync.WaitGroup
	free := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i, g := range games {
		rows := t.Rows[i*len(worlds):]
		for j, e := range engines {
			free <- struct{}{}
			all.Go(func() {
				for k, c := range e.run(ctx, g, worlds) {
					rows[k].Cells[j] = c
				}
				<-free
			})
		}
	}
	all.Wait()
	t.note(ownWorld, "it runs in this machine's own world, and has no other")
	return t
}

// note adds a note if a cell says so.
func (t *Table) note(cell, text string) {
	for _, r := range t.Rows {
		if slices.ContainsFunc(r.Cells, func(c Cell) bool { return c.Note == cell }) {
			t.Notes = append(t.Notes, cell+": "+text)
			return
		}
	}
}

// Alike says whether no engine differs from any log.
func (t *Table) Alike() bool { return len(t.faults()) == 0 }

// faults says where engines differ, one line each.
func (t *Table) faults() (list []string) {
	for _, r := range t.Rows {
		for i := range r.Cells {
			c := &r.Cells[i]
			where := fmt.Sprintf("%s on %s, %s: ", r.Game, t.Engines[i], r.Environment)
			if d := c.Difference; d != nil {
				list = append(list, fmt.Sprintf("%s%s: line %d: %s: expected %s, got %s", where, d.Log, d.Line, d.Part, d.Expected, d.Got))
			}
			if c.Error != "" {
				list = append(list, where+c.Error)
			}
		}
	}
	return list
}

// String writes the table for people, with what it found below.
func (t *Table) String() string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "digests alike\tenvironment\tlogs\t%s\n", strings.Join(t.Engines, "\t"))
	for _, r := range t.Rows {
		fmt.Fprintf(w, "%s\t%s\t%d", r.Game, r.Environment, r.Logs)
		for i := range r.Cells {
			fmt.Fprintf(w, "\t%s", r.Cells[i].String())
		}
		fmt.Fprintln(w)
	}
	_ = w.Flush() // which writes to memory
	for _, line := range slices.Concat(t.Notes, t.faults()) {
		fmt.Fprintln(&b, line)
	}
	return b.String()
}
