package saboteurs_test

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/conformance"
	"github.com/parley-rules/parley/conformance/logs"
	"github.com/parley-rules/parley/conformance/saboteurs"
	"github.com/parley-rules/parley/hosts/hosttest"
	"github.com/parley-rules/parley/hosts/wasm"
)

// options are small numbers that still find every saboteur, with no limit of time that a slow machine could reach.
func options() conformance.Options {
	return conformance.Options{Seed: 1, Games: 16, Plies: 40, Positions: 60, MaxMoves: 3000, Time: 1 << 40}
}

// golden are logs of the sound game.
func golden(t *testing.T) []conformance.Log {
	t.Helper()
	g, err := saboteurs.Sound().Subject().Open(context.Background())
	require.NoError(t, err)
	dir := filepath.Join(t.TempDir(), "golden")
	_, err = logs.Golden(context.Background(), g, dir, logs.Options{Seed: 1, Games: 5, Limit: 60})
	require.NoError(t, err)
	list, err := conformance.GoldenDir(dir)
	require.NoError(t, err)
	return list
}

func verify(t *testing.T, s conformance.Subject, o conformance.Options) *conformance.Report {
	t.Helper()
	report, err := conformance.Verify(context.Background(), s, o)
	require.NoError(t, err)
	return report
}

func subject(t *testing.T, s *saboteurs.Saboteur) conformance.Subject {
	if s.Main() == "" {
		return s.Subject()
	}
	return conformance.Module(hosttest.Build(t, s.Main()), wasm.Options{})
}

// The game without a fault passes all checks but the one that needs a sandbox.
func TestSoundGamePasses(t *testing.T) {
	o := options()
	o.Golden = golden(t)
	report := verify(t, saboteurs.Sound().Subject(), o)
	for _, r := range report.Checks {
		want := conformance.Pass
		if r.Check == "environment" {
			want = conformance.NotProved
		}
		require.Equal(t, want, r.Status, report)
	}
}

// Each saboteur fails the checks that it must, and no others, for the reason that it has.
func TestEverySaboteurIsNamed(t *testing.T) {
	for _, s := range saboteurs.All() {
		t.Run(s.Name, func(t *testing.T) {
			o := options()
			if s.Fails[0] == "golden" {
				o.Golden = golden(t)
			}
			report := verify(t, subject(t, s), o)
			require.ElementsMatch(t, s.Fails, report.Failed(), "%s\n%s", s.Sentence, report)
			require.Contains(t, report.Record(s.Fails[0]).Reason, s.Says, s.Sentence)
			require.False(t, report.Conformant)
		})
	}
}

// Each check has a saboteur of its own.
func TestEveryCheckHasItsSaboteur(t *testing.T) {
	own := map[string]bool{}
	names := map[string]bool{}
	for _, s := range saboteurs.All() {
		own[s.Fails[0]] = true
		require.False(t, names[s.Name], s.Name)
		names[s.Name] = true
		require.NotEmpty(t, s.Sentence)
		require.NotEmpty(t, s.Says)
	}
	for _, check := range conformance.CheckNames() {
		require.True(t, own[check], "no saboteur breaks the check %s first", check)
	}
}
