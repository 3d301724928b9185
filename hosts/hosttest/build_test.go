package hosttest_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/hosts/hosttest"
)

const root = "../.."

// TestModulesAreReproducible builds the same module in two folders and compares the bytes.
func TestModulesAreReproducible(t *testing.T) {
	var modules [2][]byte
	for i, name := range []string{"here", filepath.Join("somewhere", "else")} {
		dir := filepath.Join(t.TempDir(), name)
		for _, part := range []string{"core", "abi", "sdk", "plugins/walktheplank"} {
			require.NoError(t, os.CopyFS(filepath.Join(dir, part), os.DirFS(filepath.Join(root, part))))
		}
		for _, file := range []string{"go.mod", "go.sum"} {
			b, err := os.ReadFile(filepath.Join(root, file))
			require.NoError(t, err)
			require.NoError(t, os.WriteFile(filepath.Join(dir, file), b, 0o600))
		}
		out := filepath.Join(dir, "module.wasm")
		cmd := exec.Command("go", hosttest.BuildArgs(out, "./plugins/walktheplank/main")...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm")
		text, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", text)
		modules[i], err = os.ReadFile(out)
		require.NoError(t, err)
	}
	require.True(t, string(modules[0]) == string(modules[1]), "the bytes differ")
}

// TestImportsOfModules: what goes into modules imports nothing that makes them large, slow or dependent on the world.
func TestImportsOfModules(t *testing.T) {
	forbidden := func(pkg string) bool {
		for _, p := range []string{"fmt", "reflect", "os", "time", "context", "embed", "runtime/debug", "github.com/vmihailenco/msgpack/v5"} {
			if pkg == p {
				return true
			}
		}
		return strings.HasPrefix(pkg, "encoding/") || strings.HasPrefix(pkg, "crypto/") || strings.HasPrefix(pkg, "crypto")
	}
	cmd := exec.Command("go", "list", "-f", "{{.ImportPath}}\t{{join .Imports \" \"}}", "-deps",
		"./core/...", "./abi", "./sdk", "./plugins/walktheplank/...", "./conformance/games/...")
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm")
	text, err := cmd.Output()
	require.NoError(t, err)
	importer := map[string]string{}
	var all []string
	for line := range strings.Lines(string(text)) {
		pkg, imports, _ := strings.Cut(strings.TrimSpace(line), "\t")
		all = append(all, pkg)
		for i := range strings.FieldsSeq(imports) {
			if importer[i] == "" {
				importer[i] = pkg
			}
		}
	}
	require.Contains(t, all, "github.com/parley-rules/parley/sdk")
	for _, pkg := range all {
		if forbidden(pkg) {
			path := pkg
			for p := importer[pkg]; p != ""; p = importer[p] {
				path = p + " -> " + path
			}
			t.Errorf("modules must not import %s: %s", pkg, path)
		}
	}
	require.True(t, forbidden("encoding/json"))
}
