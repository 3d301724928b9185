package pirates_test

import "slices"

// The algorithm of chapter 8.7.

func (m *model) attack(s int, target modelSide) {
	m.Combat = &modelCombat{Attacker: s, Target: target}
	m.tell("attack_declared", "seat", s, "target", target)
	if target.Fortress != nil && m.Fortresses[*target.Fortress-1].State == "hidden" {
		m.reveal(*target.Fortress)
	}
	m.fire(modelSide{Ship: new(s)})
}

func (m *model) reveal(number int) {
	f := &m.Fortresses[number-1]
	tile := m.Tiles[*f.Tile-1]
	f.State, f.Fields, f.Vault = "open", make([]int, 6), []int{}
	m.TilesLeft = slices.DeleteFunc(slices.Clone(m.TilesLeft), func(t int) bool { return t == *f.Tile })
	type missing struct{ field, code int }
	var gone []missing
	place := func(field, code int) bool {
		has := true
		switch {
		case code == 1:
			has = m.Supply.Crew == nil || *m.Supply.Crew > 0
		case code == 2:
			has = m.Supply.Cannons == nil || *m.Supply.Cannons > 0
		case code > 10:
			has = m.Supply.Chests[code-11] > 0
		}
		if !has {
			gone = append(gone, missing{field, code})
			return false
		}
		m.supply(code, -1)
		return true
	}
	for i, code := range tile.Fields {
		if place(i+1, code) {
			f.Fields[i] = code
		}
	}
	for _, v := range tile.Vault {
		if place(0, 10+v) {
			f.Vault = append(f.Vault, v)
		}
	}
	m.tell("fortress_revealed", "fortress", number, "tile", *f.Tile, "fields", f.Fields, "vault", f.Vault)
	for _, g := range gone {
		what, value := modelWhat(g.code)
		m.tell("supply_short", "fortress", number, "field", g.field, "what", what, "value", value)
	}
}

func modelWhat(code int) (what string, value int) {
	if code > 10 {
		return "chest", code - 10
	}
	return modelParts[code], 0
}

func (m *model) fieldsOf(x modelSide) []int {
	if x.Ship != nil {
		return m.Ships[*x.Ship].Fields
	}
	return m.Fortresses[*x.Fortress-1].Fields
}

// other is the side that a side of this combat fires at.
func (m *model) other(x modelSide) modelSide {
	if x.Ship != nil && *x.Ship == m.Combat.Attacker {
		return m.Combat.Target
	}
	return modelSide{Ship: new(m.Combat.Attacker)}
}

func (m *model) fire(shooter modelSide) {
	m.Phase, m.Actors = "roll", []any{"chance"}
	m.Combat.Shooter, m.Combat.Dice, m.Combat.DiceLeft = shooter, []int{}, modelCount(m.fieldsOf(shooter), 2)
}

func (m *model) roll(die int) {
	c := m.Combat
	c.Dice = append(c.Dice, die)
	c.DiceLeft--
	m.tell("die_rolled", "shooter", c.Shooter, "die", die)
	if c.DiceLeft > 0 {
		return
	}
	c.Salvos++
	shooter, shot := c.Shooter, m.other(c.Shooter)
	type hit struct {
		Field int    `json:"field"`
		What  string `json:"what"`
		Value int    `json:"value"`
	}
	hits := []hit{}
	fields := m.fieldsOf(shot)
	for _, d := range c.Dice {
		code := fields[d-1]
		if code == 0 || code >= 3 && m.Options.TreasureHits == "none" {
			continue
		}
		if code == 3 {
			ship := &m.Ships[*shot.Ship]
			last := len(ship.Hold) - 1
			code = 10 + ship.Hold[last]
			ship.Hold = slices.Clone(ship.Hold[:last])
			if last == 0 {
				fields[5] = 0
			}
		} else {
			fields[d-1] = 0
		}
		m.supply(code, 1)
		what, value := modelWhat(code)
		hits = append(hits, hit{d, what, value})
	}
	m.tell("salvo", "shooter", shooter, "target", shot, "dice", c.Dice, "hits", hits)
	c.Dice = []int{}
	if !modelArmed(fields) {
		m.defeat(shot, shooter)
		return
	}
	mayAnswer := m.Options.Combat == "exchange" && c.Salvos == 1 || m.Options.Combat == "duel" && c.Salvos < 20
	switch {
	case !mayAnswer:
		m.endAction()
	case shot.Fortress != nil:
		m.fire(shot)
	default:
		m.tell("counter_offered", "seat", *shot.Ship)
		m.Phase, m.Actors = "counter", []any{*shot.Ship}
	}
}

func (m *model) defeat(loser, winner modelSide) {
	m.tell("defeated", "loser", loser, "winner", winner)
	if winner.Fortress != nil || *winner.Ship != m.Combat.Attacker && !m.Options.CounterPlunder {
		m.endAction()
		return
	}
	if loser.Fortress != nil {
		fields := m.fieldsOf(loser)
		for i, x := range fields {
			if x == 1 || x == 2 {
				m.supply(x, 1)
				fields[i] = 0
			}
		}
	}
	ship := &m.Ships[*winner.Ship]
	loot := m.loot(loser, ship.Hold)
	if len(loot) > 0 && (ship.Fields[5] == 1 || ship.Fields[5] == 2) {
		if modelCount(ship.Fields[:5], 0) > 0 {
			m.Phase, m.Actors, m.Combat.Loot = "stow", []any{*winner.Ship}, loot
			return
		}
		m.supply(ship.Fields[5], 1)
		m.tell("hold_cleared", "seat", *winner.Ship, "part", modelParts[ship.Fields[5]], "to", 0, "auto", true)
		ship.Fields[5] = 0
	}
	m.load(loot)
}

// loot is what a hold can take of the loser's chests (RP-52, RP-53).
func (m *model) loot(loser modelSide, hold []int) []int {
	var chests []int
	if loser.Ship != nil {
		chests = slices.Clone(m.Ships[*loser.Ship].Hold)
	} else {
		f := m.Fortresses[*loser.Fortress-1]
		chests = slices.Clone(f.Vault)
		for _, x := range f.Fields {
			if x > 10 {
				chests = append(chests, x-10)
			}
		}
	}
	modelSort(chests)
	room, used := 6-len(hold), 0
	for _, v := range hold {
		used += v
	}
	loot := []int{}
	for _, v := range chests {
		if m.Options.HoldUnit == "chests" && room > 0 || m.Options.HoldUnit == "value" && used+v <= 6 {
			loot = append(loot, v)
			room--
			used += v
		}
	}
	return loot
}

// load moves the loot to the winner, who fired last, and ends the action.
func (m *model) load(loot []int) {
	winner := m.Combat.Shooter
	loser := m.other(winner)
	ship := &m.Ships[*winner.Ship]
	for _, v := range loot {
		ship.Hold = append(slices.Clone(ship.Hold), v)
		ship.Fields[5] = 3
		if loser.Ship != nil {
			from := &m.Ships[*loser.Ship]
			i := slices.Index(from.Hold, v)
			from.Hold = slices.Delete(slices.Clone(from.Hold), i, i+1)
			if len(from.Hold) == 0 {
				from.Fields[5] = 0
			}
			continue
		}
		f := &m.Fortresses[*loser.Fortress-1]
		if i := slices.Index(f.Vault, v); i >= 0 {
			f.Vault = slices.Delete(f.Vault, i, i+1)
		} else {
			f.Fields[slices.Index(f.Fields, 10+v)] = 0
		}
	}
	modelSort(ship.Hold)
	if len(loot) > 0 {
		m.tell("looted", "seat", *winner.Ship, "from", loser, "chests", loot)
	}
	if loser.Fortress != nil {
		f := &m.Fortresses[*loser.Fortress-1]
		if len(f.Vault) == 0 && modelCount(f.Fields, 0) == 6 {
			f.State = "plundered"
			m.tell("plundered", "fortress", *loser.Fortress, "seat", *winner.Ship)
			if !slices.ContainsFunc(m.Fortresses, func(f modelFortress) bool { return f.State != "plundered" }) {
				m.end("all_plundered")
				return
			}
		}
	}
	m.endAction()
}
