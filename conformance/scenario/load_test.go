package scenario

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/hosts"
)

const head = "name: x\ngame: pig\nseats: 2\n"

// A rule that a text has added between two others has a letter after its number; the schema has the same form of an ID.
func TestRuleIDs(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.yaml")
	require.NoError(t, os.WriteFile(path, []byte(head+"rules: [JK-57, JK-57b]\nexpect: {actors: [0]}\n"), 0o600))
	list, err := Load(path)
	require.NoError(t, err)
	require.Len(t, list, 1)
	require.Equal(t, []string{"JK-57", "JK-57b"}, list[0].Rules)

	b, err := os.ReadFile("../scenario.schema.json")
	require.NoError(t, err)
	var schema struct {
		Defs struct {
			Scenario struct {
				Rules struct{ Items struct{ Pattern string } }
			}
		} `json:"$defs"`
	}
	require.NoError(t, json.Unmarshal(b, &schema))
	require.Equal(t, rulePattern.String(), schema.Defs.Scenario.Rules.Items.Pattern)
}

// What is not in the form is refused, with its line.
func TestForm(t *testing.T) {
	tests := []struct {
		name, text string
		line       int
		problem    string
	}{
		{"empty file", "", 0, "empty"},
		{"only a comment", "# nothing\n", 0, "empty"},
		{"not UTF-8", "name: \xff\n", 0, "UTF-8"},
		{"no YAML", "name: [x\n", 1, "no YAML"},
		{"no map", "- name\n", 1, "a scenario must be a map"},
		{"empty document", head + "expect: {actors: [0]}\n---\n", 6, "a scenario must be a map"},
		{"unknown key", head + "option: {}\n", 4, `a scenario has no key "option"`},
		{"unknown key of expect", head + "expect:\n  actor: [0]\n", 5, `expect has no key "actor"`},
		{"unknown key of a step", head + "steps:\n  - seat: 0\n    move: 1\n    views: {}\n", 7, `a step has no key "views"`},
		{"key twice", head + "seats: 3\n", 4, "twice"},
		{"key of a value twice", head + "setup: {a: 1,\n a: 2}\n", 5, "twice"},
		{"number as a key", head + "setup: {1: 1}\n", 4, "must be strings"},
		{"seat twice", head + "expect:\n  count:\n    0: 1\n    \"0\": 1\n", 7, "twice"},
		{"anchor", head + "setup: &a {}\n", 4, "anchors"},
		{"alias", head + "setup: {a: &a 1, b: *a}\n", 4, "anchors"},
		{"merge key", head + "setup: {<<: {a: 1}}\n", 4, "must be strings"},
		{"tag", head + "setup: !!str 5\n", 4, "tag !!str"},
		{"float", head + "setup: 1.0\n", 4, "no whole number"},
		{"float in a move", head + "steps: [{seat: 0, move: {type: roll, n: 1e3}}]\n", 4, "no whole number"},
		{"not a number", head + "setup: .nan\n", 4, "no whole number"},
		{"timestamp", head + "setup: 2001-01-01\n", 4, "timestamp"},
		{"octal", head + "setup: 010\n", 4, "decimal"},
		{"hexadecimal", head + "setup: 0x10\n", 4, "decimal"},
		{"underscores", head + "setup: 1_000\n", 4, "decimal"},
		{"too large", head + "setup: 9007199254740992\n", 4, "2^53-1"},
		{"far too large", head + "setup: 18446744073709551615\n", 4, "2^53-1"},
		{"name missing", "game: pig\nseats: 2\nexpect: {actors: [0]}\n", 1, `"name" is missing`},
		{"name of two lines", "name: \"a\\nb\"\ngame: pig\nseats: 2\nexpect: {actors: [0]}\n", 1, "one line"},
		{"name empty", "name: ''\ngame: pig\nseats: 2\nexpect: {actors: [0]}\n", 1, "one line"},
		{"game missing", "name: x\nseats: 2\nexpect: {actors: [0]}\n", 1, `"game" is missing`},
		{"game is no id", "name: x\ngame: Pig\nseats: 2\nexpect: {actors: [0]}\n", 2, "game's id"},
		{"seats are no number", "name: x\ngame: pig\nseats: two\nexpect: {actors: [0]}\n", 3, "whole number"},
		{"no rule ID", head + "rules: [P1]\nexpect: {actors: [0]}\n", 4, "IDs"},
		{"rule ID with two letters", head + "rules: [P-1ab]\nexpect: {actors: [0]}\n", 4, "IDs"},
		{"rule ID with a capital at its end", head + "rules: [P-1A]\nexpect: {actors: [0]}\n", 4, "IDs"},
		{"rule ID twice", head + "rules: [P-1, P-1]\nexpect: {actors: [0]}\n", 4, "IDs"},
		{"negative seed", head + "seed: -1\n", 4, "seed"},
		{"seed without bytes", head + "seed: 'hex:'\n", 4, "seed"},
		{"seed of half a byte", head + "seed: 'hex:012'\n", 4, "seed"},
		{"seed of 33 bytes", head + "seed: 'hex:" + strings.Repeat("00", 33) + "'\n", 4, "seed"},
		{"seed as text", head + "seed: '5'\n", 4, "seed"},
		{"chance", head + "chance: maybe\n", 4, "auto or host"},
		{"options are no map", head + "options: []\n", 4, "options must be a map"},
		{"too deep to send", head + "setup: " + strings.Repeat("[", 20) + strings.Repeat("]", 20) + "\n", 4, "nested"},
		{"move too deep to send", head + "steps: [{seat: 0, move: " + strings.Repeat("[", 20) + strings.Repeat("]", 20) + "}]\n", 4, "nested"},
		{"nothing is expected", head, 1, "cannot fail"},
		{"expect is empty", head + "expect: {}\n", 4, "must not be empty"},
		{"steps are empty", head + "steps: []\n", 4, "must not be empty"},
		{"a step is empty", head + "steps: [{}]\n", 4, "must expect something"},
		{"move without seat", head + "steps: [{move: {type: roll}}]\n", 4, "belong together"},
		{"seat without move", head + "steps: [{seat: 0, count: {0: 1}}]\n", 4, "belong together"},
		{"seat is a list", head + "steps: [{seat: [0], move: {type: roll}}]\n", 4, "number or a word"},
		{"error without move", head + "steps: [{error: not_actor}]\n", 4, "needs a move"},
		{"events without move", head + "steps: [{events: []}]\n", 4, "needs a move"},
		{"events beside error", head + "steps:\n  - seat: 0\n    move: 5\n    error: malformed\n    events: []\n", 8, "no events"},
		{"detail without error", head + "steps: [{seat: 0, move: 5, detail: x}]\n", 4, "detail belongs"},
		{"error is no code", head + "expect: {error: Bad}\n", 4, "code"},
		{"more beside error of creation", head + "expect:\n  error: bad_setup\n  actors: []\n", 6, "only detail"},
		{"steps after a refused creation", head + "expect: {error: bad_setup}\nsteps: [{seat: 0, move: 5}]\n", 5, "no steps"},
		{"same in expect", head + "expect: {same: {as: 0, viewers: [0]}}\n", 4, `no key "same"`},
		{"same as a later step", head + "steps: [{same: {as: 1, viewers: [0]}}]\n", 4, "earlier step"},
		{"same without viewers", head + "steps: [{same: {as: 0}}]\n", 4, "needs as and viewers"},
		{"same with no viewers", head + "steps: [{same: {as: 0, viewers: []}}]\n", 4, "must not be empty"},
		{"same with chance", head + "steps: [{same: {as: 0, viewers: [chance]}}]\n", 4, "viewers must be"},
		{"same with a viewer twice", head + "steps: [{same: {as: 0, viewers: [0, 0]}}]\n", 4, "twice"},
		{"view of chance", head + "expect: {view: {chance: {a: 1}}}\n", 4, `not of "chance"`},
		{"moves of the spectator", head + "expect: {legal: {spectator: []}}\n", 4, `not of "spectator"`},
		{"view of nobody", head + "expect: {view: {00: {a: 1}}}\n", 4, "must be strings"},
		{"view without viewers", head + "expect: {view: {}}\n", 4, "must not be empty"},
		{"view without paths", head + "expect: {view: {0: {}}}\n", 4, "must not be empty"},
		{"no path", head + "expect: {view: {0: {'a..b': 1}}}\n", 4, "no path"},
		{"absent of the whole", head + "expect: {absent: {0: ['']}}\n", 4, "no path"},
		{"absent without paths", head + "expect: {absent: {0: []}}\n", 4, "must not be empty"},
		{"include nothing", head + "expect: {legal_include: {0: []}}\n", 4, "must not be empty"},
		{"exclude nothing", head + "expect: {legal_exclude: {0: []}}\n", 4, "must not be empty"},
		{"no events at all to include", head + "expect: {events_include: []}\n", 4, "must not be empty"},
		{"an empty part of an event", head + "expect: {events_include: [{}]}\n", 4, "must be a map"},
		{"an event without type", head + "expect: {events: [{seat: 0}]}\n", 4, "type is missing"},
		{"a legal move without type", head + "expect: {legal: {0: [{a: 1}]}}\n", 4, "type is missing"},
		{"a legal move that is a word", head + "expect: {legal: {0: [roll]}}\n", 4, "must be a map"},
		{"no index", head + "expect: {legal_at: {0: {first: {type: roll}}}}\n", 4, "no index"},
		{"negative count", head + "expect: {count: {0: -1}}\n", 4, "count"},
		{"actor twice", head + "expect: {actors: [0, 0]}\n", 4, "different seats"},
		{"actor that is a word", head + "expect: {actors: [spectator]}\n", 4, "different seats"},
		{"outcome with a key too few", head + "expect: {outcome: {reason: x, winners: [], places: []}}\n", 4, "outcome"},
		{"outcome with a word as a winner", head + "expect: {outcome: {reason: x, winners: [a], places: [], scores: null}}\n", 4, "outcome"},
		{"patch is empty", head + "patch: {}\n", 4, "must not be empty"},
		{"patch of the whole", head + "patch: {'': 1}\n", 4, "no path"},
		{"patch through nothing", head + "patch: {a.b: 1}\n", 4, `no key "a"`},
		{"patch of a number", head + "setup: {a: 5}\npatch: {a.b: 1}\n", 5, "no map"},
		{"patch of a map by index", head + "setup: {a: {}}\npatch: {'a[0]': 1}\n", 5, "no list"},
		{"patch after the end", head + "setup: {a: [1]}\npatch: {'a[2]': 1}\n", 5, "no element [2]"},
		{"name twice", head + "expect: {actors: [0]}\n---\n" + head + "expect: {actors: [0]}\n", 6, "has the name"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			list, err := read(test.text, nil)
			require.Empty(t, list)
			var form *FormError
			require.ErrorAs(t, err, &form)
			require.Contains(t, form.Error(), test.problem)
			require.Equal(t, test.line, form.Line, form.Error())
			require.Equal(t, "folder/test.yaml", form.File)
		})
	}
}

func TestBases(t *testing.T) {
	base := "game: pig\nseats: 2\nchance: host\nsetup: {scores: [3, 4], seat: 1}\nsteps: [{seat: 1, move: {type: roll}}]\n"
	bad := func(scenario, base string) string {
		list, err := read(scenario, map[string]string{"_b.yaml": base})
		require.Empty(t, list)
		require.Error(t, err)
		return err.Error()
	}
	list, err := read("name: x\nbase: _b.yaml\nseats: 3\nsetup: {seat: 2}\n---\nname: y\nbase: ./_b.yaml\n", map[string]string{"_b.yaml": base})
	require.NoError(t, err)
	require.Len(t, list, 2)
	require.Equal(t, 3, list[0].start.Seats, "the scenario's key replaces the base's")
	require.Equal(t, msgpack(t, `{"seat": 2}`), list[0].start.Setup, "nothing is merged inside a key")
	require.Equal(t, 1, list[0].Steps())
	require.Equal(t, 2, list[1].Document)
	require.Equal(t, msgpack(t, `{"scores": [3, 4], "seat": 1}`), list[1].start.Setup)

	require.Contains(t, bad("name: x\nbase: _b.yaml\n", "name: y\n"), `_b.yaml:1: a base file has no key "name"`)
	require.Contains(t, bad("name: x\nbase: _b.yaml\n", "base: _c.yaml\n"), `no key "base"`)
	require.Contains(t, bad("name: x\nbase: _b.yaml\n", "{}\n"), "says nothing")
	require.Contains(t, bad("name: x\nbase: _b.yaml\n", "game: pig\n---\nseats: 2\n"), "one document")
	require.Contains(t, bad("name: x\nbase: _b.yaml\n", "[1"), "no YAML")
	require.Contains(t, bad("name: x\nbase: _b.yaml\n", base+"expect: {actor: []}\n"), "_b.yaml:6: expect has no key")
	require.Contains(t, bad("name: x\nbase: _c.yaml\n", base), "_c.yaml")
	for _, path := range []string{"../_b.yaml", "/_b.yaml", "a/../_b.yaml", `..\_b.yaml`, ".", "''", "a//b"} {
		require.Contains(t, bad("name: x\nbase: "+path+"\n", base), "below the scenario's folder", path)
	}
}

func msgpack(t *testing.T, text string) []byte {
	b, err := hosts.FromJSON([]byte(text))
	require.NoError(t, err)
	return b
}

func TestPatch(t *testing.T) {
	base := "game: pig\nseats: 2\nsetup: {a: [[1, 2], {b: 3}], c: 4}\nexpect: {actors: [0]}\n"
	for patch, want := range map[string]string{
		"{'a[0][1]': 9}":                     `{"a": [[1, 9], {"b": 3}], "c": 4}`,
		"{'a[1].b': {x: null}, 'a[1].z': 5}": `{"a": [[1, 2], {"b": {"x": null}, "z": 5}], "c": 4}`,
		"{c: [], d: true, 'c[0]': 7}":        `{"a": [[1, 2], {"b": 3}], "c": [7], "d": true}`,
		"{'a[2]': x, 'a[3]': y}":             `{"a": [[1, 2], {"b": 3}, "x", "y"], "c": 4}`,
		"{a: null}":                          `{"a": null, "c": 4}`,
	} {
		text := "name: x\nbase: _b.yaml\npatch: " + patch + "\n---\nname: y\nbase: _b.yaml\n"
		list, err := read(text, map[string]string{"_b.yaml": base})
		require.NoError(t, err, patch)
		require.Equal(t, msgpack(t, want), list[0].start.Setup, patch)
		require.Equal(t, msgpack(t, `{"a": [[1, 2], {"b": 3}], "c": 4}`), list[1].start.Setup, "the base is not changed")
	}
	list, err := read(head+"setup: null\npatch: {a: 1}\nexpect: {actors: [0]}\n", nil)
	require.NoError(t, err)
	require.Equal(t, msgpack(t, `{"a": 1}`), list[0].start.Setup)
}

func TestPaths(t *testing.T) {
	for _, good := range []string{"a", "a.b", "a[2]", "a.b[2].c", "a[0][3]", "ä b-c", "0"} {
		parts, ok := parsePath(good)
		require.True(t, ok, good)
		require.NotEmpty(t, parts)
	}
	for _, bad := range []string{".", "a.", ".a", "a..b", "[0]", "a[]", "a[01]", "a[-1]", "a[0", "a]", "a[0]b", "a[x]", "a[+1]", "a.[0]", "a[99999999999999999999]"} {
		_, ok := parsePath(bad)
		require.False(t, ok, bad)
	}
}

// Hostile files are refused quickly and without much memory.
func TestHostileFiles(t *testing.T) {
	wide := head + "setup: [" + strings.Repeat("0,", 50_000) + "0]\nexpect: {error: bad_setup}\n"
	var many, used strings.Builder
	for i := range 30 {
		fmt.Fprintf(&many, "---\nname: '%d'\nbase: _b.yaml\n", i)
	}
	for i := range maxDocuments + 1 {
		fmt.Fprintf(&used, "---\nname: '%d'\ngame: pig\nseats: 2\nexpect: {actors: [0]}\n", i)
	}
	patches := strings.Builder{}
	for i := range 30 {
		fmt.Fprintf(&patches, "  'a[%d]': 1\n", i)
	}
	laughs := head + "setup:\n  a: &a [1, 1, 1, 1, 1, 1, 1, 1, 1]\n"
	for c := 'b'; c < 'z'; c++ {
		laughs += fmt.Sprintf("  %c: &%c [%s]\n", c, c, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*%c, ", c-1), 9), ", "))
	}
	for name, text := range map[string]string{
		"laughs":                 laughs,
		"a value used 30 times":  many.String(),
		"many documents":         used.String(),
		"deep lists":             head + "setup: " + strings.Repeat("[", 200_000),
		"deep maps":              head + "setup: " + strings.Repeat("{a: ", 100_000),
		"deep blocks":            head + "setup:\n  " + strings.Repeat("- ", 300_000) + "1\n",
		"nested enough":          head + "setup: " + strings.Repeat("[", 5_000) + strings.Repeat("]", 5_000) + "\n",
		"deep keys":              head + strings.Repeat("? ", 300_000) + "1\n",
		"patches of a wide list": head + "setup: {a: [" + strings.Repeat("0,", 50_000) + "0]}\npatch:\n" + patches.String() + "expect: {error: bad_setup}\n",
		"quotes":                 head + "setup: \"" + strings.Repeat("\\", 500_001) + "\n",
		"comments":               strings.Repeat("#\n", 400_000) + "x",
	} {
		_, err := read(text, map[string]string{"_b.yaml": strings.TrimPrefix(wide, "name: x\n")})
		require.Error(t, err, name)
		var form *FormError
		require.ErrorAs(t, err, &form, name)
	}
	_, err := read(wide, nil)
	require.NoError(t, err, "one wide list is nothing bad")
}

func TestFiles(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		path := filepath.Join(dir, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	}
	write("b/two.yaml", "name: two\nbase: _base.yaml\n")
	write("b/_base.yaml", "game: pig\nseats: 2\nexpect: {actors: [0]}\n")
	write("b.yaml", head+"expect: {actors: [0]}\n")
	write("a.yml", "passed over")
	write("_c/x.yaml", "passed over")
	write(".d/x.yaml", "passed over")
	list, err := LoadDir(dir)
	require.NoError(t, err)
	require.Len(t, list, 2)
	require.Equal(t, []string{"x", "two"}, []string{list[0].Name, list[1].Name})
	require.Equal(t, filepath.Join(dir, "b", "two.yaml"), list[1].File)
	for _, s := range list {
		require.Empty(t, Run(context.Background(), openPig(t), s))
	}

	write("c.yaml", "name: x\n")
	write("d.yaml", "[")
	list, err = LoadDir(dir)
	require.Len(t, list, 2)
	require.ErrorContains(t, err, "c.yaml:1")
	require.ErrorContains(t, err, "d.yaml")

	_, err = LoadDir(filepath.Join(dir, "_c", "none"))
	require.ErrorIs(t, err, os.ErrNotExist)
	_, err = LoadDir(t.TempDir())
	require.ErrorContains(t, err, "no scenario")
	_, err = Load(filepath.Join(dir, "none.yaml"))
	require.ErrorIs(t, err, os.ErrNotExist)
	var form *FormError
	_, err = Load(dir)
	require.True(t, errors.As(err, &form))
	write("large.yaml", "# "+strings.Repeat("x", maxFile))
	_, err = Load(filepath.Join(dir, "large.yaml"))
	require.ErrorContains(t, err, "more than")

	outside := filepath.Join(t.TempDir(), "secret.yaml")
	require.NoError(t, os.WriteFile(outside, []byte("game: pig\nseats: 2\nexpect: {actors: [0]}\n"), 0o644))
	if os.Symlink(outside, filepath.Join(dir, "_link.yaml")) == nil { // where the system has links, none leads out
		write("link.yaml", "name: x\nbase: _link.yaml\n")
		_, err = Load(filepath.Join(dir, "link.yaml"))
		require.Error(t, err)
	}
}
