package jackal

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/native"
)

// repeated is a layout of the small map in JSON: some codes, over and over.
func repeated(codes ...string) string {
	list := make([]string, len(boards[2].land))
	for i := range list {
		list[i] = codes[i%len(codes)]
	}
	return `["` + strings.Join(list, `", "`) + `"]`
}

// The golden logs of ways to end, and of chains, to which games by chance on a board by chance do not come. To make them again:
// `make golden`.
func TestGoldenSeekers(t *testing.T) {
	game, err := hosts.Open(context.Background(), native.New(Rules{}))
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, game.Close()) })
	for _, c := range []struct {
		name    string
		seeks   bool // players seek gold, otherwise they move by chance
		chain   int  // the least length of the longest chain, in steps of one move
		reason  string
		options string // JSON
	}{
		{"gold_decided", true, 0, "gold_decided", `{"map_size": "small", "tile_counts": {"coins:1": 3, "coins:4": 2, "cannibal": 0}}`},
		{"fleet_sunk", false, 0, "fleet_sunk", `{"map_size": "small", "pirates_per_crew": 6, "ship_destruction": true, "friendly_fire": true, "ship_hits_to_sink": 1,
			"layout": ` + repeated("cannonball", "cannon:N", "cannonball", "cannonball", "cannon:S", "cannonball", "cannon:N", "cannonball", "coins:3") + `}`},
		{"chain", false, 10, "", `{"map_size": "small", "tile_counts": {"ice": 14, "arrow_1_straight": 9, "arrow_1_diagonal": 6,
			"labyrinth:2": 0, "labyrinth:3": 0, "labyrinth:4": 0, "trap": 0, "rum_barrel": 0, "fort": 0, "cannibal": 0, "balloon": 0, "airplane": 0,
			"rum_bottles:1": 0, "rum_bottles:2": 0, "lighthouse": 0, "ben_gunn": 0, "missionary": 0, "chunga_changa": 0, "cave": 0, "jungle": 0,
			"shaitan_grass": 0, "earthquake": 0, "arrow_3": 0}}`},
	} {
		options, err := hosts.FromJSON([]byte(c.options))
		require.NoError(t, err)
		var log *hosts.Log
		for seed := uint64(1); ; seed++ {
			var chain int
			log, chain = playedLog(t, game, &core.Request{Seats: 2, Seed: hosts.SeedOf(seed), Options: options}, seed, c.seeks)
			if chain >= c.chain && len(log.Steps) >= 60 && log.Outcome != nil && (c.reason == "" || log.Outcome.Reason == c.reason) {
				break
			}
		}
		var b bytes.Buffer
		_, err = log.WriteTo(&b)
		require.NoError(t, err)
		path := filepath.Join("..", "..", "conformance", "golden", "jackal", "rare-"+c.name+".log")
		if os.Getenv("UPDATE") != "" {
			require.NoError(t, os.WriteFile(path, b.Bytes(), 0o666))
		}
		want, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Equal(t, string(want), b.String())
	}
}

// playedLog plays a game of at most 400 moves and counts how often a unit moves in its longest chain.
func playedLog(t *testing.T, game *hosts.Game, r *core.Request, seed uint64, seeks bool) (log *hosts.Log, chain int) {
	t.Helper()
	d := core.NewDriver(Rules{})
	require.Equal(t, core.Refusal{}, d.Start(r))
	s := d.State().(*state)
	begin := hosts.NewGame{Seats: r.Seats, Seed: r.Seed, Options: r.Options, Look: hosts.LookAll(r.Seats)}
	step, err := game.Init(context.Background(), begin)
	require.NoError(t, err)
	log = &hosts.Log{Header: hosts.NewLogHeader(game, begin)}
	add := func(seat core.Seat, m hosts.Move) {
		line, err := hosts.NewLogStep(len(log.Steps), seat, m, step, true)
		require.NoError(t, err)
		log.Steps = append(log.Steps, line)
		log.Outcome = step.Outcome
	}
	add(0, hosts.Move{})
	players := [2]seeker{{src: core.Source{State: 2 * seed}}, {src: core.Source{State: 2*seed + 1}}}
	for s.Actors() != 0 && len(log.Steps) < 400 {
		seat := s.Actors().First()
		moves, err := game.LegalMoves(context.Background(), step.Position, seat)
		require.NoError(t, err)
		list := s.Moves(seat, nil)
		require.Equal(t, len(list), moves.Len())
		i := players[seat].src.Below(len(list))
		if seeks {
			m := players[seat].choose(s, list)
			for i = range list {
				if list[i] == m {
					break
				}
			}
		}
		s.Apply(seat, list[i], nil)
		step, err = game.Apply(context.Background(), step.Position, seat, moves.At(i), begin.Look)
		require.NoError(t, err)
		add(seat, moves.At(i))
		chain = max(chain, bytes.Count(step.Raw(), []byte("unit_moved")))
	}
	return log, chain
}
