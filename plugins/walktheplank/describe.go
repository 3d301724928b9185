package walktheplank

import (
	"math/bits"
	"strconv"

	"github.com/parley-rules/parley/core"
)

// Widths of the picture's columns.
const (
	nameWidth  = 12
	spaceWidth = 8
)

// Describe appends the position as a viewer sees it: the ship, the plank and the Kraken with the pirates on them, then the
// programs, the resting cards and the hand.
func (s *state) Describe(viewer core.Seat, buf []byte) []byte {
	p := picture{buf: buf}
	p.text("Round ")
	p.number(int(s.round))
	p.text(" of at most ")
	p.number(int(s.rounds))
	switch s.phase {
	case phaseChoose:
		p.text(", choosing cards")
	case phaseResolve:
		p.text(", slot ")
		p.number(int(s.pendingSlot))
	case phaseOver:
		p.text(", the game is over")
	}
	if s.endReason != notEnded && s.phase != phaseOver {
		p.text(", the last round")
	}
	p.end()
	p.end()
	s.drawBoard(&p)
	p.end()
	s.drawCards(&p, viewer)
	s.drawDecision(&p)
	return p.buf
}

// drawBoard draws a row per seat: its pirates on the ship, on the tiles and in the Kraken.
func (s *state) drawBoard(p *picture) {
	p.column(nameWidth)
	p.text("|  ship ")
	for q := int8(1); q <= maxPlank; q++ {
		p.text("|")
		p.column(spaceWidth - 1)
		if q <= s.plank {
			p.back(4)
			p.number(int(q))
			p.text("   ")
		}
	}
	p.text("| Kraken")
	p.end()
	s.drawRule(p)
	for i := range s.n {
		s.drawName(p, i)
		for q, k := range s.pirates[i] {
			p.text("|  ")
			p.pirates('o', k)
			p.text("  ")
			if q > int(s.plank) {
				p.back(7)
				p.text("~~~~~~~")
			}
		}
		p.text("|  ")
		p.pirates('x', crew-s.living[i])
		if s.living[i] == 0 {
			p.text("  out")
		}
		p.end()
	}
	s.drawRule(p)
}

func (s *state) drawRule(p *picture) {
	p.column(nameWidth)
	for q := range int8(maxPlank + 1) {
		if q <= s.plank {
			p.text("+-------")
		} else {
			p.text("+~~~~~~~")
		}
	}
	p.text("+~~~~~~~")
	p.end()
}

// drawName draws a seat's number and colour, and a star if it is the captain.
func (s *state) drawName(p *picture, seat int8) {
	at := len(p.buf)
	if seat == s.captain {
		p.text("*")
	} else {
		p.text(" ")
	}
	p.number(int(seat))
	p.text(" ")
	p.text(colorWords[s.colors[seat]])
	p.column(nameWidth - (len(p.buf) - at))
}

// drawCards draws each seat's program as the viewer knows it, what rests, and the viewer's hand.
//
// WP-79.
func (s *state) drawCards(p *picture, viewer core.Seat) {
	for i := range s.n {
		s.drawName(p, i)
		if !s.committed(i) {
			p.text("no cards laid")
		} else {
			for j, c := range s.program[i] {
				if j > 0 {
					p.text(", ")
				}
				open := j < int(s.revealed[i])
				switch {
				case open:
					p.text(cardWords[c])
				case viewer == core.Seat(i) || viewer == core.Referee:
					p.text("(")
					p.text(cardWords[c])
					p.text(")")
				default:
					p.text("?")
				}
			}
		}
		p.end()
		p.cards("resting: ", s.aside[i])
		if viewer == core.Seat(i) || viewer == core.Referee {
			p.cards("hand: ", s.hand(i))
		}
	}
}

func (s *state) drawDecision(p *picture) {
	switch s.phase {
	case phaseChoose:
		p.text("To lay cards:")
		for set := s.Actors(); set != 0; set = set.Rest() {
			p.text(" ")
			p.number(int(set.First()))
		}
	case phaseResolve:
		p.text("Seat ")
		p.number(int(s.pendingSeat))
		p.text(" decides on ")
		p.text(cardWords[s.pendingCard])
	case phaseOver:
		winners, reason := s.result()
		p.text("Ended by ")
		p.text(reasonWords[reason-1])
		if winners == 0 {
			p.text(": nobody wins")
			break
		}
		p.text(", won by")
		for ; winners != 0; winners = winners.Rest() {
			p.text(" ")
			p.number(int(winners.First()))
		}
	}
	p.end()
}

// picture is text under construction. Its methods are kept out of line: inlined, they would make the module larger by 30 KB.
type picture struct{ buf []byte }

//go:noinline
func (p *picture) text(s string) { p.buf = append(p.buf, s...) }

//go:noinline
func (p *picture) number(v int) { p.buf = strconv.AppendInt(p.buf, int64(v), 10) }

// end ends a line, without blanks at its end.
//
//go:noinline
func (p *picture) end() {
	for len(p.buf) > 0 && p.buf[len(p.buf)-1] == ' ' {
		p.back(1)
	}
	p.buf = append(p.buf, '\n')
}

func (p *picture) back(width int) { p.buf = p.buf[:len(p.buf)-width] }

//go:noinline
func (p *picture) column(width int) {
	for range width {
		p.buf = append(p.buf, ' ')
	}
}

// pirates draws up to three pirates in three columns.
//
//go:noinline
func (p *picture) pirates(mark byte, count int8) {
	for i := range int8(crew) {
		switch {
		case i < count:
			p.buf = append(p.buf, mark)
		case i == 0:
			p.buf = append(p.buf, '.')
		default:
			p.buf = append(p.buf, ' ')
		}
	}
}

// cards draws a set of cards under a seat's name, in lines of at most 80 characters.
func (p *picture) cards(title string, set uint16) {
	if set == 0 {
		return
	}
	p.column(nameWidth)
	p.text(title)
	width := nameWidth + len(title)
	for first := true; set != 0; set &= set - 1 {
		word := cardWords[bits.TrailingZeros16(set)]
		if !first {
			p.text(", ")
			width += 2
		}
		if width+len(word)+1 > 80 {
			p.end()
			p.column(nameWidth + len(title))
			width = nameWidth + len(title)
		}
		p.text(word)
		width += len(word)
		first = false
	}
	p.end()
}
