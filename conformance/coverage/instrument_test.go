package coverage

import (
	"context"
	"encoding/json"
	"os/exec"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

const root = "../.."

// TestExecuted runs the sample, which has citations at everything that a comment can belong to, and requires of each call
// exactly the rules that it carries out.
func TestExecuted(t *testing.T) {
	sources, err := Load(context.Background(), root, "./conformance/coverage/testdata/sample", []string{"T"})
	require.NoError(t, err)
	require.Len(t, sources, 1)
	s := sources[0]
	require.Empty(t, s.Problems)
	program, err := Build(context.Background(), root, "./conformance/coverage/testdata/sample/run", t.TempDir(), s.Overlay())
	require.NoError(t, err)

	// Calls of Count that come to its end do these: name the constant most, and the last statement.
	always := []string{"T-1", "T-13", "T-34", "T-35"}
	for call, want := range map[string][]string{
		"count 4":   append([]string{"T-20", "T-21", "T-24", "T-25", "T-31"}, always...),
		"count 0":   append([]string{"T-2", "T-22", "T-31"}, always...),
		"count 1":   append([]string{"T-23", "T-24", "T-31", "T-32"}, always...),
		"count 3":   append([]string{"T-23", "T-24", "T-25", "T-31"}, always...),
		"count 5":   {"T-1", "T-20", "T-21", "T-24", "T-25", "T-27"},
		"count 6":   {"T-1", "T-20", "T-21", "T-24", "T-25", "T-28", "T-3"},
		"count 7":   {"T-1", "T-20", "T-21", "T-24", "T-25", "T-29"},
		"count 8":   append([]string{"T-20", "T-21", "T-24", "T-25", "T-30"}, always...),
		"count 150": append([]string{"T-20", "T-21", "T-24", "T-25", "T-26", "T-31"}, always...),
		"count 30":  {"T-1", "T-20", "T-21", "T-24", "T-25", "T-28", "T-3"},
		"price 0":   nil,
		"price 1":   {"T-7"},
		"price 2":   nil,
		"price 4":   {"T-8"},
		"price 5":   {"T-9"},
		"deed 0":    {"T-10"},
		"deed 1":    {"T-11"},
		"deed 3":    {"T-12", "T-13"},
		"apples 1":  {"T-36", "T-37", "T-38", "T-4", "T-5"},
		"pears 1":   {"T-4", "T-6"},
		"start 1":   nil,
		"nothing 1": nil,
	} {
		t.Run(call, func(t *testing.T) {
			out, err := exec.Command(program, call).Output()
			require.NoError(t, err)
			var runs []map[string][]uint8
			require.NoError(t, json.Unmarshal(out, &runs))
			require.Len(t, runs, 1)
			run := Run{Reached: runs[0]}
			var got []string
			for i := range s.Citations {
				if run.executes(&s.Citations[i]) {
					got = append(got, s.Citations[i].Rule)
				}
			}
			slices.Sort(got)
			slices.Sort(want)
			require.Equal(t, want, got)
		})
	}
	// The loop after the label.
	for _, c := range s.Citations {
		if c.Rule == "T-33" {
			require.Len(t, c.Counters, 1)
			return
		}
	}
	require.Fail(t, "T-33 is not found")
}

// TestNoCitations: comments from which nobody can see what is executed are told.
func TestNoCitations(t *testing.T) {
	sources, err := Load(context.Background(), root, "./conformance/coverage/testdata/broken", []string{"T"})
	require.NoError(t, err)
	require.Len(t, sources, 1)
	require.Equal(t, []string{
		"broken.go:1: the comment with T-1 belongs to no code: it must stand right above it, or at the end of its line",
		"broken.go:4: the comment with T-2 belongs to no code: it must stand right above it, or at the end of its line",
		"broken.go:7: whether T-3 is executed cannot be seen here: only the entries of arrays and slices are counted; cite the rule where it is carried out",
		"broken.go:10: whether T-4 is executed cannot be seen here: no statement names what is declared; cite the rule where it is carried out",
		"broken.go:13: 7 rules in one comment: cite at most 6, nearer to the code that carries them out",
		`broken.go:15: the range "T-5 to T-9": name each rule that the code carries out`,
		"broken.go:20: the comment with T-6 belongs to no code: it must stand right above it, or at the end of its line",
	}, sources[0].Problems)
	for _, c := range sources[0].Citations {
		require.Equal(t, "Price", c.In)
	}
}
