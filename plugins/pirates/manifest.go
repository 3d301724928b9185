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

var options = []core.Option{
	optSetupOrder:   choice("setup_order", "equipment is chosen secretly at once, or openly in turn", "simultaneous", "in_turn"),
	optMovement:     choice("movement", "a ship moves as many fields as it has crew, or one; or up to as many", "exact_or_one", "up_to"),
	optHarbourEntry: choice("harbour_entry", "a ship may stop in the harbour early, or not", "stop", "exact"),
	optSafeHarbour:  flag("safe_harbour", false, "ships in the harbour cannot be attacked"),
	optTreasureHits: choice("treasure_hits", "a die can hit a chest, or not", "one", "none"),
	optFortressTreasure: choice("fortress_treasure", "where the default tiles have their chests; without effect if tiles is given",
		"fields", "vault"),
	optCombat:         choice("combat", "the target answers once, or the sides fire in turn", "exchange", "duel"),
	optCounterPlunder: flag("counter_plunder", true, "a ship that wins by counterattack takes the chests"),
	optHoldUnit:       choice("hold_unit", "what the limit of six in a hold counts", "chests", "value"),
	optScoreUnit:      choice("score_unit", "what treasure counts by", "value", "chests"),
	optTreasureTarget: number("treasure_target", 0, 99, 0, "the secured amount that ends the game; 0: by the number of seats"),
	optCountAboard: choice("count_aboard", "whether chests aboard count at the end; by default not if the target was reached",
		"not_at_target", "always", "never"),
	optMaxRounds:       number("max_rounds", 1, maxRounds, 100, "rounds after which the game ends"),
	optHarbourRefit:    flag("harbour_refit", false, "a ship in the harbour may choose its equipment anew"),
	optUnlimitedSupply: flag("unlimited_supply", false, "crew and cannons never run short"),
	optMap:             {Name: "map", Type: mapOption, Default: core.Value(defaultMap()), Doc: "the sea fields, fortress fields and their borders"},
	optTiles:           {Name: "tiles", Type: tilesOption, Doc: "the fortress tiles, one per fortress field of the map"},
}

// flag is an option that is on or off.
func flag(name string, byDefault bool, doc string) core.Option {
	return core.Option{Name: name, Type: core.Bool(), Default: core.Value(byDefault), Doc: doc}
}

// choice is an option with several words, the first of which is the default.
func choice(name, doc string, words ...string) core.Option {
	return core.Option{Name: name, Type: core.Word(words...), Default: core.Value(words[0]), Doc: doc}
}

// number is an option with a number from min to max.
func number(name string, min, max, byDefault int, doc string) core.Option {
	return core.Option{Name: name, Type: core.Int(min, max), Default: core.Value(byDefault), Doc: doc}
}

// Equipment out of range is malformed; of any other number out of range the game says what is wrong with it.
var (
	argFields   = core.Arg{Name: "fields", Type: equipment}
	argFill     = core.Arg{Name: "fill", Type: equipment}
	argNode     = core.Arg{Name: "to", Type: node, Loose: true}
	argSeat     = core.Arg{Name: "seat", Type: seat, Loose: true}
	argFortress = core.Arg{Name: "fortress", Type: fortressNumber, Loose: true}
	argField    = core.Arg{Name: "to", Type: core.Int(0, 5), Loose: true}
	argDie      = core.Arg{Name: "die", Type: die, Loose: true}
)

var moves = []core.MoveKind{
	moveEquip:          {Name: "equip", Args: []core.Arg{argFields}, Doc: "choose crew (1) and cannons (2) for the six fields"},
	moveMove:           {Name: "move", Args: []core.Arg{argNode}, Doc: "sail to a node"},
	moveAttackShip:     {Name: "attack_ship", Args: []core.Arg{argSeat}, Doc: "fire at a ship on the same field"},
	moveAttackFortress: {Name: "attack_fortress", Args: []core.Arg{argFortress}, Doc: "fire at a fortress next door"},
	moveRepair:         {Name: "repair", Args: []core.Arg{argFill}, Doc: "put parts on empty fields"},
	moveRefit:          {Name: "refit", Args: []core.Arg{argFields}, Doc: "choose the whole equipment anew"},
	moveCounterattack:  {Name: "counterattack", Doc: "fire back"},
	moveDecline:        {Name: "decline", Doc: "do not fire back"},
	moveStow:           {Name: "stow", Args: []core.Arg{argField}, Doc: "where the part on field 6 goes; 0: the supply"},
	moveRoll:           {Name: "roll", Args: []core.Arg{argDie}, Doc: "chance: one die of the salvo"},
	movePass:           {Name: "pass", Doc: "do nothing"},
}

// Fields that several events have.
var (
	fieldSeat     = core.F("seat", seat)
	fieldFortress = core.F("fortress", fortressNumber)
	fieldShooter  = core.F("shooter", sideType)
	fieldTarget   = core.F("target", sideType)
	fieldChests   = core.F("chests", chests)
	fieldWhat     = core.F("what", thing)
	fieldValue    = core.F("value", chestValue)
)

var events = []core.EventKind{
	eventEquipChosen:    {Name: "equip_chosen", Fields: []core.Field{fieldSeat}},
	eventEquipRevealed:  {Name: "equip_revealed", Fields: []core.Field{fieldSeat, core.F("fields", equipment)}, Reveals: true},
	eventTurnStarted:    {Name: "turn_started", Fields: []core.Field{fieldSeat, core.F("round", core.Int(1, maxRounds))}},
	eventMoved:          {Name: "moved", Fields: []core.Field{fieldSeat, core.F("from", node), core.F("to", node)}},
	eventUnloaded:       {Name: "unloaded", Fields: []core.Field{fieldSeat, fieldChests}},
	eventAttackDeclared: {Name: "attack_declared", Fields: []core.Field{fieldSeat, fieldTarget}},
	eventFortressRevealed: {Name: "fortress_revealed", Fields: []core.Field{fieldFortress, core.F("tile", fortressNumber), core.F("fields", tileFields),
		core.F("vault", chests)}, Reveals: true},
	eventSupplyShort:     {Name: "supply_short", Fields: []core.Field{fieldFortress, core.F("field", core.Int(0, fields)), fieldWhat, fieldValue}},
	eventDieRolled:       {Name: "die_rolled", Fields: []core.Field{fieldShooter, core.F("die", die)}},
	eventSalvo:           {Name: "salvo", Fields: []core.Field{fieldShooter, fieldTarget, core.F("dice", dice), core.F("hits", hits)}},
	eventCounterOffered:  {Name: "counter_offered", Fields: []core.Field{fieldSeat}},
	eventCounterDeclined: {Name: "counter_declined", Fields: []core.Field{fieldSeat}},
	eventDefeated:        {Name: "defeated", Fields: []core.Field{core.F("loser", sideType), core.F("winner", sideType)}},
	eventHoldCleared: {Name: "hold_cleared", Fields: []core.Field{fieldSeat, core.F("part", part), core.F("to", core.Int(0, 5)),
		core.F("auto", core.Bool())}},
	eventLooted:    {Name: "looted", Fields: []core.Field{fieldSeat, core.F("from", sideType), fieldChests}},
	eventPlundered: {Name: "plundered", Fields: []core.Field{fieldFortress, fieldSeat}},
	eventRepaired:  {Name: "repaired", Fields: []core.Field{fieldSeat, core.F("fill", equipment)}},
	eventRefitted:  {Name: "refitted", Fields: []core.Field{fieldSeat, core.F("fields", equipment)}},
	eventPassed:    {Name: "passed", Fields: []core.Field{fieldSeat, core.F("action", core.Int(1, 2)), core.F("auto", core.Bool())}},
	eventGameOver: {Name: "game_over", Fields: []core.Field{core.F("reason", reason), core.F("scores", scores), core.F("places", places),
		core.F("winners", winners)}},
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
	Moves:      moves,
	Events:     events,
	View:       view,
	Codes:      codes,
	EndReasons: reasons,
	Features:   core.Features{Chance: true, Hidden: true, Simultaneous: true},
}

// Rules are the rules of Pirates (Ravensburger).
type Rules struct{}

// Manifest describes the game.
//
// RP-1, RP-81.
func (Rules) Manifest() *core.Manifest { return &manifest }

// New returns an empty state.
func (Rules) New() core.State { return &state{} }
