package conformance

import (
	"bytes"
	"slices"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
	"github.com/parley-rules/parley/hosts"
)

// moveCodes are the codes that a move may be refused with, apart from the game's own.
var moveCodes = []string{"game_over", "bad_seat", "malformed", "not_actor", "wrong_move_type"}

func (v *verifier) checkErrors() {
	c := v.check
	for _, n := range v.sample(appliedNode) {
		if !v.more() {
			break
		}
		// The right move before and after each that is refused leads to the same step.
		v.refusals(n)
		step, _ := v.apply(v.game, n, n.from, n.seat, n.move, lookAtAll(n.seats()))
		if step != nil && !bytes.Equal(step.Raw(), n.step.Raw()) {
			c.failAt(n, "after moves that were refused, the answer is another: %s", answersDiffer(n.step.Raw(), step.Raw()))
		}
		c.count("positions", 1)
	}
	c.need("positions")
}

// refusals tries moves that are none, moves of seats that do not act, and moves of the domain, in the position before a node.
func (v *verifier) refusals(n *node) {
	c := v.check
	for _, t := range v.badMoves(n) {
		answer, refused := v.raw(v.game, n, abi.Apply, requestOf(binField("position", n.from), field{"seat", t.seat}, field{"move", t.move}))
		switch {
		case answer != nil:
			c.failAt(n, "%s is accepted before it: wanted %s", t.what, t.code)
		case refused != nil && refused.Code != t.code:
			c.failAt(n, "%s is refused before it with %s: wanted %s", t.what, refused.Code, t.code)
		}
		c.count("bad moves", 1)
	}
	for range 30 {
		if len(v.domain) == 0 {
			break
		}
		move := v.domain[v.src.Below(len(v.domain))]
		seat := core.Seat(v.src.Below(n.seats()))
		_, refused := v.apply(v.game, n, n.from, seat, move, hosts.Look{})
		if refused == nil {
			continue
		}
		if code, ok := v.m.CodeOf(refused.Code); !ok || code < core.FirstCode && !slices.Contains(moveCodes, refused.Code) {
			c.failAt(n, "%s of %s is refused before it with %s, which is neither a common code of moves nor in the manifest", move, seat, refused.Code)
		}
		if len(refused.Detail) > 64 {
			c.failAt(n, "the detail of a refusal has %d bytes, more than 64", len(refused.Detail))
		}
		c.count("refusals", 1)
	}
}

type badMove struct {
	what       string
	seat, move []byte
	code       string
}

// badMoves are moves with the codes that every game gives them.
func (v *verifier) badMoves(n *node) []badMove {
	seat := seatField("seat", n.seat).value
	list := []badMove{
		{"the move of a seat that does not exist", []byte{byte(n.seats())}, n.move.Msgpack(), "bad_seat"},
		{"the move of the spectator", wire.AppendStr(nil, "spectator"), n.move.Msgpack(), "bad_seat"},
	}
	if n.seats() >= core.MaxSeats {
		list = list[1:]
	}
	unknown := wire.AppendStr(wire.AppendStr([]byte{0x81}, "type"), "no_move_has_this_name")
	surplus := namedWith(v.m, n.move, "no_move_has_this_key")
	long := slices.Clone(n.move.Msgpack())
	if long[0]&0xf0 == 0x90 && long[0] < 0x9f {
		long[0]++
		list = append(list, badMove{"an argument too many", seat, append(long, 0), "malformed"})
	}
	for _, raw := range [][]byte{{0xc0}, {5}, {0xa1, 'x'}, {0x90}, {0x80}, {0x91, 0xcc, 0xff}, {0x91, 0xc0}, {0x91, 0xff}, unknown, surplus} {
		list = append(list, badMove{"the move " + show(raw), seat, raw, "malformed"})
	}
	return list
}

// namedWith is a move in its named form with a key added.
func namedWith(m *core.Manifest, move hosts.Move, key string) []byte {
	named, ok := namedForm(m, move)
	if !ok {
		return []byte{0xc0}
	}
	r := wire.NewReader(named)
	n, _ := r.Map()
	return wire.AppendStr(wire.AppendStr(append(wire.AppendMap(nil, n+1), r.Rest()...), key), "")
}

// namedForm is a move in its named form in msgpack.
func namedForm(m *core.Manifest, move hosts.Move) ([]byte, bool) {
	text, err := move.MarshalJSON()
	if err != nil {
		return nil, false
	}
	raw, err := hosts.FromJSON(text)
	return raw, err == nil && len(raw) > 0
}

func (v *verifier) checkRequests() {
	c := v.check
	for _, n := range v.sample(appliedNode) {
		if !v.more() {
			break
		}
		v.otherForms(n)
		v.malformedRequests(n)
		c.count("positions", 1)
	}
	c.need("positions")
}

// otherForms: a request may have its keys in any order, numbers of any width and keys that nobody knows, a move its named form.
func (v *verifier) otherForms(n *node) {
	c := v.check
	fields := n.applyFields()
	forms := map[string][]byte{}
	turned := slices.Clone(fields)
	slices.Reverse(turned)
	forms["with its keys in another order"] = requestOf(turned...)
	forms["with an unknown key"] = requestOf(append(slices.Clone(fields), field{"no_request_has_this_key", []byte{0x92, 1, 0xc0}})...)
	wide := slices.Clone(fields)
	for i := range wide {
		r := wire.NewReader(wide[i].value)
		wide[i].value = widened(nil, &r)
	}
	forms["with wide numbers and lengths"] = requestOf(wide...)
	if named, ok := namedForm(v.m, n.move); ok {
		form := slices.Clone(fields)
		form[2].value = named
		forms["with the move in its named form"] = requestOf(form...)
	}
	want := n.step.Raw()
	for how, request := range forms {
		v.calls++
		got, err := v.game.Caller().Call(v.ctx, abi.Apply, request, nil)
		if err != nil {
			v.note(n.String()+": apply "+how, err)
		} else if !bytes.Equal(got, want) {
			c.failAt(n, "the same request %s has another answer: %s", how, answersDiffer(want, got))
		}
		c.count("other forms", 1)
	}
}

// widened copies a value with all numbers and lengths in wide forms.
func widened(b []byte, r *wire.Reader) []byte {
	switch r.Kind() {
	case wire.Int:
		x, _ := r.Int()
		b = append(b, 0xd3)
		for shift := 56; shift >= 0; shift -= 8 {
			b = append(b, byte(int64(x)>>shift))
		}
	case wire.Str:
		s, _ := r.Str()
		b = append(append(b, 0xdb, 0, 0, byte(len(s)>>8), byte(len(s))), s...)
	case wire.Bin:
		s, _ := r.Bin()
		b = append(append(b, 0xc6, byte(len(s)>>24), byte(len(s)>>16), byte(len(s)>>8), byte(len(s))), s...)
	case wire.Array:
		n, _ := r.Array()
		b = append(b, 0xdd, 0, 0, byte(n>>8), byte(n))
		for range n {
			b = widened(b, r)
		}
	case wire.Map:
		n, _ := r.Map()
		b = append(b, 0xdf, 0, 0, byte(n>>8), byte(n))
		for range 2 * n {
			b = widened(b, r)
		}
	default:
		raw, _ := r.Raw()
		b = append(b, raw...)
	}
	return b
}

// malformedRequests are answered with the codes of the ABI.
func (v *verifier) malformedRequests(n *node) {
	p, seat, move := binField("position", n.from), seatField("seat", n.seat), field{"move", n.move.Msgpack()}
	whole := requestOf(p, seat, move)
	twice := requestOf(p, seat, move, seat)
	deep := append(bytes.Repeat([]byte{0x91}, 20), 0xc0)
	float := []byte{0xcb, 0, 0, 0, 0, 0, 0, 0, 0}
	for _, t := range []struct {
		what    string
		op      abi.Op
		request []byte
		code    string
	}{
		{"nothing", abi.Apply, nil, "bad_request"},
		{"no map", abi.Apply, []byte{0x90}, "bad_request"},
		{"half a request", abi.Apply, whole[:len(whole)/2], "bad_request"},
		{"a request with a byte behind it", abi.Apply, append(slices.Clone(whole), 0xc0), "bad_request"},
		{"a request with a key twice", abi.Apply, twice, "bad_request"},
		{"a request with a float", abi.Apply, requestOf(p, seat, field{"move", append([]byte{0x91}, float...)}), "bad_request"},
		{"a request that is nested too deeply", abi.Apply, requestOf(p, seat, field{"move", deep}), "too_large"},
		{"a request without its position", abi.Apply, requestOf(seat, move), "bad_request"},
		{"a request without its seat", abi.Apply, requestOf(p, move), "bad_request"},
		{"a position that is text", abi.View, requestOf(field{"position", wire.AppendStr(nil, "PLY")}, seatField("viewer", 0)), "bad_request"},
		{"an empty position", abi.View, requestOf(binField("position", nil), seatField("viewer", 0)), "bad_position"},
		{"a viewer that does not exist", abi.View, requestOf(p, field{"viewer", wire.AppendStr(nil, "nobody")}), "bad_viewer"},
		{"a seat that does not exist", abi.LegalMoves, requestOf(p, field{"seat", wire.AppendStr(nil, "nobody")}), "bad_seat"},
		{"a start without a seed", abi.Init, requestOf(intField("seats", n.seats())), "bad_request"},
		{"a start with an empty seed", abi.Init, requestOf(intField("seats", n.seats()), binField("seed", nil)), "bad_request"},
		{"a start with 99 seats", abi.Init, requestOf(intField("seats", 99), binField("seed", []byte{1})), "bad_player_count"},
		{"an unknown chance mode", abi.Init, requestOf(intField("seats", n.seats()), binField("seed", []byte{1}),
			field{"chance", wire.AppendStr(nil, "dice")}), "bad_request"},
		{"an unknown viewer to look at", abi.Apply, requestOf(p, seat, move, field{"look", []byte("\x81\xa5views\x91\xa6nobody")}), "bad_viewer"},
	} {
		answer, refused := v.raw(v.game, n, t.op, t.request)
		if answer != nil || refused != nil && refused.Code != t.code {
			v.check.failAt(n, "%s is not refused with %s: %v", t.what, t.code, refused)
		}
		v.check.count("malformed", 1)
	}
	// Bytes by chance are answered somehow; raw notes what is no answer.
	for range 10 {
		b := slices.Clone(whole)
		for range 1 + v.src.Below(3) {
			b[v.src.Below(len(b))] = byte(v.src.Below(256))
		}
		if op := abi.Ops[1+v.src.Below(len(abi.Ops)-1)]; v.game.Offers(op) {
			v.raw(v.game, n, op, b)
		}
	}
}
