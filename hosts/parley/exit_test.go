package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The rule of exit codes, as the help states it, over all commands: 2 for a command line that is wrong or names a file that is not
// there, 1 for what was read and is no good. In the arguments {file} stands for a file.
func TestExitCodes(t *testing.T) {
	dir := t.TempDir()
	missing, broken, out := filepath.Join(dir, "missing"), filepath.Join(dir, "broken"), filepath.Join(dir, "out")
	require.NoError(t, os.WriteFile(broken, []byte("- {broken: [file]}\n"), 0o755))
	module, key, empty := pigModule(t), filepath.Join(dir, "key"), filepath.Join(dir, "empty")
	require.NoError(t, os.Mkdir(empty, 0o700))
	fine(t, "keygen", key)
	log := filepath.Join(goldenOfPig, "3-seats-target-10.log")

	// Each reads {file}: it is not there, it is a folder, or it is no good. Some take a folder.
	for _, line := range []string{
		"inspect {file}", "play {file} --auto", "simulate {file}", "replay {file} " + log, "scenario {file} x.yaml", "golden {file} --dir " + out,
		"convert " + log + " --module {file}", "pack {file} " + out, "verify {file}", "perft {file}", "bench {file}", "sign {file} --key " + key,
		"convert {file}", "replay pig {file}", "scenario pig {file}", "verify pig --golden {file}", "verify pig --declared {file}",
		"perft pig --table {file}", "perft pig --setup {file}", "sign " + module + " --key {file}", "inspect " + module + " --key {file}",
		"pack " + module + " " + out + " --key {file}", "play pig --auto --option target=@{file}", "simulate pig --option target=@{file}",
	} {
		run := func(file string) (code int, stderr string) {
			code, stdout, stderr := parley("", strings.Fields(strings.ReplaceAll(line, "{file}", file))...)
			if code == exitUse {
				require.Empty(t, stdout, line)
			}
			return code, stderr
		}
		code, stderr := run(missing)
		require.Equal(t, exitUse, code, "%s: %s", line, stderr)
		require.Contains(t, stderr, "missing", line)
		code, stderr = run(empty)
		if strings.HasPrefix(line, "scenario pig") || strings.HasPrefix(line, "replay pig") || strings.Contains(line, "--golden") {
			require.Equal(t, exitCheck, code, "%s: %s", line, stderr)
			require.Contains(t, stderr, "there is no", line)
		} else {
			require.Equal(t, exitUse, code, "%s: %s", line, stderr)
			require.Contains(t, stderr, "is a folder", line)
		}
		if strings.Contains(line, "--golden") { // a file in the place of a folder
			code, stderr = run(broken)
			require.Equal(t, exitUse, code, stderr)
			continue
		}
		code, stderr = run(broken)
		require.Equal(t, exitCheck, code, "%s: %s", line, stderr)
	}

	// Each writes {file}, which cannot be written.
	nowhere := filepath.Join(missing, "file")
	for _, line := range []string{
		"simulate pig --games 1 --log {file}", "pack " + module + " {file}", "sign " + module + " --key " + key + " --out {file}", "keygen {file}",
		"golden pig --dir {file}",
	} {
		for _, file := range []string{nowhere, empty, filepath.Join(broken, "file")} {
			if strings.HasPrefix(line, "golden") && file != filepath.Join(broken, "file") {
				continue // it makes the folder
			}
			code, stdout, stderr := parley("", strings.Fields(strings.ReplaceAll(line, "{file}", file))...)
			require.Equal(t, exitUse, code, "%s %s: %s", line, file, stderr)
			require.Empty(t, stdout)
		}
	}
	code, _, stderr := parley("", "golden", "pig", "--dir", broken)
	require.Equal(t, exitUse, code)
	require.Contains(t, stderr, "is a file: name a folder")
	require.NoFileExists(t, out)

	// What is wrong with the command line itself.
	for _, command := range []string{"inspect", "play", "simulate", "replay", "scenario", "golden", "convert", "pack", "verify", "perft", "bench", "sign", "keygen"} {
		for _, args := range [][]string{{}, {"--no-such-flag"}, {"--json=perhaps"}, {"pig", "pig", "--host", "moon"}} {
			code, stdout, stderr := parley("", append([]string{command}, args...)...)
			require.Equal(t, exitUse, code, "%s %v: %s", command, args, stderr)
			require.Empty(t, stdout)
			require.Contains(t, stderr, "`parley "+command+" --help`")
			require.NotContains(t, stderr, "strconv")
		}
	}
	// What the game does not take is wrong on the command line too.
	for _, line := range []string{"play pig --auto", "simulate pig", "perft pig", "bench pig"} {
		code, _, stderr := parley("", append(strings.Fields(line), "--option", "target=1")...)
		require.Equal(t, exitUse, code, "%s: %s", line, stderr)
		require.Contains(t, stderr, "--option target")
		code, _, stderr = parley("", append(strings.Fields(strings.Replace(line, "pig", "walk_the_plank", 1)), "--option", "colors=[\"red\",\"red\",\"red\"]")...)
		require.Equal(t, exitUse, code, "%s: %s", line, stderr)
		require.Contains(t, stderr, "the game cannot be created so: bad_option")
	}
	// A setup is in a file that was read.
	setup := filepath.Join(dir, "setup.json")
	require.NoError(t, os.WriteFile(setup, []byte(`{"scores": [0, -1], "seat": 1}`), 0o600))
	code, _, stderr = parley("", "perft", "pig", "--setup", setup)
	require.Equal(t, exitCheck, code)
	require.Contains(t, stderr, "bad_setup")
}

// A file that is to be written is looked at before any work: nothing is played for nothing, and nothing is left behind.
func TestCheckOut(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	require.NoError(t, os.WriteFile(file, []byte("old"), 0o600))
	require.NoError(t, os.Symlink(filepath.Join(dir, "file"), link))
	for _, path := range []string{file, link, filepath.Join(dir, "new"), os.DevNull} {
		require.NoError(t, checkOut(path), path)
	}
	for _, path := range []string{dir, filepath.Join(dir, "none", "new"), filepath.Join(file, "new")} {
		require.ErrorAs(t, checkOut(path), new(usageError), path)
	}
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, entries, 2)
	content, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, "old", string(content))
	require.NoError(t, checkNewFolder("--dir", filepath.Join(dir, "a", "b")))
	require.ErrorContains(t, checkNewFolder("--dir", filepath.Join(file, "b")), "is a file")
}

// What operands a command wants is said in words, with what to give.
func TestOperands(t *testing.T) {
	for line, want := range map[string]string{
		"play":                 "play needs a MODULE: a .wasm, a plugin's program, or a built-in game (",
		"play pig 3":           `play takes a MODULE, and got "3" too: leave it out`,
		"replay":               "replay needs a MODULE:",
		"replay pig":           "replay needs a LOG or several after the MODULE: files *.log, or a folder of them",
		"scenario pig":         "scenario needs a FILE or DIR after the MODULE",
		"pack a.wasm":          "pack needs an OUT.wasm:",
		"pack a b c":           `pack takes an IN.wasm and an OUT.wasm, and got "c" too`,
		"sign":                 "sign needs a MODULE.wasm:",
		"keygen":               "keygen needs a FILE:",
		"convert":              "convert needs a LOG:",
		"convert a b c":        "convert takes one LOG, since what it makes goes to standard output: convert the 3 logs one by one",
		"plugin":               "plugin needs a GAME:",
		"serve":                "serve needs a MODULE.wasm:",
		"sign --prints m":      "sign runs no module: leave --prints out",
		"keygen --host wasm f": "keygen runs no module: leave --host out",
		"keygen f --key g":     "keygen runs no module: leave --key out",
		"fly":                  `unknown command "fly"`,
		"simulate pig --":      "",
	} {
		code, _, stderr := parley("", strings.Fields(line)...)
		if want == "" {
			require.Equal(t, exitFine, code, stderr)
			continue
		}
		require.Equal(t, exitUse, code, line)
		require.Contains(t, stderr, "parley: "+want, line)
	}
}

// A folder of logs stands for the logs in it.
func TestReplayFolder(t *testing.T) {
	one := fine(t, append([]string{"replay", "pig"}, goldenLogs(t)...)...)
	require.Equal(t, one, fine(t, "replay", "pig", goldenOfPig))
	require.Contains(t, one, "8 logs, ")
	require.Contains(t, fine(t, "replay", "pig", goldenOfPig, goldenLogs(t)[0]), "9 logs, ")
}

// The log of a game that is not built in is converted with the module that has played it, which no name in the log chooses.
func TestConvertOfAnotherGame(t *testing.T) {
	module, log := pigModule(t), filepath.Join(t.TempDir(), "one.log")
	text, err := os.ReadFile(filepath.Join(goldenOfPig, "3-seats-target-10.log"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(log, []byte(strings.Replace(string(text), `"game":"pig"`, `"game":"`+module+`"`, 1)), 0o600))
	code, stdout, stderr := parley("", "convert", log)
	require.Equal(t, exitUse, code)
	require.Empty(t, stdout)
	require.Contains(t, stderr, "--module FILE")
	require.Contains(t, fine(t, "convert", "--module", module, filepath.Join(goldenOfPig, "3-seats-target-10.log")), `"chance":"host"`)
}

// A file's name does not make it a module, and a program may have any.
func TestProgramNamedLikeAModule(t *testing.T) {
	path := filepath.Join(t.TempDir(), "program.wasm")
	require.NoError(t, os.WriteFile(path, []byte("#!/bin/sh\nexit 3\n"), 0o700))
	for _, args := range [][]string{{"inspect", path}, {"inspect", path, "--host", "wasm"}, {"verify", path}} {
		code, stdout, stderr := parley("", args...)
		require.Equal(t, exitCheck, code, stderr)
		require.Empty(t, stdout)
		require.Contains(t, stderr, "no WebAssembly module, whatever its name says")
		require.Contains(t, stderr, "--host process")
	}
	code, _, stderr := parley("", "inspect", path, "--host", "process")
	require.Equal(t, exitCheck, code)
	require.Contains(t, stderr, "exit code 3")
	require.Equal(t, 1, strings.Count(stderr, "program.wasm"), stderr)
}
