package jackal

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
)

func TestRandomGames(t *testing.T) {
	loaded := &state{}
	var body, again []byte
	var w wire.Writer
	n := 0
	reasonsSeen := map[string]int{}
	randomGames(t, 300, 2, func(d *core.Driver, s *state) {
		body = s.Append(body[:0])
		if !loaded.Load(d.Table(), body) {
			require.Fail(t, "refused", "%s", loaded.fault())
		}
		again = loaded.Append(again[:0])
		require.True(t, wire.Equal(body, again))
		for _, v := range viewers(s) {
			if n++; n%50 != 0 && s.phase != phaseOver {
				continue
			}
			w.Reset()
			s.View(v, &w)
			require.Equal(t, wire.Fine, wire.Check(w.B))
			r := wire.NewReader(w.B)
			require.True(t, manifest.View.Holds(&r, int(s.seats)), "view of %v", v)
		}
		if s.phase == phaseOver {
			reasonsSeen[s.Outcome().Reason]++
		}
	})
	t.Log(reasonsSeen)
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
