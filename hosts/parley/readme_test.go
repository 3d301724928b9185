package main

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The command lines of README are taken: their commands and flags are there, and they have as many operands as they must.
func TestReadmeCommandLines(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	count := 0
	for _, line := range strings.Split(string(readme), "\n") {
		line, found := strings.CutPrefix(strings.TrimPrefix(line, "$ "), "build/parley ")
		if !found {
			continue
		}
		line, _, _ = strings.Cut(line, " #")
		if before, after, found := strings.Cut(line, "$("); found { // of the shell, in the place of a digest
			_, after, _ = strings.Cut(after, ")")
			line = before + strings.Repeat("0", 64) + after
		}
		words := strings.Fields(line)
		if strings.HasPrefix(words[0], "--") {
			fine(t, words...)
		} else {
			root := (&app{}).root()
			cmd, rest, err := root.Find(words)
			require.NoError(t, err, line)
			require.NoError(t, cmd.ParseFlags(rest), line)
			require.NoError(t, cmd.Args(cmd, cmd.Flags().Args()), line)
		}
		count++
	}
	require.Greater(t, count, 15)
}
