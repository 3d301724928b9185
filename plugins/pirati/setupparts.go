package pirati

import "github.com/parley-rules/parley/core/wire"

// layRest lays the tiles that are not listed: those that were dealt, or sea.
//
// PI-12, PI-14.
func (g *giving) layRest() {
	rest, ok := g.from.Find("tiles_rest")
	if !ok || readWord(rest, restType) != 1 {
		return
	}
	for _, c := range boardCells {
		g.s.tiles[c] = seaTile
	}
}

// tiles lays the listed tiles. Each square is listed at most once.
func (g *giving) tiles(r wire.Reader) bool {
	var seen [cells]bool
	for n, _ := r.Array(); n > 0; n-- {
		at, _ := r.Find("at")
		c := readCell(at)
		if isRing(g.s.tiles[c]) || seen[c] || !g.layTile(c, r) {
			return false
		}
		seen[c] = true
		r.Skip()
	}
	return true
}

// layTile lays a tile with its tokens. It returns false if the directions or the list of tokens do not belong to its kind, or
// if it is face down and has tokens.
func (g *giving) layTile(c cell, r wire.Reader) bool {
	up, _ := r.Find("face_up")
	kindOfTile, _ := r.Find("kind")
	kind := readWord(kindOfTile, kindType)
	t := tile(kind)
	turn, ok := givenTurn(kind, r)
	if !ok {
		return false
	}
	t |= tile(turn) << turnShift
	tokens, given := r.Find("tokens")
	if readBool(up) {
		t |= faceUp
	} else if given {
		return false
	}
	g.s.tiles[c] = t
	return !given || g.layTokens(c, tokens)
}

// givenTurn finds the orientation in which a kind shows the given directions. They may be left out where there is only one.
//
// PI-90, PI-91, PI-92, PI-93.
func givenTurn(kind int, r wire.Reader) (turn int, ok bool) {
	dirs, given := r.Find("dirs")
	if !given {
		return 0, turnsOf(kind) == 1
	}
	n, _ := dirs.Array()
	set, last := uint8(0), none
	for range n {
		d := readWord(dirs, dirsType.Of)
		if d <= last {
			return 0, false // not in canonical order
		}
		set |= 1 << d
		last = d
		dirs.Skip()
	}
	for turn := range turnsOf(kind) {
		if dirsOf[kind|turn<<turnShift] == set {
			return turn, true
		}
	}
	return 0, false
}

// heaped in the tokens of a mud tile stands for a footprint with more than one.
const heaped = 0x80

// layTokens takes one number for each place of a tile. The tokens are counted as they are given.
//
// PI-81, PI-82.
func (g *giving) layTokens(c cell, r wire.Reader) bool {
	feet := footprintsOf(g.s.tiles[c])
	n, _ := r.Array()
	if n != max(1, feet) {
		return false
	}
	for i := range n {
		k := readSmall(r)
		r.Skip()
		g.s.ashore += int32(k)
		switch {
		case feet == 0:
			g.s.tokens[c] = uint8(k)
		case k > 1:
			g.s.tokens[c] |= heaped
		case k == 1:
			g.s.tokens[c] |= 1 << i
		}
	}
	return true
}

// countTiles counts what is face down, and sees what is known of genie and mermaid.
//
// PI-191.
func (g *giving) countTiles() {
	s := g.s
	s.down = [kinds]uint8{}
	for _, c := range boardCells {
		switch t := s.tiles[c]; {
		case t&faceUp == 0:
			s.down[kindOf(t)]++
		case kindOf(t) == kindGenie:
			s.genie = powerUnused
		case kindOf(t) == kindMermaid:
			s.mermaid = powerUnused
		}
	}
}

// takeShips takes the ships. It comes before the pirates, who may be aboard, but what is wrong with the ships is told after
// what is wrong with the pirates. Only where ships are placed by choice their squares have no default in play.
//
// PI-5, PI-10.
func (g *giving) takeShips() bool {
	s := g.s
	list, given := g.from.Find("ships")
	if given {
		probe := list
		if n, _ := probe.Array(); n != int(s.n) {
			return false
		}
		probe = list
		if !shipsForm.Holds(&probe, int(s.n)) {
			return false
		}
		list.Array()
	}
	for i := range s.n {
		if !g.takeShip(i, list) {
			return false
		}
		list.Skip()
	}
	return true
}

// takeShip takes a ship from a map of which any key may be missing.
func (g *giving) takeShip(seat int8, r wire.Reader) bool {
	s := g.s
	if sunk, ok := r.Find("sunk"); ok {
		s.shipSunk[seat] = readBool(sunk)
	}
	if hoard, ok := r.Find("hoard"); ok {
		s.hoard[seat] = int16(readSmall(hoard))
	}
	at, given := r.Find("at")
	switch {
	case given && at.Nil():
		s.ships[seat] = noCell
	case given:
		s.ships[seat] = readCell(at)
		return !s.shipSunk[seat]
	case s.shipSunk[seat]:
		s.ships[seat] = noCell
	case s.choosePlaces:
		s.ships[seat] = noCell
		return s.phase == phaseSetup
	}
	return true
}

// pirates takes the pirates of all seats.
func (g *giving) pirates(r wire.Reader) bool {
	if n, _ := r.Array(); n != int(g.s.n) {
		return false
	}
	for i := range int(g.s.count) {
		if i%crew == 0 {
			r.Array()
		}
		if !g.takePirate(i, r) {
			return false
		}
		r.Skip()
	}
	return true
}

// takePirate takes a pirate from a map of which any key may be missing.
func (g *giving) takePirate(i int, r wire.Reader) bool {
	s, bit := g.s, pirates(1)<<i
	if captive, ok := r.Find("captive"); ok && readBool(captive) {
		s.captive |= bit
	}
	if freed, ok := r.Find("freed"); ok && readBool(freed) {
		s.freed |= bit
	}
	if delay, ok := r.Find("delay"); ok {
		switch readInt(delay) {
		case 0:
		case 1:
			s.delayed |= bit
		default:
			s.delayed |= bit
			g.doubts.pirates |= bit
		}
	}
	cause, lostToo := r.Find("cause")
	lostToo = lostToo && !cause.Nil()
	where, given := r.Find("place")
	nowhereNow := given && where.Nil()
	switch {
	case lostToo && (!given || nowhereNow):
		s.place[i] = lost + place(readWord(cause, causeType))
	case nowhereNow:
		s.place[i] = nowhere
		g.doubts.pirates |= bit
	case given:
		if lostToo {
			g.doubts.pirates |= bit
		}
		return g.takePlace(i, where)
	}
	return true
}

// takePlace takes a place: a square, or a ship, whose square may be given too.
func (g *giving) takePlace(i int, r wire.Reader) bool {
	s, ship, foot := g.s, none, 0
	if v, ok := r.Find("ship"); ok {
		ship = readInt(v)
	}
	if v, ok := r.Find("footprint"); ok {
		foot = readInt(v)
	}
	at, given := r.Find("at")
	square := noCell
	if given && !at.Nil() {
		square = readCell(at)
	}
	if ship == none {
		if square == noCell {
			return false
		}
		if foot > 0 && footprintsOf(s.tiles[square]) == 0 { // the place is the square, whatever the footprint says
			g.doubts.pirates |= 1 << i
			foot = 0
		}
		s.place[i] = placeAt(square, foot)
		return true
	}
	if ship >= int(s.n) {
		return false
	}
	s.place[i] = aboard + place(ship)
	if foot > 0 {
		g.doubts.pirates |= 1 << i
	}
	return !given || !g.shipsFit || square == s.ships[ship]
}
