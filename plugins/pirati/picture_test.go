package pirati

import (
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/core"
)

// The picture of a position, as a player and as the referee see it. To make the files again: UPDATE=1 go test -run TestPicture.
func TestPicture(t *testing.T) {
	d, s := start(t, 4, nil, nil)
	src := core.Source{State: 5}
	_, r := d.Playout(&src, 300)
	require.Equal(t, core.Refusal{}, r)
	for name, viewer := range map[string]core.Seat{"player": 0, "referee": core.Referee} {
		path := "testdata/" + name + ".txt"
		got := string(s.Describe(viewer, nil))
		if os.Getenv("UPDATE") != "" {
			require.NoError(t, os.MkdirAll("testdata", 0o777))
			require.NoError(t, os.WriteFile(path, []byte(got), 0o666))
		}
		want, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Equal(t, string(want), got)
	}
}

// The picture fits a terminal, in all positions, and shows nobody what is face down.
func TestPictureFits(t *testing.T) {
	n := 0
	randomGames(t, 60, 8, func(d *core.Driver, s *state) {
		if n++; n%97 != 0 && s.phase == phaseMain || s.phase == phaseChoice && n%5 != 0 {
			return
		}
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
	})
}
