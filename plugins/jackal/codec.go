package jackal

import (
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
)

// The body, little-endian. Units and vessels are numbered from 1, 0 is none; a square is 16*row + column, 0 is none.
//
//	phase, crew, grass_left, hits_needed, progress, units, vessels    1 byte each
//	quiet                                                             2 bytes
//	turn, gold in the game, gold publicly lost                        4 bytes each
//	for each crew: score, rum                                         4 and 2 bytes
//	for each land square: kind, fog, mark and items; number           2 bytes, see the bits below
//	for each land square with items: how many of each kind            10 bytes
//	for each vessel: crew, square, hits, whether items are on deck    1, 1, 2, 1 bytes
//	  with items: balls, boats, carts                                 6 bytes
//	for each unit: kind, trapped, tunnel, skips; crew, step;          2 bytes, see the bits below
//	  square, vessel, who came next to its place                      1 byte each
//	the kind of the decision, 0 for none                              1 byte
//	  with one: unit, load, held, picks, first pick, begun,           1 byte each
//	  start: square, step, vessel                                     1 byte each
//	  lengths of path and trail                                       2 bytes each
//	  their squares and ways                                          2 bytes each
//
// All else follows: the actor, the lists of units, hidden losses, the result.
const (
	headSize = 21
	crewSize = 6
	unitSize = 5

	bitFog   = 1 << 5
	bitMark  = 1 << markShift
	bitGoods = 1 << goodsShift

	markShift  = 6
	goodsShift = 7

	trappedShift = 2
	tunnelShift  = 3
	skipsShift   = 4
	stepShift    = 3
)

func byteOf(b bool) byte {
	if b {
		return 1
	}
	return 0
}

// writer writes a body. There is room enough.
type writer struct {
	b []byte
	n int
}

//go:noinline
func (w *writer) put(x ...byte) { w.n += copy(w.b[w.n:], x) }

//go:noinline
func (w *writer) put16(x uint16) {
	wire.PutUint16(w.b[w.n:], x)
	w.n += 2
}

//go:noinline
func (w *writer) put32(x int32) {
	wire.PutUint32(w.b[w.n:], uint32(x))
	w.n += 4
}

// goods writes the numbers of some kinds of items.
//
//go:noinline
func (w *writer) goods(counts []uint16) {
	b := w.b[w.n:]
	w.n += 2 * len(counts)
	for _, k := range counts {
		b[0], b[1] = byte(k), byte(k>>8)
		b = b[2:]
	}
}

//go:noinline
func (w *writer) way(way []wayPoint) {
	for _, at := range way {
		w.b[w.n], w.b[w.n+1] = at.sq, at.how
		w.n += 2
	}
}

// size is not less than the length of the body.
func (s *state) size() int {
	return headSize + crewSize*maxCrews + (2+2*itemKinds)*maxLand + 11*int(s.vessels) + unitSize*int(s.units) + 14 + 2*int(s.path+s.trail)
}

// Append appends the body.
func (s *state) Append(b []byte) []byte {
	from, size := len(b), s.size()
	if cap(b)-from < size {
		b = append(make([]byte, 0, from+size+size/2), b...)
	}
	w := writer{b: b[:from+size], n: from}
	w.put(s.phase, s.crew, s.grass, s.hitsNeeded, byteOf(s.progress), s.units, s.vessels)
	w.put16(s.quiet)
	w.put32(int32(s.turn))
	w.put32(s.total)
	w.put32(s.lost)
	for c := range s.crews {
		w.put32(s.score[c])
		w.put16(s.rum[c])
	}
	s.appendLand(&w)
	for v := uint8(1); v <= s.vessels; v++ {
		x := &s.vessel[v]
		w.put(x.crew, x.sq, byte(x.hits), byte(x.hits>>8), byteOf(x.goods))
		if x.goods {
			w.goods(s.deck[v][cannonball:])
		}
	}
	units := w.b[w.n:]
	w.n += unitSize * int(s.units)
	for id := uint8(1); id <= s.units; id++ {
		u, x := &s.unit[id], units[:unitSize]
		x[0] = u.kind | u.skips<<skipsShift | byteOf(u.trapped)<<trappedShift | byteOf(u.tunnel)<<tunnelShift
		x[1], x[2], x[3], x[4] = u.crew|u.step<<stepShift, u.sq, u.vessel, u.next
		units = units[unitSize:]
	}
	w.put(s.decision)
	if s.decision != noDecision {
		w.put(s.mover, s.hand, byteOf(s.held), s.picks, s.pick, byteOf(s.begun), s.start.sq, s.start.step, s.start.vessel)
		w.put16(s.path)
		w.put16(s.trail)
		w.way(s.ways[pathWay][:s.path])
		w.way(s.ways[trailWay][:s.trail])
	}
	return b[:w.n]
}

// stored is how a kind is stored: as it is, the fog as its bit, since what is under it is added. cells are the squares by how they are
// stored, without their numbers; in place of their places they have a 1 if account and landHolds have to look at them.
var (
	stored [bitFog]byte
	cells  [256]cell
)

func init() {
	for kind := range stored {
		stored[kind] = byte(kind)
	}
	stored[fog] = bitFog
	for x := range cells {
		c := &cells[x]
		c.kind, c.marked, c.goods = uint8(x&(bitFog-1)), x&bitMark != 0, x&bitGoods != 0
		if x&bitFog != 0 {
			c.kind, c.under = fog, c.kind
		}
		c.land = byteOf(c.goods || c.marked || c.kind == rumBottles || c.kind == fog && is(c.under, counted))
	}
}

func (s *state) appendLand(w *writer) {
	b := s.board
	count, n := len(b.land), 0
	for i := 0; i < count && i < len(b.place); i++ {
		sq := b.place[i]
		c := &s.cell[sq]
		x := stored[c.kind&(bitFog-1)] | c.under | byteOf(c.marked)<<markShift | byteOf(c.goods)<<goodsShift
		both := uint16(x) | uint16(c.arg)<<8
		s.raw[2*i], s.raw[2*i+1] = byte(both), byte(both>>8)
		if c.goods {
			s.squares[n&255] = sq
			n++
		}
	}
	w.n += copy(w.b[w.n:], s.raw[:2*count])
	for _, sq := range s.squares[:n] {
		w.goods(s.pile[s.cell[sq].land][:])
	}
}

// reader reads a body. It notes when the body is too short, or has a number that is too large.
type reader struct {
	b   []byte
	bad bool
}

// take returns the next n bytes.
func (r *reader) take(n int) []byte {
	if len(r.b) < n {
		r.bad = true
		r.b = nil
		return none[:n]
	}
	x := r.b[:n]
	r.b = r.b[n:]
	return x
}

// none is what is read past the end: the longest part has 2 bytes for each land square, or for each point of a way.
var none [2 * maxTrail]byte

// flag turns a byte that must be 0 or 1 into a bool.
func (r *reader) flag(x byte) bool {
	r.bad = r.bad || x > 1
	return x == 1
}

// Load takes a body, if it is one and its position keeps all invariants.
//
// JK-263.
func (s *state) Load(t *core.Table, body []byte) bool {
	if s.takeOptions(t) != "" {
		return false
	}
	s.position = position{crews: uint8(crewsOf(int(s.mode), int(s.seats)))}
	s.cell = s.board.cells
	r := reader{b: body}
	h := r.take(headSize)
	s.phase, s.crew, s.grass, s.hitsNeeded, s.progress = h[0], h[1], h[2], h[3], r.flag(h[4])
	s.units, s.vessels = h[5], h[6]
	s.quiet, s.turn = wire.Uint16(h[7:]), wire.Uint32(h[9:])
	s.total, s.lost = int32(wire.Uint32(h[13:])), int32(wire.Uint32(h[17:]))
	if s.phase > phaseOver || s.units > maxUnits || s.vessels > maxVessels || s.crew >= s.crews {
		return false
	}
	for c := range s.crews {
		x := r.take(crewSize)
		s.score[c], s.rum[c] = int32(wire.Uint32(x)), wire.Uint16(x[4:])
	}
	squares, ok := s.loadLand(&r)
	if !ok || !s.loadVessels(&r) || !s.loadUnits(&r) {
		return false
	}
	s.loadDecision(&r)
	if r.bad || len(r.b) > 0 || (s.decision != noDecision) != (s.phase == phaseDecision) || !s.linkUnits() {
		return false
	}
	s.setActor()
	total := s.total
	return s.account(squares) == "" && s.total == total && s.fault(squares) == ""
}

// loadLand reads the land squares. It returns those that tell something to account and landHolds, of which the state has the room.
func (s *state) loadLand(r *reader) (squares []uint8, ok bool) {
	b := s.board
	count, n := len(b.land), 0
	copy(s.raw[:], r.take(2*count))
	for i := 0; i < count && i < len(b.place); i++ {
		x, arg := s.raw[2*i], s.raw[2*i+1]
		if r := &argsOf[x&(bitFog-1)]; arg-r.least > r.more || arg&r.odd != 0 {
			return nil, false
		}
		sq := b.place[i]
		c, is := &s.cell[sq], &cells[x]
		*c = *is
		c.arg, c.land = arg, uint8(i)
		if is.land != 0 {
			s.squares[n&255] = sq
			n++
		}
	}
	squares = s.squares[:n]
	for _, sq := range squares {
		c := &s.cell[sq]
		if !c.goods {
			continue
		}
		b := r.take(2 * itemKinds)
		g := &s.pile[c.land]
		for k := range g {
			g[k] = wire.Uint16(b[2*k:])
		}
		if !g.any() {
			return nil, false
		}
	}
	return squares, true
}

func (s *state) loadVessels(r *reader) bool {
	for v := uint8(1); v <= s.vessels; v++ {
		b := r.take(5)
		x := &s.vessel[v]
		x.crew, x.sq, x.hits, x.goods = b[0], b[1], wire.Uint16(b[2:]), r.flag(b[4])
		if x.crew >= s.crews {
			return false
		}
		if x.goods {
			b := r.take(6)
			g := &s.deck[v]
			g[cannonball], g[boat], g[cart] = wire.Uint16(b), wire.Uint16(b[2:]), wire.Uint16(b[4:])
			if !g.any() {
				return false
			}
		}
	}
	return true
}

func (s *state) loadUnits(r *reader) bool {
	b := r.take(unitSize * int(s.units))
	for id := uint8(1); id <= s.units; id++ {
		x := b[:unitSize]
		b = b[unitSize:]
		u := &s.unit[id]
		u.kind, u.skips = x[0]&3, x[0]>>skipsShift
		u.trapped, u.tunnel = x[0]>>trappedShift&1 != 0, x[0]>>tunnelShift&1 != 0
		u.crew, u.step = x[1]&(1<<stepShift-1), x[1]>>stepShift
		u.sq, u.vessel, u.next = x[2], x[3], x[4]
		if u.crew > neutral || u.crew != neutral && u.crew >= s.crews {
			return false
		}
	}
	return true
}

func (s *state) loadDecision(r *reader) {
	s.decision = r.take(1)[0]
	if s.decision == noDecision {
		return
	}
	b := r.take(13)
	s.mover, s.hand, s.held, s.picks, s.pick, s.begun = b[0], b[1], r.flag(b[2]), b[3], b[4], r.flag(b[5])
	s.start = spot{b[6], b[7], b[8]}
	s.path, s.trail = wire.Uint16(b[9:]), wire.Uint16(b[11:])
	if s.decision > decideQuake2 || s.hand >= loadCount || s.path > maxTrail || s.trail > maxTrail {
		r.bad, s.path, s.trail = true, 0, 0
		return
	}
	loadWay(r, s.ways[pathWay][:s.path])
	loadWay(r, s.ways[trailWay][:s.trail])
}

func loadWay(r *reader, way []wayPoint) {
	b := r.take(2 * len(way))
	for i := range way {
		way[i] = wayPoint{b[2*i], b[2*i+1]}
	}
}

// linkUnits makes the lists of the places from what unit.next says. It returns false if a unit is in no place that it can be
// in, or if the units of a place are not one list.
func (s *state) linkUnits() bool {
	var hasBefore [maxUnits + 1]bool
	alive := 0
	for id := uint8(1); id <= s.units; id++ {
		u := &s.unit[id]
		if !s.placeable(u) {
			return false
		}
		if !u.alive() {
			if u.next != 0 {
				return false
			}
			continue
		}
		alive++
		if n := u.next; n != 0 {
			if n > s.units || n == id || hasBefore[n] || !sameList(u, &s.unit[n]) {
				return false
			}
			hasBefore[n] = true
		}
	}
	for id := uint8(1); id <= s.units; id++ {
		u := &s.unit[id]
		if !u.alive() || hasBefore[id] {
			continue
		}
		list := s.listOf(u)
		if *list != 0 {
			return false
		}
		*list = id
		for n := id; n != 0; n = s.unit[n].next {
			alive--
		}
	}
	return alive == 0
}

// sameList says whether two living units are in the same list.
func sameList(a, b *unit) bool {
	return b.alive() && a.tunnel == b.tunnel && a.vessel == b.vessel && (a.tunnel || a.sq == b.sq)
}

// placeable says whether a unit is dead or has a place: a square of the board or a vessel.
func (s *state) placeable(u *unit) bool {
	if u.vessel != 0 {
		return u.vessel <= s.vessels && u.sq == nowhere && !u.tunnel
	}
	return u.sq == nowhere && !u.tunnel || s.cell[u.sq].kind != void
}
