package jackal

import (
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
)

// What is written often, prepared.
var (
	viewKeys     = keysOf(view)
	crewKeys     = wire.Keys("commander", "side", "score", "rum")
	vesselKeys   = wire.Keys("id", "kind", "crew", "at", "hits", "deck", "units")
	unitKeys     = wire.Keys("id", "kind", "crew", "place", "trapped", "skips")
	placeKeys    = wire.Keys("sq", "step", "tunnel", "vessel")
	landKeys     = wire.Keys("at", "face_up", "tile", "used", "ready", "struck", "items", "units")
	decisionKeys = wire.Keys("kind", "unit", "at", "load", "start", "path", "trail", "held", "picks", "first")
	otherKeys    = wire.Keys("entry", "how", "total", "lost", "hidden_lost", "reason", "ranking", "winners", "side", "score", "rank", "ship", "boat", "jackal")
	modeKeys     = wire.Keys(modes...)
	phaseKeys    = wire.Keys(phases...)
	unitKindKeys = wire.Keys(unitKinds...)
	tileKeys     = wire.Keys(tileCodes...)
	decideKeys   = wire.Keys(decisions...)
	enteredKeys  = wire.Keys(entered.Words...)
	reasonKeys   = wire.Keys(reasons...)
)

// The places in otherKeys.
const (
	keyEntry = iota
	keyHow
	keyTotal
	keyLost
	keyHiddenLost
	keyReason
	keyRanking
	keyWinners
	keySide
	keyScore
	keyRank
	wordShip
	wordBoat
	wordJackal
)

func keysOf(t *core.Type) []wire.Key {
	list := make([]wire.Key, len(t.Fields))
	for i := range t.Fields {
		list[i] = wire.NewKey(t.Fields[i].Name)
	}
	return list
}

// View writes what a viewer sees. Seats and spectators see the same: all but the face-down tiles, and the gold lost under them.
// The referee sees these too, after the end everybody does.
//
// JK-256, JK-260.
func (s *state) View(viewer core.Seat, w *wire.Writer) {
	all := viewer == core.Referee || s.phase == phaseOver
	w.Map(len(viewKeys))
	key := 0
	next := func() {
		w.Key(viewKeys[key])
		key++
	}
	next() // game
	w.Key(otherKeys[wordJackal])
	next()
	w.Int(int(s.seats))
	next()
	w.Raw(s.shown)
	next()
	w.Key(modeKeys[s.mode])
	next()
	w.Int(s.board.side)
	next()
	w.Key(phaseKeys[s.phase])
	next()
	w.Int(int(s.turn))
	next()
	w.Int(int(s.crew))
	next()
	if s.phase == phaseOver {
		w.Nil()
	} else {
		w.Int(int(s.actor))
	}
	next()
	s.writeCrews(w)
	next()
	s.writeVessels(w)
	next()
	s.writeUnits(w)
	next()
	s.writeLand(w, all)
	next()
	s.writeWater(w)
	next()
	s.writeTunnel(w)
	next()
	s.writeDecision(w)
	next()
	w.Int(int(s.grass))
	next()
	w.Int(int(s.hitsNeeded))
	next()
	w.Int(int(s.quiet))
	next()
	w.Bool(s.progress)
	next()
	w.Map(3)
	w.Key(otherKeys[keyTotal])
	w.Int(int(s.total))
	w.Key(otherKeys[keyLost])
	w.Int(int(s.lost))
	w.Key(otherKeys[keyHiddenLost])
	if all {
		w.Int(int(s.hiddenLost))
	} else {
		w.Nil()
	}
	next()
	s.writeResult(w)
}

// writeCrews writes commanders, sides, scores and rum.
func (s *state) writeCrews(w *wire.Writer) {
	w.Array(int(s.crews))
	for c := range s.crews {
		w.Map(4)
		w.Key(crewKeys[0])
		w.Int(int(s.commander[c]))
		w.Key(crewKeys[1])
		s.writeSide(w, s.side[c])
		w.Key(crewKeys[2])
		w.Int(int(s.score[c]))
		w.Key(crewKeys[3])
		w.Int(int(s.rum[c]))
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
		w.Map(7)
		w.Key(vesselKeys[0])
		w.Int(int(v) - 1)
		w.Key(vesselKeys[1])
		if v <= s.crews {
			w.Key(otherKeys[wordShip])
		} else {
			w.Key(otherKeys[wordBoat])
		}
		w.Key(vesselKeys[2])
		w.Int(int(ship.crew))
		w.Key(vesselKeys[3])
		writeSquare(w, ship.sq)
		w.Key(vesselKeys[4])
		w.Int(int(ship.hits))
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
		w.Key(unitKeys[0])
		w.Int(int(id) - 1)
		w.Key(unitKeys[1])
		w.Key(unitKindKeys[u.kind])
		w.Key(unitKeys[2])
		if u.crew == neutral {
			w.Nil()
		} else {
			w.Int(int(u.crew))
		}
		w.Key(unitKeys[3])
		if u.alive() {
			writePlace(w, u.sq, u.step, u.vessel, u.tunnel)
		} else {
			w.Nil()
		}
		w.Key(unitKeys[4])
		w.Bool(u.trapped)
		w.Key(unitKeys[5])
		w.Int(int(u.skips))
	}
}

func writePlace(w *wire.Writer, sq, step, vessel uint8, tunnel bool) {
	w.Map(4)
	w.Key(placeKeys[0])
	writeSquare(w, sq)
	w.Key(placeKeys[1])
	w.Int(int(step))
	w.Key(placeKeys[2])
	w.Bool(tunnel)
	w.Key(placeKeys[3])
	if vessel == 0 {
		w.Nil()
	} else {
		w.Int(int(vessel) - 1)
	}
}

// writeSquare writes a square, nil for nowhere.
func writeSquare(w *wire.Writer, sq uint8) {
	if sq == nowhere {
		w.Nil()
		return
	}
	w.B = append(w.B, 0x92, sq>>4, sq&15)
}

func writeGoods(w *wire.Writer, some bool, g *goods) {
	if !some {
		w.Map(0)
		return
	}
	n := 0
	for _, k := range g {
		if k > 0 {
			n++
		}
	}
	w.Map(n)
	for i, k := range g {
		if k > 0 {
			w.Key(itemKeys[i])
			w.Int(int(k))
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

// writeLand writes the land squares, the tiles in the fog only for those who may see all.
//
// JK-260.
func (s *state) writeLand(w *wire.Writer, all bool) {
	w.Array(len(s.land))
	for _, sq := range s.land {
		c := &s.cell[sq]
		t := c.tile()
		up := c.kind != fog
		if !up && all {
			t = c.hidden()
		}
		w.Map(8)
		w.Key(landKeys[0])
		writeSquare(w, sq)
		w.Key(landKeys[1])
		w.Bool(up)
		w.Key(landKeys[2])
		w.Key(tileKeys[t.code()])
		w.Key(landKeys[3])
		w.Bool(c.marked && is(c.kind, isOneShot))
		w.Key(landKeys[4])
		w.Bool(c.marked && c.kind == airplane)
		w.Key(landKeys[5])
		w.Bool(c.marked && !up)
		w.Key(landKeys[6])
		writeGoods(w, c.goods, &s.pile[c.land])
		w.Key(landKeys[7])
		s.writeList(w, c.first)
	}
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
			w.Key(landKeys[0])
			writeSquare(w, sq)
			w.Key(landKeys[7])
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
		w.Key(decisionKeys[1])
		w.Int(int(id) - 1)
		w.Key(otherKeys[keyEntry])
		writeSquare(w, s.unit[id].sq)
	}
}

func (s *state) writeDecision(w *wire.Writer) {
	if s.phase != phaseDecision {
		w.Nil()
		return
	}
	w.Map(10)
	w.Key(decisionKeys[0])
	w.Key(decideKeys[s.decision-1])
	w.Key(decisionKeys[1])
	w.Int(int(s.mover) - 1)
	w.Key(decisionKeys[2])
	writeSquare(w, s.unit[s.mover].sq)
	w.Key(decisionKeys[3])
	l := &loads[s.hand]
	w.Array(int(l.n))
	for _, item := range l.items[:l.n] {
		w.Key(itemKeys[item])
	}
	w.Key(decisionKeys[4])
	if s.begun {
		writePlace(w, s.start.sq, s.start.step, s.start.vessel, false)
	} else {
		w.Nil()
	}
	w.Key(decisionKeys[5])
	writeWay(w, s.ways[pathWay][:s.path])
	w.Key(decisionKeys[6])
	writeWay(w, s.ways[trailWay][:s.trail])
	w.Key(decisionKeys[7])
	w.Bool(s.held)
	w.Key(decisionKeys[8])
	w.Int(int(s.picks))
	w.Key(decisionKeys[9])
	writeSquare(w, s.pick)
}

func writeWay(w *wire.Writer, way []wayPoint) {
	w.Array(len(way))
	for _, at := range way {
		w.Map(2)
		w.Key(landKeys[0])
		writeSquare(w, at.sq)
		w.Key(otherKeys[keyHow])
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
	w.Key(otherKeys[keyReason])
	w.Key(reasonKeys[e.reason-1])
	w.Key(otherKeys[keyRanking])
	s.writeRanking(w, &t)
	w.Key(otherKeys[keyWinners])
	s.writeWinners(w, &t)
}

// writeRanking writes the sides in order.
//
// JK-248.
func (s *state) writeRanking(w *wire.Writer, t *standing) {
	w.Array(t.n)
	for _, side := range t.order[:t.n] {
		w.Map(3)
		w.Key(otherKeys[keySide])
		s.writeSide(w, side)
		w.Key(otherKeys[keyScore])
		w.Int(int(t.score[side]))
		w.Key(otherKeys[keyRank])
		w.Int(int(t.rank[side]))
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
