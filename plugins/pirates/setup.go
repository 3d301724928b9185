package pirates

import (
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
)

// clipped is where numbers of a setup are cut off that only have to be too large.
const clipped = 100

// anyChests are values of chests of which there may be too many.
var anyChests = core.List(core.Int(1, chestKinds), 0, wire.MaxInt)

// setupForms are the forms of a setup's keys: those of a view, in which parts may be left out, and as wide as the invariants ask.
var setupForms = [viewKeys]*core.Type{
	keyGame:    core.Text(wide),
	keyViewer:  view.Fields[keyViewer].Type,
	keyN:       view.Fields[keyN].Type,
	keyOptions: view.Fields[keyOptions].Type,
	keyMap:     view.Fields[keyMap].Type,
	keyTiles:   view.Fields[keyTiles].Type,
	keyPhase:   view.Fields[keyPhase].Type,
	keyTurn:    view.Fields[keyTurn].Type,
	keyRound:   core.Count(),
	keyAction:  view.Fields[keyAction].Type,
	keyActors:  view.Fields[keyActors].Type,
	keyShips:   core.List(record("node? fields? hold? secured? equipped?", node, shipFields, anyChests, anyCounts, core.Bool()), 2, maxSeats),
	keyChoices: view.Fields[keyChoices].Type,
	keyFortresses: core.List(record("state? tile? fields? vault?", core.Word(states...), core.Null(fortressNumber), core.Null(tileFields),
		core.Null(anyChests)), 1, maxFortresses),
	keyTilesLeft: view.Fields[keyTilesLeft].Type,
	keySupply:    record("crew cannons chests", core.Null(core.Count()), core.Null(core.Count()), anyCounts),
	keyCombat: core.Null(record("attacker? target salvos? shooter? dice? dice_left? loot?",
		seat, sideType, core.Count(), sideType, core.List(die, 0, wire.MaxInt), core.Count(), core.Null(anyChests))),
	keyResult: core.Null(record("reason scores? places? winners?", reason, core.List(core.Count(), 2, maxSeats),
		core.List(core.Count(), 2, maxSeats), core.List(seat, 0, maxSeats))),
}

var anyCounts = core.List(core.Count(), chestKinds, chestKinds)

// setup turns the start into the position of a setup by hand. It refuses the key that is at fault: an unknown one, then one
// whose form is wrong, then one that breaks an invariant, then one that is not what follows from the rest.
//
// RP-85, RP-87.
func (s *state) setup(b []byte, r *core.Rand) core.Refusal {
	from := wire.NewReader(b)
	if from.Kind() != wire.Map {
		return core.Refuse(core.BadSetup, "setup")
	}
	if key, found := unknownKey(from); found { // the key may be ""
		return core.Refuse(core.BadSetup, key)
	}
	for key := range setupForms {
		if value, given := from.Find(view.Fields[key].Name); given && !s.hasForm(key, value) {
			return core.Refuse(core.BadSetup, view.Fields[key].Name)
		}
	}
	odd := oddities{}
	s.takeTurn(from)
	s.takeShips(from, &odd)
	s.takeFortresses(from, r, &odd)
	combat, given := from.Find("combat")
	given = given && combat.Kind() != wire.Nil
	if given && s.fighting() {
		s.takeCombat(combat)
	}
	key := s.fault(odd)
	if key == "" && (given != s.fighting() || given && !s.combatAgrees(combat)) {
		key = "combat"
	}
	if key == "" {
		key = s.faultOfRest(from)
	}
	if key != "" {
		return core.Refuse(core.BadSetup, key)
	}
	return core.Refusal{}
}

// unknownKey finds the first unknown key in ascending order.
func unknownKey(r wire.Reader) (first string, found bool) {
	n, _ := r.Map()
	for range n {
		key, _ := r.Str()
		known := false
		for i := range view.Fields {
			known = known || view.Fields[i].Name == string(key)
		}
		if !known && (!found || string(key) < first) {
			first, found = string(key), true
		}
		r.Skip()
	}
	return first, found
}

// hasForm says whether the value of a key has the form of the view: the type, the lengths that depend on the seats and the
// map, and the ranges that depend on the map.
//
// RP-86, RP-87.
func (s *state) hasForm(key int, r wire.Reader) bool {
	probe, n := r, s.set.seats
	if !setupForms[key].Holds(&probe, n) {
		return false
	}
	switch key {
	case keyTiles:
		return s.eachOf(r, s.set.board.forts, func(tile wire.Reader) bool { return descends(tile, "vault") })
	case keyShips:
		return s.eachOf(r, n, func(x wire.Reader) bool {
			return numberIn(x, "node", s.set.board.seas) && descends(x, "hold")
		})
	case keyChoices:
		k, _ := r.Array()
		return k == n
	case keyFortresses:
		return s.eachOf(r, s.set.board.forts, s.fortressHasForm)
	case keyTilesLeft:
		return s.eachOf(r, -1, func(number wire.Reader) bool {
			v, _ := number.Int()
			return v <= s.set.board.forts
		})
	case keyCombat:
		target, _ := r.Find("target")
		shooter, _ := r.Find("shooter")
		return numberIn(target, "fortress", s.set.board.forts) && numberIn(shooter, "fortress", s.set.board.forts) && descends(r, "loot")
	case keyResult:
		return lengthIs(r, "scores", n) && lengthIs(r, "places", n)
	}
	return true
}

// eachOf says whether a list has n elements, -1 for any number, and all of them are good.
func (s *state) eachOf(r wire.Reader, n int, good func(wire.Reader) bool) bool {
	k, _ := r.Array()
	if n >= 0 && k != n {
		return false
	}
	for range k {
		if !good(r) {
			return false
		}
		r.Skip()
	}
	return true
}

// fortressHasForm: an open or plundered fortress names its tile, and null stands for what lies on hidden ones only.
//
// RP-86.
func (s *state) fortressHasForm(f wire.Reader) bool {
	if !numberIn(f, "tile", s.set.board.forts) || !descends(f, "vault") {
		return false
	}
	if wordIn(f, "state", states, hidden) == hidden {
		return true
	}
	tile, _ := f.Find("tile")
	fields, hasFields := f.Find("fields")
	vault, hasVault := f.Find("vault")
	return tile.Kind() == wire.Int && !(hasFields && fields.Nil()) && !(hasVault && vault.Nil())
}

// numberIn says whether the number of a key is at most most, or there is none.
func numberIn(r wire.Reader, key string, most int) bool {
	value, _ := r.Find(key)
	v, _ := value.Int()
	return v <= most
}

// lengthIs says whether the list of a key has n elements, or there is none.
func lengthIs(r wire.Reader, key string, n int) bool {
	_, k := list(r, key)
	return k < 0 || k == n
}

// descends says whether the numbers of a key go from high to low, or there are none.
func descends(r wire.Reader, key string) bool {
	value, n := list(r, key)
	last := wire.MaxInt
	for range n {
		v, _ := value.Int()
		if v > last {
			return false
		}
		last = v
	}
	return true
}

// wordIn is the number of a key's word.
func wordIn(r wire.Reader, key string, words []string, byDefault int) int {
	if value, ok := r.Find(key); ok {
		word, _ := value.Str()
		for i, w := range words {
			if w == string(word) {
				return i
			}
		}
	}
	return byDefault
}

// intIn is the number of a key, cut off at most, and none for null.
func intIn(r wire.Reader, key string, byDefault, most int) int {
	value, ok := r.Find(key)
	if !ok {
		return byDefault
	}
	if value.Nil() {
		return none
	}
	v, _ := value.Int()
	return min(v, most)
}

// takeTurn takes the phase, whose turn it is, and how the game ended.
//
// RP-85.
func (s *state) takeTurn(from wire.Reader) {
	s.phase = int8(wordIn(from, "phase", phases, phaseEquip))
	turn, round, action := 0, 1, 1
	switch s.phase {
	case phaseEquip:
		turn, round, action = none, 0, none
	case phaseOver:
		turn, action = none, none
	case phaseAction2:
		action = 2
	}
	s.turn = int8(intIn(from, "turn", turn, maxSeats))
	s.round = int16(intIn(from, "round", round, maxRounds+1))
	s.action = int8(max(intIn(from, "action", action, 2), 0))
	if result, ok := from.Find("result"); ok && !result.Nil() {
		s.ended = int8(wordIn(result, "reason", reasons, 0) + 1)
	}
}

// takeShips takes the ships, what is secured, and the choices of equipment.
//
// RP-85.
func (s *state) takeShips(from wire.Reader, odd *oddities) {
	choices, given := list(from, "choices")
	for i := range min(given, s.set.seats) {
		if choices.Nil() {
			continue
		}
		s.equipped |= 1 << uint(i)
		choices.Array()
		for field := range fields {
			v, _ := choices.Int()
			s.choices[i].put(field, v)
		}
	}
	chosen := s.equipped
	if s.phase != phaseEquip {
		s.equipped = 1<<uint(s.set.seats) - 1
	}
	ships, given := list(from, "ships")
	for i := range min(given, s.set.seats) {
		s.takeShip(i, ships, odd)
		ships.Skip()
	}
	if s.phase == phaseEquip && !s.set.inTurn {
		odd.choices = s.equipped != chosen
	} else {
		odd.choices = chosen != 0
	}
}

func (s *state) takeShip(i int, r wire.Reader, odd *oddities) {
	x := &s.ships[i]
	x.node = int8(intIn(r, "node", harbour, maxNode))
	laden := false
	codes, n := list(r, "fields")
	for field := range n {
		v, _ := codes.Int()
		if v == onChests {
			laden = true
			odd.hold = odd.hold || field != fields-1
		}
		x.put(field, v)
	}
	x.hold = takeChests(r, "hold")
	odd.hold = odd.hold || laden != (x.hold != counts{})
	secured, n := list(r, "secured")
	for v := range n {
		k, _ := secured.Int()
		x.secured[v] = int8(min(k, clipped))
	}
	if equipped, ok := r.Find("equipped"); ok {
		s.equipped &^= 1 << uint(i)
		if yes, _ := equipped.Bool(); yes {
			s.equipped |= 1 << uint(i)
		}
	}
}

// put puts a crew or a cannon on a field, numbered from 0; other codes put nothing.
func (o *outfit) put(field, code int) {
	switch code {
	case onCrew:
		o.crew |= 1 << uint(field)
	case onCannon:
		o.cannons |= 1 << uint(field)
	}
}

func takeChests(r wire.Reader, key string) (c counts) {
	value, n := list(r, key)
	for range n {
		v, _ := value.Int()
		c[v-1] = min(c[v-1]+1, clipped)
	}
	return c
}

// takeFortresses takes the fortresses. Those whose tiles are not named get the tiles that no fortress names, shuffled. An open
// one of which it is not said what lies on it has what its tile shows.
//
// RP-85, RP-86.
func (s *state) takeFortresses(from wire.Reader, r *core.Rand, odd *oddities) {
	n := s.set.board.forts
	named, unnamed := uint32(0), uint32(0)
	value, given := list(from, "fortresses")
	for i := range n {
		f := &s.forts[i]
		f.tile = none
		if given >= 0 {
			f.state = int8(wordIn(value, "state", states, hidden))
			if k := intIn(value, "tile", none, maxFortresses); k > 0 {
				f.tile = int8(k - 1)
				odd.tiles = odd.tiles || named>>uint(f.tile)&1 != 0
				named |= 1 << uint(f.tile)
			}
			s.takeParts(f, value)
			value.Skip()
		}
		if f.tile == none {
			unnamed |= 1 << uint(i)
		}
	}
	var tiles [maxFortresses]int8
	k := 0
	for i := range n {
		if named>>uint(i)&1 == 0 {
			tiles[k] = int8(i)
			k++
		}
	}
	for i := k - 1; i > 0; i-- {
		j := r.Below(i + 1)
		tiles[i], tiles[j] = tiles[j], tiles[i]
	}
	k = 0
	for i := range n {
		if unnamed>>uint(i)&1 != 0 {
			s.forts[i].tile = tiles[k]
			k++
		}
	}
}

// takeParts takes what lies on a fortress.
func (s *state) takeParts(f *fortress, r wire.Reader) {
	if f.state == open {
		f.parts = s.set.tiles[f.tile]
	}
	if codes, n := list(r, "fields"); n >= 0 {
		f.parts = parts{vault: f.vault}
		for field := range n {
			v, _ := codes.Int()
			f.put(field, v)
		}
	}
	if _, n := list(r, "vault"); n >= 0 {
		f.vault = takeChests(r, "vault")
	}
}

// takeCombat takes what a state holds of a combat.
//
// RP-85.
func (s *state) takeCombat(r wire.Reader) {
	s.target = sideIn(r, "target")
	salvos := 1
	if s.phase == phaseRoll {
		salvos = 0
	}
	s.salvos = int8(intIn(r, "salvos", salvos, clipped))
	value, n := list(r, "dice")
	for i := range min(n, maxDice) {
		v, _ := value.Int()
		s.dice[i] = int8(v)
		s.thrown++
	}
}

// sideIn is the side of a key that is given.
func sideIn(r wire.Reader, key string) side {
	value, _ := r.Find(key)
	if f := intIn(value, "fortress", 0, maxFortresses); f > 0 {
		return fort(f - 1)
	}
	return side(intIn(value, "ship", 0, maxSeats))
}

// combatAgrees says whether what a setup says of a combat, and what follows from the rest, are the same.
//
// RP-85.
func (s *state) combatAgrees(r wire.Reader) bool {
	if _, n := list(r, "dice"); n > maxDice {
		return false
	}
	if _, ok := r.Find("shooter"); ok && sideIn(r, "shooter") != s.shooter() {
		return false
	}
	diceLeft := 0
	if s.phase == phaseRoll {
		diceLeft = s.diceLeft()
	}
	if intIn(r, "attacker", int(s.turn), maxSeats) != int(s.turn) || intIn(r, "dice_left", diceLeft, clipped) != diceLeft {
		return false
	}
	loot, ok := r.Find("loot")
	if !ok {
		return true
	}
	null := loot.Nil()
	if null || s.phase != phaseStow {
		return null && s.phase != phaseStow
	}
	return takeChests(r, "loot") == s.loot(&s.ships[s.shooter()], s.other())
}

// faultOfRest compares the keys that follow from others, where they are given, with what the referee sees in the position
// now. Like every map they may have their keys in any order.
//
// RP-87.
func (s *state) faultOfRest(from wire.Reader) string {
	var w, got wire.Writer
	s.View(core.Referee, &w)
	shown := wire.NewReader(w.B)
	for _, key := range [...]int{keyGame, keyViewer, keyN, keyOptions, keyMap, keyTiles, keyActors, keyTilesLeft, keySupply} {
		if !s.follows(view.Fields[key].Name, setupForms[key], from, shown, &got) {
			return view.Fields[key].Name
		}
	}
	result, ok := from.Find("result")
	if !ok || result.Nil() {
		return ""
	}
	want, _ := shown.Find("result")
	for _, f := range setupForms[keyResult].Of.Fields {
		if !s.follows(f.Name, f.Type, result, want, &got) {
			return "result"
		}
	}
	return ""
}

// follows says whether the value of a key is the one that is shown, or there is none.
func (s *state) follows(key string, t *core.Type, from, shown wire.Reader, got *wire.Writer) bool {
	value, given := from.Find(key)
	if !given {
		return true
	}
	got.Reset()
	if !t.Canon(&value, got, s.set.seats) {
		return false
	}
	want, _ := shown.Find(key)
	raw, _ := want.Raw()
	return wire.Equal(got.B, raw)
}
