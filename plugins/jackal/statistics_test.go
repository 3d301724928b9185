package jackal

import (
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/core"
)

// Games by chance end in every mode, mostly by the limit of quiet rounds: aimless players bring little gold home. The log has
// the median and the longest length in moves and how games ended, over GAMES games of each mode.
func TestStatistics(t *testing.T) {
	games := 25
	if n, err := strconv.Atoi(os.Getenv("GAMES")); err == nil {
		games = n
	}
	d := core.NewDriver(Rules{})
	for _, c := range []struct {
		mode  string
		seats int
	}{{"duel", 2}, {"duel_double", 2}, {"ffa", 3}, {"ffa", 4}, {"teams", 4}} {
		src := core.Source{State: 1}
		var lengths []int
		ends := map[string]int{}
		for game := range games {
			require.Equal(t, core.Refusal{}, d.Start(request(t, c.seats, uint64(game), map[string]any{"mode": c.mode}, nil)))
			n, refusal := d.Playout(&src, 1<<20)
			require.Equal(t, core.Refusal{}, refusal)
			o, over := d.Outcome()
			require.True(t, over)
			lengths = append(lengths, n)
			ends[o.Reason]++
		}
		slices.Sort(lengths)
		t.Logf("%s, %d seats, %d games: median %d moves, longest %d, ends %v", c.mode, c.seats, games, lengths[games/2], lengths[games-1], ends)
	}
}
