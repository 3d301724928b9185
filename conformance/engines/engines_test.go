package main

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/abi/rpc"
	"github.com/parley-rules/parley/conformance/logs"
	"github.com/parley-rules/parley/conformance/v8"
	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/hosttest"
	"github.com/parley-rules/parley/hosts/wasm"
)

const (
	makefile = "../../Makefile"
	golden   = "../golden"
	programs = "../v8"
)

// TestMain: the test binary is also the plugin that the engine "process" starts.
func TestMain(m *testing.M) {
	if rpc.Hosted() {
		servePlugin()
		return
	}
	os.Exit(m.Run())
}

// modules builds the modules of games in a folder, as `make wasm` does.
func modules(t *testing.T, ids ...string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	mains := hosttest.Mains(t, makefile)
	for _, id := range ids {
		require.NoError(t, os.WriteFile(filepath.Join(dir, id+".wasm"), hosttest.Build(t, mains[id]), 0o644))
	}
	return dir
}

// table runs the command and returns its exit code and the table.
func table(t *testing.T, args ...string) (int, *Table) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code := run(append([]string{"--json", "--v8", programs}, args...), &stdout, &stderr)
	require.Empty(t, stderr.String())
	made := new(Table)
	require.NoError(t, json.Unmarshal(stdout.Bytes(), made))
	return code, made
}

// TestEveryEngineGivesEveryDigest replays all golden logs of all games in every environment; the interpreter, on which that
// would take minutes, is shown the shortest of each game. Where there is no Node, the column V8 must say so and why.
func TestEveryEngineGivesEveryDigest(t *testing.T) {
	ids := slices.Sorted(maps.Keys(hosttest.Mains(t, makefile)))
	code, made := table(t, append([]string{"--interpreter", "one", "--modules", modules(t, ids...), "--golden", golden}, ids...)...)
	require.Zero(t, code, "%v", made)
	require.Len(t, made.Rows, len(ids)*len(v8.Environments()))
	require.Equal(t, []string{"native", "wazero compiler", "wazero interpreter", "process", "V8"}, made.Engines)
	_, noNode := v8.Find(t.Context(), programs)
	for _, r := range made.Rows {
		all, shortest := digestsIn(t, r.Game)
		for i, c := range r.Cells {
			want := Cell{Digests: all}
			switch made.Engines[i] {
			case "native", "process":
				if r.Environment != v8.Environments()[0].Name {
					want = Cell{Note: ownWorld}
				}
			case "wazero interpreter":
				want = Cell{Digests: shortest}
			case "V8":
				if noNode != nil {
					want = Cell{Note: "no node"}
				}
			}
			require.Equal(t, want, c, "%s on %s", r.Game, made.Engines[i])
		}
	}
	if noNode != nil {
		require.Contains(t, made.Notes, noNode.Error())
		t.Logf("V8 was not run: %v", noNode)
	}
}

// digestsIn counts the digests in the golden logs of a game, and in the shortest of them.
func digestsIn(t *testing.T, id string) (all, shortest int) {
	paths, err := filepath.Glob(filepath.Join(golden, id, "*.log"))
	require.NoError(t, err)
	require.NotEmpty(t, paths)
	for _, path := range paths {
		b, err := os.ReadFile(path)
		require.NoError(t, err)
		n := len(regexp.MustCompile(`"(position|step)":"[0-9a-f]{16}"`).FindAll(b, -1))
		if all += n; shortest == 0 || n < shortest {
			shortest = n
		}
	}
	return all, shortest
}

// TestTheWorldsReachModules: games that depend on the time of day or on random bytes are the same in the pinned environment,
// and each engine that has others shows that they are not the same there.
func TestTheWorldsReachModules(t *testing.T) {
	node, noNode := v8.Find(t.Context(), programs)
	for _, id := range []string{"clock", "random"} {
		t.Run(id, func(t *testing.T) {
			g := &game{id: id, module: filepath.Join(t.TempDir(), id+".wasm")}
			code := hosttest.Build(t, "github.com/parley-rules/parley/conformance/saboteurs/"+id)
			require.NoError(t, os.WriteFile(g.module, code, 0o644))
			module, err := wasm.Load(t.Context(), code, wasm.Options{})
			require.NoError(t, err)
			opened, err := hosts.Open(t.Context(), module)
			require.NoError(t, err)
			dir := t.TempDir()
			_, err = logs.Golden(t.Context(), opened, dir, logs.Options{})
			require.NoError(t, err)
			require.NoError(t, opened.Close())
			g.paths, err = filepath.Glob(filepath.Join(dir, "*.log"))
			require.NoError(t, err)
			require.NoError(t, g.readLogs())

			made := makeTable(t.Context(), []*game{g}, []engine{wazeroEngine(wasm.Compiler, showAll), wazeroEngine(wasm.Interpreter, showAll), v8Engine(node)})
			for i, name := range made.Engines {
				if name == "V8" && noNode != nil {
					continue
				}
				require.Empty(t, made.Rows[0].Cells[i].Difference, name)
				require.Empty(t, made.Rows[0].Cells[i].Error, name)
				require.NotZero(t, made.Rows[0].Cells[i].Digests, name)
				differs := false
				for _, r := range made.Rows[1:] {
					differs = differs || r.Cells[i].Difference != nil
				}
				require.True(t, differs, "%s: no other world was to be seen", name)
			}
		})
	}
}

// TestDifferencesAreTold: logs with one wrong digest, outcome or move are found by every engine, at their place.
func TestDifferencesAreTold(t *testing.T) {
	dir := modules(t, "pig")
	good, err := os.ReadFile(filepath.Join(golden, "pig", "3-seats-target-10.log"))
	require.NoError(t, err)
	_, noNode := v8.Find(t.Context(), programs)
	for name, c := range map[string]struct {
		line      int
		part      string
		pattern   string
		wrong     string
		unchanged int // the digests before it
	}{
		"position": {3, "position", `"position":"[0-9a-f]{16}"`, `"position":"0123456789abcdef"`, 2},
		"step":     {2, "step", `"step":"[0-9a-f]{16}"`, `"step":"0123456789abcdef"`, 1},
		"move":     {3, "error", `"type":"roll"`, `"type":"hold"`, 2},
		"outcome":  {0, "outcome", `"winners":\[\d\]`, `"winners":[]`, 0},
	} {
		t.Run(name, func(t *testing.T) {
			lines := strings.Split(strings.TrimSpace(string(good)), "\n")
			if c.line == 0 {
				c.line, c.unchanged = len(lines), 2*(len(lines)-2)
			}
			lines[c.line-1] = regexp.MustCompile(c.pattern).ReplaceAllString(lines[c.line-1], c.wrong)
			bad := strings.Join(lines, "\n") + "\n"
			require.NotEqual(t, string(good), bad)
			altered := t.TempDir()
			require.NoError(t, os.Mkdir(filepath.Join(altered, "pig"), 0o755))
			path := filepath.Join(altered, "pig", "bad.log")
			require.NoError(t, os.WriteFile(path, []byte(bad), 0o644))

			code, made := table(t, "--modules", dir, "--golden", altered, "pig")
			require.Equal(t, 1, code)
			for _, r := range made.Rows {
				for i, cell := range r.Cells {
					if cell.Note == ownWorld || made.Engines[i] == "V8" && noNode != nil {
						continue
					}
					require.NotNil(t, cell.Difference, made.Engines[i])
					require.Equal(t, path, cell.Difference.Log)
					require.Equal(t, c.line, cell.Difference.Line, made.Engines[i])
					require.Equal(t, c.part, cell.Difference.Part, made.Engines[i])
					if made.Engines[i] == "V8" { // which counts each digest, the hosts each whole step
						require.Equal(t, c.unchanged, cell.Digests)
					}
				}
			}
			require.Contains(t, made.String(), "DIFFERS")
			require.Contains(t, made.String(), path+": line ")
		})
	}
}

// TestWithoutNode: the cells of V8 say that there is no Node, and the table why.
func TestWithoutNode(t *testing.T) {
	dir := modules(t, "kuhn")
	t.Setenv("PATH", t.TempDir())
	var stdout, stderr bytes.Buffer
	require.Zero(t, run([]string{"--modules", dir, "--golden", golden, "--interpreter", "all", "kuhn"}, &stdout, &stderr))
	require.Empty(t, stderr.String())
	require.Regexp(t, `(?m)^kuhn +late +4 +- +28 +28 +- +no node$`, stdout.String())
	require.Contains(t, stdout.String(), "no node: install Node 18 or newer")
}

func TestWrongUse(t *testing.T) {
	for _, args := range [][]string{{}, {"--colour"}, {"chess"}, {"--interpreter", "none", "pig"}} {
		require.Equal(t, 2, run(args, new(bytes.Buffer), new(bytes.Buffer)), args)
	}
	var stderr bytes.Buffer
	require.Equal(t, 1, run([]string{"--golden", t.TempDir(), "pig"}, new(bytes.Buffer), &stderr))
	require.Contains(t, stderr.String(), "there are no golden logs of pig")
	require.Equal(t, 1, run([]string{"--modules", t.TempDir(), "--golden", golden, "--v8", programs, "kuhn"}, new(bytes.Buffer), &stderr))
}
