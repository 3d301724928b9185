package pirates

import (
	"math/bits"

	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
)

// nameWidth is how much of a name is drawn.
const nameWidth = 18

// Describe appends the position as a viewer sees it: the map, the ships, the fortresses, the tiles that are left, the supply, and
// what is to be decided.
func (s *state) Describe(viewer core.Seat, buf []byte) []byte {
	p := picture{buf: buf}
	s.drawHead(&p)
	s.drawMap(&p)
	p.end()
	s.drawShips(&p, viewer)
	p.end()
	s.drawFortresses(&p, viewer)
	s.drawSupply(&p)
	p.end()
	s.drawDecision(&p)
	return p.buf
}

func (s *state) drawHead(p *picture) {
	switch s.phase {
	case phaseEquip:
		p.text("Before round 1")
	case phaseOver:
		p.text("The game is over in round ")
		p.number(int(s.round))
	default:
		p.text("Round ")
		p.number(int(s.round))
		p.text(" of at most ")
		p.number(int(s.set.maxRounds))
		p.text(", turn of seat ")
		p.number(int(s.turn))
		p.text(", action ")
		p.number(int(s.action))
	}
	p.end()
	p.text("A seat that has secured ")
	p.number(s.set.target)
	if s.set.worth[1] == 1 {
		p.text(" chests")
	}
	p.text(" ends the game")
	p.end()
	p.end()
}

// drawShips draws a line per seat.
func (s *state) drawShips(p *picture, viewer core.Seat) {
	p.text("Seat  Where               1 2 3 4 5 6   Hold        Secured")
	p.end()
	names, _ := list(wire.NewReader(s.set.board.shown), "sea_names")
	for seat := range s.set.seats {
		x := &s.ships[seat]
		at := len(p.buf)
		if int8(seat) == s.turn {
			p.text(">")
		} else {
			p.text(" ")
		}
		p.number(seat)
		p.pad(at, 6)
		p.node(int(x.node))
		p.text(" ")
		place := tileAt(names, int(x.node))
		name, _ := place.Str()
		p.name(name, nameWidth-4)
		p.pad(at, 26)
		var codes [fields]int
		for i := range codes {
			codes[i] = x.code(i)
		}
		if codes[fields-1] == onChests {
			codes[fields-1] = onNothing
		}
		if s.chosen(seat) && (viewer == core.Seat(seat) || viewer == core.Referee) {
			for i := range codes {
				codes[i] = s.choices[seat].code(i)
			}
		}
		p.codes(&codes)
		p.pad(at, 40)
		p.chests(&x.hold)
		p.pad(at, 52)
		p.chests(&x.secured)
		p.text(" = ")
		p.number(s.amount(&x.secured))
		if s.phase == phaseEquip {
			if s.equipped>>uint(seat)&1 != 0 {
				p.text("  has chosen")
			} else {
				p.text("  to choose")
			}
		}
		p.end()
	}
}

// drawFortresses draws a line per fortress field, and the tiles that are not yet turned up.
func (s *state) drawFortresses(p *picture, viewer core.Seat) {
	p.text("Fort  Name                1 2 3 4 5 6   Vault       Borders")
	p.end()
	b := s.set.board
	names, _ := list(wire.NewReader(b.shown), "fortress_names")
	left := uint32(0)
	for i := range b.forts {
		f := &s.forts[i]
		at := len(p.buf)
		p.text(" ")
		p.number(i + 1)
		p.pad(at, 6)
		name, _ := names.Str()
		p.name(name, nameWidth)
		p.pad(at, 26)
		switch f.state {
		case open:
			p.parts(&f.parts)
			p.pad(at, 40)
			p.chests(&f.vault)
		case plundered:
			p.text("plundered")
		case hidden:
			p.text("hidden")
			left |= 1 << uint(f.tile)
			if viewer == core.Referee {
				p.text(" (tile ")
				p.number(int(f.tile) + 1)
				p.text(")")
			}
		}
		p.pad(at, 51)
		p.numbers(b.shore[i], at)
		p.end()
	}
	if left == 0 {
		return
	}
	p.text("Tiles left (c crew, k cannon, 1 2 3 chests):")
	for k := 0; left != 0; left &= left - 1 {
		if k%3 == 0 {
			p.end()
		}
		k++
		at := len(p.buf)
		tile := bits.TrailingZeros32(left)
		p.text(" ")
		p.number(tile + 1)
		p.pad(at, 4)
		p.parts(&s.set.tiles[tile])
		if v := &s.set.tiles[tile].vault; v.total() > 0 {
			p.text(" {")
			p.chests(v)
			p.text("}")
		}
		p.pad(at, 27)
	}
	p.end()
}

// parts draws what stands on a fortress's fields.
func (p *picture) parts(f *parts) {
	var codes [fields]int
	for i := range codes {
		codes[i] = f.code(i)
	}
	p.codes(&codes)
}

func (s *state) drawSupply(p *picture) {
	p.text("Supply: ")
	if s.set.unlimited {
		p.text("crew and cannons unlimited")
	} else {
		p.number(s.crew)
		p.text(" crew, ")
		p.number(s.cannons)
		p.text(" cannons")
	}
	p.text(", chests")
	for v := chestKinds; v > 0; v-- {
		p.text(" ")
		p.number(int(s.chests[v-1]))
		p.text("x")
		p.number(v)
	}
	p.end()
}

func (p *picture) side(d side) {
	if d.isShip() {
		p.text("seat ")
		p.number(int(d))
		return
	}
	p.text("fort ")
	p.number(d.index() + 1)
}

func (s *state) drawDecision(p *picture) {
	switch s.phase {
	case phaseEquip:
		p.text("To choose equipment: seats")
		p.numbers(uint64(s.Actors()), len(p.buf))
	case phaseAction1:
		p.text("Seat ")
		p.number(int(s.turn))
		p.text(" moves, attacks or passes")
	case phaseAction2:
		p.text("Seat ")
		p.number(int(s.turn))
		p.text(" attacks, repairs or passes")
	case phaseRoll:
		p.side(s.shooter())
		p.text(" fires at ")
		p.side(s.other())
		p.text(", dice so far:")
		for _, d := range s.dice[:s.thrown] {
			p.text(" ")
			p.number(int(d))
		}
		p.text("; to throw: ")
		p.number(s.diceLeft())
	case phaseCounter:
		p.side(s.other())
		p.text(" may fire back at ")
		p.side(s.shooter())
	case phaseStow:
		p.side(s.shooter())
		p.text(" makes room in field 6 for ")
		loot := s.loot(&s.ships[s.shooter()], s.other())
		p.chests(&loot)
		p.text(" of ")
		p.side(s.other())
	case phaseOver:
		o := s.Outcome()
		p.text("Ended by ")
		p.text(o.Reason)
		p.text(", won by")
		p.numbers(uint64(o.Winners), len(p.buf))
		p.text("; scores:")
		for _, x := range o.Scores[:s.set.seats] {
			p.text(" ")
			p.number(int(x))
		}
	}
	p.end()
}
