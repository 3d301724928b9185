package jackal

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/core"
)

// The picture fits a terminal and shows nobody what is hidden.
func TestDescribe(t *testing.T) {
	n := 0
	randomGames(t, 30, 8, func(d *core.Driver, s *state) {
		if n++; n%11 != 0 && s.phase != phaseOver {
			return
		}
		for _, v := range viewers(s) {
			text := string(s.Describe(v, nil))
			require.True(t, strings.HasSuffix(text, "\n"))
			for _, line := range strings.Split(text, "\n") {
				require.LessOrEqual(t, utf8.RuneCountInString(line), 80, "%q", line)
				require.Equal(t, strings.TrimRight(line, " "), line)
			}
			other := &state{}
			s.CopyTo(other)
			other.Resample(v, &core.Source{State: 1})
			require.Equal(t, text, string(other.Describe(v, nil)))
		}
		if n%1100 == 0 {
			t.Log("\n" + string(s.Describe(core.Spectator, nil)))
		}
	})
}
