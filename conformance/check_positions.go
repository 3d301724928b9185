package conformance

import (
	"bytes"
	"errors"
	"slices"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
	"github.com/parley-rules/parley/hosts"
)

// layout is where the parts of a position lie.
type layout struct {
	head int // of magic, game and rules
	body int // where the body begins
	end  int // where it ends and the checksum begins
}

func layoutOf(p []byte) (l layout, ok bool) {
	if _, ok := abi.ParseHead(p); !ok {
		return l, false
	}
	at := 4
	for range 2 {
		at += 1 + int(p[at])
	}
	l.head = at
	at += 2
	if at+4 > len(p) {
		return l, false
	}
	at += 4 + int(wire.Uint32(p[at:])) + core.RandSize
	if at < 0 || at+4 > len(p) {
		return l, false
	}
	l.body = at + 4
	l.end = l.body + int(wire.Uint32(p[at:]))
	return l, l.end+8 == len(p) && wire.Uint64(p[l.end:]) == abi.Checksum(p[:l.end])
}

// seal makes the checksum right again.
func (l layout) seal(p []byte) { wire.PutUint64(p[l.end:], abi.Checksum(p[:l.end])) }

func (v *verifier) checkPositions() {
	c := v.check
	for _, n := range v.sample(anyNode) {
		if !v.more() {
			break
		}
		p := n.position()
		head, _ := abi.ParseHead(p)
		if _, ok := layoutOf(p); !ok || head.Game != v.m.Game || head.Rules != v.m.Rules || head.Seats != n.seats() {
			c.failAt(n, "the position has not the header, the lengths and the checksum of the ABI")
			return
		}
		if again, ok := v.rewritten(n, p); ok {
			c.count("rewritten", 1)
			if !bytes.Equal(again, p) {
				c.failAt(n, "read and written again, the position is another: byte %d of %d", firstDifference(p, again), len(p))
			}
		}
		v.alteredPosition(n)
		c.count("positions", 1)
	}
	c.need("positions")
	if !v.game.Offers(abi.Playout) {
		c.notProved("the module has no operation playout, which would write a position as it was read")
	}
}

// rewritten has a position read and written: a playout of no moves does that.
func (v *verifier) rewritten(n *node, p hosts.Position) (hosts.Position, bool) {
	if !v.game.Offers(abi.Playout) {
		return nil, false
	}
	var w wire.Writer
	w.Map(3)
	w.Str("position")
	w.Bin(p)
	w.Str("seed")
	w.Bin([]byte{1})
	w.Str("moves")
	w.Int(0)
	ok, refused := v.raw(v.game, n, abi.Playout, w.B)
	if refused != nil {
		v.noteFault(n, "a playout of no moves is refused with %s", refused.Code)
		return nil, false
	}
	r, _ := wire.NewReader(ok).Find("position")
	again, is := r.Bin()
	return again, is
}

func firstDifference(a, b []byte) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return i
		}
	}
	return min(len(a), len(b))
}

// alteredPosition: with any byte altered it is no position.
func (v *verifier) alteredPosition(n *node) {
	for range 24 {
		p := slices.Clone(n.position())
		at := v.src.Below(len(p))
		p[at] ^= byte(1 + v.src.Below(255))
		what := "with byte " + itoa(at) + " altered"
		if v.src.Below(6) == 0 {
			p = slices.Clone(n.position()[:at])
			what = "cut off after " + itoa(at) + " bytes"
		}
		v.calls++
		_, err := v.game.View(v.ctx, p, core.Spectator)
		if errors.Is(err, &hosts.RuleError{Code: "bad_position"}) {
			continue
		}
		if err == nil || v.note(n.String()+", "+what, err) != nil {
			v.check.failAt(n, "%s the position is not refused with bad_position (%v)", what, err)
		}
	}
	v.check.count("altered", 24)
}

func (v *verifier) checkForged() {
	c := v.check
	for _, n := range v.sample(anyNode) {
		if !v.more() {
			break
		}
		l, ok := layoutOf(n.position())
		if !ok {
			c.notProved("a position has not the layout of the ABI, see the check positions")
			return
		}
		for i := range 60 {
			p := slices.Clone(n.position())
			at := l.body
			switch {
			case l.body == l.end || i%10 == 0: // seats, chance mode, options or generator
				at = l.head + v.src.Below(l.body-4-l.head)
			case i < l.end-l.body:
				at += i
			default:
				at += v.src.Below(l.end - l.body)
			}
			switch v.src.Below(4) {
			case 0:
				p[at]++
			case 1:
				p[at]--
			case 2:
				p[at] = byte(v.src.Below(4))
			default:
				p[at] ^= byte(1 + v.src.Below(255))
			}
			if bytes.Equal(p, n.position()) {
				continue
			}
			l.seal(p)
			v.forgedPosition(n, p, at)
			if c.Status == Fail || v.ctx.Err() != nil {
				return
			}
		}
	}
	c.need("forged positions")
}

// forgedPosition: the rules refuse it as no position, or all goes well with it. What other checks have found in positions that
// came up in games is not told again.
func (v *verifier) forgedPosition(n *node, p hosts.Position, at int) {
	c := v.check
	c.count("forged positions", 1)
	view, err := v.game.View(v.ctx, p, core.Referee)
	v.calls++
	if errors.Is(err, &hosts.RuleError{Code: "bad_position"}) {
		return
	}
	bad := func(format string, args ...any) {
		c.failAt(n, "byte %d altered to %d: the position is accepted, and "+format, append([]any{at, p[at]}, args...)...)
	}
	if err != nil {
		bad("view answers %v", err)
		return
	}
	head, _ := abi.ParseHead(p)
	if !v.failed["view_types"] && !holds(v.m.View, view.Msgpack(), head.Seats) {
		bad("the referee's view is not of its type: %s", view)
		return
	}
	if again, ok := v.rewritten(n, p); ok && !v.failed["positions"] && !bytes.Equal(again, p) {
		bad("written again it has other bytes: byte %d", firstDifference(p, again))
		return
	}
	c.count("accepted", 1)
	if v.faults == "" && !v.failed["legality"] {
		v.playForged(p, head.Seats, bad)
	}
}

// playForged plays some moves from a position.
func (v *verifier) playForged(p hosts.Position, seats int, bad func(format string, args ...any)) {
	for range 6 {
		idle := true
		for _, seat := range append(seatsOf(seats), core.Chance) {
			if !isSeat(v.m, seat) {
				continue
			}
			v.calls += 2
			list, err := v.game.LegalMoves(v.ctx, p, seat)
			if err != nil {
				bad("legal_moves answers %v", err)
				return
			}
			if list.Len() == 0 {
				continue
			}
			idle = false
			move := list.At(v.src.Below(list.Len()))
			step, err := v.game.Apply(v.ctx, p, seat, move, hosts.Look{})
			if err != nil {
				bad("%s of %s, which is listed, answers %v", move, seat, err)
				return
			}
			if step.Outcome != nil {
				if what := outcomeFault(v.m, step.Outcome, seats); what != "" && !v.failed["outcome"] {
					bad("the game ends with %s, in which %s", outcomeText(step.Outcome), what)
				}
				return
			}
			p = step.Position
			break
		}
		if idle {
			return // it is over
		}
	}
}
