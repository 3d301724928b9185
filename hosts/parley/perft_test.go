package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPerft(t *testing.T) {
	require.Equal(t, `kuhn, 2 seats, seed 1
depth            positions                ended
    0                    1                    0
    1                    3                    0
    2                    6                    0
    3                   12                    0
    4                   24                   18
`, fine(t, "perft", "kuhn", "--depth", "4"))
	require.Equal(t, `          11            0  seat 0: roll
          11            0  in all after 3 moves; in the second column the games that are over
`, fine(t, "perft", pigModule(t), "--depth", "3", "--divide"))

	var out counted
	setup := filepath.Join(t.TempDir(), "setup.json")
	require.NoError(t, os.WriteFile(setup, []byte(`{"scores": [0, 14], "seat": 1}`), 0o600))
	text := fine(t, "perft", "pig", "--setup", setup, "--option", "target=20", "--depth", "2", "--seed", "5", "--json")
	require.NoError(t, json.Unmarshal([]byte(text), &struct {
		*counted
		Branches json.RawMessage `json:"branches"`
	}{counted: &out}))
	require.Equal(t, "5", out.Seed)
	require.Len(t, out.Levels, 3)
	require.EqualValues(t, 6, out.Levels[2].Positions)
	require.EqualValues(t, 1, out.Levels[2].Ended)
	require.Contains(t, fine(t, "perft", "pig", "--divide", "--depth", "1", "--json"), `"move": {`)

	// A game that is over.
	require.NoError(t, os.WriteFile(setup, []byte("scores: [100, 14]\nseat: 0"), 0o600))
	require.Contains(t, fine(t, "perft", "pig", "--setup", setup, "--depth", "1"), "    0                    1                    1\n    1                    0                    0\n")
}

func TestPerftTable(t *testing.T) {
	table := filepath.Join("..", "..", "conformance", "perft", "kuhn.yaml")
	require.Equal(t, "kuhn: 3 starts counted, 0 differ\n", fine(t, "perft", "kuhn", "--table", table))
	require.JSONEq(t, `{"game": "kuhn", "starts": 3, "differences": []}`, fine(t, "perft", "kuhn", "--table", table, "--json"))

	wrong := filepath.Join(t.TempDir(), "wrong.yaml")
	require.NoError(t, os.WriteFile(wrong, []byte("game: kuhn\nstarts: [{name: all, seats: 2, positions: [1, 4, 6], ended: [0, 0, 1]}]"), 0o600))
	code, stdout, stderr := parley("", "perft", "kuhn", "--table", wrong)
	require.Equal(t, exitCheck, code)
	require.Equal(t, `all:
  depth 1: expected 4 positions, 0 ended; got 3, 0
  depth 2: expected 6 positions, 1 ended; got 6, 0
kuhn: 1 starts counted, 1 differ
`, stdout)
	require.Contains(t, stderr, "some counts differ")

	code, _, stderr = parley("", "perft", "pig", "--table", table)
	require.Equal(t, exitCheck, code)
	require.Contains(t, stderr, "the table is of the game kuhn")
}

func TestPerftWrongUse(t *testing.T) {
	for _, args := range [][]string{
		{"perft"}, {"perft", "kuhn", "--depth", "-1"}, {"perft", "kuhn", "--depth", "101"}, {"perft", "kuhn", "--divide", "--depth", "0"},
		{"perft", "kuhn", "--table", "x", "--depth", "1"}, {"perft", "kuhn", "--option", "bet=1000"},
		{"perft", "kuhn", "--chance", "auto"}, {"perft", "pig", "--seats", "40"},
	} {
		code, _, stderr := parley("", args...)
		require.Equal(t, exitUse, code, "%v: %s", args, stderr)
	}
}
