package jackal_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/native"
	"github.com/parley-rules/parley/plugins/jackal"
)

// The model deals the same tiles from the same seed, and makes the same of a setup: the view, the events and the legal moves.
func TestModelStartsAlike(t *testing.T) {
	ctx := context.Background()
	open := func(rules core.Rules) *hosts.Game {
		game, err := hosts.Open(ctx, native.New(rules))
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, game.Close()) })
		return game
	}
	ours, theirs := open(modelRules{}), open(jackal.Rules{})
	src := core.Source{State: 5}
	for i := range 150 {
		seats, options := modelDraw(&src)
		if src.Below(4) == 0 {
			options["layout"] = modelLayout(&src, options)
		}
		start := hosts.NewGame{Seats: seats, Seed: hosts.SeedOf(src.Uint64() >> 11)}
		var err error
		start.Options, err = msgpack.Marshal(options)
		require.NoError(t, err)
		if i%2 == 1 {
			setup := modelSetup(&src, seats, options)
			if i%4 == 1 { // partly given, and dealt
				land := setup["land"].([]map[string]any)
				setup["land"], setup["units"] = land[len(land)-20:], nil
				delete(setup, "units")
				delete(setup, "hits_needed")
				if src.Below(2) == 0 {
					setup["land_rest"] = "empty"
				}
			}
			start.Setup, err = msgpack.Marshal(setup)
			require.NoError(t, err)
		}
		a, err := ours.Init(ctx, start)
		require.NoError(t, err)
		b, err := theirs.Init(ctx, start)
		require.NoError(t, err, "%v", options)
		require.Equal(t, a.Actors, b.Actors)
		require.Equal(t, modelText(t, a.Events(core.Referee)), modelText(t, b.Events(core.Referee)))
		for seat := range core.Seat(seats) {
			x, err := ours.LegalMoves(ctx, a.Position, seat)
			require.NoError(t, err)
			y, err := theirs.LegalMoves(ctx, b.Position, seat)
			require.NoError(t, err)
			require.JSONEq(t, modelText(t, x), modelText(t, y))
		}
		for _, viewer := range []core.Seat{core.Referee, core.Spectator, 0} {
			x, err := ours.View(ctx, a.Position, viewer)
			require.NoError(t, err)
			y, err := theirs.View(ctx, b.Position, viewer)
			require.NoError(t, err)
			require.JSONEq(t, modelText(t, x), modelText(t, y))
		}
	}
}

func modelText(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	require.NoError(t, err)
	return string(text)
}

// modelLayout draws a layout of any codes.
func modelLayout(src *core.Source, options map[string]any) []string {
	codes := make([]string, map[string]int{"standard": 117, "medium": 77, "small": 45}[options["map_size"].(string)])
	for i := range codes {
		codes[i] = modelCodes[src.Below(len(modelCodes))]
	}
	return codes
}
