package conformance

import (
	"slices"
	"time"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/hosts"
)

func (v *verifier) checkOutcome() {
	c := v.check
	higher, lower := "", "" // games in which the higher, or the lower score was the better one
	for _, n := range v.nodes {
		o := n.step.Outcome
		if (n.step.Actors == 0) != (o != nil) {
			c.failAt(n, "%d seats act, and there is %s", n.step.Actors.Len(), outcomeText(o))
			continue
		}
		if o == nil {
			continue
		}
		c.count("outcomes", 1)
		if what := outcomeFault(v.m, o, n.seats()); what != "" {
			c.failAt(n, "%s: %s", what, outcomeText(o))
			continue
		}
		if v.declared.unscored(o.Reason) {
			continue
		}
		for i := range o.Scores {
			for j := range o.Scores {
				switch {
				case o.Places[i] >= o.Places[j]:
				case o.Scores[i] > o.Scores[j]:
					higher = outcomeText(o)
				case o.Scores[i] < o.Scores[j]:
					lower = outcomeText(o)
				}
			}
		}
		if higher != "" && lower != "" {
			c.failAt(n, "the better place has the higher score in %s, and the lower one in %s", higher, lower)
		}
	}
	for _, n := range v.sample(overNode) {
		if !v.more() {
			break
		}
		v.overForGood(n)
	}
	c.need("outcomes")
}

// overForGood: in a finished game nobody can do anything.
func (v *verifier) overForGood(n *node) {
	if n.from == nil {
		return
	}
	for _, seat := range append(seatsOf(n.seats()), core.Chance) {
		step, refused := v.apply(v.game, n, n.position(), seat, n.move, hosts.Look{})
		switch {
		case step != nil:
			v.check.failAt(n, "the game is over, and %s may still move", seat)
		case refused != nil && refused.Code != "game_over":
			v.check.failAt(n, "the game is over, and a move of %s is refused with %s: wanted game_over", seat, refused.Code)
		}
	}
}

// outcomeFault says in what the parts of an outcome do not agree, "" if they do.
func outcomeFault(m *core.Manifest, o *hosts.Outcome, seats int) string {
	if !slices.Contains(m.EndReasons, o.Reason) {
		return "the reason " + o.Reason + " is not in the manifest"
	}
	if len(o.Places) != seats || o.Scores != nil && len(o.Scores) != seats {
		return "there must be one place, and one score, for each seat"
	}
	var first []int
	for seat, place := range o.Places {
		better := 0
		distinct := map[int]bool{}
		for _, p := range o.Places {
			if p < place {
				better++
				distinct[p] = true
			}
		}
		// With teams each team that did better counts once, and such a team has at least one seat.
		if place < 1+len(distinct) || place > 1+better {
			return "seat " + itoa(seat) + " has a place that does not say how many did better"
		}
		if place == 1 {
			first = append(first, seat)
		}
	}
	if len(o.Winners) > 0 && !slices.Equal(o.Winners, first) {
		return "the winners are not the seats of place 1"
	}
	return ""
}

func outcomeText(o *hosts.Outcome) string {
	if o == nil {
		return "no outcome"
	}
	s := "the outcome " + o.Reason + ", winners " + ints(o.Winners) + ", places " + ints(o.Places)
	if o.Scores != nil {
		s += ", scores " + ints(o.Scores)
	}
	return s
}

func ints(list []int) string {
	s := "["
	for i, x := range list {
		if i > 0 {
			s += " "
		}
		s += itoa(x)
	}
	return s + "]"
}

func (v *verifier) checkTermination() {
	c := v.check
	for _, s := range v.starts {
		if c.Status == Fail || v.ctx.Err() != nil || c.Counts["games"] >= atLeast && time.Since(v.from) > v.o.Time {
			break
		}
		n := &node{start: s, step: s.step}
		played, ended, ok := v.playOut(n)
		if !ok {
			continue
		}
		if !ended {
			c.failAt(n, "a random game has not ended after %d moves", played)
		}
		c.count("games", 1)
		c.count("moves", played)
	}
	c.need("games")
}

// playOut plays to the end by chance, inside the module if that can be. ok is false after a fault, which is noted.
func (v *verifier) playOut(n *node) (played int, ended, ok bool) {
	if v.game.Offers(abi.Playout) {
		v.calls++
		out, err := v.game.Playout(v.ctx, n.position(), hosts.SeedOf(v.src.Uint64()), v.o.MaxMoves)
		if err != nil {
			v.note(n.String()+": playout", err)
			return 0, false, false
		}
		return out.Moves, out.Outcome != nil, true
	}
	at := n
	for played = range v.o.MaxMoves {
		if at.step.Actors == 0 {
			return played, true, true
		}
		next := v.next(at, at.step)
		if next == nil || v.ctx.Err() != nil {
			return played, false, false
		}
		at = next
	}
	return v.o.MaxMoves, at.step.Actors == 0, true
}
