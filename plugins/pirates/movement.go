package pirates

import (
	"math/bits"

	"github.com/parley-rules/parley/core"
)

// maxCrew is the largest crew, and the largest number of cannons, of a ship.
//
// RP-6.
const maxCrew = 5

// trace fills the tables of paths: from each node to the ends of the paths with 1 to maxCrew steps. A path never enters a
// node twice, and the harbour is only its first or its last node.
//
// RP-15, RP-16, RP-17.
func (b *board) trace() {
	for start := range b.seas + 1 {
		b.walk(start, start, 1<<uint(start), 1)
		for c := 1; c <= maxCrew; c++ {
			b.within[c][start] = b.within[c-1][start] | b.exact[c][start]
		}
	}
}

// walk goes on from a node with a path's step of this number, past the nodes where the path has been.
func (b *board) walk(start, at int, been uint64, step int) {
	ends := b.next[at] &^ been
	b.exact[step][start] |= ends
	if step == maxCrew {
		return
	}
	for set := ends &^ (1 << harbour); set != 0; set &= set - 1 {
		node := bits.TrailingZeros64(set)
		b.walk(start, node, been|1<<uint(node), step+1)
	}
}

// destinations is the set of nodes where a ship with so many crew may go from a node: its neighbours whatever its crew; with exact movement the ends of the
// paths with as many steps as it has crew, and the harbour if fewer steps lead there; with up_to the ends of those with fewer.
//
// RP-18, RP-19, RP-20, RP-21, RP-22, RP-62.
func (t *setting) destinations(crew, node int) uint64 {
	b := t.board // its tables have the paths of RP-15, RP-16 and RP-17
	return b.next[node] | b.exact[crew][node]&t.exactly | b.within[crew][node]&t.upTo
}

// listSailings makes the lists of sailings.
func (t *setting) listSailings() {
	nodes, n := t.board.seas+1, 0
	for k := range nodes * (maxCrew + 1) {
		n += bits.OnesCount64(t.destinations(k/nodes, k%nodes)) + 1
	}
	t.sailMoves = make([]core.Move, 0, n)
	for k := range nodes * (maxCrew + 1) {
		t.sailMoves = appendPass(appendEach(t.sailMoves, moveMove, t.destinations(k/nodes, k%nodes), 0))
		t.sailStarts[k+1] = uint16(len(t.sailMoves))
	}
}

// sailings are the first actions of a ship without a target: the moves to all its destinations, and then to pass.
func (t *setting) sailings(x *ship) []core.Move {
	k := count(x.crew)*(t.board.seas+1) + int(x.node)
	return t.sailMoves[t.sailStarts[k]:t.sailStarts[k+1]]
}
