package logs_test

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/conformance/games/kuhn"
	"github.com/parley-rules/parley/conformance/games/pig"
	"github.com/parley-rules/parley/conformance/logs"
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/native"
	"github.com/parley-rules/parley/hosts/wasm"
)

func open(t *testing.T, caller hosts.Caller) *hosts.Game {
	t.Helper()
	g, err := hosts.Open(context.Background(), caller)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, g.Close()) })
	return g
}

func makeGolden(t *testing.T, g *hosts.Game, o logs.Options) (string, *logs.Report) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "new", "folder")
	r, err := logs.Golden(context.Background(), g, dir, o)
	require.NoError(t, err)
	return dir, r
}

func readAll(t *testing.T, dir string) map[string]string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.log"))
	require.NoError(t, err)
	all := map[string]string{}
	for _, name := range names {
		b, err := os.ReadFile(name)
		require.NoError(t, err)
		all[filepath.Base(name)] = string(b)
	}
	return all
}

func parse(t *testing.T, text string) *hosts.Log {
	t.Helper()
	l, err := hosts.ReadLog(strings.NewReader(text))
	require.NoError(t, err)
	return l
}

var small = logs.Options{Seed: 1, Games: 20, Limit: 120}

func TestGoldenCoversPig(t *testing.T) {
	g := open(t, native.New(pig.Rules{}))
	dir, report := makeGolden(t, g, small)
	require.Empty(t, report.Missing, report)
	require.Empty(t, report.Refused, report)
	for _, item := range []string{"seats 2", "seats 8", "chance auto", "chance host", "option target=10", "option target=100", "option target=1000", "setup",
		"move roll", "move die", "event turn_lost", "end target", "code nothing_to_hold"} {
		require.Contains(t, report.Covered, item)
	}
	files := readAll(t, dir)
	require.Len(t, files, len(report.Files))
	require.LessOrEqual(t, len(files), 16)
	seen := map[string]bool{}
	for _, f := range report.Files {
		l := parse(t, files[f.Name])
		seen[f.Name] = true
		require.Equal(t, f.Moves, len(l.Steps)-1)
		d, err := logs.Replay(context.Background(), g, l)
		require.NoError(t, err)
		require.Nil(t, d)
	}
	require.Len(t, seen, len(files))

	again, _ := makeGolden(t, g, small)
	require.Equal(t, files, readAll(t, again), "the same seed gives the same logs")
	small2 := small
	small2.Seed++
	other, _ := makeGolden(t, g, small2)
	require.NotEqual(t, files, readAll(t, other))
}

func TestGoldenReportsWhatIsMissing(t *testing.T) {
	o := small
	o.Choose = func(rand *core.Source, step *hosts.Step, seat core.Seat, moves hosts.Moves) int { return 0 } // rolls for ever
	_, report := makeGolden(t, open(t, native.New(pig.Rules{})), o)
	require.Equal(t, []string{"move hold"}, report.Missing)
	require.Contains(t, report.String(), "not covered: move hold\n")
}

func TestGoldenCoversKuhn(t *testing.T) {
	_, report := makeGolden(t, open(t, native.New(kuhn.Rules{})), small)
	for _, item := range []string{"chance auto", "chance host", "option bet=10", "move fold", "event shown", "end fold", "end showdown", "code card_not_in_pack"} {
		require.Contains(t, report.Covered, item)
	}
}

func TestReplaySaysWhatDiffers(t *testing.T) {
	ctx := context.Background()
	g := open(t, native.New(pig.Rules{}))
	dir, report := makeGolden(t, g, small)
	text := readAll(t, dir)[report.Files[0].Name]
	for _, part := range []string{"position", "step"} {
		l := parse(t, text)
		s := &l.Steps[5]
		want := hosts.Difference{Line: 7, Part: part, Expected: "0000000000000000"}
		if part == "position" {
			want.Got, s.Position = s.Position, want.Expected
		} else {
			want.Got, s.Step = s.Step, want.Expected
		}
		d, err := logs.Replay(ctx, g, l)
		require.NoError(t, err)
		require.Equal(t, want, *d)
	}
	l := parse(t, text)
	l.Steps[5].Move = []byte(`{"type":"nonsense"}`)
	d, err := logs.Replay(ctx, g, l)
	require.NoError(t, err)
	require.Equal(t, 7, d.Line)
	require.Equal(t, "error", d.Part)
	require.Contains(t, d.Got, "malformed (type)")

	_, err = logs.Replay(ctx, open(t, native.New(kuhn.Rules{})), l)
	require.ErrorIs(t, err, hosts.ErrOtherGame)
}

// alteredCaller is a host whose answers have another word in some place.
type alteredCaller struct {
	*native.Game
	from, to string
}

func (c alteredCaller) Call(ctx context.Context, op abi.Op, request, response []byte) ([]byte, error) {
	b, err := c.Game.Call(ctx, op, request, response)
	if op == abi.Apply {
		b = bytes.ReplaceAll(b, []byte(c.from), []byte(c.to))
	}
	return b, err
}

func TestCompareFindsThePath(t *testing.T) {
	ctx := context.Background()
	g := open(t, native.New(pig.Rules{}))
	dir, report := makeGolden(t, g, small)
	l := parse(t, readAll(t, dir)[report.Files[0].Name])
	d, err := logs.Compare(ctx, g, open(t, native.New(pig.Rules{})), l)
	require.NoError(t, err)
	require.Nil(t, d)

	d, err = logs.Compare(ctx, g, open(t, alteredCaller{native.New(pig.Rules{}), "turn_lost", "turn_gone"}), l)
	require.NoError(t, err)
	require.Equal(t, "step", d.Part)
	require.Equal(t, "events[1][1].type", d.Path)
	require.Equal(t, `"turn_lost" "turn_gone"`, d.Expected+" "+d.Got)
	require.ErrorContains(t, d, "step at events[1][1].type: expected")

	l.Steps[3].Move = []byte(`{"type":"nonsense"}`)
	_, err = logs.Compare(ctx, g, g, l)
	require.ErrorContains(t, err, "line 5 of the log: both hosts refuse it")
}

func TestConvert(t *testing.T) {
	ctx := context.Background()
	for _, rules := range []core.Rules{pig.Rules{}, kuhn.Rules{}} {
		g := open(t, native.New(rules))
		dir, _ := makeGolden(t, g, small)
		converted := 0
		for name, text := range readAll(t, dir) {
			l := parse(t, text)
			host, err := logs.Convert(ctx, g, l)
			if l.Header.Start.HostChance {
				require.ErrorIs(t, err, logs.ErrNotAuto, name)
				continue
			}
			require.NoError(t, err, name)
			require.True(t, host.Header.Start.HostChance)
			require.Equal(t, l.Outcome, host.Outcome)
			d, err := logs.Replay(ctx, g, host)
			require.NoError(t, err, name)
			require.Nil(t, d, name)
			var seats, moves int
			for i := range host.Steps {
				if i > 0 && host.Steps[i].Seat != core.Chance {
					seats++
				}
			}
			moves = len(l.Steps) - 1
			require.Equal(t, moves, seats)
			if len(host.Steps) > len(l.Steps) {
				converted++
			}
		}
		require.Positive(t, converted)
	}
}

// The golden logs in the repository, natively and in a module.
func TestGoldenLogs(t *testing.T) {
	ctx := context.Background()
	files := readAll(t, filepath.Join("..", "golden", "pig"))
	require.GreaterOrEqual(t, len(files), 4)
	module := filepath.Join(t.TempDir(), "pig.wasm")
	build := exec.Command("go", "build", "-buildmode=c-shared", "-trimpath", "-ldflags=-s -w -buildid=", "-o", module, "../games/pig/main")
	build.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm")
	out, err := build.CombinedOutput()
	require.NoError(t, err, string(out))
	caller, err := wasm.LoadFile(ctx, module, wasm.Options{})
	require.NoError(t, err)
	for _, g := range []*hosts.Game{open(t, native.New(pig.Rules{})), open(t, caller)} {
		for name, text := range files {
			d, err := logs.Replay(ctx, g, parse(t, text))
			require.NoError(t, err, name)
			require.Nil(t, d, name)
		}
	}
}
