package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/hosts/hosttest"
)

// TestReadme compiles and runs README's program for an engine, as it stands there, with a module and a choice.
func TestReadme(t *testing.T) {
	const root = "../.."
	readme, err := os.ReadFile(filepath.Join(root, "README.md"))
	require.NoError(t, err)
	_, rest, found := strings.Cut(string(readme), "## For an engine")
	require.True(t, found)
	_, rest, found = strings.Cut(rest, "```go\n")
	require.True(t, found)
	snippet, _, found := strings.Cut(rest, "\n```")
	require.True(t, found)

	dir := t.TempDir()
	module := hosttest.Build(t, "github.com/parley-rules/parley/plugins/walktheplank/main")
	path := filepath.Join(dir, "walk_the_plank.wasm")
	require.NoError(t, os.WriteFile(path, module, 0o600))
	const name = `"build/walk_the_plank.wasm"`
	require.Contains(t, snippet, name)
	snippet = strings.ReplaceAll(snippet, name, `"`+filepath.ToSlash(path)+`"`)
	program := `package main

import (
	"context"
	"fmt"
	"log"

	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/wasm"
)

var ctx = context.Background()

func choose(_ hosts.View, moves hosts.Moves) hosts.Move { return moves.At(0) }

func play() error {
` + snippet + `
	return nil
}

func main() {
	if err := play(); err != nil {
		log.Fatal(err)
	}
}
`
	file := filepath.Join(dir, "main.go")
	require.NoError(t, os.WriteFile(file, []byte(program), 0o600))
	cmd := exec.Command("go", "run", file)
	cmd.Dir = root
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	require.Contains(t, string(out), "game_over")
}
