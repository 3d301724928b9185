package pirati_test

import (
	"cmp"
	"slices"
)

// apply carries out a legal move of the actor.
func (m *model) apply(mv modelMove) {
	m.events, m.run, m.queue, m.direct, m.found, m.passed = []map[string]any{}, nil, nil, 0, false, false
	seat := m.ToAct
	w := modelWho{seat, mv.pirate}
	switch mv.kind {
	case "place_ship":
		m.placeShip(seat, mv.pos)
		return
	case "step", "use_genie":
		start := m.at(w)
		if mv.kind == "use_genie" { // PI-128
			m.Genie = "used"
			m.tellOf("genie_used", w)
			m.direct = mv.footprint
		}
		if mv.carry {
			*m.tokensAt(w)--
		}
		m.leave(w)
		by := map[string]string{"step": "step", "use_genie": "genie"}[mv.kind]
		m.jump(w, mv.to, mv.to.minus(start), by, mv.carry, nil)
	case "choose":
		n := m.Pending
		m.Pending = nil
		w[1] = n.Pirate
		used := append(slices.Clone(n.Used), modelWay{n.At, mv.vec})
		m.jump(w, n.At.plus(mv.vec), mv.vec, modelBy(m.tile(n.At).Kind), n.Carrying, used)
	case "mud_step":
		m.mudStep(w, mv.carry)
	case "swim":
		from := m.place(w)
		m.pirate(w).Place.At = &mv.to
		m.moved(w, from, modelPlace{&mv.to, 0, m.shipAt(mv.to)}, "swim", false)
		if ship := m.shipAt(mv.to); ship >= 0 {
			m.board(w, ship, false)
		}
	case "sail":
		m.sail(seat, mv.to)
	case "pass":
		m.passed = true
	}
	if m.Pending == nil {
		m.mermaidCalls(seat)
		m.endTurn(seat, false)
	}
	m.count()
}

// count makes face_down, PI-191.
func (m *model) count() {
	m.FaceDown = map[string]int{}
	for _, k := range modelKinds {
		m.FaceDown[k] = 0
	}
	for i := range m.Tiles {
		if !m.Tiles[i].FaceUp {
			m.FaceDown[m.Tiles[i].Kind]++
		}
	}
}

// placeShip: PI-10.
func (m *model) placeShip(seat, pos int) {
	at := m.sidePlace(seat, pos)
	m.Ships[seat].At = &at
	for _, w := range m.aboard(seat) {
		m.pirate(w).Place.At = &at
	}
	m.tell("ship_placed", "seat", seat, "at", at)
	m.ToAct = (seat + 1) % m.Seats
	if m.ToAct == m.Options.FirstSeat {
		m.Phase = "main"
		m.tell("turn_started", "seat", m.ToAct, "turn", 1)
	}
}

// modelBy is what pirate_moved says of a jump from a tile.
func modelBy(kind string) string {
	if slices.Contains(modelArrows, kind) {
		return "arrow"
	}
	return kind
}

func (m *model) place(w modelWho) modelPlace { return *m.pirate(w).Place }

func (m *model) moved(w modelWho, from, to modelPlace, by string, carry bool) {
	m.tellOf("pirate_moved", w, "from", from, "to", to, "by", by, "carry", carry)
}

// leave is PI-45, also for a pirate who is put off his place (5.1).
func (m *model) leave(w modelWho) {
	p := m.pirate(w)
	p.Captive, p.Freed, p.Delay = false, false, 0
	if m.Discoverer != nil && *m.Discoverer == w {
		m.Discoverer = nil
	}
}

// jump is one displacement and what follows: GO of 8.4.
func (m *model) jump(w modelWho, pos, vec modelAt, by string, carry bool, used []modelWay) {
	p := m.pirate(w)
	from := m.place(w)
	if by == "step" && from.Ship < 0 && m.tile(*from.At).Kind == "genie" && m.Genie == "unused" {
		m.Genie = "lost" // PI-129
		m.tellOf("genie_lost", w)
	}
	if !pos.onBoard() { // PI-60
		q := pos.clamped()
		m.moved(w, from, modelPlace{&q, 0, m.shipAt(q)}, by, carry)
		p.Place = &modelPlace{&q, 0, -1}
		if ship := m.shipAt(q); ship >= 0 {
			m.board(w, ship, carry)
		} else {
			m.water(w, q)
		}
		return
	}
	t := m.tile(pos)
	prints := modelMud[t.Kind]
	footprint := min(prints, 1) // PI-76
	if by == "genie" && m.direct > 0 {
		footprint = m.direct // PI-127
	}
	p.Place = &modelPlace{&pos, footprint, -1}
	to := *p.Place
	if !t.FaceUp {
		to.Footprint = 0 // PI-192: only tile_revealed tells that it is mud
	}
	m.moved(w, from, to, by, carry)
	if !t.FaceUp {
		m.reveal(w, t)
	}
	again := func(d, v modelAt, node modelWay) {
		if slices.Contains(m.run, node) {
			m.lose(w, pos, "vicious_circle") // PI-63
			return
		}
		m.run = append(m.run, node)
		m.jump(w, pos.plus(d), v, modelBy(t.Kind), carry, used)
	}
	switch {
	case t.Kind == "arrow_straight" || t.Kind == "arrow_diagonal":
		d := t.ways()[0]
		again(d, d, modelWay{At: pos})
	case t.Kind == "whirlpool":
		again(vec, vec, modelWay{pos, vec})
	case t.Kind == "fish":
		again(vec.times(-2), vec.times(-1), modelWay{pos, vec})
	case t.choice():
		m.choose(w, t, carry, used)
	case t.Kind == "starfish": // PI-106
		q := pos
		switch t.Dirs[0] {
		case "n":
			q[0] = 0
		case "e":
			q[1] = 12
		case "s":
			q[0] = 12
		case "w":
			q[1] = 0
		}
		m.moved(w, *p.Place, modelPlace{&q, 0, m.shipAt(q)}, "starfish", carry)
		p.Place = &modelPlace{&q, 0, -1}
		if ship := m.shipAt(q); ship >= 0 {
			m.board(w, ship, carry)
		} else {
			m.water(w, q)
		}
	case t.Kind == "shark":
		m.lose(w, pos, "shark")
	default:
		m.rest(w, t, by, carry)
	}
}

func (m *model) reveal(w modelWho, t *modelTile) {
	t.FaceUp = true
	t.Tokens = make([]int, max(1, modelMud[t.Kind]))
	n := modelTreasure[t.Kind]
	if n > 0 { // PI-138
		t.Tokens[0] = n
		m.Bank -= n
		m.found = true
	}
	switch t.Kind {
	case "genie":
		m.Genie = "unused"
	case "mermaid":
		m.Mermaid = "unused"
		m.Discoverer = &modelWho{w[0], w[1]}
	}
	m.Progress = true
	m.tell("tile_revealed", "at", t.At, "kind", t.Kind, "dirs", t.Dirs, "tokens", n)
}

// modelOpen are the ways of a choice tile that are not taken yet (PI-64).
func modelOpen(t *modelTile, used []modelWay) (open []modelAt) {
	for _, d := range t.ways() {
		if !slices.Contains(used, modelWay{t.At, d}) {
			open = append(open, d)
		}
	}
	return open
}

// legalWays: PI-41.
func (m *model) legalWays(w modelWho, t *modelTile, carry bool, used []modelWay) (legal []modelAt) {
	open := modelOpen(t, used)
	for _, d := range open {
		if m.look(w, carry, t.At.plus(d), d, append(slices.Clone(used), modelWay{t.At, d})) {
			legal = append(legal, d)
		}
	}
	if len(legal) == 0 && !carry { // PI-68
		return open
	}
	return legal
}

// sortWays: by square in row-major order, then in canonical order (5.2).
func (m *model) sortWays(used []modelWay) {
	order := func(u modelWay) int {
		list := modelDirs
		if m.tile(u.At).Kind == "sea_horse" {
			list = modelKnights
		}
		return 1000*u.At[0] + 10*u.At[1] + slices.Index(list, u.Vec)
	}
	slices.SortFunc(used, func(a, b modelWay) int { return cmp.Compare(order(a), order(b)) })
}

// choose is the choice tile of GO.
func (m *model) choose(w modelWho, t *modelTile, carry bool, used []modelWay) {
	legal := m.legalWays(w, t, carry, used)
	switch len(legal) {
	case 0: // PI-64
		m.lose(w, t.At, "vicious_circle")
	case 1: // PI-65
		m.run = nil
		used = append(slices.Clone(used), modelWay{t.At, legal[0]})
		m.jump(w, t.At.plus(legal[0]), legal[0], modelBy(t.Kind), carry, used)
	default:
		used = append([]modelWay{}, used...)
		m.sortWays(used)
		m.Pending = &modelPending{w[1], t.At, carry, used, legal}
		m.Phase = "choice"
		m.tellOf("choice_pending", w, "at", t.At, "options", legal)
	}
}

// rest is the end of a movement on a tile: question 5 of section 14.
func (m *model) rest(w modelWho, t *modelTile, by string, carry bool) {
	p := m.pirate(w)
	others := func(which func(modelWho) bool) (list []modelWho) {
		for _, v := range m.on(*p.Place.At, p.Place.Footprint) {
			if v != w && which(v) {
				list = append(list, v)
			}
		}
		return list
	}
	all := others(func(modelWho) bool { return true })
	foes := others(func(v modelWho) bool { return m.opposing(v, w) })
	switch {
	case t.Kind == "island":
		if len(foes) > 0 { // PI-74
			m.eject([]modelWho{w})
			m.workOff()
			return
		}
	case p.Place.Footprint == 1 && (by != "genie" || m.direct == 0):
		for _, v := range all { // PI-79
			m.lose(v, t.At, "trampled")
		}
	case t.Kind == "genie" && m.Genie == "unused":
		m.eject(all) // PI-123
	default:
		m.eject(foes)
	}
	m.workOff()
	m.putDown(w, carry)
	switch {
	case t.Kind == "turtle":
		p.Delay = 2
		m.tellOf("pirate_delayed", w, "at", t.At)
	case t.Kind == "mermaid" && m.Mermaid == "used": // PI-118
		p.Captive = true
		m.tellOf("pirate_captured", w, "at", t.At)
	case t.Kind == "octopus":
		group := others(func(v modelWho) bool {
			return v[0] == w[0] || m.Options.Liberator == "team" && !m.opposing(v, w)
		})
		if len(group) == 0 { // PI-109
			p.Captive = true
			m.tellOf("pirate_captured", w, "at", t.At)
		}
		for _, v := range group { // PI-110
			if m.pirate(v).Captive {
				m.pirate(v).Captive, m.pirate(v).Freed = false, true
				m.tellOf("pirate_freed", v, "at", t.At)
			}
		}
	}
}

// putDown lays a carried token at the pirate's place, or sinks it (PI-81).
func (m *model) putDown(w modelWho, carry bool) {
	if !carry {
		return
	}
	here := m.tokensAt(w)
	if l := m.place(w); l.Footprint > 0 && *here > 0 {
		m.Sunk++
		m.Progress = true
		m.tell("token_sunk", "at", *l.At, "footprint", l.Footprint)
		return
	}
	*here++
}

// mudStep: PI-78; question 6 of section 14.
func (m *model) mudStep(w modelWho, carry bool) {
	if carry {
		*m.tokensAt(w)--
	}
	m.leave(w)
	from := m.place(w)
	p := m.pirate(w)
	p.Place = &modelPlace{from.At, from.Footprint + 1, -1}
	m.moved(w, from, *p.Place, "mud_step", carry)
	var foes []modelWho
	for _, v := range m.on(*from.At, p.Place.Footprint) {
		if m.opposing(v, w) {
			foes = append(foes, v)
		}
	}
	m.eject(foes)
	m.workOff()
	m.putDown(w, carry)
}

// sail: PI-147, PI-148, PI-156.
func (m *model) sail(seat int, to modelAt) {
	m.tell("ship_moved", "seat", seat, "from", *m.Ships[seat].At, "to", to)
	for _, w := range m.aboard(seat) {
		m.pirate(w).Place.At = &to
	}
	var swimmers []modelWho
	for _, w := range m.everybody() {
		if m.swims(w) && m.at(w) == to {
			swimmers = append(swimmers, w)
		}
	}
	m.Ships[seat].At = &to
	for _, w := range swimmers {
		m.lose(w, to, "run_over")
	}
}
