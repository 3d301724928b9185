package jackal

import (
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
)

// What is written often, prepared: the words of types, and the keys of records. The first byte of a key is 0xa0 plus its length.
var shipKeys, modeKeys, phaseKeys, unitKindKeys, itemKeys, tileKeys, decideKeys, enteredKeys, reasonKeys []wire.Key

const (
	nameActor      wire.Key = "\xa5" + "actor"
	nameAt         wire.Key = "\xa2" + "at"
	nameCommander  wire.Key = "\xa9" + "commander"
	nameCrew       wire.Key = "\xa4" + "crew"
	nameCrews      wire.Key = "\xa5" + "crews"
	nameDecision   wire.Key = "\xa8" + "decision"
	nameDeck       wire.Key = "\xa4" + "deck"
	nameEntry      wire.Key = "\xa5" + "entry"
	nameFaceUp     wire.Key = "\xa7" + "face_up"
	nameFirst      wire.Key = "\xa5" + "first"
	nameGame       wire.Key = "\xa4" + "game"
	nameGold       wire.Key = "\xa4" + "gold"
	nameGrassLeft  wire.Key = "\xaa" + "grass_left"
	nameHeld       wire.Key = "\xa4" + "held"
	nameHiddenLost wire.Key = "\xab" + "hidden_lost"
	nameHits       wire.Key = "\xa4" + "hits"
	nameHitsNeeded wire.Key = "\xab" + "hits_needed"
	nameHow        wire.Key = "\xa3" + "how"
	nameId         wire.Key = "\xa2" + "id"
	nameItems      wire.Key = "\xa5" + "items"
	nameKind       wire.Key = "\xa4" + "kind"
	nameLand       wire.Key = "\xa4" + "land"
	nameLoad       wire.Key = "\xa4" + "load"
	nameLost       wire.Key = "\xa4" + "lost"
	nameMode       wire.Key = "\xa4" + "mode"
	nameOptions    wire.Key = "\xa7" + "options"
	namePath       wire.Key = "\xa4" + "path"
	namePhase      wire.Key = "\xa5" + "phase"
	namePicks      wire.Key = "\xa5" + "picks"
	namePlace      wire.Key = "\xa5" + "place"
	nameProgress   wire.Key = "\xa8" + "progress"
	nameQuiet      wire.Key = "\xa5" + "quiet"
	nameRank       wire.Key = "\xa4" + "rank"
	nameRanking    wire.Key = "\xa7" + "ranking"
	nameReady      wire.Key = "\xa5" + "ready"
	nameReason     wire.Key = "\xa6" + "reason"
	nameResult     wire.Key = "\xa6" + "result"
	nameRum        wire.Key = "\xa3" + "rum"
	nameScore      wire.Key = "\xa5" + "score"
	nameSeats      wire.Key = "\xa5" + "seats"
	nameSide       wire.Key = "\xa4" + "side"
	nameSize       wire.Key = "\xa4" + "size"
	nameSkips      wire.Key = "\xa5" + "skips"
	nameSq         wire.Key = "\xa2" + "sq"
	nameStart      wire.Key = "\xa5" + "start"
	nameStep       wire.Key = "\xa4" + "step"
	nameStruck     wire.Key = "\xa6" + "struck"
	nameTile       wire.Key = "\xa4" + "tile"
	nameTotal      wire.Key = "\xa5" + "total"
	nameTrail      wire.Key = "\xa5" + "trail"
	nameTrapped    wire.Key = "\xa7" + "trapped"
	nameTunnel     wire.Key = "\xa6" + "tunnel"
	nameTurn       wire.Key = "\xa4" + "turn"
	nameUnit       wire.Key = "\xa4" + "unit"
	nameUnits      wire.Key = "\xa5" + "units"
	nameUsed       wire.Key = "\xa4" + "used"
	nameVessel     wire.Key = "\xa6" + "vessel"
	nameVessels    wire.Key = "\xa7" + "vessels"
	nameWater      wire.Key = "\xa5" + "water"
	nameWinners    wire.Key = "\xa7" + "winners"
)

const gameKey wire.Key = "\xa6jackal"

// keyLists says what is prepared of what: a loop over it takes less code than a call for each.
var keyLists = [...]struct {
	keys *[]wire.Key
	word *core.Type
}{
	{&shipKeys, shipKind}, {&modeKeys, modeWord}, {&phaseKeys, phase}, {&unitKindKeys, unitKind}, {&itemKeys, item}, {&tileKeys, tileCode},
	{&decideKeys, choice}, {&enteredKeys, entered}, {&reasonKeys, reason},
}

func init() {
	for i := range keyLists {
		*keyLists[i].keys = wire.Keys(keyLists[i].word.Words...)
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
	putWord(w, namePhase, phaseKeys[s.phase])
	putInt(w, nameTurn, int(s.turn))
	putInt(w, nameCrew, int(s.crew))
	w.Key(nameActor)
	if s.phase == phaseOver {
		w.Nil()
	} else {
		w.Int(int(s.actor))
	}
	w.Key(nameCrews)
	s.writeCrews(w)
	w.Key(nameVessels)
	s.writeVessels(w)
	w.Key(nameUnits)
	s.writeUnits(w)
	w.Key(nameLand)
	s.writeLand(w, all)
	w.Key(nameWater)
	s.writeWater(w)
	w.Key(nameTunnel)
	s.writeTunnel(w)
	w.Key(nameDecision)
	s.writeDecision(w)
	putInt(w, nameGrassLeft, int(s.grass))
	putInt(w, nameHitsNeeded, int(s.hitsNeeded))
	putInt(w, nameQuiet, int(s.quiet))
	putBool(w, nameProgress, s.progress)
	w.Key(nameGold)
	s.writeGold(w, all)
	w.Key(nameResult)
	s.writeResult(w)
}

// writeGold writes the gold account.
//
// JK-260.
func (s *state) writeGold(w *wire.Writer, all bool) {
	w.Map(3)
	putInt(w, nameTotal, int(s.total))
	putInt(w, nameLost, int(s.lost))
	if all {
		putInt(w, nameHiddenLost, int(s.hiddenLost))
	} else {
		putSquare(w, nameHiddenLost, nowhere)
	}
}

// writeCrews writes commanders, sides, scores and rum.
func (s *state) writeCrews(w *wire.Writer) {
	w.Array(int(s.crews))
	for c := range s.crews {
		w.B = append(w.B, s.crewTexts[c]...)
		w.Int(int(s.score[c]))
		putInt(w, nameRum, int(s.rum[c]))
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
		w.Key(nameUnits)
		w.Array(0)
		vesselTexts[kind] = string(w.B)
	}
}

// beginVessel writes the entry of a vessel up to what is on deck.
func beginVessel(w *wire.Writer, id, kind int, crew, sq uint8, hits uint16) {
	w.Map(7)
	putInt(w, nameId, id)
	putWord(w, nameKind, shipKeys[kind])
	putInt(w, nameCrew, int(crew))
	putSquare(w, nameAt, sq)
	putInt(w, nameHits, int(hits))
	w.Key(nameDeck)
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
			w.Key(nameUnits)
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
			w.Key(nameUnits)
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
		putInt(w, nameUnit, int(id)-1)
		putSquare(w, nameEntry, s.unit[id].sq)
	}
}

func (s *state) writeDecision(w *wire.Writer) {
	if s.phase != phaseDecision {
		w.Nil()
		return
	}
	w.Map(10)
	putWord(w, nameKind, decideKeys[s.decision-1])
	putInt(w, nameUnit, int(s.mover)-1)
	putSquare(w, nameAt, s.unit[s.mover].sq)
	w.Key(nameLoad)
	l := &loads[s.hand]
	w.Array(int(l.n))
	for _, item := range l.items[:l.n] {
		w.Key(itemKeys[item])
	}
	w.Key(nameStart)
	if s.begun {
		writePlace(w, s.start, false)
	} else {
		w.Nil()
	}
	w.Key(namePath)
	writeWay(w, s.ways[pathWay][:s.path])
	w.Key(nameTrail)
	writeWay(w, s.ways[trailWay][:s.trail])
	putBool(w, nameHeld, s.held)
	putInt(w, namePicks, int(s.picks))
	putSquare(w, nameFirst, s.pick)
}

func writeWay(w *wire.Writer, way []wayPoint) {
	w.Array(len(way))
	for _, at := range way {
		w.Map(2)
		putSquare(w, nameAt, at.sq)
		w.Key(nameHow)
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
	putWord(w, nameReason, reasonKeys[e.reason-1])
	w.Key(nameRanking)
	s.writeRanking(w, &t)
	w.Key(nameWinners)
	s.writeWinners(w, &t)
}

// writeRanking writes the sides in order.
//
// JK-248.
func (s *state) writeRanking(w *wire.Writer, t *standing) {
	w.Array(t.n)
	for _, side := range t.order[:t.n] {
		w.Map(3)
		w.Key(nameSide)
		s.writeSide(w, side)
		putInt(w, nameScore, int(t.score[side]))
		putInt(w, nameRank, int(t.rank[side]))
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
