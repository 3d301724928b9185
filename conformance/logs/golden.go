package logs

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/hosts"
)

// Options say how Golden works. The zero value is good.
type Options struct {
	Seed  uint64 // of all that is random
	Games int    // random games to try after those that options and seats ask for, as long as something is missing; 0 means 500
	Limit int    // moves after which a game is left open; 0 means 400
	// Choose picks one of a seat's moves by its index; nil picks a kind of move, then one of that kind, by chance. It must
	// depend on nothing but its arguments.
	Choose func(rand *core.Source, step *hosts.Step, seat core.Seat, moves hosts.Moves) int
	// Values are options that the rules accept together, by their names, which nobody would hit upon by chance, as a map and its
	// tiles. A game is played with each set, by as many seats and in the chance mode that come next, and kept in any case.
	Values []map[string]any
}

// probes is how many moves by chance are tried at each step for the sake of the codes of their refusals.
const probes = 6

// maker makes the golden logs of a game.
type maker struct {
	game     *hosts.Game
	manifest *core.Manifest
	dir      string
	options  Options
	rand     core.Source
	covered  coverage
	report   Report
	names    map[string]bool
	refused  map[string]string // why starts with an item were refused
}

// played is a game that was played to its end or to the limit.
type played struct {
	start start
	log   *hosts.Log
	items []string
	views []hosts.View // of the referee, before each move
}

// Golden plays games by chance and writes to dir, which it makes, those that add something to what the logs before them cover: each
// number of seats, option value, chance mode, kind of move and event, end of the game, and a setup by hand. What it does depends
// on the module and the options alone. A log with digests of whole steps is replayed before it is written, and files of the same
// names are replaced. The report tells what is covered and what is not; that something is not is no error.
func Golden(ctx context.Context, g *hosts.Game, dir string, o Options) (*Report, error) {
	if o.Games == 0 {
		o.Games = 500
	}
	if o.Limit == 0 {
		o.Limit = 400
	}
	if o.Choose == nil {
		o.Choose = chooseByKind
	}
	m := &maker{game: g, manifest: g.Manifest(), dir: dir, options: o, rand: core.Source{State: o.Seed}, covered: coverage{}, names: map[string]bool{},
		refused: map[string]string{}}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	if err := m.starts(ctx); err != nil {
		return nil, err
	}
	all := items(m.manifest)
	for i, set := range o.Values {
		if err := m.values(ctx, i, set); err != nil {
			return nil, err
		}
	}
	for range o.Games {
		if len(m.covered.adds(all)) == 0 {
			break
		}
		if err := m.try(ctx, m.randomStart()); err != nil {
			return nil, err
		}
	}
	for _, item := range all {
		if m.covered[item] {
			m.report.Covered = append(m.report.Covered, item)
		} else {
			m.report.Missing = append(m.report.Missing, item)
			if why := m.refused[item]; why != "" {
				m.report.Refused = append(m.report.Refused, item+": "+why)
			}
		}
	}
	return &m.report, nil
}

// starts plays a game for each option value, number of seats and chance mode that no game before it has, and one from a setup.
func (m *maker) starts(ctx context.Context) error {
	for _, c := range choices(m.manifest) {
		given := []choice{c}
		if c.byDefault {
			given = nil
		}
		more := m.covered.adds(c.items())
		if len(more) == 0 {
			continue
		}
		if err := m.cover(ctx, more[0], given); err != nil {
			return err
		}
	}
	for _, n := range m.manifest.Seats {
		if err := m.cover(ctx, seatsItem(n), nil); err != nil {
			return err
		}
	}
	for _, item := range []string{"chance auto", "chance host"} {
		if m.manifest.Features.Chance || item == "chance auto" {
			if err := m.cover(ctx, item, nil); err != nil {
				return err
			}
		}
	}
	for range 20 {
		if m.covered["setup"] {
			break
		}
		if err := m.trySetup(ctx); err != nil {
			return err
		}
	}
	return nil
}

// values keeps a game with a set of options that are given.
func (m *maker) values(ctx context.Context, i int, set map[string]any) error {
	s := start{seats: m.manifest.Seats[i%len(m.manifest.Seats)], seed: m.rand.Uint64() >> 11, host: m.manifest.Features.Chance && i%2 == 1}
	for _, name := range slices.Sorted(maps.Keys(set)) {
		s.options = append(s.options, choice{name: name, value: jsonOf(set[name])})
	}
	p, err := m.play(ctx, s)
	if err != nil {
		return fmt.Errorf("the options that are given are not accepted: %w", err)
	}
	return m.keep(ctx, p)
}

// cover keeps a game that has an item of its start: the number of seats and the chance mode are those that no log has yet,
// as far as the rules take them with the options.
func (m *maker) cover(ctx context.Context, item string, options []choice) error {
	if m.covered[item] {
		return nil
	}
	seats := slices.Clone(m.manifest.Seats)
	slices.SortStableFunc(seats, func(a, b int) int { return m.rank(item, seatsItem(a)) - m.rank(item, seatsItem(b)) })
	s := start{options: options, seed: m.rand.Uint64() >> 11}
	s.host = m.manifest.Features.Chance && item != "chance auto" && (item == "chance host" || !m.covered["chance host"])
	var last error
	// Alone first; then with other options, which some values need.
	for try := range 40 {
		for _, n := range seats {
			s.seats = n
			p, err := m.play(ctx, s)
			if err == nil {
				if !slices.Contains(p.items, item) {
					continue
				}
				return m.keep(ctx, p)
			}
			if m.noteRefusal(err) != nil {
				return err
			}
			last = err
		}
		other := m.randomStart()
		s.options = slices.Clone(options)
		for _, c := range other.options {
			if len(options) == 0 || c.name != options[0].name {
				s.options = append(s.options, c)
			}
		}
		if len(m.manifest.Options) < 2 && try > 0 {
			break
		}
	}
	if last != nil {
		m.refused[item] = last.Error()
	}
	return nil
}

// rank sorts what is asked for first, then what is not covered.
func (m *maker) rank(asked, item string) int {
	switch {
	case asked == item:
		return 0
	case !m.covered[item]:
		return 1
	}
	return 2
}

// trySetup plays from the middle of another game.
func (m *maker) trySetup(ctx context.Context) error {
	s := m.randomStart()
	s.options = nil
	p, err := m.play(ctx, s)
	if err != nil {
		return m.noteRefusal(err)
	}
	if len(p.views) == 0 {
		return nil
	}
	s.setup = p.views[m.rand.Below(len(p.views))].Msgpack()
	s.seed = m.rand.Uint64() >> 11
	return m.try(ctx, s)
}

// try plays a game and keeps it if it adds something.
func (m *maker) try(ctx context.Context, s start) error {
	p, err := m.play(ctx, s)
	if err != nil {
		return m.noteRefusal(err)
	}
	if len(m.covered.adds(p.items)) == 0 {
		return nil
	}
	return m.keep(ctx, p)
}

// noteRefusal: not every start by chance is one that the rules take.
func (m *maker) noteRefusal(err error) error {
	var refused *hosts.RuleError
	if errors.As(err, &refused) {
		m.covered["code "+refused.Code] = true
		return nil
	}
	return err
}

// keep writes a game's log.
func (m *maker) keep(ctx context.Context, p *played) error {
	if d, err := Replay(ctx, m.game, p.log); err != nil || d != nil {
		if d != nil {
			err = d
		}
		return fmt.Errorf("a game played twice is not the same, report it to the module's author: %w", err)
	}
	name := p.start.name()
	for i := 2; m.names[name]; i++ {
		name = fmt.Sprintf("%s-%d", p.start.name(), i)
	}
	m.names[name] = true
	var b bytes.Buffer
	if _, err := p.log.WriteTo(&b); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(m.dir, name+".log"), b.Bytes(), 0o666); err != nil {
		return err
	}
	f := File{Name: name + ".log", Moves: len(p.log.Steps) - 1, Adds: m.covered.adds(p.items)}
	for _, item := range f.Adds {
		m.covered[item] = true
	}
	m.report.Files = append(m.report.Files, f)
	return nil
}
