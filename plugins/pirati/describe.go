package pirati

import (
	"strconv"

	"github.com/parley-rules/parley/core"
)

// The picture's columns: a row's number, a square of the ring at its ends, a square of the board.
const (
	numberWidth = 3
	ringWidth   = 4
	squareWidth = 6
	lineWidth   = 79
)

// marks are what a square shows of its kind. Arrows show their directions.
var marks = [kinds]string{kindSea: "~", kindIsland: "isle", kindMud2: "mud2", kindMud3: "mud3", kindMud4: "mud4", kindMud5: "mud5",
	kindCompassRose: "rose", kindSeaHorse: "horse", kindWhirlpool: "whirl", kindFish: "fish", kindStarfish: "star", kindOctopus: "octo",
	kindMermaid: "merm", kindGenie: "genie", kindTurtle: "turtl", kindShark: "shark", kindTreasure1: "trs1", kindTreasure2: "trs2",
	kindTreasure3: "trs3", kindTreasure4: "trs4", kindTreasure5: "trs5"}

var arrowMarks = [directions]string{"↑", "↗", "→", "↘", "↓", "↙", "←", "↖"}

// Describe appends the position as a viewer sees it: the board with the ring around it, then ships and pirates, what is still
// face down, and whose turn it is. Pirates are letters: a, b, c of seat 0, d, e, f of seat 1 and so on.
//
// PI-190, PI-194.
func (s *state) Describe(viewer core.Seat, buf []byte) []byte {
	p := picture{buf: buf, from: len(buf)}
	p.text("Turn ")
	p.number(int(s.turn))
	p.text(", ")
	s.drawDecision(&p)
	p.end()
	p.column(numberWidth + ringWidth)
	for col := 1; col < edge; col++ {
		p.number(col)
		p.to(numberWidth + ringWidth + squareWidth*col)
	}
	p.end()
	for row := range grid {
		s.drawRow(&p, row, viewer == core.Referee)
	}
	for seat := range int(s.n) {
		s.drawSeat(&p, seat)
	}
	s.drawRest(&p)
	return p.buf
}

// drawRow draws a row of the grid in two lines: tiles and ships, then who and what is there.
func (s *state) drawRow(p *picture, row int, all bool) {
	for line := range 2 {
		if line == 0 {
			p.number(row)
		}
		x := numberWidth
		for col := range grid {
			p.to(x)
			c := cellAt(row, col)
			width := squareWidth
			if col == 0 || col == edge {
				width = ringWidth
			}
			if line == 0 {
				s.drawCell(p, c, all)
			} else {
				s.drawContents(p, c, width)
			}
			x += width
		}
		p.end()
	}
}

// drawCell draws a tile, a ship or open water.
func (s *state) drawCell(p *picture, c cell, all bool) {
	t := s.tiles[c]
	switch {
	case isRing(t):
		if ship := s.shipOn(c); ship != none {
			p.text("<")
			p.number(ship)
			p.text(">")
		} else {
			p.text("-")
		}
	case t&faceUp != 0:
		p.tile(t, squareWidth-1)
	case all:
		p.text("?")
		p.tile(t, squareWidth-2)
	default:
		p.text("?")
	}
}

// tile draws a tile in a few columns.
func (p *picture) tile(t tile, width int) {
	mark := marks[kindOf(t)]
	if kindOf(t) == kindStarfish {
		mark = mark[:min(width-1, len(mark))]
	}
	p.text(mark[:min(width, len(mark))])
	if dirs := dirsOf[t&tileMask]; kindOf(t) != kindCompassRose {
		for i, arrow := range arrowMarks {
			if dirs>>i&1 != 0 {
				p.text(arrow)
			}
		}
	}
}

// drawContents draws the tokens on a square and the pirates there, as far as there is room for them.
func (s *state) drawContents(p *picture, c cell, width int) {
	room := width - 1
	if n := s.tokens[c]; n > 0 {
		count := int(n)
		if footprintsOf(s.tiles[c]) > 0 {
			count = 0
			for ; n != 0; n &= n - 1 {
				count++
			}
		}
		p.text("$")
		p.number(count)
		if room -= 2; count > 9 {
			room--
		}
	}
	for i := range int(s.count) {
		at := s.place[i]
		if isLost(at) || s.cellOf(at) != c {
			continue
		}
		if room == 0 {
			p.text("+")
			return
		}
		p.pirate(i)
		room--
	}
}

// drawSeat draws a seat's hoard, ship and pirates.
func (s *state) drawSeat(p *picture, seat int) {
	p.text("Seat ")
	p.number(seat)
	p.text(", ")
	p.text(sideWords[s.sides[seat]])
	p.text(": ")
	p.number(int(s.hoard[seat]))
	p.text(" tokens, ship ")
	switch {
	case s.shipSunk[seat]:
		p.text("sunk")
	case s.ships[seat] == noCell:
		p.text("not placed")
	default:
		p.cell(s.ships[seat])
	}
	p.end()
	for i := crew * seat; i < crew*seat+crew; i++ {
		p.text("  ")
		p.pirate(i)
		p.text(" (")
		p.number(indexOf(i))
		p.text(") ")
		s.drawPirate(p, i)
		p.end()
	}
}

// drawPirate says where a pirate is and what holds him.
func (s *state) drawPirate(p *picture, i int) {
	at := s.place[i]
	switch {
	case isLost(at):
		p.text("lost: ")
		p.text(causeWords[at-lost])
		return
	case isAboard(at):
		p.text("aboard ship ")
		p.number(int(at - aboard))
		return
	}
	p.cell(cell(at))
	t := s.tiles[cell(at)]
	switch {
	case isRing(t):
		p.text(", swimming")
	case footOf(at) > 0:
		p.text(", footprint ")
		p.number(footOf(at))
		p.text(" of ")
		p.number(footprintsOf(t))
		if s.tokensAt(at) > 0 {
			p.text(", with a token")
		}
	}
	if s.captive>>i&1 != 0 {
		p.text(", captive")
	}
	if s.freed>>i&1 != 0 {
		p.text(", freed")
	}
	if s.delayed>>i&1 != 0 {
		p.text(", delayed")
	}
	if int(s.discoverer) == i {
		p.text(", who found the mermaid")
	}
}

// drawRest draws the tokens that are in no ship, genie and mermaid, tokens in the mud with nobody on them, and what is face
// down.
//
// PI-191.
func (s *state) drawRest(p *picture) {
	p.text("Bank ")
	p.number(int(s.bank))
	p.text(", on the board ")
	p.number(int(s.ashore))
	p.text(", sunk ")
	p.number(int(s.sunk))
	p.text(". Genie ")
	p.text(genieWords[s.genie])
	p.text(", mermaid ")
	p.text(mermaidWords[s.mermaid])
	p.text(".")
	p.end()
	for _, c := range boardCells {
		for k := range footprintsOf(s.tiles[c]) {
			if s.tokens[c]>>k&1 != 0 && s.at(placeAt(c, k+1)) == 0 {
				p.text("A token lies in the mud at ")
				p.cell(c)
				p.text(", footprint ")
				p.number(k + 1)
				p.text(".")
				p.end()
			}
		}
	}
	p.text("Face down:")
	between := " "
	for kind, k := range s.down {
		if k > 0 {
			p.item(between, int(k), kindWords[kind])
			between = ", "
		}
	}
	if between == " " {
		p.text(" nothing")
	}
	p.end()
}

func (s *state) drawDecision(p *picture) {
	switch s.phase {
	case phaseSetup:
		p.text("seat ")
		p.number(int(s.toAct))
		p.text(" places its ship")
	case phaseMain:
		p.text("seat ")
		p.number(int(s.toAct))
		p.text(" to move")
	case phaseChoice:
		p.text("seat ")
		p.number(int(s.toAct))
		p.text(" chooses a way for ")
		p.pirate(int(s.mover))
		p.text(" at ")
		p.cell(s.moverCell())
		if s.carrying {
			p.text(", who carries a token")
		}
	case phaseOver:
		p.text("the game is over: ")
		p.text(reasonWords[s.reason])
		sum := s.totals()
		p.text(", ")
		p.number(int(sum[0]))
		p.text(" to ")
		p.number(int(sum[1]))
		if winner := s.winner(); winner == none {
			p.text(", a draw")
		} else {
			p.text(", won by team ")
			p.number(winner)
		}
	}
}

// picture is text under construction. Its methods are kept out of line, which makes the module smaller.
type picture struct {
	buf  []byte
	from int // where the line begins
}

//go:noinline
func (p *picture) text(s string) { p.buf = append(p.buf, s...) }

//go:noinline
func (p *picture) number(v int) { p.buf = strconv.AppendInt(p.buf, int64(v), 10) }

//go:noinline
func (p *picture) cell(c cell) {
	p.text("[")
	p.number(rowOf(c))
	p.text(",")
	p.number(colOf(c))
	p.text("]")
}

//go:noinline
func (p *picture) pirate(i int) { p.buf = append(p.buf, 'a'+byte(i)) }

// end ends a line, without blanks at its end.
//
//go:noinline
func (p *picture) end() {
	for len(p.buf) > p.from && p.buf[len(p.buf)-1] == ' ' {
		p.buf = p.buf[:len(p.buf)-1]
	}
	p.buf = append(p.buf, '\n')
	p.from = len(p.buf)
}

//go:noinline
func (p *picture) column(width int) {
	for range width {
		p.buf = append(p.buf, ' ')
	}
}

// to goes on at a column. Arrows take several bytes and one column.
//
//go:noinline
func (p *picture) to(column int) { p.column(column - p.width()) }

// width is the width of the line so far.
func (p *picture) width() (width int) {
	for _, b := range p.buf[p.from:] {
		if b&0xc0 != 0x80 {
			width++
		}
	}
	return width
}

// item adds a number of things to a list, in lines that fit a terminal.
//
//go:noinline
func (p *picture) item(between string, count int, word string) {
	if p.width()+len("  999 ,")+len(word) > lineWidth {
		p.text(",")
		p.end()
		between = "  "
	}
	p.text(between)
	p.number(count)
	p.text(" ")
	p.text(word)
}
