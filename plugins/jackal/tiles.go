package jackal

import "math/bits"

// The kinds of squares: what is no land, the fog, and the tiles. Tiles of one family have one kind, with a number in cell.arg.
const (
	void = iota
	water
	fog // a face-down land square; its tile is in cell.under
	empty
	arrow     // arg: the set of directions
	horse     //
	labyrinth // arg: the number of steps
	ice
	trap
	cannon // arg: the barrel's direction
	fort
	resurrectionFort
	rumBarrel
	crocodile
	cannibal
	balloon
	airplane
	coins // arg: how many
	bullionTile
	cannonballTile
	boatTile
	cartTile
	rumBottles // arg: how many
	lighthouse
	benGunnTile
	missionaryTile
	chungaTile
	cave
	earthquake
	jungle
	shaitanGrass
	kindCount
)

// tile is a kind with its number.
type tile struct{ kind, arg uint8 }

// Sets of kinds, bit k for kind k.
const (
	isArrow   = 1 << arrow
	isFort    = 1<<fort | 1<<resurrectionFort
	isOneShot = 1<<rumBottles | 1<<lighthouse | 1<<earthquake | 1<<shaitanGrass // JK-102
	isLand    = 1<<kindCount - 1<<fog
	// passing are the kinds on which nobody rests: I10.
	passing = 1<<arrow | 1<<horse | 1<<ice | 1<<crocodile
	// closed are those into which no load may be taken by choice: JK-35.
	closed = 1<<fog | isFort | 1<<jungle
	// bare are those, besides single arrows, on which no items lie: I6.
	bareGround = closed | 1<<void | 1<<water | 1<<ice | 1<<crocodile
	// counted are those that hide items or a unit, or have rum.
	counted = 1<<coins | 1<<bullionTile | 1<<cannonballTile | 1<<boatTile | 1<<cartTile | 1<<rumBottles | 1<<benGunnTile | 1<<missionaryTile | 1<<chungaTile
	// simple are those that make no difference to what may be chosen.
	simple = isLand &^ (1<<fog | isArrow | 1<<ice | isFort | 1<<jungle)
)

func is(kind uint8, set uint32) bool { return set>>kind&1 != 0 }

// singleArrow says whether an arrow's set has one direction.
func singleArrow(dirs uint8) bool { return dirs&(dirs-1) == 0 }

// directionIn is the direction of a single arrow.
func directionIn(dirs uint8) uint8 { return uint8(bits.TrailingZeros8(dirs)) }

// tileKind is one of the kinds of the mix of tiles, in the canonical order.
type tileKind struct {
	name   string
	tile   tile
	counts [6]uint8 // standard map with the classic and the extended set, medium, small
}

const tileKinds = 43

// mix is the table of section 2. The classic counts of what the expansion brought are 0.
var mix = [tileKinds]tileKind{
	{"empty", tile{empty, 0}, [6]uint8{40, 13, 27, 6, 17, 2}},
	{"arrow_1_straight", tile{arrow, 1 << north}, [6]uint8{3, 3, 2, 2, 1, 1}},
	{"arrow_1_diagonal", tile{arrow, 1 << northEast}, [6]uint8{3, 3, 2, 2, 1, 1}},
	{"arrow_2_straight", tile{arrow, 1<<east | 1<<west}, [6]uint8{3, 3, 2, 2, 1, 1}},
	{"arrow_2_diagonal", tile{arrow, 1<<northEast | 1<<southWest}, [6]uint8{3, 3, 2, 2, 1, 1}},
	{"arrow_3", tile{arrow, 1<<east | 1<<south | 1<<northWest}, [6]uint8{3, 3, 2, 2, 1, 1}},
	{"arrow_4_straight", tile{arrow, 1<<north | 1<<east | 1<<south | 1<<west}, [6]uint8{3, 3, 2, 2, 1, 1}},
	{"arrow_4_diagonal", tile{arrow, 1<<northEast | 1<<southEast | 1<<southWest | 1<<northWest}, [6]uint8{3, 3, 2, 2, 1, 1}},
	{"horse", tile{horse, 0}, [6]uint8{2, 2, 2, 2, 1, 1}},
	{"labyrinth:2", tile{labyrinth, 2}, [6]uint8{5, 5, 3, 3, 1, 1}},
	{"labyrinth:3", tile{labyrinth, 3}, [6]uint8{4, 4, 2, 2, 1, 1}},
	{"labyrinth:4", tile{labyrinth, 4}, [6]uint8{2, 2, 1, 1, 1, 1}},
	{"labyrinth:5", tile{labyrinth, 5}, [6]uint8{1, 1, 1, 1, 0, 0}},
	{"ice", tile{ice, 0}, [6]uint8{6, 6, 4, 4, 2, 2}},
	{"trap", tile{trap, 0}, [6]uint8{3, 3, 2, 2, 1, 1}},
	{"cannon", tile{cannon, north}, [6]uint8{2, 2, 2, 2, 1, 1}},
	{"fort", tile{fort, 0}, [6]uint8{2, 2, 1, 1, 1, 1}},
	{"resurrection_fort", tile{resurrectionFort, 0}, [6]uint8{1, 1, 1, 1, 1, 1}},
	{"rum_barrel", tile{rumBarrel, 0}, [6]uint8{4, 4, 2, 2, 1, 1}},
	{"crocodile", tile{crocodile, 0}, [6]uint8{4, 4, 2, 2, 1, 1}},
	{"cannibal", tile{cannibal, 0}, [6]uint8{1, 1, 1, 1, 1, 1}},
	{"balloon", tile{balloon, 0}, [6]uint8{2, 2, 1, 1, 1, 1}},
	{"airplane", tile{airplane, 0}, [6]uint8{1, 1, 1, 1, 1, 1}},
	{"coins:1", tile{coins, 1}, [6]uint8{5, 5, 3, 3, 2, 2}},
	{"coins:2", tile{coins, 2}, [6]uint8{5, 5, 3, 3, 2, 2}},
	{"coins:3", tile{coins, 3}, [6]uint8{3, 3, 2, 2, 1, 1}},
	{"coins:4", tile{coins, 4}, [6]uint8{2, 2, 1, 1, 1, 1}},
	{"coins:5", tile{coins, 5}, [6]uint8{1, 1, 1, 1, 0, 0}},
	{"bullion", tile{bullionTile, 0}, [6]uint8{0, 1, 0, 1, 0, 1}},
	{"cannonball", tile{cannonballTile, 0}, [6]uint8{0, 3, 0, 2, 0, 1}},
	{"boat", tile{boatTile, 0}, [6]uint8{0, 2, 0, 1, 0, 0}},
	{"cart", tile{cartTile, 0}, [6]uint8{0, 1, 0, 1, 0, 0}},
	{"rum_bottles:1", tile{rumBottles, 1}, [6]uint8{0, 3, 0, 2, 0, 1}},
	{"rum_bottles:2", tile{rumBottles, 2}, [6]uint8{0, 2, 0, 1, 0, 1}},
	{"rum_bottles:3", tile{rumBottles, 3}, [6]uint8{0, 1, 0, 1, 0, 0}},
	{"lighthouse", tile{lighthouse, 0}, [6]uint8{0, 1, 0, 1, 0, 1}},
	{"ben_gunn", tile{benGunnTile, 0}, [6]uint8{0, 1, 0, 1, 0, 1}},
	{"missionary", tile{missionaryTile, 0}, [6]uint8{0, 1, 0, 1, 0, 1}},
	{"chunga_changa", tile{chungaTile, 0}, [6]uint8{0, 1, 0, 1, 0, 1}},
	{"cave", tile{cave, 0}, [6]uint8{0, 4, 0, 4, 0, 4}},
	{"earthquake", tile{earthquake, 0}, [6]uint8{0, 1, 0, 1, 0, 1}},
	{"jungle", tile{jungle, 0}, [6]uint8{0, 3, 0, 2, 0, 1}},
	{"shaitan_grass", tile{shaitanGrass, 0}, [6]uint8{0, 2, 0, 1, 0, 1}},
}

// plainTiles are the tiles of the first codes in tileCodes, in their order; after them come the arrows and the cannons.
var plainTiles = [...]tile{{empty, 0}, {horse, 0}, {labyrinth, 2}, {labyrinth, 3}, {labyrinth, 4}, {labyrinth, 5}, {ice, 0}, {trap, 0}, {fort, 0},
	{resurrectionFort, 0}, {rumBarrel, 0}, {crocodile, 0}, {cannibal, 0}, {balloon, 0}, {airplane, 0}, {coins, 1}, {coins, 2}, {coins, 3}, {coins, 4},
	{coins, 5}, {bullionTile, 0}, {cannonballTile, 0}, {boatTile, 0}, {cartTile, 0}, {rumBottles, 1}, {rumBottles, 2}, {rumBottles, 3}, {lighthouse, 0},
	{benGunnTile, 0}, {missionaryTile, 0}, {chungaTile, 0}, {cave, 0}, {earthquake, 0}, {jungle, 0}, {shaitanGrass, 0}}

const (
	firstArrowCode  = len(plainTiles)
	firstCannonCode = firstArrowCode + 255
	fogCode         = firstCannonCode + 4
)

// code is the place of a tile's code in tileCodes.
func (t tile) code() int {
	c := &codesOf[t.kind]
	return c.base + int(t.arg&c.mask>>(c.shift&7))
}

// codesOf says how the codes of a kind follow from the number that goes with it: base + number&mask>>shift. Those of plain tiles are
// filled in by init.
var codesOf = [kindCount]struct {
	base        int
	mask, shift uint8
}{fog: {base: fogCode}, arrow: {base: firstArrowCode - 1, mask: 0xff}, cannon: {base: firstCannonCode, mask: 7, shift: 1}}

// argsOf are the numbers that go with a kind: least and up to so many more, without the bits of odd. There is none for what is no
// tile. Those of plain tiles are filled in by init.
var argsOf = [bitFog]args{
	void: noArgs, water: noArgs, fog: noArgs, kindCount: noArgs,
	arrow: {least: 1, more: 0xfe}, cannon: {more: northWest, odd: 1},
}

type args struct{ least, more, odd uint8 }

var noArgs = args{least: 1, odd: 0xff}

func init() {
	for i := len(plainTiles) - 1; i >= 0; i-- {
		t := &plainTiles[i]
		args, codes := &argsOf[t.kind&(bitFog-1)], &codesOf[t.kind]
		most := max(args.least+args.more, t.arg)
		args.least, args.more = t.arg, most-t.arg
		codes.base, codes.mask = i-int(t.arg), 0xff
	}
}

// parseTile reads a tile code. The fog is none.
func parseTile(code []byte) (tile, bool) {
	for i, t := range plainTiles {
		if tileCodes[i] == string(code) {
			return t, true
		}
	}
	const arrows, cannons = "arrow:", "cannon:"
	if len(code) > len(cannons) && string(code[:len(cannons)]) == cannons {
		d := directionWord(code[len(cannons):])
		return tile{cannon, d}, d != noDirection && d%2 == 0
	}
	if len(code) <= len(arrows) || string(code[:len(arrows)]) != arrows {
		return tile{}, false
	}
	dirs, rest := uint8(0), code[len(arrows):]
	for {
		n := 0
		for n < len(rest) && rest[n] != '+' {
			n++
		}
		d := directionWord(rest[:n])
		if d == noDirection || dirs>>d != 0 { // unknown, twice, or out of order
			return tile{}, false
		}
		dirs |= 1 << d
		if n == len(rest) {
			return tile{arrow, dirs}, true
		}
		rest = rest[n+1:]
	}
}

func directionWord(word []byte) uint8 {
	for d, w := range directions {
		if w == string(word) {
			return uint8(d)
		}
	}
	return noDirection
}

// turned is the tile turned clockwise by 90 degrees times rot. Only arrows and cannons turn.
func (t tile) turned(rot int) tile {
	switch t.kind {
	case arrow:
		t.arg = t.arg<<(2*rot) | t.arg>>(8-2*rot)
	case cannon:
		t.arg = (t.arg + uint8(2*rot)) & 7
	}
	return t
}

// points is the gold that a tile hides, in points.
//
// JK-39.
func (t tile) points() int {
	switch t.kind {
	case coins:
		return int(t.arg)
	case bullionTile:
		return bullionPoints
	}
	return 0
}

// content is what items a tile hides.
//
// JK-101.
func (t tile) content() (item, count int) {
	switch t.kind {
	case coins:
		return coin, int(t.arg)
	case bullionTile, cannonballTile, boatTile, cartTile:
		return bullion + int(t.kind) - bullionTile, 1
	}
	return 0, 0
}

// unit is the kind of the special unit that a tile hides, noKind for none.
//
// JK-190.
func (t tile) unit() uint8 {
	if t.kind >= benGunnTile && t.kind <= chungaTile {
		return benGunn + t.kind - benGunnTile
	}
	return noKind
}
