package pirates

// oddities are what a setup by hand can say and a state cannot hold.
type oddities struct {
	hold    bool // the code of field 6 and the hold disagree, or chests are on another field
	tiles   bool // a tile is named twice
	choices bool // there are choices where none are kept, or a seat is equipped and has not chosen or the other way round
}

// derive works out what follows from the rest: which ships are on each node, which fortresses stand, and what is in the supply,
// from what is elsewhere. It returns false if that is more than there can be.
//
// RP-71, RP-85.
func (s *state) derive() bool {
	s.at, s.standing = [maxNodes]uint8{}, 0
	s.crew, s.cannons = s.set.supply, s.set.supply
	chests := [chestKinds]int{perKind, perKind, perKind}
	for i := range s.set.seats {
		x := &s.ships[i]
		s.at[x.node] |= 1 << uint(i)
		s.crew -= count(x.crew)
		s.cannons -= count(x.cannons)
		for v := range chests {
			chests[v] -= int(x.hold[v]) + int(x.secured[v])
		}
	}
	for i := range s.set.board.forts {
		f := &s.forts[i]
		if f.state != plundered {
			s.standing |= 1 << uint(i)
		}
		s.crew -= count(f.crew)
		s.cannons -= count(f.cannons)
		if f.state != open {
			continue // chests anywhere else break invariant 7
		}
		for v := range chests {
			chests[v] -= count(f.chests[v]) + int(f.vault[v])
		}
	}
	if s.crew < 0 || s.cannons < 0 {
		return false
	}
	for v := range chests {
		if chests[v] < 0 {
			return false
		}
		s.chests[v] = int8(chests[v])
	}
	return true
}

// fault looks for a broken invariant, in their order. It returns the key that is at fault, "" if there is none. Numbers of
// nodes, seats, tiles and codes must be in their ranges. It works out what follows from the rest.
//
// RP-87.
func (s *state) fault(odd oddities) string {
	switch {
	case !s.derive():
		return "supply"
	case !s.shipsFit(), odd.hold || !s.holdsFit():
		return "ships"
	case odd.tiles || !s.fortressesFit():
		return "fortresses"
	case !s.phaseFits():
		return "phase"
	case !s.endFits():
		return "result"
	case (s.turn == none) != s.between():
		return "turn"
	case (s.round == 0) != (s.phase == phaseEquip) || s.round < 0 || s.round > maxRounds:
		return "round"
	case !s.actionFits():
		return "action"
	case odd.choices || !s.choicesFit():
		return "choices"
	case s.phase == phaseAction2 && !s.hasSecondAction():
		return "phase"
	case !s.combatFits():
		return "combat"
	}
	return ""
}

// shipsFit is invariant 3.
func (s *state) shipsFit() bool {
	for i := range s.set.seats {
		x := &s.ships[i]
		if count(x.crew) > maxCrew || count(x.cannons) > maxCrew || x.crew&x.cannons != 0 {
			return false
		}
	}
	return true
}

// holdsFit is invariants 4, 5 and 6.
//
// RP-24, RP-52, RP-53.
func (s *state) holdsFit() bool {
	for i := range s.set.seats {
		x := &s.ships[i]
		h := &x.hold
		if *h == (counts{}) {
			continue
		}
		size := int(h.total())
		if s.set.holdByValue {
			size = int(h[0]) + 2*int(h[1]) + 3*int(h[2])
		}
		if (x.crew|x.cannons)&holdField != 0 || size > holdLimit || x.node == harbour {
			return false
		}
	}
	return true
}

// fortressesFit is invariant 7. Each field must hold at most one thing.
func (s *state) fortressesFit() bool {
	tiles := uint32(0)
	for i := range s.set.board.forts {
		f := &s.forts[i]
		if tiles>>uint(f.tile)&1 != 0 || f.state != open && f.parts != (parts{}) || count(f.cannons) > maxDice {
			return false
		}
		tiles |= 1 << uint(f.tile)
		all, sum := f.crew|f.cannons, count(f.crew)+count(f.cannons)
		for _, set := range f.chests {
			all |= set
			sum += count(set)
		}
		if sum != count(all) {
			return false
		}
	}
	return true
}

// phaseFits is invariant 8.
func (s *state) phaseFits() bool {
	if s.phase == phaseOver || s.ended != notEnded {
		return s.phase == phaseOver && s.ended != notEnded
	}
	for i := range s.set.seats {
		if s.reached(int8(i)) {
			return false
		}
	}
	return !s.allPlundered() && s.round <= s.set.maxRounds
}

// endFits is invariant 9.
func (s *state) endFits() bool {
	switch s.ended {
	case byTarget:
		for i := range s.set.seats {
			if s.reached(int8(i)) {
				return true
			}
		}
		return false
	case allPlundered:
		return s.allPlundered()
	case roundLimit:
		return s.round == s.set.maxRounds
	}
	return true
}

// between says whether it is nobody's turn.
func (s *state) between() bool { return s.phase == phaseEquip || s.phase == phaseOver }

// actionFits is the last part of invariant 10.
func (s *state) actionFits() bool {
	switch s.phase {
	case phaseEquip, phaseOver:
		return s.action == 0
	case phaseAction1:
		return s.action == 1
	case phaseAction2:
		return s.action == 2
	}
	return s.action == 1 || s.action == 2
}

// choicesFit is invariant 11.
//
// RP-6, RP-7, RP-8.
func (s *state) choicesFit() bool {
	all := uint8(1)<<uint(s.set.seats) - 1
	if s.phase != phaseEquip {
		return s.equipped == all && s.choices == [maxSeats]outfit{}
	}
	if s.equipped&^all != 0 || s.equipped == all || s.set.inTurn && (s.equipped&(s.equipped+1) != 0 || s.choices != [maxSeats]outfit{}) {
		return false
	}
	for i := range s.set.seats {
		x, c := &s.ships[i], s.choices[i]
		chosen := s.equipped>>uint(i)&1 != 0
		if x.node != harbour || x.hold != (counts{}) || !chosen && c != (outfit{}) || !(chosen && s.set.inTurn) && x.outfit != (outfit{}) ||
			c.crew&c.cannons != 0 || count(c.crew) > maxCrew || count(c.cannons) > maxCrew {
			return false
		}
	}
	for i := range s.set.board.forts {
		if s.forts[i].state == open {
			return false
		}
	}
	return true
}

// combatFits is invariants 13, 14 and 15. With exchange there are at most two salvos.
//
// RP-45, RP-46.
func (s *state) combatFits() bool {
	if !s.fighting() {
		return s.target == 0 && s.salvos == 0 && s.thrown == 0 && s.dice == [maxDice]int8{}
	}
	x := &s.ships[s.turn]
	if s.target.isShip() {
		if s.target == side(s.turn) || s.ships[s.target].node != x.node || x.node == harbour && s.set.safeHarbour {
			return false
		}
	} else if f := s.target.index(); s.forts[f].state != open || s.set.board.near[x.node]>>uint(f)&1 == 0 {
		return false
	}
	least, most := int8(1), int8(2)
	if s.set.duel {
		most = maxSalvos
	}
	if s.phase != phaseStow {
		most--
	}
	if s.phase == phaseRoll {
		least = 0
	}
	if s.salvos < least || s.salvos > most {
		return false
	}
	shooter, other := s.shooter(), s.other()
	if !s.outfitOf(shooter).armed() {
		return false
	}
	if s.phase != phaseRoll && (s.thrown != 0 || s.dice != [maxDice]int8{}) {
		return false
	}
	switch s.phase {
	case phaseRoll:
		return s.diceLeft() > 0 && (s.salvos == 0 || s.outfitOf(other).armed())
	case phaseCounter:
		return other.isShip() && s.outfitOf(other).armed()
	}
	return s.stowFits(shooter, other)
}

// stowFits is invariant 15 in phase stow.
//
// RP-55, RP-56, RP-58.
func (s *state) stowFits(winner, loser side) bool {
	rest := s.outfitOf(loser)
	if !s.loots(winner) || rest.armed() || !loser.isShip() && rest != (outfit{}) {
		return false
	}
	x := &s.ships[winner]
	loot := s.loot(x, loser)
	return (x.crew|x.cannons)&holdField != 0 && x.empty() != 0 && loot != (counts{})
}
