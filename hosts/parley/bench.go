package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
	"github.com/parley-rules/parley/hosts"
)

func (a *app) benchCommand() *cobra.Command {
	var start startFlags
	took := 500 * time.Millisecond
	cmd := &cobra.Command{
		Use:   "bench MODULE",
		Short: "measure how fast a module is and how large its answers are",
		Long: `Play random games, ask again what was asked in them, and tell how long an operation takes and how large its answer is.
Every answer that is timed must be the one that was given at first; one that is not ends the command with exit code 1. The playout
of the module is held against the same game played move by move from outside: both must end in the same position. The host rolls
the dice, so that chance moves are moves.

legal_moves is of the seat that acts, view of seat 0; apply_look tells the moves and the views of all seats and a spectator too.
Times are of this host and machine; the median of several rounds is told.`,
		Example: `  parley bench walk_the_plank
  parley bench build/walk_the_plank.wasm --seats 5 --json`,
		Args: takes(theModule),
		RunE: func(cmd *cobra.Command, args []string) error {
			start.seedOr(1)
			return a.bench(cmd.Context(), args[0], &start, took)
		},
	}
	start.addGame(cmd)
	cmd.Flags().Var(duration("time", &took, time.Millisecond, time.Minute, "how long each figure is measured"))
	return cmd
}

// benchmark is what a benchmark tells.
type benchmark struct {
	Game        string        `json:"game"`
	Rules       string        `json:"rules"`
	Host        string        `json:"host"`
	Engine      string        `json:"engine"`
	ModuleBytes int64         `json:"module_bytes"` // 0 if it is no file
	LoadSeconds float64       `json:"load_seconds"` // with the disk cache as it was
	Seats       int           `json:"seats"`
	Seed        string        `json:"seed"`
	Position    sizes         `json:"position_bytes"`
	LegalMoves  sizes         `json:"legal_moves"` // how many there are
	Operations  []operation   `json:"operations"`
	HostLoop    games         `json:"host_loop"` // random games, move by move
	Playout     *games        `json:"playout"`   // the same in the module; null if it has no playout
	Checked     int           `json:"answers_checked"`
	each        time.Duration // how long each figure is measured
}

// sizes are of the positions of the sample.
type sizes struct {
	Least  int `json:"least"`
	Median int `json:"median"`
	Most   int `json:"most"`
}

// operation is what an operation costs.
type operation struct {
	Name        string `json:"name"`
	Nanoseconds int    `json:"ns"`
	Response    sizes  `json:"response_bytes"`
}

// games says how fast random games are.
type games struct {
	Moves     int `json:"moves"`
	PerSecond int `json:"moves_per_second"`
}

// call is a request with the answer that it must have.
type call struct{ request, answer []byte }

// sample are calls from random games, by operation.
type sample struct {
	positions, moves []int // how many bytes, how many moves
	names            []string
	calls            map[string][]call
	ops              map[string]abi.Op
}

// sampled is how many positions a sample has at most, from so many games.
const (
	sampled      = 300
	sampledGames = 20
	longestGame  = 10_000
	roundsTimed  = 7
)

func (a *app) bench(ctx context.Context, module string, flags *startFlags, each time.Duration) error {
	from := time.Now()
	g, err := a.open(ctx, module)
	if err != nil {
		return err
	}
	loaded := time.Since(from)
	defer g.Close()
	n, err := flags.game(ctx, g)
	if err != nil {
		return err
	}
	n.HostChance = g.Manifest().Features.Chance
	info, m := g.Info(), g.Manifest()
	b := &benchmark{Game: m.Game, Rules: m.Rules, Host: info.Host, Engine: info.Engine, ModuleBytes: info.Size, LoadSeconds: loaded.Seconds(),
		Seats: n.Seats, Seed: seedText(n.Seed), each: each}
	s, err := takeSample(ctx, g, n)
	if err != nil {
		return err
	}
	b.Position, b.LegalMoves = sizesOf(s.positions), sizesOf(s.moves)
	for _, name := range s.names {
		if err := b.operation(ctx, g.Caller(), name, s); err != nil {
			return err
		}
	}
	if err := b.games(ctx, g, n); err != nil {
		return err
	}
	if a.json {
		return writeJSON(a.stdout, b)
	}
	return b.write(a.stdout)
}

// takeSample plays random games and keeps positions from all over them.
func takeSample(ctx context.Context, g *hosts.Game, n hosts.NewGame) (*sample, error) {
	s := &sample{calls: map[string][]call{}, ops: map[string]abi.Op{}}
	n.Look = hosts.Look{Moves: true}
	first := n.Seed
	for i := range sampledGames {
		n.Seed = addToSeed(first, uint64(i))
		player := newRandomPlayer(n.Seed)
		step, err := initGame(ctx, g, n)
		if err != nil {
			return nil, err
		}
		for at := 0; step.Actors != 0 && at < longestGame && len(s.positions) < sampled*(i+1)/sampledGames; at++ {
			seat := step.Actors.First()
			moves, _ := step.Moves(seat)
			move, err := player.choose(seat, moves)
			if err != nil {
				return nil, err
			}
			if err := s.keep(ctx, g.Caller(), step.Position, n.Seats, seat, move, moves.Len()); err != nil {
				return nil, err
			}
			if step, err = g.Apply(ctx, step.Position, seat, move, n.Look); err != nil {
				return nil, fmt.Errorf("game %d: %w", i+1, err)
			}
		}
	}
	if len(s.positions) == 0 {
		return nil, errors.New("no game has a move: nothing can be measured")
	}
	return s, nil
}

// keep takes down the calls of a position.
func (s *sample) keep(ctx context.Context, c hosts.Caller, p hosts.Position, seats int, seat core.Seat, move hosts.Move, moves int) error {
	s.positions, s.moves = append(s.positions, len(p)), append(s.moves, moves)
	add := func(name string, op abi.Op, more func(w *wire.Writer)) error {
		var w wire.Writer
		more(&w)
		answer, err := c.Call(ctx, op, w.B, nil)
		if err != nil {
			return err
		}
		if _, ok := wire.NewReader(answer).Find("ok"); !ok {
			return fmt.Errorf("%s was refused in a game of its own: a fault of the rules, report it to their author", name)
		}
		if _, known := s.ops[name]; !known {
			s.names = append(s.names, name)
			s.ops[name] = op
		}
		s.calls[name] = append(s.calls[name], call{w.B, answer})
		return nil
	}
	position := func(w *wire.Writer, keys int) {
		w.Map(keys)
		w.Str("position")
		w.Bin(p)
	}
	apply := func(w *wire.Writer, keys int) {
		position(w, keys)
		w.Str("seat")
		abi.WriteSeat(w, seat)
		w.Str("move")
		w.Raw(move.Msgpack())
	}
	return errors.Join(
		add("legal_moves", abi.LegalMoves, func(w *wire.Writer) {
			position(w, 2)
			w.Str("seat")
			abi.WriteSeat(w, seat)
		}),
		add("apply", abi.Apply, func(w *wire.Writer) { apply(w, 3) }),
		add("apply_look", abi.Apply, func(w *wire.Writer) {
			apply(w, 4)
			w.Str("look")
			w.Map(2)
			w.Str("moves")
			w.Bool(true)
			w.Str("views")
			w.Array(seats + 1)
			for viewer := range core.Seat(seats) {
				abi.WriteSeat(w, viewer)
			}
			abi.WriteSeat(w, core.Spectator)
		}),
		add("view", abi.View, func(w *wire.Writer) {
			position(w, 2)
			w.Str("viewer")
			abi.WriteSeat(w, 0)
		}))
}

// operation measures the calls of one operation.
func (b *benchmark) operation(ctx context.Context, c hosts.Caller, name string, s *sample) error {
	calls := s.calls[name]
	var answer []byte
	var rounds []time.Duration
	for range roundsTimed {
		n := 0
		from := time.Now()
		for n == 0 || time.Since(from) < b.each/roundsTimed {
			x := &calls[(b.Checked+n)%len(calls)]
			var err error
			if answer, err = c.Call(ctx, s.ops[name], x.request, answer[:0]); err != nil {
				return err
			}
			if !bytes.Equal(answer, x.answer) {
				return fmt.Errorf("%s: the same request has another answer than before: the module keeps something between calls, report it to its author", name)
			}
			n++
		}
		rounds = append(rounds, time.Since(from)/time.Duration(n))
		b.Checked += n
	}
	var answers []int
	for _, x := range calls {
		answers = append(answers, len(x.answer))
	}
	slices.Sort(rounds)
	b.Operations = append(b.Operations, operation{name, int(rounds[len(rounds)/2]), sizesOf(answers)})
	return nil
}

// games plays the same random games from outside and, if the module has a playout, in it.
func (b *benchmark) games(ctx context.Context, g *hosts.Game, n hosts.NewGame) error {
	playout := g.Offers(abi.Playout)
	n.Look = hosts.Look{Moves: true}
	var outside, inside time.Duration
	seed := core.Source{State: 1}
	for i := 0; i == 0 || outside+inside < 2*b.each; i++ {
		step, err := initGame(ctx, g, n)
		if err != nil {
			return err
		}
		own := wire.AppendUint64(nil, seed.Uint64())
		from := time.Now()
		end, moves, err := hostLoop(ctx, g, step, core.NewSource(own))
		if err != nil {
			return err
		}
		outside += time.Since(from)
		b.HostLoop.Moves += moves
		if !playout {
			continue
		}
		from = time.Now()
		played, err := g.Playout(ctx, step.Position, own, longestGame)
		if err != nil {
			return err
		}
		inside += time.Since(from)
		if played.Moves != moves || !bytes.Equal(played.Position, end.Position) || !reflect.DeepEqual(played.Outcome, end.Outcome) {
			return fmt.Errorf("a playout of %d moves and the same game move by move, %d moves, come to different ends: report it to the module's author",
				played.Moves, moves)
		}
		b.Checked++
		if b.Playout == nil {
			b.Playout = new(games)
		}
		b.Playout.Moves += moves
	}
	b.HostLoop.PerSecond = perSecond(b.HostLoop.Moves, outside)
	if b.Playout != nil {
		b.Playout.PerSecond = perSecond(b.Playout.Moves, inside)
	}
	return nil
}

// hostLoop is the playout of the ABI, move by move from outside. The step has the moves.
func hostLoop(ctx context.Context, g *hosts.Game, step *hosts.Step, src core.Source) (end *hosts.Step, played int, err error) {
	player := &randomPlayer{src}
	for n := range longestGame {
		if step.Actors == 0 {
			return step, n, nil
		}
		seat := step.Actors.First()
		moves, _ := step.Moves(seat)
		move, err := player.choose(seat, moves)
		if err != nil {
			return nil, n, err
		}
		if step, err = g.Apply(ctx, step.Position, seat, move, hosts.Look{Moves: true}); err != nil {
			return nil, n, err
		}
	}
	return step, longestGame, nil
}

func perSecond(n int, took time.Duration) int { return int(float64(n) / max(took.Seconds(), 1e-9)) }

func sizesOf(list []int) sizes {
	list = slices.Sorted(slices.Values(list))
	return sizes{list[0], list[(len(list)-1)/2], list[len(list)-1]}
}

func (b *benchmark) write(out io.Writer) error {
	p := &printer{to: out}
	p.printf("%s %s, %d seats, from seed %s, on %s (%s)\n", b.Game, b.Rules, b.Seats, b.Seed, b.Host, b.Engine)
	if b.ModuleBytes > 0 {
		p.printf("module         %.2f MB\n", float64(b.ModuleBytes)/1e6)
	}
	p.printf("load           %.1f ms\n", 1000*b.LoadSeconds)
	p.printf("position       %d to %d bytes, median %d\n", b.Position.Least, b.Position.Most, b.Position.Median)
	p.printf("legal moves    %d to %d, median %d\n\n", b.LegalMoves.Least, b.LegalMoves.Most, b.LegalMoves.Median)
	p.printf("%-20s %12s   %s\n", "operation", "ns", "bytes of the answer: least, median, most")
	for _, o := range b.Operations {
		p.printf("%-20s %12d %10d %10d %10d\n", o.Name, o.Nanoseconds, o.Response.Least, o.Response.Median, o.Response.Most)
	}
	p.printf("\nrandom games, move by move   %10d moves per second\n", b.HostLoop.PerSecond)
	if b.Playout == nil {
		p.printf("random games in the module   not offered\n")
	} else {
		p.printf("random games in the module   %10d moves per second, %.1f times as many\n", b.Playout.PerSecond,
			float64(b.Playout.PerSecond)/float64(max(b.HostLoop.PerSecond, 1)))
	}
	p.printf("%d answers checked\n", b.Checked)
	return p.err
}
