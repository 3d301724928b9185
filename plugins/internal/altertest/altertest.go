// Package altertest tests a game with setups and bodies made from good ones by a few changes: each is refused, or is a position
// like any other, from which games are played on. It is for tests only.
package altertest

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
)

// Game is what is tested, and how much.
type Game struct {
	Rules core.Rules
	// Start draws a game that must be accepted: a normal one, or from a setup.
	Start func(src *core.Source) *core.Request
	// Derived are keys of a view that a setup need not have, since they follow from others. They are mostly left out: with them
	// nearly all changes contradict what follows.
	Derived []string
	// Games are played at random to gather positions, Setups and Bodies are made of these. After a tenth of that some of each
	// kind must have been accepted and some refused.
	Games, Setups, Bodies int
	// Steps is how many moves are played at most from what was accepted.
	Steps int
}

// tester is a test that runs.
type tester struct {
	Game
	t       *testing.T
	src     core.Source
	at      *core.Driver // the position that is looked at
	spare   *core.Driver
	loaded  core.State          // the same position, from its body
	other   core.State          // what is resampled
	samples map[string][]sample // by the kind of the first move that is legal
	values  map[string][]any    // values in referees' views by their places, as in `ships[].node`
	from    any                 // what the positions in at began with: a setup or a body
	played  []core.Move         // since then
}

// String says where a test is, for its failures.
func (c *tester) String() string {
	table := c.at.Table()
	return fmt.Sprintf("from %v, seats %d, options %v, after %v", c.from, table.Seats, decode(c.t, table.Options.Bytes()), c.played)
}

// sample is a position of a game.
type sample struct {
	start core.Request // without a setup
	view  []byte       // the referee's
	body  []byte
}

// Check runs the test.
func Check(t *testing.T, g Game) {
	c := &tester{Game: g, t: t, src: core.Source{State: 17}, at: core.NewDriver(g.Rules), spare: core.NewDriver(g.Rules), loaded: g.Rules.New(),
		other: g.Rules.New(), samples: map[string][]sample{}, values: map[string][]any{}}
	if testing.Short() {
		c.Setups, c.Bodies = c.Setups/5, c.Bodies/5
	}
	for range c.Games {
		c.gather()
	}
	count := map[string]int{}
	defer func() { t.Log(count) }()
	for i := range c.Setups {
		count["setup "+c.setup(i)]++
	}
	for range c.Bodies {
		count["body "+c.body()]++
	}
	for _, what := range []string{"setup taken", "setup refused", "body taken", "body refused"} {
		require.Positive(t, count[what], what)
	}
}

// gather plays a game at random, and keeps some of its positions, the last one too.
func (c *tester) gather() {
	q := *c.Start(&c.src)
	q.HostChance = true
	require.Equal(c.t, core.Refusal{}, c.at.Start(&q))
	q.Setup = nil
	s := c.at.State()
	for range 2000 {
		kind, actors := "", s.Actors()
		if actors != 0 {
			kind = c.Rules.Manifest().Moves[s.Moves(actors.First(), nil)[0].Kind].Name
		}
		if actors == 0 || len(c.samples[kind]) < 10 || c.src.Below(16) == 0 {
			x := sample{q, viewOf(s, core.Referee), s.Append(nil)}
			c.samples[kind] = append(c.samples[kind], x)
			c.keep("", decode(c.t, x.view))
		}
		if actors == 0 {
			return
		}
		seat, m := c.pick(s)
		s.Apply(seat, m, nil)
	}
}

// pick draws a move of anybody who acts.
func (c *tester) pick(s core.State) (core.Seat, core.Move) {
	actors := s.Actors()
	for range c.src.Below(actors.Len()) {
		actors = actors.Rest()
	}
	moves := s.Moves(actors.First(), nil)
	return actors.First(), moves[c.src.Below(len(moves))]
}

// sample draws one of the positions, of each kind alike.
func (c *tester) sample() *sample {
	kinds := sorted(c.samples)
	list := c.samples[kinds[c.src.Below(len(kinds))]]
	return &list[c.src.Below(len(list))]
}

// setup makes a setup, with an empty key in one of 20. It returns what has become of it.
func (c *tester) setup(i int) string {
	from := c.sample()
	tree := decode(c.t, from.view).(map[string]any)
	for _, key := range c.Derived {
		if c.src.Below(8) != 0 {
			delete(tree, key)
		}
	}
	keepOneIn := c.src.Below(4)
	for _, key := range sorted(tree) {
		if keepOneIn > 1 && c.src.Below(keepOneIn) != 0 {
			delete(tree, key)
		}
	}
	for range c.src.Below(4) {
		c.alter(tree)
	}
	if i%20 == 0 {
		tree[""] = c.oddValue()
	}
	q := from.start
	q.Setup = encode(c.t, tree)
	c.from, c.played = tree, c.played[:0]
	no := c.at.Start(&q)
	if i%20 == 0 {
		require.Equal(c.t, core.Refuse(core.BadSetup, ""), no, c)
	}
	if no.Refused() {
		require.Equal(c.t, core.BadSetup, no.Code, c)
		return "refused"
	}
	seen := decode(c.t, viewOf(c.at.State(), core.Referee)).(map[string]any)
	for key := range tree {
		require.True(c.t, shows(seen[key], tree[key]), "%s: %s is seen as %v", c, key, seen[key])
	}
	c.play()
	return "taken"
}

// body makes a body. It returns what has become of it.
func (c *tester) body() string {
	from, other := c.sample(), c.sample().body
	body := bytes.Clone(from.body)
	for range 1 + c.src.Below(3) {
		i := c.src.Below(len(body))
		n := min(1+c.src.Below(8), len(body)-i)
		switch c.src.Below(7) {
		case 0:
			body[i] = byte(c.src.Below(256))
		case 1:
			body[i]++
		case 2:
			body[i]--
		case 3:
			body[i] ^= 1 << c.src.Below(8)
		case 4:
			body[i] = []byte{0, 255}[c.src.Below(2)]
		case 5:
			copy(body[i:i+n], body[c.src.Below(len(body)):])
		case 6:
			copy(body[i:i+n], other[min(i, len(other)):])
		}
	}
	q := from.start
	require.Equal(c.t, core.Refusal{}, c.at.Start(&q))
	options, generator := bytes.Clone(c.at.Table().Options.Bytes()), c.at.AppendRand(nil)
	if !c.at.Load(q.Seats, true, options, generator, body) {
		return "refused"
	}
	c.from, c.played = body, c.played[:0]
	require.Equal(c.t, body, c.at.AppendBody(nil), c)
	c.play()
	return "taken"
}

// play looks at the position in at, and at those of a game from there.
func (c *tester) play() {
	s, table := c.at.State(), c.at.Table()
	for step := 0; ; step++ {
		actors := s.Actors()
		body := s.Append(nil)
		if step%16 == 0 || actors == 0 {
			c.look(s, body)
		}
		require.True(c.t, c.loaded.Load(table, body), c)
		require.Equal(c.t, body, c.loaded.Append(nil), c)
		if actors == 0 {
			require.Contains(c.t, c.Rules.Manifest().EndReasons, s.Outcome().Reason, c)
			return
		}
		c.legal(s)
		if step == c.Steps {
			return
		}
		seat, m := c.pick(s)
		c.played = append(c.played, m)
		s.Apply(seat, m, c.at.Events()) // tells its events to a list that nobody reads
		c.loaded.Apply(seat, m, nil)
		require.Equal(c.t, s.Append(nil), c.loaded.Append(nil), "%s: what is kept plays on otherwise than what is loaded", c)
	}
}

// legal: every seat that acts has moves, all different and legal.
func (c *tester) legal(s core.State) {
	for actors := s.Actors(); actors != 0; actors = actors.Rest() {
		moves := s.Moves(actors.First(), nil)
		require.NotEmpty(c.t, moves, c)
		seen := make(map[core.Move]bool, len(moves))
		for _, m := range moves {
			if seen[m] || s.Check(actors.First(), m) != core.OK {
				require.Fail(c.t, "a move is listed twice, or is not legal", "%v, %s", m, c)
			}
			seen[m] = true
		}
	}
}

// look: views have their type, that of the referee is a setup of this position, and what is resampled is a position.
func (c *tester) look(s core.State, body []byte) {
	table, m := c.at.Table(), c.Rules.Manifest()
	viewer := []core.Seat{core.Spectator, core.Seat(c.src.Below(table.Seats))}[c.src.Below(2)]
	for _, v := range []core.Seat{viewer, core.Referee} {
		view := viewOf(s, v)
		require.Equal(c.t, wire.Fine, wire.Check(view), c)
		r := wire.NewReader(view)
		require.True(c.t, m.View.Holds(&r, table.Seats), "%s: the view of %s", c, v)
	}
	if hidden, can := c.other.(core.Resampler); can {
		s.CopyTo(c.other)
		hidden.Resample(viewer, &c.src)
		require.True(c.t, c.loaded.Load(table, c.other.Append(nil)), "%s: resampled for %s", c, viewer)
	}
	given := map[string]any{}
	for i, o := range m.Options {
		if table.Options.Given(i) {
			given[o.Name] = decode(c.t, table.Options.Raw(i))
		}
	}
	q := core.Request{Seats: table.Seats, Seed: []byte{1}, Options: encode(c.t, given), HostChance: true, Setup: viewOf(s, core.Referee)}
	require.Equal(c.t, core.Refusal{}, c.spare.Start(&q), c)
	require.Equal(c.t, body, c.spare.AppendBody(nil), c)
}

func viewOf(s core.State, viewer core.Seat) []byte {
	var w wire.Writer
	s.View(viewer, &w)
	return w.B
}

func sorted[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}
