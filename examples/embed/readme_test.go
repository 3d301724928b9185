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
	snippet := block(t, string(readme), "## For an engine")

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

// block is the first block of Go below a heading.
func block(t *testing.T, readme, heading string) string {
	_, rest, found := strings.Cut(readme, heading)
	require.True(t, found, heading)
	_, rest, found = strings.Cut(rest, "```go\n")
	require.True(t, found, heading)
	snippet, _, found := strings.Cut(rest, "\n```")
	require.True(t, found, heading)
	return snippet
}

// TestReadmeCompiles: the other programs of README for hosts compile as they stand there.
func TestReadmeCompiles(t *testing.T) {
	const root = "../.."
	readme, err := os.ReadFile(filepath.Join(root, "README.md"))
	require.NoError(t, err)
	program := `package main

import (
	"context"
	"crypto/ed25519"
	"time"

	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/process"
	"github.com/parley-rules/parley/hosts/wasm"
)

func stranger(ctx context.Context) (*hosts.Game, error) {
` + block(t, string(readme), "## How to run a stranger's module safely") + `
	return game, err
}

func plugin(ctx context.Context, digest string) (*hosts.Game, error) {
` + block(t, string(readme), "## Plugin processes") + `
	return game, err
}

func main() {
	_, _ = stranger(context.Background())
	_, _ = plugin(context.Background(), "")
}
`
	file := filepath.Join(t.TempDir(), "main.go")
	require.NoError(t, os.WriteFile(file, []byte(program), 0o600))
	cmd := exec.Command("go", "build", "-o", os.DevNull, file)
	cmd.Dir = root
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
}
