package conformance

import (
	"fmt"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
	"github.com/parley-rules/parley/hosts"
)

// raw makes a call with a request in bytes and returns what is ok in the answer, or the refusal. Both are nil after a fault, which
// is noted.
func (v *verifier) raw(g *hosts.Game, n *node, op abi.Op, request []byte) (ok []byte, refused *hosts.RuleError) {
	v.calls++
	what := func() string { return fmt.Sprintf("%s: %s with the request %s", n, op, show(request)) }
	response, err := g.Caller().Call(v.ctx, op, request, nil)
	if err != nil {
		v.note(what(), err)
		return nil, nil
	}
	ok, refused, err = readAnswer(response)
	if err != nil {
		v.note(what(), err)
		return nil, nil
	}
	if refused != nil && v.note(what(), refused) == nil {
		return nil, nil
	}
	return ok, refused
}

// readAnswer tells {ok: ...} from {error: {code, detail}}. The error is a *hosts.ABIError for anything else.
func readAnswer(response []byte) (ok []byte, refused *hosts.RuleError, err error) {
	bad := &hosts.ABIError{Have: "its answer is not {ok: ...} or {error: {code, detail}}: " + show(response), Hint: "report it to the module's author"}
	if wire.CheckDepth(response, abi.MaxManifestDepth) != wire.Fine {
		return nil, nil, bad
	}
	r := wire.NewReader(response)
	if n, isMap := r.Map(); !isMap || n != 1 {
		return nil, nil, bad
	}
	switch key, _ := r.Str(); string(key) {
	case "ok":
		ok, _ = r.Raw()
		return ok, nil, nil
	case "error":
		c, _ := r.Find("code")
		d, _ := r.Find("detail")
		code, ok1 := c.Str()
		detail, ok2 := d.Str()
		if ok1 && ok2 {
			return nil, &hosts.RuleError{Code: string(code), Detail: string(detail)}, nil
		}
	}
	return nil, nil, bad
}

// field is a key of a request with its value in msgpack.
type field struct {
	key   string
	value []byte
}

func requestOf(fields ...field) []byte {
	var w wire.Writer
	w.Map(len(fields))
	for _, f := range fields {
		w.Str(f.key)
		w.Raw(f.value)
	}
	return w.B
}

func binField(key string, b []byte) field { return field{key, wire.AppendBin(nil, b)} }

func intField(key string, n int) field { return field{key, wire.AppendInt(nil, int64(n))} }

func seatField(key string, s core.Seat) field {
	var w wire.Writer
	abi.WriteSeat(&w, s)
	return field{key, w.B}
}

func lookField(seats int) field {
	var w wire.Writer
	w.Map(2)
	w.Str("moves")
	w.Bool(true)
	w.Str("views")
	w.Array(seats + 2)
	for _, viewer := range everybody(seats) {
		abi.WriteSeat(&w, viewer)
	}
	return field{"look", w.B}
}

// applyFields are those of the request that led to a node.
func (n *node) applyFields() []field {
	return []field{binField("position", n.from), seatField("seat", n.seat), {"move", n.move.Msgpack()}, lookField(n.seats())}
}

// question is a request whose answer must always be the same.
type question struct {
	op      abi.Op
	request []byte
}

// questions are requests of all operations about a node. The answer to the first is that which led to it.
func (v *verifier) questions(n *node) []question {
	var list []question
	ask := func(op abi.Op, fields ...field) {
		if v.game.Offers(op) {
			list = append(list, question{op, requestOf(fields...)})
		}
	}
	if n.from != nil {
		ask(abi.Apply, n.applyFields()...)
	} else {
		g := n.start.game
		chance := "auto"
		if g.HostChance {
			chance = "host"
		}
		options := g.Options
		if options == nil {
			options = []byte{0xc0}
		}
		ask(abi.Init, intField("seats", g.Seats), binField("seed", g.Seed), field{"options", options},
			field{"chance", wire.AppendStr(nil, chance)}, lookField(g.Seats))
	}
	p, seed := binField("position", n.position()), binField("seed", hosts.SeedOf(v.src.Uint64()))
	for _, seat := range seatsOf(n.seats()) {
		ask(abi.LegalMoves, p, seatField("seat", seat))
	}
	for _, viewer := range everybody(n.seats()) {
		ask(abi.View, p, seatField("viewer", viewer))
		ask(abi.Describe, p, seatField("viewer", viewer))
		if viewer != core.Referee {
			ask(abi.Resample, p, seatField("viewer", viewer), seed)
		}
	}
	ask(abi.Playout, p, seed, intField("moves", v.src.Below(30)))
	return list
}
