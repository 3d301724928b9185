package conformance_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/conformance"
	"github.com/parley-rules/parley/conformance/conformancetest"
	"github.com/parley-rules/parley/conformance/games/kuhn"
	"github.com/parley-rules/parley/conformance/games/pig"
	"github.com/parley-rules/parley/conformance/saboteurs"
	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/hosttest"
	"github.com/parley-rules/parley/hosts/native"
	"github.com/parley-rules/parley/hosts/wasm"
)

// provedOf says what a report must prove of a game: every check passes but those that are named.
func provedOf(t *testing.T, report *conformance.Report, but map[string]conformance.Status) {
	t.Helper()
	require.True(t, report.Conformant, report)
	for _, r := range report.Checks {
		want := conformance.Pass
		if status, ok := but[r.Check]; ok {
			want = status
		}
		require.Equal(t, want, r.Status, "%s\n%s", r.Check, report)
	}
}

// TestGamesAreConformant verifies all games that have golden logs, natively and in the sandbox. Those with secrets must be proved
// to keep them. No check is bounded in time, so that a busy machine proves the same.
func TestGamesAreConformant(t *testing.T) {
	verified, mains := 0, hosttest.Mains(t, "../Makefile")
	for id, rules := range games {
		golden, err := conformance.GoldenDir(filepath.Join("golden", id))
		if err != nil { // TestGoldenLogs asks for them
			continue
		}
		verified++
		o := conformance.Options{Quick: true, Golden: golden, Time: 1 << 40}
		but := map[string]conformance.Status{}
		if !rules.Manifest().Features.Chance {
			but["chance"] = conformance.NotOffered
		}
		if !rules.Manifest().Features.Simultaneous {
			but["simultaneous"] = conformance.NotOffered
		}
		t.Run(id+"/wasm", func(t *testing.T) {
			report := conformancetest.Run(t, conformance.Module(hosttest.Build(t, mains[id]), wasm.Options{}), o)
			provedOf(t, report, but)
			require.NotEmpty(t, report.SHA256)
		})
		t.Run(id+"/native", func(t *testing.T) {
			report := conformancetest.Run(t, conformance.Native(rules), o)
			but["environment"] = conformance.NotProved
			provedOf(t, report, but)
		})
	}
	require.GreaterOrEqual(t, verified, 3)
}

// withoutOps hides optional operations.
type withoutOps struct{ hosts.Caller }

func (c withoutOps) Info() hosts.Info {
	info := c.Caller.Info()
	info.Offers = []abi.Op{abi.Manifest, abi.Init, abi.LegalMoves, abi.Apply, abi.View}
	return info
}

func (c withoutOps) Call(ctx context.Context, op abi.Op, request, response []byte) ([]byte, error) {
	if op.Optional() {
		return response, hosts.ErrNotOffered
	}
	return c.Caller.Call(ctx, op, request, response)
}

// A module that lacks the optional operations is conformant, but its secrets are not proved.
func TestWithoutOptionalOperations(t *testing.T) {
	s := conformance.Subject{Open: func(ctx context.Context) (*hosts.Game, error) {
		return hosts.Open(ctx, withoutOps{native.New(kuhn.Rules{})})
	}}
	report := verify(t, s, conformance.Options{Quick: true})
	provedOf(t, report, map[string]conformance.Status{
		"hidden_now": conformance.NotProved, "hidden_later": conformance.NotProved, "hidden_varies": conformance.NotProved,
		"positions": conformance.NotProved, "environment": conformance.NotProved,
		"playout": conformance.NotOffered, "describe": conformance.NotOffered, "simultaneous": conformance.NotOffered, "golden": conformance.NotOffered,
	})
}

func verify(t *testing.T, s conformance.Subject, o conformance.Options) *conformance.Report {
	t.Helper()
	report, err := conformance.Verify(context.Background(), s, o)
	require.NoError(t, err)
	return report
}

// The same seed gives the same report but for the times, another seed other games.
func TestReportsAreRepeatable(t *testing.T) {
	text := func(seed uint64) string {
		report := verify(t, conformance.Native(pig.Rules{}), conformance.Options{Quick: true, Games: 6, Positions: 20, Time: 1 << 40, Seed: seed})
		report.Milliseconds = 0
		for i := range report.Checks {
			report.Checks[i].Milliseconds = 0
		}
		b, err := json.Marshal(report)
		require.NoError(t, err)
		return string(b)
	}
	require.Equal(t, text(1), text(1))
	require.NotEqual(t, text(1), text(2))
}

func TestModuleThatCannotBeOpened(t *testing.T) {
	report := verify(t, conformance.Module([]byte("\x00asm\x01\x00\x00\x00"), wasm.Options{}), conformance.Options{Quick: true})
	require.False(t, report.Conformant)
	require.Equal(t, []string{"manifest"}, report.Failed())
	require.Contains(t, report.String(), "NOT CONFORMANT: the module")
	require.Contains(t, report.Record("manifest").Reason, "cannot be opened")
}

func TestInterruptedVerify(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := conformance.Verify(ctx, conformance.Native(pig.Rules{}), conformance.Options{})
	require.ErrorIs(t, err, context.Canceled)
}

// VERIFY.md has a line for every check.
func TestVerifyPageIsComplete(t *testing.T) {
	page, err := os.ReadFile("VERIFY.md")
	require.NoError(t, err)
	for _, name := range conformance.CheckNames() {
		require.True(t, strings.Contains(string(page), "| `"+name+"` |"), "VERIFY.md says nothing of the check %s", name)
	}
}

func TestDeclaredFilesAreRead(t *testing.T) {
	paths, err := filepath.Glob("declared/*.yaml")
	require.NoError(t, err)
	require.NotEmpty(t, paths)
	for _, path := range paths {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		_, err = conformance.ReadDeclared(text)
		require.NoError(t, err, path)
	}
	for _, bad := range []string{"", "values: [{map: {1: 2}}]", "values: [{x: 1.5}]", "determined: [{path: hand}]", "determined: [{path: hand, reason: ' '}]", "secrets: []", "determined: hand"} {
		_, err := conformance.ReadDeclared([]byte(bad))
		require.Error(t, err, bad)
	}
}

func FuzzReadDeclared(f *testing.F) {
	f.Add([]byte("determined:\n  - path: hand[viewer]\n    reason: it is his own\ninert: []\n"))
	f.Add([]byte("inert: [{path: colours, reason: only for the eye}]\nvalues: [{map: {seas: 3, edges: [[0, 1]]}}]"))
	f.Fuzz(func(t *testing.T, text []byte) {
		d, err := conformance.ReadDeclared(text)
		if err == nil {
			for _, e := range append(d.Determined, d.Inert...) {
				require.NotEmpty(t, e.Path)
				require.NotEmpty(t, e.Reason)
			}
		}
	})
}

// Values that are declared are tried, and told of if they are none.
func TestDeclaredValues(t *testing.T) {
	for values, want := range map[string]string{
		"values: [{bet: 7}]":    "",
		"values: [{bet: 11}]":   "the option bet is not one of its type: 11",
		"values: [{stakes: 7}]": "the option stakes",
	} {
		d, err := conformance.ReadDeclared([]byte(values))
		require.NoError(t, err)
		r := verify(t, conformance.Native(kuhn.Rules{}), conformance.Options{Quick: true, Declared: d}).Record("options")
		require.Equal(t, want == "", r.Status == conformance.Pass, r.Reason)
		require.Contains(t, r.Reason, want)
	}
}

// What is declared to be known sometimes must vary in other positions.
func TestKnownSometimes(t *testing.T) {
	sometimes := &conformance.Declared{Determined: []conformance.Exception{{Path: "bids[*]", Reason: "a test", Sometimes: true}}}
	o := conformance.Options{Quick: true, Declared: sometimes}
	require.True(t, verify(t, saboteurs.Sound().Subject(), o).Conformant)
	for _, s := range saboteurs.All() {
		if s.Name == "resample_nothing" {
			r := verify(t, s.Subject(), o).Record("hidden_varies")
			require.Equal(t, conformance.Fail, r.Status)
			require.Contains(t, r.Reason, "never varied")
		}
	}
}

// The declared exceptions of Walk the Plank! are needed, and nothing of them is too much: without either of them hidden_varies fails.
func TestDeclaredExceptionsAreNeeded(t *testing.T) {
	text, err := os.ReadFile("declared/walk_the_plank.yaml")
	require.NoError(t, err)
	all, err := conformance.ReadDeclared(text)
	require.NoError(t, err)
	for i, left := range all.Determined {
		d := &conformance.Declared{}
		d.Determined = append(append(d.Determined, all.Determined[:i]...), all.Determined[i+1:]...)
		report := verify(t, conformance.Native(games["walk_the_plank"]), conformance.Options{Quick: true, Games: 4, Plies: 20, Positions: 12, Domain: 50, Declared: d})
		require.Equal(t, []string{"hidden_varies"}, report.Failed(), left.Path)
		require.Contains(t, report.Record("hidden_varies").Reason, left.Path)
	}
}
