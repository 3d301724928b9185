package jackal

import "github.com/parley-rules/parley/core"

// The numbers of options, moves, events and codes are their places in the manifest.
const (
	optMode = iota
	optMapSize
	optTileSet
	optTileCounts
	optLayout
	optPiratesPerCrew
	optFirstCrew
	optShipMovement
	optMissionaryBlocksAttack
	optShipDistance
	optBanBreakDeath
	optCannonballKills
	optRumNotWasted
	optFortShelters
	optCannonballSparesFog
	optPlaneSeats
	optFriendlyFire
	optStuckCannotServe
	optTabletopCaves
	optShipDestruction
	optShipHitsToSink
	optRumAction
	optBarrelConvertsMissionary
	optRemoteRecruit
	optPlaneToShip
	optEndRule
	optVoluntaryPass
	optQuietRounds
)

const (
	moveServeRum = iota
	moveMove
	moveAdvance
	moveFly
	moveSail
	moveResurrect
	movePass
	moveGo
	moveExitCave
	moveOpenTile
	moveQuake
)

const (
	eventTurnStarted = iota
	eventTurnSkipped
	eventLoadTaken
	eventUnitMoved
	eventTileOpened
	eventLoadPut
	eventLoadLost
	eventGoldDelivered
	eventUnitKnockedOut
	eventUnitDied
	eventUnitDefected
	eventUnitRecruited
	eventUnitTrapped
	eventUnitFreed
	eventUnitDrunk
	eventUnitConverted
	eventUnitStuck
	eventUnitReleased
	eventCannonFired
	eventVesselMoved
	eventVesselLaunched
	eventVesselHit
	eventVesselSunk
	eventRumFound
	eventRumServed
	eventTilesSwapped
	eventGrassStarted
	eventResurrected
	eventDecisionNeeded
	eventGameOver
)

const (
	codeUnknownID = core.FirstCode + iota
	codeNotYours
	codeCannotAct
	codeBadLoad
	codeBadTarget
	codeEntryForbidden
	codeLoadForbidden
	codeNoRum
	codeRumBlocked
	codeOutOfReach
	codeRumWasted
	codeNobodyToResurrect
	codeMustMove
)

// options are wide where the rules text leaves the check to the game: tile_counts (kinds, sums), layout (codes, length) and
// first_crew (the number of crews).
var options = []core.Option{
	optMode:    choice("mode", "who commands and who is allied; auto: duel for 2 seats, otherwise ffa", modes...),
	optMapSize: choice("map_size", "11, 9 or 7 land squares a side", "standard", "medium", "small"),
	optTileSet: choice("tile_set", "with or without the tiles of Treasure Island", "extended", "classic"),
	optTileCounts: {
		Name: "tile_counts", Type: core.Dict(core.Int(0, maxLand)), Default: core.Value(core.RawValue{0x80}),
		Doc: "other counts of tile kinds; empty tiles fill up",
	},
	optLayout: {
		Name: "layout", Type: core.Null(core.List(core.Text(maxCode), 0, maxLand)), Default: core.Value(nil), Private: true,
		Doc: "the code of every land square, row by row; never shown",
	},
	optPiratesPerCrew:           number("pirates_per_crew", 1, 6, 3, "pirates of every crew"),
	optFirstCrew:                number("first_crew", -1, maxCrews-1, 0, "the crew that starts; -1: drawn"),
	optShipMovement:             choice("ship_movement", "ships stay on their side, or go round the island", "side", "ring"),
	optMissionaryBlocksAttack:   flag("missionary_blocks_attack", false, "whoever stands with a missionary does not attack"),
	optShipDistance:             choice("ship_distance", "how the nearest vessel is measured", "king", "steps", "straight"),
	optBanBreakDeath:            flag("ban_break_death", false, "breaking a ban is death"),
	optCannonballKills:          flag("cannonball_kills", false, "a ball kills units on land; otherwise they fly to their vessels"),
	optRumNotWasted:             flag("rum_not_wasted", false, "rum must have an effect"),
	optFortShelters:             flag("fort_shelters", true, "a fort shelters from balls"),
	optCannonballSparesFog:      flag("cannonball_spares_fog", false, "a ball does no harm to face-down tiles"),
	optPlaneSeats:               choice("plane_seats", "who flies with the pilot", "two", "one", "chosen"),
	optFriendlyFire:             flag("friendly_fire", false, "balls hit the own vessels too, with ship_destruction"),
	optStuckCannotServe:         flag("stuck_cannot_serve", false, "who is stuck serves no rum"),
	optTabletopCaves:            flag("tabletop_caves", false, "caves as in the printed game"),
	optShipDestruction:          flag("ship_destruction", false, "balls can sink vessels"),
	optShipHitsToSink:           number("ship_hits_to_sink", 0, maxHits, 0, "hits that sink a vessel; 0: as the rules say for the tiles in use"),
	optRumAction:                choice("rum_action", "turn: serving rum ends the turn", "free", "turn"),
	optBarrelConvertsMissionary: flag("barrel_converts_missionary", true, "a missionary at a rum barrel becomes a pirate"),
	optRemoteRecruit:            choice("remote_recruit", "whose a special unit is that is opened from afar", "finder", "neutral"),
	optPlaneToShip:              flag("plane_to_ship", false, "flights may end on friendly vessels"),
	optEndRule:                  choice("end_rule", "the game ends when nobody can overtake, or even catch up with, the leader", "overtake", "catch_up"),
	optVoluntaryPass:            flag("voluntary_pass", false, "passing is always allowed"),
	optQuietRounds:              number("quiet_rounds", 1, 1000, 50, "rounds without progress that end the game"),
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

// maxCode is the length of the longest tile code, an arrow with all eight directions.
const maxCode = len("arrow:N+NE+E+SE+S+SW+W+NW")

// Arguments that name a unit, vessel or square may have any value: the game answers with a code of its own. A load must have
// the form of one; that it is in canonical order is the game's to ask (malformed).
var (
	argUnit = core.Arg{Name: "unit", Type: id, Loose: true}
	argTo   = core.Arg{Name: "to", Type: square, Loose: true}
	argAt   = core.Arg{Name: "at", Type: square, Loose: true}
	argLoad = core.Arg{Name: "load", Type: inHand}
)

var moves = []core.MoveKind{
	moveServeRum:  {Name: "serve_rum", Args: []core.Arg{argAt}, Doc: "serve a bottle to a square"},
	moveMove:      {Name: "move", Args: []core.Arg{argUnit, argTo, argLoad}, Doc: "one step, with all that follows"},
	moveAdvance:   {Name: "advance", Args: []core.Arg{argUnit}, Doc: "to the next step of a labyrinth"},
	moveFly:       {Name: "fly", Args: []core.Arg{argUnit, argTo, argLoad}, Doc: "fly with a ready airplane"},
	moveSail:      {Name: "sail", Args: []core.Arg{{Name: "vessel", Type: id, Loose: true}, argTo}, Doc: "move a vessel by a square"},
	moveResurrect: {Name: "resurrect", Args: []core.Arg{argAt}, Doc: "bring a dead pirate back at a fort"},
	movePass:      {Name: "pass", Doc: "end the turn"},
	moveGo:        {Name: "go", Args: []core.Arg{argTo, argLoad}, Doc: "where the waiting unit goes on"},
	moveExitCave:  {Name: "exit_cave", Args: []core.Arg{argTo}, Doc: "the cave to come out of"},
	moveOpenTile:  {Name: "open_tile", Args: []core.Arg{argAt}, Doc: "a tile that the lighthouse opens"},
	moveQuake:     {Name: "quake", Args: []core.Arg{argAt}, Doc: "a tile that the earthquake swaps"},
}

// Fields that several events have.
var (
	fieldUnit   = core.F("unit", id)
	fieldVessel = core.F("vessel", id)
	fieldCrew   = core.F("crew", crew)
	fieldAt     = core.F("at", square)
	fieldTo     = core.F("to", square)
	fieldLoad   = core.F("load", anyLoad)
)

var events = []core.EventKind{
	eventTurnStarted:    {Name: "turn_started", Fields: []core.Field{core.F("turn", core.Int(1, maxTurn)), fieldCrew, core.F("actor", core.SeatType())}},
	eventTurnSkipped:    {Name: "turn_skipped", Fields: []core.Field{fieldCrew}},
	eventLoadTaken:      {Name: "load_taken", Fields: []core.Field{fieldUnit, fieldLoad, fieldAt}},
	eventUnitMoved:      {Name: "unit_moved", Fields: []core.Field{fieldUnit, core.F("from", square), fieldTo, core.F("how", core.Word(movedHow...))}},
	eventTileOpened:     {Name: "tile_opened", Fields: []core.Field{fieldAt, core.F("tile", tileCode)}, Reveals: true},
	eventLoadPut:        {Name: "load_put", Fields: []core.Field{fieldUnit, fieldLoad, fieldAt}},
	eventLoadLost:       {Name: "load_lost", Fields: []core.Field{fieldLoad, fieldAt}},
	eventGoldDelivered:  {Name: "gold_delivered", Fields: []core.Field{fieldCrew, core.F("points", core.Count()), fieldVessel}},
	eventUnitKnockedOut: {Name: "unit_knocked_out", Fields: []core.Field{fieldUnit, fieldVessel}},
	eventUnitDied:       {Name: "unit_died", Fields: []core.Field{fieldUnit, core.F("cause", core.Word(deaths...))}},
	eventUnitDefected:   {Name: "unit_defected", Fields: []core.Field{fieldUnit, fieldCrew}},
	eventUnitRecruited:  {Name: "unit_recruited", Fields: []core.Field{fieldUnit, core.F("kind", unitKind), core.F("crew", core.Null(crew)), fieldAt}},
	eventUnitTrapped:    {Name: "unit_trapped", Fields: []core.Field{fieldUnit}},
	eventUnitFreed:      {Name: "unit_freed", Fields: []core.Field{fieldUnit}},
	eventUnitDrunk:      {Name: "unit_drunk", Fields: []core.Field{fieldUnit}},
	eventUnitConverted:  {Name: "unit_converted", Fields: []core.Field{fieldUnit}},
	eventUnitStuck:      {Name: "unit_stuck", Fields: []core.Field{fieldUnit, fieldAt}},
	eventUnitReleased:   {Name: "unit_released", Fields: []core.Field{fieldUnit, fieldAt}},
	eventCannonFired:    {Name: "cannon_fired", Fields: []core.Field{fieldAt, core.F("dir", barrel), core.F("ball", core.Bool())}},
	eventVesselMoved:    {Name: "vessel_moved", Fields: []core.Field{fieldVessel, fieldTo}},
	eventVesselLaunched: {Name: "vessel_launched", Fields: []core.Field{fieldVessel, fieldCrew, fieldAt}},
	eventVesselHit:      {Name: "vessel_hit", Fields: []core.Field{fieldVessel, core.F("hits", core.Int(1, maxHits))}},
	eventVesselSunk:     {Name: "vessel_sunk", Fields: []core.Field{fieldVessel}},
	eventRumFound:       {Name: "rum_found", Fields: []core.Field{fieldCrew, core.F("count", core.Int(1, 3))}},
	eventRumServed:      {Name: "rum_served", Fields: []core.Field{fieldCrew, fieldAt}},
	eventTilesSwapped:   {Name: "tiles_swapped", Fields: []core.Field{core.F("a", square), core.F("b", square)}},
	eventGrassStarted:   {Name: "grass_started", Fields: []core.Field{fieldCrew}},
	eventResurrected:    {Name: "resurrected", Fields: []core.Field{fieldUnit, fieldAt}},
	eventDecisionNeeded: {Name: "decision_needed", Fields: []core.Field{core.F("kind", core.Word(decisions...)), core.F("actor", core.SeatType())}},
	eventGameOver: {Name: "game_over", Fields: []core.Field{core.F("reason", reason), core.F("ranking", ranking), core.F("winners", winners)},
		Reveals: true},
}

var codes = []core.CodeDoc{
	codeUnknownID - core.FirstCode:         {Code: "unknown_id", Text: "There is no such unit or vessel in the game any more."},
	codeNotYours - core.FirstCode:          {Code: "not_yours", Text: "That belongs to another crew than the one to move."},
	codeCannotAct - core.FirstCode:         {Code: "cannot_act", Text: "The unit or vessel cannot do that now, or not where it is."},
	codeBadLoad - core.FirstCode:           {Code: "bad_load", Text: "The unit cannot hold that load, or the items are not there."},
	codeBadTarget - core.FirstCode:         {Code: "bad_target", Text: "This square cannot be chosen."},
	codeEntryForbidden - core.FirstCode:    {Code: "entry_forbidden", Text: "The unit or vessel may not go there."},
	codeLoadForbidden - core.FirstCode:     {Code: "load_forbidden", Text: "The unit may not go there with a load."},
	codeNoRum - core.FirstCode:             {Code: "no_rum", Text: "The crew has no rum."},
	codeRumBlocked - core.FirstCode:        {Code: "rum_blocked", Text: "Rum cannot be served now."},
	codeOutOfReach - core.FirstCode:        {Code: "out_of_reach", Text: "Nobody who could drink is within reach there."},
	codeRumWasted - core.FirstCode:         {Code: "rum_wasted", Text: "The rum would have no effect."},
	codeNobodyToResurrect - core.FirstCode: {Code: "nobody_to_resurrect", Text: "There is no dead pirate who could come back."},
	codeMustMove - core.FirstCode:          {Code: "must_move", Text: "Passing is allowed only when nothing else is."},
}

var manifest = core.Manifest{
	Game:       "jackal",
	Rules:      "1.0.0",
	Titles:     []core.Title{{Lang: "en", Text: "Jackal"}, {Lang: "ru", Text: "Шакал"}},
	Seats:      []int{2, 3, 4},
	Options:    options,
	Moves:      moves,
	Events:     events,
	View:       view,
	SetupKeys:  []core.Field{core.Opt("land_rest", core.Word("dealt", "empty"))},
	Codes:      codes,
	EndReasons: reasons,
	Features:   core.Features{Hidden: true},
}

// Manifest describes the game.
func Manifest() *core.Manifest { return &manifest }
