package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/hosts"
)

func (a *app) playCommand() *cobra.Command {
	var start startFlags
	var as []string
	var auto bool
	cmd := &cobra.Command{
		Use:   "play MODULE",
		Short: "play in the terminal against random players",
		Long: `Play in the terminal against random players. You see what your seat may see: the position, what has
happened since you last looked, and your legal moves with numbers. Type ? while playing for help.

--as SEAT says which seat you play, seat 0 if it is not given. Given more than once, several people play at
this terminal, and each is shown what is his alone. --as chance (with --chance host) lets you roll real dice or
deal real cards; otherwise they are drawn at random.

--auto plays all seats at random and writes down what happens: everything, secrets too, or with one --as SEAT
(also --as spectator) only what that viewer sees. With --json it is a line of JSON per move.`,
		Example: `  parley play pig
  parley play walk_the_plank --seats 4 --as 0 --as 2
  parley play kuhn --auto --seed 7 --option bet=2`,
		Args: takes(theModule),
		RunE: func(cmd *cobra.Command, args []string) error {
			if a.json && !auto {
				return usagef("--json goes with --auto only")
			}
			return a.play(cmd.Context(), args[0], &start, as, auto)
		},
	}
	start.add(cmd)
	cmd.Flags().StringArrayVar(&as, "as", nil, "the seat that you play; may be repeated")
	cmd.Flags().BoolVar(&auto, "auto", false, "play all seats at random and write a transcript")
	return cmd
}

// table is a game under way in the terminal.
type table struct {
	*app
	game    *hosts.Game
	start   hosts.NewGame
	step    *hosts.Step
	n       int // moves so far
	machine *randomPlayer
	log     *hosts.Log // nil unless it is recorded
}

// viewers reads the seats of --as.
func viewers(as []string, n *hosts.NewGame, auto bool) ([]core.Seat, error) {
	var list []core.Seat
	taken := map[core.Seat]bool{}
	for _, text := range as {
		seat, ok := hosts.ParseSeat(text)
		switch {
		case !ok || int(seat) >= n.Seats:
			return nil, usagef("--as %q: there are the seats 0 to %d", text, n.Seats-1)
		case taken[seat]:
			return nil, usagef("--as %s is given twice", text)
		case seat == core.Chance && (auto || !n.HostChance):
			return nil, usagef("--as chance goes with --chance host, and not with --auto")
		case seat < core.Chance && !auto:
			return nil, usagef("--as %s only watches: add --auto", text)
		}
		taken[seat] = true
		list = append(list, seat)
	}
	switch {
	case auto && len(list) > 1:
		return nil, usagef("with --auto there is one --as at most, the viewer of the transcript")
	case auto && len(list) == 0:
		list = []core.Seat{core.Referee}
	case len(list) == 0:
		list = []core.Seat{0}
	}
	return list, nil
}

func (a *app) play(ctx context.Context, module string, flags *startFlags, as []string, auto bool) error {
	g, err := a.open(ctx, module)
	if err != nil {
		return err
	}
	defer g.Close()
	n, err := flags.game(ctx, g)
	if err != nil {
		return err
	}
	seats, err := viewers(as, &n, auto)
	if err != nil {
		return err
	}
	n.Look = hosts.Look{Moves: true}
	t := &table{app: a, game: g, start: n, machine: newRandomPlayer(n.Seed)}
	if t.step, err = initGame(ctx, g, n); err != nil {
		return err
	}
	switch {
	case auto && a.json:
		return t.transcriptJSON(ctx, seats[0])
	case auto:
		return t.transcript(ctx, seats[0])
	}
	return t.people(ctx, seats)
}

// initGame creates a game. What the rules say to the command line's seats and options is a mistake in it; a setup is in a file.
func initGame(ctx context.Context, g *hosts.Game, n hosts.NewGame) (*hosts.Step, error) {
	s, err := g.Init(ctx, n)
	if refused := new(hosts.RuleError); errors.As(err, &refused) && refused.Code != "internal" && refused.Code != "bad_setup" {
		return nil, usagef("the game cannot be created so: %w", err)
	}
	return s, err
}

// apply plays a move.
func (t *table) apply(ctx context.Context, seat core.Seat, m hosts.Move) error {
	s, err := t.game.Apply(ctx, t.step.Position, seat, m, hosts.Look{Moves: true})
	if err != nil {
		return fmt.Errorf("move %d, %s by seat %v: %w", t.n+1, m, seat, err)
	}
	t.step = s
	t.n++
	if t.log == nil {
		return nil
	}
	named, err := m.MarshalJSON()
	t.log.Steps = append(t.log.Steps, hosts.LogStep{N: t.n, Seat: seat, Move: named, Position: hosts.Digest(s.Position)})
	return err
}

// record begins the log of a game that has just been created.
func (t *table) record() {
	t.log = &hosts.Log{Header: hosts.NewLogHeader(t.game, t.start), Steps: []hosts.LogStep{{Position: hosts.Digest(t.step.Position)}}}
}

// writeLog writes the log as far as it goes.
func (t *table) writeLog(path string) error {
	t.log.Outcome = t.step.Outcome
	var b bytes.Buffer
	if _, err := t.log.WriteTo(&b); err != nil {
		return err
	}
	return writeFile(path, b.Bytes())
}

// random plays a random move of a seat.
func (t *table) random(ctx context.Context, seat core.Seat) (hosts.Move, error) {
	moves, err := t.moves(seat)
	if err != nil {
		return hosts.Move{}, err
	}
	m, err := t.machine.choose(seat, moves)
	if err != nil {
		return m, err
	}
	return m, t.apply(ctx, seat, m)
}

// moves lists the legal moves of an actor.
func (t *table) moves(seat core.Seat) (hosts.Moves, error) {
	moves, ok := t.step.Moves(seat)
	if !ok {
		return moves, fmt.Errorf("the module does not list the moves of seat %v, which must act: report it to its author", seat)
	}
	return moves, nil
}

// show writes the position as a viewer sees it.
func (t *table) show(ctx context.Context, viewer core.Seat) error {
	if viewer == core.Chance { // which sees nothing
		return nil
	}
	text, err := t.game.Describe(ctx, t.step.Position, viewer)
	if errors.Is(err, hosts.ErrNotOffered) {
		var view hosts.View
		if view, err = t.game.View(ctx, t.step.Position, viewer); err == nil {
			text, err = viewText(view)
		}
	}
	if err != nil {
		return err
	}
	t.printf("%s\n", strings.TrimRight(text, "\n"))
	return nil
}

// viewText is a view as JSON, a line for every key of it.
func viewText(v hosts.View) (string, error) {
	raw, err := v.JSON()
	if err != nil {
		return "", err
	}
	var b bytes.Buffer
	if err := json.Indent(&b, raw, "", "  "); err != nil {
		return "", err
	}
	return b.String(), nil
}

func (t *table) printf(format string, args ...any) { fmt.Fprintf(t.stdout, format, args...) }

// title says what is played.
func (t *table) title() {
	m := t.game.Manifest()
	t.printf("%s, rules %s, %d seats\n", m.Titles[0].Text, m.Rules, t.start.Seats)
}

// again says how to have the same game again. It is not said before the end, since who knows the seed knows all secrets.
func (t *table) again() { t.printf("The seed was %s.\n", seedText(t.start.Seed)) }

// events writes what a viewer sees of the last step, indented.
func (t *table) events(list []hosts.Event) {
	for _, e := range list {
		t.printf("  %s\n", eventText(e))
	}
}
