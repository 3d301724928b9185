package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/hosts/hosttest"
)

func TestRun(t *testing.T) {
	path := filepath.Join(t.TempDir(), "walk_the_plank.wasm")
	module := hosttest.Build(t, "github.com/parley-rules/parley/plugins/walktheplank/main")
	require.NoError(t, os.WriteFile(path, module, 0o600))
	var out bytes.Buffer
	require.NoError(t, run(context.Background(), path, &out))
	require.Contains(t, out.String(), "the game is over")
	require.Regexp(t, `replayed \d{2,} moves: every position is the same`, out.String())
	require.NotContains(t, out.String(), "program_set", "what a seat has chosen is for that seat only")
}
