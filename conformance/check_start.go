package conformance

import (
	"bytes"
	"strings"
	"time"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
	"github.com/parley-rules/parley/hosts"
)

func (v *verifier) checkOptions() {
	c := v.check
	if len(v.m.Options) == 0 {
		c.notOffered("the game has no options")
		return
	}
	if v.badValue != "" {
		c.fail("%s", v.badValue)
	}
	for i, set := range v.sets {
		if !v.acceptable(set) {
			c.fail("the values that are declared %d. are refused with every number of seats", i+1)
		}
	}
	var unseen, few []string
	for i := range v.m.Options {
		o := &v.m.Options[i]
		v.wrongValues(o)
		v.privateOption(o)
		switch accepted, seen := v.honoured(o); {
		case seen:
			c.count("options that change the game", 1)
		case v.declared.inert(o.Name):
			c.count("options declared inert", 1)
		case accepted == 0:
			unseen = append(unseen, o.Name)
		case accepted < enoughPairs:
			few = append(few, o.Name)
		default:
			c.fail("option %s: %d pairs of games were the same with and without it: it is ignored", o.Name, accepted)
		}
	}
	if len(unseen) > 0 {
		c.notProved("no value but the default was accepted of %s", strings.Join(unseen, ", "))
	}
	if len(few) > 0 {
		c.notProved("in the time there were too few games to see what %s changes", strings.Join(few, ", "))
	}
}

// acceptable says whether a game can begin with a set of options and nothing else, with some number of seats.
func (v *verifier) acceptable(set []option) bool {
	for _, seats := range v.m.Seats {
		n := hosts.NewGame{Seats: seats, Seed: hosts.SeedOf(0), Options: optionsMap(set), Look: lookAtAll(seats)}
		if step, _ := v.init(v.game, n); step != nil || v.ctx.Err() != nil {
			return true
		}
	}
	return false
}

// enoughPairs is how many pairs of games must have been the same before an option counts as ignored.
const enoughPairs = 40

// pairs is how many pairs of games are tried to see what an option changes.
func (v *verifier) pairs() int {
	if v.o.Quick {
		return 120
	}
	return 400
}

// honoured plays pairs of games with the same seed and choices, in one of which an option has another value, until they
// differ in anything but the view's echo of the options. accepted is how many pairs the rules let begin.
func (v *verifier) honoured(o *core.Option) (accepted int, seen bool) {
	from := time.Now()
	pairs := v.pairs()
	if v.declared.inert(o.Name) {
		pairs = atLeast // it need not be seen
	}
	for i := range pairs {
		if v.ctx.Err() != nil || i >= 40 && accepted >= atLeast && time.Since(from) > v.o.Time {
			break
		}
		seats := v.m.Seats[i%len(v.m.Seats)]
		host := v.m.Features.Chance && v.src.Below(2) == 0
		given := v.given(o, seats)
		for range 4 {
			if bytes.Equal(given[indexOption(given, o.Name)].value, o.Default) {
				given = v.given(o, seats)
			}
		}
		if bytes.Equal(given[indexOption(given, o.Name)].value, o.Default) {
			continue
		}
		share := 0
		if i%3 == 2 {
			share = 2
		}
		with := v.randomStart(seats, host, share, given)
		if with == nil {
			continue
		}
		without := with.game
		var rest []option
		for _, x := range with.options {
			if x.name != o.Name {
				rest = append(rest, x)
			}
		}
		without.Options = optionsMap(rest)
		step, refused := v.init(v.game, without)
		if step == nil {
			if refused != nil {
				return accepted + 1, true // without it the game cannot be played
			}
			continue
		}
		accepted++
		v.check.count("pairs of games", 1)
		if v.gamesDiffer(with, &start{game: without, step: step}) {
			return accepted, true
		}
	}
	return accepted, false
}

// given draws a value of an option, with others that belong to it if the author declares some.
func (v *verifier) given(o *core.Option, seats int) []option {
	var sets [][]option
	for _, set := range v.sets {
		if indexOption(set, o.Name) >= 0 {
			sets = append(sets, set)
		}
	}
	if len(sets) > 0 && v.src.Below(2) == 0 {
		return sets[v.src.Below(len(sets))]
	}
	return []option{{o.Name, v.optionValue(o, seats)}}
}

// gamesDiffer plays two games with the same choices: some moves with everything that can be seen, and to the end by playouts, of
// which only the end is seen.
func (v *verifier) gamesDiffer(a, b *start) bool {
	x, y := &node{start: a, step: a.step}, &node{start: b, step: b.step}
	if v.stepsDiffer(x, y) || v.endsDiffer(x, y) {
		return true
	}
	for range v.o.Plies {
		if v.stepsDiffer(x, y) {
			return true
		}
		actors := x.step.Actors
		if actors == 0 {
			return false
		}
		for range v.src.Below(actors.Len()) {
			actors = actors.Rest()
		}
		list, _ := x.step.Moves(actors.First())
		if list.Len() == 0 {
			return false
		}
		seat, move := actors.First(), list.At(v.pick(list))
		one, refused1 := v.apply(v.game, x, x.position(), seat, move, lookAtAll(x.seats()))
		two, refused2 := v.apply(v.game, y, y.position(), seat, move, lookAtAll(x.seats()))
		if one == nil || two == nil {
			return (refused1 == nil) != (refused2 == nil)
		}
		x = &node{start: a, ply: x.ply + 1, from: x.position(), seat: seat, move: move, step: one}
		y = &node{start: b, ply: y.ply + 1, from: y.position(), seat: seat, move: move, step: two}
	}
	return false
}

// endsDiffer plays two games to the end by the same random numbers.
func (v *verifier) endsDiffer(x, y *node) bool {
	if !v.game.Offers(abi.Playout) {
		return false
	}
	seed := hosts.SeedOf(v.src.Uint64())
	v.calls += 4
	one, err1 := v.game.Playout(v.ctx, x.position(), seed, v.o.MaxMoves)
	two, err2 := v.game.Playout(v.ctx, y.position(), seed, v.o.MaxMoves)
	if err1 != nil || err2 != nil {
		return false // other checks tell of faults
	}
	if one.Moves != two.Moves || outcomeText(one.Outcome) != outcomeText(two.Outcome) {
		return true
	}
	a, err1 := v.game.View(v.ctx, one.Position, core.Referee)
	b, err2 := v.game.View(v.ctx, two.Position, core.Referee)
	return err1 == nil && err2 == nil && withoutOptions(a) != withoutOptions(b)
}

// stepsDiffer compares all of two steps but the bytes of the positions and what a view tells under `options`.
func (v *verifier) stepsDiffer(x, y *node) bool {
	if x.step.Actors != y.step.Actors || (x.step.Outcome == nil) != (y.step.Outcome == nil) ||
		x.step.Outcome != nil && outcomeText(x.step.Outcome) != outcomeText(y.step.Outcome) {
		return true
	}
	a, b := eventsOf(x.step), eventsOf(y.step)
	if len(a) != len(b) {
		return true
	}
	for i := range a {
		if !bytes.Equal(a[i].raw, b[i].raw) {
			return true
		}
	}
	for set := x.step.Actors; set != 0; set = set.Rest() {
		one, _ := x.step.Moves(set.First())
		two, _ := y.step.Moves(set.First())
		if !sameLists(one, two) {
			return true
		}
	}
	one, _ := x.step.View(core.Referee)
	two, _ := y.step.View(core.Referee)
	return withoutOptions(one) != withoutOptions(two)
}

// withoutOptions is a view without what it tells under `options`.
func withoutOptions(view hosts.View) string {
	r := wire.NewReader(view.Msgpack())
	n, _ := r.Map()
	var b []byte
	for range n {
		key, _ := r.Str()
		value, _ := r.Raw()
		if string(key) != "options" {
			b = append(append(append(b, key...), 0), value...)
		}
	}
	return string(b)
}

// wrongValues: an option with a value that is not of its type is refused, by its name.
func (v *verifier) wrongValues(o *core.Option) {
	if len(v.starts) == 0 {
		return
	}
	s := v.starts[v.src.Below(len(v.starts))]
	for _, value := range [][]byte{wire.AppendStr(nil, "no value of any option"), wire.AppendInt(nil, -wire.MaxInt), {0x80}, {0xc3}} {
		if holds(o.Type, value, s.game.Seats) {
			continue
		}
		n := s.game
		n.Options = optionsMap([]option{{o.Name, value}})
		v.refusedStart(n, "bad_option", o.Name)
	}
	n := s.game
	n.Options = optionsMap([]option{{"no_option_has_this_name", []byte{0xc3}}})
	v.refusedStart(n, "bad_option", "no_option_has_this_name")
}

// privateOption: an option that is never shown is in nobody's view.
func (v *verifier) privateOption(o *core.Option) {
	if !o.Private {
		return
	}
	for _, n := range v.nodes {
		for _, viewer := range everybody(n.seats()) {
			view, _ := n.step.View(viewer)
			if _, shown := view.At("options." + o.Name); shown {
				v.check.failAt(n, "the option %s is private, and the view of %s shows it", o.Name, viewer)
				return
			}
		}
	}
}

// refusedStart: the rules refuse a start, unless they do so for the number of players, which is asked first.
func (v *verifier) refusedStart(n hosts.NewGame, code, detail string) {
	step, refused := v.init(v.game, n)
	switch {
	case step != nil:
		v.check.fail("init with options %s is accepted: wanted %s (%s)", show(n.Options), code, detail)
	case refused == nil || refused.Code == "bad_player_count":
	case refused.Code != code || refused.Detail != detail:
		v.check.fail("init with options %s is refused with %s (%s): wanted %s (%s)", show(n.Options), refused.Code, refused.Detail, code, detail)
	}
	v.check.count("wrong values", 1)
}

func (v *verifier) checkSetups() {
	c := v.check
	refusals, first := 0, ""
	for _, n := range v.sample(anyNode) {
		if !v.more() {
			break
		}
		view, ok := n.step.View(core.Referee)
		if !ok {
			continue
		}
		g := n.start.game
		g.Setup = view.Msgpack()
		step, refused := v.init(v.game, g)
		switch {
		case refused != nil:
			refusals++
			if first == "" {
				first = n.String() + ": the referee's view is refused as a setup: " + refused.Error()
			}
		case step != nil:
			c.count("setups", 1)
			again, _ := step.View(core.Referee)
			if what := difference(view.Msgpack(), again.Msgpack()); what != "" {
				c.failAt(n, "set up by hand, the referee sees something else: %s", what)
			}
			if step.Actors != n.step.Actors {
				c.failAt(n, "set up by hand, other seats act")
			}
			v.unknownSetupKey(n, g)
		}
	}
	switch {
	case c.Counts["setups"] == 0 && refusals > 0:
		c.notOffered("no setup was taken: %s", first)
	case refusals > 0:
		c.fail("%s", first)
	}
	c.need("setups")
}

// unknownSetupKey: a key that no setup has is refused, by its name.
func (v *verifier) unknownSetupKey(n *node, g hosts.NewGame) {
	const key = "no_setup_has_this_key"
	var w wire.Writer
	w.Map(1)
	w.Str(key)
	w.Nil()
	g.Setup = w.B
	step, refused := v.init(v.game, g)
	if step != nil || refused != nil && (refused.Code != "bad_setup" || refused.Detail != key) {
		v.check.failAt(n, "a setup with an unknown key is not refused with bad_setup (%s): %v", key, refused)
	}
}
