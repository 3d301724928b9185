package pirates

import (
	"math/bits"
	"strconv"

	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
)

const (
	maxDegree = 8
	maxCoord  = 1000
	harbour   = 0
)

// board is a map as tables. Sets of nodes have bit i for node i, sets of fortress fields bit i for field i+1. It is built
// once and never changed.
type board struct {
	seas, forts int
	next        [maxNodes]uint64              // the neighbours of each node
	exact       [maxCrew + 1][maxNodes]uint64 // the ends of the paths with so many steps from each node
	within      [maxCrew + 1][maxNodes]uint64 // the ends of the paths with 1 to so many steps
	near        [maxNodes]uint32              // the fortress fields that each node borders
	shore       [maxFortresses]uint64         // the sea fields that border each fortress field
	shown       []byte                        // the map as a view has it
}

// standardBoard is the default map, which all games without a map of their own share.
var standardBoard = func() *board {
	b, code := newBoard(wire.NewReader(defaultMap()))
	if code != core.OK {
		panic("pirates: the default map has a fault")
	}
	return b
}()

// newBoard makes the tables of a map, a canonical value of the option. It returns the first of the text's codes that applies.
func newBoard(from wire.Reader) (*board, core.Code) {
	b := &board{}
	for _, check := range [...]func(wire.Reader) core.Code{b.readSize, b.readEdges, b.readFortresses, b.connected, b.checkCoords, b.checkNames} {
		if code := check(from); code != core.OK {
			return nil, code
		}
	}
	b.trace()
	b.write(from)
	return b, core.OK
}

// list finds a list of the map and returns how long it is, -1 if it is not given.
func list(from wire.Reader, key string) (r wire.Reader, n int) {
	r, ok := from.Find(key)
	if !ok || r.Kind() != wire.Array {
		return r, -1
	}
	n, _ = r.Array()
	return r, n
}

func (b *board) readSize(from wire.Reader) core.Code {
	r, _ := from.Find("seas")
	seas, _ := r.Int()
	_, forts := list(from, "fortresses")
	if seas < 1 || seas > maxNode || forts < 1 || forts > maxFortresses {
		return codeMapSize
	}
	b.seas, b.forts = seas, forts
	return core.OK
}

func (b *board) readEdges(from wire.Reader) core.Code {
	r, n := list(from, "edges")
	for range n {
		r.Array()
		x, _ := r.Int()
		y, _ := r.Int()
		if x < 0 || x > b.seas || y < 0 || y > b.seas || x == y || b.next[x]>>uint(y)&1 != 0 {
			return codeMapEdge
		}
		b.next[x] |= 1 << uint(y)
		b.next[y] |= 1 << uint(x)
	}
	for i := range b.next {
		if bits.OnesCount64(b.next[i]) > maxDegree {
			return codeMapDegree
		}
	}
	return core.OK
}

func (b *board) readFortresses(from wire.Reader) core.Code {
	r, n := list(from, "fortresses")
	for f := range n {
		k, _ := r.Array()
		if k == 0 {
			return codeMapFortress
		}
		for range k {
			v, _ := r.Int()
			if v < 0 || v > b.seas || b.shore[f]>>uint(v)&1 != 0 {
				return codeMapFortress
			}
			b.shore[f] |= 1 << uint(v)
			b.near[v] |= 1 << uint(f)
		}
	}
	if b.near[harbour] != 0 {
		return codeMapFortressHarbour
	}
	return core.OK
}

func (b *board) connected(wire.Reader) core.Code {
	reached := uint64(1) << harbour
	for set := reached; set != 0; {
		node := bits.TrailingZeros64(set)
		set = (set | b.next[node]&^reached) &^ (1 << uint(node))
		reached |= b.next[node]
	}
	if bits.OnesCount64(reached) != b.seas+1 {
		return codeMapDisconnected
	}
	return core.OK
}

func (b *board) checkCoords(from wire.Reader) core.Code {
	for key, want := range [...]int{b.seas + 1, b.forts} {
		r, n := list(from, [...]string{"coords", "fortress_coords"}[key])
		if n < 0 {
			continue
		}
		if n != want {
			return codeMapCoords
		}
		for range n {
			r.Array()
			x, _ := r.Int()
			y, _ := r.Int()
			if x < 0 || x > maxCoord || y < 0 || y > maxCoord {
				return codeMapCoords
			}
		}
	}
	return core.OK
}

func (b *board) checkNames(from wire.Reader) core.Code {
	for key, want := range [...]int{b.seas + 1, b.forts} {
		r, n := list(from, [...]string{"sea_names", "fortress_names"}[key])
		if n < 0 {
			continue
		}
		if n != want {
			return codeMapNames
		}
		first := r
		for i := range n {
			name, _ := r.Str()
			if len(name) == 0 {
				return codeMapNames
			}
			earlier := first
			for range i {
				if other, _ := earlier.Str(); string(other) == string(name) {
					return codeMapNames
				}
			}
		}
	}
	return core.OK
}

// write writes the map as a view has it: all eight keys, the defaults filled in, edges and fortresses in order.
func (b *board) write(from wire.Reader) {
	var w wire.Writer
	w.Map(len(shownMap.Fields))
	w.Str("name")
	b.copyOr(from, "name", &w, func() { w.Str("custom") })
	w.Str("seas")
	w.Int(b.seas)
	w.Str("edges")
	edges := 0
	for i := range b.next {
		edges += bits.OnesCount64(b.next[i])
	}
	w.Array(edges / 2)
	for i := range b.next {
		for set := b.next[i] >> uint(i) << uint(i); set != 0; set &= set - 1 {
			w.Ints(i, bits.TrailingZeros64(set))
		}
	}
	w.Str("fortresses")
	w.Array(b.forts)
	for f := range b.forts {
		w.Array(bits.OnesCount64(b.shore[f]))
		for set := b.shore[f]; set != 0; set &= set - 1 {
			w.Int(bits.TrailingZeros64(set))
		}
	}
	for _, key := range [...]string{"coords", "fortress_coords"} {
		w.Str(key)
		b.copyOr(from, key, &w, w.Nil)
	}
	w.Str("sea_names")
	b.copyOr(from, "sea_names", &w, func() {
		w.Array(b.seas + 1)
		w.Str("Harbour")
		for i := range b.seas {
			w.Str("Sea " + strconv.Itoa(i+1))
		}
	})
	w.Str("fortress_names")
	b.copyOr(from, "fortress_names", &w, func() {
		w.Array(b.forts)
		for i := range b.forts {
			w.Str("Fort " + strconv.Itoa(i+1))
		}
	})
	b.shown = w.B
}

// copyOr copies the value of a key, or writes the default if there is none.
func (b *board) copyOr(from wire.Reader, key string, w *wire.Writer, byDefault func()) {
	if r, ok := from.Find(key); ok && !r.Nil() {
		raw, _ := r.Raw()
		w.Raw(raw)
		return
	}
	byDefault()
}
