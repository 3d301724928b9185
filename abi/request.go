package abi

import (
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
)

// request is a request as it was read. What it holds points into the request's bytes.
type request struct {
	seats      int
	seed       []byte
	options    []byte
	hostChance bool
	setup      []byte

	position []byte
	seat     core.Seat
	viewer   core.Seat
	move     wire.Reader
	count    int

	lookMoves bool
	lookViews bool
	views     wire.Reader // at the first of viewCount viewers
	viewCount int

	checker wire.Checker
}

// noSeat is a number that no seat has: what is not a seat, but reads well enough to be BadSeat.
const noSeat core.Seat = -100

const (
	hasSeats = 1 << iota
	hasSeed
	hasPosition
	hasSeat
	hasViewer
	hasMove
	hasCount
)

// needs says what an operation's request must have, in the order in which it is asked for.
var needs = [opCount]int{
	Init: hasSeats | hasSeed, LegalMoves: hasPosition | hasSeat, Apply: hasPosition | hasSeat | hasMove,
	View: hasPosition | hasViewer, Resample: hasPosition | hasViewer | hasSeed, Playout: hasPosition | hasSeed | hasCount,
	Describe: hasPosition | hasViewer,
}

var needNames = [...]string{"seats", "seed", "position", "seat", "viewer", "move", "moves"}

// The keys of requests have at most 8 characters, and are compared as numbers: the first character is the lowest byte.
const (
	askSeats    = 0x7374616573
	askSeed     = 0x64656573
	askOptions  = 0x736e6f6974706f
	askChance   = 0x65636e616863
	askSetup    = 0x7075746573
	askPosition = 0x6e6f697469736f70
	askSeat     = 0x74616573
	askViewer   = 0x726577656976
	askMove     = 0x65766f6d
	askMoves    = 0x7365766f6d
	askLook     = 0x6b6f6f6c
)

// keyWord is a key as a number, 0 for one that cannot be among them.
func keyWord(key []byte) (w uint64) {
	if len(key) > 8 {
		return 0
	}
	for i, c := range key {
		if c == 0 { // "seat\x00" is not "seat"
			return 0
		}
		w |= uint64(c) << (8 * i & 63)
	}
	return w
}

// parse reads a request. Keys that it does not know are ignored.
func (q *request) parse(op Op, b []byte) core.Refusal {
	// Only what may be missing is reset: clearing it all would cost more than reading it.
	q.options, q.setup, q.hostChance = nil, nil, false
	q.lookMoves, q.lookViews, q.viewCount = false, false, 0
	if len(b) > MaxRequest {
		return core.Refuse(core.TooLarge, "request")
	}
	switch p := q.checker.Check(b, wire.MaxDepth); p {
	case wire.Fine:
	case wire.TooDeep, wire.TooMany:
		return core.Refuse(core.TooLarge, p.String())
	default:
		return core.Refuse(core.BadRequest, p.String())
	}
	r := wire.NewReader(b)
	n, ok := r.Map()
	if !ok {
		return core.Refuse(core.BadRequest, "a request is a map")
	}
	have := 0
	for range n {
		key, _ := r.Str()
		value := r
		ok, bit := true, 0
		switch keyWord(key) {
		case askSeats:
			bit = hasSeats
			q.seats, ok = value.Int()
		case askSeed:
			bit = hasSeed
			q.seed, ok = value.Bin()
			ok = ok && len(q.seed) >= 1 && len(q.seed) <= core.MaxSeed
		case askOptions:
			q.options, _ = value.Raw()
		case askChance:
			if op == Init {
				q.hostChance, ok = readChance(&value)
			} else {
				value.Skip()
			}
		case askSetup:
			q.setup, _ = value.Raw()
		case askPosition:
			bit = hasPosition
			q.position, ok = value.Bin()
		case askSeat:
			bit = hasSeat
			q.seat, ok = readSeat(&value)
		case askViewer:
			bit = hasViewer
			q.viewer, ok = readViewer(&value)
			if !ok {
				value = r
				value.Skip()
			}
			if !ok && op != Init && op != Apply && op != LegalMoves && op != Playout {
				q.viewer, ok = noSeat, true // bad_viewer, once the position is read
			}
		case askMove:
			bit = hasMove
			q.move = value
			value.Skip()
		case askMoves:
			bit = hasCount
			q.count, ok = value.Int()
			ok = ok && q.count >= 0
		case askLook:
			if op == Init || op == Apply {
				look := value
				ok = q.parseLook(&look)
			}
			value.Skip()
		default:
			value.Skip()
		}
		if ok {
			r = value // behind what was read
		} else {
			r.Skip()
		}
		if bit&^needs[op] != 0 {
			continue // of no concern to this operation
		}
		if !ok {
			return core.Refuse(core.BadRequest, string(key))
		}
		have |= bit
	}
	for i, name := range needNames {
		if bit := 1 << i; needs[op]&bit&^have != 0 {
			return core.Refuse(core.BadRequest, name)
		}
	}
	return core.Refusal{}
}

func readChance(r *wire.Reader) (host, ok bool) {
	if r.Nil() {
		return false, true
	}
	s, ok := r.Str()
	if !ok {
		return false, false
	}
	switch string(s) {
	case "auto":
		return false, true
	case "host":
		return true, true
	}
	return false, false
}

// readSeat reads who acts: any int, or a word. What is no seat is noSeat.
func readSeat(r *wire.Reader) (core.Seat, bool) {
	if s, ok := r.Str(); ok {
		if string(s) == "chance" {
			return core.Chance, true
		}
		return noSeat, true
	}
	v, ok := r.Int()
	if v < 0 || v >= core.MaxSeats {
		return noSeat, ok
	}
	return core.Seat(v), ok
}

// readViewer reads a viewer: a seat's number, or a word. It returns false for anything else.
func readViewer(r *wire.Reader) (core.Seat, bool) {
	if s, ok := r.Str(); ok {
		switch string(s) {
		case "spectator":
			return core.Spectator, true
		case "referee":
			return core.Referee, true
		}
		return noSeat, false
	}
	v, ok := r.Int()
	if !ok || v < 0 || v >= core.MaxSeats {
		return noSeat, false
	}
	return core.Seat(v), true
}

// parseLook reads what a step should also tell: `{moves: bool, views: [viewer, ...]}`, nil for nothing.
func (q *request) parseLook(r *wire.Reader) bool {
	if r.Nil() {
		return true
	}
	if r.Kind() != wire.Map {
		return false
	}
	if v, ok := r.Find("moves"); ok && !v.Nil() {
		if q.lookMoves, ok = v.Bool(); !ok {
			return false
		}
	}
	if v, ok := r.Find("views"); ok && !v.Nil() {
		n, ok := v.Array()
		if !ok || n > core.MaxSeats+2 {
			return false
		}
		q.lookViews, q.views, q.viewCount = true, v, n
	}
	return true
}
