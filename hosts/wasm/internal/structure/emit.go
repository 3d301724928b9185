package structure

import (
	"encoding/binary"

	"github.com/parley-rules/parley/hosts/wasm/internal/opcode"
)

// emitter writes a copy. The copy of a node never ends in front of what comes behind it in the bytes: control leaves it by a branch.
//
// What hardly ever runs stands behind all that comes behind it in the bytes, where an engine lays it out too: each such piece is reached
// by a br_if to the end of a block that begins in front of its node.
type emitter struct {
	out   []byte
	s     *shape
	g     *graph
	self  uint32 // the function
	depth int    // open blocks, from the copy's own if
	ends  []int  // for each node: the depth within the block that ends in front of it, 0 if it is not open
	loops []int  // for each node: the depth within its loop, 0 if it is not open
	rare  []piece
	fault bool

	calls, kept int // see Stats
}

// piece is what an event does that hardly ever comes, in its node's order.
type piece struct{ event, node, depth int }

const (
	maxDepth = 1000           // how deep the copy may be nested
	maxRare  = maxDepth - 200 // how deep the blocks of pieces may be
)

// emit writes the function with its copy.
func (e *emitter) emit(s *shape, g *graph, self uint32) (Reason, bool) {
	n := len(s.segments)
	s.keeps = s.keeps && s.findLive()
	*e = emitter{out: s.appendHead(e.out[:0]), s: s, g: g, self: self, ends: zeros(e.ends, n), loops: zeros(e.loops, n), rare: e.rare[:0]}
	e.out = append(e.out, opcode.LocalGet, 0, opcode.I32Const)
	e.out = appendSigned(e.out, int64(s.first))
	e.out = append(e.out, opcode.I32LtU)
	e.open(opcode.If)
	e.tree(0)
	e.close()
	if e.fault {
		return Large, false
	}
	e.out = append(e.out, s.body[s.head:]...)
	return 0, true
}

// appendHead appends what stands in front of the copy, with a local more where calls keep the stack pointer.
func (s *shape) appendHead(b []byte) []byte {
	if !s.keeps {
		return append(b, s.body[:s.head]...)
	}
	r := &reader{data: s.body}
	groups := r.u32()
	from := r.at
	for range groups {
		r.u32()
		r.byte()
	}
	b = append(binary.AppendUvarint(b, uint64(groups)+1), s.body[from:r.at]...)
	b = append(b, 1, opcode.I32)
	return append(b, s.body[r.at:s.head]...)
}

// keepsOver says whether the call that ends a segment keeps the stack pointer in its local. If the function that was called has left it
// elsewhere, which code of Go's compiler never does, the function is called anew from the next segment on; for this no other local must
// be live there.
func (e *emitter) keepsOver(x int) bool {
	return e.s.keeps && x+1 < len(e.s.segments) && e.s.segments[x+1].live == 0 && e.s.number(x+1) >= 0
}

func (e *emitter) open(op byte) {
	e.out = append(e.out, op, opcode.Void)
	e.depth++
	e.fault = e.fault || e.depth > maxDepth
}

func (e *emitter) close() {
	e.out = append(e.out, opcode.End)
	e.depth--
}

// tree writes a node and all that comes behind it.
func (e *emitter) tree(x int) {
	if e.fault {
		return
	}
	n := &e.g.nodes[x]
	first := len(e.rare)
	e.openRare(x)
	e.blocks(n.behind)
	if n.header {
		e.open(opcode.Loop)
		e.loops[x] = e.depth
	}
	e.blocks(n.within)
	e.segment(x, e.rare[first:])
	e.trees(n.within)
	if n.header {
		e.close()
		e.loops[x] = 0
		e.out = append(e.out, opcode.Unreachable) // control does not come to the end of a loop, but this is to be seen
	}
	e.trees(n.behind)
	for i := len(e.rare) - 1; i >= first; i-- {
		e.close()
		e.piece(e.rare[i])
	}
	e.rare = e.rare[:first]
}

// openRare opens the blocks that end in front of a node's pieces.
func (e *emitter) openRare(x int) {
	seg := &e.s.segments[x]
	for i := seg.first; i < seg.last && e.depth < maxRare; i++ {
		ev := &e.s.events[i]
		if ev.kind == panics || ev.kind == parts && ev.bails || ev.kind == returns && e.keepsOver(x) {
			e.open(opcode.Block)
			e.rare = append(e.rare, piece{i, x, e.depth})
		}
	}
}

// piece writes what stands behind the block of a piece.
func (e *emitter) piece(p piece) {
	switch ev := &e.s.events[p.event]; ev.kind {
	case panics:
		e.panic(ev, opcode.Block)
		e.out = append(e.out, opcode.Unreachable)
	case returns:
		e.again(p.node + 1)
	default:
		e.bail(ev.target)
	}
}

// panic writes what is in an if that ends in a call that does not return.
func (e *emitter) panic(ev *event, op byte) {
	e.open(op)
	e.out = append(e.out, e.s.body[ev.target:ev.last+1]...)
	e.out = binary.AppendUvarint(e.out, uint64(e.depth))
	e.close()
}

// again writes a call of the function itself from a segment on, which takes its place.
func (e *emitter) again(y int) {
	e.out = append(e.out, opcode.I32Const)
	e.out = appendSigned(e.out, int64(e.s.number(y)))
	e.out = append(e.out, opcode.Call)
	e.out = binary.AppendUvarint(e.out, uint64(e.self))
	e.out = append(e.out, opcode.Return)
}

// blocks opens the blocks that end in front of nodes: the last one's is the outermost.
func (e *emitter) blocks(nodes []int) {
	for i := len(nodes) - 1; i >= 0; i-- {
		e.open(opcode.Block)
		e.ends[nodes[i]] = e.depth
	}
}

// trees ends the blocks, and writes each one's node behind it.
func (e *emitter) trees(nodes []int) {
	for _, y := range nodes {
		e.close()
		e.ends[y] = 0
		e.tree(y)
	}
}

// segment writes a node's own code. So many of its pieces stand behind it, in the order of their events.
func (e *emitter) segment(x int, rare []piece) {
	seg := &e.s.segments[x]
	from := seg.from
	for i := seg.first; i < seg.last; i++ {
		ev := &e.s.events[i]
		if ev.kind == opens || ev.kind == closes {
			e.depth += 1 - 2*int(ev.kind-opens)
			continue
		}
		if ev.kind == pushes && !(ev.keeps && e.keepsOver(x)) {
			continue
		}
		e.out = append(e.out, e.s.body[from:ev.from]...)
		from = ev.to
		depth := 0 // of the block of its piece
		if len(rare) > 0 && rare[0].event == i {
			depth, rare = rare[0].depth, rare[1:]
		}
		switch ev.kind {
		case jumps:
			e.jump(x, ev)
		case unwinds:
			e.out = append(e.out, e.s.body[ev.from])
			e.out = binary.AppendUvarint(e.out, uint64(e.depth))
		case pushes:
			e.push()
		case returns:
			e.returned(x, ev, depth)
		case parts, panics:
			switch {
			case depth > 0:
				e.branch(opcode.BrIf, depth)
			case ev.kind == panics:
				e.panic(ev, opcode.If)
			default:
				e.open(opcode.If)
				e.jump(x, ev)
				e.close()
			}
		}
	}
	e.out = append(e.out, e.s.body[from:seg.to]...)
	switch {
	case !seg.falls:
	case seg.bails:
		e.bail(x + 1)
	case x+1 < len(e.s.segments):
		e.goTo(x, x+1)
	default:
		e.out = append(e.out, opcode.Unreachable)
	}
}

// push takes the global that is the stack pointer down, and leaves its local as it is.
func (e *emitter) push() {
	e.out = append(e.out, opcode.LocalGet, 1, opcode.I32Const, 8, opcode.I32Sub, opcode.LocalTee)
	e.out = binary.AppendUvarint(e.out, uint64(e.s.locals))
	e.out = append(e.out, opcode.GlobalSet, 0, opcode.LocalGet)
	e.out = binary.AppendUvarint(e.out, uint64(e.s.locals))
	e.out = append(e.out, opcode.I64Const)
}

// returned writes what comes behind a call. Its piece is in a block with a depth, if that is not 0.
func (e *emitter) returned(x int, ev *event, depth int) {
	e.calls++
	keeps := e.keepsOver(x)
	if !keeps {
		e.out = append(e.out, e.s.body[ev.from:ev.last]...)
	}
	e.out = append(e.out, opcode.BrIf)
	e.out = binary.AppendUvarint(e.out, uint64(e.depth))
	if !keeps {
		return
	}
	e.kept++
	e.out = append(e.out, opcode.GlobalGet, 0, opcode.LocalGet, 1, opcode.I32Ne)
	if depth > 0 {
		e.branch(opcode.BrIf, depth)
		return
	}
	e.open(opcode.If)
	e.again(x + 1)
	e.close()
}

func (e *emitter) jump(x int, ev *event) {
	if ev.bails {
		e.bail(ev.target)
	} else {
		e.goTo(x, ev.target)
	}
}

// branch writes a branch to the end of the block with a depth.
func (e *emitter) branch(op byte, depth int) {
	e.out = append(e.out, op)
	e.out = binary.AppendUvarint(e.out, uint64(e.depth-depth))
}

// goTo writes what takes control from x to y.
func (e *emitter) goTo(x, y int) {
	at := e.ends[y]
	switch {
	case e.g.back(x, y):
		at = e.loops[y]
	case !e.g.nodes[y].label:
		e.tree(y)
		return
	}
	if at == 0 {
		e.fault = true
		return
	}
	e.branch(opcode.Br, at)
}

// bail writes what leaves the copy for the function as it was.
func (e *emitter) bail(y int) {
	e.out = append(e.out, opcode.I32Const)
	e.out = appendSigned(e.out, int64(e.s.number(y)))
	e.out = append(e.out, opcode.LocalSet, 0, opcode.Br)
	e.out = binary.AppendUvarint(e.out, uint64(e.depth-1))
}

func zeros(b []int, n int) []int {
	if cap(b) < n {
		return make([]int, n)
	}
	b = b[:n]
	clear(b)
	return b
}

func appendSigned(b []byte, v int64) []byte {
	for {
		c := byte(v & 0x7f)
		v >>= 7
		if v == 0 && c < 0x40 || v == -1 && c >= 0x40 {
			return append(b, c)
		}
		b = append(b, c|0x80)
	}
}
