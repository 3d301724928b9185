package saboteurs

import (
	"bytes"
	"context"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
	"github.com/parley-rules/parley/hosts"
)

// The callers of this file have faults that the SDK does not let a game have, as a module made without it might: they change
// requests or answers of the sound game.

// changed is a Caller with a fault between the host and the rules.
type changed struct {
	hosts.Caller
	call func(ctx context.Context, c hosts.Caller, op abi.Op, request, response []byte) ([]byte, error)
}

func (c changed) Call(ctx context.Context, op abi.Op, request, response []byte) ([]byte, error) {
	return c.call(ctx, c.Caller, op, request, response)
}

// renamed changes a word in the answers of an operation to another one of the same length.
func renamed(from, to string) func(hosts.Caller) hosts.Caller {
	return func(c hosts.Caller) hosts.Caller {
		return changed{c, func(ctx context.Context, c hosts.Caller, op abi.Op, request, response []byte) ([]byte, error) {
			answer, err := c.Call(ctx, op, request, response)
			if op != abi.Manifest {
				answer = bytes.ReplaceAll(answer, []byte(from), []byte(to))
			}
			return answer, err
		}}
	}
}

// changedCode changes a code of refusals to another one.
func changedCode(from, to string) func(hosts.Caller) hosts.Caller {
	return func(c hosts.Caller) hosts.Caller {
		return changed{c, func(ctx context.Context, c hosts.Caller, op abi.Op, request, response []byte) ([]byte, error) {
			answer, err := c.Call(ctx, op, request, response)
			refused, _ := wire.NewReader(answer).Find("error")
			code, _ := refused.Find("code")
			if word, _ := code.Str(); string(word) == from {
				return errorAnswer(to, ""), err
			}
			return answer, err
		}}
	}
}

// leakingDetail tells in the detail of a refusal what seat 0 has laid.
func leakingDetail(c hosts.Caller) hosts.Caller {
	return changed{c, func(ctx context.Context, c hosts.Caller, op abi.Op, request, response []byte) ([]byte, error) {
		answer, err := c.Call(ctx, op, request, response)
		if err != nil || op != abi.Apply || !bytes.Contains(answer, []byte("no_such_number")) {
			return answer, err
		}
		position, _ := wire.NewReader(request).Find("position")
		p, _ := position.Bin()
		var ask wire.Writer
		ask.Map(2)
		ask.Str("position")
		ask.Bin(p)
		ask.Str("viewer")
		abi.WriteSeat(&ask, core.Referee)
		view, err := c.Call(ctx, abi.View, ask.B, nil)
		r, _ := wire.NewReader(view).Find("ok")
		bids, _ := r.Find("bids")
		bids.Array()
		number, _ := bids.Int()
		return errorAnswer("no_such_number", "it is not "+string(rune('0'+number))), err
	}}
}

func errorAnswer(code, detail string) []byte {
	var w wire.Writer
	w.Map(1)
	w.Str("error")
	w.Map(2)
	w.Str("code")
	w.Str(code)
	w.Str("detail")
	w.Str(detail)
	return w.B
}

// otherPlayout plays random moves by another seed than the one that it is given.
func otherPlayout(c hosts.Caller) hosts.Caller {
	return changed{c, func(ctx context.Context, c hosts.Caller, op abi.Op, request, response []byte) ([]byte, error) {
		if seed, ok := wire.NewReader(request).Find("seed"); ok && op == abi.Playout {
			if b, ok := seed.Bin(); ok && len(b) > 0 {
				request = bytes.Clone(request)
				request[bytes.LastIndex(request, b)] ^= 1
			}
		}
		return c.Call(ctx, op, request, response)
	}}
}

// checksumIgnored makes checksums right before it looks at them.
func checksumIgnored(c hosts.Caller) hosts.Caller {
	return changed{c, func(ctx context.Context, c hosts.Caller, op abi.Op, request, response []byte) ([]byte, error) {
		position, _ := wire.NewReader(request).Find("position")
		if p, ok := position.Bin(); ok && len(p) > 8 {
			at := bytes.Index(request, p)
			request = bytes.Clone(request)
			p = request[at : at+len(p)]
			wire.PutUint64(p[len(p)-8:], abi.Checksum(p[:len(p)-8]))
		}
		return c.Call(ctx, op, request, response)
	}}
}

// strictRequests refuses requests whose first key is not the one that it expects.
func strictRequests(c hosts.Caller) hosts.Caller {
	return changed{c, func(ctx context.Context, c hosts.Caller, op abi.Op, request, response []byte) ([]byte, error) {
		r := wire.NewReader(request)
		if n, ok := r.Map(); ok && n > 0 && op == abi.Apply {
			if key, _ := r.Str(); string(key) != "position" && bytes.Contains(request, []byte("position")) {
				return errorAnswer("bad_request", "position"), nil
			}
		}
		return c.Call(ctx, op, request, response)
	}}
}
