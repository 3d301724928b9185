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
type shape struct {
	body     []byte
	head     int // where the copy goes: within the block that unwinds, before the loop
	first    int // the numbers below it stand for segment 0
	unwinds  bool
	segments []segment
	targets  []uint32 // the segments by number; the last stands for all further numbers

	events []event // of all segments

	endless []bool // by function: it does not return
}

// segment is a node of the graph of control.
type segment struct {
	from, to    int  // its bytes in the body
	first, last int  // its events
	falls       bool // control can come to its end
	bails       bool // and goes on in the function as it was
	cold        bool // it calls a function that does not return
}

// event is something in a segment that is not copied as it is, or that changes how deep it is nested.
type event struct {
	kind     eventKind
	from, to int  // its bytes in the body
	target   int  // of a jump: the segment
	bails    bool // the jump goes into the function as it was
}

type eventKind byte

const (
	jumps   eventKind = iota
	unwinds           // br or br_if to the end of the block that unwinds
	opens             // block, loop, if
	closes            // end
)

// maxSegments bounds the work on one function.
const maxSegments = 4096

// read finds out whether a body has the shape.
func (s *shape) read(body []byte) (Reason, bool) {
	*s = shape{body: body, endless: s.endless, segments: s.segments[:0], targets: s.targets[:0], events: s.events[:0]}
	r := &reader{data: body}
	for range r.u32() {
		r.u32()
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
	depth := uint32(0) // of blocks of the segment's own
	for {
		at := r.at
		op := r.byte()
		if r.bad {
			return false
		}
		kind, target := closes, 0
		switch op {
		case opcode.Block, opcode.Loop, opcode.If:
			r.signed(33)
			kind = opens
			depth++
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
		case opcode.Else:
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
		case opcode.LocalSet:
			if r.u32() == 0 {
				if !r.next(opcode.I32Const, 0, opcode.LocalGet, 0, opcode.CallIndirect) {
					return false
				}
				r.skip(opcode.CallIndirect)
			}
			continue
		case opcode.LocalGet, opcode.LocalTee:
			if r.u32() == 0 {
				return false
			}
			continue
		case opcode.Call:
			if f := r.u32(); uint64(f) < uint64(len(s.endless)) && s.endless[f] && depth == 0 {
				g.cold = true
			}
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
		s.events = append(s.events, event{kind: kind, from: at, to: r.at, target: target})
		if depth == 0 && (kind == jumps || op == opcode.Br) {
			g.falls, g.to = false, r.at
		}
	}
}

// endless says whether a function of Go's compiler has no way to return but to unwind, as those that panic. It may err: what is believed
// to be endless is run where it was.
func endless(body []byte) bool {
	r := &reader{data: body}
	for range r.u32() {
		r.u32()
		r.byte()
		if r.bad {
			return false
		}
	}
	if !r.next(opcode.GlobalGet, 0, opcode.LocalSet, 1) || !bytes.HasSuffix(body, []byte{opcode.Unreachable, opcode.End, opcode.I32Const, 1, opcode.End}) {
		return false
	}
	for r.more() {
		switch op := r.byte(); op {
		case opcode.Return:
			return false
		case opcode.Block, opcode.Loop, opcode.If:
			r.signed(33)
		case opcode.Else, opcode.End:
		case opcode.Br, opcode.BrIf:
			r.u32()
		case opcode.BrTable:
			for range uint64(r.u32()) + 1 {
				if r.u32(); r.bad {
					return false
				}
			}
		default:
			r.skip(op)
		}
	}
	return !r.bad
}
