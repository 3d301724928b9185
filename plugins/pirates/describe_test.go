package pirates

import (
	_ "embed"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/core"
)

// A position of four seats in the second action of seat 0, as the referee sees it.
//
//go:embed testdata/describe.txt
var describeText string

func TestDescribeText(t *testing.T) {
	_, s := start(t, 4, nil, m{"phase": "action2", "round": 7,
		"ships": []any{
			m{"node": 5, "fields": []int{1, 1, 1, 2, 2, 3}, "hold": []int{3, 1}},
			m{"node": 20, "fields": []int{1, 2, 0, 0, 1, 2}, "secured": []int{1, 2, 0}},
			m{"node": 20, "fields": []int{0, 2, 2, 2, 2, 2}},
			m{}},
		"fortresses": []any{m{"tile": 1, "state": "open"}, m{"state": "plundered", "tile": 2}, m{"tile": 9}, m{"tile": 4}, m{"tile": 5},
			m{"tile": 6}, m{"tile": 7}, m{"tile": 8}, m{"tile": 3}, m{"tile": 10}},
	})
	require.Equal(t, describeText, string(s.Describe(core.Referee, nil)))
	spectator := string(s.Describe(core.Spectator, nil))
	require.NotEqual(t, describeText, spectator)
	require.NotContains(t, spectator, "(tile")
}

// The picture fits a terminal and shows nobody what is hidden from him.
func TestDescribe(t *testing.T) {
	n := 0
	check := func(s *state) {
		for _, v := range viewers(s) {
			text := string(s.Describe(v, nil))
			require.True(t, strings.HasSuffix(text, "\n"))
			for _, line := range strings.Split(text, "\n") {
				require.LessOrEqual(t, utf8.RuneCountInString(line), 80, "%q", line)
				require.Equal(t, strings.TrimRight(line, " "), line)
			}
			other := *s
			other.Resample(v, &core.Source{State: 1})
			require.Equal(t, text, string(other.Describe(v, nil)))
		}
	}
	randomGames(t, 150, 8, func(d *core.Driver, s *state) {
		if n++; n%37 == 0 || s.phase == phaseStow || s.phase == phaseOver {
			check(s)
		}
	})
	// A map whose borders and names are as long as can be, and would move the cursor.
	shore, long := []int{}, strings.Repeat("long \x1b[2J\u009b", 99)
	edges, names := [][]int{}, []string{long}
	for i := 1; i <= maxNode; i++ {
		edges, shore, names = append(edges, []int{i - 1, i}), append(shore, i), append(names, long+strings.Repeat("x", i))
	}
	_, s := start(t, 6, m{"map": m{"seas": maxNode, "edges": edges, "fortresses": [][]int{shore}, "fortress_names": []string{long}, "sea_names": names},
		"tiles": []m{{"fields": []int{0, 0, 0, 0, 0, 0}, "vault": []int{1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3}}}}, nil)
	check(s)
	require.NotContains(t, string(s.Describe(0, nil)), "\x1b")
	require.NotContains(t, string(s.Describe(0, nil)), "\u009b")
}
