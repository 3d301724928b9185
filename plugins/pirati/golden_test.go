package pirati

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/native"
)

// The golden logs of ways to end to which games by chance do not come, played by seekers on small boards. To make them again:
// `make golden`.
func TestGoldenSeekers(t *testing.T) {
	game, err := hosts.Open(context.Background(), native.New(Rules{}))
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, game.Close()) })
	for reason, seats := range map[string]int{"exhausted": 4, "decided": 2} {
		options := map[string]any{"end_when_decided": reason == "decided"}
		src := core.Source{State: 1}
		log := &hosts.Log{}
		for log.Outcome == nil || log.Outcome.Reason != reason || len(log.Steps) < 60 {
			log = seekersLog(t, game, request(t, seats, 3, options, randomSetup(&src)))
		}
		var b bytes.Buffer
		_, err := log.WriteTo(&b)
		require.NoError(t, err)
		path := filepath.Join("..", "..", "conformance", "golden", "pirati", "seekers-"+reason+".log")
		if os.Getenv("UPDATE") != "" {
			require.NoError(t, os.WriteFile(path, b.Bytes(), 0o666))
		}
		want, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Equal(t, string(want), b.String())
	}
}

// seekersLog plays a game of seekers.
func seekersLog(t *testing.T, game *hosts.Game, r *core.Request) *hosts.Log {
	t.Helper()
	d := core.NewDriver(Rules{})
	require.Equal(t, core.Refusal{}, d.Start(r))
	s := d.State().(*state)
	begin := hosts.NewGame{Seats: r.Seats, Seed: r.Seed, Options: r.Options, Setup: r.Setup, Look: hosts.LookAll(r.Seats)}
	step, err := game.Init(context.Background(), begin)
	require.NoError(t, err)
	log := &hosts.Log{Header: hosts.NewLogHeader(game, begin)}
	add := func(seat core.Seat, m hosts.Move) {
		line, err := hosts.NewLogStep(len(log.Steps), seat, m, step, true)
		require.NoError(t, err)
		log.Steps = append(log.Steps, line)
		log.Outcome = step.Outcome
	}
	add(0, hosts.Move{})
	k := seeker{src: core.Source{State: 1}, recent: map[[3]int]int{}}
	for s.Actors() != 0 && len(log.Steps) < 400 {
		seat := s.Actors().First()
		list := s.Moves(seat, nil)
		m := k.choose(s, list)
		moves, err := game.LegalMoves(context.Background(), step.Position, seat)
		require.NoError(t, err)
		require.Equal(t, len(list), moves.Len())
		var i int
		for i = range list {
			if list[i] == m {
				break
			}
		}
		s.Apply(seat, m, nil)
		step, err = game.Apply(context.Background(), step.Position, seat, moves.At(i), begin.Look)
		require.NoError(t, err)
		add(seat, moves.At(i))
	}
	return log
}
