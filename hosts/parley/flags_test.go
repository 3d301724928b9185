package main

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/hosts"
)

// A value that a flag does not take is answered by what it takes, never by what a package of Go says.
func TestFlagsSayWhatTheyTake(t *testing.T) {
	for line, want := range map[string]string{
		"verify pig --seed x":                         `--seed takes a number from 0 to 18446744073709551615, decimal or 0x hex, or hex: and 1 to 8 bytes in hex, and got "x"`,
		"verify pig --seed hex:000000000000000000":    `--seed takes a number from 0 to 18446744073709551615`,
		"golden pig --dir x --seed -1":                `--seed takes a number from 0 to 18446744073709551615`,
		"golden pig --dir x --games 0":                `--games takes a whole number from 1 to 1000000, and got "0"`,
		"play pig --seed x":                           `--seed takes a number from 0 to 9007199254740991, decimal or 0x hex, or hex: and 1 to 32 bytes in hex, and got "x"`,
		"play pig --seed 0x20000000000000":            `--seed takes a number from 0 to 9007199254740991`,
		"play pig --seats many":                       `--seats takes a whole number from 1 to 16, and got "many"`,
		"play pig --seats 0":                          `--seats takes a whole number from 1 to 16, and got "0"`,
		"play pig --chance moon":                      `--chance takes auto or host, and got "moon"`,
		"play pig --host moon":                        `--host takes native, wasm, sandbox or process, and got "moon"`,
		"play pig --engine steam":                     `--engine takes auto, compiler or interpreter, and got "steam"`,
		"play pig --auto=x":                           `"--auto" flag: it takes true or false, or nothing`,
		"simulate pig --games 1e3":                    `--games takes a whole number from 1 to 1000000000, and got "1e3"`,
		"simulate pig --games 99999999999999999999":   `--games takes a whole number from 1 to 1000000000`,
		"simulate pig --max-moves 0":                  `--max-moves takes a whole number from 1 to 1000000000`,
		"perft pig --depth 101":                       `--depth takes a whole number from 0 to 100, and got "101"`,
		"bench pig --time soon":                       `--time takes a time from 1ms to 1m0s, as 1.5s or 200ms, and got "soon"`,
		"bench pig --time 2h":                         `--time takes a time from 1ms`,
		"inspect pig --fuel 0":                        `--fuel takes a whole number from 1 to 4611686018427387904, and got "0"`,
		"inspect pig --call-depth 1901":               `--call-depth takes a whole number from 1 to 1900`,
		"inspect pig --memory 64MB":                   `--memory takes a number of bytes from 65536 to 2147483648, as 65536 or 64MiB, and got "64MB"`,
		"inspect pig --memory 9000000000000GiB":       `--memory takes a number of bytes`,
		"inspect pig --memory 3GiB":                   `--memory takes a number of bytes`,
		"inspect pig --call-timeout 1":                `--call-timeout takes a time from 1ms to 1h0m0s`,
		"inspect pig --start-timeout 0s":              `--start-timeout takes a time from 1ms`,
		"inspect pig --seed 1":                        `unknown flag: --seed`,
		"sign pig --sha256 abc":                       `--sha256 takes 64 hex digits, and got "abc"`,
		"inspect pig --fuel":                          `flag needs an argument: --fuel`,
		"play pig --seats " + strings.Repeat("9", 99): `and got "` + strings.Repeat("9", 79),
	} {
		code, stdout, stderr := parley("", strings.Fields(line)...)
		require.Equal(t, exitUse, code, line)
		require.Empty(t, stdout)
		require.Contains(t, stderr, want, line)
		require.NotContains(t, stderr, "strconv", line)
	}
}

// An empty word, as of a variable of the shell that is not set, is no value: a key or digest that is to be checked would not be,
// and no file or folder has that name.
func TestEmptyWords(t *testing.T) {
	for line, want := range map[string]string{
		"inspect pig --key {}":             "--key takes the name of a file",
		"inspect pig --sha256 {}":          "--sha256 takes 64 hex digits",
		"sign pig --key {}":                "--key takes the name of a file",
		"sign pig --key x --out {}":        "--out takes the name of a file",
		"golden pig --dir {}":              "--dir takes the name of a folder",
		"perft pig --table {}":             "--table takes the name of a file",
		"perft pig --setup {}":             "--setup takes the name of a file",
		"simulate pig --log {}":            "--log takes the name of a file",
		"verify pig --golden {}":           "--golden takes the name of a folder",
		"verify pig --declared {}":         "--declared takes the name of a file",
		"convert some.log --module {}":     "--module takes the name of a MODULE",
		"inspect {}":                       "inspect needs a MODULE, and got an empty word",
		"replay pig {}":                    "replay needs a LOG or several after the MODULE, and got an empty word",
		"replay pig some.log {}":           "replay needs a LOG or several after the MODULE, and got an empty word",
		"convert {}":                       "convert needs a LOG, and got an empty word",
		"keygen {}":                        "keygen needs a FILE, and got an empty word",
		"pack pig {}":                      "pack needs an OUT.wasm, and got an empty word",
		"play pig --auto --as {}":          "",
		"simulate pig --option target=@{}": "--option target: @ is followed by the name of a file",
		"simulate pig --games 1 --key={}":  "--key takes the name of a file",
	} {
		words := strings.Fields(line)
		for i, word := range words {
			words[i] = strings.ReplaceAll(word, "{}", "")
		}
		code, stdout, stderr := parley("", words...)
		require.Equal(t, exitUse, code, line)
		require.Empty(t, stdout, line)
		require.Contains(t, stderr, want, line)
	}
}

func TestSeeds(t *testing.T) {
	for text, want := range map[string][]byte{
		"0": hosts.SeedOf(0), "7": hosts.SeedOf(7), "0x1F": hosts.SeedOf(31), "9007199254740991": hosts.SeedOf(1<<53 - 1), "hex:0102": {1, 2},
		"hex:" + strings.Repeat("ab", 32): []byte(strings.Repeat("\xab", 32)),
	} {
		var got []byte
		v, _, _ := gameSeed(&got, "")
		require.NoError(t, v.Set(text))
		require.Equal(t, want, got, text)
		require.Equal(t, text, v.String())
	}
	for text, want := range map[string]uint64{
		"0": 0, "7": 7, "0x1F": 31, "0xffffffffffffffff": math.MaxUint64, "18446744073709551615": math.MaxUint64, "hex:0102": 0x201, "hex:ffffffffffffffff": math.MaxUint64,
	} {
		var got uint64
		v, _, _ := testSeed(&got, "")
		require.NoError(t, v.Set(text))
		require.Equal(t, want, got, text)
	}
	// The same seed gives the same report, however it is written.
	a, b, c := fine(t, "golden", "kuhn", "--dir", t.TempDir(), "--seed", "31"), fine(t, "golden", "kuhn", "--dir", t.TempDir(), "--seed", "0x1f"), fine(t, "golden", "kuhn", "--dir", t.TempDir(), "--seed", "hex:1f")
	require.Equal(t, a, b)
	require.Equal(t, a, c)
	require.Contains(t, fine(t, "verify", "kuhn", "--quick", "--seed", "0x1f"), "seed 31")
	require.Equal(t, fine(t, "play", "kuhn", "--auto", "--seed", "31"), fine(t, "play", "kuhn", "--auto", "--seed", "0x1f"))
}

func TestAmounts(t *testing.T) {
	var n int64
	v, _, _ := amount("memory", &n, 1, mostMemory, true, "")
	for text, want := range map[string]int64{"1": 1, "3KiB": 3 << 10, "64MiB": 64 << 20, "2GiB": 2 << 30} {
		require.NoError(t, v.Set(text))
		require.Equal(t, want, n)
	}
	v, _, _ = amount("fuel", &n, 1, mostFuel, false, "")
	require.Error(t, v.Set("1KiB"))
	var d time.Duration
	v, _, _ = duration("time", &d, time.Millisecond, time.Minute, "")
	require.NoError(t, v.Set("1.5s"))
	require.Equal(t, 1500*time.Millisecond, d)
}
