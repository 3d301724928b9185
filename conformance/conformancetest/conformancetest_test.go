package conformancetest_test

import (
	"os"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/conformance"
	"github.com/parley-rules/parley/conformance/conformancetest"
	"github.com/parley-rules/parley/conformance/games/kuhn"
	"github.com/parley-rules/parley/conformance/saboteurs"
)

func TestRules(t *testing.T) {
	report := conformancetest.Rules(t, kuhn.Rules{})
	require.True(t, report.Conformant)
	require.Equal(t, conformance.Pass, report.Record("hidden_varies").Status)
}

// sabotaged makes TestSabotaged fail, which only TestRunFails asks for.
const sabotaged = "PARLEY_TEST_SABOTAGED"

func TestSabotaged(t *testing.T) {
	s := saboteurs.Sound()
	if os.Getenv(sabotaged) != "" {
		s.Name = "double_move"
	}
	conformancetest.Run(t, s.Subject(), conformance.Options{Quick: true})
}

// A check that fails makes its subtest fail, and no other.
func TestRunFails(t *testing.T) {
	cmd := exec.Command(os.Args[0], "-test.run=^TestSabotaged$")
	cmd.Env = append(os.Environ(), sabotaged+"=1")
	text, err := cmd.CombinedOutput()
	require.Error(t, err, "%s", text)
	require.Contains(t, string(text), "--- FAIL: TestSabotaged/lists")
	require.Contains(t, string(text), "has a move twice")
	require.NotContains(t, string(text), "--- FAIL: TestSabotaged/look")
}
