package main

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/parley-rules/parley/core/wire"
	"github.com/parley-rules/parley/hosts"
)

func (a *app) simulateCommand() *cobra.Command {
	var start startFlags
	s := simulation{games: 100, maxMoves: 100_000}
	cmd := &cobra.Command{
		Use:   "simulate MODULE",
		Short: "play many random games and sum them up",
		Long: `Play many games between random players and sum up how long they were and how they ended. The first game has
the seed of --seed (1 if it is not given), each further one the next: any of them can be played again alone. Apart from the
times, the result depends on the command line alone.`,
		Example: `  parley simulate walk_the_plank --seats 5 --games 1000 --seed 1
  parley simulate pig --seats 2 --games 10000 --option target=50 --json`,
		Args: takes(theModule),
		RunE: func(cmd *cobra.Command, args []string) error {
			start.seedOr(1)
			return a.simulate(cmd.Context(), args[0], &start, &s)
		},
	}
	start.add(cmd)
	cmd.Flags().Var(wholeNumber("games", &s.games, 1, 1_000_000_000, "how many games to play"))
	cmd.Flags().Var(wholeNumber("max-moves", &s.maxMoves, 1, 1_000_000_000, "a game of so many moves is left unfinished"))
	cmd.Flags().Var(named("file", "log", &s.log, "write the log of the first game to this file; a further one is the first from its own seed"))
	return cmd
}

// simulation is what is to be simulated.
type simulation struct {
	games    int
	maxMoves int
	log      string
}

// summary is what a simulation has led to.
type summary struct {
	Game       string         `json:"game"`
	Rules      string         `json:"rules"`
	Host       string         `json:"host"`
	Seats      int            `json:"seats"`
	Seed       string         `json:"seed"`
	Games      int            `json:"games"`
	Moves      int            `json:"moves"`
	Outcomes   map[string]int `json:"outcomes"`
	Unfinished int            `json:"unfinished"`
	Wins       []int          `json:"wins"`    // per seat, shared wins counted for each
	Nobody     int            `json:"nobody"`  // games that nobody won
	Lengths    lengths        `json:"lengths"` // in moves
	Seconds    float64        `json:"seconds"`
	PerSecond  int            `json:"moves_per_second"`
	all        []int
}

type lengths struct {
	Min    int `json:"min"`
	Median int `json:"median"`
	Max    int `json:"max"`
}

func (a *app) simulate(ctx context.Context, module string, flags *startFlags, s *simulation) error {
	if s.log != "" {
		if err := checkOut(s.log); err != nil {
			return err
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
	if len(n.Seed) == 8 && binary.LittleEndian.Uint64(n.Seed) > wire.MaxInt-uint64(s.games-1) {
		return usagef("--seed %s: the seeds of %d games from there on are too large", seedText(n.Seed), s.games)
	}
	n.Look = hosts.Look{Moves: true}
	m := g.Manifest()
	sum := &summary{Game: m.Game, Rules: m.Rules, Host: g.Info().Host, Seats: n.Seats, Seed: seedText(n.Seed),
		Outcomes: map[string]int{}, Wins: make([]int, n.Seats)}
	started, told := time.Now(), time.Now()
	first := n.Seed
	for i := range s.games {
		n.Seed = addToSeed(first, uint64(i))
		t := &table{app: a, game: g, start: n, machine: newRandomPlayer(n.Seed)}
		if t.step, err = initGame(ctx, g, n); err != nil {
			return err
		}
		if i == 0 && s.log != "" {
			t.record()
		}
		for t.step.Actors != 0 && t.n < s.maxMoves {
			if _, err := t.random(ctx, t.step.Actors.First()); err != nil {
				return fmt.Errorf("game %d, seed %s: %w", i+1, seedText(n.Seed), err)
			}
		}
		if err := sum.count(t); err != nil {
			return fmt.Errorf("game %d, seed %s: %w", i+1, seedText(n.Seed), err)
		}
		if t.log != nil {
			if err := t.writeLog(s.log); err != nil {
				return err
			}
		}
		if time.Since(told) > time.Second {
			told = time.Now()
			fmt.Fprintf(a.stderr, "%d of %d games, %d moves\n", i+1, s.games, sum.Moves)
		}
	}
	sum.finish(time.Since(started))
	if a.json {
		return writeJSON(a.stdout, sum)
	}
	return sum.write(a.stdout, m.EndReasons)
}

// count adds a game that has been played.
func (s *summary) count(t *table) error {
	s.Games++
	s.Moves += t.n
	s.all = append(s.all, t.n)
	o := t.step.Outcome
	switch {
	case t.step.Actors != 0:
		s.Unfinished++
		return nil
	case o == nil:
		return errors.New("nobody can act, and the game has no outcome: a fault of the rules, report it to their author")
	}
	s.Outcomes[o.Reason]++
	if len(o.Winners) == 0 {
		s.Nobody++
	}
	for _, w := range o.Winners {
		if w >= len(s.Wins) {
			return fmt.Errorf("seat %d has won, and there is none: a fault of the rules, report it to their author", w)
		}
		s.Wins[w]++
	}
	return nil
}

func (s *summary) finish(took time.Duration) {
	slices.Sort(s.all)
	s.Lengths = lengths{s.all[0], s.all[(len(s.all)-1)/2], s.all[len(s.all)-1]}
	s.Seconds = took.Seconds()
	s.PerSecond = int(float64(s.Moves) / max(s.Seconds, 1e-9))
}

func (s *summary) write(out io.Writer, reasons []string) error {
	p := &printer{to: out}
	p.printf("%s %s, %d seats, %s from seed %s, on %s\n", s.Game, s.Rules, s.Seats, several(s.Games, "game"), s.Seed, s.Host)
	p.printf("moves     %d, %d per second\n", s.Moves, s.PerSecond)
	p.printf("lengths   %d to %d moves, median %d\n", s.Lengths.Min, s.Lengths.Max, s.Lengths.Median)
	p.printf("outcomes\n")
	known := slices.Clone(reasons)
	var more []string
	for r := range s.Outcomes {
		if !slices.Contains(known, r) {
			more = append(more, r)
		}
	}
	slices.Sort(more)
	for _, r := range append(known, more...) {
		p.share(r, s.Outcomes[r], s.Games)
	}
	if s.Unfinished > 0 {
		p.share("(unfinished)", s.Unfinished, s.Games)
	}
	p.printf("wins\n")
	for seat, n := range s.Wins {
		p.share(fmt.Sprintf("seat %d", seat), n, s.Games)
	}
	p.share("nobody", s.Nobody, s.Games)
	return p.err
}

// printer writes until the first error, which it keeps.
type printer struct {
	to  io.Writer
	err error
}

func (p *printer) printf(format string, args ...any) {
	if p.err == nil {
		_, p.err = fmt.Fprintf(p.to, format, args...)
	}
}

// share writes how many of all something is.
func (p *printer) share(what string, n, all int) {
	p.printf("  %-24s %8d %6.1f %%\n", what, n, 100*float64(n)/float64(all))
}

// several is a number of things in words.
func several(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return strconv.Itoa(n) + " " + thing
}
