package jackal

import (
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
)

// What is written often, prepared.
var (
	viewKeys     = keysOf(view)
	crewKeys     = keysOf(crewsType.Of)
	vesselKeys   = keysOf(vesselsType.Of)
	unitKeys     = keysOf(unitsType.Of)
	placeKeys    = keysOf(place)
	decisionKeys = keysOf(decisionType)
	wayKeys      = keysOf(pathType)
	tunnelKeys   = keysOf(tunnelType)
	goldKeys     = keysOf(goldType)
	resultKeys   = keysOf(resultType)
	rankKeys     = keysOf(rank)
	gameKey      = wire.NewKey("jackal")
	shipKeys     = wire.Keys(shipKinds...)
	modeKeys     = wire.Keys(modes...)
	phaseKeys    = wire.Keys(phases...)
	unitKindKeys = wire.Keys(unitKinds...)
	itemKeys     = wire.Keys(items...)
	tileKeys     []wire.Key // of tileCodes
	decideKeys   = wire.Keys(decisions...)
	enteredKeys  = wire.Keys(entered.Words...)
	reasonKeys   = wire.Keys(reasons...)
)

func init() { tileKeys = wire.Keys(tileCodes...) }

//go:noinline
func namesOf(t *core.Type) (names []string) {
	for i := range t.Fields {
		names = append(names, t.Fields[i].Name)
	}
	return names
}

//go:noinline
func keysOf(t *core.Type) []wire.Key { return wire.Keys(namesOf(t)...) }

// The writers of pairs are not inlined, for the size of the module.

//go:noinline
func putInt(w *wire.Writer, k wire.Key, v int) {
	w.B = append(w.B, k...)
	w.Int(v)
}

//go:noinline
func putBool(w *wire.Writer, k wire.Key, v bool) {
	w.B = append(w.B, k...)
	w.Bool(v)
}

//go:noinline
func putWord(w *wire.Writer, k, word wire.Key) {
	w.B = append(w.B, k...)
	w.B = append(w.B, word...)
}

// putSquare writes a square, nil for nowhere.
//
//go:noinline
func putSquare(w *wire.Writer, k wire.Key, sq uint8) {
	w.B = append(w.B, k...)
	if sq == nowhere {
		w.Nil()
		return
	}
	w.B = append(w.B, 0x92, sq>>4, sq&15)
}

// View writes what a viewer sees. Seats and spectators see the same: all but the face-down tiles, and the gold lost under them.
// The referee sees these too, after the end everybody does.
//
// JK-256, JK-260.
func (s *state) View(viewer core.Seat, w *wire.Writer) {
	all := viewer == core.Referee || s.phase == phaseOver
	w.Map(len(viewKeys))
	for part, key := range viewKeys {
		w.Key(key)
		s.writePart(part, all, w)
	}
}

// The places of the keys of a view.
const (
	partGame = iota
	partSeats
	partOptions
	partMode
	partSize
	partPhase
	partTurn
	partCrew
	partActor
	partCrews
	partVessels
	partUnits
	partLand
	partWater
	partTunnel
	partDecision
	partGrass
	partHits
	partQuiet
	partProgress
	partGold
	partResult
)

// writePart writes what is under a key. all: what lies under the fog too.
//
// JK-260, JK-262.
func (s *state) writePart(part int, all bool, w *wire.Writer) {
	number := 0
	switch part {
	case partGame:
		w.Key(gameKey)
		return
	case partOptions:
		w.Raw(s.shown)
		return
	case partMode:
		w.Key(modeKeys[s.mode])
		return
	case partPhase:
		w.Key(phaseKeys[s.phase])
		return
	case partCrews:
		s.writeCrews(w)
		return
	case partVessels:
		s.writeVessels(w)
		return
	case partUnits:
		s.writeUnits(w)
		return
	case partLand:
		s.writeLand(w, all)
		return
	case partWater:
		s.writeWater(w)
		return
	case partTunnel:
		s.writeTunnel(w)
		return
	case partDecision:
		s.writeDecision(w)
		return
	case partProgress:
		w.Bool(s.progress)
		return
	case partGold:
		s.writeGold(w, all)
		return
	case partResult:
		s.writeResult(w)
		return
	case partActor:
		if s.phase == phaseOver {
			w.Nil()
			return
		}
		number = int(s.actor)
	case partSeats:
		number = int(s.seats)
	case partSize:
		number = s.board.side
	case partTurn:
		number = int(s.turn)
	case partCrew:
		number = int(s.crew)
	case partGrass:
		number = int(s.grass)
	case partHits:
		number = int(s.hitsNeeded)
	case partQuiet:
		number = int(s.quiet)
	}
	w.Int(number)
}

// writeGold writes the gold account.
//
// JK-260.
func (s *state) writeGold(w *wire.Writer, all bool) {
	w.Map(3)
	putInt(w, goldKeys[0], int(s.total))
	putInt(w, goldKeys[1], int(s.lost))
	if all {
		putInt(w, goldKeys[2], int(s.hiddenLost))
	} else {
		putSquare(w, goldKeys[2], nowhere)
	}
}

// writeCrews writes commanders, sides, scores and rum.
func (s *state) writeCrews(w *wire.Writer) {
	w.Array(int(s.crews))
	for c := range s.crews {
		w.Map(4)
		putInt(w, crewKeys[0], int(s.commander[c]))
		w.Key(crewKeys[1])
		s.writeSide(w, s.side[c])
		putInt(w, crewKeys[2], int(s.score[c]))
		putInt(w, crewKeys[3], int(s.rum[c]))
	}
}

// writeSide writes the crews of a side.
func (s *state) writeSide(w *wire.Writer, side uint8) {
	n := 0
	for c := range s.crews {
		if s.side[c] == side {
			n++
		}
	}
	w.Array(n)
	for c := range s.crews {
		if s.side[c] == side {
			w.Int(int(c))
		}
	}
}

func (s *state) writeVessels(w *wire.Writer) {
	w.Array(int(s.vessels))
	for v := uint8(1); v <= s.vessels; v++ {
		ship := &s.vessel[v]
		kind := 0
		if v > s.crews {
			kind = 1
		}
		w.Map(7)
		putInt(w, vesselKeys[0], int(v)-1)
		putWord(w, vesselKeys[1], shipKeys[kind])
		putInt(w, vesselKeys[2], int(ship.crew))
		putSquare(w, vesselKeys[3], ship.sq)
		putInt(w, vesselKeys[4], int(ship.hits))
		w.Key(vesselKeys[5])
		writeGoods(w, ship.goods, &s.deck[v])
		w.Key(vesselKeys[6])
		s.writeList(w, ship.first)
	}
}

func (s *state) writeUnits(w *wire.Writer) {
	w.Array(int(s.units))
	for id := uint8(1); id <= s.units; id++ {
		u := &s.unit[id]
		w.Map(6)
		putInt(w, unitKeys[0], int(id)-1)
		putWord(w, unitKeys[1], unitKindKeys[u.kind])
		w.Key(unitKeys[2])
		if u.crew == neutral {
			w.Nil()
		} else {
			w.Int(int(u.crew))
		}
		w.Key(unitKeys[3])
		if u.alive() {
			writePlace(w, spot{u.sq, u.step, u.vessel}, u.tunnel)
		} else {
			w.Nil()
		}
		putBool(w, unitKeys[4], u.trapped)
		putInt(w, unitKeys[5], int(u.skips))
	}
}

func writePlace(w *wire.Writer, at spot, tunnel bool) {
	w.Map(4)
	putSquare(w, placeKeys[0], at.sq)
	putInt(w, placeKeys[1], int(at.step))
	putBool(w, placeKeys[2], tunnel)
	w.Key(placeKeys[3])
	if at.vessel == 0 {
		w.Nil()
	} else {
		w.Int(int(at.vessel) - 1)
	}
}

func writeGoods(w *wire.Writer, some bool, g *goods) {
	n := 0
	for _, k := range g {
		if some && k > 0 {
			n++
		}
	}
	w.Map(n)
	for i, k := range g {
		if n > 0 && k > 0 {
			putInt(w, itemKeys[i], int(k))
		}
	}
}

// writeList writes the ids of a list of units.
func (s *state) writeList(w *wire.Writer, first uint8) {
	n := 0
	for id := first; id != 0; id = s.unit[id].next {
		n++
	}
	w.Array(n)
	for id := first; id != 0; id = s.unit[id].next {
		w.Int(int(id) - 1)
	}
}

// The parts of an entry of land: up to the tile's code for a face-down and a face-up square, with a hole for the square; from there to the
// items by the mark; from there on for a square without items and units.
var (
	landHead  = [2]string{landHeadOf(false), landHeadOf(true)}
	landMarks = [4]string{landMarksOf(0, 0, 0), landMarksOf(1, 0, 0), landMarksOf(0, 1, 0), landMarksOf(0, 0, 1)}
	landUnits = wire.NewKey(landType.Fields[7].Name)
	landBare  = "\x80" + string(landUnits) + "\x90"
	landHole  = 1 + len(wire.NewKey(landType.Fields[0].Name)) + 1
)

//go:noinline
func landHeadOf(up bool) string {
	var w wire.Writer
	k := keysOf(landType)
	w.Map(8)
	w.Key(k[0])
	w.Ints(0, 0)
	putBool(&w, k[1], up)
	w.Key(k[2])
	return string(w.B)
}

//go:noinline
func landMarksOf(used, ready, struck int) string {
	var w wire.Writer
	k := keysOf(landType)
	putBool(&w, k[3], used > 0)
	putBool(&w, k[4], ready > 0)
	putBool(&w, k[5], struck > 0)
	w.Key(k[6])
	return string(w.B)
}

// writeLand writes the land squares, the tiles in the fog only for those who may see all.
//
// JK-260.
func (s *state) writeLand(w *wire.Writer, all bool) {
	w.Array(len(s.land))
	b := w.B
	for _, sq := range s.land {
		c := &s.cell[sq]
		t, up, mark := c.tile(), 1, 0
		if c.kind == fog {
			up = 0
			if all {
				t = c.hidden()
			}
		}
		if c.marked {
			switch c.kind {
			case fog:
				mark = 3
			case airplane:
				mark = 2
			default:
				mark = 1
			}
		}
		at := len(b) + landHole
		b = append(b, landHead[up]...)
		b[at], b[at+1] = sq>>4, sq&15
		b = append(b, tileKeys[t.code()]...)
		b = append(b, landMarks[mark]...)
		if c.goods || c.first != 0 {
			w.B = b
			writeGoods(w, c.goods, &s.pile[c.land])
			w.Key(landUnits)
			s.writeList(w, c.first)
			b = w.B
		} else {
			b = append(b, landBare...)
		}
	}
	w.B = b
}

// writeWater writes the water squares with swimmers.
func (s *state) writeWater(w *wire.Writer) {
	n := 0
	for _, sq := range s.all {
		if c := &s.cell[sq]; c.kind == water && c.first != 0 {
			n++
		}
	}
	w.Array(n)
	if n == 0 {
		return
	}
	for _, sq := range s.all {
		if c := &s.cell[sq]; c.kind == water && c.first != 0 {
			w.Map(2)
			putSquare(w, wayKeys[0], sq)
			w.Key(landUnits)
			s.writeList(w, c.first)
		}
	}
}

func (s *state) writeTunnel(w *wire.Writer) {
	n := 0
	for id := s.stuck; id != 0; id = s.unit[id].next {
		n++
	}
	w.Array(n)
	for id := s.stuck; id != 0; id = s.unit[id].next {
		w.Map(2)
		putInt(w, tunnelKeys[0], int(id)-1)
		putSquare(w, tunnelKeys[1], s.unit[id].sq)
	}
}

func (s *state) writeDecision(w *wire.Writer) {
	if s.phase != phaseDecision {
		w.Nil()
		return
	}
	w.Map(10)
	putWord(w, decisionKeys[0], decideKeys[s.decision-1])
	putInt(w, decisionKeys[1], int(s.mover)-1)
	putSquare(w, decisionKeys[2], s.unit[s.mover].sq)
	w.Key(decisionKeys[3])
	l := &loads[s.hand]
	w.Array(int(l.n))
	for _, item := range l.items[:l.n] {
		w.Key(itemKeys[item])
	}
	w.Key(decisionKeys[4])
	if s.begun {
		writePlace(w, s.start, false)
	} else {
		w.Nil()
	}
	w.Key(decisionKeys[5])
	writeWay(w, s.ways[pathWay][:s.path])
	w.Key(decisionKeys[6])
	writeWay(w, s.ways[trailWay][:s.trail])
	putBool(w, decisionKeys[7], s.held)
	putInt(w, decisionKeys[8], int(s.picks))
	putSquare(w, decisionKeys[9], s.pick)
}

func writeWay(w *wire.Writer, way []wayPoint) {
	w.Array(len(way))
	for _, at := range way {
		w.Map(2)
		putSquare(w, wayKeys[0], at.sq)
		w.Key(wayKeys[1])
		if at.how == noHow {
			w.Nil()
		} else {
			w.Key(enteredKeys[at.how])
		}
	}
}

func (s *state) writeResult(w *wire.Writer) {
	if s.phase != phaseOver {
		w.Nil()
		return
	}
	e := s.ending()
	t := s.rank(e)
	w.Map(3)
	putWord(w, resultKeys[0], reasonKeys[e.reason-1])
	w.Key(resultKeys[1])
	s.writeRanking(w, &t)
	w.Key(resultKeys[2])
	s.writeWinners(w, &t)
}

// writeRanking writes the sides in order.
//
// JK-248.
func (s *state) writeRanking(w *wire.Writer, t *standing) {
	w.Array(t.n)
	for _, side := range t.order[:t.n] {
		w.Map(3)
		w.Key(rankKeys[0])
		s.writeSide(w, side)
		putInt(w, rankKeys[1], int(t.score[side]))
		putInt(w, rankKeys[2], int(t.rank[side]))
	}
}

// writeWinners writes the sides of rank 1.
//
// JK-248.
func (s *state) writeWinners(w *wire.Writer, t *standing) {
	n := 0
	for _, side := range t.order[:t.n] {
		if t.rank[side] == 1 {
			n++
		}
	}
	w.Array(n)
	for _, side := range t.order[:n] {
		s.writeSide(w, side)
	}
}

// tellEnd tells how the game ended.
func (s *state) tellEnd(e ending) {
	if s.tell == nil {
		return
	}
	t := s.rank(e)
	s.tell.Begin(eventGameOver)
	s.tell.Int(e.reason - 1)
	s.writeRanking(s.tell.Field(), &t)
	s.writeWinners(s.tell.Field(), &t)
	s.tell.End()
}
