package jackal

import (
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
)

// What is written often, prepared: the keys of records and the words of types.
var (
	viewKeys, crewKeys, vesselKeys, unitKeys, placeKeys, decisionKeys, wayKeys, tunnelKeys, goldKeys, resultKeys, rankKeys,
	landKeys []wire.Key
	shipKeys, modeKeys, phaseKeys, unitKindKeys, itemKeys, tileKeys, decideKeys, enteredKeys, reasonKeys []wire.Key
)

const gameKey wire.Key = "\xa6jackal"

// keyLists says what is prepared of what: a loop over it takes less code than a call for each.
var keyLists = [...]struct {
	keys *[]wire.Key
	of   *core.Type // a record or a Word
}{
	{&viewKeys, view}, {&crewKeys, crewType}, {&vesselKeys, vesselType}, {&unitKeys, unitType}, {&placeKeys, place},
	{&decisionKeys, decisionType}, {&wayKeys, pathType}, {&tunnelKeys, tunnelType}, {&goldKeys, goldType}, {&resultKeys, resultType},
	{&rankKeys, rank}, {&landKeys, landType}, {&shipKeys, shipKind}, {&modeKeys, modeWord}, {&phaseKeys, phase},
	{&unitKindKeys, unitKind}, {&itemKeys, item}, {&tileKeys, tileCode}, {&decideKeys, choice}, {&enteredKeys, entered}, {&reasonKeys, reason},
}

func init() {
	for i := range keyLists {
		l := &keyLists[i]
		words := l.of.Words
		for j := range l.of.Fields {
			words = append(words, l.of.Fields[j].Name)
		}
		*l.keys = wire.Keys(words...)
	}
}

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
	w.Raw(s.opening)
	putWord(w, viewKeys[partPhase], phaseKeys[s.phase])
	putInt(w, viewKeys[partTurn], int(s.turn))
	putInt(w, viewKeys[partCrew], int(s.crew))
	w.Key(viewKeys[partActor])
	if s.phase == phaseOver {
		w.Nil()
	} else {
		w.Int(int(s.actor))
	}
	w.Key(viewKeys[partCrews])
	s.writeCrews(w)
	w.Key(viewKeys[partVessels])
	s.writeVessels(w)
	w.Key(viewKeys[partUnits])
	s.writeUnits(w)
	w.Key(viewKeys[partLand])
	s.writeLand(w, all)
	w.Key(viewKeys[partWater])
	s.writeWater(w)
	w.Key(viewKeys[partTunnel])
	s.writeTunnel(w)
	w.Key(viewKeys[partDecision])
	s.writeDecision(w)
	putInt(w, viewKeys[partGrass], int(s.grass))
	putInt(w, viewKeys[partHits], int(s.hitsNeeded))
	putInt(w, viewKeys[partQuiet], int(s.quiet))
	putBool(w, viewKeys[partProgress], s.progress)
	w.Key(viewKeys[partGold])
	s.writeGold(w, all)
	w.Key(viewKeys[partResult])
	s.writeResult(w)
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
		w.B = append(w.B, s.crewTexts[c]...)
		w.Int(int(s.score[c]))
		putInt(w, crewKeys[3], int(s.rum[c]))
	}
}

// writeSide writes the crews of a side.
//
//go:noinline
func (s *state) writeSide(w *wire.Writer, side uint8) { w.B = s.appendSide(w.B, s.crews, side) }

//go:noinline
func (t *settings) appendSide(b []byte, crews, side uint8) []byte {
	b = append(b, 0x90)
	at := len(b) - 1
	for c := range crews {
		if t.side[c] == side {
			b[at]++
			b = append(b, c)
		}
	}
	return b
}

// vesselTexts are the entries of vessels that are afloat in a view, with neither items nor units aboard, by the kind of the vessel, with holes of a
// byte for what varies.
var vesselTexts [2]string

// Where the holes are: that of the id from the beginning of an entry, the others from its end. vesselTail is where the items begin,
// and the units after them. A key takes a byte more than its name.
const (
	vesselID     = 1 + 1 + len("id")
	vesselTail   = 1 + 1 + len("units") + 1
	vesselHits   = vesselTail + 1 + len("deck") + 1
	vesselColumn = vesselHits + 1 + len("hits") + 1
	vesselRow    = vesselColumn + 1
	vesselCrew   = vesselRow + 1 + 1 + len("at") + 1
)

func init() {
	for kind := range vesselTexts {
		w := wire.Writer{}
		beginVessel(&w, 0, kind, 0, square8(1, 1), 0)
		w.Map(0)
		w.Key(vesselKeys[6])
		w.Array(0)
		vesselTexts[kind] = string(w.B)
	}
}

// beginVessel writes the entry of a vessel up to what is on deck.
func beginVessel(w *wire.Writer, id, kind int, crew, sq uint8, hits uint16) {
	w.Map(7)
	putInt(w, vesselKeys[0], id)
	putWord(w, vesselKeys[1], shipKeys[kind])
	putInt(w, vesselKeys[2], int(crew))
	putSquare(w, vesselKeys[3], sq)
	putInt(w, vesselKeys[4], int(hits))
	w.Key(vesselKeys[5])
}

func (s *state) writeVessels(w *wire.Writer) {
	w.Array(int(s.vessels))
	for v := uint8(1); v <= s.vessels; v++ {
		ship := &s.vessel[v]
		kind := 0
		if v > s.crews {
			kind = 1
		}
		if ship.sq == nowhere { // it has any number of hits
			beginVessel(w, int(v)-1, kind, ship.crew, ship.sq, ship.hits)
			w.Map(0)
			w.Key(vesselKeys[6])
			w.Array(0)
			continue
		}
		b := append(w.B, vesselTexts[kind]...)
		n := len(b)
		b[n-len(vesselTexts[kind])+vesselID] = v - 1
		b[n-vesselCrew], b[n-vesselRow], b[n-vesselColumn], b[n-vesselHits] = ship.crew, ship.sq>>4, ship.sq&15, byte(ship.hits)
		w.B = b[:n-1]
		if ship.goods {
			w.B = b[:n-vesselTail]
			writeGoods(w, &s.deck[v])
			w.Key(vesselKeys[6])
		}
		s.writeList(w, ship.first)
	}
}

// writeGoods writes the numbers of items, of the kinds of which there are some.
func writeGoods(w *wire.Writer, g *goods) {
	b := append(w.B, 0x80)
	at := len(b) - 1
	for i, n := range g {
		if n == 0 {
			continue
		}
		b[at]++
		b = append(b, itemKeys[i]...)
		if n < 0x80 {
			b = append(b, byte(n))
		} else {
			b = wire.AppendInt(b, int64(n))
		}
	}
	w.B = b
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
