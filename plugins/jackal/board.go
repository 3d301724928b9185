package jackal

// A square is one byte, 16*row + column, from 0x00 to 0xcc on the standard board. Adding a direction never needs a check of the edge: what
// is off the board is void, the rows beyond 15 included, since the sum wraps.
//
// JK-1.
func square8(row, col int) uint8 { return uint8(row<<4 | col) }

func rowOf(sq uint8) int { return int(sq >> 4) }
func colOf(sq uint8) int { return int(sq & 15) }

// Squares that are void on every board: nowhere stands for no square at all, outside for one that is given.
const (
	nowhere = 0
	outside = 0xff
)

// The directions, clockwise from the north. An arrow's directions are a set of them, bit d for direction d.
const (
	north = iota
	northEast
	east
	southEast
	south
	southWest
	west
	northWest
)

// The ways to enter a square: by walking, the direction; otherwise one of these.
const (
	byJump = 8 + iota
	byFlight
	byCannon
	byBalloon
	byCave
)

// delta is what a direction adds to a square.
//
// JK-1.
var delta = [8]uint8{0xf0, 0xf1, 0x01, 0x11, 0x10, 0x0f, 0xff, 0xef}

// ascending are the directions in row-major order of the squares that they lead to.
var ascending = [8]uint8{northWest, north, northEast, west, east, southWest, south, southEast}

// knight are the eight jumps of a chess knight, in row-major order.
var knight = [8]uint8{0xdf, 0xe1, 0xee, 0xf2, 0x0e, 0x12, 0x1f, 0x21}

const noDirection = 0xff

// directionOf is the direction from a square to an adjacent one, by the difference; noDirection for others.
//
// JK-3.
var directionOf [256]uint8

// isKnight says which differences of squares are a knight's jump.
var isKnight [256]bool

// board is what belongs to a size of the map.
type board struct {
	side  int        // B
	land  []uint8    // the land squares in row-major order
	place [128]uint8 // the same, for loops that need no checks of bounds
	all   []uint8    // those that are not void
	dark  []byte     // the land in a view while all of it is face down, see view_land.go
	cells [256]cell
}

// boards are the maps by the option map_size.
//
// JK-2.
var boards [3]*board

// Tables are made by functions init, so that variables whose values the compiler knows come first: see types.go.
func init() {
	for i := range directionOf {
		directionOf[i] = noDirection
	}
	for d, x := range delta {
		directionOf[x] = uint8(d)
	}
	for _, x := range knight {
		isKnight[x] = true
	}
	for i := range boards {
		boards[i] = newBoard(maxBoard - 2*i)
	}
}

// newBoard lays out the void, the water and the land, all of it face down and empty.
func newBoard(side int) *board {
	b := &board{side: side}
	last := side - 1
	edge := func(x int) bool { return x == 0 || x == last }
	nearEdge := func(x int) bool { return x == 1 || x == last-1 }
	for r := range side {
		for c := range side {
			sq := square8(r, c)
			switch {
			case edge(r) && edge(c):
				continue
			case edge(r) || edge(c) || nearEdge(r) && nearEdge(c):
				b.cells[sq].kind = water
			default:
				b.cells[sq] = cell{kind: fog, under: empty, land: uint8(len(b.land))}
				b.place[len(b.land)] = sq
				b.land = append(b.land, sq)
			}
			b.all = append(b.all, sq)
		}
	}
	return b
}

// harbour is where a crew's ship starts.
func (b *board) harbour(crew, crews uint8) uint8 {
	mid, last := (b.side-1)/2, b.side-1
	switch {
	case crew == 0:
		return square8(0, mid)
	case crew == 1 && crews > 2:
		return square8(mid, last)
	case crew == 3:
		return square8(mid, 0)
	}
	return square8(last, mid)
}

// inRange says whether a ship of a crew may be on a water square of its own side.
//
// JK-221.
func (b *board) inRange(crew, crews, sq uint8) bool {
	home := b.harbour(crew, crews)
	along, across, own := colOf(sq), rowOf(sq), rowOf(home)
	if colOf(home) == 0 || colOf(home) == b.side-1 {
		along, across, own = across, along, colOf(home)
	}
	return across == own && along >= 2 && along <= b.side-3
}
