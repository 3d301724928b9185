package adversary

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/conformance"
	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/wasm"
)

// words are a part of the text of an error that must be.
func words(must error) string {
	switch e := must.(type) {
	case *hosts.LimitError:
		if e.Kind == "request" {
			return "the module takes no request"
		}
		return `the limit "` + e.Kind + `"`
	case *hosts.TrapError:
		return e.Cause
	case *hosts.ABIError:
		return e.Have
	}
	return ""
}

// TestVerifyNamesTheHarm: conformance.Verify comes to an end with all of them, and says what is wrong: in its check `manifest` if
// the module cannot even be opened, else in `faults` or `answers`.
func TestVerifyNamesTheHarm(t *testing.T) {
	o := conformance.Options{Seed: 1, Games: 1, Plies: 2, Positions: 2, Domain: 20, MaxMoves: 10, Time: 1 << 40}
	for _, a := range All() {
		if a.Must == nil {
			continue // a parrot that answers is wrong in all ways in which a parrot is
		}
		t.Run(a.Name, func(t *testing.T) {
			fuel := int64(5_000_000) // with which a GiB can be asked for
			if strings.HasPrefix(a.Name, "spin") {
				fuel = 50_000 // for it will be used up a thousand times
			}
			report, err := conformance.Verify(t.Context(), conformance.Module(a.Module(a.Variants()[0]), wasm.Options{NoCache: true, Fuel: fuel}), o)
			require.NoError(t, err)
			require.False(t, report.Conformant)
			var reasons []string
			for _, check := range []string{"manifest", "faults", "answers"} {
				reasons = append(reasons, report.Record(check).Reason)
			}
			require.Contains(t, strings.Join(reasons, "\n"), words(a.Must), report)
		})
	}
}
