package conformance

import (
	"bytes"

	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/hosts"
)

// listed are the moves of a list, by their msgpack.
func listed(list hosts.Moves) map[string]bool {
	set := make(map[string]bool, list.Len())
	for i := range list.Len() {
		set[string(list.At(i).Msgpack())] = true
	}
	return set
}

func (v *verifier) checkLists() {
	c := v.check
	for _, n := range v.nodes {
		for set := n.step.Actors; set != 0; set = set.Rest() {
			list, _ := n.step.Moves(set.First())
			if len(listed(list)) != list.Len() {
				c.failAt(n, "the list of %s has a move twice: %s", set.First(), listText(list))
			}
			c.count("lists", 1)
		}
	}
	for _, n := range v.sample(openNode) {
		if !v.more() {
			break
		}
		seat := n.step.Actors.First()
		first, ok := v.legalMoves(n, n.position(), seat)
		for range 3 {
			again, ok2 := v.legalMoves(n, n.position(), seat)
			if ok && ok2 && !sameLists(first, again) {
				c.failAt(n, "asked again, the list of %s is another: %s, then %s", seat, listText(first), listText(again))
			}
		}
		c.count("lists asked again", 1)
	}
	c.need("lists")
}

func sameLists(a, b hosts.Moves) bool {
	if a.Len() != b.Len() {
		return false
	}
	for i := range a.Len() {
		if !a.At(i).Equal(b.At(i)) || a.Weight(i) != b.Weight(i) {
			return false
		}
	}
	return true
}

func listText(list hosts.Moves) string {
	s := ""
	for i := range min(list.Len(), 12) {
		if i > 0 {
			s += "; "
		}
		s += list.At(i).String()
	}
	if list.Len() > 12 {
		s += "; and " + itoa(list.Len()-12) + " more"
	}
	return s
}

func (v *verifier) checkLegality() {
	c := v.check
	for _, n := range v.sample(openNode) {
		if !v.more() {
			break
		}
		for set := n.step.Actors; set != 0; set = set.Rest() {
			v.legalityOf(n, set.First())
		}
		c.count("positions", 1)
	}
	c.need("positions")
}

// legalityOf tries the whole domain, the listed moves that it does not have, and mutations of listed ones.
func (v *verifier) legalityOf(n *node, seat core.Seat) {
	c := v.check
	list, ok := n.step.Moves(seat)
	if !ok {
		return
	}
	set := listed(list)
	try := func(move hosts.Move) bool {
		step, refused := v.apply(v.game, n, n.position(), seat, move, hosts.Look{})
		switch legal := set[string(move.Msgpack())]; {
		case step != nil && !legal:
			c.failAt(n, "%s may play %s, which is not in its list: %s", seat, move, listText(list))
		case refused != nil && legal:
			c.failAt(n, "%s is listed for %s and refused: %v", move, seat, refused)
		}
		return c.Status != Fail
	}
	found := 0
	for _, move := range v.domain {
		if set[string(move.Msgpack())] {
			found++
		}
		if !try(move) {
			return
		}
	}
	c.count(v.domainText(), len(v.domain))
	if v.whole {
		if found < len(set) {
			c.failAt(n, "%s has moves in its list that are not of the manifest's form: %s", seat, listText(list))
		}
		return
	}
	for i := range min(list.Len(), 60) {
		if list.Len() > 60 {
			i = v.src.Below(list.Len())
		}
		if !try(list.At(i)) {
			return
		}
		if other, ok := v.mutated(list.At(i)); ok && !try(other) {
			return
		}
	}
	c.count("listed and mutated moves", 2*min(list.Len(), 60))
}

func (v *verifier) checkLook() {
	c := v.check
	for _, n := range v.sample(anyNode) {
		if !v.more() {
			break
		}
		for set := n.step.Actors; set != 0; set = set.Rest() {
			list, ok := v.legalMoves(n, n.position(), set.First())
			if shown, _ := n.step.Moves(set.First()); ok && !sameLists(list, shown) {
				c.failAt(n, "the step lists for %s: %s; legal_moves lists: %s", set.First(), listText(shown), listText(list))
			}
		}
		for _, viewer := range everybody(n.seats()) {
			view, ok := v.view(n, n.position(), viewer)
			if shown, _ := n.step.View(viewer); ok && !bytes.Equal(view.Msgpack(), shown.Msgpack()) {
				c.failAt(n, "the step and view show %s different things: %s", viewer, difference(shown.Msgpack(), view.Msgpack()))
			}
		}
		// Looking changes nothing of the rest.
		if n.from != nil {
			if step, _ := v.apply(v.game, n, n.from, n.seat, n.move, hosts.Look{}); step != nil && !bytes.Equal(step.Position, n.position()) {
				c.failAt(n, "the move leads to another position when nobody looks")
			}
		}
		c.count("positions", 1)
	}
	c.need("positions")
}

func (v *verifier) checkMovesKept() {
	c := v.check
	for _, n := range v.nodes {
		if n.from == nil {
			continue
		}
		if bytes.Equal(n.from, n.position()) {
			c.failAt(n, "the move has changed nothing in the position: it is lost")
		}
		c.count("moves", 1)
	}
	c.need("moves")
}
