package conformance

import (
	"bytes"

	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/hosts"
)

func (v *verifier) checkSimultaneous() {
	c := v.check
	for _, n := range v.sample(func(n *node) bool { return n.step.Actors.Len() > 1 && !n.step.Actors.Has(core.Chance) }) {
		if !v.more() {
			break
		}
		var order []decision
		for set := n.step.Actors; set != 0; set = set.Rest() {
			list, _ := n.step.Moves(set.First())
			if list.Len() == 0 {
				continue
			}
			move := list.At(v.pick(list))
			if step, _ := v.apply(v.game, n, n.position(), set.First(), move, hosts.Look{}); step != nil {
				order = append(order, decision{set.First(), move})
			}
		}
		first := v.inOrder(n, order)
		for range 2 {
			v.src.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
			again := v.inOrder(n, order)
			if first != nil && again != nil && !bytes.Equal(first.Position, again.Position) {
				a, _ := first.View(core.Referee)
				b, _ := again.View(core.Referee)
				c.failAt(n, "the order in which seats act that act at once matters: %s (%s)", decisionsText(order), difference(a.Msgpack(), b.Msgpack()))
			}
			c.count("orders", 1)
		}
	}
	if !v.m.Features.Simultaneous {
		c.notOffered("seats never act at once")
		return
	}
	c.need("orders")
}

// decision is a move of a seat.
type decision struct {
	seat core.Seat
	move hosts.Move
}

func decisionsText(list []decision) string {
	s := ""
	for i, d := range list {
		if i > 0 {
			s += ", then "
		}
		s += d.seat.String() + " " + d.move.String()
	}
	return s
}

// inOrder plays the moves of seats that act at once.
func (v *verifier) inOrder(n *node, order []decision) *hosts.Step {
	step := n.step
	for _, d := range order {
		next, refused := v.apply(v.game, n, step.Position, d.seat, d.move, lookAtAll(n.seats()))
		if next == nil {
			if refused != nil {
				v.check.failAt(n, "seats act at once, and after one has moved another may not: in the order %s, %s is refused: %v",
					decisionsText(order), d.move, refused)
			}
			return nil
		}
		step = next
	}
	return step
}
