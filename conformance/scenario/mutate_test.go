package scenario

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/hosts"
)

// Each single expectation of the small games' scenarios matters: with another value, or turned around, it is reported.
func TestEveryExpectationMatters(t *testing.T) {
	for name, game := range map[string]*hosts.Game{"pig": openPig(t), "kuhn": openKuhn(t)} {
		list, err := LoadDir("../scenarios/" + name)
		require.NoError(t, err)
		for _, s := range list {
			everyExpectationMatters(t, game, s)
		}
	}
}

func everyExpectationMatters(t *testing.T, game *hosts.Game, s *Scenario) {
	for i := range s.steps {
		st := &s.steps[i]
		if st.refused != nil {
			code := st.refused.want
			st.refused.want = "another_code"
			fails(t, game, s, st.refused, i)
			st.refused.want = code
		}
		for j := range st.checks {
			c := st.checks[j]
			spoil(&st.checks[j])
			fails(t, game, s, &st.checks[j], i)
			st.checks[j] = c
		}
	}
}

// spoil makes an expectation that holds one that does not.
func spoil(c *check) {
	other := &object{keys: []string{"type"}, at: map[string]any{"type": "another"}}
	switch c.key {
	case "events", "events_of", "legal":
		c.want = append([]any{other}, c.want.([]any)...)
	case "events_include", "legal_include", "legal_exclude":
		c.want = []any{other}
	case "absent":
		c.path = ""
	case "same":
		c.seat = 99
	default:
		c.want = "another"
	}
}

func fails(t *testing.T, game *hosts.Game, s *Scenario, c *check, number int) {
	failures := Run(context.Background(), game, s)
	require.NotEmpty(t, failures, "%s: %s of step %d", s.Name, c.key, number)
	require.Equal(t, number, failures[0].Step)
	require.Equal(t, c.key, failures[0].Key)
}
