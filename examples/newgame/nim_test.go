package nim_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"example.org/nim"
	"github.com/parley-rules/parley/conformance/conformancetest"
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/hosttest"
	"github.com/parley-rules/parley/hosts/native"
	"github.com/parley-rules/parley/hosts/wasm"
)

// All that Parley asks of a game.
func TestConformance(t *testing.T) { conformancetest.Rules(t, nim.Rules{}) }

// The module gives the same bytes as the rules linked into this test, in whole random games.
func TestModuleEqualsNative(t *testing.T) {
	module, err := wasm.Load(context.Background(), hosttest.Build(t, "example.org/nim/main"), wasm.Options{})
	require.NoError(t, err)
	defer module.Close()
	require.Greater(t, hosttest.SameGames(t, native.New(nim.Rules{}), module, 100, 1), 300)
}

// A game of three moves, by the options' and moves' names.
func TestMisere(t *testing.T) {
	ctx := context.Background()
	g, err := hosts.Open(ctx, native.New(nim.Rules{}))
	require.NoError(t, err)
	options, err := hosts.FromJSON([]byte(`{"heaps": [1, 2], "misere": true}`))
	require.NoError(t, err)
	step, err := g.Init(ctx, hosts.NewGame{Seats: 2, Seed: []byte{1}, Options: options})
	require.NoError(t, err)
	play := func(seat core.Seat, text string) {
		t.Helper()
		move, err := g.Move([]byte(text))
		require.NoError(t, err)
		step, err = g.Apply(ctx, step.Position, seat, move, hosts.Look{})
		require.NoError(t, err)
	}
	move, err := g.Move([]byte(`{"type": "take", "heap": 0, "stones": 2}`))
	require.NoError(t, err)
	_, err = g.Apply(ctx, step.Position, 0, move, hosts.Look{})
	require.ErrorIs(t, err, &hosts.RuleError{Code: "too_many"})

	play(0, `{"type": "take", "heap": 0, "stones": 1}`)
	play(1, `{"type": "take", "heap": 1, "stones": 1}`)
	play(0, `{"type": "take", "heap": 1, "stones": 1}`)
	require.Equal(t, []int{1}, step.Outcome.Winners)
}

// What Moves lists is what Check allows, over all moves there can be.
func TestMovesEqualCheck(t *testing.T) {
	d := core.NewDriver(nim.Rules{})
	require.False(t, d.Start(&core.Request{Seats: 2, Seed: []byte{1}}).Refused())
	listed, _ := d.Moves(0)
	listed = append([]core.Move(nil), listed...)
	allowed := 0
	for heap := int16(-2); heap < 12; heap++ {
		for stones := int16(-2); stones < 30; stones++ {
			m := core.M(0, heap, stones)
			if d.State().Check(0, m) == core.OK {
				require.Contains(t, listed, m)
				allowed++
			}
		}
	}
	require.Len(t, listed, allowed)
}
