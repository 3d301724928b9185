package coverage

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	_ "github.com/parley-rules/parley/conformance/scenario" // these are in the instrumented program: a change of them is to be tested again
	_ "github.com/parley-rules/parley/hosts/native"
	"github.com/parley-rules/parley/plugins"
)

// TestRulesAreCovered: every rule of every game is cited and executed, and the pages say so.
func TestRulesAreCovered(t *testing.T) {
	reports, err := Measure(context.Background(), root, Games())
	require.NoError(t, err)
	require.Len(t, reports, len(Games()))
	for _, r := range reports {
		readAll(t, "scenarios", r.Game.ID)
		readAll(t, "golden", r.Game.ID)
		require.Empty(t, r.Problems, "%s: `make coverage` tells the same", r.Game.ID)
		page, err := os.ReadFile(filepath.Join(root, r.Game.Folder, "COVERAGE.md"))
		require.NoError(t, err, "run `make coverage`")
		require.True(t, r.Table() == string(page), "%s/COVERAGE.md is not current: run `make coverage`", r.Game.Folder)
	}
}

// readAll reads the files that the instrumented program reads, so that `go test` knows them and does not take an old result
// when they have changed.
func readAll(t *testing.T, kind, game string) {
	n := 0
	require.NoError(t, fs.WalkDir(os.DirFS(filepath.Join("..", kind)), game, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		n++
		_, err = os.ReadFile(filepath.Join("..", kind, path))
		return err
	}))
	require.Positive(t, n)
}

// TestGamesAreListed: the games that are counted are those that come with Parley, all of them.
func TestGamesAreListed(t *testing.T) {
	var come, counted []string
	for _, rules := range plugins.All() {
		come = append(come, rules.Manifest().Game)
	}
	for _, g := range Games() {
		counted = append(counted, g.ID)
	}
	require.ElementsMatch(t, come, counted)
}

// good is a report without problems: two rules in two functions, a third without code, a scenario and a log.
func good() *Report {
	return &Report{
		Game:  Game{"game", "plugins/game"},
		Rules: &Rules{IDs: []string{"T-1", "T-2", "T-3"}, NoCode: map[string]string{"T-3": "nothing is done."}},
		Sources: []*Source{{Path: "p", Citations: []Citation{
			{Rule: "T-1", File: "a.go", Line: 7, In: "f", Counters: []Counter{{"p", 0}, {"p", 1}}},
			{Rule: "T-2", File: "a.go", Line: 8, In: "g", Counters: []Counter{{"p", 2}}},
			{Rule: "T-2", File: "b.go", Line: 9, In: "h", Counters: []Counter{{"p", 3}}},
		}}},
		Runs: []Run{
			{Name: "s.yaml", Rules: []string{"T-1"}, Reached: map[string][]uint8{"p": {0, 1, 0, 0}}},
			{Name: "l.log", Log: true, Reached: map[string][]uint8{"p": {1, 1, 1, 0}}},
		},
	}
}

func TestJudge(t *testing.T) {
	for _, c := range []struct {
		name     string
		change   func(r *Report)
		problems []string
	}{
		{"nothing", func(*Report) {}, nil},
		{"a rule without citation", func(r *Report) { r.Sources[0].Citations = r.Sources[0].Citations[1:]; r.Runs[0].Rules = nil },
			[]string{"T-1 is cited nowhere: name it in the comment of the code that carries it out, or say in RULES.md that it has *no code*"}},
		{"a rule that nothing executes", func(r *Report) { r.Runs[1].Reached["p"][2] = 0 },
			[]string{"T-2 is executed nowhere: no scenario and no golden log of the game comes to the code that cites it"}},
		{"code of another package", func(r *Report) { r.Runs[1].Reached = map[string][]uint8{"p": {0, 0, 0, 0}, "q": {1, 1, 1, 1}} },
			[]string{"T-2 is executed nowhere: no scenario and no golden log of the game comes to the code that cites it"}},
		{"a scenario that names what only a log executes", func(r *Report) { r.Runs[0].Rules = []string{"T-1", "T-2"} },
			[]string{"s.yaml: it names T-2 and does not execute it"}},
		{"a scenario that names a rule that is not there", func(r *Report) { r.Runs[0].Rules = []string{"T-4"} },
			[]string{"s.yaml: it names T-4, and the rules have no such rule"}},
		{"a scenario that names a rule without code", func(r *Report) { r.Runs[0].Rules = []string{"T-3"} },
			[]string{"s.yaml: it names T-3, which has no code"}},
		{"a scenario that fails", func(r *Report) { r.Runs[0].Failure = "another view" }, []string{"s.yaml: another view"}},
		{"a log that differs", func(r *Report) { r.Runs[1].Failure = "another position" }, []string{"l.log: another position"}},
		{"a citation of a rule that is not there", func(r *Report) { r.Sources[0].Citations[1].Rule = "T-9" },
			[]string{"plugins/game/a.go:8: T-9 is cited, but the rules have no such rule",
				"T-2 is executed nowhere: no scenario and no golden log of the game comes to the code that cites it"}},
		{"a citation of a rule without code", func(r *Report) { r.Sources[0].Citations[2].Rule = "T-3" },
			[]string{"plugins/game/b.go:9: T-3 is cited, but the rules say that it has no code"}},
		{"a comment of no code", func(r *Report) { r.Sources[0].Problems = []string{"a.go:3: no code"} }, []string{"plugins/game/a.go:3: no code"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := good()
			c.change(r)
			r.judge()
			require.Equal(t, c.problems, r.Problems)
		})
	}
}

func TestTable(t *testing.T) {
	r := good()
	r.judge()
	require.Contains(t, r.Table(), "\n3 rules: 2 with code, 1 without.\n")
	require.Contains(t, r.Table(), "\n| T-1 | `a.f` | 1 | 1 | s.yaml |\n| T-2 | `a.g`, (`b.h`) | 0 | 1 | l.log |\n| T-3 | *no code*: nothing is done. | | | |\n")
}
