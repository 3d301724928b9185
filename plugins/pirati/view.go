package pirati

import (
	"math/bits"

	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
)

// The places in innerKeys.
const (
	keyAt = iota
	keyFootprint
	keyShip
	keyFaceUp
	keyKind
	keyDirs
	keyTokens
	keyPlace
	keyCaptive
	keyFreed
	keyDelay
	keyCause
	keySunk
	keyHoard
	keyPirate
	keyCarrying
	keyUsed
	keyWays
	keyVec
	keyReason
	keyTotals
	keyHoards
	keyWinner
	innerCount
)

// What is written often, prepared.
var (
	keys       = [viewKeys]wire.Key(keysOf(viewFields))
	optionKeys = [optAllPassRounds + 1]wire.Key(keysOf(optionFields))
	innerKeys  = [innerCount]wire.Key(wire.Keys("at", "footprint", "ship", "face_up", "kind", "dirs", "tokens", "place", "captive", "freed",
		"delay", "cause", "sunk", "hoard", "pirate", "carrying", "used", "options", "vec", "reason", "totals", "hoards", "winner_team"))
	gameKey       = wire.NewKey(gameID)
	sideKeys      = wire.Keys(sideWords...)
	phaseKeys     = wire.Keys(phaseWords...)
	kindKeys      = wire.Keys(kindWords...)
	directionKeys = wire.Keys(directionWords...)
	causeKeys     = wire.Keys(causeWords...)
	reasonKeys    = wire.Keys(reasonWords...)
	powerKeys     = wire.Keys(genieWords...)
	startKeys     = wire.Keys(startWords...)
	freesKeys     = wire.Keys(freesWords...)
	entryKeys     = wire.Keys(entryWords...)
)

func keysOf(fields []core.Field) []wire.Key {
	list := make([]wire.Key, len(fields))
	for i := range fields {
		list[i] = wire.NewKey(fields[i].Name)
	}
	return list
}

// View writes what a viewer sees. All seats and spectators see the same, the referee the face-down tiles too; the generator
// nobody.
//
// PI-190, PI-194, PI-195.
func (s *state) View(viewer core.Seat, w *wire.Writer) {
	w.Map(viewKeys)
	w.Key(keys[keyGame])
	w.Key(gameKey)
	w.Key(keys[keySeats])
	w.Int(int(s.n))
	w.Key(keys[keyOptions])
	s.writeOptions(w)
	w.Key(keys[keyPhase])
	w.Key(phaseKeys[s.phase])
	w.Key(keys[keyTurn])
	w.Int(int(s.turn))
	w.Key(keys[keyToAct])
	w.Int(int(s.toAct))
	w.Key(keys[keyTiles])
	w.Array(boardSize)
	for _, c := range boardCells {
		s.writeTile(w, c, viewer == core.Referee)
	}
	w.Key(keys[keyFaceDown])
	s.writeFaceDown(w)
	w.Key(keys[keyPirates])
	s.writePirates(w)
	w.Key(keys[keyShips])
	s.writeShips(w)
	w.Key(keys[keyGenie])
	w.Key(powerKeys[s.genie])
	w.Key(keys[keyMermaid])
	w.Key(powerKeys[s.mermaid])
	w.Key(keys[keyDiscoverer])
	if s.discoverer == none {
		w.Nil()
	} else {
		w.Ints(seatOf(int(s.discoverer)), indexOf(int(s.discoverer)))
	}
	w.Key(keys[keyBank])
	w.Int(int(s.bank))
	w.Key(keys[keySunkTokens])
	w.Int(int(s.sunk))
	w.Key(keys[keyPending])
	s.writePending(w)
	w.Key(keys[keyProgress])
	w.Bool(s.progress)
	w.Key(keys[keyQuietTurns])
	w.Int(int(s.quiet))
	w.Key(keys[keyPassStreak])
	w.Int(int(s.passes))
	w.Key(keys[keyResult])
	s.writeResult(w)
}

func (s *state) writeOptions(w *wire.Writer) {
	w.Map(len(optionKeys))
	w.Key(optionKeys[optSides])
	w.Array(int(s.n))
	for _, side := range s.sides[:s.n] {
		w.Key(sideKeys[side])
	}
	w.Key(optionKeys[optShipStart])
	w.Key(startKeys[number(s.choosePlaces)])
	w.Key(optionKeys[optFirstSeat])
	w.Int(int(s.first))
	w.Key(optionKeys[optBanDirectSteps])
	w.Bool(s.barDirect)
	w.Key(optionKeys[optOctopusLiberator])
	w.Key(freesKeys[number(s.seatFrees)])
	w.Key(optionKeys[optMermaidHeir])
	w.Bool(s.anyHeir)
	w.Key(optionKeys[optGenieToShip])
	w.Bool(s.genieToShip)
	w.Key(optionKeys[optEnemyShipEntry])
	w.Key(entryKeys[number(s.neverEnemy)])
	w.Key(optionKeys[optEndWhenDecided])
	w.Bool(s.whenDecided)
	w.Key(optionKeys[optQuietRoundLimit])
	w.Int(int(s.quietRounds))
	w.Key(optionKeys[optAllPassRounds])
	w.Int(int(s.passRounds))
}

func number(b bool) int {
	if b {
		return 1
	}
	return 0
}

// writeTile writes a square. Of a face-down one players see nothing but that.
//
// PI-190, PI-194.
func (s *state) writeTile(w *wire.Writer, c cell, all bool) {
	t := s.tiles[c]
	up := t&faceUp != 0
	switch {
	case up:
		w.Map(5)
	case all:
		w.Map(4)
	default:
		w.Map(2)
	}
	w.Key(innerKeys[keyAt])
	writeCell(w, c)
	w.Key(innerKeys[keyFaceUp])
	w.Bool(up)
	if !up && !all {
		return
	}
	w.Key(innerKeys[keyKind])
	w.Key(kindKeys[kindOf(t)])
	w.Key(innerKeys[keyDirs])
	writeDirs(w, t)
	if !up {
		return
	}
	w.Key(innerKeys[keyTokens])
	n := footprintsOf(t)
	if n == 0 {
		w.Array(1)
		w.Int(int(s.tokens[c]))
		return
	}
	w.Array(n)
	for i := range n {
		w.Int(int(s.tokens[c] >> i & 1))
	}
}

// writeFaceDown writes how many tiles of each kind are face down.
//
// PI-191.
func (s *state) writeFaceDown(w *wire.Writer) {
	w.Map(kinds)
	for kind, k := range s.down {
		w.Key(kindKeys[kind])
		w.Int(int(k))
	}
}

func (s *state) writePirates(w *wire.Writer) {
	w.Array(int(s.n))
	for i := range int(s.count) {
		if i%crew == 0 {
			w.Array(crew)
		}
		p := s.place[i]
		w.Map(5)
		w.Key(innerKeys[keyPlace])
		s.writeWhere(w, p)
		w.Key(innerKeys[keyCaptive])
		w.Bool(s.captive>>i&1 != 0)
		w.Key(innerKeys[keyFreed])
		w.Bool(s.freed>>i&1 != 0)
		w.Key(innerKeys[keyDelay])
		w.Int(int(s.delayed >> i & 1))
		w.Key(innerKeys[keyCause])
		if isLost(p) {
			w.Key(causeKeys[p-lost])
		} else {
			w.Nil()
		}
	}
}

// writeWhere writes where a pirate is.
func (s *state) writeWhere(w *wire.Writer, p place) {
	if isLost(p) {
		w.Nil()
		return
	}
	w.Map(3)
	w.Key(innerKeys[keyAt])
	writeCellOrNil(w, s.cellOf(p))
	w.Key(innerKeys[keyFootprint])
	ship := none
	if isAboard(p) {
		ship = int(p - aboard)
		p = 0
	}
	w.Int(footOf(p))
	w.Key(innerKeys[keyShip])
	w.Int(ship)
}

// writeCellOrNil writes a cell, or null for a ship that is nowhere.
func writeCellOrNil(w *wire.Writer, c cell) {
	if c == noCell {
		w.Nil()
		return
	}
	writeCell(w, c)
}

func (s *state) writeShips(w *wire.Writer) {
	w.Array(int(s.n))
	for i := range s.n {
		w.Map(3)
		w.Key(innerKeys[keyAt])
		writeCellOrNil(w, s.ships[i])
		w.Key(innerKeys[keySunk])
		w.Bool(s.shipSunk[i])
		w.Key(innerKeys[keyHoard])
		w.Int(int(s.hoard[i]))
	}
}

func (s *state) writePending(w *wire.Writer) {
	if s.phase != phaseChoice {
		w.Nil()
		return
	}
	w.Map(5)
	w.Key(innerKeys[keyPirate])
	w.Int(indexOf(int(s.mover)))
	w.Key(innerKeys[keyAt])
	writeCell(w, s.moverCell())
	w.Key(innerKeys[keyCarrying])
	w.Bool(s.carrying)
	w.Key(innerKeys[keyUsed])
	s.writeUsed(w)
	w.Key(innerKeys[keyWays])
	writeWays(w, s.tiles[s.moverCell()], s.ways)
}

// writeUsed writes the ways taken this turn, by square and then in canonical order.
//
// PI-64.
func (s *state) writeUsed(w *wire.Writer) {
	n := 0
	for _, c := range boardCells {
		n += bits.OnesCount8(s.used[c])
	}
	w.Array(n)
	for _, c := range boardCells {
		first := firstWay(s.tiles[c])
		for left := s.used[c]; left != 0; left &= left - 1 {
			w.Map(2)
			w.Key(innerKeys[keyAt])
			writeCell(w, c)
			w.Key(innerKeys[keyVec])
			writeVector(w, first+jump(bits.TrailingZeros8(left)))
		}
	}
}

func (s *state) writeResult(w *wire.Writer) {
	if s.phase != phaseOver {
		w.Nil()
		return
	}
	w.Map(4)
	w.Key(innerKeys[keyReason])
	w.Key(reasonKeys[s.reason])
	w.Key(innerKeys[keyTotals])
	s.writeTotals(w)
	w.Key(innerKeys[keyHoards])
	s.writeHoards(w)
	w.Key(innerKeys[keyWinner])
	w.Int(s.winner())
}
