package pirates_test

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
)

// modelTree is a value as JSON has it, with ints for numbers.
func modelTree(text string) any {
	d := json.NewDecoder(bytes.NewReader([]byte(text)))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		panic(err)
	}
	return modelInts(v)
}

func modelInts(v any) any {
	switch x := v.(type) {
	case json.Number:
		n, err := x.Int64()
		if err != nil {
			panic(err)
		}
		return int(n)
	case []any:
		for i := range x {
			x[i] = modelInts(x[i])
		}
	case map[string]any:
		for k := range x {
			x[k] = modelInts(x[k])
		}
	}
	return v
}

type modelForm func(v any) bool

func formInt(low, high int) modelForm {
	return func(v any) bool { n, ok := v.(int); return ok && n >= low && n <= high }
}

var formCount = formInt(0, 1<<40)

func formOf(values ...any) modelForm {
	return func(v any) bool {
		for _, x := range values {
			if reflect.DeepEqual(x, v) {
				return true
			}
		}
		return false
	}
}

func formBool(v any) bool { _, ok := v.(bool); return ok }

func formText(v any) bool { _, ok := v.(string); return ok }

func formEither(a, b modelForm) modelForm { return func(v any) bool { return a(v) || b(v) } }

var formNull = formOf(nil)

// formList is a list of n elements, -1 for any number.
func formList(n int, of modelForm) modelForm {
	return func(v any) bool {
		list, ok := v.([]any)
		return ok && (n < 0 || len(list) == n) && !slices.ContainsFunc(list, func(x any) bool { return !of(x) })
	}
}

// formChests is a list from high to low.
func formChests(v any) bool {
	if !formList(-1, formInt(1, 3))(v) {
		return false
	}
	list := v.([]any)
	for i := 1; i < len(list); i++ {
		if list[i].(int) > list[i-1].(int) {
			return false
		}
	}
	return true
}

// formMap is a map; a key with ? may be left out.
func formMap(keys string, forms ...modelForm) modelForm {
	return func(v any) bool {
		x, ok := v.(map[string]any)
		known := 0
		for i, key := range strings.Fields(keys) {
			name := strings.TrimSuffix(key, "?")
			value, given := x[name]
			if given {
				known++
			}
			if given && !forms[i](value) || !given && name == key {
				return false
			}
		}
		return ok && known == len(x)
	}
}

func (m *model) setupForms() map[string]modelForm {
	seat, f := formInt(0, m.N-1), len(m.Fortresses)
	fort := formInt(1, f)
	side := formEither(formMap("ship", seat), formMap("fortress", fort))
	six := func(codes ...any) modelForm { return formList(6, formOf(codes...)) }
	return map[string]modelForm{
		"game": formText, "viewer": formEither(seat, formOf("spectator", "referee")), "n": formInt(2, 6),
		"options": formMap("setup_order movement harbour_entry safe_harbour treasure_hits fortress_treasure combat counter_plunder hold_unit score_unit treasure_target count_aboard max_rounds harbour_refit unlimited_supply",
			formOf("simultaneous", "in_turn"), formOf("exact_or_one", "up_to"), formOf("stop", "exact"), formBool, formOf("one", "none"),
			formOf("fields", "vault"), formOf("exchange", "duel"), formBool, formOf("chests", "value"), formOf("value", "chests"), formInt(0, 99),
			formOf("not_at_target", "always", "never"), formInt(1, 1000), formBool, formBool),
		"map": func(v any) bool { _, ok := v.(map[string]any); return ok }, "tiles": func(v any) bool { _, ok := v.([]any); return ok },
		"phase": formOf("equip", "action1", "action2", "roll", "counter", "stow", "over"), "turn": formEither(formNull, seat),
		"round": formCount, "action": formOf(nil, 1, 2), "actors": formEither(formList(-1, seat), formOf([]any{"chance"})),
		"ships": formList(m.N, formMap("node? fields? hold? secured? equipped?", formInt(0, m.Map.Seas), six(0, 1, 2, 3), formChests,
			formList(3, formCount), formBool)),
		"choices": formList(m.N, formEither(formNull, six(0, 1, 2))),
		"fortresses": formList(f, func(v any) bool {
			if !formMap("state? tile? fields? vault?", formOf("hidden", "open", "plundered"), formEither(formNull, fort),
				formEither(formNull, six(0, 1, 2, 11, 12, 13)), formEither(formNull, formChests))(v) {
				return false
			}
			x := v.(map[string]any)
			if state, given := x["state"]; !given || state == "hidden" {
				return true
			}
			fields, hasFields := x["fields"]
			vault, hasVault := x["vault"]
			return x["tile"] != nil && (!hasFields || fields != nil) && (!hasVault || vault != nil)
		}),
		"tiles_left": formList(-1, fort),
		"supply":     formMap("crew cannons chests", formEither(formNull, formCount), formEither(formNull, formCount), formList(3, formCount)),
		"combat": formEither(formNull, formMap("attacker? target salvos? shooter? dice? dice_left? loot?", seat, side, formCount, side,
			formList(-1, formInt(1, 6)), formCount, formEither(formNull, formChests))),
		"result": formEither(formNull, formMap("reason scores? places? winners?", formOf("target", "all_plundered", "round_limit"),
			formList(m.N, formCount), formList(m.N, formCount), formList(-1, seat))),
	}
}

var modelKeys = []string{"game", "viewer", "n", "options", "map", "tiles", "phase", "turn", "round", "action", "actors", "ships", "choices", "fortresses",
	"tiles_left", "supply", "combat", "result"}

// modelTake decodes the value of a key, or the default if there is none.
func modelTake[T any](from map[string]any, key string, byDefault T) T {
	v, given := from[key]
	if !given {
		return byDefault
	}
	var x T
	if err := json.Unmarshal([]byte(modelText(v)), &x); err != nil {
		panic(err)
	}
	return x
}

// takeSetup makes a new model a setup by hand. It returns the key that is at fault, and then the model is of no use (RP-85 to
// RP-88).
func (m *model) takeSetup(tree any, seed []byte) string {
	m.rand.Seed(seed)
	top, ok := tree.(map[string]any)
	if !ok {
		return "setup"
	}
	var unknown []string
	for key := range top {
		if !slices.Contains(modelKeys, key) {
			unknown = append(unknown, key)
		}
	}
	if len(unknown) > 0 {
		return slices.Min(unknown)
	}
	forms := m.setupForms()
	for _, key := range modelKeys {
		if v, given := top[key]; given && !forms[key](v) {
			return key
		}
	}
	m.fill(top)
	if key := m.fault(top); key != "" {
		return key
	}
	shown := modelTree(modelText(m.modelView)).(map[string]any)
	for _, key := range []string{"game", "viewer", "n", "options", "map", "tiles", "actors", "tiles_left", "supply"} {
		if v, given := top[key]; given && !reflect.DeepEqual(v, shown[key]) {
			return key
		}
	}
	if given, ok := top["result"].(map[string]any); ok {
		for key, v := range given {
			if !reflect.DeepEqual(v, shown["result"].(map[string]any)[key]) {
				return "result"
			}
		}
	}
	return ""
}

// fill takes what is given, and the table of RP-85 for the rest.
func (m *model) fill(top map[string]any) {
	m.Phase = modelTake(top, "phase", "equip")
	between := m.Phase == "equip" || m.Phase == "over"
	turn, round, action := new(0), 1, new(1)
	if m.Phase == "equip" {
		round = 0
	}
	if m.Phase == "action2" {
		action = new(2)
	}
	if between {
		turn, action = nil, nil
	}
	m.Turn, m.Round, m.Action = modelTake(top, "turn", turn), modelTake(top, "round", round), modelTake(top, "action", action)
	m.Choices = modelTake(top, "choices", make([][]int, m.N))
	ships := modelTake(top, "ships", make([]map[string]any, m.N))
	for s, x := range ships {
		m.Ships[s] = modelShip{
			Node: modelTake(x, "node", 0), Fields: modelTake(x, "fields", make([]int, 6)), Hold: modelTake(x, "hold", []int{}),
			Secured: modelTake(x, "secured", make([]int, 3)), Equipped: modelTake(x, "equipped", m.Phase != "equip" || m.Choices[s] != nil),
		}
	}
	named := map[int]bool{}
	var unnamed []int
	for i, x := range modelTake(top, "fortresses", make([]map[string]any, len(m.Fortresses))) {
		f := modelFortress{State: modelTake(x, "state", "hidden"), Tile: modelTake[*int](x, "tile", nil)}
		f.Fields, f.Vault = make([]int, 6), []int{}
		if f.Tile == nil {
			unnamed = append(unnamed, i)
		} else {
			named[*f.Tile] = true
			if f.State == "open" {
				f.Fields, f.Vault = slices.Clone(m.Tiles[*f.Tile-1].Fields), slices.Clone(m.Tiles[*f.Tile-1].Vault)
			}
		}
		if v := modelTake(x, "fields", f.Fields); v != nil {
			f.Fields = v
		}
		if v := modelTake(x, "vault", f.Vault); v != nil {
			f.Vault = v
		}
		m.Fortresses[i] = f
	}
	var tiles []int
	for k := range m.Tiles {
		if !named[k+1] {
			tiles = append(tiles, k+1)
		}
	}
	for i := len(tiles); i >= 2; i-- {
		k := 1 + m.rand.Below(i)
		tiles[i-1], tiles[k-1] = tiles[k-1], tiles[i-1]
	}
	for k, i := range unnamed {
		m.Fortresses[i].Tile = &tiles[k] // if a tile is named twice, there are more than enough
	}
}

// fault looks at the invariants in their order, and works out what follows from the rest.
func (m *model) fault(top map[string]any) string {
	o := m.Options
	crew, cannons, chests := 30, 30, []int{6, 6, 6}
	for _, x := range m.Ships {
		crew -= modelCount(x.Fields, 1)
		cannons -= modelCount(x.Fields, 2)
		for v := range chests {
			chests[v] -= modelCount(x.Hold, v+1) + x.Secured[v]
		}
	}
	for _, f := range m.Fortresses {
		crew -= modelCount(f.Fields, 1)
		cannons -= modelCount(f.Fields, 2)
		for v := range chests {
			if f.State == "open" {
				chests[v] -= modelCount(f.Fields, 11+v) + modelCount(f.Vault, v+1)
			}
		}
	}
	if !o.UnlimitedSupply && min(crew, cannons) < 0 || slices.Min(chests) < 0 { // 1, 2
		return "supply"
	}
	m.Supply = modelSupply{Crew: &crew, Cannons: &cannons, Chests: chests}
	if o.UnlimitedSupply {
		m.Supply.Crew, m.Supply.Cannons = nil, nil
	}
	for _, x := range m.Ships { // 3 to 6
		value := 0
		for _, v := range x.Hold {
			value += v
		}
		if modelLimits(x.Fields) != "" || (x.Fields[5] == 3) != (len(x.Hold) > 0) || slices.Contains(x.Fields[:5], 3) || x.Node == 0 && len(x.Hold) > 0 ||
			o.HoldUnit == "chests" && len(x.Hold) > 6 || o.HoldUnit == "value" && value > 6 || len(x.Hold) > 6 {
			return "ships"
		}
	}
	m.TilesLeft = []int{}
	lies := map[int]string{}
	for i := range m.Fortresses { // 7
		f := &m.Fortresses[i]
		if f.State != "open" && (modelCount(f.Fields, 0) < 6 || len(f.Vault) > 0) || modelCount(f.Fields, 2) > 5 || lies[*f.Tile] != "" {
			return "fortresses"
		}
		lies[*f.Tile] = f.State
		if f.State == "hidden" {
			f.Fields, f.Vault = nil, nil
		}
	}
	for k := range m.Tiles {
		if lies[k+1] == "hidden" {
			m.TilesLeft = append(m.TilesLeft, k+1)
		}
	}
	result, _ := top["result"].(map[string]any)
	reached, plundered := false, true
	for s := range m.Ships {
		reached = reached || m.secured(s) >= m.target()
	}
	for _, f := range m.Fortresses {
		plundered = plundered && f.State == "plundered"
	}
	if (m.Phase == "over") != (result != nil) || m.Phase != "over" && (reached || plundered || m.Round > o.MaxRounds) { // 8
		return "phase"
	}
	if m.Phase == "over" { // 9
		switch reason := result["reason"].(string); {
		case reason == "target" && !reached, reason == "all_plundered" && !plundered, reason == "round_limit" && m.Round != o.MaxRounds:
			return "result"
		}
	}
	between := m.Phase == "equip" || m.Phase == "over"
	if (m.Turn == nil) != between { // 10
		return "turn"
	}
	if (m.Round == 0) != (m.Phase == "equip") || m.Phase == "over" && m.Round > 1000 {
		return "round"
	}
	if (m.Action == nil) != between || m.Phase == "action1" && *m.Action != 1 || m.Phase == "action2" && *m.Action != 2 {
		return "action"
	}
	if !m.choicesFit() { // 11
		return "choices"
	}
	m.Actors, m.Combat, m.Result = []any{}, nil, nil
	switch m.Phase {
	case "equip":
		for s, x := range m.Ships {
			if !x.Equipped && (o.SetupOrder == "simultaneous" || len(m.Actors) == 0) {
				m.Actors = append(m.Actors, s)
			}
		}
	case "action1", "action2":
		m.Actors = []any{*m.Turn}
		if m.Phase == "action2" && len(m.legal(*m.Turn)) == 1 { // 12
			return "phase"
		}
	case "over":
		round := m.Round
		m.end(result["reason"].(string))
		m.Round, m.events = round, nil
	}
	combat, _ := top["combat"].(map[string]any)
	fighting := slices.Contains([]string{"roll", "counter", "stow"}, m.Phase)
	if fighting != (combat != nil) || fighting && !m.takeCombat(combat) { // 13 to 15
		return "combat"
	}
	return ""
}

func (m *model) choicesFit() bool {
	waiting := false
	for s, x := range m.Ships {
		if m.Phase != "equip" {
			if !x.Equipped || m.Choices[s] != nil {
				return false
			}
			continue
		}
		full := modelCount(x.Fields, 0) < 6
		if x.Node != 0 || len(x.Hold) > 0 {
			return false
		}
		if m.Options.SetupOrder == "simultaneous" {
			if full || x.Equipped != (m.Choices[s] != nil) || modelLimits(m.Choices[s]) != "" {
				return false
			}
		} else if m.Choices[s] != nil || !x.Equipped && full || waiting && x.Equipped {
			return false
		}
		waiting = waiting || !x.Equipped
	}
	open := slices.ContainsFunc(m.Fortresses, func(f modelFortress) bool { return f.State == "open" })
	return m.Phase != "equip" || waiting && !open
}

// takeCombat is invariants 13 to 15.
func (m *model) takeCombat(from map[string]any) bool {
	c := &modelCombat{Attacker: modelTake(from, "attacker", *m.Turn), Target: modelTake(from, "target", modelSide{}), Dice: modelTake(from, "dice", []int{})}
	m.Combat = c
	s, roll := c.Attacker, m.Phase == "roll"
	if s != *m.Turn {
		return false
	}
	if t := c.Target; t.Fortress != nil {
		if m.Fortresses[*t.Fortress-1].State != "open" || !slices.Contains(m.Map.Fortresses[*t.Fortress-1], m.Ships[s].Node) {
			return false
		}
	} else if *t.Ship == s || m.Ships[*t.Ship].Node != m.Ships[s].Node || m.Ships[s].Node == 0 && m.Options.SafeHarbour {
		return false
	}
	low := 1
	if roll {
		low = 0
	}
	c.Salvos = modelTake(from, "salvos", low)
	high := map[string]int{"exchange roll": 1, "exchange counter": 1, "exchange stow": 2, "duel roll": 19, "duel counter": 19, "duel stow": 20}[m.Options.Combat+" "+m.Phase]
	if c.Salvos < low || c.Salvos > high {
		return false
	}
	shooter := c.Target
	if (c.Salvos%2 == 0) == roll {
		shooter = modelSide{Ship: &s}
	}
	c.Shooter = modelTake(from, "shooter", shooter)
	if !reflect.DeepEqual(c.Shooter, shooter) || !modelArmed(m.fieldsOf(shooter)) {
		return false
	}
	other := m.other(shooter)
	left := 0
	if roll {
		left = modelCount(m.fieldsOf(shooter), 2) - len(c.Dice)
	}
	c.DiceLeft = modelTake(from, "dice_left", left)
	if c.DiceLeft != left || roll && left < 1 || !roll && len(c.Dice) > 0 {
		return false
	}
	var loot []int
	fits := true
	armed := modelArmed(m.fieldsOf(other))
	switch m.Phase {
	case "roll":
		m.Actors = []any{"chance"}
		fits = c.Salvos == 0 || armed
	case "counter":
		fits = other.Ship != nil && armed
		if fits {
			m.Actors = []any{*other.Ship}
		}
	case "stow":
		if shooter.Ship == nil || *shooter.Ship != s && !m.Options.CounterPlunder {
			return false
		}
		fields := m.Ships[*shooter.Ship].Fields
		rest := m.fieldsOf(other)
		loot = m.loot(other, m.Ships[*shooter.Ship].Hold)
		m.Actors = []any{*shooter.Ship}
		fits = (fields[5] == 1 || fields[5] == 2) && slices.Contains(fields[:5], 0) && !armed && len(loot) > 0 &&
			(other.Ship != nil || modelCount(rest, 1)+modelCount(rest, 2) == 0)
	}
	c.Loot = modelTake(from, "loot", loot)
	return fits && reflect.DeepEqual(c.Loot, loot)
}
