package perft

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/parley-rules/parley/hosts"
)

// Table is what is expected of a game: a YAML file.
//
//	game: kuhn
//	starts:
//	  - name: the whole game
//	    seats: 2
//	    seed: 0                      # a number or hex:..., 0 if it is left out
//	    options: {bet: 2}            # as in scenarios
//	    setup: {}                    # as in scenarios
//	    positions: [1, 3, 6, 12, 24] # after 0, 1, 2, ... moves
//	    ended: [0, 0, 0, 0, 18]      # in how many of them the game is over
type Table struct {
	Game   string  `yaml:"game"`
	Starts []Start `yaml:"starts"`
}

// Start is a start of a game and what is to be counted from there.
type Start struct {
	Name      string         `yaml:"name"`
	Seats     int            `yaml:"seats"`
	Seed      any            `yaml:"seed"`
	Options   map[string]any `yaml:"options"`
	Setup     map[string]any `yaml:"setup"`
	Positions []uint64       `yaml:"positions"`
	Ended     []uint64       `yaml:"ended"`

	game hosts.NewGame
}

// ReadTable reads a table. An error says what is to be mended.
func ReadTable(text []byte) (*Table, error) {
	d := yaml.NewDecoder(bytes.NewReader(text))
	d.KnownFields(true)
	t := new(Table)
	if err := d.Decode(t); err != nil {
		return nil, fmt.Errorf("this is no table of perft: %w", err)
	}
	if err := d.Decode(new(any)); !errors.Is(err, io.EOF) {
		return nil, errors.New("a table is one document")
	}
	if t.Game == "" || len(t.Starts) == 0 {
		return nil, errors.New("a table names its game and has starts")
	}
	names := map[string]bool{}
	for i := range t.Starts {
		s := &t.Starts[i]
		if err := s.read(); err != nil {
			return nil, fmt.Errorf("start %d, %q: %w", i+1, s.Name, err)
		}
		if names[s.Name] {
			return nil, fmt.Errorf("two starts have the name %q", s.Name)
		}
		names[s.Name] = true
	}
	return t, nil
}

func (s *Start) read() (err error) {
	if s.Name == "" {
		return errors.New("it needs a name")
	}
	if len(s.Positions) == 0 || len(s.Positions) != len(s.Ended) {
		return errors.New("positions and ended must be lists of the same length, from depth 0 on")
	}
	s.game.Seats = s.Seats
	if s.Seed == nil {
		s.Seed = 0
	}
	if s.game.Seed, err = hosts.ParseSeed(fmt.Sprint(s.Seed)); err != nil {
		return err
	}
	if s.game.Options, err = packed(s.Options); err != nil {
		return fmt.Errorf("options: %w", err)
	}
	if s.game.Setup, err = packed(s.Setup); err != nil {
		return fmt.Errorf("setup: %w", err)
	}
	return nil
}

// ReadSetup reads a setup by hand from YAML or JSON, as Game.Init takes it.
func ReadSetup(text []byte) ([]byte, error) {
	var setup map[string]any
	if err := yaml.Unmarshal(text, &setup); err != nil {
		return nil, fmt.Errorf("this is no map in YAML or JSON: %w", err)
	}
	if setup == nil {
		return nil, errors.New("this is no map in YAML or JSON")
	}
	return packed(setup)
}

// packed makes msgpack of a map, nil if there is none.
func packed(m map[string]any) ([]byte, error) {
	if m == nil {
		return nil, nil
	}
	text, err := json.Marshal(m)
	if err != nil {
		return nil, err
	}
	return hosts.FromJSON(text)
}

// Difference is a count that is not what a table says.
type Difference struct {
	Start    string  `json:"start"`
	Expected []Level `json:"expected"`
	Got      []Level `json:"got"`
}

// Check counts all starts of a table and returns what differs. Another game than the table's is an error.
func (t *Table) Check(ctx context.Context, g *hosts.Game) ([]Difference, error) {
	if id := g.Manifest().Game; id != t.Game {
		return nil, fmt.Errorf("the table is of the game %s, and this is a module of %s", t.Game, id)
	}
	var list []Difference
	for i := range t.Starts {
		s := &t.Starts[i]
		got, err := Count(ctx, g, s.game, len(s.Positions)-1)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.Name, err)
		}
		want := make([]Level, len(got))
		for d := range want {
			want[d] = Level{s.Positions[d], s.Ended[d]}
		}
		if !slices.Equal(want, got) {
			list = append(list, Difference{s.Name, want, got})
		}
	}
	return list, nil
}
