package pirati

import "math/bits"

// The kinds of tiles, by their words. kindWater and kindShip stand for the cells of the ring.
const (
	kindSea = iota
	kindIsland
	kindMud2
	kindMud3
	kindMud4
	kindMud5
	kindArrowStraight
	kindArrowDiagonal
	kindDoubleStraight
	kindDoubleDiagonal
	kindQuadStraight
	kindQuadDiagonal
	kindCompassRose
	kindSeaHorse
	kindWhirlpool
	kindFish
	kindStarfish
	kindOctopus
	kindMermaid
	kindGenie
	kindTurtle
	kindShark
	kindTreasure1
	kindTreasure2
	kindTreasure3
	kindTreasure4
	kindTreasure5
	kinds

	kindShip  = 30 // a ship is afloat there: its seat stands in place of an orientation
	kindWater = 31
)

// kindCount is how many tiles of each kind there are.
var kindCount = [kinds]uint8{38, 6, 6, 5, 4, 3, 5, 5, 4, 4, 3, 3, 2, 2, 3, 3, 2, 4, 1, 1, 2, 1, 4, 3, 3, 3, 1}

// A tile is a kind, an orientation and whether it is face up.
type tile = uint8

const (
	kindMask    = 31
	turnShift   = 5
	faceUp      = 0x80
	tileMask    = faceUp - 1 // kind and orientation
	waterTile   = kindWater | faceUp
	seaTile     = kindSea | faceUp
	manyTurns   = 4 // orientations of single arrows and starfish
	doubleTurns = 2
)

func kindOf(t tile) int { return int(t & kindMask) }

// isRing says whether a cell is none of the board.
//
// PI-6.
func isRing(t tile) bool { return t&kindMask >= kindShip }

// shipTile is a cell of the ring where the ship of a seat is, shipOf the seat.
func shipTile(seat int) tile { return tile(seat)<<turnShift | kindShip | faceUp }

func shipOf(t tile) int { return int(t & tileMask >> turnShift) }

// turnsOf is how many orientations a kind has.
//
// PI-7, PI-105.
func turnsOf(kind int) int {
	switch kind {
	case kindArrowStraight, kindArrowDiagonal, kindStarfish:
		return manyTurns
	case kindDoubleStraight, kindDoubleDiagonal:
		return doubleTurns
	}
	return 1
}

// dirsOf are the directions that a tile shows, as a set.
var dirsOf = func() (list [tileMask + 1]uint8) {
	for t := range list {
		list[t] = showing(t&kindMask, uint(t)>>turnShift)
	}
	return list
}()

// showing is the set of directions of a kind in an orientation.
//
// PI-90, PI-91, PI-92, PI-93, PI-94, PI-95.
func showing(kind int, turn uint) uint8 {
	const diagonal = 1 // from a straight direction to the next
	switch kind {
	case kindArrowStraight, kindStarfish:
		return 1 << (2 * turn)
	case kindArrowDiagonal:
		return 1 << (2*turn + diagonal)
	case kindDoubleStraight:
		return (1<<north | 1<<south) << (2 * (turn & 1))
	case kindDoubleDiagonal:
		return (1<<north | 1<<south) << (2*(turn&1) + diagonal)
	case kindQuadStraight:
		return straightMask
	case kindQuadDiagonal:
		return straightMask << diagonal
	case kindCompassRose: // PI-96
		return 1<<directions - 1
	}
	return 0
}

// waysOf are the ways on from a choice tile, as a set of directions, or of knight jumps for the sea horse.
//
// PI-88, PI-97.
func waysOf(t tile) uint8 {
	if kindOf(t) == kindSeaHorse {
		return 1<<directions - 1
	}
	return dirsOf[t&tileMask]
}

// firstWay is the jump that bit 0 of waysOf stands for.
func firstWay(t tile) jump {
	if kindOf(t) == kindSeaHorse {
		return knights
	}
	return 0
}

// arrowOf is the direction of a single arrow or of a starfish's head.
//
// PI-90, PI-91, PI-105.
func arrowOf(t tile) jump { return jump(bits.TrailingZeros8(dirsOf[t&tileMask])) }

// The classes of tiles: what can be said of a movement that gets to one, without more.
const (
	classWater     = iota // off the board: a bad end
	classShip             // an end that is good for those who may enter
	classDown             // face down: an end that is good without a token
	classOpen             // sea, treasure, turtle, mud, octopus: a good end
	classIsland           // an end that is good without a token and without opponents
	classBarred           // genie, mermaid, starfish, shark: a bad end
	classArrow            // the four that lead on
	classWhirlpool        //
	classFish             //
	classChoice           //
)

// classes has the class of each tile.
//
// PI-38.
var classes = func() (list [256]uint8) {
	for t := range list {
		switch kind := t & kindMask; {
		case kind == kindWater:
			list[t] = classWater
		case kind == kindShip:
			list[t] = classShip
		case t&faceUp == 0:
			list[t] = classDown
		case kind == kindIsland:
			list[t] = classIsland
		case kind == kindArrowStraight || kind == kindArrowDiagonal:
			list[t] = classArrow
		case kind >= kindDoubleStraight && kind <= kindSeaHorse:
			list[t] = classChoice
		case kind == kindWhirlpool:
			list[t] = classWhirlpool
		case kind == kindFish:
			list[t] = classFish
		case kind == kindStarfish || kind == kindMermaid || kind == kindGenie || kind == kindShark:
			list[t] = classBarred
		default:
			list[t] = classOpen
		}
	}
	return list
}()

// How a pirate may move to a square: without a token, and with one. Who may with one may without. What only the position can
// tell must be asked.
const (
	bare  = 1
	laden = 2
	ask   = 4
)

// entries has how a pirate may decide to go to each tile, as far as the tile alone tells: in the second list with
// ban_direct_steps.
//
// PI-33, PI-34, PI-38, PI-39.
var entries = func() (list [2][256]uint8) {
	for t, class := range classes {
		switch class {
		case classOpen:
			list[0][t], list[1][t] = bare|laden, bare|laden
		case classDown:
			list[0][t], list[1][t] = bare, bare
		case classWater:
		case classBarred:
			if t&kindMask != kindGenie {
				list[0][t] = ask
			}
		default:
			list[0][t], list[1][t] = ask, ask
		}
	}
	return list
}()

// ends has for each tile whether a movement ends there and well, without a token and with one. endAsk: the position tells.
//
// PI-38, PI-104.
var ends = func() (list [2][256]uint8) {
	for t, class := range classes {
		switch class {
		case classWater, classBarred:
		case classShip:
			list[0][t], list[1][t] = endAsk, endAsk
		case classDown:
			list[0][t] = endGood
		case classOpen:
			list[0][t], list[1][t] = endGood, endGood
		case classIsland:
			list[0][t] = endAsk
		case classFish:
			list[0][t] = endNone
		default:
			list[0][t], list[1][t] = endNone, endNone
		}
	}
	return list
}()

// What look knows of a cell without going on from there.
const (
	endBad = iota
	endGood
	endNone // it is no end
	endAsk
)

// isTransit says whether a face-up tile moves a pirate on at once.
func isTransit(t tile) bool { return classes[t] >= classArrow }

// footprintsOf is the number of footprints of a mud tile, 0 for other kinds.
//
// PI-76, PI-84, PI-85, PI-86, PI-87.
func footprintsOf(t tile) int {
	if kind := kindOf(t); kind >= kindMud2 && kind <= kindMud5 {
		return kind - kindMud2 + 2
	}
	return 0
}

// treasureOf is the number of tokens that a tile shows.
//
// PI-138, PI-141, PI-142, PI-143, PI-144, PI-145.
func treasureOf(kind int) int {
	if kind >= kindTreasure1 && kind <= kindTreasure5 {
		return kind - kindTreasure1 + 1
	}
	return 0
}

// holdsTokens says whether a token can lie on a kind of tile.
//
// PI-71, PI-89.
func holdsTokens(kind int) bool {
	switch kind {
	case kindSea, kindMud2, kindMud3, kindMud4, kindMud5, kindOctopus, kindTurtle:
		return true
	}
	return treasureOf(kind) > 0
}
