package pirati_test

import (
	"fmt"
	"slices"
)

type modelMove struct {
	kind      string
	pirate    int
	to        modelAt
	carry     bool
	footprint int
	pos       int
	vec       modelAt
}

// text is the move as JSON, its arguments in the order of the text.
func (mv modelMove) text() string {
	to := fmt.Sprintf("[%d,%d]", mv.to[0], mv.to[1])
	switch mv.kind {
	case "place_ship":
		return fmt.Sprintf(`{"type":"place_ship","pos":%d}`, mv.pos)
	case "step":
		return fmt.Sprintf(`{"type":"step","pirate":%d,"to":%s,"carry":%t}`, mv.pirate, to, mv.carry)
	case "mud_step":
		return fmt.Sprintf(`{"type":"mud_step","pirate":%d,"carry":%t}`, mv.pirate, mv.carry)
	case "swim":
		return fmt.Sprintf(`{"type":"swim","pirate":%d,"to":%s}`, mv.pirate, to)
	case "sail":
		return fmt.Sprintf(`{"type":"sail","to":%s}`, to)
	case "use_genie":
		return fmt.Sprintf(`{"type":"use_genie","pirate":%d,"to":%s,"footprint":%d}`, mv.pirate, to, mv.footprint)
	case "choose":
		return fmt.Sprintf(`{"type":"choose","vec":[%d,%d]}`, mv.vec[0], mv.vec[1])
	}
	return `{"type":"pass"}`
}

// legal are the legal moves of the actor in the canonical order of section 7.
func (m *model) legal() (list []modelMove) {
	switch m.Phase {
	case "setup":
		for pos := 1; pos <= 11; pos++ {
			list = append(list, modelMove{kind: "place_ship", pos: pos})
		}
	case "choice":
		for _, v := range m.Pending.Options {
			list = append(list, modelMove{kind: "choose", vec: v})
		}
	case "main":
		list = m.mainMoves(m.ToAct)
	}
	return list
}

func (m *model) mainMoves(seat int) (list []modelMove) {
	try := func(mv modelMove) {
		if m.fault(seat, mv) == "" {
			list = append(list, mv)
		}
	}
	for p := range 3 {
		if l := m.Pirates[seat][p].Place; l != nil {
			for _, d := range modelDirs {
				try(modelMove{kind: "step", pirate: p, to: l.At.plus(d)})
				try(modelMove{kind: "step", pirate: p, to: l.At.plus(d), carry: true})
				try(modelMove{kind: "swim", pirate: p, to: l.At.plus(d)})
			}
		}
		try(modelMove{kind: "mud_step", pirate: p})
		try(modelMove{kind: "mud_step", pirate: p, carry: true})
		last := 12
		if fault := m.fault(seat, modelMove{kind: "use_genie", pirate: p}); fault == "pirate_lost" || fault == "genie_unavailable" {
			last = -1 // wherever to
		}
		for r := range last + 1 {
			for c := range last + 1 {
				for f := range 6 {
					try(modelMove{kind: "use_genie", pirate: p, to: modelAt{r, c}, footprint: f})
				}
			}
		}
	}
	for pos := 1; pos <= 11; pos++ {
		try(modelMove{kind: "sail", to: m.sidePlace(seat, pos)})
	}
	return append(list, modelMove{kind: "pass"})
}

// check says why the actor may not make a well-formed move: the first code of section 9a's table, or nothing.
func (m *model) check(mv modelMove) string {
	phase := "main"
	switch mv.kind {
	case "place_ship":
		phase = "setup"
	case "choose":
		phase = "choice"
	}
	if m.Phase != phase {
		return "wrong_move_type"
	}
	return m.fault(m.ToAct, mv)
}

func (m *model) fault(seat int, mv modelMove) string {
	w := modelWho{seat, mv.pirate}
	switch mv.kind {
	case "step", "mud_step", "swim", "use_genie":
		if m.pirate(w).Place == nil {
			return "pirate_lost"
		}
	}
	switch mv.kind {
	case "step":
		return m.stepFault(w, mv)
	case "mud_step":
		switch {
		case m.mudWithin(w) == 0:
			return "wrong_place"
		case mv.carry && *m.tokensAt(w) == 0:
			return "no_token"
		}
	case "swim":
		switch {
		case !m.swims(w):
			return "wrong_place"
		case !mv.to.onRing() || !mv.to.minus(m.at(w)).straight():
			return "not_adjacent"
		case m.shipAt(mv.to) >= 0 && !m.mayEnter(w, m.shipAt(mv.to), false):
			return "forbidden_square" // PI-155
		}
	case "sail": // PI-147, PI-148
		ship := m.Ships[seat]
		if ship.At == nil || !slices.ContainsFunc(m.aboard(seat), func(w modelWho) bool { return w[0] == seat }) {
			return "cannot_sail"
		}
		for pos := 1; pos <= 11; pos++ {
			if m.sidePlace(seat, pos) == mv.to && mv.to.minus(*ship.At).king() {
				return ""
			}
		}
		return "not_adjacent"
	case "use_genie":
		return m.genieFault(w, mv)
	case "choose":
		if !slices.Contains(m.Pending.Options, mv.vec) {
			return "bad_choice"
		}
	}
	return ""
}

func (m *model) stepFault(w modelWho, mv modelMove) string {
	p := m.pirate(w)
	switch {
	case m.swims(w) || m.mudWithin(w) > 0:
		return "wrong_place"
	case p.Captive || p.Delay > 0:
		return "pirate_held"
	case !mv.to.minus(m.at(w)).king():
		return "not_adjacent"
	case mv.carry && *m.tokensAt(w) == 0:
		return "no_token" // PI-164
	case !m.mayStep(w, mv.to, false):
		return "forbidden_square"
	case mv.carry && (p.Freed || !m.mayStep(w, mv.to, true)): // PI-112
		return "cannot_carry"
	}
	return ""
}

// mayStep: PI-31 to PI-33, PI-39, PI-40.
func (m *model) mayStep(w modelWho, to modelAt, carry bool) bool {
	vec := to.minus(m.at(w))
	if m.pirate(w).Place.Ship >= 0 && !(to.onBoard() && vec.straight()) {
		return false
	}
	if !to.onBoard() {
		return vec.straight() && m.shipAt(to) >= 0 && m.mayEnter(w, m.shipAt(to), carry)
	}
	return m.look(w, carry, to, vec, nil) || !carry && m.freeEntry(to)
}

// freeEntry is the exception of PI-39.
func (m *model) freeEntry(to modelAt) bool {
	t := m.tile(to)
	return !m.Options.BanDirect && t.FaceUp && slices.Contains([]string{"starfish", "mermaid", "shark"}, t.Kind)
}

// genieFault: PI-124, PI-125, PI-127.
func (m *model) genieFault(w modelWho, mv modelMove) string {
	p := m.pirate(w)
	if p.Place.Ship >= 0 || !p.Place.At.onBoard() || m.tile(*p.Place.At).Kind != "genie" || m.Genie != "unused" {
		return "genie_unavailable"
	}
	if mv.to == *p.Place.At {
		return "not_adjacent"
	}
	if !mv.to.onBoard() {
		ship := m.shipAt(mv.to)
		if !m.Options.GenieShip || ship < 0 || modelTeam(ship) != modelTeam(w[0]) || mv.footprint != 0 {
			return "forbidden_square"
		}
		return ""
	}
	prints := 0
	if t := m.tile(mv.to); t.FaceUp {
		prints = modelMud[t.Kind]
	}
	if (prints == 0) != (mv.footprint == 0) || mv.footprint > prints {
		return "forbidden_square"
	}
	if !m.look(w, false, mv.to, mv.to.minus(*p.Place.At), nil) && !m.freeEntry(mv.to) {
		return "forbidden_square"
	}
	return ""
}

// mayEnter says whether the pirate enters an afloat ship alive: PI-149, PI-150.
func (m *model) mayEnter(w modelWho, ship int, carry bool) bool {
	if modelTeam(ship) == modelTeam(w[0]) {
		return true
	}
	home := slices.ContainsFunc(m.aboard(ship), func(v modelWho) bool { return v[0] == ship })
	return !carry && !home && m.Options.EnemyEntry == "unmanned_only"
}

// look is LOOK of 8.4.
func (m *model) look(w modelWho, carry bool, pos, vec modelAt, used []modelWay) bool {
	var seen []modelWay
	var look func(pos, vec modelAt) bool
	look = func(pos, vec modelAt) bool {
		if !pos.onBoard() {
			ship := m.shipAt(pos.clamped())
			return ship >= 0 && m.mayEnter(w, ship, carry)
		}
		t := m.tile(pos)
		if !t.FaceUp {
			return !carry
		}
		switch t.Kind {
		case "island":
			return !carry && !slices.ContainsFunc(m.on(pos, 0), func(v modelWho) bool { return m.opposing(v, w) })
		case "genie", "mermaid", "starfish", "shark":
			return false
		}
		node := modelWay{At: pos}
		var ways []modelAt
		jump := vec
		switch {
		case t.Kind == "fish":
			if carry {
				return false
			}
			node.Vec = vec
			ways, jump = []modelAt{vec.times(-2)}, vec.times(-1)
		case t.Kind == "whirlpool":
			node.Vec = vec
			ways = []modelAt{vec}
		case t.choice() || slices.Contains(modelArrows, t.Kind):
			for _, d := range t.ways() {
				if !t.choice() || !slices.Contains(used, modelWay{pos, d}) {
					ways = append(ways, d)
				}
			}
		default:
			return true
		}
		if slices.Contains(seen, node) {
			return false
		}
		seen = append(seen, node)
		for _, d := range ways {
			v := d
			if t.Kind == "fish" {
				v = jump
			}
			if look(pos.plus(d), v) {
				return true
			}
		}
		return false
	}
	return look(pos, vec)
}
