package main

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/parley-rules/parley/core/wire"
	"github.com/parley-rules/parley/hosts"
)

// value is the value of a flag that knows what it takes. It is what cobra's flags want; the functions that make one return the
// flag's name and its line in the help with it, as Var of a set of flags takes them.
type value struct {
	flag, takes, kind string
	text              string
	read              func(text string) bool
}

// String is the value as it was given, or the default.
func (v *value) String() string { return v.text }

// Type is the word for values of this kind in the help.
func (v *value) Type() string { return v.kind }

// Set reads the value.
func (v *value) Set(text string) error {
	if !v.read(text) {
		return &valueError{v.flag, v.takes, text}
	}
	v.text = text
	return nil
}

// valueError: a flag does not take what it got.
type valueError struct{ flag, takes, got string }

func (e *valueError) Error() string {
	return fmt.Sprintf("--%s takes %s, and got %.80q", e.flag, e.takes, e.got)
}

// flagError puts what is wrong with a flag into words that say what is allowed.
func flagError(_ *cobra.Command, err error) error {
	var bad *valueError
	if errors.As(err, &bad) {
		return bad
	}
	var word *strconv.NumError // of a flag that is true or false
	if errors.As(err, &word) {
		what, _, _ := strings.Cut(err.Error(), ": strconv.")
		return fmt.Errorf("%s: it takes true or false, or nothing", what)
	}
	return err
}

// wholeNumber is a flag for an int from least to most. What is in to is the default.
func wholeNumber(name string, to *int, least, most int, usage string) (*value, string, string) {
	v := &value{flag: name, takes: fmt.Sprintf("a whole number from %d to %d", least, most), kind: "number", text: strconv.Itoa(*to)}
	v.read = func(text string) bool {
		n, err := strconv.Atoi(text)
		*to = n
		return err == nil && n >= least && n <= most
	}
	return v, name, usage
}

// oneOf is a flag for one of some words. What is in to is the default.
func oneOf(name string, to *string, usage string, words ...string) (*value, string, string) {
	last := len(words) - 1
	v := &value{flag: name, takes: strings.Join(words[:last], ", ") + " or " + words[last], kind: "word", text: *to}
	v.read = func(text string) bool {
		*to = text
		return slices.Contains(words, text)
	}
	return v, name, usage
}

// named is a flag for the name of something, a file or a folder, "" if it is not given. An empty value, as of a variable of the
// shell that is not set, is a mistake: what is to be checked would go unchecked.
func named(kind, name string, to *string, usage string) (*value, string, string) {
	v := &value{flag: name, takes: "the name of a " + kind, kind: kind}
	v.read = func(text string) bool {
		*to = text
		return text != ""
	}
	return v, name, usage
}

// digest is a flag for a sha256 in hex, "" if it is not given.
func digest(name string, to *string, usage string) (*value, string, string) {
	v := &value{flag: name, takes: "64 hex digits", kind: "hex"}
	v.read = func(text string) bool {
		*to = text
		b, err := hex.DecodeString(text)
		return err == nil && len(b) == sha256.Size
	}
	return v, name, usage
}

// duration is a flag for a time. What is in to is the default.
func duration(name string, to *time.Duration, least, most time.Duration, usage string) (*value, string, string) {
	v := &value{flag: name, takes: fmt.Sprintf("a time from %v to %v, as 1.5s or 200ms", least, most), kind: "time"}
	if *to != 0 {
		v.text = to.String()
	}
	v.read = func(text string) bool {
		d, err := time.ParseDuration(text)
		*to = d
		return err == nil && d >= least && d <= most
	}
	return v, name, usage
}

// units are what a number of bytes may end with.
var units = []struct {
	suffix string
	bytes  int64
}{{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"", 1}}

// amount is a flag for an int64 from least to most, 0 if it is not given; of bytes, it may have a unit.
func amount(name string, to *int64, least, most int64, inBytes bool, usage string) (*value, string, string) {
	v := &value{flag: name, takes: fmt.Sprintf("a whole number from %d to %d", least, most), kind: "number"}
	if inBytes {
		v.takes = fmt.Sprintf("a number of bytes from %d to %d, as 65536 or 64MiB", least, most)
		v.kind = "bytes"
	}
	v.read = func(text string) bool {
		unit := int64(1)
		for _, u := range units {
			if digits, ok := strings.CutSuffix(text, u.suffix); inBytes && ok {
				text, unit = digits, u.bytes
				break
			}
		}
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil || n > math.MaxInt64/unit {
			return false
		}
		*to = n * unit
		return *to >= least && *to <= most
	}
	return v, name, usage
}

// gameSeed is a flag for the seed of a game, nil if it is not given.
func gameSeed(to *[]byte, usage string) (*value, string, string) {
	const name = "seed"
	v := &value{flag: name, takes: fmt.Sprintf("a number from 0 to %d, decimal or 0x hex, or hex: and 1 to 32 bytes in hex", int64(wire.MaxInt)), kind: "seed"}
	v.read = func(text string) bool {
		if n, ok := hexNumber(text); ok {
			*to = hosts.SeedOf(n)
			return n <= wire.MaxInt
		}
		var err error
		*to, err = hosts.ParseSeed(text)
		return err == nil
	}
	return v, name, usage
}

// testSeed is a flag for the seed of all that is random in a test, 0 if it is not given.
func testSeed(to *uint64, usage string) (*value, string, string) {
	const name = "seed"
	v := &value{flag: name, takes: fmt.Sprintf("a number from 0 to %d, decimal or 0x hex, or hex: and 1 to 8 bytes in hex", uint64(math.MaxUint64)), kind: "seed"}
	v.read = func(text string) bool {
		if n, ok := hexNumber(text); ok {
			*to = n
			return true
		}
		if strings.HasPrefix(text, "hex:") { // the number that SeedOf makes these bytes of
			seed, err := hosts.ParseSeed(text)
			if err != nil || len(seed) > 8 {
				return false
			}
			*to = binary.LittleEndian.Uint64(append(seed, make([]byte, 8-len(seed))...))
			return true
		}
		n, err := strconv.ParseUint(text, 10, 64)
		*to = n
		return err == nil
	}
	return v, name, usage
}

func hexNumber(text string) (n uint64, ok bool) {
	digits, ok := strings.CutPrefix(text, "0x")
	if !ok {
		return 0, false
	}
	n, err := strconv.ParseUint(digits, 16, 64)
	return n, err == nil
}

// runsNothing makes a command that runs no module refuse flags of all commands that would do nothing here.
func runsNothing(c *cobra.Command, flags ...string) {
	c.PreRunE = func(*cobra.Command, []string) error {
		for _, flag := range flags {
			if c.Flags().Changed(flag) {
				return usagef("%s runs no module: leave --%s out", c.Name(), flag)
			}
		}
		return nil
	}
}
