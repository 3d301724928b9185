package pirati_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/native"
	"github.com/parley-rules/parley/plugins/pirati"
)

// Every step of random games over all options is what the model foresees: the position, the events, the legal moves, the reasons
// of refusals, who acts and the outcome.
func TestModelForeseesEveryStep(t *testing.T) {
	games := 70
	if testing.Short() {
		games = 10
	}
	game, err := hosts.Open(context.Background(), native.New(pirati.Rules{}))
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, game.Close()) })
	src := core.Source{State: 20}
	seen := map[string]int{}
	steps := 0
	for range games {
		seats, options := modelDraw(&src)
		steps += modelGame(t, game, &src, seats, options, false, 50, seen)
		for range 3 {
			steps += modelGame(t, game, &src, seats, options, true, 30, seen)
		}
	}
	t.Logf("%d games, %d steps", 4*games, steps)
	if !testing.Short() {
		manifest := (pirati.Rules{}).Manifest()
		for _, k := range manifest.Events {
			require.Positive(t, seen[k.Name], "no game had an event %s", k.Name)
		}
		for _, c := range manifest.Codes {
			require.Positive(t, seen[c.Code], "no move was refused with %s", c.Code)
		}
		for _, list := range [][]string{manifest.EndReasons, modelCauses, modelBys} {
			for _, word := range list {
				require.Positive(t, seen[word], "no game had %s", word)
			}
		}
	}
}

var (
	modelCauses = []string{"shark", "trampled", "vicious_circle", "murdered", "run_over", "ship_sunk", "no_ship", "drowned"}
	modelBys    = []string{"step", "mud_step", "swim", "genie", "arrow", "compass_rose", "sea_horse", "whirlpool", "fish", "starfish",
		"ejected", "mermaid"}
)

func modelGame(t *testing.T, game *hosts.Game, src *core.Source, seats int, options map[string]any, byHand bool, most int, seen map[string]int) int {
	t.Helper()
	ctx := context.Background()
	raw, err := msgpack.Marshal(options)
	require.NoError(t, err)
	look := hosts.Look{Moves: true, Views: []core.Seat{core.Referee}}
	start := hosts.NewGame{Seats: seats, Seed: hosts.SeedOf(src.Uint64() >> 11), Options: raw, Look: look}
	step, err := game.Init(ctx, start)
	require.NoError(t, err, "%v", options)
	now := modelSees(t, step)
	if byHand {
		setup := modelSetup(src, now)
		start.Setup, err = msgpack.Marshal(setup)
		require.NoError(t, err)
		step, err = game.Init(ctx, start)
		text, _ := json.Marshal(setup)
		require.NoError(t, err, "%s with %v", text, options)
		now = modelSees(t, step)
	}
	if !byHand {
		now.sameDeal(t, start.Seed)
	}
	created := now.creation(byHand) // PI-13
	foreseen, err := json.Marshal(created)
	require.NoError(t, err)
	happened, err := json.Marshal(step.Events(core.Referee))
	require.NoError(t, err)
	require.JSONEq(t, string(foreseen), string(happened))
	now.events = created
	lazy := src.Below(12) == 0
	for n := range most {
		for _, e := range now.events {
			seen[e["type"].(string)]++
			for _, key := range []string{"by", "cause"} {
				if word, ok := e[key].(string); ok {
					seen[word]++
				}
			}
		}
		if now.Phase == "over" {
			return n
		}
		before, _ := step.View(core.Referee)
		actor := core.Seat(now.ToAct)
		require.Equal(t, core.SeatsOf(actor), step.Actors)
		moves, ok := step.Moves(actor)
		require.True(t, ok)
		list := now.legal()
		var ours []string
		for _, mv := range list {
			ours = append(ours, mv.text())
		}
		theirs, err := json.Marshal(moves)
		require.NoError(t, err)
		require.Equal(t, "["+strings.Join(ours, ",")+"]", string(theirs), "legal moves in %s", before)
		for range 8 { // what is refused, and why
			mv := modelAnyMove(src, now, list)
			move, err := game.Move([]byte(mv.text()))
			require.NoError(t, err, mv.text())
			_, err = game.Apply(ctx, step.Position, actor, move, hosts.Look{})
			got := ""
			var refused *hosts.RuleError
			if errors.As(err, &refused) {
				got = refused.Code
			}
			require.Equal(t, now.check(mv), got, "%s in %s", mv.text(), before)
			seen[got]++
		}
		if src.Below(8) == 0 {
			modelSeenAgain(t, game, start, step, now)
		}
		mv := modelPick(src, list)
		if lazy && now.Phase == "main" && src.Below(8) > 0 {
			mv = list[len(list)-1]
		}
		move, err := game.Move([]byte(mv.text()))
		require.NoError(t, err)
		step, err = game.Apply(ctx, step.Position, actor, move, look)
		require.NoError(t, err)
		now.apply(mv)
		foreseen, err = json.Marshal(now.events)
		require.NoError(t, err)
		happened, err = json.Marshal(step.Events(core.Referee))
		require.NoError(t, err)
		require.JSONEq(t, string(foreseen), string(happened), "events of %s in %s", mv.text(), before)
		next := modelSees(t, step)
		require.Equal(t, now.modelView, next.modelView, "position after %s in %s", mv.text(), before)
		if now.Phase == "over" {
			foreseen, err = json.Marshal(now.outcome())
			require.NoError(t, err)
			happened, err = json.Marshal(step.Outcome)
			require.NoError(t, err)
			require.JSONEq(t, string(foreseen), string(happened))
			seen[now.Result.Reason]++
		} else {
			require.Nil(t, step.Outcome)
		}
		next.events = now.events
		now = next
	}
	return most
}

// modelSeenAgain: what players see of a position (PI-190), and the position that is made from the referee's view (PI-12).
func modelSeenAgain(t *testing.T, game *hosts.Game, start hosts.NewGame, step *hosts.Step, now *model) {
	t.Helper()
	ctx := context.Background()
	view, _ := step.View(core.Referee)
	start.Setup = view.Msgpack()
	start.Look = hosts.LookAll(now.Seats)
	start.Look.Views = append(start.Look.Views, core.Referee)
	again, err := game.Init(ctx, start)
	require.NoError(t, err, "%s as a setup", view)
	for _, viewer := range start.Look.Views {
		seen, ok := again.View(viewer)
		require.True(t, ok)
		want := now.modelView
		if viewer != core.Referee {
			want.Tiles = slices.Clone(want.Tiles)
			for i := range want.Tiles {
				if !want.Tiles[i].FaceUp {
					want.Tiles[i] = modelTile{At: want.Tiles[i].At}
				}
			}
		}
		require.Equal(t, want, modelReads(t, seen).modelView, "view of %v of %s", viewer, view)
	}
	moves, _ := step.Moves(core.Seat(now.ToAct))
	same, _ := again.Moves(core.Seat(now.ToAct))
	require.Equal(t, moves, same)
	foreseen, err := json.Marshal(now.creation(true))
	require.NoError(t, err)
	happened, err := json.Marshal(again.Events(core.Spectator))
	require.NoError(t, err)
	require.JSONEq(t, string(foreseen), string(happened))
}

// sameDeal is PI-7.
func (m *model) sameDeal(t *testing.T, seed []byte) {
	t.Helper()
	var r core.Rand
	r.Seed(seed)
	var list []string
	for i, kind := range modelKinds {
		for range modelCounts[i] {
			list = append(list, kind)
		}
	}
	for i := 120; i >= 1; i-- {
		j := r.Below(i + 1)
		list[i], list[j] = list[j], list[i]
	}
	for i, kind := range list {
		want := modelTile{At: modelAt{1 + i/11, 1 + i%11}, Kind: kind, Dirs: modelTurned(kind, r.Below(4))}
		require.Equal(t, want, m.Tiles[i])
	}
}

// modelPick draws a move, seldom a pass, and rather one that carries or flies.
func modelPick(src *core.Source, list []modelMove) modelMove {
	if list[len(list)-1].kind == "pass" && src.Below(4) == 0 { // not always one of the many flights
		list = slices.DeleteFunc(slices.Clone(list), func(mv modelMove) bool { return mv.kind == "use_genie" })
	}
	best := list[src.Below(len(list))]
	for range 2 {
		other := list[src.Below(len(list))]
		if best.kind == "pass" || best.kind == "sail" || other.carry || best.kind == "use_genie" {
			best = other
		}
	}
	return best
}

// modelAnyMove draws a move that may be of any kind, legal or not: often a legal one with something altered.
func modelAnyMove(src *core.Source, m *model, legal []modelMove) modelMove {
	kinds := []string{"place_ship", "step", "step", "step", "mud_step", "swim", "sail", "use_genie", "pass", "choose"}
	mv := legal[src.Below(len(legal))]
	if mv.pos == 0 {
		mv.pos = 1 + src.Below(11)
	}
	for range 1 + src.Below(3) {
		switch src.Below(5) {
		case 0:
			mv.kind = kinds[src.Below(len(kinds))]
		case 1:
			mv.pirate = src.Below(3)
			if l := m.Pirates[m.ToAct][mv.pirate].Place; l != nil && l.At != nil {
				mv.to = l.At.plus(modelAt{src.Below(3) - 1, src.Below(3) - 1})
			}
		case 2:
			mv.carry = src.Below(2) == 0
		case 3:
			mv.to = modelAt{src.Below(13), src.Below(13)}
			mv.vec = modelAt{src.Below(5) - 2, src.Below(5) - 2}
		case 4:
			mv.footprint = src.Below(6)
		}
	}
	mv.to = mv.to.clamped()
	return mv
}

// modelSees reads the referee's view.
func modelSees(t *testing.T, step *hosts.Step) *model {
	t.Helper()
	view, ok := step.View(core.Referee)
	require.True(t, ok)
	return modelReads(t, view)
}

func modelReads(t *testing.T, view hosts.View) *model {
	t.Helper()
	m := &model{}
	d := msgpack.NewDecoder(bytes.NewReader(view.Msgpack()))
	d.SetCustomStructTag("json")
	require.NoError(t, d.Decode(&m.modelView))
	return m
}
