package conformance

import (
	"bytes"
	"slices"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/hosts"
)

// The checks of this file and of check_varies.go prove non-interference: from what a viewer gets he cannot tell a position from those that
// `resample` gives for him.

// canResample says whether the proof can begin.
func (v *verifier) canResample() bool {
	if !v.game.Offers(abi.Resample) {
		v.check.notProved("the module has no operation resample, which the proof needs")
		return false
	}
	return true
}

// secretsFirst is a sample of all positions, those first in which something is hidden from somebody.
func (v *verifier) secretsFirst() []*node {
	secret := func(n *node) bool {
		return slices.ContainsFunc(viewersOf(n.seats()), func(viewer core.Seat) bool { return len(v.hidden(n, viewer)) > 0 })
	}
	list := v.sample(anyNode)
	var first, rest []*node
	for _, n := range list {
		if len(first) < v.o.Positions && secret(n) {
			first = append(first, n)
		} else {
			rest = append(rest, n)
		}
	}
	return append(first, rest...)
}

// resample draws another position that the viewer cannot tell from p. What is no position is passed over: hidden_now tells of it.
func (v *verifier) resample(n *node, p hosts.Position, viewer core.Seat) (hosts.Position, bool) {
	q, ok := v.resampled(n, p, viewer)
	if ok {
		v.calls++
		_, err := v.game.View(v.ctx, q, core.Spectator)
		ok = err == nil
	}
	return q, ok
}

// resampled is the bare answer of resample.
func (v *verifier) resampled(n *node, p hosts.Position, viewer core.Seat) (hosts.Position, bool) {
	v.calls++
	q, err := v.game.Resample(v.ctx, p, viewer, hosts.SeedOf(v.src.Uint64()))
	if err != nil {
		if r := v.note(n.String()+": resample for "+viewer.String(), err); r != nil {
			v.noteFault(n, "resample for %s is refused with %s", viewer, r.Code)
		}
		return nil, false
	}
	return q, true
}

func (v *verifier) checkHiddenNow() {
	if !v.canResample() {
		return
	}
	for _, n := range v.secretsFirst() {
		if !v.more() {
			break
		}
		for _, viewer := range viewersOf(n.seats()) {
			for range 3 {
				q, ok := v.resampled(n, n.position(), viewer)
				if !ok || v.check.Status == Fail {
					break
				}
				v.sameNow(n, q, viewer)
				v.check.count("resampled positions", 1)
			}
		}
	}
	v.check.need("resampled positions")
}

// sameNow compares all that a viewer can ask in a position and in a resampled one.
func (v *verifier) sameNow(n *node, q hosts.Position, viewer core.Seat) {
	c := v.check
	v.calls++
	view, err := v.game.View(v.ctx, q, viewer)
	if err != nil {
		if refused := v.note(n.String()+": view of a resampled position", err); refused != nil {
			c.failAt(n, "what resample gives for %s is no position: view answers %v", viewer, refused)
		}
		return
	}
	shown, ok := v.view(n, n.position(), viewer)
	if where := difference(shown.Msgpack(), view.Msgpack()); ok && where != "" {
		c.failAt(n, "the view of %s depends on what is hidden from him: after resampling it differs at %s", viewer, where)
	}
	if v.game.Offers(abi.Describe) {
		a, ok1 := v.describe(n, n.position(), viewer)
		b, ok2 := v.describe(n, q, viewer)
		if ok1 && ok2 && a != b {
			c.failAt(n, "the text for %s depends on what is hidden from him: %q, after resampling %q", viewer, a, b)
		}
	}
	for _, seat := range append(seatsOf(n.seats()), core.Chance) {
		if !isSeat(v.m, seat) {
			continue
		}
		list, ok := v.legalMoves(n, q, seat)
		own, _ := n.step.Moves(seat)
		switch {
		case !ok:
		case (list.Len() > 0) != (own.Len() > 0):
			c.failAt(n, "whether %s acts depends on what is hidden from %s", seat, viewer)
		case seat == viewer && !sameLists(own, list):
			c.failAt(n, "the legal moves of %s depend on what is hidden from him: %s; after resampling: %s", viewer, listText(own), listText(list))
		}
	}
	if viewer >= 0 {
		v.sameRefusals(n, q, viewer)
	}
}

// sameRefusals compares what a seat is told of moves of the domain.
func (v *verifier) sameRefusals(n *node, q hosts.Position, viewer core.Seat) {
	tries := 24
	if !n.step.Actors.Has(viewer) {
		tries = 4
	}
	own, _ := n.step.Moves(viewer)
	for range tries {
		var move hosts.Move
		switch {
		case own.Len() > 0 && v.src.Below(2) == 0:
			move, _ = v.mutated(own.At(v.src.Below(own.Len())))
		case len(v.domain) > 0:
			move = v.domain[v.src.Below(len(v.domain))]
		default:
			return
		}
		a, refusedA := v.apply(v.game, n, n.position(), viewer, move, hosts.Look{})
		b, refusedB := v.apply(v.game, n, q, viewer, move, hosts.Look{})
		if a == nil && refusedA == nil || b == nil && refusedB == nil {
			continue // a fault, which is noted
		}
		if refusalText(refusedA) != refusalText(refusedB) {
			v.check.failAt(n, "how %s of %s is answered depends on what is hidden from him: %s; after resampling: %s", move, viewer,
				refusalText(refusedA), refusalText(refusedB))
			return
		}
		if refusedA != nil {
			v.check.count("refusals", 1)
		}
	}
}

func refusalText(r *hosts.RuleError) string {
	if r == nil {
		return "accepted"
	}
	return "refused with " + r.Code + " (" + r.Detail + ")"
}

func (v *verifier) checkHiddenLater() {
	if !v.canResample() {
		return
	}
	for _, n := range v.secretsFirst() {
		if !v.more() {
			break
		}
		for _, viewer := range viewersOf(n.seats()) {
			if v.check.Status == Fail {
				return
			}
			for range 2 {
				if q, ok := v.resample(n, n.position(), viewer); ok && n.step.Actors != 0 {
					v.walk(n, q, viewer)
				}
			}
			if n.from != nil && viewer != n.seat {
				v.otherMoves(n, viewer)
			}
		}
	}
	v.check.need("steps compared")
}

// reveals says whether an event discloses what was hidden.
func (v *verifier) reveals(e hosts.Event) bool {
	name := e.Type()
	return slices.ContainsFunc(v.m.Events, func(k core.EventKind) bool { return k.Reveals && k.Name == name })
}

// told are the events of a step that a viewer sees, up to the first that reveals something. revealed says whether there is one.
func (v *verifier) told(step *hosts.Step, viewer core.Seat) (list []string, revealed bool) {
	for _, e := range step.Events(viewer) {
		if v.reveals(e) {
			return list, true
		}
		list = append(list, e.String())
	}
	return list, false
}

// walk plays the same moves and chance outcomes in a position and in a resampled one.
func (v *verifier) walk(n *node, q hosts.Position, viewer core.Seat) {
	c := v.check
	p, actors := n, n.step.Actors
	moves := func(seat core.Seat) (a, b hosts.Moves, ok bool) {
		a, ok1 := v.legalMoves(p, p.position(), seat)
		b, ok2 := v.legalMoves(p, q, seat)
		return a, b, ok1 && ok2
	}
	if !v.alike(n, q, viewer) {
		return // which hidden_now tells
	}
	for range 12 {
		if actors == 0 {
			return
		}
		for range v.src.Below(actors.Len()) {
			actors = actors.Rest()
		}
		seat := actors.First()
		a, b, ok := moves(seat)
		if !ok {
			return
		}
		move, found := v.common(a, b)
		if !found {
			return // nothing can be done in both
		}
		look := lookAtAll(n.seats())
		one, _ := v.apply(v.game, p, p.position(), seat, move, look)
		two, _ := v.apply(v.game, p, q, seat, move, look)
		if one == nil || two == nil || !sameDraws(one, two) {
			return
		}
		p = &node{start: n.start, ply: p.ply + 1, from: p.position(), seat: seat, move: move, step: one}
		if !v.sameStep(p, one, two, viewer) || c.Status == Fail {
			return
		}
		c.count("steps compared", 1)
		q, actors = two.Position, one.Actors
	}
}

// alike says whether a viewer sees, and may do, the same in a position and in a resampled one.
func (v *verifier) alike(n *node, q hosts.Position, viewer core.Seat) bool {
	a, ok1 := v.view(n, n.position(), viewer)
	b, ok2 := v.view(n, q, viewer)
	if !ok1 || !ok2 || !bytes.Equal(a.Msgpack(), b.Msgpack()) {
		return false
	}
	if viewer < 0 {
		return true
	}
	x, ok1 := v.legalMoves(n, n.position(), viewer)
	y, ok2 := v.legalMoves(n, q, viewer)
	return ok1 && ok2 && sameLists(x, y)
}

// common draws a move that is in both lists.
func (v *verifier) common(a, b hosts.Moves) (hosts.Move, bool) {
	if a.Len() == 0 {
		return hosts.Move{}, false
	}
	in := listed(b)
	from := v.src.Below(a.Len())
	for i := range a.Len() {
		if move := a.At((from + i) % a.Len()); in[string(move.Msgpack())] {
			return move, true
		}
	}
	return hosts.Move{}, false
}

// sameDraws says whether the rules drew the same: only then can what follows be compared.
func sameDraws(a, b *hosts.Step) bool {
	x, y := a.Draws(), b.Draws()
	return slices.EqualFunc(x, y, hosts.Move.Equal)
}

// sameStep compares what a viewer gets of two steps. It returns false once something was revealed to him.
func (v *verifier) sameStep(n *node, a, b *hosts.Step, viewer core.Seat) bool {
	c := v.check
	x, revealedA := v.told(a, viewer)
	y, revealedB := v.told(b, viewer)
	if revealedA || revealedB {
		short := min(len(x), len(y))
		x, y = x[:short], y[:short]
	}
	if i := firstOther(x, y); i >= 0 {
		c.failAt(n, "an event that %s sees depends on what is hidden from him: %s; after resampling: %s", viewer, at(x, i), at(y, i))
		return false
	}
	if revealedA || revealedB {
		return false
	}
	viewA, _ := a.View(viewer)
	viewB, _ := b.View(viewer)
	if where := difference(viewA.Msgpack(), viewB.Msgpack()); where != "" {
		c.failAt(n, "the move shows %s what was hidden from him, and no event reveals it: his view differs at %s", viewer, where)
		return false
	}
	listA, _ := a.Moves(viewer)
	listB, _ := b.Moves(viewer)
	switch {
	case a.Actors != b.Actors, outcomeText(a.Outcome) != outcomeText(b.Outcome):
		c.failAt(n, "the move shows who acts next, or how the game ends, by what is hidden from %s, and no event reveals it", viewer)
	case !sameLists(listA, listB):
		c.failAt(n, "the move gives %s other legal moves by what is hidden from him, and no event reveals it: %s; after resampling: %s",
			viewer, listText(listA), listText(listB))
	default:
		return true
	}
	return false
}

// firstOther is the first place in which two lists differ, -1 if there is none.
func firstOther(x, y []string) int {
	for i := range max(len(x), len(y)) {
		if i >= len(x) || i >= len(y) || x[i] != y[i] {
			return i
		}
	}
	return -1
}

func at(list []string, i int) string {
	if i < len(list) {
		return list[i]
	}
	return "nothing"
}

// otherMoves: if resample says that, for all a viewer knows, another move might have been made, then what he was told when it
// was made must be the same.
func (v *verifier) otherMoves(n *node, viewer core.Seat) {
	list, ok := v.legalMoves(n, n.from, n.seat)
	if !ok || list.Len() < 2 {
		return
	}
	told, revealed := v.told(n.step, viewer)
	if revealed {
		return
	}
	own, _ := n.step.View(core.Referee)
	possible := map[string]bool{}
	for range 48 {
		q, ok := v.resample(n, n.position(), viewer)
		if !ok {
			return
		}
		if view, ok := v.view(n, q, core.Referee); ok {
			possible[view.String()] = true
		}
	}
	if len(possible) < 2 {
		return
	}
	from := v.src.Below(list.Len())
	for i := range min(list.Len(), 48) {
		move := list.At((from + i) % list.Len())
		if move.Equal(n.move) {
			continue
		}
		other, _ := v.apply(v.game, n, n.from, n.seat, move, lookAtAll(n.seats()))
		if other == nil {
			return
		}
		view, _ := other.View(core.Referee)
		if !possible[view.String()] || view.String() == own.String() { // what leads to the same position tells nothing of it
			continue
		}
		v.check.count("other moves", 1)
		y, revealed := v.told(other, viewer)
		if j := firstOther(told, y); j >= 0 && !revealed {
			v.check.failAt(n, "%s is told what is hidden from him, for all that resample says: %s; had the move been %s: %s", viewer, at(told, j), move, at(y, j))
			return
		}
	}
}
