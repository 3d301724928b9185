package conformance

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
	"github.com/parley-rules/parley/hosts"
)

// option is an option with a value in msgpack.
type option struct {
	name  string
	value []byte
}

// start is a beginning that the rules have accepted.
type start struct {
	game    hosts.NewGame
	options []option
	step    *hosts.Step
}

// node is a position that came up, with all that was seen of it.
type node struct {
	start *start
	ply   int            // how many moves led to it
	from  hosts.Position // the position before the move; nil for a creation
	seat  core.Seat      // who moved
	move  hosts.Move
	step  *hosts.Step // with everything to look at
}

// String says how to come to the position.
func (n *node) String() string {
	s := fmt.Sprintf("seats %d, seed %s", n.seats(), seedText(n.start.game.Seed))
	if n.start.game.HostChance {
		s += ", chance host"
	}
	for _, o := range n.start.options {
		s += ", option " + o.name + "=" + show(o.value)
	}
	if n.from == nil {
		return s + ", at the start"
	}
	return fmt.Sprintf("%s, after move %d (%s: %s)", s, n.ply, n.seat, n.move)
}

func (n *node) seats() int { return n.start.game.Seats }

func (n *node) position() hosts.Position { return n.step.Position }

// look shows everything.
func lookAtAll(seats int) hosts.Look { return hosts.Look{Moves: true, Views: everybody(seats)} }

func seedText(seed []byte) string {
	if len(seed) == 8 {
		if n := wire.Uint64(seed); n <= wire.MaxInt {
			return strconv.FormatUint(n, 10)
		}
	}
	return fmt.Sprintf("hex:%x", seed)
}

func itoa(n int) string { return strconv.Itoa(n) }

// show is msgpack as JSON, for reports.
func show(raw []byte) string {
	r := wire.NewReader(raw)
	text, ok := hosts.AppendJSON(nil, &r)
	if !ok {
		return fmt.Sprintf("% x", raw)
	}
	if len(text) > 300 {
		text = append(text[:300], "..."...)
	}
	return string(text)
}

// note takes down an error of a call. It returns a refusal; nil means that the call failed in a way in which none may, which the
// checks `faults` and `answers` tell.
func (v *verifier) note(what string, err error) *hosts.RuleError {
	var refused *hosts.RuleError
	if errors.As(err, &refused) && refused.Code != "internal" && refused.Code != "illegal_move" {
		return refused
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return nil
	}
	at := &v.faults
	if errors.As(err, new(*hosts.ABIError)) {
		at = &v.answers
	}
	if *at == "" {
		*at = what + ": " + err.Error()
	}
	return nil
}

// init creates a game. If it cannot, the refusal says why, and is nil if that is a fault.
func (v *verifier) init(g *hosts.Game, n hosts.NewGame) (*hosts.Step, *hosts.RuleError) {
	v.calls++
	step, err := g.Init(v.ctx, n)
	if err != nil {
		return nil, v.note(fmt.Sprintf("init with %d seats, seed %s, options %s", n.Seats, seedText(n.Seed), show(n.Options)), err)
	}
	return step, nil
}

// apply plays a move, likewise.
func (v *verifier) apply(g *hosts.Game, n *node, p hosts.Position, seat core.Seat, move hosts.Move, look hosts.Look) (*hosts.Step, *hosts.RuleError) {
	v.calls++
	step, err := g.Apply(v.ctx, p, seat, move, look)
	if err != nil {
		return nil, v.note(fmt.Sprintf("%s: apply of %s by %s", n, move, seat), err)
	}
	return step, nil
}

func (v *verifier) legalMoves(n *node, p hosts.Position, seat core.Seat) (hosts.Moves, bool) {
	v.calls++
	list, err := v.game.LegalMoves(v.ctx, p, seat)
	if err != nil {
		if r := v.note(fmt.Sprintf("%s: legal_moves of %s", n, seat), err); r != nil {
			v.noteFault(n, "legal_moves of %s is refused with %s", seat, r.Code)
		}
		return list, false
	}
	return list, true
}

func (v *verifier) view(n *node, p hosts.Position, viewer core.Seat) (hosts.View, bool) {
	v.calls++
	view, err := v.game.View(v.ctx, p, viewer)
	if err != nil {
		if r := v.note(fmt.Sprintf("%s: view of %s", n, viewer), err); r != nil {
			v.noteFault(n, "the view of %s is refused with %s", viewer, r.Code)
		}
		return view, false
	}
	return view, true
}

func (v *verifier) noteFault(n *node, format string, args ...any) {
	if v.faults == "" {
		v.faults = n.String() + ": " + fmt.Sprintf(format, args...)
	}
}

// gather plays random games over random options and all numbers of seats, and keeps the positions.
func (v *verifier) gather() {
	for i := range v.o.Games {
		if v.ctx.Err() != nil {
			return
		}
		seats := v.m.Seats[i%len(v.m.Seats)]
		host := v.m.Features.Chance && i/len(v.m.Seats)%2 == 1
		share := 2 // of the options that are not left alone: none at first, then half
		if i < len(v.m.Seats) {
			share = 0
		}
		if s := v.randomStart(seats, host, share, nil); s != nil {
			v.starts = append(v.starts, s)
			v.play(s)
		}
	}
}

// randomStart looks for a beginning that the rules accept: an option that they refuse is left out, and where options decide
// whether so many may play, others are tried. Some options may be fixed. It returns nil if it
// finds none.
func (v *verifier) randomStart(seats int, host bool, share int, fixed []option) *start {
	n := hosts.NewGame{Seats: seats, HostChance: host, Look: lookAtAll(seats)}
	for try := range 40 {
		if try > 0 && share == 0 {
			share = 2
		}
		options := v.randomOptions(seats, share, fixed)
		for {
			n.Seed = hosts.SeedOf(v.src.Uint64() >> 11)
			n.Options = optionsMap(options)
			step, refused := v.init(v.game, n)
			if step != nil {
				return &start{game: n, options: options, step: step}
			}
			if refused == nil || refused.Code != "bad_option" {
				break
			}
			i := indexOption(options, refused.Detail)
			if i < 0 || indexOption(fixed, refused.Detail) >= 0 {
				break
			}
			options = append(options[:i:i], options[i+1:]...)
		}
	}
	return nil
}

// randomOptions draws values for some options; share 3 is a third of them, 0 none. In a quarter of the cases some are such as the
// author declares.
func (v *verifier) randomOptions(seats, share int, fixed []option) []option {
	if share > 0 && len(fixed) == 0 && len(v.sets) > 0 && v.src.Below(4) == 0 {
		fixed = v.sets[v.src.Below(len(v.sets))]
	}
	var list []option
	for i := range v.m.Options {
		o := &v.m.Options[i]
		if at := indexOption(fixed, o.Name); at >= 0 {
			list = append(list, fixed[at])
		} else if share > 0 && v.src.Below(share) == 0 {
			list = append(list, option{o.Name, v.optionValue(o, seats)})
		}
	}
	return list
}

// learnOptions takes the values of options from golden logs and from what the author declares.
func (v *verifier) learnOptions() {
	for i := range v.declared.Values {
		set, err := v.declared.options(i)
		if err != nil {
			v.badValue = err.Error()
			continue
		}
		for _, x := range set {
			at := slices.IndexFunc(v.m.Options, func(o core.Option) bool { return o.Name == x.name })
			if at < 0 || !holds(v.m.Options[at].Type, x.value, v.maxSeats()) {
				v.badValue = "the declared value of the option " + x.name + " is not one of its type: " + show(x.value)
			}
		}
		v.sets = append(v.sets, set)
	}
	v.values = map[string][][]byte{}
	for _, l := range v.o.Golden {
		r := wire.NewReader(l.Log.Header.Start.Options)
		n, _ := r.Map()
		for range n {
			key, _ := r.Str()
			value, _ := r.Raw()
			v.values[string(key)] = append(v.values[string(key)], value)
		}
	}
}

// optionValue draws a value of an option, in half of the cases one that a golden log has.
func (v *verifier) optionValue(o *core.Option, seats int) []byte {
	if known := v.values[o.Name]; len(known) > 0 && v.src.Below(2) == 0 {
		if value := known[v.src.Below(len(known))]; holds(o.Type, value, seats) {
			return value
		}
	}
	return v.randomValue(o.Type, seats)
}

func indexOption(list []option, name string) int {
	for i := range list {
		if list[i].name == name {
			return i
		}
	}
	return -1
}

func optionsMap(list []option) []byte {
	if len(list) == 0 {
		return nil
	}
	var w wire.Writer
	w.Map(len(list))
	for _, o := range list {
		w.Str(o.name)
		w.Raw(o.value)
	}
	return w.B
}

// play plays a game by chance and keeps its first positions and its last.
func (v *verifier) play(s *start) {
	n := &node{start: s, step: s.step}
	for n != nil && n.ply <= v.o.Plies {
		v.nodes = append(v.nodes, n)
		n = v.next(n, n.step)
	}
	if n == nil || !v.game.Offers(abi.Playout) {
		return
	}
	// The rest of the game, but for its end, is left to a playout.
	seed := hosts.SeedOf(v.src.Uint64())
	v.calls += 2
	rest, err := v.game.Playout(v.ctx, n.position(), seed, v.o.MaxMoves)
	if err != nil || rest.Outcome == nil || rest.Moves < 8 {
		return
	}
	jump, err := v.game.Playout(v.ctx, n.position(), seed, rest.Moves-6)
	if err != nil {
		return
	}
	for _, seat := range append(seatsOf(n.seats()), core.Chance) {
		if !isSeat(v.m, seat) {
			continue
		}
		list, ok := v.legalMoves(n, jump.Position, seat)
		if !ok || list.Len() == 0 {
			continue
		}
		at := &node{start: s, ply: n.ply + jump.Moves, step: &hosts.Step{Position: jump.Position}}
		last := v.try(at, seat, list)
		for i := 0; last != nil && i < v.o.Plies; i++ {
			v.nodes = append(v.nodes, last)
			last = v.next(last, last.step)
		}
		return
	}
}

func isSeat(m *core.Manifest, seat core.Seat) bool { return seat != core.Chance || m.Features.Chance }

// next plays a random move of a random actor. It returns nil after the end, or if nobody can move.
func (v *verifier) next(n *node, step *hosts.Step) *node {
	actors := step.Actors
	if actors == 0 {
		return nil
	}
	for range v.src.Below(actors.Len()) {
		actors = actors.Rest()
	}
	list, ok := step.Moves(actors.First())
	if !ok {
		return nil
	}
	return v.try(n, actors.First(), list)
}

// try plays one of some moves: in half of the cases a kind of move is drawn first, so that the rare ones come too. A move that is
// refused is passed over; the check `legality` will tell of it.
func (v *verifier) try(n *node, seat core.Seat, list hosts.Moves) *node {
	for range min(20, 2*list.Len()) {
		move := list.At(v.pick(list))
		step, _ := v.apply(v.game, n, n.position(), seat, move, lookAtAll(n.seats()))
		if step != nil {
			return &node{start: n.start, ply: n.ply + 1, from: n.position(), seat: seat, move: move, step: step}
		}
	}
	return nil
}

func (v *verifier) pick(list hosts.Moves) int {
	i := v.src.Below(list.Len())
	if v.src.Below(2) == 0 || list.Len() < 3 {
		return i
	}
	kinds := map[string]bool{}
	var names []string
	for j := range list.Len() {
		if name := list.At(j).Type(); !kinds[name] {
			kinds[name] = true
			names = append(names, name)
		}
	}
	name := names[v.src.Below(len(names))]
	for k := range list.Len() {
		if j := (i + k) % list.Len(); list.At(j).Type() == name {
			return j
		}
	}
	return i
}
