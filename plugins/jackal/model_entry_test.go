package jackal_test

import "slices"

// enter is section 8.6: u goes from where it is to x with a load, which is in hand already or is taken from its place.
func (m *model) enter(u *modelUnit, load []string, x modelSquare, how string, inHand bool) {
	from, _ := u.spot()
	at := m.square(u)
	if len(load) > 0 && !inHand { // JK-50
		m.itemsIn(from).remove(load)
		m.tell("load_taken", "unit", u.ID, "load", load, "at", at)
	}
	m.leave(u)
	word := how
	if modelVectors[how] != (modelSquare{}) {
		word = "walk"
	}
	m.tell("unit_moved", "unit", u.ID, "from", at, "to", x, "how", word)

	m.open(u, x) // (1)

	vessel := m.vesselAt(x)
	tile := m.tile(x)
	kind, _ := kindOfModelTile(tile)
	place := m.placeFor(u, x)
	foes := m.enemiesIn(u, place)

	// (2)
	if vessel != nil && m.enemies(u.Crew, &vessel.Crew) {
		m.die(u, "enemy_vessel")
		m.ontoDeck(u, load, vessel)
		return
	}
	if isModelFort(tile) && len(foes) > 0 {
		m.dieWith(u, "fort", load, x)
		return
	}
	if kind != "jungle" && u.Kind != "chunga_changa" && modelHas(foes, "missionary") {
		m.dieWith(u, "missionary", load, x)
		return
	}

	// (3)
	if kind == "arrow" || kind == "horse" || kind == "ice" || kind == "crocodile" {
		key := modelKey{At: x}
		if kind == "ice" {
			key.How = &how
		}
		if modelHasKey(m.inChain.trail, key) {
			cause := "circle"
			if kind == "crocodile" {
				cause = "crocodile"
			}
			m.dieWith(u, cause, load, x)
			return
		}
		m.inChain.trail = append(m.inChain.trail, key)
		if kind != "crocodile" {
			m.inChain.path = append(m.inChain.path, modelKey{At: x, How: &how})
		}
	}

	// (4)
	if vessel != nil {
		m.put(u, place)
		m.ontoDeck(u, load, vessel)
		m.meet(place)
		return
	}
	if m.isWater(x) {
		m.enterWater(u, load, x, foes)
		return
	}

	m.put(u, place) // (5)
	if !m.meetFightJoin(u, load, x) {
		return
	}
	m.act(u, load, x, how) // (9)
}

func modelHas(units []*modelUnit, kind string) bool {
	return slices.ContainsFunc(units, func(u *modelUnit) bool { return u.Kind == kind })
}

func modelHasKey(keys []modelKey, key modelKey) bool {
	return slices.ContainsFunc(keys, func(k modelKey) bool {
		return k.At == key.At && (k.How == nil) == (key.How == nil) && (k.How == nil || *k.How == *key.How)
	})
}

// enterWater is (4) without a vessel.
func (m *model) enterWater(u *modelUnit, load []string, x modelSquare, foes []*modelUnit) {
	if m.Options.Ban && len(foes) > 0 { // JK-57b
		goesOver := u.Kind == "chunga_changa" && !modelHas(m.on(x), "missionary")
		if goesOver || u.fights() && m.inChain.held || len(load) > 0 {
			m.dieWith(u, "ban", load, x)
			return
		}
	}
	if i := slices.Index(load, "boat"); i >= 0 {
		m.lose(slices.Delete(slices.Clone(load), i, i+1), x)
		m.launch(u, x)
		return
	}
	m.lose(load, x)
	m.put(u, modelSpot{sq: x, vessel: -1})
	m.meetFightJoin(u, nil, x)
}

// launch is JK-212.
func (m *model) launch(u *modelUnit, x modelSquare) {
	v := &modelVessel{ID: len(m.Vessels), Kind: "boat", Crew: *u.Crew, At: &x, Deck: modelItems{}, Units: []int{}}
	swimmers := m.on(x)
	m.Vessels = append(m.Vessels, v)
	m.Progress = true
	m.tell("vessel_launched", "vessel", v.ID, "crew", v.Crew, "at", x)
	m.put(u, modelSpot{vessel: v.ID})
	m.takeAboard(v, swimmers, x)
}

// takeAboard is JK-212, JK-222: what becomes of the swimmers where a vessel comes.
func (m *model) takeAboard(v *modelVessel, swimmers []*modelUnit, x modelSquare) {
	for _, s := range swimmers {
		enemy := m.enemies(&v.Crew, s.Crew)
		if enemy && s.Kind != "chunga_changa" {
			m.die(s, "vessel")
			continue
		}
		switch {
		case enemy:
			m.defect(s, v.Crew)
		case s.Crew == nil:
			m.join(s, v.Crew, x)
		}
		m.leave(s)
		m.put(s, modelSpot{vessel: v.ID})
		m.tell("unit_moved", "unit", s.ID, "from", x, "to", x, "how", "pickup")
	}
	m.meet(modelSpot{vessel: v.ID})
}

func (m *model) defect(u *modelUnit, crew int) {
	u.Crew = &crew
	m.tell("unit_defected", "unit", u.ID, "crew", crew)
}

func (m *model) join(u *modelUnit, crew int, x modelSquare) {
	u.Crew = &crew
	m.tell("unit_recruited", "unit", u.ID, "kind", u.Kind, "crew", crew, "at", x)
}

// meetFightJoin is (6), (7), (8) in the place where u now is. It says whether u lives.
func (m *model) meetFightJoin(u *modelUnit, load []string, x modelSquare) bool {
	place, _ := u.spot()
	m.meet(place) // (6)
	if !u.alive() {
		m.lose(load, x)
		return false
	}
	if m.tile(x) == "jungle" {
		return true
	}
	if foes := m.enemiesIn(u, place); len(foes) > 0 { // (7)
		switch {
		case m.Options.Ban && (u.Kind == "chunga_changa" || u.fights() && m.inChain.held): // JK-57b
			m.dieWith(u, "ban", load, x)
			return false
		case u.Kind == "missionary":
			m.dieWith(u, "pirate", load, x)
			return false
		case u.Kind == "chunga_changa":
			m.defect(u, *foes[0].Crew)
		default:
			for _, v := range foes {
				m.attack(u, v, x)
			}
		}
	}
	for _, v := range m.in(place) { // (8)
		if v.Crew == nil {
			m.join(v, *u.Crew, x)
		}
	}
	return true
}

// meet is JK-56.
func (m *model) meet(p modelSpot) {
	units := m.in(p)
	if !modelHas(units, "missionary") || !modelHas(units, "chunga_changa") {
		return
	}
	for _, v := range units {
		if !v.fights() {
			m.die(v, "meeting")
		}
	}
}

// attack is JK-70 to JK-72: what becomes of an enemy v.
func (m *model) attack(u, v *modelUnit, x modelSquare) {
	switch {
	case v.Kind == "chunga_changa":
		m.defect(v, *u.Crew)
	case m.isWater(x):
		m.die(v, "water")
	default:
		m.flyHome(v, "no_vessel")
	}
}

// flyHome sends a unit to its nearest vessel: JK-74, JK-75, JK-76.
func (m *model) flyHome(u *modelUnit, orElse string) {
	v := m.nearest(u, m.square(u))
	if v == nil {
		m.die(u, orElse)
		return
	}
	m.leave(u)
	m.tell("unit_knocked_out", "unit", u.ID, "vessel", v.ID)
	m.put(u, modelSpot{vessel: v.ID})
	m.meet(modelSpot{vessel: v.ID})
}

// nearest is JK-74.
func (m *model) nearest(u *modelUnit, x modelSquare) *modelVessel {
	if u.Crew == nil {
		return nil
	}
	var best *modelVessel
	for _, own := range []bool{true, false} {
		for _, kind := range []string{"ship", "boat"} {
			for _, v := range m.Vessels {
				if v.At == nil || v.Kind != kind || !m.friends(u.Crew, &v.Crew) || own != (v.Crew == *u.Crew) {
					continue
				}
				if best == nil || m.distance(*v.At, x) < m.distance(*best.At, x) {
					best = v
				}
			}
		}
		if best != nil {
			return best
		}
	}
	return nil
}

func (m *model) distance(a, b modelSquare) int {
	dr, dc := modelAbs(a[0]-b[0]), modelAbs(a[1]-b[1])
	switch m.Options.ShipDistance {
	case "steps":
		return dr + dc
	case "straight":
		return dr*dr + dc*dc
	}
	return max(dr, dc)
}

func (m *model) die(u *modelUnit, cause string) {
	m.leave(u)
	m.tell("unit_died", "unit", u.ID, "cause", cause)
}

// dieWith is the death of a unit with a load in its hands: JK-41.
func (m *model) dieWith(u *modelUnit, cause string, load []string, x modelSquare) {
	m.die(u, cause)
	m.lose(load, x)
}

// lose takes items that are in hand or have been taken from their place out of the game.
func (m *model) lose(load []string, x modelSquare) {
	if len(load) == 0 {
		return
	}
	m.tell("load_lost", "load", load, "at", x)
	if points := modelPoints(load); points > 0 {
		m.Gold.Lost += points
		m.Progress = true // JK-252
	}
}

// ontoDeck is JK-38.
func (m *model) ontoDeck(u *modelUnit, load []string, v *modelVessel) {
	if points := modelPoints(load); points > 0 {
		m.Crews[v.Crew].Score += points
		m.Progress = true
		m.tell("gold_delivered", "crew", v.Crew, "points", points, "vessel", v.ID)
	}
	rest := slices.DeleteFunc(slices.Clone(load), func(kind string) bool { return kind == "coin" || kind == "bullion" })
	if len(rest) > 0 {
		v.Deck.add(rest)
		m.tell("load_put", "unit", u.ID, "load", rest, "at", *v.At)
	}
}

// putDown is JK-32, JK-34.
func (m *model) putDown(u *modelUnit, load []string, x modelSquare) {
	if len(load) > 0 {
		m.land(x).Items.add(load)
		m.tell("load_put", "unit", u.ID, "load", load, "at", x)
	}
}

// open is JK-27: what u, which enters x, uncovers there.
func (m *model) open(u *modelUnit, x modelSquare) {
	if m.isFog(x) {
		m.uncover(x, u.Crew)
	}
}

// uncover is JK-27, JK-101, JK-144, JK-190.
func (m *model) uncover(x modelSquare, crew *int) {
	l := m.land(x)
	l.FaceUp, l.Ready = true, l.Tile == "airplane"
	m.Progress = true
	m.tell("tile_opened", "at", x, "tile", l.Tile)
	find := modelFind(l.Tile)
	if l.Struck {
		l.Struck = false
		*m.Gold.HiddenLost -= modelPoints(find)
		m.lose(find, x)
	} else {
		l.Items.add(find)
	}
	if l.Tile == "ben_gunn" || l.Tile == "missionary" || l.Tile == "chunga_changa" {
		u := &modelUnit{ID: len(m.Units), Kind: l.Tile}
		if crew != nil {
			own := *crew
			u.Crew = &own
		}
		m.Units = append(m.Units, u)
		m.put(u, modelSpot{sq: x, vessel: -1})
		m.tell("unit_recruited", "unit", u.ID, "kind", u.Kind, "crew", u.Crew, "at", x)
	}
}
