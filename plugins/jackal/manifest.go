package jackal

import (
	"github.com/parley-rules/parley/core"
)

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

// options lists the options; init adds the defaults. They are wide where the rules text leaves the check to the game: tile_counts
// (kinds, sums), layout (codes, length) and first_crew (the number of crews).
var options = []core.Option{
	optMode: {Name: "mode", Type: &core.Type{Kind: core.TWord, Words: modes},
		Doc: "who commands and who is allied; auto: duel for 2 seats, otherwise ffa"},
	optMapSize: {Name: "map_size", Type: &core.Type{Kind: core.TWord, Words: []string{"standard", "medium", "small"}},
		Doc: "11, 9 or 7 land squares a side"},
	optTileSet: {Name: "tile_set", Type: &core.Type{Kind: core.TWord, Words: []string{"extended", "classic"}},
		Doc: "with or without the tiles of Treasure Island"},
	optTileCounts: {Name: "tile_counts", Type: tileCounts,
		Doc: "other counts of tile kinds; empty tiles fill up"},
	optLayout: {Name: "layout", Type: &core.Type{Kind: core.TNull, Of: &core.Type{Kind: core.TList, Of: &core.Type{Kind: core.TText, Max: maxCode}, Max: maxLand}}, Private: true,
		Doc: "the code of every land square, row by row; never shown"},
	optPiratesPerCrew: {Name: "pirates_per_crew", Type: &core.Type{Kind: core.TInt, Min: 1, Max: 6}, Doc: "pirates of every crew"},
	optFirstCrew:      {Name: "first_crew", Type: &core.Type{Kind: core.TInt, Min: -1, Max: maxCrews - 1}, Doc: "the crew that starts; -1: drawn"},
	optShipMovement: {Name: "ship_movement", Type: &core.Type{Kind: core.TWord, Words: []string{"side", "ring"}},
		Doc: "ships stay on their side, or go round the island"},
	optMissionaryBlocksAttack: {Name: "missionary_blocks_attack", Type: yesNo, Doc: "whoever stands with a missionary does not attack"},
	optShipDistance: {Name: "ship_distance", Type: &core.Type{Kind: core.TWord, Words: []string{"king", "steps", "straight"}},
		Doc: "how the nearest vessel is measured"},
	optBanBreakDeath:       {Name: "ban_break_death", Type: yesNo, Doc: "breaking a ban is death"},
	optCannonballKills:     {Name: "cannonball_kills", Type: yesNo, Doc: "a ball kills units on land; otherwise they fly to their vessels"},
	optRumNotWasted:        {Name: "rum_not_wasted", Type: yesNo, Doc: "rum must have an effect"},
	optFortShelters:        {Name: "fort_shelters", Type: yesNo, Doc: "a fort shelters from balls"},
	optCannonballSparesFog: {Name: "cannonball_spares_fog", Type: yesNo, Doc: "a ball does no harm to face-down tiles"},
	optPlaneSeats:          {Name: "plane_seats", Type: &core.Type{Kind: core.TWord, Words: []string{"two", "one", "chosen"}}, Doc: "who flies with the pilot"},
	optFriendlyFire:        {Name: "friendly_fire", Type: yesNo, Doc: "balls hit the own vessels too, with ship_destruction"},
	optStuckCannotServe:    {Name: "stuck_cannot_serve", Type: yesNo, Doc: "who is stuck serves no rum"},
	optTabletopCaves:       {Name: "tabletop_caves", Type: yesNo, Doc: "caves as in the printed game"},
	optShipDestruction:     {Name: "ship_destruction", Type: yesNo, Doc: "balls can sink vessels"},
	optShipHitsToSink: {Name: "ship_hits_to_sink", Type: &core.Type{Kind: core.TInt, Max: maxHits},
		Doc: "hits that sink a vessel; 0: as the rules say for the tiles in use"},
	optRumAction:                {Name: "rum_action", Type: &core.Type{Kind: core.TWord, Words: []string{"free", "turn"}}, Doc: "turn: serving rum ends the turn"},
	optBarrelConvertsMissionary: {Name: "barrel_converts_missionary", Type: yesNo, Doc: "a missionary at a rum barrel becomes a pirate"},
	optRemoteRecruit: {Name: "remote_recruit", Type: &core.Type{Kind: core.TWord, Words: []string{"finder", "neutral"}},
		Doc: "whose a special unit is that is opened from afar"},
	optPlaneToShip: {Name: "plane_to_ship", Type: yesNo, Doc: "flights may end on friendly vessels"},
	optEndRule: {Name: "end_rule", Type: &core.Type{Kind: core.TWord, Words: []string{"overtake", "catch_up"}},
		Doc: "the game ends when nobody can overtake, or even catch up with, the leader"},
	optVoluntaryPass: {Name: "voluntary_pass", Type: yesNo, Doc: "passing is always allowed"},
	optQuietRounds:   {Name: "quiet_rounds", Type: &core.Type{Kind: core.TInt, Min: 1, Max: 1000}, Doc: "rounds without progress that end the game"},
}

// defaultNumber are the defaults of the options that are numbers. Those that are words have the first, flags are off but for two.
var defaultNumber = [...]int{optPiratesPerCrew: 3, optQuietRounds: 50}

// maxCode is the length of the longest tile code, an arrow with all eight directions.
const maxCode = len("arrow:N+NE+E+SE+S+SW+W+NW")

// Arguments that name a unit, vessel or square may have any value: the game answers with a code of its own. A load must have
// the form of one; that it is in canonical order is the game's to ask (Malformed).
var (
	argUnit   = core.Arg{Name: "unit", Type: id, Loose: true}
	argVessel = core.Arg{Name: "vessel", Type: id, Loose: true}
	argTo     = core.Arg{Name: "to", Type: square, Loose: true}
	argAt     = core.Arg{Name: "at", Type: square, Loose: true}
	argLoad   = core.Arg{Name: "load", Type: inHand}
)

var moves = []core.MoveKind{
	moveServeRum:  {Name: "serve_rum", Args: []core.Arg{argAt}, Doc: "serve a bottle to a square"},
	moveMove:      {Name: "move", Args: []core.Arg{argUnit, argTo, argLoad}, Doc: "one step, with all that follows"},
	moveAdvance:   {Name: "advance", Args: []core.Arg{argUnit}, Doc: "to the next step of a labyrinth"},
	moveFly:       {Name: "fly", Args: []core.Arg{argUnit, argTo, argLoad}, Doc: "fly with a ready airplane"},
	moveSail:      {Name: "sail", Args: []core.Arg{argVessel, argTo}, Doc: "move a vessel by a square"},
	moveResurrect: {Name: "resurrect", Args: []core.Arg{argAt}, Doc: "bring a dead pirate back at a fort"},
	movePass:      {Name: "pass", Doc: "end the turn"},
	moveGo:        {Name: "go", Args: []core.Arg{argTo, argLoad}, Doc: "where the waiting unit goes on"},
	moveExitCave:  {Name: "exit_cave", Args: []core.Arg{argTo}, Doc: "the cave to come out of"},
	moveOpenTile:  {Name: "open_tile", Args: []core.Arg{argAt}, Doc: "a tile that the lighthouse opens"},
	moveQuake:     {Name: "quake", Args: []core.Arg{argAt}, Doc: "a tile that the earthquake swaps"},
}

// Fields that several events have.
var (
	fieldUnit   = core.Field{Name: "unit", Type: id}
	fieldVessel = core.Field{Name: "vessel", Type: id}
	fieldCrew   = core.Field{Name: "crew", Type: crew}
	fieldAt     = core.Field{Name: "at", Type: square}
	fieldTo     = core.Field{Name: "to", Type: square}
	fieldLoad   = core.Field{Name: "load", Type: anyLoad}
)

var events = []core.EventKind{
	eventTurnStarted:    {Name: "turn_started", Fields: []core.Field{{Name: "turn", Type: turn}, fieldCrew, {Name: "actor", Type: seat}}},
	eventTurnSkipped:    {Name: "turn_skipped", Fields: []core.Field{fieldCrew}},
	eventLoadTaken:      {Name: "load_taken", Fields: []core.Field{fieldUnit, fieldLoad, fieldAt}},
	eventUnitMoved:      {Name: "unit_moved", Fields: []core.Field{fieldUnit, {Name: "from", Type: square}, fieldTo, {Name: "how", Type: &core.Type{Kind: core.TWord, Words: movedHow}}}},
	eventTileOpened:     {Name: "tile_opened", Fields: []core.Field{fieldAt, {Name: "tile", Type: tileCode}}, Reveals: true},
	eventLoadPut:        {Name: "load_put", Fields: []core.Field{fieldUnit, fieldLoad, fieldAt}},
	eventLoadLost:       {Name: "load_lost", Fields: []core.Field{fieldLoad, fieldAt}},
	eventGoldDelivered:  {Name: "gold_delivered", Fields: []core.Field{fieldCrew, {Name: "points", Type: points}, fieldVessel}},
	eventUnitKnockedOut: {Name: "unit_knocked_out", Fields: []core.Field{fieldUnit, fieldVessel}},
	eventUnitDied:       {Name: "unit_died", Fields: []core.Field{fieldUnit, {Name: "cause", Type: &core.Type{Kind: core.TWord, Words: deaths}}}},
	eventUnitDefected:   {Name: "unit_defected", Fields: []core.Field{fieldUnit, fieldCrew}},
	eventUnitRecruited:  {Name: "unit_recruited", Fields: []core.Field{fieldUnit, {Name: "kind", Type: unitKind}, {Name: "crew", Type: crewOrNull}, fieldAt}},
	eventUnitTrapped:    {Name: "unit_trapped", Fields: []core.Field{fieldUnit}},
	eventUnitFreed:      {Name: "unit_freed", Fields: []core.Field{fieldUnit}},
	eventUnitDrunk:      {Name: "unit_drunk", Fields: []core.Field{fieldUnit}},
	eventUnitConverted:  {Name: "unit_converted", Fields: []core.Field{fieldUnit}},
	eventUnitStuck:      {Name: "unit_stuck", Fields: []core.Field{fieldUnit, fieldAt}},
	eventUnitReleased:   {Name: "unit_released", Fields: []core.Field{fieldUnit, fieldAt}},
	eventCannonFired:    {Name: "cannon_fired", Fields: []core.Field{fieldAt, {Name: "dir", Type: barrel}, {Name: "ball", Type: yesNo}}},
	eventVesselMoved:    {Name: "vessel_moved", Fields: []core.Field{fieldVessel, fieldTo}},
	eventVesselLaunched: {Name: "vessel_launched", Fields: []core.Field{fieldVessel, fieldCrew, fieldAt}},
	eventVesselHit:      {Name: "vessel_hit", Fields: []core.Field{fieldVessel, {Name: "hits", Type: hits}}},
	eventVesselSunk:     {Name: "vessel_sunk", Fields: []core.Field{fieldVessel}},
	eventRumFound:       {Name: "rum_found", Fields: []core.Field{fieldCrew, {Name: "count", Type: &core.Type{Kind: core.TInt, Min: 1, Max: 3}}}},
	eventRumServed:      {Name: "rum_served", Fields: []core.Field{fieldCrew, fieldAt}},
	eventTilesSwapped:   {Name: "tiles_swapped", Fields: []core.Field{{Name: "a", Type: square}, {Name: "b", Type: square}}},
	eventGrassStarted:   {Name: "grass_started", Fields: []core.Field{fieldCrew}},
	eventResurrected:    {Name: "resurrected", Fields: []core.Field{fieldUnit, fieldAt}},
	eventDecisionNeeded: {Name: "decision_needed", Fields: []core.Field{{Name: "kind", Type: choice}, {Name: "actor", Type: seat}}},
	eventGameOver:       {Name: "game_over", Fields: []core.Field{{Name: "reason", Type: reason}, {Name: "ranking", Type: ranking}, {Name: "winners", Type: winners}}, Reveals: true},
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
	SetupKeys:  []core.Field{{Name: "land_rest", Type: &core.Type{Kind: core.TWord, Words: []string{"dealt", "empty"}}, Optional: true}},
	Codes:      codes,
	EndReasons: reasons,
	Features:   core.Features{Hidden: true},
}

// Manifest describes the game.
func Manifest() *core.Manifest { return &manifest }
