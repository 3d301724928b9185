package main

import (
	"context"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"reflect"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/conformance/logs"
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
	"github.com/parley-rules/parley/hosts"
)

const (
	stepwise = 10     // one game of so many is played step by step, with all that there is to see; the others are playouts
	longest  = 20_000 // moves, after which a game is left open
	interval = 4      // the interpreter, which is slow, plays one game of so many; all are created on it
)

// game plays the game of a number: the games go by turns, and all that is random follows from the number.
func (s *soak) game(ctx context.Context, n int64) error {
	e := s.entries[n%int64(len(s.entries))]
	round := n / int64(len(s.entries))
	rand := core.Source{State: s.seed + uint64(n)<<20}
	p := &parallel{ctx: ctx, hosts: e.hosts}
	start, steps, err := p.start(&rand, &s.played[startsRefused])
	if err != nil {
		return fmt.Errorf("%s: %w", e.id, err)
	}
	if (round+round/stepwise)%interval != 0 {
		p.hosts, steps = without(p.hosts, steps, "interpreter")
	}
	moves := 0
	if round%stepwise == 0 {
		moves, err = p.steps(start, steps, &rand)
	} else {
		moves, err = p.playouts(steps, &rand)
	}
	if err != nil {
		return fmt.Errorf("%s, %s: %w", e.id, startText(start), err)
	}
	s.played[gamesPlayed].Add(1)
	s.played[movesPlayed].Add(int64(moves))
	s.digest.Add(p.digest)
	return nil
}

// without leaves out a host.
func without(list []host, steps []*hosts.Step, name string) (rest []host, restSteps []*hosts.Step) {
	for i, h := range list {
		if h.name != name {
			rest, restSteps = append(rest, h), append(restSteps, steps[i])
		}
	}
	return rest, restSteps
}

// parallel is one game on some hosts.
type parallel struct {
	ctx    context.Context
	hosts  []host
	digest uint64 // of the answers of the game
}

// differs says in what two hosts differ.
func (p *parallel) differs(i int, what string, first, other any) error {
	return fmt.Errorf("%s and %s differ in %s: %v and %v", p.hosts[0].name, p.hosts[i].name, what, first, other)
}

// start finds a start that the rules take: all hosts take it, or all refuse it for the same reason.
func (p *parallel) start(rand *core.Source, refusals interface{ Add(int64) int64 }) (hosts.NewGame, []*hosts.Step, error) {
	for range 1000 {
		n, err := logs.RandomStart(p.hosts[0].Manifest(), rand)
		if err != nil {
			return n, nil, err
		}
		steps := make([]*hosts.Step, len(p.hosts))
		refused := make([]*hosts.RuleError, len(p.hosts))
		for i, h := range p.hosts {
			var err error
			if steps[i], err = h.Init(p.ctx, n); err != nil && !errors.As(err, &refused[i]) {
				return n, nil, fmt.Errorf("%s on %s: %w", startText(n), h.name, err)
			}
			if !reflect.DeepEqual(refused[i], refused[0]) {
				return n, nil, fmt.Errorf("%s: %w", startText(n), p.differs(i, "how they create it", refused[0], refused[i]))
			}
		}
		if refused[0] == nil {
			return n, steps, p.compare(steps)
		}
		refusals.Add(1)
	}
	return hosts.NewGame{}, nil, errors.New("the rules take none of 1000 random starts")
}

func startText(n hosts.NewGame) string {
	options := wire.NewReader(n.Options)
	text, _ := hosts.AppendJSON(nil, &options)
	return fmt.Sprintf("%d seats, seed hex:%x, options %s, chance host %t", n.Seats, n.Seed, text, n.HostChance)
}

// compare compares whole steps, and adds them to the digest.
func (p *parallel) compare(steps []*hosts.Step) error {
	for i := range steps {
		first, other := steps[0].Raw(), steps[i].Raw()
		at := 0
		for at < len(first) && at < len(other) && first[at] == other[at] {
			at++
		}
		if at < max(len(first), len(other)) {
			what := fmt.Sprintf("a step of %d and %d bytes at byte %d", len(first), len(other), at)
			return p.differs(i, what, hex.EncodeToString(first[at:min(len(first), at+16)]), hex.EncodeToString(other[at:min(len(other), at+16)]))
		}
	}
	p.note(hosts.Digest(steps[0].Raw()))
	return nil
}

func (p *parallel) note(digest string) {
	var b [8]byte
	copy(b[:], digest)
	p.digest = p.digest*31 + binary.LittleEndian.Uint64(b[:])
}

// steps plays the game to its end, step by step: every host is given the reference's position and must answer the same bytes.
func (p *parallel) steps(start hosts.NewGame, steps []*hosts.Step, rand *core.Source) (int, error) {
	look := hosts.LookAll(start.Seats)
	for played := 0; ; played++ {
		actors := steps[0].Actors
		if actors == 0 || played == longest {
			return played, nil
		}
		for range rand.Below(actors.Len()) {
			actors = actors.Rest()
		}
		seat := actors.First()
		moves, _ := steps[0].Moves(seat)
		if moves.Len() == 0 {
			return played, fmt.Errorf("after %d moves seat %v acts and has no move", played, seat)
		}
		move := moves.At(rand.Below(moves.Len()))
		for i, h := range p.hosts {
			var err error
			if steps[i], err = h.Apply(p.ctx, steps[i].Position, seat, move, look); err != nil {
				return played, fmt.Errorf("after %d moves, %v by seat %v on %s: %w", played, move, seat, h.name, err)
			}
		}
		if err := p.compare(steps); err != nil {
			return played, fmt.Errorf("after %d moves, %v by seat %v: %w", played, move, seat, err)
		}
	}
}

// playouts plays the game to its end in the rules' own loop: all hosts must come to the same position.
func (p *parallel) playouts(steps []*hosts.Step, rand *core.Source) (int, error) {
	seed := hosts.SeedOf(rand.Uint64())
	var first hosts.Played
	for i, h := range p.hosts {
		if !h.Offers(abi.Playout) {
			continue
		}
		played, err := h.Playout(p.ctx, steps[i].Position, seed, longest)
		if err != nil {
			return 0, fmt.Errorf("playout on %s: %w", h.name, err)
		}
		played.Fuel = 0 // which not every host counts
		if i == 0 {
			first = played
			continue
		}
		if !reflect.DeepEqual(played, first) {
			return 0, p.differs(i, fmt.Sprintf("the playout of seed hex:%x", seed), first, played)
		}
	}
	p.note(hosts.Digest(first.Position))
	return first.Moves, nil
}
