package structure

import "slices"

// graph is what is known about the control between a function's segments. Only segments that can be reached from segment 0 are
// in order; the rest is nowhere named.
type graph struct {
	nodes []node
	order []int // the nodes in reverse post order
	stack []int
	ways  []way
}

// node is a segment.
type node struct {
	next []int // where control goes from here: the jumps, in order, and the next segment
	from []int // whence it comes

	rank      int  // the place in the order, -1 if it cannot be reached
	dominator int  // the last node that is on all ways here
	forward   int  // from how many places control comes here, not counting those that go back
	header    bool // control goes back to here: the node begins a loop
	loop      int  // the innermost loop around it, by its header, or -1; a header is not in its own loop

	label  bool  // a block ends in front of it
	within []int // the nodes with a label that come behind it, in its loop if it is a header, in order
	behind []int // those that come behind its loop, in order
}

// way is a step of a walk.
type way struct{ node, next int }

// maxLoops is how many loops there may be inside each other.
const maxLoops = 12

// maxCuts is how often a graph is made anew without the jumps that make no structure.
const maxCuts = 8

// build makes the graph. A jump into the middle of a loop bails: the copy is left for the function as it was. So does one to a segment
// that ends in a panic, which is not worth a copy.
func (g *graph) build(s *shape) (Reason, bool) {
	g.cut(s, func(_, y int) bool { return s.segments[y].cold })
	for range maxCuts {
		g.connect(s)
		g.walk()
		g.dominate()
		if g.findHeaders() {
			g.findLoops()
			if !g.flat() {
				return Large, false
			}
			g.place()
			return 0, true
		}
		g.cut(s, func(x, y int) bool { return g.nodes[x].rank >= 0 && g.back(x, y) && g.common(x, y) != y })
	}
	return Irreducible, false
}

// connect makes the nodes.
func (g *graph) connect(s *shape) {
	n := len(s.segments)
	g.nodes = slices.Grow(g.nodes[:0], n)[:n]
	for i := range g.nodes {
		old := &g.nodes[i]
		*old = node{next: old.next[:0], from: old.from[:0], rank: -1, loop: -1, within: old.within[:0], behind: old.behind[:0]}
	}
	for i, seg := range s.segments {
		to := &g.nodes[i].next
		for _, e := range s.events[seg.first:seg.last] {
			if e.isJump() && !e.bails {
				*to = append(*to, e.target)
			}
		}
		if seg.falls && !seg.bails && i+1 < n {
			*to = append(*to, i+1)
		}
	}
}

// cut makes jumps bail.
func (g *graph) cut(s *shape, which func(x, y int) bool) {
	for x := range s.segments {
		seg := &s.segments[x]
		for i := range s.events[seg.first:seg.last] {
			if e := &s.events[seg.first+i]; e.isJump() && !e.bails {
				e.bails = which(x, e.target)
			}
		}
		if seg.falls && !seg.bails && x+1 < len(s.segments) && s.number(x+1) >= 0 {
			seg.bails = which(x, x+1)
		}
	}
}

// flat says whether there are not too many loops inside each other.
func (g *graph) flat() bool {
	for _, x := range g.order {
		depth := 0
		for l := g.nodes[x].loop; l >= 0; l = g.nodes[l].loop {
			depth++
		}
		if depth > maxLoops {
			return false
		}
	}
	return true
}

// walk finds the order.
func (g *graph) walk() {
	g.order, g.ways = g.order[:0], append(g.ways[:0], way{})
	g.nodes[0].rank = 0
	for len(g.ways) > 0 {
		top := &g.ways[len(g.ways)-1]
		x := &g.nodes[top.node]
		if top.next == len(x.next) {
			g.order = append(g.order, top.node)
			g.ways = g.ways[:len(g.ways)-1]
			continue
		}
		y := x.next[top.next]
		top.next++
		if g.nodes[y].rank < 0 {
			g.nodes[y].rank = 0
			g.ways = append(g.ways, way{node: y})
		}
	}
	slices.Reverse(g.order)
	for i, x := range g.order {
		g.nodes[x].rank = i
		for _, y := range g.nodes[x].next {
			g.nodes[y].from = append(g.nodes[y].from, x)
		}
	}
}

// dominate finds the dominators, in the way of Cooper, Harvey and Kennedy.
func (g *graph) dominate() {
	for _, x := range g.order {
		g.nodes[x].dominator = -1
	}
	g.nodes[0].dominator = 0
	for changed := true; changed; {
		changed = false
		for _, x := range g.order[1:] {
			d := -1
			for _, y := range g.nodes[x].from {
				switch {
				case g.nodes[y].dominator < 0:
				case d < 0:
					d = y
				default:
					d = g.common(d, y)
				}
			}
			if d != g.nodes[x].dominator {
				g.nodes[x].dominator, changed = d, true
			}
		}
	}
}

// common is the last node that dominates both.
func (g *graph) common(a, b int) int {
	for a != b {
		for g.nodes[a].rank > g.nodes[b].rank {
			a = g.nodes[a].dominator
		}
		for g.nodes[b].rank > g.nodes[a].rank {
			b = g.nodes[b].dominator
		}
	}
	return a
}

// back says whether control from x to y goes back in the order.
func (g *graph) back(x, y int) bool { return g.nodes[y].rank <= g.nodes[x].rank }

// findHeaders finds the headers of loops, and how often control comes forward to each node. It returns false if control can come into a
// loop in two places.
func (g *graph) findHeaders() bool {
	for _, x := range g.order {
		for _, y := range g.nodes[x].next {
			if !g.back(x, y) {
				g.nodes[y].forward++
				continue
			}
			if g.common(x, y) != y {
				return false
			}
			g.nodes[y].header = true
		}
	}
	return true
}

// findLoops finds the loop of each node, from the inner loops to the outer ones.
func (g *graph) findLoops() {
	for _, h := range slices.Backward(g.order) {
		if !g.nodes[h].header {
			continue
		}
		g.stack = g.stack[:0]
		for _, x := range g.nodes[h].from {
			if g.back(x, h) {
				g.stack = append(g.stack, x)
			}
		}
		for len(g.stack) > 0 {
			x := g.stack[len(g.stack)-1]
			g.stack = g.stack[:len(g.stack)-1]
			for x != h && g.nodes[x].loop >= 0 {
				x = g.nodes[x].loop
			}
			if x == h {
				continue
			}
			g.nodes[x].loop = h
			g.stack = append(g.stack, g.nodes[x].from...)
		}
	}
}

// inside says whether a node is in the loop of a header, or is the header.
func (g *graph) inside(x, header int) bool {
	for ; x >= 0; x = g.nodes[x].loop {
		if x == header {
			return true
		}
	}
	return false
}

// place finds out where each node goes: behind its dominator, or behind the loops which its dominator is in and it is not. It goes
// right to the place from which control comes if that is the only one.
func (g *graph) place() {
	for _, x := range g.order[1:] {
		n := &g.nodes[x]
		left := -1 // the outermost loop that control leaves to come here
		l := n.dominator
		if !g.nodes[l].header {
			l = g.nodes[l].loop
		}
		for ; l >= 0 && !g.inside(x, l); l = g.nodes[l].loop {
			left = l
		}
		switch {
		case left >= 0:
			n.label = true
			g.nodes[left].behind = append(g.nodes[left].behind, x)
		case n.forward > 1:
			n.label = true
			g.nodes[n.dominator].within = append(g.nodes[n.dominator].within, x)
		}
	}
}
