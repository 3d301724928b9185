package jackal_test

import (
	"context"
	"encoding/json"
	"errors"
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

// modelPick prefers moves that carry something, above all a ball to a cannon, so that games do not stay on the beach.
func modelPick(src *core.Source, m *model, moves []modelMove) modelMove {
	best := moves[src.Below(len(moves))]
	for _, mv := range moves {
		if kind, _ := kindOfModelTile(m.tile(mv.to)); kind == "cannon" && slices.Contains(mv.load, "cannonball") && src.Below(2) == 0 {
			return mv
		}
	}
	for range 2 {
		if other := moves[src.Below(len(moves))]; len(other.load) > len(best.load) || best.kind == "sail" {
			best = other
		}
	}
	return best
}

// Every step of random games over all options is what the model foresees: the position, the events, and the legal moves.
func TestModelForeseesEveryStep(t *testing.T) {
	games := 60
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
		for _, c := range jackal.Manifest().Codes {
			require.Positive(t, seen[c.Code], "no move was refused with %s", c.Code)
		}
	}
}

// modelAnyMove draws a move that may be of any kind, legal or not: often a legal one with something altered.
func modelAnyMove(src *core.Source, m *model, legal []modelMove) modelMove {
	kinds := jackal.Manifest().Moves
	mv := legal[src.Below(len(legal))]
	mv.load = slices.Clone(mv.load)
	if mv.load == nil {
		mv.load = []string{}
	}
	near := func(x int) int { return x - 1 + src.Below(3) }
	for range 1 + src.Below(3) {
		switch src.Below(7) {
		case 0:
			mv.kind = kinds[src.Below(len(kinds))].Name
			if u := m.unit(src.Below(len(m.Units))); u.alive() && (mv.kind == "resurrect" || mv.kind == "serve_rum") {
				mv.to = m.square(u)
				if u.Crew != nil && *u.Crew == m.Crew && m.tile(mv.to) == "resurrection_fort" {
					return mv
				}
			}
		case 1:
			mv.unit = src.Below(len(m.Units)+2) - 1
			if u := m.unit(mv.unit); u != nil && u.alive() && src.Below(4) > 0 {
				x := m.square(u)
				mv.to = modelSquare{near(x[0]), near(x[1])}
			}
		case 2:
			mv.vessel = src.Below(len(m.Vessels)+2) - 1
			if v := m.vessel(mv.vessel); v != nil && v.At != nil {
				mv.to = modelSquare{near(v.At[0]), near(v.At[1])}
			}
		case 3:
			mv.to = modelSquare{near(mv.to[0]), near(mv.to[1])}
		case 4:
			mv.to = modelSquare{src.Below(m.Size+2) - 1, src.Below(m.Size+2) - 1}
		case 5:
			mv.load = slices.Clone(modelLoads[src.Below(len(modelLoads))])
		case 6:
			mv.load = mv.load[:min(len(mv.load), 2)]
			mv.load = append(mv.load, modelOrder[src.Below(len(modelOrder))])
		}
	}
	return mv
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
		for range 12 { // what is refused, and why
			mv := modelAnyMove(src, now, list)
			want := now.check(mv)
			fields := mv.named()
			if fields["load"] != nil && !isModelCanonical(mv.load) {
				want = "malformed"
			}
			named, err := json.Marshal(fields)
			require.NoError(t, err)
			move, err := game.Move(named)
			require.NoError(t, err, "%s", named)
			_, err = game.Apply(ctx, step.Position, actor, move, hosts.Look{})
			got := ""
			var refused *hosts.RuleError
			if errors.As(err, &refused) {
				got = refused.Code
			}
			if want != got {
				before, _ := json.Marshal(now.modelView)
				require.Equal(t, want, got, "%s in %s", named, before)
			}
			seen[got]++
		}
		mv := modelPick(src, now, list)
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
