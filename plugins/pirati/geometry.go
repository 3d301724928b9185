package pirati

// A cell is a square of the 13 x 13 grid: 16*row + column. Rows and columns 1 to 11 are the board, the others the ring.
//
// PI-6.
type cell = uint8

const (
	stride = 16
	cells  = grid * stride
	edge   = grid - 1 // the last row and column

	noCell cell = 0xff // nowhere
)

func cellAt(row, col int) cell { return cell(row*stride + col) }

func rowOf(c cell) int { return int(c / stride) }

func colOf(c cell) int { return int(c % stride) }

// boardCells are the squares in row-major order.
var boardCells = func() (list [boardSize]cell) {
	for i := range list {
		list[i] = cellAt(1+i/11, 1+i%11)
	}
	return list
}()

// A jump is a displacement: a king step (its direction), a knight jump, a genie's flight, or that flight reversed.
type jump = uint8

// The directions, clockwise.
const (
	north jump = 2 * iota
	east
	south
	west
)

const (
	directions        = 8
	knights           = directions // the first knight jump
	jumps             = 16         // those that are the same in every game
	flight       jump = jumps      // the vector of a genie's flight that is none of these
	flightBack   jump = jumps + 1
	allJumps          = jumps + 2
	straightMask      = 1<<north | 1<<east | 1<<south | 1<<west
)

// vector has rows and columns.
type vector struct{ dr, dc int8 }

// vectors are the king steps and the knight jumps in the canonical order of each.
//
// PI-30, PI-97.
var vectors = [jumps]vector{
	{-1, 0}, {-1, 1}, {0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1},
	{-2, 1}, {-1, 2}, {1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1},
}

// reversed is the jump back.
func reversed(j jump) jump {
	if j >= flight {
		return j ^ 1
	}
	return j ^ 4
}

// jumpOf finds the jump with a vector, flight if it is neither a king step nor a knight jump.
func jumpOf(v vector) jump {
	for j := range jump(jumps) {
		if vectors[j] == v {
			return j
		}
	}
	return flight
}

// stepTo finds the direction from one cell to a neighbour; ok is false if they are no neighbours.
//
// PI-30.
func stepTo(from cell, row, col int) (direction jump, ok bool) {
	dr, dc := row-rowOf(from), col-colOf(from)
	if uint(dr+1) > 2 || uint(dc+1) > 2 || dr == 0 && dc == 0 {
		return 0, false
	}
	return directionOf[dr+1][dc+1], true
}

// directionOf has the direction of each king step, by rows and columns from -1 on.
var directionOf = [3][3]jump{{7, 0, 1}, {6, 0, 2}, {5, 4, 3}}

// An area is a set of cells: bit c+1 of row r+1 for the cell [r,c], so that what is around the ring has its place too.
type area [stride + 2]uint16

// around is the set of directions that lead from a cell to cells of the area.
//
// PI-30.
func (a *area) around(c cell) uint8 {
	row, col := c/stride, c%stride
	return windows[a[row]>>col&7|a[row+1]>>col&7<<3|a[row+2]>>col&7<<6]
}

// windows has the set of directions for nine cells, from the top left on: bit 4, the one in the middle, leads nowhere.
var windows = func() (list [1 << 9]uint8) {
	for w := range list {
		for direction, v := range vectors[:directions] {
			list[w] |= uint8(w>>(3*(v.dr+1)+v.dc+1)&1) << direction
		}
	}
	return list
}()

// clamp cuts the end of a jump to the grid, so that whoever leaves the board is on the ring.
//
// PI-60.
func clamp(row, col int) cell { return cellAt(min(edge, max(0, row)), min(edge, max(0, col))) }

// landing has where each jump from each cell ends, twice where the same jump made twice does.
var landing, twice = func() (once, two [cells][jumps]cell) {
	for j, v := range vectors {
		for row := range grid {
			for col := range grid {
				c, dr, dc := cellAt(row, col), int(v.dr), int(v.dc)
				once[c][j] = clamp(row+dr, col+dc)
				two[c][j] = clamp(row+2*dr, col+2*dc)
			}
		}
	}
	return once, two
}()

// alongRing has the directions of the two neighbours on the ring of each ring square, nothing for all other cells.
//
// PI-154.
var alongRing = func() (list [cells]uint8) {
	for at := range cell(cells) {
		if !onRing(at) {
			continue
		}
		for direction := north; direction < directions; direction += 2 {
			if to := landing[at][direction]; to != at && onRing(to) {
				list[at] |= 1 << direction
			}
		}
	}
	return list
}()

// alongSide has the squares before and after that of a ship, by their positions on its side, noCell where the side ends.
//
// PI-147.
var alongSide = func() (list [cells][2]cell) {
	for side := sideSouth; side <= sideEast; side++ {
		for pos := 1; pos < edge; pos++ {
			next := [2]cell{noCell, noCell}
			if pos > 1 {
				next[0] = shipCell(side, pos-1)
			}
			if pos < edge-1 {
				next[1] = shipCell(side, pos+1)
			}
			list[shipCell(side, pos)] = next
		}
	}
	return list
}()

// onRing says whether a number is a cell of the ring.
//
// PI-6.
func onRing(c cell) bool {
	row, col := rowOf(c), colOf(c)
	return row <= edge && col <= edge && (row == 0 || row == edge || col == 0 || col == edge)
}

// land is where a jump from a cell ends. v is the vector of the flight.
//
// PI-60, PI-61, PI-62.
func land(c cell, j jump, v vector) cell {
	if j < jumps {
		return landing[c][j]
	}
	return landFar(c, j, v)
}

// landFar is land for a flight. It stays a function of its own so that land is part of those who call it.
//
//go:noinline
func landFar(c cell, j jump, v vector) cell {
	dr, dc := int(v.dr), int(v.dc)
	if j == flightBack {
		dr, dc = -dr, -dc
	}
	return clamp(rowOf(c)+dr, colOf(c)+dc)
}

// landTwice is where a jump of double length ends.
//
// PI-101, PI-102, PI-103.
func landTwice(c cell, j jump, v vector) cell {
	if j < jumps {
		return twice[c][j]
	}
	return landFar(c, j, vector{2 * v.dr, 2 * v.dc})
}

// shipCell is the ring square at a position, 1 to 11, of a side.
//
// PI-5.
func shipCell(side int8, pos int) cell {
	switch side {
	case sideSouth:
		return cellAt(edge, pos)
	case sideWest:
		return cellAt(pos, 0)
	case sideNorth:
		return cellAt(0, pos)
	}
	return cellAt(pos, edge)
}

// The sides, by their words.
const (
	sideSouth int8 = iota
	sideWest
	sideNorth
	sideEast
)

// middle is the position beside the middle of a side.
//
// PI-5.
const middle = 6

// shipPos is the position of a ship at a cell of its side: the inverse of shipCell.
func shipPos(side int8, c cell) int {
	if side == sideSouth || side == sideNorth {
		return colOf(c)
	}
	return rowOf(c)
}

// inwards is the direction from a side on to the board.
//
// PI-32.
func inwards(side int8) jump { return jump(2 * side) }
