package structure

import (
	"encoding/binary"

	"github.com/parley-rules/parley/hosts/wasm/internal/opcode"
)

// emitter writes a copy. The copy of a node never ends in front of what comes behind it in the bytes: control leaves it by a branch.
type emitter struct {
	out   []byte
	s     *shape
	g     *graph
	depth int   // open blocks, from the copy's own if
	ends  []int // for each node: the depth within the block that ends in front of it, 0 if it is not open
	loops []int // for each node: the depth within its loop, 0 if it is not open
	fault bool
}

// maxDepth is how deep the copy may be nested.
const maxDepth = 400

// emit writes the function with its copy.
func (e *emitter) emit(s *shape, g *graph) (Reason, bool) {
	n := len(s.segments)
	*e = emitter{out: append(e.out[:0], s.body[:s.head]...), s: s, g: g, ends: zeros(e.ends, n), loops: zeros(e.loops, n)}
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
	e.blocks(n.behind)
	if n.header {
		e.open(opcode.Loop)
		e.loops[x] = e.depth
	}
	e.blocks(n.within)
	e.segment(x)
	e.trees(n.within)
	if n.header {
		e.close()
		e.loops[x] = 0
		e.out = append(e.out, opcode.Unreachable) // control does not come to the end of a loop, but this is to be seen
	}
	e.trees(n.behind)
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

// segment writes a node's own code.
func (e *emitter) segment(x int) {
	seg := &e.s.segments[x]
	from := seg.from
	for _, ev := range e.s.events[seg.first:seg.last] {
		switch ev.kind {
		case opens:
			e.depth++
		case closes:
			e.depth--
		case jumps:
			e.out = append(e.out, e.s.body[from:ev.from]...)
			from = ev.to
			if ev.bails {
				e.bail(ev.target)
			} else {
				e.goTo(x, ev.target)
			}
		case unwinds:
			e.out = append(e.out, e.s.body[from:ev.from]...)
			from = ev.to
			e.out = append(e.out, e.s.body[ev.from])
			e.out = binary.AppendUvarint(e.out, uint64(e.depth))
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
	e.out = append(e.out, opcode.Br)
	e.out = binary.AppendUvarint(e.out, uint64(e.depth-at))
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
