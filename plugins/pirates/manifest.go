package pirates

import "github.com/parley-rules/parley/core"

// The numbers of options, moves, events and codes are their places in the manifest.
const (
	optSetupOrder = iota
	optMovement
	optHarbourEntry
	optSafeHarbour
	optTreasureHits
	optFortressTreasure
	optCombat
	optCounterPlunder
	optHoldUnit
	optScoreUnit
	optTreasureTarget
	optCountAboard
	optMaxRounds
	optHarbourRefit
	optUnlimitedSupply
	optMap
	optTiles
)

// The moves, in the canonical order of their lists.
const (
	moveEquip = iota
	moveMove
	moveAttackShip
	moveAttackFortress
	moveRepair
	moveRefit
	moveCounterattack
	moveDecline
	moveStow
	moveRoll
	movePass
)

const (
	eventEquipChosen = iota
	eventEquipRevealed
	eventTurnStarted
	eventMoved
	eventUnloaded
	eventAttackDeclared
	eventFortressRevealed
	eventSupplyShort
	eventDieRolled
	eventSalvo
	eventCounterOffered
	eventCounterDeclined
	eventDefeated
	eventHoldCleared
	eventLooted
	eventPlundered
	eventRepaired
	eventRefitted
	eventPassed
	eventGameOver
)

// The codes: those of the map, of the tiles, and of the moves.
const (
	codeMapSize = core.FirstCode + iota
	codeMapEdge
	codeMapDegree
	codeMapFortress
	codeMapFortressHarbour
	codeMapDisconnected
	codeMapCoords
	codeMapNames
	codeTilesCount
	codeTilesFields
	codeTilesCannons
	codeTilesVault
	codeTilesChests
	codeNothingToRepair
	codeFieldOccupied
	codeTooManyRepairs
	codeRefitDisabled
	codeNotInHarbour
	codeTooManyCrew
	codeTooManyCannons
	codeSupplyEmpty
	codeNoChange
	codeNoSuchField
	codeNotReachable
	codeNoSuchTarget
	codeOwnShip
	codeFortressPlundered
	codeCannotAttack
	codeNotSameField
	codeSafeHarbour
	codeNotAdjacent
	codeBadStow
	codeBadDie
)

var options = optionList()

func optionList() []core.Option {
	list := make(optionKinds, optTiles+1)
	list.choice(optSetupOrder, "setup_order", "equipment is chosen secretly at once, or openly in turn", "simultaneous", "in_turn")
	list.choice(optMovement, "movement", "a ship moves as many fields as it has crew, or one; or up to as many", "exact_or_one", "up_to")
	list.choice(optHarbourEntry, "harbour_entry", "a ship may stop in the harbour early, or not", "stop", "exact")
	list.flag(optSafeHarbour, "safe_harbour", "ships in the harbour cannot be attacked", false)
	list.choice(optTreasureHits, "treasure_hits", "a die can hit a chest, or not", "one", "none")
	list.choice(optFortressTreasure, "fortress_treasure", "where the default tiles have their chests; without effect if tiles is given", "fields", "vault")
	list.choice(optCombat, "combat", "the target answers once, or the sides fire in turn", "exchange", "duel")
	list.flag(optCounterPlunder, "counter_plunder", "a ship that wins by counterattack takes the chests", true)
	list.choice(optHoldUnit, "hold_unit", "what the limit of six in a hold counts", "chests", "value")
	list.choice(optScoreUnit, "score_unit", "what treasure counts by", "value", "chests")
	list.number(optTreasureTarget, "treasure_target", "the secured amount that ends the game; 0: by the number of seats", 0, 99, 0)
	list.choice(optCountAboard, "count_aboard", "whether chests aboard count at the end; by default not if the target was reached",
		"not_at_target", "always", "never")
	list.number(optMaxRounds, "max_rounds", "rounds after which the game ends", 1, maxRounds, 100)
	list.flag(optHarbourRefit, "harbour_refit", "a ship in the harbour may choose its equipment anew", false)
	list.flag(optUnlimitedSupply, "unlimited_supply", "crew and cannons never run short", false)
	list.set(optMap, "map", "the sea fields, fortress fields and their borders", mapOption, core.Value(defaultMap()))
	list.set(optTiles, "tiles", "the fortress tiles, one per fortress field of the map", tilesOption, nil)
	return list
}

// optionKinds are options under construction.
type optionKinds []core.Option

//go:noinline
func (k optionKinds) set(option int, name, doc string, t *core.Type, byDefault core.RawValue) {
	k[option] = core.Option{Name: name, Type: t, Default: byDefault, Doc: doc}
}

// flag is an option that is on or off.
//
//go:noinline
func (k optionKinds) flag(option int, name, doc string, byDefault bool) {
	k.set(option, name, doc, core.Bool(), core.Value(byDefault))
}

// choice is an option with several words, the first of which is the default.
//
//go:noinline
func (k optionKinds) choice(option int, name, doc string, words ...string) {
	k.set(option, name, doc, core.Word(words...), core.Value(words[0]))
}

// number is an option with a number from min to max.
//
//go:noinline
func (k optionKinds) number(option int, name, doc string, min, max, byDefault int) {
	k.set(option, name, doc, core.Int(min, max), core.Value(byDefault))
}

// moveKinds lists the moves. Equipment out of range is malformed; of any other number out of range the game says what is wrong
// with it.
func moveKinds() []core.MoveKind {
	list := make(moveList, movePass+1)
	list.set(moveEquip, "equip", "choose crew (1) and cannons (2) for the six fields", "fields", equipment)
	list.set(moveMove, "move", "sail to a node", "to", node)
	list.set(moveAttackShip, "attack_ship", "fire at a ship on the same field", "seat", seat)
	list.set(moveAttackFortress, "attack_fortress", "fire at a fortress next door", "fortress", fortressNumber)
	list.set(moveRepair, "repair", "put parts on empty fields", "fill", equipment)
	list.set(moveRefit, "refit", "choose the whole equipment anew", "fields", equipment)
	list.set(moveCounterattack, "counterattack", "fire back", "", nil)
	list.set(moveDecline, "decline", "do not fire back", "", nil)
	list.set(moveStow, "stow", "where the part on field 6 goes; 0: the supply", "to", core.Int(0, fields-1))
	list.set(moveRoll, "roll", "chance: one die of the salvo", "die", die)
	list.set(movePass, "pass", "do nothing", "", nil)
	return list
}

// moveList are kinds of moves under construction.
type moveList []core.MoveKind

//go:noinline
func (k moveList) set(kind int, name, doc, arg string, t *core.Type) {
	k[kind].Name, k[kind].Doc = name, doc
	if t != nil {
		k[kind].Args = []core.Arg{{Name: arg, Type: t, Loose: t != equipment}}
	}
}

func eventKinds() []core.EventKind {
	list := make(eventList, eventGameOver+1)
	list.set(eventEquipChosen, "equip_chosen", "seat", seat)
	list.set(eventEquipRevealed, "equip_revealed", "seat fields", seat, equipment)
	list.set(eventTurnStarted, "turn_started", "seat round", seat, core.Int(1, maxRounds))
	list.set(eventMoved, "moved", "seat from to", seat, node, node)
	list.set(eventUnloaded, "unloaded", "seat chests", seat, chests)
	list.set(eventAttackDeclared, "attack_declared", "seat target", seat, sideType)
	list.set(eventFortressRevealed, "fortress_revealed", "fortress tile fields vault", fortressNumber, fortressNumber, tileFields, chests)
	list.set(eventSupplyShort, "supply_short", "fortress field what value", fortressNumber, core.Int(0, fields), thing, chestValue)
	list.set(eventDieRolled, "die_rolled", "shooter die", sideType, die)
	list.set(eventSalvo, "salvo", "shooter target dice hits", sideType, sideType, dice, hitsType)
	list.set(eventCounterOffered, "counter_offered", "seat", seat)
	list.set(eventCounterDeclined, "counter_declined", "seat", seat)
	list.set(eventDefeated, "defeated", "loser winner", sideType, sideType)
	list.set(eventHoldCleared, "hold_cleared", "seat part to auto", seat, part, core.Int(0, fields-1), core.Bool())
	list.set(eventLooted, "looted", "seat from chests", seat, sideType, chests)
	list.set(eventPlundered, "plundered", "fortress seat", fortressNumber, seat)
	list.set(eventRepaired, "repaired", "seat fill", seat, equipment)
	list.set(eventRefitted, "refitted", "seat fields", seat, equipment)
	list.set(eventPassed, "passed", "seat action auto", seat, core.Int(1, 2), core.Bool())
	list.set(eventGameOver, "game_over", "reason scores places winners", reason, scores, places, winners)
	list[eventEquipRevealed].Reveals = true
	list[eventFortressRevealed].Reveals = true
	return list
}

// eventList are kinds of events under construction.
type eventList []core.EventKind

//go:noinline
func (k eventList) set(kind int, name, names string, types ...*core.Type) {
	k[kind] = core.EventKind{Name: name, Fields: fieldsOf(names, types...)}
}

var codes = []core.CodeDoc{
	codeMapSize - core.FirstCode:            {Code: "map_size", Text: "A map has 1 to 60 sea fields and 1 to 20 fortress fields."},
	codeMapEdge - core.FirstCode:            {Code: "map_edge", Text: "An edge of the map leads nowhere or to itself, or is listed twice."},
	codeMapDegree - core.FirstCode:          {Code: "map_degree", Text: "A node of the map has more than 8 neighbours."},
	codeMapFortress - core.FirstCode:        {Code: "map_fortress", Text: "A fortress borders no sea field, a field that does not exist, or one twice."},
	codeMapFortressHarbour - core.FirstCode: {Code: "map_fortress_harbour", Text: "A fortress of the map borders the harbour."},
	codeMapDisconnected - core.FirstCode:    {Code: "map_disconnected", Text: "A sea field of the map cannot be reached from the harbour."},
	codeMapCoords - core.FirstCode:          {Code: "map_coords", Text: "The map's coordinates are too many, too few, or outside 0 to 1000."},
	codeMapNames - core.FirstCode:           {Code: "map_names", Text: "The map's names are too many, too few, empty, or repeated."},
	codeTilesCount - core.FirstCode:         {Code: "tiles_count", Text: "There must be one tile for each fortress field."},
	codeTilesFields - core.FirstCode:        {Code: "tiles_fields", Text: "A tile has six fields, each 0, 1, 2, 11, 12 or 13."},
	codeTilesCannons - core.FirstCode:       {Code: "tiles_cannons", Text: "A tile has at most 5 cannons."},
	codeTilesVault - core.FirstCode:         {Code: "tiles_vault", Text: "The chests in a vault have the values 1, 2 and 3."},
	codeTilesChests - core.FirstCode:        {Code: "tiles_chests", Text: "There are only six chests of each value."},
	codeNothingToRepair - core.FirstCode:    {Code: "nothing_to_repair", Text: "Name at least one field to repair."},
	codeFieldOccupied - core.FirstCode:      {Code: "field_occupied", Text: "There is something on this field already."},
	codeTooManyRepairs - core.FirstCode:     {Code: "too_many_repairs", Text: "At sea at most two parts are repaired."},
	codeRefitDisabled - core.FirstCode:      {Code: "refit_disabled", Text: "This game is played without refitting."},
	codeNotInHarbour - core.FirstCode:       {Code: "not_in_harbour", Text: "The ship is not in the harbour."},
	codeTooManyCrew - core.FirstCode:        {Code: "too_many_crew", Text: "A ship has at most five crew."},
	codeTooManyCannons - core.FirstCode:     {Code: "too_many_cannons", Text: "A ship has at most five cannons."},
	codeSupplyEmpty - core.FirstCode:        {Code: "supply_empty", Text: "The supply has not so many of these parts."},
	codeNoChange - core.FirstCode:           {Code: "no_change", Text: "The ship has this equipment already."},
	codeNoSuchField - core.FirstCode:        {Code: "no_such_field", Text: "There is no such field on the map."},
	codeNotReachable - core.FirstCode:       {Code: "not_reachable", Text: "The ship cannot go to this field now."},
	codeNoSuchTarget - core.FirstCode:       {Code: "no_such_target", Text: "There is no such ship or fortress."},
	codeOwnShip - core.FirstCode:            {Code: "own_ship", Text: "A ship does not attack itself."},
	codeFortressPlundered - core.FirstCode:  {Code: "fortress_plundered", Text: "This fortress is plundered."},
	codeCannotAttack - core.FirstCode:       {Code: "cannot_attack", Text: "To attack a ship needs a crew and a cannon."},
	codeNotSameField - core.FirstCode:       {Code: "not_same_field", Text: "This ship is on another field."},
	codeSafeHarbour - core.FirstCode:        {Code: "safe_harbour", Text: "Ships in the harbour cannot be attacked in this game."},
	codeNotAdjacent - core.FirstCode:        {Code: "not_adjacent", Text: "This fortress does not border the ship's field."},
	codeBadStow - core.FirstCode:            {Code: "bad_stow", Text: "Stow the part on an empty field from 1 to 5, or give it back with 0."},
	codeBadDie - core.FirstCode:             {Code: "bad_die", Text: "A die shows 1 to 6."},
}

var manifest = core.Manifest{
	Game:       gameID,
	Rules:      "1.0.0",
	Titles:     []core.Title{{Lang: "en", Text: "Pirates (Ravensburger)"}, {Lang: "nl", Text: "Pirates"}},
	Seats:      []int{2, 3, 4, 5, 6},
	Options:    options,
	Moves:      moveKinds(),
	Events:     eventKinds(),
	View:       view,
	Codes:      codes,
	EndReasons: reasons,
	Features:   core.Features{Chance: true, Hidden: true, Simultaneous: true},
}

// Rules are the rules of Pirates (Ravensburger).
type Rules struct{}

// Manifest describes the game.
//
// RP-1.
func (Rules) Manifest() *core.Manifest { return &manifest }

// New returns an empty state.
func (Rules) New() core.State { return &state{} }
