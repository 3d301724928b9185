package conformance

import (
	"fmt"
	"slices"
	"strings"
)

// Status is what a check has found.
type Status string

// The statuses.
const (
	Pass       Status = "pass"
	Fail       Status = "fail"
	NotProved  Status = "not proved"  // the module lacks what the proof needs, or nothing came up to try it on
	NotOffered Status = "not offered" // the module does not have what would be checked, and need not
)

// Record is what a check has found.
type Record struct {
	Check  string `json:"check"`
	About  string `json:"about"` // what is proved, in a sentence
	Status Status `json:"status"`
	// Reason says why it did not pass: the first fault, with all that is needed to see it again.
	Reason       string         `json:"reason,omitempty"`
	Counts       map[string]int `json:"counts,omitempty"` // what was looked at
	Milliseconds int64          `json:"milliseconds"`
}

// Report is what Verify found. Rules are conformant if no check failed.
type Report struct {
	Conformant   bool     `json:"conformant"`
	Game         string   `json:"game"`
	Rules        string   `json:"rules"`
	SHA256       string   `json:"sha256"` // of the module or program, "" for native rules
	Host         string   `json:"host"`
	Engine       string   `json:"engine"`
	ABI          string   `json:"abi"` // of this verifier
	Seed         uint64   `json:"seed"`
	Quick        bool     `json:"quick"`
	Calls        int      `json:"calls"` // of the module
	Milliseconds int64    `json:"milliseconds"`
	Checks       []Record `json:"checks"`
}

func (r *Report) add(c Record) {
	r.Checks = append(r.Checks, c)
	r.Conformant = r.Conformant && c.Status != Fail
}

// Failed are the names of the checks that failed.
func (r *Report) Failed() []string {
	var names []string
	for _, c := range r.Checks {
		if c.Status == Fail {
			names = append(names, c.Check)
		}
	}
	return names
}

// Record returns what a check has found, the zero Record if it was not made.
func (r *Report) Record(check string) Record {
	for _, c := range r.Checks {
		if c.Check == check {
			return c
		}
	}
	return Record{}
}

// String is the report for people: a line per check, then the summary.
func (r *Report) String() string {
	var b strings.Builder
	numbers := map[Status]int{}
	for _, c := range r.Checks {
		numbers[c.Status]++
		fmt.Fprintf(&b, "%-11s %-13s %s", c.Status, c.Check, c.About)
		if len(c.Counts) > 0 {
			fmt.Fprintf(&b, " (%s)", countsText(c.Counts))
		}
		if c.Reason != "" {
			fmt.Fprintf(&b, ": %s", strings.ReplaceAll(c.Reason, "\n", "; "))
		}
		b.WriteByte('\n')
	}
	verdict := "conformant"
	if !r.Conformant {
		verdict = "NOT CONFORMANT"
	}
	what := r.Game + " " + r.Rules
	if r.SHA256 != "" {
		what += " sha256 " + r.SHA256
	}
	if r.Game == "" {
		what = "the module"
	}
	if r.Host != "" {
		what += " on " + r.Host
	}
	if r.Engine != "" { // of what could not be opened it is not known
		what += " (" + r.Engine + ")"
	}
	fmt.Fprintf(&b, "%s: %s, ABI %s: %d passed, %d failed, %d not proved, %d not offered; seed %d, %d calls, %.1f s\n",
		verdict, what, r.ABI, numbers[Pass], numbers[Fail], numbers[NotProved], numbers[NotOffered], r.Seed, r.Calls,
		float64(r.Milliseconds)/1000)
	return b.String()
}

func countsText(counts map[string]int) string {
	var parts []string
	for what, n := range counts {
		parts = append(parts, fmt.Sprintf("%d %s", n, what))
	}
	slices.SortFunc(parts, func(a, b string) int {
		_, x, _ := strings.Cut(a, " ")
		_, y, _ := strings.Cut(b, " ")
		return strings.Compare(x, y)
	})
	return strings.Join(parts, ", ")
}

// fail notes a fault. The first one counts.
func (r *Record) fail(format string, args ...any) {
	if r.Status != Fail {
		r.Status, r.Reason = Fail, fmt.Sprintf(format, args...)
	}
}

// failAt notes a fault that a position shows.
func (r *Record) failAt(n *node, format string, args ...any) {
	r.fail("%s: %s", n, fmt.Sprintf(format, args...))
}

func (r *Record) notProved(format string, args ...any) {
	if r.Status == Pass {
		r.Status, r.Reason = NotProved, fmt.Sprintf(format, args...)
	}
}

func (r *Record) notOffered(format string, args ...any) {
	if r.Status == Pass {
		r.Status, r.Reason = NotOffered, fmt.Sprintf(format, args...)
	}
}

// need makes the check one that proves nothing if nothing of a kind was looked at.
func (r *Record) need(what string) {
	if r.Counts[what] == 0 {
		r.notProved("no %s came up in the games that were played", what)
	}
}

func (r *Record) count(what string, n int) { r.Counts[what] += n }
