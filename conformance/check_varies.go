package conformance

import (
	"slices"

	"github.com/parley-rules/parley/core"
)

// hidden are the parts of the referee's view that a viewer does not see, without those that are declared to be known always.
func (v *verifier) hidden(n *node, viewer core.Seat) []leaf {
	all, _ := n.step.View(core.Referee)
	own, _ := n.step.View(viewer)
	seen := map[string]string{}
	for _, l := range leaves(own.Msgpack()) {
		seen[l.path] = l.value
	}
	var list []leaf
	for _, l := range leaves(all.Msgpack()) {
		if value, ok := seen[l.path]; ok && value == l.value {
			continue
		}
		if e := v.declared.determined(l.path, viewer); e == nil || e.Sometimes {
			list = append(list, l)
		}
	}
	return list
}

func (v *verifier) checkHiddenVaries() {
	c := v.check
	if !v.canResample() {
		return
	}
	varied := map[*Exception]bool{} // whether what is declared to be known sometimes ever varied
	for _, n := range v.secretsFirst() {
		if !v.more() {
			break
		}
		for _, viewer := range viewersOf(n.seats()) {
			hidden := v.hidden(n, viewer)
			c.count("views", 1)
			c.count("hidden values", len(hidden))
			stuck := v.neverVary(n, viewer, hidden)
			for _, l := range hidden {
				e := v.declared.determined(l.path, viewer)
				isStuck := slices.Contains(stuck, l)
				switch {
				case e != nil:
					varied[e] = varied[e] || !isStuck
				case isStuck:
					c.failAt(n, "%s does not see %s (%s), and it is the same in %d resampled positions: resample must vary it, or declare it as determined",
						viewer, l.path, show([]byte(l.value)), resamples)
					return
				}
			}
		}
	}
	for e, ever := range varied {
		if !ever {
			c.fail("%s is declared to be known sometimes, and never varied", e.Path)
		}
	}
	c.need("views")
	if v.m.Features.Hidden {
		c.need("hidden values")
	}
}

// neverVary returns the hidden parts that have the same value in all resampled positions.
func (v *verifier) neverVary(n *node, viewer core.Seat, hidden []leaf) []leaf {
	hidden = slices.Clone(hidden)
	for range resamples {
		if len(hidden) == 0 {
			break
		}
		q, ok := v.resampled(n, n.position(), viewer)
		if !ok {
			return nil
		}
		v.calls++
		view, err := v.game.View(v.ctx, q, core.Referee)
		if err != nil {
			return nil // hidden_now tells of positions that are none
		}
		now := map[string]string{}
		for _, l := range leaves(view.Msgpack()) {
			now[l.path] = l.value
		}
		hidden = slices.DeleteFunc(hidden, func(l leaf) bool {
			value, ok := now[l.path]
			return !ok || value != l.value
		})
	}
	return hidden
}
