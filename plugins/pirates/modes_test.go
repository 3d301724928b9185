package pirates_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/conformance/logs"
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/hosttest"
	"github.com/parley-rules/parley/hosts/native"
	"github.com/parley-rules/parley/hosts/wasm"
	"github.com/parley-rules/parley/plugins/pirates"
)

// The same dice make the same game in both chance modes: the same events in the same order, and the same views whenever a
// seat decides or the game is over (RP-84). The log of the one is converted into a log of the other, which replays.
func TestChanceModes(t *testing.T) {
	ctx := context.Background()
	g, err := hosts.Open(ctx, native.New(pirates.Rules{}))
	require.NoError(t, err)
	src := core.Source{State: 5}
	dice, ended := 0, 0
	for game := range 6 {
		options, err := hosts.FromJSON([]byte([]string{`{}`, `{"combat": "duel", "setup_order": "in_turn"}`, `{"treasure_target": 2, "max_rounds": 15}`}[game%3]))
		require.NoError(t, err)
		seats := 2 + game%5
		start := hosts.NewGame{Seats: seats, Seed: hosts.SeedOf(uint64(game)), Options: options, Look: hosts.LookAll(seats)}
		match, err := hosts.NewMatch(ctx, g, start)
		require.NoError(t, err)
		start.HostChance = true
		host, err := g.Init(ctx, start)
		require.NoError(t, err)
		for n, auto := match.Last(); auto.Actors != 0 && n < 300; n, auto = match.Last() {
			require.Equal(t, auto.Actors, host.Actors)
			for v := core.Seat(-3); v < core.Seat(seats); v++ {
				if v != core.Chance {
					require.Equal(t, seen(t, g, auto.Position, v), seen(t, g, host.Position, v))
				}
			}
			seat := auto.Actors.First()
			moves, _ := auto.Moves(seat)
			move := moves.At(src.Below(moves.Len()))
			_, next, err := match.Play(ctx, n, seat, move)
			require.NoError(t, err)
			host, err = g.Apply(ctx, host.Position, seat, move, start.Look)
			require.NoError(t, err)
			events := eventTexts(host)
			for _, draw := range next.Draws() {
				require.Equal(t, core.SeatsOf(core.Chance), host.Actors)
				dice++
				host, err = g.Apply(ctx, host.Position, core.Chance, draw, start.Look)
				require.NoError(t, err)
				events = append(events, eventTexts(host)...)
			}
			require.Equal(t, eventTexts(next), events)
			require.Equal(t, next.Outcome, host.Outcome)
		}
		if _, last := match.Last(); last.Outcome != nil {
			ended++
		}
		log, err := match.Log()
		require.NoError(t, err)
		converted, err := logs.Convert(ctx, g, log)
		require.NoError(t, err)
		require.GreaterOrEqual(t, len(converted.Steps), len(log.Steps))
		difference, err := logs.Replay(ctx, g, converted)
		require.NoError(t, err)
		require.Nil(t, difference)
	}
	require.Greater(t, dice, 100)
	require.Positive(t, ended)
}

func seen(t *testing.T, g *hosts.Game, p hosts.Position, v core.Seat) string {
	t.Helper()
	view, err := g.View(context.Background(), p, v)
	require.NoError(t, err)
	return view.String()
}

func eventTexts(step *hosts.Step) (list []string) {
	for _, e := range step.Events(core.Referee) {
		list = append(list, e.String())
	}
	return list
}

// The module gives the same bytes as the rules linked into this test, in whole random games.
func TestModuleEqualsNative(t *testing.T) {
	module, err := wasm.Load(context.Background(), hosttest.Build(t, "github.com/parley-rules/parley/plugins/pirates/main"), wasm.Options{})
	require.NoError(t, err)
	defer module.Close()
	require.Greater(t, hosttest.SameGames(t, native.New(pirates.Rules{}), module, 15, 1), 700)
}
