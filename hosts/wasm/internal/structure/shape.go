package structure

import (
	"bytes"
	"slices"

	"github.com/parley-rules/parley/hosts/wasm/internal/opcode"
)

// shape is a function in the way of Go's compiler:
//
//	global.get 0; local.set 1          the stack pointer
//	block                              if it has calls: a branch to its end unwinds
//	  loop                             a branch to it is a jump to the block with the number in local 0
//	    block ... block                one more than there are resume points
//	      local.get 0; br_table
//	    end
//	    segment 0
//	    end
//	    ...
//	    segment n
//	  end
//	  unreachable
//	end
//	i32.const 1
//	end
//
// A jump is "i32.const number; local.set 0; br loop". Apart from jumps, local 0 is only used to turn two operands round before an indirect
// call. Segments have any code in them, with blocks of their own, and nothing on the stack at both ends.
//
// A call takes the stack pointer down by 8, for the address to return to, and takes it anew when the function has returned; then its
// segment ends, so that the function can be resumed there.
type shape struct {
	body     []byte
	head     int // where the copy goes: within the block that unwinds, before the loop
	first    int // the numbers below it stand for segment 0
	unwinds  bool
	locals   uint32 // with the number
	segments []segment
	targets  []uint32 // the segments by number; the last stands for all further numbers

	events []event // of all segments
	keeps  bool    // there are calls over which the stack pointer can be kept

	resumable []bool // by function: it takes and answers an i32
	endless   []bool // by function: it is resumable and answers nothing but 1
}

// segment is a node of the graph of control.
type segment struct {
	from, to    int  // its bytes in the body
	first, last int  // its events
	falls       bool // control can come to its end
	bails       bool // and goes on in the function as it was
	cold        bool // it calls a function that does not return

	sets  locals // that it sets, if control comes to its end
	reads locals // that it may read before it sets them
	live  locals // that may be read from its beginning on, before they are set
}

// locals are a set of locals. The last bit stands for all that have none of their own; the number and the stack pointer are never in it.
type locals uint64

const moreLocals = 63

func local(i uint32) locals {
	if i <= 1 {
		return 0
	}
	return 1 << min(i, moreLocals)
}

// event is something in a segment that is not copied as it is, or that changes how deep it is nested.
type event struct {
	kind     eventKind
	from, to int  // its bytes in the body
	target   int  // of a jump: the segment
	bails    bool // the jump goes into the function as it was
	last     int  // of panics and returns: where the br_if begins that unwinds
	keeps    bool // of pushes: the stack pointer can be kept over the call

	sets locals // of a jump: the locals that the segment has set before
}

type eventKind byte

const (
	jumps   eventKind = iota
	unwinds           // br or br_if to the end of the block that unwinds
	opens             // block, loop, if
	closes            // end
	parts             // an if that does nothing but jump
	panics            // an if that ends in a call that does not return
	pushes            // the stack pointer is taken down by 8, and 8 bytes are stored there: the event ends with the operator of their constant
	returns           // behind a call that ends a segment: the stack pointer is taken anew, and a br_if unwinds
)

func (e *event) isJump() bool { return e.kind == jumps || e.kind == parts }

// maxSegments bounds the work on one function.
const maxSegments = 4096

// read finds out whether a body has the shape.
func (s *shape) read(body []byte) (Reason, bool) {
	*s = shape{body: body, locals: 1, resumable: s.resumable, endless: s.endless, segments: s.segments[:0], targets: s.targets[:0], events: s.events[:0]}
	r := &reader{data: body}
	for range r.u32() {
		s.locals += r.u32()
		r.byte()
		if r.bad {
			return Foreign, false
		}
	}
	if !r.next(opcode.GlobalGet, 0, opcode.LocalSet, 1) {
		return Foreign, false
	}
	// Blocks before the loop: the one that unwinds, or none. Without a loop they are as many as there are segments, or one more.
	before := 0
	for r.next(opcode.Block, opcode.Void) {
		before++
	}
	if s.head = r.at; !r.next(opcode.Loop, opcode.Void) {
		if before > 0 && r.next(opcode.LocalGet, 0, opcode.BrTable) {
			return Straight, false
		}
		return Foreign, false
	}
	if s.unwinds = before == 1; before > 1 {
		return Foreign, false
	}
	blocks := 0
	for r.next(opcode.Block, opcode.Void) {
		blocks++
	}
	if blocks == 0 || !r.next(opcode.LocalGet, 0, opcode.BrTable) {
		return Foreign, false
	}
	if blocks > maxSegments {
		return Large, false
	}
	count := r.u32()
	if uint64(count) >= uint64(len(body)) {
		return Foreign, false
	}
	for range count + 1 {
		s.targets = append(s.targets, r.u32())
	}
	if r.bad || !r.next(opcode.End) {
		return Foreign, false
	}
	for _, t := range s.targets {
		if t >= uint32(blocks) {
			return Foreign, false
		}
	}
	for s.first < len(s.targets)-1 && s.targets[s.first] == 0 {
		s.first++
	}
	if s.first == 0 {
		return Foreign, false
	}
	for outer := blocks - 1; outer >= 0; outer-- {
		if !s.segment(r, uint32(outer)) {
			return Foreign, false
		}
	}
	tail := []byte{opcode.Unreachable, opcode.End}
	if s.unwinds {
		tail = []byte{opcode.Unreachable, opcode.End, opcode.I32Const, 1, opcode.End}
	}
	if !r.next(tail...) || r.more() {
		return Foreign, false
	}
	return 0, true
}

// target is the segment that a number stands for.
func (s *shape) target(number int64) int {
	n := uint32(number)
	return int(s.targets[min(uint64(n), uint64(len(s.targets)-1))])
}

// number is one that stands for a segment, -1 if there is none.
func (s *shape) number(segment int) int {
	return slices.Index(s.targets, uint32(segment))
}

// segment reads a segment and the end behind it. So many blocks are open between it and the loop.
func (s *shape) segment(r *reader, outer uint32) bool {
	g := segment{from: r.at, first: len(s.events), falls: true}
	depth := uint32(0)         // of blocks of the segment's own
	lone := block{}            // the last if that is no deeper
	pushed, died := none, none // the last of pushes that may belong to a call that keeps; where a call that does not return ends
	for {
		at := r.at
		op := r.byte()
		if r.bad {
			return false
		}
		kind, target := closes, 0
		switch op {
		case opcode.Block, opcode.Loop, opcode.If:
			void := r.signed(33) == -0x40
			kind = opens
			depth++
			lone = block{open: op == opcode.If && void && depth == 1 && g.falls, from: at, body: r.at, first: len(s.events)}
		case opcode.End:
			if depth == 0 {
				if g.falls {
					g.to = at
				}
				g.last = len(s.events)
				s.segments = append(s.segments, g)
				return true
			}
			depth--
			if lone.open && depth == 0 && g.falls && s.single(lone, at, r.at, died) {
				continue
			}
		case opcode.Else:
			lone.open = false
			if depth == 0 {
				return false
			}
			continue
		case opcode.Br, opcode.BrIf:
			label := r.u32()
			if label < depth {
				continue
			}
			if !s.unwinds || label != depth+outer+1 {
				return false
			}
			kind = unwinds
		case opcode.BrTable:
			n := r.u32()
			for i := uint32(0); i <= n && !r.bad; i++ {
				if r.u32() >= depth || i == 1<<32-1 {
					return false
				}
			}
			if depth == 0 {
				return false
			}
			continue
		case opcode.I32Const:
			number := r.signed(32)
			if !r.next(opcode.LocalSet, 0) {
				continue
			}
			if r.byte() != opcode.Br || r.u32() != depth+outer {
				return false
			}
			kind, target = jumps, s.target(number)
		case opcode.LocalGet:
			i := r.u32()
			if i == 0 {
				return false
			}
			if g.falls {
				g.reads |= local(i) &^ g.sets
			}
			if i == 1 {
				pushed = none
				if depth == 0 && g.falls && r.next(opcode.I32Const, 8, opcode.I32Sub, opcode.LocalTee, 1, opcode.GlobalSet, 0, opcode.LocalGet, 1, opcode.I64Const) {
					pushed = len(s.events)
					s.events = append(s.events, event{kind: pushes, from: at, to: r.at})
					r.signed(64)
				}
			}
			continue
		case opcode.LocalSet, opcode.LocalTee:
			switch i := r.u32(); {
			case i == 0 && op == opcode.LocalTee:
				return false
			case i == 0:
				if !r.next(opcode.I32Const, 0, opcode.LocalGet, 0, opcode.CallIndirect) {
					return false
				}
				r.skip(opcode.CallIndirect)
				s.returns(r, depth, outer, pushed, &g)
			case i == 1:
				pushed = none
			case depth == 0 && g.falls && i < moreLocals:
				g.sets |= local(i)
			}
			continue
		case opcode.Call:
			f := r.u32()
			if uint64(f) < uint64(len(s.endless)) && s.endless[f] {
				g.cold = g.cold || depth == 0
				died = r.at
			}
			s.returns(r, depth, outer, pushed, &g)
			continue
		default:
			r.skip(op)
			if depth == 0 && g.falls && (op == opcode.Return || op == opcode.Unreachable) {
				g.falls, g.to = false, r.at
			}
			continue
		}
		if r.bad {
			return false
		}
		// What follows a jump is dead, and is not copied. The blocks in it still count.
		if !g.falls {
			continue
		}
		s.events = append(s.events, event{kind: kind, from: at, to: r.at, target: target, sets: g.sets})
		if depth == 0 && (kind == jumps || op == opcode.Br) {
			g.falls, g.to = false, r.at
		}
	}
}

// none is no place in a body and no event.
const none = -1

// block is an if in a segment that may turn out to be parts or panics.
type block struct {
	open       bool
	from, body int // where it and what is in it begin
	first      int // its first event
}

// single finds out whether an if whose end is at end is parts or panics, and makes it one event. A call that does not return ends at
// died.
func (s *shape) single(b block, end, to, died int) bool {
	if len(s.events) != b.first+2 {
		return false
	}
	e := s.events[b.first+1]
	switch {
	case e.kind == jumps && e.from == b.body && e.to == end:
		e.kind = parts
	case e.kind == unwinds && s.body[e.from] == opcode.BrIf && e.to == end && died > b.body && string(s.body[died:e.from]) == takesStackPointer:
		e.kind, e.last, e.target = panics, e.from, b.body
	default:
		return false
	}
	e.from, e.to = b.from, to
	s.events = append(s.events[:b.first], e)
	return true
}

// takesStackPointer is what stands behind a call.
const takesStackPointer = string(rune(opcode.GlobalGet)) + "\x00" + string(rune(opcode.LocalSet)) + "\x01"

// returns reads what comes behind a call that ends its segment, if it can keep the stack pointer, which was taken down by pushed: the
// call comes right behind that.
func (s *shape) returns(r *reader, depth, outer uint32, pushed int, g *segment) {
	if pushed == none || pushed != len(s.events)-1 || depth > 0 || !g.falls || !s.unwinds {
		return
	}
	back := *r
	if r.next(opcode.GlobalGet, 0, opcode.LocalSet, 1, opcode.BrIf) && r.u32() == outer+1 && r.more() && r.data[r.at] == opcode.End {
		s.events[pushed].keeps, s.keeps = true, true
		s.events = append(s.events, event{kind: returns, from: back.at, to: r.at, last: back.at + len(takesStackPointer)})
		return
	}
	*r = back
}

// answersZero is how a function of Go's compiler returns.
var answersZero = []byte{opcode.I32Const, 0, opcode.Return}

// isEndless says whether a resumable function answers nothing but 1, that is, unwinds, as those that panic: it has no other way to its
// end than a constant, or the answer of such a function that comes before it among the functions.
func (s *shape) isEndless(body []byte) bool {
	if bytes.Contains(body, answersZero) { // almost certainly it has another
		return false
	}
	r := &reader{data: body}
	for range r.u32() {
		r.u32()
		r.byte()
		if r.bad {
			return false
		}
	}
	depth, one := uint32(0), false // one: 1 is on top of the stack
	for {
		op := r.byte()
		if r.bad {
			return false
		}
		switch op {
		case opcode.I32Const:
			one = r.signed(32) == 1
			continue
		case opcode.Call:
			f := r.u32()
			one = uint64(f) < uint64(len(s.endless)) && s.endless[f]
			continue
		case opcode.GlobalGet:
			r.u32()
			if r.next(opcode.LocalSet) { // what is below stays on top
				r.u32()
				continue
			}
		case opcode.Return:
			if !one {
				return false
			}
		case opcode.Block, opcode.Loop, opcode.If:
			r.signed(33)
			depth++
		case opcode.End:
			if depth == 0 {
				return !r.more() && one
			}
			depth--
		case opcode.Else:
		case opcode.Br, opcode.BrIf:
			if r.u32() >= depth {
				return false
			}
		case opcode.BrTable:
			for range uint64(r.u32()) + 1 {
				if r.u32() >= depth || r.bad {
					return false
				}
			}
		case opcode.Unreachable:
			one = true // nothing comes here
			continue
		default:
			r.skip(op)
		}
		one = false
	}
}

// findLive finds the locals that are live at the beginning of each segment. It returns false if that takes too long.
func (s *shape) findLive() bool {
	for range maxRounds {
		changed := false
		for x := len(s.segments) - 1; x >= 0; x-- {
			seg := &s.segments[x]
			live := seg.reads
			for i := range s.events[seg.first:seg.last] {
				if e := &s.events[seg.first+i]; e.isJump() {
					live |= s.segments[e.target].live &^ e.sets
				}
			}
			if seg.falls && x+1 < len(s.segments) {
				live |= s.segments[x+1].live &^ seg.sets
			}
			changed = changed || live != seg.live
			seg.live = live
		}
		if !changed {
			return true
		}
	}
	return false
}

// maxRounds is how often findLive looks at all segments. In code of Go's compiler that is seldom more than five times.
const maxRounds = 20
