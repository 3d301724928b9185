package jackal

import (
	"strconv"
	"unicode/utf8"

	"github.com/parley-rules/parley/core"
)

const (
	cellWidth  = 6
	labelWidth = 3
	lineWidth  = 80
)

// crewLetters name the crews; a unit is its crew's letter and its id, a neutral one has a hyphen.
const crewLetters = "ABCD-"

// tileWords are what open tiles look like. What has no effect any more, and what only holds items, is a dot.
var tileWords = [kindCount]string{empty: ".", horse: "horse", labyrinth: "maze", ice: "ice", trap: "trap", cannon: "gun", fort: "fort",
	resurrectionFort: "fort+", rumBarrel: "barrl", crocodile: "croco", cannibal: "eater", balloon: "ballo", airplane: "plane", coins: ".",
	bullionTile: ".", cannonballTile: ".", boatTile: ".", cartTile: ".", rumBottles: "rum", lighthouse: "light", benGunnTile: ".",
	missionaryTile: ".", chungaTile: ".", cave: "cave", earthquake: "quake", jungle: "jungl", shaitanGrass: "grass"}

var arrowSigns = [8]string{"↑", "↗", "→", "↘", "↓", "↙", "←", "↖"}

// Describe appends the position as a viewer sees it: whose turn it is, the board with two lines for each row (tiles and vessels; units, or items
// where there are none), then crews, units and items in words. The fog is colons, where a ball has flown over it %.
func (s *state) Describe(viewer core.Seat, buf []byte) []byte {
	p := picture{buf: buf, line: len(buf)}
	s.drawTurn(&p)
	s.drawBoard(&p, viewer == core.Referee || s.phase == phaseOver)
	s.drawCrews(&p)
	s.drawItems(&p)
	return p.buf
}

func (s *state) drawTurn(p *picture) {
	p.text("Turn ")
	p.number(int(s.turn))
	p.text(", crew ")
	p.letter(s.crew)
	switch s.phase {
	case phaseAction:
		p.text(", seat ")
		p.number(int(s.actor))
		p.text(" to move")
	case phaseDecision:
		p.text(", seat ")
		p.number(int(s.actor))
		p.text(" decides: ")
		p.text(decisions[s.decision-1])
		p.text(" for ")
		s.drawUnit(p, s.mover)
		if s.hand != noLoad {
			p.text(" with ")
			p.goods(&loads[s.hand].goods)
		}
	default:
		e := s.ending()
		t := s.rank(e)
		p.text(", the game is over: ")
		p.text(reasons[e.reason-1])
		p.text(", won by")
		for c := range s.crews {
			if t.rank[s.side[c]] == 1 {
				p.text(" ")
				p.letter(c)
			}
		}
	}
	p.end()
	p.text("Gold: ")
	p.number(int(s.total))
	p.text(" points, ")
	p.number(int(s.lost))
	p.text(" lost; ")
	p.number(int(s.quiet))
	p.text(" turns without progress")
	if s.grass > 0 {
		p.end()
		p.text("Foreign command for ")
		p.number(int(s.grass))
		p.text(" more turns")
	}
	p.end()
}

// drawBoard draws the squares.
func (s *state) drawBoard(p *picture, all bool) {
	for c := range s.board.side {
		p.column(labelWidth + cellWidth*c + 2)
		p.number(c)
	}
	p.end()
	for r := range s.board.side {
		p.number(r)
		for c := range s.board.side {
			p.column(labelWidth + cellWidth*c)
			s.drawTile(p, square8(r, c), all)
		}
		p.end()
		for c := range s.board.side {
			p.column(labelWidth + cellWidth*c)
			s.drawOnTile(p, square8(r, c))
		}
		p.end()
	}
}

// drawTile draws the upper line of a square.
func (s *state) drawTile(p *picture, sq uint8, all bool) {
	c := &s.cell[sq]
	switch {
	case c.kind == void:
	case c.vessel != 0:
		word := "<shp"
		if c.vessel > s.crews {
			word = "<boa"
		}
		p.text(word)
		p.letter(s.vessel[c.vessel].crew)
	case c.kind == water:
		p.text("~~~~~")
	case c.kind == fog && c.marked:
		p.text("%")
		s.drawHidden(p, c, all, "%%%%")
	case c.kind == fog:
		p.text(":")
		s.drawHidden(p, c, all, "::::")
	case c.marked && is(c.kind, isOneShot):
		p.text(".")
	case c.kind == airplane && !c.marked:
		p.text("wreck")
	default:
		p.tile(c.tile())
	}
}

func (s *state) drawHidden(p *picture, c *cell, all bool, otherwise string) {
	if !all {
		p.text(otherwise)
		return
	}
	t := c.hidden()
	if item, n := t.content(); n > 0 {
		p.number(n)
		p.text(items[item][:3])
		return
	}
	if kind := t.unit(); kind != noKind {
		p.text(unitKinds[kind][:4])
		return
	}
	p.tile(t)
}

// drawOnTile draws the lower line of a square: units, else items.
func (s *state) drawOnTile(p *picture, sq uint8) {
	c := &s.cell[sq]
	first, n := s.drinkers(sq), 0
	for id := first; id != 0; id = s.unit[id].next {
		n++
	}
	switch {
	case n == 1:
		s.drawUnit(p, first)
	case n > 1:
		s.drawUnit(p, first)
		p.text("+")
		p.number(n - 1)
	case c.goods:
		g := &s.pile[c.land]
		for i, sign := range [...]string{"c", "B", "o", "u", "w"} {
			if g[i] > 1 {
				p.number(int(g[i]))
			}
			if g[i] > 0 {
				p.text(sign)
			}
		}
	case c.kind == water || c.kind == void:
	case c.kind == fog && c.marked:
		p.text("%%%%%")
	case c.kind == fog:
		p.text(":::::")
	case c.kind == cannon:
		p.text(arrowSigns[c.arg&7])
	case c.kind == labyrinth, c.kind == rumBottles && !c.marked:
		p.number(int(c.arg))
	}
}

// drawUnit draws a unit's name.
func (s *state) drawUnit(p *picture, id uint8) {
	p.letter(s.unit[id].crew)
	p.number(int(id) - 1)
}

// drawCrews draws a line per crew, its vessels and its units.
func (s *state) drawCrews(p *picture) {
	for c := range s.crews {
		p.letter(c)
		p.text(": seat ")
		p.number(int(s.commander[c]))
		p.text(", score ")
		p.number(int(s.score[c]))
		p.text(", rum ")
		p.number(int(s.rum[c]))
		p.text(";")
		for v := uint8(1); v <= s.vessels; v++ {
			if s.vessel[v].crew == c {
				s.drawVessel(p, v)
			}
		}
		p.end()
		p.text(" ")
		for id := uint8(1); id <= s.units; id++ {
			if s.unit[id].crew == c {
				s.drawUnitFacts(p, id)
			}
		}
		p.end()
	}
	for id := uint8(1); id <= s.units; id++ {
		if s.unit[id].crew == neutral {
			s.drawUnitFacts(p, id)
		}
	}
	p.end()
}

func (s *state) drawVessel(p *picture, v uint8) {
	ship := &s.vessel[v]
	p.next()
	if v <= s.crews {
		p.text("ship ")
	} else {
		p.text("boat ")
	}
	p.number(int(v) - 1)
	if ship.sq == nowhere {
		p.text(" sunk")
		return
	}
	p.text(" at ")
	p.square(ship.sq)
	if ship.hits > 0 {
		p.text(", hits ")
		p.number(int(ship.hits))
	}
	if ship.goods {
		p.text(" with ")
		p.goods(&s.deck[v])
	}
}

func (s *state) drawUnitFacts(p *picture, id uint8) {
	u := &s.unit[id]
	p.next()
	s.drawUnit(p, id)
	if u.kind != pirate {
		p.text(" ")
		p.text(unitKinds[u.kind])
	}
	switch {
	case !u.alive():
		p.text(" dead")
		return
	case u.vessel != 0:
		p.text(" aboard ")
		p.number(int(u.vessel) - 1)
	default:
		p.text(" ")
		p.square(u.sq)
	}
	if u.step > 0 {
		p.text(" step ")
		p.number(int(u.step))
	}
	if u.tunnel {
		p.text(" stuck")
	}
	if u.trapped {
		p.text(" trapped")
	}
	if u.skips > 0 {
		p.text(" drunk")
	}
}

// drawItems lists what lies on land.
func (s *state) drawItems(p *picture) {
	p.text("Items:")
	for _, sq := range s.land {
		if c := &s.cell[sq]; c.goods {
			p.next()
			p.square(sq)
			p.text(" ")
			p.goods(&s.pile[c.land])
		}
	}
	p.end()
}

// picture is text under construction. Its methods are kept out of line, for the size of the module.
type picture struct {
	buf  []byte
	line int // where the present line begins
	item int // where the last thing of a list in it begins, 0 for none
}

//go:noinline
func (p *picture) text(s string) { p.buf = append(p.buf, s...) }

//go:noinline
func (p *picture) number(v int) { p.buf = strconv.AppendInt(p.buf, int64(v), 10) }

//go:noinline
func (p *picture) letter(crew uint8) { p.text(crewLetters[crew : crew+1]) }

//go:noinline
func (p *picture) square(sq uint8) {
	p.text("[")
	p.number(rowOf(sq))
	p.text(",")
	p.number(colOf(sq))
	p.text("]")
}

// tile draws a tile in at most 5 columns; of an arrow with more directions than that the first four.
func (p *picture) tile(t tile) {
	if t.kind != arrow {
		p.text(tileWords[t.kind])
		return
	}
	n := 0
	for d, sign := range arrowSigns {
		if t.arg>>d&1 == 0 {
			continue
		}
		if n++; n == 5 {
			p.text("…")
			return
		}
		p.text(sign)
	}
}

// goods draws how many items of each kind there are.
func (p *picture) goods(g *goods) {
	first := true
	for i, n := range g {
		if n == 0 {
			continue
		}
		if !first {
			p.text("+")
		}
		first = false
		p.number(int(n))
		p.text(" ")
		p.text(items[i])
	}
}

// width is how many characters the present line has.
//
//go:noinline
func (p *picture) width() int { return utf8.RuneCount(p.buf[p.line:]) }

// column fills the line with blanks up to a column; at least one stands between two things.
//
//go:noinline
func (p *picture) column(to int) {
	for n := p.width(); n < to; n++ {
		p.text(" ")
	}
}

// next begins the next thing of a list.
//
//go:noinline
func (p *picture) next() {
	if p.item > 0 {
		p.text(";")
		p.wrap()
	}
	p.item = len(p.buf)
	p.text(" ")
}

// wrap begins a new line with the last thing of a list if the line has become too long.
func (p *picture) wrap() {
	if p.item == 0 || p.width() <= lineWidth {
		return
	}
	var last [lineWidth]byte
	n := copy(last[:], p.buf[p.item:])
	p.buf = append(append(p.buf[:p.item], "\n   "...), last[:n]...)
	p.line = p.item + 1
}

// end ends a line, without blanks at its end. An empty one is left out.
func (p *picture) end() {
	p.wrap()
	for len(p.buf) > p.line && p.buf[len(p.buf)-1] == ' ' {
		p.buf = p.buf[:len(p.buf)-1]
	}
	if len(p.buf) > p.line {
		p.buf = append(p.buf, '\n')
	}
	p.line, p.item = len(p.buf), 0
}
