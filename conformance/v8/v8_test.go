package v8

import (
	"bytes"
	"context"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/hosts/hosttest"
	"github.com/parley-rules/parley/hosts/wasm"
)

const vectorsFile = "../../abi/testdata/vectors.json"

// node finds Node. Where there is none, the test ends: everything of this package but the two programs is tested elsewhere.
func node(t *testing.T) *Node {
	t.Helper()
	n, err := Find(t.Context(), ".")
	if err != nil {
		t.Skipf("V8 is not tested: %v", err)
	}
	return n
}

// modules builds the modules of the games that the vectors are of.
func modules(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for id, main := range map[string]string{
		"pig":            "github.com/parley-rules/parley/conformance/games/pig/main",
		"kuhn":           "github.com/parley-rules/parley/conformance/games/kuhn/main",
		"walk_the_plank": "github.com/parley-rules/parley/plugins/walktheplank/main",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, id+".wasm"), hosttest.Build(t, main), 0o644))
	}
	return dir
}

// TestVectors: an implementation of its own, and the modules in V8, agree with the vectors; a vector that is altered is found,
// whatever its kind.
func TestVectors(t *testing.T) {
	n, dir := node(t), modules(t)
	result, err := n.Vectors(t.Context(), vectorsFile, dir)
	require.NoError(t, err)
	require.Empty(t, result.Faults)
	require.Greater(t, result.Checked["calls"], 100)

	good, err := os.ReadFile(vectorsFile)
	require.NoError(t, err)
	bad := good
	for kind, pattern := range map[string]string{
		"values":     `("values": \[[^]]*"hex": ")c0`,
		"refused":    `("refused": \[[^]]*"code": ")bad_request`,
		"checksums":  `("sum": ")..`,
		"chacha8":    `("drawn": )\d+`,
		"splitmix64": `("splitmix64": \[[^]]*"numbers": \[\s*")..`,
		"seeds":      `("key": ")..`,
		"manifests":  `("manifests": \[[^]]*"game": "pig",\s*"hex": "....)..`,
		"section":    `("packed": ")..`,
		"moves":      `("compact": ")..`,
		"positions":  `("positions": \[[^]]*?"hex": ")..`,
		"calls":      `("response": "..)..`,
		"logs":       `("responses": \[\s*"..)..`,
		"wasi":       `("errno": )\d+`,
	} {
		require.Contains(t, result.Checked, kind)
		at := regexp.MustCompile(pattern).FindSubmatchIndex(bad)
		require.NotNil(t, at, kind)
		wrong := bytes.Repeat([]byte("7"), at[1]-at[3])
		bad = append(append(bytes.Clone(bad[:at[3]]), wrong...), bad[at[1]:]...)
	}
	altered := filepath.Join(t.TempDir(), "vectors.json")
	require.NoError(t, os.WriteFile(altered, bad, 0o644))
	found, err := n.Vectors(t.Context(), altered, dir)
	require.NoError(t, err)
	for kind := range result.Checked {
		require.Regexp(t, `(?m)^\[?`+kind+": ", bytesOf(found.Faults), "nobody misses a vector of this kind")
	}
}

func bytesOf(lines []string) string {
	var b bytes.Buffer
	for _, line := range lines {
		b.WriteString(line + "\n")
	}
	return b.String()
}

func TestEnvironments(t *testing.T) {
	list := Environments()
	require.Len(t, list, 3)
	require.Equal(t, Environment{"pinned", wasm.Environment{ClockStep: 1, WallTime: wasm.DefaultWallTime}}, list[0])
	for i, e := range list[1:] {
		require.NotEmpty(t, e.Name)
		require.NotEqual(t, list[i].RandomSeed, e.RandomSeed)
		require.NotEqual(t, list[i].WallTime, e.WallTime)
		require.NotEqual(t, list[i].ClockStart, e.ClockStart)
		require.NotEqual(t, list[i].ClockStep, e.ClockStep)
	}
	require.Equal(t, uint64(math.MaxUint64), list[2].RandomSeed, "numbers of 64 bits come through")
}

func TestNoNode(t *testing.T) {
	path := os.Getenv("PATH")
	t.Setenv("PATH", t.TempDir())
	_, err := Find(t.Context(), ".")
	require.ErrorIs(t, err, ErrNoNode)
	require.ErrorContains(t, err, "install Node 18 or newer")

	t.Setenv("PATH", path)
	if _, err := exec.LookPath("node"); err != nil {
		return // there is no Node that could lack its programs
	}
	_, err = Find(t.Context(), t.TempDir())
	require.ErrorIs(t, err, ErrNoNode)
	require.ErrorContains(t, err, "its programs are not where they should be")

	// A folder without its dependencies, and no npm to fetch them.
	dir := t.TempDir()
	for _, name := range []string{"replay.mjs", "package.json", "package-lock.json"} {
		b, err := os.ReadFile(name)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), b, 0o644))
	}
	real, err := exec.LookPath("node")
	require.NoError(t, err)
	bin := t.TempDir()
	require.NoError(t, os.Symlink(real, filepath.Join(bin, "node")))
	t.Setenv("PATH", bin)
	_, err = Find(t.Context(), dir)
	require.ErrorIs(t, err, ErrNoNode)
	require.ErrorContains(t, err, "npm ci")
	left, err := filepath.Glob(filepath.Join(dir, "node_modules*"))
	require.NoError(t, err)
	require.Empty(t, left)
}

func TestWrongUseOfThePrograms(t *testing.T) {
	n := node(t)
	_, err := n.Replay(t.Context(), "no.wasm", []string{"no.log"})
	require.ErrorContains(t, err, "no.wasm")
	_, err = n.Replay(t.Context(), "no.wasm", nil)
	require.ErrorContains(t, err, "usage")
	_, err = n.Vectors(t.Context(), "no.json", ".")
	require.ErrorContains(t, err, "no.json")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = n.Vectors(ctx, vectorsFile, ".")
	require.ErrorIs(t, err, context.Canceled)
}
