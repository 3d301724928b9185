package hosts_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/hosts"
)

// What a limit says is true: of a call that was stopped nobody knows how much it needs, only what it asked for.
func TestLimitErrorText(t *testing.T) {
	const hint = ": raise it in the host's options if the module may have more"
	for want, e := range map[string]hosts.LimitError{
		`the limit "fuel" is 1000, and 1020 was asked for, and the module died of it in apply` + hint: {Kind: "fuel", Limit: 1000, Used: 1020, Trap: &hosts.TrapError{Op: "apply"}},
		`the limit "depth" is 1000, and more was needed` + hint:                                       {Kind: "depth", Limit: 1000, Used: 1001},
		`the limit "call time in ms" of 300 was reached` + hint:                                       {Kind: "call time in ms", Limit: 300},
		"the module takes no request of 9 bytes: send less, or have its author raise its limit":       {Kind: "request", Used: 9},
	} {
		require.EqualError(t, &e, want)
	}
}
