package jackal

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
)

// Every position of many games over all options keeps the invariants, and is written and read without a change.
func TestRandomGames(t *testing.T) {
	games := 2000
	if testing.Short() {
		games = 200
	}
	loaded := &state{}
	var body, again []byte
	var w wire.Writer
	n, longest := 0, 0
	reasons := map[string]int{}
	randomGames(t, games, 2, func(d *core.Driver, s *state) {
		longest = max(longest, int(s.trail))
		n++
		if what := broken(s); what != "" {
			require.Fail(t, what)
		}
		body = s.Append(body[:0])
		if len(body) > 2000 || !loaded.Load(d.Table(), body) {
			require.Fail(t, "a position is too long, or is refused")
		}
		if again = loaded.Append(again[:0]); !wire.Equal(body, again) {
			require.Equal(t, body, again)
		}
		if n%997 == 0 || s.phase == phaseOver {
			for _, v := range viewers(s) {
				w.Reset()
				s.View(v, &w)
				require.Equal(t, wire.Fine, wire.Check(w.B))
				r := wire.NewReader(w.B)
				require.True(t, manifest.View.Holds(&r, int(s.seats)), "view of %v", v)
			}
		}
		if s.phase == phaseOver {
			reasons[s.Outcome().Reason]++
		}
	})
	t.Log(reasons, "the longest trail of a decision has", longest, "keys")
	for _, reason := range []string{"no_movers", "all_stuck", "gold_decided", "quiet"} {
		require.Positive(t, reasons[reason], reason)
	}
	require.Greater(t, longest, 5)
}

func BenchmarkRandomGame(b *testing.B) {
	d, s := start(b, 4, nil, nil)
	from := *s
	src := core.Source{State: 1}
	moves := 0
	b.ReportAllocs()
	for b.Loop() {
		from.CopyTo(s)
		n, r := d.Playout(&src, 1<<20)
		moves += n
		require.False(b, r.Refused())
	}
	require.Zero(b, s.Actors())
	b.ReportMetric(float64(moves)/b.Elapsed().Seconds(), "moves/s")
}
