package pirates_test

import (
	"encoding/json"
	"slices"
	"strings"
)

// modelMove is a move: arg is its number, fields its list.
type modelMove struct {
	kind   string
	arg    int
	fields []int
}

var modelArgs = map[string]string{"equip": "fields", "move": "to", "attack_ship": "seat", "attack_fortress": "fortress", "repair": "fill", "refit": "fields",
	"stow": "to", "roll": "die"}

func (mv modelMove) named() string {
	out := `{"type":"` + mv.kind + `"`
	switch name := modelArgs[mv.kind]; {
	case name == "":
	case mv.fields != nil:
		out += `,"` + name + `":` + modelText(mv.fields)
	default:
		out += `,"` + name + `":` + modelText(mv.arg)
	}
	return out + "}"
}

func modelText(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(b)
}

// tell adds an event: a type, then names and values.
func (m *model) tell(kind string, data ...any) {
	var b strings.Builder
	b.WriteString(`{"type":"` + kind + `"`)
	for i := 0; i < len(data); i += 2 {
		b.WriteString(`,"` + data[i].(string) + `":` + modelText(data[i+1]))
	}
	m.events = append(m.events, modelEvent{kind, b.String() + "}"})
}

// neighbours of a node.
func (m *model) neighbours(node int) (list []int) {
	for _, e := range m.Map.Edges {
		if e[0] == node {
			list = append(list, e[1])
		}
		if e[1] == node {
			list = append(list, e[0])
		}
	}
	return list
}

// ends gives all ends of paths of exactly so many steps (RP-16, RP-17).
func (m *model) ends(path []int, steps int, into map[int]bool) {
	at := path[len(path)-1]
	if steps == 0 {
		into[at] = true
		return
	}
	if at == 0 && len(path) > 1 {
		return
	}
	for _, next := range m.neighbours(at) {
		if !slices.Contains(path, next) {
			m.ends(append(slices.Clone(path), next), steps-1, into)
		}
	}
}

// destinations are RP-18 to RP-22.
func (m *model) destinations(s int) map[int]bool {
	start, c := []int{m.Ships[s].Node}, modelCount(m.Ships[s].Fields, 1)
	to := map[int]bool{}
	if m.Options.Movement == "up_to" {
		for k := 1; k <= max(1, c); k++ {
			m.ends(start, k, to)
		}
		return to
	}
	if c >= 1 {
		m.ends(start, c, to)
	}
	m.ends(start, 1, to)
	if m.Options.HarbourEntry == "stop" {
		for k := 1; k <= c; k++ {
			some := map[int]bool{}
			m.ends(start, k, some)
			if some[0] {
				to[0] = true
			}
		}
	}
	return to
}

func modelCount(list []int, what int) (n int) {
	for _, x := range list {
		if x == what {
			n++
		}
	}
	return n
}

func modelArmed(fields []int) bool { return modelCount(fields, 1) > 0 && modelCount(fields, 2) > 0 }

var modelPhases = map[string][]string{
	"equip": {"equip"}, "move": {"action1"}, "attack_ship": {"action1", "action2"}, "attack_fortress": {"action1", "action2"}, "repair": {"action2"},
	"refit": {"action2"}, "pass": {"action1", "action2"}, "counterattack": {"counter"}, "decline": {"counter"}, "stow": {"stow"}, "roll": {"roll"},
}

// check is the table of errors from `not_actor` on, for a move that is well formed. The seat is a number or "chance".
func (m *model) check(seat any, mv modelMove) string {
	if m.Phase == "over" {
		return "game_over"
	}
	if !slices.Contains(m.Actors, seat) {
		return "not_actor"
	}
	if !slices.Contains(modelPhases[mv.kind], m.Phase) {
		return "wrong_move_type"
	}
	if mv.kind == "roll" {
		if mv.arg < 1 || mv.arg > 6 {
			return "bad_die"
		}
		return ""
	}
	s := seat.(int)
	ship := m.Ships[s]
	switch mv.kind {
	case "equip":
		return modelLimits(mv.fields)
	case "move":
		if mv.arg < 0 || mv.arg > m.Map.Seas {
			return "no_such_field"
		}
		if !m.destinations(s)[mv.arg] {
			return "not_reachable"
		}
	case "attack_ship":
		switch {
		case mv.arg < 0 || mv.arg >= m.N:
			return "no_such_target"
		case mv.arg == s:
			return "own_ship"
		case !modelArmed(ship.Fields):
			return "cannot_attack"
		case m.Ships[mv.arg].Node != ship.Node:
			return "not_same_field"
		case m.Options.SafeHarbour && ship.Node == 0:
			return "safe_harbour"
		}
	case "attack_fortress":
		switch {
		case mv.arg < 1 || mv.arg > len(m.Fortresses):
			return "no_such_target"
		case m.Fortresses[mv.arg-1].State == "plundered":
			return "fortress_plundered"
		case !modelArmed(ship.Fields):
			return "cannot_attack"
		case !slices.Contains(m.Map.Fortresses[mv.arg-1], ship.Node):
			return "not_adjacent"
		}
	case "repair":
		if modelCount(mv.fields, 0) == 6 {
			return "nothing_to_repair"
		}
		after := slices.Clone(ship.Fields)
		for i, x := range mv.fields {
			if x != 0 && after[i] != 0 {
				return "field_occupied"
			}
			if x != 0 {
				after[i] = x
			}
		}
		if ship.Node != 0 && 6-modelCount(mv.fields, 0) > 2 {
			return "too_many_repairs"
		}
		if code := modelLimits(after); code != "" {
			return code
		}
		if m.short(mv.fields, nil) {
			return "supply_empty"
		}
	case "refit":
		if !m.Options.HarbourRefit {
			return "refit_disabled"
		}
		if ship.Node != 0 {
			return "not_in_harbour"
		}
		if code := modelLimits(mv.fields); code != "" {
			return code
		}
		if m.short(mv.fields, ship.Fields) {
			return "supply_empty"
		}
		if slices.Equal(mv.fields, ship.Fields) {
			return "no_change"
		}
	case "stow":
		if mv.arg != 0 && (mv.arg < 1 || mv.arg > 5 || ship.Fields[mv.arg-1] != 0) {
			return "bad_stow"
		}
	}
	return ""
}

// short says whether the supply has not the parts of a list, together with those given back.
func (m *model) short(list, back []int) bool {
	return !m.Options.UnlimitedSupply && (modelCount(list, 1) > *m.Supply.Crew+modelCount(back, 1) || modelCount(list, 2) > *m.Supply.Cannons+modelCount(back, 2))
}

func modelLimits(fields []int) string {
	if modelCount(fields, 1) > 5 {
		return "too_many_crew"
	}
	if modelCount(fields, 2) > 5 {
		return "too_many_cannons"
	}
	return ""
}

// modelLists are the 729 lists of six numbers from 0, 1, 2 in ascending order.
var modelLists = func() (all [][]int) {
	for i := range 729 {
		list := make([]int, 6)
		for k := 5; k >= 0; k-- {
			list[k] = i % 3
			i /= 3
		}
		all = append(all, list)
	}
	return all
}()

// legal lists the moves that pass the check, in the canonical order.
func (m *model) legal(seat any) (moves []modelMove) {
	for _, kind := range []string{"equip", "move", "attack_ship", "attack_fortress", "repair", "refit", "counterattack", "decline", "stow", "roll", "pass"} {
		if !slices.Contains(m.Actors, seat) || !slices.Contains(modelPhases[kind], m.Phase) {
			continue
		}
		var all []modelMove
		switch modelArgs[kind] {
		case "":
			all = append(all, modelMove{kind: kind})
		case "fields", "fill":
			for _, list := range modelLists {
				all = append(all, modelMove{kind: kind, fields: list})
			}
		default:
			for i := range 64 {
				all = append(all, modelMove{kind: kind, arg: i})
			}
		}
		var to map[int]bool
		if kind == "move" {
			to = m.destinations(seat.(int))
		}
		for _, mv := range all {
			if kind == "move" && to[mv.arg] || kind != "move" && m.check(seat, mv) == "" {
				moves = append(moves, mv)
			}
		}
	}
	return moves
}

// apply carries out a legal move, and in mode auto the rolls that follow.
func (m *model) apply(seat any, mv modelMove) {
	m.events, m.draws = nil, nil
	m.act(seat, mv)
	m.rollOut()
}

// rollOut throws the dice in mode auto.
func (m *model) rollOut() {
	for m.auto && m.Phase == "roll" {
		die := modelMove{kind: "roll", arg: 1 + m.rand.Below(6)}
		m.draws = append(m.draws, die.named())
		m.act("chance", die)
	}
}

func (m *model) act(seat any, mv modelMove) {
	if mv.kind == "roll" {
		m.roll(mv.arg)
		return
	}
	s := seat.(int)
	ship := &m.Ships[s]
	switch mv.kind {
	case "equip":
		m.equip(s, mv.fields)
	case "move":
		from := ship.Node
		ship.Node = mv.arg
		m.tell("moved", "seat", s, "from", from, "to", mv.arg)
		if mv.arg == 0 && len(ship.Hold) > 0 {
			for _, v := range ship.Hold {
				ship.Secured[v-1]++
			}
			m.tell("unloaded", "seat", s, "chests", ship.Hold)
			ship.Hold, ship.Fields[5] = []int{}, 0
			if m.secured(s) >= m.target() {
				m.end("target")
				return
			}
		}
		m.endAction()
	case "attack_ship":
		m.attack(s, modelSide{Ship: new(mv.arg)})
	case "attack_fortress":
		m.attack(s, modelSide{Fortress: new(mv.arg)})
	case "repair":
		for i, x := range mv.fields {
			if x != 0 {
				m.supply(x, -1)
				ship.Fields[i] = x
			}
		}
		m.tell("repaired", "seat", s, "fill", mv.fields)
		m.endAction()
	case "refit":
		for i, x := range mv.fields {
			m.supply(ship.Fields[i], 1)
			m.supply(x, -1)
			ship.Fields[i] = x
		}
		m.tell("refitted", "seat", s, "fields", mv.fields)
		m.endAction()
	case "pass":
		m.tell("passed", "seat", s, "action", *m.Action, "auto", false)
		m.endAction()
	case "counterattack":
		m.fire(modelSide{Ship: new(s)})
	case "decline":
		m.tell("counter_declined", "seat", s)
		m.endAction()
	case "stow":
		part := ship.Fields[5]
		ship.Fields[5] = 0
		if mv.arg == 0 {
			m.supply(part, 1)
		} else {
			ship.Fields[mv.arg-1] = part
		}
		m.tell("hold_cleared", "seat", s, "part", modelParts[part], "to", mv.arg, "auto", false)
		m.load(m.Combat.Loot)
	}
}

var modelParts = map[int]string{1: "crew", 2: "cannon"}

// supply gives parts or a chest (11, 12, 13) to the supply, or takes them.
func (m *model) supply(code, n int) {
	switch {
	case code == 1 && m.Supply.Crew != nil:
		m.Supply.Crew = new(*m.Supply.Crew + n)
	case code == 2 && m.Supply.Cannons != nil:
		m.Supply.Cannons = new(*m.Supply.Cannons + n)
	case code > 10:
		m.Supply.Chests = slices.Clone(m.Supply.Chests)
		m.Supply.Chests[code-11] += n
	}
}

func (m *model) equip(s int, list []int) {
	ship := &m.Ships[s]
	ship.Equipped = true
	m.tell("equip_chosen", "seat", s)
	m.Choices[s] = list
	last := true
	for i := range m.Ships {
		last = last && m.Ships[i].Equipped
	}
	if m.Options.SetupOrder == "in_turn" || last {
		for i, c := range m.Choices {
			if c == nil {
				continue
			}
			m.Ships[i].Fields, m.Choices[i] = slices.Clone(c), nil
			for _, x := range c {
				m.supply(x, -1)
			}
			m.tell("equip_revealed", "seat", i, "fields", c)
		}
	}
	if last {
		m.startTurn(0, 1)
		return
	}
	m.Actors = slices.DeleteFunc(m.Actors, func(x any) bool { return x == s })
	if m.Options.SetupOrder == "in_turn" {
		m.Actors = []any{s + 1}
	}
}

func (m *model) startTurn(s, round int) {
	m.Turn, m.Round, m.Action, m.Phase, m.Actors = new(s), round, new(1), "action1", []any{s}
	m.tell("turn_started", "seat", s, "round", round)
}

// endAction ends an action and what belongs to it.
func (m *model) endAction() {
	m.Combat = nil
	s := *m.Turn
	if *m.Action == 1 {
		m.Action, m.Phase, m.Actors = new(2), "action2", []any{s}
		if len(m.legal(s)) > 1 {
			return
		}
		m.tell("passed", "seat", s, "action", 2, "auto", true)
	}
	switch {
	case s+1 < m.N:
		m.startTurn(s+1, m.Round)
	case m.Round == m.Options.MaxRounds:
		m.end("round_limit")
	default:
		m.startTurn(0, m.Round+1)
	}
}

func (m *model) amount(chests []int) (n int) { // of values
	for _, v := range chests {
		if m.Options.ScoreUnit == "chests" {
			n++
		} else {
			n += v
		}
	}
	return n
}

func (m *model) secured(s int) (n int) {
	for v, k := range m.Ships[s].Secured {
		for range k {
			n += m.amount([]int{v + 1})
		}
	}
	return n
}

func (m *model) target() int {
	switch {
	case m.Options.TreasureTarget != 0:
		return m.Options.TreasureTarget
	case m.Options.ScoreUnit == "value":
		return []int{9, 7, 6, 5, 5}[m.N-2]
	}
	return []int{5, 4, 3, 3, 3}[m.N-2]
}

func (m *model) end(reason string) {
	r := &modelResult{Reason: reason}
	for s := range m.Ships {
		score := m.secured(s)
		if m.Options.CountAboard == "always" || m.Options.CountAboard == "not_at_target" && reason != "target" {
			score += m.amount(m.Ships[s].Hold)
		}
		r.Scores = append(r.Scores, score)
	}
	for s := range m.Ships {
		place := 1
		for x := range m.Ships {
			if r.Scores[x] > r.Scores[s] || r.Scores[x] == r.Scores[s] && m.secured(x) > m.secured(s) {
				place++
			}
		}
		r.Places = append(r.Places, place)
		if place == 1 {
			r.Winners = append(r.Winners, s)
		}
	}
	m.Result, m.Phase, m.Turn, m.Action, m.Combat, m.Actors = r, "over", nil, nil, nil, []any{}
	m.tell("game_over", "reason", reason, "scores", r.Scores, "places", r.Places, "winners", r.Winners)
}
