package conformance

import (
	"bytes"
	"slices"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
	"github.com/parley-rules/parley/hosts"
)

func (v *verifier) checkChance() {
	c := v.check
	if !v.m.Features.Chance {
		for _, n := range v.sample(anyNode)[:min(4, len(v.nodes))] {
			v.calls++
			list, err := v.game.LegalMoves(v.ctx, n.position(), core.Chance)
			if refused := v.note(n.String()+": legal_moves of chance", err); err == nil || refused != nil && refused.Code != "bad_seat" {
				c.failAt(n, "a game without chance has no seat chance, and legal_moves gives it %d moves (%v): wanted bad_seat", list.Len(), err)
			}
		}
		c.notOffered("the game has no chance moves")
		return
	}
	for _, n := range v.nodes {
		if n.step.Actors.Has(core.Chance) {
			list, _ := n.step.Moves(core.Chance)
			v.weights(n, list)
		}
	}
	for _, n := range v.sample(func(n *node) bool { return !n.start.game.HostChance && n.from == nil }) {
		if !v.more() {
			break
		}
		v.bothModes(n)
	}
	c.need("outcomes")
	c.need("games in both modes")
}

// weights looks at the list of outcomes that wait for the host.
func (v *verifier) weights(n *node, list hosts.Moves) {
	c := v.check
	again, ok := v.legalMoves(n, n.position(), core.Chance)
	if !ok {
		return
	}
	answer, _ := v.raw(v.game, n, abi.LegalMoves, requestOf(binField("position", n.position()), seatField("seat", core.Chance)))
	weights, has := wire.NewReader(answer).Find("weights")
	count, isList := weights.Array()
	switch {
	case !has || !isList || count != list.Len():
		c.failAt(n, "legal_moves of chance has not a weight for each move")
		return
	case !sameLists(list, again):
		c.failAt(n, "the step lists for chance %s with other weights than legal_moves, or other moves: %s", listText(list), listText(again))
	}
	sum := 0
	for range count {
		weight, ok := weights.Int()
		if !ok || weight < 1 {
			c.failAt(n, "a chance move has a weight that is not above zero: %s has the weights %s", listText(list), show(rawField(answer, "weights")))
			return
		}
		sum += weight
	}
	if sum >= 1<<31 {
		c.failAt(n, "the weights of chance add up to %d: wanted less than 2^31", sum)
	}
	c.count("outcomes", count)
}

func rawField(raw []byte, key string) []byte {
	r, _ := wire.NewReader(raw).Find(key)
	return rawOf(r)
}

// bothModes plays a game in mode auto, and once more in mode host with what the rules drew: all but the positions must be the
// same.
func (v *verifier) bothModes(n *node) {
	c := v.check
	game := n.start.game
	game.HostChance = true
	step, refused := v.init(v.game, game)
	if step == nil {
		if refused != nil {
			c.failAt(n, "in mode host the game is refused: %v", refused)
		}
		return
	}
	host := &node{start: &start{game: game, options: n.start.options, step: step}, step: step}
	events := eventsOf(step)
	for ply := 0; ; ply++ {
		for _, draw := range n.step.Draws() {
			list, _ := host.step.Moves(core.Chance)
			if list.Index(draw) < 0 {
				c.failAt(n, "the rules drew %s, and a host may not: %s", draw, listText(list))
				return
			}
			step, refused := v.apply(v.game, host, host.position(), core.Chance, draw, lookAtAll(n.seats()))
			if step == nil {
				if refused != nil {
					c.failAt(n, "the rules drew %s, and a host's is refused: %v", draw, refused)
				}
				return
			}
			host = &node{start: host.start, ply: host.ply + 1, from: host.position(), seat: core.Chance, move: draw, step: step}
			events = append(events, eventsOf(step)...)
		}
		if what := modesDiffer(n, host, events); what != "" {
			c.failAt(n, "with the same draws made by a host, %s", what)
			return
		}
		if ply >= min(60, v.o.Plies) {
			break
		}
		next := v.next(n, n.step)
		if next == nil {
			break
		}
		step, refused := v.apply(v.game, host, host.position(), next.seat, next.move, lookAtAll(n.seats()))
		if step == nil {
			if refused != nil {
				c.failAt(next, "with the same draws made by a host, the move is refused: %v", refused)
			}
			return
		}
		host = &node{start: host.start, ply: host.ply + 1, from: host.position(), seat: next.seat, move: next.move, step: step}
		n, events = next, eventsOf(step)
	}
	c.count("games in both modes", 1)
}

// modesDiffer compares a step in mode auto with where a host's draws have led.
func modesDiffer(auto, host *node, events []rawEvent) string {
	if auto.step.Actors != host.step.Actors {
		return "other seats act"
	}
	own := eventsOf(auto.step)
	if len(own) != len(events) {
		return "there are " + itoa(len(events)) + " events, not " + itoa(len(own))
	}
	for i := range own {
		if !bytes.Equal(own[i].raw, events[i].raw) || own[i].public != events[i].public || !slices.Equal(own[i].seen, events[i].seen) {
			return "the event " + show(events[i].raw) + " comes, not " + show(own[i].raw)
		}
	}
	for _, viewer := range everybody(auto.seats()) {
		a, _ := auto.step.View(viewer)
		b, _ := host.step.View(viewer)
		if where := difference(a.Msgpack(), b.Msgpack()); where != "" {
			return viewer.String() + " sees something else: " + where
		}
	}
	for set := auto.step.Actors; set != 0; set = set.Rest() {
		a, _ := auto.step.Moves(set.First())
		b, _ := host.step.Moves(set.First())
		if !sameLists(a, b) {
			return "the list of " + set.First().String() + " is another"
		}
	}
	if outcomeText(auto.step.Outcome) != outcomeText(host.step.Outcome) {
		return "there is " + outcomeText(host.step.Outcome) + ", not " + outcomeText(auto.step.Outcome)
	}
	return ""
}

func (v *verifier) checkPlayout() {
	c := v.check
	if !v.game.Offers(abi.Playout) {
		c.notOffered("the module has no operation playout")
		return
	}
	for _, n := range v.sample(anyNode) {
		if !v.more() {
			break
		}
		seed, moves := hosts.SeedOf(v.src.Uint64()), 1+v.src.Below(60)
		inside, ok := v.slice(n, n.position(), seed, moves)
		if !ok {
			continue
		}
		v.slices(n, seed, moves, inside)
		if !v.m.Features.Chance || n.start.game.HostChance {
			v.outside(n, seed, moves, inside)
		}
		c.count("playouts", 1)
	}
	c.need("playouts")
	if c.Counts["compared with moves outside"] == 0 {
		c.notProved("no playout could be compared with moves outside")
	}
}

// played is what one call of playout has led to.
type played struct {
	position hosts.Position
	moves    int
	seed     []byte
	outcome  string // msgpack
}

func (v *verifier) slice(n *node, p hosts.Position, seed []byte, moves int) (out played, ok bool) {
	answer, refused := v.raw(v.game, n, abi.Playout, requestOf(binField("position", p), binField("seed", seed), intField("moves", moves)))
	if answer == nil {
		if refused != nil {
			v.noteFault(n, "playout is refused with %s", refused.Code)
		}
		return out, false
	}
	r := wire.NewReader(answer)
	position, _ := r.Find("position")
	out.position, _ = position.Bin()
	count, _ := r.Find("moves")
	out.moves, _ = count.Int()
	next, _ := r.Find("seed")
	out.seed, ok = next.Bin()
	out.outcome = string(rawField(answer, "outcome"))
	if !ok || out.position == nil || out.moves < 0 || out.moves > moves || out.moves < moves && out.outcome == "\xc0" {
		v.check.failAt(n, "a playout of %d moves answers %s", moves, show(answer))
		return out, false
	}
	return out, true
}

// slices plays the same in pieces.
func (v *verifier) slices(n *node, seed []byte, moves int, want played) {
	got := played{position: n.position(), seed: seed}
	for got.moves < moves {
		one, ok := v.slice(n, got.position, got.seed, 1+v.src.Below(moves-got.moves))
		if !ok {
			return
		}
		one.moves += got.moves
		got = one
		if got.outcome != "\xc0" {
			break
		}
	}
	v.samePlayout(n, want, got, "in slices")
}

// outside plays the same with legal_moves and apply: the lowest acting seat, chance last, one draw for each move.
func (v *verifier) outside(n *node, seed []byte, moves int, want played) {
	src := core.NewSource(seed)
	got, at := played{position: n.position(), outcome: "\xc0"}, n
	actors := n.step.Actors
	outcome := n.step.Outcome
	for got.moves < moves && actors != 0 {
		seat := actors.First()
		list, ok := v.legalMoves(at, got.position, seat)
		if !ok || list.Len() == 0 {
			return
		}
		sum := 0
		for i := range list.Len() {
			sum += list.Weight(i)
		}
		x, i := src.Below(max(1, sum)), 0
		for x -= list.Weight(0); x >= 0 && i+1 < list.Len(); x -= list.Weight(i) {
			i++
		}
		step, refused := v.apply(v.game, at, got.position, seat, list.At(i), hosts.Look{})
		if step == nil {
			if refused != nil {
				v.check.failAt(n, "outside a playout, the move %s of %s is refused: %v", list.At(i), seat, refused)
			}
			return
		}
		got.position, actors, outcome = step.Position, step.Actors, step.Outcome
		got.moves++
	}
	got.seed = hosts.SeedOf(src.State)
	if outcome != nil {
		got.outcome = want.outcome // of which `outcome` has the form to judge
		if want.outcome == "\xc0" {
			got.outcome = ""
		}
	}
	v.check.count("compared with moves outside", 1)
	v.samePlayout(n, want, got, "with moves outside")
}

func (v *verifier) samePlayout(n *node, want, got played, how string) {
	what := ""
	switch {
	case want.moves != got.moves:
		what = itoa(want.moves) + " moves, not " + itoa(got.moves)
	case !bytes.Equal(want.position, got.position):
		what = "another position"
	case !bytes.Equal(want.seed, got.seed):
		what = "another seed to go on with"
	case want.outcome != got.outcome:
		what = "another outcome"
	}
	if what != "" {
		v.check.failAt(n, "compared with the same %s, a playout gives %s", how, what)
	}
}
