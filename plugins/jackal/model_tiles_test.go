package jackal_test

import "slices"

// act is (9): section 8.8, what the tile at x does to u, which has just arrived.
func (m *model) act(u *modelUnit, load []string, x modelSquare, how string) {
	l := m.land(x)
	kind, rest := kindOfModelTile(l.Tile)
	switch kind {
	case "arrow":
		if dirs := arrowModelDirs(l.Tile); len(dirs) == 1 { // JK-106
			m.enter(u, load, x.plus(modelVectors[dirs[0]]), dirs[0], true)
			return
		}
		m.putDown(u, load, x) // JK-107
		m.choose("arrow", u, x, load, "no_way_on")
		return
	case "horse": // JK-112
		m.putDown(u, load, x)
		m.choose("horse", u, x, load, "no_way_on")
		return
	case "ice": // JK-122
		switch how {
		case "jump":
			m.choose("ice_jump", u, x, load, "no_way_on")
		case "flight":
			m.choose("ice_flight", u, x, load, "no_way_on")
		default:
			m.enter(u, load, x.plus(modelVectors[how]), how, true)
		}
		return
	case "crocodile":
		m.goBack(u, load, x)
		return
	case "cave":
		m.enterCave(u, load, x)
		return
	case "cannon":
		if !slices.Contains(load, "cannonball") { // JK-135
			m.tell("cannon_fired", "at", x, "dir", rest, "ball", false)
			to := x
			for !m.isWater(to) {
				to = to.plus(modelVectors[rest])
			}
			m.enter(u, load, to, "cannon", true)
			return
		}
		i := slices.Index(load, "cannonball")
		load = slices.Delete(slices.Clone(load), i, i+1)
		m.fireBall(u, x, rest)
	case "balloon": // JK-165
		if v := m.nearest(u, x); v != nil {
			m.enter(u, load, *v.At, "balloon", true)
			return
		}
	case "cannibal": // JK-162
		if u.Kind != "chunga_changa" {
			m.dieWith(u, "cannibal", load, x)
			return
		}
	case "rum_barrel":
		if u.Kind == "chunga_changa" { // JK-155
			m.dieWith(u, "rum", load, x)
			return
		}
		if u.Kind == "missionary" && m.Options.BarrelConverts {
			u.Kind = "pirate"
			m.tell("unit_converted", "unit", u.ID)
		}
		u.Skips = 2 // JK-156
		m.tell("unit_drunk", "unit", u.ID)
	case "trap":
		m.trap(u, x)
	}
	m.putDown(u, load, x)
	if l.Used {
		return
	}
	switch kind { // JK-102
	case "rum_bottles": // JK-200
		l.Used = true
		n := int(rest[0] - '0')
		m.Crews[*u.Crew].Rum += n
		m.Progress = true
		m.tell("rum_found", "crew", *u.Crew, "count", n)
	case "shaitan_grass": // JK-205
		l.Used = true
		m.grass = true
		m.tell("grass_started", "crew", *u.Crew)
	case "lighthouse": // JK-195
		l.Used = true
		m.lighthouse(u, x, 4)
	case "earthquake": // JK-197
		l.Used = true
		m.inChain = modelChain{}
		n := 0
		for _, other := range m.Land {
			if m.canQuake(other.At) {
				n++
			}
		}
		if n >= 2 {
			m.decide(&modelDecision{Kind: "quake_1", Unit: u.ID, At: x})
		}
	}
}

// trap is JK-126, JK-127, JK-130.
func (m *model) trap(u *modelUnit, x modelSquare) {
	friend := false
	for _, v := range m.on(x) {
		if v == u || !m.friends(u.Crew, v.Crew) {
			continue
		}
		friend = true
		if v.Trapped {
			v.Trapped = false
			m.tell("unit_freed", "unit", v.ID)
		}
	}
	if !friend && u.Kind != "chunga_changa" {
		u.Trapped = true
		m.tell("unit_trapped", "unit", u.ID)
	}
}

// fireBall is JK-138 to JK-145.
func (m *model) fireBall(u *modelUnit, x modelSquare, dir string) {
	m.Progress = true
	m.tell("cannon_fired", "at", x, "dir", dir, "ball", true)
	for to := x.plus(modelVectors[dir]); m.isSquare(to); to = to.plus(modelVectors[dir]) {
		l := m.land(to)
		switch {
		case l == nil: // JK-143, JK-225
			for _, v := range m.on(to) {
				m.die(v, "cannonball")
			}
			v := m.vesselAt(to)
			if v != nil && m.Options.Destruction && (m.enemies(u.Crew, &v.Crew) || m.Options.FriendlyFire) {
				m.hit(v)
			}
		case !l.FaceUp: // JK-144
			if !m.Options.BallSparesFog && !l.Struck {
				l.Struck = true
				*m.Gold.HiddenLost += modelPoints(modelFind(l.Tile))
			}
		case isModelFort(l.Tile) && m.Options.FortShelters: // JK-142
		default: // JK-141
			for _, v := range m.on(to) {
				if m.Options.BallKills {
					m.die(v, "cannonball")
				} else {
					m.flyHome(v, "no_vessel")
				}
			}
			items := l.Items.canonical()
			l.Items = modelItems{}
			m.lose(items, to)
		}
	}
}

// hit is JK-225, JK-227.
func (m *model) hit(v *modelVessel) {
	v.Hits++
	m.tell("vessel_hit", "vessel", v.ID, "hits", v.Hits)
	if v.Hits < m.HitsNeeded {
		return
	}
	at := *v.At
	m.tell("vessel_sunk", "vessel", v.ID)
	deck := v.Deck.canonical()
	v.Deck = modelItems{}
	m.lose(deck, at)
	for _, u := range m.unitsOf(v.Units) {
		v.At = nil // it is no vessel to fly to
		to := m.nearest(u, at)
		v.At = &at
		if to == nil {
			m.die(u, "sunk")
			continue
		}
		m.leave(u)
		m.tell("unit_knocked_out", "unit", u.ID, "vessel", to.ID)
		m.put(u, modelSpot{vessel: to.ID})
		m.meet(modelSpot{vessel: to.ID})
	}
	v.At = nil
}

// goBack is JK-159 to JK-161.
func (m *model) goBack(u *modelUnit, load []string, croc modelSquare) {
	c := &m.inChain
	for i := len(c.path) - 1; i >= 0; i-- {
		key := c.path[i]
		tile := m.tile(key.At)
		kind, _ := kindOfModelTile(tile)
		_, walked := modelVectors[*key.How]
		decision := ""
		switch {
		case kind == "ice" && walked:
			continue
		case kind == "arrow" && len(arrowModelDirs(tile)) == 1:
			m.dieWith(u, "crocodile", load, croc)
			return
		case kind == "ice":
			decision = "ice_" + *key.How
		default:
			decision = kind
		}
		c.path = c.path[:i+1]
		m.back(u, modelSpot{sq: key.At, vessel: -1}, croc)
		if kind != "ice" {
			m.putDown(u, load, key.At)
		}
		m.choose(decision, u, key.At, load, "crocodile")
		return
	}
	start := modelSpot{vessel: -1, step: c.start.Step}
	if c.start.Vessel != nil {
		start.vessel = *c.start.Vessel
	} else {
		start.sq = *c.start.Sq
	}
	m.back(u, start, croc)
	if len(load) > 0 { // JK-161
		m.itemsIn(start).add(load)
		m.tell("load_put", "unit", u.ID, "load", load, "at", m.square(u))
	}
}

func (m *model) back(u *modelUnit, p modelSpot, croc modelSquare) {
	m.leave(u)
	m.put(u, p)
	m.tell("unit_moved", "unit", u.ID, "from", croc, "to", m.square(u), "how", "return")
}

// choose is JK-61, JK-62: u, arrived at x with a load, must go on and chooses how. On a fork and a horse the load has been
// put down.
func (m *model) choose(kind string, u *modelUnit, x modelSquare, load []string, cause string) {
	c := m.inChain
	d := &modelDecision{Kind: kind, Unit: u.ID, At: x, Load: []string{}, Start: c.start, Path: c.path, Trail: c.trail, Held: c.held}
	ice := kind == "ice_jump" || kind == "ice_flight"
	if ice && len(load) > 0 {
		d.Load = load
		if len(m.optionsOf(d)) == 0 {
			d.Load = []string{}
			if len(m.optionsOf(d)) > 0 {
				if m.Options.Ban {
					m.dieWith(u, "ban", load, x)
					return
				}
				m.lose(load, x)
				load = nil
			}
		}
	}
	if len(m.optionsOf(d)) == 0 {
		if !ice && len(load) > 0 {
			m.land(x).Items.remove(load)
		}
		m.dieWith(u, cause, load, x)
		return
	}
	m.decide(d)
}

// optionsOf are the moves that a decision would offer.
func (m *model) optionsOf(d *modelDecision) []modelMove {
	phase, decision := m.Phase, m.Decision
	m.Phase, m.Decision = "decision", d
	list := m.legal()
	m.Phase, m.Decision = phase, decision
	return list
}

// decide waits for a decision, or takes the only option: JK-15.
func (m *model) decide(d *modelDecision) {
	if d.Load == nil {
		d.Load = []string{}
	}
	if d.Path == nil {
		d.Path = []modelKey{}
	}
	if d.Trail == nil {
		d.Trail = []modelKey{}
	}
	options := m.optionsOf(d)
	m.Phase, m.Decision = "decision", d
	if len(options) == 1 {
		m.resolve(options[0])
		return
	}
	m.tell("decision_needed", "kind", d.Kind, "actor", *m.Actor)
}

// resolve carries out a move of the pending decision.
func (m *model) resolve(mv modelMove) {
	d := m.Decision
	u := m.Units[d.Unit]
	m.Phase, m.Decision = "action", nil
	switch mv.kind {
	case "go":
		how := map[string]string{"arrow": modelDirection(d.At, mv.to), "horse": "jump", "ice_jump": "jump", "ice_flight": "flight"}[d.Kind]
		m.inChain = modelChain{start: d.Start, path: d.Path, trail: d.Trail, held: d.Held}
		m.enter(u, mv.load, mv.to, how, d.Kind == "ice_jump" || d.Kind == "ice_flight")
	case "exit_cave":
		m.comeOut(u, d.Load, mv.to)
	case "open_tile":
		crew := u.Crew
		if m.Options.RemoteRecruit == "neutral" { // JK-191
			crew = nil
		}
		m.uncover(mv.to, crew)
		m.release()
		m.lighthouse(u, d.At, d.Picks-1)
	case "quake":
		if d.Kind == "quake_1" {
			first := mv.to
			m.decide(&modelDecision{Kind: "quake_2", Unit: d.Unit, At: d.At, First: &first})
			return
		}
		a, b := m.land(*d.First), m.land(mv.to) // JK-198
		a.Tile, b.Tile = b.Tile, a.Tile
		a.Used, b.Used = b.Used, a.Used
		a.Ready, b.Ready = b.Ready, a.Ready
		m.tell("tiles_swapped", "a", a.At, "b", b.At)
	}
}

// lighthouse is JK-195.
func (m *model) lighthouse(u *modelUnit, x modelSquare, picks int) {
	m.inChain = modelChain{}
	fog := 0
	for _, l := range m.Land {
		if !l.FaceUp {
			fog++
		}
	}
	if picks = min(picks, fog); picks > 0 {
		m.decide(&modelDecision{Kind: "lighthouse", Unit: u.ID, At: x, Picks: picks})
	}
}

// enterCave is JK-180 to JK-184, JK-187.
func (m *model) enterCave(u *modelUnit, load []string, x modelSquare) {
	others := 0
	for _, l := range m.Land {
		if l.At != x && m.tile(l.At) == "cave" {
			others++
		}
	}
	free := m.freeCaves(u, x)
	switch {
	case len(free) == 1:
		m.comeOut(u, load, free[0])
	case len(free) > 1:
		m.inChain = modelChain{}
		m.decide(&modelDecision{Kind: "cave", Unit: u.ID, At: x, Load: load})
	case others == 0 || m.Options.TabletopCaves:
		m.putDown(u, load, x)
		m.getStuck(u, x)
	default:
		m.putDown(u, load, x)
	}
}

// comeOut is JK-182.
func (m *model) comeOut(u *modelUnit, load []string, x modelSquare) {
	from := m.square(u)
	m.leave(u)
	place := modelSpot{sq: x, vessel: -1}
	m.put(u, place)
	m.tell("unit_moved", "unit", u.ID, "from", from, "to", x, "how", "cave")
	m.meet(place)
	if !u.alive() {
		m.lose(load, x)
		return
	}
	m.putDown(u, load, x)
}

// getStuck is JK-181.
func (m *model) getStuck(u *modelUnit, x modelSquare) {
	var other *modelUnit
	for _, s := range m.Tunnel {
		if s.Entry == x {
			other = m.Units[s.Unit]
		}
	}
	if other != nil {
		for _, v := range m.on(x) {
			if v != u && m.enemies(other.Crew, v.Crew) {
				return
			}
		}
	}
	m.leave(u)
	u.Place = &modelPlace{Sq: &x, Tunnel: true}
	m.Tunnel = append(m.Tunnel, modelStuck{Unit: u.ID, Entry: x})
	m.tell("unit_stuck", "unit", u.ID, "at", x)
	if other != nil {
		m.surface(other, x)
	}
}

// surface brings a stuck unit out onto a cave: JK-181, JK-186, JK-56.
func (m *model) surface(u *modelUnit, x modelSquare) {
	m.leave(u)
	place := modelSpot{sq: x, vessel: -1}
	m.put(u, place)
	m.tell("unit_released", "unit", u.ID, "at", x)
	m.meet(place)
}

// release is JK-186.
func (m *model) release() {
	for changed := true; changed; {
		changed = false
		for _, s := range slices.Clone(m.Tunnel) {
			u := m.Units[s.Unit]
			if free := m.freeCaves(u, s.Entry); len(free) > 0 {
				m.surface(u, free[0])
				changed = true
			}
		}
	}
}
