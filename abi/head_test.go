package abi_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/abi"
)

// A name as long as a byte can say is read like any other.
func TestParseHeadOfLongNames(t *testing.T) {
	name := strings.Repeat("x", 255)
	h, ok := abi.ParseHead([]byte("PLY\x01\xff" + name + "\xff" + name + "\x03"))
	require.True(t, ok)
	require.Equal(t, abi.Head{Game: name, Rules: name, Seats: 3}, h)
	_, ok = abi.ParseHead([]byte("PLY\x01\xff" + name + "\xff" + name))
	require.False(t, ok)
}
