package pirates

import (
	"math/bits"
	"strconv"
	"unicode/utf8"

	"github.com/parley-rules/parley/core/wire"
)

// The size of the drawn map in characters, and the space that is kept at its right for names of nodes.
const (
	mapRows   = 19
	mapCols   = 80
	mapMargin = 8
)

// canvas is a drawn map.
type canvas struct {
	cell                   [mapRows][mapCols]byte
	left, top, wide, tall  int // the coordinates of the corner, and how far they go
	nodes, forts           [maxNodes][2]int8
	nodesGiven, fortsGiven bool
}

// drawMap draws the map, if it has coordinates: lanes as dots, the sea fields by their numbers with the ships there, and the
// fortresses in brackets.
func (s *state) drawMap(p *picture) {
	var c canvas
	shown := wire.NewReader(s.set.board.shown)
	c.nodesGiven = c.take(shown, "coords", &c.nodes)
	if !c.nodesGiven {
		s.drawLanes(p)
		return
	}
	for i := range c.cell {
		for j := range c.cell[i] {
			c.cell[i][j] = ' '
		}
	}
	b := s.set.board
	for from := range b.seas + 1 {
		for set := b.next[from] >> uint(from) << uint(from); set != 0; set &= set - 1 {
			c.lane(c.nodes[from], c.nodes[bits.TrailingZeros64(set)])
		}
	}
	if c.fortsGiven {
		for i := range b.forts {
			mark := [...]byte{hidden: '?', open: '!', plundered: 'x'}[s.forts[i].state]
			c.label(c.forts[i], append(strconv.AppendInt([]byte{'['}, int64(i+1), 10), mark, ']'))
		}
	}
	for node := range b.seas + 1 {
		text := strconv.AppendInt(nil, int64(node), 10)
		if node == harbour {
			text[0] = 'H'
		}
		at := true
		for seat := range s.set.seats {
			if int(s.ships[seat].node) == node {
				if at {
					text = append(text, '@')
				}
				at = false
				text = append(text, byte('0'+seat))
			}
		}
		c.label(c.nodes[node], text)
	}
	for i := range c.cell {
		p.buf = append(p.buf, c.cell[i][:]...)
		p.end()
	}
	p.text("H is the harbour; 12@03: the ships of seats 0 and 3 are on sea field 12")
	p.end()
	if c.fortsGiven {
		p.text("[7?]: fortress 7 is hidden; [7!]: open; [7x]: plundered")
		p.end()
	}
}

// take reads coordinates and turns them into places on the canvas. The first list read says how far they go.
func (c *canvas) take(shown wire.Reader, key string, to *[maxNodes][2]int8) bool {
	nodes, n := list(shown, key)
	if n < 0 {
		return false
	}
	forts, k := list(shown, "fortress_coords")
	c.fortsGiven = k >= 0
	left, top, right, bottom := maxCoord, maxCoord, 0, 0
	for _, r := range [...]wire.Reader{nodes, forts} {
		for k := n; k > 0 && r.Kind() == wire.Array; k-- {
			x, y := pair(&r)
			left, right = min(left, x), max(right, x)
			top, bottom = min(top, y), max(bottom, y)
		}
		n = max(k, 0)
	}
	c.left, c.top, c.wide, c.tall = left, top, max(right-left, 1), max(bottom-top, 1)
	for i := 0; nodes.Kind() == wire.Array; i++ {
		to[i] = c.place(pair(&nodes))
	}
	for i := 0; i < k; i++ {
		c.forts[i] = c.place(pair(&forts))
	}
	return true
}

func pair(r *wire.Reader) (x, y int) {
	r.Array()
	x, _ = r.Int()
	y, _ = r.Int()
	return x, y
}

// place is the row and column of coordinates.
func (c *canvas) place(x, y int) [2]int8 {
	const cols, rows = mapCols - mapMargin - 1, mapRows - 1
	return [2]int8{int8(((y-c.top)*rows + c.tall/2) / c.tall), int8(((x-c.left)*cols + c.wide/2) / c.wide)}
}

// lane draws a line of dots.
func (c *canvas) lane(from, to [2]int8) {
	dy, dx := int(to[0])-int(from[0]), int(to[1])-int(from[1])
	steps := max(dy, -dy, dx, -dx)
	mark := byte('.')
	switch {
	case dx == 0:
		mark = '|'
	case dy == 0:
		mark = '-'
	}
	for i := 1; i < steps; i++ {
		c.cell[int(from[0])+round(dy*i, steps)][int(from[1])+round(dx*i, steps)] = mark
	}
}

// round is a/b to the nearest, b > 0.
func round(a, b int) int {
	if a < 0 {
		return -((-a + b/2) / b)
	}
	return (a + b/2) / b
}

// label writes a text at a place, moved to the left where it would leave the canvas.
func (c *canvas) label(at [2]int8, text []byte) {
	col := min(int(at[1]), mapCols-len(text))
	copy(c.cell[at[0]][col:], text)
}

// drawLanes lists which nodes are neighbours, for a map without coordinates.
func (s *state) drawLanes(p *picture) {
	b := s.set.board
	p.text("Sea lanes (H is the harbour)")
	p.end()
	for node := range b.seas + 1 {
		at := len(p.buf)
		p.node(node)
		p.text(":")
		p.pad(at, 5)
		for set := b.next[node]; set != 0; set &= set - 1 {
			p.node(bits.TrailingZeros64(set))
			p.text(" ")
		}
		if node%2 == 0 && node < b.seas {
			p.pad(at, 38)
		} else {
			p.end()
		}
	}
}

// picture is text under construction. Its methods are kept out of line: inlined, they would make the module larger.
type picture struct{ buf []byte }

//go:noinline
func (p *picture) text(s string) { p.buf = append(p.buf, s...) }

//go:noinline
func (p *picture) number(v int) { p.buf = strconv.AppendInt(p.buf, int64(v), 10) }

// numbers draws the numbers of a set, each after a space, as many as the line has room for if it began at a place.
//
//go:noinline
func (p *picture) numbers(set uint64, from int) {
	for ; set != 0; set &= set - 1 {
		if utf8.RuneCount(p.buf[from:]) > mapCols-6 {
			p.text(" ..")
			return
		}
		p.text(" ")
		p.number(bits.TrailingZeros64(set))
	}
}

//go:noinline
func (p *picture) node(node int) {
	if node == harbour {
		p.text("H")
		return
	}
	p.number(node)
}

// pad fills up what was drawn from a place on to a width, at least by one space.
//
//go:noinline
func (p *picture) pad(from, width int) {
	for k := max(width-utf8.RuneCount(p.buf[from:]), 1); k > 0; k-- {
		p.buf = append(p.buf, ' ')
	}
}

// end ends a line, without blanks at its end.
//
//go:noinline
func (p *picture) end() {
	for len(p.buf) > 0 && p.buf[len(p.buf)-1] == ' ' {
		p.buf = p.buf[:len(p.buf)-1]
	}
	p.buf = append(p.buf, '\n')
}

// name draws a name of a map at most so many characters long. What would move a terminal's cursor is not drawn.
//
//go:noinline
func (p *picture) name(name []byte, width int) {
	for ; len(name) > 0 && width > 0; width-- {
		r, size := utf8.DecodeRune(name)
		if r < ' ' || r >= 0x7f && r < 0xa0 {
			r = '?'
		}
		p.buf = utf8.AppendRune(p.buf, r)
		name = name[size:]
	}
}

// codes draws six fields.
//
//go:noinline
func (p *picture) codes(codes *[fields]int) {
	for i, code := range codes {
		if i > 0 {
			p.text(" ")
		}
		p.buf = append(p.buf, "ck.123"[codeMark(code)])
	}
}

// codeMark is the place of a code's character.
func codeMark(code int) int {
	switch {
	case code > onNoChest:
		return code - onNoChest + 2
	case code == onNothing:
		return 2
	}
	return code - 1
}

// chests draws values from high to low: each of them, or of many how often.
//
//go:noinline
func (p *picture) chests(c *counts) {
	first, total := true, c.total()
	if total == 0 {
		p.text("-")
	}
	for v := chestKinds; v > 0; v-- {
		for k := c[v-1]; k > 0; k-- {
			if !first {
				p.text(",")
			}
			first = false
			if total > holdLimit {
				p.number(int(k))
				p.text("x")
				k = 1
			}
			p.number(v)
		}
	}
}
