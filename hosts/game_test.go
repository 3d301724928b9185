package hosts_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/conformance/games/pig"
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/native"
)

func openPig(t *testing.T) *hosts.Game {
	g, err := hosts.Open(context.Background(), native.New(pig.Rules{}))
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, g.Close()) })
	return g
}

func TestPigThroughGame(t *testing.T) {
	ctx := context.Background()
	g := openPig(t)
	step, err := g.Init(ctx, hosts.NewGame{Seats: 2, Seed: hosts.SeedOf(7), Look: hosts.LookAll(2)})
	require.NoError(t, err)
	moves, ok := step.Moves(0)
	require.True(t, ok)
	require.Equal(t, 1, moves.Len())
	require.Equal(t, "roll", moves.At(0).String())
	text, err := json.Marshal(moves)
	require.NoError(t, err)
	require.JSONEq(t, `[{"type":"roll"}]`, string(text))

	listed, err := g.LegalMoves(ctx, step.Position, 0)
	require.NoError(t, err)
	require.Equal(t, 0, listed.Index(moves.At(0)))
	next, err := g.Apply(ctx, step.Position, 0, listed.At(0), hosts.Look{})
	require.NoError(t, err)
	require.Len(t, next.Draws(), 1)
	require.Equal(t, "rolled", next.Events(core.Spectator)[0].Type())

	hold, err := g.Move([]byte(`{"type":"hold"}`))
	require.NoError(t, err)
	_, err = g.Apply(ctx, step.Position, 0, hold, hosts.Look{})
	require.ErrorIs(t, err, &hosts.RuleError{Code: "nothing_to_hold"})

	played, err := g.Playout(ctx, step.Position, []byte{1}, 1_000_000)
	require.NoError(t, err)
	require.Equal(t, "target", played.Outcome.Reason)
	view, err := g.View(ctx, played.Position, core.Spectator)
	require.NoError(t, err)
	over, _ := view.At("over")
	require.Equal(t, "true", over.String())
}
