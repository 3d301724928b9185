package conformance_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/conformance"
)

func TestGamesAreConformantNatively(t *testing.T) {
	for id, rules := range games {
		t.Run(id, func(t *testing.T) {
			report, err := conformance.Verify(context.Background(), conformance.Native(rules), conformance.Options{Quick: true})
			require.NoError(t, err)
			t.Log(report)
			require.True(t, report.Conformant, report)
		})
	}
}
