package jackal

// The keys of a setup that a fault is told by.
const (
	keyUnits      = "units"
	keyVessels    = "vessels"
	keyLand       = "land"
	keyCrews      = "crews"
	keyGold       = "gold"
	keyHits       = "hits_needed"
	keyTurn       = "turn"
	keyCrew       = "crew"
	keyGrass      = "grass_left"
	keyQuiet      = "quiet"
	keyDecision   = "decision"
	keyPhase      = "phase"
	keyTunnelList = "tunnel"
)

// account works out what follows from the rest: the hidden losses, and the total of the gold, so that the invariant I1 holds. It
// returns the key that is to blame if the total, or the number of any kind of thing, is more than maxCount, or if more units or
// vessels may appear than there is room for, "" otherwise.
//
// It looks at squares alone, of those of the land; those that do not tell may be missing.
func (s *state) account(squares []uint8) string {
	var sum [itemKinds]int
	add := func(g *goods) {
		for i := range g {
			sum[i] += int(g[i])
		}
	}
	add(&loads[s.hand].goods)
	gold, hidden, bottles, recruits := int(s.lost), 0, 0, int(s.units)
	for _, sq := range squares {
		c := &s.cell[sq]
		if c.goods {
			add(&s.pile[c.land])
		}
		t := c.tile()
		if c.kind == fog {
			t = c.hidden()
			if !is(t.kind, counted) {
				continue
			}
			if c.marked {
				hidden += t.points()
			} else if item, n := t.content(); n > 0 {
				sum[item] += n
			}
			if t.unit() != noKind {
				recruits++
			}
		}
		if t.kind == rumBottles && (c.kind == fog || !c.marked) {
			bottles += int(t.arg)
		}
	}
	for v := uint8(1); v <= s.vessels; v++ {
		if s.vessel[v].goods {
			add(&s.deck[v])
		}
	}
	for c := range s.crews {
		if s.score[c] < 0 || s.score[c] > maxCount {
			return keyCrews
		}
		gold += int(s.score[c])
		bottles += int(s.rum[c])
	}
	gold += hidden + sum[coin] + bullionPoints*sum[bullion]
	s.hiddenLost, s.total = int32(hidden), int32(gold)
	switch {
	case s.lost < 0 || s.lost > maxCount || gold > maxCount:
		return keyGold
	case sum[cannonball] > maxCount || sum[cart] > maxCount:
		return keyLand
	case bottles > maxCount:
		return keyCrews
	case recruits > maxUnits:
		return keyUnits
	case int(s.vessels)+sum[boat] > maxVessels:
		return keyVessels
	}
	return ""
}

// fault looks for a broken invariant in a position whose lists are made and whose account is. It looks at squares alone, like
// account, and returns the key of the setup that is to blame, "" if there is none.
//
// JK-265.
func (s *state) fault(squares []uint8) string {
	switch {
	case s.hitsNeeded < 1 || s.hitsNeeded > maxHits:
		return keyHits
	case s.turn < 1 || s.turn > maxTurn:
		return keyTurn
	case s.crew >= s.crews:
		return keyCrew
	case s.grass > s.crews:
		return keyGrass
	case s.phase != phaseOver && int(s.quiet) >= int(s.rounds)*int(s.crews):
		return keyQuiet
	case !s.landHolds(squares):
		return keyLand
	case !s.vesselsHold():
		return keyVessels
	case !s.unitsHold():
		return keyUnits
	case (s.decision != noDecision) != (s.phase == phaseDecision) || s.phase == phaseDecision && !s.decisionHolds():
		return keyDecision
	case s.phase == phaseOver && (s.progress || s.ending().reason == notEnded):
		return keyPhase
	}
	return ""
}

// landHolds checks I6 and I12.
func (s *state) landHolds(squares []uint8) bool {
	for _, sq := range squares {
		c := &s.cell[sq]
		if c.goods && (is(c.kind, bareGround) || c.kind == arrow && singleArrow(c.arg)) {
			return false
		}
		if c.marked && !is(c.kind, isOneShot|1<<airplane) && (c.kind != fog || s.ballSparesFog) {
			return false
		}
	}
	return true
}

// vesselsHold checks where vessels are, their hits and decks, I5 and I8, and puts them on their squares.
//
// JK-221.
func (s *state) vesselsHold() bool {
	if s.vessels < s.crews {
		return false
	}
	for v := uint8(1); v <= s.vessels; v++ {
		ship := &s.vessel[v]
		ofCrew := v <= s.crews
		if ofCrew && ship.crew != v-1 || s.deck[v][coin]|s.deck[v][bullion] != 0 {
			return false
		}
		if ship.sq == nowhere {
			if ship.first != 0 || ship.goods {
				return false
			}
			continue
		}
		c := &s.cell[ship.sq]
		if c.kind != water || c.vessel != 0 || ship.hits >= uint16(s.hitsNeeded) || ofCrew && s.ships != shipsRing && !s.inRange(ship.crew, s.crews, ship.sq) {
			return false
		}
		c.vessel = v
	}
	return true
}

// unitsHold checks where units are and how they are: I2 to I5, I7, I10 and I11.
func (s *state) unitsHold() bool {
	pirates := s.pirates * s.crews
	if s.units < pirates {
		return false
	}
	for id := uint8(1); id <= s.units; id++ {
		u := &s.unit[id]
		if id <= pirates && (u.kind != pirate || u.crew != (id-1)/s.pirates) {
			return false
		}
		if !u.alive() {
			if u.trapped || u.skips != 0 || u.step != 0 {
				return false
			}
			continue
		}
		if !s.standsWell(id, u) || u.next != 0 && !s.keepsCompany(u) {
			return false
		}
	}
	return true
}

// standsWell checks a living unit by itself.
func (s *state) standsWell(id uint8, u *unit) bool {
	if u.vessel != 0 {
		ship := &s.vessel[u.vessel]
		return ship.sq != nowhere && s.friendly(u.crew, ship.crew) && !u.trapped && u.skips == 0 && u.step == 0
	}
	c := &s.cell[u.sq]
	switch {
	case c.kind == fog, c.kind == water && c.vessel != 0,
		u.tunnel && (c.kind != cave || u.crew == neutral),
		u.crew == neutral && (c.kind == cave || c.kind == labyrinth),
		is(c.kind, passing) && !(s.phase == phaseDecision && s.mover == id && s.decision <= decideIceFlight),
		u.trapped && (c.kind != trap || u.kind == chunga),
		u.skips > 2 || u.skips > 0 && c.kind != rumBarrel:
		return false
	case c.kind == labyrinth:
		return u.step >= 1 && u.step <= c.arg
	}
	return u.step == 0
}

// keepsCompany checks a living unit with those that came after it to its place.
//
// JK-56, JK-236.
func (s *state) keepsCompany(u *unit) bool {
	for id := u.next; id != 0; id = s.unit[id].next {
		other := &s.unit[id]
		if u.tunnel {
			if other.sq == u.sq {
				return false // I4
			}
			continue
		}
		if other.step != u.step {
			continue
		}
		if other.kind != u.kind && other.kind|u.kind == missionary|chunga && other.kind >= missionary && u.kind >= missionary {
			return false // I7
		}
		if u.trapped && other.trapped {
			return false // I4
		}
		if c := &s.cell[u.sq]; u.vessel == 0 && c.kind != jungle {
			if (u.crew == neutral) != (other.crew == neutral) || s.enemies(u.crew, other.crew) && (c.kind != labyrinth || u.step != c.arg) {
				return false // I3
			}
		}
	}
	return true
}

// decisionHolds says whether a decision could wait here.
//
// JK-263, JK-265.
func (s *state) decisionHolds() bool {
	if s.mover == 0 || s.mover > s.units {
		return false
	}
	u := &s.unit[s.mover]
	if u.vessel != 0 || u.tunnel || u.sq == nowhere || u.next != 0 {
		return false
	}
	if u.crew != s.crew && (s.decision < decideCave || u.kind != chunga || u.crew == neutral) {
		return false
	}
	c := &s.cell[u.sq]
	moves, holds, picks, first := false, false, uint8(0), s.decision == decideQuake2
	ok := false
	switch s.decision {
	case decideArrow:
		moves, ok = true, c.kind == arrow && !singleArrow(c.arg)
	case decideHorse:
		moves, ok = true, c.kind == horse
	case decideIceJump, decideIceFlight:
		moves, holds, ok = true, true, c.kind == ice
	case decideCave:
		holds, ok = true, c.kind == cave
	case decideLighthouse:
		ok = c.kind == lighthouse && c.marked && s.picks >= 1 && s.picks <= maxPicks
		picks = s.picks
	case decideQuake1, decideQuake2:
		ok = c.kind == earthquake && c.marked
	}
	if !ok || s.picks != picks || s.hand != noLoad && (!holds || u.kind == missionary) || first != (s.pick != nowhere) || first && !s.shakes(s.pick) {
		return false
	}
	if !moves {
		if s.begun || s.path|s.trail != 0 || s.held || s.start != (spot{}) {
			return false
		}
	} else if !s.wayHolds(u) {
		return false
	}
	s.options = s.appendDecision(s.options[:0])
	return len(s.options) >= 2
}

// wayHolds checks the start, the path and the trail of a decision.
//
// JK-50, JK-53, JK-161.
func (s *state) wayHolds(u *unit) bool {
	if !s.begun || s.start.sq|s.start.vessel == 0 || s.start.vessel > s.vessels || !s.mayStandAt(u, s.start) || s.held && !s.missionaryBlocks || s.path == 0 {
		return false
	}
	path, trail := s.ways[pathWay][:s.path], s.ways[trailWay][:s.trail]
	last := path[len(path)-1]
	if last.sq != u.sq || s.decision == decideIceJump && last.how != byJump || s.decision == decideIceFlight && last.how != byFlight {
		return false
	}
	var passed [256]uint16
	for _, at := range path {
		key := wayPoint{at.sq, noHow}
		switch kind := s.cell[at.sq].kind; {
		case at.how > byFlight, !is(kind, passing) || kind == crocodile:
			return false
		case kind == ice:
			key.how = at.how
		}
		bit := uint16(1) << (key.how & 15)
		if passed[key.sq]&bit != 0 || !s.inTrail(key) {
			return false
		}
		passed[key.sq] |= bit
	}
	var seen [256]uint16
	for _, key := range trail {
		kind := s.cell[key.sq].kind
		if !is(kind, passing) || (kind == ice) != (key.how <= byFlight) || kind != ice && key.how != noHow {
			return false
		}
		bit := uint16(1) << (key.how & 15)
		if seen[key.sq]&bit != 0 {
			return false
		}
		seen[key.sq] |= bit
	}
	return true
}
