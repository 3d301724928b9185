package perft_test

import (
	"context"
	"math"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/abi/rpc"
	"github.com/parley-rules/parley/conformance/games/kuhn"
	"github.com/parley-rules/parley/conformance/games/pig"
	"github.com/parley-rules/parley/conformance/perft"
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/hosttest"
	"github.com/parley-rules/parley/hosts/native"
	"github.com/parley-rules/parley/hosts/process"
	"github.com/parley-rules/parley/hosts/wasm"
	"github.com/parley-rules/parley/plugins/walktheplank"
)

// games are the games with tables, and the main packages of their modules.
var games = map[string]struct {
	rules core.Rules
	main  string
}{
	"pig":            {pig.Rules{}, "github.com/parley-rules/parley/conformance/games/pig/main"},
	"kuhn":           {kuhn.Rules{}, "github.com/parley-rules/parley/conformance/games/kuhn/main"},
	"walk_the_plank": {walktheplank.Rules{}, "github.com/parley-rules/parley/plugins/walktheplank/main"},
}

// TestMain makes the test binary the plugin of the game that its argument names, where a host starts it as one.
func TestMain(m *testing.M) {
	if rpc.Hosted() {
		rpc.Serve(games[os.Args[1]].rules)
		return
	}
	os.Exit(m.Run())
}

// engines open a game on each way of running it.
var engines = map[string]func(t *testing.T, id string) hosts.Caller{
	"native": func(_ *testing.T, id string) hosts.Caller { return native.New(games[id].rules) },
	"compiler": func(t *testing.T, id string) hosts.Caller {
		return load(t, id, wasm.Compiler)
	},
	"interpreter": func(t *testing.T, id string) hosts.Caller {
		return load(t, id, wasm.Interpreter)
	},
	"process": func(t *testing.T, id string) hosts.Caller {
		self, err := os.Executable()
		require.NoError(t, err)
		p, err := process.Open(context.Background(), self, process.Options{Args: []string{id}})
		require.NoError(t, err)
		return p
	},
}

func load(t *testing.T, id string, engine wasm.Engine) hosts.Caller {
	m, err := wasm.Load(context.Background(), hosttest.Build(t, games[id].main), wasm.Options{Engine: engine})
	require.NoError(t, err)
	return m
}

func open(t *testing.T, caller hosts.Caller) *hosts.Game {
	g, err := hosts.Open(context.Background(), caller)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, g.Close()) })
	return g
}

func table(t *testing.T, id string) *perft.Table {
	text, err := os.ReadFile(id + ".yaml")
	require.NoError(t, err)
	tab, err := perft.ReadTable(text)
	require.NoError(t, err)
	require.Equal(t, id, tab.Game)
	return tab
}

// few is how many positions of a start the interpreter, which is slow, counts here. `make perft` counts all of them.
const few = 400

// shorten leaves out the depths beyond a number of positions.
func shorten(tab *perft.Table, most uint64) {
	for i := range tab.Starts {
		s := &tab.Starts[i]
		sum := uint64(0)
		for d, n := range s.Positions {
			if sum += n; sum > most && d > 1 {
				s.Positions, s.Ended = s.Positions[:d], s.Ended[:d]
				break
			}
		}
	}
}

// TestTables: every table holds on every engine.
func TestTables(t *testing.T) {
	files, err := os.ReadDir(".")
	require.NoError(t, err)
	tables := 0
	for _, f := range files {
		if len(f.Name()) > 5 && f.Name()[len(f.Name())-5:] == ".yaml" {
			tables++
		}
	}
	require.Equal(t, len(games), tables, "each table has its game here")
	for id := range games {
		for engine, caller := range engines {
			t.Run(id+"/"+engine, func(t *testing.T) {
				tab := table(t, id)
				if engine == "interpreter" {
					shorten(tab, few)
				}
				differences, err := tab.Check(context.Background(), open(t, caller(t, id)))
				require.NoError(t, err)
				require.Empty(t, differences)
			})
		}
	}
}

// TestWrongTables: a count that is wrong anywhere is told, and a table of another game is not counted.
func TestWrongTables(t *testing.T) {
	g := open(t, native.New(kuhn.Rules{}))
	tab := table(t, "kuhn")
	tab.Starts[1].Positions[4]++
	tab.Starts[2].Ended[2]--
	differences, err := tab.Check(context.Background(), g)
	require.NoError(t, err)
	require.Len(t, differences, 2)
	require.Equal(t, perft.Difference{Start: "the cards are dealt",
		Expected: []perft.Level{{1, 0}, {2, 0}, {4, 2}, {2, 2}, {0, 0}},
		Got:      []perft.Level{{1, 0}, {2, 0}, {4, 3}, {2, 2}, {0, 0}}}, differences[1])
	_, err = table(t, "pig").Check(context.Background(), g)
	require.ErrorContains(t, err, "the table is of the game pig")
}

// TestPigClosedForm counts pig without its rules. Let a(d) be the positions d moves after a turn began. A turn begins with a
// roll; of the six pips one ends it, and after the five others there is the same roll or a hold, which begins a turn. So
// a(d+1) = 6 a(d-1) + 5 a(d-2), which with a(0) = a(1) = 1 and a(2) = 6 is a(d) = a(d-1) + 5 a(d-2), and by the roots of
// x*x = x + 5 the closed form below. It holds as long as nobody can win: after d moves no score is above 6*d/2.
func TestPigClosedForm(t *testing.T) {
	const depth = 9
	levels, err := perft.Count(context.Background(), open(t, native.New(pig.Rules{})), hosts.NewGame{
		Seats: 3, Seed: hosts.SeedOf(5), Options: options(t, `{"target": 1000}`)}, depth)
	require.NoError(t, err)
	root := math.Sqrt(21)
	for d, level := range levels {
		closed := (math.Pow((1+root)/2, float64(d+1)) - math.Pow((1-root)/2, float64(d+1))) / root
		require.Equal(t, perft.Level{Positions: uint64(math.Round(closed))}, level, "depth %d", d)
	}
}

// TestPigByHand counts games of pig that end, by a model of the game in a few lines.
func TestPigByHand(t *testing.T) {
	const target, depth = 12, 9
	var count func(own, other, gathered, d int, rolling bool, levels []perft.Level)
	count = func(own, other, gathered, d int, rolling bool, levels []perft.Level) {
		levels[d].Positions++
		switch {
		case own >= target:
			levels[d].Ended++
			return
		case d == depth:
			return
		case rolling:
			count(other, own, 0, d+1, false, levels) // the 1
			for pips := 2; pips <= 6; pips++ {
				if own+gathered+pips >= target {
					count(own+gathered+pips, other, 0, d+1, false, levels)
				} else {
					count(own, other, gathered+pips, d+1, false, levels)
				}
			}
			return
		}
		count(own, other, gathered, d+1, true, levels)
		if gathered > 0 {
			count(other, own+gathered, 0, d+1, false, levels)
		}
	}
	want := make([]perft.Level, depth+1)
	count(0, 0, 0, 0, false, want)
	got, err := perft.Count(context.Background(), open(t, native.New(pig.Rules{})), hosts.NewGame{
		Seats: 2, Seed: hosts.SeedOf(1), Options: options(t, `{"target": 12}`)}, depth)
	require.NoError(t, err)
	require.Equal(t, want, got)
}

// TestKuhnClosedForm: 3*2 deals; then check or bet; then check (the end), bet, call (the end) or fold (the end); then, after
// check and bet, call or fold (the end).
func TestKuhnClosedForm(t *testing.T) {
	deals := uint64(3 * 2)
	levels, err := perft.Count(context.Background(), open(t, native.New(kuhn.Rules{})), hosts.NewGame{Seats: 2, Seed: hosts.SeedOf(1)}, 7)
	require.NoError(t, err)
	require.Equal(t, []perft.Level{{1, 0}, {3, 0}, {deals, 0}, {2 * deals, 0}, {4 * deals, 3 * deals}, {2 * deals, 2 * deals}, {}, {}}, levels)
}

// TestDivide: the branches add up to the whole.
func TestDivide(t *testing.T) {
	g := open(t, native.New(kuhn.Rules{}))
	start := hosts.NewGame{Seats: 2, Seed: hosts.SeedOf(1)}
	whole, err := perft.Count(context.Background(), g, start, 5)
	require.NoError(t, err)
	branches, err := perft.Divide(context.Background(), g, start, 5)
	require.NoError(t, err)
	require.Len(t, branches, 3)
	sum := make([]perft.Level, 5)
	for i, b := range branches {
		require.Equal(t, core.Chance, b.Seat)
		require.Equal(t, "deal card="+[]string{"jack", "queen", "king"}[i], b.Move.String())
		for d := range b.Levels {
			sum[d].Positions += b.Levels[d].Positions
			sum[d].Ended += b.Levels[d].Ended
		}
	}
	require.Equal(t, whole[1:], sum)
}

// TestRefusedStarts: what the rules refuse is an error.
func TestRefusedStarts(t *testing.T) {
	g := open(t, native.New(pig.Rules{}))
	_, err := perft.Count(context.Background(), g, hosts.NewGame{Seats: 9, Seed: []byte{1}}, 1)
	var refused *hosts.RuleError
	require.ErrorAs(t, err, &refused)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = perft.Count(ctx, g, hosts.NewGame{Seats: 2, Seed: []byte{1}}, 20)
	require.ErrorIs(t, err, context.Canceled)
}

func options(t *testing.T, text string) []byte {
	raw, err := hosts.FromJSON([]byte(text))
	require.NoError(t, err)
	return raw
}
