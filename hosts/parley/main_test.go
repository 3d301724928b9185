package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/hosts/hosttest"
)

// parley runs a command line and returns its exit code and what it wrote.
func parley(stdin string, args ...string) (code int, stdout, stderr string) {
	var out, err bytes.Buffer
	code = run(args, strings.NewReader(stdin), &out, &err)
	return code, out.String(), err.String()
}

func fine(t *testing.T, args ...string) string {
	t.Helper()
	code, stdout, stderr := parley("", args...)
	require.Equal(t, exitFine, code, "%s\n%s", stdout, stderr)
	return stdout
}

func pigModule(t *testing.T) string {
	path := filepath.Join(t.TempDir(), "pig.wasm")
	require.NoError(t, os.WriteFile(path, hosttest.Build(t, "github.com/parley-rules/parley/conformance/games/pig/main"), 0o600))
	return path
}

func TestHelpNamesEverything(t *testing.T) {
	for _, args := range [][]string{nil, {"--help"}} {
		text := fine(t, args...)
		for _, word := range []string{"inspect", "play", "simulate", "replay", "scenario", "golden", "convert", "pack", "perft", "bench", "walk_the_plank", "--json", "--host"} {
			require.Contains(t, text, word)
		}
	}
	// What is told at length fits into a terminal of ordinary width.
	for _, c := range (&app{}).root().Commands() {
		for _, line := range strings.Split(c.Long, "\n") {
			require.LessOrEqual(t, len([]rune(line)), 130, "%s: %s", c.Name(), line)
		}
	}
	for _, line := range strings.Split((&app{}).root().Long, "\n") {
		require.LessOrEqual(t, len([]rune(line)), 110, line)
	}
}

// help is for commands that there are, and shows what their flag --help does.
func TestHelpCommand(t *testing.T) {
	require.Equal(t, fine(t, "--help"), fine(t, "help"))
	require.Equal(t, fine(t, "play", "--help"), fine(t, "help", "play"))
	require.Equal(t, fine(t, "help", "--help"), fine(t, "help", "help"))
	for _, args := range [][]string{{"help", "fly"}, {"help", "play", "pig"}} {
		code, stdout, stderr := parley("", args...)
		require.Equal(t, exitUse, code)
		require.Empty(t, stdout)
		require.Contains(t, stderr, "help knows no command")
	}
}

// What was given on the command line is not told again at any length.
func TestLongWords(t *testing.T) {
	long := strings.Repeat("é", 60_000)
	for _, args := range [][]string{{"inspect", long}, {"play", "pig", "--option", long + "=1"}, {"play", "pig", "--option", "target=" + long}, {"fly" + long}, {"play", "pig", "--" + long}, {"help", long}} {
		code, _, stderr := parley("", args...)
		require.Equal(t, exitUse, code)
		require.Less(t, len(stderr), 1000)
		require.Contains(t, stderr, "bytes more)")
	}
}

func TestWrongUse(t *testing.T) {
	wasm := pigModule(t)
	for _, args := range [][]string{
		{"fly"}, {"inspect"}, {"inspect", "no_such_game"}, {"inspect", "pig", "--host", "moon"}, {"inspect", wasm, "--host", "native"},
		{"inspect", t.TempDir()}, {"play", "pig", "--seats", "many"}, {"play", "pig", "--auto", "--seats", "0"}, {"simulate", "pig", "--seats", "0"}, {"simulate", "pig", "--games", "-1"}, {"simulate", "pig", "--seed", "-1"},
		{"simulate", "pig", "--seed", "hex:zz"}, {"simulate", "pig", "--option", "target"}, {"golden", "pig"}, {"golden", "pig", "--dir", t.TempDir(), "--games", "-1"}, {"replay", "pig", "no/such.log"}, {"convert", "no/such.log"}, {"replay", "pig"},
		{"scenario", "pig", "no/such/file.yaml"}, {"pack", "a.wasm"}, {"--engine", "steam", "inspect", wasm}, {"play", "pig", "--as", "x"},
	} {
		code, stdout, stderr := parley("", args...)
		require.Equal(t, exitUse, code, "%v: %s", args, stderr)
		require.Empty(t, stdout, "%v", args)
		require.Contains(t, stderr, "parley: ", "%v", args)
	}
}

func TestInspect(t *testing.T) {
	text := fine(t, "inspect", "walk_the_plank")
	for _, word := range []string{"walk_the_plank", "1.0.0", "choose_cards", "skull_cards", "pirate_died", "illegal_target"} {
		require.Contains(t, text, word)
	}
	var m map[string]any
	require.NoError(t, json.Unmarshal([]byte(fine(t, "inspect", "--json", pigModule(t))), &m))
	require.NotEmpty(t, m["sha256"])
}

// A long record is told in lines of its fields, wherever it stands; all that is in a type is told.
func TestInspectRecords(t *testing.T) {
	text := fine(t, "inspect", "jackal")
	for _, want := range []string{
		"    crews: a list of 2 to 4 [a record]\n      commander: a seat\n",
		"    decision: a record, or null\n      kind: one of arrow, ",
		"  tile_counts: a record; by default {} - other counts",
		"    options: a record\n      mode: one of auto, ",
		"      tile_counts: a record\n        arrow_1_straight (may be missing): a whole number from 0 to 117\n",
	} {
		require.Contains(t, text, want)
	}
	for _, line := range strings.Split(text, "\n") {
		require.False(t, len(line) > 400 && strings.Contains(line, "a record {"), line)
	}
}

func TestPackAndInspect(t *testing.T) {
	in := pigModule(t)
	once, twice := filepath.Join(t.TempDir(), "once.wasm"), filepath.Join(t.TempDir(), "twice.wasm")
	fine(t, "pack", in, once)
	fine(t, "pack", once, twice)
	a, err := os.ReadFile(once)
	require.NoError(t, err)
	b, err := os.ReadFile(twice)
	require.NoError(t, err)
	require.True(t, bytes.Equal(a, b), "packing again changes nothing")
	require.Contains(t, fine(t, "inspect", once), "pig")
	require.Contains(t, fine(t, "simulate", once, "--games", "3"), "3")
	code, _, stderr := parley("", "pack", filepath.Join("main_test.go"), filepath.Join(t.TempDir(), "out.wasm"))
	require.Equal(t, exitCheck, code)
	require.Contains(t, stderr, "main_test.go")
}

func TestPlay(t *testing.T) {
	text := fine(t, "play", "walk_the_plank", "--seats", "3", "--seed", "7", "--auto")
	require.Contains(t, text, "game_over")
	require.Equal(t, text, fine(t, "play", "walk_the_plank", "--seats", "3", "--seed", "7", "--auto"))
	code, stdout, stderr := parley("", "play", "walk_the_plank", "--seats", "3", "--seed", "7", "--as", "1")
	require.Equal(t, exitFine, code, stderr)
	require.Contains(t, stdout, "hand")
	code, stdout, stderr = parley("1\n?\nq\n", "play", "pig", "--seats", "2", "--seed", "7", "--as", "0")
	require.Equal(t, exitFine, code, stderr)
	require.Contains(t, stdout, "roll")
	// What another seat has chosen is not shown to the person.
	_, stdout, _ = parley("1\nq\n", "play", "walk_the_plank", "--seats", "3", "--seed", "7", "--as", "0", "--option", "first_player=0")
	require.NotContains(t, strings.ReplaceAll(stdout, "program_set: seat 0", ""), "program_set")
}

func TestSimulateReplayGoldenConvert(t *testing.T) {
	dir := t.TempDir()
	log := filepath.Join(dir, "one.log")
	var s map[string]any
	require.NoError(t, json.Unmarshal([]byte(fine(t, "simulate", "pig", "--seats", "2", "--games", "20", "--seed", "3", "--json")), &s))
	require.EqualValues(t, 20, s["games"])
	fine(t, "simulate", "pig", "--games", "3", "--seed", "3", "--log", log)
	require.Contains(t, fine(t, "replay", "pig", log), " 0 differ")
	report := fine(t, "golden", "pig", "--dir", dir)
	require.Contains(t, report, "22 of 22")
	names, err := filepath.Glob(filepath.Join(dir, "*.log"))
	require.NoError(t, err)
	require.NotEmpty(t, names)
	require.Contains(t, fine(t, append([]string{"replay", "pig"}, names...)...), " 0 differ")
	auto := filepath.Join(dir, "3-seats-target-10.log")
	converted := fine(t, "convert", auto)
	require.Contains(t, converted, `"chance":"host"`)
	require.NoError(t, os.WriteFile(log, []byte(converted), 0o600))
	fine(t, "replay", "pig", log)
	code, _, _ := parley("", "convert", log)
	require.Equal(t, exitCheck, code, "a log in mode host is not converted")

	// A digest that is altered is found, with its line.
	b, err := os.ReadFile(auto)
	require.NoError(t, err)
	lines := strings.Split(string(b), "\n")
	at := strings.Index(lines[2], `"position":"`) + len(`"position":"`)
	digit := byte('0')
	if lines[2][at] == '0' {
		digit = '1'
	}
	lines[2] = lines[2][:at] + string(digit) + lines[2][at+1:]
	require.NoError(t, os.WriteFile(log, []byte(strings.Join(lines, "\n")), 0o600))
	code, stdout, _ := parley("", "replay", "pig", log)
	require.Equal(t, exitCheck, code)
	require.Contains(t, stdout, "line 3")
	require.NoError(t, os.WriteFile(log, []byte("{}"), 0o600))
	code, _, _ = parley("", "replay", "pig", log)
	require.Equal(t, exitCheck, code)
}

func TestScenario(t *testing.T) {
	require.Contains(t, fine(t, "scenario", "walk_the_plank", "../../conformance/scenarios/walk_the_plank"), " 0 failed")
	wrong := filepath.Join(t.TempDir(), "wrong.yaml")
	require.NoError(t, os.WriteFile(wrong, []byte("name: x\ngame: pig\nseats: 2\nexpect: {actors: [1]}\n"), 0o600))
	code, stdout, _ := parley("", "scenario", "pig", wrong)
	require.Equal(t, exitCheck, code)
	require.Contains(t, stdout, "actors")
}

func TestSeatsThatAreNotGiven(t *testing.T) {
	require.Contains(t, fine(t, "play", "walk_the_plank", "--auto"), ", 3 seats")
	require.Contains(t, fine(t, "play", "walk_the_plank", "--auto", "--option", "allow_two_players=true"), ", 2 seats")
	code, _, stderr := parley("", "play", "walk_the_plank", "--auto", "--option", "colors=[\"red\",\"red\",\"red\"]")
	require.Equal(t, exitUse, code)
	require.Contains(t, stderr, "bad_option")
}

// What a seat holds and others may not see is nowhere in what it is shown, and seats at one terminal look one by one.
func TestPlayKeepsSecrets(t *testing.T) {
	code, stdout, stderr := parley("\n1\n", "play", "kuhn", "--seed", "7", "--as", "0", "--as", "1")
	require.Equal(t, exitFine, code, stderr)
	first, second, ok := strings.Cut(stdout, "Now seat 1 looks")
	require.True(t, ok, stdout)
	require.Contains(t, first, "dealt: seat 0")
	require.NotContains(t, first, "dealt: seat 1, card")
	require.NotContains(t, second, "dealt: seat 0, card")
}

func TestMenu(t *testing.T) {
	m := &menu{}
	for i := range 30 {
		m.add("shove target=" + string(rune('0'+i%3)) + " space=" + string(rune('a'+i)))
	}
	i, text := m.read("30")
	require.Empty(t, text)
	require.Equal(t, 29, i)
	for line, want := range map[string]string{"": "and 10 more", "0": "There is no move 0", "sh b": "    2. shove target=1 space=b\n", "9 b": "No move has",
		"29-99": "   29. shove target=1 space=" + string(rune('a'+28)) + "\n   30."} {
		_, text := m.read(line)
		require.Contains(t, text, want, line)
	}
}

func TestCleanWriter(t *testing.T) {
	var b bytes.Buffer
	n, err := (&cleanWriter{to: &b}).Write([]byte("a\x1b[2Jb\u202e\tc\n"))
	require.NoError(t, err)
	require.Equal(t, 12, n)
	require.Equal(t, "a\ufffd[2Jb\ufffd\tc\n", b.String())
}

// What is written to a device, a pipe or a link leaves it what it is, and a file keeps its mode.
func TestWriteFileKeepsWhatIsThere(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	require.NoError(t, os.WriteFile(file, []byte("old"), 0o600))
	require.NoError(t, os.Symlink(file, link))
	require.NoError(t, writeFile(link, []byte("new")))
	content, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, "new", string(content))
	info, err := os.Lstat(link)
	require.NoError(t, err)
	require.NotZero(t, info.Mode()&os.ModeSymlink)
	info, err = os.Stat(file)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode().Perm())

	require.NoError(t, writeFile(os.DevNull, []byte("x")))
	info, err = os.Stat(os.DevNull)
	require.NoError(t, err)
	require.False(t, info.Mode().IsRegular())
	require.ErrorContains(t, writeFile(filepath.Join(dir, "none", "file"), nil), "none")
}
