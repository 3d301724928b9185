package jackal_test

import (
	"context"
	"encoding/json"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/native"
	"github.com/parley-rules/parley/plugins/jackal"
)

// modelDraw draws seats and options for a game: any values of all options.
func modelDraw(src *core.Source) (seats int, options map[string]any) {
	options = map[string]any{}
	seats = 2 + src.Below(3)
	mode := []string{"auto", []string{"duel", "ffa", "ffa"}[seats-2], []string{"duel_double", "ffa", "teams"}[seats-2]}[src.Below(3)]
	options["mode"] = mode
	for _, o := range jackal.Manifest().Options {
		switch o.Name {
		case "mode", "tile_counts", "layout", "first_crew":
			continue
		case "quiet_rounds":
			options[o.Name] = 3 + src.Below(40)
			continue
		}
		if src.Below(2) == 0 {
			continue
		}
		switch t := o.Type; t.Kind {
		case core.TBool:
			options[o.Name] = src.Below(2) == 1
		case core.TWord:
			options[o.Name] = t.Words[src.Below(len(t.Words))]
		case core.TInt:
			options[o.Name] = t.Min + src.Below(t.Max-t.Min+1)
		}
	}
	options["map_size"] = []string{"standard", "medium", "small", "small"}[src.Below(4)]
	options["first_crew"] = src.Below(3) - 1
	if src.Below(4) > 0 { // few kinds, many of each
		counts := map[string]int{}
		room := map[string]int{"standard": 117, "medium": 77, "small": 45}[options["map_size"].(string)]
		for _, row := range modelMix[1:] {
			n := src.Below(2)
			if src.Below(5) == 0 && row.kind != "cannibal" {
				n = src.Below(room/8 + 1)
			}
			if row.kind == "cannonball" || row.kind == "cannon" {
				n += src.Below(4)
			}
			counts[row.kind] = min(n, room)
			room -= counts[row.kind]
		}
		options["tile_counts"] = counts
	}
	return seats, options
}

// modelPick prefers moves that lead on or carry something, so that games do not stay on the beach.
func modelPick(src *core.Source, moves []modelMove) modelMove {
	best := moves[src.Below(len(moves))]
	for range 2 {
		other := moves[src.Below(len(moves))]
		if len(other.load) > len(best.load) || best.kind == "sail" || slices.Contains(other.load, "cannonball") {
			best = other
		}
	}
	return best
}

// Every step of random games over all options is what the model foresees: the position, the events, and the legal moves.
func TestModelForeseesEveryStep(t *testing.T) {
	games := 40
	if testing.Short() {
		games = 8
	}
	src := core.Source{State: 20}
	seen := map[string]int{}
	for range games {
		seats, options := modelDraw(&src)
		modelGame(t, &src, seats, options, nil, 120, seen)
		modelGame(t, &src, seats, options, modelSetup(&src, seats, options), 30, seen)
	}
	if !testing.Short() {
		for _, k := range jackal.Manifest().Events {
			require.Positive(t, seen[k.Name], "no game had an event %s", k.Name)
		}
	}
}

func modelGame(t *testing.T, src *core.Source, seats int, options, setup map[string]any, steps int, seen map[string]int) {
	t.Helper()
	ctx := context.Background()
	game, err := hosts.Open(ctx, native.New(jackal.Rules{}))
	require.NoError(t, err)
	defer func() { require.NoError(t, game.Close()) }()
	raw, err := msgpack.Marshal(options)
	require.NoError(t, err)
	look := hosts.Look{Moves: true, Views: []core.Seat{core.Referee}}
	start := hosts.NewGame{Seats: seats, Seed: hosts.SeedOf(src.Uint64() >> 11), Options: raw, Look: look}
	if setup != nil {
		start.Setup, err = msgpack.Marshal(setup)
		require.NoError(t, err)
	}
	step, err := game.Init(ctx, start)
	require.NoError(t, err, "%v with %v", setup, options)
	now := modelSees(t, step)
	for range steps {
		if now.Phase == "over" {
			break
		}
		actor := core.Seat(*now.Actor)
		list := now.legal()
		moves, ok := step.Moves(actor)
		require.True(t, ok)
		same := moves.Len() == len(list)
		for i := 0; same && i < len(list); i++ {
			c, ok := moves.At(i).Core()
			same = ok && c == list[i].core()
		}
		if !same {
			var named []any
			for _, mv := range list {
				named = append(named, mv.named())
			}
			ours, _ := json.Marshal(named)
			theirs, _ := json.Marshal(moves)
			before, _ := json.Marshal(now.modelView)
			require.JSONEq(t, string(ours), string(theirs), "legal moves in %s", before)
		}
		mv := modelPick(src, list)
		before, _ := json.Marshal(now.modelView)
		move, err := json.Marshal(mv.named())
		require.NoError(t, err)
		named, err := game.Move(move)
		require.NoError(t, err)
		step, err = game.Apply(ctx, step.Position, actor, named, look)
		require.NoError(t, err)
		now.apply(mv)
		foreseen, err := json.Marshal(now.events)
		require.NoError(t, err)
		happened, err := json.Marshal(step.Events(core.Referee))
		require.NoError(t, err)
		require.JSONEq(t, string(foreseen), string(happened), "events of %s in %s with options %v", move, before, options)
		next := modelSees(t, step)
		require.Equal(t, now.modelView, next.modelView, "position after %s in %s", move, before)
		for _, e := range now.events {
			seen[e["type"].(string)]++
		}
		now = next
	}
}

// modelSees reads the referee's view.
func modelSees(t *testing.T, step *hosts.Step) *model {
	t.Helper()
	view, ok := step.View(core.Referee)
	require.True(t, ok)
	text, err := view.JSON()
	require.NoError(t, err)
	m := &model{}
	require.NoError(t, m.read(text))
	return m
}
