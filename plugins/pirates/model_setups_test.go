package pirates_test

import (
	"context"
	"errors"
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/native"
	"github.com/parley-rules/parley/plugins/pirates"
)

// modelMutate changes something somewhere in a value, and returns the value.
func modelMutate(src *core.Source, v any) any {
	switch x := v.(type) {
	case map[string]any:
		keys := slices.Sorted(maps.Keys(x))
		if len(keys) == 0 || src.Below(40) == 0 {
			x["boats"] = 1
			return x
		}
		key := keys[src.Below(len(keys))]
		if src.Below(5) == 0 {
			delete(x, key)
			return x
		}
		if src.Below(8) > 0 {
			x[key] = modelMutate(src, x[key])
			return x
		}
		x[key] = nil
		return x
	case []any:
		switch k := src.Below(14); {
		case k == 0 && len(x) > 0:
			return slices.Clone(x[:len(x)-1])
		case k == 1 && len(x) > 0:
			return append(slices.Clone(x), x[src.Below(len(x))])
		case k == 2 || len(x) == 0:
			return append(slices.Clone(x), 1+src.Below(3))
		}
		i := src.Below(len(x))
		x[i] = modelMutate(src, x[i])
		return x
	case int:
		return []any{x + 1, x - 1, src.Below(4), src.Below(7), 10 + src.Below(5), 6, 1 << 33, "1", true, nil}[min(src.Below(15), src.Below(15))%10]
	case bool:
		return []any{!x, !x, !x, 0}[src.Below(4)]
	case string:
		words := []any{"equip", "action1", "action2", "roll", "counter", "stow", "over", "hidden", "open", "plundered", "target", "all_plundered", "round_limit",
			"referee", "spectator", "", 0}
		return words[src.Below(len(words))]
	}
	return []any{0, 1, []any{}, []any{1, 0, 2, 0, 0, 1}, map[string]any{}, false}[src.Below(6)]
}

// modelCut leaves out what can be worked out, or nearly.
func modelCut(src *core.Source, top map[string]any) {
	for _, key := range []string{"game", "viewer", "n", "options", "map", "tiles", "actors", "tiles_left", "supply"} {
		if src.Below(3) > 0 {
			delete(top, key)
		}
	}
	drop := func(v any, odds int, keys ...string) {
		x, _ := v.(map[string]any)
		for _, key := range keys {
			if x != nil && src.Below(odds) == 0 {
				delete(x, key)
			}
		}
	}
	drop(top["combat"], 3, "attacker", "salvos", "shooter", "dice", "dice_left", "loot")
	drop(top["result"], 2, "scores", "places", "winners")
	for _, key := range []string{"fortresses", "ships"} {
		for _, x := range top[key].([]any) {
			if f := x.(map[string]any); f["state"] == "hidden" {
				drop(x, 4, "tile", "fields", "vault", "state")
			} else {
				drop(x, 60, "tile", "fields", "vault", "state", "node", "secured", "equipped", "hold")
			}
		}
	}
}

// Setups by hand, made from positions of games by changes of any kind, are refused or accepted as the model says, and games go on
// from them as it foresees.
func TestModelForeseesSetups(t *testing.T) {
	games, cuts := 40, 25
	if testing.Short() {
		games = 6
	}
	ctx := context.Background()
	g, err := hosts.Open(ctx, native.New(pirates.Rules{}))
	require.NoError(t, err)
	src := core.Source{State: 63}
	refused, seen := map[string]int{}, map[string]int{}
	for range games {
		seats := 2 + src.Below(5)
		options, o, board, tiles := modelDraw(t, &src, src.Below(8) == 0)
		fresh := func(seed []byte, auto bool) *model { return newModel(seats, o, board, tiles, seed, auto) }
		m := fresh([]byte{byte(src.Below(256))}, src.Below(4) == 0)
		for range cuts {
			text := modelText(m.modelView)
			if src.Below(12) == 0 || m.Phase == "over" {
				m = fresh([]byte{byte(src.Below(256))}, false)
			}
			for range 1 + src.Below(8) {
				if m.Phase != "over" {
					actor := m.Actors[src.Below(len(m.Actors))]
					m.apply(actor, modelPick(&src, m, m.legal(actor)))
				}
			}
			top := modelTree(text).(map[string]any)
			modelCut(&src, top)
			if src.Below(60) == 0 {
				top["boats"], top["Boats"] = 1, nil
				if src.Below(2) == 0 {
					delete(top, "Boats")
				}
			}
			if src.Below(60) == 0 { // more chests than there are, where none can be
				top["fortresses"].([]any)[0] = map[string]any{"state": "hidden", "vault": []any{3, 3, 3, 3, 3, 3, 3}}
			}
			for k := range src.Below(4) {
				if key := modelKeys[6+src.Below(12)]; k > 0 && top[key] != nil {
					top[key] = modelMutate(&src, top[key])
				} else if k == 0 && src.Below(10) == 0 {
					if key := modelKeys[src.Below(6)]; top[key] != nil && key != "map" && key != "tiles" {
						top[key] = modelMutate(&src, top[key])
					}
				}
			}
			raw, err := hosts.FromJSON([]byte(modelText(top)))
			require.NoError(t, err)
			start := hosts.NewGame{Seats: seats, Seed: hosts.SeedOf(src.Uint64() >> 11), Options: options, HostChance: src.Below(3) > 0, Setup: raw,
				Look: hosts.LookAll(seats)}
			start.Look.Views = append(start.Look.Views, core.Referee)
			now := fresh(start.Seed, !start.HostChance)
			want := now.takeSetup(modelTree(modelText(top)), start.Seed)
			step, err := g.Init(ctx, start)
			if want != "" {
				var is *hosts.RuleError
				if !errors.As(err, &is) || is.Code != "bad_setup" || is.Detail != want {
					require.Fail(t, "a setup is not refused as it should be", "want %s, got %v: %s options %s", want, err, modelText(top), modelText(o))
				}
				refused[want]++
				continue
			}
			require.NoError(t, err, "%s options %s", modelText(top), modelText(o))
			now.rollOut()
			modelHappened(t, now, step, seats, modelText(top))
			refused[""]++
			refused["in "+now.Phase]++
			modelPlay(t, g, &src, now, step, 6, false, "setup "+modelText(top), seen)
		}
	}
	t.Log(refused, seen)
	if !testing.Short() {
		for _, key := range append(modelKeys[6:], "options", "boats", "", "in roll", "in counter", "in stow", "in over", "in equip", "in action2") {
			require.Positive(t, refused[key], key)
		}
	}
}
