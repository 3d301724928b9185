package jackal

// broken names the first broken invariant of I1 to I12 of the text, "" if there is none. It is written apart from the code that Load
// uses, and without any of testify, since it is asked some hundred thousand times.
func broken(s *state) string {
	for _, check := range [...]func(*state) string{brokenGold, brokenLists, brokenUnits, brokenVessels, brokenSquares} {
		if what := check(s); what != "" {
			return what
		}
	}
	if s.phase != phaseDecision && (s.hand != noLoad || s.mover != 0 || s.decision != noDecision || s.begun || s.path|s.trail != 0) {
		return "I9: something is left of a chain"
	}
	return ""
}

// brokenGold is I1: no gold appears or vanishes.
func brokenGold(s *state) string {
	sum, hidden := int(s.lost)+int(loads[s.hand].goods.gold()), 0
	for _, sq := range s.land {
		c := &s.cell[sq]
		sum += int(s.pile[c.land].gold())
		if c.kind == fog {
			sum += c.hidden().points()
			if c.marked {
				hidden += c.hidden().points()
			}
		}
	}
	for c := range s.crews {
		sum += int(s.score[c])
	}
	if sum != int(s.total) || hidden != int(s.hiddenLost) {
		return "I1: the gold is not what it was"
	}
	return ""
}

// brokenLists is I2: every living unit is in the list of its place, and in no other; the dead are in none.
func brokenLists(s *state) string {
	var listed [256]int
	wrong := false
	for sq := range s.cell {
		for id := s.cell[sq].first; id != 0; id = s.unit[id].next {
			u := &s.unit[id]
			listed[id]++
			wrong = wrong || u.sq != uint8(sq) || u.vessel != 0 || u.tunnel
		}
	}
	for v := range s.vessel {
		for id := s.vessel[v].first; id != 0; id = s.unit[id].next {
			u := &s.unit[id]
			listed[id]++
			wrong = wrong || u.vessel != uint8(v) || u.sq != nowhere || u.tunnel
		}
	}
	for id := s.stuck; id != 0; id = s.unit[id].next {
		listed[id]++
		wrong = wrong || !s.unit[id].tunnel || s.cell[s.unit[id].sq].kind != cave
	}
	for id := range listed {
		want := 0
		if id > 0 && id <= int(s.units) && s.unit[id].alive() {
			want = 1
		}
		wrong = wrong || listed[id] != want
	}
	if wrong {
		return "I2: a unit is not in its place"
	}
	return ""
}

// brokenUnits is I3, I4, I7, I10 and I11.
func brokenUnits(s *state) string {
	for a := uint8(1); a <= s.units; a++ {
		u := &s.unit[a]
		c := &s.cell[u.sq]
		switch {
		case !u.alive():
			if u.trapped || u.skips > 0 {
				return "I11: a dead unit is trapped or drunk"
			}
			continue
		case u.trapped && (c.kind != trap || u.kind == chunga), u.skips > 0 && c.kind != rumBarrel:
			return "I11: a unit is trapped or drunk elsewhere"
		case u.vessel == 0 && c.kind == fog:
			return "a unit stands in the fog"
		case (c.kind == arrow || c.kind == horse || c.kind == ice || c.kind == crocodile) && (s.phase != phaseDecision || s.mover != a):
			return "I10: a unit stands where none rests"
		}
		for b := a + 1; b <= s.units; b++ {
			other := &s.unit[b]
			if other.sq != u.sq || other.vessel != u.vessel || other.step != u.step || other.tunnel != u.tunnel {
				continue
			}
			enemies := u.crew != neutral && other.crew != neutral && s.side[u.crew] != s.side[other.crew]
			switch {
			case u.tunnel, u.trapped && other.trapped:
				return "I4: two units in one trap or tunnel"
			case u.kind == missionary && other.kind == chunga, u.kind == chunga && other.kind == missionary:
				return "I7: a missionary with a Chunga-Changa"
			case c.kind == jungle, c.kind == labyrinth && u.step == c.arg && enemies:
			case enemies, (u.crew == neutral) != (other.crew == neutral):
				return "I3: enemies, or a neutral, share a place"
			}
		}
	}
	return ""
}

// brokenVessels is I5 and I8.
func brokenVessels(s *state) string {
	var on [256]uint8
	for v := uint8(1); v <= s.vessels; v++ {
		ship := &s.vessel[v]
		switch {
		case s.deck[v].any() != ship.goods || s.deck[v].gold() != 0:
			return "I1: gold on a deck"
		case ship.sq == nowhere && (ship.first != 0 || ship.goods):
			return "a sunk vessel has something aboard"
		case ship.sq == nowhere:
			continue
		case on[ship.sq] != 0 || s.cell[ship.sq].kind != water || s.cell[ship.sq].first != 0:
			return "I5: more than a vessel on its square"
		case ship.hits >= uint16(s.hitsNeeded):
			return "I8: a vessel floats with too many hits"
		}
		on[ship.sq] = v
	}
	for sq := range s.cell {
		if s.cell[sq].vessel != on[sq] || s.cell[sq].kind == void && s.cell[sq].first != 0 {
			return "I5: a vessel where there is none, or a unit in the void"
		}
	}
	return ""
}

// brokenSquares is I6 and I12.
func brokenSquares(s *state) string {
	for sq := range s.cell {
		c := &s.cell[sq]
		if c.kind <= water {
			if c.goods || c.marked {
				return "I6: items on water"
			}
			continue
		}
		if s.pile[c.land].any() != c.goods {
			return "items that nobody sees"
		}
		switch c.kind {
		case fog, fort, resurrectionFort, jungle, ice, crocodile:
			if c.goods {
				return "I6: items where none can lie"
			}
		case arrow:
			if c.goods && c.arg&(c.arg-1) == 0 {
				return "I6: items on a single arrow"
			}
		}
		switch c.kind {
		case rumBottles, lighthouse, earthquake, shaitanGrass, airplane:
		case fog:
			if c.marked && s.ballSparesFog {
				return "I12: struck, and yet spared"
			}
		default:
			if c.marked {
				return "I12: a mark without a meaning"
			}
		}
	}
	return ""
}
