// Package conformancetest makes of conformance.Verify a test: an author of rules gets all of its checks as subtests with one
// line.
//
//	func TestConformance(t *testing.T) { conformancetest.Rules(t, mygame.Rules{}) }
package conformancetest

import (
	"testing"

	"github.com/parley-rules/parley/conformance"
	"github.com/parley-rules/parley/core"
)

// Rules verifies rules that are linked into the test, with the small numbers of Options.Quick.
func Rules(t *testing.T, rules core.Rules) *conformance.Report {
	t.Helper()
	return Run(t, conformance.Native(rules), conformance.Options{Quick: true})
}

// Run verifies a subject, each check being a subtest that fails if the check does. What is not proved or not offered is logged:
// the test of a game that must prove it looks at the report.
func Run(t *testing.T, s conformance.Subject, o conformance.Options) *conformance.Report {
	t.Helper()
	report, err := conformance.Verify(t.Context(), s, o)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range report.Checks {
		t.Run(r.Check, func(t *testing.T) {
			if r.Status == conformance.Fail {
				t.Errorf("%s: not so: %s", r.About, r.Reason)
				return
			}
			t.Logf("%s: %s %s %v", r.Status, r.About, r.Reason, r.Counts)
		})
	}
	return report
}
