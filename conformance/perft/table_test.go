package perft_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/conformance/perft"
)

func TestReadTable(t *testing.T) {
	for text, problem := range map[string]string{
		"":                        "this is no table",
		"[]":                      "this is no table",
		"game: pig":               "a table names its game and has starts",
		"starts: [{name: a}]":     "a table names its game and has starts",
		"game: pig\nwhat: 1":      "field what not found",
		"game: pig\n---\ngame: p": "a table is one document",
		"game: pig\nstarts: [{}]": "it needs a name",
		"game: pig\nstarts: [{name: a, seats: 2, positions: [1]}]":                                                       "lists of the same length",
		"game: pig\nstarts: [{name: a, seats: 2, positions: [1], ended: [-1]}]":                                          "this is no table",
		"game: pig\nstarts: [{name: a, seed: -1, positions: [1], ended: [0]}]":                                           "seed",
		"game: pig\nstarts: [{name: a, options: {b: 1.5}, positions: [1], ended: [0]}]":                                  "options",
		"game: pig\nstarts: [{name: a, setup: {b: {1: 2}}, positions: [1], ended: [0]}]":                                 "setup",
		"game: pig\nstarts: [{name: a, positions: [1], ended: [0]}, {name: a, positions: [1], ended: [0]}]":              "two starts",
		"game: pig\nstarts: [{name: a, positions: [1], ended: [0]}, {name: b, positions: [1], ended: [0], counts: [1]}]": "field counts not found",
	} {
		_, err := perft.ReadTable([]byte(text))
		require.ErrorContains(t, err, problem, text)
	}
}

func TestReadSetup(t *testing.T) {
	for _, text := range []string{"scores: [1, 2]\nseat: 1", `{"scores": [1, 2], "seat": 1}`} {
		setup, err := perft.ReadSetup([]byte(text))
		require.NoError(t, err)
		require.Equal(t, "\x82\xa6scores\x92\x01\x02\xa4seat\x01", string(setup))
	}
	for _, text := range []string{"", "[1]", "7", "{", "a: 1.5"} {
		_, err := perft.ReadSetup([]byte(text))
		require.Error(t, err, text)
	}
}

// FuzzTable: any text is refused, or is a table with starts that have counts for each depth.
func FuzzTable(f *testing.F) {
	paths, err := filepath.Glob("*.yaml")
	require.NoError(f, err)
	for _, path := range paths {
		text, err := os.ReadFile(path)
		require.NoError(f, err)
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		_, _ = perft.ReadSetup(text)
		tab, err := perft.ReadTable(text)
		if err != nil {
			return
		}
		require.NotEmpty(t, tab.Starts)
		for _, s := range tab.Starts {
			require.NotEmpty(t, s.Name)
			require.Len(t, s.Ended, len(s.Positions))
		}
	})
}
