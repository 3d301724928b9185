package main

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
	"github.com/parley-rules/parley/hosts"
)

// startFlags are the flags that say how a game begins.
type startFlags struct {
	seats int
	// seatsGiven says whether --seats was on the command line.
	seatsGiven func() bool
	seed       []byte // nil if it is not given
	chance     string
	options    []string
}

func (f *startFlags) add(cmd *cobra.Command) {
	f.addGame(cmd)
	cmd.Flags().Var(oneOf("chance", &f.chance, "auto: the rules roll the dice; host: this command does, as moves of the seat chance", "auto", "host"))
}

// addGame adds the flags but for the chance mode, which the command decides.
func (f *startFlags) addGame(cmd *cobra.Command) {
	f.chance = "auto"
	flags := cmd.Flags()
	f.seatsGiven = func() bool { return flags.Changed("seats") }
	flags.Var(wholeNumber("seats", &f.seats, 1, core.MaxSeats, "the number of seats (default: the fewest that the game takes)"))
	flags.Var(gameSeed(&f.seed, "the seed: a number, or hex:... with 1 to 32 bytes"))
	flags.StringArrayVar(&f.options, "option", nil, "an option of the game, name=value; may be repeated")
}

// game makes of the flags how a game begins. A seed that was not given is drawn; seats that were not given are the fewest
// that the rules take with these options.
func (f *startFlags) game(ctx context.Context, g *hosts.Game) (hosts.NewGame, error) {
	m := g.Manifest()
	if f.seatsGiven() {
		return f.gameFor(m, f.seats)
	}
	for _, seats := range m.Seats[:len(m.Seats)-1] {
		n, err := f.gameFor(m, seats)
		if err != nil {
			return n, err
		}
		// Any other refusal shows again when the game is created.
		_, err = g.Init(ctx, n)
		if refused := new(hosts.RuleError); !errors.As(err, &refused) || refused.Code != "bad_player_count" {
			return n, nil
		}
	}
	return f.gameFor(m, m.Seats[len(m.Seats)-1])
}

func (f *startFlags) gameFor(m *core.Manifest, seats int) (hosts.NewGame, error) {
	n := hosts.NewGame{Seats: seats, Seed: f.seed, HostChance: f.chance == "host"}
	if !slices.Contains(m.Seats, n.Seats) {
		return n, usagef("--seats %d: %s is for %s", f.seats, m.Game, seatsText(m.Seats))
	}
	if n.Seed == nil {
		n.Seed = randomSeed()
	}
	var err error
	n.Options, err = parseOptions(m, f.options, n.Seats)
	return n, err
}

// randomSeed draws one of the seeds that are numbers.
func randomSeed() []byte {
	var b [8]byte
	_, _ = rand.Read(b[:]) // which cannot fail
	return hosts.SeedOf(binary.LittleEndian.Uint64(b[:]) & wire.MaxInt)
}

// seedOr sets the seed to a number if none is given.
func (f *startFlags) seedOr(n uint64) {
	if f.seed == nil {
		f.seed = hosts.SeedOf(n)
	}
}

// seedText writes a seed as the flag --seed takes it.
func seedText(seed []byte) string {
	if len(seed) == 8 {
		if n := binary.LittleEndian.Uint64(seed); n <= wire.MaxInt {
			return strconv.FormatUint(n, 10)
		}
	}
	return "hex:" + hex.EncodeToString(seed)
}

// addToSeed returns the seed n further on, seeds being little-endian numbers.
func addToSeed(seed []byte, n uint64) []byte {
	out := slices.Clone(seed)
	for i := range out {
		n += uint64(out[i])
		out[i] = byte(n)
		n >>= 8
	}
	return out
}

const maxOptionFile = 1 << 20

// parseOptions makes msgpack of --option flags, nil if there are none.
func parseOptions(m *core.Manifest, list []string, seats int) ([]byte, error) {
	if len(list) == 0 {
		return nil, nil
	}
	b := wire.AppendMap(nil, len(list))
	seen := map[string]bool{}
	for _, given := range list {
		name, text, ok := strings.Cut(given, "=")
		if !ok {
			return nil, usagef("--option %q: it must be name=value", given)
		}
		i := slices.IndexFunc(m.Options, func(o core.Option) bool { return o.Name == name })
		if i < 0 {
			return nil, usagef("--option %s: %s has no such option; it has %s", name, m.Game, optionNames(m))
		}
		if seen[name] {
			return nil, usagef("--option %s is given twice", name)
		}
		seen[name] = true
		path, isFile := strings.CutPrefix(text, "@")
		if isFile && path == "" {
			return nil, usagef("--option %s: @ is followed by the name of a file", name)
		}
		if isFile {
			content, err := readFile(path, maxOptionFile, "an option")
			if err != nil {
				return nil, fmt.Errorf("--option %s: %w", name, err)
			}
			text = strings.TrimSpace(string(content))
		}
		value, err := optionValue(m.Options[i].Type, text, seats)
		if err != nil {
			err = fmt.Errorf("--option %s: %w", name, err)
			if !isFile {
				err = usageError{err}
			}
			return nil, err
		}
		b = append(wire.AppendStr(b, name), value...)
	}
	return b, nil
}

// optionValue reads a value as JSON, or as plain text if that is of the type.
func optionValue(t *core.Type, text string, seats int) ([]byte, error) {
	value, err := hosts.FromJSON([]byte(text))
	if err == nil && holds(t, value, seats) {
		return value, nil
	}
	if plain := wire.AppendStr(nil, text); holds(t, plain, seats) {
		return plain, nil
	}
	if err != nil {
		return nil, fmt.Errorf("%q is no JSON, and the value must be %s", text, typeText(t))
	}
	return nil, fmt.Errorf("%s is not %s", text, typeText(t))
}

func holds(t *core.Type, value []byte, seats int) bool {
	if wire.Check(value) != wire.Fine {
		return false
	}
	r := wire.NewReader(value)
	return t.Holds(&r, seats) && r.Len() == 0
}

func optionNames(m *core.Manifest) string {
	if len(m.Options) == 0 {
		return "none"
	}
	var names []string
	for _, o := range m.Options {
		names = append(names, o.Name)
	}
	return strings.Join(names, ", ")
}
