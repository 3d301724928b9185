package pirati

import (
	"math/bits"

	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
)

// What moves a pirate, by the words of pirate_moved.
const (
	byStep = iota
	byMudStep
	bySwim
	byGenie
	byArrow
	byRose
	bySeaHorse
	byWhirlpool
	byFish
	byStarfish
	byEjected
	byMermaid
)

// byOf is what moves a pirate on from each kind of tile.
var byOf = [kindWater + 1]int{
	kindArrowStraight: byArrow, kindArrowDiagonal: byArrow, kindDoubleStraight: byArrow, kindDoubleDiagonal: byArrow,
	kindQuadStraight: byArrow, kindQuadDiagonal: byArrow, kindCompassRose: byRose, kindSeaHorse: bySeaHorse,
	kindWhirlpool: byWhirlpool, kindFish: byFish, kindStarfish: byStarfish,
}

// Why a pirate is lost, by the words of pirate_lost.
const (
	causeShark = iota
	causeTrampled
	causeCircle
	causeMurdered
	causeRunOver
	causeShipSunk
	causeNoShip
	causeDrowned
)

// How tokens come into a hoard, by the words of tokens_banked.
const (
	bankedCarried = iota
	bankedMermaid
)

// writePlace writes a place of an event: a cell and a footprint, with the ship that is afloat there.
func (s *state) writePlace(w *wire.Writer, p place) {
	w.Map(3)
	w.Key(innerKeys[keyAt])
	writeCell(w, cell(p))
	w.Key(innerKeys[keyFootprint])
	w.Int(footOf(p))
	w.Key(innerKeys[keyShip])
	w.Int(s.shipOn(cell(p)))
}

// tellJump tells one displacement of a pirate. Both places are cells with footprints, also where a ship is.
//
// PI-192.
func (s *state) tellJump(e *core.Events, pirate int, from, to place, by int, carry bool) {
	if !e.Recording() {
		return
	}
	e.Begin(eventPirateMoved)
	e.Int(seatOf(pirate))
	e.Int(indexOf(pirate))
	s.writePlace(e.Field(), from)
	s.writePlace(e.Field(), to)
	e.Int(by)
	e.Field().Bool(carry)
	e.End()
}

// tellMoved tells a jump of a chain, between squares of the board or to the ring.
func (s *state) tellMoved(m *movement, from, to cell, by int) {
	s.tellJump(m.events, m.pirate, placeAt(from, 0), s.comingTo(to), by, m.carry)
}

// comingTo is the place to which a pirate comes at a cell: the first footprint of what is known to be mud. What is still
// face down is told by tile_revealed alone.
//
// PI-76, PI-192.
func (s *state) comingTo(c cell) place {
	if t := s.tiles[c]; t&faceUp != 0 && footprintsOf(t) > 0 {
		return placeAt(c, 1)
	}
	return placeAt(c, 0)
}

// tellPirate tells an event with a pirate and a square.
func tellPirate(e *core.Events, kind, pirate int, at cell) {
	e.Emit(kind, seatOf(pirate), indexOf(pirate), rowOf(at), colOf(at))
}

// tellPlaced tells where a seat's ship is placed.
//
// PI-10, PI-13.
func (s *state) tellPlaced(seat int, e *core.Events) {
	at := s.ships[seat]
	e.Emit(eventShipPlaced, seat, rowOf(at), colOf(at))
}

// tellTurn tells whose turn begins.
//
// PI-9.
func (s *state) tellTurn(e *core.Events) { e.Emit(eventTurnStarted, int(s.toAct), int(s.turn)) }

// tellChoice tells from which ways a pirate has to choose.
//
// PI-26.
func (s *state) tellChoice(e *core.Events) {
	if !e.Recording() {
		return
	}
	at := s.moverCell()
	e.Begin(eventChoicePending)
	e.Int(seatOf(int(s.mover)))
	e.Int(indexOf(int(s.mover)))
	writeCell(e.Field(), at)
	writeWays(e.Field(), s.tiles[at], s.ways)
	e.End()
}

// moverCell is where the pirate stands whose way is to be chosen.
func (s *state) moverCell() cell { return cell(s.place[s.mover]) }

// tellEnd tells how the game ended.
//
// PI-188.
func (s *state) tellEnd(e *core.Events) {
	if !e.Recording() {
		return
	}
	e.Begin(eventGameOver)
	e.Int(int(s.reason))
	s.writeTotals(e.Field())
	s.writeHoards(e.Field())
	e.Int(s.winner())
	e.End()
}

func writeCell(w *wire.Writer, c cell) {
	w.Array(2)
	w.Int(rowOf(c))
	w.Int(colOf(c))
}

// writeWays writes ways on from a choice tile as vectors, in canonical order.
func writeWays(w *wire.Writer, t tile, ways uint8) {
	w.Array(bits.OnesCount8(ways))
	for ; ways != 0; ways &= ways - 1 {
		writeVector(w, firstWay(t)+jump(bits.TrailingZeros8(ways)))
	}
}

func writeVector(w *wire.Writer, j jump) {
	w.Array(2)
	w.Int(int(vectors[j].dr))
	w.Int(int(vectors[j].dc))
}

// writeDirs writes the directions that a tile shows.
func writeDirs(w *wire.Writer, t tile) {
	dirs := dirsOf[t&tileMask]
	w.Array(bits.OnesCount8(dirs))
	for ; dirs != 0; dirs &= dirs - 1 {
		w.Key(directionKeys[bits.TrailingZeros8(dirs)])
	}
}

func (s *state) writeTotals(w *wire.Writer) {
	sum := s.totals()
	w.Array(2)
	w.Int(int(sum[0]))
	w.Int(int(sum[1]))
}

func (s *state) writeHoards(w *wire.Writer) {
	w.Array(int(s.n))
	for _, k := range s.hoard[:s.n] {
		w.Int(int(k))
	}
}
